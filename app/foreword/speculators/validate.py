"""What a plugin returned, checked: a draft that the engine can trust, or the reason why not.

Everything is copied into plain integers; nothing that a plugin still holds is kept.
"""

from __future__ import annotations

from foreword.api import Draft


class BadDraft(ValueError):
    """The draft is malformed. The message says how, in one line."""


def checked(draft: object, *, tokens: int, vocab_size: int) -> Draft | None:
    """A copy of at most `tokens` nodes, all below `vocab_size`; None for an empty draft.

    Too long is no fault: the rest is cut off. Raises BadDraft for anything else that is wrong.
    """
    if draft is None:
        return None
    if not isinstance(draft, Draft):
        raise BadDraft(f"returned a {type(draft).__name__}, not a Draft")
    ids, parents = draft.token_ids, draft.parents
    if not isinstance(ids, tuple) or not isinstance(parents, tuple):
        raise BadDraft("token_ids and parents must be tuples")
    if len(ids) != len(parents):
        raise BadDraft(f"has {len(ids)} tokens but {len(parents)} parents")
    ids, parents = ids[:tokens], parents[:tokens]
    for node, (token, parent) in enumerate(zip(ids, parents, strict=True)):
        if type(token) is not int or not 0 <= token < vocab_size:
            raise BadDraft(f"proposed {token!r}, which is no token id of 0 to {vocab_size - 1}")
        if type(parent) is not int or not -1 <= parent < node:
            raise BadDraft(f"gave node {node} the parent {parent!r}; a parent comes before its children")
    length = draft.match_length
    if type(length) is not int or length < 0:
        raise BadDraft(f"gave the match length {length!r}; expected a count of tokens")
    return Draft(ids, parents, (), length) if ids else None
