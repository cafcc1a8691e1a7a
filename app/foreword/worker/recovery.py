"""A reply that ran out of memory, gone on with from where it was: what was told of it, and what is left.

The rest is asked for as a reply that goes on; where its beginning can't be kept to the letter, half a
character or the beginning of a stop string, it is written once more and not told twice. Tokens depend on the
seed and their position alone, so they are the same. Knows messages and a tokenizer; nothing of memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from foreword.engine.fitting import gone_on_from
from foreword.engine.generate import Event
from foreword.messages import (
    Finished,
    GenerateRequest,
    LeftOut,
    ReplyStats,
    SpeculatorStats,
    Step,
    TokenBatch,
)
from foreword.target.target import ChatTokenizer

_LOOK_BACK = 64
"""Steps, from the last one back, among whose ends one is looked for that can be gone on from."""


class Recovery:
    """Follows one reply: `told` for each event of the first go, `rest` and `whole` for the second."""

    def __init__(self, request: GenerateRequest, tokenizer: ChatTokenizer) -> None:
        self._request = request
        self._tokenizer = tokenizer
        self._batches: list[TokenBatch] = []
        self._ids: list[int] = []
        self._text = ""
        #: After each step: so many tokens, so many characters.
        self._ends: list[tuple[int, int]] = []
        self._kept_ids, self._kept_text = 0, 0
        self._again_ids, self._again_text = 0, 0

    def told(self, event: Event) -> None:
        if isinstance(event, TokenBatch):
            self._batches.append(replace(event, text="", sources=()))
            self._ids.extend(event.token_ids)
            self._text += event.text
            self._ends.append((len(self._ids), len(self._text)))

    def rest(self) -> GenerateRequest:
        """What is left to write, as a request of its own."""
        request = self._request
        prefix = self._prefix()
        self._kept_ids, self._kept_text = self._last_sound_end(prefix)
        if not self._kept_ids:
            return request
        return replace(
            request,
            prefix=(*prefix, *self._ids[: self._kept_ids]),
            prefix_text=request.prefix_text + self._text[: self._kept_text],
            max_tokens=None if request.max_tokens is None else request.max_tokens - self._kept_ids,
        )

    def whole(self, event: Event) -> Event | None:
        """An event of the second go as one of the reply; None where it says what was told before."""
        if isinstance(event, TokenBatch):
            return self._rest_of(event)
        if isinstance(event, Finished):
            return replace(
                event,
                text=self._text[: self._kept_text] + event.text,
                token_ids=(*self._ids[: self._kept_ids], *event.token_ids),
                stats=self._stats(event.stats),
                prefix=tuple(self._prefix()),
            )
        return None if isinstance(event, LeftOut) else event

    def _prefix(self) -> list[int]:
        request = self._request
        if not request.prefix_text:
            return []
        return gone_on_from(request.prefix, request.prefix_text, self._tokenizer)

    def _last_sound_end(self, prefix: list[int]) -> tuple[int, int]:
        """Tokens and characters up to the last step at which the text shown is that of the tokens."""
        for tokens, characters in reversed(self._ends[-_LOOK_BACK:]):
            said = self._request.prefix_text + self._text[:characters]
            ids = [*prefix, *self._ids[:tokens]]
            if characters and self._tokenizer.decode_plain(ids) == said:
                return tokens, characters
        return 0, 0

    def _rest_of(self, batch: TokenBatch) -> TokenBatch | None:
        known_ids = max(0, len(self._ids) - self._kept_ids - self._again_ids)
        known_text = max(0, len(self._text) - self._kept_text - self._again_text)
        self._again_ids += len(batch.token_ids)
        self._again_text += len(batch.text)
        text, ids = batch.text[known_text:], batch.token_ids[known_ids:]
        if not text and not ids:
            return None
        ends = tuple(end + self._kept_text for end in batch.ends[known_ids:])
        return replace(batch, text=text, token_ids=ids, sources=batch.sources[known_ids:], ends=ends)

    def _stats(self, second: ReplyStats) -> ReplyStats:
        """Both goes together: what was written in the first one counts, in the time that it took."""
        steps = [(batch.step, len(batch.token_ids)) for batch in self._batches if batch.step is not None]
        # What the template wrote of the reply counts with the prompt; what was kept was no prompt before.
        opening = sum(len(batch.token_ids) for batch in self._batches if batch.step is None)
        written = max(0, self._kept_ids - opening)
        return replace(
            second,
            prompt_tokens=second.prompt_tokens - written,
            completion_tokens=second.completion_tokens + written,
            passes=second.passes + len(steps),
            plain_passes=second.plain_passes + sum(not step.verified for step, _ in steps),
            drafted=second.drafted + sum(step.drafted for step, _ in steps),
            verified=second.verified + sum(step.verified for step, _ in steps),
            accepted=second.accepted + sum(step.accepted for step, _ in steps),
            decode_seconds=second.decode_seconds + sum(step.seconds for step, _ in steps),
            plain_seconds=second.plain_seconds + sum(count * step.plain_seconds for step, count in steps),
            by_speculator=_together(second.by_speculator, [step for step, _ in steps]),
        )


def _together(second: Mapping[str, SpeculatorStats], steps: Iterable[Step]) -> dict[str, SpeculatorStats]:
    """The counts of each speculator in both goes."""
    counts = dict(second)
    for step in steps:
        for name, share in step.shares.items():
            known = counts.get(name, SpeculatorStats())
            counts[name] = SpeculatorStats(
                known.drafted + share.drafted,
                known.verified + share.verified,
                known.accepted + share.accepted,
                known.seconds + share.seconds,
            )
    return counts
