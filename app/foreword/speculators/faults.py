"""What went wrong with a plugin, in one line and with its traceback. Calls no method twice, keeps no frame.

An exception is a stranger's object: its text may raise, lie about its type, or be endless. So this runs on
the speculator's own lane, and only plain, short text leaves it.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass

LONGEST_LINE, LONGEST_DETAIL = 300, 20_000
"""In characters: what a line on screen and a traceback are cut to."""


class Refused(Exception):
    """What a plugin is, or returned, can't be used. The message is the whole reason; a cause, if there is
    one, gives the traceback."""


@dataclass(frozen=True, slots=True)
class Fault:
    """`problem` is one line for the user, `detail` the traceback, empty where it would say no more."""

    problem: str
    detail: str = ""


def fault_of(what: str, error: BaseException) -> Fault:
    """The fault in the call of `what`: "draft"."""
    if type(error) is Refused:
        cause = error.__cause__
        return Fault(str(error), _traceback(cause) if cause is not None else "")
    return Fault(f"failed in {what}: {in_words(error)}", _traceback(error))


def hang(what: str, seconds: float) -> Fault:
    """The fault of a call that was abandoned."""
    return Fault(f"hangs: {what} did not return within {seconds:g} s")


def in_words(error: BaseException) -> str:
    """The exception's type, and the first line of its text."""
    message = message_of(error)
    return f"{type(error).__name__}{': ' if message else ''}{message}"


def message_of(error: BaseException) -> str:
    """The first line of an exception's text, and not too much of it."""
    try:
        return one_line(str(error))
    except BaseException:  # noqa: BLE001 - the plugin boundary: its text may be code that raises anything
        return "(its message can't be read)"


def one_line(text: str) -> str:
    """The first line with anything in it, cut, as a plain str even where `text` is a subclass."""
    lines = str.strip(plain(text, LONGEST_DETAIL)).splitlines()
    return lines[0][:LONGEST_LINE] if lines else ""


def plain(text: str, longest: int) -> str:
    """The first `longest` characters as a plain str. Calls no method that a subclass may have replaced."""
    return str.__getitem__(text, slice(0, longest))


def _traceback(error: BaseException) -> str:
    try:
        text = "".join(traceback.format_exception(error))
    except BaseException:  # noqa: BLE001 - the plugin boundary, as above
        return "(its traceback can't be read)"
    # The end says what it was, the beginning where it began; a recursion is long in between.
    half = LONGEST_DETAIL // 2
    return text if len(text) <= LONGEST_DETAIL else f"{text[:half]}\n[...]\n{text[-half:]}"
