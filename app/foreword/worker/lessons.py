"""A stored conversation as the target reads it: messages to token ids, for speculators that learn from it."""

from __future__ import annotations

from collections.abc import Sequence

from foreword.api import Transcript
from foreword.messages import ChatMessage, Lesson
from foreword.target.target import ChatTokenizer, TargetError


def transcript_of(lesson: Lesson, tokenizer: ChatTokenizer) -> Transcript:
    """Every version of the lesson's conversation that the model's chat template accepts."""
    known = len(tokenizer.vocabulary())
    sequences = (_sequence(messages, ids, tokenizer, known) for messages, ids in lesson.versions)
    return Transcript(
        conversation_id=lesson.conversation_id,
        fingerprint=tokenizer.fingerprint,
        sequences=tuple(ids for ids in sequences if ids),
        number=lesson.number,
        total=lesson.total,
    )


def _sequence(
    messages: Sequence[ChatMessage], reply_ids: Sequence[int], tokenizer: ChatTokenizer, known: int
) -> tuple[int, ...]:
    """Prompt and last reply; empty where the template refuses such a conversation (another model's)."""
    try:
        prompt = tokenizer.encode_chat(messages[:-1])
    except TargetError:
        return ()
    prompt = prompt[: len(prompt) - len(tokenizer.opening(prompt))]  # the reply has that itself
    text = messages[-1].content
    # The ids may be another model's, whose vocabulary is another one: then they say something else.
    mine = reply_ids and max(reply_ids) < known and tokenizer.decode_plain(reply_ids).startswith(text)
    return (*prompt, *(reply_ids if mine else tokenizer.encode(text)))
