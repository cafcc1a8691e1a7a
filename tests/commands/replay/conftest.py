"""Stored chats of tiny models, and what replays them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foreword.api import Target
from foreword.paths import Paths
from foreword.storage.records import ConversationSummary, Turn
from foreword.storage.store import ChatStore
from foreword.target.tokenizer import TransformersTokenizer
from tests.fakes import speculators as fakes
from tests.fakes.tiny_target import EOS, byte_tokenizer

VOCABULARY = 260


class Chats:
    """A chats.db that is written as the app writes it. Each question and each reply comes a second later."""

    def __init__(self, path: Path) -> None:
        self.store = ChatStore.open(path)
        self.tokenizer = TransformersTokenizer(byte_tokenizer(), frozenset({EOS}))
        self._at = 1000.0

    def ask(self, chat: str, text: str, parent: str | None = None, **more: Any) -> str:
        """A question; the first one of a chat makes it. Returns the turn's id."""
        turn = self._turn(chat, parent, "user", text)
        known = self.store.summary(chat) is not None
        self.store.add([turn], None if known else ConversationSummary(chat, chat, self._at, self._at, **more))
        return turn.id

    def answer(self, chat: str, parent: str, text: str, *, ids: Any = "own", **more: Any) -> str:
        """A reply, of the tokenizer's own ids unless others are given. Returns the turn's id."""
        turn = replace(self._turn(chat, parent, "assistant", ""), status="streaming")
        self.store.add([turn])
        ended = {"status": "complete", "stop_reason": "eos", "stats": {"seed": 7}, **more}
        if ids == "own":
            ids = [*self.tokenizer.encode(text), EOS]
        self.store.finish(replace(turn, text=text, **ended), ids)
        return turn.id

    def talk(self, chat: str, *lines: str) -> None:
        """Questions and answers in turn."""
        parent: str | None = None
        for question, answer in zip(lines[::2], lines[1::2], strict=True):
            parent = self.answer(chat, self.ask(chat, question, parent), answer)

    def _turn(self, chat: str, parent: str | None, role: Any, text: str) -> Turn:
        self._at += 1.0
        return Turn(f"{chat}-{self._at:.0f}", chat, parent, role, text, "complete", self._at)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths.profile(tmp_path / "profile").ensure()


@pytest.fixture
def chats(paths: Paths) -> Iterator[Chats]:
    made = Chats(paths.chats)
    yield made
    made.store.close()


@pytest.fixture
def target(chats: Chats) -> Target:
    return Target("tiny", VOCABULARY, 1024, chats.tokenizer)


@pytest.fixture(autouse=True)
def fresh_fakes() -> Iterator[None]:
    fakes.reset()
    yield
    fakes.reset()
