"""A line to search with: a button empties it, and an icon may stand before its text.

Both are drawn by the field itself, as Qt's own keep their size at every zoom. Knows nothing of what is
looked for.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from foreword.ui.icons import icon
from foreword.ui.translate import tr
from foreword.ui.zoom import px

_ICON, _BUTTON, _EDGE = 16, 24, 8
_CHANGES = (
    QEvent.Type.StyleChange,
    QEvent.Type.PaletteChange,
    QEvent.Type.LayoutDirectionChange,
    QEvent.Type.FontChange,
)


class ClearField(QLineEdit):
    """`about` is said of the button, for tooltip and screen readers."""

    def __init__(self, about: str = "", *, lead: str = "", parent: QWidget | None = None) -> None:
        """`lead` is the icon before the text."""
        super().__init__(parent)
        self._lead = lead
        self.clear_button = QToolButton(self)
        self.clear_button.setObjectName("fieldclear")
        self.clear_button.setIconSize(QSize(_ICON, _ICON))
        self.clear_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Esc, or deleting, is as near
        self.clear_button.setCursor(Qt.CursorShape.ArrowCursor)
        self.clear_button.setToolTip(about or tr("Clear the search"))
        self.clear_button.setAccessibleName(tr("Clear the search"))
        self.clear_button.clicked.connect(self.clear)
        self.clear_button.hide()
        self.textChanged.connect(self._follow_text)
        self._place()

    @Slot(str)
    def _follow_text(self, text: str) -> None:
        self.clear_button.setVisible(bool(text))
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in _CHANGES:
            self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._lead:
            size = px(_ICON)
            place = QRect(px(_EDGE), (self.height() - size) // 2, size, size)
            icon(self._lead, self._colour()).paint(QPainter(self), self._mirrored(place))

    def _place(self) -> None:
        """The button at the end, and the text clear of both."""
        self.clear_button.setIcon(icon("close", self._colour()))
        size = px(_BUTTON)
        place = QRect(self.width() - size - px(_EDGE) // 2, (self.height() - size) // 2, size, size)
        self.clear_button.setGeometry(self._mirrored(place))
        begin = px(_ICON + _EDGE) - px(_EDGE) // 2 if self._lead else 0
        end = size - px(_EDGE) // 2 if self.text() else 0
        sides = (end, begin) if self.isRightToLeft() else (begin, end)
        margins = self.textMargins()
        if (margins.left(), margins.right()) != sides:
            self.setTextMargins(sides[0], 0, sides[1], 0)

    def _mirrored(self, place: QRect) -> QRect:
        if self.isRightToLeft():
            place.moveLeft(self.width() - place.x() - place.width())
        return place

    def _colour(self) -> str:
        return self.palette().color(QPalette.ColorRole.PlaceholderText).name()
