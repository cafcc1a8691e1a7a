"""The graph pass on a CPU: its buffers, its keys and its replays, with a stand-in for the capture."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from transformers import AutoModelForCausalLM

from foreword.target import attention
from foreword.target.cache import SPAN, SlotCache
from foreword.target.graphs import GraphPass
from foreword.target.layout import chain_layout, tree_layout
from foreword.target.passes import FusedPass
from tests.fakes.tiny_target import tiny_config

CPU = torch.device("cpu")


class Recorder:
    """Captures by remembering the work, as a graph remembers the kernels."""

    def __init__(self) -> None:
        self.captures = 0
        self.replays = 0

    def __call__(self, work: Callable[[], None]) -> Callable[[], None]:
        self.captures += 1

        def replay() -> None:
            self.replays += 1
            work()

        return replay


@pytest.fixture(scope="module")
def fused() -> FusedPass:
    attention.register()
    torch.manual_seed(0)
    model = AutoModelForCausalLM.from_config(
        tiny_config(), attn_implementation=attention.NAME, dtype=torch.float32
    ).eval()
    return FusedPass(model, 1024, 2048)


def run(
    a_pass: FusedPass, cache: SlotCache, ids: list[int], parents: list[int] | None = None
) -> torch.Tensor:
    with torch.inference_mode():
        span = cache.aim(len(ids))
        if parents is None:
            layout = chain_layout(cache.length, len(ids), span, CPU)
        else:
            layout = tree_layout(cache.length, parents, len(ids), span, CPU)
        rows = a_pass.run(ids, layout, cache, rows=True)
        assert rows is not None
        return rows.clone()


def test_replays_give_the_rows_of_the_plain_pass(fused: FusedPass) -> None:
    recorder = Recorder()
    graph = GraphPass(fused, recorder)
    ours, theirs = SlotCache(2, 1500), SlotCache(2, 1500)
    for begin in range(0, 640, 4):
        ids = [(begin * 7 + at) % 256 for at in range(4)]
        assert torch.equal(run(graph, ours, ids), run(fused, theirs, ids))
        ours.length = theirs.length = begin + 4
    assert recorder.captures == 2  # one for each span
    assert recorder.replays == 160


def test_a_tree_after_a_chain_uses_the_same_graph(fused: FusedPass) -> None:
    recorder = Recorder()
    graph = GraphPass(fused, recorder)
    ours, theirs = SlotCache(2, 600), SlotCache(2, 600)
    for parents in (None, [-1, 0, 0, 1], None):
        assert torch.equal(run(graph, ours, [5, 6, 7, 8], parents), run(fused, theirs, [5, 6, 7, 8], parents))
    assert recorder.captures == 1


def test_wide_passes_are_never_captured(fused: FusedPass) -> None:
    recorder = Recorder()
    graph = GraphPass(fused, recorder, widest=8)
    ours, theirs = SlotCache(2, 600), SlotCache(2, 600)
    ids = list(range(16))
    assert torch.equal(run(graph, ours, ids), run(fused, theirs, ids))
    assert recorder.captures == 0


def test_another_cache_is_another_graph_and_can_be_forgotten(fused: FusedPass) -> None:
    recorder = Recorder()
    graph = GraphPass(fused, recorder)
    first, second = SlotCache(2, 600), SlotCache(2, 600)
    run(graph, first, [1, 2])
    run(graph, second, [1, 2])
    assert recorder.captures == 2
    graph.forget(first)
    run(graph, second, [3, 4])
    assert recorder.captures == 2


def test_few_spans_double(fused: FusedPass) -> None:
    cache = SlotCache(2, 10 * SPAN, few_spans=True)
    spans = set()
    for length in range(0, 9 * SPAN, 100):
        cache.length = length
        spans.add(cache.aim(8))
    assert spans == {SPAN, 2 * SPAN, 4 * SPAN, 8 * SPAN, 10 * SPAN}
