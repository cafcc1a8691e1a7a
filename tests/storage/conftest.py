from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from foreword.storage.store import ChatStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A folder that has given other apps trouble: other letters, double spaces, URI's own signs."""
    return tmp_path / "Zoë  Ωmega #1?" / "chats.db"


@pytest.fixture
def store(path: Path) -> Iterator[ChatStore]:
    store = ChatStore.open(path)
    yield store
    store.close()
