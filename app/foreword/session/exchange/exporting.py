"""Chats out of the database into files, one chat at a time. Reads on a connection of its own; the app and
its replies go on. Knows formats only by what they promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from foreword.session.conversation import ConversationSummary, WholeChat
from foreword.session.exchange.errors import ExchangeError, one_line
from foreword.session.exchange.files import file_name, folder_whole, free_names, free_path, written_whole
from foreword.session.exchange.messages import Exported, ExportRequest, Shelf
from foreword.session.translate import tr
from foreword.storage.opening import Opened
from foreword.storage.store import ChatStore

GoOn = Callable[[float | None], None]


@dataclass(slots=True)
class _Tally:
    total: int
    go_on: GoOn
    chats: int = 0
    messages: int = 0

    def count(self, chat: WholeChat) -> WholeChat:
        self.go_on(self.chats / self.total)
        self.chats += 1
        self.messages += len(chat.turns)
        return chat

    def look(self) -> None:
        """Between two pages or messages of one long chat."""
        self.go_on(max(self.chats - 1, 0) / self.total)


def export(database: Path, request: ExportRequest, go_on: GoOn) -> Exported:
    """Write what is asked for. `go_on` is told how far it is, and raises Cancelled. Raises ExchangeError;
    there is then no file."""
    with one_line(database), closing(ChatStore(Opened(database, read_only=True))) as store:
        summaries = _wanted(store, request.chats)
        tally = _Tally(len(summaries), go_on)
        shelf = _shelf(store, summaries, request.system_prompt)
        if request.separate:
            path = _into_folder(store, summaries, request, shelf, tally)
            size = sum(each.stat().st_size for each in path.iterdir())
        else:
            path = request.target
            chats = _read(store, summaries, tally)
            with written_whole(path) as draft:
                request.format.write(draft, chats, shelf, tally.look)
            size = path.stat().st_size
    return Exported(path, tally.chats, tally.messages, size)


def _wanted(store: ChatStore, chats: Sequence[str] | None) -> list[ConversationSummary]:
    """Newest first."""
    wanted = None if chats is None else set(chats)
    found = [each for each in store.conversations() if wanted is None or each.id in wanted]
    if not found:
        raise ExchangeError(tr("There are no chats to export."))
    return found


def _shelf(store: ChatStore, summaries: Sequence[ConversationSummary], system_prompt: str) -> Shelf:
    """The folders and presets that these chats use."""
    folders, presets = {each.folder_id for each in summaries}, {each.preset_id for each in summaries}
    return Shelf(
        tuple(each for each in store.folders.all() if each.id in folders),
        tuple(each for each in store.presets.all() if each.id in presets),
        system_prompt,
    )


def _read(store: ChatStore, summaries: Sequence[ConversationSummary], tally: _Tally) -> Iterator[WholeChat]:
    for summary in summaries:
        chat = store.whole(summary.id)
        if chat is not None:  # else it was deleted a moment ago
            yield tally.count(chat)


def _into_folder(
    store: ChatStore,
    summaries: Sequence[ConversationSummary],
    request: ExportRequest,
    shelf: Shelf,
    tally: _Tally,
) -> Path:
    target = free_path(request.target)
    name = free_names()
    with folder_whole(target) as folder:
        for chat in _read(store, summaries, tally):
            path = folder / (name(file_name(chat.summary.title)) + request.format.suffix)
            request.format.write(path, iter([chat]), shelf, tally.look)
    return target
