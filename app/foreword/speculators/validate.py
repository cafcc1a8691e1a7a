"""What a plugin returned, checked: a draft that the engine can trust, or the reason why not.

Everything is copied into plain integers; nothing that a plugin still holds is kept. Subclasses of the
plain types are refused, since their methods would be a stranger's code that runs outside the pool's guard.
"""

from __future__ import annotations

from foreword.api import Draft


class BadDraft(ValueError):
    """The draft is malformed. The message says how, in one line."""


def checked(draft: object, *, tokens: int, vocab_size: int) -> Draft | None:
    """A copy of at most `tokens` nodes, all below `vocab_size`; None for an empty draft.

    Too long is no fault: the rest is cut off, unread. Raises BadDraft for anything else that is wrong.
    """
    if draft is None:
        return None
    if type(draft) is not Draft:
        raise BadDraft(f"returned {_shown(draft)}, not a Draft")
    ids, parents, length = draft.token_ids, draft.parents, draft.match_length
    if type(ids) is not tuple or type(parents) is not tuple:
        raise BadDraft("has token_ids or parents that are no plain tuples")
    if len(ids) != len(parents):
        raise BadDraft(f"has {len(ids)} tokens but {len(parents)} parents")
    ids, parents = ids[:tokens], parents[:tokens]
    for node, (token, parent) in enumerate(zip(ids, parents, strict=True)):
        if type(token) is not int or not 0 <= token < vocab_size:
            raise BadDraft(f"proposed {_shown(token)}, which is no plain int of 0 to {vocab_size - 1}")
        if type(parent) is not int or not -1 <= parent < node:
            raise BadDraft(
                f"gave node {node} the parent {_shown(parent)}; a parent comes before its children"
            )
    if type(length) is not int or length < 0:
        raise BadDraft(f"gave the match length {_shown(length)}; expected a count of tokens")
    return Draft(ids, parents, (), length) if ids else None


def _shown(value: object) -> str:
    """Words for any value. Calls none of its methods: it may be hostile, or too large to print."""
    if type(value) is int:
        return str(value) if abs(value) < 1 << 64 else "a huge int"
    return f"a {type(value).__name__}"
