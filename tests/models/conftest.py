"""One tiny model for all tests of this room; each test spoils a copy of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.models.tiny import write_tiny_llama


@pytest.fixture(scope="session")
def tiny_llama(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_llama(tmp_path_factory.mktemp("tiny") / "tiny-llama")


@pytest.fixture
def model(tiny_llama: Path, tmp_path: Path) -> Path:
    """A copy to spoil."""
    return Path(shutil.copytree(tiny_llama, tmp_path / "model"))
