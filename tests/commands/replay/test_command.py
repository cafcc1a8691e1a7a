"""`foreword replay` in one process: what it prints, what it leaves alone, how it ends."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from foreword.commands.replay import command
from foreword.commands.replay.walk import Told, Walk
from foreword.engine.calibration import Calibration
from foreword.paths import Paths
from foreword.settings import Settings
from foreword.worker import service
from foreword.worker.service import pass_times_file
from tests.commands.conftest import Run
from tests.commands.replay.conftest import Chats
from tests.fakes.speculators import RaisesInDraft, registry_of

WORDS = "the cat and the dog and the cat and the dog and the cat and the dog"


@pytest.fixture
def stored(chats: Chats) -> Chats:
    """Two chats, of three replies that repeat their questions."""
    chats.talk("one", WORDS, WORDS, "and once more", WORDS)
    chats.talk("two", WORDS.upper(), WORDS.upper())
    return chats


def lines(out: str) -> dict[str, list[str]]:
    """The table's lines as words, by their first one."""
    return {line.split()[0]: line.split() for line in out.splitlines() if line.strip()}


def test_a_table_of_each_list_and_each_speculator(foreword: Run, tiny: Path, stored: Chats) -> None:
    ran = foreword("replay", "--model", str(tiny), "--speculators", "ngram")
    assert ran.code == 0
    first, second, third = ran.out.splitlines()[:3]
    assert first == f"2 chats, 3 replies, {3 * (len(WORDS) + 1)} tokens of tiny"
    assert second.startswith("verified: chains, all that fits a width of 16")
    assert third.startswith("history: none at first")
    table = lines(ran.out)
    assert table["plain"][1:] == ["0", "0", "0", "-", "1.00", "-"]
    drafted, verified, accepted = map(int, table["ngram"][1:4])
    assert drafted >= verified >= accepted > 50
    assert ran.err == "reply 1 of 3\n"


def test_the_json_says_the_same(foreword: Run, tiny: Path, stored: Chats) -> None:
    found = foreword("replay", "--model", str(tiny), "--speculators", "ngram", "--json").json
    assert (found["model"], found["chats"], found["replies"], found["replayed"]) == ("tiny", 2, 3, 3)
    assert found["passes"] == {"measured": False, "widths": [16], "branches": False}
    assert found["history"].startswith("none at first")
    plain, ngram = found["configurations"]
    assert (plain["label"], plain["tokens_per_pass"], plain["passes"]) == ("plain", 1.0, plain["tokens"])
    assert ngram["tokens"] == plain["tokens"]
    assert ngram["tokens_per_pass"] == ngram["tokens"] / ngram["passes"] > 2
    (own,) = ngram["speculators"]
    assert own["name"] == "ngram"
    assert (own["drafted"], own["accepted"]) == (ngram["drafted"], ngram["accepted"])
    times = own["draft_microseconds"]
    assert times["steps"] == ngram["passes"]
    assert 0 < times["p50"] <= times["p99"]


def test_several_lists_and_the_newest_chats(foreword: Run, tiny: Path, stored: Chats) -> None:
    more = ("--speculators", "ngram", "--speculators", "ngram,suffix_history", "--chats", "1", "--json")
    found = foreword("replay", "--model", str(tiny), *more).json
    assert (found["chats"], found["replies"]) == (1, 1)
    assert [one["label"] for one in found["configurations"]] == ["plain", "ngram", "ngram,suffix_history"]
    assert len({one["tokens"] for one in found["configurations"]}) == 1
    names = [one["name"] for one in found["configurations"][2]["speculators"]]
    assert names == ["ngram", "suffix_history"]


def test_measured_pass_times_decide_and_give_a_ratio(
    foreword: Run, tiny: Path, chats: Chats, paths: Paths
) -> None:
    fingerprint = {"device": "cpu", "mode": "exact", "widths": "2 4 8"}
    question = chats.ask("one", WORDS)
    chats.answer("one", question, WORDS, stats={"fingerprint": fingerprint})
    calibration = Calibration((2, 4, 8), pass_times_file(paths, "tiny", fingerprint))
    for width in (2, 4, 8):
        calibration.times.learn(width, 0, 0.01)
    calibration.save()
    found = foreword("replay", "--model", str(tiny), "--speculators", "ngram", "--json").json
    assert found["passes"] == {"measured": True, "widths": [2, 4, 8], "branches": False}
    plain, ngram = found["configurations"]
    assert plain["ratio"] == 1.0
    assert 1.5 < ngram["ratio"] <= ngram["tokens_per_pass"] <= 8.0


def test_options_of_the_settings_hold(foreword: Run, tiny: Path, stored: Chats, paths: Paths) -> None:
    ngram = ("replay", "--model", str(tiny), "--speculators", "ngram", "--json")
    before = foreword(*ngram).json["configurations"][1]
    Settings(paths.settings).set("speculators.options", {"ngram": {"longest_draft": 1}})
    after = foreword(*ngram).json["configurations"][1]
    assert after["drafted"] <= after["passes"], "one token a step"
    assert before["drafted"] > before["passes"]


def test_nothing_stays_in_the_profile(foreword: Run, tiny: Path, stored: Chats, paths: Paths) -> None:
    before = {path.name for path in paths.data.rglob("*")}
    foreword("replay", "--model", str(tiny), "--speculators", "ngram,suffix_history")
    assert {path.name for path in paths.data.rglob("*")} == before


def test_no_weights_are_needed(
    foreword: Run, stored: Chats, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from transformers import AutoModelForCausalLM

    def refuse(*_args: Any, **_more: Any) -> None:
        raise AssertionError("a model was loaded")

    monkeypatch.setattr(AutoModelForCausalLM, "from_pretrained", refuse)
    assert foreword("replay", "--model", str(tiny), "--speculators", "ngram").code == 0


# --- how it ends


def test_an_interrupt_prints_what_is_done(
    foreword: Run, tiny: Path, stored: Chats, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk_over = Walk.reply

    def interrupted(walk: Walk, told: Told) -> None:
        if walk.tally.replies == 2:
            raise KeyboardInterrupt
        walk_over(walk, told)

    monkeypatch.setattr(Walk, "reply", interrupted)
    ran = foreword("replay", "--model", str(tiny), "--speculators", "ngram")
    assert ran.code == 130
    assert "Stopped: 2 of 3 replies are done.\n" in ran.out
    assert int(lines(ran.out)["ngram"][3]) > 0


def test_a_speculator_that_fails_is_one_line(
    foreword: Run, tiny: Path, stored: Chats, monkeypatch: pytest.MonkeyPatch
) -> None:
    def registry(**_settings: Any) -> Any:
        return registry_of(RaisesInDraft)

    monkeypatch.setattr(service, "Registry", registry)
    monkeypatch.setattr(command, "Registry", registry)
    ran = foreword("replay", "--model", str(tiny), "--speculators", "RaisesInDraft")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines()[-1].startswith(
        "foreword: the speculator RaisesInDraft can't be replayed: failed in draft"
    )


def test_mistakes_are_one_line(foreword: Run, tiny: Path, tmp_path: Path, chats: Chats) -> None:
    model = ("--model", str(tiny))
    assert "holds no replies" in foreword("replay", *model, "--speculators", "ngram").fails(1)
    chats.talk("one", "a", "b")
    assert "no speculator 'x'" in foreword("replay", *model, "--speculators", "x").fails(2)
    assert "nothing to replay" in foreword("replay", *model, "--speculators", "none").fails(2)
    assert "named twice" in foreword("replay", *model, *("--speculators", "ngram") * 2).fails(2)
    missing = ("--model", str(tmp_path / "missing"), "--speculators", "ngram")
    assert "there is no folder" in foreword("replay", *missing).fails(1)


def test_a_folder_without_a_tokenizer_is_one_line(
    foreword: Run, tiny: Path, tmp_path: Path, stored: Chats
) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()
    for name in ("config.json", "model.safetensors", "generation_config.json"):
        (bare / name).write_bytes((tiny / name).read_bytes())
    told = foreword("replay", "--model", str(bare), "--speculators", "ngram").fails(1)
    assert "tokenizer" in told


def test_without_chats_nothing_is_made(foreword: Run, tiny: Path, tmp_path: Path) -> None:
    told = foreword("replay", "--model", str(tiny), "--speculators", "ngram").fails(1)
    assert told.startswith("there are no chats to replay")
    assert not (tmp_path / "profile" / "chats.db").exists()


def test_what_comes_with_the_app_can_be_replayed(foreword: Run, tiny: Path, stored: Chats) -> None:
    """By default what the settings switch on."""
    bundled = {point.name for point in entry_points(group="foreword.speculators")}
    found = foreword("replay", "--model", str(tiny), "--json").json
    (label,) = [one["label"] for one in found["configurations"][1:]]
    assert "ngram" in label.split(",")
    assert set(label.split(",")) <= bundled
