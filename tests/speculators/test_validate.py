"""Whatever a plugin returns: a small, valid draft or the reason why not; never another exception."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foreword.api import Draft
from foreword.speculators.validate import BadDraft, checked

BUDGET, VOCABULARY = 8, 50


class HostileInt(int):
    """An int whose every method breaks."""

    def __lt__(self, other: object) -> bool:
        raise RuntimeError("compared")

    __le__ = __ge__ = __gt__ = __lt__  # type: ignore[assignment]

    def __repr__(self) -> str:
        raise RuntimeError("printed")


class HostileTuple(tuple[int, ...]):
    """A tuple that claims to be longer than it is, and breaks when it is cut."""

    def __len__(self) -> int:
        return 1 << 40

    def __getitem__(self, at: Any) -> Any:
        raise RuntimeError("cut")


class HostileDraft(Draft):
    def __getattribute__(self, name: str) -> Any:
        if name == "token_ids":
            raise RuntimeError("read")
        return super().__getattribute__(name)


class Liar:
    """Says that it is a Draft."""

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return Draft


scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, VOCABULARY + 3)
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.binary(max_size=3)
    | st.sampled_from([10**5000, -(10**5000), HostileInt(1), np.int64(1), np.float32(1), object()])
)
junk = scalars | st.lists(scalars, max_size=12) | st.lists(scalars, max_size=12).map(tuple)
drafts = st.builds(Draft, junk, junk, junk, junk)
small = st.integers(0, 12)


def assert_sound(draft: Draft) -> None:
    assert type(draft) is Draft
    assert 1 <= len(draft.token_ids) == len(draft.parents) <= BUDGET
    assert all(type(token) is int and 0 <= token < VOCABULARY for token in draft.token_ids)
    assert all(type(up) is int and -1 <= up < node for node, up in enumerate(draft.parents))
    assert type(draft.match_length) is int
    assert draft.match_length >= 0
    assert draft.scores == ()


@given(junk | drafts)
def test_junk_becomes_a_sound_draft_or_a_reason(value: Any) -> None:
    reason = "sound"
    draft = None
    try:
        draft = checked(value, tokens=BUDGET, vocab_size=VOCABULARY)
    except BadDraft as error:
        reason = str(error)
    if draft is not None:
        assert_sound(draft)
    assert 0 < len(reason) < 200
    assert "\n" not in reason


@given(st.data())
def test_a_sound_draft_passes_and_what_exceeds_the_budget_is_cut(data: st.DataObject) -> None:
    ids = data.draw(st.lists(st.integers(0, VOCABULARY - 1), max_size=2 * BUDGET))
    parents = [data.draw(st.integers(-1, node - 1)) for node in range(len(ids))]
    length = data.draw(small)
    draft = checked(Draft(tuple(ids), tuple(parents), (), length), tokens=BUDGET, vocab_size=VOCABULARY)
    if not ids:
        assert draft is None
    else:
        assert draft == Draft(tuple(ids[:BUDGET]), tuple(parents[:BUDGET]), (), length)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([1, 2], "returned a list, not a Draft"),
        (7, "returned 7, not a Draft"),
        (Liar(), "returned a Liar, not a Draft"),
        (HostileDraft((1,), (-1,)), "returned a HostileDraft, not a Draft"),
        (Draft([1], (-1,)), "has token_ids or parents that are no plain tuples"),  # type: ignore[arg-type]
        (Draft(HostileTuple((1,)), (-1,)), "has token_ids or parents that are no plain tuples"),
        (Draft((1, 2), (-1,)), "has 2 tokens but 1 parents"),
        (Draft((1, -1), (-1, 0)), "proposed -1, which is no plain int of 0 to 49"),
        (Draft((50,), (-1,)), "proposed 50, which is no plain int of 0 to 49"),
        (Draft((10**5000,), (-1,)), "proposed a huge int, which is no plain int of 0 to 49"),
        (Draft((True,), (-1,)), "proposed a bool, which is no plain int of 0 to 49"),
        (Draft((1.0,), (-1,)), "proposed a float, which is no plain int of 0 to 49"),  # type: ignore[arg-type]
        (Draft((None,), (-1,)), "proposed a NoneType, which is no plain int of 0 to 49"),  # type: ignore[arg-type]
        (Draft((np.int64(1),), (-1,)), "proposed a int64, which is no plain int of 0 to 49"),  # type: ignore[arg-type]
        (Draft((HostileInt(1),), (-1,)), "proposed a HostileInt, which is no plain int of 0 to 49"),
        (Draft((1,), (0,)), "gave node 0 the parent 0; a parent comes before its children"),
        (Draft((1, 2), (-1, -2)), "gave node 1 the parent -2; a parent comes before its children"),
        (Draft((1,), (-1,), (), -1), "gave the match length -1; expected a count of tokens"),
        (Draft((1,), (-1,), (), 2.5), "gave the match length a float; expected a count of tokens"),  # type: ignore[arg-type]
    ],
)
def test_each_fault_is_named(value: Any, reason: str) -> None:
    with pytest.raises(BadDraft) as caught:
        checked(value, tokens=BUDGET, vocab_size=VOCABULARY)
    assert str(caught.value) == reason


def test_what_is_cut_off_is_not_even_read() -> None:
    unread = (HostileInt(1),) * 1_000_000
    draft = Draft((1,) * BUDGET + unread, tuple(range(-1, BUDGET - 1)) + unread)
    assert checked(draft, tokens=BUDGET, vocab_size=VOCABULARY) == Draft.chain([1] * BUDGET)


def test_nothing_is_no_fault() -> None:
    assert checked(None, tokens=BUDGET, vocab_size=VOCABULARY) is None
    assert checked(Draft((), ()), tokens=BUDGET, vocab_size=VOCABULARY) is None
