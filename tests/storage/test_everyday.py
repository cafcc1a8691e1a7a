"""Versions, copies, the bin, folders, presets, drafts and the search: what an everyday chat asks for."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pytest

from foreword.storage.database import file_family
from foreword.storage.records import Attachment, Draft, Folder, Preset
from foreword.storage.store import ChatStore
from tests.fakes.chats import chat, question, reply


def bytes_on_disk(store: ChatStore) -> bytes:
    store.settle()
    return b"".join(file.read_bytes() for file in file_family(store.path) if file.exists())


def ids_from(prefix: str) -> Any:
    counter = itertools.count()
    return lambda: f"{prefix}{next(counter)}"


def done(turn_id: str, parent: str | None, **more: Any) -> Any:
    return reply(turn_id, parent, **({"status": "complete"} | more))


def two_versions(store: ChatStore) -> None:
    store.add([question("q", created_at=1.0), done("r1", "q", created_at=2.0)], chat())
    store.add([question("q2", "r1", created_at=3.0), done("r3", "q2", created_at=4.0)])
    store.add([done("r2", "q", created_at=5.0)])


def open_ids(store: ChatStore, conversation_id: str = "chat") -> list[str]:
    return [turn.id for turn in store.branch(conversation_id)]


def test_versions_are_known_and_shown_with_what_followed_them(store: ChatStore) -> None:
    two_versions(store)
    assert store.versions("chat") == {"r1": ("r1", "r2"), "r2": ("r1", "r2")}
    assert open_ids(store) == ["q", "r2"]
    store.show_version("chat", "r1")
    assert open_ids(store) == ["q", "r1", "q2", "r3"]
    with pytest.raises(LookupError):
        store.show_version("chat", "nowhere")


def test_a_deleted_turn_goes_with_what_follows_and_a_version_takes_its_place(store: ChatStore) -> None:
    two_versions(store)
    store.show_version("chat", "r1")
    assert store.delete_turn("chat", "r1") == 3
    assert open_ids(store) == ["q", "r2"]
    assert store.delete_turn("chat", "r2") == 1
    assert open_ids(store) == ["q"]
    assert store.delete_turn("chat", "q") == 1
    assert open_ids(store) == []


def test_deleting_a_version_that_is_not_open_leaves_the_open_branch(store: ChatStore) -> None:
    two_versions(store)
    store.delete_turn("chat", "r1")
    assert open_ids(store) == ["q", "r2"]


def test_a_deleted_turn_is_in_no_file_any_more(store: ChatStore) -> None:
    store.add([question("q", text="harmless"), done("r1", "q", text="xylophonist secret")], chat())
    assert b"xylophonist" in bytes_on_disk(store)
    store.delete_turn("chat", "r1")
    left = bytes_on_disk(store)
    assert b"xylophonist" not in left
    assert b"oph" not in left  # nor its trigrams in the index
    assert b"harmless" in left


def test_the_tree_stays_whole_whatever_is_deleted_and_shown(store: ChatStore) -> None:
    draw = random.Random(5)
    store.add([question("t0"), done("t1", "t0")], chat())
    alive, count = ["t0", "t1"], 2
    for _ in range(120):
        if draw.random() < 0.7 or len(alive) < 3:
            parent = draw.choice(alive)
            alive.append(f"t{count}")
            store.add([done(f"t{count}", parent, created_at=100.0 + count)])
            count += 1
        elif draw.random() < 0.5:
            store.delete_turn("chat", draw.choice(alive[1:]))
        else:
            store.show_version("chat", draw.choice(alive))
        paths = store.branches("chat")
        alive = sorted({turn.id for path in paths for turn in path}, key=lambda name: int(name[1:]))
        assert open_ids(store) in [[turn.id for turn in path] for path in paths]


def test_a_copy_has_everything_and_shares_nothing(store: ChatStore) -> None:
    two_versions(store)
    store.finish(done("r2", "q", text="kept"), (7, 8))
    store.copy("chat", chat("copy", title="Copy"), ids_from("n"))
    assert [len(path) for path in store.branches("copy")] == [4, 2]
    assert [turn.text for turn in store.branch("copy")] == ["text of q", "kept"]
    assert store.token_ids(store.branch("copy")[-1].id) == (7, 8)
    store.delete("chat")
    assert len(store.branch("copy")) == 2


def test_a_branch_becomes_a_chat_of_its_own(store: ChatStore) -> None:
    two_versions(store)
    store.copy("chat", chat("new"), ids_from("n"), up_to="q2")
    assert [turn.text for turn in store.branch("new")] == ["text of q", "text of r1", "text of q2"]
    assert len(store.branches("new")) == 1


def test_the_bin_hides_gives_back_and_is_emptied_at_the_next_start(path: Path) -> None:
    store = ChatStore.open(path)
    for name in ("kept", "gone"):
        turn = question(f"q-{name}", conversation_id=name, text=f"words of {name}")
        store.add([turn], chat(name))
        store.bin(name)
    assert store.conversations() == []
    assert store.summary("kept") is None
    store.unbin("kept")
    assert [each.id for each in store.conversations()] == ["kept"]
    store.close()
    again = ChatStore.open(path)
    assert again.binned() == []
    assert b"words of gone" not in bytes_on_disk(again)
    again.close()


def test_chats_are_pinned_named_and_put_into_folders(store: ChatStore) -> None:
    store.add([question("q")], chat())
    store.folders.add(Folder("f", "Work", 1))
    store.folders.add(Folder("g", "Home", 0))
    store.presets.save(Preset("p", "Terse", {"reply.system_prompt": "Be brief."}))
    store.change("chat", pinned=True, folder_id="f", preset_id="p", options={"reply.temperature": 0.5})
    summary = store.summary("chat")
    assert summary is not None
    assert (summary.pinned, summary.folder_id, summary.preset_id) == (True, "f", "p")
    assert summary.options == {"reply.temperature": 0.5}
    assert not summary.named
    store.rename("chat", "Mine")
    assert [(each.title, each.named) for each in store.conversations()] == [("Mine", True)]
    assert [folder.name for folder in store.folders.all()] == ["Home", "Work"]
    store.folders.arrange(["f", "g"])
    store.folders.rename("f", "Office")
    assert [folder.name for folder in store.folders.all()] == ["Office", "Home"]
    store.folders.delete("f")
    store.presets.delete("p")
    summary = store.summary("chat")
    assert summary is not None
    assert (summary.folder_id, summary.preset_id) == (None, None)


def test_presets_are_replaced_by_their_id(store: ChatStore) -> None:
    store.presets.save(Preset("p", "Terse", {"reply.top_k": 3}, 1))
    store.presets.save(Preset("p", "Terser", {"reply.top_k": 4}, 1))
    assert store.presets.all() == [Preset("p", "Terser", {"reply.top_k": 4}, 1)]


def test_drafts_survive_and_empty_ones_go(path: Path) -> None:
    store = ChatStore.open(path)
    draft = Draft("half a sent", (Attachment("notes.md", "# Ω\n"),))
    store.drafts.keep("", draft)
    store.drafts.keep("chat", Draft("other"))
    store.drafts.keep("chat", Draft())
    store.close()
    again = ChatStore.open(path)
    assert again.drafts.all() == {"": draft}
    again.close()


def test_attachments_come_back_with_their_turn(store: ChatStore) -> None:
    asked = question("q", attachments=(Attachment("a.py", "print(1)\n"), Attachment("a.py", "")))
    store.add([asked], chat())
    assert store.branch("chat") == (asked,)


def find(store: ChatStore, query: str) -> list[tuple[str | None, str]]:
    hits = store.search.find(query).result()
    return [(hit.turn_id, "".join(hit.snippet[a:b] for a, b in hit.spans)) for hit in hits]


def test_search_finds_any_part_of_a_word_in_any_script(store: ChatStore) -> None:
    store.add([question("q", text="Die Größe der Übung"), done("r", "q", text="漢字テスト and C++")], chat())
    assert find(store, "größ") == [("q", "Größ")]
    assert find(store, "ÜBUNG") == [("q", "Übung")]
    assert find(store, "漢字") == [("r", "漢字")]
    assert find(store, "字テスト") == [("r", "字テスト")]
    assert find(store, "c++") == [("r", "C++")]
    assert find(store, "die übung") == [("q", "DieÜbung")]
    assert find(store, "die漢字") == []
    assert find(store, "") == []


@pytest.mark.parametrize("query", ['"', 'a"b', "AND", "NOT x", "text:", "(", "*", "%", "_", "!", "NEAR(a b)"])
def test_what_is_typed_is_never_a_command(store: ChatStore, query: str) -> None:
    store.add([question("q", text=f"before {query} after"), done("r", "q", text="nothing")], chat())
    assert [turn for turn, _ in find(store, query)] == ["q"]


def test_search_follows_edits_titles_and_the_bin(store: ChatStore) -> None:
    store.add([question("q"), reply("r", "q", text="unfinished zebra")], chat(title="About zebras"))
    assert find(store, "zebra") == [(None, "zebra")]
    store.finish(done("r", "q", text="finished zebra"), ())
    assert find(store, "zebra") == [(None, "zebra"), ("r", "zebra")]
    store.finish(done("r", "q", text="no more"), ())
    store.rename("chat", "About horses")
    assert find(store, "zebra") == []
    assert find(store, "horses") == [(None, "horses")]
    store.bin("chat")
    assert find(store, "horses") == []


def test_a_snippet_is_one_line_around_the_match(store: ChatStore) -> None:
    store.add([question("q", text="word " * 200 + "\n\nneedle\n" + "more " * 200)], chat())
    (hit,) = store.search.find("needle").result()
    assert "\n" not in hit.snippet
    assert hit.snippet[hit.spans[0][0] : hit.spans[0][1]] == "needle"
    assert hit.snippet.startswith("…")
    assert hit.snippet.endswith("…")
    assert len(hit.snippet) < 200


def test_of_searches_that_wait_only_the_latest_is_made(store: ChatStore) -> None:
    store.add([question("q", text="needle")], chat())
    futures = [store.search.find("needle") for _ in range(50)]
    assert [len(future.result()) for future in futures][-1] == 1


# --- the list, read often
def test_a_line_that_did_not_change_is_the_very_same_record(store: ChatStore) -> None:
    for name in ("a", "b"):
        store.add([question(f"{name}q", conversation_id=name)], chat(name))
    first = {each.id: each for each in store.conversations()}
    store.change("a", pinned=True, options={"reply.seed": 7})
    again = {each.id: each for each in store.conversations()}
    assert again["b"] is first["b"]
    assert again["a"] == store.summary("a")
    assert (again["a"].pinned, dict(again["a"].options)) == (True, {"reply.seed": 7})
    store.bin("b")
    assert [each.id for each in store.conversations()] == ["a"]
    store.unbin("b")
    assert {each.id for each in store.conversations()} == {"a", "b"}


def test_every_line_says_what_the_chat_itself_says(store: ChatStore) -> None:
    store.folders.add(Folder("f", "Work"))
    store.presets.save(Preset("p", "Poet"))
    for name, more in (("a", {"folder_id": "f"}), ("b", {"preset_id": "p", "named": True}), ("c", {})):
        store.add([question(f"{name}q", conversation_id=name)], chat(name))
        if more:
            store.change(name, **more)
    assert all(each == store.summary(each.id) for each in store.conversations())


def test_what_was_deleted_during_an_erasure_is_erased_too(store: ChatStore) -> None:
    for name in ("first", "second", "third"):
        turn = question(f"q-{name}", conversation_id=name, text=f"xylophonist {name} " * 400)
        store.add([turn], chat(name))
    done_ones = [store.delete(name) for name in ("first", "second")]
    for future in done_ones:
        future.result()
    left = bytes_on_disk(store)
    assert b"first" not in left
    assert b"second" not in left
    assert b"xylophonist third" in left


def test_others_write_while_a_large_index_is_merged(store: ChatStore) -> None:
    draw = random.Random(1)
    for number in range(60):
        words = " ".join("".join(draw.choices("abcdefghijklmnop", k=7)) for _ in range(400))
        store.add([question(f"q{number}", conversation_id=f"c{number}", text=words)], chat(f"c{number}"))
    order: list[str] = []
    store.delete("c0").add_done_callback(lambda _: order.append("erased"))
    store.access.write_soon(lambda _: order.append("written"))
    store.settle()
    assert order == ["written", "erased"]
