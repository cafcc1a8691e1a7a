"""Files of questions: both forms, the limit, and one line for whatever is wrong with one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from foreword.commands import UsageError
from foreword.commands.bench.questions import read_all
from tests.conftest import CHECKOUT

DATA = CHECKOUT / "tests" / "data"


def write(folder: Path, *lines: object) -> Path:
    file = folder / "questions.jsonl"
    file.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    return file


def ask(number: object = 1, category: object = "chat", turns: object = ("hello",)) -> dict[str, object]:
    return {"question_id": number, "category": category, "turns": turns}


def test_spec_bench_as_it_is() -> None:
    questions = read_all([DATA / "spec_bench" / "questions.jsonl"])
    assert [(one.id, one.category, len(one.turns)) for one in questions] == [
        ("84", "writing", 2),
        ("120", "math", 2),
        ("122", "coding", 2),
        ("444", "math_reasoning", 1),
        ("480", "math_reasoning", 1),
    ]
    assert questions[1].turns == (
        "Given that f(x) = 4x^3 - 9x - 14, find the value of f(2).",
        "Find x such that f(x) = 0.",
    )


def test_quixbugs_programs_become_questions() -> None:
    first = read_all([DATA / "quixbugs" / "programs.jsonl"])[0]
    assert (first.id, first.category) == ("bitcount", "code-repair")
    assert first.turns == (
        "Fix the bug in this program and output the whole program:\n```python\n"
        "def bitcount(n):\n    count = 0\n    while n:\n        n ^= n - 1\n        count += 1\n"
        "    return count\n```",
    )


def test_the_limit_is_for_each_category_over_all_files(tmp_path: Path) -> None:
    other = write(tmp_path, ask("a", "math"), ask("b", "math"), ask("c", "new"))
    files = [DATA / "spec_bench" / "questions.jsonl", DATA / "quixbugs" / "programs.jsonl", other]
    questions = read_all(files, limit=1)
    assert [one.id for one in questions] == ["84", "120", "122", "444", "bitcount", "c"]


def test_empty_lines_and_further_keys_are_passed_over(tmp_path: Path) -> None:
    file = write(tmp_path, "", {**ask(), "reference": ["x"]}, "  ")
    assert [one.turns for one in read_all([file])] == [("hello",)]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 2: not JSON"),
        ("[1]", "line 2: not a JSON object"),
        ("[" * 100_000, "line 2: not JSON"),
        (ask(None), "line 2: question_id must be a number or a text"),
        (ask(True), "line 2: question_id must be a number or a text"),
        (ask(category=" "), "line 2: category must be a text that is not empty"),
        (ask(turns="hello"), "line 2: turns must be a list of texts, none of them empty"),
        (ask(turns=[]), "line 2: turns must be a list of texts, none of them empty"),
        (ask(turns=["a", ""]), "line 2: turns must be a list of texts, none of them empty"),
        (ask(turns=["\ud800"]), "line 2: turns must be a list of texts, none of them empty"),
        ({"question_id": 1}, "line 2: category must be"),
        ({"name": "x", "buggy_program": 5}, "line 2: turns must be"),
        (ask(0), "line 2: question 0 of chat is also"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, line: object, told: str) -> None:
    file = write(tmp_path, ask(0), line)
    with pytest.raises(UsageError) as caught:
        read_all([file])
    assert str(caught.value).startswith(f"{file}, {told}")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"\n\xff\xfe\n")
    with pytest.raises(UsageError, match="line 2: not text in UTF-8"):
        read_all([file])


def test_a_file_that_is_empty_or_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no questions"):
        read_all([write(tmp_path, "")])
    with pytest.raises(UsageError, match="No such file"):
        read_all([tmp_path / "nowhere"])
    with pytest.raises(UsageError, match="directory"):
        read_all([tmp_path])
