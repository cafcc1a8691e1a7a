"""A target at work with the draft model beside it: the real engine, pool and planner, and no window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from foreword.api import LocalModel, Target
from foreword.engine.generate import Engine
from foreword.messages import ChatMessage, Finished, GenerateRequest, Sampling
from foreword.speculators.pool import Pool
from tests.engine.test_generate import Eager
from tests.fakes.speculators import registry_of

DRAFT_MODEL = ("draft_model", "foreword_draft_model:DraftModelSpeculator")


class Desk:
    """A target, and the draft model switched on or off for it."""

    def __init__(self, target: Any, draft: Path, data: Path, **values: object) -> None:
        self.on = False
        options = {"model": draft.name, "dtype": "float32", "least_confidence": 0.0} | values
        self.pool = Pool(
            registry_of(DRAFT_MODEL),
            lambda: frozenset({"draft_model"} if self.on else ()),
            data,
            options=lambda _name: options,
            models=lambda: (LocalModel(draft.name, draft),),
        )
        info = target.info
        self.pool.attach(Target(info.name, info.vocab_size, target.context_length, target.tokenizer))
        self._engine = Engine(target, self.pool, Eager(target.widths, target.branches))

    def write(self, text: str, sampling: Sampling, *, on: bool, tokens: int = 40) -> Finished:
        self.on = on
        self.pool.refresh()
        assert self.pool.settle(120.0)
        request = GenerateRequest("r", "c", (ChatMessage("user", text),), sampling, tokens)
        *_, finished = self._engine.generate(request, lambda: False)
        assert isinstance(finished, Finished)
        states = {info.name: (info.state, info.reason) for info in self.pool.infos(None)}
        assert states == {"draft_model": ("active" if on else "off", "")}, self.pool.infos(None)
        return finished

    def both(self, text: str, sampling: Sampling, tokens: int = 40) -> tuple[Finished, Finished]:
        """(plain, with drafts), which must be the same."""
        plain = self.write(text, sampling, on=False, tokens=tokens)
        drafted = self.write(text, sampling, on=True, tokens=tokens)
        assert drafted.token_ids == plain.token_ids
        assert (drafted.text, drafted.stop_reason) == (plain.text, plain.stop_reason)
        assert plain.stats.drafted == 0
        return plain, drafted


SAMPLINGS = (
    Sampling(),
    Sampling(temperature=0.8, seed=3),
    Sampling(temperature=1.0, top_k=20, top_p=0.9, seed=4),
    Sampling(temperature=0.7, min_p=0.05, repetition_penalty=1.2, presence_penalty=0.3, seed=5),
)
