"""One line of text that is cut where it doesn't fit, and the chat's title, which can be renamed in place."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QSizePolicy, QStackedWidget, QWidget

from foreword.ui.labels import escaped
from foreword.ui.translate import tr
from foreword.ui.wording import plain_tooltip
from foreword.ui.zoom import px

_LEAST, _SHORT = 96, 144
_PADDING = 20  # what the style sheet leaves beside the words
_ENDING = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ElidedLabel(QLabel):
    """One line of plain text that is cut with an ellipsis where it doesn't fit."""

    def __init__(self, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft) -> None:
        super().__init__()
        self._whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(align | Qt.AlignmentFlag.AlignVCenter)

    def set_text(self, text: str) -> None:
        self._whole = " ".join(text.split())
        self.setAccessibleName(self._whole)
        self.updateGeometry()
        self._elide()

    def whole(self) -> str:
        return self._whole

    def sizeHint(self) -> QSize:
        return QSize(_width(self._whole, self.font()), QFontMetrics(self.font()).height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        metrics = QFontMetrics(self.font())
        self.setText(metrics.elidedText(self._whole, Qt.TextElideMode.ElideRight, self.width()))


class ChatTitle(QStackedWidget):
    """The title as a button; pressed, a field to type another one. Enter keeps it, Esc leaves the old one."""

    #: str - the new title, which is not empty.
    renamed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.button = QPushButton()
        self.button.setObjectName("titlebutton")
        self.button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.edit = QLineEdit()
        self.edit.setObjectName("titleedit")
        self.edit.setMaxLength(500)
        self.edit.setAccessibleName(tr("Title of this chat"))
        self.edit.installEventFilter(self)
        self.addWidget(self.button)
        self.addWidget(self.edit)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.button.clicked.connect(self.start_editing)
        self.edit.editingFinished.connect(self._finish)
        self.set_renamable(False)

    def set_text(self, text: str) -> None:
        self._whole = " ".join(text.split())
        self._describe()
        self.updateGeometry()
        self._elide()

    def whole(self) -> str:
        return self._whole

    def set_renamable(self, renamable: bool) -> None:
        """A chat that doesn't exist yet, or is kept nowhere, has no title of its own."""
        self.button.setEnabled(renamable)
        if not renamable:
            self.setCurrentWidget(self.button)
        self._describe()

    def sizeHint(self) -> QSize:
        self.button.ensurePolished()  # the style sheet makes it bold
        width = _width(self._whole, self.button.font()) + px(_PADDING)
        least = px(320) if self.currentWidget() is self.edit else px(_LEAST)
        return QSize(max(width, least), px(32))

    def minimumSizeHint(self) -> QSize:
        """Where there is little room, a short title stays whole: what stands beside it is cut first."""
        return QSize(min(self.sizeHint().width(), px(_SHORT)), px(32))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    @Slot()
    def start_editing(self) -> None:
        if self.button.isEnabled():
            self.edit.setText(self._whole)
            self.setCurrentWidget(self.edit)
            self.updateGeometry()
            self.edit.selectAll()
            self.edit.setFocus()

    def eventFilter(self, _edit: object, event: QEvent) -> bool:
        """Esc is the field's own while it is open: else it would stop the reply. Enter ends here too: the
        button that has the keyboard next must not take the same press."""
        if not isinstance(event, QKeyEvent) or event.key() not in _ENDING:
            return False
        leave = event.key() == Qt.Key.Key_Escape
        if leave and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() != QEvent.Type.KeyPress:
            return False
        if leave:
            self.edit.setText(self._whole)
        self._finish()
        return True

    @Slot()
    def _finish(self) -> None:
        if self.currentWidget() is self.button:
            return
        title = " ".join(self.edit.text().split())
        had_keyboard = self.edit.hasFocus()
        self.setCurrentWidget(self.button)
        self.updateGeometry()
        if had_keyboard:
            self.button.setFocus()
        if title and title != self._whole:
            self.renamed.emit(title)

    def _describe(self) -> None:
        self.button.setAccessibleName(self._whole)
        can = self.button.isEnabled()
        self.button.setAccessibleDescription(tr("Rename this chat") if can else "")
        self.button.setToolTip(
            plain_tooltip(f"{self._whole}\n{tr('Click to rename this chat')}") if can else ""
        )

    def _elide(self) -> None:
        metrics = QFontMetrics(self.button.font())
        room = self.width() - px(_PADDING)
        self.button.setText(escaped(metrics.elidedText(self._whole, Qt.TextElideMode.ElideRight, room)))


def _width(words: str, font: QFont) -> int:
    """That shows them whole: what is measured is rounded, and eliding cuts for the want of half a pixel."""
    return QFontMetrics(font).horizontalAdvance(words) + 4
