"""Checks a reply: writes it once more with speculation off, and compares token by token.

The same engine, target and sampling with nobody to draft: plain decoding. It ends at the first token that
differs, with the probability of both in the target's own distribution there, after the sampling's rules.
Keeps nothing, and no speculator hears of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from foreword.engine.fitting import fit
from foreword.engine.generate import Engine
from foreword.engine.looking import text_behind
from foreword.engine.planner import Planner
from foreword.engine.sampling import Rows, Sampler
from foreword.messages import (
    Checked,
    CheckProgress,
    CheckRequest,
    Difference,
    GenerateRequest,
    TokenBatch,
)
from foreword.target.target import ChatTokenizer

_TELL_EVERY = 8
"""Tokens between two reports of progress."""


def check(
    engine: Engine, request: CheckRequest, cancelled: Callable[[], bool]
) -> Iterator[CheckProgress | Checked]:
    """Yields progress, at last one Checked; nothing more once `cancelled`. Raises as `generate` does."""
    begun = time.perf_counter()
    wanted = request.token_ids
    target = _Watched(engine.target)
    # A planner of its own: what is measured here must not teach the one that drafts for the reader.
    plain = Engine(target, _Nobody(), Planner(target.widths))  # type: ignore[arg-type]
    asked = replace(request.request, prefix=(), prefix_text="", max_tokens=len(wanted))
    written: list[int] = []
    difference: Difference | None = None
    yield CheckProgress(asked.reply_id, 0, len(wanted))
    for event in plain.generate(asked, cancelled):
        if isinstance(event, TokenBatch):
            [token] = event.token_ids
            if token != wanted[len(written)]:
                difference = _difference(target, asked, written, wanted[len(written)], token)
                break
            written.append(token)
            if len(written) % _TELL_EVERY == 0:
                yield CheckProgress(asked.reply_id, len(written), len(wanted))
    if cancelled():
        return
    if difference is None and len(written) < len(wanted):
        # Plain decoding was at its end, by a stop string say, where the reply went on.
        place = _Place(target.tokenizer, written)
        difference = Difference(len(written), place.character, place.text(wanted[len(written)]), "", 0.0, 1.0)
    yield Checked(asked.reply_id, len(written), difference, time.perf_counter() - begun)


def _difference(
    target: _Watched, request: GenerateRequest, written: Sequence[int], kept: int, plain: int
) -> Difference:
    """Both tokens at the place behind `written`, with their probabilities in the target's last rows."""
    assert target.rows is not None, "a token was written"
    prompt, _, _ = fit(request, target.tokenizer, target.context_length)
    sampler = Sampler(request.sampling, prompt)
    for token in written:
        sampler.commit(token)
    sampler.begin(target.rows)
    kept_probability, plain_probability = sampler.probabilities(0, [kept, plain])
    place = _Place(target.tokenizer, written)
    return Difference(
        len(written),
        place.character,
        place.text(kept),
        place.text(plain),
        kept_probability,
        plain_probability,
    )


class _Place:
    """A place in the reply: behind these tokens."""

    def __init__(self, tokenizer: ChatTokenizer, written: Sequence[int]) -> None:
        self._tokenizer, self._written = tokenizer, written

    @property
    def character(self) -> int:
        return len(self._tokenizer.decode_plain(self._written))

    def text(self, token: int) -> str:
        """The token's text there; empty where it ends the reply."""
        return text_behind(self._written[-8:], [token], self._tokenizer.decode_plain)


class _Watched:
    """A target whose last rows can be looked at. Everything else is the target's own."""

    def __init__(self, target: Any) -> None:
        self._target = target
        self.rows: Rows | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._target, name)

    def verify(self, token_ids: Sequence[int], parents: Sequence[int], width: int) -> Rows:
        self.rows = self._target.verify(token_ids, parents, width)
        return self.rows


class _Nobody:
    """A pool without speculators."""

    likeliest_wanted = 0
    last_seconds: Mapping[str, float] = {}
    seconds: Mapping[str, float] = {}

    def begin(self, *_: object) -> None: ...

    def end(self) -> None: ...

    def observe(self, *_: object) -> None: ...

    def ready(self) -> tuple[str, ...]:
        return ()
