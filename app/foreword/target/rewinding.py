"""Whether a model's cache can drop a tail, by its configuration alone: what drafting needs of either side."""

from __future__ import annotations

from pathlib import Path


def why_not_rewindable(folder: Path) -> str:
    """A clause that says why its state can't be rewound; empty where it can. Imports torch: seconds.

    Raises nothing for a configuration that transformers doesn't understand: that is the reason then.
    """
    from transformers import AutoConfig, AutoModelForCausalLM

    try:
        config = AutoConfig.from_pretrained(folder, trust_remote_code=False, local_files_only=True)
    except Exception as error:  # noqa: BLE001 - the library raises whatever a strange config leads to
        return f"its config.json is not understood ({type(error).__name__})"
    config = config.get_text_config(decoder=True)
    odd = sorted(set(getattr(config, "layer_types", None) or ()) - {"full_attention", "sliding_attention"})
    if odd:
        return f"its layers ({', '.join(odd)}) keep a state that can't be rewound"
    if getattr(AutoModelForCausalLM._model_mapping.get(type(config), None), "_is_stateful", False):
        return "its layers keep a state that can't be rewound"
    return ""
