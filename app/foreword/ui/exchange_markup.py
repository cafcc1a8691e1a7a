"""Markdown to HTML for a file: as inert as in the window. No markup of a stranger's gets through, nothing is
fetched, only http, https and mailto are links; formulas are drawn into the page."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from functools import cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from foreword.ui.exchange_text import split_notes
from foreword.ui.footnotes import footnote_plugin
from foreword.ui.highlight import field_for, lexer_for
from foreword.ui.inline import SAFE_SCHEMES
from foreword.ui.math_drawing import EM, INK, Formula, draw
from foreword.ui.math_rules import math_plugin
from foreword.ui.translate import mark, tr

_ADDRESS = re.compile(r"https?://[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}*_]")
_TASK = re.compile(r"\[([ xX])\][ \t]+(?=\S)")
_XMLNS = re.compile(r"(<|</)ns\d+:|xmlns:ns\d+=")
_SPOKEN = {"x": ("☑", mark("done")), " ": ("☐", mark("to do"))}

_Env = MutableMapping[str, Any]


def to_html(source: str, prefix: str) -> str:
    """`prefix` makes the addresses of footnotes unique in the page."""
    body, notes = split_notes(source)
    env: _Env = {"prefix": prefix, "numbers": {label: at for at, label in enumerate(notes, 1)}}
    parser = _parser()
    parts = [parser.render(body, env)]
    if notes:
        items = "".join(
            f'<li id="{prefix}note-{number}">{parser.render(text, env)}</li>'
            for number, text in enumerate(notes.values(), 1)
        )
        parts.append(f'<ol class="notes">{items}</ol>')
    return "".join(parts)


def code_html(code: str, language: str) -> str:
    """A panel of code with its language, coloured."""
    head = f"<figcaption>{escape(language)}</figcaption>" if language else ""
    lexer = lexer_for(language)
    if lexer is None:
        body = escape(code)
    else:
        body = "".join(_coloured(field_for(kind), text) for kind, text in lexer.get_tokens(code))
    return f'<figure class="code">{head}<pre dir="ltr"><code>{body}</code></pre></figure>\n'


def _coloured(name: str | None, text: str) -> str:
    return f'<span class="{name}">{escape(text)}</span>' if name else escape(text)


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.use(math_plugin).use(footnote_plugin)
    parser.core.ruler.push("foreword", _mark)
    for name, rule in (
        ("fence", _fence),
        ("code_block", _fence),
        ("text", _text),
        ("softbreak", _line_break),
        ("image", _image),
        ("link_open", _link_open),
        ("link_close", _link_close),
        ("math_inline", _math),
        ("math_block", _math),
        ("footnote_ref", _reference),
        ("task", _task),
        ("table_open", _table_open),
        ("table_close", _table_close),
    ):
        parser.add_render_rule(name, rule)
    return parser


def _mark(state: StateCore) -> None:
    """Each block finds its own direction; the box of a task becomes a token."""
    for at, token in enumerate(state.tokens):
        if token.nesting == 1 and token.type not in ("table_open", "thead_open", "tbody_open", "tr_open"):
            token.attrSet("dir", "auto")
        if token.type == "inline" and at > 1 and state.tokens[at - 2].type == "list_item_open":
            first = token.children[0] if token.children else None
            found = _TASK.match(first.content) if first and first.type == "text" else None
            if first is not None and found and token.children is not None:
                first.content = first.content[found.end() :]
                token.children.insert(0, Token("task", "", 0, content=found[1].lower()))
                state.tokens[at - 2].attrSet("class", "task")


_Tokens = Sequence[Token]


def _fence(_: RendererHTML, tokens: _Tokens, at: int, options: OptionsDict, env: _Env) -> str:
    language = tokens[at].info.split()[0] if tokens[at].info.strip() else ""
    return code_html(tokens[at].content.removesuffix("\n"), language)


def _text(_: RendererHTML, tokens: _Tokens, at: int, options: OptionsDict, env: _Env) -> str:
    text = tokens[at].content
    if env.get("in link"):
        return escape(text)
    parts, end = [], 0
    for found in _ADDRESS.finditer(text):
        parts += [escape(text[end : found.start()]), f"{_anchor(found[0])}{escape(found[0])}</a>"]
        end = found.end()
    return "".join([*parts, escape(text[end:])])


def _anchor(address: str) -> str:
    return f'<a href="{escape(address)}" rel="noopener noreferrer">'


def _line_break(_: RendererHTML, tokens: _Tokens, at: int, options: OptionsDict, env: _Env) -> str:
    return "<br>\n"


def _image(_: RendererHTML, tokens: _Tokens, at: int, options: OptionsDict, env: _Env) -> str:
    token = tokens[at]
    words = tr("[image: {words} — {address}]", words=token.content, address=token.attrs.get("src", ""))
    return f'<span class="muted">{escape(words)}</span>'


def _link_open(_: RendererHTML, tokens: _Tokens, at: int, options: OptionsDict, env: _Env) -> str:
    address = str(tokens[at].attrs.get("href", ""))
    if address.lower().startswith(SAFE_SCHEMES):
        env["in link"] = "</a>"
        return _anchor(address)
    env["in link"] = f"</span> ({escape(address)})"
    return "<span>"


def _link_close(_: RendererHTML, tokens: _Tokens, at: int, options: OptionsDict, env: _Env) -> str:
    return str(env.pop("in link", ""))


def _math(_: RendererHTML, tokens: _Tokens, at: int, options: OptionsDict, env: _Env) -> str:
    token = tokens[at]
    whole = token.type == "math_block"
    display = whole or bool(token.meta.get("display"))
    drawing = draw(Formula(token.content, display))
    if drawing is None:
        return f"<p>{escape(token.info)}</p>\n" if whole else escape(token.info)
    svg = _XMLNS.sub(lambda found: found[1] or "xmlns=", drawing.svg.decode()).replace(INK, "currentColor")
    size = f"width:{drawing.width / EM:.3f}em;height:{drawing.height / EM:.3f}em"
    place = "" if whole else f";vertical-align:{-drawing.depth / EM:.3f}em"
    picture = (
        f'<span class="math" role="img" aria-label="{escape(token.info)}" title="{escape(token.info)}" '
        f'style="{size}{place}">{svg}</span>'
    )
    return f'<p class="display">{picture}</p>\n' if whole else picture


def _reference(_: RendererHTML, tokens: _Tokens, at: int, options: OptionsDict, env: _Env) -> str:
    number = env["numbers"].get(tokens[at].content)
    if number is None:
        return escape(tokens[at].info)
    return f'<sup><a href="#{env["prefix"]}note-{number}">{number}</a></sup>'


def _task(_: RendererHTML, tokens: _Tokens, at: int, options: OptionsDict, env: _Env) -> str:
    sign, spoken = _SPOKEN[tokens[at].content]
    return f'<span class="box" role="img" aria-label="{escape(tr(spoken))}">{sign}</span> '


def _table_open(_: RendererHTML, tokens: _Tokens, at: int, options: OptionsDict, env: _Env) -> str:
    return '<div class="table"><table>\n'


def _table_close(_: RendererHTML, tokens: _Tokens, at: int, options: OptionsDict, env: _Env) -> str:
    return "</table></div>\n"
