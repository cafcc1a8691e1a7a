"""A user's turn: its files, its text as it was typed, and the field in which it is edited in place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QVBoxLayout

from foreword.session.conversation import Turn
from foreword.ui.message_widget import SIDE, MessageWidget
from foreword.ui.styles import TextStyles
from foreword.ui.translate import tr
from foreword.ui.turn_details import file_reader
from foreword.ui.turn_editor import TurnEditor
from foreword.ui.turn_parts import TurnFiles

_SHARE = 0.85  # of the column, at most


class Question(MessageWidget):
    """On the right, in a bubble as wide as its text."""

    #: object: Turn, str text, object: tuple[Attachment, ...] - to be asked in these words instead
    edited = Signal(object, str, object)
    edit_ended = Signal()

    def __init__(self, turn: Turn, styles: TextStyles, enter: Callable[[], str]) -> None:
        """`enter` gives the setting that says what Enter does in the editor."""
        super().__init__(turn, styles)
        self._enter = enter
        self.view.setAccessibleName(tr("Your message"))
        self.editor: TurnEditor | None = None
        self.files = TurnFiles(turn.attachments, styles.tokens)
        self.files.chosen.connect(self._read_file)
        self.files.setVisible(bool(turn.attachments))
        self._bubble = QFrame()
        self._bubble.setObjectName("bubble")
        inside = QVBoxLayout(self._bubble)
        inside.setContentsMargins(16, 8, 16, 8)
        inside.addWidget(self.view)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._bubble)
        chips = QHBoxLayout()
        chips.addStretch(1)
        chips.addWidget(self.files)
        self.column.addLayout(chips)
        self.column.addLayout(row)
        self.column.addWidget(self.row)
        self._bubble.setVisible(bool(turn.text))
        self.view.show_plain(turn.text)

    def update_turn(self, turn: Turn) -> None:
        if turn.text != self.turn.text:
            self.view.show_plain(turn.text)
        super().update_turn(turn)

    def set_styles(self, styles: TextStyles) -> None:
        super().set_styles(styles)
        self.view.text.styles = styles
        self.view.show_plain(self.turn.text)
        self.files.set_tokens(styles.tokens)

    def is_held(self) -> bool:
        return self.editor is not None or super().is_held()

    def inner_layouts(self) -> list[QLayout]:
        inside = (self._bubble.layout(), self.files.layout(), self.editor.layout() if self.editor else None)
        return [layout for layout in inside if layout is not None]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inner = self.width() - 2 * SIDE
        self.view.setFixedWidth(min(self._text_width(), int(inner * _SHARE) - 32))
        self.files.setFixedWidth(min(self.files.natural_width(), inner))

    def _text_width(self) -> int:
        """Of its widest line; what is wider than the column anyway isn't measured to its end."""
        metrics = QFontMetrics(self.view.text.styles.font)
        tab = round(self.view.tabStopDistance())
        limit = self.width()
        widest = 0
        for line in self.turn.text.split("\n"):
            widest = max(widest, metrics.horizontalAdvance(line[:limit]) + tab * line.count("\t"))
            if widest > limit:
                break
        return widest + 2

    # --- editing
    def edit(self) -> None:
        """Show the field in the place of the text."""
        if self.editor is None:
            self.editor = TurnEditor(self.turn, self.view.text.styles.tokens, self._enter, self)
            self.editor.saved.connect(self._save)
            self.editor.cancelled.connect(self.leave_editor)
            self.column.insertWidget(0, self.editor)
            self._show_text(False)
            self.editor.show()
            self.stops_changed.emit()
        self.editor.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def leave_editor(self) -> None:
        if self.editor is not None:
            self.column.removeWidget(self.editor)
            self.editor.hide()
            self.editor.deleteLater()
            self.editor = None
            self._show_text(True)
            self.stops_changed.emit()
            self.edit_ended.emit()
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_text(self, shown: bool) -> None:
        self._bubble.setVisible(shown and bool(self.turn.text))
        self.files.setVisible(shown and bool(self.turn.attachments))
        self.row.setVisible(shown)

    @Slot(str, object)
    def _save(self, text: str, files: object) -> None:
        self.edited.emit(self.turn, text, files)

    @Slot(object)
    def _read_file(self, file: object) -> None:
        file_reader(file, self.window()).open()  # type: ignore[arg-type]
