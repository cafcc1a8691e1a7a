"""The header check accepts what safetensors writes and refuses whatever doesn't bear itself out."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foreword.models.errors import ModelError
from foreword.models.safetensors_file import check_file
from tests.models.tiny import safetensors_bytes, tensor


def check(tmp_path: Path, content: bytes) -> frozenset[str]:
    file = tmp_path / "model.safetensors"
    file.write_bytes(content)
    return check_file(file)


def test_a_real_file_passes_and_tells_its_tensors(tiny_llama: Path) -> None:
    names = check_file(tiny_llama / "model.safetensors")
    assert "model.embed_tokens.weight" in names
    assert "__metadata__" not in names


def test_a_hand_made_file_passes(tmp_path: Path) -> None:
    header = {
        "__metadata__": {"format": "pt"},
        "a": tensor(0, 8, [2, 2], "BF16"),
        "b": tensor(8, 8, [0], "F32"),
    }
    assert check(tmp_path, safetensors_bytes(header, bytes(8))) == {"a", "b"}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "only 0 bytes"),
        (b"\x08\0\0", "only 3 bytes"),
        (b"<!DOCTYPE html><title>404</title>", "header doesn't fit"),
        (safetensors_bytes({"a": tensor(0, 4)}, bytes(4), length=2**63), "header doesn't fit"),
        (safetensors_bytes(b"{" * 5000), "can't be read"),
        (safetensors_bytes(b"[" * 100_000), "can't be read"),
        (safetensors_bytes(b"\xff\xfe{}"), "can't be read"),
        (safetensors_bytes([]), "can't be read"),
        (safetensors_bytes({"a": tensor(0, 4)}, bytes(3)), "1 bytes are missing"),
        (safetensors_bytes({"a": tensor(0, 4)}, bytes(9)), "too long"),
        (safetensors_bytes({"a": tensor(0, 4), "b": tensor(2, 6)}, bytes(6)), "overlap or leave gaps"),
        (safetensors_bytes({"a": tensor(0, 4), "b": tensor(5, 6)}, bytes(6)), "overlap or leave gaps"),
        (safetensors_bytes({"a": tensor(4, 0, [4])}, bytes(4)), "tensor 'a' makes no sense"),
        (safetensors_bytes({"a": tensor(-4, 0, [4])}, bytes(4)), "tensor 'a' makes no sense"),
        (safetensors_bytes({"a": tensor(0, 4, [2], "F32")}, bytes(4)), "tensor 'a' makes no sense"),
        (safetensors_bytes({"a": tensor(0, 4, [4], "PICKLE")}, bytes(4)), "tensor 'a' makes no sense"),
        (safetensors_bytes({"a": [0, 4]}, bytes(4)), "tensor 'a' makes no sense"),
        (safetensors_bytes({"a": tensor(0, 4, [True, 4])}, bytes(4)), "tensor 'a' makes no sense"),
    ],
)
def test_a_damaged_file_is_refused_with_the_reason(tmp_path: Path, content: bytes, reason: str) -> None:
    with pytest.raises(ModelError) as refusal:
        check(tmp_path, content)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


@given(data=st.data())
def test_no_truncation_passes(
    tiny_llama: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    whole = (tiny_llama / "model.safetensors").read_bytes()
    length = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(ModelError):
        check(tmp_path_factory.mktemp("cut"), whole[:length])


@given(st.binary(max_size=200))
def test_noise_never_raises_anything_else(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    with pytest.raises(ModelError):
        check(tmp_path_factory.mktemp("noise"), content)
