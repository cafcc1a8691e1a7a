"""The downloads of a profile, in their real processes: paused, resumed after a restart, cancelled."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from foreword.model_messages import Download
from foreword.models.download_record import Record, Records, records_folder
from foreword.models.downloads import Downloads
from foreword.models.hub import Hub
from foreword.models.network import NetworkOptions
from foreword.paths import Paths
from tests.fakes.hub_server import COMMIT, Fault, HubServer, serving
from tests.models.fetching import NAME, QUICK

BIG = "model.safetensors"
OTHER = "someone/other"
PATIENCE_SECONDS = 120.0


class Shop:
    """A profile with its downloads, and everything that they told."""

    def __init__(self, paths: Paths, server: HubServer, cache: Path) -> None:
        self.paths, self.server, self.cache = paths, server, cache
        self.options = NetworkOptions()
        self.told: list[Download] = []
        self._news = threading.Condition()
        self.downloads = self.open()

    def open(self) -> Downloads:
        """As at the start of the app."""
        self.downloads = Downloads(
            self.paths, self._changed, lambda: self.options, hub=self._hub, patience=QUICK
        )
        return self.downloads

    def _hub(self, options: NetworkOptions) -> Hub:
        return Hub(self.server.url, self.cache, options, QUICK)

    def _changed(self, download: Download) -> None:
        with self._news:
            self.told.append(download)
            self._news.notify_all()

    def wait(self, fits: Callable[[Download], bool]) -> Download:
        """The first news from now on that fits."""
        with self._news:
            seen = 0
            end = time.monotonic() + PATIENCE_SECONDS
            while time.monotonic() < end:
                for download in self.told[seen:]:
                    if fits(download):
                        self.told.clear()
                        return download
                seen = len(self.told)
                self._news.wait(1)
        raise AssertionError(f"never told: {self.told}")

    def state(self, state: str, id: str = NAME) -> Download:
        return self.wait(lambda download: download.id == id and download.state == state)

    def growing(self) -> Download:
        """Wait until bytes of the weights have arrived."""
        return self.wait(
            lambda download: download.stage.startswith("Downloading someone") and download.done > 0
        )

    def known(self) -> list[tuple[str, str]]:
        return [(download.id, download.state) for download in self.downloads.all()]


@pytest.fixture
def server(model: Path) -> Iterator[HubServer]:
    with serving({NAME: model, OTHER: model}) as running:
        yield running


@pytest.fixture
def shop(server: HubServer, tmp_path: Path) -> Iterator[Shop]:
    opened = Shop(Paths.profile(tmp_path / "profile").ensure(), server, tmp_path / "cache")
    # What is tested here comes after the description was found in order, which takes an import of torch.
    for id in (NAME, OTHER):
        _describe(opened, id)
    opened.downloads.close()
    opened.open()
    yield opened
    opened.server.stopped.set()
    assert opened.downloads.close(10)


def _describe(shop: Shop, id: str) -> None:
    """A record as a try leaves it that got as far as the weights."""
    from tests.models.fetching import Heard, fetch_here, hub_job

    heard = Heard()
    shop.server.faults.append(Fault("status", BIG, count=99, status=404))
    with pytest.raises(Exception, match=r"being changed|has no"):
        fetch_here(hub_job(shop.server.url, shop.cache, name=id, commit=COMMIT), heard)
    shop.server.faults.clear()
    shop.server.requests.clear()
    Records(records_folder(shop.paths)).keep(Record(id, str(shop.cache), heard.plans[-1]))


def finished(shop: Shop, id: str = NAME) -> bool:
    place, source = Hub(shop.server.url, shop.cache).cached(id), shop.server.models[id]
    return place is not None and (place / BIG).read_bytes() == (source / BIG).read_bytes()


def test_a_download_tells_how_far_it_is_and_is_done(shop: Shop) -> None:
    assert shop.known() == [(NAME, "paused"), (OTHER, "paused")]
    shop.downloads.start(NAME)
    done = shop.state("done")
    assert done.done == done.total > (shop.server.models[NAME] / BIG).stat().st_size
    assert (done.name, done.reason, done.rate) == (NAME, "", 0.0)
    assert finished(shop)
    assert not list(records_folder(shop.paths).glob("someone%2Ftiny*.json"))
    asked = len(shop.server.seen)
    shop.downloads.start(NAME)  # it is here: nobody is asked
    shop.state("done")
    assert len(shop.server.seen) == asked


def test_pausing_keeps_what_is_there_and_a_restart_goes_on(shop: Shop) -> None:
    shop.server.stall.add(BIG)
    shop.downloads.start(NAME)
    shop.growing()
    begun = time.monotonic()
    shop.downloads.pause(NAME)
    paused = shop.state("paused")
    assert time.monotonic() - begun < 5  # a fraction of a second, on a computer that has nothing else to do
    assert 0 < paused.done < paused.total
    assert shop.downloads.close()
    shop.server.stall.clear()
    shop.open()
    (known,) = [each for each in shop.downloads.all() if each.id == NAME]
    assert (known.state, known.done, known.total) == ("paused", paused.done, paused.total)
    shop.downloads.resume(NAME)
    shop.state("done")
    assert finished(shop)
    assert "Range" in shop.server.seen_elsewhere[-1].headers


def test_quitting_in_the_middle_is_a_pause(shop: Shop) -> None:
    shop.server.stall.add(BIG)
    shop.downloads.start(NAME)
    shop.growing()
    assert shop.downloads.close()
    shop.open()
    assert shop.known()[0] in {(NAME, "paused"), (OTHER, "paused")}
    assert len(shop.known()) == 2


def test_cancelling_forgets_the_partial_files(shop: Shop) -> None:
    shop.server.stall.add(BIG)
    shop.downloads.start(NAME)
    shop.growing()
    shop.downloads.cancel(NAME)
    gone = shop.state("paused")
    assert (gone.done, gone.reason) == (0, "")
    assert shop.known() == [(OTHER, "paused")]
    assert not list((shop.cache / "models--someone--tiny-llama").rglob("*.incomplete"))
    shop.downloads.cancel("someone/unknown")


def test_one_runs_and_the_others_wait(shop: Shop) -> None:
    shop.server.stall.add(BIG)
    shop.downloads.start(NAME)
    shop.growing()
    shop.downloads.start(OTHER)
    assert shop.state("waiting", OTHER).stage == "Waiting for its turn"
    shop.downloads.pause(OTHER)
    shop.state("paused", OTHER)
    shop.downloads.resume(OTHER)
    shop.server.stall.clear()
    shop.downloads.pause(NAME)
    shop.state("done", OTHER)
    assert finished(shop, OTHER)
    assert not finished(shop)


def test_resuming_while_it_is_stopping_goes_on(shop: Shop) -> None:
    shop.server.stall.add(BIG)
    shop.downloads.start(NAME)
    shop.growing()
    shop.server.stall.clear()
    shop.downloads.pause(NAME)
    shop.downloads.resume(NAME)
    shop.state("done")
    assert finished(shop)


def test_a_connection_that_stays_broken_pauses_with_the_reason(shop: Shop) -> None:
    shop.server.faults.append(Fault("status", BIG, count=99, status=503))
    shop.downloads.start(NAME)
    paused = shop.state("paused")
    assert paused.reason == "the server answered 503; what has arrived is kept, try again later"
    assert shop.downloads.close()
    shop.open()
    assert paused.reason in {each.reason for each in shop.downloads.all()}


def test_a_refusal_fails_with_the_reason_and_stays_so(shop: Shop) -> None:
    shop.server.gated.add(NAME)
    shop.downloads.start(NAME)
    assert "is gated: accept its terms" in shop.state("failed").reason
    assert shop.downloads.close()
    shop.open()
    assert (NAME, "failed") in shop.known()


@pytest.mark.parametrize("id", ["a--b/..c", "../../x", "no such name\n"])
def test_an_impossible_name_fails_and_touches_nothing(shop: Shop, id: str) -> None:
    before = sorted(path for path in shop.paths.data.rglob("*") if path.suffix not in {".lock", ".json"})
    shop.downloads.start(id)
    assert "neither a folder nor a model's name" in shop.state("failed", id).reason
    assert (
        sorted(path for path in shop.paths.data.rglob("*") if path.suffix not in {".lock", ".json"}) == before
    )
    shop.downloads.cancel(id)
    shop.state("paused", id)


def test_offline_fails_before_any_request(shop: Shop) -> None:
    shop.options = NetworkOptions(offline=True)
    shop.server.seen.clear()
    shop.downloads.start(NAME)
    assert "set to stay offline" in shop.state("failed").reason
    assert shop.server.seen == []


def test_a_record_that_is_damaged_is_left_alone(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    shop.downloads.close()
    broken = records_folder(shop.paths) / "someone%2Fbroken.json"
    broken.write_text('{"id": "someone/broken", "plan": {"commit": "../..", "files": []}}')
    shop.open()
    assert len(shop.known()) == 2
    assert broken.exists()
    assert "can't be read" in caplog.text


KILLED = """
import sys
from pathlib import Path
from foreword.models.downloads import Downloads
from foreword.models.hub import Hub
from foreword.models.network import NetworkOptions
from foreword.paths import Paths

url, cache, profile, name = sys.argv[1:]
def tell(download):
    print(download.state, download.done, download.stage, flush=True)
def hub(options):
    return Hub(url, Path(cache), options)
downloads = Downloads(Paths.profile(Path(profile)), tell, NetworkOptions, hub=hub)
downloads.start(name)
sys.stdin.read()
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL there")
def test_a_killed_app_takes_its_download_along_and_resumes(shop: Shop) -> None:
    shop.downloads.close()
    shop.server.stall.add(BIG)
    command = [sys.executable, "-c", KILLED, shop.server.url, str(shop.cache), str(shop.paths.data), NAME]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as app:
        assert app.stdout is not None
        while "Downloading someone" not in (line := app.stdout.readline()):
            assert line
        app.send_signal(signal.SIGKILL)
    shop.server.stall.clear()
    shop.open()
    (known,) = [each for each in shop.downloads.all() if each.id == NAME]
    assert known.state == "paused"
    shop.downloads.start(NAME)  # waits for the lock, if the orphan should still be ending
    shop.state("done")
    assert finished(shop)
