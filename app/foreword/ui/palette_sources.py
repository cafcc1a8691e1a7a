"""What the command palette offers, read from the window's parts at the moment it opens.

Commands come from the menus, chats and models from the session, settings from their declarations: nothing
is listed by hand. Runs nothing by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtWidgets import QMenuBar

from foreword.model_messages import ModelCard
from foreword.session.conversation import ConversationSummary
from foreword.settings import SETTINGS
from foreword.ui.chat_list_rows import short_date
from foreword.ui.menus import why_off
from foreword.ui.palette import Entry
from foreword.ui.settings_sections import heading
from foreword.ui.shortcuts import commands, key_words
from foreword.ui.translate import tr

MOST_CHATS = 2000
"""The newest ones; older chats are the search's."""


def command_entries(bar: QMenuBar) -> Iterator[Entry]:
    """Every command, also those that are off now. Menus whose entries come and go are left out: what they
    list is not there before they open."""
    for command in commands(bar):
        where = " › ".join(command.menus)
        action = command.action
        checked = action.isCheckable() and action.isChecked()
        key = f"command/{where}/{command.words}"
        keys = key_words(action.shortcuts()[:1])
        yield Entry(key, "command", command.words, where, action.trigger, keys, why_off(action), checked)


def chat_entries(
    chats: Sequence[ConversationSummary], open_chat: Callable[[str], object], now: float
) -> Iterator[Entry]:
    for chat in chats[:MOST_CHATS]:
        title = " ".join(chat.title.split()) or tr("Untitled")
        where = tr("Chat, {date}", date=short_date(chat.updated_at, now))
        yield Entry(f"chat/{chat.id}", "chat", title, where, partial(open_chat, chat.id))


def model_entries(
    cards: Sequence[ModelCard], use: Callable[[ModelCard], object], loaded: str
) -> Iterator[Entry]:
    """The models on this computer; `loaded` is the id of the one that is loaded."""
    for card in cards:
        words = tr("Use {model}", model=card.name)
        run = partial(use, card)
        yield Entry(f"model/{card.id}", "model", words, tr("Model"), run, checked=card.id == loaded)


def page_entries(pages: Sequence[tuple[str, str]], show: Callable[[str], object]) -> Iterator[Entry]:
    """`pages`: (name, words) of each page of the settings."""
    for name, words in pages:
        yield Entry(f"page/{name}", "page", words, tr("Settings"), partial(show, name))


def setting_entries(show: Callable[[str], object]) -> Iterator[Entry]:
    for setting in SETTINGS:
        where = heading(setting)
        if setting.label and where:
            shown = tr("Settings › {heading}", heading=tr(where))
            run = partial(show, setting.key)
            yield Entry(f"setting/{setting.key}", "setting", tr(setting.label), shown, run)
