"""Files that go with a message: read or refused, dropped, shown as chips, removed; and the gauge's words."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from foreword.session.conversation import Attachment, Draft
from foreword.session.gauge import Room
from foreword.ui import attachment_reader, gauge_wording
from foreword.ui.attachment_files import MOST_BYTES, NotAttached, free_name, read_file, shown_name
from foreword.ui.attachment_tray import MOST_FILES
from foreword.ui.composer import Composer
from foreword.ui.tokens import LIGHT
from foreword.ui.turn_details import Reader

TEXT = "naïve café — 日本\nsecond line\n"


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    widget = Composer(LIGHT)
    qtbot.addWidget(widget)
    widget.resize(640, 600)
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()
    return widget


def write(folder: Path, name: str, data: str | bytes) -> str:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(path)


def take(composer: Composer, qtbot: QtBot, *paths: str) -> None:
    composer.tray.take_files(paths)
    qtbot.waitUntil(lambda: not composer.tray.is_reading())


def names(composer: Composer) -> list[str]:
    return [each.name for each in composer.content().attachments]


def files(*paths: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    return data


# --- reading
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_is_read_with_and_without_its_mark(tmp_path: Path, encoding: str):
    assert read_file(write(tmp_path, "a.txt", TEXT.encode(encoding))) == (Attachment("a.txt", TEXT), "")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_western_utf16_is_known_without_its_mark(tmp_path: Path, encoding: str):
    text = "plain words\r\nand more of them"
    found, remark = read_file(write(tmp_path, "a.txt", text.encode(encoding)))
    assert (found.text, remark) == ("plain words\nand more of them", "")


def test_another_encoding_is_read_as_windows_1252_and_said(tmp_path: Path):
    found, remark = read_file(write(tmp_path, "a.txt", "caf\xe9 \u201cx\u201d".encode("cp1252")))
    assert found.text == "caf\xe9 \u201cx\u201d"
    assert "Windows-1252" in remark


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "not a text file"),
        (bytes(range(256)) * 20, "not a text file"),
        (b"\x01\x02\x03\x04" * 20, "not a text file"),
        (b"\xff\xfe\x00\xd8", "not a text file"),
        (b"%PDF-1.7\nwords", "a PDF"),
        (b" \n", "empty"),
        (b"x" * (MOST_BYTES + 1), "too large (1.0 MB)"),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(tmp_path: Path, data: bytes, words: str):
    with pytest.raises(NotAttached, match=r"^a\.bin ") as refused:
        read_file(write(tmp_path, "a.bin", data))
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_folders_pipes_and_missing_files_are_refused(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    for name, words in (("", "is a folder"), ("pipe", "is not a file"), ("gone.txt", "no longer there")):
        with pytest.raises(NotAttached, match=words):
            read_file(str(tmp_path / name))


def test_a_file_that_may_not_be_read_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_args: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = write(tmp_path, "a.txt", "x")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(NotAttached, match=r"^a\.txt can't be read: Permission denied\.$"):
        read_file(path)


def test_a_largest_file_is_still_taken(tmp_path: Path):
    assert len(read_file(write(tmp_path, "a.txt", b"x" * MOST_BYTES))[0].text) == MOST_BYTES


def test_names_are_one_line_that_can_be_kept():
    assert shown_name("a\nb\t\x07c.txt") == "a b c.txt"
    assert shown_name("bad\udcff.txt") == "bad?.txt"
    assert free_name("a.txt", {"a.txt", "a 2.txt"}) == "a 3.txt"


# --- taking files
def test_files_are_read_into_chips_in_their_order(composer: Composer, qtbot: QtBot, tmp_path: Path):
    paths = [write(tmp_path, name, f"text of {name}") for name in ("b.py", "a.md")]
    take(composer, qtbot, *paths)
    assert names(composer) == ["b.py", "a.md"]
    assert composer.button.isEnabled()
    assert composer.tray.note.isHidden()


def test_files_of_one_name_are_told_apart_and_one_file_comes_once(
    composer: Composer, qtbot: QtBot, tmp_path: Path
):
    (tmp_path / "sub").mkdir()
    first, second = write(tmp_path, "a.txt", "one"), write(tmp_path / "sub", "a.txt", "two")
    take(composer, qtbot, first, second)
    take(composer, qtbot, first)
    assert names(composer) == ["a.txt", "a 2.txt"]
    assert composer.tray.note.words() == "a.txt is attached already."


def test_refused_files_are_told_and_the_others_stay(composer: Composer, qtbot: QtBot, tmp_path: Path):
    sound = write(tmp_path, "a.txt", "x")
    take(composer, qtbot, str(tmp_path), sound, write(tmp_path, "b.png", b"\x89PNG\0"))
    assert names(composer) == ["a.txt"]
    told = composer.tray.note.words().splitlines()
    assert len(told) == 2
    assert "is a folder" in told[0]
    assert "b.png is not a text file" in told[1]


def test_many_refusals_are_counted(composer: Composer, qtbot: QtBot, tmp_path: Path):
    take(composer, qtbot, *(str(tmp_path / f"{number}.txt") for number in range(5)))
    assert composer.tray.note.words().splitlines()[-1] == "And 2 more were refused."


def test_there_is_a_limit_to_how_many_files(composer: Composer, qtbot: QtBot, tmp_path: Path):
    paths = [write(tmp_path, f"{number}.txt", str(number)) for number in range(MOST_FILES + 3)]
    take(composer, qtbot, *paths)
    assert len(names(composer)) == MOST_FILES
    assert f"At most {MOST_FILES} files" in composer.tray.note.words()


class Slow:
    """Reading that waits until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        monkeypatch.setattr(attachment_reader, "read_file", self.read)

    def read(self, path: str) -> tuple[Attachment, str]:
        assert self.go.wait(10)
        return Attachment(Path(path).name, "text"), ""


def test_while_a_file_is_read_nothing_is_sent_and_the_window_goes_on(
    composer: Composer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    slow, told = Slow(monkeypatch), []
    composer.submitted.connect(lambda *sent: told.append(sent))
    composer.set_text("about this")
    composer.tray.take_files(["/slow/a.txt"])
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert told == []
    assert "files are read" in composer.hint.text()
    assert "reading" in composer.tray.chips()[0].show_button.text()
    slow.go.set()
    qtbot.waitUntil(lambda: names(composer) == ["a.txt"])
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert told == [("about this", (Attachment("a.txt", "text"),))]


def test_a_file_that_is_removed_while_it_is_read_stays_away(
    composer: Composer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    slow = Slow(monkeypatch)
    composer.tray.take_files(["/slow/a.txt", "/slow/b.txt"])
    composer.tray.chips()[0].remove_button.click()
    slow.go.set()
    qtbot.waitUntil(lambda: names(composer) == ["b.txt"])


def test_a_file_of_another_chat_is_not_attached_here(
    composer: Composer, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    slow = Slow(monkeypatch)
    composer.tray.take_files(["/slow/a.txt"])
    composer.set_draft(Draft("another chat"))
    assert "a.txt was not attached" in composer.tray.note.words()
    composer.tray.take_files(["/slow/b.txt"])
    slow.go.set()
    qtbot.waitUntil(lambda: names(composer) == ["b.txt"])


# --- drop and paste
def hold(target: QWidget, data: QMimeData) -> None:
    left, free = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(target.rect().center(), Qt.DropAction.CopyAction, data, left, free)
    QApplication.sendEvent(target, enter)


def drop(target: QWidget, data: QMimeData) -> tuple[bool, Qt.DropAction]:
    """Whether it was taken, and how."""
    hold(target, data)
    kinds = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    event = QDropEvent(QPointF(4, 4), kinds, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(target, event)
    return event.isAccepted(), event.dropAction()


def test_files_can_be_dropped_on_the_field_and_on_the_pane(composer: Composer, qtbot: QtBot, tmp_path: Path):
    pane = QWidget()
    qtbot.addWidget(pane)
    composer.accept_drops_on(pane)
    for number, target in enumerate((composer.edit.viewport(), pane)):
        taken = drop(target, files(write(tmp_path, f"{number}.txt", f"text {number}")))
        assert taken == (True, Qt.DropAction.CopyAction)
    qtbot.waitUntil(lambda: names(composer) == ["0.txt", "1.txt"])
    assert composer.text() == ""


def test_a_drag_is_shown_and_text_goes_into_the_field(composer: Composer, tmp_path: Path):
    pane, data = composer.edit.viewport(), files(write(tmp_path, "a.txt", "x"))
    hold(pane, data)
    assert composer.hint.text() == "Drop the files to attach them"
    QApplication.sendEvent(pane, QDragLeaveEvent())
    assert composer.hint.text().startswith("Enter sends")
    text = QMimeData()
    text.setText("dragged words")
    drop(pane, text)
    assert composer.text() == "dragged words"


def test_pasted_files_are_attached_and_pasted_addresses_are_text(
    composer: Composer, qtbot: QtBot, tmp_path: Path
):
    composer.edit.insertFromMimeData(files(write(tmp_path, "a.txt", "x")))
    address = QMimeData()
    address.setUrls([QUrl("https://example.org/a.txt")])
    address.setText("https://example.org/a.txt")
    composer.edit.insertFromMimeData(address)
    qtbot.waitUntil(lambda: names(composer) == ["a.txt"])
    assert composer.text() == "https://example.org/a.txt"


# --- chips
def test_a_chip_opens_its_text_to_read(composer: Composer, qtbot: QtBot):
    composer.set_draft(Draft("", (Attachment("a<b>.txt", "<b>as it is</b>"),)))
    composer.tray.chips()[0].show_button.click()
    reader = composer.findChild(Reader)
    assert reader is not None
    assert reader.text.toPlainText() == "<b>as it is</b>"
    reader.close()


def test_chips_are_reached_and_removed_by_keyboard(composer: Composer, qtbot: QtBot):
    composer.set_draft(Draft("", (Attachment("a.txt", "x"), Attachment("b.txt", "y"))))
    first, second = composer.tray.chips()
    first.show_button.setFocus()
    qtbot.keyClick(first.show_button, Qt.Key.Key_Tab)
    assert first.remove_button.hasFocus()
    qtbot.keyClick(first.remove_button, Qt.Key.Key_Delete)
    assert second.show_button.hasFocus()
    qtbot.keyClick(second.show_button, Qt.Key.Key_Backspace)
    assert composer.content() == Draft()
    assert composer.edit.hasFocus()
    assert composer.tray.isHidden()


def test_tab_goes_through_the_chips_to_the_field_and_on(composer: Composer, qtbot: QtBot):
    composer.set_draft(Draft("x", (Attachment("a.txt", "x"), Attachment("b.txt", "y"))))
    first, second = composer.tray.chips()
    stops = [first.show_button, first.remove_button, second.show_button, second.remove_button]
    first.show_button.setFocus()
    for stop in (*stops[1:], composer.attach, composer.edit, composer.button):
        qtbot.keyClick(composer.focusWidget(), Qt.Key.Key_Tab)
        assert stop.hasFocus()


def test_a_long_name_fits_a_narrow_composer(composer: Composer):
    composer.resize(360, 600)
    composer.set_draft(Draft("", (Attachment("a very long name of a file " * 5 + ".txt", "x"),)))
    chip = composer.tray.chips()[0]
    composer.show_room(Room(0, 1234, 8192, {chip.attachment: 1234}) if chip.attachment else None)
    QApplication.processEvents()
    assert chip.sizeHint().width() <= composer.tray.width()


# --- the gauge's words
@pytest.mark.parametrize(
    ("room", "level"),
    [
        (Room(0, 0, 100), ""),
        (Room(70, 10, 100), ""),
        (Room(70, 11, 100), "warning"),
        (Room(70, 30, 100), "full"),
    ],
)
def test_the_gauge_warns_before_the_context_is_full(room: Room, level: str):
    assert gauge_wording.level(room) == level
    assert bool(gauge_wording.warning(room)) == (level == "full")


def test_a_full_context_says_what_will_happen():
    words = {
        way: gauge_wording.warning(Room(90, 20, 100, {}, way)) for way in ("ask", "drop", "stop", "summary")
    }
    assert "asked what to do" in words["ask"]
    assert "oldest turns will be left out" in words["drop"]
    assert "no reply" in words["stop"]
    assert "summary" in words["summary"]
    assert "This message alone" in gauge_wording.warning(Room(0, 120, 100, {}, "drop"))


def test_the_parts_of_the_context():
    file = Attachment("a.txt", "x")
    assert gauge_wording.parts(Room(1000, 234, 8192, {file: 200})).splitlines() == [
        "This chat: 1,000 tokens",
        "Your message: 234",
        "    a.txt: 200",
        "Left for the reply: 6,958",
    ]
    assert gauge_wording.parts(Room(90, 20, 100)).endswith("Too many by: 11")
