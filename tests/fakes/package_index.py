"""A package index on loopback (PEP 503), the wheels that it serves, and an environment to install into.

Wheels are zipped here, file by file, so that a test can make any kind of bad one.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import subprocess
import sys
import sysconfig
import tarfile
import threading
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from foreword.plugin_messages import InstallPlan, Package

CHECKOUT = Path(__file__).resolve().parents[2]

SPECULATOR = """
from foreword.api import Draft, Speculator

class Echo(Speculator):
    summary = "Proposes the last token once more."

    def draft(self, context, budget):
        return Draft.chain([context.token_ids[-1]])
"""


def plugin(
    name: str = "foreword-echo",
    version: str = "1.0",
    *,
    speculator: str = "echo",
    module: str = "foreword_echo",
    source: str = SPECULATOR,
    api: str | None = "v1.0",
    requires: Sequence[str] = (),
    files: Mapping[str, str] | None = None,
    points: str = "",
) -> bytes:
    """A wheel with one speculator, and whatever else a test puts into it."""
    told = f"[foreword.speculators]\n{speculator} = {module}:Echo\n"
    if api is not None:
        told += f"[foreword.speculator_api]\n{speculator} = {api}\n"
    return wheel(
        name, version, {f"{module}.py": source, **(files or {})}, requires=requires, points=told + points
    )


def wheel(
    name: str, version: str, files: Mapping[str, str], *, requires: Sequence[str] = (), points: str = ""
) -> bytes:
    home = f"{name.replace('-', '_')}-{version}.dist-info"
    needs = "".join(f"Requires-Dist: {one}\n" for one in requires)
    everything = {
        **files,
        f"{home}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        f"Summary: Made by a stranger.\nLicense: MIT\nHome-page: https://example.org/{name}\n{needs}",
        f"{home}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    if points:
        everything[f"{home}/entry_points.txt"] = points
    record = "".join(f"{path},sha256={_digest(text)},{len(text)}\n" for path, text in everything.items())
    everything[f"{home}/RECORD"] = f"{record}{home}/RECORD,,\n"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in everything.items():
            archive.writestr(path, text)
    return packed.getvalue()


def sdist(name: str, version: str, setup: str) -> bytes:
    """A source distribution whose setup.py is `setup`."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        about = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        for path, text in (("setup.py", setup), ("PKG-INFO", about)):
            info = tarfile.TarInfo(f"{name}-{version}/{path}")
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text.encode()))
    return packed.getvalue()


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


class PackageIndex:
    """Files by name; `promised` overrides what the page says a file's checksum is."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.promised: dict[str, str] = {}
        self.asked: list[str] = []
        #: Files are sent in a trickle that ends only when this is set.
        self.may_finish = threading.Event()
        self.slow = False
        self.url = ""

    def add(self, name: str, version: str, content: bytes, *, kind: str = "-py3-none-any.whl") -> str:
        file = f"{name.replace('-', '_')}-{version}{kind}"
        self.files[file] = content
        return file

    def plan(self, name: str, version: str, content: bytes) -> InstallPlan:
        """Serve it, and plan to install it alone, without asking pip."""
        file = self.add(name, version, content)
        digest = hashlib.sha256(content).hexdigest()
        package = Package(name, version, len(content), digest, f"{self.url}/files/{file}")
        return InstallPlan(name, (package,))

    def page(self, project: str) -> str:
        lines = []
        for file, content in self.files.items():
            if file.split("-")[0].replace("_", "-").lower() == project:
                digest = self.promised.get(file, hashlib.sha256(content).hexdigest())
                lines.append(f'<a href="/files/{file}#sha256={digest}">{file}</a><br>')
        return "<!DOCTYPE html><html><body>" + "\n".join(lines) + "</body></html>" if lines else ""

    @contextmanager
    def serving(self) -> Iterator[PackageIndex]:
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        server.daemon_threads = True
        self.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield self
        finally:
            self.may_finish.set()
            server.shutdown()
            thread.join()
            server.server_close()

    def variables(self, home: Path) -> dict[str, str]:
        """The environment in which pip knows this index and no other."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
        return kept | {
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_INDEX_URL": f"{self.url}/simple",
            "PIP_NO_CACHE_DIR": "1",
            "HOME": str(home),
        }


def _handler(index: PackageIndex) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            index.asked.append(self.path)
            parts = self.path.strip("/").split("/")
            if parts[0] == "simple" and len(parts) == 2 and (page := index.page(parts[1])):
                self._send(page.encode(), "text/html")
            elif parts[0] == "files" and parts[1] in index.files:
                self._send(index.files[parts[1]], "application/octet-stream", slow=index.slow)
            else:
                self.send_error(404)

        do_HEAD = do_GET

        def _send(self, body: bytes, kind: str, *, slow: bool = False) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command == "HEAD":
                return
            if slow:
                self.wfile.write(body[:100])
                self.wfile.flush()
                index.may_finish.wait(60)
                body = body[100:]
            try:
                self.wfile.write(body)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            return

    return Handler


def make_environment(folder: Path) -> Path:
    """A venv that sees the app and its libraries where this interpreter has them; its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    asked = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
    plugins = [CHECKOUT / "plugins" / name for name in ("ngram", "suffix_history", "draft_model")]
    seen = [CHECKOUT / "app", *plugins, Path(sysconfig.get_path("purelib"))]
    (site / "_seen.pth").write_text("".join(f"{path}\n" for path in seen))
    return python
