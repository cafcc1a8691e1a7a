"""The lens over replies: tints where the text is, words for each piece, dropped drafts, the check's line."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from foreword.messages import Checked, CheckFailed, Difference, Dropped, Share, Step, TokenBatch
from foreword.session.trace import Ghost, Piece
from foreword.ui.lens_colours import look, tinted
from foreword.ui.lens_layer import LensLayer, LensView
from foreword.ui.lens_styles import spread
from foreword.ui.lens_words import (
    ghost_words,
    list_of_pieces,
    piece_words,
    share_details,
    shares,
    worth_lines,
)
from foreword.ui.message_view import MessageView
from foreword.ui.styles import TextStyles
from foreword.ui.tokens import DARK, LIGHT
from foreword.ui.turn_details import details_reader
from foreword.ui.turn_reply import Reply
from tests.fakes.fake_controller import FakeController
from tests.ui.conftest import Stage

OpenStage = Callable[[FakeController], Stage]
SOURCE = """# A title

Some **bold** words and `code` in [a link](http://x.y).

- item one
  1. inner

| head | cell |
|---|---|
| left | right |

```python
def code(): pass
```

مرحبا بك في التطبيق with words.
"""


def piece(source: str, text: str, *names: str, **more: int) -> Piece:
    start = source.index(text)
    return Piece(start, start + len(text), names, **more)


@pytest.fixture
def lens_view(view: MessageView) -> MessageView:
    view.show()
    view.append(SOURCE)
    view.finish()
    return view


def look_at(view: MessageView, *pieces: Piece, ghosts: tuple[Ghost, ...] = ()) -> LensLayer:
    ordered = tuple(sorted(pieces, key=lambda each: each.start))
    view.show_lens(LensView(ordered, ghosts, tinted=True))
    assert view.lens is not None
    return view.lens.layer


def boxes(view: MessageView, layer: LensLayer, index: int) -> list[QRectF]:
    """Where a piece is tinted, in the view."""
    found = []
    block = view.text.document.begin()
    while block.isValid():
        origin = view.origin_of(block)
        found += [shape.box.translated(origin) for shape in layer._lay(block).shapes if shape.index == index]
        block = block.next()
    return found


def text_at(view: MessageView, box: QRectF) -> str:
    """The words of the document that lie in this box."""
    layout = view.text.document.documentLayout()
    y = box.center().y()
    ends = [
        layout.hitTest(QPointF(x, y), Qt.HitTestAccuracy.FuzzyHit)
        for x in (box.left() + 0.5, box.right() - 0.5)
    ]
    low, high = min(ends), max(ends)
    return view.text.document.toPlainText()[low:high]


# --- where the tint lies
@pytest.mark.parametrize(
    "text", ["A title", "words and", "code", "a link", "item one", "inner", "head", "right", "def code"]
)
def test_a_piece_is_tinted_where_its_text_is(lens_view: MessageView, text: str):
    layer = look_at(lens_view, piece(SOURCE, text, "ngram"))
    (box,) = boxes(lens_view, layer, 0)
    assert text_at(lens_view, box) == text
    line = lens_view.text.document.documentLayout().hitTest(box.center(), Qt.HitTestAccuracy.ExactHit)
    assert layer.piece_at(line) == layer.seen.pieces[0]


def test_syntax_is_not_tinted_and_text_around_it_is(lens_view: MessageView):
    layer = look_at(lens_view, piece(SOURCE, "e **bold** w", "ngram"))
    assert "".join(text_at(lens_view, box) for box in boxes(lens_view, layer, 0)) == "e bold w"


def test_words_that_are_read_from_the_right_are_tinted_on_their_side(lens_view: MessageView):
    layer = look_at(lens_view, piece(SOURCE, "مرحبا", "ngram"), piece(SOURCE, "with words", "mine"))
    (arabic,), (english,) = boxes(lens_view, layer, 0), boxes(lens_view, layer, 1)
    assert arabic.width() > 10
    assert english.width() > 30
    assert arabic.left() > english.right()


def test_a_piece_over_several_lines_has_a_box_on_each(view: MessageView):
    view.show()
    view.resize(200, 100)
    source = "many words that do not fit on one line of this view"
    view.append(source)
    layer = look_at(view, Piece(0, len(source), ("ngram",)))
    found = boxes(view, layer, 0)
    assert len({box.top() for box in found}) == len(found) > 1
    assert all(box.right() <= view.width() for box in found)


def test_a_scrolled_code_panel_takes_its_tint_along(view: MessageView):
    view.show()
    view.resize(300, 100)
    source = "```\n" + "x" * 200 + "\n```\n"
    view.append(source)
    view.finish()
    layer = look_at(view, Piece(4, 14, ("ngram",)))
    before = boxes(view, layer, 0)[0].left()
    bar = view._code[0].bar
    assert bar is not None
    bar.setValue(60)
    view.grab()
    assert boxes(view, layer, 0)[0].left() == pytest.approx(before - 60)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_the_tint_is_painted_over_the_ground_and_follows_the_theme(view: MessageView, tokens, styles):
    view.show()
    view.append("one two")
    view.finish()
    layer = look_at(view, Piece(0, 3, ("ngram",)))
    view.set_styles(TextStyles(tokens, styles.font))
    box = boxes(view, layer, 0)[0]
    image = QImage(view.size(), QImage.Format.Format_RGB32)
    image.fill(tokens.window)
    painter = QPainter(image)
    layer.paint(painter, view.rect())
    painter.end()
    inside = image.pixelColor(box.center().toPoint()).name()
    assert inside == tinted(tokens.window, look("ngram", tokens.scheme).tint, tokens.scheme)
    assert image.pixelColor(QPoint(int(box.right()) + 8, int(box.center().y()))).name() == tokens.window


def test_what_is_selected_keeps_its_ground(view: MessageView):
    view.show()
    view.append("one two")
    layer = look_at(view, Piece(0, 3, ("ngram",)))
    box = boxes(view, layer, 0)[0]
    image = QImage(view.size(), QImage.Format.Format_RGB32)
    image.fill(LIGHT.window)
    painter = QPainter(image)
    layer.paint(painter, view.rect(), (0, 2))
    painter.end()
    assert image.pixelColor(box.center().toPoint()).name() == LIGHT.window


def test_the_document_and_what_is_copied_stay_as_they_were(lens_view: MessageView):
    document = lens_view.text.document
    before, html = document.revision(), document.toHtml()
    look_at(lens_view, piece(SOURCE, "words and", "ngram"), ghosts=(Ghost(20, " gone", 1, ("ngram",)),))
    lens_view.grab()
    assert document.revision() == before
    assert document.toHtml() == html
    assert not document.isUndoAvailable()
    lens_view.selectAll()
    lens_view.copy()
    assert QGuiApplication.clipboard().text() == SOURCE


def test_without_the_lens_nothing_is_worked_out(lens_view: MessageView, monkeypatch: pytest.MonkeyPatch):
    lens_view.show_lens(LensView())
    assert lens_view.lens is None
    look_at(lens_view, piece(SOURCE, "words", "ngram"))
    lens_view.show_lens(LensView())

    def never(*_: object) -> None:
        raise AssertionError("the lens was asked")

    monkeypatch.setattr(LensLayer, "_lay", never)
    lens_view.grab()


def test_thoughts_are_tinted_once_they_are_opened(view: MessageView):
    view.show()
    source = "<think>\nwell, hm\n</think>\n\nsaid"
    view.append(source)
    view.finish()
    layer = look_at(view, piece(source, "hm", "ngram"), piece(source, "said", "mine"))
    panel = view._thinking[0]
    assert boxes(view, layer, 0) == []
    panel.set_open(True)
    inner = panel.view
    assert inner is not None
    assert inner.lens is not None
    (box,) = boxes(inner, inner.lens.layer, 0)
    assert text_at(inner, box) == "hm"
    assert boxes(inner, inner.lens.layer, 1) == []


# --- words
def test_a_piece_is_told_in_words():
    made = Piece(0, 9, ("ngram",), tokens=6, match_length=5, drafted=8, accepted=6)
    assert piece_words(made) == "ngram: rested on 5 tokens, drafted 8, accepted 6"
    both = Piece(0, 9, ("ngram", "suffix_history"), drafted=3, accepted=2)
    assert piece_words(both) == "ngram and suffix_history: drafted 3, accepted 2"
    assert piece_words(Piece(0, 3, (), tokens=1)) == "Written by the model itself: 1 token."


def test_what_was_dropped_is_told_in_one_line_each():
    ghosts = (Ghost(3, " of\nit", 2, ("ngram",)), Ghost(3, " the", 1, ("mine", "yours")))
    assert ghost_words(ghosts) == (
        "Dropped here: “ of⏎it” (2 tokens of ngram)\nDropped here: “ the” (1 token of mine and yours)"
    )


def test_pieces_can_be_read_as_a_list():
    pieces = (Piece(0, 4, ("ngram",), drafted=2, accepted=1), Piece(4, 7, (), tokens=2))
    listed = list_of_pieces("one two", pieces, (Ghost(4, "x", 1, ("ngram",)), Ghost(7, "y", 1, ("ngram",))))
    assert listed.split("\n") == [
        "“one ”  ngram: drafted 2, accepted 1",
        "    Dropped here: “x” (1 token of ngram)",
        "“two”  Written by the model itself: 2 tokens.",
        "    Dropped here: “y” (1 token of ngram)",
    ]


def test_the_details_say_what_drafting_was_worth():
    counts = {"drafted": 10, "verified": 8, "accepted": 6, "seconds": 0.05}
    stats = {"decode_seconds": 5.0, "plain_seconds": 8.2, "saved_seconds": 3.2}
    lines = worth_lines({**stats, "by_speculator": {"ngram": counts, "idle": {**counts, "verified": 0}}})
    assert lines == [
        "Saved: 3.20 s of the 8.20 s that plain decoding takes here",
        "ngram: 75 % of what was verified stood; drafting took 50.0 ms, 1.0 % of the writing",
        "idle: nothing to verify; drafting took 50.0 ms, 1.0 % of the writing",
    ]
    lost = {"decode_seconds": 5.0, "plain_seconds": 4.6, "saved_seconds": -0.4}
    assert worth_lines(lost) == ["Cost: 0.40 s more than the 4.60 s that plain decoding takes here"]
    assert worth_lines({}) == []


# --- pointer and keyboard
def test_the_tooltip_tells_of_what_lies_below_the_pointer(lens_view: MessageView):
    made = piece(SOURCE, "words and", "ngram", tokens=2, match_length=4, drafted=3, accepted=2)
    layer = look_at(lens_view, made)
    box = boxes(lens_view, layer, 0)[0]
    assert lens_view.lens is not None
    assert lens_view.lens.words_at(box.center()) == piece_words(made)
    assert lens_view.lens.words_at(QPointF(690, box.center().y())) == ""
    event = QHelpEvent(QHelpEvent.Type.ToolTip, box.center().toPoint(), QPoint(0, 0))
    assert QApplication.sendEvent(lens_view.viewport(), event)


def test_keys_step_from_piece_to_piece_and_say_where_each_came_from(lens_view: MessageView, qtbot: QtBot):
    pieces = (piece(SOURCE, "# ", "ngram"), piece(SOURCE, "A title", "ngram"), piece(SOURCE, "Some ", "mine"))
    layer = look_at(lens_view, *pieces, ghosts=(Ghost(SOURCE.index("Some"), " All", 1, ("ngram",)),))
    reached: list[str] = []
    lens_view.piece_reached.connect(reached.append)
    lens_view.setFocus()
    down, up, alt = Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier
    QTest.keyClick(lens_view, down, alt)
    assert layer.current == 1  # what shows nothing is passed over
    QTest.keyClick(lens_view, down, alt)
    QTest.keyClick(lens_view, down, alt)
    QTest.keyClick(lens_view, up, alt)
    assert reached[0] == piece_words(pieces[1])
    assert reached[1] == f"{piece_words(pieces[2])}\nDropped here: “ All” (1 token of ngram)"
    assert reached[2:] == [piece_words(pieces[1])]
    lens_view.clearFocus()
    assert (reached[-1], layer.current) == ("", None)


# --- what was dropped
def test_a_dropped_draft_stands_below_its_place_and_tells_itself(view: MessageView, styles: TextStyles):
    view.set_styles(spread(styles))
    view.show()
    source = "The first line of a reply"
    view.append(source)
    at = source.index(" line")
    layer = look_at(view, Piece(0, len(source), ()), ghosts=(Ghost(at, " sentence", 1, ("ngram",)),))
    block = view.text.document.begin()
    view.grab()
    (ghost,) = layer._lay(block).ghosts
    line = block.layout().lineAt(0)
    assert ghost.x == pytest.approx(cast(tuple[float, int], line.cursorToX(at))[0])
    assert view.lens is not None
    words = view.lens.words_at(QPointF(ghost.x + 6, ghost.below + 10))
    assert words == "Dropped here: “ sentence” (1 token of ngram)"
    assert view.text.source == source
    height = view.height()
    view.set_styles(styles)
    assert view.height() < height


# --- the whole window
def batch(turn_id: str, text: str, end: int, *names: str, dropped: tuple[Dropped, ...] = ()) -> TokenBatch:
    """A step that wrote one token."""
    shares_ = {name: Share(match_length=3, drafted=2, verified=2, accepted=1) for name in names}
    step = Step(4, 0.01, 0.01, shares=shares_, dropped=dropped)
    return TokenBatch(turn_id, text, (1,), (names,), (end,), step)


@pytest.fixture
def scene(open_window: OpenStage) -> Stage:
    """A reply is being written."""
    stage = open_window(FakeController())
    stage.controller.turns.send("a question")
    return stage


def stream(stage: Stage, *words: tuple[str, tuple[str, ...]], ghost: str = "") -> None:
    controller = stage.controller
    end = len(controller.reply.text)
    for text, names in words:
        end += len(text)
        dropped = (Dropped(1, ghost, 1, ("ngram",)),) if ghost else ()
        controller.silent.message.emit(batch(controller.reply.id, text, end, *names, dropped=dropped))
    controller._replies.show_text()


def reply_of(stage: Stage) -> Reply:
    return cast(Reply, stage.window.chat.transcript.last_reply())


def test_the_tint_follows_a_reply_as_it_grows(scene: Stage, qtbot: QtBot):
    transcript, controller = scene.window.chat.transcript, scene.controller
    transcript.set_lens(True, False)
    stream(scene, ("One ", ("ngram",)), ("two ", ()))
    reply = reply_of(scene)
    turn_id = reply.turn.id
    qtbot.waitUntil(lambda: len(reply._seen.pieces) == 2)
    assert reply._seen.pieces == controller.lens.pieces(turn_id)
    stream(scene, ("three ", ("ngram", "mine")))
    qtbot.waitUntil(lambda: len(reply._seen.pieces) == 3)
    assert reply.view.lens is not None
    layer = reply.view.lens.layer
    assert [text_at(reply.view, box).strip() for box in boxes(reply.view, layer, 2)] == ["three"]
    assert [item.words for item in reply.legend.items()] == ["the model itself", "ngram"]
    controller.finish()
    assert reply._seen.pieces == controller.lens.pieces(turn_id)
    assert [item.words for item in reply.legend.items()] == ["the model itself 33 %", "ngram 67 %"]
    counted = shares(controller.lens.pieces(turn_id))
    for item in reply.legend.items():
        assert item.accessibleName() in item.toolTip()
        assert item.accessibleName() == share_details(item.source, counted[item.source], 3)
    assert sum(counted.values()) == sum(each.tokens for each in controller.lens.pieces(turn_id))


def test_the_lens_is_switched_live_and_leaves_nothing_behind(scene: Stage):
    transcript = scene.window.chat.transcript
    stream(scene, ("One ", ("ngram",)), ghost=" more")
    scene.controller.finish()
    reply = reply_of(scene)
    height, source = reply.view.height(), reply.view.text.source
    transcript.set_lens(True, True)
    assert reply._seen.ghosts == scene.controller.lens.ghosts(reply.turn.id) != ()
    assert reply.legend.isVisible()
    assert reply.view.height() > height
    transcript.set_lens(True, False)
    assert reply._seen.ghosts == ()
    transcript.set_lens(False, False)
    assert not reply._seen.tinted
    assert not reply.legend.isVisible()
    assert (reply.view.height(), reply.view.text.source) == (height, source)


def test_replies_without_a_record_say_so(open_window: OpenStage):
    controller = FakeController()
    chat = controller.add_chat("old", "question", "answer")
    stage = open_window(controller)
    controller.open(chat)
    stage.window.chat.transcript.set_lens(True, False)
    legend = reply_of(stage).legend
    assert legend.unknown.isVisible()
    assert legend.items() == []


def test_a_check_is_followed_and_what_it_found_stays(scene: Stage, qtbot: QtBot):
    stream(scene, ("One two three", ()))
    scene.controller.finish()
    reply, checks = reply_of(scene), scene.controller.checks
    turn_id = reply.turn.id
    checks.progressed.emit(turn_id, 57, 312)
    assert reply.check.words.words() == "Checking: 57 of 312 tokens compared"
    assert reply.check.cancel.isVisible()
    assert (reply.check.bar.value(), reply.check.bar.maximum()) == (57, 312)
    checks.receive(Checked(turn_id, 312, None, 2.0))
    assert reply.check.words.words() == "Checked: plain decoding writes the same 312 tokens."
    assert not reply.check.cancel.isVisible()
    assert not reply.check.jump.isVisible()
    transcript = scene.window.chat.transcript
    transcript._discard(transcript.entries[-1])
    transcript.arrange()
    again = reply_of(scene)
    assert again is not reply
    assert again.check.words.words() == "Checked: plain decoding writes the same 312 tokens."


def test_a_difference_is_told_marked_and_led_to(scene: Stage, qtbot: QtBot):
    stream(scene, ("One two three", ()))
    scene.controller.finish()
    reply = reply_of(scene)
    differs = Difference(57, 3, " two", " zwei", 0.3123, 0.304)
    scene.controller.checks.receive(Checked(reply.turn.id, 58, differs, 2.0))
    assert reply.check.words.words() == (
        "Checked: differs at token 58: kept “ two” (31.2 %), plain decoding “ zwei” (30.4 %)."
    )
    assert reply.view.lens is not None
    laid = reply.view.lens.layer._lay(reply.view.text.document.begin())
    assert [text_at(reply.view, box) for box in laid.differs] == [" two"]
    assert not reply._seen.tinted
    with qtbot.waitSignal(reply.place_wanted):
        reply.check.jump.click()


def test_a_check_that_broke_off_says_why_and_one_that_was_ended_says_nothing(scene: Stage):
    stream(scene, ("One", ()))
    scene.controller.finish()
    reply, checks = reply_of(scene), scene.controller.checks
    checks.receive(CheckFailed(reply.turn.id, "No model is loaded."))
    assert reply.check.words.words() == "Not checked: No model is loaded."
    checks.progressed.emit(reply.turn.id, 1, 2)
    checks.receive(CheckFailed(reply.turn.id, "cancelled", cancelled=True))
    assert not reply.check.isVisible()


def test_what_can_t_be_checked_says_why_in_the_menu_and_in_the_details(scene: Stage, qtbot: QtBot):
    stream(scene, ("One", ()))
    scene.controller.finish()
    turn = reply_of(scene).turn
    reason = scene.controller.checks.why_not(turn)
    menu = scene.window.chat.commands.more_menu(turn)
    entries = {action.text(): action for action in menu.actions()}
    check = entries["Check This Reply"]
    assert reason
    assert (check.isEnabled(), check.toolTip()) == (False, reason)
    assert menu.toolTipsVisible()
    reader = details_reader(turn, scene.window)
    reader.offer("Check", lambda: None, "not now")
    button = next(each for each in reader.buttons.buttons() if each.text() == "Check")
    assert (button.isEnabled(), button.accessibleDescription()) == (False, "not now")
    reader.close()


def test_keys_step_from_the_actions_of_a_message_too(scene: Stage, qtbot: QtBot):
    scene.window.chat.transcript.set_lens(True, False)
    stream(scene, ("One", ("ngram",)), (" two three", ()))
    scene.controller.finish()
    reply = reply_of(scene)
    reply.row.reveal(True)
    button = next(each for each in reply.row.findChildren(QToolButton) if each.isVisible())
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert reply.view.hasFocus()
    assert reply.view.lens is not None
    assert reply.view.lens.layer.current is not None
    assert reply.view.lens.layer.current_piece() is not None
