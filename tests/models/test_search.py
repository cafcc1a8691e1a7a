"""Asking the hub, for real, over loopback: search with pages, descriptions, and every way of no answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from foreword.model_messages import Device
from foreword.models.errors import ModelError
from foreword.models.network import NetworkOptions
from foreword.models.search import coarse_fit, describe, search, template_of
from tests.fakes.hub_server import COMMIT, Fault, HubServer, serving

ONLINE = NetworkOptions()


def entry(name: str, downloads: int, **more: Any) -> dict[str, Any]:
    weights = {"parameters": {"BF16": 1000, "F32": 10}, "total": 1010}
    tags = ["safetensors", "text-generation", "license:mit", *more.pop("tags", [])]
    return {
        "id": name, "modelId": name, "downloads": downloads, "gated": False, "safetensors": weights,
        "tags": tags, "sha": COMMIT, "private": False, **more,
    }  # fmt: skip


@pytest.fixture
def hub(tiny_llama: Path) -> Iterator[HubServer]:
    with serving({"some/tiny": tiny_llama}) as server:
        yield server


def test_cards_with_what_the_hub_says(hub: HubServer) -> None:
    hub.catalogue = [
        entry("some/tiny", 900),
        entry("some/tiny-gated", 800, gated="manual"),
        entry("some/tiny-code", 700, tags=["custom_code"]),
        entry("some/tiny-gptq", 600, tags=["gptq"]),
        entry("some/tiny-lora", 500, library_name="peft"),
        entry("some/tiny-unknown", 400, safetensors=None),
        entry("some/other", 300),
    ]
    cards, more = search("tiny", ONLINE, endpoint=hub.url)
    assert not more
    assert [card.id.removeprefix("some/tiny") for card in cards] == [
        "",
        "-gated",
        "-code",
        "-gptq",
        "-lora",
        "-unknown",
    ]
    first = cards[0]
    assert (first.source, first.state, first.licence, first.downloads) == ("hub", "absent", "mit", 900)
    assert (first.parameters, first.download, first.commit) == (1010, 2040, COMMIT)
    assert [card.gated for card in cards] == [False, True, False, False, False, False]
    assert [card.state for card in cards[2:5]] == ["refused"] * 3
    assert "Python code" in cards[2].reason
    assert "take the original" in cards[3].reason
    assert "adapter" in cards[4].reason
    assert (cards[5].parameters, cards[5].download) == (None, None)
    (asked,) = hub.seen
    assert asked.query["pipeline_tag"] == ["text-generation"]
    assert asked.query["filter"] == ["safetensors"]
    assert asked.query["sort"] == ["downloads"]


def test_a_model_of_the_catalogue_brings_what_is_known_of_it(hub: HubServer) -> None:
    hub.catalogue = [entry("Qwen/Qwen3-0.6B", 5)]
    ((card,), _) = search("qwen", ONLINE, endpoint=hub.url)
    assert (card.licence, card.parameters) == ("Apache-2.0", 596_049_920)
    assert card.why


def test_pages(hub: HubServer) -> None:
    hub.catalogue = [entry(f"some/m{number}", 100 - number) for number in range(70)]
    hub.page = 25
    cards, more = search("m", ONLINE, endpoint=hub.url)
    assert (len(cards), more) == (30, True)
    cards, more = search("m", ONLINE, pages=2, endpoint=hub.url)
    assert (len(cards), more, cards[59].id) == (60, True, "some/m59")
    cards, more = search("m", ONLINE, pages=3, endpoint=hub.url)
    assert (len(cards), more) == (70, False)


def test_offline_asks_nobody(hub: HubServer) -> None:
    for call in (search, describe):
        with pytest.raises(ModelError, match="offline"):
            call("some/tiny", NetworkOptions(offline=True), endpoint=hub.url)
    assert hub.requests == []


def test_the_token_goes_along_and_a_wrong_one_is_told(hub: HubServer) -> None:
    hub.catalogue = [entry("some/tiny", 1)]
    search("tiny", NetworkOptions(token=hub.token), endpoint=hub.url)
    sent = {name.lower(): value for name, value in hub.seen[-1].headers.items()}
    assert sent["authorization"] == f"Bearer {hub.token}"
    with pytest.raises(ModelError, match="doesn't accept your access token"):
        describe("some/tiny", NetworkOptions(token="hf_wrong"), endpoint=hub.url)


def test_no_answer_is_one_line(hub: HubServer) -> None:
    hub.api_faults = [Fault("status", status=503)]
    with pytest.raises(ModelError, match="is busy") as busy:
        search("tiny", ONLINE, endpoint=hub.url)
    with pytest.raises(ModelError, match="not reachable: check the network") as gone:
        search("tiny", ONLINE, endpoint="http://127.0.0.1:9")
    hub.api_faults = [Fault("status", status=429)]
    with pytest.raises(ModelError, match="it answered 429"):
        search("tiny", ONLINE, endpoint=hub.url)
    for error in (busy, gone):
        assert "\n" not in str(error.value)
    with pytest.raises(ModelError, match="no model some/unknown"):
        describe("some/unknown", ONLINE, endpoint=hub.url)


def test_a_description_without_its_weights(hub: HubServer, tiny_llama: Path, tmp_path: Path) -> None:
    found = describe("some/tiny", ONLINE, endpoint=hub.url)
    assert (found.architecture, found.reason) == ("LlamaForCausalLM", "")
    assert found.facts is not None
    assert found.facts.layers == 2
    assert found.template == template_of(tiny_llama) != ""
    assert dict(found.files)["model.safetensors"] == (tiny_llama / "model.safetensors").stat().st_size
    assert found.card.download == (tiny_llama / "model.safetensors").stat().st_size
    assert found.card.context == 64
    assert "model.safetensors" not in hub.downloads()
    assert not list(Path(cache_folder()).glob("models--some--tiny")), "looking leaves nothing in the cache"


def cache_folder() -> str:
    from huggingface_hub import constants

    return constants.HF_HUB_CACHE


def test_what_would_be_refused_is_said_before_it_is_fetched(hub: HubServer, model: Path) -> None:
    hub.models["some/scripted"] = model
    config = json.loads((model / "config.json").read_text())
    (model / "config.json").write_text(json.dumps({**config, "auto_map": {"AutoConfig": "x.Y"}}))
    found = describe("some/scripted", ONLINE, endpoint=hub.url)
    assert found.card.state == "refused"
    assert "auto_map" in found.card.reason
    (model / "config.json").write_text(json.dumps(config))
    (model / "model.safetensors").rename(model / "pytorch_model.bin")
    assert "can run code" in describe("some/scripted", ONLINE, endpoint=hub.url).reason


def test_another_family_is_measured_by_the_headers_of_its_files(hub: HubServer, model: Path) -> None:
    hub.models["some/other"] = model
    hub.elsewhere = False
    config = json.loads((model / "config.json").read_text())
    (model / "config.json").write_text(
        json.dumps({**config, "model_type": "cohere", "architectures": ["CohereForCausalLM"]})
    )
    found = describe("some/other", ONLINE, endpoint=hub.url)
    assert found.reason == ""
    assert found.facts is not None
    assert found.facts.shapes["model.embed_tokens.weight"] == (32, 16)


def test_only_what_is_certain_is_said_of_a_model_whose_size_alone_is_known() -> None:
    device = Device("cpu", "this computer", 10**9, 2 * 10**9, ("bfloat16",))
    assert coarse_fit(None, "auto", 8192, device) is None
    assert coarse_fit(400_000_000, "auto", 8192, device) is None
    large = coarse_fit(600_000_000, "auto", 8192, device)
    assert large is not None
    assert large.verdict == "too_large"
    assert "its weights alone take 1.2 GB" in large.reason
    assert coarse_fit(600_000_000, "int8", 8192, device) is None


def test_templates(tmp_path: Path) -> None:
    assert template_of(tmp_path) == ""
    config = tmp_path / "tokenizer_config.json"
    config.write_text(json.dumps({"chat_template": "plain"}))
    assert template_of(tmp_path) == "plain"
    named = [{"name": "tool_use", "template": "tools"}, {"name": "default", "template": "usual"}]
    config.write_text(json.dumps({"chat_template": named}))
    assert template_of(tmp_path) == "usual"
    config.write_text(json.dumps({"chat_template": 5}))
    assert template_of(tmp_path) == ""
    (tmp_path / "chat_template.jinja").write_text("file")
    assert template_of(tmp_path) == "file"
