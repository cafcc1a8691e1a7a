"""Edits a user's turn where it stands, by the composer's rules. Nothing is sent before it is asked for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from foreword.session.conversation import Turn
from foreword.ui.attachment_tray import AttachmentTray
from foreword.ui.composer_edit import ComposerEdit
from foreword.ui.theme import restyle
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr


class TurnEditor(QFrame):
    """The field with the turn's text and files, Save & send, and Cancel."""

    #: str text, object: tuple[Attachment, ...]
    saved = Signal(str, object)
    cancelled = Signal()

    def __init__(
        self, turn: Turn, tokens: Tokens, enter: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """`enter` gives the setting that says what Enter does: "send" or "break"."""
        super().__init__(parent)
        self.setObjectName("composer")
        self.edit = ComposerEdit()
        self.edit.setAccessibleName(tr("Edit your message"))
        self.edit.enter_sends = enter() == "send"
        self.tray = AttachmentTray(self.edit, tokens)
        self.save = QPushButton(tr("Save && send"))
        self.save.setProperty("primary", True)
        self.save.setAccessibleName(tr("Save and send"))
        asks = tr("Ask again in these words ({key})", key="Enter")
        self.save.setToolTip(asks if self.edit.enter_sends else tr("Ctrl+Enter"))
        self.cancel = QPushButton(tr("Cancel"))
        self.cancel.setToolTip(tr("Leave it as it was ({key})", key="Esc"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        for widget in (self.tray, self.edit):
            layout.addWidget(widget)
        layout.addLayout(row)
        self.edit.begin(turn.text)
        self.tray.set_attachments(turn.attachments)
        self.edit.submit_requested.connect(self._save)
        self.edit.textChanged.connect(self._check)
        self.edit.focus_changed.connect(self._show_focus)
        self.edit.installEventFilter(self)
        self.tray.changed.connect(self._check)
        self.save.clicked.connect(self._save)
        self.cancel.clicked.connect(self.cancelled)

    @Slot()
    def _check(self) -> None:
        said = bool(self.edit.text().strip() or self.tray.attachments())
        self.save.setEnabled(said and not self.tray.is_reading())

    @Slot()
    def _save(self) -> None:
        if self.save.isEnabled():
            self.saved.emit(self.edit.text(), self.tray.attachments())

    @Slot(bool)
    def _show_focus(self, focused: bool) -> None:
        self.setProperty("active", focused)
        restyle(self)

    # --- Esc belongs to the editor while it has the keyboard, not to the window's Stop
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ShortcutOverride and _is_escape(event):
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ShortcutOverride and _is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_escape(event):
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)


def _is_escape(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
