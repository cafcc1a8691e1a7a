"""Reads a conversation of a ChatGPT export (conversations.json): a tree of nodes with one message each.

Foreword knows questions and replies, so what an answer was made of there (thoughts, calls of tools and
what they gave back, the answer itself) becomes one reply here, in that order. Where the tree divides,
both sides are kept as versions. Instructions become the chat's own system prompt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from foreword.session.conversation import Turn, TurnStatus, WholeChat
from foreword.session.exchange.chatgpt_parts import Piece, piece_of
from foreword.session.exchange.foreign import (
    Found,
    Growing,
    Misfit,
    moment,
    newest_leaf,
    rows,
    summary_of,
    table,
)


@dataclass(slots=True)
class _Node:
    """A node of theirs with what it says; `piece` is None where it says nothing."""

    id: str
    parent: str | None
    at: float | None
    piece: Piece | None = None
    children: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Step:
    """Where the walk stands: a node, the turn that it follows, and the pieces of the reply so far."""

    node: str
    parent: str | None
    pending: tuple[Piece, ...] = ()


def is_chatgpt(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def read_chatgpt(value: Mapping[str, Any]) -> Found:
    """Raises Misfit where nothing of it can be taken in."""
    begun = moment(value.get("create_time"), moment(value.get("update_time"), 0.0))
    growing = Growing()
    nodes = _nodes(table(value.get("mapping"), "its mapping"), growing)
    walk = _Walk(nodes, begun, growing)
    walk.run()
    if not growing.turns:
        raise Misfit("it has no messages")
    lost = len(nodes) - len(walk.seen)
    if lost:
        growing.problems.append(f"{lost} messages hang on nothing and were left out")
    options = {"reply.system_prompt": "\n\n".join(walk.instructions)} if walk.instructions else {}
    current = value.get("current_node")
    start = walk.turn_of.get(current) if isinstance(current, str) else None
    summary = summary_of(
        str(value.get("conversation_id") or value.get("id") or "chat"),
        value.get("title"),
        growing.turns,
        value.get("create_time"),
        value.get("update_time"),
        pinned=value.get("is_starred") is True,
        options=options,
    )
    leaf = newest_leaf(growing.turns, start)
    turns = tuple(replace(turn, conversation_id=summary.id) for turn in growing.turns)
    return Found(WholeChat(summary, turns, leaf), tuple(growing.problems))


def _nodes(mapping: Mapping[str, Any], growing: Growing) -> dict[str, _Node]:
    nodes: dict[str, _Node] = {}
    for key, value in mapping.items():
        try:
            node = table(value, "a node")
            parent = node.get("parent")
            message = node.get("message")
            found = _Node(key, parent if isinstance(parent, str) else None, None)
            nodes[key] = found
            if message is not None:
                found.at = moment(table(message, "a message").get("create_time"), 0.0) or None
                found.piece = piece_of(message)
        except Misfit as misfit:
            growing.problems.append(f"a message was left out: {misfit}")
    _join(nodes, mapping)
    return nodes


def _join(nodes: dict[str, _Node], mapping: Mapping[str, Any]) -> None:
    """Children follow their parent, in the order that it tells; a parent that isn't there makes a root."""
    for node in nodes.values():
        if node.parent is not None and node.parent in nodes:
            nodes[node.parent].children.append(node.id)
        else:
            node.parent = None
    for node in nodes.values():
        told = [each for each in rows(mapping[node.id].get("children")) if isinstance(each, str)]
        order = {child: at for at, child in reversed(list(enumerate(told)))}
        node.children.sort(key=lambda child, order=order: order.get(child, len(order)))  # type: ignore[misc]


class _Walk:
    """From the roots to the leaves, without recursion: a chat may be thousands of messages deep."""

    def __init__(self, nodes: Mapping[str, _Node], begun: float, growing: Growing) -> None:
        self._nodes = nodes
        self._begun = begun
        self._growing = growing
        self._times: dict[str | None, float] = {None: begun}
        self.seen: set[str] = set()
        self.turn_of: dict[str, str] = {}
        self.instructions: list[str] = []

    def run(self) -> None:
        steps = [_Step(node.id, None) for node in self._nodes.values() if node.parent is None]
        steps.reverse()
        while steps:
            step = steps.pop()
            if step.node not in self.seen:
                self.seen.add(step.node)
                steps.extend(reversed(self._visit(step)))

    def _visit(self, step: _Step) -> list[_Step]:
        node = self._nodes[step.node]
        piece = node.piece
        if piece is not None and piece.role == "system":
            self._instruct(piece.text)
            piece = None
        if piece is None:
            return self._go_on(node, step.parent, step.pending)
        if piece.role == "user":
            parent = self._reply(step, node.id) if step.pending else step.parent
            turn = self._turn(node, parent, (piece,))
            return self._go_on(node, turn, ())
        return self._go_on(node, step.parent, (*step.pending, replace(piece, at=node.at, node=node.id)))

    def _go_on(self, node: _Node, parent: str | None, pending: tuple[Piece, ...]) -> list[_Step]:
        """A reply that nothing of it follows is whole; the questions behind it follow it then."""
        questions = [child for child in node.children if self._asks(child)]
        others = [child for child in node.children if child not in questions]
        if pending and not others:
            parent, pending = self._reply(_Step(node.id, parent, pending), node.id), ()
        elif pending and questions:
            whole = self._reply(_Step(node.id, parent, pending), node.id)
            return [_Step(child, whole) for child in questions] + [
                _Step(child, parent, pending) for child in others
            ]
        return [_Step(child, parent, pending) for child in node.children]

    def _asks(self, node_id: str) -> bool:
        piece = self._nodes[node_id].piece
        return piece is not None and piece.role == "user"

    def _reply(self, step: _Step, node_id: str) -> str:
        node = replace(self._nodes[node_id], at=step.pending[-1].at)
        return self._turn(node, step.parent, step.pending)

    def _turn(self, node: _Node, parent: str | None, pieces: Sequence[Piece]) -> str:
        at = node.at or self._times[parent]
        last = pieces[-1]
        status: TurnStatus = "stopped" if last.stop_reason == "cancelled" else "complete"
        stats = {key: value for piece in pieces for key, value in piece.stats.items()}
        turn_id = f"{node.id}#{len(self._growing.turns)}"
        self._growing.turns.append(
            Turn(
                id=turn_id,
                conversation_id="",
                parent_id=parent,
                role="user" if last.role == "user" else "assistant",
                text="\n\n".join(piece.text for piece in pieces),
                status=status,
                created_at=at,
                stop_reason=last.stop_reason,
                stats=stats,
            )
        )
        self._times[turn_id] = at
        for name in [node.id, *(piece.node for piece in pieces if piece.node)]:
            self.turn_of.setdefault(name, turn_id)
        return turn_id

    def _instruct(self, text: str) -> None:
        if text not in self.instructions:
            self.instructions.append(text)
