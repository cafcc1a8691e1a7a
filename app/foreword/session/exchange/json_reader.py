"""Reads Foreword's own format back. What it can't take in costs no more than its chat; all is checked,
since a file may have been edited, or be somebody else's."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast, get_args

from foreword.messages import Role, StopReason
from foreword.session.choices import checked_options
from foreword.session.conversation import (
    Attachment,
    ConversationSummary,
    Folder,
    Preset,
    Turn,
    TurnStatus,
    WholeChat,
)
from foreword.session.exchange.errors import ExchangeError
from foreword.session.exchange.foreign import (
    Found,
    Misfit,
    clean,
    one_line,
    optional_text,
    rows,
    table,
    text_of,
)
from foreword.session.exchange.json_format import FORMAT, VERSION
from foreword.session.exchange.stats import sound_stats
from foreword.session.replies import CONTEXT_FULL, OUT_OF_MEMORY
from foreword.settings import SettingsError

_REASONS = {*StopReason, CONTEXT_FULL, OUT_OF_MEMORY}


def read_own(parts: Iterable[tuple[str, Any]]) -> Iterator[Found | str]:
    """Chats, folders and presets as they were exported, or a line for what was left out.

    Raises ExchangeError where the file is of a newer version.
    """
    for key, value in parts:
        if key == "version" and (not isinstance(value, int) or value > VERSION):
            raise ExchangeError(
                f"This file was written by a newer Foreword ({FORMAT}, version {one_line(str(value), 20)}): "
                "update Foreword, then try again."
            )
        reader = {"folders": _folder, "presets": _preset, "chats": _chat}.get(key)
        if reader is not None:
            try:
                yield reader(table(value, f"one of the {key}"))
            except Misfit as misfit:
                yield f"{_called(key, value)} was left out: {misfit}."


def _called(key: str, value: object) -> str:
    name = value.get("title", value.get("name")) if isinstance(value, dict) else None
    noun = {"folders": "A folder", "presets": "An assistant", "chats": "A chat"}[key]
    return f"{noun} (“{one_line(clean(name))}”)" if isinstance(name, str) else noun


def _folder(value: Mapping[str, Any]) -> Found:
    return Found(Folder(text_of(value.get("id"), "its id"), text_of(value.get("name"), "its name")))


def _preset(value: Mapping[str, Any]) -> Found:
    name = text_of(value.get("name"), "its name")
    options, problems = _options(value.get("options", {}), name)
    return Found(Preset(text_of(value.get("id"), "its id"), name, options), problems)


def _chat(value: Mapping[str, Any]) -> Found:
    chat_id, title = text_of(value.get("id"), "its id"), text_of(value.get("title"), "its title")
    options, problems = _options(value.get("options", {}), title)
    turns = [_turn(table(each, "a turn"), chat_id) for each in rows(value.get("turns"))]
    token_ids = {
        turn.id: _token_ids(each.get("token_ids"))
        for turn, each in zip(turns, value.get("turns", ()), strict=True)
        if each.get("token_ids")
    }
    leaf = optional_text(value.get("open"), "its open turn")
    _check_tree(turns, leaf)
    summary = ConversationSummary(
        chat_id,
        title,
        _time(value.get("created_at")),
        _time(value.get("updated_at")),
        pinned=value.get("pinned") is True,
        named=value.get("named") is True,
        folder_id=optional_text(value.get("folder"), "its folder"),
        preset_id=optional_text(value.get("preset"), "its preset"),
        options=options,
    )
    return Found(WholeChat(summary, tuple(turns), leaf, token_ids), problems)


def _turn(value: Mapping[str, Any], chat_id: str) -> Turn:
    role, status = value.get("role"), value.get("status")
    if role not in get_args(Role) or status not in get_args(TurnStatus):
        raise Misfit(f"a turn has the role {role!r} and the status {status!r}")
    reason = value.get("stop_reason")
    return Turn(
        id=text_of(value.get("id"), "a turn's id"),
        conversation_id=chat_id,
        parent_id=optional_text(value.get("parent"), "a turn's parent"),
        role=cast(Role, role),
        text=text_of(value.get("text"), "a turn's text"),
        status=cast(TurnStatus, "interrupted" if status == "streaming" else status),
        created_at=_time(value.get("created_at")),
        stop_reason=reason if reason in _REASONS else None,
        error=optional_text(value.get("error"), "a turn's error"),
        stats=sound_stats(table(value.get("stats", {}), "a turn's statistics")),
        attachments=tuple(_attachment(each) for each in rows(value.get("attachments"))),
    )


def _attachment(value: object) -> Attachment:
    found = table(value, "an attachment")
    return Attachment(
        text_of(found.get("name"), "a file's name"), text_of(found.get("text"), "a file's text")
    )


def _check_tree(turns: list[Turn], leaf: str | None) -> None:
    """Each turn after its parent, each id once, and the open branch ends where nothing follows."""
    seen: set[str] = set()
    for turn in turns:
        if turn.id in seen or (turn.parent_id is not None and turn.parent_id not in seen):
            raise Misfit("its turns don't form a tree")
        seen.add(turn.id)
    if leaf is not None and (leaf not in seen or leaf in {turn.parent_id for turn in turns}):
        raise Misfit("its open turn is not the end of a branch")


def _token_ids(value: object) -> tuple[int, ...]:
    ids = tuple(rows(value))
    if not all(type(each) is int and 0 <= each < 2**32 for each in ids):
        raise Misfit("its token ids are not whole numbers")
    return ids


def _time(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise Misfit("a time is not a number")
    return float(value)


def _options(value: object, name: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The options that hold here, and a line for each that doesn't."""
    options: dict[str, Any] = {}
    problems: list[str] = []
    for key, setting in table(value, "its options").items():
        try:
            options.update(checked_options({key: setting}))
        except SettingsError as error:
            problems.append(f"“{one_line(name)}”: an option was left out: {one_line(str(error), 200)}.")
    return options, tuple(problems)
