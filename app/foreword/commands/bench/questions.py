"""Files to questions: one JSON object a line, in Spec-Bench's form or QuixBugs'.

Spec-Bench's has `question_id`, `category` and `turns`. Which form a line has shows in its keys. Knows
nothing of models or of what is done with a question.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from foreword.commands import UsageError
from foreword.commands.bench import quixbugs
from foreword.commands.bench.records import Question


def read_all(files: Sequence[Path], limit: int | None = None) -> list[Question]:
    """The questions of all files in their order, at most `limit` of each category.

    Raises UsageError, one line that names file and line, where a file can't be used.
    """
    seen: dict[tuple[str, str], str] = {}
    counts: Counter[str] = Counter()
    questions = []
    for place, question in _numbered(files):
        key = (question.category, question.id)
        if key in seen:
            raise UsageError(f"{place}: question {question.id} of {question.category} is also {seen[key]}")
        seen[key] = place
        counts[question.category] += 1
        if limit is None or counts[question.category] <= limit:
            questions.append(question)
    return questions


def _numbered(files: Iterable[Path]) -> Iterator[tuple[str, Question]]:
    for file in files:
        try:
            lines = file.read_bytes().splitlines()
        except OSError as error:
            raise UsageError(f"{file}: {error.strerror or error}") from error
        empty = True
        for number, line in enumerate(lines, start=1):
            if line.strip():
                empty = False
                place = f"{file}, line {number}"
                yield place, _question(line, place)
        if empty:
            raise UsageError(f"{file} holds no questions")


def _question(line: bytes, place: str) -> Question:
    try:
        value = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise UsageError(f"{place}: not text in UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{place}: not JSON ({error})") from error
    if not isinstance(value, dict):
        raise UsageError(f"{place}: not a JSON object")
    if quixbugs.is_program(value):
        value = quixbugs.as_question(value)
    try:
        return Question(_id(value), _text(value, "category"), _turns(value))
    except ValueError as error:
        raise UsageError(f"{place}: {error}") from error


def _id(value: dict[str, object]) -> str:
    found = value.get("question_id")
    if isinstance(found, bool) or not isinstance(found, int | str) or found == "":
        raise ValueError("question_id must be a number or a text")
    return str(found)


def _text(value: dict[str, object], key: str) -> str:
    found = value.get(key)
    if not isinstance(found, str) or not found.strip():
        raise ValueError(f"{key} must be a text that is not empty")
    return " ".join(found.split())


def _turns(value: dict[str, object]) -> tuple[str, ...]:
    found = value.get("turns")
    if not isinstance(found, list) or not found or not all(_is_turn(turn) for turn in found):
        raise ValueError("turns must be a list of texts, none of them empty")
    return tuple(found)


def _is_turn(turn: object) -> bool:
    if not isinstance(turn, str) or not turn.strip():
        return False
    try:
        turn.encode()  # half a character from an escape, which no tokenizer could read
    except UnicodeEncodeError:
        return False
    return True
