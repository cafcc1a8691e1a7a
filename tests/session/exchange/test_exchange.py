"""The session's exchange: beside the window, one at a time, told by signals, and gone when the app ends."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from foreword.session.exchange.exchange import Exchange
from foreword.session.exchange.json_format import JsonFormat
from foreword.session.exchange.messages import (
    BackedUp,
    Checked,
    ExchangeFailed,
    Exported,
    ExportRequest,
    Imported,
)
from foreword.session.exchange.restoring import Places, take_up
from foreword.storage.store import ChatStore
from tests.fakes.fake_worker import Script
from tests.session.conftest import Desk

OpenDesk = Callable[..., Desk]


def a_desk(open_desk: OpenDesk) -> Desk:
    desk = open_desk(Script(pieces=lambda request: ["An ", "answer."]))
    desk.controller.send("A question")
    desk.until_idle()
    return desk


def answer(desk: Desk, begin: Callable[[Exchange], bool]) -> Any:
    """Begin, and wait for what comes of it."""
    exchange = desk.controller.exchange
    heard: list[Any] = []
    signals = (exchange.exported, exchange.imported, exchange.backed_up, exchange.checked, exchange.failed)
    for signal in signals:
        signal.connect(heard.append)
    assert begin(exchange)
    desk.until(lambda: bool(heard))
    for signal in signals:
        signal.disconnect(heard.append)
    assert not exchange.busy
    return heard[0]


def test_an_export_comes_in_again_and_the_list_hears_of_it(open_desk: OpenDesk, tmp_path: Path) -> None:
    desk = a_desk(open_desk)
    path = tmp_path / "chats.json"
    done = answer(desk, lambda exchange: exchange.export(ExportRequest(None, JsonFormat(), path)))
    assert done == Exported(path, 1, 2, path.stat().st_size)
    changes = len(desk.of("conversations_changed"))
    assert answer(desk, lambda exchange: exchange.import_file(path)) == Imported("Foreword", 1, 2)
    assert len(desk.of("conversations_changed")) == changes + 1
    first, second = desk.controller.conversations()
    assert first.title == second.title
    token_ids = [desk.store.token_ids(desk.store.branch(each.id)[-1].id) for each in (first, second)]
    assert token_ids == [(1, 2), (1, 2)]


def test_a_failure_is_one_line_and_the_next_request_works(open_desk: OpenDesk, tmp_path: Path) -> None:
    desk = a_desk(open_desk)
    (tmp_path / "x.json").write_text("nothing of ours")
    failed = answer(desk, lambda exchange: exchange.import_file(tmp_path / "x.json"))
    assert failed == ExchangeFailed("This is not a JSON file of chats.")
    done = answer(desk, lambda exchange: exchange.back_up(tmp_path / "b.zip"))
    assert done == BackedUp(tmp_path / "b.zip", 1, 2, (tmp_path / "b.zip").stat().st_size)


class Waiting:
    """A format that writes until it is cancelled, on whatever thread it is called."""

    suffix = ".txt"

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.thread = ""

    def write(self, target: Path, chats: Any, shelf: Any, go_on: Callable[[], None]) -> None:
        self.thread = threading.current_thread().name
        target.write_text("half")
        self.begun.set()
        while True:
            go_on()


class Broken(Waiting):
    def write(self, target: Path, chats: Any, shelf: Any, go_on: Callable[[], None]) -> None:
        raise KeyError("a bug of ours")


def test_a_running_export_refuses_another_and_can_be_cancelled(open_desk: OpenDesk, tmp_path: Path) -> None:
    desk = a_desk(open_desk)
    exchange, form = desk.controller.exchange, Waiting()
    assert exchange.export(ExportRequest(None, form, tmp_path / "x.txt"))
    desk.until(form.begun.is_set)
    assert form.thread != threading.current_thread().name
    assert not exchange.back_up(tmp_path / "b.zip")
    heard: list[Any] = []
    exchange.failed.connect(heard.append)
    exchange.cancel()
    desk.until(lambda: bool(heard))
    assert heard[0].cancelled
    assert list(tmp_path.glob("*.txt")) == []


def test_a_reply_goes_on_beside_an_export(open_desk: OpenDesk, tmp_path: Path) -> None:
    desk = a_desk(open_desk)
    form = Waiting()
    desk.controller.exchange.export(ExportRequest(None, form, tmp_path / "x.txt"))
    desk.until(form.begun.is_set)
    desk.controller.send("Another question")
    desk.until_idle()
    assert desk.turns()[-1].text == "An answer."
    assert desk.controller.exchange.busy


def test_a_bug_is_told_with_its_traceback(open_desk: OpenDesk, tmp_path: Path) -> None:
    desk = a_desk(open_desk)
    request = ExportRequest(None, Broken(), tmp_path / "x.txt")
    failed = answer(desk, lambda exchange: exchange.export(request))
    assert failed.reason == "Exporting failed (KeyError)."
    assert "a bug of ours" in failed.detail


def test_quitting_in_the_middle_of_an_import_leaves_nothing(
    open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = a_desk(open_desk)
    chats = [
        {
            "title": f"Chat {number}",
            "mapping": {
                "q": {
                    "parent": None,
                    "message": {
                        "author": {"role": "user"},
                        "content": {"content_type": "text", "parts": ["word " * 100]},
                    },
                }
            },
        }
        for number in range(2000)
    ]
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(chats))
    told: list[Any] = []
    desk.controller.exchange.progress.connect(told.append)
    desk.controller.exchange.import_file(path)
    desk.until(lambda: bool(told))
    assert desk.close()
    again = ChatStore.open(desk.store.path)
    assert len(again.conversations()) == 1
    assert again.binned() == []
    again.close()


def test_a_restored_backup_is_there_at_the_next_start(open_desk: OpenDesk, tmp_path: Path) -> None:
    desk = a_desk(open_desk)
    answer(desk, lambda exchange: exchange.back_up(tmp_path / "b.zip"))
    (summary,) = desk.controller.conversations()
    desk.controller.rename(summary.id, "Later")
    checked = answer(desk, lambda exchange: exchange.check_backup(tmp_path / "b.zip"))
    assert isinstance(checked, Checked)
    assert not desk.controller.exchange.restore_waits()
    aside = desk.controller.exchange.confirm_restore()
    assert desk.controller.exchange.restore_waits()
    assert aside is not None
    desk.close()
    assert len(take_up(Places(desk.store.path, desk.settings.path))) == 1
    again = open_desk()
    assert [each.title for each in again.controller.conversations()] == ["A question"]
    assert (aside / "chats.db").exists()


def test_the_app_takes_up_a_restore_before_it_opens_anything(
    paths: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from foreword import app as composition
    from tests.fakes.fake_worker import FakeWorker

    installed: list[str] = []
    monkeypatch.setattr(composition.languages, "install", lambda _app, wanted, _at: installed.append(wanted))

    def take_up(places: Places) -> tuple[Any, ...]:
        assert not places.database.exists()
        places.settings.write_text('[appearance]\nlanguage = "de"\n')  # restored with the chats
        return (lambda: f"restored {places.database.name}, told in {installed}",)

    monkeypatch.setattr(composition, "take_up", take_up)
    built = composition.build(paths, make_worker=FakeWorker)  # type: ignore[arg-type]
    assert built.store.notices == ("restored chats.db, told in ['de']",)
    built.start()
    assert built.shut_down()
    built.window.deleteLater()
