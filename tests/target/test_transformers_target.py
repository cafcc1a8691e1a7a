"""The target: right rows, equal bits at every width, a cache that keeps, drops and reuses."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from transformers import AutoModelForCausalLM

from foreword.target.loading import load_target
from foreword.target.target import TargetError
from foreword.target.transformers_target import TransformersTarget
from tests.fakes.tiny_target import EOS, tiny_target, write_tiny

IDS = [int(token) for token in torch.randint(0, 256, (700,), generator=torch.Generator().manual_seed(3))]


@pytest.fixture(scope="module", params=["float32", "bfloat16"])
def target(request: pytest.FixtureRequest) -> TransformersTarget:
    return tiny_target(dtype=getattr(torch, request.param))


def chain(length: int) -> list[int]:
    return list(range(-1, length - 1))


def verify(target: TransformersTarget, ids: list[int]) -> torch.Tensor:
    """A chain, padded to the narrowest width that holds it."""
    width = next(width for width in target.widths if width >= len(ids))
    return target.verify(ids, chain(len(ids)), width)


def fill(target: TransformersTarget, ids: list[int], chunk: int | None = None) -> None:
    kept = target.reuse(ids)
    step = chunk or target.chunks[-1]
    for begin in range(kept, len(ids), step):
        target.extend(ids[begin : begin + step])


def test_a_class_with_several_widths_is_found(target: TransformersTarget) -> None:
    assert len(target.widths) > 3
    assert target.widths == tuple(sorted(target.widths))
    assert target.info.fingerprint["widths"] == " ".join(map(str, target.widths))


def test_rows_equal_transformers_own_to_rounding(tmp_path: Path) -> None:
    folder = write_tiny(tmp_path / "tiny")
    target = load_target(folder, name="tiny", dtype="float32")
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    with torch.inference_mode():
        expected = model(torch.tensor([IDS[:60]])).logits[0]
    fill(target, IDS[:40])
    rows = verify(target, IDS[40:60])
    assert torch.allclose(rows, expected[40:60], atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("context", [1, 77, 500, 509])
def test_every_width_of_the_class_gives_the_same_bits(target: TransformersTarget, context: int) -> None:
    fill(target, IDS[:context])
    block = IDS[context : context + target.widths[-1]]
    widest = verify(target, block).clone()
    for width in target.widths:
        rows = verify(target, block[:width])
        assert torch.equal(rows, widest[:width]), f"width {width}"
        padded = verify(target, block[: width - 1])
        assert torch.equal(padded, widest[: width - 1]), f"width {width}, padded"


def test_the_cache_is_the_same_whichever_way_it_was_filled(target: TransformersTarget) -> None:
    context = IDS[:600]
    rows = []
    for chunk in (target.widths[0], 17, target.chunks[-1]):
        target.reuse([])
        fill(target, context, chunk)
        rows.append(verify(target, [5, 6, 7]).clone())
    target.reuse([])
    for begin in range(0, 600, 10):  # as decoding fills it: a chain verified, a part of it kept
        verify(target, [*context[begin : begin + 10], 1, 2])
        target.keep(range(1, 10))
    rows.append(verify(target, [5, 6, 7]).clone())
    assert all(torch.equal(rows[0], other) for other in rows[1:])


def test_only_what_is_kept_stays(target: TransformersTarget) -> None:
    fill(target, IDS[:50])
    verify(target, [1, 2, 3, 4])
    target.keep([1])
    assert target.reuse([*IDS[:50], 1, 2, 3]) == 52
    plain = verify(target, [9]).clone()
    target.reuse([])
    fill(target, [*IDS[:50], 1, 2])
    assert torch.equal(plain, verify(target, [9]))


def test_reuse_keeps_the_longest_common_prefix(target: TransformersTarget) -> None:
    fill(target, IDS[:100])
    assert target.reuse([*IDS[:60], 300 - IDS[60], 1]) == 60
    assert target.reuse(IDS[:100]) == 60
    assert target.reuse([999]) == 0


def test_padding_at_the_very_end_of_the_context_is_harmless() -> None:
    target = tiny_target(context=64, max_position_embeddings=64)
    fill(target, IDS[:63])
    last = verify(target, IDS[63:64]).clone()
    target.reuse([])
    fill(target, IDS[:40])
    rows = verify(target, IDS[40:64])
    assert torch.equal(rows[-1], last[0])


def test_branches_are_refused_by_a_target_of_chains(target: TransformersTarget) -> None:
    with pytest.raises(ValueError, match="chains"):
        target.verify([1, 2, 3], [-1, 0, 0], 4)


def test_a_sliding_window_gives_the_rows_of_transformers_once_it_is_full(tmp_path: Path) -> None:
    from transformers import Qwen2Config, Qwen2ForCausalLM

    from tests.fakes.tiny_target import byte_tokenizer

    torch.manual_seed(0)
    config = Qwen2Config(
        vocab_size=260, hidden_size=32, intermediate_size=64, num_hidden_layers=4, num_attention_heads=4,
        num_key_value_heads=2, max_position_embeddings=256, use_sliding_window=True, sliding_window=16,
        max_window_layers=2, eos_token_id=EOS, bos_token_id=None, initializer_range=0.5,
    )  # fmt: skip
    assert set(config.layer_types) == {"full_attention", "sliding_attention"}
    folder = tmp_path / "sliding"
    Qwen2ForCausalLM(config).save_pretrained(folder)
    byte_tokenizer().save_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    with torch.inference_mode():
        expected = model(torch.tensor([IDS[:90]])).logits[0]
    target = load_target(folder, name="sliding", dtype="float32")
    fill(target, IDS[:80])
    assert torch.allclose(verify(target, IDS[80:90]), expected[80:90], atol=1e-4, rtol=1e-4)


def test_the_self_test_is_remembered_per_fingerprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, notes = write_tiny(tmp_path / "tiny"), tmp_path / "notes"
    first = load_target(folder, name="tiny", dtype="float32", notes_at=notes)
    assert len(list(notes.glob("*.json"))) == 1

    def must_not_run(*_: object) -> None:
        raise AssertionError("the self-test ran again")

    monkeypatch.setattr("foreword.target.transformers_target.find_class", must_not_run)
    assert load_target(folder, name="tiny", dtype="float32", notes_at=notes).widths == first.widths
    with pytest.raises(AssertionError):  # another number format is another fingerprint
        load_target(folder, name="tiny", dtype="bfloat16", notes_at=notes)


def test_a_disk_that_takes_no_notes_keeps_no_model_from_loading(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "notes").write_text("a file where the folder should be")
    target = load_target(write_tiny(tmp_path / "tiny"), name="tiny", notes_at=tmp_path / "notes")
    assert len(target.widths) > 3
    assert "could not be kept" in caplog.text


def test_a_tokenizer_larger_than_the_embedding_is_refused(tmp_path: Path) -> None:
    folder = write_tiny(tmp_path / "tiny", vocab_size=200, eos_token_id=1)
    with pytest.raises(TargetError, match="257 tokens, the model only 200"):
        load_target(folder, name="tiny")


def test_a_context_too_long_for_the_model_is_cut_to_the_model(tmp_path: Path) -> None:
    folder = write_tiny(tmp_path / "tiny", max_position_embeddings=128)
    assert load_target(folder, name="tiny", context=8192).context_length == 128
    assert load_target(folder, name="tiny", context=64).context_length == 64
