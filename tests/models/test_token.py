"""The access token: in the keyring or nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail
from keyring.errors import KeyringLocked

from foreword.models.errors import ModelError
from foreword.models.network import NetworkOptions, options_at, token_of
from foreword.models.token import keep_token, read_token
from foreword.paths import Paths
from foreword.settings import Settings

TOKEN = "hf_" + "a" * 34


class Memory(KeyringBackend):
    priority = 1.0  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        self._check()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check()
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check()
        del self.kept[service, username]

    def _check(self) -> None:
        if self.locked:
            raise KeyringLocked("no")


@pytest.fixture
def memory() -> Iterator[Memory]:
    before, memory = keyring.get_keyring(), Memory()
    keyring.set_keyring(memory)
    yield memory
    keyring.set_keyring(before)


@pytest.fixture
def none() -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    yield
    keyring.set_keyring(before)


def test_it_is_kept_read_and_removed(memory: Memory) -> None:
    assert read_token() is None
    keep_token(f"  {TOKEN}\n")
    assert memory.kept == {("foreword", "huggingface"): TOKEN}
    assert read_token() == TOKEN
    keep_token("")
    assert (read_token(), memory.kept) == (None, {})
    keep_token("")


@pytest.mark.parametrize("text", ["hf_ x", "hf_\u00e9", "x" * 2000, "hf_\tx"])
def test_what_can_be_no_token_is_refused_and_not_repeated(memory: Memory, text: str) -> None:
    with pytest.raises(ModelError, match="that is no access token") as refused:
        keep_token(text)
    assert text not in str(refused.value)
    assert memory.kept == {}


@pytest.mark.usefixtures("none")
def test_without_a_keyring_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no keyring to keep a token in") as refused:
        keep_token(TOKEN)
    assert TOKEN not in str(refused.value)
    assert read_token() is None
    keep_token("")
    assert not any(
        TOKEN in file.read_text("utf-8", "ignore") for file in tmp_path.rglob("*") if file.is_file()
    )


def test_a_locked_keyring_is_named(memory: Memory) -> None:
    memory.locked = True
    assert read_token() is None
    for text in (TOKEN, ""):
        with pytest.raises(ModelError, match="unlock it and try again"):
            keep_token(text)


def test_ours_comes_first_then_the_hubs_own(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    assert token_of(NetworkOptions()) is None
    monkeypatch.setenv("HF_TOKEN", "hf_environment")
    assert token_of(NetworkOptions()) == "hf_environment"
    assert token_of(NetworkOptions(token=TOKEN)) == TOKEN
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_IMPLICIT_TOKEN", True)
    assert token_of(NetworkOptions()) is None


def test_the_options_are_those_of_the_profile(memory: Memory, tmp_path: Path) -> None:
    paths = Paths.profile(tmp_path).ensure()
    assert options_at(paths) == NetworkOptions()
    settings = Settings(paths.settings)
    settings.set("models.offline", True)
    settings.set("models.proxy", "http://me:s3cret@proxy:3128")
    keep_token(TOKEN)
    options = options_at(paths)
    assert options == NetworkOptions(True, "http://me:s3cret@proxy:3128", TOKEN)
    assert "s3cret" not in repr(options)
    assert TOKEN not in repr(options)
