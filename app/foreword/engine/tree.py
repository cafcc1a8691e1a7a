"""TokenTree: all drafts of a step, merged, with shared prefixes stored once.

Node 0 is the root, the last committed token. Every other node is a proposed token that follows its
parent. The tree knows who proposed each node, and nothing of probabilities, caches or text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from foreword.api import Draft


class TokenTree:
    """Nodes in an order in which parents come before children. A chain's nodes are 0, 1, 2, ...

    `sources[node]` are the names of those who proposed it, and `match_lengths[node]` how many tokens of
    context each of them rested on.
    """

    __slots__ = ("_children", "depths", "match_lengths", "parents", "sources", "token_ids")

    def __init__(self, root: int) -> None:
        self.token_ids: list[int] = [root]
        self.parents: list[int] = [-1]
        self.depths: list[int] = [0]
        self.sources: list[tuple[str, ...]] = [()]
        self.match_lengths: list[tuple[int, ...]] = [()]
        self._children: list[dict[int, int]] = [{}]

    def __len__(self) -> int:
        return len(self.token_ids)

    @classmethod
    def merge(cls, root: int, drafts: Iterable[tuple[str, Draft]]) -> TokenTree:
        """One tree of all drafts, each given with its speculator's name."""
        tree = cls(root)
        tree.extend(drafts)
        return tree

    def extend(self, drafts: Iterable[tuple[str, Draft]]) -> None:
        """Merge further drafts into this one."""
        for name, draft in drafts:
            places: list[int] = []
            for token, parent in zip(draft.token_ids, draft.parents, strict=True):
                at = places[parent] if parent >= 0 else 0
                places.append(self.add(at, token, name, draft.match_length))

    def add(self, parent: int, token: int, source: str, match_length: int = 0) -> int:
        """The child of `parent` that holds `token`, new or already there; `source` is remembered."""
        node = self._children[parent].get(token)
        if node is None:
            node = len(self.token_ids)
            self.token_ids.append(token)
            self.parents.append(parent)
            self.depths.append(self.depths[parent] + 1)
            self.sources.append(())
            self.match_lengths.append(())
            self._children.append({})
            self._children[parent][token] = node
        if source not in self.sources[node]:
            self.sources[node] += (source,)
            self.match_lengths[node] += (match_length,)
        return node

    def child(self, node: int, token: int) -> int | None:
        """The child of `node` that holds `token`, if it was proposed."""
        return self._children[node].get(token)

    def children(self, node: int) -> Iterable[int]:
        return self._children[node].values()

    def is_chain(self) -> bool:
        return all(parent == node - 1 for node, parent in enumerate(self.parents))

    def path(self, node: int) -> list[int]:
        """The nodes from the first below the root down to `node`; empty for the root."""
        nodes: list[int] = []
        while node > 0:
            nodes.append(node)
            node = self.parents[node]
        return nodes[::-1]

    def subtree(self, nodes: Iterable[int]) -> TokenTree:
        """A tree of the root and `nodes` alone; each node's parent must be among them."""
        kept = TokenTree(self.token_ids[0])
        places = {0: 0}
        for node in sorted(nodes):
            parent = places[self.parents[node]]
            place = parent
            for source, length in zip(self.sources[node], self.match_lengths[node], strict=True):
                place = kept.add(parent, self.token_ids[node], source, length)
            places[node] = place
        return kept

    def walk(self, token_ids: Iterable[int]) -> Iterator[int]:
        """The nodes that hold these tokens, from the first below the root down, as far as there are any."""
        at = 0
        for token in token_ids:
            node = self._children[at].get(token)
            if node is None:
                return
            yield node
            at = node

    def accepted_by(self, nodes: Sequence[int]) -> dict[str, int]:
        """For each speculator, how many of these nodes, a path from the root's child on, it had drafted:
        those from the first on, up to one that it hadn't."""
        counts: dict[str, int] = {}
        for depth, node in enumerate(nodes):
            for name in self.sources[node]:
                if counts.get(name, 0) == depth:
                    counts[name] = depth + 1
        return counts
