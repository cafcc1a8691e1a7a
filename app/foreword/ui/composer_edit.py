"""The field that a message is written in: its keys, its height, what is pasted and dropped.

Grows with its text up to a third of the window, knows when an input method composes, and walks through
earlier questions. Knows nothing of chats; files and long pastes it only offers, where somebody takes them.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from foreword.ui.attachment_drop import local_files
from foreword.ui.composer_history import History
from foreword.ui.reading import reads_from_right, window_from_right
from foreword.ui.shortcuts import KeyHelp
from foreword.ui.translate import mark, tr
from foreword.ui.zoom import px

LONG_CHARACTERS, LONG_LINES = 4000, 60
"""A paste longer than either is offered as an attachment."""
_LOWEST, _LEAST_ROOM = 32, 96
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PLAIN_KEYS = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)

KEYS = (
    KeyHelp(mark("Send, or break the line, as set"), ("Return",)),
    KeyHelp(mark("Send"), ("Ctrl+Return",)),
    KeyHelp(mark("Break the line"), ("Shift+Return",)),
    KeyHelp(mark("Earlier and later questions, in the first and last line"), ("Up", "Down")),
    KeyHelp(mark("Paste as text, however long"), ("Ctrl+Shift+V",)),
    KeyHelp(mark("Leave the field"), ("Tab", "Shift+Tab")),
)
"""What the field does with keys of its own, for the overview."""


class ComposerEdit(QTextEdit):
    """Plain text. Tab leaves; Enter sends or breaks the line, as `enter_sends` says."""

    submit_requested = Signal()
    focus_changed = Signal(bool)
    #: object: tuple[str, ...] - paths that were pasted. Only where `attaching`.
    files_offered = Signal(object)
    #: str - a long text that was pasted. Only where `attaching`.
    text_offered = Signal(str)
    #: A picture was pasted, and nothing else with it. Only where `attaching`.
    picture_offered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.enter_sends = True
        self.attaching = False
        self.history = History()
        self._composing = False
        self._walked_to = (-1, -1)
        self._watched: QWidget | None = None
        self.setAccessibleName(tr("Message"))
        self.setPlaceholderText(tr("Write a message"))
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(4)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.textChanged.connect(self._turn)
        self._turn()
        self._fit()

    def text(self) -> str:
        """What stands here, without the zero characters that a paste may bring."""
        return self.toPlainText().replace("\0", "")

    def begin(self, text: str) -> None:
        """Start anew with this text: nothing to undo, the caret at its end."""
        self.history.rest()
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def replace(self, text: str) -> None:
        """Put this text in the place of all; undo brings that back."""
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def insert(self, text: str) -> None:
        """Put it where the caret is."""
        self.textCursor().insertText(text)
        self.ensureCursorVisible()

    # --- direction
    @Slot()
    def _turn(self) -> None:
        """Every line has the direction of its first letter. A line without any has that of the others, where
        they agree, or the window's: the caret is where the next letter will be."""
        lines = [line for line in self.toPlainText().split("\n") if line.strip()]
        from_right = window_from_right() if not lines else all(map(reads_from_right, lines))
        directions = Qt.LayoutDirection
        option = self.document().defaultTextOption()
        wanted = directions.RightToLeft if from_right else directions.LayoutDirectionAuto
        if option.textDirection() != wanted:
            option.setTextDirection(wanted)
            self.document().setDefaultTextOption(option)

    # --- height
    def highest(self) -> int:
        """A third of the window; then the text scrolls."""
        return max(px(_LEAST_ROOM), self.window().height() // 3)

    @Slot()
    def _fit(self) -> None:
        wanted, highest = math.ceil(self.document().size().height()), self.highest()
        self.setFixedHeight(max(px(_LOWEST), min(wanted, highest)))
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if wanted > highest else policy.ScrollBarAlwaysOff
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._watched is not self.window():
            self._watched = self.window()
            self._watched.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The window's height is the measure of this one's."""
        if event.type() == QEvent.Type.Resize and watched is self._watched:
            self._fit()
        return super().eventFilter(watched, event)

    # --- keys
    def event(self, event: QEvent) -> bool:
        """Ctrl+End at the end of the text is the window's: it goes to the latest message."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            to_end = event.matches(QKeySequence.StandardKey.MoveToEndOfDocument)
            if to_end and self.textCursor().atEnd() and not self.textCursor().hasSelection():
                event.ignore()
                return False
        return super().event(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter during a composition commits the composition and nothing else."""
        if event.key() in _ENTER:
            self._enter(event.modifiers())
        elif not self._walk(event) and not self._paste_plainly(event):
            super().keyPressEvent(event)

    def _enter(self, modifiers: Qt.KeyboardModifier) -> None:
        held = Qt.KeyboardModifier
        if self._composing:
            QGuiApplication.inputMethod().commit()
        elif modifiers & held.ControlModifier:
            self.submit_requested.emit()
        elif modifiers & held.ShiftModifier or not self.enter_sends:
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
        else:
            self.submit_requested.emit()

    def _walk(self, event: QKeyEvent) -> bool:
        """Up in the first line and Down in the last one go through the earlier questions."""
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if not by or event.modifiers() not in _PLAIN_KEYS or self._composing or not self._at_edge(by):
            return False
        text = self.history.step(self.text(), by)
        if text is None:
            return False
        self.replace(text)
        self._walked_to = self._place()
        return True

    def _place(self) -> tuple[int, int]:
        """Where the caret is, in which state of the text."""
        return self.textCursor().position(), self.document().revision()

    def _at_edge(self, by: int) -> bool:
        """Also right after a step, so that the walk goes on however many lines a question has."""
        if self._walked_to == self._place():
            return True
        cursor = self.textCursor()
        move = QTextCursor.MoveOperation.Up if by < 0 else QTextCursor.MoveOperation.Down
        return not cursor.hasSelection() and not cursor.movePosition(move)

    def _paste_plainly(self, event: QKeyEvent) -> bool:
        """Ctrl+Shift+V: the text itself, however long."""
        held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if event.key() != Qt.Key.Key_V or event.modifiers() != held:
            return False
        self.insert(QGuiApplication.clipboard().text())
        return True

    # --- paste and drop
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        offered = self.attaching and (source.hasImage() or bool(local_files(source)))
        return offered or source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Text only, never its formats or pictures; files and long texts are offered."""
        files = local_files(source) if self.attaching else ()
        if files:
            self.files_offered.emit(files)
        elif source.hasText():
            text = source.text()
            if self.attaching and is_long(text):
                self.text_offered.emit(text)
            else:
                self.insert(text)
        elif self.attaching and source.hasImage():
            self.picture_offered.emit()

    # --- focus
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)


def is_long(text: str) -> bool:
    """Too long to be read in the field."""
    return len(text) > LONG_CHARACTERS or text.rstrip().count("\n") >= LONG_LINES
