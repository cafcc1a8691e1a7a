"""Where a wheel is to be had, by pip's own configuration: its indexes, local folders, proxy, certificate.

Reads the index itself, so that the file can be fetched by ranges and resumed, which pip doesn't do.
What only pip can do (client certificates, passwords from a keyring) is left to pip.
"""

from __future__ import annotations

import ast
import re
import ssl
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from urllib.request import url2pathname

import httpx2

PYPI = "https://pypi.org/simple"
#: What only pip understands.
PIP_ONLY = ("client-cert", "keyring-provider", "uploaded-prior-to")
MAX_PAGE_BYTES = 20_000_000
ACCEPT = "application/vnd.pypi.simple.v1+html, text/html;q=0.5"


@dataclass(frozen=True, slots=True)
class PipSettings:
    """What matters here of pip's configuration."""

    indexes: tuple[str, ...] = (PYPI,)
    folders: tuple[str, ...] = ()
    proxy: str = field(default="", repr=False)
    certificate: str = ""
    trusted: tuple[str, ...] = ()
    only_pip: bool = False

    def verify(self, url: str) -> ssl.SSLContext | bool:
        """How to check who answers there."""
        if urlsplit(url).netloc.rpartition("@")[2] in self.trusted or urlsplit(url).hostname in self.trusted:
            return False
        return ssl.create_default_context(cafile=self.certificate) if self.certificate else True


def pip_settings() -> PipSettings:
    """As `pip config list` tells them: files and environment, already put together. Asks no network."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "config", "list"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        return PipSettings(only_pip=True)
    return read_settings(done.stdout)


def read_settings(listing: str) -> PipSettings:
    """From pip's listing: a line for each value, as Python writes it."""
    values: dict[str, str] = {}
    for section in ("global", "download", ":env:"):  # the later ones win, as for pip
        for line in listing.splitlines():
            name, sign, value = line.partition("=")
            if sign and name.startswith(f"{section}."):
                values[name.removeprefix(f"{section}.").replace("_", "-")] = _text(value)
    return _settings(values)


def _settings(values: Mapping[str, str]) -> PipSettings:
    indexes = [values.get("index-url") or values.get("pypi-url") or PYPI, *_words(values, "extra-index-url")]
    if values.get("no-index", "0").lower() in {"1", "true", "yes", "on", "y", "t"}:
        indexes = []
    return PipSettings(
        indexes=tuple(indexes),
        folders=_words(values, "find-links"),
        proxy=values.get("proxy", ""),
        certificate=values.get("cert", ""),
        trusted=_words(values, "trusted-host"),
        only_pip=any(values.get(name) for name in PIP_ONLY),
    )


def local_copy(settings: PipSettings, project: str, filename: str) -> Path | None:
    """The file, where pip is told to look on this computer."""
    for place in settings.folders:
        folder = _path(place)
        if folder is not None and (folder / filename).is_file():
            return folder / filename
    for index in settings.indexes:
        page = _path(index)
        if page is None:
            continue
        if (page / project / filename).is_file():
            return page / project / filename
        if (page / project / "index.html").is_file():
            base = (page / project / "index.html").absolute().as_uri()
            text = (page / project / "index.html").read_text(encoding="utf-8")
            found = _path(links(text, base).get(filename, ""))
            if found is not None and found.is_file():
                return found
    return None


def links(page: str, base: str) -> dict[str, str]:
    """The files of an index page by name, with their addresses."""
    parser = _Links(base)
    parser.feed(page)
    return {
        unquote(urlsplit(url).path).rsplit("/", 1)[-1]: urlsplit(url)._replace(fragment="").geturl()
        for url in parser.found
    }


def page_of(http: httpx2.Client, index: str, project: str) -> tuple[str, str]:
    """The index's page of a project, and the address it came from. Raises httpx2.HTTPError."""
    url = f"{index.rstrip('/')}/{project}/"
    with http.stream("GET", url, headers={"Accept": ACCEPT}, follow_redirects=True) as response:
        response.raise_for_status()
        content = b""
        for block in response.iter_bytes():
            content += block
            if len(content) > MAX_PAGE_BYTES:
                raise httpx2.DecodingError("the index page is far too large")
        return content.decode("utf-8", "replace"), str(response.url)


def with_password_of(index: str, url: str) -> str:
    """The name and password that an index's address holds are for its own files too, as with pip."""
    home, there = urlsplit(index), urlsplit(url)
    who, at, _ = home.netloc.rpartition("@")
    if at and (there.scheme, there.netloc) == (home.scheme, home.netloc.removeprefix(f"{who}@")):
        return there._replace(netloc=home.netloc).geturl()
    return url


def is_remote(index: str) -> bool:
    return urlsplit(index).scheme in {"http", "https"}


class _Links(HTMLParser):
    def __init__(self, base: str) -> None:
        super().__init__()
        self._base = base
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "base" and told.get("href"):
            self._base = urljoin(self._base, told["href"] or "")
        if tag == "a" and told.get("href"):
            self.found.append(urljoin(self._base, told["href"] or ""))


def _path(place: str) -> Path | None:
    """A folder or file of this computer, named by path or file:// address; None for anything else."""
    if place.startswith("file:"):
        return Path(url2pathname(urlsplit(place).path))
    if not place or re.match(r"[a-z+]{2,}:", place):
        return None
    return Path(place).expanduser()


def _words(values: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(values.get(name, "").split())


def _text(value: str) -> str:
    try:
        return str(ast.literal_eval(value))
    except (ValueError, SyntaxError):
        return value
