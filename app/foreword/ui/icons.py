"""Our own line icons, drawn in the colour that the theme asks for. Knows no widget."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from foreword.ui import zoom
from foreword.ui.resources import resource

_SIZES = (16, 20, 24, 32, 48)
_DIRECTED = frozenset(
    ("chevron-left", "chevron-right", "sidebar", "panel-right", "send", "continue", "reuse", "branch")
)
"""They point along the line of reading, and are turned where that runs from right to left."""


def icon(name: str, colour: str, disabled: str | None = None) -> QIcon:
    """The icon `resources/icons/<name>.svg` in a colour (#rrggbb). Raises FileNotFoundError."""
    ratios = {2.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())}
    return _icon(name, colour, disabled, tuple(sorted(ratios)), zoom.factor(), _turned(name))


@lru_cache(maxsize=512)  # a long chat shows the same few thousands of times
def _icon(
    name: str, colour: str, disabled: str | None, ratios: tuple[float, ...], factor: float, turned: bool
) -> QIcon:
    """One picture for each size and screen: drawn for it, a line is sharp; scaled to it, it blurs."""
    result = QIcon()
    for size in dict.fromkeys((*(round(size * factor) for size in _SIZES), *_SIZES)):
        for ratio in ratios:
            result.addPixmap(_draw(name, colour, size, ratio, turned))
            if disabled:
                result.addPixmap(_draw(name, disabled, size, ratio, turned), QIcon.Mode.Disabled)
    return result


def pixmap(name: str, colour: str, size: int, ratio: float = 2.0) -> QPixmap:
    """A square picture of `size` device-independent pixels, drawn `ratio` times as fine."""
    return _draw(name, colour, size, ratio, _turned(name))


def _turned(name: str) -> bool:
    return name in _DIRECTED and QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft


def _draw(name: str, colour: str, size: int, ratio: float, turned: bool) -> QPixmap:
    renderer = _renderer(name, colour)
    result = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    result.setDevicePixelRatio(ratio)
    result.fill(Qt.GlobalColor.transparent)
    painter = QPainter(result)
    if turned:
        painter.translate(size, 0)
        painter.scale(-1, 1)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return result


@lru_cache(maxsize=64)
def _renderer(name: str, colour: str) -> QSvgRenderer:
    source = resource(f"icons/{name}.svg").read_bytes().replace(b"currentColor", colour.encode())
    renderer = QSvgRenderer(QByteArray(source))
    if not renderer.isValid():
        raise ValueError(f"icon {name} is not a valid SVG")
    return renderer


def app_icon() -> QIcon:
    """The icon of the app, as it is: it keeps its own colours."""
    result = QIcon()
    for size in (16, 32, 48, 64, 128, 256):
        result.addPixmap(pixmap("foreword", "#000000", size, 1.0))
    return result
