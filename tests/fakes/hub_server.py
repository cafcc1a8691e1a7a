"""A hub on loopback: speaks as much of the hub's protocol as its client library needs, for given folders.

Listing, searching with pages, files by range, redirects of large files to a second host, checksums, gated
and private models, a package index; and every way in which a server or a connection can fail, on demand.
"""

from __future__ import annotations

import hashlib
import json
import re
import socket
import struct
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qs, quote, unquote, urlsplit

COMMIT = "c0ffee" + "0" * 34
Kind = Literal[
    "reset",
    "truncate",
    "stall",
    "corrupt",
    "status",
    "no_range",
    "wrong_range",
    "longer",
    "etag",
    "circle",
    "expired",
]

#: Those that strike while the bytes are sent.
BYTES = ("reset", "truncate", "stall", "corrupt", "no_range", "wrong_range", "longer")


@dataclass(slots=True)
class Fault:
    """What goes wrong `count` times with files of this name (any, if empty), `after` so many bytes."""

    kind: Kind
    name: str = ""
    count: int = 1
    after: int = 1000
    status: int = 503
    retry_after: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str] = field(repr=False)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    hub: HubServer

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go away are what this is for."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class HubServer(_Server):
    """`models` maps ids to folders. Everything else may be changed by a test while it runs."""

    def __init__(self, models: dict[str, Path]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.hub = self
        self.store = _Server(("127.0.0.1", 0), _Handler)
        self.store.hub = self
        self.models = models
        self.commits: dict[str, str] = {}
        #: Ids that need `token`, and those that don't even exist without it.
        self.gated: set[str] = set()
        self.private: set[str] = set()
        self.token = "hf_" + "right"
        #: Files named here never end; every file then goes so many bytes a second, if not 0.
        self.stall: set[str] = set()
        self.bytes_per_second = 0
        #: Whether large files are sent on to the second host.
        self.elsewhere = True
        #: Answer API requests so, this many times.
        self.api_faults: list[Fault] = []
        self.faults: list[Fault] = []
        self.struck: list[str] = []
        #: What a search finds: the fields of each model, most downloaded first; and how many a page holds.
        self.catalogue: list[dict[str, Any]] = []
        self.page = 100
        #: Files of a package index, by name.
        self.wheels: dict[str, Path] = {}
        self.requests: list[tuple[str, str]] = []
        self.seen: list[Request] = []
        self.seen_elsewhere: list[Request] = []
        self.sent = 0
        self.stopped = threading.Event()
        self._lock = threading.Lock()

    def downloads(self) -> list[str]:
        """The names of the files that were fetched."""
        return [
            path.rsplit("/", 1)[-1]
            for method, path in self.requests
            if method == "GET" and "/resolve/" in path
        ]

    def commit(self, model: str) -> str:
        return self.commits.get(model, COMMIT)

    def take(self, faults: list[Fault], name: str) -> Fault | None:
        with self._lock:
            for fault in faults:
                if fault.count and fault.name in {"", name}:
                    fault.count -= 1
                    self.struck.append(fault.kind)
                    return fault
        return None

    def count(self, sent: int) -> None:
        with self._lock:
            self.sent += sent


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    timeout = 60

    def log_message(self, format: str, *arguments: Any) -> None:
        pass

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, *, body: bool) -> None:
        hub, parts = self.server.hub, urlsplit(self.path)
        path = unquote(parts.path)
        request = Request(self.command, path, parse_qs(parts.query), dict(self.headers.items()))
        if self.server is not hub:
            hub.seen_elsewhere.append(request)
            return self._stored(path, body=body)
        hub.requests.append((self.command, path))
        hub.seen.append(request)
        if path.startswith("/api/") and (fault := hub.take(hub.api_faults, "")):
            return self._error(fault.status, "", fault.retry_after)
        if path == "/api/models":
            return self._search(request.query)
        if path.startswith(("/simple/", "/files/")):
            return self._index(path, body=body)
        for model, folder in hub.models.items():
            if path.startswith((f"/api/models/{model}/", f"/{model}/")) or path == f"/api/models/{model}":
                return self._model(model, folder, path, body=body)
        return self._error(404, "RepoNotFound")

    def _model(self, model: str, folder: Path, path: str, *, body: bool) -> None:
        hub = self.server.hub
        asked = self.headers.get("Authorization", "")
        if asked and asked != f"Bearer {hub.token}":
            return self._error(401, "")
        if model in hub.private and not asked:
            return self._error(401, "RepoNotFound")
        if path.startswith("/api/"):
            revision = re.search(r"/(?:revision|tree)/([^/]+)", path)
            if revision and revision[1] not in {"main", hub.commit(model)}:
                return self._error(404, "RevisionNotFound")
            return self._json(_tree(folder) if "/tree/" in path else self._info(model, folder))
        _, revision_text, name = path.removeprefix(f"/{model}").lstrip("/").split("/", 2)
        if revision_text not in {"main", hub.commit(model)}:
            return self._error(404, "RevisionNotFound")
        if model in hub.gated and not asked:
            return self._error(401, "GatedRepo")
        if not (folder / name).is_file():
            return self._error(404, "EntryNotFound")
        return self._resolved(model, folder / name, body=body)

    def _info(self, model: str, folder: Path) -> dict[str, object]:
        files = [
            {"rfilename": name, "size": facts["size"], "blobId": facts["sha1"]}
            | (
                {"lfs": {"size": facts["size"], "sha256": facts["sha256"], "pointerSize": 134}}
                if facts["lfs"]
                else {}
            )
            for name, facts in _listing(folder).items()
        ]
        hub = self.server.hub
        return {
            "id": model,
            "modelId": model,
            "sha": hub.commit(model),
            "siblings": files,
            "tags": [],
            "private": model in hub.private,
            "gated": "manual" if model in hub.gated else False,
        }

    def _resolved(self, model: str, file: Path, *, body: bool) -> None:
        hub, facts = self.server.hub, _facts(file)
        etag = facts["sha256"] if facts["lfs"] else facts["sha1"]
        if body and (fault := _only(hub, file.name, "status", "circle")):
            if fault.kind == "status":
                return self._error(fault.status, "", fault.retry_after)
            return self._redirect(self.path, etag, facts["size"], hub.commit(model))
        if body and _only(hub, file.name, "etag"):
            etag = hashlib.sha256(b"changed").hexdigest() if facts["lfs"] else "1" * 40
        if facts["lfs"] and hub.elsewhere:
            target = f"{hub.store.url}/stored{quote(file.as_posix())}?permission=secret"
            return self._redirect(target, etag, facts["size"], hub.commit(model))
        return self._file(file, {"ETag": f'"{etag}"', "X-Repo-Commit": hub.commit(model)}, body=body)

    def _stored(self, path: str, *, body: bool) -> None:
        file = Path(path.removeprefix("/stored"))
        if _only(self.server.hub, file.name, "expired"):
            return self._error(403, "")
        return self._file(file, {"ETag": '"of-the-store-itself"'}, body=body)

    def _index(self, path: str, *, body: bool) -> None:
        hub = self.server.hub
        name = path.rsplit("/", 1)[-1]
        if path.startswith("/simple/"):
            project = path.removeprefix("/simple/").strip("/")
            links = [f'<a href="../../files/{quote(each)}#sha256=0">{each}</a>' for each in hub.wheels]
            page = "".join(links) if any(project.replace("-", "_") in each for each in hub.wheels) else ""
            return self._text(page, "text/html") if page else self._error(404, "")
        if name not in hub.wheels:
            return self._error(404, "")
        if body and (fault := _only(hub, name, "status")):
            return self._error(fault.status, "", fault.retry_after)
        return self._file(hub.wheels[name], {}, body=body)

    def _search(self, query: Mapping[str, list[str]]) -> None:
        hub = self.server.hub
        words = query.get("search", [""])[0].lower()
        found = [each for each in hub.catalogue if words in str(each["id"]).lower()]
        start = int(query.get("cursor", ["0"])[0])
        size = min(int(query.get("limit", ["1000"])[0]), hub.page)
        more = {}
        if start + size < len(found):
            kept = "&".join(
                f"{key}={quote(value)}"
                for key, values in query.items()
                if key != "cursor"
                for value in values
            )
            more = {"Link": f'<{hub.url}/api/models?{kept}&cursor={start + size}>; rel="next"'}
        return self._json(found[start : start + size], more)

    def _file(self, file: Path, headers: Mapping[str, str], *, body: bool) -> None:
        """The bytes that were asked for, as far as nothing is to go wrong with them."""
        hub, size = self.server.hub, file.stat().st_size
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        first = int(asked[1]) if asked else 0
        fault = _only(hub, file.name, *BYTES) if body else None
        kind = fault.kind if fault else ""
        if kind == "no_range":
            first, asked = 0, None
        if asked and first >= size:
            return self._error(416, "")
        self.send_response(206 if asked else 200)
        if asked:
            told = first + (7 if kind == "wrong_range" else 0)
            self.send_header("Content-Range", f"bytes {told}-{size - 1}/{size}")
        self.send_header("Accept-Ranges", "bytes")
        length = size - first + (5000 if kind == "longer" else 0)
        self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if not body:
            return None
        end = size
        if kind in {"reset", "truncate", "stall"} and fault is not None:
            end = min(first + fault.after, size)
        elif file.name in hub.stall:
            kind, end = "stall", min(first + 1000, size)
        self._send(file, first, end, flip=kind == "corrupt")
        return self._spoil(kind)

    def _send(self, file: Path, first: int, end: int, *, flip: bool) -> None:
        with file.open("rb") as stream:
            stream.seek(first)
            while first < end and not self.server.hub.stopped.is_set():
                block = bytearray(stream.read(min(1 << 16, end - first)))
                if flip and block:
                    block[len(block) // 2] ^= 1
                    flip = False
                self.wfile.write(block)
                first += len(block)
                self.server.hub.count(len(block))
                if self.server.hub.bytes_per_second:
                    time.sleep(len(block) / self.server.hub.bytes_per_second)

    def _spoil(self, kind: str) -> None:
        self.wfile.flush()
        if kind == "longer":
            self.wfile.write(b"x" * 5000)
        elif kind == "stall":
            self.server.hub.stopped.wait(60)
        elif kind == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if kind in {"stall", "reset", "truncate"}:
            self.close_connection = True

    def _redirect(self, target: str, etag: str, size: int, commit: str) -> None:
        self.send_response(302)
        self.send_header("Location", target)
        self.send_header("X-Linked-ETag", f'"{etag}"')
        self.send_header("X-Linked-Size", str(size))
        self.send_header("X-Repo-Commit", commit)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _json(self, content: object, headers: Mapping[str, str] | None = None) -> None:
        self._text(json.dumps(content), "application/json", headers)

    def _text(self, content: str, kind: str, headers: Mapping[str, str] | None = None) -> None:
        raw = content.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(raw)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)

    def _error(self, status: int, code: str, retry_after: str = "") -> None:
        self.send_response(status)
        if code:
            self.send_header("X-Error-Code", code)
            self.send_header("X-Error-Message", code)
        if retry_after:
            self.send_header("Retry-After", retry_after)
        self.send_header("Content-Length", "0")
        self.end_headers()


def _only(hub: HubServer, name: str, *kinds: str) -> Fault | None:
    """The next fault of this file, if it is of these kinds; others wait for the bytes."""
    return hub.take([fault for fault in hub.faults if fault.kind in kinds], name)


def _listing(folder: Path) -> dict[str, dict[str, Any]]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): _facts(file) for file in files}


def _tree(folder: Path) -> list[dict[str, object]]:
    return [
        {"type": "file", "path": name, "size": facts["size"], "oid": facts["sha1"]}
        | (
            {"lfs": {"oid": facts["sha256"], "size": facts["size"], "pointerSize": 134}}
            if facts["lfs"]
            else {}
        )
        for name, facts in _listing(folder).items()
    ]


def _facts(file: Path) -> dict[str, Any]:
    state = file.stat()
    return _hashes(file, state.st_size, state.st_mtime_ns) | {
        "size": state.st_size,
        "lfs": file.suffix == ".safetensors",
    }


@lru_cache(maxsize=1000)
def _hashes(file: Path, size: int, _changed: int) -> dict[str, Any]:
    content = file.read_bytes()
    return {
        "sha256": hashlib.sha256(content).hexdigest(),
        "sha1": hashlib.sha1(f"blob {size}\0".encode() + content).hexdigest(),
    }


@contextmanager
def serving(models: dict[str, Path]) -> Iterator[HubServer]:
    server = HubServer(models)
    threads = [
        threading.Thread(target=each.serve_forever, kwargs={"poll_interval": 0.05})
        for each in (server, server.store)
    ]
    for thread in threads:
        thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        for each in (server, server.store):
            each.shutdown()
            each.server_close()
        for thread in threads:
            thread.join()
