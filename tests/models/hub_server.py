"""A hub on loopback: speaks as much of the hub's protocol as its client library needs, for given folders."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

COMMIT = "c0ffee" + "0" * 34


class HubServer(ThreadingHTTPServer):
    """`models` maps ids to folders; `gated` ids refuse their files; files named in `stall` never end."""

    daemon_threads = True

    def __init__(self, models: dict[str, Path]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.models = models
        self.gated: set[str] = set()
        self.stall: set[str] = set()
        self.requests: list[tuple[str, str]] = []
        self.stopped = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def downloads(self) -> list[str]:
        """The names of the files that were fetched."""
        return [
            path.rsplit("/", 1)[-1]
            for method, path in self.requests
            if method == "GET" and "/resolve/" in path
        ]


class _Handler(BaseHTTPRequestHandler):
    server: HubServer

    def log_message(self, format: str, *arguments: Any) -> None:
        pass

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, *, body: bool) -> None:
        path = unquote(urlsplit(self.path).path)
        self.server.requests.append((self.command, path))
        for model, folder in self.server.models.items():
            if path.startswith(f"/api/models/{model}/revision/") or path == f"/api/models/{model}":
                return self._json(self._info(model, folder))
            if path.startswith(f"/api/models/{model}/tree/"):
                return self._json(self._tree(folder))
            if path.startswith(f"/{model}/resolve/"):
                return self._file(model, folder, path.rsplit("/", 1)[-1], body=body)
        return self._error(404, "RepoNotFound")

    def _info(self, model: str, folder: Path) -> dict[str, object]:
        files = [{"rfilename": file.name, "size": file.stat().st_size} for file in sorted(folder.iterdir())]
        return {"id": model, "modelId": model, "sha": COMMIT, "siblings": files, "tags": [], "private": False}

    def _tree(self, folder: Path) -> list[dict[str, object]]:
        return [
            {"type": "file", "path": file.name, "size": file.stat().st_size, "oid": _etag(file)}
            for file in sorted(folder.iterdir())
        ]

    def _file(self, model: str, folder: Path, name: str, *, body: bool) -> None:
        if model in self.server.gated:
            return self._error(403, "GatedRepo")
        if not (folder / name).is_file():
            return self._error(404, "EntryNotFound")
        content = (folder / name).read_bytes()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("ETag", f'"{_etag(folder / name)}"')
        self.send_header("X-Repo-Commit", COMMIT)
        self.end_headers()
        if not body:
            return None
        if name in self.server.stall:
            self.wfile.write(content[:1000])
            self.wfile.flush()
            self.server.stopped.wait(60)
            return None
        self.wfile.write(content)
        return None

    def _json(self, content: object) -> None:
        raw = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def _error(self, status: int, code: str) -> None:
        self.send_response(status)
        self.send_header("X-Error-Code", code)
        self.send_header("X-Error-Message", code)
        self.send_header("Content-Length", "0")
        self.end_headers()


def _etag(file: Path) -> str:
    return hashlib.sha1(file.read_bytes()).hexdigest()


@contextmanager
def serving(models: dict[str, Path]) -> Iterator[HubServer]:
    server = HubServer(models)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()
