"""What the speculators have seen before the measurement: conversations that plain decoding wrote.

Plain answers each question of the history once, uncounted; every configuration that drafts is taught the
conversation as if it had been stored. Knows nothing of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from foreword.commands.bench.records import Question, Reply
from foreword.commands.bench.rounds import Asked
from foreword.commands.bench.wire import Task, Unfit
from foreword.messages import ChatMessage, Lesson

NONE = (
    "none: no earlier chats, pass times or survival; one uncounted warm-up question, "
    "then what the run itself brings"
)
_SOME = (
    "{chats} conversations of {files}, answered by plain decoding and taught to every speculator{known}; no "
    "pass times or survival; one uncounted warm-up question, then what the run itself brings"
)


class Pupil(Protocol):
    """A configuration that can be taught."""

    def teach(self, lesson: Lesson) -> None:
        """Returns when it has learnt it."""


@dataclass(frozen=True, slots=True)
class History:
    """Questions to be answered before the measurement, and the files that they come from."""

    files: tuple[Path, ...] = ()
    questions: tuple[Question, ...] = ()

    def teach(
        self,
        plain: Asked,
        pupils: Sequence[Pupil],
        max_tokens: int,
        tell: Callable[[int, Question], None],
    ) -> int:
        """Returns how many conversations were taught: all but those that the model has no room for.

        `tell(number, question)` is called before each answer.
        """
        taught = 0
        for number, question in enumerate(self.questions):
            tell(number, question)
            answer = plain.ask(Task(_conversation_id(question), question.turns, max_tokens))
            if isinstance(answer, Unfit):
                continue
            lesson = _lesson(question, answer.replies, number + 1, len(self.questions))
            for pupil in pupils:
                pupil.teach(lesson)
            taught += 1
        return taught

    def in_words(self, taught: int, measured: Iterable[Question]) -> str:
        """One line that says what the speculators knew of before the first measured question."""
        if not self.files:
            return NONE
        keys = {(one.category, one.id) for one in self.questions}
        both = sum((one.category, one.id) in keys for one in measured)
        known = f" ({both} of the measured questions are among them)" if both else ""
        return _SOME.format(chats=taught, files=", ".join(map(str, self.files)), known=known)


def _lesson(question: Question, replies: Sequence[Reply], number: int, total: int) -> Lesson:
    messages: list[ChatMessage] = []
    for turn, reply in zip(question.turns, replies, strict=True):
        messages += (ChatMessage("user", turn), ChatMessage("assistant", reply.text))
    version = (tuple(messages), replies[-1].token_ids)
    return Lesson((), _conversation_id(question), (version,), number, total)


def _conversation_id(question: Question) -> str:
    """Another one than that of a measured question, which may be the same."""
    return f"history/{question.category}/{question.id}"
