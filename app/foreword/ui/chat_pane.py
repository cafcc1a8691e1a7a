"""The right side of the window: header, banners, the open chat, the composer; beside them its options, or
the live panel.

Shows what the controller tells and passes on what the user wants. Decides nothing about replies.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from foreword.messages import ModelProgress, ModelReady
from foreword.session.controller import Controller
from foreword.session.conversation import Conversation, Draft, Turn
from foreword.settings import Settings
from foreword.ui import wording
from foreword.ui.composer import Composer
from foreword.ui.dialogs import confirm_link
from foreword.ui.header import Header, ModelBanner, NoticeBanner, SafeModeBanner
from foreword.ui.pace_beside import Beside
from foreword.ui.styles import TextStyles
from foreword.ui.tokens import Tokens
from foreword.ui.transcript import Transcript
from foreword.ui.translate import mark, tr
from foreword.ui.turn_commands import TurnCommands
from foreword.ui.welcome import Welcome
from foreword.ui.zoom import factor

_NEW = mark("New chat")
_KEEP_DRAFT_MS = 500


class ChatPane(QWidget):
    """One open chat, or the welcome of a new one."""

    #: The open chat is another one, or has its first turn: str conversation id, empty for a new chat.
    chat_changed = Signal(str)
    #: A reply is being written in another chat than before: str conversation id, empty for none.
    answering_changed = Signal(str)

    def __init__(
        self, controller: Controller, settings: Settings, tokens: Tokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._tokens = tokens
        self._sent = False
        self._temporary = False
        self.chat_id = ""
        self.answering = ""
        self.header = Header(tokens)
        self.safe_mode = SafeModeBanner(controller.safe_mode)
        self.model_banner = ModelBanner()
        self.notice = NoticeBanner(tokens)
        self.transcript = Transcript(self._styles(), self._enter)
        self.commands = TurnCommands(controller, self.transcript)
        self.welcome = Welcome()
        self.composer = Composer(tokens, self._enter)
        self.column = QWidget()
        self.side = Beside(controller, settings, tokens, self.header, self.column)
        self.options = self.side.options
        self.toggles = self.side.toggles
        self.panel_toggle = self.toggles.panel
        self._draft_timer = QTimer(self, singleShot=True, interval=_KEEP_DRAFT_MS)
        self._draft_timer.timeout.connect(self._keep_draft)
        self._lay_out()
        self._connect(controller)
        self._follow_options()
        self._show_model(controller.model_state())
        self._show_busy(controller.is_busy())
        self.transcript.set_lens(self.toggles.lens.isChecked(), self.toggles.dropped.isChecked())
        self._open(controller.current())

    def _lay_out(self) -> None:
        self.setObjectName("content")
        self.stack = QStackedWidget()
        self.stack.addWidget(self.welcome)
        self.stack.addWidget(self.transcript)
        chat = QVBoxLayout(self.column)
        chat.setContentsMargins(0, 0, 0, 0)
        chat.setSpacing(0)
        chat.addWidget(self.stack, 1)
        chat.addWidget(self.composer)
        self.composer.accept_drops_on(self.stack)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.header, self.safe_mode, self.model_banner, self.notice):
            layout.addWidget(widget)
        layout.addWidget(self.side, 1)

    def _enter(self) -> str:
        """What Enter does, by the settings as they are now."""
        return str(self._controller.options.choices()["composer.enter"])

    def _connect(self, controller: Controller) -> None:
        controller.conversation_opened.connect(self._open)
        controller.turn_added.connect(self._add_turn)
        controller.text_arrived.connect(self.transcript.append_text)
        controller.turn_changed.connect(self._change_turn)
        controller.prefill_progress.connect(self._show_prefill)
        controller.left_out.connect(self._show_left_out)
        controller.model_changed.connect(self._show_model)
        controller.busy_changed.connect(self._show_busy)
        controller.notice.connect(self.notice.add)
        controller.options.changed.connect(self._follow_options)
        controller.chats.turn_wanted.connect(self.show_turn)
        self.commands.notice.connect(self.notice.add)
        self.composer.submitted.connect(self._send)
        self.composer.stop_requested.connect(self.stop)
        self.composer.draft_changed.connect(self._keep_soon)
        self.composer.content_changed.connect(self._count)
        controller.gauge.changed.connect(self.composer.show_room)
        self.header.follow(controller)
        self.side.keyboard_lost.connect(self._write)
        self.toggles.lens_changed.connect(self.transcript.set_lens)
        self.toggles.problem.connect(self.notice.add)
        self.transcript.link_activated.connect(self._ask_about_link)
        self.transcript.keyboard_lost.connect(self._write)
        self.welcome.suggestion_chosen.connect(self._take_suggestion)
        self.model_banner.retry_requested.connect(self._load_model)

    def _styles(self) -> TextStyles:
        wrap = bool(self._controller.options.choices()["chat.wrap_code"])
        return TextStyles(self._tokens, QApplication.font(), wrap_code=wrap, scale=factor())

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        for part in (self.header, self.notice, self.composer, self.side):
            part.set_tokens(tokens)
        self.transcript.set_styles(self._styles())

    def set_title(self, title: str) -> None:
        self.header.title.set_text(title or tr(_NEW))

    # --- what the controller tells
    @Slot(object)
    def _open(self, conversation: Conversation | None) -> None:
        """Another chat, or another branch of the same: then what is typed stays as it is."""
        chat_id = conversation.summary.id if conversation else ""
        other = chat_id != self.chat_id or not self.transcript.entries
        if other:
            self._leave()
            if self.transcript.isAncestorOf(self.focusWidget()):
                self._write()  # what had the keyboard is about to go
        self.chat_id = chat_id
        self._temporary = conversation is not None and conversation.temporary
        turns = conversation.turns if conversation else ()
        self.stack.setCurrentWidget(self.transcript if turns else self.welcome)
        self.transcript.set_turns(
            turns, conversation.versions if conversation else {}, temporary=self._temporary
        )
        self.welcome.set_temporary(self._temporary)
        if other:
            self.composer.set_draft(self._controller.chats.draft(chat_id or None))
        self._tell_composer()
        self._mark_waiting(turns[-1:])
        self._show_busy(self._controller.is_busy())
        self.chat_changed.emit(chat_id)

    @Slot(object)
    def _add_turn(self, turn: Turn) -> None:
        self._sent = self._sent or turn.role == "user"
        self.stack.setCurrentWidget(self.transcript)
        self.transcript.add_turn(turn)
        self._mark_waiting((turn,))
        self._tell_composer()
        if turn.conversation_id != self.chat_id:
            self.chat_id = turn.conversation_id
            self.chat_changed.emit(self.chat_id)

    @Slot(object)
    def _change_turn(self, turn: Turn) -> None:
        self.transcript.update_turn(turn)

    @Slot(str, int, int)
    def _show_prefill(self, turn_id: str, done: int, total: int) -> None:
        if self._controller.is_summarising():
            words = wording.summary_words(done, total)
        else:
            words = tr("Thinking") if done >= total else wording.prefill_words(done, total)
        self.transcript.set_activity(turn_id, words)

    @Slot(str, int)
    def _show_left_out(self, turn_id: str, count: int) -> None:
        if turn_id in {entry.turn.id for entry in self.transcript.entries}:
            self.transcript.show_left_out(turn_id, count)

    @Slot(object)
    def _show_model(self, state: wording.ModelState) -> None:
        self.header.show_model(state)
        self.model_banner.show_model(state)
        self.transcript.set_smaller_context(self._controller.smaller_context())
        reply = self.transcript.last_reply()
        if reply is not None:
            reply.set_activity(self._waiting_words())

    @Slot(bool)
    def _show_busy(self, busy: bool) -> None:
        self._set_answering((self._controller.answering() or "") if busy else "")
        here = busy and self.answering == self.chat_id
        self.composer.set_busy(busy, elsewhere=not here)
        self.transcript.set_busy(asking=busy, writing=here)
        if here:
            self._mark_waiting(tuple(entry.turn for entry in self.transcript.entries[-1:]))

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
        if self._controller.is_summarising():
            return wording.summary_words(0, 0)
        if isinstance(state, ModelReady):
            return tr("Thinking")
        return wording.waiting_words(loading=isinstance(state, ModelProgress))

    @Slot()
    def _follow_options(self) -> None:
        choices = self._controller.options.choices()
        self.transcript.quiet_overflow = choices["reply.overflow"] == "stop"
        if choices["chat.wrap_code"] != self.transcript.styles.wrap_code:
            self.transcript.set_styles(self._styles())

    def _tell_composer(self) -> None:
        """What Up brings back: the questions of this chat."""
        asked = [entry.turn.text for entry in self.transcript.entries if entry.turn.role == "user"]
        self.composer.set_history([text for text in asked if text])

    # --- what is typed
    @Slot(object)
    def _count(self, content: Draft) -> None:
        self._controller.gauge.set_draft(content.text, content.attachments)

    @Slot()
    def _keep_soon(self) -> None:
        self._draft_timer.start()

    @Slot()
    def _keep_draft(self) -> None:
        self._draft_timer.stop()
        self._controller.chats.keep_draft(self.chat_id or None, self.composer.draft())

    def _leave(self) -> None:
        """Of a temporary chat, which is gone already, nothing is kept."""
        if self._draft_timer.isActive() and not self._temporary:
            self._keep_draft()
        self._draft_timer.stop()

    def hideEvent(self, event: QHideEvent) -> None:
        """The app may be about to quit."""
        if self._draft_timer.isActive():
            self._keep_draft()
        super().hideEvent(event)

    @Slot(str, object)
    def _send(self, text: str, files: object) -> None:
        draft = Draft(text, tuple(files))  # type: ignore[arg-type]
        self._sent = False
        self.composer.set_draft(Draft())
        self._keep_draft()
        self._controller.turns.send(draft.text, draft.attachments)
        if not self._sent:  # refused, with a notice that says why: nothing typed is lost
            self.composer.set_draft(draft)
            self._keep_draft()

    @Slot()
    def _write(self) -> None:
        self.composer.edit.setFocus()

    # --- what the user wants
    @Slot()
    def stop(self) -> None:
        """End the reply that is being written. A step may still be under way: the press shows at once."""
        self.composer.show_stopping()
        self._controller.stop()

    @Slot(str)
    def show_turn(self, turn_id: str) -> None:
        """Scroll to a turn of the open chat and point it out."""
        self.transcript.show_turn(turn_id)

    def edit_last(self) -> None:
        self.commands.edit_last()

    def regenerate_last(self) -> None:
        self.commands.regenerate_last()

    def continue_last(self) -> None:
        self.commands.continue_last()

    @Slot()
    def toggle_options(self) -> None:
        """Show or hide what is set for this chat."""
        self.options.toggle.trigger()

    @Slot(str)
    def _take_suggestion(self, text: str) -> None:
        self.composer.set_text(text)
        self._write()

    @Slot(str)
    def _ask_about_link(self, address: str) -> None:
        confirm_link(self, address)

    @Slot()
    def _load_model(self) -> None:
        self._controller.load_model()
        self._write()  # the button goes, and with it the keyboard
