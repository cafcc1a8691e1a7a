"""The room in the context, counted by the model's own tokenizer, away from the window's thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from foreword.messages import ChatMessage
from foreword.session.conversation import Attachment
from foreword.session.gauge import Room
from foreword.target.tokenizer import TransformersTokenizer
from foreword.target.vocabulary import read_vocabulary
from tests.fakes.fake_worker import Script
from tests.fakes.tiny_target import write_tiny
from tests.session.conftest import Desk


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("model") / "tiny")


def test_prompt_and_draft_are_counted_as_the_model_reads_them(
    open_desk: Callable[..., Desk], folder: Path
) -> None:
    desk = open_desk(Script(pieces=lambda request: ["an answer"], folder=str(folder)))
    tokenizer = read_vocabulary(folder, 1).tokenizer
    gauge = desk.controller.gauge
    desk.controller.send("a question")
    desk.until_idle()
    said = (ChatMessage("user", "a question"), ChatMessage("assistant", "an answer"))
    prompt = len(tokenizer.encode_chat(said))
    desk.until(lambda: gauge.room == Room(prompt, 0, 2048))
    gauge.set_draft("and this?", (Attachment("a.txt", "file"),))
    draft = ChatMessage("user", "File a.txt:\n```\nfile\n```\n\nand this?")
    more = len(tokenizer.encode_chat((*said, draft))) - prompt
    files = {Attachment("a.txt", "file"): len(tokenizer.encode("File a.txt:\n```\nfile\n```"))}
    desk.until(lambda: gauge.room == Room(prompt, more, 2048, files))
    desk.controller.new_chat()
    gauge.set_draft("")
    desk.until(lambda: gauge.room == Room(0, 0, 2048))
    desk.settings.set("reply.system_prompt", "Be kind.")
    gauge.refresh()
    desk.until(
        lambda: gauge.room == Room(len(tokenizer.encode_chat((ChatMessage("system", "Be kind."),))), 0, 2048)
    )


def test_without_a_model_nothing_is_counted(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(Script(never_ready=True))
    desk.controller.gauge.set_draft("words")
    desk.qtbot.wait(400)
    assert desk.controller.gauge.room is None


def test_each_attachment_is_counted_and_the_way_out_of_a_full_context_is_told(
    open_desk: Callable[..., Desk], folder: Path
) -> None:
    desk = open_desk(Script(folder=str(folder)))
    gauge = desk.controller.gauge
    desk.settings.set("reply.overflow", "drop")
    short, long = Attachment("a.txt", "a"), Attachment("b.txt", "many words " * 400)
    gauge.set_draft("", (short, long))
    desk.until(lambda: gauge.room is not None and len(gauge.room.attachments) == 2)
    assert gauge.room is not None
    assert 0 < gauge.room.attachments[short] < gauge.room.attachments[long] <= gauge.room.draft
    assert gauge.room.is_full()
    assert gauge.room.overflow == "drop"
    gauge.set_draft("", (short,))
    desk.until(lambda: gauge.room is not None and set(gauge.room.attachments) == {short})
    assert not gauge.room.is_full()


def test_an_end_in_the_middle_of_counting_is_told_and_comes_later(
    open_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    begun, go = threading.Event(), threading.Event()

    def slowly(*_: object) -> list[int]:
        begun.set()
        assert go.wait(10)
        return [1]

    desk = open_desk(Script(folder=str(folder)))
    gauge = desk.controller.gauge
    gauge.set_draft("words")
    desk.until(lambda: gauge.room is not None)
    monkeypatch.setattr(TransformersTokenizer, "encode_chat", slowly)
    gauge.set_draft("more words")
    desk.until(begun.is_set)
    assert not gauge.stop(0)
    go.set()
    assert gauge.stop()
