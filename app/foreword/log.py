"""The log file: what the app did and what went wrong, never what was said in a chat.

Knows nothing of Qt; `app.py` sends Qt's own messages here.
"""

from __future__ import annotations

import logging
import sys
import threading
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

_FORMAT = "%(asctime)s %(levelname)-7s %(threadName)s %(name)s: %(message)s"
_MAX_BYTES = 1_000_000
_OLD_FILES = 2

log = logging.getLogger(__name__)


def start(path: Path, *, debug: bool = False) -> None:
    """Log to `path`, and with `debug` in full and to standard error too. Raises OSError if it can't.

    Exceptions that nobody caught are logged with their traceback, on every thread.
    """
    to_file = RotatingFileHandler(path, maxBytes=_MAX_BYTES, backupCount=_OLD_FILES, encoding="utf-8")
    handlers: list[logging.Handler] = [to_file]
    if debug:
        handlers.append(logging.StreamHandler())
    for handler in handlers:
        handler.setFormatter(logging.Formatter(_FORMAT))
    logging.basicConfig(level=logging.DEBUG if debug else logging.INFO, handlers=handlers, force=True)
    logging.getLogger("markdown_it").setLevel(logging.INFO)  # else twenty lines for each paragraph
    logging.captureWarnings(capture=True)
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_uncaught_in_thread


def _log_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, Exception):
        log.critical("uncaught", exc_info=(kind, error, trace))
    sys.__excepthook__(kind, error, trace)


def _log_uncaught_in_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None:
        log.critical("uncaught", exc_info=(args.exc_type, args.exc_value, args.exc_traceback))
    threading.__excepthook__(args)
