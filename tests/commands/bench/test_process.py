"""A configuration in a process of its own: it answers, it dies, it is interrupted, it leaves nothing."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from foreword.commands import CommandError
from foreword.commands.bench import child
from foreword.commands.bench.configurations import PLAIN, Configuration
from foreword.commands.bench.process import Worker
from foreword.commands.bench.runners import converse, open_runner
from foreword.commands.bench.wire import Answered, Broken, Learnt, Loaded, Setup, Task, Unfit, receive, send
from foreword.messages import ChatMessage, Lesson, LoadRequest, Sampling
from foreword.paths import Paths

TASK = Task("chat/1", ("ab ab ab", "once more"), 16)
VERSION = ((ChatMessage("user", "ab"), ChatMessage("assistant", "cd")), (99, 100))


def setup_of(model: Path, folder: Path, configuration: Configuration = PLAIN) -> Setup:
    load = LoadRequest(str(model), "float32", context=512)
    return Setup(configuration, Paths.profile(folder), load, Sampling())


# --- the loop, without a process


def served(*messages: object) -> tuple[int, list[object]]:
    source, sink = io.BytesIO(), io.BytesIO()
    for message in messages:
        send(source, message)
    source.seek(0)
    code = child.serve(source, sink)
    sink.seek(0)
    answers = []
    while sink.tell() < len(sink.getvalue()):
        answers.append(receive(sink))
    return code, answers


def test_a_lesson_is_learnt_and_told(endless: Path, tmp_path: Path) -> None:
    drafting = Configuration("ngram", "speculators", ("ngram",))
    for kind in (PLAIN, drafting, Configuration("transformers", "peer")):
        lesson = Lesson((), "c", (VERSION,), 1, 1)
        code, answers = served(setup_of(endless, tmp_path / kind.label, kind), lesson, TASK)
        assert (code, [type(answer) for answer in answers]) == (0, [Loaded, Learnt, Answered])


def test_a_setup_and_then_tasks_until_there_are_no_more(endless: Path, tmp_path: Path) -> None:
    code, answers = served(setup_of(endless, tmp_path), TASK, Task("c", ("x" * 600,), 9), TASK)
    assert code == 0
    loaded, first, unfit, second = answers
    assert isinstance(loaded, Loaded)
    assert loaded.info.dtype == "float32"
    assert isinstance(first, Answered)
    assert isinstance(second, Answered)
    assert isinstance(unfit, Unfit)
    expected = converse(open_runner(setup_of(endless, tmp_path)), TASK)
    for answer in (first, second):
        assert [one.token_ids for one in answer.replies] == [one.token_ids for one in expected]


def test_a_model_that_cannot_be_loaded_is_one_line(tmp_path: Path) -> None:
    code, (broken,) = served(setup_of(tmp_path / "nowhere", tmp_path))
    assert code == 1
    assert isinstance(broken, Broken)
    assert broken.reason.startswith("there is no folder")
    assert "Traceback" in broken.detail


def test_our_own_bug_says_its_kind(endless: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(child, "converse", fail)
    code, (_, broken) = served(setup_of(endless, tmp_path), TASK)
    assert code == 1
    assert isinstance(broken, Broken)
    assert broken.reason == "the engine failed (ZeroDivisionError: a bug)"


# --- with one


@pytest.fixture(autouse=True)
def one_thread_below(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")


def test_it_answers_as_this_process_would_and_its_death_is_one_line(endless: Path, tmp_path: Path) -> None:
    with Worker(setup_of(endless, tmp_path)) as worker:
        worker.teach(Lesson((), "c", (VERSION,), 1, 1))
        answer = worker.ask(TASK)
        process = worker._process
        assert process.poll() is None
        process.kill()
        with pytest.raises(CommandError, match=r"^plain: its process ended: "):
            worker.ask(TASK)
    assert isinstance(answer, Answered)
    expected = converse(open_runner(setup_of(endless, tmp_path)), TASK)
    assert [one.token_ids for one in answer.replies] == [one.token_ids for one in expected]
    assert process.returncode is not None


def test_what_broke_there_is_told_here(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^plain: there is no folder") as caught:
        Worker(setup_of(tmp_path / "nowhere", tmp_path))
    assert "Traceback" in "".join(caught.value.__notes__)


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
def test_an_interrupt_from_the_terminal_prints_the_table_and_leaves_no_process(
    endless: Path, tmp_path: Path
) -> None:
    """Both processes get the signal, as from a terminal; a reply that would take minutes is running."""
    questions = tmp_path / "questions.jsonl"
    short = {"question_id": 1, "category": "chat", "turns": ["hello"]}
    endlessly = {"question_id": 2, "category": "chat", "turns": ["hello"] * 500}
    questions.write_text(json.dumps(short) + "\n" + json.dumps(endlessly) + "\n")
    command = [sys.executable, "-m", "foreword", "--profile", tmp_path / "profile", "bench", questions]
    with subprocess.Popen(
        [*command, "--model", endless, "--speculators", "none", "--max-tokens", "40", "--dtype", "float32"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        line = b""
        while not line.startswith(b"question 2"):
            line = process.stderr.readline()
            assert line, "it ended by itself"
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == b""
    assert b"Stopped: 1 of 2 questions are done." in out
    assert b"1 of 1" in out
    # Helpers end when their pipe does: in a moment, and surely.
    limit = time.monotonic() + 20
    while is_alive(process.pid) and time.monotonic() < limit:
        time.sleep(0.05)
    assert not is_alive(process.pid)


def is_alive(group: int) -> bool:
    """Whether any process of the group is there still."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
