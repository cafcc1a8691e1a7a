"""Turns of the open chat: ask, ask again in other words, once more, go on, show a version, delete.

Every one of these is a change of the tree of turns that is kept first, in one transaction, and shown
then; only then the reply is asked for. So the tree is whole whatever fails. Knows the chats, what is
set for them, and the one reply in the making.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from foreword.messages import ChatMessage, GenerateRequest
from foreword.session.chat_options import ChatOptions
from foreword.session.chats import Chats, new_id
from foreword.session.choices import Choices
from foreword.session.conversation import (
    Attachment,
    Conversation,
    ConversationSummary,
    Turn,
    title_from,
)
from foreword.session.prompt import prompt_messages, request_for
from foreword.session.replies import Replies
from foreword.session.reply import Prelude
from foreword.session.trace import unpack
from foreword.session.translate import tr

SUMMARY_TOKENS = 400
_SUMMARISE = (
    "Summarise our conversation so far in at most 200 words, so that somebody who reads only the summary "
    "can go on with it. Keep names, numbers, decisions and open questions."
)
_SUMMARY_HEADING = "This chat goes on from an earlier one. Summary of that:"


class Turns(QObject):
    """Lives on the window's thread."""

    #: object: Turn - added to the open chat.
    added = Signal(object)
    notice = Signal(str)

    def __init__(self, chats: Chats, options: ChatOptions, replies: Replies, parent: QObject) -> None:
        super().__init__(parent)
        self._chats = chats
        self._options = options
        self._replies = replies
        self.closing = False

    # --- asking
    def send(self, text: str, attachments: Sequence[Attachment] = ()) -> None:
        """Save the user's turn, then ask for a reply. Waits for the model where that is not ready.

        Refused with a notice, and without any other signal, while a reply is being written, and where
        the message can't be saved.
        """
        if not (text.strip() or attachments) or not self._may_begin():
            return
        chat = self._chats.current()
        new = None if chat else self._new_chat(text, attachments)
        summary = chat.summary if chat else new
        assert summary is not None
        branch = chat.turns if chat else ()
        question = _question(summary.id, branch[-1].id if branch else None, text, attachments)
        self._ask(summary, branch, question, new)

    def edit(self, turn_id: str, text: str, attachments: Sequence[Attachment] = ()) -> None:
        """Ask in other words: another version of a user's turn, with a reply of its own."""
        chat = self._chats.current()
        turn = _find(chat, turn_id)
        if chat is None or turn is None or not (text.strip() or attachments) or not self._may_begin():
            return
        before = chat.up_to(turn)[:-1]
        question = _question(chat.summary.id, turn.parent_id, text, attachments)
        self._ask(chat.summary, before, question, None, reopen=True)

    def regenerate(self, turn_id: str, *, overflow: str | None = None) -> None:
        """Write a reply once more: another version beside it. One that says nothing gives way."""
        chat = self._chats.current()
        turn = _find(chat, turn_id)
        if chat is None or turn is None or turn.role != "assistant" or not self._may_begin():
            return
        before = chat.up_to(turn)[:-1]
        reply = _empty_reply(before[-1])
        with self._chats.faults_told():
            place = self._chats.place_of(chat.summary.id)
            place.add([reply])
            if not turn.text.strip():
                place.delete_turn(chat.summary.id, turn.id)
            self._chats.changed.emit()
            self._chats.opened.emit(self._chats.current())
            self._replies.begin(reply, self._request(reply, before, overflow))

    def retry(self) -> None:
        """Once more for the last reply of the open chat, or the reply that its last question never got."""
        chat = self._chats.current()
        last = chat.turns[-1] if chat and chat.turns else None
        if chat is None or last is None:
            return
        if last.role == "assistant":
            self.regenerate(last.id)
        elif self._may_begin():
            reply = _empty_reply(last)
            with self._chats.faults_told():
                self._chats.place_of(chat.summary.id).add([reply])
                self.added.emit(reply)
                self._replies.begin(reply, self._request(reply, chat.turns))

    def go_on(self, turn_id: str, *, overflow: str | None = None) -> None:
        """Continue a reply that was cut, in its own place."""
        chat = self._chats.current()
        turn = _find(chat, turn_id)
        if chat is None or turn is None or turn != chat.turns[-1] or not self._may_begin():
            return
        with self._chats.faults_told():
            place = self._chats.place_of(chat.summary.id)
            ids, before = place.token_ids(turn.id), unpack(place.trace(turn.id))
            place.resume(turn.id)
            growing = replace(turn, status="streaming", stop_reason=None, error=None)
            request = self._request(growing, chat.up_to(turn)[:-1], overflow)
            sampling = replace(request.sampling, seed=turn.stats.get("seed", request.sampling.seed))
            request = replace(request, prefix=ids, prefix_text=turn.text, sampling=sampling)
            self._replies.begin(growing, request, before=before)
            self._chats.opened.emit(self._chats.current())

    def take_up(self, turn_id: str, *, overflow: str | None = None) -> None:
        """Go on with a reply that says something already; write one anew that says nothing."""
        turn = _find(self._chats.current(), turn_id)
        again = self.go_on if turn is not None and turn.text.strip() else self.regenerate
        again(turn_id, overflow=overflow)

    # --- the tree
    def show_version(self, turn_id: str) -> None:
        """Open the branch through another version of a turn."""
        if self._chats.open_id is None or not self._may_change():
            return
        with self._chats.faults_told():
            self._chats.place_of(self._chats.open_id).show_version(self._chats.open_id, turn_id)
            self._chats.opened.emit(self._chats.current())

    def count_from(self, turn_id: str) -> int:
        """How many turns `delete` would take: this one and all that follow it, in every version."""
        if self._chats.open_id is not None:
            with self._chats.faults_told():
                return self._chats.place_of(self._chats.open_id).count_from(self._chats.open_id, turn_id)
        return 0

    def delete(self, turn_id: str) -> int:
        """Delete a turn with all that follows it, in every version, for good; how many turns that were."""
        chat_id = self._chats.open_id
        if chat_id is None or not self._may_change():
            return 0
        with self._chats.faults_told():
            count = self._chats.place_of(chat_id).delete_turn(chat_id, turn_id)
            self._chats.turn_deleted.emit(chat_id)
            self._chats.opened.emit(self._chats.current())
            return count
        return 0

    # --- the context is full
    def make_room(self, turn_id: str, way: str) -> None:
        """Go on after a reply for which there was no room, or not enough: "drop" the oldest turns, or
        "summary". What the reply says already stays."""
        if way == "drop":
            self.take_up(turn_id, overflow="drop")
        elif way == "summary":
            self._start_fresh(turn_id)

    def _start_fresh(self, turn_id: str) -> None:
        """A new chat that begins with a summary of this one, and asks the question that had no room."""
        chat = self._chats.current()
        turn = _find(chat, turn_id)
        if chat is None or turn is None or not self._may_begin():
            return
        *before, asked = chat.up_to(turn)[:-1]
        now = time.time()
        new = ConversationSummary(
            new_id(),
            f"{chat.summary.title} (continued)",
            now,
            now,
            named=True,
            folder_id=chat.summary.folder_id,
            preset_id=chat.summary.preset_id,
            options=chat.summary.options,
        )
        question = _question(new.id, None, asked.text, asked.attachments)
        reply = _empty_reply(question)
        with self._chats.faults_told():
            if chat.temporary:  # what follows from it is kept nowhere either
                self._chats.new_temporary(new, (question, reply))
            else:
                self._chats.store.add([question, reply], new)
                if not turn.text.strip():
                    self._chats.store.delete_turn(chat.summary.id, turn.id)
                self._chats.changed.emit()
                self._chats.open(new.id)
            prelude = self._summary_of(before, reply, new)
            self._replies.begin(reply, self._request(reply, [question]), prelude)

    def _summary_of(self, before: Sequence[Turn], reply: Turn, new: ConversationSummary) -> Prelude:
        system = self._options.choices()["reply.system_prompt"]
        messages = (*prompt_messages(before, system), ChatMessage("user", _SUMMARISE))
        request = replace(
            request_for(reply, (), self._options.choices()),
            reply_id=f"{reply.id}-summary",
            messages=messages,
            max_tokens=SUMMARY_TOKENS,
            overflow="drop",
            temporary=True,
        )

        def then(summary: str) -> GenerateRequest:
            prompt = "\n\n".join(part for part in (system, _SUMMARY_HEADING, summary.strip()) if part)
            place = self._chats.place_of(new.id)
            with self._chats.faults_told():
                place.change(new.id, options={**new.options, "reply.system_prompt": prompt})
            question = [turn for turn in place.branch(new.id) if turn.role == "user"]
            return self._request(reply, question)

        return Prelude(request, then)

    # --- steps
    def _ask(
        self,
        summary: ConversationSummary,
        before: Sequence[Turn],
        question: Turn,
        new: ConversationSummary | None,
        *,
        reopen: bool = False,
    ) -> None:
        reply = _empty_reply(question)
        with self._chats.faults_told():
            # One transaction: no crash can leave a question without the reply that it waits for.
            self._chats.place_of(summary.id).add([question, reply], new)
            if new is not None:
                self._chats.opened_new(new)
            self._chats.changed.emit()
            if reopen:
                self._chats.opened.emit(self._chats.current())
            else:
                if new is not None:
                    self._chats.opened.emit(Conversation(new, ()))
                self.added.emit(question)
                self.added.emit(reply)
            self._replies.begin(reply, self._request(reply, (*before, question)))

    def _new_chat(self, text: str, attachments: Sequence[Attachment]) -> ConversationSummary:
        preset_id, options = self._options.take_new()
        now = time.time()
        title = title_from(text) or next((each.name for each in attachments), "")
        return ConversationSummary(new_id(), title, now, now, preset_id=preset_id, options=options)

    def _request(self, reply: Turn, branch: Sequence[Turn], overflow: str | None = None) -> GenerateRequest:
        """Ask for a reply to this branch as its chat wishes; `overflow` holds this once. From what a
        temporary chat says nobody learns, whichever way it was asked."""
        chat = reply.conversation_id
        standing = self._options.choices(chat)
        choices = Choices(standing, {"reply.overflow": overflow}) if overflow else standing
        return replace(request_for(reply, branch, choices), temporary=self._chats.is_temporary(chat))

    def _may_begin(self) -> bool:
        if self.closing:
            self.notice.emit(tr("Foreword is closing."))
        elif self._replies.is_busy():
            self.notice.emit(tr("A reply is still being written. Stop it first, or wait until it is done."))
        else:
            return True
        return False

    def _may_change(self) -> bool:
        """The branch that a reply is being written on can't be changed under it."""
        if self._replies.conversation_id() == self._chats.open_id:
            self.notice.emit(
                tr("A reply is still being written here. Stop it first, or wait until it is done.")
            )
            return False
        return True


def _find(chat: Conversation | None, turn_id: str) -> Turn | None:
    return next((turn for turn in chat.turns if turn.id == turn_id), None) if chat else None


def _question(
    conversation_id: str, parent_id: str | None, text: str, attachments: Sequence[Attachment]
) -> Turn:
    return Turn(
        new_id(),
        conversation_id,
        parent_id,
        "user",
        text,
        "complete",
        time.time(),
        attachments=tuple(attachments),
    )


def _empty_reply(question: Turn) -> Turn:
    return Turn(new_id(), question.conversation_id, question.id, "assistant", "", "streaming", time.time())
