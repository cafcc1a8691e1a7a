"""Whether a tokenizer.json can be used without harm: its rules run on every text, and can't be stopped.

A pattern that tries exponentially many ways, or replacements that make a text a million times as long,
would hang or fill the app at the first message. Reads the file alone; tokenizes nothing.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from foreword.target.target import TargetError

LONGEST_PATTERN = 20_000
MOST_GROWTH = 1000
"""How many times as long all replacements together may make a text."""
_RULES = ("normalizer", "pre_tokenizer", "decoder")
_HIGH = 4
"""Bounded repetitions beyond this are as bad as unbounded ones where what is repeated is ambiguous."""


_EMPTY = re.compile(r"\[\^?\]")
"""Where a class ends that begins like this, not everybody agrees."""


def check_tokenizer_file(file: Path) -> None:
    """Raises TargetError, one line, where the rules could run without end. A missing file is for others."""
    try:
        facts = file.stat()
    except OSError:
        return
    if problem := _problem(file, facts.st_size, facts.st_mtime_ns):
        raise TargetError(f"{file.name} of {file.parent.name} is refused: {problem}")


@functools.lru_cache(maxsize=8)
def _problem(file: Path, _size: int, _changed: int) -> str:
    """What is wrong with the file as it is now; read once, since large ones take a third of a second."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        return f"it can't be read ({type(error).__name__})"
    if not isinstance(content, dict):
        return "it holds no tokenizer"
    growth = 1
    for rule in _tables([content.get(name) for name in _RULES]):
        pattern = rule.get("Regex")
        if isinstance(pattern, str) and (len(pattern) > LONGEST_PATTERN or is_explosive(pattern)):
            return "one of its patterns could take for ever on some texts"
        for inserted in (rule.get("content"), rule.get("prepend"), rule.get("replacement")):
            if isinstance(inserted, str):
                growth *= max(1, len(inserted))
        if growth > MOST_GROWTH:
            return f"its replacements make a text more than {MOST_GROWTH} times as long"
    return ""


def _tables(value: Any) -> Iterator[dict[str, Any]]:
    """Every table within. The file was read, so it isn't nested deeper than Python's own limit."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            yield item
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)


def is_explosive(pattern: str) -> bool:
    """Whether a group that can match one text in several ways is itself repeated: a match that fails then
    tries exponentially many of them. Stricter than need be; no tokenizer in use has such a group."""
    return _Scanner(pattern).explodes()


class _Scanner:
    """Walks through a regular expression of Oniguruma's kind, as far as groups and repetitions go."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        #: For each open group whether it can match one text in several ways; the last is the innermost.
        self._loose = [False]
        self._doubtful = False

    def explodes(self) -> bool:
        while self._at < len(self._pattern):
            group = self._atom()
            if group is None:
                continue
            least, most, possessive = self._repetition()
            if group and most > _HIGH and not possessive:
                return True
            if group or (least != most and not possessive):
                self._loose[-1] = True
        return self._doubtful

    def _atom(self) -> bool | None:
        """Move behind the next atom; True where it is a group that is loose. None: nothing to repeat."""
        letter = self._pattern[self._at]
        self._at += 1
        if letter == "(":
            self._loose.append(False)
            return None
        if letter == ")":
            return self._loose.pop() if len(self._loose) > 1 else False
        if letter == "|":
            self._loose[-1] = True
            return None
        if letter == "[":
            self._skip_class()
        elif letter == "\\":
            self._skip_escape()
        elif letter in "?*+" and self._pattern[self._at - 2 : self._at - 1] == "(":
            return None  # (?: and its like
        return False

    def _skip_escape(self) -> None:
        kind = self._pattern[self._at : self._at + 1]
        self._at += 1
        if kind and kind in "pPxuk" and self._pattern[self._at : self._at + 1] in ("{", "<"):
            closing = "}" if self._pattern[self._at] == "{" else ">"
            end = self._pattern.find(closing, self._at)
            self._at = len(self._pattern) if end < 0 else end + 1

    def _skip_class(self) -> None:
        depth = 1
        self._doubtful |= bool(_EMPTY.match(self._pattern, self._at - 1))
        while depth and self._at < len(self._pattern):
            letter = self._pattern[self._at]
            self._at += 1
            if letter == "\\":
                self._at += 1
            elif letter == "[":
                self._doubtful |= bool(_EMPTY.match(self._pattern, self._at - 1))
                depth += 1
            elif letter == "]":
                depth -= 1

    def _repetition(self) -> tuple[int, float, bool]:
        """Least and most times that the atom just passed is repeated, and whether it gives nothing back."""
        least, most = 1, 1.0
        possessive = False
        while self._at < len(self._pattern):
            letter = self._pattern[self._at]
            if letter in "*+?":
                low, high = {"*": (0, float("inf")), "+": (1, float("inf")), "?": (0, 1.0)}[letter]
                self._at += 1
            elif letter == "{" and (found := self._bounds()) is not None:
                low, high = found
            else:
                break
            least, most = least * low, most * high if high else 0.0
            follows = self._pattern[self._at : self._at + 1]
            if letter != "{" and follows and follows in "+?":  # possessive, or lazy
                possessive = possessive or follows == "+"
                self._at += 1
        return least, most, possessive

    def _bounds(self) -> tuple[int, float] | None:
        """Those of {n}, {n,}, {,m} or {n,m}, behind which it then stands; None where it is no repetition."""
        end = self._pattern.find("}", self._at)
        low, comma, high = self._pattern[self._at + 1 : max(end, 0)].partition(",")
        if end < 0 or not (low or high) or not (low + high).isdecimal():
            return None
        self._at = end + 1
        least = int(low or 0)
        return least, (float(high) if high else float("inf")) if comma else float(least)
