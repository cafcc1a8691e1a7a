"""The catalogue agrees with itself: sizes follow from the facts, and every entry can be loaded here."""

from __future__ import annotations

import pytest

from foreword.models.catalogue import STARTER_ENTRY, Entry, catalogue, entry_of
from foreword.models.folder import check_architecture
from foreword.models.resolve import HUB_ID
from foreword.models.sizes import weight_bytes


@pytest.mark.parametrize("entry", catalogue(), ids=lambda entry: entry.name)
def test_numbers_follow_from_the_configuration(entry: Entry) -> None:
    facts = entry.facts
    assert entry.parameters == facts.parameters
    twice = facts.vocabulary * facts.hidden * 2 if entry.stored_head else 0
    assert entry.bytes == weight_bytes(facts.shapes, "bfloat16") + twice
    assert not entry.stored_head or facts.tied
    check_architecture(dict(entry.config), entry.id)
    assert HUB_ID.fullmatch(entry.id)
    assert entry.licence
    assert entry.why.endswith((".", "hub."))


def test_from_small_to_large_without_repetition() -> None:
    parameters = [entry.parameters for entry in catalogue()]
    assert parameters == sorted(parameters)
    assert len({entry.id for entry in catalogue()}) == len(catalogue())
    assert catalogue()[0].id == STARTER_ENTRY
    assert catalogue()[0].bytes < 0.3e9
    assert catalogue()[-1].bytes > 48e9


def test_sizes_that_were_published() -> None:
    """The numbers of parameters that the authors give, as far as they give them exactly."""
    known = {
        "HuggingFaceTB/SmolLM2-1.7B-Instruct": 1_711_376_384,
        "Qwen/Qwen2.5-7B-Instruct": 7_615_616_512,
        "meta-llama/Llama-3.2-1B-Instruct": 1_235_814_400,
        "google/gemma-3-1b-it": 999_885_952,
        "mistralai/Mistral-7B-Instruct-v0.3": 7_248_023_552,
        "microsoft/phi-4": 14_659_507_200,
        "Qwen/Qwen3-8B": 8_190_735_360,
    }
    assert {model: entry.parameters for model in known if (entry := entry_of(model))} == known


def test_every_family_with_a_large_model_has_a_smaller_one_to_draft_for_it() -> None:
    for family in ("qwen3", "qwen2.5", "llama3", "smollm2", "r1-qwen"):
        members = [entry for entry in catalogue() if entry.family == family]
        assert members[0].parameters * 2 < members[-1].parameters


def test_the_hub_does_not_distinguish_capitals() -> None:
    assert entry_of("qwen/qwen3-8b") is entry_of("Qwen/Qwen3-8B") is not None
    assert entry_of("nobody/nothing") is None
