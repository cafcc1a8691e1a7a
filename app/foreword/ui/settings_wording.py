"""How settings and their values read on screen. Pure text, no Qt."""

from __future__ import annotations

from foreword.settings import Setting, Value

SEED = "reply.seed"
FRESH = -1
EMPTY_WORDS = {
    "model.name": "Starter model",
    "reply.system_prompt": "None: the model's own instructions hold",
}
_HELP = {SEED: "The same seed gives the same reply to the same question."}
_CHOICE_WORDS = {
    "appearance.theme": {"system": "Follow the system"},
    "model.dtype": {"auto": "Automatic", "float32": "float32", "bfloat16": "bfloat16"},
    "reply.overflow": {
        "ask": "Ask me",
        "drop": "Leave out the oldest turns",
        "stop": "Stop, and say so",
        "summary": "New chat with a summary",
    },
    "composer.enter": {"send": "Sends the message", "break": "Breaks the line"},
}


def help_words(setting: Setting) -> str:
    """What a setting is for; without what only its file needs to know."""
    return _HELP.get(setting.key, setting.help)


def choice_words(setting: Setting, choice: str) -> str:
    """How one of a setting's choices is called."""
    return _CHOICE_WORDS.get(setting.key, {}).get(choice, choice.capitalize())


def value_words(setting: Setting, value: Value) -> str:
    """A value, as a line of text may name it."""
    if setting.key == SEED:
        return "a fresh one each time" if value == FRESH else str(value)
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, int):
        return f"{value:,}"
    return choice_words(setting, value) if isinstance(value, str) and setting.choices else ""
