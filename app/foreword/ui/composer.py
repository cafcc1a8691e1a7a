"""Where the user writes: the field, its attachments, Send or Stop, and how much room is left.

Knows nothing of chats: it offers what was written through `submitted` and keeps it until told to clear.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from foreword.session.conversation import Draft
from foreword.session.gauge import Room
from foreword.ui.attachment_tray import AttachmentTray
from foreword.ui.composer_edit import ComposerEdit
from foreword.ui.composer_footer import ComposerFooter
from foreword.ui.composer_wording import composer_hint, send_words
from foreword.ui.icons import icon
from foreword.ui.theme import restyle
from foreword.ui.tokens import COLUMN_WIDTH, Tokens
from foreword.ui.translate import tr
from foreword.ui.zoom import px

ATTACH_KEY = "Ctrl+Shift+A"


class Composer(QWidget):
    """The field with its buttons: Attach, and Send, or Stop while a reply is being written."""

    #: str text, object: tuple[Attachment, ...] - the user wants to send this (never nothing at all, never
    #: while busy).
    submitted = Signal(str, object)
    stop_requested = Signal()
    #: object: Draft - what is to be kept changed, by the user. An earlier question that is only looked at
    #: is not part of it.
    draft_changed = Signal(object)
    #: object: Draft - what Send would send changed, by whomever: what the gauge counts.
    content_changed = Signal(object)

    def __init__(
        self, tokens: Tokens, enter: Callable[[], str] = lambda: "send", parent: QWidget | None = None
    ) -> None:
        """`enter` gives the setting that says what Enter does: "send" or "break"."""
        super().__init__(parent)
        self._tokens = tokens
        self._enter = enter
        self._busy = False
        self._elsewhere = False
        self._setting = False
        self._dialog: QFileDialog | None = None
        self.edit = ComposerEdit()
        self.tray = AttachmentTray(self.edit, tokens)
        self._footer = ComposerFooter(tokens)
        self.gauge, self.hint = self._footer.gauge, self._footer.hint
        self.attach = QToolButton()
        self.attach.setObjectName("attach")
        self.attach.setToolTip(tr("Attach text or code files ({key})", key=ATTACH_KEY))
        self.attach.setAccessibleName(tr("Attach files"))
        #: For the window's menus.
        self.attach_action = QAction(tr("&Attach Files…"), self)
        self.attach_action.setShortcut(QKeySequence(ATTACH_KEY))
        self.addAction(self.attach_action)
        self.button = QToolButton()
        self.button.setObjectName("send")
        for button in (self.attach, self.button):
            button.setFixedSize(32, 32)
            button.setIconSize(QSize(20, 20))
        self._build()
        self._connect()
        self._draw_icons()
        self._read_enter()

    def _build(self) -> None:
        self._frame = QFrame()
        self._frame.setObjectName("composer")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.attach, 0, Qt.AlignmentFlag.AlignBottom)
        row.addWidget(self.edit, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignBottom)
        inside = QVBoxLayout(self._frame)
        inside.setContentsMargins(8, 8, 8, 8)
        inside.setSpacing(8)
        inside.addWidget(self.tray)
        inside.addLayout(row)
        self._column = QWidget()
        inner = QVBoxLayout(self._column)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(4)
        inner.addWidget(self._frame)
        inner.addWidget(self._footer)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(24, 8, 24, 8)
        layout.addStretch(1)
        layout.addWidget(self._column, 100)
        layout.addStretch(1)
        QWidget.setTabOrder(self.attach, self.edit)
        QWidget.setTabOrder(self.edit, self.button)

    def _connect(self) -> None:
        self.edit.submit_requested.connect(self._submit)
        self.edit.focus_changed.connect(self._show_focus)
        self.edit.textChanged.connect(self._tell)
        self.tray.changed.connect(self._tell)
        self.tray.hovered.connect(self._show_hover)
        self.button.clicked.connect(self._clicked)
        self.attach.clicked.connect(self.choose_files)
        self.attach_action.triggered.connect(self.choose_files)
        self.accept_drops_on(self)

    # --- what stands here
    def text(self) -> str:
        return self.edit.text()

    def content(self) -> Draft:
        """What Send would send."""
        return Draft(self.text(), self.tray.attachments())

    def draft(self) -> Draft:
        """What is to be kept."""
        return Draft(self.edit.history.draft(self.text()), self.tray.attachments())

    def set_text(self, text: str) -> None:
        """Replace the text, as if the user had; the caret goes to its end."""
        self.edit.replace(text)

    def set_draft(self, draft: Draft) -> None:
        """Another message is being written: that of another chat, or, once sent, the next one."""
        self._setting = True
        self.edit.begin(draft.text)
        self.tray.set_attachments(draft.attachments)
        self._setting = False
        self._read_enter()
        self.content_changed.emit(self.content())

    def set_history(self, questions: Sequence[str]) -> None:
        """What Up brings back: the questions of the open chat, oldest first."""
        self.edit.history.set_questions(questions)

    # --- how it stands
    def set_busy(self, busy: bool, *, elsewhere: bool = False) -> None:
        """A reply is being written; `elsewhere`: in a chat that isn't open."""
        changed = busy != self._busy
        self._busy = busy
        self._elsewhere = elsewhere
        if changed:
            self._draw_icons()
        self._update()

    def show_stopping(self) -> None:
        """Stop was asked for; until `set_busy` says that it happened there is nothing more to ask."""
        self.button.setEnabled(False)
        self.hint.setText(tr("Stopping…"))

    @Slot(object)
    def show_room(self, room: Room | None) -> None:
        """How much of the context is used, by the chat and by what stands here; None without a model."""
        self.gauge.show_room(room)
        self.tray.set_counts({} if room is None else room.attachments)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self.tray.set_tokens(tokens)
        self.gauge.set_tokens(tokens)
        self._draw_icons()

    def accept_drops_on(self, area: QWidget) -> None:
        """Files may be dropped on this part of the window, too."""
        self.tray.accept_drops_on(area)

    # --- what the user does
    @Slot()
    def choose_files(self) -> None:
        """Let the user choose what to attach."""
        if self._dialog is None:
            self._dialog = QFileDialog(self, tr("Attach Files"))
            self._dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
            self._dialog.filesSelected.connect(self.tray.take_files)
            self._dialog.finished.connect(self.edit.setFocus)
        self._dialog.open()

    @Slot()
    def _submit(self) -> None:
        if self._may_send():
            content = self.content()
            self.submitted.emit(content.text, content.attachments)

    def _may_send(self) -> bool:
        content = self.content()
        ready = not self._busy and not self.tray.is_reading()
        return ready and bool(content.text.strip() or content.attachments)

    @Slot()
    def _clicked(self) -> None:
        if self._busy:
            self.stop_requested.emit()
        else:
            self._submit()
        self.edit.setFocus()

    @Slot()
    def _tell(self) -> None:
        if not self._setting:
            self._update()
            self.content_changed.emit(self.content())
            self.draft_changed.emit(self.draft())

    # --- how it looks
    def _update(self) -> None:
        content = self.content()
        self.button.setEnabled(self._busy or self._may_send())
        self.button.setToolTip(
            tr("Stop (Esc)") if self._busy else send_words(enter_sends=self.edit.enter_sends)
        )
        self.hint.setText(
            composer_hint(
                busy=self._busy,
                elsewhere=self._elsewhere,
                typed=bool(content.text.strip() or content.attachments),
                enter_sends=self.edit.enter_sends,
                reading=self.tray.is_reading(),
            )
        )

    def _read_enter(self) -> None:
        self.edit.enter_sends = self._enter() == "send"
        self._update()

    def _draw_icons(self) -> None:
        self._column.setMaximumWidth(px(COLUMN_WIDTH + 32))
        name = "stop" if self._busy else "send"
        self.button.setIcon(icon(name, self._tokens.on_accent, self._tokens.muted))
        self.button.setAccessibleName(tr("Stop") if self._busy else tr("Send"))
        self.attach.setIcon(icon("attach", self._tokens.muted))

    @Slot(bool)
    def _show_focus(self, focused: bool) -> None:
        if focused:
            self._read_enter()  # it may have been set anew meanwhile
        self._frame.setProperty("active", focused)
        restyle(self._frame)

    @Slot(bool)
    def _show_hover(self, held: bool) -> None:
        if held != bool(self._frame.property("drop")):
            self._frame.setProperty("drop", held)
            restyle(self._frame)
            if held:
                self.hint.setText(tr("Drop the files to attach them"))
            else:
                self._update()
