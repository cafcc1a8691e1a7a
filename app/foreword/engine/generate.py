"""The loop: draft, merge, plan, verify, accept, commit.

One step is one pass of the target. Whatever was drafted, the tokens are those that plain decoding
gives: each is drawn from the target's own row with randomness keyed by its position, and every pass
uses widths of one invariance class. Commit moves everything together: text, cache, penalties, stops,
statistics and speculators see exactly the committed tokens, and nothing behind a stop.

Knows no Qt, no database, no plugin: it is given a target, a pool and a planner.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from foreword.engine.fitting import fit, gone_on_from
from foreword.engine.looking import describe
from foreword.engine.planner import Planner
from foreword.engine.sampling import Rows, Sampler, accept, likeliest
from foreword.engine.stats import StatsBuilder
from foreword.engine.stops import StopScanner
from foreword.engine.tree import TokenTree
from foreword.messages import Finished, GenerateRequest, LeftOut, PrefillProgress, StopReason, TokenBatch
from foreword.speculators.pool import Pool, Reply
from foreword.target.target import Target

Event = PrefillProgress | LeftOut | TokenBatch | Finished

CHUNK_SECONDS = 0.12
"""How long one chunk of a prompt may take, so that Stop is heard within a quarter of a second."""


@dataclass(frozen=True, slots=True)
class Engine:
    """What a loaded model brings to every reply."""

    target: Target
    pool: Pool
    planner: Planner

    def generate(self, request: GenerateRequest, cancelled: Callable[[], bool]) -> Iterator[Event]:
        """Write one reply, or go on with one: yields progress and tokens, at last one Finished.

        `cancelled` is read at every step and every chunk of the prompt. Raises PromptTooLong before
        anything is computed, and TargetError where the machine fails.
        """
        tokenizer = self.target.tokenizer
        prefix = gone_on_from(request.prefix, request.prefix_text, tokenizer) if request.prefix_text else []
        room = self.target.context_length - len(prefix)
        prompt, opening, left_out = fit(request, tokenizer, room)
        if left_out:
            yield LeftOut(request.reply_id, left_out)
        yield from _ReplyLoop(self, request, prompt, prefix, [] if prefix else opening, cancelled).run()


class _ReplyLoop:
    """The state of one reply while it is written."""

    def __init__(
        self,
        engine: Engine,
        request: GenerateRequest,
        prompt: list[int],
        prefix: list[int],
        opening: list[int],
        cancelled: Callable[[], bool],
    ) -> None:
        self._target, self._pool, self._planner = engine.target, engine.pool, engine.planner
        self._request = request
        self._prefix = prefix
        #: All that stands before the first token: the conversation, and what the reply has already.
        self._prompt = [*prompt, *prefix]
        #: The first tokens of the reply, which the chat template has written already.
        self._opening = opening
        self._cancelled = cancelled
        self._stops = _stop_scanner(engine.target, request, self._prompt, prefix)
        self._sampler = Sampler(request.sampling, prompt, engine.target.rounding)
        for token in prefix:
            self._sampler.commit(token)
        self._written: list[int] = []
        self._text: list[str] = []
        self._begun = time.perf_counter()

    def run(self) -> Iterator[Event]:
        before = [*self._prompt, *self._opening]
        cached = self._target.reuse(before[:-1])
        stats = StatsBuilder(len(before), cached, self._request.sampling.seed)
        self._pool.begin(self._reply(), before)
        self._planner.begin()
        try:
            # 1. Prefill: all of the prompt but its last token, which is the root of the first step.
            #    Meanwhile the speculators start.
            yield from self._prefill(before[:-1], cached)
            stats.prefill_seconds = time.perf_counter() - self._begun
            # 2. Steps, until the reply ends.
            decode_begun = time.perf_counter()
            yield from self._open()
            while self._stops.ended is None and not self._cancelled():
                batch = self._step(stats)
                if not stats.first_token_seconds:
                    stats.first_token_seconds = time.perf_counter() - self._begun
                yield batch
            stats.decode_seconds = time.perf_counter() - decode_begun
        finally:
            self._pool.end()
        stats.near_ties = self._sampler.near_ties
        stats.plain_reasons = dict(self._planner.plain_reasons)
        # 3. What was held back in case a stop string was beginning.
        self._text.append(self._stops.flush())
        yield Finished(
            self._request.reply_id,
            self._stops.ended or StopReason.CANCELLED,
            "".join(self._text),
            tuple(self._written),
            stats.build(self._pool.seconds, self._target.info.fingerprint),
            tuple(self._prefix),
        )

    def _prefill(self, wanted: list[int], cached: int) -> Iterator[PrefillProgress]:
        done = cached
        while done < len(wanted) and not self._cancelled():
            yield PrefillProgress(self._request.reply_id, done, len(wanted))
            # Cancel is heard between chunks: none should take longer than one would wait.
            chunk = self._planner.chunk(self._target.chunks, done, CHUNK_SECONDS)
            begun = time.perf_counter()
            self._target.extend(wanted[done : done + chunk])
            if done + chunk <= len(wanted):
                self._planner.learn_chunk(chunk, done, time.perf_counter() - begun)
            done += chunk

    def _open(self) -> Iterator[TokenBatch]:
        """What the template has written of the reply: shown and kept like the rest of it."""
        for token in self._opening:
            if self._stops.ended is not None or self._cancelled():
                return
            text = self._stops.feed(token)
            self._sampler.commit(token)
            self._written.append(token)
            self._text.append(text)
            yield TokenBatch(self._request.reply_id, text, (token,), ((),), (self._stops.length,))

    def _step(self, stats: StatsBuilder) -> TokenBatch:
        begun = time.perf_counter()
        context = len(self._prompt) + len(self._written)
        # Draft and merge. A step commits at most its drafted nodes and the bonus token.
        room = min(self._stops.room, self._planner.widest) - 1
        merged, asked = self._draft(room, context)
        drafting = time.perf_counter() - begun
        # Plan.
        plan = self._planner.plan(merged, room, context)
        # Verify.
        pass_begun = time.perf_counter()
        rows = self._target.verify(plan.tree.token_ids, plan.tree.parents, plan.width)
        stats.pass_seconds += time.perf_counter() - pass_begun
        # Accept.
        token_ids, nodes, ends, text = self._accept(plan.tree, rows, context)
        # Commit.
        self._target.keep(nodes)
        self._written.extend(token_ids)
        self._text.append(text)
        seconds = time.perf_counter() - begun
        self._planner.learn(plan, token_ids, seconds - drafting, context)
        wanted = self._pool.likeliest_wanted
        verified = [0, *nodes][: len(token_ids)]
        ranked = likeliest(rows, verified, wanted) if wanted else ()
        self._pool.observe(tuple(token_ids), plan.tree.accepted_by(nodes), ranked)
        stats.count_draft(merged)
        stats.count_pass(plan.tree, len(token_ids), nodes)
        stats.plain_seconds += plan.plain_seconds * len(token_ids)
        sources = tuple(plan.tree.sources[node] for node in nodes) + ((),) * (len(token_ids) - len(nodes))
        step = describe(
            plan,
            token_ids,
            nodes,
            seconds=seconds,
            drafting=asked,
            paused=self._planner.paused(),
            decode=self._target.tokenizer.decode_plain,
        )
        return TokenBatch(self._request.reply_id, text, tuple(token_ids), sources, ends, step)

    def _draft(self, room: int, context: int) -> tuple[TokenTree, dict[str, float]]:
        """All drafts of this step in one tree, and what each took in seconds. Each of the dear speculators
        is asked in the light of what the others have drafted, and only if it pays."""
        merged, asked = TokenTree(self._root()), dict[str, float]()
        asking = self._planner.ask(self._pool.ready(), room, context)
        while budgets := asking.next(merged):
            drafts = self._pool.draft(budgets)
            merged.extend(drafts)
            asking.took(budgets, drafts, self._pool.last_seconds)
            asked |= self._pool.last_seconds
        return merged, asked

    def _accept(
        self, tree: TokenTree, rows: Rows, position: int
    ) -> tuple[list[int], list[int], tuple[int, ...], str]:
        """Tokens of this step, which of them are nodes of the tree, how many characters there are with
        each, and their text; cut at a stop."""
        token_ids: list[int] = []
        nodes: list[int] = []
        ends: list[int] = []
        text = ""
        for token, node in accept(tree, rows, self._sampler, position):
            token_ids.append(token)
            if node is not None:
                nodes.append(node)
            text += self._stops.feed(token)
            ends.append(self._stops.length)
            if self._stops.ended is not None:
                break
        return token_ids, nodes, tuple(ends), text

    def _root(self) -> int:
        return self._written[-1] if self._written else self._prompt[-1]

    def _reply(self) -> Reply:
        return Reply(
            conversation_id=self._request.conversation_id,
            temporary=self._request.temporary,
            seed=self._request.sampling.seed,
            vocab_size=self._target.info.vocab_size,
            tokenizer=self._target.tokenizer,
            sampling=self._request.sampling,
        )


def _stop_scanner(
    target: Target, request: GenerateRequest, prompt: list[int], prefix: list[int]
) -> StopScanner:
    room, reason = target.context_length - len(prompt), StopReason.CONTEXT_END
    if request.max_tokens is not None and request.max_tokens <= room:
        room, reason = request.max_tokens, StopReason.LENGTH
    tokenizer = target.tokenizer
    stop = (*request.stop, *tokenizer.stops)
    return StopScanner(tokenizer.decode_plain, tokenizer.eos_ids, stop, room, reason, prefix)
