"""The draft model's cache: whatever was drafted and rejected, it holds the committed tokens and no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import torch

from foreword_draft_model import model as module
from foreword_draft_model.folder import Obstacle
from foreword_draft_model.model import DraftModel, check, common_prefix, load
from tests.plugins.draft_model.making import byte_level, one_thread, tiny_model, write_model

KINDS = ("llama", "gpt2", "qwen2", "mistral", "gemma3")


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


def fresh_row(model: Any, ids: list[int]) -> torch.Tensor:
    with torch.inference_mode():
        row: torch.Tensor = model(input_ids=torch.tensor([ids]), use_cache=False).logits[0, -1]
    return row


@pytest.mark.parametrize("kind", KINDS)
def test_after_any_commits_its_logits_are_those_of_a_fresh_pass(kind: str) -> None:
    """Mistral and Gemma have windows of 16 tokens, which fill and are cut all the same."""
    made = tiny_model(kind)
    draft, random = DraftModel(made, 512), Random(1)
    ids = [random.randrange(260) for _ in range(5)]
    for _ in range(40):
        drafted = [random.randrange(260) for _ in range(random.randint(1, 6))]
        row = draft.read(ids)
        torch.testing.assert_close(row, fresh_row(made, ids), rtol=1e-3, atol=1e-3)
        for count in range(1, len(drafted)):
            draft.read([*ids, *drafted[:count]])
        accepted = random.randint(0, len(drafted))
        ids = [*ids, *drafted[:accepted], random.randrange(260)]
        draft.cut_to(ids)
        assert draft.ids == ids[: len(draft.ids)]
        assert len(draft.ids) >= len(ids) - 2  # a bonus token, and a last one that no pass had read


def test_the_cache_grows_without_a_limit_and_long_prompts_come_in_chunks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "CHUNK", 64)
    made = tiny_model("llama", max_position_embeddings=2048)
    draft, random = DraftModel(made, 2048), Random(2)
    ids = [random.randrange(260) for _ in range(1100)]
    row = draft.read(ids)
    torch.testing.assert_close(row, fresh_row(made, ids), rtol=1e-3, atol=1e-3)
    again = draft.read(ids)  # the last token once more
    torch.testing.assert_close(again, row, rtol=1e-3, atol=1e-3)
    assert draft.ids == ids


@pytest.mark.parametrize("kind", KINDS)
def test_a_sound_model_passes_the_check(kind: str) -> None:
    check(DraftModel(tiny_model(kind)), 260)


def test_a_cache_that_keeps_what_was_dropped_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a recurrent state does, which folds every token in and can't give it back."""
    draft = DraftModel(tiny_model("llama"))
    monkeypatch.setattr(type(draft._cache), "crop", lambda _cache, _count: None)
    with pytest.raises(Obstacle, match="can't be rewound"):
        check(draft, 260)


@pytest.mark.parametrize(("dtype", "wanted"), [("float32", "float32"), ("bfloat16", "bfloat16")])
def test_loading_leaves_the_default_number_format_alone(
    tmp_path: Path, dtype: str, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds for the whole process, and the target may be writing meanwhile."""
    folder = write_model(tmp_path / "draft", byte_level())
    changes: list[Any] = []
    set_default = torch.set_default_dtype
    monkeypatch.setattr(torch, "set_default_dtype", lambda kind: changes.append(kind) or set_default(kind))
    threads = torch.get_num_threads()
    draft = load(folder, dtype, 512)
    assert draft.dtype == wanted
    assert set(changes) <= {torch.float32}
    assert torch.get_num_threads() == threads
    assert draft.ids == []
    # Rotary frequencies keep their precision, whatever the weights have.
    assert {buffer.dtype for buffer in draft._model.buffers()} == {torch.float32}


def test_weights_that_lie_are_an_obstacle_not_a_crash(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "draft", byte_level(), hidden_size=32)
    config = folder / "config.json"
    config.write_text(config.read_text().replace('"hidden_size": 32', '"hidden_size": 64'))
    with pytest.raises(Obstacle, match="can't be run here"):
        load(folder, "float32", 512)


def test_a_common_prefix_is_found_in_lists_of_any_length() -> None:
    random = Random(3)
    for length in (0, 1, 511, 512, 513, 2000):
        ids = [random.randrange(9) for _ in range(length)]
        assert common_prefix(ids, ids) == length
        assert common_prefix(ids, [*ids, 1]) == length
        for at in {0, length // 2, length - 1} - {-1}:
            if at < length:
                other = [*ids[:at], ids[at] + 1, *ids[at + 1 :]]
                assert common_prefix(ids, other) == at
