"""Feeds the stored conversations to speculators that ask for them, one after the other.

    HistoryWanted -> a lesson goes to the worker -> Taught -> the next one, oldest conversation first

One lesson is on its way at a time, so a reply never waits behind more than one. A chat that is being
answered has its turn afterwards: told now, the lesson would be heard behind the reply, and take the
reply's place. Temporary chats are not stored, so they can't come up. Knows the store, what holds for a
chat, and the link; nothing of how a speculator learns.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from foreword.messages import ChatMessage, HistoryWanted, Lesson, Taught
from foreword.session.chat_options import ChatOptions
from foreword.session.conversation import Turn
from foreword.session.link import WorkerLink
from foreword.session.prompt import prompt_messages
from foreword.storage.errors import StorageError
from foreword.storage.store import ChatStore

log = logging.getLogger(__name__)

_RETRY_MS = 500


class Feeding(QObject):
    """What is still to be taught, and to whom. Lives on the window's thread."""

    notice = Signal(str)

    def __init__(self, store: ChatStore, options: ChatOptions, link: WorkerLink, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._options = options
        self._link = link
        #: For each speculator the conversations that it has not been given yet, oldest last.
        self._waiting: dict[str, list[str]] = {}
        self._totals: dict[str, int] = {}
        self._on_its_way: Lesson | None = None
        #: Gives the chat that is being answered.
        self.answering: Callable[[], str | None] = lambda: None
        self._stopped = False
        self._again = QTimer(self, singleShot=True, interval=_RETRY_MS)
        self._again.timeout.connect(self._send_next)

    def receive(self, message: HistoryWanted | Taught) -> None:
        if isinstance(message, HistoryWanted):
            self._begin(message.names)
        elif self._on_its_way is None:
            return
        elif message.accepted:
            self._on_its_way = None
            self._send_next()
        else:  # no model, or the speculator is busy still: the same lesson once more, later
            self._put_back(self._on_its_way)
            self._on_its_way = None
            self._again.start()

    def stop(self) -> None:
        """The app quits."""
        self._stopped = True
        self._again.stop()

    def forget(self, conversation_id: str) -> None:
        """The conversation was deleted: it is not taught any more."""
        for waiting in self._waiting.values():
            if conversation_id in waiting:
                waiting.remove(conversation_id)

    def teach_again(self, conversation_id: str, names: tuple[str, ...]) -> None:
        """Something in this conversation was deleted: what is left is taught anew."""
        for name in names:
            self._waiting.setdefault(name, []).append(conversation_id)
            self._totals[name] = max(self._totals.get(name, 0), len(self._waiting[name]))
        self._send_next()

    def _begin(self, names: tuple[str, ...]) -> None:
        try:
            newest_first = [summary.id for summary in self._store.conversations()]
        except StorageError as error:
            self.notice.emit(str(error))
            return
        for name in names:
            self._waiting[name] = list(newest_first)
            self._totals[name] = len(newest_first)
        self._send_next()

    @Slot()
    def _send_next(self) -> None:
        if self._stopped or self._on_its_way is not None:
            return
        chosen = self._take_next()
        if chosen is None:
            return
        name, conversation_id = chosen
        total = self._totals[name]
        number = total - len(self._waiting[name])
        try:
            versions = self._versions(conversation_id)
        except StorageError as error:
            # Not taught at all: a lesson without words would say that there is nothing left of it.
            log.error("conversation %s can't be read for the speculators: %s", conversation_id, error)
            self._again.start()
            return
        self._on_its_way = Lesson((name,), conversation_id, versions, number, total)
        self._link.teach_requested.emit(self._on_its_way)

    def _take_next(self) -> tuple[str, str] | None:
        """(speculator, conversation), which waits no longer; None where nothing can be taught now."""
        answering = self.answering()
        for name, waiting in self._waiting.items():
            for at in reversed(range(len(waiting))):
                if waiting[at] != answering:
                    return name, waiting.pop(at)
        if any(self._waiting.values()):
            self._again.start()
        else:
            self._waiting.clear()
        return None

    def _put_back(self, lesson: Lesson) -> None:
        for name in lesson.names:
            self._waiting.setdefault(name, []).append(lesson.conversation_id)

    def _versions(self, conversation_id: str) -> tuple[tuple[tuple[ChatMessage, ...], tuple[int, ...]], ...]:
        """Every version as messages that end with a reply; empty where none does."""
        paths = map(_up_to_last_reply, self._store.branches(conversation_id))
        return tuple(self._version(path) for path in paths if path)

    def _version(self, path: tuple[Turn, ...]) -> tuple[tuple[ChatMessage, ...], tuple[int, ...]]:
        system = self._options.choices(path[-1].conversation_id)["reply.system_prompt"]
        messages = prompt_messages(path[:-1], system)
        reply = ChatMessage("assistant", path[-1].text)
        return (*messages, reply), self._store.token_ids(path[-1].id)


def _up_to_last_reply(path: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The path without what no reply followed; empty where there was none that says anything."""
    while path and not (path[-1].role == "assistant" and path[-1].text.strip()):
        path = path[:-1]
    return path
