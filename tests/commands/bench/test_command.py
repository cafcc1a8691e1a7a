"""`foreword bench` in one process: what it prints and writes, in what order it asks, how it ends."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foreword.commands import CommandError
from foreword.commands.arguments import parser
from foreword.commands.bench import command
from foreword.commands.bench.wire import Task
from foreword.settings import Settings
from foreword.target.fingerprint import Facts
from foreword.worker import service
from tests.commands.bench.conftest import ALL, QUESTIONS, bench, lines_of, rows
from tests.commands.conftest import Run
from tests.fakes.bench import InProcess
from tests.fakes.speculators import AlwaysWrong, RaisesInDraft, registry_of

pytestmark = pytest.mark.usefixtures("in_process")


def test_the_table_has_a_row_for_each_category_and_configuration(
    foreword: Run, endless: Path, file: Path
) -> None:
    ran = foreword(*bench(endless, file, *ALL))
    assert ran.code == 0
    labels = ["plain", "ngram", "transformers", "transformers-lookup:5"]
    table = rows(ran)
    assert [row[0] for row in table[::4]] == ["chat", "math", "total"]
    assert [row[0] if at % 4 else row[1] for at, row in enumerate(table)] == labels * 3
    assert table[8][2] == "3", "questions"
    assert table[9][-3:] == ["4", "of", "4"], "the speculator's replies are plain's"
    first = ran.out.splitlines()[:3]
    assert first[0].startswith("endless, cpu")
    assert first[0].endswith("float32, 1 threads")
    assert first[1] == "exact mode, temperature 0, seed 0, at most 16 tokens a reply"
    assert first[2].startswith("history: none: no earlier chats")


def test_each_speculator_has_a_line_of_its_own(
    foreword: Run, endless: Path, file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    ran = foreword(*bench(endless, file, "--speculators", "ngram", "--json", out))
    lines = ran.out.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("configuration  speculator"))
    label, name, drafted, verified, accepted, microseconds = lines[at + 1].split()
    turns = [turn for one in lines_of(out)[1] if one["configuration"] == "ngram" for turn in one["turns"]]
    own = [turn["by_speculator"]["ngram"] for turn in turns]
    assert (label, name) == ("ngram", "ngram")
    assert [int(drafted), int(verified), int(accepted)] == [
        sum(one[key] for one in own) for key in ("drafted", "verified", "accepted")
    ]
    seconds, passes = sum(one["seconds"] for one in own), sum(turn["passes"] for turn in turns)
    assert microseconds == f"{1e6 * seconds / passes:.0f}"


def test_options_of_the_settings_reach_the_speculators(
    foreword: Run, endless: Path, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "profile").mkdir()
    Settings(tmp_path / "profile" / "settings.toml").set(
        "speculators.options", {"ngram": {"longest_draft": 1}}
    )
    out = tmp_path / "out.jsonl"
    foreword(*bench(endless, file, "--speculators", "ngram", "--json", out))
    head, results = lines_of(out)
    assert head["settings"]["speculator_options"] == {"ngram": {"longest_draft": 1}}
    turns = [turn for one in results if one["configuration"] == "ngram" for turn in one["turns"]]
    assert all(turn["drafted"] <= turn["passes"] for turn in turns)


def test_progress_goes_to_standard_error(foreword: Run, endless: Path, file: Path) -> None:
    ran = foreword(*bench(endless, file, "--speculators", "ngram"))
    assert ran.err.splitlines() == [
        "loading the model for plain",
        "loading the model for ngram",
        "question 1 of 3: chat 1",
        "question 2 of 3: chat 2",
        "question 3 of 3: math x",
    ]


def test_one_warm_up_each_and_then_question_by_question(
    foreword: Run, endless: Path, file: Path, asked: list[tuple[str, str]]
) -> None:
    foreword(*bench(endless, file, "--speculators", "ngram", "--peer", "transformers"))
    assert asked == [
        *((label, "warm-up") for label in ("plain", "ngram", "transformers")),
        *((label, "chat/1") for label in ("plain", "ngram", "transformers")),
        *((label, "chat/2") for label in ("ngram", "transformers", "plain")),
        *((label, "math/x") for label in ("transformers", "plain", "ngram")),
    ]


def test_the_limit_and_the_settings_speculators(
    foreword: Run, endless: Path, file: Path, asked: list[tuple[str, str]]
) -> None:
    ran = foreword(*bench(endless, file, "--limit", 1))
    assert {label for label, _ in asked} == {"plain", "ngram,suffix_history"}, "as the settings have it"
    assert {conversation for _, conversation in asked} == {"warm-up", "chat/1", "math/x"}
    assert ran.code == 0


def test_the_json_lines_hold_the_settings_first_and_then_every_reply(
    foreword: Run, endless: Path, file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    foreword(*bench(endless, file, *ALL, "--json", out, "--temperature", 0.5, "--seed", 7))
    head, results = lines_of(out)
    assert (head["format"], head["questions"], head["files"]) == (1, 3, [str(file)])
    wanted = {"max_tokens": 16, "temperature": 0.5, "seed": 7, "dtype": "float32", "mode": "exact"}
    assert wanted.items() <= head["settings"].items()
    kinds = [(one["configuration"], one["kind"]) for one in head["configurations"]]
    assert kinds == [
        ("plain", "plain"),
        ("ngram", "speculators"),
        ("transformers", "peer"),
        ("transformers-lookup:5", "peer"),
    ]
    assert head["configurations"][3]["prompt_lookup_num_tokens"] == 5
    assert {one["fingerprint"]["dtype"] for one in head["configurations"]} == {"float32"}
    assert len(results) == 3 * 4
    keys = {(one["category"], one["question_id"], one["configuration"]) for one in results}
    assert len(keys) == 12
    for one in results:
        assert len(one["turns"]) == (2 if one["question_id"] == "1" else 1)
        for turn in one["turns"]:
            assert len(turn["token_ids"]) == 16
            assert turn["decode_seconds"] > 0
            assert turn["stop_reason"] == "length"
            own = one["configuration"] in ("plain", "ngram")
            assert turn["decode_tokens"] == (16 if own else turn["decode_tokens"])
            assert ("by_speculator" in turn) == own
            if own:
                assert turn["equals_plain"] is True
                assert turn["passes"] + turn["accepted"] == turn["completion_tokens"]


def test_the_table_is_made_of_what_the_json_lines_say(
    foreword: Run, endless: Path, file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    ran = foreword(*bench(endless, file, "--speculators", "ngram", "--json", out))
    _, results = lines_of(out)
    turns = {
        label: [turn for one in results if one["configuration"] == label for turn in one["turns"]]
        for label in ("plain", "ngram")
    }
    speeds = {
        label: sum(turn["decode_tokens"] for turn in mine) / sum(turn["decode_seconds"] for turn in mine)
        for label, mine in turns.items()
    }
    total = rows(ran)[-1]
    assert total[2] == f"{speeds['ngram']:.1f}"
    assert total[3] == f"{speeds['ngram'] / speeds['plain']:.2f}"
    per_pass = sum(turn["completion_tokens"] for turn in turns["ngram"]) / sum(
        turn["passes"] for turn in turns["ngram"]
    )
    assert total[7] == f"{per_pass:.2f}"
    assert per_pass > 1.0


def test_every_run_starts_from_nothing_and_leaves_nothing_in_the_profile(
    foreword: Run, endless: Path, file: Path, tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    passes = profile / "passes"
    passes.mkdir(parents=True)
    (passes / "times-x.json").write_text("{}")
    (passes / "known.json").write_text("{}")
    foreword(*bench(endless, file, "--speculators", "ngram"))
    assert sorted(path.name for path in profile.rglob("*")) == ["known.json", "passes", "times-x.json"]
    desks = [setup.paths for setup in InProcess.setups]
    assert len({desk.data for desk in desks}) == 2
    assert all(desk.models == profile / "models" for desk in desks)
    assert not any(desk.data.exists() for desk in desks), "removed at the end"


# --- how it ends


def interrupt_at(monkeypatch: pytest.MonkeyPatch, label: str, conversation: str) -> None:
    def before(asked: str, task: Task) -> None:
        if (asked, task.conversation_id) == (label, conversation):
            raise KeyboardInterrupt

    monkeypatch.setattr(InProcess, "before", staticmethod(before))


def test_an_interrupt_prints_the_table_of_the_whole_rounds(
    foreword: Run, endless: Path, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_at(monkeypatch, "plain", "chat/2")  # the speculator had answered it already
    out = tmp_path / "out.jsonl"
    ran = foreword(*bench(endless, file, "--speculators", "ngram", "--json", out))
    assert ran.code == 130
    assert "Stopped: 1 of 3 questions are done.\n" in ran.out
    assert [row[-3:] for row in rows(ran)] == [["2", "of", "2"]] * 4
    assert len(lines_of(out)[1]) == 2


def test_an_interrupt_before_anything_is_done_prints_nothing(
    foreword: Run, endless: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_at(monkeypatch, "ngram", "warm-up")
    ran = foreword(*bench(endless, file, "--speculators", "ngram"))
    assert (ran.code, ran.out) == (130, "")


def test_a_failure_prints_what_is_done_and_one_line(
    foreword: Run, endless: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def before(label: str, task: Task) -> None:
        if (label, task.conversation_id) == ("plain", "chat/2"):
            raise CommandError("plain: its process ended: status -9")

    monkeypatch.setattr(InProcess, "before", staticmethod(before))
    ran = foreword(*bench(endless, file, "--speculators", "ngram"))
    assert ran.code == 1
    assert "Stopped: 1 of 3 questions are done.\n" in ran.out
    assert ran.err.splitlines()[-1] == "foreword: plain: its process ended: status -9"


def test_a_speculator_that_fails_ends_it(
    foreword: Run, endless: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "Registry", lambda **_more: registry_of(RaisesInDraft))
    ran = foreword(*bench(endless, file, "--speculators", "RaisesInDraft"))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines()[-1].startswith("foreword: the speculator RaisesInDraft failed in draft")


def test_a_question_without_room_is_left_out_for_all(foreword: Run, tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    long = {"question_id": 1, "category": "rag", "turns": ["x" * 2000]}
    path.write_text(json.dumps(long) + "\n" + json.dumps(QUESTIONS[2]) + "\n")
    ran = foreword(*bench(tiny, path, "--speculators", "ngram", "--peer", "transformers"))
    assert ran.code == 0
    assert ran.out.splitlines()[-1].startswith("Left out: rag 1: plain: the conversation has 2005 tokens")
    assert {row[0] for row in rows(ran)} == {"math", "total", "ngram", "transformers"}


@pytest.mark.parametrize(("mode", "code"), [("exact", 1), ("fast", 0)])
def test_a_changed_reply_is_told_and_breaks_the_promise_of_the_exact_mode(
    foreword: Run, endless: Path, file: Path, monkeypatch: pytest.MonkeyPatch, mode: str, code: int
) -> None:
    class Cheats(InProcess):
        def ask(self, task: Task) -> Any:
            turns = tuple(f"{turn}!" for turn in task.turns) if self._label == "ngram" else task.turns
            return super().ask(Task(task.conversation_id, turns, task.max_tokens))

    monkeypatch.setattr(command, "Worker", Cheats)
    ran = foreword(*bench(endless, file, "--speculators", "ngram", "--mode", mode))
    assert ran.code == code
    assert any(line.startswith("ngram: ") and "replies differ" in line for line in ran.out.splitlines())


def test_always_wrong_drafts_change_nothing(
    foreword: Run, endless: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "Registry", lambda **_more: registry_of(AlwaysWrong))
    ran = foreword(*bench(endless, file, "--speculators", "AlwaysWrong"))
    assert ran.code == 0
    assert rows(ran)[-1][-3:] == ["4", "of", "4"]


def test_configurations_that_compute_otherwise_are_not_compared(
    foreword: Run, endless: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = Facts.of

    def other_threads(model: Any, backend: str, **more: Any) -> Facts:
        facts = of(model, backend, **more)
        return replace(facts, threads="9") if backend.startswith("transformers generate") else facts

    monkeypatch.setattr(Facts, "of", staticmethod(other_threads))
    ran = foreword(*bench(endless, file, "--peer", "transformers", "--speculators", "none"))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines()[-1] == (
        "foreword: the configurations differ in threads (plain 1, transformers 9), so comparing says nothing"
    )


def test_mistakes_are_one_line_and_2(foreword: Run, endless: Path, file: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text(file.read_text() + "{\n")
    assert foreword(*bench(endless, broken)).fails(2).startswith(f"{broken}, line 4: not JSON")
    assert "no speculator 'x'" in foreword(*bench(endless, file, "--speculators", "x")).fails(2)
    assert "no peer 'x'" in foreword(*bench(endless, file, "--peer", "x")).fails(2)
    assert "'0' is not a whole number" in foreword(*bench(endless, file, "--limit", 0)).fails(2)
    assert f"{broken}, line 4: not JSON" in foreword(*bench(endless, file, "--history", broken)).fails(2)
    assert "required: QUESTIONS" in foreword("bench").fails(2)


def test_what_cannot_be_done_is_one_line_and_1(
    foreword: Run, endless: Path, file: Path, tmp_path: Path
) -> None:
    nowhere = tmp_path / "no" / "out.jsonl"
    assert "No such file" in foreword(*bench(endless, file, "--json", nowhere)).fails(1)
    assert "there is no folder" in foreword(*bench(tmp_path / "none", file)).fails(1)


def test_the_words_of_the_command_line() -> None:
    words = "bench a b --speculators x,y --speculators z --peer p --limit 2 --max-tokens 9"
    more = "--temperature 0.5 --seed 3 --mode fast --json o --history h"
    options = vars(parser().parse_args(f"{words} {more}".split()))
    expected = {
        "questions": [Path("a"), Path("b")], "speculators": ["x,y", "z"], "peer": ["p"], "limit": 2,
        "max_tokens": 9, "temperature": 0.5, "seed": 3, "mode": "fast", "json": Path("o"), "dtype": None,
        "history": [Path("h")],
    }  # fmt: skip
    assert expected.items() <= options.items()
