"""`foreword bench --history`: plain writes it, the speculators learn it, and the report says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.bench.conftest import QUESTIONS, bench, lines_of
from tests.commands.conftest import Run
from tests.fakes.bench import InProcess

pytestmark = pytest.mark.usefixtures("in_process")


@pytest.fixture
def past(tmp_path: Path) -> Path:
    path = tmp_path / "past.jsonl"
    questions = ({"question_id": 7, "category": "chat", "turns": ["ef ef", "gh"]}, QUESTIONS[2])
    path.write_text("".join(json.dumps(question) + "\n" for question in questions))
    return path


def test_plain_answers_the_history_once_and_the_speculators_learn_it(
    foreword: Run, endless: Path, file: Path, past: Path, asked: list[tuple[str, str]], tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    lists = ("--speculators", "ngram", "--peer", "transformers", "--speculators", "suffix_history")
    ran = foreword(*bench(endless, file, *lists, "--history", past, "--json", out))
    assert ran.code == 0
    warm_ups = [(label, "warm-up") for label in ("plain", "ngram", "suffix_history", "transformers")]
    assert asked[:7] == [
        *warm_ups,
        ("plain", "history/chat/7"),
        ("plain", "history/math/x"),
        ("plain", "chat/1"),
    ]
    assert [(label, lesson.number, lesson.total) for label, lesson in InProcess.lessons] == [
        (label, number, 2) for number in (1, 2) for label in ("ngram", "suffix_history")
    ]
    ((messages, token_ids),) = InProcess.lessons[0][1].versions
    assert [message.role for message in messages] == ["user", "assistant"] * 2
    assert [message.content for message in messages[::2]] == ["ef ef", "gh"]
    assert len(token_ids) == 16
    told = f"2 conversations of {past}, answered by plain decoding and taught to every speculator"
    known = " (1 of the measured questions are among them)"
    assert ran.out.splitlines()[2].startswith(f"history: {told}{known}; no pass times")
    head, results = lines_of(out)
    assert head["history"].startswith(told)
    assert len(results) == 3 * 4, "the history is not counted"
    assert "history 1: chat 7\nhistory 2: math x\n" in ran.err


def test_a_conversation_without_room_is_not_taught(
    foreword: Run, tiny: Path, file: Path, tmp_path: Path
) -> None:
    past = tmp_path / "past.jsonl"
    past.write_text(json.dumps({"question_id": 1, "category": "rag", "turns": ["x" * 2000]}) + "\n")
    ran = foreword(*bench(tiny, file, "--speculators", "ngram", "--history", past))
    assert ran.out.splitlines()[2].startswith(f"history: 0 conversations of {past}")
    assert InProcess.lessons == []


def test_what_is_in_the_history_is_drafted_and_nothing_of_an_earlier_run(
    foreword: Run, endless: Path, past: Path, tmp_path: Path
) -> None:
    """With what plain wrote before in the history, drafts of the same replies are right."""

    def accepted(*more: object) -> int:
        out = tmp_path / "out.jsonl"
        ran = foreword(*bench(endless, past, "--speculators", "suffix_history", "--json", out, *more))
        assert ran.code == 0
        mine = [one for one in lines_of(out)[1] if one["configuration"] == "suffix_history"]
        return sum(turn["accepted"] for one in mine for turn in one["turns"])

    with_history = accepted("--history", past)
    assert with_history > accepted()
