"""The stored replies, in the order in which they were written, each with the prompt that it answered.

Reads chats.db and changes nothing in it. Knows nothing of models, tokenizers or speculators.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass

from foreword.commands import CommandError
from foreword.messages import ChatMessage
from foreword.paths import Paths
from foreword.session.choices import Values, choices_for
from foreword.session.conversation import Turn
from foreword.session.prompt import prompt_messages
from foreword.storage.errors import StorageError
from foreword.storage.opening import as_it_is
from foreword.storage.store import ChatStore


@dataclass(frozen=True, slots=True)
class StoredReply:
    """A reply of the target. `token_ids` is empty where none were kept."""

    turn: Turn
    messages: tuple[ChatMessage, ...]
    token_ids: tuple[int, ...]

    @property
    def seed(self) -> int:
        return int(self.turn.stats.get("seed", 0))

    @property
    def fingerprint(self) -> Mapping[str, str]:
        """The numeric fingerprint of the model that wrote it, as far as it is known."""
        found: Mapping[str, str] = self.turn.stats.get("fingerprint", {})
        return found


def read_replies(paths: Paths, settings: Values, newest: int | None) -> tuple[int, list[StoredReply]]:
    """(chats, their replies), oldest first; of the `newest` chats used last, or of all.

    Raises CommandError with one line where there are none, or where they can't be read.
    """
    if not paths.chats.exists():
        raise CommandError(f"there are no chats to replay: {paths.chats} doesn't exist yet")
    try:
        with closing(ChatStore(as_it_is(paths.chats))) as store:
            presets = store.presets.all()
            chats = store.conversations()[:newest]
            replies = [
                reply
                for chat in chats
                for reply in _replies(store, chat.id, choices_for(settings, chat, presets))
            ]
    except StorageError as error:
        raise CommandError(str(error)) from error
    if not replies:
        raise CommandError(f"there are no chats to replay: {paths.chats} holds no replies")
    return len(chats), sorted(replies, key=lambda reply: reply.turn.created_at)


def _replies(store: ChatStore, conversation_id: str, choices: Values) -> list[StoredReply]:
    """Every version of every reply, each once, with the branch that leads to it as its prompt."""
    found: dict[str, StoredReply] = {}
    for branch in store.branches(conversation_id):
        for at, turn in enumerate(branch):
            if turn.id not in found and _was_written(turn):
                messages = prompt_messages(branch[:at], choices["reply.system_prompt"])
                found[turn.id] = StoredReply(turn, messages, store.token_ids(turn.id))
    return list(found.values())


def _was_written(turn: Turn) -> bool:
    return (
        turn.role == "assistant" and turn.status in ("complete", "stopped", "interrupted") and bool(turn.text)
    )
