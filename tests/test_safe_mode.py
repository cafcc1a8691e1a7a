"""Starts that didn't end well are counted; the third in a row is safe."""

from __future__ import annotations

from pathlib import Path

import pytest

from foreword.safe_mode import Starts


def test_after_two_starts_that_were_never_cleared_the_next_is_safe(tmp_path: Path) -> None:
    assert [Starts(tmp_path).begin() for _ in range(4)] == [False, False, True, True]


def test_one_that_went_well_begins_the_count_anew(tmp_path: Path) -> None:
    for _ in range(2):
        assert not Starts(tmp_path).begin()
    starts = Starts(tmp_path)
    assert starts.begin()
    starts.clear()
    starts.clear()
    assert [Starts(tmp_path).begin() for _ in range(3)] == [False, False, True]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"failed": "many"}', '{"failed": -3}', "\udcff"])
def test_a_damaged_file_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "starts.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert not Starts(tmp_path).begin()
    assert not Starts(tmp_path).begin()
    assert Starts(tmp_path).begin()


def test_a_disk_that_takes_no_notes_is_no_reason_not_to_start(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file in the way")
    starts = Starts(tmp_path / "state")
    assert [starts.begin() for _ in range(3)] == [False, False, False]
    starts.clear()
