"""What broke elsewhere in decoding: blocks of any size, whole characters, the cache of the next turn, a full
window. The real loop over the tiny target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import AutoModelForCausalLM

from foreword.engine.generate import Engine
from foreword.engine.planner import Planner
from foreword.messages import ChatMessage, Finished, StopReason, TokenBatch
from foreword.target.loading import load_target
from foreword.target.target import Target
from foreword.target.transformers_target import TransformersTarget
from tests.engine.test_generate import NGRAM, Eager, _fresh_fakes, close_pools, data, engine, request, write
from tests.fakes import speculators as fakes
from tests.fakes.speculators import Oracle
from tests.fakes.tiny_target import EOS, byte_tokenizer, tiny_target

__all__ = ["_fresh_fakes", "data"]

BLOCKS = [1, 2, 3, 4, 7]


class Reciting:
    """The tiny target, whose rows want one text and then the end, whatever was asked."""

    def __init__(self, inner: TransformersTarget, text: str) -> None:
        self._inner = inner
        self.answer = (*byte_tokenizer().encode(text, add_special_tokens=False), EOS)
        self.prompt_length = 0
        self.kept = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def reuse(self, token_ids: list[int]) -> int:
        self.prompt_length, self.kept = len(token_ids) + 1, 0
        return self._inner.reuse(token_ids)

    def verify(self, token_ids: list[int], parents: list[int], width: int) -> torch.Tensor:
        rows = torch.zeros_like(self._inner.verify(token_ids, parents, width))
        depths: list[int] = []
        for parent in parents:
            depths.append(0 if parent < 0 else depths[parent] + 1)
        for row, depth in enumerate(depths):
            rows[row, self.answer[min(self.kept + depth, len(self.answer) - 1)]] = 50.0
        return rows

    def keep(self, nodes: Sequence[int]) -> None:
        self.kept += len(nodes) + 1
        self._inner.keep(nodes)


class InBlocks(Oracle):
    """Drafts so many right tokens at a time."""

    size = 1

    def draft(self, context: Any, budget: Any) -> Any:
        return super().draft(context, replace(budget, tokens=min(budget.tokens, self.size)))


def recite(data: Path, text: str, block: int, **more: Any) -> tuple[Finished, list[str], Reciting]:
    """The reply, the texts of its steps, and the target; drafted in blocks of this size."""
    target = Reciting(tiny_target(), text)
    req = request(**{"max_tokens": None, **more})
    InBlocks.size, InBlocks.answer = block, target.answer
    InBlocks.prompt_length = len(target.tokenizer.encode_chat(req.messages))
    made, _ = engine(target, data, [InBlocks, fakes.Recorder])  # type: ignore[arg-type]
    events = list(made.generate(req, lambda: False))
    assert made.pool.settle(5.0)
    finished = events[-1]
    assert isinstance(finished, Finished)
    return finished, [event.text for event in events if isinstance(event, TokenBatch)], target


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("offset", range(5))
def test_a_stop_string_is_cut_exactly_wherever_blocks_end(data: Path, block: int, offset: int) -> None:
    text = "x" * offset + "some words STOP and more of them"
    finished, shown, target = recite(data, text, block, stop=("STOP",))
    assert finished.stop_reason is StopReason.STOP_STRING
    assert finished.text == "".join(shown) == text[: text.index("STOP")]
    assert len(finished.token_ids) == finished.stats.completion_tokens == text.index("STOP") + len("STOP")
    assert finished.stats.accepted < finished.stats.completion_tokens
    heard = [token for call in fakes.Recorder.calls if call[0] == "observe" for token in call[1]]
    assert tuple(heard) == finished.token_ids
    whole = [*target.tokenizer.encode_chat(request().messages), *target.answer]
    assert target.reuse(whole) <= len(whole) - len(target.answer) + len(finished.token_ids)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_end_inside_a_block_leaves_nothing_behind_it(data: Path, block: int) -> None:
    text = "all that is said"
    finished, shown, target = recite(data, text, block)
    assert (finished.stop_reason, finished.text, "".join(shown)) == (StopReason.EOS, text, text)
    assert finished.token_ids == target.answer
    by = finished.stats.by_speculator["InBlocks"]
    assert by.accepted <= by.verified
    heard = [token for call in fakes.Recorder.calls if call[0] == "observe" for token in call[1]]
    assert tuple(heard) == target.answer


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("text", ["a😀b 漢字 👩‍👩‍👧 é", "漢😀"])
def test_characters_split_over_tokens_and_blocks_come_whole(data: Path, block: int, text: str) -> None:
    finished, shown, _ = recite(data, text, block)
    assert finished.text == "".join(shown) == text
    assert all("\ufffd" not in piece for piece in shown)


@pytest.mark.parametrize("limit", range(1, 12))
def test_a_limit_inside_a_character_leaves_no_half_of_it(data: Path, limit: int) -> None:
    text = "a😀漢é"
    finished, shown, _ = recite(data, text, 3, max_tokens=limit)
    assert "\ufffd" not in finished.text + "".join(shown)
    assert text.startswith(finished.text)
    assert len(finished.token_ids) == min(limit, 11)


@pytest.mark.parametrize("block", [1, 4])
@pytest.mark.parametrize("ends", ["eos", "length", "stop"])
def test_the_next_turn_reads_only_what_is_new(data: Path, block: int, ends: str) -> None:
    text = "the answer STOP"
    rules: dict[str, Any] = {"eos": {}, "length": {"max_tokens": 7}, "stop": {"stop": (" STOP",)}}[ends]
    finished, _, target = recite(data, text, block, **rules)
    first = request().messages
    again = (*first, ChatMessage("assistant", finished.text), ChatMessage("user", "and then?"))
    prompt = target.tokenizer.encode_chat(again)
    told = len(target.tokenizer.encode_chat(first)) + len(target.tokenizer.encode(finished.text))
    made, _ = engine(target, data)  # type: ignore[arg-type]
    *_, following = made.generate(replace(request(max_tokens=3), messages=again), lambda: False)
    assert isinstance(following, Finished)
    # The last token that was drawn has not been in a pass yet, unless it is cut off with a stop string.
    assert told - 1 <= following.stats.cached_tokens <= told + 1
    assert following.stats.prompt_tokens == len(prompt)


def test_a_full_sliding_window_gives_the_models_own_tokens(data: Path, tmp_path: Path) -> None:
    """Drafts are wrong, right and branching by turns; the window is full long before the end."""
    from transformers import Qwen2Config, Qwen2ForCausalLM

    torch.manual_seed(0)
    config = Qwen2Config(
        vocab_size=260, hidden_size=32, intermediate_size=64, num_hidden_layers=4, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=256, use_sliding_window=True, sliding_window=16,
        max_window_layers=2, eos_token_id=EOS, bos_token_id=None, initializer_range=0.5,
    )  # fmt: skip
    Qwen2ForCausalLM(config).save_pretrained(tmp_path)
    byte_tokenizer().save_pretrained(tmp_path)
    target: Target = load_target(tmp_path, name="sliding", dtype="float32")
    assert isinstance(target, TransformersTarget), "or the window says why nothing is drafted"
    req = request(max_tokens=80)
    prompt = target.tokenizer.encode_chat(req.messages)
    model = AutoModelForCausalLM.from_pretrained(tmp_path, dtype=torch.float32)
    with torch.inference_mode():
        whole = model.generate(torch.tensor([prompt]), max_new_tokens=80, do_sample=False, pad_token_id=EOS)
    expected = tuple(whole[0, len(prompt) :].tolist())
    fakes.Oracle.answer, fakes.Oracle.prompt_length = expected, len(prompt)
    for speculators in (
        [],
        [fakes.RandomTokens],
        [fakes.Oracle, fakes.RandomTokens],
        [NGRAM, fakes.Branching],
    ):
        finished = write(target, data, req, speculators)
        assert finished.token_ids == expected
        close_pools()


def test_drafted_verified_and_accepted_are_counted_apart(data: Path) -> None:
    """What a planner cuts off was drafted, and was never verified."""

    class Cuts(Eager):
        def _paying(self, nodes: Sequence[int], reach: Sequence[float], terms: Any) -> tuple[int, float]:
            return min(len(nodes), 2), super()._paying(nodes, reach, terms)[1]

    target = tiny_target()
    req = request(max_tokens=30)
    plain = write(target, data, req)
    InBlocks.size, InBlocks.answer, InBlocks.prompt_length = 6, plain.token_ids, plain.stats.prompt_tokens
    made: Engine = engine(target, data, [InBlocks])[0]
    planner: Planner = Cuts(target.widths, target.branches)
    *_, finished = replace(made, planner=planner).generate(req, lambda: False)
    assert isinstance(finished, Finished)
    assert finished.token_ids == plain.token_ids
    stats, own = finished.stats, finished.stats.by_speculator["InBlocks"]
    assert (own.drafted, own.verified, own.accepted) == (stats.drafted, stats.verified, stats.accepted)
    assert stats.verified == stats.accepted == 2 * stats.passes
    assert stats.drafted > 2 * stats.verified
    assert stats.acceptance == 1.0
