"""The planner: plain when nothing pays, drafts when they do, and never given up for good."""

from __future__ import annotations

import pytest

from foreword.api import Draft
from foreword.engine.planner import Plan, Planner
from foreword.engine.tree import TokenTree

WIDTHS = (2, 4, 8, 16, 32, 64, 128)


def chain(length: int, match_length: int = 4, source: str = "a") -> TokenTree:
    return TokenTree.merge(0, [(source, Draft.chain(range(1, length + 1), (), match_length))])


def taught(planner: Planner, seconds: dict[int, float]) -> Planner:
    for width, each in seconds.items():
        planner.calibration.times.learn(width, 0, each)
    return planner


def dear(cost_per_token: float = 1.0) -> Planner:
    """A machine on which every token of a pass costs as much as a plain pass."""
    return taught(Planner(WIDTHS), {width: cost_per_token * width for width in WIDTHS})


def flat() -> Planner:
    """A machine on which a pass costs the same at any width."""
    return taught(Planner(WIDTHS), dict.fromkeys(WIDTHS, 1.0))


def run(planner: Planner, steps: int, length: int, survives: int, match_length: int = 4) -> list[int]:
    """Drafted nodes verified in each step, where the first `survives` of a draft are right."""
    verified = []
    for _ in range(steps):
        plan = planner.plan(chain(length, match_length), room=100)
        count = len(plan.tree) - 1
        verified.append(count)
        seconds = planner.calibration.times.of(plan.width, 0)
        right = min(count, survives)
        planner.learn(plan, [*range(1, right + 1), right + 1 if right < survives else 0], seconds)
    return verified


def test_nothing_drafted_is_a_plain_step() -> None:
    assert len(flat().plan(TokenTree(0), room=10).tree) == 1


def test_where_width_is_free_all_that_survives_is_verified() -> None:
    assert run(flat(), 60, 20, survives=20)[-1] == 20


def test_the_room_is_never_exceeded() -> None:
    for room in (0, 1, 5):
        assert len(flat().plan(chain(20), room).tree) - 1 <= room


def test_the_widest_pass_is_never_exceeded() -> None:
    planner = flat()
    run(planner, 60, 500, survives=500)
    assert len(planner.plan(chain(500), room=1000).tree) <= planner.widest


def test_drafts_that_never_survive_are_given_up_but_probed_again() -> None:
    verified = run(dear(), 400, 10, survives=0)
    assert set(verified[-100:]) == {1, WIDTHS[1] - 1}  # one fits into a plain pass and costs nothing
    assert sum(count > 1 for count in verified[-100:]) in range(1, 6)


def test_probes_that_succeed_bring_drafting_back() -> None:
    planner = taught(Planner(WIDTHS), {width: 1 + width / 20 for width in WIDTHS})
    run(planner, 300, 10, survives=0)
    assert max(run(planner, 10, 10, survives=0)) <= 3
    assert run(planner, 300, 10, survives=10)[-1] == 10


def test_where_width_is_dear_only_sure_drafts_are_verified() -> None:
    planner = taught(Planner(WIDTHS), {width: 1 + width / 8 for width in WIDTHS})
    half_right = run(planner, 200, 16, survives=2)[-1]
    assert half_right <= 3
    sure = taught(Planner(WIDTHS), {width: 1 + width / 8 for width in WIDTHS})
    assert run(sure, 400, 16, survives=16)[-1] >= 7


def test_strong_and_weak_matches_have_separate_books() -> None:
    planner = taught(Planner(WIDTHS), {width: 1 + width / 8 for width in WIDTHS})
    for _ in range(150):
        run(planner, 1, 12, survives=0, match_length=2)
        run(planner, 1, 12, survives=12, match_length=32)
    assert len(planner.plan(chain(12, 32), 100).tree) > 8
    assert len(planner.plan(chain(12, 2), 100).tree) <= 4


def test_a_width_that_is_cheaper_than_a_narrower_one_is_used() -> None:
    """Pass time is not monotonic: where 8 costs less than 4, a draft is not cut to fit into 4."""
    planner = taught(Planner((2, 4, 8)), {2: 1.0, 4: 3.0, 8: 1.1})
    assert run(planner, 1, 7, survives=7)[0] == 7


def test_one_slow_pass_does_not_move_the_median() -> None:
    planner = flat()
    for _ in range(10):
        planner.calibration.times.learn(4, 0, 1.0)
    planner.calibration.times.learn(4, 0, 50.0)
    assert planner.calibration.times.of(4, 0) == 1.0


def test_a_width_without_measurements_is_guessed_to_cost_more_not_less() -> None:
    planner = taught(Planner(WIDTHS), {8: 1.0})
    assert planner.calibration.times.of(64, 0) > planner.calibration.times.of(16, 0) > 1.0
    assert planner.calibration.times.of(4, 0) == pytest.approx(1.0)


def test_of_two_branches_the_better_chain_is_taken() -> None:
    planner = flat()
    for _ in range(80):
        for source, right in (("good", True), ("bad", False)):
            tree = chain(4, source=source)
            planner.learn(Plan(tree, 8, tree), [1, 2, 3, 4, 0] if right else [0], 1.0)
    both = TokenTree.merge(
        0, [("bad", Draft.chain([1, 2, 3, 4], (), 4)), ("good", Draft.chain([5, 6, 7, 8], (), 4))]
    )
    planned = planner.plan(both, room=10).tree
    assert planned.token_ids == [0, 5, 6, 7, 8]
    assert planned.is_chain()


def test_a_node_that_two_agree_on_is_judged_by_the_better_of_them_and_both_learn() -> None:
    planner = taught(Planner(WIDTHS), {width: 1 + width / 8 for width in WIDTHS})
    for _ in range(80):
        for source, right in (("good", True), ("bad", False)):
            tree = chain(6, source=source)
            planner.learn(Plan(tree, 8, tree), [1, 2, 3, 4, 5, 6, 0] if right else [0], 2.0)
    assert len(planner.plan(chain(6, source="bad"), room=10).tree) <= 2
    agreed = TokenTree.merge(0, [(name, Draft.chain(range(1, 7), (), 4)) for name in ("bad", "good")])
    plan = planner.plan(agreed, room=10)
    assert plan.tree.sources[1:] == [("bad", "good")] * 6
    survival = planner.calibration.survival
    before = survival.of(chain(6, source="bad"), 1)
    planner.learn(plan, [1, 2, 3, 4, 5, 6, 0], 2.0)
    assert survival.of(chain(6, source="bad"), 1) > before


def test_each_source_is_judged_by_its_own_match() -> None:
    """One that rests on two tokens gains nothing from standing beside one that rests on many."""
    planner = flat()
    for _ in range(50):
        weak = TokenTree.merge(0, [("weak", Draft.chain([1], (), 2))])
        planner.learn(Plan(weak, 2, weak), [0], 1.0)
    both = TokenTree.merge(0, [("weak", Draft.chain([1], (), 2)), ("strong", Draft.chain([1], (), 40))])
    survival = planner.calibration.survival
    assert survival.of(both, 1) == survival.of(chain(1, 40, "strong"), 1) == pytest.approx(0.7)
    for _ in range(50):
        planner.learn(Plan(both, 2, both), [1, 0], 1.0)
    assert survival.of(chain(1, 40, "weak"), 1) == pytest.approx(0.7)


def test_what_was_not_verified_is_judged_as_far_as_the_target_wrote() -> None:
    planner = dear()
    for _ in range(60):
        drafted = chain(4)
        planner.learn(Plan(TokenTree(0), 2, drafted), [1], 1.0)
    survival = planner.calibration.survival
    assert survival.of(chain(4), 1) > 0.95
    assert survival._counts.keys() == {("a", 3, 1)}


def test_a_chain_that_is_too_long_for_the_room_does_not_hide_one_that_fits() -> None:
    planner = flat()
    for _ in range(80):
        late = chain(8, source="late")
        planner.learn(Plan(late, 16, late), [1, 2, 3, 4, 5, 6, 7, 8, 0], 1.0)
        early = TokenTree.merge(0, [("early", Draft.chain([1, 2], (), 4))])
        planner.learn(Plan(early, 4, early), [1, 0], 1.0)
    both = TokenTree.merge(
        0, [("late", Draft.chain([5, 6, 7, 8], (), 4)), ("early", Draft.chain([1], (), 4))]
    )
    assert planner.plan(both, room=1).tree.token_ids in ([0, 5], [0, 1])
    assert planner.plan(both, room=4).tree.token_ids == [0, 5, 6, 7, 8]


def test_chunks_of_a_prompt_are_as_large_as_the_time_allows() -> None:
    planner = Planner(WIDTHS)
    assert planner.chunk(WIDTHS, 0, 0.1) in WIDTHS[1:-1]  # nothing measured: neither extreme
    for width in WIDTHS:
        planner.learn_chunk(width, 0, width / 500)
        planner.learn_chunk(width, 5000, width / 50)
    assert planner.chunk(WIDTHS, 0, 0.14) == 64
    assert planner.chunk(WIDTHS, 5000, 0.14) == 4
    assert planner.chunk(WIDTHS, 5000, 0.001) == WIDTHS[0]
