"""Takes files that are dragged over a part of the window. What becomes of them it doesn't know."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

_HELD = (QEvent.Type.DragEnter, QEvent.Type.DragMove)


class DropZone(QObject):
    """Lives as long as its `area`. Dragged text is left to whoever is below."""

    #: bool - files are held over the area.
    hovered = Signal(bool)
    #: object: tuple[str, ...] - paths.
    dropped = Signal(object)

    def __init__(self, area: QWidget) -> None:
        super().__init__(area)
        area.setAcceptDrops(True)
        area.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DragLeave:
            self.hovered.emit(False)
        elif isinstance(event, QDropEvent) and local_files(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)  # a move would take the file from its folder
            event.accept()
            held = event.type() in _HELD
            self.hovered.emit(held)
            if not held:
                self.dropped.emit(local_files(event.mimeData()))
            return True
        return super().eventFilter(watched, event)


def local_files(source: QMimeData) -> tuple[str, ...]:
    """The paths among what is pasted or dragged; addresses of pages are none."""
    return tuple(url.toLocalFile() for url in source.urls() if url.isLocalFile())
