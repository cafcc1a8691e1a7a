"""Cells to lines of equal columns."""

from __future__ import annotations

from collections.abc import Sequence


def aligned(lines: Sequence[Sequence[str]], words: int) -> list[str]:
    """Text lines; the first `words` columns are words and stand to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [_padded(line, widths, words) for line in lines]


def _padded(cells: Sequence[str], widths: Sequence[int], words: int) -> str:
    padded = [
        cell.ljust(width) if at < words else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(padded).rstrip()
