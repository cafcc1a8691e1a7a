"""Files appear whole or not at all, with every message's source as it is."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from foreword.session.conversation import Attachment, Preset
from foreword.session.exchange.errors import Cancelled, ExchangeError
from foreword.session.exchange.exporting import export
from foreword.session.exchange.files import file_name, free_names
from foreword.session.exchange.json_format import JsonFormat
from foreword.session.exchange.markdown import MarkdownFormat
from foreword.session.exchange.messages import ExportRequest
from foreword.session.exchange.readable import Parts
from foreword.storage.store import ChatStore
from tests.fakes.chats import chat, question, reply

TABLE = "| a | b |\r\n|---|:-:|\n| `x|y` |  2 |\n\n```python\nprint('hi')   \n```\n  trailing  \n\n# not mine"


def go_on(_fraction: float | None) -> None:
    """Nobody cancels."""


def markdown(**parts: bool) -> MarkdownFormat:
    return MarkdownFormat(Parts(**parts), lambda turn: "9 tokens/s", lambda text: text.split("</think>")[-1])


@pytest.fixture
def store(tmp_path: Path) -> Any:
    store = ChatStore.open(tmp_path / "profile" / "chats.db")
    store.add(
        [
            question("q", text="Why?\n", attachments=(Attachment("a_b.md", "```\nfence\n```"),)),
            reply("r", "q", status="complete", text=TABLE),
        ],
        chat(title="What *is* <this> / that?"),
    )
    yield store
    store.close()


def exported(store: ChatStore, path: Path, form: Any, **more: Any) -> str:
    export(store.path, ExportRequest(None, form, path, **more), go_on)
    return path.read_bytes().decode()


def test_tables_and_code_are_in_markdown_byte_for_byte(store: ChatStore, tmp_path: Path) -> None:
    text = exported(store, tmp_path / "chat.md", markdown())
    assert TABLE in text
    assert text.startswith("# What \\*is\\* \\<this\\> / that?\n")
    assert "File a\\_b.md:\n\n````\n```\nfence\n```\n````\n\nWhy?\n" in text
    assert "## System prompt" not in text
    assert "tokens/s" not in text


def test_parts_are_written_as_they_were_chosen(store: ChatStore, tmp_path: Path) -> None:
    store.add([question("q2", "r")])
    store.add([reply("r2", "q2", status="complete", text="<think>hm</think>Yes")])
    text = exported(
        store, tmp_path / "a.md", markdown(thinking=False, stats=True), system_prompt="Be *brief*."
    )
    assert "## System prompt\n\nBe *brief*.\n" in text
    assert "hm" not in text
    assert "Yes\n\n*9 tokens/s*\n" in text
    store.presets.save(Preset("p", "Poet", {"reply.system_prompt": "Rhyme."}))
    store.change("chat", preset_id="p")
    assert "Rhyme." in exported(store, tmp_path / "b.md", markdown(), system_prompt="Be brief.")
    assert "Rhyme." not in exported(store, tmp_path / "c.md", markdown(system_prompt=False))


def test_only_the_open_branch_is_for_reading(store: ChatStore, tmp_path: Path) -> None:
    store.add([reply("r2", "q", status="complete", text="Another answer")])
    text = exported(store, tmp_path / "chat.md", markdown())
    assert "Another answer" in text
    assert TABLE not in text


def test_a_chat_in_the_bin_is_in_no_export(store: ChatStore, tmp_path: Path) -> None:
    store.add([question("p", conversation_id="other", text="Secret")], chat("other"))
    store.bin("other")
    for form in (JsonFormat(), markdown()):
        assert "Secret" not in exported(store, tmp_path / f"all{form.suffix}", form)


def test_a_file_for_each_chat_in_a_folder_of_its_own(store: ChatStore, tmp_path: Path) -> None:
    for name in ("CON", "what *is* <THIS> / that?", "", "x" * 300):
        store.add([question(f"q-{name}", conversation_id=f"c-{name}")], chat(f"c-{name}", title=name))
    (tmp_path / "out").mkdir()
    done = export(store.path, ExportRequest(None, markdown(), tmp_path / "out", separate=True), go_on)
    assert done.path == tmp_path / "out (2)"
    names = {each.name.casefold() for each in done.path.iterdir()}
    assert names == {
        "chat con.md",
        "chat.md",
        "what is this that.md",
        "what is this that (2).md",
        "x" * 80 + ".md",
    }
    assert done.chats == 5


class Failing(MarkdownFormat):
    """Stops in the middle of writing."""

    def write(self, target: Path, chats: Any, shelf: Any, go_on: Any) -> None:
        target.write_text("half")
        raise FAULTS[self.suffix]


FAULTS: dict[str, Exception] = {
    ".full": OSError(errno.ENOSPC, "No space left on device"),
    ".denied": PermissionError(errno.EACCES, "Permission denied"),
    ".stop": Cancelled(),
}


@pytest.mark.parametrize(
    ("suffix", "words"), [(".full", "disk is full"), (".denied", "check its rights"), (".stop", "")]
)
@pytest.mark.parametrize("separate", [False, True])
def test_a_failure_leaves_what_was_there_and_nothing_else(
    store: ChatStore, tmp_path: Path, suffix: str, words: str, separate: bool
) -> None:
    folder = tmp_path / "place"
    folder.mkdir()
    (folder / "old.md").write_text("old")
    form = Failing(Parts(), str, str, suffix)
    with pytest.raises((ExchangeError, Cancelled)) as caught:
        export(store.path, ExportRequest(None, form, folder / "old.md", separate), go_on)
    assert words in str(caught.value)
    assert [each.name for each in folder.iterdir()] == ["old.md"]
    assert (folder / "old.md").read_text() == "old"


def test_a_folder_that_is_not_there_is_one_line(store: ChatStore, tmp_path: Path) -> None:
    with pytest.raises(ExchangeError, match="is not there"):
        export(store.path, ExportRequest(None, JsonFormat(), tmp_path / "no" / "x.json"), go_on)


def test_names_of_files_fit_every_system() -> None:
    assert file_name("../..\\etc: passwd?\x00") == "etc passwd"
    assert file_name("  .hidden. ") == "hidden"
    assert file_name("nul.txt") == "Chat nul.txt"
    assert len(file_name("漢" * 300).encode()) <= 160
    free = free_names()
    assert [free("A"), free("a"), free("A")] == ["A", "a (2)", "A (3)"]
