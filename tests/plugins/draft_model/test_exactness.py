"""The draft model under the real engine: whatever it drafts, the reply is the plain one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from foreword.messages import Sampling
from foreword.target import attention
from foreword.target.transformers_target import TransformersTarget
from tests.fakes.tiny_target import CHAT_TEMPLATE
from tests.plugins.draft_model.desk import SAMPLINGS, Desk
from tests.plugins.draft_model.making import (
    byte_level,
    metaspace,
    nudged,
    one_thread,
    tiny_model,
    wrapped,
    write_model,
)

pytestmark = pytest.mark.usefixtures("patient")


def tiny(tokenizer: Any, **changes: Any) -> TransformersTarget:
    attention.register()
    tokenizer.chat_template = CHAT_TEMPLATE
    model = tiny_model(vocab_size=len(tokenizer), attn_implementation=attention.NAME, **changes)
    return TransformersTarget(model, wrapped(tokenizer), name="tiny", context=512, notes_at=None)


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_a_model_that_drafts_for_itself_is_nearly_always_right(
    tmp_path: Path, desk: Callable[..., Desk], sampling: Sampling
) -> None:
    draft = write_model(tmp_path / "itself", byte_level())
    _, drafted = desk(tiny(byte_level()), draft).both("Say something.", sampling)
    assert drafted.stats.verified > 20
    assert drafted.stats.acceptance > 0.9


def test_shared_randomness_makes_a_near_model_right_more_often_than_chance(
    tmp_path: Path, desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same pair, with the draft's dice thrown independently: less is accepted, nothing else changes."""
    from foreword_draft_model import draws

    itself = write_model(tmp_path / "itself", byte_level())
    near, target = nudged(tmp_path / "near", itself, 0.04), tiny(byte_level())

    def accepted() -> float:
        made = desk(target, near)
        found = [made.both(f"Question {seed}", Sampling(temperature=1.0, seed=seed))[1] for seed in range(6)]
        return sum(each.stats.accepted for each in found) / sum(each.stats.verified for each in found)

    shared = accepted()
    noise = draws.gumbel_noise
    monkeypatch.setattr(draws, "gumbel_noise", lambda seed, at, ids: noise(seed + 1000, at, ids))
    assert shared > accepted() + 0.1


@pytest.mark.parametrize("sampling", SAMPLINGS[:2])
def test_another_model_of_the_same_vocabulary_changes_nothing(
    tmp_path: Path, desk: Callable[..., Desk], sampling: Sampling
) -> None:
    draft = write_model(tmp_path / "draft", byte_level(), "gpt2", seed=9, vocab_size=280)
    _, drafted = desk(tiny(byte_level()), draft).both("Say something.", sampling)
    assert drafted.stats.drafted > 0


@pytest.mark.parametrize("sampling", SAMPLINGS[:2])
def test_a_model_of_another_vocabulary_changes_nothing(
    tmp_path: Path, desk: Callable[..., Desk], sampling: Sampling
) -> None:
    """A target that writes random bytes, half characters among them, and a draft that can't spell them."""
    draft = write_model(tmp_path / "draft", metaspace(), "qwen2")
    for tokenizer in (byte_level(), byte_level(600)):
        _, drafted = desk(tiny(tokenizer), draft).both("Say 🙂 something.", sampling, 60)
        assert drafted.stats.drafted > 0


def test_turns_of_one_chat_go_on_from_the_same_cache(tmp_path: Path, desk: Callable[..., Desk]) -> None:
    draft = write_model(tmp_path / "itself", byte_level())
    made = desk(tiny(byte_level()), draft)
    for text in ("One.", "One. Two.", "One. Three.", "One."):
        _, drafted = made.both(text, Sampling(temperature=0.9, seed=8))
        assert drafted.stats.acceptance > 0.9
