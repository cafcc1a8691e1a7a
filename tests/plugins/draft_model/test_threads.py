"""Drafting computes alone, and nobody else notices."""

from __future__ import annotations

import threading

import torch

from foreword_draft_model.threads import compute_alone


def in_a_thread(*calls: object) -> list[int]:
    counts: list[int] = []

    def run() -> None:
        for call in calls:
            call()  # type: ignore[operator]
        counts.append(torch.get_num_threads())

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return counts


def test_the_thread_that_drafts_has_no_team_and_others_keep_theirs() -> None:
    here, others = torch.get_num_threads(), in_a_thread()
    assert in_a_thread(compute_alone) == [1]
    assert torch.get_num_threads() == here
    assert in_a_thread() == others


def test_the_main_thread_is_left_as_it_is() -> None:
    before = torch.get_num_threads()
    compute_alone()
    assert torch.get_num_threads() == before
