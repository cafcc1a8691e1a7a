"""One list of everything, and all about one model."""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from foreword.model_messages import Device, Download, ModelCard, ModelsListed
from foreword.models.cards import Measured, Wanted, listed, pick
from foreword.models.catalogue import STARTER_ENTRY, catalogue, entry_of
from foreword.models.details import Desk, details
from foreword.models.drafts import LARGER, OTHER_TOKENS, Pairs
from foreword.models.errors import ModelError
from foreword.models.facts import facts_of_folder
from foreword.models.network import NetworkOptions
from foreword.models.speeds import note_speed, read_speeds
from foreword.paths import Paths
from foreword.target.rewinding import why_not_rewindable
from tests.models.gguf import write_gguf
from tests.models.test_shelf import in_cache, make_starter

GB = 10**9
CPU = Device("cpu", "this computer", 12 * GB, 16 * GB, ("bfloat16", "float32", "int8", "int4"))
GPU = Device("cuda:0", "a graphics card", 22 * GB, 24 * GB, ("bfloat16", "int8", "int4"))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    return tmp_path / "hub"


@pytest.fixture
def paths(tmp_path: Path, cache: Path) -> Paths:
    return Paths.profile(tmp_path / "profile").ensure()


def shown(
    paths: Paths, *downloads: Download, devices: tuple[Device, ...] = (CPU,), **wanted: object
) -> ModelsListed:
    return listed(paths, Wanted(**wanted), devices, downloads, Measured())  # type: ignore[arg-type]


def card(found: ModelsListed, model: str) -> ModelCard:
    return next(card for card in found.cards if card.id == model)


def desk(paths: Paths, found: ModelsListed, *, offline: bool = True, **wanted: object) -> Desk:
    network = NetworkOptions(offline=offline)
    return Desk(paths, Wanted(**wanted), found, Measured(), Pairs(why_not_rewindable), network)  # type: ignore[arg-type]


# --- the list


def test_a_fresh_computer(paths: Paths, cache: Path) -> None:
    found = shown(paths)
    assert found.cards[0].id == "starter"
    assert (found.cards[0].state, found.cards[0].download) == ("absent", 92_871_040)
    assert {each.id for each in found.cards[1:]} == {entry.id for entry in catalogue()} - {STARTER_ENTRY}
    assert found.folder == str(cache)
    assert found.disk_free > 0
    assert all(each.fit is not None and each.licence and each.why for each in found.cards)
    entry = entry_of("Qwen/Qwen3-4B")
    assert entry is not None
    qwen = card(found, "Qwen/Qwen3-4B")
    assert (qwen.download, qwen.parameters, qwen.gated) == (entry.bytes, entry.parameters, False)


def test_what_is_recommended_fits_and_is_quick_enough(paths: Paths) -> None:
    on_cpu = {each.id for each in shown(paths).cards if each.recommended}
    assert on_cpu == {"starter", "Qwen/Qwen3-1.7B", "Qwen/Qwen2.5-1.5B-Instruct", "Qwen/Qwen3-0.6B"}
    on_gpu = {each.id for each in shown(paths, devices=(GPU, CPU)).cards if each.recommended}
    assert "Qwen/Qwen3-8B" in on_gpu
    assert "Qwen/Qwen3-14B" not in on_gpu
    poor = replace(CPU, free=GB, total=GB)
    assert {each.id for each in shown(paths, devices=(poor,)).cards if each.recommended} == {"starter"}


def test_the_device_of_the_settings_counts(paths: Paths) -> None:
    devices = (GPU, CPU)
    assert pick(devices, "auto") is GPU
    assert pick((CPU,), "auto") is CPU
    assert pick(devices, "cpu") is CPU
    assert pick(devices, "cuda:3") is None
    fit = card(shown(paths, devices=devices, device="cpu"), "Qwen/Qwen3-8B").fit
    assert fit is not None
    assert (fit.device, fit.verdict) == ("cpu", "too_large")
    assert fit.proposals
    eight = card(shown(paths, devices=devices, precision="int8", context=4096), "Qwen/Qwen3-8B").fit
    assert eight is not None
    assert (eight.device, eight.precision, eight.context, eight.verdict) == ("cuda:0", "int8", 4096, "fits")
    gone = shown(paths, devices=devices, device="cuda:3")
    assert all(each.fit is None for each in gone.cards)


def test_what_is_here_what_was_begun_and_what_is_refused(
    paths: Paths, cache: Path, model: Path, tmp_path: Path
) -> None:
    in_cache(cache, "Qwen/Qwen2.5-0.5B-Instruct", model)
    own = Path(shutil.copytree(model, tmp_path / "own" / "broken"))
    (own / "config.json").unlink()
    begun = Download("Qwen/Qwen3-0.6B", "Qwen3-0.6B", "paused", 10, 100)
    found = shown(paths, begun, Download("Qwen/Qwen3-1.7B", "x", "done"), folders=(str(tmp_path / "own"),))
    here = card(found, "Qwen/Qwen2.5-0.5B-Instruct")
    assert (here.state, here.source, here.licence) == ("here", "cache", "Apache-2.0")
    assert here.parameters == facts_of_folder(model, "model").parameters
    assert here.size == sum(file.stat().st_size for file in model.iterdir())
    assert card(found, "Qwen/Qwen3-0.6B").state == "partly"
    assert card(found, "Qwen/Qwen3-1.7B").state == "absent"
    broken = card(found, str(own))
    assert (broken.state, broken.fit) == ("refused", None)
    assert "config.json" in broken.reason
    assert sum(each.id == "Qwen/Qwen2.5-0.5B-Instruct" for each in found.cards) == 1


def test_the_loaded_model_is_counted_as_given_back(paths: Paths, model: Path) -> None:
    place = make_starter(paths, model)
    before = shown(paths).devices[0].free
    after = shown(paths, loaded=str(place)).devices[0].free
    assert 0 < after - before < GB


def test_who_drafts_for_whom(paths: Paths, cache: Path, model: Path) -> None:
    make_starter(paths, model)
    entry = entry_of("HuggingFaceTB/SmolLM2-1.7B-Instruct")
    assert entry is not None
    in_cache(cache, entry.id, model)
    found = shown(paths)
    # Both copies are equally tiny here, so that neither drafts for the other; nor does any other family.
    assert card(found, "starter").drafts_for == ()
    assert card(found, "Qwen/Qwen3-0.6B").drafts_for == ()


# --- one model


def test_everything_about_one_that_is_here(paths: Paths, model: Path, tmp_path: Path) -> None:
    place = make_starter(paths, model)
    note_speed(paths, str(place), "bfloat16", 27.123)
    other = Path(shutil.copytree(model, tmp_path / "own" / "other"))
    found = shown(paths, folders=(str(other),))
    told = details("starter", desk(paths, found, folders=(str(other),)))
    assert told.architecture == "LlamaForCausalLM"
    assert [(fit.device, fit.precision) for fit in told.fits] == [("cpu", each) for each in CPU.precisions]
    assert dict(told.files)["model.safetensors"] == (place / "model.safetensors").stat().st_size
    assert told.template_sha256 == hashlib.sha256(told.template.encode()).hexdigest()
    assert told.speeds == {"bfloat16": 27.12}
    assert [(pair[0].id, pair[1]) for pair in told.drafts if pair[0].state == "here"] == [
        (str(other), LARGER)
    ]


def test_one_that_is_not_here_and_must_not_be_asked_about(paths: Paths) -> None:
    found = shown(paths)
    told = details("qwen/qwen3-4b", desk(paths, found))
    assert told.card.state == "absent"
    assert len(told.fits) == len(CPU.precisions)
    reasons = {pair[0].id: pair[1] for pair in told.drafts}
    assert reasons["Qwen/Qwen3-0.6B"] == reasons["Qwen/Qwen3-1.7B"] == ""
    assert reasons["Qwen/Qwen2.5-0.5B-Instruct"] == OTHER_TOKENS
    assert "Qwen/Qwen3-8B" not in reasons
    able = [not pair[1] for pair in told.drafts]
    assert able == sorted(able, reverse=True), "those that can come first"
    with pytest.raises(ModelError, match="offline"):
        details("some/unknown", desk(paths, found))


def test_a_gguf_file_before_it_was_expanded(paths: Paths, tmp_path: Path) -> None:
    file = write_gguf(tmp_path / "own" / "packed.gguf")
    found = shown(paths, folders=(str(tmp_path / "own"),))
    packed = card(found, str(file))
    assert (packed.state, packed.source, packed.fit) == ("here", "gguf", None)
    assert "unpacked weights" in packed.why
    told = details(str(file), desk(paths, found))
    assert (told.architecture, told.files) == ("llama", (("packed.gguf", file.stat().st_size),))


def test_a_refused_one_says_why(paths: Paths, model: Path, tmp_path: Path) -> None:
    (model / "tokenizer.json").unlink()
    found = shown(paths, folders=(str(model),))
    assert "tokenizer" in details(str(model), desk(paths, found)).card.reason


# --- speeds


def test_speeds_are_kept_and_a_damaged_file_is_empty(paths: Paths) -> None:
    assert read_speeds(paths) == {}
    note_speed(paths, "/a", "int8", 10.0)
    note_speed(paths, "/a", "bfloat16", 20.0)
    note_speed(paths, "/a", "int8", 12.0)
    for nonsense in (0.0, -1.0, float("nan"), float("inf")):
        note_speed(paths, "/a", "int8", nonsense)
    assert read_speeds(paths) == {"/a": {"int8": 12.0, "bfloat16": 20.0}}
    (paths.state / "speeds.json").write_text("[]")
    assert read_speeds(paths) == {}
    note_speed(paths, "/b", "int4", 1.0)
    assert read_speeds(paths) == {"/b": {"int4": 1.0}}
