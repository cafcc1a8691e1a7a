"""What a model takes in memory: against real bytes and by its rules, and what is said where it is short."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from safetensors import safe_open

from foreword.model_messages import Device
from foreword.models.catalogue import catalogue, entry_of
from foreword.models.errors import ModelError
from foreword.models.facts import ModelFacts, facts_of_config, facts_of_folder
from foreword.models.fit import check_before_loading, fit, weight_bytes
from foreword.models.sizes import cache_bytes, estimate, kept_bytes, loading_bytes, pass_bytes, size

GB = 10**9
ALL = ("bfloat16", "float32", "int8", "int4")


def cpu(free: float, precisions: tuple[str, ...] = ALL) -> Device:
    return Device("cpu", "this computer", int(free), int(2 * free), precisions)


def facts_of(model: str) -> ModelFacts:
    entry = entry_of(model)
    assert entry is not None
    return entry.facts


# --- the arithmetic


def test_the_facts_of_a_folder(tiny_llama: Path) -> None:
    facts = facts_of_folder(tiny_llama, "tiny")
    with safe_open(tiny_llama / "model.safetensors", framework="pt") as stream:
        tensors = {name: stream.get_tensor(name) for name in stream.keys()}  # noqa: SIM118
    assert facts.parameters == sum(tensor.numel() for tensor in tensors.values())
    stored = sum(tensor.numel() * tensor.element_size() for tensor in tensors.values())
    assert weight_bytes(facts.shapes, "float32") == stored
    assert (facts.layers, facts.heads, facts.kv_heads, facts.head_dim) == (2, 2, 1, 8)
    assert (facts.vocabulary, facts.context, facts.architecture) == (32, 64, "LlamaForCausalLM")


def test_shapes_by_configuration_are_those_of_the_file(tiny_llama: Path) -> None:
    config = json.loads((tiny_llama / "config.json").read_text())
    assert dict(facts_of_config(config, "tiny").shapes) == dict(facts_of_folder(tiny_llama, "tiny").shapes)


@pytest.mark.starter
def test_the_starter_model_against_its_real_bytes(starter_folder: Path) -> None:
    facts = facts_of_folder(starter_folder, "starter")
    file = starter_folder / "model.safetensors"
    header = int.from_bytes(file.read_bytes()[:8], "little")
    assert weight_bytes(facts.shapes, "bfloat16") == file.stat().st_size - 8 - header
    assert facts.parameters == 134_515_008
    entry = entry_of("HuggingFaceTB/SmolLM2-135M-Instruct")
    assert entry is not None
    assert dict(entry.facts.shapes) == dict(facts.shapes)


def test_quantising_shrinks_matrices_alone() -> None:
    shapes = {
        "model.embed_tokens.weight": (64, 32),
        "model.layers.0.mlp.up_proj.weight": (48, 32),
        "model.layers.0.mlp.down_proj.weight": (20, 40),
        "model.norm.weight": (32,),
        "lm_head.weight": (64, 32),
    }
    plain = 2 * (64 * 32 + 32)
    eight = (48 * 32 + 2 * 48) + (20 * 40 + 2 * 20) + (64 * 32 + 2 * 64)
    assert weight_bytes(shapes, "int8") == plain + eight
    # 20 rows of 40 fit no 4-bit kernel, and the last matrix keeps 8 bits.
    four = (48 * 16 + 48 * 1 * 2 * 2) + (20 * 40 + 2 * 20) + (64 * 32 + 2 * 64)
    assert weight_bytes(shapes, "int4") == plain + four
    assert weight_bytes(shapes, "int8", "float32") == 2 * plain + eight + 2 * (48 + 20 + 64)


def test_a_copy_of_the_embedding_in_the_file_is_not_loaded() -> None:
    facts = facts_of("Qwen/Qwen3-0.6B")
    stored = {**facts.shapes, "lm_head.weight": (facts.vocabulary, facts.hidden)}
    entry = entry_of("Qwen/Qwen3-0.6B")
    assert entry is not None
    twice = facts_of_config(entry.config, "x", stored)
    assert twice.parameters == facts.parameters == 596_049_920
    assert weight_bytes(twice.loaded_shapes, "bfloat16") == weight_bytes(facts.shapes, "bfloat16")


def test_keys_and_values_are_allocated_in_whole_spans() -> None:
    facts = facts_of("Qwen/Qwen2.5-0.5B-Instruct")
    each = 2 * 24 * 2 * 64
    assert cache_bytes(facts, 8192, "bfloat16") == each * 8704 * 2
    assert cache_bytes(facts, 384, "bfloat16") == each * 512 * 2
    assert cache_bytes(facts, 385, "float32") == each * 1024 * 4
    assert cache_bytes(facts, 8192, "bfloat16", "int8") == 2 * 24 * 2 * 8704 * (64 + 2)


def test_the_cache_of_a_running_model_is_what_was_estimated(tiny_llama: Path) -> None:
    import torch

    from foreword.target.cache import SlotCache
    from foreword.target.invariance import CANDIDATES

    facts = facts_of_folder(tiny_llama, "tiny")
    for in_bytes, kind in ((False, "full"), (True, "int8")):
        cache = SlotCache(facts.layers, 64 + max(CANDIDATES), in_bytes=in_bytes)
        states = torch.zeros(1, facts.kv_heads, 4, facts.head_dim, dtype=torch.bfloat16)
        cache.aim(4)
        for layer in cache.layers:
            layer.update(states, states)
        held = sum(each.numel() * each.element_size() for layer in cache.layers for each in layer.kept())
        assert held == cache_bytes(facts, 64, "bfloat16", kind)


def test_layers_that_keep_a_state_of_fixed_size_have_no_keys() -> None:
    config = {
        "model_type": "qwen3_next", "hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4,
        "vocab_size": 100, "layer_types": [*["linear_attention"] * 3, "full_attention"],
    }  # fmt: skip
    assert facts_of_config(config, "x", {"model.norm.weight": (64,)}).layers == 1


def test_a_family_without_attention_heads_is_measured_by_its_files() -> None:
    config = {
        "model_type": "mamba",
        "hidden_size": 64,
        "num_hidden_layers": 4,
        "vocab_size": 100,
        "state_size": 16,
    }
    facts = facts_of_config(config, "x", {"backbone.embeddings.weight": (100, 64), "mixer.weight": (64, 128)})
    found = estimate(facts, "bfloat16", 8192, cpu(GB))
    assert (found.weights, found.cache) == (2 * (6400 + 8192), 0)
    assert found.working > 0


def test_numbers_that_differ_by_layer_count_as_the_largest() -> None:
    config = {**facts_config("Qwen/Qwen3-0.6B"), "num_key_value_heads": [1, 2, 4]}
    assert facts_of_config(config, "x").kv_heads == 4


@pytest.mark.parametrize(
    ("change", "said"),
    [({"num_hidden_layers": -1}, "num_hidden_layers = -1"), ({"vocab_size": "many"}, "vocab_size"),
     ({"hidden_size": None}, "has no hidden_size"), ({"model_type": "mamba2"}, "mamba2 is not known")],
)  # fmt: skip
def test_numbers_that_make_no_sense_are_refused(change: dict[str, object], said: str) -> None:
    config = {**catalogue()[0].config, **change}
    with pytest.raises(ModelError, match=said):
        facts_of_config(config, "odd")


def test_a_pass_and_loading_take_something_besides() -> None:
    facts = facts_of("Qwen/Qwen3-8B")
    logits = 128 * facts.vocabulary * 6
    assert logits < pass_bytes(facts, 8192, "bfloat16") < 2 * logits
    opened = 2 * facts.kv_heads * facts.head_dim * 8192 * 2
    assert pass_bytes(facts, 8192, "bfloat16", "int8") - pass_bytes(facts, 8192, "bfloat16") == opened
    head = facts.vocabulary * facts.hidden
    layer = 2 * 2 * facts.intermediate * facts.hidden
    assert head > layer
    assert loading_bytes(facts, "bfloat16", "bfloat16") == 2 * 2 * head  # joined, and laid out
    tied = facts_of("Qwen/Qwen2.5-0.5B-Instruct")
    assert loading_bytes(tied, "bfloat16", "bfloat16") == 2 * tied.vocabulary * tied.hidden
    rows = 4096 * facts.hidden * 9  # of the last matrix, at once
    assert loading_bytes(facts, "int8", "bfloat16") == 3 * head + rows
    assert loading_bytes(tied, "int4", "bfloat16") == (tied.vocabulary * tied.hidden + 4096 * tied.hidden * 9)
    assert loading_bytes(facts_of("microsoft/phi-4"), "bfloat16", "bfloat16") == 0


def test_experts_stay_as_they_are() -> None:
    shape = (64, 64)
    expert = {"model.layers.0.mlp.experts.3.up_proj.weight": shape}
    assert weight_bytes(expert, "int4") == weight_bytes(expert, "bfloat16")
    assert weight_bytes({"model.layers.0.mlp.shared_expert.up_proj.weight": shape}, "int8") < 2 * 64 * 64


def test_as_many_rows_at_once_as_are_quantised() -> None:
    from foreword.models import sizes
    from foreword.target import quantised

    assert sizes.ROWS_AT_ONCE == quantised.ROWS_AT_ONCE


def test_what_stays_besides_the_numbers_counts_too() -> None:
    """As measured (tests/bench/loading.py): a tokenizer takes megabytes, and so do gaps between weights."""
    facts = facts_of("Qwen/Qwen2.5-0.5B-Instruct")
    found = estimate(facts, "bfloat16", 32_768, cpu(100 * GB))
    kept = kept_bytes(facts, found.weights, "bfloat16")
    assert kept > 300 * facts.vocabulary
    assert found.working == pass_bytes(facts, 32_768, "bfloat16") + kept
    assert kept_bytes(facts, found.weights, "float32") > kept


# --- verdicts


def test_verdicts() -> None:
    facts = facts_of("Qwen/Qwen2.5-1.5B-Instruct")
    needed = estimate(facts, "bfloat16", 8192, cpu(100 * GB)).needed
    assert estimate(facts, "auto", 8192, cpu(needed / 0.89)).verdict == "fits"
    tight = estimate(facts, "auto", 8192, cpu(needed / 0.91))
    assert (tight.verdict, tight.precision) == ("tight", "bfloat16")
    large = estimate(facts, "auto", 8192, cpu(needed - 1))
    assert large.verdict == "too_large"
    assert f"it needs {size(needed)} (" in large.reason
    assert "8,192 tokens of context" in large.reason
    assert estimate(facts, "auto", 8192, cpu(needed / 0.89)).reason == ""


def test_no_more_context_than_the_model_allows() -> None:
    assert estimate(facts_of("Qwen/Qwen2.5-0.5B-Instruct"), "auto", 500_000, cpu(GB)).context == 32_768


def test_proposals_that_really_fit_and_the_mildest_first() -> None:
    facts = facts_of("Qwen/Qwen3-8B")
    device = cpu(17 * GB, ("bfloat16", "float32", "int8", "int4"))
    found = fit(facts, "auto", 8192, device, model="Qwen/Qwen3-8B")
    assert found.verdict == "too_large"
    assert found.proposals[0].changes == {"model.dtype": "int8"}
    assert "int8" in found.proposals[0].words
    for proposal in found.proposals:
        if "model.name" in proposal.changes:
            other = facts_of(str(proposal.changes["model.name"]))
            assert estimate(other, "auto", 8192, device).verdict == "fits"
            continue
        again = estimate(
            facts,
            str(proposal.changes.get("model.dtype", "auto")),
            int(proposal.changes.get("model.context", 8192)),
            device,
            str(proposal.changes.get("model.cache", "full")),
        )
        assert again.verdict in ("fits", "tight"), proposal


def test_a_shorter_context_is_proposed_where_the_context_is_the_trouble() -> None:
    facts = facts_of("HuggingFaceTB/SmolLM2-1.7B-Instruct")
    config = {**facts_config("HuggingFaceTB/SmolLM2-1.7B-Instruct"), "max_position_embeddings": 131_072}
    long = facts_of_config(config, "long")
    device = cpu(12 * GB, ("bfloat16",))
    assert estimate(facts, "auto", 8192, device).verdict == "fits"
    found = fit(long, "auto", 100_000, device)
    assert found.verdict == "too_large"
    changes = [proposal.changes for proposal in found.proposals]
    assert {"model.context": 32_768} in changes
    assert {"model.context": 65_536} not in changes
    assert all("model.dtype" not in change for change in changes)


def test_both_together_where_neither_is_enough() -> None:
    config = {**facts_config("Qwen/Qwen3-8B"), "max_position_embeddings": 200_000}
    found = fit(facts_of_config(config, "x"), "auto", 131_072, cpu(15 * GB, ("bfloat16", "int8")))
    first = found.proposals[0]
    assert set(first.changes) == {"model.dtype", "model.context"}
    assert first.words.startswith("take int8 with a context of ")


def test_nothing_is_proposed_where_nothing_helps_but_a_smaller_model() -> None:
    found = fit(facts_of("Qwen/Qwen3-32B"), "auto", 8192, cpu(4 * GB), model="Qwen/Qwen3-32B")
    (only,) = found.proposals
    assert only.changes == {"model.name": "Qwen/Qwen3-0.6B"}
    assert fit(facts_of("Qwen/Qwen3-32B"), "auto", 8192, cpu(GB / 4)).proposals == ()


def facts_config(model: str) -> dict[str, object]:
    entry = entry_of(model)
    assert entry is not None
    return dict(entry.config)


# --- before loading


def test_what_fits_may_be_loaded(tiny_llama: Path) -> None:
    found = check_before_loading(tiny_llama, "auto", 8192, "cpu", GB, compute="float32")
    assert (found.verdict, found.precision, found.context) == ("fits", "float32", 64)


def test_what_does_not_fit_is_refused_with_figures_and_a_way(tiny_llama: Path) -> None:
    with pytest.raises(ModelError) as refused:
        check_before_loading(tiny_llama, "auto", 64, "cpu", 1000, name="Tiny", compute="bfloat16")
    said = str(refused.value)
    assert said.startswith("Tiny is too large: it needs ")
    assert "cpu has 0 MB free" in said
    assert "close other programs" in said
    assert "\n" not in said
