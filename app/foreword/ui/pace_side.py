"""The chat, and at its side at most one pane. Where both don't fit side by side, the pane lies over the chat.

Knows nothing of what they show.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStyle, QWidget

from foreword.ui.zoom import px

LEAST = 304
"""A chat narrower than this can't be read beside a pane."""


class SideRoom(QWidget):
    """Panes have a fixed width; the one that isn't hidden is shown at the end of the line."""

    def __init__(self, chat: QWidget, panes: Sequence[QWidget]) -> None:
        super().__init__()
        self._chat = chat
        self._panes = tuple(panes)
        chat.setParent(self)
        for pane in self._panes:
            hidden = pane.isHidden()
            pane.setParent(self)
            pane.setHidden(hidden)
            pane.installEventFilter(self)

    def overlays(self) -> bool:
        """Whether the pane that is shown lies over the chat."""
        pane = self._shown()
        return pane is not None and self.width() - pane.minimumWidth() < px(LEAST)

    def sizeHint(self) -> QSize:
        pane = self._shown()
        hint = self._chat.sizeHint()
        return QSize(hint.width() + (pane.minimumWidth() if pane else 0), hint.height())

    def minimumSizeHint(self) -> QSize:
        return self._chat.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        elif event.type() == QEvent.Type.LayoutDirectionChange:
            self._place()
        return super().event(event)

    def eventFilter(self, _pane: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self.updateGeometry()
            self._place()
        return False

    def _shown(self) -> QWidget | None:
        return next((pane for pane in self._panes if not pane.isHidden()), None)

    def _place(self) -> None:
        pane, whole = self._shown(), self.rect()
        chat = QRect(whole)
        if pane is not None:
            at = QRect(whole.width() - pane.minimumWidth(), 0, pane.minimumWidth(), whole.height())
            if not self.overlays():
                chat.setWidth(at.left())
            pane.setGeometry(QStyle.visualRect(self.layoutDirection(), whole, at))
            pane.raise_()
        self._chat.setGeometry(QStyle.visualRect(self.layoutDirection(), whole, chat))
