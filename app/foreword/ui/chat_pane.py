"""The right side of the window: header, banners, the open chat, the composer.

Shows what the controller tells and passes on what the user wants. Decides nothing about replies.
"""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from foreword.messages import ModelProgress, ModelReady
from foreword.session.controller import Controller
from foreword.session.conversation import Conversation, Turn
from foreword.ui import wording
from foreword.ui.composer import Composer
from foreword.ui.dialogs import confirm_link
from foreword.ui.header import Header, ModelBanner, NoticeBanner
from foreword.ui.styles import TextStyles
from foreword.ui.tokens import Tokens
from foreword.ui.transcript import Transcript
from foreword.ui.welcome import Welcome

_NEW = "New chat"


class ChatPane(QWidget):
    """One open chat, or the welcome of a new one."""

    #: The open chat is another one, or has its first turn: str conversation id, empty for a new chat.
    chat_changed = Signal(str)
    #: A reply is being written in another chat than before: str conversation id, empty for none.
    answering_changed = Signal(str)

    def __init__(self, controller: Controller, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._drafts: dict[str, str] = {}
        self._sent = False
        self.chat_id = ""
        self.answering = ""
        self.header = Header(tokens)
        self.model_banner = ModelBanner()
        self.notice = NoticeBanner(tokens)
        self.transcript = Transcript(TextStyles(tokens, QApplication.font()))
        self.welcome = Welcome()
        self.composer = Composer(tokens)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.welcome)
        self.stack.addWidget(self.transcript)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.header, self.model_banner, self.notice, self.stack, self.composer):
            layout.addWidget(widget, 1 if widget is self.stack else 0)
        self.setObjectName("content")
        self._connect(controller)
        self._show_model(controller.model_state())
        self._show_busy(controller.is_busy())
        self._open(controller.current())

    def _connect(self, controller: Controller) -> None:
        controller.conversation_opened.connect(self._open)
        controller.turn_added.connect(self._add_turn)
        controller.text_arrived.connect(self.transcript.append_text)
        controller.turn_changed.connect(self._change_turn)
        controller.prefill_progress.connect(self._show_prefill)
        controller.model_changed.connect(self._show_model)
        controller.busy_changed.connect(self._show_busy)
        controller.notice.connect(self.notice.add)
        self.composer.submitted.connect(self._send)
        self.composer.stop_requested.connect(self.stop)
        self.transcript.retry_requested.connect(controller.retry)
        self.transcript.link_activated.connect(self._ask_about_link)
        self.welcome.suggestion_chosen.connect(self._take_suggestion)
        self.model_banner.retry_requested.connect(self._load_model)
        self.model_banner.download_requested.connect(self._download_model)

    def set_tokens(self, tokens: Tokens) -> None:
        self.header.set_tokens(tokens)
        self.notice.set_tokens(tokens)
        self.composer.set_tokens(tokens)
        self.transcript.set_styles(TextStyles(tokens, QApplication.font()))

    def set_title(self, title: str) -> None:
        self.header.title.set_text(title or _NEW)

    # --- what the controller tells
    @Slot(object)
    def _open(self, conversation: Conversation | None) -> None:
        self._drafts[self.chat_id] = self.composer.text()
        self.chat_id = conversation.summary.id if conversation else ""
        self.composer.set_text(self._drafts.pop(self.chat_id, ""))
        self.transcript.set_turns(conversation.turns if conversation else ())
        self.set_title(conversation.summary.title if conversation else "")
        self._mark_waiting(conversation.turns[-1:] if conversation else ())
        self._show_stack()
        busy = self._controller.is_busy()
        self.composer.set_busy(busy, elsewhere=self.answering != self.chat_id)
        self.chat_changed.emit(self.chat_id)

    @Slot(object)
    def _add_turn(self, turn: Turn) -> None:
        self._sent = self._sent or turn.role == "user"
        self.transcript.add_turn(turn)
        self._mark_waiting((turn,))
        self._show_stack()
        if turn.conversation_id != self.chat_id:
            self.chat_id = turn.conversation_id
            self.chat_changed.emit(self.chat_id)

    @Slot(object)
    def _change_turn(self, turn: Turn) -> None:
        self.transcript.update_turn(turn)
        if turn.role == "assistant" and turn.status != "streaming":
            self._announce(turn)

    @Slot(str, int, int)
    def _show_prefill(self, turn_id: str, done: int, total: int) -> None:
        words = "Thinking" if done >= total else wording.prefill_words(done, total)
        self.transcript.set_activity(turn_id, words)

    @Slot(object)
    def _show_model(self, state: wording.ModelState) -> None:
        self.header.show_model(state)
        self.model_banner.show_model(state)
        reply = self.transcript.last_reply()
        if reply is not None:
            reply.set_activity(self._waiting_words())

    @Slot(bool)
    def _show_busy(self, busy: bool) -> None:
        if not busy:
            self._set_answering("")
        self.composer.set_busy(busy, elsewhere=self.answering != self.chat_id)

    def _set_answering(self, conversation_id: str) -> None:
        if conversation_id != self.answering:
            self.answering = conversation_id
            self.answering_changed.emit(conversation_id)

    def _mark_waiting(self, turns: tuple[Turn, ...]) -> None:
        for turn in turns:
            if turn.role == "assistant" and turn.status == "streaming":
                self.transcript.set_activity(turn.id, self._waiting_words())
                self._set_answering(turn.conversation_id)

    def _waiting_words(self) -> str:
        state = self._controller.model_state()
        if isinstance(state, ModelReady):
            return "Thinking"
        loading = isinstance(state, ModelProgress)
        return "Waiting until the model is loaded" if loading else "Waiting for a model"

    def _show_stack(self) -> None:
        self.stack.setCurrentWidget(self.welcome if self.transcript.is_empty() else self.transcript)

    def _announce(self, turn: Turn) -> None:
        """Tell a screen reader, once, that the reply is there."""
        words = turn.error or f"Reply complete: {wording.ending(turn)}"
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.transcript, words))

    # --- what the user wants
    @Slot(str)
    def _send(self, text: str) -> None:
        self._sent = False
        self.composer.set_text("")
        self._controller.send(text)
        if not self._sent:  # refused, with a notice that says why: nothing typed is lost
            self.composer.set_text(text)

    @Slot()
    def stop(self) -> None:
        """End the reply that is being written. A step may still be under way: the press shows at once."""
        self.composer.show_stopping()
        self._controller.stop()

    @Slot(str)
    def _take_suggestion(self, text: str) -> None:
        self.composer.set_text(text)
        self.composer.edit.setFocus()

    @Slot(str)
    def _ask_about_link(self, address: str) -> None:
        confirm_link(self, address)

    @Slot()
    def _load_model(self) -> None:
        self._controller.load_model()
        self.composer.edit.setFocus()  # the button goes, and with it the keyboard

    @Slot()
    def _download_model(self) -> None:
        self._controller.load_model(allow_download=True)
        self.composer.edit.setFocus()
