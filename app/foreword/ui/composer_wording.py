"""What the lines around the composer say. Pure text."""

from __future__ import annotations

from foreword.ui.translate import tr


def composer_hint(
    *, busy: bool, elsewhere: bool, typed: bool, enter_sends: bool = True, reading: bool = False
) -> str:
    """The quiet line below the composer. `elsewhere`: the reply is being written in another chat."""
    if busy and elsewhere:
        return tr("A reply is being written in another chat. Esc stops it.")
    if busy:
        if typed:
            return tr("You can send this when the reply is complete. Esc stops it.")
        return tr("Esc stops the reply")
    if reading:
        return tr("You can send this when the files are read")
    if enter_sends:
        return tr("Enter sends, Shift+Enter breaks the line")
    return tr("Ctrl+Enter sends, Enter breaks the line")


def send_words(*, enter_sends: bool) -> str:
    """The button's tooltip."""
    return tr("Send (Enter)") if enter_sends else tr("Send (Ctrl+Enter)")
