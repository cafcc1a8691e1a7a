"""The rules for what a speculator returns and what it may leave on the disk. Each failure says what to do."""

from __future__ import annotations

import contextlib
import pickle
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

from foreword.api.draft import Draft
from foreword.api.options import Option, TextOption
from foreword.api.speculator import Budget
from foreword.api.status import Action, Choice, Fact, Status
from foreword.api.testing.lane import fail

WINDOW = 5
"""So many token ids in a row are a trace. Fewer stand somewhere by chance."""


def check_draft(draft: object, budget: Budget, vocab_size: int) -> None:
    """Raises AssertionError unless the host would take all of it."""
    if draft is None:
        return
    if type(draft) is not Draft:
        raise fail(f"`draft` returned a {type(draft).__name__}: return a Draft or None")
    ids, parents = draft.token_ids, draft.parents
    if type(ids) is not tuple or type(parents) is not tuple:
        raise fail(
            "the draft's token_ids and parents must be tuples: build it by Draft.chain, or say tuple(...)"
        )
    if len(ids) != len(parents):
        raise fail(f"the draft has {len(ids)} tokens but {len(parents)} parents: one parent for each token")
    if len(ids) > budget.tokens:
        raise fail(
            f"the draft has {len(ids)} tokens with a budget of {budget.tokens}: the rest is cut "
            "off unread, so don't spend time on it"
        )
    for node, (token, parent) in enumerate(zip(ids, parents, strict=True)):
        if type(token) is not int or not 0 <= token < vocab_size:
            raise fail(
                f"node {node} of the draft is {token!r}, a {type(token).__name__}: token ids are plain "
                f"ints from 0 to {vocab_size - 1} (of a tensor, .tolist() gives such)"
            )
        if type(parent) is not int or not -1 <= parent < node:
            raise fail(f"node {node} has the parent {parent!r}: -1 or the index of a node before it")
    if len(set(zip(ids, parents, strict=True))) < len(ids):
        raise fail("two children of one parent hold the same token: the second is budget wasted")
    _check_estimates(draft)


def _check_estimates(draft: Draft) -> None:
    scores = draft.scores
    if type(scores) is not tuple or len(scores) not in (0, len(draft)):
        raise fail("scores must be a tuple of one estimate for each token, or empty")
    if any(type(score) not in (int, float) or not 0 <= score <= 1 for score in scores):
        raise fail(f"scores must be numbers from 0 to 1, not {scores!r}")
    if type(draft.match_length) is not int or draft.match_length < 0:
        raise fail(f"match_length must be a count of tokens, not {draft.match_length!r}")


def check_status(status: object, options: Sequence[Option]) -> None:
    """Raises AssertionError unless the settings page can show it."""
    if status is None:
        return
    if type(status) is not Status:
        raise fail(f"`status` returned a {type(status).__name__}: return a Status or None")
    check_pickled(status, "status")
    for kind, parts in ((Fact, status.facts), (Action, status.actions)):
        if type(parts) is not tuple or any(type(part) is not kind for part in parts):
            raise fail(f"the status must hold tuples of {kind.__name__}, not {parts!r}")
    texts = [status.working, *(text for fact in status.facts for text in (fact.label, fact.value))]
    texts += [text for action in status.actions for text in (action.name, action.label)]
    if any(type(text) is not str for text in texts):
        raise fail(f"everything in a status is text, ready for people: {texts!r}")
    names = [action.name for action in status.actions]
    if len(set(names)) < len(names):
        raise fail(f"two buttons of the status have one name: {names}")
    if status.fraction is not None and not 0 <= status.fraction <= 1:
        raise fail(f"fraction must be from 0 to 1, or None, not {status.fraction!r}")
    if type(status.choices) is not dict:
        raise fail(f"the choices of a status must be a dict, not a {type(status.choices).__name__}")
    known = {option.name for option in options if isinstance(option, TextOption)}
    for name, choices in status.choices.items():
        if name not in known:
            raise fail(f"the status offers choices for {name!r}, which is no TextOption of this class")
        if type(choices) is not tuple or any(type(choice) is not Choice for choice in choices):
            raise fail(f"the choices for {name} must be a tuple of Choice")


def check_pickled(value: object, name: str) -> None:
    """Raises AssertionError unless the value is the same after pickling: it crosses between threads."""
    try:
        same = pickle.loads(pickle.dumps(value)) == value
    except (pickle.PickleError, TypeError, AttributeError) as error:
        raise fail(f"the {name} can't be pickled: {error}. Use plain texts and numbers", error) from error
    if not same:
        raise fail(f"the {name} is another one after pickling: use plain texts and numbers")


def check_no_trace(folder: Path, token_ids: Sequence[int], conversation_id: str, why: str) -> None:
    """Raises AssertionError where a file below `folder` holds `WINDOW` of the ids in a row, or the name.

    Looks for ints of 1, 2, 4 and 8 bytes, varints, and decimals with the usual separators. Compressed and
    encrypted files aren't opened.
    """
    needles = list(_needles(token_ids, conversation_id))
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = file.read_bytes()
        for words, needle in needles:
            if needle in content:
                raise fail(
                    f"{file.relative_to(folder)} still holds {words}: {why}. Deleted rows can outlive their "
                    "deletion in free pages, journals and set-aside files"
                )


def _needles(token_ids: Sequence[int], conversation_id: str) -> Iterator[tuple[str, bytes]]:
    yield "the conversation's id", conversation_id.encode()
    yield "the conversation's id (UTF-16)", conversation_id.encode("utf-16-le")
    with contextlib.suppress(ValueError):
        yield "the conversation's id (as bytes)", bytes.fromhex(conversation_id)
    for at in range(len(token_ids) - WINDOW + 1):
        window = token_ids[at : at + WINDOW]
        for letter in "BHIQ":
            for order in "<>":
                if max(window) < 1 << 8 * struct.calcsize(order + letter):
                    yield "token ids as integers", struct.pack(f"{order}{WINDOW}{letter}", *window)
        yield "token ids as varints", b"".join(map(_varint, window))
        for between in (" ", ",", ", ", "\n", ";"):
            yield "token ids as text", between.join(map(str, window)).encode()


def _varint(value: int) -> bytes:
    encoded = bytearray()
    while value >= 0x80:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)
