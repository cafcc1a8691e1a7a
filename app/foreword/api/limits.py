"""What the host holds a speculator to. Each number stands here once: the host and the guide read it.

    python -m foreword.api.limits        prints the table as Markdown

Knows only the numbers and their meaning; the host enforces them, `foreword.api.testing` checks them. A later
version may be more generous, but not stricter.
"""

from __future__ import annotations

import sys
from typing import Final

CALL_SECONDS: Final = 2.0
"""After so long a call is abandoned, but for those that may take their time."""

ACT_SECONDS: Final = 10.0
"""How long the answer of a button is waited for; it may come later, but isn't shown then."""

SLOW_FACTOR: Final = 10
SLOW_STEPS: Final = 5
"""A speculator whose drafts take so many times `Budget.microseconds`, for so many steps in a row, is left
out of the reply."""

MOST_LIKELIEST: Final = 16
"""The largest `likeliest_wanted`."""

MOST_OPTIONS: Final = 64
MOST_LINES: Final = 32
MOST_CHOICES: Final = 1_000
"""How many options, facts and buttons, and choices of an option are shown."""

SHORT: Final = 120
LONG: Final = 500
"""Characters of a label, and of a sentence or a value."""


def rows() -> tuple[tuple[str, str, str], ...]:
    """(what, its limit, what happens beyond it), one row for each limit."""
    out = "left out until it is switched on anew"
    return (
        ("tokens of a draft", "`Budget.tokens`", "the rest is cut off, unread"),
        ("token ids of a draft", "0 to `vocab_size` - 1", out),
        ("an exception", "none but `Unsuitable` in `attach` and `start`", out),
        (
            "a call of `draft`, `observe`, `finish`, `status`, `forget`, `configure`, `close`",
            f"{CALL_SECONDS:g} seconds",
            f"abandoned; {out}",
        ),
        ("a call of `open`, `attach`, `start`, `learn`, `act`", "none", "isn't asked until it returns"),
        (
            "drafting, several steps in a row",
            f"{SLOW_FACTOR} times `Budget.microseconds`, {SLOW_STEPS} steps",
            "left out of the reply",
        ),
        ("the answer of a button", f"{ACT_SECONDS:g} seconds", "isn't shown"),
        ("`likeliest_wanted`", f"0 to {MOST_LIKELIEST}", "can't be switched on"),
        ("options", f"{MOST_OPTIONS}", "can't be switched on"),
        ("facts, and buttons, of a status", f"{MOST_LINES} each", "the rest isn't shown"),
        ("choices of an option", f"{MOST_CHOICES}", "the rest isn't shown"),
        ("a label; any other text", f"{SHORT} characters; {LONG}", "cut"),
    )


def table() -> str:
    """The rows as a Markdown table."""
    lines = [" | ".join(row) for row in (("what", "limit", "beyond it"), ("---",) * 3, *rows())]
    return "".join(f"| {line} |\n" for line in lines)


if __name__ == "__main__":
    sys.stdout.write(table())
