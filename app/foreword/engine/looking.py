"""What one step did, told to those who look on: counts per speculator, and the drafts that were dropped.

Changes nothing and decides nothing. Knows trees and text; nothing of passes or logits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from foreword.engine.detokenize import Decode
from foreword.engine.planner import Plan
from foreword.engine.tree import TokenTree
from foreword.messages import Dropped, Share, Step

_INCOMPLETE = "\ufffd"


def describe(
    plan: Plan,
    token_ids: Sequence[int],
    nodes: Sequence[int],
    *,
    seconds: float,
    drafting: Mapping[str, float],
    paused: Mapping[str, str],
    decode: Decode,
) -> Step:
    """The step that committed `token_ids`, of which `nodes` of the plan's tree were drafted.

    `drafting` are the seconds of each speculator that was asked, `paused` those hardly asked any more.
    """
    return Step(
        width=plan.width,
        seconds=seconds,
        plain_seconds=plan.plain_seconds,
        drafted=len(plan.merged) - 1,
        verified=len(plan.tree) - 1,
        accepted=len(nodes),
        shares=_shares(plan, nodes, drafting),
        dropped=tuple(dropped(plan.tree, token_ids, nodes, decode)),
        reason=plan.reason,
        paused=paused,
    )


def _shares(plan: Plan, nodes: Sequence[int], drafting: Mapping[str, float]) -> dict[str, Share]:
    drafted = _counts(plan.merged, range(1, len(plan.merged)))
    verified = _counts(plan.tree, range(1, len(plan.tree)))
    accepted = _counts(plan.tree, nodes)
    lengths = _match_lengths(plan.merged)
    return {
        name: Share(
            lengths.get(name, 0),
            drafted.get(name, 0),
            verified.get(name, 0),
            accepted.get(name, 0),
            drafting.get(name, 0.0),
        )
        for name in sorted(drafted.keys() | drafting.keys())
    }


def _counts(tree: TokenTree, nodes: Iterable[int]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for node in nodes:
        for name in tree.sources[node]:
            counts[name] = counts.get(name, 0) + 1
    return counts


def _match_lengths(tree: TokenTree) -> dict[str, int]:
    longest: dict[str, int] = {}
    for names, lengths in zip(tree.sources, tree.match_lengths, strict=True):
        for name, length in zip(names, lengths, strict=True):
            longest[name] = max(longest.get(name, 0), length)
    return longest


def dropped(
    tree: TokenTree, token_ids: Sequence[int], nodes: Sequence[int], decode: Decode
) -> Iterator[Dropped]:
    """Each verified run that the target didn't write, at the place where it left the path.

    A run goes down to its leaf by the first child each time; its side branches are runs of their own.
    """
    kept = {0, *nodes}
    places = {node: depth for depth, node in enumerate([0, *nodes])}
    for node in range(1, len(tree)):
        parent = tree.parents[node]
        if node in kept or (parent not in kept and node == next(iter(tree.children(parent)))):
            continue
        after = places.get(parent)
        if after is None:  # a side branch of a run that was itself dropped: shown with that run's place
            top = next(above for above in reversed(tree.path(parent)) if tree.parents[above] in kept)
            after = places[tree.parents[top]]
        if after >= len(token_ids):
            continue  # behind the end of the reply, where nothing could have stood
        run = [*_down(tree, node)]
        before = tree.path(parent)
        root = [tree.token_ids[at] for at in [0, *before]]
        text = text_behind(root, [tree.token_ids[at] for at in run], decode)
        yield Dropped(after, text, len(run), tree.sources[node])


def _down(tree: TokenTree, node: int) -> Iterator[int]:
    """This node and those below it, by the first child of each."""
    at: int | None = node
    while at is not None:
        yield at
        at = next(iter(tree.children(at)), None)


def text_behind(before: Sequence[int], run: Sequence[int], decode: Decode) -> str:
    """The run's text where it would have stood: many tokenizers drop the space at a text's beginning."""
    shown = decode(before)
    whole = decode([*before, *run])
    text = whole[len(shown) :] if whole.startswith(shown) else decode(run)
    return text.strip(_INCOMPLETE)
