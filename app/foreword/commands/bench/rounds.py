"""Who answers when: question by question, every configuration before the next question, one at a time.

What drifts on a machine in an hour (clocks, heat, other programs) then meets all of them alike. Each
round begins with another configuration, so that none always runs first. Knows nothing of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from foreword.commands.bench.records import LeftOut, Question, Reply, Round
from foreword.commands.bench.wire import Answered, Task, Unfit

WARM_UP = "Write one short sentence about the sea, and then the same sentence once more."
"""Asked once and not counted. Of no collection, so that no speculator learns a counted question from it."""
WARM_UP_TOKENS = 64

Tell = Callable[[int, Question, str], None]


class Asked(Protocol):
    """A configuration that can answer."""

    def ask(self, task: Task) -> Answered | Unfit:
        """Returns when it has answered."""


def warm_up(asked: Asked, max_tokens: int) -> None:
    asked.ask(Task("warm-up", (WARM_UP,), min(max_tokens, WARM_UP_TOKENS)))


def run_rounds(
    questions: Sequence[Question], asked: Mapping[str, Asked], max_tokens: int, tell: Tell
) -> Iterator[Round | LeftOut]:
    """One result for each question. `tell(number, question, label)` is called before each answer."""
    labels = list(asked)
    for number, question in enumerate(questions):
        first = number % len(labels)
        order = labels[first:] + labels[:first]
        yield _round(number, question, {label: asked[label] for label in order}, max_tokens, tell)


def _round(
    number: int, question: Question, asked: Mapping[str, Asked], max_tokens: int, tell: Tell
) -> Round | LeftOut:
    task = Task(f"{question.category}/{question.id}", question.turns, max_tokens)
    replies: dict[str, tuple[Reply, ...]] = {}
    for label, one in asked.items():
        tell(number, question, label)
        answer = one.ask(task)
        if isinstance(answer, Unfit):
            return LeftOut(question, f"{label}: {answer.reason}")
        replies[label] = answer.replies
    return Round(question, replies)
