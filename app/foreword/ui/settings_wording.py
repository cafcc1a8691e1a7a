"""How settings and their values read on screen. Pure text; knows no widget."""

from __future__ import annotations

from foreword.settings import Setting, Value
from foreword.ui.translate import mark, numeral, tr

SEED = "reply.seed"
FRESH = -1
_EMPTY_WORDS = {
    "model.name": mark("Starter model"),
    "models.proxy": mark("The system's"),
    "reply.system_prompt": mark("None: the model's own instructions hold"),
}
_HELP = {SEED: mark("The same seed gives the same reply to the same question.")}
#: Languages are called as those who speak them call them.
_CHOICE_WORDS = {
    "appearance.theme": {
        "system": mark("Follow the system"), "light": mark("Light"), "dark": mark("Dark"),
    },
    "appearance.language": {
        "system": mark("Follow the system"), "en": "English", "de": "Deutsch", "ar": "العربية",
    },
    "appearance.motion": {
        "system": mark("Follow the system"),
        "full": mark("Glide and fade"),
        "reduced": mark("Change at once"),
    },
    "model.dtype": {
        "auto": mark("Automatic"), "float32": "float32", "bfloat16": "bfloat16", "float16": "float16",
        "int8": "int8", "int4": "int4",
    },
    "model.cache": {"full": mark("In full"), "int8": mark("In 8-bit numbers")},
    "model.thinking": {
        "auto": mark("As the model does"), "on": mark("Always"), "off": mark("Never"),
    },
    "model.mode": {"exact": mark("Exact"), "fast": mark("Fast")},
    "model.template": {
        "": mark("None chosen"),
        "chatml": mark("ChatML: Qwen, SmolLM and most others"),
        "llama3": "Llama 3",
        "gemma": "Gemma",
        "mistral": mark("Mistral and Mixtral: [INST]"),
        "alpaca": mark("Alpaca: ### Instruction"),
        "plain": mark("Plain text: User: and Assistant:"),
    },
    "reply.overflow": {
        "ask": mark("Ask me"),
        "drop": mark("Leave out the oldest turns"),
        "stop": mark("Stop, and say so"),
        "summary": mark("New chat with a summary"),
    },
    "composer.enter": {"send": mark("Sends the message"), "break": mark("Breaks the line")},
}  # fmt: skip
_SUFFIXES = {"appearance.zoom": " %", "model.idle_minutes": mark(" min"), "model.context": mark(" tokens")}
_AT_LEAST = {"model.threads": mark("One a core"), "model.idle_minutes": mark("Never")}


def empty_words(setting: Setting) -> str:
    """What an empty text stands for."""
    return tr(_EMPTY_WORDS[setting.key]) if setting.key in _EMPTY_WORDS else ""


def help_words(setting: Setting) -> str:
    """What a setting is for; without what only its file needs to know."""
    return tr(_HELP.get(setting.key, setting.help))


def choice_words(setting: Setting, choice: str) -> str:
    """How one of a setting's choices is called."""
    return tr(_CHOICE_WORDS.get(setting.key, {}).get(choice, choice.capitalize()))


def offered(setting: Setting) -> tuple[str, ...]:
    """What can be chosen: what the declaration allows, or what a name may be."""
    return setting.choices or tuple(_CHOICE_WORDS.get(setting.key, {}))


def suffix_words(setting: Setting) -> str:
    """The unit behind a number."""
    return tr(_SUFFIXES[setting.key]) if setting.key in _SUFFIXES else ""


def least_words(setting: Setting) -> str:
    """What the smallest number means, where that is not just a number."""
    return tr(_AT_LEAST[setting.key]) if setting.key in _AT_LEAST else ""


def value_words(setting: Setting, value: Value) -> str:
    """A value, as a line of text may name it."""
    if setting.key == SEED:
        return tr("a fresh one each time") if value == FRESH else str(value)
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    if isinstance(value, float):
        return numeral(value, ".10g")
    if isinstance(value, int):
        return numeral(value)
    return choice_words(setting, value) if isinstance(value, str) and setting.choices else ""
