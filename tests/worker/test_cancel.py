"""The two things that may change while the worker is busy."""

from __future__ import annotations

from foreword.worker.cancel import CancelToken, Switches


def test_a_token_is_set_and_cleared() -> None:
    token = CancelToken()
    assert not token.is_set()
    token.set()
    assert token.is_set()
    token.clear()
    assert not token.is_set()


def test_set_for_good_stays_set() -> None:
    token = CancelToken()
    token.set_for_good()
    token.clear()
    assert token.is_set()


def test_switches_are_replaced_whole() -> None:
    switches = Switches(["a", "b"])
    before = switches.enabled()
    switches.set(name for name in ("c",))
    assert (before, switches.enabled()) == (frozenset("ab"), frozenset("c"))
    assert Switches().enabled() == frozenset()
