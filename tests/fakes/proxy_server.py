"""A forward proxy on loopback for plain HTTP, which may ask for a name and password, and counts."""

from __future__ import annotations

import base64
import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit


class ProxyServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, name: str = "", password: str = "") -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.wanted = f"Basic {base64.b64encode(f'{name}:{password}'.encode()).decode()}" if name else ""
        self.requests: list[str] = []

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: ProxyServer

    def log_message(self, format: str, *arguments: Any) -> None:
        pass

    def do_GET(self) -> None:
        self.server.requests.append(self.path)
        if self.server.wanted and self.headers.get("Proxy-Authorization") != self.server.wanted:
            self.send_response(407)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        there = urlsplit(self.path)
        onward = http.client.HTTPConnection(there.hostname or "", there.port, timeout=10)
        headers = {
            name: value
            for name, value in self.headers.items()
            if not name.lower().startswith(("proxy-", "connection"))
        }
        onward.request("GET", f"{there.path}?{there.query}", headers=headers)
        answer = onward.getresponse()
        body = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in {"transfer-encoding", "connection", "content-length"}:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        onward.close()


@contextmanager
def proxying(name: str = "", password: str = "") -> Iterator[ProxyServer]:
    server = ProxyServer(name, password)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
