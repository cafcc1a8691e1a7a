"""The suite for authors: a good speculator passes all of it, and each rule catches one that breaks it."""

from __future__ import annotations

import inspect
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from foreword.api import Speculator
from foreword.api.testing import Driver, Reply, SpeculatorConformance, ToyModel, check_plain
from foreword.api.testing import durability as durability_module
from tests.api.testing import bad
from tests.api.testing.good import Good


class TestGood(SpeculatorConformance):
    speculator_class = Good


#: Each test of the suite, and speculators that must fail it, with what the failure has to say.
CAUGHT: list[tuple[str, type[Speculator], str]] = [
    ("is_described_in_one_line", bad.Mute, "one sentence"),
    ("declares_sound_options", bad.TwoOptionsOfOneName, "two options are called longest"),
    ("declares_sound_options", bad.TooCurious, "0 to 16, not 17"),
    ("options_can_be_pickled", bad.Unpicklable, "pickl"),
    (
        "takes_every_value_that_its_options_allow",
        bad.ChokesOnAnEnd,
        "`configure` raised ValueError: too long",
    ),
    ("status_is_sound_and_cheap", bad.BadStatus, "everything in a status is text"),
    ("status_is_sound_and_cheap", bad.StatusOfAnUnknownOption, "'longest', which is no TextOption"),
    ("status_is_sound_and_cheap", bad.DearStatus, "asked for often"),
    ("every_button_can_be_pressed", bad.BreaksWhenPressed, "`act` raised KeyError: 'clear'"),
    ("every_button_can_be_pressed", bad.SilentWhenPressed, "`act` returned None"),
    ("reply_is_the_plain_one", bad.Nothing, "must_draft = False"),
    ("reply_is_the_plain_one", bad.OverBudget, "with a budget of"),
    ("reply_is_the_plain_one", bad.PastTheVocabulary, "plain ints from 0 to 256"),
    ("reply_is_the_plain_one", bad.WritesIntoTheContext, "`draft` changed the context"),
    ("reply_is_the_plain_one", bad.ChangesTheOutcome, "`observe` changed what it was given"),
    ("reply_is_the_plain_one", bad.ChangesTheSession, "`start` changed what it was given"),
    ("reply_is_the_plain_one", bad.RefusesToDraft, "which only attach and start may"),
    ("reply_is_the_plain_one", bad.RefusesEveryTarget, "may_be_unsuitable = True"),
    ("switched_on_in_the_middle_of_a_reply", bad.ExpectsAPromptAlone, "where does this come from"),
    ("a_reply_may_end_at_once", bad.ExpectsAWholeReply, "`finish` raised RuntimeError"),
    ("conversations_in_turn", bad.OneChatAlone, "another chat"),
    ("targets_in_turn", bad.LargestTargetAlone, "plain ints from 0 to 6"),
    ("a_prompt_of_one_token_or_none", bad.ExpectsTokens, "`draft` raised IndexError"),
    ("tiny_vocabularies", bad.ExpectsManyIds, "plain ints from 0 to 0"),
    ("a_vocabulary_larger_than_its_tokenizer", bad.TrustsTheTokenizer, "`start` raised KeyError"),
    ("drafts_in_time", bad.Slow, "5 drafts in a row"),
    ("drafts_in_time", bad.Hangs, "`draft` did not return within 2 s"),
    ("a_temporary_chat_leaves_no_trace", bad.KeepsTemporaryChats, "still holds"),
    ("a_temporary_chat_leaves_no_trace", bad.NotesTheNamesOfTemporaryChats, "the conversation's id"),
    ("a_temporary_chat_leaves_no_trace", bad.HidesTemporaryChats, "it can't know any more"),
    ("a_deleted_chat_is_forgotten", bad.NeverForgets, "it can't know any more"),
    ("a_deleted_chat_is_forgotten", bad.ForgetsInMemoryAlone, "chats.json still holds"),
    ("a_deleted_chat_is_forgotten", bad.ForgetsOnTheDiskAlone, "it can't know any more"),
    ("a_chat_that_was_learnt_is_forgotten", bad.ForgetsOnlyItsOwn, "it can't know any more"),
    ("a_chat_deleted_while_it_was_off_is_forgotten", bad.CantForgetBeforeATarget, "attach comes first"),
    ("goes_on_in_the_folder_of_the_last_run", bad.RefusesAnOldFile, "`open` raised RuntimeError"),
    ("does_without_its_files", bad.NeedsItsFile, "`open` raised FileNotFoundError"),
    ("goes_on_after_a_crash", bad.LeavesALock, "somebody else has it open"),
    ("survives_damage_to_its_files", bad.TrustsItsFile, "`open` raised JSONDecodeError"),
    ("close_ends_its_threads", bad.LeavesAThread, "these threads still run"),
    ("leaves_the_process_alone", bad.MovesAway, "the current folder"),
    ("leaves_the_process_alone", bad.AddsAPath, "sys.path"),
]


@pytest.fixture
def process() -> Iterator[None]:
    """As it was before, whatever a bad one did to it."""
    folder, path = Path.cwd(), list(sys.path)
    yield
    os.chdir(folder)
    sys.path[:] = path
    for end in bad.LeavesAThread.ends:
        end.set()


@pytest.mark.usefixtures("process")
@pytest.mark.parametrize(
    ("rule", "speculator", "message"), CAUGHT, ids=[f"{rule}-{broken.__name__}" for rule, broken, _ in CAUGHT]
)
def test_each_rule_catches_who_breaks_it(
    rule: str, speculator: type[Speculator], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durability_module, "THREAD_SECONDS", 0.05)
    with pytest.raises(AssertionError) as caught:
        run(rule, speculator, tmp_path, microseconds=1_000)
    assert message in str(caught.value)


def test_every_rule_is_shown_to_catch_something() -> None:
    rules = {name.removeprefix("test_") for name in dir(SpeculatorConformance) if name.startswith("test_")}
    assert rules == {rule for rule, _, _ in CAUGHT}


def test_one_that_may_be_unsuitable_is_skipped_with_its_reason(tmp_path: Path) -> None:
    with pytest.raises(pytest.skip.Exception, match="unsuitable: no model is chosen"):
        run("reply_is_the_plain_one", bad.RefusesEveryTarget, tmp_path, may_be_unsuitable=True)


def test_a_changed_answer_is_told_with_its_place() -> None:
    with pytest.raises(AssertionError, match="differs from plain decoding at token 1"):
        check_plain(Reply([1, 2, 3], [1, 7, 3], 0, 0, 3))


def test_a_speculator_runs_in_one_thread_of_its_own(tmp_path: Path) -> None:
    threads: set[int] = set()

    class Watched(Good):
        def __init__(self) -> None:
            threads.add(threading.get_ident())

        def __getattribute__(self, name: str) -> object:
            if name in ("open", "configure", "attach", "start", "draft", "observe", "finish", "close"):
                threads.add(threading.get_ident())
            return super().__getattribute__(name)

    driver = Driver(Watched, tmp_path, ToyModel())
    driver.open()
    driver.reply("a chat", [1, 2, 3])
    inside = threads - {threading.get_ident()}
    driver.close()
    assert len(inside) == 1


def test_the_steps_are_of_every_kind(tmp_path: Path) -> None:
    """Drafts asked for and not, cut, accepted in part, and tokens of others: else less would be tested."""
    seen: set[str] = set()

    class Noting(Good):
        def start(self, session: object) -> None:
            super().start(session)  # type: ignore[arg-type]
            self._drafted: tuple[int, ...] | None = None

        def draft(self, context: object, budget: object) -> object:  # type: ignore[override]
            draft = super().draft(context, budget)  # type: ignore[arg-type]
            self._drafted = draft.token_ids if draft else ()
            return draft

        def observe(self, outcome: object) -> None:
            super().observe(outcome)  # type: ignore[arg-type]
            drafted, committed = self._drafted, outcome.token_ids  # type: ignore[attr-defined]
            accepted = outcome.accepted  # type: ignore[attr-defined]
            seen.add("unasked" if drafted is None else "asked")
            if drafted:
                seen.add("whole" if accepted == len(drafted) else "part" if accepted else "none")
                seen.add("cut" if not accepted and committed[0] == drafted[0] else "uncut")
            seen.add("others" if len(committed) > accepted + 1 else "own")
            self._drafted = None

    driver = Driver(Noting, tmp_path, ToyModel())
    driver.open()
    for chat in range(4):
        driver.reply(f"chat {chat}", ToyModel().prompt(60, chat), length=120)
    driver.close()
    assert seen == {"asked", "unasked", "whole", "part", "none", "cut", "uncut", "others", "own"}


def run(rule: str, speculator: type[Speculator], folder: Path, **hooks: object) -> None:
    """One test of the suite, as pytest calls it."""
    suite = type("Suite", (SpeculatorConformance,), {"speculator_class": speculator, **hooks})()
    test: Callable[..., None] = getattr(suite, f"test_{rule}")
    given = {"tmp_path": folder, "record_property": lambda name, value: None}
    test(**{name: given[name] for name in inspect.signature(test).parameters})
