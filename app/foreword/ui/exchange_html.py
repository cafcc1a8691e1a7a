"""Chats as one HTML file for reading: needs nothing but itself, follows the reader's light or dark, runs no
script and fetches nothing. One message is made at a time, whatever the size of the chats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TextIO

from foreword.session.conversation import Attachment, Turn, WholeChat
from foreword.session.exchange.messages import Shelf
from foreword.session.exchange.readable import WHO, Parts, head_words, moment_words, numbered
from foreword.ui.exchange_markup import code_html, to_html
from foreword.ui.exchange_text import passages
from foreword.ui.thinking import thinking_words
from foreword.ui.tokens import DARK, LIGHT, Tokens, as_dict
from foreword.ui.translate import tr
from foreword.ui.wording import stats_line

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_CODE = ("keyword", "string", "comment", "number", "name", "builtin", "operator")
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { background: var(--window); color: var(--text); margin: 0; display: flex; flex-direction: column; }
article, nav { box-sizing: border-box; width: 100%; max-width: 824px; margin: 0 auto; }
article, nav { padding: 32px 32px 48px; }
nav { order: -1; padding-bottom: 0; } nav ol { padding-left: 24px; }
article + article { border-top: 1px solid var(--border); }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 4px; overflow-wrap: anywhere; }
h2.who { font-size: 1rem; margin: 32px 0 8px; } h2.who time { font-weight: 400; }
.muted, time, .stats, figcaption, summary { color: var(--muted); font-size: .875rem; }
.said { overflow-wrap: anywhere; } .said > :first-child { margin-top: 0; }
.said h1, .said h2 { font-size: 1.25rem; } .said h3, .said h4, .said h5, .said h6 { font-size: 1.05rem; }
.plain { white-space: pre-wrap; background: var(--bubble); border-radius: 12px; padding: 12px 16px; }
a { color: var(--link); }
code { font: .9em/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
:not(pre) > code { background: var(--inline_code); border-radius: 4px; padding: 2px 4px; }
.code { background: var(--code); border: 1px solid var(--border); border-radius: 8px; margin: 12px 0; }
.code figcaption { padding: 8px 16px 0; } .code pre { margin: 0; padding: 12px 16px; overflow-x: auto; }
.code code { color: var(--code_text); }
blockquote { border-left: 3px solid var(--border); margin: 12px 0; padding-left: 16px; }
blockquote:dir(rtl) { border-left: 0; border-right: 3px solid var(--border); padding: 0 16px 0 0; }
.table { overflow-x: auto; } table { border-collapse: collapse; margin: 8px 0; }
th, td { border: 1px solid var(--border); padding: 6px 12px; } th { background: var(--code_header); }
hr { border: 0; border-top: 1px solid var(--border); margin: 24px 0; }
.math { display: inline-block; } .math svg { width: 100%; height: 100%; display: block; }
.display { text-align: center; overflow-x: auto; }
li.task { list-style: none; }
.notes { border-top: 1px solid var(--border); padding-top: 8px; font-size: .9rem; }
details { margin: 0 0 12px; } summary { cursor: pointer; }
.thought { color: var(--muted); padding-left: 16px; }
.error { background: var(--danger_surface); color: var(--danger); border-radius: 8px; padding: 8px 16px; }
@media print { article { max-width: none; padding: 0; } nav { display: none; }
  .code pre { white-space: pre-wrap; } }
"""


@dataclass(frozen=True, slots=True)
class HtmlFormat:
    parts: Parts
    suffix: str = ".html"

    def write(
        self, target: Path, chats: Iterator[WholeChat], shelf: Shelf, go_on: Callable[[], None]
    ) -> None:
        titles: list[str] = []
        with target.open("w", encoding="utf-8", newline="\n") as file:
            for number, chat, turns in numbered(chats):
                if not number:
                    file.write(_head(chat.summary.title))
                titles.append(chat.summary.title)
                self._article(file, f"chat-{number}", chat, turns, shelf, go_on)
            file.write(_contents(titles) + "</body>\n</html>\n")

    def _article(
        self,
        file: TextIO,
        name: str,
        chat: WholeChat,
        turns: tuple[Turn, ...],
        shelf: Shelf,
        go_on: Callable[[], None],
    ) -> None:
        file.write(f'<article id="{name}">\n<h1 dir="auto">{escape(chat.summary.title)}</h1>\n')
        file.write(f'<p class="muted">{escape(head_words(chat, turns))}</p>\n')
        prompt = shelf.prompt_of(chat)
        if self.parts.system_prompt and prompt.strip():
            file.write(f'<h2 class="who">{tr("System prompt")}</h2>\n')
            file.write(f'<div class="plain" dir="auto">{escape(prompt)}</div>\n')
        for at, turn in enumerate(turns):
            go_on()
            file.write("".join(self._turn(turn, f"{name}-{at}-")))
        file.write("</article>\n")

    def _turn(self, turn: Turn, prefix: str) -> Iterator[str]:
        time = f"<time>{moment_words(turn.created_at)}</time>"
        yield f'<section>\n<h2 class="who">{tr(WHO[turn.role])} {time}</h2>\n'
        yield from map(_attachment, turn.attachments)
        if turn.role == "assistant":
            yield from self._reply(turn, prefix)
        elif turn.text:
            yield f'<div class="said plain" dir="auto">{escape(turn.text)}</div>\n'
        if turn.error:
            yield f'<p class="error">{escape(turn.error)}</p>\n'
        stats = stats_line(turn) if self.parts.stats and turn.role == "assistant" else ""
        if stats:
            yield f'<p class="stats">{escape(stats)}</p>\n'
        yield "</section>\n"

    def _reply(self, turn: Turn, prefix: str) -> Iterator[str]:
        for at, passage in enumerate(passages(turn.text)):
            if not passage.text.strip() or (passage.thought and not self.parts.thinking):
                continue
            markup = to_html(passage.text, f"{prefix}{at}-")
            if not passage.thought:
                yield f'<div class="said">{markup}</div>\n'
            else:
                seconds = turn.stats.get("thinking_seconds")
                words = thinking_words(seconds, closed=True, cut=passage.cut)
                yield f"<details><summary>{escape(words)}</summary>\n"
                yield f'<div class="said thought">{markup}</div></details>\n'


def _attachment(attachment: Attachment) -> str:
    words = escape(tr("File {name}", name=attachment.name))
    return f"<details><summary>{words}</summary>\n{code_html(attachment.text, '')}</details>\n"


def _head(title: str) -> str:
    return (
        '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(title)}</title>\n<style>{_colours()}{_STYLE}</style>\n</head>\n<body>\n"
    )


def _contents(titles: list[str]) -> str:
    """Comes last, since the chats are written as they are read; the style puts it first."""
    if len(titles) < 2:
        return ""
    items = "".join(f'<li><a href="#chat-{at}">{escape(title)}</a></li>\n' for at, title in enumerate(titles))
    return f'<nav aria-label="{escape(tr("Chats"))}"><ol>\n{items}</ol></nav>\n'


def _colours() -> str:
    dark = f"@media (prefers-color-scheme: dark) {{ {_variables(DARK)} }}"
    classes = " ".join(f".code .{name} {{ color: var(--{name}); }}" for name in _CODE)
    return f"\n{_variables(LIGHT)}\n{dark}\n{classes}"


def _variables(tokens: Tokens) -> str:
    values = "; ".join(f"--{name}: {value}" for name, value in as_dict(tokens).items() if name != "scheme")
    return f":root {{ {values} }}"
