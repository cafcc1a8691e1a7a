"""A whole model from the hub: pinned to a commit, checked file by file; one line where it can't be had."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from foreword.models.errors import DownloadInterrupted, ModelCancelled, ModelError
from foreword.models.network import NetworkOptions, client
from tests.fakes.hub_server import COMMIT, Fault, HubServer, serving
from tests.fakes.proxy_server import proxying
from tests.models.fetching import NAME, Heard, fetch_here, hub_job

BIG = "model.safetensors"


@pytest.fixture
def server(model: Path) -> Iterator[HubServer]:
    with serving({NAME: model}) as running:
        yield running


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def same(place: Path, model: Path) -> bool:
    return all(file.read_bytes() == (model / file.name).read_bytes() for file in place.iterdir())


def test_a_corrupted_file_is_fetched_anew_once(server: HubServer, cache: Path, model: Path) -> None:
    server.faults.append(Fault("corrupt", BIG))
    place = fetch_here(hub_job(server.url, cache, commit=COMMIT))
    assert same(place, model)
    assert server.downloads().count(BIG) == 2


@pytest.mark.parametrize("name", [BIG, "tokenizer.json"])
def test_a_file_that_stays_corrupted_is_refused_and_never_gets_its_name(
    server: HubServer, cache: Path, name: str
) -> None:
    server.faults.append(Fault("corrupt", name, count=9))
    with pytest.raises(ModelError, match=f"{name} arrived twice with another checksum") as refused:
        fetch_here(hub_job(server.url, cache, commit=COMMIT))
    assert not isinstance(refused.value, DownloadInterrupted)
    assert not any(file.name == name for file in cache.rglob("*"))
    assert list(cache.rglob("*.incomplete")) == []
    assert not list(cache.rglob("refs/main"))


def test_the_commit_stays_the_same_while_the_branch_moves_on(
    server: HubServer, cache: Path, model: Path
) -> None:
    server.stall.add(BIG)
    stopped = Heard(lambda report: report.stage.startswith("Downloading someone") and report.done > 0)
    with pytest.raises(ModelCancelled):
        fetch_here(hub_job(server.url, cache, commit=COMMIT), stopped)
    server.stall.clear()
    place = fetch_here(hub_job(server.url, cache, commit=COMMIT))
    assert place.name == COMMIT
    assert [path for _, path in server.requests if path.startswith("/api/")] == [
        f"/api/models/{NAME}/revision/{COMMIT}"
    ] * 2


def test_a_commit_that_is_gone_is_replaced_by_the_newest_and_equal_files_stay(
    server: HubServer, cache: Path, model: Path
) -> None:
    server.stall.add(BIG)
    stopped = Heard(lambda report: report.stage.startswith("Downloading someone") and report.done > 0)
    with pytest.raises(ModelCancelled):
        fetch_here(hub_job(server.url, cache, commit=COMMIT), stopped)
    server.stall.clear()
    server.commits[NAME] = "f" * 40
    server.requests.clear()
    place = fetch_here(hub_job(server.url, cache, commit=COMMIT))
    assert place.name == "f" * 40
    assert same(place, model)
    assert server.downloads() == [BIG]  # the description's files were known by their checksums
    assert int(server.seen_elsewhere[-1].headers["Range"].removeprefix("bytes=").strip("-")) > 0


def test_a_changed_etag_starts_the_file_over(server: HubServer, cache: Path, model: Path) -> None:
    server.faults.append(Fault("etag", BIG))
    place = fetch_here(hub_job(server.url, cache, commit=COMMIT))
    assert same(place, model)
    server.faults.append(Fault("etag", "config.json", count=9))
    shutil.rmtree(cache)
    with pytest.raises(DownloadInterrupted, match="is being changed on the hub just now"):
        fetch_here(hub_job(server.url, cache, commit=COMMIT))


def test_a_busy_hub_is_asked_again(server: HubServer, cache: Path, model: Path) -> None:
    server.api_faults.append(Fault("status", status=503))
    server.api_faults.append(Fault("status", status=429))
    assert same(fetch_here(hub_job(server.url, cache, commit=COMMIT)), model)
    server.api_faults.append(Fault("status", count=99, status=500))
    with pytest.raises(DownloadInterrupted, match="the hub could not deliver"):
        fetch_here(hub_job(server.url, cache, name=NAME, commit=COMMIT))


def test_offline_asks_nobody(server: HubServer, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelError, match=r"set to stay offline; switch Offline off"):
        fetch_here(hub_job(server.url, cache, options=NetworkOptions(offline=True)))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelError, match="HF_HUB_OFFLINE forbids it"):
        fetch_here(hub_job(server.url, cache))
    assert server.seen == []


def test_a_disk_that_fills_up_pauses_and_says_what_is_missing(
    server: HubServer, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import errno

    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("foreword.models.hub_fetch.fetch_bytes", full)
    monkeypatch.setattr("foreword.models.hub_fetch.free_bytes", lambda _folder: 0)
    with pytest.raises(
        DownloadInterrupted, match=r"needs \d+ MB more on the disk and .* has 0 MB left; free"
    ):
        fetch_here(hub_job(server.url, cache, commit=COMMIT))


def test_a_token_opens_what_is_gated_and_goes_nowhere_else(
    server: HubServer, cache: Path, model: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.gated.add(NAME)
    with pytest.raises(ModelError, match=r"is gated: accept its terms at .*/someone/tiny-llama") as refused:
        fetch_here(hub_job(server.url, cache, commit=COMMIT))
    heard = Heard()
    options = NetworkOptions(token=server.token)
    assert same(fetch_here(hub_job(server.url, cache, options=options, commit=COMMIT), heard), model)
    said = str(server.seen_elsewhere) + str(heard.reports) + str(refused.value) + repr(options)
    assert server.token not in said + caplog.text
    assert not any("Authorization" in request.headers for request in server.seen_elsewhere)


def test_addresses_which_may_carry_a_permission_are_not_logged(
    server: HubServer, caplog: pytest.LogCaptureFixture
) -> None:
    logging.getLogger("httpx2").setLevel(logging.NOTSET)  # as the library comes
    caplog.set_level(logging.INFO)
    with client(NetworkOptions()) as http:
        http.get(f"{server.url}/file?signature=s3cret")
    assert "s3cret" not in caplog.text


def test_a_wrong_token_is_named_and_not_shown(server: HubServer, cache: Path) -> None:
    with pytest.raises(ModelError, match="doesn't accept your access token") as refused:
        fetch_here(hub_job(server.url, cache, options=NetworkOptions(token="hf_wrong"), commit=COMMIT))
    assert "hf_wrong" not in str(refused.value)


def test_a_private_model_looks_like_none(server: HubServer, cache: Path) -> None:
    server.private.add(NAME)
    with pytest.raises(ModelError, match="has no model someone/tiny-llama, or it is private"):
        fetch_here(hub_job(server.url, cache))


@pytest.mark.parametrize("password", ["", "s3cret"])
def test_everything_goes_through_the_proxy(
    server: HubServer, cache: Path, model: Path, password: str
) -> None:
    with proxying("me" if password else "", password) as proxy:
        address = f"http://me:{password}@{proxy.address}" if password else f"http://{proxy.address}"
        place = fetch_here(hub_job(server.url, cache, options=NetworkOptions(proxy=address), commit=COMMIT))
        assert same(place, model)
        assert len(proxy.requests) == len(server.seen) + len(server.seen_elsewhere)


def test_a_proxy_that_refuses_is_named_without_its_password(server: HubServer, cache: Path) -> None:
    with proxying("me", "right") as proxy:
        options = NetworkOptions(proxy=f"http://me:wr0ng@{proxy.address}")
        with pytest.raises(ModelError) as refused:
            fetch_here(hub_job(server.url, cache, options=options, commit=COMMIT))
    assert "wr0ng" not in str(refused.value) + repr(options)
    assert "proxy" in str(refused.value)
    assert server.seen == []


@pytest.mark.parametrize("proxy", ["proxy:3128", "ftp://proxy", "socks5://proxy:1", "http://", "nonsense"])
def test_a_proxy_that_is_none_is_refused(server: HubServer, cache: Path, proxy: str) -> None:
    with pytest.raises(ModelError, match=r"models\.proxy"):
        fetch_here(hub_job(server.url, cache, options=NetworkOptions(proxy=proxy), commit=COMMIT))


def test_a_name_that_leads_elsewhere_is_refused_before_it_is_asked_for(
    server: HubServer, cache: Path, model: Path
) -> None:
    import json

    (model / BIG).rename(model / "model-1.safetensors")
    (model / "model.safetensors.index.json").write_text(
        json.dumps({"weight_map": {"a": "../../evil.safetensors"}})
    )
    with pytest.raises(ModelError, match="names the weight file"):
        fetch_here(hub_job(server.url, cache, commit=COMMIT))
    assert not list(cache.parent.rglob("evil*"))


def test_a_folder_that_may_not_be_written_is_named(server: HubServer, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ModelError, match="can't be kept in"):
        fetch_here(hub_job(server.url, tmp_path / "file" / "cache", commit=COMMIT))
