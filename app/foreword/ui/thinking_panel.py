"""What a model thought, folded into one line that opens on click or key. Lies on its room in the message.

Nothing is rendered while it is folded, so that long thinking costs nothing until somebody reads it. Knows
one region; the view that the thoughts are shown in is made by whoever makes the panel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from foreword.ui.icons import icon
from foreword.ui.styles import THINKING_HEADER_HEIGHT, TextStyles
from foreword.ui.thinking import thinking_words
from foreword.ui.translate import tr
from foreword.ui.writer import Region
from foreword.ui.zoom import px

if TYPE_CHECKING:
    from foreword.ui.message_view import MessageView

_LEFT = 20  # of the text: behind a bar in the middle of the arrow above
_BAR = 10


class ThinkingPanel(QWidget):
    """A button, and below it the thoughts once they were asked for."""

    #: It wants another height now.
    room_changed = Signal()
    link_activated = Signal(str)

    def __init__(
        self,
        region: Region,
        styles: TextStyles,
        make_view: Callable[[TextStyles, QWidget], MessageView],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.region = region
        self._styles = styles
        self._make_view = make_view
        self.view: MessageView | None = None
        self.button = QToolButton(self)
        self.button.setObjectName("thinking")
        self.button.setCheckable(True)
        self.button.setIconSize(QSize(16, 16))
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.button.toggled.connect(self.set_open)
        self._draw_arrow()

    @property
    def is_open(self) -> bool:
        return self.button.isChecked()

    @property
    def start(self) -> int:
        """Where in the source what is shown begins: behind the tag, and without empty lines."""
        thought = self.region.thought
        return self.region.thought_start + len(thought) - len(thought.lstrip("\n"))

    def drop(self) -> None:
        """The region is gone."""
        self.hide()
        self.deleteLater()

    def follow(self, seconds: float | None) -> None:
        """Take over what was thought since, and how long it took."""
        region = self.region
        words = thinking_words(seconds, closed=region.closed, cut=region.cut)
        if words != self.button.text():
            self.button.setText(words)
            self.button.setAccessibleName(words)
            self.button.adjustSize()
        if self.view is not None and self.is_open:
            self._feed(self.view)
        if self._is_empty():
            self.hide()
        if self.wanted_height() != region.room:
            self.room_changed.emit()

    def _is_empty(self) -> bool:
        """Some models always write the tags, also when they don't think."""
        return self.region.closed and not self.region.thought.strip()

    @Slot(bool)
    def set_open(self, wanted: bool) -> None:
        if self.button.isChecked() != wanted:
            self.button.setChecked(wanted)  # comes back here
            return
        self._draw_arrow()
        if wanted and self.view is None:
            self.view = self._make_view(self._styles.quiet(), self)
            self.view.setAccessibleName(tr("What the model thought"))
            self.view.link_activated.connect(self.link_activated)
            self.view.installEventFilter(self)
            QWidget.setTabOrder(self.button, self.view)
        if self.view is not None:
            self._feed(self.view)
            self.view.setVisible(wanted)
            self._place_view(self.view)
        self.room_changed.emit()

    def _feed(self, view: MessageView) -> None:
        text = self.region.thought.lstrip("\n")
        if len(text) > len(view.text.source):
            view.append(text[len(view.text.source) :])
        if self.region.closed and not view.finished:
            view.finish()

    # --- geometry
    def wanted_height(self) -> int:
        if self._is_empty():
            return 0
        inside = self.view.height() + 8 if self.view is not None and self.is_open else 0
        return px(THINKING_HEADER_HEIGHT) + inside

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.view and self.is_open:
            self.room_changed.emit()
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.view is not None and event.size().width() != event.oldSize().width():
            self._place_view(self.view)

    def _place_view(self, view: MessageView) -> None:
        view.setGeometry(_LEFT, px(THINKING_HEADER_HEIGHT), max(self.width() - _LEFT, 1), view.height())

    # --- painting
    def _draw_arrow(self) -> None:
        name = "chevron-down" if self.is_open else "chevron-right"
        self.button.setIcon(icon(name, self._styles.tokens.muted))
        self.button.setToolTip(
            tr("Hide what the model thought") if self.is_open else tr("Show what the model thought")
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """A thin bar on the left of the thoughts."""
        if not self.is_open:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._styles.tokens.border))
        height = self.height() - px(THINKING_HEADER_HEIGHT)
        painter.drawRoundedRect(QRectF(_BAR, px(THINKING_HEADER_HEIGHT), 2, height), 1, 1)
        painter.end()
