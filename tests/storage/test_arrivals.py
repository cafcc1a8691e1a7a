"""Whole chats out of the database and into it: nothing halfway, whatever ends it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foreword.storage.records import Attachment, Folder, Preset, WholeChat
from foreword.storage.store import ChatStore
from tests.fakes.chats import chat, question, reply


def a_tree(store: ChatStore) -> WholeChat:
    store.add([question("q", created_at=1.0, attachments=(Attachment("a.txt", "x"),))], chat())
    store.add([reply("r1", "q", created_at=2.0)])
    store.finish(reply("r1", "q", created_at=2.0, status="complete", stats={"seed": 3}), [1, 2, 70_000])
    store.add([reply("r2", "q", created_at=3.0, status="stopped", error="broke")])
    store.show_version("chat", "r1")
    found = store.whole("chat")
    assert found is not None
    return found


def renamed(whole: WholeChat, name: str, **more: object) -> WholeChat:
    def new(old: str | None) -> str | None:
        return f"{name}-{old}" if old else None

    turns = tuple(
        replace(turn, id=f"{name}-{turn.id}", conversation_id=name, parent_id=new(turn.parent_id))
        for turn in whole.turns
    )
    ids = {f"{name}-{turn}": kept for turn, kept in whole.token_ids.items()}
    summary = replace(whole.summary, id=name, **more)  # type: ignore[arg-type]
    return WholeChat(summary, turns, new(whole.leaf_id), ids)


def test_a_whole_chat_has_every_version_with_its_token_ids(store: ChatStore) -> None:
    whole = a_tree(store)
    assert [turn.id for turn in whole.turns] == ["q", "r1", "r2"]
    assert whole.leaf_id == "r1"
    assert whole.token_ids == {"r1": (1, 2, 70_000)}
    assert [turn.id for turn in whole.branch()] == ["q", "r1"]


def test_a_growing_reply_is_read_as_one_that_was_cut(store: ChatStore) -> None:
    store.add([question("q"), reply("r", "q")], chat())
    whole = store.whole("chat")
    assert whole is not None
    assert whole.turns[-1].status == "interrupted"
    assert store.branch("chat")[-1].status == "streaming"


def test_what_is_in_the_bin_is_not_there(store: ChatStore) -> None:
    a_tree(store)
    store.bin("chat")
    assert store.whole("chat") is None


def test_arrivals_come_into_sight_all_at_once_and_are_found(store: ChatStore) -> None:
    whole = a_tree(store)
    way_in = store.arrivals()
    way_in.put(renamed(whole, "one"))
    way_in.put(renamed(whole, "two"))
    assert [each.id for each in store.conversations()] == ["chat"]
    assert {hit.conversation_id for hit in store.search.find("text of r1").result()} == {"chat"}
    way_in.settle()
    assert {each.id for each in store.conversations()} == {"chat", "one", "two"}
    assert store.whole("one") == renamed(whole, "one")
    assert {hit.conversation_id for hit in store.search.find("text of r1").result()} == {"chat", "one", "two"}


def test_what_is_taken_back_leaves_nothing(store: ChatStore) -> None:
    whole = a_tree(store)
    way_in = store.arrivals()
    way_in.put(renamed(replace(whole, turns=tuple(replace(t, text="Geheimwort") for t in whole.turns)), "x"))
    way_in.take_back()
    store.settle()
    assert store.binned() == []
    assert b"Geheimwort" not in b"".join(each.read_bytes() for each in store.path.parent.glob("chats.db*"))


def test_after_a_crash_in_the_middle_nothing_is_left_of_it(path: Path) -> None:
    store = ChatStore.open(path)
    way_in = store.arrivals()
    way_in.put(renamed(a_tree(store), "half"))
    way_in.put(WholeChat(chat("many"), tuple(question(f"m{n}", conversation_id="many") for n in range(101))))
    assert set(store.binned()) == {"half", "many"}
    store.close()
    again = ChatStore.open(path)
    assert again.binned() == []
    assert [each.id for each in again.conversations()] == ["chat"]
    again.close()


def test_a_folder_of_the_same_name_is_that_folder_and_new_ones_are_made(store: ChatStore) -> None:
    whole = a_tree(store)
    store.folders.add(Folder("f", "Work"))
    way_in = store.arrivals()
    way_in.put(renamed(whole, "one", folder_id="theirs"))
    way_in.put(renamed(whole, "two", folder_id="other"))
    way_in.put(renamed(whole, "three", folder_id="nowhere"))
    way_in.settle([Folder("theirs", "Work"), Folder("other", "Play")])
    assert [(each.id, each.name) for each in store.folders.all()] == [("f", "Work"), ("other", "Play")]
    places = {each.id: each.folder_id for each in store.conversations()}
    assert places == {"chat": None, "one": "f", "two": "other", "three": None}


def test_a_preset_is_taken_over_unless_it_is_there_already(store: ChatStore) -> None:
    whole = a_tree(store)
    store.presets.save(Preset("p", "Poet", {"reply.temperature": 1.0}))
    way_in = store.arrivals()
    way_in.put(renamed(whole, "one", preset_id="same"))
    way_in.put(renamed(whole, "two", preset_id="other"))
    way_in.settle((), [Preset("same", "Poet", {"reply.temperature": 1.0}), Preset("other", "Poet", {})])
    assert {each.id: each.name for each in store.presets.all()} == {"p": "Poet", "other": "Poet (2)"}
    assert {each.id: each.preset_id for each in store.conversations()} == {
        "chat": None,
        "one": "p",
        "two": "other",
    }


def test_small_chats_share_a_transaction(store: ChatStore, monkeypatch: pytest.MonkeyPatch) -> None:
    writes: list[int] = []
    write = store.access.write
    monkeypatch.setattr(store.access, "write", lambda job: (writes.append(1), write(job))[1])
    way_in = store.arrivals()
    for number in range(250):
        name = f"c{number}"
        way_in.put(WholeChat(chat(name), (question(f"q{number}", conversation_id=name),), f"q{number}"))
    way_in.settle()
    assert len(writes) == 4
    assert len(store.conversations()) == 250


def test_a_long_chat_comes_in_small_steps_and_whole(
    store: ChatStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [question("t0")]
    for number in range(1, 250):
        turns.append(question(f"t{number}", f"t{number - 1}"))
    whole = WholeChat(chat(), tuple(turns), "t249")
    sizes: list[int] = []
    from foreword.storage import arrivals

    add = arrivals._add
    monkeypatch.setattr(arrivals, "_add", lambda s, some, ids: (sizes.append(len(some)), add(s, some, ids)))
    way_in = store.arrivals()
    way_in.put(whole)
    way_in.settle()
    assert sizes == [100, 100, 50]
    assert [turn.id for turn in store.branch("chat")] == [turn.id for turn in turns]
