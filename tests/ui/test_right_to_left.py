"""What Qt doesn't mirror by itself: messages, lens, composer, labels and menus, read from the right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt, QTranslator
from PySide6.QtGui import QTextBlock, QTextCursor, QTextTable
from PySide6.QtWidgets import QApplication, QMenu, QSpinBox
from pytestqt.qtbot import QtBot

from foreword.session.trace import Ghost
from foreword.ui import languages
from foreword.ui.composer_edit import ComposerEdit
from foreword.ui.labels import WordsLabel
from foreword.ui.lens_laying import Places
from foreword.ui.lens_shapes import Run, ghost_shapes, shapes
from foreword.ui.message_document import MessageDocument
from foreword.ui.reading import facts, leading, margins
from foreword.ui.tables import row_of
from tests.ui.desk import WindowDesk

RIGHT, LEFT = Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight


@pytest.fixture
def from_right(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(RIGHT)
    yield
    qapp.setLayoutDirection(LEFT)


@pytest.fixture
def arabic(qapp: QApplication, tmp_path: Path) -> Iterator[None]:
    """All that an Arabic window has, until the test ends."""
    before = QLocale()
    assert languages.install(qapp, "ar", tmp_path) == ""
    yield
    for translator in qapp.findChildren(QTranslator, options=Qt.FindChildOption.FindDirectChildrenOnly):
        QCoreApplication.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(before)
    qapp.setLayoutDirection(LEFT)


def show(message: MessageDocument, source: str) -> list[QTextBlock]:
    """The blocks that have a text, laid out."""
    message.append(source)
    message.finish()
    message.document.setTextWidth(600)
    message.document.size()
    found = []
    block = message.document.begin()
    while block.isValid():
        if block.text():
            found.append(block)
        block = block.next()
    return found


# --- messages
def test_a_table_begins_at_the_right_and_its_columns_line_up_there(message: MessageDocument):
    source = "| الكوكب | القطر | القمر |\n|:---|---:|:---:|\n| Mars | 6,779 | 2 |\n"
    cells = {block.text(): block for block in show(message, source)}
    table = QTextCursor(cells["الكوكب"]).currentTable()
    assert isinstance(table, QTextTable)
    layout = message.document.documentLayout()
    assert layout.frameBoundingRect(table).right() > 590
    for row in (("الكوكب", "القطر", "القمر"), ("Mars", "6,779", "2")):
        lefts = [layout.blockBoundingRect(cells[words]).left() for words in row]
        assert lefts == sorted(lefts, reverse=True)
        assert [block.text() for block in row_of(cells[row[1]])] == list(row)
    for words in ("الكوكب", "القطر", "Mars", "6,779"):
        alignment = cells[words].blockFormat().alignment()
        assert alignment == Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute
    assert cells["2"].blockFormat().alignment() == Qt.AlignmentFlag.AlignHCenter


def test_places_of_the_source_are_found_in_a_mirrored_table(message: MessageDocument):
    source = "قبل\n\n| واحد | اثنان |\n|---|---|\n| ثلاثة | أربعة |\n\nبعد\n"
    show(message, source)
    for word in ("قبل", "واحد", "اثنان", "ثلاثة", "أربعة", "بعد"):
        at = source.index(word)
        shown = message.document.find(word)
        assert message.map.place_of(at) == shown.selectionStart()
        assert message.map.end_of(at + len(word)) == shown.selectionEnd()


def test_a_table_read_from_the_left_keeps_arabic_cells_in_their_column(message: MessageDocument):
    *_, cell = show(message, "| planet |\n|---|\n| Mars is a planet |\n| المريخ |\n")
    line = cell.layout().lineAt(0)
    assert line.naturalTextRect().left() == 0 < line.width() - line.naturalTextRect().width()


@pytest.mark.parametrize("tick", [" ", "x", "X"])
def test_the_box_of_a_task_has_room_before_its_words(message: MessageDocument, tick: str):
    (task,) = show(message, f"- [{tick}] مهمة\n")
    assert task.text() == "\u2002مهمة"
    (other,) = [block for block in show(message, "\n\n1. x\n\n- [x] task\n") if "task" in block.text()]
    assert other.text() == "task"


def test_the_dot_stands_on_the_far_side_of_a_number(message: MessageDocument):
    arabic, english = show(message, "3. ثالثا\n\nmiddle\n\n3. third\n")[::2]
    # Qt lays it out from the right: what follows the mark keeps its order, the dot to the left.
    assert arabic.textList().itemText(arabic) == "\u2066.3"
    assert english.textList().itemText(english) == "3."


# --- the lens
def test_a_word_of_the_other_direction_is_tinted_whole(message: MessageDocument):
    (block,) = show(message, "مكتبة abc ثم\n")
    low = block.text().index("abc")
    word, tail = (shapes(block, [Run(at, low + 3, 0)])[0].box for at in (low, low + 1))
    assert word.right() == tail.right()
    assert word.left() < tail.left() - 2
    glyphs = block.layout().lineAt(0).glyphRuns(low, 1)
    assert word.left() == pytest.approx(glyphs[0].boundingRect().left(), abs=0.5)


@pytest.mark.parametrize(("text", "mirrored"), [("واحد اثنان ثلاثة", True), ("one two three", False)])
def test_dropped_drafts_lie_where_the_text_goes_on(message: MessageDocument, text: str, mirrored: bool):
    (block,) = show(message, text + "\n")
    count = len(text)
    places = Places(
        at=list(range(count)),
        ends=list(range(1, count + 1)),
        start=list(range(count)),
        end=list(range(1, count + 1)),
    )
    ghosts = [Ghost(at, "another", 1, ("ngram",)) for at in (3, 8)]
    first, second = sorted(
        ghost_shapes(block.layout(), places, ghosts, 0, 0, 600.0), key=lambda shape: shape.ghosts[0].at
    )
    assert first.mirrored is second.mirrored is mirrored
    assert (first.x > second.x) is mirrored
    assert first.room == abs(first.x - second.x)  # up to the next one
    assert second.room == (second.x if mirrored else 600.0 - second.x)


# --- the composer
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", RIGHT),
        ("مرحبا\n", RIGHT),
        ("hello\n", Qt.LayoutDirection.LayoutDirectionAuto),
        ("مرحبا\nhello", Qt.LayoutDirection.LayoutDirectionAuto),
    ],
)
def test_the_caret_is_where_the_next_letter_will_be(
    qtbot: QtBot, from_right: None, text: str, wanted: Qt.LayoutDirection
):
    edit = ComposerEdit()
    qtbot.addWidget(edit)
    edit.resize(400, 60)
    edit.show()
    edit.begin(text)
    assert edit.document().defaultTextOption().textDirection() == wanted
    if wanted == RIGHT:
        assert edit.cursorRect().left() > 350
    edit.begin("hello")
    assert edit.cursorRect().left() < 350
    edit.clear()
    assert edit.cursorRect().left() > 350


def test_in_a_window_read_from_the_left_arabic_lines_agree(qtbot: QtBot):
    edit = ComposerEdit()
    qtbot.addWidget(edit)
    edit.resize(400, 60)
    edit.show()
    assert edit.cursorRect().left() < 50
    edit.begin("مرحبا\n")
    assert edit.cursorRect().left() > 350


# --- labels and lines
def test_labels_begin_where_the_window_does_whatever_their_script(qtbot: QtBot, from_right: None):
    label = WordsLabel()
    qtbot.addWidget(label)
    label.say("A name in English")
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute
    assert leading() == right
    assert label.alignment() & right == right
    assert margins(1, 2, 3, 4) == (3, 2, 1, 4)


def test_facts_keep_the_order_of_reading(qapp: QApplication, from_right: None):
    assert facts(("3 B", "", "من PyPI")) == "\u200f\u20683 B\u2069 · \u2068من PyPI\u2069"
    assert facts(("", "")) == ""
    qapp.setLayoutDirection(LEFT)
    assert facts(("3 B", "", "from PyPI")) == "3 B · from PyPI"


# --- the Arabic window
def test_numbers_have_the_same_digits_everywhere(qtbot: QtBot, arabic: None):
    box = QSpinBox()
    qtbot.addWidget(box)
    box.setRange(0, 10_000)
    box.setGroupSeparatorShown(True)
    box.setValue(2048)
    assert box.text() == f"{2048:,}"


def test_no_key_is_twice_in_a_menu(qapp: QApplication, arabic: None, desk: WindowDesk):
    window = desk.show()
    assert window.layoutDirection() == RIGHT
    bar = window.menuBar()
    menus = [action.menu() for action in bar.actions()]
    for actions in (bar.actions(), *(menu.actions() for menu in menus if isinstance(menu, QMenu))):
        texts = [action.text() for action in actions]
        keys = [text[text.index("&") + 1] for text in texts if "&" in text.replace("&&", "")]
        assert len(keys) == len(set(keys)), texts
    assert window.chat.x() < window.sidebar.x()


def test_the_options_of_a_chat_fit_their_pane(qapp: QApplication, arabic: None, desk: WindowDesk):
    window = desk.show()
    area = window.chat.options.area
    window.chat.options.toggle.setChecked(True)
    desk.until(lambda: area.viewport().width() > 200)
    inside = area.widget()
    assert inside is not None
    assert inside.width() <= area.viewport().width()
