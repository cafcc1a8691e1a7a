"""What one can do with the newest reply of the open chat, from the menus and the keyboard.

Joins the commands of the Reply menu with the session and the transcript. Draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from foreword.session.controller import Controller
from foreword.session.conversation import Conversation, Turn
from foreword.ui.chat_pane import ChatPane
from foreword.ui.menus import Commands, allow
from foreword.ui.message_widget import MessageWidget
from foreword.ui.translate import tr
from foreword.ui.turn_actions import can_go_on
from foreword.ui.turn_details import details_reader


class ReplyCommands(QObject):
    """Each is off, with the reason, where there is nothing that it could be about."""

    def __init__(self, controller: Controller, commands: Commands, chat: ChatPane, window: QWidget) -> None:
        super().__init__(window)
        self._controller, self._commands, self._chat, self._window = controller, commands, chat, window
        self._versions: Mapping[str, tuple[str, ...]] = {}
        slots: tuple[tuple[object, Callable[[], object]], ...] = (
            (commands.stop, chat.stop),
            (commands.edit_question, chat.edit_last),
            (commands.regenerate, chat.regenerate_last),
            (commands.go_on, chat.continue_last),
            (commands.next_version, partial(self._step_version, 1)),
            (commands.previous_version, partial(self._step_version, -1)),
            (commands.copy_reply, self._copy),
            (commands.branch, partial(self._want, "branch")),
            (commands.delete_reply, partial(self._want, "delete")),
            (commands.check, self._check),
            (commands.details, self._show_details),
            (commands.jump, chat.transcript.jump_to_latest),
        )
        for action, slot in slots:
            commands.connect(action, slot)  # type: ignore[arg-type]
        controller.turn_changed.connect(self.update)
        controller.turn_added.connect(self.update)
        controller.busy_changed.connect(self.update)
        controller.conversations_changed.connect(self.update)
        for signal in (controller.checks.progressed, controller.checks.checked, controller.checks.failed):
            signal.connect(self.update)
        controller.model_changed.connect(self.update)

    def show_chat(self, chat: Conversation | None) -> None:
        """Another chat is open now, or another branch of it."""
        self._versions = chat.versions if chat else {}
        self.update()

    @Slot()
    def update(self) -> None:
        """Say which commands make sense now."""
        busy = self._controller.is_busy()
        reply = self._last()
        commands = self._commands
        allow(commands.stop, "" if busy else tr("no reply is being written"))
        none = "" if reply is not None else tr("this chat has no reply yet")
        waits = none or (tr("a reply is being written") if busy else "")
        for action in (commands.edit_question, commands.regenerate, commands.delete_reply):
            allow(action, waits)
        whole = "" if reply is None or can_go_on(reply.turn) else tr("the last reply is complete")
        allow(commands.go_on, waits or whole)
        ids = self._versions.get(reply.turn.id, ()) if reply is not None else ()
        place = ids.index(reply.turn.id) if reply is not None and ids else 0
        allow(commands.previous_version, waits or ("" if place > 0 else tr("there is no earlier version")))
        later = "" if place + 1 < len(ids) else tr("there is no later version")
        allow(commands.next_version, waits or later)
        allow(commands.copy_reply, none)
        kept = (
            "" if reply is None or not self._is_temporary(reply.turn) else tr("only for chats that are kept")
        )
        allow(commands.branch, waits or kept)
        unmeasured = "" if reply is None or reply.turn.stats else tr("nothing of it was measured")
        allow(commands.details, none or unmeasured)
        allow(
            commands.check, none or (self._controller.checks.why_not(reply.turn) if reply is not None else "")
        )

    def _is_temporary(self, turn: Turn) -> bool:
        return self._controller.chats.is_temporary(turn.conversation_id)

    def _last(self) -> MessageWidget | None:
        return self._chat.transcript.last_reply()

    # --- deeds
    def _want(self, deed: str) -> None:
        reply = self._last()
        if reply is not None:
            reply.wanted.emit(reply.turn, deed)

    def _step_version(self, by: int) -> None:
        """Show another version of the last reply, where there is one."""
        reply = self._last()
        ids = self._versions.get(reply.turn.id, ()) if reply is not None else ()
        place = ids.index(reply.turn.id) + by if reply is not None and ids else -1
        if 0 <= place < len(ids):
            self._controller.turns.show_version(ids[place])

    def _copy(self) -> None:
        reply = self._last()
        if reply is not None:
            reply.copy()

    def _check(self) -> None:
        reply = self._last()
        if reply is not None:
            self._chat.transcript.jump_to_latest()  # how it goes stands below the reply
            self._controller.checks.check(reply.turn.id)

    def _show_details(self) -> None:
        reply = self._last()
        if reply is not None:
            details_reader(reply.turn, self._window).open()
