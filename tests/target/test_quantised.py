"""Weights in 8 and 4 bits: near to what they stand for, the same rows at every width, exact speculation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

from foreword.target import kernels, quantised
from foreword.target.kernels import multiply
from foreword.target.loading import load_target
from foreword.target.quantised import Codes, QuantisedLinear, joined, quantise
from foreword.target.target import TargetError
from foreword.target.transformers_target import TransformersTarget
from tests.fakes.tiny_target import EOS, byte_tokenizer, write_tiny

Load = Callable[..., TransformersTarget]


def weights(rows: int = 48, columns: int = 96) -> torch.Tensor:
    return torch.randn(rows, columns, generator=torch.Generator().manual_seed(5))


def distance(left: torch.Tensor, right: torch.Tensor) -> float:
    return float((left.float() - right.float()).norm() / right.float().norm())


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("models") / "tiny", vocab_size=288, hidden_size=64)


# --- codes


@pytest.mark.parametrize(("bits", "most"), [(8, 0.01), (4, 0.09)])
def test_the_codes_stand_for_nearly_the_same_numbers(bits: Any, most: float) -> None:
    codes = quantise(weights(), bits, torch.float32)
    assert codes.shape == (48, 96)
    assert codes.codes.element_size() * codes.codes.numel() == 48 * 96 * bits // 8
    assert distance(codes.numbers(), weights()) < most


def test_a_row_of_zeros_stays_one() -> None:
    for bits in (8, 4):
        assert not quantise(torch.zeros(16, 32), bits, torch.bfloat16).numbers().any()  # type: ignore[arg-type]


def test_joined_codes_are_the_matrices_one_below_the_other() -> None:
    for bits in (8, 4):
        parts = [quantise(weights(rows), bits, torch.float32) for rows in (16, 32)]  # type: ignore[arg-type]
        assert torch.equal(joined(parts).numbers(), torch.cat([part.numbers() for part in parts]))


@pytest.mark.parametrize("bits", [8, 4])
def test_rows_taken_some_at_a_time_get_the_same_codes(bits: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = quantise(weights(), bits, torch.bfloat16)
    monkeypatch.setattr(quantised, "ROWS_AT_ONCE", 20)
    some = quantise(weights(), bits, torch.bfloat16)
    assert torch.equal(some.codes, whole.codes)
    assert torch.equal(some.numbers(), whole.numbers())


# --- kernels


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize(("bits", "shape"), [(8, (48, 96)), (8, (17, 48)), (8, (33, 24)), (4, (48, 96))])
def test_a_product_is_that_of_the_numbers(bits: Any, shape: tuple[int, int], dtype: torch.dtype) -> None:
    codes = quantise(weights(*shape).to(dtype), bits, dtype)
    bias = torch.ones(shape[0], dtype=dtype)
    rows = torch.randn(7, shape[1], generator=torch.Generator().manual_seed(1)).to(dtype)
    expected = torch.nn.functional.linear(rows.float(), codes.numbers().float(), bias.float())
    assert distance(multiply(codes, bias)(rows), expected) < (1e-5 if dtype == torch.float32 else 0.01)


def test_a_kernel_that_computes_something_else_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_trusted", {})
    monkeypatch.setattr(
        kernels, "_kernel", lambda codes: lambda rows: rows.new_ones(len(rows), codes.shape[0])
    )
    codes = quantise(weights(), 8, torch.float32)
    rows = torch.randn(4, 96)
    assert torch.equal(multiply(codes)(rows), torch.nn.functional.linear(rows, codes.numbers()))


def test_a_kernel_that_this_torch_lacks_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(_codes: Codes) -> Any:
        def product(_rows: torch.Tensor) -> torch.Tensor:
            raise NotImplementedError

        return product

    monkeypatch.setattr(kernels, "_trusted", {})
    monkeypatch.setattr(kernels, "_kernel", lacking)
    codes = quantise(weights(), 4, torch.float32)
    assert torch.isfinite(multiply(codes)(torch.randn(4, 96))).all()


# --- layers


def test_a_layer_gives_its_memory_back_when_somebody_takes_it_over() -> None:
    layer = QuantisedLinear((48, 96), 8, None, turned=False)
    layer.take(weights())
    before = layer(torch.ones(2, 96))
    layer.lay_out()
    assert layer.codes is None
    assert distance(layer(torch.ones(1, 2, 96))[0], before) < 1e-5
    with pytest.raises(RuntimeError, match="taken over"):
        layer.quantised()


def test_a_matrix_of_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(96, 48\) where \(48, 96\) is wanted"):
        QuantisedLinear((48, 96), 8, None, turned=False).take(weights().T)


# --- models


@pytest.mark.parametrize("precision", ["int8", "int4"])
def test_the_fused_forward_serves_a_quantised_model(tiny: Path, precision: str) -> None:
    target = load_target(tiny, name="tiny", dtype=precision)
    assert target.info.dtype == target.info.fingerprint["dtype"] == precision
    assert target.info.fingerprint["backend"] == "fused"
    assert len(target.widths) > 3


def test_a_model_in_8_bits_is_near_to_the_one_in_full(tiny: Path) -> None:
    rows = []
    for precision in ("float32", "int8"):
        target = load_target(tiny, name="tiny", dtype=precision)
        assert isinstance(target, TransformersTarget)
        target.extend(list(range(40)))
        rows.append(target.verify([1, 2, 3, 4], [-1, 0, 1, 2], 4).float().clone())
    assert distance(rows[1], rows[0]) < 0.2


def test_shapes_that_4_bits_do_not_fit_get_8(tmp_path: Path) -> None:
    folder = write_tiny(tmp_path / "odd", hidden_size=48, intermediate_size=80)
    target = load_target(folder, name="odd", dtype="int4")
    assert target.info.fingerprint["backend"] == "fused"


def test_layers_that_store_their_weights_turned_are_quantised_too(tmp_path: Path) -> None:
    torch.manual_seed(0)
    config = GPT2Config(
        vocab_size=260, n_embd=32, n_layer=2, n_head=4, n_positions=128, eos_token_id=EOS, bos_token_id=None,
        initializer_range=0.3,
    )  # fmt: skip
    GPT2LMHeadModel(config).save_pretrained(tmp_path)
    byte_tokenizer().save_pretrained(tmp_path)
    rows = []
    for precision in ("float32", "int8", "int4"):
        target = load_target(tmp_path, name="gpt2", dtype=precision)
        assert isinstance(target, TransformersTarget)
        assert len(target.widths) > 3
        target.extend(list(range(20)))
        rows.append(target.verify([1, 2], [-1, 0], target.widths[1]).float().clone())
    assert distance(rows[1], rows[0]) < 0.05
    assert distance(rows[2], rows[0]) < 0.5


def test_a_model_whose_weights_lie_elsewhere_is_refused_in_words(tmp_path: Path) -> None:
    from transformers import MixtralConfig, MixtralForCausalLM

    torch.manual_seed(0)
    config = MixtralConfig(
        vocab_size=260, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, num_local_experts=4, max_position_embeddings=64, sliding_window=None,
    )  # fmt: skip
    MixtralForCausalLM(config).save_pretrained(tmp_path)
    byte_tokenizer().save_pretrained(tmp_path)
    with pytest.raises(TargetError, match="can't be had in int4: most of its weights lie outside"):
        load_target(tmp_path, name="experts", dtype="int4")


def test_untied_and_tied_last_matrices_both_have_8_bits(tmp_path: Path) -> None:
    for tied in (True, False):
        folder = tmp_path / str(tied)
        torch.manual_seed(0)
        config = LlamaConfig(
            vocab_size=288, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
            num_key_value_heads=2, max_position_embeddings=128, tie_word_embeddings=tied,
            initializer_range=0.5, eos_token_id=EOS, bos_token_id=None,
        )  # fmt: skip
        LlamaForCausalLM(config).save_pretrained(folder)
        byte_tokenizer().save_pretrained(folder)
        target = load_target(folder, name="tied", dtype="int8")
        assert target.info.fingerprint["backend"] == "fused"


def test_model_code_that_reads_weights_itself_is_refused_in_words(tmp_path: Path) -> None:
    from transformers import MambaConfig, MambaForCausalLM

    torch.manual_seed(0)
    MambaForCausalLM(
        MambaConfig(vocab_size=260, hidden_size=32, num_hidden_layers=1, state_size=8, eos_token_id=EOS)
    ).save_pretrained(tmp_path)
    byte_tokenizer().save_pretrained(tmp_path)
    with pytest.raises(TargetError, match="can't be had in int8: its own code needs its weights in full"):
        load_target(tmp_path, name="mamba", dtype="int8")


def test_a_hybrid_is_quantised_and_answers_plainly(tmp_path: Path) -> None:
    from transformers import Lfm2Config, Lfm2ForCausalLM

    torch.manual_seed(0)
    Lfm2ForCausalLM(
        Lfm2Config(
            vocab_size=260, hidden_size=32, intermediate_size=64, num_hidden_layers=2, eos_token_id=EOS,
            num_attention_heads=4, num_key_value_heads=2, layer_types=["conv", "full_attention"],
        )
    ).save_pretrained(tmp_path)  # fmt: skip
    byte_tokenizer().save_pretrained(tmp_path)
    target = load_target(tmp_path, name="hybrid", dtype="int8", cache="int8")
    assert (target.info.dtype, target.widths) == ("int8", (1,))
    assert any("kept in full" in note for note in target.info.notes)
    assert torch.isfinite(target.verify([4], [-1], 1)).all()
