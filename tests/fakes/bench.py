"""Fabricated records for the bench, and workers without a process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import TracebackType

from foreword.commands.bench.records import Question, Reply
from foreword.commands.bench.runners import NoRoom, converse, open_runner
from foreword.commands.bench.wire import Answered, Setup, Task, Unfit
from foreword.messages import Lesson, ReplyStats, SpeculatorStats


def question(number: int, category: str = "chat", turns: int = 1) -> Question:
    return Question(str(number), category, tuple(f"turn {turn} of {number}" for turn in range(turns)))


def peer_reply(token_ids: Sequence[int], seconds: float, *, passes: int | None = None) -> Reply:
    """A reply of which `seconds` went into all tokens but the first."""
    return Reply(
        token_ids=tuple(token_ids),
        text="".join(map(chr, token_ids)),
        stop_reason="length",
        prompt_tokens=10,
        passes=passes or len(token_ids),
        decode_tokens=len(token_ids) - 1,
        prefill_seconds=0.5,
        decode_seconds=seconds,
    )


def own_reply(
    token_ids: Sequence[int],
    seconds: float,
    *,
    passes: int | None = None,
    plain_passes: int | None = None,
    verified: int = 0,
    accepted: int = 0,
    draft_seconds: float = 0.0,
) -> Reply:
    """A reply of Foreword's own: every token is timed."""
    passes = passes or len(token_ids)
    stats = ReplyStats(
        prompt_tokens=10,
        cached_tokens=0,
        completion_tokens=len(token_ids),
        passes=passes,
        plain_passes=passes if plain_passes is None else plain_passes,
        drafted=verified,
        verified=verified,
        accepted=accepted,
        prefill_seconds=0.5,
        decode_seconds=seconds,
        first_token_seconds=0.6,
        by_speculator={"ngram": SpeculatorStats(verified, verified, accepted, draft_seconds)},
        seed=0,
        fingerprint={"dtype": "float32"},
    )
    bare = peer_reply(token_ids, seconds, passes=passes)
    return replace(bare, decode_tokens=len(token_ids), stats=stats)


class InProcess:
    """A `Worker` that answers in the test's own process. `before` is called with label and task."""

    before: Callable[[str, Task], None] = staticmethod(lambda _label, _task: None)
    setups: list[Setup] = []
    lessons: list[tuple[str, Lesson]] = []

    def __init__(self, setup: Setup) -> None:
        InProcess.setups.append(setup)
        self._label = setup.configuration.label
        self._runner = open_runner(setup)
        self.info = self._runner.info

    def __enter__(self) -> InProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._runner.close()

    def teach(self, lesson: Lesson) -> None:
        InProcess.lessons.append((self._label, lesson))
        self._runner.learn(lesson)

    def ask(self, task: Task) -> Answered | Unfit:
        InProcess.before(self._label, task)
        try:
            return Answered(converse(self._runner, task))
        except NoRoom as error:
            return Unfit(str(error))
