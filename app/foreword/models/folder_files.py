"""What lies in a model's folder, by name and kind: nothing is read but names, sizes and where links lead.

A folder from somewhere else may hold links out of it, pipes that never end, or files far too large for
what they are; whatever opens them later would follow. Knows nothing of what the files say.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

from foreword.models.errors import ModelError

_MOST_FILES = 10_000
#: Bytes that files of these kinds may have; what isn't named here is read in pieces, or not at all.
LARGEST = {
    "config.json": 4_000_000,
    "generation_config.json": 1_000_000,
    "tokenizer_config.json": 32_000_000,
    "special_tokens_map.json": 8_000_000,
    "added_tokens.json": 32_000_000,
    "tokenizer.json": 256_000_000,
    "tokenizer.model": 64_000_000,
    "vocab.json": 64_000_000,
    "vocab.txt": 64_000_000,
    "merges.txt": 64_000_000,
    "processor_config.json": 1_000_000,
    "preprocessor_config.json": 1_000_000,
    "chat_template.json": 1_000_000,
}
TEMPLATE_BYTES = 1_000_000
_TEMPLATES = "additional_chat_templates"


def check_files(folder: Path, model: str) -> None:
    """Raises ModelError where something in the folder isn't what it should be, or leads out of it."""
    root = folder.resolve()
    for number, file in enumerate(_files(folder)):
        if number >= _MOST_FILES:
            raise ModelError(f"{model} is refused: its folder holds more than {_MOST_FILES} files")
        name = file.name.encode(errors="replace").decode()[:80]
        try:
            facts = file.stat()
        except OSError:
            raise ModelError(f"{model} is refused: {name!r} in its folder can't be read") from None
        if stat.S_ISDIR(facts.st_mode):
            if file.is_symlink() and not file.resolve().is_relative_to(root):
                raise ModelError(f"{model} is refused: {name!r} in its folder leads out of it")
            continue
        if not stat.S_ISREG(facts.st_mode):
            raise ModelError(f"{model} is refused: {name!r} in its folder is no file")
        if file.is_symlink() and not _stays(file.resolve(), root, folder):
            raise ModelError(f"{model} is refused: {name!r} in its folder leads out of it")
        most = TEMPLATE_BYTES if file.suffix == ".jinja" else LARGEST.get(file.name)
        if most is not None and facts.st_size > most:
            raise ModelError(f"{file.name} is refused: far too large for what it is")


def _files(folder: Path) -> Iterator[Path]:
    """Everything in the folder itself, and the templates that transformers would read besides."""
    yield from folder.iterdir()
    if (folder / _TEMPLATES).is_dir():
        yield from (folder / _TEMPLATES).iterdir()


def _stays(target: Path, root: Path, folder: Path) -> bool:
    """Within the folder; or, where that is a snapshot of the hub's cache, among the blobs beside it."""
    if target.is_relative_to(root):
        return True
    return any(
        place.parent.name == "snapshots" and target.is_relative_to(place.parents[1] / "blobs")
        for place in (root, folder.absolute())
    )
