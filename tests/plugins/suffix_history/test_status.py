"""What the settings show, and the buttons."""

from __future__ import annotations

import pickle

import pytest

from foreword_suffix_history import SuffixHistorySpeculator
from tests.plugins.suffix_history.helpers import Bench


def actions(history: Bench, conversation_id: str | None) -> list[str]:
    status = history.speculator.status(conversation_id)
    assert status is not None
    return [action.name for action in status.actions]


def test_it_says_what_it_holds_and_how_often_it_helps(history: Bench) -> None:
    assert history.facts()["Hit rate overall"] == "no steps yet"
    history.chat("old", [1, 2, 3, 4, 5, 6, 7, 8])
    history.start([1, 2, 3, 4], "new")
    assert history.draft() is not None
    history.observe(5, 6, 9, accepted=2)
    history.draft()
    history.observe(9)
    history.speculator.finish()
    history.settle()
    facts = history.facts()
    assert facts["Conversations"] == "2"
    assert facts["Tokens"] == "16"
    assert facts["Size on disk"].endswith("MB of 256 MB")
    rate = "a draft in 50% of 2 steps, 50% of its tokens accepted"
    assert (facts["Hit rate since the start"], facts["Hit rate overall"]) == (rate, rate)
    history.reopen()
    facts = history.facts()
    assert (facts["Hit rate since the start"], facts["Hit rate overall"]) == ("no steps yet", rate)


def test_buttons_for_the_open_chat_are_there_where_one_is_open(history: Bench) -> None:
    assert actions(history, None) == ["clear", "rebuild"]
    assert actions(history, "here") == ["clear", "rebuild", "exclude"]
    history.speculator.act("exclude", "here")
    assert actions(history, "here") == ["clear", "rebuild", "include"]
    assert actions(history, "there") == ["clear", "rebuild", "exclude"]
    history.speculator.act("include", "here")
    assert actions(history, "here") == ["clear", "rebuild", "exclude"]


def test_only_clearing_asks_first(history: Bench) -> None:
    status = history.speculator.status("here")
    assert status is not None
    assert {action.name for action in status.actions if action.confirm} == {"clear"}


def test_an_unknown_button_is_our_own_fault(history: Bench) -> None:
    with pytest.raises(ValueError, match="unknown action"):
        history.speculator.act("dance", None)
    with pytest.raises(ValueError, match="unknown action"):
        history.speculator.act("exclude", None)


def test_options_are_typed_and_picklable() -> None:
    options = SuffixHistorySpeculator.options
    assert pickle.loads(pickle.dumps(options)) == options
    defaults = {option.name: option.check(option.default) for option in options}
    assert defaults == {"size_cap": 256, "longest_draft": 32, "shortest_match": 4, "branches": 4}


def test_a_fault_of_our_own_in_the_writer_is_not_swallowed(history: Bench) -> None:
    history.store.submit(lambda writer: 1 // 0)
    history.store.submit(lambda writer: None).result()
    with pytest.raises(ZeroDivisionError):
        history.speculator.status(None)


def test_no_thread_is_left_after_closing(history: Bench) -> None:
    import threading

    history.chat("old", [1, 2, 3, 4, 5, 6])
    history.speculator.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("suffix-history")]
