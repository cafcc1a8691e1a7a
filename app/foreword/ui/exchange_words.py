"""How exports, imports and backups read on screen: results, counts, names of files. Pure text, no Qt."""

from __future__ import annotations

import time

from foreword.session.exchange.files import file_name
from foreword.session.exchange.messages import BackedUp, Checked, Exported, Imported
from foreword.session.exchange.readable import moment_words
from foreword.ui.wording import size_words

#: format -> (its name, what it is for)
FORMATS = {
    "markdown": ("Markdown", "Readable text; every message's source as it is, byte for byte."),
    "html": ("HTML", "A page for reading in any browser, in one file. Follows light and dark."),
    "pdf": ("PDF", "Pages for reading and printing."),
    "json": ("JSON", "Everything: all versions, options and statistics. Can be imported again."),
}


def count_words(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def exported_words(done: Exported) -> str:
    return f"{_content(done.chats, done.messages)} exported ({size_words(done.size)})."


def imported_words(done: Imported) -> str:
    left = f" {count_words(len(done.problems), 'part')} left out." if done.problems else ""
    return f"{_content(done.chats, done.messages)} imported from {done.source}.{left}"


def backed_up_words(done: BackedUp) -> str:
    return f"{_content(done.chats, done.messages)} and your settings backed up ({size_words(done.size)})."


def restore_question(backup: Checked) -> str:
    return f"Restore the backup of {moment_words(backup.created_at)}?"


def restore_details(backup: Checked) -> str:
    what = "chats and settings" if backup.has_settings else "chats"
    return (
        f"It is whole, and holds {_content(backup.chats, backup.messages)}. At the next start it takes the "
        f"place of your present {what}. These are not deleted: they are set aside in a folder of their own, "
        "with everything that you write until then."
    )


def _content(chats: int, messages: int) -> str:
    return f"{count_words(chats, 'chat')} with {count_words(messages, 'message')}"


def suggested_name(title: str | None, suffix: str) -> str:
    """For one chat its title; for several the day."""
    name = file_name(title) if title is not None else f"Foreword chats {time.strftime('%Y-%m-%d')}"
    return name + suffix


def backup_name() -> str:
    return f"Foreword backup {time.strftime('%Y-%m-%d')}.zip"
