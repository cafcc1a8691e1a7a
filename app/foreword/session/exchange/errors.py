"""What ends an export, an import, a backup or a restore early. The message is one line for the user."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from foreword.session.translate import mark, tr
from foreword.storage.errors import StorageError

_FULL = mark("The disk is full: free some space, then try again.")


class ExchangeError(Exception):
    """It can't be done. The message says why, and what to do."""


class Cancelled(Exception):
    """The user doesn't want it any more."""


@contextmanager
def one_line(path: Path) -> Iterator[None]:
    """Turn the faults of the environment around this file into an ExchangeError."""
    try:
        yield
    except StorageError as error:
        raise ExchangeError(str(error)) from error
    except OSError as error:
        raise ExchangeError(_words(error, path)) from error


def _words(error: OSError, path: Path) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return tr(_FULL)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return tr(
            "Foreword may not use {path}: check its rights, or choose another folder.",
            path=error.filename or path,
        )
    if error.errno == errno.ENOENT:
        return tr("{path} is not there.", path=error.filename or path)
    return tr("{path} can't be used ({reason}).", path=error.filename or path, reason=error.strerror or error)
