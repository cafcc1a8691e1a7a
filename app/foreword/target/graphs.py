"""Captured CUDA graphs: one launch for a whole pass instead of hundreds.

On a GPU a small model's pass is mostly the time to launch its kernels. A graph records them once for a
width and a span and replays them over the same buffers. Narrow passes always run as graphs, wide ones
never, in the self-test too: replayed and launched kernels could round differently, so which of the two
a width uses must not change while replies are written.

All but the capture itself runs on any device, which is how the tests see it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch

from foreword.target import attention
from foreword.target.cache import SlotCache
from foreword.target.layout import Layout
from foreword.target.passes import FusedPass

WIDEST_GRAPH = 32
_WARM_UPS = 3
"""Passes before a capture: libraries set themselves up in the first ones, which a graph can't hold."""

Replay = Callable[[], None]
Capture = Callable[[Callable[[], None]], Replay]


@dataclass(slots=True)
class _Recorded:
    """The buffers of one width and span; `replay` reads the inputs and writes `logits`."""

    token_ids: torch.Tensor
    slots: torch.Tensor
    cos: torch.Tensor
    sin: torch.Tensor
    mask: torch.Tensor
    logits: torch.Tensor | None = None
    replay: Replay | None = None


def capture_cuda(work: Callable[[], None]) -> Replay:
    """Record the kernels that `work` launches; the returned call launches them all at once."""
    stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(_WARM_UPS):
            work()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph.replay


class GraphPass(FusedPass):
    """The fused pass, replayed for widths up to `WIDEST_GRAPH`."""

    backend = "fused, CUDA graphs"

    def __init__(self, fused: FusedPass, capture: Capture = capture_cuda, widest: int = WIDEST_GRAPH) -> None:
        """Takes over a fused pass. `capture` is what turns work into a replay."""
        self.__dict__.update(fused.__dict__)
        self._capture = capture
        self._widest = widest
        self._recorded: dict[tuple[int, int, int], _Recorded] = {}

    def run(
        self, token_ids: Sequence[int], layout: Layout, cache: SlotCache, *, rows: bool
    ) -> torch.Tensor | None:
        if layout.width > self._widest:
            return super().run(token_ids, layout, cache, rows=rows)
        # A graph holds addresses: another cache is another graph.
        key = (layout.width, cache.span, id(cache))
        recorded = self._recorded.get(key)
        if recorded is None:
            recorded = self._buffers(layout, cache)
        self._fill(recorded, token_ids, layout)
        if recorded.replay is None:
            recorded.replay = self._capture(lambda: self._work(recorded, cache))
            self._recorded[key] = recorded
        recorded.replay()
        return recorded.logits if rows else None

    def forget(self, cache: SlotCache) -> None:
        """Drop the graphs of a cache that is given back."""
        self._recorded = {key: value for key, value in self._recorded.items() if key[2] != id(cache)}

    def _buffers(self, layout: Layout, cache: SlotCache) -> _Recorded:
        width, size = layout.width, self._cos.shape[-1]
        device = self._device
        return _Recorded(
            token_ids=torch.zeros(width, dtype=torch.long, device=device),
            slots=torch.zeros(width, dtype=torch.long, device=device),
            cos=self._cos.new_zeros(width, 1, size),
            sin=self._sin.new_zeros(width, 1, size),
            mask=torch.zeros(1, 1, self._groups * width, cache.span, dtype=self._dtype, device=device),
        )

    def _fill(self, recorded: _Recorded, token_ids: Sequence[int], layout: Layout) -> None:
        where = (layout.positions, layout.slot_positions, layout.visible)
        recorded.token_ids.copy_(torch.tensor(token_ids))
        recorded.slots.copy_(torch.arange(layout.begin, layout.begin + layout.width))
        recorded.cos.copy_(self._cos[layout.positions])
        recorded.sin.copy_(self._sin[layout.positions])
        recorded.mask.copy_(attention.packed_mask(*where, self._groups, self._dtype))

    def _work(self, recorded: _Recorded, cache: SlotCache) -> None:
        with cache.writing_at(recorded.slots):
            logits = self._fused(
                recorded.token_ids, (recorded.cos, recorded.sin), recorded.mask, cache, rows=True
            )
        assert logits is not None
        if recorded.logits is None:
            recorded.logits = torch.empty_like(logits)
        recorded.logits.copy_(logits)
