"""Which models the installed transformers can build as causal language models, by class name."""

from __future__ import annotations


def causal_lm_architectures() -> frozenset[str]:
    """Class names as they stand in a config.json, such as LlamaForCausalLM. Imports torch: seconds."""
    from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

    names: set[str] = set()
    for name in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES.values():
        names.update((name,) if isinstance(name, str) else name)
    return frozenset(names)
