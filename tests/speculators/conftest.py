"""A pool on fake speculators, with switches that a test can flip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from foreword.api import Budget, Draft
from foreword.messages import SpeculatorInfo
from foreword.speculators.pool import Pool, Reply
from foreword.worker.cancel import Switches
from tests.fakes import speculators as fakes
from tests.fakes.speculators import registry_of

BUDGET = Budget(tokens=6, microseconds=2_000)
VOCABULARY = 100


class Letters:
    """A tokenizer of one-character tokens."""

    fingerprint = "letters"

    def encode(self, text: str) -> list[int]:
        return [ord(letter) % VOCABULARY for letter in text]

    def decode(self, token_ids: Sequence[int]) -> str:
        return "".join(chr(token) for token in token_ids)


class Bench:
    """A pool whose speculators are all on at first."""

    def __init__(self, data: Path, *speculators: type[Any]) -> None:
        self.registry = registry_of(*speculators)
        self.switches = Switches(record.name for record in self.registry.records)
        self.data = data
        self.pool = Pool(self.registry, self.switches.enabled, data)

    def begin(self, prompt: Sequence[int] = (1, 2, 3), *, temporary: bool = False) -> None:
        self.pool.begin(Reply("chat", temporary, 7, VOCABULARY, Letters()), prompt)

    def draft(self) -> dict[str, Draft]:
        return dict(self.pool.draft(BUDGET))

    def step(self, *token_ids: int, **accepted: int) -> dict[str, Draft]:
        drafts = self.draft()
        self.pool.observe(token_ids or (9,), accepted)
        return drafts

    def info(self, name: str) -> SpeculatorInfo:
        infos = self.registry.infos(self.switches.enabled())
        return next(info for info in infos if info.name == name)

    def turn(self, *, off: str = "", on: str = "") -> None:
        self.switches.set((self.switches.enabled() - {off}) | ({on} if on else set()))


@pytest.fixture(autouse=True)
def _clean_fakes() -> Iterator[None]:
    fakes.reset()
    yield
    fakes.reset()


@pytest.fixture
def bench_of(tmp_path: Path) -> Any:
    return lambda *speculators: Bench(tmp_path / "speculators", *speculators)
