"""What has to be fetched of a model: its files at one commit, with sizes and checksums, names checked.

Names come from a stranger. One that could lead out of its folder, or that no system should be asked to
write, is refused before anything else is done with it. Asks no network and touches no disk.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath
from typing import Any

from foreword.models import folder as folders
from foreword.models.errors import ModelError
from foreword.models.progress import Cancelled, check

#: The files that say what a model is; they come first.
SMALL = (
    "config.json",
    "generation_config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "chat_template.jinja",
    "chat_template.json",
    "tokenizer.model",
    "vocab.json",
    "vocab.txt",
    "merges.txt",
    "adapter_config.json",
    folders.INDEX,
)
MAX_SMALL_BYTES = 256_000_000
SUFFIXES = (".json", ".jinja", ".model", ".txt", ".safetensors")
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """One file: its name, its length, and one of two checksums. `had`: it was here before we came."""

    name: str
    size: int
    sha256: str = ""
    git_sha1: str = ""
    had: bool = False

    @property
    def etag(self) -> str:
        """How the hub and its cache call this content."""
        return self.sha256 or self.git_sha1

    def matches(self, file: Path, cancelled: Cancelled) -> bool:
        """Whether the file on the disk is this content, byte for byte."""
        if file.stat().st_size != self.size:
            return False
        digest = hashlib.sha256() if self.sha256 else hashlib.sha1(usedforsecurity=False)
        if not self.sha256:  # git's checksum of a file begins with what it is, and how long
            digest.update(f"blob {self.size}\0".encode())
        with file.open("rb") as stream:
            while block := stream.read(CHUNK):
                check(cancelled)
                digest.update(block)
        return digest.hexdigest() == self.etag


@dataclass(frozen=True, slots=True)
class Plan:
    """The files of one model at one commit, in the order in which they are fetched."""

    commit: str
    files: tuple[RemoteFile, ...]

    @property
    def total(self) -> int:
        return sum(file.size for file in self.files)


def check_name(name: object) -> str:
    """The name, if it may become a file's. Raises ModelError with the reason."""
    plain = isinstance(name, str) and PureWindowsPath(name).name == name and len(name) <= 200
    if (
        not isinstance(name, str)
        or not plain
        or not name.isprintable()
        or name.startswith(".")
        or name.endswith((".", " "))
        or any(sign in name for sign in '<>:"|?*/\\')
        or RESERVED.fullmatch(name)
        or not name.endswith(SUFFIXES)
    ):
        raise ModelError(f"the model is refused: it names a file {str(name)[:80]!r}")
    return name


def listed(model: str, siblings: Iterable[Any]) -> dict[str, RemoteFile]:
    """What the hub lists, by name: only files of the model's own folder that Foreword would ever load.

    Raises ModelError where a file that is wanted has no size or no checksum.
    """
    files: dict[str, RemoteFile] = {}
    for entry in siblings:
        name = entry.rfilename
        if name not in SMALL and not str(name).endswith(".safetensors"):
            continue
        if "/" in name:  # other forms of the model, in folders of their own
            continue
        sha256 = (entry.lfs.sha256 if entry.lfs else "") or ""
        size = entry.lfs.size if entry.lfs else entry.size
        file = RemoteFile(check_name(name), size if type(size) is int else -1, sha256.lower(), _sha1(entry))
        files[name] = file
    return files


def sound(model: str, file: RemoteFile) -> RemoteFile:
    """Raises ModelError unless it can be told, once it is here, whether the file is the right one."""
    if file.size < 0 or not re.fullmatch(r"[0-9a-f]{64}" if file.sha256 else r"[0-9a-f]{40}", file.etag):
        raise ModelError(
            f"{model} is refused: the hub gives no checksum of {file.name}, so nobody can tell if it is whole"
        )
    if file.name in SMALL and file.size > MAX_SMALL_BYTES:
        raise ModelError(f"{model} is refused: its {file.name} is far too large for what it is")
    return file


def check_listing(model: str, names: set[str]) -> None:
    """Raises ModelError for what would be refused anyway, before a byte has travelled."""
    if "config.json" not in names:
        if any(name.endswith(".gguf") for name in names):
            raise ModelError(folders.no_safetensors(model, sorted(names)))
        raise ModelError(f"{model} holds no model that can be loaded: config.json is missing")
    if folders.WEIGHTS not in names and folders.INDEX not in names:
        raise ModelError(folders.no_safetensors(model, sorted(names)))
    if not any(names.issuperset(needed) for needed in folders.TOKENIZERS):
        raise ModelError(f"{model} has no tokenizer: tokenizer.json is missing")


def small_files(model: str, files: Mapping[str, RemoteFile]) -> tuple[RemoteFile, ...]:
    """The description."""
    return tuple(sound(model, files[name]) for name in SMALL if name in files and _wanted(name, set(files)))


def _wanted(name: str, names: set[str]) -> bool:
    """An index beside a whole model is of no use."""
    return name != folders.INDEX or folders.WEIGHTS not in names


def weights(model: str, files: Mapping[str, RemoteFile], place: Path) -> tuple[RemoteFile, ...]:
    """The weight files, once the description lies in `place`."""
    names = [folders.WEIGHTS] if folders.WEIGHTS in files else list(folders.read_index(place / folders.INDEX))
    for name in names:
        if check_name(name) not in files:
            raise ModelError(f"{model} is incomplete on the hub: its weight file {name} is missing there")
    return tuple(sound(model, files[name]) for name in names)


def _sha1(entry: Any) -> str:
    return "" if entry.lfs else str(entry.blob_id or "").lower()
