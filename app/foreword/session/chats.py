"""The chats: which is open, the list with folders and pins, drafts, the bin, the search.

Owns the way to what is kept (`store`) and to the one chat that isn't (`TemporaryChat`). Knows nothing of
models and replies; whoever writes a reply says so through `live`, which gives the text as it stands.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from foreword.session.conversation import (
    Conversation,
    ConversationSummary,
    Draft,
    Folder,
    SearchHit,
    Turn,
)
from foreword.session.temporary import TemporaryChat
from foreword.session.translate import tr
from foreword.settings import Settings
from foreword.storage.errors import StorageError
from foreword.storage.store import ChatStore

log = logging.getLogger(__name__)

UNDO_MS = 10_000
"""How long a deleted chat can be brought back."""


class Chats(QObject):
    """Lives on the window's thread. Every StorageError ends here, as one line for the user."""

    #: The list changed: chats, their titles, places, folders.
    changed = Signal()
    #: The open chat is about to be another one.
    closing = Signal()
    #: object: Conversation | None - another chat is open now (None: a new one, still empty).
    opened = Signal(object)
    #: str turn_id - the search led to this turn of the chat that was just opened.
    turn_wanted = Signal(str)
    #: str conversation_id, str title - it is in the bin; `undo_delete` brings it back for a while.
    deleted = Signal(str, str)
    #: str conversation_id - it can't be brought back any more, or was temporary and is left.
    gone = Signal(str)
    #: str conversation_id - a turn of it was deleted.
    turn_deleted = Signal(str)
    #: str query, object: list[SearchHit]
    found = Signal(str, object)
    notice = Signal(str)

    _search_ended = Signal(str, object)

    def __init__(self, store: ChatStore, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self.store = store
        self._settings = settings
        self._temporary: TemporaryChat | None = None
        self._undo: dict[str, QTimer] = {}
        self._searching: Future[list[SearchHit]] | None = None
        #: Gives a turn as it stands in memory, where that is newer than what is kept.
        self.live: Callable[[Turn], Turn] = lambda turn: turn
        self.open_id = self._last_open()
        self._drafts = self._read_drafts()
        self._search_ended.connect(self._show_found)

    # --- what is kept, and what isn't
    def place_of(self, conversation_id: str) -> ChatStore | TemporaryChat:
        """Where this chat's turns are."""
        if self._temporary is not None and self._temporary.summary("").id == conversation_id:
            return self._temporary
        return self.store

    def is_temporary(self, conversation_id: str) -> bool:
        return isinstance(self.place_of(conversation_id), TemporaryChat)

    def conversations(self) -> list[ConversationSummary]:
        """Newest first."""
        with self.faults_told():
            return self.store.conversations()
        return []

    def summary(self, conversation_id: str) -> ConversationSummary | None:
        """A chat's line of the list; that of the temporary one too."""
        with self.faults_told():
            return self.place_of(conversation_id).summary(conversation_id)
        return None

    def current(self) -> Conversation | None:
        """The open chat as it stands (with the text of a streaming reply so far); None if new."""
        return self.conversation(self.open_id) if self.open_id else None

    def conversation(self, conversation_id: str) -> Conversation | None:
        with self.faults_told():
            place = self.place_of(conversation_id)
            summary = place.summary(conversation_id)
            if summary is not None:
                turns = tuple(self.live(turn) for turn in place.branch(conversation_id))
                versions = place.versions(conversation_id)
                return Conversation(summary, turns, versions, isinstance(place, TemporaryChat))
        return None

    # --- opening
    def open(self, conversation_id: str | None) -> None:
        """Show another chat; None: a new one. It is created with its first message."""
        self._leave_temporary(conversation_id)
        self.closing.emit()
        self._remember_open(conversation_id)
        chat = self.current()
        if chat is None and conversation_id is not None:
            self._remember_open(None)
            self.notice.emit(tr("This chat is no longer there."))
            self.changed.emit()
        self.opened.emit(chat)

    def open_at(self, conversation_id: str, turn_id: str) -> None:
        """Show a chat at one of its turns, in whichever version that is."""
        with self.faults_told():
            if turn_id not in {turn.id for turn in self.store.branch(conversation_id)}:
                self.store.show_version(conversation_id, turn_id)
            self.open(conversation_id)
            self.turn_wanted.emit(turn_id)

    def new_temporary(self, summary: ConversationSummary | None = None, turns: Sequence[Turn] = ()) -> None:
        """Show a chat of which nothing is kept, and from which nobody learns. It is empty, or begins with
        these turns."""
        now = time.time()
        self._leave_temporary(None)
        summary = summary or ConversationSummary(new_id(), tr("Temporary chat"), now, now)
        self._temporary = TemporaryChat(summary)
        if turns:
            self._temporary.add(turns)
        self.open(summary.id)

    def opened_new(self, summary: ConversationSummary) -> None:
        """The new chat was kept with its first turns: it is the open one now."""
        self._remember_open(summary.id)

    # --- the list
    def rename(self, conversation_id: str, title: str) -> None:
        """Give a chat another title; an empty one is ignored."""
        title = " ".join(title.split())
        if title:
            self._change(conversation_id, title=title, named=True)

    def suggest_title(self, conversation_id: str, title: str) -> None:
        """A title from the first exchange, unless the user has chosen one."""
        with self.faults_told():
            summary = self.store.summary(conversation_id)
            if summary is not None and not summary.named and title and title != summary.title:
                self._change(conversation_id, title=title)

    def pin(self, conversation_id: str, pinned: bool) -> None:
        self._change(conversation_id, pinned=pinned)

    def move(self, conversation_id: str, folder_id: str | None) -> None:
        """Put a chat into a folder; None: out of it."""
        self._change(conversation_id, folder_id=folder_id)

    def duplicate(self, conversation_id: str) -> str | None:
        """Copy a chat whole and open the copy; its id."""
        return self._copy(conversation_id, None)

    def branch_off(self, conversation_id: str, turn_id: str) -> str | None:
        """A chat of its own from the branch that ends with this turn; opens it."""
        return self._copy(conversation_id, turn_id)

    def delete(self, conversation_id: str) -> None:
        """Into the bin; after a while, at the end of the app or at the next start it is gone for good."""
        if self.is_temporary(conversation_id):
            self.open(None)
            return
        with self.faults_told():
            summary = self.store.summary(conversation_id)
            if summary is None:
                return
            self.store.bin(conversation_id)
            timer = QTimer(self, singleShot=True, interval=UNDO_MS)
            timer.timeout.connect(self._purge_due)
            timer.setObjectName(conversation_id)
            self._undo[conversation_id] = timer
            timer.start()
            self.changed.emit()
            if conversation_id == self.open_id:
                self.open(None)
            self.deleted.emit(conversation_id, summary.title)

    def undo_delete(self, conversation_id: str) -> None:
        """Bring a chat back from the bin, and open it."""
        timer = self._undo.pop(conversation_id, None)
        if timer is None:
            self.notice.emit(tr("This chat can't be brought back any more."))
            return
        timer.stop()
        with self.faults_told():
            self.store.unbin(conversation_id)
            self.changed.emit()
            self.open(conversation_id)

    def empty_bin(self) -> None:
        """Delete for good what can still be brought back."""
        for conversation_id in list(self._undo):
            self._purge(conversation_id)

    # --- folders
    def folders(self) -> list[Folder]:
        with self.faults_told():
            return self.store.folders.all()
        return []

    def add_folder(self, name: str) -> str | None:
        """A new folder at the end; its id."""
        name = " ".join(name.split())
        if not name:
            return None
        folder = Folder(new_id(), name, len(self.folders()))
        with self.faults_told():
            self.store.folders.add(folder)
            self.changed.emit()
            return folder.id
        return None

    def rename_folder(self, folder_id: str, name: str) -> None:
        name = " ".join(name.split())
        if name:
            with self.faults_told():
                self.store.folders.rename(folder_id, name)
                self.changed.emit()

    def arrange_folders(self, folder_ids: Sequence[str]) -> None:
        with self.faults_told():
            self.store.folders.arrange(folder_ids)
            self.changed.emit()

    def delete_folder(self, folder_id: str) -> None:
        """The chats in it stay."""
        with self.faults_told():
            self.store.folders.delete(folder_id)
            self.changed.emit()

    # --- search
    def search(self, query: str) -> None:
        """Look for all of these words in titles and texts. The answer comes with `found`."""
        future = self._searching = self.store.search.find(query)
        future.add_done_callback(lambda done: self._search_ended.emit(query, done))

    @Slot(str, object)
    def _show_found(self, query: str, future: Future[list[SearchHit]]) -> None:
        if future is self._searching and not future.cancelled():
            with self.faults_told():
                self.found.emit(query, future.result())

    # --- drafts
    def draft(self, conversation_id: str | None) -> Draft:
        """What stands in the composer of this chat; None: of a new one."""
        return self._drafts.get(conversation_id or "", Draft())

    def keep_draft(self, conversation_id: str | None, draft: Draft) -> None:
        """Keep it across a restart; that of a temporary chat only as long as the app runs."""
        chat = conversation_id or ""
        if self._drafts.get(chat, Draft()) == draft:
            return
        self._drafts[chat] = draft
        if not (chat and self.is_temporary(chat)) and not self.store.read_only:
            self.store.drafts.keep(chat, draft).add_done_callback(_log_failure)

    # --- steps
    def _leave_temporary(self, going_to: str | None) -> None:
        """What was said in a temporary chat ends with it."""
        if self._temporary is not None:
            left = self._temporary.summary("").id
            if left != going_to:
                self.gone.emit(left)
                self._temporary = None
                self._drafts.pop(left, None)

    def _change(self, conversation_id: str, **columns: Any) -> None:
        with self.faults_told():
            self.place_of(conversation_id).change(conversation_id, **columns)
            self.changed.emit()

    def _copy(self, conversation_id: str, up_to: str | None) -> str | None:
        with self.faults_told():
            summary = self.store.summary(conversation_id)
            if summary is None:
                return None
            now = time.time()
            title = f"{summary.title} (copy)" if up_to is None else summary.title
            new = ConversationSummary(
                new_id(),
                title,
                now,
                now,
                named=summary.named,
                folder_id=summary.folder_id,
                preset_id=summary.preset_id,
                options=summary.options,
            )
            self.store.copy(conversation_id, new, new_id, up_to)
            self.changed.emit()
            self.open(new.id)
            return new.id
        return None

    @Slot()
    def _purge_due(self) -> None:
        self._purge(self.sender().objectName())

    def _purge(self, conversation_id: str) -> None:
        timer = self._undo.pop(conversation_id, None)
        if timer is not None:
            timer.stop()
            with self.faults_told():
                self.store.delete(conversation_id)
                self._drafts.pop(conversation_id, None)
                self.gone.emit(conversation_id)

    def _remember_open(self, conversation_id: str | None) -> None:
        self.open_id = conversation_id
        kept = None if conversation_id and self.is_temporary(conversation_id) else conversation_id
        try:
            self._settings.set("chat.open", kept or "", flush=False)
        except OSError as error:
            self.notice.emit(
                tr(
                    "The settings could not be saved ({reason}): {path}",
                    reason=error.strerror,
                    path=self._settings.path,
                )
            )

    def _last_open(self) -> str | None:
        last: str = self._settings["chat.open"]
        return last if last and self.store.summary(last) else None

    def _read_drafts(self) -> dict[str, Draft]:
        return dict(self.store.drafts.all())

    @contextmanager
    def faults_told(self) -> Iterator[None]:
        try:
            yield
        except StorageError as error:
            self.notice.emit(str(error))


def new_id() -> str:
    return uuid.uuid4().hex


def _log_failure(kept: Future[None]) -> None:
    error = kept.exception()
    if error is not None:
        log.error("a draft could not be kept: %s", error)
