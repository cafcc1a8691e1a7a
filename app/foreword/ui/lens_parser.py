"""The parser of Markdown as the writer's, but its inline part keeps book of where each token stands.

A token of text notes in its `meta` the runs that it was put together from, any other one its place. Knows
nothing of what is done with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from foreword.ui.footnotes import footnote_plugin
from foreword.ui.math_rules import math_plugin


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line as the parser gets it, and where it begins in the source."""

    text: str
    start: int


class _State(StateInline):
    """Notes on every token where it stands: runs of (place in the content, place in the text, length)."""

    def __init__(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> None:
        super().__init__(src, md, env, tokens)
        self._runs: list[tuple[int, int, int]] = []
        self._length = 0

    def append_pending(self, text: str) -> None:
        self._runs.append((self._length, self.pos, len(text)))
        self._length += len(text)
        super().append_pending(text)

    def pushPending(self) -> Token:
        runs, self._runs, self._length = self._runs, [], 0
        token = super().pushPending()
        token.meta["runs"] = runs
        return token

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        if not self.pending:  # blanks before a line's end may have been taken back
            self._runs, self._length = [], 0
        token = super().push(ttype, tag, nesting)
        token.meta["at"] = self.pos
        return token


class _Inline(ParserInline):
    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        state = _State(src, md, env, tokens)
        self.tokenize(state)
        _place_delimiters(state.tokens)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def _place_delimiters(tokens: list[Token]) -> None:
    """Several delimiters of one run are pushed at the same place, one behind the other."""
    before, passed = -1, 0
    for token in tokens:
        at = token.meta.get("at")
        if token.type != "text" or at is None or not token.content or set(token.content) - set("*_~"):
            before = -1
            continue
        passed = passed if at == before else 0
        before = at
        token.meta["runs"] = [(0, at + passed, len(token.content))]
        passed += len(token.content)


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False})
    parser.inline = _Inline()
    parser.configure("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.use(math_plugin).use(footnote_plugin)
    return parser.disable(["fragments_join", "text_join"])


MARKDOWN = _make_parser()


def source_lines(source: str, start: int, end: int) -> list[SourceLine]:
    """The lines of a block as the parser counts them: a blank line has no blanks left in it."""
    lines = []
    at = start
    for line in source[start:end].split("\n"):
        if not line.strip():
            lines.append(SourceLine("", at))
        else:
            place = at
            for part in line.removesuffix("\r").split("\r"):
                lines.append(SourceLine(part.replace("\0", "\ufffd"), place))
                place += len(part) + 1
        at += len(line) + 1
    return lines
