"""The public interface: what a plugin author relies on."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest

from foreword import api
from foreword.api import Budget, Context, Draft, Outcome, Speculator, is_compatible


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


@pytest.mark.parametrize("declared", ["v1.0", "1.0"])
def test_a_plugin_for_this_major_version_is_compatible(declared: str) -> None:
    assert is_compatible(declared) == (True, "")


@pytest.mark.parametrize(
    ("declared", "reason"),
    [
        ("v2.0", "was written for interface v2.0; this is v1.0"),
        ("v0.9", "was written for interface v0.9; this is v1.0"),
        ("v1.7", "needs interface v1.7 or later; this is v1.0: update Foreword"),
        ("latest", "declares the interface version 'latest'; expected one like v1.0"),
        ("v1", "declares the interface version 'v1'; expected one like v1.0"),
        ("v1.0\n", "declares the interface version 'v1.0\\n'; expected one like v1.0"),
        ("", "declares the interface version ''; expected one like v1.0"),
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


def test_the_ten_lines_in_the_documentation_run() -> None:
    code = api.__doc__.split("Ten lines make one:")[1].split("Publish it")[0]  # type: ignore[union-attr]
    space: dict[str, type[Speculator]] = {}
    exec(compile("\n".join(line[4:] for line in code.splitlines()), "docs", "exec"), space)
    draft = space["Echo"]().draft(Context([5, 6, 7, 5]), Budget(2, 1000))
    assert draft == Draft.chain([6, 7])


def test_it_brings_neither_qt_nor_torch() -> None:
    probe = "import sys, foreword.api; print([m for m in ('torch', 'PySide6') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
