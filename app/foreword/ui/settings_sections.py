"""Which settings stand together, under which heading; drawn from the declarations. Data only: no widget.

Headings are marked for translation, and translated where they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from foreword.settings import BY_KEY, SETTINGS, Setting
from foreword.ui.translate import mark, tr

APPEARANCE, MODEL, REPLIES, SAMPLING = mark("Appearance"), mark("Model"), mark("Replies"), mark("Sampling")
CHAT, LENS = mark("Writing and reading"), mark("Speculation, shown")
_BY_GROUP = {
    "appearance": APPEARANCE,
    "model": MODEL,
    "reply": SAMPLING,
    "composer": CHAT,
    "chat": CHAT,
    "lens": LENS,
}
_REPLIES = ("reply.system_prompt", "reply.max_tokens", "reply.overflow", "reply.seed")


def sections() -> Mapping[str, tuple[Setting, ...]]:
    """Every labelled setting that has a plain editor, under its heading."""
    order: dict[str, list[Setting]] = {
        words: [] for words in (APPEARANCE, CHAT, LENS, MODEL, REPLIES, SAMPLING)
    }
    for setting in SETTINGS:
        words = heading(setting)
        if setting.label and words:
            order[words].append(setting)
    order[REPLIES].sort(key=lambda setting: _REPLIES.index(setting.key))
    return {words: tuple(listed) for words, listed in order.items()}


def heading(setting: Setting) -> str:
    """The heading that a setting stands under; empty for one that has a page of its own."""
    group = setting.key.split(".", 1)[0]
    return REPLIES if setting.key in _REPLIES else _BY_GROUP.get(group, "")


def label_of(key: str) -> str:
    """How a setting is called."""
    return tr(BY_KEY[key].label)
