"""Who answers when: one at a time, question by question, nobody always first."""

from __future__ import annotations

from foreword.commands.bench.records import LeftOut, Question, Round
from foreword.commands.bench.rounds import WARM_UP, run_rounds, warm_up
from foreword.commands.bench.wire import Answered, Task, Unfit
from tests.fakes.bench import own_reply, question


class Scripted:
    """Writes down what it was asked."""

    def __init__(self, label: str, log: list[tuple[str, str]], unfit: str = "") -> None:
        self.label, self.log, self.unfit = label, log, unfit

    def ask(self, task: Task) -> Answered | Unfit:
        self.log.append((self.label, task.conversation_id))
        if task.conversation_id == self.unfit:
            return Unfit("no room")
        return Answered(tuple(own_reply([len(turn)], 1.0) for turn in task.turns))


def run(
    questions: list[Question], labels: str, unfit: str = ""
) -> tuple[list[Round | LeftOut], list[tuple[str, str]], list[tuple[int, str]]]:
    log: list[tuple[str, str]] = []
    told: list[tuple[int, str]] = []
    asked = {label: Scripted(label, log, unfit if label == "b" else "") for label in labels}
    results = list(run_rounds(questions, asked, 9, lambda at, _question, label: told.append((at, label))))
    return results, log, told


def test_each_round_has_all_of_them_and_begins_with_another() -> None:
    results, log, told = run([question(number) for number in range(4)], "abc")
    assert [label for label, _ in log] == [*"abc", *"bca", *"cab", *"abc"]
    assert [conversation for _, conversation in log] == [f"chat/{at}" for at in range(4) for _ in range(3)]
    assert told == [(at // 3, label) for at, (label, _) in enumerate(log)]
    assert all(isinstance(one, Round) and sorted(one.replies) == ["a", "b", "c"] for one in results)


def test_every_turn_has_its_reply() -> None:
    (only,), _, _ = run([question(1, turns=3)], "a")
    assert isinstance(only, Round)
    assert len(only.replies["a"]) == 3


def test_a_question_that_one_of_them_has_no_room_for_is_left_out_for_all() -> None:
    questions = [question(0), question(1)]
    results, log, _ = run(questions, "abc", unfit="chat/0")
    assert results[0] == LeftOut(questions[0], "b: no room")
    assert isinstance(results[1], Round)
    assert log[:3] == [("a", "chat/0"), ("b", "chat/0"), ("b", "chat/1")]


def test_the_warm_up_is_short_and_no_question_of_the_file() -> None:
    seen: list[Task] = []

    class Keeps(Scripted):
        def ask(self, task: Task) -> Answered | Unfit:
            seen.append(task)
            return super().ask(task)

    for most in (5, 1000):
        warm_up(Keeps("a", []), most)
    assert [(task.turns, task.max_tokens) for task in seen] == [((WARM_UP,), 5), ((WARM_UP,), 64)]
