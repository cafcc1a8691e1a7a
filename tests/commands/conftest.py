"""`foreword` run in this process, on tiny random models."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
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


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """So small a model gains nothing from a second thread, and loses much where the processors are busy."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


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
    """One that goes round in circles, never ends by itself, and has room for a long reply."""
    from safetensors.torch import load_file, save_file

    # Small weights leave the last token's embedding nearly alone to decide the next one.
    folder = write_tiny(
        tmp_path_factory.mktemp("models") / "endless", max_position_embeddings=8192, initializer_range=0.02
    )
    weights = load_file(folder / "model.safetensors")
    weights["lm_head.weight"] *= 100.0
    weights["lm_head.weight"][EOS] = 0.0
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    return folder
