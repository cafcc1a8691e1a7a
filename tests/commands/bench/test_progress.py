"""The line that says how far it is: one that changes on a terminal, one for each question elsewhere."""

from __future__ import annotations

import pytest

from foreword.commands.bench.progress import Progress
from tests.fakes.bench import question


def test_on_a_terminal_one_line_with_the_time_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    now = 0.0
    progress = Progress(10, lambda: now)
    for done, label in ((0, "plain"), (0, "ngram"), (1, "plain"), (9, "plain")):
        now = 20.0 * done
        progress.answering(done, question(done), label)
    progress.clear()
    progress.clear()
    assert capsys.readouterr().err.split("\r\x1b[K") == [
        "",
        "question 1 of 10: chat 0 (plain)",
        "question 1 of 10: chat 0 (ngram)",
        "question 2 of 10: chat 1 (plain), about 3 min left",
        "question 10 of 10: chat 9 (plain), about 20 s left",
        "",
    ]


def test_elsewhere_a_line_for_each_question(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(2)
    progress.stage("loading")
    for done, label in ((0, "plain"), (0, "ngram"), (1, "plain")):
        progress.answering(done, question(done), label)
    progress.clear()
    assert capsys.readouterr().err == "loading\nquestion 1 of 2: chat 0\nquestion 2 of 2: chat 1\n"
