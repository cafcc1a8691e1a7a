"""`foreword models`: list, search, pull, info, remove."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.conftest import Run
from tests.fakes.hub_server import COMMIT, HubServer, serving


@pytest.fixture(autouse=True)
def hub(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    with serving({"some/tiny": tiny}) as server:
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", server.url)
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
        yield server


def choose(tmp_path: Path, *folders: Path) -> None:
    profile = tmp_path / "profile"
    profile.mkdir(exist_ok=True)
    (profile / "settings.toml").write_text(
        f"[models]\nfolders = {json.dumps([str(each) for each in folders])}\n"
    )


def test_the_list_in_columns(foreword: Run, tiny: Path, tmp_path: Path, hub: HubServer) -> None:
    broken = Path(shutil.copytree(tiny, tmp_path / "broken"))
    (broken / "tokenizer.json").unlink()
    choose(tmp_path, tiny, broken)
    ran = foreword("models", "list")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith("device cpu: processor, ")
    assert any(line.startswith("models of the hub: ") for line in lines)
    (row,) = [line for line in lines if line.startswith(f"{tiny} ")]
    assert " here " in row
    assert row.endswith("fits")
    assert any(line.startswith("refused: broken has no tokenizer") for line in lines)
    assert "Qwen" not in ran.out
    assert "Qwen/Qwen3-0.6B" in foreword("models", "list", "--all").out
    assert hub.requests == []


def test_the_list_as_json(foreword: Run, tiny: Path, tmp_path: Path) -> None:
    choose(tmp_path, tiny)
    found = foreword("models", "list", "--json").json
    (own,) = found["cards"]
    assert (own["id"], own["state"], own["fit"]["verdict"]) == (str(tiny), "here", "fits")
    assert found["devices"][-1]["name"] == "cpu"


def test_search(foreword: Run, hub: HubServer) -> None:
    hub.catalogue = [
        {"id": "some/tiny", "tags": ["license:mit"], "sha": COMMIT, "downloads": 1234, "gated": "auto"}
    ]
    ran = foreword("models", "search", "tiny")
    assert ran.code == 0
    assert ran.out.splitlines()[1].split() == ["some/tiny", "mit", "gated", "1,234"]
    assert foreword("models", "search", "tiny", "--json").json["cards"][0]["licence"] == "mit"
    assert "no text model" in foreword("models", "search", "nothing").out


def test_offline_is_said_in_one_line(foreword: Run, tmp_path: Path, hub: HubServer) -> None:
    (tmp_path / "profile").mkdir()
    (tmp_path / "profile" / "settings.toml").write_text("[models]\noffline = true\n")
    assert "offline" in foreword("models", "search", "tiny").fails(1)
    assert "offline" in foreword("models", "info", "some/tiny").fails(1)
    assert hub.requests == []
    assert foreword("models", "info", "Qwen/Qwen3-0.6B").code == 0


def test_pull_info_and_remove(foreword: Run, hub: HubServer, tmp_path: Path) -> None:
    assert "state: not here" in foreword("models", "info", "some/tiny").out
    assert foreword("models", "pull", "some/tiny", "--quiet").code == 0
    found = foreword("models", "info", "some/tiny", "--json").json
    assert (found["card"]["state"], found["card"]["commit"]) == ("here", COMMIT)
    assert found["template_sha256"]
    assert "For 1,024 tokens of context:" in foreword("models", "info", "some/tiny").out
    assert "say --yes" in foreword("models", "remove", "some/tiny").fails(2)
    ran = foreword("models", "remove", "some/tiny", "--yes")
    assert ran.code == 0
    assert ran.out.startswith("some/tiny removed; ")
    assert "not on this computer" in foreword("models", "remove", "some/tiny", "--yes").fails(1)


def test_what_is_the_users_stays(foreword: Run, tiny: Path) -> None:
    assert "never deletes" in foreword("models", "remove", str(tiny), "--yes").fails(1)
    assert (tiny / "model.safetensors").is_file()


@pytest.mark.parametrize(
    "arguments", [["list", "more"], ["search"], ["info", ""], ["search", "x", "--pages", "0"], ["fetch"]]
)
def test_wrong_arguments(foreword: Run, arguments: list[str]) -> None:
    ran = foreword("models", *arguments)
    assert ran.code in (1, 2)
    assert ran.err.count("\n") == 1
