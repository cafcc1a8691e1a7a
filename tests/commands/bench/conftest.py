"""What the tests of `bench` stand on: workers without a process, a file of questions, the output as data.

Passes of a tiny model take no longer than a draft, so that asking for one would hardly ever pay; here
everybody is asked.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from foreword.commands.bench import command
from foreword.engine.economy import Economy
from tests.commands.conftest import Ran
from tests.fakes.bench import InProcess

QUESTIONS = (
    {"question_id": 1, "category": "chat", "turns": ["ab ab ab", "once more"]},
    {"question_id": 2, "category": "chat", "turns": ["cd cd cd"]},
    {"question_id": "x", "category": "math", "turns": ["1 1 1"]},
)
ALL = ("--speculators", "ngram", "--peer", "transformers", "--peer", "transformers-lookup:5")


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "Worker", InProcess)
    monkeypatch.setattr(InProcess, "setups", [])
    monkeypatch.setattr(InProcess, "lessons", [])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(question) + "\n" for question in QUESTIONS))
    return path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """(label, conversation) of every task, the warm-ups' too."""
    log: list[tuple[str, str]] = []
    monkeypatch.setattr(
        InProcess, "before", staticmethod(lambda label, task: log.append((label, task.conversation_id)))
    )
    return log


def bench(model: Path, *more: object) -> list[str]:
    words = ["bench", *more, "--model", model, "--dtype", "float32", "--max-tokens", 16]
    return [str(word) for word in words]


def rows(ran: Ran) -> list[list[str]]:
    """The table's lines as words, without the empty ones."""
    lines = ran.out.splitlines()
    begin = next(at for at, line in enumerate(lines) if line.startswith("category"))
    end = next(at for at, line in enumerate(lines) if line.startswith("tok/s:"))
    return [line.split() for line in lines[begin + 1 : end] if line]


def lines_of(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    head, *rest = (json.loads(line) for line in path.read_text().splitlines())
    return head, rest


@pytest.fixture(autouse=True)
def drafts_are_always_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Economy, "cheap", 1e9)
