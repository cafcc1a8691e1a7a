"""A conversation as a tree of turns in the database: branches, versions, copies, and what is cut off.

Functions of one session; whoever calls them decides on the transaction. After each of them the tree is
whole: every turn but the roots has its parent, and the conversation's leaf is a turn that nothing
follows, or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from sqlalchemy import CursorResult, Delete, Select, Update, delete, literal, select, update
from sqlalchemy.orm import Session, aliased, undefer

from foreword.storage.records import ConversationSummary, Turn
from foreword.storage.schema import ConversationRow, TurnRow


def open_branch(conversation_id: str) -> Select[TurnRow]:
    """Climb from the conversation's leaf to the root, then order the other way round."""
    leaf = (
        select(TurnRow.id, TurnRow.parent_id, literal(0).label("height"))
        .join(ConversationRow, ConversationRow.leaf_id == TurnRow.id)
        .where(ConversationRow.id == conversation_id)
        .cte("branch", recursive=True)
    )
    parent = aliased(TurnRow)
    path = leaf.union_all(
        select(parent.id, parent.parent_id, leaf.c.height + 1).join(leaf, parent.id == leaf.c.parent_id)
    )
    return select(TurnRow).join(path, TurnRow.id == path.c.id).order_by(path.c.height.desc())


def all_branches(session: Session, conversation_id: str) -> tuple[tuple[Turn, ...], ...]:
    """The path from the root to each turn that nothing follows, oldest leaf first."""
    rows = session.scalars(select(TurnRow).where(TurnRow.conversation_id == conversation_id))
    by_id = {row.id: row.record() for row in rows}
    parents = {turn.parent_id for turn in by_id.values()}
    leaves = [turn for turn in by_id.values() if turn.id not in parents]
    return tuple(_path_to(leaf, by_id) for leaf in sorted(leaves, key=lambda turn: turn.created_at))


def versions(session: Session, conversation_id: str) -> dict[str, tuple[str, ...]]:
    """For each turn that has versions, all of them, itself included, oldest first: turns of one role with
    one parent."""
    rows = session.execute(
        select(TurnRow.id, TurnRow.parent_id, TurnRow.role)
        .where(TurnRow.conversation_id == conversation_id)
        .order_by(TurnRow.created_at, TurnRow.number)
    )
    groups: dict[tuple[str | None, str], list[str]] = {}
    for turn_id, parent_id, role in rows:
        groups.setdefault((parent_id, role), []).append(turn_id)
    return {turn: tuple(group) for group in groups.values() if len(group) > 1 for turn in group}


def show(session: Session, conversation_id: str, turn_id: str) -> None:
    """Open the branch through this turn that was written last. Raises LookupError if there is none."""
    children = _children(session, conversation_id)
    if turn_id not in {turn for group in children.values() for turn in group}:
        raise LookupError(f"no turn {turn_id} in this conversation")
    leaf = turn_id
    while leaf in children:
        leaf = children[leaf][-1]
    set_leaf(session, conversation_id, leaf)


def count_from(session: Session, conversation_id: str, turn_id: str) -> int:
    """How many turns `delete_turn` would delete: this one and all that follow it, in every branch."""
    return len(_subtree(turn_id, _children(session, conversation_id)))


def delete_turn(session: Session, conversation_id: str, turn_id: str) -> int:
    """Delete a turn with all that follows it, in every branch; how many. The branch that was open stays
    open if it is whole still; else another version takes its place, or the branch ends before."""
    children = _children(session, conversation_id)
    doomed = _subtree(turn_id, children)
    row = session.get_one(TurnRow, turn_id)
    leaf = session.scalar(select(ConversationRow.leaf_id).where(ConversationRow.id == conversation_id))
    parent = row.parent_id
    others = [turn for turn in children[parent] if turn != turn_id]
    session.expunge(row)
    if leaf in doomed:
        set_leaf(session, conversation_id, None)
    # Children before parents: the reference to the parent holds at every moment.
    for gone in reversed(doomed):
        session.execute(delete(TurnRow).where(TurnRow.id == gone))
    if leaf in doomed:
        if others:
            show(session, conversation_id, others[-1])
        else:
            set_leaf(session, conversation_id, parent)
    return len(doomed)


def copy_into(
    session: Session,
    source_id: str,
    new: ConversationSummary,
    new_id: Callable[[], str],
    up_to: str | None = None,
) -> None:
    """Copy a conversation into `new`: whole, or with `up_to` the branch from the root to that turn."""
    rows = session.scalars(
        select(TurnRow)
        .where(TurnRow.conversation_id == source_id)
        .options(undefer(TurnRow.token_ids), undefer(TurnRow.trace))
        .order_by(TurnRow.number)
    ).all()
    by_id = {row.id: row for row in rows}
    leaf = session.scalar(select(ConversationRow.leaf_id).where(ConversationRow.id == source_id))
    if up_to is not None:
        leaf, wanted = up_to, {turn.id for turn in _path_to(up_to, by_id)}
        by_id = {turn_id: row for turn_id, row in by_id.items() if turn_id in wanted}
    session.add(ConversationRow.of(new))
    session.flush()
    names = {turn_id: new_id() for turn_id in by_id}
    for row in _parents_first(by_id):
        turn = row.record()
        copied = TurnRow.of(turn)
        copied.id, copied.conversation_id = names[row.id], new.id
        copied.parent_id = names[row.parent_id] if row.parent_id else None
        copied.token_ids, copied.trace = row.token_ids, row.trace
        copied.status = "interrupted" if row.status == "streaming" else row.status
        session.add(copied)
        session.flush()
    set_leaf(session, new.id, names[leaf] if leaf else None)


def set_leaf(session: Session, conversation_id: str, leaf: str | None) -> None:
    change_one(
        session, update(ConversationRow).where(ConversationRow.id == conversation_id).values(leaf_id=leaf)
    )


def change_one(session: Session, statement: Update | Delete) -> None:
    """Raises LookupError where the row isn't there: then the caller is wrong about what exists."""
    changed = rows_changed(session, statement)
    if changed != 1:
        raise LookupError(f"{changed} rows changed instead of one")


def rows_changed(session: Session, statement: Update | Delete) -> int:
    return cast(CursorResult[Any], session.execute(statement)).rowcount


def _children(session: Session, conversation_id: str) -> dict[str | None, list[str]]:
    """The turns that follow each turn (None: the roots), oldest first."""
    rows = session.execute(
        select(TurnRow.id, TurnRow.parent_id)
        .where(TurnRow.conversation_id == conversation_id)
        .order_by(TurnRow.created_at, TurnRow.number)
    )
    children: dict[str | None, list[str]] = {}
    for turn_id, parent_id in rows:
        children.setdefault(parent_id, []).append(turn_id)
    return children


def _subtree(turn_id: str, children: Mapping[str | None, Sequence[str]]) -> list[str]:
    """The turn and all below it, parents before children."""
    found = [turn_id]
    for turn in found:
        found.extend(children.get(turn, ()))
    return found


def _parents_first(by_id: Mapping[str, TurnRow]) -> Iterable[TurnRow]:
    children: dict[str | None, list[str]] = {}
    for row in by_id.values():
        children.setdefault(row.parent_id, []).append(row.id)
    for root in children.get(None, ()):
        yield from (by_id[turn_id] for turn_id in _subtree(root, children))


def _path_to(leaf: Any, by_id: Mapping[str, Any]) -> tuple[Any, ...]:
    """From the root down to `leaf`, a record or an id."""
    path = [by_id[leaf] if isinstance(leaf, str) else leaf]
    while (parent := path[-1].parent_id) is not None:
        path.append(by_id[parent])
    return tuple(reversed(path))
