"""What a block of Markdown shows, character by character, and where in the source each stands.

The block is read once more, in the order in which the writer writes it; what comes out are atoms. Pure;
knows nothing of documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from markdown_it.token import Token

from foreword.ui.footnotes import split_note
from foreword.ui.inline import SAFE_SCHEMES, image_words, printable
from foreword.ui.lens_parser import MARKDOWN, SourceLine, source_lines
from foreword.ui.lens_rows import CONTAINER, Cell, cells_of, contents_of, trimmed

Kind = Literal["literal", "whole", "mark", "number"]

_TASK = re.compile(r"\[([ xX])\][ \t]+(?=\S)")
#: Stand for an image's text and address while its words are put together.
_LABEL, _ADDRESS = "\ue000", "\ue001"
_LABEL_OR_ADDRESS = re.compile(f"([{_LABEL}{_ADDRESS}])")
_BEFORE_HEADING = re.compile(CONTAINER + r"*[ \t]*#{1,6}[ \t]*")


@dataclass(frozen=True, slots=True)
class Atom:
    """Text that is shown, and `source[start:end]` that it comes from.

    `literal`: character by character. `whole`: as one, such as an entity. `mark`: as typed, or else a
    picture or a number in its place. `number`: that of a footnote, which the source doesn't have.
    """

    text: str
    start: int
    end: int
    kind: Kind = "literal"


def shown_text(atom: Atom) -> str:
    """What the document has for it, as long as no picture stands there."""
    return printable(atom.text).replace("\n", "")


def atoms(source: str, start: int, end: int, references: Mapping[str, Any]) -> list[Atom]:
    """What the block `source[start:end]` shows. `references`: link definitions known when it was written."""
    lines = source_lines(source, start, end)
    text = "\n".join(line.text for line in lines) + "\n"
    note = split_note(text)
    env: dict[str, Any] = {"references": dict(references)} if references else {}
    tokens = MARKDOWN.parse(note[1] if note else text, env)
    return list(_Reader(lines, numbered=note is not None).read(tokens))


class _Reader:
    """Goes through one block's tokens in the order in which the writer writes them."""

    def __init__(self, lines: list[SourceLine], *, numbered: bool) -> None:
        self._lines = lines
        self._numbered = numbered
        self._lists = 0
        self._item_open = False
        self._heading = False
        self._cells: list[Cell] | None = None

    def read(self, tokens: list[Token]) -> Iterator[Atom]:
        for number, token in enumerate(tokens):
            match token.type:
                case "inline" if self._cells is not None:
                    if self._cells:
                        yield from self._inline(token, *trimmed(self._cells.pop(0)))
                case "inline":
                    yield from self._paragraph(token)
                case "fence" | "code_block":
                    self._item_open = False
                    yield from self._code(token)
                case "math_block":
                    self._item_open = False
                    yield self._display(token)
                case "tr_open":
                    assert token.map is not None
                    self._cells = cells_of(self._lines[token.map[0]], contents_of(tokens, number))
                case _:
                    self._enter_or_leave(token)

    def _enter_or_leave(self, token: Token) -> None:
        """What decides whether the text to come begins a task, or is a heading."""
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                self._lists += 1
            case "bullet_list_close" | "ordered_list_close":
                self._lists -= 1
            case "list_item_open":
                self._item_open = True
            case "heading_open":
                self._heading = token.markup.startswith("#")
            case "table_close":
                self._cells = None
                self._item_open = False
            case "hr":
                self._item_open = False

    def _paragraph(self, token: Token) -> Iterator[Atom]:
        if self._numbered:
            self._numbered = False
            yield Atom("", 0, 0, "number")
        found = list(self._inline(token, token.content, self._content_places(token)))
        task = _TASK.match(token.content) if self._item_open and self._lists else None
        self._item_open = self._heading = False
        if task and _begins_with(token, task[0]):
            found = _without(found, task.end())
        yield from found

    def _content_places(self, token: Token) -> list[int]:
        """Where each character of an inline token's content stands. Lines agree from their end."""
        assert token.map is not None
        places: list[int] = []
        for number, text in enumerate(token.content.split("\n"), token.map[0]):
            line = self._lines[number]
            bare = text.strip()
            heading = _BEFORE_HEADING.match(line.text) if self._heading else None
            found = heading.end() if heading else line.text.rfind(bare)
            begin = line.start + found - (len(text) - len(text.lstrip()))
            places += range(begin, begin + len(text) + 1)
        return places

    def _code(self, token: Token) -> Iterator[Atom]:
        assert token.map is not None
        first = token.map[0] + (token.type == "fence")
        content = token.content.removesuffix("\n")
        for number, text in enumerate(content.split("\n"), first):
            if number >= len(self._lines) or not text:
                continue
            line = self._lines[number]
            bare = text.lstrip()
            begin = line.start + len(line.text) - len(bare)
            blanks = min(len(text) - len(bare), begin - line.start)
            if blanks < len(text) - len(bare):  # a tab that was taken apart
                yield Atom(text[: len(text) - len(bare) - blanks], line.start, line.start, "whole")
            yield Atom(text[len(text) - len(bare) - blanks :], begin - blanks, line.start + len(line.text))

    def _display(self, token: Token) -> Atom:
        assert token.map is not None
        first, last = self._lines[token.map[0]], self._lines[token.map[1] - 1]
        start = first.start + len(first.text) - len(first.text.lstrip(" \t>"))
        return Atom(token.info, start, last.start + len(last.text), "mark")

    # --- inline tokens
    def _inline(self, inline: Token, text: str, places: list[int]) -> Iterator[Atom]:
        if text != inline.content:
            return
        places.append(places[-1] + 1 if places else 0)
        address = ""
        for token in inline.children or []:
            at = int(token.meta.get("at", 0))
            match token.type:
                case "softbreak" | "hardbreak":
                    feed = text.find("\n", at)
                    yield Atom("\u2028", places[feed], places[feed] + 1, "whole")
                case "math_inline" | "footnote_ref":
                    end = at + len(token.info)
                    yield Atom(token.info, places[at], places[end - 1] + 1, "mark")
                case "text_special":
                    end = at + len(token.markup)
                    yield Atom(token.content, places[at], places[end - 1] + 1, "whole")
                case "link_open":
                    href = str(token.attrs.get("href", ""))
                    address = "" if href.lower().startswith(SAFE_SCHEMES) else href
                case "link_close":
                    if address:
                        yield from _found(f" ({address})", address, text, at, places, "](")
                    address = ""
                case "image":
                    yield from _image(token, text, at, places)
                case "code_inline":
                    begin = at + len(token.markup)
                    yield from _found(token.content, token.content, text.replace("\n", " "), begin, places)
                case _ if "runs" in token.meta:
                    yield from _runs(token, places)
                case "text":
                    yield from _found(token.content, token.content, text, at, places)


def _runs(token: Token, places: list[int]) -> Iterator[Atom]:
    size = len(token.content)
    for begin, at, length in token.meta["runs"]:
        kept = min(length, size - begin)
        if kept > 0:
            yield from _literal(token.content[begin : begin + kept], places[at : at + kept])


def _literal(text: str, places: list[int]) -> Iterator[Atom]:
    """One atom for each stretch that stands together in the source: an escaped pipe of a table parts it."""
    begin = 0
    for number in range(1, len(text) + 1):
        if number == len(text) or places[number] != places[number - 1] + 1:
            yield Atom(text[begin:number], places[begin], places[number - 1] + 1)
            begin = number


def _found(shown: str, words: str, text: str, at: int, places: list[int], behind: str = "") -> Iterator[Atom]:
    """`shown` holds `words`, which stand in the source from `at` on, unless they were made different there;
    `behind`: what has to stand at that place if they do."""
    place = text.find(words, at) if words and text.startswith(behind, at) else -1
    if place < 0:
        yield Atom(shown, places[at], places[at] + 1, "whole")
        return
    before, _, after = shown.partition(words)
    if before:
        yield Atom(before, places[at], places[at] + 1, "whole")
    yield from _literal(words, places[place : place + len(words)])
    if after:
        last = places[place + len(words) - 1]
        yield Atom(after, last, last + 1, "whole")


def _image(token: Token, text: str, at: int, places: list[int]) -> Iterator[Atom]:
    """The words that stand for an image, in whatever order: its own text, its address, and others."""
    label, address = token.content, str(token.attrs.get("src", ""))
    begin = at + 2
    for part in _LABEL_OR_ADDRESS.split(image_words(_LABEL, _ADDRESS)):
        if part == _LABEL and label:
            yield from _literal(label, places[begin : begin + len(label)])
        elif part == _ADDRESS and address:
            yield from _found(address, address, text, begin + len(label), places, "](")
        elif part and part not in (_LABEL, _ADDRESS):
            yield Atom(part, places[at], places[at] + 1, "whole")


# --- tasks
def _begins_with(inline: Token, start: str) -> bool:
    """Whether the text before the first formatting begins with this."""
    text = ""
    for token in inline.children or []:
        if token.type not in ("text", "text_special"):
            break
        text += token.content
    return text.startswith(start)


def _without(found: list[Atom], count: int) -> list[Atom]:
    """Leave out so many of the first characters: the box of a task is shown as a box."""
    rest = []
    for atom in found:
        taken = min(count, len(atom.text))
        count -= taken
        if taken < len(atom.text):
            rest.append(Atom(atom.text[taken:], atom.start + taken, atom.end, atom.kind) if taken else atom)
    return rest
