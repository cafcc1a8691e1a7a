"""The shared cache: others find what we fetched, we find what they did, and nobody's files are harmed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from huggingface_hub import file_download, hf_hub_download, scan_cache_dir, try_to_load_from_cache
from huggingface_hub.utils import WeakFileLock

from foreword.models.download_cache import CachedModel
from foreword.models.download_plan import Plan
from tests.fakes.hub_server import COMMIT, HubServer, serving
from tests.models.fetching import NAME, Heard, fetch_here, hub_job


@pytest.fixture
def server(model: Path) -> Iterator[HubServer]:
    with serving({NAME: model}) as running:
        yield running


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def test_the_hubs_own_library_finds_every_file_without_a_network(
    server: HubServer, cache: Path, model: Path
) -> None:
    heard = Heard()
    place = fetch_here(hub_job(server.url, cache, commit=COMMIT), heard)
    asked = len(server.seen)
    for file in heard.plans[-1].files:
        assert try_to_load_from_cache(NAME, file.name, cache_dir=cache) == str(place / file.name)
        found = hf_hub_download(NAME, file.name, cache_dir=cache, local_files_only=True)
        assert Path(found).read_bytes() == (model / file.name).read_bytes()
    assert len(server.seen) == asked
    (repo,) = scan_cache_dir(cache).repos
    assert (repo.repo_id, repo.repo_type, set(repo.refs)) == (NAME, "model", {"main"})
    assert {file.file_name for file in next(iter(repo.revisions)).files} == {
        file.name for file in heard.plans[-1].files
    }
    assert not scan_cache_dir(cache).warnings


def test_what_its_library_has_fetched_is_not_fetched_again(server: HubServer, cache: Path) -> None:
    hf_hub_download(NAME, "model.safetensors", cache_dir=cache, endpoint=server.url)
    hf_hub_download(NAME, "config.json", cache_dir=cache, endpoint=server.url)
    server.requests.clear()
    fetch_here(hub_job(server.url, cache, commit=COMMIT))
    assert not {"model.safetensors", "config.json"} & set(server.downloads())


def test_the_same_content_at_another_commit_is_taken_from_here(
    server: HubServer, cache: Path, model: Path
) -> None:
    fetch_here(hub_job(server.url, cache, commit=COMMIT))
    server.commits[NAME] = "d" * 40
    (model / "generation_config.json").write_text('{"do_sample": true}')
    server.requests.clear()
    place = fetch_here(hub_job(server.url, cache, commit="d" * 40))
    assert set(server.downloads()) == {"generation_config.json"}
    assert place.name == "d" * 40
    assert (cache / "models--someone--tiny-llama" / "refs" / "main").read_text() == "d" * 40


def test_a_file_that_another_program_is_fetching_is_waited_for(server: HubServer, cache: Path) -> None:
    heard = Heard()
    fetch_here(hub_job(server.url, cache, commit=COMMIT), heard)
    big = next(file for file in heard.plans[-1].files if file.name == "model.safetensors")
    repo = cache / "models--someone--tiny-llama"
    whole = (repo / "blobs" / big.etag).read_bytes()
    (repo / "blobs" / big.etag).unlink()
    server.requests.clear()
    waits = threading.Event()
    waiting = Heard(
        lambda report: bool(report.stage.startswith("Waiting for another program") and waits.set())
    )
    with WeakFileLock(cache / ".locks" / repo.name / f"{big.etag}.lock"):
        thread = threading.Thread(
            target=fetch_here, args=(hub_job(server.url, cache, commit=COMMIT), waiting)
        )
        thread.start()
        assert waits.wait(60)
        (repo / "blobs" / big.etag).write_bytes(whole)
    thread.join(60)
    assert not thread.is_alive()
    assert server.downloads() == []


def test_without_links_the_file_itself_gets_the_name(
    server: HubServer, cache: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foreword.models.download_cache._has_links", lambda _cache: False)
    place = fetch_here(hub_job(server.url, cache, commit=COMMIT))
    assert not (place / "config.json").is_symlink()
    assert (place / "model.safetensors").read_bytes() == (model / "model.safetensors").read_bytes()
    assert file_download.try_to_load_from_cache(NAME, "config.json", cache_dir=cache)


def test_forgetting_removes_what_was_brought_and_nothing_else(
    server: HubServer, cache: Path, model: Path
) -> None:
    server.commits[NAME] = "e" * 40
    hf_hub_download(NAME, "tokenizer.json", cache_dir=cache, endpoint=server.url)
    server.commits[NAME] = COMMIT
    hf_hub_download(NAME, "config.json", cache_dir=cache, endpoint=server.url)
    before = {
        file: file.read_bytes() for file in cache.rglob("*") if file.is_file() and ".locks" not in file.parts
    }
    heard = Heard()
    fetch_here(hub_job(server.url, cache, commit=COMMIT), heard)
    small, big = heard.plans[0], heard.plans[-1]
    had = {file.name for file in small.files if file.had}
    assert had == {"config.json"}
    cached = CachedModel(cache, NAME)
    cached.partial(big.files[-1]).write_bytes(b"half")
    cached.forget(Plan(COMMIT, tuple(replace(file, had=file.name in had) for file in big.files)))
    after = {
        file: file.read_bytes() for file in cache.rglob("*") if file.is_file() and ".locks" not in file.parts
    }
    assert after == before


def test_forgetting_the_only_one_leaves_no_trace(server: HubServer, cache: Path) -> None:
    server.stall.add("model.safetensors")
    heard = Heard(lambda report: report.done > 0 and report.stage.startswith("Downloading someone"))
    with pytest.raises(Exception, match="stopped"):
        fetch_here(hub_job(server.url, cache, commit=COMMIT), heard)
    CachedModel(cache, NAME).forget(heard.plans[-1])
    assert [each for each in cache.iterdir() if each.name != ".locks"] == []
