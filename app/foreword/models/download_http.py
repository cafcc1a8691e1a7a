"""Fetches one file by ranges until it is all there, over connections that break, stall and lie.

What has arrived is never asked for again: each try begins where the file on the disk ends. Bounded:
after some tries in a row that brought nothing it gives up, and the file stays for later. Whether the
content is right is for the caller to check. Knows no hub, no cache and no model.
"""

from __future__ import annotations

import email.utils
import errno
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from foreword.models.errors import DownloadInterrupted, ModelError
from foreword.models.network import Patience

#: A try that brings at least so much is worth the next one.
GAIN = 1 << 16
MAX_REDIRECTS = 8
PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
RANGE = re.compile(r"bytes (\d+)-\d+/(\d+)")
HASH = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")


class Refused(Exception):
    """The server itself says no, and would say so again. `code` is the hub's word for why."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"{status} {code}".strip())
        self.status = status
        self.code = code


class Changed(Exception):
    """What stands at this address now is another content than was listed."""


class Broken(Exception):
    """This try has failed, the next may do: why, and how long the server asks to wait."""

    def __init__(self, reason: str, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Source:
    """Where a file is to be had. `headers` (who asks) go to this very server alone, to no other."""

    url: str
    size: int
    etag: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Watch:
    """`grown()` is told of every block; `stopped()` is asked as often; `wait` sleeps and can be stopped."""

    grown: Callable[[], None]
    stopped: Callable[[], None]
    wait: Callable[[float, str], None]


class Tries:
    """Counts the tries in a row that brought nothing."""

    def __init__(self, patience: Patience, watch: Watch) -> None:
        self._patience = patience
        self._watch = watch
        self._failed = 0

    @property
    def left(self) -> int:
        return self._patience.tries - self._failed

    def failed(self, broken: Broken, gained: int = 0) -> None:
        """Waits before the next try. Raises DownloadInterrupted where there shall be none."""
        self._failed = 1 if gained >= GAIN else self._failed + 1
        if self._failed >= self._patience.tries:
            raise DownloadInterrupted(f"{broken}; what has arrived is kept, try again later") from broken
        if broken.wait > self._patience.longest_wait:
            minutes = max(round(broken.wait / 60), 1)
            raise DownloadInterrupted(f"{broken}; the server asks to come back in {minutes} min") from broken
        pause = min(self._patience.backoff * 2 ** (self._failed - 1), self._patience.longest_wait)
        self._watch.wait(max(pause, broken.wait), str(broken))


def fetch_bytes(
    client: httpx2.Client, source: Source, partial: Path, watch: Watch, patience: Patience
) -> None:
    """Let `partial` grow to its size. Raises DownloadInterrupted, Refused, Changed, OSError."""
    tries = Tries(patience, watch)
    with partial.open("ab"):
        pass
    while (have := _usable(partial, source.size)) < source.size:
        watch.stopped()
        try:
            _try(client, source, partial, have, watch)
        except Broken as broken:
            tries.failed(broken, partial.stat().st_size - have)
        except httpx2.TransportError as error:
            tries.failed(Broken(_words(error)), partial.stat().st_size - have)


def _usable(partial: Path, size: int) -> int:
    """How much of it counts. One that is longer than it may be is no part of the file."""
    have = partial.stat().st_size
    if have <= size:
        return have
    _empty(partial)
    return 0


def _try(client: httpx2.Client, source: Source, partial: Path, have: int, watch: Watch) -> None:
    with _answer(client, source, have) as response:
        if response.status_code == 416:
            _empty(partial)
            raise Broken("the server has no such range of the file")
        if response.status_code == 200 and have:
            _empty(partial)  # the server knows no ranges: all of it comes once more
            have = 0
        elif response.status_code == 206:
            _check_range(response, source, partial, have)
        with partial.open("r+b") as sink:
            sink.seek(have)
            for block in response.iter_bytes():
                have += len(block)
                if have > source.size:
                    sink.truncate(0)
                    raise Broken("the server sent more than the file holds (a page in its place?)")
                sink.write(block)
                sink.flush()  # what has arrived survives whatever ends this process
                watch.grown()
                watch.stopped()
    if have < source.size:
        raise Broken("the connection ended early")


def _check_range(response: httpx2.Response, source: Source, partial: Path, have: int) -> None:
    told = RANGE.match(response.headers.get("content-range", ""))
    if told is None or int(told[1]) != have or int(told[2]) != source.size:
        _empty(partial)
        raise Broken("the server sent another range than it was asked for")


@contextmanager
def _answer(client: httpx2.Client, source: Source, have: int) -> Iterator[httpx2.Response]:
    """The answer behind all redirects, 200, 206 or 416. Raises Broken, Refused, Changed, TransportError."""
    url, own = httpx2.URL(source.url), dict(source.headers)
    ranged = {"Range": f"bytes={have}-"} if have else {}
    for _ in range(MAX_REDIRECTS):
        at_home = url.origin == httpx2.URL(source.url).origin
        response = client.send(client.build_request("GET", url, headers=own | ranged), stream=True)
        try:
            if at_home:
                _check_etag(response, source)
            if not response.has_redirect_location:
                _check_status(response, at_home)
                yield response
                return
            following = url.join(response.headers["location"])
        finally:
            response.close()
        if following.scheme not in {"http", "https"} or (url.scheme, following.scheme) == ("https", "http"):
            raise ModelError(
                f"the download is refused: {url.host} sends it on to {following.host} without encryption"
            )
        if following.origin != url.origin:
            own = {}  # who asks is nobody else's business, also on the way back
        url = following
    raise Broken("the server sends the request around in circles")


def _check_etag(response: httpx2.Response, source: Source) -> None:
    told = response.headers.get("x-linked-etag") or response.headers.get("etag") or ""
    told = told.removeprefix("W/").strip('"')
    if response.status_code < 400 and source.etag and HASH.fullmatch(told) and told != source.etag:
        raise Changed(source.url)


def _check_status(response: httpx2.Response, at_home: bool) -> None:
    status = response.status_code
    if status in {200, 206, 416}:
        return
    if status in PASSING or not at_home:  # elsewhere a permission may have expired: ask at home again
        reason = "the server asks to wait" if status == 429 else f"the server answered {status}"
        raise Broken(reason, _retry_after(response.headers.get("retry-after", "")))
    raise Refused(status, response.headers.get("x-error-code", ""))


def _retry_after(told: str) -> float:
    """Seconds; the header holds them, or a date."""
    if told.strip().isdigit():
        return float(told)
    try:
        date = email.utils.parsedate_to_datetime(told)
    except ValueError:
        return 0.0
    return max(date.timestamp() - time.time(), 0.0)


def _words(error: httpx2.TransportError) -> str:
    if isinstance(error, httpx2.ProxyError):
        return f"the proxy refused the connection ({str(error)[:80]})"
    if isinstance(error, httpx2.ReadTimeout):
        return "the server has gone silent"
    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
        return "the server is not reachable"
    return "the connection broke"


def _empty(partial: Path) -> None:
    with partial.open("r+b") as file:
        file.truncate(0)


def is_disk_full(error: OSError) -> bool:
    return error.errno in {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
