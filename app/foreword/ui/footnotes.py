"""Footnotes in Markdown: `[^label]` in the text, and `[^label]: words` where the note stands.

Pure: finds them in source. A note may come long after the text that asks for it, so what a reference
looks like is settled only when its note is there. Knows nothing of rendering.
"""

from __future__ import annotations

import re
import textwrap

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

_REFERENCE = re.compile(r"\[\^([^\]\s^\[]+)\](?![:(])")
_NOTE = re.compile(r"^ {0,3}\[\^([^\]\s]+)\]:[ \t]*")


def footnote_plugin(parser: MarkdownIt) -> None:
    """Teach the parser `footnote_ref`; the token's `content` is the label, its `info` the source."""
    parser.inline.ruler.before("link", "footnote_ref", _rule)


def _rule(state: StateInline, silent: bool) -> bool:
    found = _REFERENCE.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        token = state.push("footnote_ref", "", 0)
        token.content, token.info = found[1], found[0]
    state.pos = found.end()
    return True


def split_note(source: str) -> tuple[str, str] | None:
    """The label of a note and its own Markdown; None where the block isn't a note."""
    found = _NOTE.match(source)
    if found is None:
        return None
    first, _, rest = source[found.end() :].partition("\n")
    return found[1], f"{first}\n{textwrap.dedent(rest)}"
