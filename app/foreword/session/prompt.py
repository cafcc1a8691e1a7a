"""From an open branch and the settings to a request. Pure: nothing is sent or saved here."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from foreword.messages import ChatMessage, GenerateRequest, Role, Sampling
from foreword.session.conversation import Turn
from foreword.settings import Settings


def request_for(reply: Turn, branch: Iterable[Turn], settings: Settings) -> GenerateRequest:
    """Ask for `reply`, which follows `branch`, with the sampling that is set now and a fresh seed."""
    return GenerateRequest(
        reply_id=reply.id,
        conversation_id=reply.conversation_id,
        messages=prompt_messages(branch, settings["reply.system_prompt"]),
        sampling=sampling_from(settings),
        max_tokens=settings["reply.max_tokens"],
    )


def sampling_from(settings: Settings) -> Sampling:
    return Sampling(
        temperature=settings["reply.temperature"],
        top_k=settings["reply.top_k"],
        top_p=settings["reply.top_p"],
        min_p=settings["reply.min_p"],
        repetition_penalty=settings["reply.repetition_penalty"],
        seed=secrets.randbits(63),
    )


def prompt_messages(branch: Iterable[Turn], system_prompt: str) -> tuple[ChatMessage, ...]:
    """What the model is told. Replies that failed or say nothing are left out.

    Many chat templates refuse two messages of one role in a row, so the questions around a reply
    that was left out become one message.
    """
    spoken: list[tuple[Role, str]] = []
    for turn in branch:
        if turn.role == "assistant" and (turn.status == "failed" or not turn.text.strip()):
            continue
        if spoken and spoken[-1][0] == turn.role:
            spoken[-1] = (turn.role, f"{spoken[-1][1]}\n\n{turn.text}")
        else:
            spoken.append((turn.role, turn.text))
    if system_prompt.strip():
        spoken.insert(0, ("system", system_prompt))
    return tuple(ChatMessage(role, text) for role, text in spoken)
