"""Which models can draft is said before any is loaded, with the reason where one can't."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from foreword_draft_model import catalogue, folder
from foreword_draft_model.catalogue import NOT_YET, Catalogue
from foreword_draft_model.folder import Obstacle
from foreword_draft_model.pairing import pair
from tests.plugins.draft_model.making import Models, byte_level, metaspace, target_of, write_model


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("models") / "sound", byte_level())


@pytest.fixture
def copy(sound: Path, tmp_path: Path) -> Path:
    """A sound model that the test may spoil."""
    made = tmp_path / "copy"
    made.mkdir()
    for file in sound.iterdir():
        (made / file.name).write_bytes(file.read_bytes())
    return made


def change(file: Path, **changes: Any) -> None:
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def test_the_same_vocabulary_is_recognised(sound: Path) -> None:
    found = pair(sound, target_of(byte_level()))
    assert not found.by_text
    assert (found.alike, found.total) == (257, 257)
    assert found.vocabulary == "the target's"
    assert found.context_length == 512
    assert found.facts.weight_bytes == 4 * found.facts.parameters


def test_padded_logits_on_either_side_change_nothing(tmp_path: Path) -> None:
    padded = write_model(tmp_path / "padded", byte_level(), vocab_size=320)
    found = pair(padded, target_of(byte_level(), 264))
    assert not found.by_text
    assert found.vocab_size == 320


def test_one_differing_special_token_leaves_the_vocabulary_the_same(sound: Path) -> None:
    found = pair(sound, target_of(byte_level(special=["</s>"])))
    assert not found.by_text
    assert found.vocabulary == "the target's but for 1 of 257 ids"


@pytest.mark.parametrize("target", [byte_level(600), metaspace()], ids=["bpe", "metaspace"])
def test_another_vocabulary_goes_by_text(sound: Path, target: Any) -> None:
    found = pair(sound, target_of(target))
    assert found.by_text
    assert "by text" in found.vocabulary


def test_a_vocabulary_that_the_other_one_merely_begins_with_is_another_one(tmp_path: Path) -> None:
    """All 256 bytes stand first in both: nine tenths of what is written is in the rest."""
    draft = write_model(tmp_path / "draft", byte_level(special=["<|end|>"]))
    assert pair(draft, target_of(byte_level(500, special=["<|end|>"]))).by_text


def _no_config(made: Path) -> None:
    (made / "config.json").unlink()


def _bad_config(made: Path) -> None:
    (made / "config.json").write_text("[1, 2")


def _own_code(made: Path) -> None:
    change(made / "config.json", auto_map={"AutoModelForCausalLM": "evil.Model"})


def _own_code_in_tokenizer(made: Path) -> None:
    change(made / "tokenizer_config.json", auto_map={"AutoTokenizer": ["evil.Tokenizer", None]})


def _quantised(made: Path) -> None:
    change(made / "config.json", quantization_config={"quant_method": "gptq"})


def _encoder(made: Path) -> None:
    change(made / "config.json", architectures=["BertModel"], model_type="bert")


def _unknown_type(made: Path) -> None:
    change(made / "config.json", model_type="never_heard_of")


def _pickle(made: Path) -> None:
    (made / "model.safetensors").rename(made / "pytorch_model.bin")


def _truncated(made: Path) -> None:
    weights = made / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])


def _noise(made: Path) -> None:
    (made / "model.safetensors").write_bytes(b"\xff" * 64)


def _bad_header(made: Path) -> None:
    raw = json.dumps({"weight": [1]}).encode()
    (made / "model.safetensors").write_bytes(struct.pack("<Q", len(raw)) + raw)


def _index_elsewhere(made: Path) -> None:
    (made / "model.safetensors").unlink()
    index = {"weight_map": {"a": "../other/model.safetensors"}}
    (made / "model.safetensors.index.json").write_text(json.dumps(index))


def _missing_part(made: Path) -> None:
    (made / "model.safetensors").unlink()
    index = {"weight_map": {"a": "model-00001-of-00002.safetensors"}}
    (made / "model.safetensors.index.json").write_text(json.dumps(index))


def _no_tokenizer(made: Path) -> None:
    (made / "tokenizer.json").unlink()


def _bad_tokenizer(made: Path) -> None:
    (made / "tokenizer.json").write_text('{"model": {"vocab": 3}}')


def _too_few_rows(made: Path) -> None:
    change(made / "config.json", vocab_size=200)


def _recurrent_layers(made: Path) -> None:
    change(made / "config.json", layer_types=["full_attention", "linear_attention"])


OBSTACLES: dict[Callable[[Path], None], str] = {
    _no_config: "it has no config.json",
    _bad_config: "its config.json is damaged",
    _own_code: "asks to run Python code",
    _own_code_in_tokenizer: "asks to run Python code",
    _quantised: "quantised",
    _encoder: "no causal language model",
    _unknown_type: "config.json is not understood",
    _pickle: "no safetensors weights",
    _truncated: "length is wrong",
    _noise: "model.safetensors is damaged",
    _bad_header: "model.safetensors is damaged",
    _index_elsewhere: "names a file elsewhere",
    _missing_part: "incomplete: model-00001-of-00002.safetensors is missing",
    _no_tokenizer: "it has no tokenizer.json",
    _bad_tokenizer: "its tokenizer.json is damaged",
    _too_few_rows: "more tokens than its 200 embeddings",
    _recurrent_layers: "linear_attention.*can't be rewound",
}


@pytest.mark.parametrize("spoil", OBSTACLES, ids=lambda spoil: spoil.__name__.strip("_"))
def test_a_spoilt_model_is_refused_with_the_reason(copy: Path, spoil: Callable[[Path], None]) -> None:
    target = target_of(byte_level())
    pair(copy, target)
    spoil(copy)
    with pytest.raises(Obstacle, match=OBSTACLES[spoil]) as caught:
        pair(copy, target)
    assert "\n" not in str(caught.value)


def test_a_recurrent_model_is_refused_by_its_kind(tmp_path: Path) -> None:
    mamba = write_model(tmp_path / "mamba", byte_level(), "mamba")
    with pytest.raises(Obstacle, match="keep a state that can't be rewound"):
        pair(mamba, target_of(byte_level()))


def test_a_model_larger_than_memory_is_refused_with_figures(
    sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder, "_free_bytes", lambda: 1_000)
    with pytest.raises(Obstacle, match=r"needs 0\.\d GB of memory, and 0\.0 GB are free"):
        pair(sound, target_of(byte_level()))


def test_a_tokenizer_that_loses_spaces_cant_go_by_text(tmp_path: Path, sound: Path) -> None:
    from tests.models.tiny import write_tiny_llama

    words = write_tiny_llama(tmp_path / "words")
    with pytest.raises(Obstacle, match="its tokenizer doesn't keep text"):
        pair(words, target_of(byte_level()))
    from transformers import AutoTokenizer

    with pytest.raises(Obstacle, match="the target's tokenizer doesn't keep text"):
        pair(sound, target_of(AutoTokenizer.from_pretrained(words)))


# --- the list in the settings


def test_every_model_is_listed_and_those_that_cant_draft_with_the_reason(sound: Path, copy: Path) -> None:
    _no_tokenizer(copy)
    host = Models(sound, copy)
    able, unable = sorted(
        Catalogue().choices(host.models(), target_of(byte_level())), key=lambda choice: choice.obstacle
    )
    assert able.value == "sound"
    assert "parameters" in able.label
    assert (unable.value, unable.obstacle) == ("copy", "it has no tokenizer.json")


def test_a_judgement_is_kept_until_the_files_or_the_target_change(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed, target = Models(copy).models(), target_of(byte_level())
    judged: list[Path] = []
    monkeypatch.setattr(
        catalogue, "pair", lambda folder, _target: judged.append(folder) or pair(folder, _target)
    )
    choices = Catalogue()
    for _ in range(3):
        assert choices.choices(listed, target)[0].obstacle == ""
    assert len(judged) == 1
    assert "by text" in choices.choices(listed, target_of(byte_level(600)))[0].label
    assert len(judged) == 2
    _no_tokenizer(copy)
    assert choices.choices(listed, target)[0].obstacle == "it has no tokenizer.json"


def test_what_a_moment_doesnt_suffice_for_comes_later(sound: Path) -> None:
    listed, target = Models(sound).models(), target_of(byte_level())
    choices = Catalogue()
    assert choices.choices(listed, target, 0.0)[0].obstacle == NOT_YET
    assert choices.choices(listed, target)[0].obstacle == ""
    assert choices.choices(listed, target, 0.0)[0].obstacle == ""


def test_without_a_target_every_model_can_be_chosen(sound: Path) -> None:
    (choice,) = Catalogue().choices(Models(sound).models(), None)
    assert (choice.value, choice.obstacle) == ("sound", "")


def test_importing_the_plugin_costs_no_torch() -> None:
    code = (
        "import sys; from foreword_draft_model import DraftModelSpeculator as D; D(); "
        "assert not {'torch', 'transformers', 'tokenizers', 'numpy'} & set(sys.modules), sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
