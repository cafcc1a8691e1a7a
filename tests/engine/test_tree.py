"""TokenTree: merging keeps every draft, and stores shared prefixes once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foreword.api import Draft
from foreword.engine.tree import TokenTree

tokens = st.integers(0, 3)


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    size = draw(st.integers(1, 6))
    parents = [draw(st.integers(-1, node - 1)) for node in range(size)]
    return Draft(tuple(draw(tokens) for _ in range(size)), tuple(parents))


named = st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), drafts()), max_size=4)


def paths_of(draft: Draft) -> set[tuple[int, ...]]:
    paths: list[tuple[int, ...]] = []
    for token, parent in zip(draft.token_ids, draft.parents, strict=True):
        paths.append((*(paths[parent] if parent >= 0 else ()), token))
    return set(paths)


def path_tokens(tree: TokenTree, node: int) -> tuple[int, ...]:
    return tuple(tree.token_ids[at] for at in tree.path(node))


@given(named)
def test_merge_holds_exactly_the_drafted_paths_each_once(proposals: list[tuple[str, Draft]]) -> None:
    tree = TokenTree.merge(9, proposals)
    expected = set().union(*(paths_of(draft) for _, draft in proposals)) if proposals else set()
    found = [path_tokens(tree, node) for node in range(1, len(tree))]
    assert sorted(found) == sorted(expected)


@given(named)
def test_each_node_remembers_all_its_sources(proposals: list[tuple[str, Draft]]) -> None:
    tree = TokenTree.merge(9, proposals)
    for node in range(1, len(tree)):
        mine = {name for name, draft in proposals if path_tokens(tree, node) in paths_of(draft)}
        assert set(tree.sources[node]) == mine
        assert len(tree.sources[node]) == len(mine)


@given(named)
def test_parents_come_first_and_depths_count_edges(proposals: list[tuple[str, Draft]]) -> None:
    tree = TokenTree.merge(9, proposals)
    for node in range(1, len(tree)):
        assert tree.parents[node] < node
        assert tree.depths[node] == len(tree.path(node))
        assert tree.child(tree.parents[node], tree.token_ids[node]) == node


def test_a_subtree_keeps_tokens_sources_and_match_lengths() -> None:
    tree = TokenTree.merge(9, [("a", Draft.chain([1, 2, 3], (), 5)), ("b", Draft.chain([1, 4], (), 2))])
    cut = tree.subtree([1, 4])
    assert (cut.token_ids, cut.parents) == ([9, 1, 4], [-1, 0, 1])
    assert cut.sources == [(), ("a", "b"), ("b",)]
    assert cut.match_lengths == [(), (5, 2), (2,)]
    assert cut.is_chain()
    assert not tree.is_chain()


def test_a_walk_ends_where_no_node_holds_the_next_token() -> None:
    tree = TokenTree.merge(9, [("a", Draft.chain([1, 2, 3])), ("b", Draft.chain([1, 4, 5]))])
    assert [tree.token_ids[node] for node in tree.walk([1, 4, 6, 5])] == [1, 4]
    assert list(tree.walk([7])) == []
