"""What the lines around the composer say. Pure text, no Qt."""

from __future__ import annotations


def composer_hint(
    *, busy: bool, elsewhere: bool, typed: bool, enter_sends: bool = True, reading: bool = False
) -> str:
    """The quiet line below the composer. `elsewhere`: the reply is being written in another chat."""
    if busy and elsewhere:
        return "A reply is being written in another chat. Esc stops it."
    if busy:
        return (
            "You can send this when the reply is complete. Esc stops it." if typed else "Esc stops the reply"
        )
    if reading:
        return "You can send this when the files are read"
    if enter_sends:
        return "Enter sends, Shift+Enter breaks the line"
    return "Ctrl+Enter sends, Enter breaks the line"


def send_words(*, enter_sends: bool) -> str:
    """The button's tooltip."""
    return "Send (Enter)" if enter_sends else "Send (Ctrl+Enter)"
