"""Walks through what was asked before, and back to what was being typed. Pure: no Qt."""

from __future__ import annotations

from collections.abc import Iterable


class History:
    """The questions, oldest first, and behind them the line that is being typed.

    A question that was changed while one walked stays changed until the walk begins anew.
    """

    def __init__(self) -> None:
        self._questions: tuple[str, ...] = ()
        self._lines = [""]
        self._at = 0

    def set_questions(self, questions: Iterable[str]) -> None:
        """Empty ones and immediate repetitions count for nothing. More questions don't end a walk."""
        kept: list[str] = []
        for text in questions:
            if text.strip() and kept[-1:] != [text]:
                kept.append(text)
        longer = tuple(kept)
        known = len(self._questions)
        if self._at < known and longer[:known] == self._questions:
            self._lines[known:known] = longer[known:]
        else:
            self._lines, self._at = [*longer, self._lines[-1]], len(longer)
        self._questions = longer

    def rest(self) -> None:
        """Stand behind the last question again, with nothing typed."""
        self._lines, self._at = [*self._questions, ""], len(self._questions)

    def step(self, text: str, by: int) -> str | None:
        """From `text`, which is shown now, one back (-1) or forth (+1); None where there is nothing."""
        if text != self._lines[self._at] and text == self._lines[-1]:
            self._at = len(self._questions)  # the step here was undone
        target = self._at + by
        if not 0 <= target < len(self._lines):
            return None
        self._lines[self._at] = text
        self._at = target
        return self._lines[target]

    def draft(self, text: str) -> str:
        """What was typed, where `text` is shown: a question that is only looked at is none of it."""
        looking = self._at < len(self._questions) and text == self._questions[self._at]
        return self._lines[-1] if looking else text
