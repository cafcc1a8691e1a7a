"""Where icons and styles lie: inside the installed package, else in the checkout. Reads nothing."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_ROOTS = (_PACKAGE / "resources", _PACKAGE.parent.parent / "resources")


def resource(name: str) -> Path:
    """The path of one of our own files, such as `icons/send.svg`. Raises FileNotFoundError."""
    for root in _ROOTS:
        path = root / name
        if path.is_file():
            return path
    raise FileNotFoundError(f"resource {name} is neither in {_ROOTS[0]} nor in {_ROOTS[1]}")
