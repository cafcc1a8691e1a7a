"""From an open branch and the settings that hold for it to a request. Pure: nothing is sent or saved here."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from dataclasses import replace

from foreword.messages import ChatMessage, GenerateRequest, Role, Sampling
from foreword.session.choices import Values
from foreword.session.conversation import Attachment, Turn

FRESH_SEED = -1


def request_for(reply: Turn, branch: Iterable[Turn], choices: Values) -> GenerateRequest:
    """Ask for `reply`, which follows `branch`, with the sampling that holds for its chat now."""
    return GenerateRequest(
        reply_id=reply.id,
        conversation_id=reply.conversation_id,
        messages=prompt_messages(branch, choices["reply.system_prompt"]),
        sampling=sampling_from(choices),
        max_tokens=choices["reply.max_tokens"],
        overflow="drop" if choices["reply.overflow"] == "drop" else "stop",
        template=template_switches(choices),
    )


def template_switches(choices: Values) -> dict[str, bool | str]:
    """What the chat template is told of thinking; one that doesn't know these names doesn't read them."""
    wish: str = choices["model.thinking"]
    return {} if wish == "auto" else dict.fromkeys(("enable_thinking", "thinking"), wish == "on")


def renewed(request: GenerateRequest, choices: Values) -> GenerateRequest:
    """A request that had to wait for the model, with what holds now: the model has a say in that."""
    sampling = replace(sampling_from(choices), seed=request.sampling.seed)
    return replace(request, sampling=sampling, max_tokens=choices["reply.max_tokens"])


def sampling_from(choices: Values) -> Sampling:
    seed = choices["reply.seed"]
    return Sampling(
        temperature=choices["reply.temperature"],
        top_k=choices["reply.top_k"],
        top_p=choices["reply.top_p"],
        min_p=choices["reply.min_p"],
        repetition_penalty=choices["reply.repetition_penalty"],
        presence_penalty=choices["reply.presence_penalty"],
        frequency_penalty=choices["reply.frequency_penalty"],
        seed=secrets.randbits(53) if seed == FRESH_SEED else seed,
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
        text = with_attachments(turn.text, turn.attachments)
        if spoken and spoken[-1][0] == turn.role:
            spoken[-1] = (turn.role, f"{spoken[-1][1]}\n\n{text}")
        else:
            spoken.append((turn.role, text))
    if system_prompt.strip():
        spoken.insert(0, ("system", system_prompt))
    return tuple(ChatMessage(role, text) for role, text in spoken)


def with_attachments(text: str, attachments: Iterable[Attachment]) -> str:
    """The files, each under its name and between fences that nothing inside can close, then the text."""
    parts = [_as_block(each) for each in attachments]
    return "\n\n".join([*parts, text] if text else parts)


def _as_block(attachment: Attachment) -> str:
    longest = max((len(run) for run in re.findall(r"`{3,}", attachment.text)), default=2)
    fence = "`" * (longest + 1)
    ending = "" if attachment.text.endswith("\n") else "\n"
    return f"File {attachment.name}:\n{fence}\n{attachment.text}{ending}{fence}"
