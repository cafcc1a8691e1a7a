"""One file over connections that break, stall and lie: whole in the end, or given up with a reason."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from foreword.models.download_http import Changed, Refused, Source, Watch, fetch_bytes
from foreword.models.errors import DownloadInterrupted, ModelError
from foreword.models.network import NetworkOptions, Patience, client
from tests.conftest import DEAD_END
from tests.fakes.hub_server import COMMIT, Fault, HubServer, serving
from tests.models.fetching import NAME, QUICK

FILE = "model.safetensors"
CONTENT = random.Random(7).randbytes(700_000)
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[HubServer]:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / FILE).write_bytes(CONTENT)
    with serving({NAME: folder}) as running:
        yield running


@pytest.fixture
def partial(tmp_path: Path) -> Path:
    return tmp_path / "partial"


class Fetch:
    """A try, and what happened in it."""

    def __init__(self, server: HubServer, partial: Path) -> None:
        self._url = f"{server.url}/{NAME}/resolve/{COMMIT}/{FILE}"
        self._partial = partial
        self.waits: list[tuple[float, str]] = []

    def run(self, patience: Patience = QUICK, *, url: str = "", etag: str = SHA256, token: str = "") -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        source = Source(url or self._url, len(CONTENT), etag, headers)
        watch = Watch(lambda: None, lambda: None, lambda seconds, why: self.waits.append((seconds, why)))
        with client(NetworkOptions(), patience) as http:
            fetch_bytes(http, source, self._partial, watch, patience)


@pytest.fixture
def fetch(server: HubServer, partial: Path) -> Fetch:
    return Fetch(server, partial)


def test_a_file_arrives(fetch: Fetch, partial: Path) -> None:
    fetch.run()
    assert partial.read_bytes() == CONTENT
    assert fetch.waits == []


def test_what_is_there_is_not_asked_for_again(fetch: Fetch, partial: Path, server: HubServer) -> None:
    partial.write_bytes(CONTENT[:600_000])
    fetch.run()
    assert partial.read_bytes() == CONTENT
    assert server.seen_elsewhere[0].headers["Range"] == "bytes=600000-"
    assert server.sent == 100_000


def test_a_whole_file_asks_nobody(fetch: Fetch, partial: Path, server: HubServer) -> None:
    partial.write_bytes(CONTENT)
    fetch.run()
    assert server.seen == []


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault("reset", FILE, after=100_000), "the connection broke"),
        (Fault("truncate", FILE, after=100_000), "the connection broke"),
        (Fault("stall", FILE, after=100_000), "the server has gone silent"),
        (Fault("status", FILE, status=503), "the server answered 503"),
        (Fault("status", FILE, status=429, retry_after="3"), "the server asks to wait"),
        (Fault("wrong_range", FILE), "the server sent another range than it was asked for"),
        (Fault("circle", FILE, count=20), "the server sends the request around in circles"),
    ],
    ids=lambda value: value.kind if isinstance(value, Fault) else "",
)
def test_a_broken_try_is_followed_by_one_that_goes_on(
    fetch: Fetch, partial: Path, server: HubServer, fault: Fault, said: str
) -> None:
    partial.write_bytes(CONTENT[:300_000])
    server.faults.append(fault)
    fetch.run()
    assert partial.read_bytes() == CONTENT
    assert {why for _, why in fetch.waits} == {said}
    if fault.kind in {"reset", "truncate", "stall"}:  # nothing travelled twice but what was under way
        assert server.sent <= 400_000 + 200_000
    if fault.retry_after:
        assert fetch.waits == [(3.0, said)]


def test_a_server_without_ranges_sends_everything_again(
    fetch: Fetch, partial: Path, server: HubServer
) -> None:
    partial.write_bytes(b"\0" * 300_000)
    server.faults.append(Fault("no_range", FILE))
    fetch.run()
    assert partial.read_bytes() == CONTENT


def test_more_than_the_file_holds_is_no_part_of_it(fetch: Fetch, partial: Path, server: HubServer) -> None:
    server.faults.append(Fault("longer", FILE))
    fetch.run()
    assert partial.read_bytes() == CONTENT
    partial.write_bytes(CONTENT + b"and more")
    fetch.run()
    assert partial.read_bytes() == CONTENT


def test_it_gives_up_after_some_tries_that_brought_nothing(
    fetch: Fetch, partial: Path, server: HubServer
) -> None:
    partial.write_bytes(CONTENT[:1000])
    server.faults.append(Fault("status", FILE, count=100, status=502))
    with pytest.raises(DownloadInterrupted, match="the server answered 502; what has arrived is kept"):
        fetch.run()
    assert partial.read_bytes() == CONTENT[:1000]
    assert [wait for wait, _ in fetch.waits] == [0.01, 0.02, 0.04]


def test_tries_that_bring_something_are_no_reason_to_give_up(
    fetch: Fetch, partial: Path, server: HubServer
) -> None:
    server.faults.append(Fault("reset", FILE, count=9, after=70_000))
    fetch.run()
    assert partial.read_bytes() == CONTENT


def test_a_server_that_wants_a_long_pause_gets_it(fetch: Fetch, server: HubServer) -> None:
    server.faults.append(Fault("status", FILE, status=429, retry_after="600"))
    with pytest.raises(DownloadInterrupted, match="come back in 10 min"):
        fetch.run()
    server.faults.append(Fault("status", FILE, status=503, retry_after=time.strftime(
        "%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 1800)
    )))  # fmt: skip
    with pytest.raises(DownloadInterrupted, match="come back in 30 min"):
        fetch.run()


def test_another_content_under_the_same_address_is_noticed(
    fetch: Fetch, partial: Path, server: HubServer
) -> None:
    partial.write_bytes(CONTENT[:1000])
    server.faults.append(Fault("etag", FILE))
    with pytest.raises(Changed):
        fetch.run()
    assert server.seen_elsewhere == []


def test_a_no_is_taken_as_one(fetch: Fetch, server: HubServer) -> None:
    server.gated.add(NAME)
    with pytest.raises(Refused) as refused:
        fetch.run()
    assert (refused.value.status, refused.value.code) == (401, "GatedRepo")
    assert len(server.seen) == 1


def test_a_permission_that_expired_elsewhere_is_asked_for_anew(
    fetch: Fetch, partial: Path, server: HubServer
) -> None:
    server.faults.append(Fault("expired", FILE))
    fetch.run()
    assert partial.read_bytes() == CONTENT
    assert len(server.seen) == 2


def test_who_asks_is_told_to_the_hub_alone(fetch: Fetch, server: HubServer) -> None:
    fetch.run(token=server.token)
    assert server.seen[0].headers["Authorization"] == f"Bearer {server.token}"
    assert "Authorization" not in server.seen_elsewhere[0].headers
    assert server.token not in str(server.seen_elsewhere)


def test_an_unreachable_server_is_given_up(fetch: Fetch) -> None:
    with pytest.raises(DownloadInterrupted, match="the server is not reachable"):
        fetch.run(url=f"{DEAD_END}/file")


def test_nobody_sends_it_on_without_encryption(partial: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A secure address that leads to an insecure one is not followed."""
    import httpx2

    def answer(request: httpx2.Request) -> httpx2.Response:
        assert request.url.scheme == "https", "the insecure address was asked"
        return httpx2.Response(302, headers={"Location": "http://elsewhere.example/file"})

    watch = Watch(lambda: None, lambda: None, lambda _seconds, _why: None)
    with (
        httpx2.Client(transport=httpx2.MockTransport(answer)) as http,
        pytest.raises(ModelError, match="without encryption"),
    ):
        fetch_bytes(http, Source("https://hub.example/file", 10), partial, watch, QUICK)
