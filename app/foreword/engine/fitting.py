"""From messages to a prompt that leaves room for a reply, and from a cut reply to what goes on from it.

What doesn't fit is said, or left out.
The oldest exchanges go first, whole: a question with all that followed it up to the next one. The system
prompt and the last question always stay. Knows messages and a tokenizer; nothing of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from foreword.messages import ChatMessage, GenerateRequest
from foreword.target.target import ChatTokenizer

RESERVE_SHARE, RESERVE_MOST = 8, 1024
"""Room that is kept for the reply where something is left out anyway: this part of the context, at most
so many tokens. Otherwise the next question would have the same trouble."""


_Encode = Callable[[Sequence[ChatMessage]], list[int]]
_CUT_TOKENS = 8
"""Tokens at a reply's end that its text may lack: half a character, or a stop string."""


class PromptTooLong(ValueError):
    """The prompt leaves no room for a reply. The message gives both numbers."""


def fit(request: GenerateRequest, tokenizer: ChatTokenizer, context: int) -> tuple[list[int], list[int], int]:
    """(token ids of the prompt, those of the reply that its template writes already, messages left out).

    Raises PromptTooLong where it can't be made to fit.
    """

    def encode(messages: Sequence[ChatMessage]) -> list[int]:
        return tokenizer.encode_chat(messages, request.template)

    prompt, left_out = _fitting(request.messages, encode, context, may_drop=request.overflow == "drop")
    opening = tokenizer.opening(prompt)
    return prompt[: len(prompt) - len(opening)], opening, left_out


def _fitting(
    messages: Sequence[ChatMessage], encode: _Encode, context: int, *, may_drop: bool
) -> tuple[list[int], int]:
    prompt = encode(messages)
    if len(prompt) < context:
        return prompt, 0
    if may_drop:
        reserve = min(context // RESERVE_SHARE, RESERVE_MOST)
        shorter = _shortest_cut(messages, encode, context - reserve)
        if shorter is not None:
            return shorter
    raise PromptTooLong(
        f"the conversation has {len(prompt)} tokens, but the model can hold {context}: "
        "start a new chat or shorten the message"
    )


def gone_on_from(token_ids: Sequence[int], text: str, tokenizer: ChatTokenizer) -> list[int]:
    """The ids of a reply that is to go on: those kept, without an EOS or half a character at their end;
    encoded anew where they don't say `text` (another model's, or none were kept)."""
    kept = list(token_ids)
    while kept and kept[-1] in tokenizer.eos_ids:
        kept.pop()
    for dropped in range(min(len(kept), _CUT_TOKENS) + 1):
        ids = kept[: len(kept) - dropped]
        if tokenizer.decode_plain(ids) == text:
            return ids
    return tokenizer.encode(text)


def _shortest_cut(
    messages: Sequence[ChatMessage], encode: _Encode, room: int
) -> tuple[list[int], int] | None:
    """The prompt with as few exchanges left out as possible; None where even the last one is too long."""
    head = 1 if messages and messages[0].role == "system" else 0
    starts = [at for at in range(head, len(messages)) if messages[at].role == "user"]
    # Fewer messages are never more tokens, so the first cut that fits is found by halving.
    low, high, best = 1, len(starts) - 1, None
    while low <= high:
        middle = (low + high) // 2
        prompt = encode((*messages[:head], *messages[starts[middle] :]))
        if len(prompt) <= room:
            best, high = (prompt, starts[middle] - head), middle - 1
        else:
            low = middle + 1
    return best
