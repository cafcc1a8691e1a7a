"""A pool on fake speculators, with switches that a test can flip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from foreword.api import Budget, Draft
from foreword.messages import SpeculatorInfo
from foreword.speculators import members, opened
from foreword.speculators import pool as pool_module
from foreword.speculators.pool import Pool, Reply
from foreword.worker.cancel import Switches
from tests.fakes import speculators as fakes
from tests.fakes.speculators import registry_of

BUDGET = Budget(tokens=6, microseconds=2_000)
VOCABULARY = 100
PATIENCE = 10.0
"""Seconds that a test waits for what takes none, on a machine that may be busy."""


class Letters:
    """A tokenizer of one-character tokens."""

    fingerprint = "letters"

    def encode(self, text: str) -> list[int]:
        return [ord(letter) % VOCABULARY for letter in text]

    def decode(self, token_ids: Sequence[int]) -> str:
        return "".join(chr(token) for token in token_ids)

    def vocabulary(self) -> dict[str, int]:
        return {chr(token): token for token in range(VOCABULARY)}


class Bench:
    """A pool whose speculators are all on at first."""

    def __init__(self, data: Path, *speculators: type[Any]) -> None:
        self.registry = registry_of(*speculators)
        self.switches = Switches(record.name for record in self.registry.records)
        self.data = data
        self.pool = Pool(self.registry, self.switches.enabled, data, options=self.switches.options)

    def begin(self, prompt: Sequence[int] = (1, 2, 3), *, temporary: bool = False) -> None:
        self.pool.begin(Reply("chat", temporary, 7, VOCABULARY, Letters()), prompt)

    def draft(self) -> dict[str, Draft]:
        return dict(self.pool.draft(dict.fromkeys(self.pool.ready(), BUDGET)))

    def step(self, *token_ids: int, **accepted: int) -> dict[str, Draft]:
        """Draft and observe, and wait until what was observed has been heard."""
        drafts = self.draft()
        self.pool.observe(token_ids or (9,), accepted)
        self.pool.settle(PATIENCE)
        return drafts

    def end(self) -> None:
        self.pool.end()
        self.pool.settle(PATIENCE)

    def info(self, name: str) -> SpeculatorInfo:
        return next(info for info in self.pool.infos("chat") if info.name == name)

    def turn(self, *, off: str = "", on: str = "") -> None:
        self.switches.set((self.switches.enabled() - {off}) | ({on} if on else set()))


@pytest.fixture(autouse=True)
def _clean_fakes() -> Iterator[None]:
    fakes.reset()
    yield
    fakes.reset()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every limit is a tenth of itself, so that what hangs is found out soon."""
    monkeypatch.setattr(opened, "CALL_SECONDS", 0.2)
    for name, seconds in {"CALL": 0.2, "IMPORT": 1.0, "SETTLE": 0.2, "ACT": 1.0}.items():
        monkeypatch.setattr(members, f"{name}_SECONDS", seconds)
    monkeypatch.setattr(pool_module, "GRACE_SECONDS", 0.2)


@pytest.fixture
def bench_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Any]:
    """Makes benches, and closes them. A step waits for every start, so that none is missed by chance."""
    if "impatient" not in request.fixturenames:
        monkeypatch.setattr(pool_module, "GRACE_SECONDS", PATIENCE)
    benches: list[Bench] = []

    def make(*speculators: type[Any]) -> Bench:
        benches.append(Bench(tmp_path / "speculators", *speculators))
        return benches[-1]

    yield make
    for bench in benches:
        bench.pool.close()
