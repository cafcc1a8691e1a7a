"""Reads a file as text that can go with a message, or says in one line why it can't.

Meant for a thread of its own: a slow disk may take its time here. No Qt.
"""

from __future__ import annotations

import codecs
import re
import stat
from pathlib import Path

from foreword.session.conversation import Attachment
from foreword.ui.translate import tr

MOST_BYTES = 1_000_000
"""More is hundreds of thousands of tokens: no context has room for it."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = re.compile(r"[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]")
_HOLLOW, _SOLID = 0.3, 0.05


class NotAttached(Exception):
    """The message is one line for the user."""


def read_file(path: str) -> tuple[Attachment, str]:
    """(the attachment, a remark for the user or nothing). Raises NotAttached."""
    name = shown_name(Path(path).name)
    try:
        data = _read(Path(path), name)
    except FileNotFoundError:
        raise NotAttached(tr("{name} is no longer there.", name=name)) from None
    except OSError as error:
        raise NotAttached(
            tr("{name} can't be read: {reason}.", name=name, reason=error.strerror or error)
        ) from None
    if data.startswith(b"%PDF-"):
        raise NotAttached(
            tr("{name} is a PDF. Only text and code can be attached: copy its text instead.", name=name)
        )
    text, encoding = _decode(data, name)
    if not text.strip():
        raise NotAttached(tr("{name} is empty.", name=name))
    guessed = encoding == "windows-1252"
    remark = tr(
        "{name} is not in UTF-8. It was read as Windows-1252: look at it, letters may be wrong.", name=name
    )
    return Attachment(name, with_plain_breaks(text)), remark if guessed else ""


def shown_name(name: str) -> str:
    """A file's name as one line of text that can be kept, whatever the file system allows."""
    sound = name.encode("utf-8", "replace").decode("utf-8")
    return " ".join("".join(char if char.isprintable() else " " for char in sound).split()) or "file"


def free_name(name: str, taken: set[str]) -> str:
    """The same, or with a number where another one has it."""
    path, number, free = Path(name), 1, name
    while free in taken:
        number += 1
        free = f"{path.stem} {number}{path.suffix}"
    return free


def with_plain_breaks(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read(path: Path, name: str) -> bytes:
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise NotAttached(tr("{name} is a folder. Attach the files in it instead.", name=name))
    if not stat.S_ISREG(status.st_mode):  # reading a pipe or a device might never end
        raise NotAttached(tr("{name} is not a file.", name=name))
    if status.st_size > MOST_BYTES:
        raise _too_large(name, status.st_size)
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)  # some files have more in them than they say
    if len(data) > MOST_BYTES:
        raise _too_large(name, len(data))
    return data


def _too_large(name: str, size: int) -> NotAttached:
    return NotAttached(
        tr(
            "{name} is too large ({size:,.1f} MB): at most 1 MB can be attached.",
            name=name,
            size=size / 1000000.0,
        )
    )


def _decode(data: bytes, name: str) -> tuple[str, str]:
    """(text, encoding): what the file says of itself, else the first that fits."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], encoding, name), encoding
    for encoding in ("utf-8", _unmarked_utf16(data), "windows-1252"):
        if encoding:
            try:
                return _strictly(data, encoding, name), encoding
            except NotAttached:
                continue
    raise _not_text(name)


def _strictly(data: bytes, encoding: str, name: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise _not_text(name) from None
    # A form feed, a bell or an escape sequence is found in texts; much of the rest is not.
    if "\0" in text or len(_CONTROL.findall(text)) * 200 > len(text):
        raise _not_text(name)
    return text


def _unmarked_utf16(data: bytes) -> str:
    """Every second byte of most Western texts in UTF-16 is zero."""
    if len(data) < 2 or len(data) % 2:
        return ""
    half = len(data) // 2
    even, odd = data[0::2].count(0) / half, data[1::2].count(0) / half
    if odd > _HOLLOW and even < _SOLID:
        return "utf-16-le"
    return "utf-16-be" if even > _HOLLOW and odd < _SOLID else ""


def _not_text(name: str) -> NotAttached:
    return NotAttached(tr("{name} is not a text file. Only text and code can be attached.", name=name))
