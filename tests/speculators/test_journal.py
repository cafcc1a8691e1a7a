"""What a speculator has still to forget survives until it has forgotten it."""

from __future__ import annotations

from pathlib import Path

import pytest

from foreword.speculators.journal import Journal


def test_noted_down_in_order_and_struck_out(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for conversation_id in ("a", "b", "a", "c\nd", "ü"):
        journal.add("far", conversation_id)
    journal.add("near", "x")
    assert Journal(tmp_path).pending("far") == ("a", "b", "c\nd", "ü")
    journal.done("far", ["a", "unknown"])
    assert Journal(tmp_path).pending("far") == ("b", "c\nd", "ü")
    journal.done("far", ["b", "ü", "c\nd"])
    assert Journal(tmp_path).pending("far") == ()
    assert journal.pending("near") == ("x",)
    assert [path.name for path in (tmp_path / ".forget").iterdir()] == ["near.jsonl"]


def test_nothing_is_pending_where_nothing_was_noted(tmp_path: Path) -> None:
    assert Journal(tmp_path).pending("far") == ()
    Journal(tmp_path).done("far", ["a"])
    assert not (tmp_path / ".forget").exists()


def test_a_line_that_was_cut_off_spoils_no_other(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.add("far", "a")
    with (tmp_path / ".forget" / "far.jsonl").open("ab") as file:
        file.write(b'"b\n7\n\xff\n')
    journal.add("far", "c")
    assert journal.pending("far") == ("a", "c")


def test_a_disk_that_doesnt_take_it_says_so(tmp_path: Path) -> None:
    (tmp_path / ".forget").write_text("a file in the way")
    with pytest.raises(OSError):  # noqa: PT011 - any will do
        Journal(tmp_path).add("far", "a")
