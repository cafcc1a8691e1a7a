"""The fused forward against transformers' own code, for each architecture of its family, to rounding."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from foreword.target import attention
from foreword.target.cache import SlotCache
from foreword.target.fused import FusedModel
from foreword.target.layout import chain_layout
from foreword.target.norm import rms_norm
from foreword.target.passes import FusedPass, Pass, TransformersPass, choose_pass

SIZES: dict[str, Any] = {
    "vocab_size": 128, "hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 3,
    "num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 256,
    "initializer_range": 0.2, "head_dim": 24,
}  # fmt: skip
FAMILY: list[tuple[str, dict[str, Any]]] = [
    ("Llama", {}),
    ("Llama", {"attention_bias": True, "tie_word_embeddings": True}),
    ("Llama", {"num_key_value_heads": 4}),
    ("Mistral", {"sliding_window": None}),
    ("Qwen2", {"head_dim": 16}),
    ("Qwen3", {}),
]


def build(kind: str, dtype: torch.dtype, **changes: Any) -> Any:
    import transformers

    attention.register()
    torch.manual_seed(0)
    config = getattr(transformers, f"{kind}Config")(**(SIZES | changes))
    config._attn_implementation = attention.NAME
    model = getattr(transformers, f"{kind}ForCausalLM")(config)
    for name, parameter in model.named_parameters():
        if "bias" in name or "norm" in name:  # initialised to 0 and 1, which would hide a mistake
            torch.nn.init.normal_(parameter, 1.0 if "norm" in name else 0.0, 0.3)
    return model.to(dtype).eval()


@torch.inference_mode()
def rows(a_pass: Pass, blocks: list[list[int]]) -> torch.Tensor:
    cache = SlotCache(3, 256)
    found = []
    for block in blocks:
        span = cache.aim(len(block))
        layout = chain_layout(cache.length, len(block), span, torch.device("cpu"))
        logits = a_pass.run(block, layout, cache, rows=True)
        assert logits is not None
        found.append(logits.float())
        cache.length += len(block)
    return torch.cat(found)


def distance(left: torch.Tensor, right: torch.Tensor) -> float:
    return float((left - right).norm() / right.norm())


BLOCKS = [[5, 6, 7, 8, 9, 10, 11, 12], [13], [14, 15, 16], [1, 2, 3, 4] * 8]


@pytest.mark.parametrize(("kind", "changes"), FAMILY, ids=str)
def test_it_computes_what_transformers_computes(kind: str, changes: dict[str, Any]) -> None:
    model = build(kind, torch.float32, **changes)
    ours, theirs = FusedPass(model, 256, 256), TransformersPass(model, 256)
    assert distance(rows(ours, BLOCKS), rows(theirs, BLOCKS)) < 1e-5


@pytest.mark.parametrize(("kind", "changes"), FAMILY, ids=str)
def test_in_bfloat16_it_is_as_near_to_float32_as_transformers_is(kind: str, changes: dict[str, Any]) -> None:
    model = build(kind, torch.bfloat16, **changes)
    ours, theirs = rows(FusedPass(model, 256, 256), BLOCKS), rows(TransformersPass(model, 256), BLOCKS)
    exact = rows(TransformersPass(model.float(), 256), BLOCKS)
    assert distance(ours, exact) <= 1.1 * distance(theirs, exact)


def test_it_is_chosen_for_its_family_and_only_there() -> None:
    chosen, why_not = choose_pass(build("Llama", torch.float32), 256, 256)
    assert (chosen.backend, why_not) == ("fused", "")
    for kind, changes, reason in (
        ("Gemma", {}, "gemma"),
        ("Llama", {"hidden_act": "gelu"}, "gelu"),
        ("Mistral", {"sliding_window": 16}, "sliding window"),
        ("Llama", {"rope_parameters": {"rope_type": "linear", "factor": 2.0, "rope_theta": 1e4}}, "linear"),
    ):
        chosen, why_not = choose_pass(build(kind, torch.float32, **changes), 256, 256)
        assert chosen.backend == "transformers"
        assert reason in why_not


def test_a_forward_that_computes_something_else_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    call = FusedModel.__call__

    def wrong(self: FusedModel, *args: Any, **more: Any) -> torch.Tensor | None:
        logits = call(self, *args, **more)
        return None if logits is None else logits.roll(1, dims=-1)

    monkeypatch.setattr(FusedModel, "__call__", wrong)
    chosen, why_not = choose_pass(build("Llama", torch.float32), 256, 256)
    assert chosen.backend == "transformers"
    assert "differs by" in why_not


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_the_norm_is_torchs_own(dtype: torch.dtype) -> None:
    torch.manual_seed(0)
    weight, hidden = torch.randn(48).to(dtype), torch.randn(7, 48) * 3
    expected = torch.nn.functional.rms_norm(hidden, (48,), weight.float(), 1e-5)
    found = rms_norm(weight, 1e-5)(hidden)
    assert found.dtype == dtype
    assert torch.allclose(found.float(), expected, rtol=1e-5 if dtype == torch.float32 else 1e-2, atol=1e-6)
