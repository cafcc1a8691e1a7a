"""How transformers' loader quantises while it reads: one matrix at a time, so that no more than one is ever
in memory in full. The means are its own hooks for quantisers; nothing of it stays with the loaded model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from transformers.core_model_loading import ConversionOps
from transformers.quantizers import HfQuantizer
from transformers.quantizers.auto import register_quantization_config, register_quantizer
from transformers.utils.quantization_config import QuantizationConfigMixin

from foreword.target.quantised import QuantisedLinear, is_tied, replace_linears

METHOD = "foreword"
LEAST_SHARE = 0.5
"""Where linear layers hold less of a model's weights than this, quantising them is not worth its name."""


class TooLittle(ValueError):
    """Most of the model's weights aren't in linear layers."""


@register_quantization_config(METHOD)
@dataclass
class QuantiserConfig(QuantizationConfigMixin):  # type: ignore[misc]  # transformers is not typed
    """`precision` is int8 or int4."""

    precision: str = "int8"
    quant_method: str = METHOD


class NotTaken(BaseException):
    """A layer couldn't take its weights; the cause says why. transformers would only log an Exception."""


class _Take(ConversionOps):  # type: ignore[misc]
    """Hands a tensor that was read to the layer that it belongs to."""

    def convert(self, input_dict: dict[str, Any], **more: Any) -> dict[str, Any]:
        ((name, weight),) = input_dict.items()
        layer = more["model"].get_submodule(name.rpartition(".")[0])
        try:
            layer.take(weight[0] if isinstance(weight, list) else weight)
        except (ValueError, RuntimeError, MemoryError) as error:
            raise NotTaken(name) from error
        more["missing_keys"].discard(name)
        return {}


@register_quantizer(METHOD)
class Quantiser(HfQuantizer):  # type: ignore[misc]
    """Puts quantised layers in the place of linear ones before the weights are read."""

    requires_calibration = False

    def _process_model_before_weight_loading(self, model: Any, **_: Any) -> None:
        # Two ends that will share their weights don't do so yet.
        ends = (model.get_input_embeddings(), model.get_output_embeddings() if is_tied(model) else None)
        apart = sum(end.weight.numel() for end in ends if end is not None)
        everything = sum(parameter.numel() for parameter in model.parameters())
        concerned = replace_linears(model, self.quantization_config.precision)
        if concerned < LEAST_SHARE * (everything - apart):
            raise TooLittle

    def _process_model_after_weight_loading(self, model: Any, **_: Any) -> Any:
        self.remove_quantization_config(model)
        return model

    def param_needs_quantization(self, model: Any, param_name: str, **_: Any) -> bool:
        parent, _dot, name = param_name.rpartition(".")
        return name == "weight" and isinstance(model.get_submodule(parent), QuantisedLinear)

    @property
    def quantized_element_size(self) -> float:
        return 1.0 if self.quantization_config.precision == "int8" else 0.625

    def get_quantize_ops(self) -> Any:
        return _Take()

    def is_serializable(self) -> bool:
        return False

    @property
    def is_trainable(self) -> bool:
        return False
