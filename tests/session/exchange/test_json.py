"""Foreword's own format reads back exactly; what is broken is told and costs no more than its chat."""

from __future__ import annotations

import io
import itertools
import json
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foreword.session.conversation import Folder, Preset, WholeChat
from foreword.session.exchange.errors import ExchangeError
from foreword.session.exchange.exporting import export
from foreword.session.exchange.importing import import_file
from foreword.session.exchange.json_format import JsonFormat
from foreword.session.exchange.json_stream import BrokenJson, elements
from foreword.session.exchange.messages import ExportRequest
from foreword.storage.store import ChatStore
from tests.fakes.chats import chat, question, reply
from tests.session.exchange.trees import whole_chats


def go_on(_fraction: float | None) -> None:
    """Nobody cancels."""


def without_ids(whole: WholeChat, folders: dict[str, str], presets: dict[str, str]) -> Any:
    """The same with numbers for ids, and names for what lies elsewhere."""
    number = {turn.id: at for at, turn in enumerate(whole.turns)}
    turns = [
        replace(
            turn, id=str(number[turn.id]), conversation_id="", parent_id=str(number.get(turn.parent_id or ""))
        )
        for turn in whole.turns
    ]
    summary = replace(
        whole.summary,
        id="",
        folder_id=folders.get(whole.summary.folder_id or ""),
        preset_id=presets.get(whole.summary.preset_id or ""),
    )
    ids = {number[turn]: kept for turn, kept in whole.token_ids.items()}
    return summary, turns, number.get(whole.leaf_id or ""), ids


def contents(store: ChatStore) -> list[Any]:
    folders = {each.id: each.name for each in store.folders.all()}
    presets = {each.id: f"{each.name} {dict(each.options)}" for each in store.presets.all()}
    found = [store.whole(each.id) for each in store.conversations()]
    return sorted((without_ids(each, folders, presets) for each in found if each), key=repr)


def moved(source: ChatStore, target: ChatStore, path: Path) -> Path:
    export(source.path, ExportRequest(None, JsonFormat(), path), go_on)
    import_file(path, target.arrivals(), go_on)
    return path


@settings(max_examples=40)
@given(st.data())
def test_what_is_exported_comes_back_exactly(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one, two = ChatStore.open(folder / "one.db"), ChatStore.open(folder / "two.db")
        way_in = one.arrivals()
        for number in range(data.draw(st.integers(1, 3))):
            whole = data.draw(whole_chats(f"c{number}"))
            place = data.draw(st.sampled_from([None, "f1", "f2"]))
            preset = data.draw(st.sampled_from([None, "p1"]))
            way_in.put(replace(whole, summary=replace(whole.summary, folder_id=place, preset_id=preset)))
        way_in.settle(
            [Folder("f1", "Arbeit & more"), Folder("f2", "ゲーム")],
            [Preset("p1", "Poet", {"reply.top_k": 5})],
        )
        moved(one, two, folder / "chats.json")
        assert contents(two) == contents(one)
        assert not {each.id for each in one.conversations()} & {each.id for each in two.conversations()}
        one.close()
        two.close()


@pytest.fixture
def store(tmp_path: Path) -> Any:
    store = ChatStore.open(tmp_path / "profile" / "chats.db")
    yield store
    store.close()


def written(store: ChatStore, tmp_path: Path) -> dict[str, Any]:
    store.add([question("q"), reply("r", "q", status="complete")], chat())
    path = tmp_path / "chats.json"
    export(store.path, ExportRequest(None, JsonFormat(), path), go_on)
    value: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return value


def imported(store: ChatStore, tmp_path: Path, value: object) -> Any:
    path = tmp_path / "edited.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return import_file(path, store.arrivals(), go_on)


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (lambda chat: chat.update(title=5), "its title is not a text"),
        (lambda chat: chat["turns"][0].update(role="wizard"), "role"),
        (lambda chat: chat["turns"][1].update(parent="nowhere"), "tree"),
        (lambda chat: chat["turns"][0].update(parent="r"), "tree"),
        (lambda chat: chat.update(open="q"), "end of a branch"),
        (lambda chat: chat["turns"][1].update(token_ids=[-1]), "token ids"),
        (lambda chat: chat["turns"][1].update(created_at=float("nan")), "time"),
        (lambda chat: chat["turns"].append("words"), "not an object"),
        (lambda chat: chat["turns"][0].update(attachments=[{"name": "x"}]), "file's text"),
    ],
)
def test_a_broken_chat_is_left_out_and_the_others_come_in(
    store: ChatStore, tmp_path: Path, harm: Any, words: str
) -> None:
    value = written(store, tmp_path)
    broken = json.loads(json.dumps(value["chats"][0]))
    harm(broken)
    value["chats"].insert(0, broken)
    done = imported(store, tmp_path, value)
    assert done.chats == 1
    assert len(done.problems) == 1
    assert words in done.problems[0]
    assert len(store.conversations()) == 2


def test_options_that_do_not_hold_here_are_told(store: ChatStore, tmp_path: Path) -> None:
    value = written(store, tmp_path)
    value["chats"][0]["options"] = {"reply.temperature": 99, "model.dtype": "int8", "reply.top_k": 4}
    done = imported(store, tmp_path, value)
    assert len(done.problems) == 2
    assert {dict(each.options).get("reply.top_k") for each in store.conversations()} == {None, 4}


def test_statistics_that_are_no_numbers_are_dropped(store: ChatStore, tmp_path: Path) -> None:
    value = written(store, tmp_path)
    value["chats"][0]["turns"][1]["stats"] = {
        "tokens_per_second": "fast",
        "seed": -4,
        "by_speculator": {"x": 3},
        "fingerprint": {"device": 1},
        "passes": 4,
        "their own": [1],
    }
    imported(store, tmp_path, value)
    found = [store.branch(each.id)[-1].stats for each in store.conversations()]
    assert {"passes": 4, "their own": [1]} in found


def test_a_newer_format_is_refused(store: ChatStore, tmp_path: Path) -> None:
    value = written(store, tmp_path)
    value["version"] = 2
    with pytest.raises(ExchangeError, match="newer Foreword"):
        imported(store, tmp_path, value)
    assert len(store.conversations()) == 1


def test_a_file_that_was_cut_off_gives_what_it_has(store: ChatStore, tmp_path: Path) -> None:
    for number in range(20):
        store.add([question(f"q{number}", conversation_id=f"c{number}")], chat(f"c{number}"))
    path = tmp_path / "chats.json"
    export(store.path, ExportRequest(None, JsonFormat(), path), go_on)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    done = import_file(path, store.arrivals(), go_on)
    assert 5 < done.chats < 15
    assert "cut off" in done.problems[-1]


def test_an_export_into_nothing_and_an_import_of_nothing_say_so(store: ChatStore, tmp_path: Path) -> None:
    with pytest.raises(ExchangeError, match="no chats to export"):
        export(store.path, ExportRequest(None, JsonFormat(), tmp_path / "x.json"), go_on)
    assert not list(tmp_path.glob("*.json"))
    for content, words in (
        ("[]", "no chats"),
        ("{}", "no chats"),
        ("hello", "not a JSON"),
        ("", "not a JSON"),
    ):
        (tmp_path / "in.json").write_text(content)
        with pytest.raises(ExchangeError, match=words):
            import_file(tmp_path / "in.json", store.arrivals(), go_on)
    with pytest.raises(ExchangeError, match="is not there"):
        import_file(tmp_path / "nowhere.json", store.arrivals(), go_on)


# --- the reader of large files
class Trickle(io.StringIO):
    """Gives a few characters at a time."""

    def read(self, size: int | None = -1) -> str:
        return super().read(min(size or 3, 3))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@given(st.lists(VALUES), st.sampled_from([None, 0, 3]))
def test_an_array_is_read_piece_by_piece(value: list[Any], indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    assert [element for _, element in elements(Trickle(text))] == value


@given(st.dictionaries(st.text(), VALUES))
def test_an_object_is_read_piece_by_piece(value: dict[str, Any]) -> None:
    found = list(elements(Trickle(json.dumps(value))))
    expected = [
        (key, each) for key, held in value.items() for each in (held if isinstance(held, list) else [held])
    ]
    assert found == expected


@given(VALUES.filter(lambda value: isinstance(value, list | dict) and value), st.data())
def test_a_file_cut_anywhere_is_broken_and_never_hangs(value: Any, data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    with pytest.raises(BrokenJson):
        list(elements(Trickle(cut)))


def test_nesting_beyond_all_reason_is_an_error_of_the_file() -> None:
    with pytest.raises(BrokenJson):
        list(elements(io.StringIO("[" + "[" * 200_000)))


def test_only_one_element_is_held_at_a_time() -> None:
    class Endless(io.StringIO):
        """A hundred million elements."""

        def __init__(self) -> None:
            super().__init__()
            self.begun = False

        def read(self, size: int | None = -1) -> str:
            start, self.begun = "" if self.begun else "[1", True
            return start + ",1" * 1000

    assert len(list(itertools.islice(elements(Endless()), 100_000))) == 100_000
