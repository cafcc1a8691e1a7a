"""Our own line icons, drawn in the colour that the theme asks for. Knows no widget."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from foreword.ui.resources import resource

_SIZES = (16, 20, 24, 32, 48)


@lru_cache(maxsize=512)  # a long chat shows the same few thousands of times
def icon(name: str, colour: str, disabled: str | None = None) -> QIcon:
    """The icon `resources/icons/<name>.svg` in a colour (#rrggbb). Raises FileNotFoundError."""
    result = QIcon()
    for size in _SIZES:
        result.addPixmap(pixmap(name, colour, size))
        if disabled:
            result.addPixmap(pixmap(name, disabled, size), QIcon.Mode.Disabled)
    return result


def pixmap(name: str, colour: str, size: int, ratio: float = 2.0) -> QPixmap:
    """A square picture of `size` device-independent pixels, drawn `ratio` times as fine."""
    source = resource(f"icons/{name}.svg").read_bytes().replace(b"currentColor", colour.encode())
    renderer = QSvgRenderer(QByteArray(source))
    if not renderer.isValid():
        raise ValueError(f"icon {name} is not a valid SVG")
    result = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    result.setDevicePixelRatio(ratio)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return result


def app_icon() -> QIcon:
    """The icon of the app, as it is: it keeps its own colours."""
    result = QIcon()
    for size in (16, 32, 48, 64, 128, 256):
        result.addPixmap(pixmap("foreword", "#000000", size, 1.0))
    return result
