"""QuixBugs programs as questions: repair this. A reply that repeats its prompt with one small change."""

from __future__ import annotations

from collections.abc import Mapping

CATEGORY = "code-repair"


def is_program(value: Mapping[str, object]) -> bool:
    """Whether a line has the form of a QuixBugs program rather than a question's."""
    return "buggy_program" in value and "turns" not in value


def as_question(value: Mapping[str, object]) -> dict[str, object]:
    """The same in the form of a question. What is missing or odd is left for the reader to refuse."""
    program = value["buggy_program"]
    turns = [_prompt(program)] if isinstance(program, str) and program.strip() else []
    return {"question_id": value.get("name"), "category": CATEGORY, "turns": turns}


def _prompt(program: str) -> str:
    program = program.strip("\n")
    return f"Fix the bug in this program and output the whole program:\n```python\n{program}\n```"
