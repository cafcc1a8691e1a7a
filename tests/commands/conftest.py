"""`foreword` run in this process, on tiny random models."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from foreword.cli import main
from tests.fakes.tiny_target import EOS, write_tiny


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def fails(self, code: int) -> str:
        """The one line of a failure, checked to be one, without what introduces it."""
        assert (self.code, self.out) == (code, "")
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        assert self.err.startswith("foreword: ")
        return self.err.removeprefix("foreword: ").strip()


Run = Callable[..., Ran]


@pytest.fixture
def foreword(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs one command on a profile of its own."""

    def run(*arguments: str) -> Ran:
        code = main(["--profile", str(tmp_path / "profile"), *arguments])
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random Llama with a vocabulary of bytes and room for 1024 tokens."""
    return write_tiny(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="session")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One that never ends its reply by itself, and has room for a long one."""
    from safetensors.torch import load_file, save_file

    folder = write_tiny(tmp_path_factory.mktemp("models") / "endless", max_position_embeddings=8192)
    weights = load_file(folder / "model.safetensors")
    weights["lm_head.weight"][EOS] = 0.0
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    return folder
