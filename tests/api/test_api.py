"""The public interface: what a plugin author relies on."""

from __future__ import annotations

import dataclasses
import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from foreword import api
from foreword.api import (
    Budget,
    Context,
    Draft,
    Outcome,
    Sampling,
    Session,
    Speculator,
    is_compatible,
    keyed_bits,
)
from foreword.api.sampling import keyed_bits_of
from foreword.api.testing import SpeculatorConformance, ToyTokenizer


def test_a_chain_is_the_tree_in_which_each_token_follows_the_one_before() -> None:
    draft = Draft.chain([7, 8, 9], match_length=4)
    assert draft.token_ids == (7, 8, 9)
    assert draft.parents == (-1, 0, 1)
    assert (draft.scores, draft.match_length, len(draft)) == ((), 4, 3)


def test_an_empty_chain_is_an_empty_draft() -> None:
    assert Draft.chain([]) == Draft((), ())
    assert len(Draft.chain([])) == 0


def test_a_chain_copies_what_it_is_given() -> None:
    ids = [1, 2]
    draft = Draft.chain(ids, scores=[0.5, 0.25])
    ids.append(3)
    assert (draft.token_ids, draft.scores) == ((1, 2), (0.5, 0.25))


@pytest.mark.parametrize("value", [Draft((), ()), Context(()), Budget(1, 1), Outcome((1,), 0)])
def test_what_crosses_to_a_plugin_is_frozen(value: object) -> None:
    name = dataclasses.fields(value)[0].name  # type: ignore[arg-type]
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, name, ())


@pytest.mark.parametrize("declared", ["v1.0", "1.0", "v1.1"])
def test_a_plugin_for_this_major_version_is_compatible(declared: str) -> None:
    assert is_compatible(declared) == (True, "")


@pytest.mark.parametrize(
    ("declared", "reason"),
    [
        ("v2.0", "was written for interface v2.0; this is v1.1"),
        ("v0.9", "was written for interface v0.9; this is v1.1"),
        ("v1.7", "needs interface v1.7 or later; this is v1.1: update Foreword"),
        ("latest", "declares the interface version 'latest'; expected one like v1.1"),
        ("v1", "declares the interface version 'v1'; expected one like v1.1"),
        ("v1.0\n", "declares the interface version 'v1.0\\n'; expected one like v1.1"),
        ("", "declares the interface version ''; expected one like v1.1"),
    ],
)
def test_any_other_version_is_refused_with_the_reason(declared: str, reason: str) -> None:
    assert is_compatible(declared) == (False, reason)


def test_a_version_of_thousands_of_digits_is_refused_and_not_computed() -> None:
    compatible, reason = is_compatible("v1." + "9" * 10_000)
    assert not compatible
    assert reason.startswith("declares the interface version")


def test_only_draft_must_be_written() -> None:
    class Shortest(Speculator):
        def draft(self, context: Context, budget: Budget) -> Draft | None:
            return None

    speculator = Shortest()
    speculator.observe(Outcome((1,), 0))
    speculator.finish()
    speculator.forget("chat")
    with pytest.raises(TypeError, match="abstract"):
        Speculator()  # type: ignore[abstract]


class OfVersionOne(Speculator):
    """Written for v1.0: it knows of no call that came later."""

    summary = "Proposes the tokens that followed the last time this token was used."

    def start(self, session: Session) -> None:
        self.seen = list(session.token_ids)

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        if not self.seen or self.seen[-1] not in self.seen[:-1]:
            return None
        at = len(self.seen) - 2 - self.seen[-2::-1].index(self.seen[-1])
        return Draft.chain(self.seen[at + 1 : at + 1 + budget.tokens])

    def observe(self, outcome: Outcome) -> None:
        self.seen.extend(outcome.token_ids)


class TestOneOfVersionOne(SpeculatorConformance):
    speculator_class = OfVersionOne


def test_what_version_one_built_is_still_built_the_same_way() -> None:
    """By position, as a plugin's own tests may do."""
    session = Session("chat", False, (1, 2), 9, ToyTokenizer(9), 5, Path())
    assert (session.seed, session.sampling) == (5, Sampling())
    assert Outcome((1,), 0).likeliest == ()
    assert Draft((1,), (-1,)) == Draft.chain([1])


def test_the_ten_lines_in_the_documentation_run() -> None:
    code = api.__doc__.split("Ten lines make one:")[1].split("Publish it")[0]  # type: ignore[union-attr]
    space: dict[str, type[Speculator]] = {}
    exec(compile("\n".join(line[4:] for line in code.splitlines()), "docs", "exec"), space)
    draft = space["Echo"]().draft(Context([5, 6, 7, 5]), Budget(2, 1000))
    assert draft == Draft.chain([6, 7])


@pytest.mark.parametrize("kind", [np.array, torch.tensor])
def test_keyed_bits_are_the_same_in_every_library(kind: Callable[[list[int]], Any]) -> None:
    ids = [0, 1, 49_151, 2**31, 2**62]
    for seed, position in ((0, 0), (7, 123), (-1, 1), (2**64 - 1, 2**40)):
        bits = keyed_bits(seed, position, kind(ids)).tolist()
        assert bits == [keyed_bits_of(seed, position, token) for token in ids]
        assert all(0 <= number < 2**52 for number in bits)


def test_keyed_bits_never_change() -> None:
    assert [keyed_bits_of(3, 5, token) for token in range(3)] == [
        3241800590651062, 754172592793439, 1320842335824332,
    ]  # fmt: skip


@pytest.mark.parametrize("ids", [[1, 2], 3, np.array([1], np.int32), torch.tensor([1], dtype=torch.int32)])
def test_ids_whose_products_would_not_wrap_are_refused(ids: object) -> None:
    with pytest.raises(TypeError, match="must be an int64 array or tensor"):
        keyed_bits(1, 2, ids)


def test_all_that_is_public_is_documented() -> None:
    for name in api.__all__:
        thing = getattr(api, name)
        assert name in ("API_VERSION", "Option", "Value") or thing.__doc__, name
    for method in vars(Speculator).values():
        if inspect.isfunction(method):
            assert method.__doc__, method


def test_it_brings_neither_qt_nor_torch() -> None:
    probe = (
        "import sys, foreword.api, foreword.api.testing; "
        "print([m for m in ('torch', 'PySide6', 'pytest', 'foreword.messages') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
