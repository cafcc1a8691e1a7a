"""How exports, imports and backups read on screen: results, counts, names of files. Pure text, no Qt."""

from __future__ import annotations

import time

from foreword.session.exchange.files import file_name
from foreword.session.exchange.messages import BackedUp, Checked, Exported, Imported
from foreword.session.exchange.readable import moment_words
from foreword.ui.translate import mark, tr, tr_n
from foreword.ui.wording import size_words

#: format -> (its name, what it is for)
FORMATS = {
    "markdown": ("Markdown", mark("Readable text; every message's source as it is, byte for byte.")),
    "html": ("HTML", mark("A page for reading in any browser, in one file. Follows light and dark.")),
    "pdf": ("PDF", mark("Pages for reading and printing.")),
    "json": ("JSON", mark("Everything: all versions, options and statistics. Can be imported again.")),
}

_TAKES_BOTH = mark("At the next start it takes the place of your present chats and settings.")
_TAKES_CHATS = mark("At the next start it takes the place of your present chats.")
_SET_ASIDE = mark(
    "These are not deleted: they are set aside in a folder of their own, with everything "
    "that you write until then."
)


def chats_words(number: int) -> str:
    return tr_n(number, "{n:,} chat", "{n:,} chats")


def exported_words(done: Exported) -> str:
    return tr(
        "{content} exported ({size}).",
        content=_content(done.chats, done.messages),
        size=size_words(done.size),
    )


def imported_words(done: Imported) -> str:
    content = _content(done.chats, done.messages)
    words = tr("{content} imported from {source}.", content=content, source=done.source)
    left = len(done.problems)
    return f"{words} {tr_n(left, '{n:,} part left out.', '{n:,} parts left out.')}" if left else words


def backed_up_words(done: BackedUp) -> str:
    return tr(
        "{content} and your settings backed up ({size}).",
        content=_content(done.chats, done.messages),
        size=size_words(done.size),
    )


def restore_question(backup: Checked) -> str:
    return tr("Restore the backup of {time}?", time=moment_words(backup.created_at))


def restore_details(backup: Checked) -> str:
    holds = tr("It is whole, and holds {content}.", content=_content(backup.chats, backup.messages))
    return f"{holds} {tr(_TAKES_BOTH if backup.has_settings else _TAKES_CHATS)} {tr(_SET_ASIDE)}"


def _content(chats: int, messages: int) -> str:
    many = tr_n(messages, "{n:,} message", "{n:,} messages")
    return tr("{chats} with {messages}", chats=chats_words(chats), messages=many)


def suggested_name(title: str | None, suffix: str) -> str:
    """For one chat its title; for several the day."""
    name = (
        file_name(title) if title is not None else tr("Foreword chats {date}", date=time.strftime("%Y-%m-%d"))
    )
    return name + suffix


def backup_name() -> str:
    return tr("Foreword backup {date}", date=time.strftime("%Y-%m-%d")) + ".zip"
