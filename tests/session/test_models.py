"""The window's way to models, on its real threads: list, search, fetch, describe, remove, and quit."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from foreword.messages import ModelFailed, ModelInfo, ModelReady
from foreword.paths import Paths
from foreword.session.models import ModelManager
from foreword.settings import Settings
from tests.fakes.hub_server import COMMIT, HubServer, serving
from tests.models.conftest import tiny_llama

__all__ = ["tiny_llama"]

LIMIT_MS = 60_000


@pytest.fixture
def hub(tiny_llama: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    with serving({"some/tiny": tiny_llama}) as server:
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", server.url)
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
        yield server


class Desk:
    def __init__(self, paths: Paths) -> None:
        self.paths = paths
        self.settings = Settings(paths.settings)
        self.manager = ModelManager(paths, self.settings)
        self.told: list[tuple[str, Any]] = []
        for name in ("listed", "found", "details", "download_changed", "pulled", "removed", "failed"):
            getattr(self.manager, name).connect(lambda value, name=name: self.told.append((name, value)))

    def of(self, name: str) -> list[Any]:
        return [value for told, value in self.told if told == name]

    def state(self, model: str) -> str:
        assert self.manager.shelf is not None
        return next((card.state for card in self.manager.shelf.cards if card.id == model), "unlisted")


@pytest.fixture
def desk(hub: HubServer, tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    desk = Desk(Paths.profile(tmp_path / "profile").ensure())
    yield desk
    assert desk.manager.close(10_000)


def test_a_first_list_comes_twice_and_the_window_never_waits(desk: Desk, qtbot: QtBot) -> None:
    begun = time.perf_counter()
    desk.manager.refresh()
    assert time.perf_counter() - begun < 1.0
    assert desk.manager.shelf is None
    qtbot.waitUntil(lambda: len(desk.of("listed")) == 2, timeout=LIMIT_MS)
    quick, full = desk.of("listed")
    assert [card.id for card in quick.cards] == [card.id for card in full.cards]
    assert all(card.fit is not None for card in quick.cards)
    assert quick.devices[0].precisions == ()
    assert full.devices[-1].name == "cpu"
    assert full.devices[-1].precisions
    assert desk.manager.shelf is full
    desk.manager.refresh()
    qtbot.waitUntil(lambda: len(desk.of("listed")) == 3, timeout=LIMIT_MS)


def test_search_and_more_of_the_same(desk: Desk, hub: HubServer, qtbot: QtBot) -> None:
    hub.catalogue = [{"id": f"some/m{at}", "tags": [], "sha": COMMIT} for at in range(40)]
    for expected in (30, 40, 30):
        with qtbot.waitSignal(desk.manager.found, timeout=LIMIT_MS) as told:
            desk.manager.search("m")
        assert told.args is not None
        assert len(told.args[0].cards) == expected
        assert told.args[0].more == (expected == 30)


def test_fetch_show_and_remove(desk: Desk, hub: HubServer, tiny_llama: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.manager.details, timeout=LIMIT_MS) as told:
        desk.manager.show("some/tiny")
    assert told.args is not None
    assert told.args[0].card.state == "absent"
    with qtbot.waitSignal(desk.manager.pulled, timeout=LIMIT_MS):
        desk.manager.pull("some/tiny")
    qtbot.waitUntil(
        lambda: desk.manager.shelf is not None and desk.state("some/tiny") == "here", timeout=LIMIT_MS
    )
    assert desk.of("download_changed")[-1].state == "done"
    requests = len(hub.requests)
    with qtbot.waitSignal(desk.manager.details, timeout=LIMIT_MS) as told:
        desk.manager.show("some/tiny")
    assert told.args is not None
    found = told.args[0]
    assert (found.card.state, found.card.commit) == ("here", COMMIT)
    assert found.fits
    assert len(hub.requests) == requests, "nobody is asked about what is here"
    info = ModelInfo("some/tiny", "cpu", "float32", 64, 32, {}, (1,), folder=found.card.folder)
    desk.manager.model_changed(ModelReady(info))
    with qtbot.waitSignal(desk.manager.failed, timeout=LIMIT_MS) as failed:
        desk.manager.remove("some/tiny")
    assert failed.args is not None
    assert (failed.args[0].what, failed.args[0].id) == ("remove", "some/tiny")
    assert "is loaded just now" in failed.args[0].reason
    desk.manager.model_changed(ModelFailed("gone"))
    with qtbot.waitSignal(desk.manager.removed, timeout=LIMIT_MS):
        desk.manager.remove("some/tiny")
    qtbot.waitUntil(lambda: desk.state("some/tiny") == "unlisted", timeout=LIMIT_MS)


def test_a_chosen_folder_goes_off_the_list_and_stays(
    desk: Desk, tiny_llama: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    own = shutil.copytree(tiny_llama, tmp_path / "own")
    desk.settings.set("models.folders", [str(own)])
    with qtbot.waitSignal(desk.manager.removed, timeout=LIMIT_MS) as removed:
        desk.manager.remove(str(own))
    assert removed.args == [str(own)]
    assert desk.settings["models.folders"] == []
    assert (own / "model.safetensors").is_file()


def test_offline_refuses_and_asks_nobody(desk: Desk, hub: HubServer, qtbot: QtBot) -> None:
    desk.settings.set("models.offline", True)
    with qtbot.waitSignal(desk.manager.failed, timeout=LIMIT_MS) as failed:
        desk.manager.search("m")
    assert failed.args is not None
    assert failed.args[0].what == "search"
    assert "offline" in failed.args[0].reason
    desk.manager.pull("some/tiny")
    qtbot.waitUntil(lambda: any(each.reason for each in desk.manager.downloads), timeout=LIMIT_MS)
    assert "offline" in desk.manager.downloads[0].reason
    assert hub.requests == []


def test_going_offline_stops_what_runs_and_what_waits(desk: Desk, hub: HubServer, qtbot: QtBot) -> None:
    hub.stall.add("model.safetensors")
    for model in ("some/tiny", "some/other"):
        desk.manager.pull(model)
    qtbot.waitUntil(
        lambda: any(each.state == "running" and each.total for each in desk.of("download_changed")),
        timeout=LIMIT_MS,
    )
    desk.settings.set("models.offline", True)
    desk.manager.follow_settings()
    qtbot.waitUntil(
        lambda: [each.state for each in desk.manager.downloads] == ["paused", "paused"], timeout=LIMIT_MS
    )
    requests = len(hub.requests)
    desk.manager.resume("some/other")
    qtbot.waitUntil(lambda: "offline" in desk.manager.downloads[1].reason, timeout=LIMIT_MS)
    assert len(hub.requests) == requests


def test_a_token_without_a_keyring_is_refused_and_with_one_it_is_kept(
    desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    import keyring
    from keyring.backends.fail import Keyring

    held: dict[tuple[str, str], str] = {}
    before = keyring.get_keyring()
    try:
        keyring.set_keyring(Keyring())
        with qtbot.waitSignal(desk.manager.failed, timeout=LIMIT_MS) as failed:
            desk.manager.set_token("hf_secret")
        assert failed.args is not None
        assert failed.args[0].what == "token"
        assert "hf_secret" not in failed.args[0].reason
        assert not desk.manager.has_token()
        monkeypatch.setattr(
            keyring, "set_password", lambda service, user, text: held.update({(service, user): text})
        )
        with qtbot.waitSignal(desk.manager.token_changed, timeout=LIMIT_MS):
            desk.manager.set_token("hf_secret")
        assert desk.manager.has_token()
        assert list(held.values()) == ["hf_secret"]
    finally:
        keyring.set_keyring(before)


def test_a_measured_speed_is_in_the_details(desk: Desk, tiny_llama: Path, qtbot: QtBot) -> None:
    desk.settings.set("models.folders", [str(tiny_llama)])
    desk.manager.note_speed(str(tiny_llama), "float32", 512.0)
    with qtbot.waitSignal(desk.manager.details, timeout=LIMIT_MS) as told:
        desk.manager.show(str(tiny_llama))
    assert told.args is not None
    assert told.args[0].speeds == {"float32": 512.0}


def test_quitting_in_the_middle_of_a_download(hub: HubServer, tmp_path: Path, qtbot: QtBot) -> None:
    hub.stall.add("model.safetensors")
    desk = Desk(Paths.profile(tmp_path / "profile").ensure())
    desk.manager.pull("some/tiny")
    qtbot.waitUntil(
        lambda: any(each.state == "running" and each.total for each in desk.of("download_changed")),
        timeout=LIMIT_MS,
    )
    assert desk.manager.close(10_000)
    desk.manager.refresh()  # nothing happens any more
    again = Desk(desk.paths)
    (kept,) = again.manager.downloads
    assert (kept.id, kept.state) == ("some/tiny", "paused")
    assert again.manager.close(10_000)
