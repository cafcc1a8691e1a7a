"""What broke elsewhere, in the real window over the real session: long replies and chats, strangers' text,
the keyboard and the screen reader, themes, settings. How fast it all is, tests/bench/window.py tells."""

from __future__ import annotations

import gc
import html
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QImage, QKeyEvent, QTextBlock, QWheelEvent
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from foreword.messages import ModelFailed, ModelReady, StopReason
from foreword.session.conversation import Attachment
from foreword.ui import announce
from foreword.ui.message_document import MessageDocument
from foreword.ui.message_view import MessageView
from foreword.ui.message_widget import MessageWidget
from foreword.ui.tokens import DARK, LIGHT, Tokens, contrast
from foreword.ui.transcript import Transcript
from foreword.ui.turn_reply import Reply
from foreword.ui.wording import STOP_WORDS
from tests.fakes.fake_worker import Script
from tests.ui.desk import FEW, OpenDesk, WindowDesk

SLOW = Script(pieces=lambda request: ["line of text\n\n"] * 2000, pace_seconds=0.005)
CODE = "\n".join(f"value_{n} = compute({n}, 'text {n}')  # note" for n in range(3000))
HOSTILE = '<img src="/etc/hostname"><b>bold</b><a href="javascript:x">y</a>'


def says(text: str, size: int = 4, **more: object) -> Script:
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    return replace(Script(pieces=lambda request: pieces), **more)  # type: ignore[arg-type]


def press(widget: QWidget | None, key: Qt.Key, text: str = "") -> None:
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(widget, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text))


def transcript(desk: WindowDesk) -> Transcript:
    return desk.window.chat.transcript


def reply(desk: WindowDesk) -> Reply:
    last = transcript(desk).last_reply()
    assert isinstance(last, Reply)
    return last


def ask(desk: WindowDesk, text: str = "a question") -> None:
    desk.controller.send(text)
    desk.until_idle()


# --- long replies and chats
def test_three_thousand_lines_of_code_are_written_once_each(open_desk: OpenDesk):
    source = f"Here:\n\n```python\n{CODE}\n```\n\nDone."
    desk = open_desk(says(source, 40))
    desk.show()
    desk.controller.send("write code")
    shown = reply(desk).view
    written: list[int] = []
    removed: list[int] = []
    shown.text.document.documentLayout()
    shown.text.document.contentsChange.connect(
        lambda _at, gone, came: (removed.append(gone), written.append(came))
    )
    cleared: list[bool] = []
    shown.text.cleared.connect(lambda: cleared.append(True))
    desk.until_idle()
    assert shown is reply(desk).view
    assert shown.text.regions[0].code == CODE
    assert sum(written) < 1.1 * len(source)
    assert sum(removed) < 100
    assert cleared == []
    assert shown.text.commits == 3


def test_stop_can_be_seen_before_anything_else_happens(open_desk: OpenDesk):
    desk = open_desk(SLOW)
    window = desk.show()
    button = window.chat.composer.button
    assert "Stop" not in button.accessibleName()
    desk.controller.send("go")  # nothing of the worker's can have arrived
    assert "Stop" in button.accessibleName()
    assert button.isEnabled()
    assert window.commands.stop.isEnabled()
    desk.until_text()
    button.click()
    assert window.chat.composer.hint.text() == "Stopping…"
    desk.until_idle()
    assert reply(desk).turn.status == "stopped"


def test_of_a_chat_of_500_messages_only_what_is_seen_is_made(desk: WindowDesk):
    desk.add("long", *(f"**text** {n}\n\n" * 3 for n in range(500)))
    desk.show()
    desk.controller.open("long")
    assert len(transcript(desk).built()) < 25
    bar = transcript(desk).verticalScrollBar()
    assert bar.value() == bar.maximum() > 20_000
    last = transcript(desk).message("long/499")
    assert last.view.text.source.startswith("**text** 499")
    bottom = last.mapTo(transcript(desk).viewport(), QPoint(0, last.height())).y()
    assert 0 < bottom <= transcript(desk).viewport().height()


def alive(kind: type) -> int:
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    return sum(issubclass(type(each), kind) for each in gc.get_objects())


def test_after_200_replies_no_more_is_held_than_after_50(open_desk: OpenDesk):
    desk = open_desk(says("Some **words**.\n\n- one\n- two\n\n```py\nx = 1\n```\n", 20))
    desk.show()
    counts = []
    for number in range(1, 201):
        ask(desk, f"question {number}")
        if number in (50, 200):
            desk.qtbot.waitUntil(lambda: not transcript(desk)._idle.isActive())
            counts.append(
                (alive(MessageWidget), alive(MessageDocument), len(desk.window.findChildren(QWidget)))
            )
    assert len(desk.turns()) == 400
    for before, after in zip(*counts, strict=True):
        assert after <= before * 1.3


def test_who_scrolls_up_by_wheel_stays_and_the_keyboard_leads_back(open_desk: OpenDesk):
    desk = open_desk(SLOW)
    desk.show()
    desk.controller.send("go")
    bar = transcript(desk).verticalScrollBar()
    desk.until(lambda: bar.maximum() > 2000 and bar.value() == bar.maximum())
    viewport = transcript(desk).viewport()
    at = QPointF(viewport.rect().center())
    wheel = QWheelEvent(
        at, QPointF(viewport.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, 600), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(viewport, wheel)
    place, high = bar.value(), bar.maximum()
    assert place < high
    desk.until(lambda: bar.maximum() > high + 1000)
    assert bar.value() == place
    assert transcript(desk).jump.isVisible()
    desk.window.commands.jump.trigger()
    high = bar.maximum()
    desk.until(lambda: bar.maximum() > high and bar.value() == bar.maximum())
    assert transcript(desk).jump.isHidden()
    desk.controller.stop()
    desk.until_idle()


# --- replies that end early
def test_a_reply_that_the_context_cut_says_so_and_offers_ways_on(open_desk: OpenDesk):
    desk = open_desk(replace(FEW, stop_reason=StopReason.CONTEXT_END))
    desk.show()
    ask(desk)
    cut = reply(desk)
    assert cut.view.text.source == "one two three"
    assert "context full" in cut.stats.text()
    assert cut.problem.isHidden()
    assert cut.overflow is not None
    assert cut.overflow.isVisible()
    assert "What it says stays" in cut.overflow._words.text()
    desk.worker.script = FEW
    cut.overflow.buttons["drop"].click()
    desk.until_idle()
    assert reply(desk).view.text.source == "one two threeone two three"
    assert reply(desk).overflow is None or reply(desk).overflow.isHidden()
    assert desk.worker.requests[-1].overflow == "drop"
    ask(desk, "go on")
    assert desk.worker.requests[-1].overflow == "stop"


def test_an_error_in_the_middle_keeps_the_text_and_says_why_beneath_it(open_desk: OpenDesk):
    desk = open_desk(replace(FEW, fail_after=2, fail_reason="the device ran out of memory"))
    desk.show()
    ask(desk)
    failed = reply(desk)
    assert failed.view.text.source == "one two "
    assert failed.problem.words.text() == "The device ran out of memory."
    below = failed.problem.mapTo(failed, QPoint()).y()
    assert below >= failed.view.mapTo(failed, QPoint(0, failed.view.height())).y()
    assert failed.problem.retry.isVisible()
    assert desk.saved()[1].text == "one two "


def test_stopped_and_sent_again_nothing_is_loaded_again(open_desk: OpenDesk):
    desk = open_desk(SLOW)
    window = desk.show()
    desk.controller.send("go")
    desk.until_text()
    press(window.chat.composer.edit, Qt.Key.Key_Escape)
    desk.until_idle()
    pieces = len(desk.turns()[1].text)
    assert 0 < pieces < len("".join(SLOW.pieces(desk.worker.requests[0])))
    desk.worker.script = FEW
    ask(desk, "again")
    assert reply(desk).view.text.source == "one two three"
    assert len(desk.worker.loads) == 1


# --- code while it comes
@pytest.mark.parametrize("fence", ["```", "~~~", "  ```", "`````"])
def test_a_fence_that_comes_by_characters_never_jumps(view: MessageView, fence: str):
    source = f"Look:\n\n{fence}python\nx = 1\n\ny = 2\n{fence}\n\nEnd."
    view.show()
    panels, heights = set(), []
    for end, character in enumerate(source, 1):
        view.append(character)
        heights.append(view.height())
        panels |= {id(panel) for panel in view._code}
        shown = view.text.document.toPlainText()
        for line in ("x = 1", "y = 2"):
            if source.find(line) + len(line) <= end:
                assert line in shown
        if view._code:
            assert "``" not in shown
            assert "~~" not in shown
    view.finish()
    assert len(panels) == 1
    assert heights == sorted(heights)


def test_a_theme_switched_while_code_comes_keeps_every_word_readable(open_desk: OpenDesk):
    first = '@wraps\nclass A(int):  # note\n    x: str = "a" + 1'
    source = f"# Code\n\n```python\n{first}\n```\n\nand `inline`\n\n```py\n"
    desk = open_desk(says(source + "y = None\n" * 2000, 8, pace_seconds=0.002))
    window = desk.show()
    desk.controller.send("go")
    desk.until(lambda: "inline" in reply(desk).view.text.source and len(reply(desk).view._code) == 2)
    for mode, tokens in (("light", LIGHT), ("dark", DARK), ("light", LIGHT)):
        window.commands.themes[mode].trigger()
        text = reply(desk).view.text
        text.colour_all()
        done, open_ = text.regions
        assert readable(done.first, tokens) > 5
        assert readable(open_.first, tokens) > 0
        assert ground(reply(desk).view, open_.first) == tokens.code
        before = len(text.source)
        desk.until(lambda: len(reply(desk).view.text.source) > before)
    desk.controller.stop()
    desk.until_idle()


def readable(panel: QTextBlock, tokens: Tokens) -> int:
    """How many stretches of code the panel has; each is checked against its ground."""
    block, count = panel.next(), 0
    while block.isValid() and block.text() and count < 50:
        colours = [run.format.foreground().color().name() for run in block.layout().formats()]
        colours += [block.begin().fragment().charFormat().foreground().color().name()]
        assert all(contrast(colour, tokens.code) >= 4.5 for colour in colours)
        count += len(colours)
        block = block.next()
    return count


def ground(view: MessageView, panel: QTextBlock) -> str:
    """The colour behind the first line of a panel, as it is painted."""
    box = view.document().documentLayout().blockBoundingRect(panel.next())
    image = QImage(view.size(), QImage.Format.Format_RGB32)
    image.fill(QColor("#ff00ff"))
    view.render(image)
    return image.pixelColor(view.width() - 40, round(box.center().y())).name()


# --- keyboard and screen reader
def test_the_end_of_a_reply_is_announced_once(open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch):
    said: list[str] = []

    class Reader:
        AnnouncementPoliteness = QAccessible.AnnouncementPoliteness

        @staticmethod
        def updateAccessibility(event: object) -> None:
            said.append(event.message())  # type: ignore[attr-defined]

    monkeypatch.setattr(announce, "QAccessible", Reader)
    desk = open_desk(FEW)
    desk.show()
    desk.until(lambda: said == ["Model loaded: scripted"])
    said.clear()
    ask(desk)
    assert said == [f"Reply complete: {STOP_WORDS[StopReason.EOS]}"]
    chat = desk.controller.chats.open_id
    assert chat is not None
    desk.controller.new_chat()
    desk.controller.open(chat)
    assert len(said) == 1
    desk.worker.script = replace(FEW, fail_after=1, fail_reason="out of memory")
    ask(desk, "again")
    assert said[1:] == ["out of memory"]


def test_with_tab_alone_one_reaches_every_message_and_can_hear_it(open_desk: OpenDesk, qtbot: QtBot):
    desk = open_desk(says("The **answer** is `42`."))
    window = desk.show()
    ask(desk, "What is it?")
    qtbot.waitUntil(lambda: window.focusWidget() is window.chat.composer.edit)
    heard: dict[str, str] = {}
    seen: list[QWidget] = []
    while window.focusWidget() not in seen and len(seen) < 60:
        here = window.focusWidget()
        seen.append(here)
        if isinstance(here, MessageView):
            spoken = QAccessible.queryAccessibleInterface(here)
            text = spoken.textInterface()
            heard[spoken.text(QAccessible.Text.Name)] = text.text(0, text.characterCount())
        press(here, Qt.Key.Key_Tab, "\t")
    assert len(seen) < 60, "Tab comes round"
    assert heard == {"Your message": "What is it?", "Reply": "The answer is 42."}
    assert "\t" not in window.chat.composer.text()


# --- strangers' text
def texts_that_qt_would_read_as_html(window: QWidget) -> list[str]:
    found = []
    for widget in window.findChildren(QWidget):
        if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText:
            found += [widget.text()] if GuiQt.mightBeRichText(widget.text()) else []
        tip = widget.toolTip()
        if GuiQt.mightBeRichText(tip) and ("<b>" in tip or "<img" in tip):
            found.append(tip)
    return found


def test_wherever_a_strangers_words_stand_they_are_plain_text(open_desk: OpenDesk):
    desk = open_desk(says(f"{HOSTILE}\n\n`{HOSTILE}`\n\n```{HOSTILE}\n{HOSTILE}\n```\n", fail_after=999))
    window = desk.show()
    folder = desk.controller.chats.add_folder(HOSTILE)
    desk.controller.turns.send(HOSTILE, (Attachment(HOSTILE, HOSTILE * 50),))
    desk.until_idle()
    chat = desk.controller.chats.open_id
    assert chat is not None
    desk.controller.rename(chat, HOSTILE)
    desk.controller.chats.move(chat, folder)
    desk.worker.script = Script(fail_after=0, fail_reason=HOSTILE)
    ask(desk, HOSTILE)
    window.chat.composer.tray.set_attachments((Attachment(HOSTILE, "x"),))
    window.chat.notice.add(HOSTILE)
    desk.controller.model_changed.emit(ModelFailed(HOSTILE, HOSTILE))
    window.commands.speculators.trigger()
    desk.controller.delete(desk.add(f"{HOSTILE}2"))
    with desk.qtbot.waitSignal(desk.controller.chats.found):
        window.sidebar.search.setText(f"{HOSTILE}, which is nowhere")
    assert HOSTILE in window.sidebar.nothing.words()
    assert texts_that_qt_would_read_as_html(window) == []
    assert window.chat.header.title.toolTip() != HOSTILE
    for shown in window.findChildren(MessageView):
        assert "\ufffc" not in shown.text.document.toPlainText()
        assert not shown.text.source or HOSTILE in shown.text.document.toPlainText()


def test_nothing_that_a_reply_names_is_read_or_fetched(open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []
    monkeypatch.setattr(MessageView, "loadResource", lambda _view, _kind, name: asked.append(str(name)))
    source = (
        "![x](/etc/hostname) ![](file://host/share) ![y](https://example.org/a.png)\n\n"
        '[a](javascript:alert(1)) [b](file:///etc/passwd) <img src="/etc/hostname">\n\n'
        '[c](https://example.org "<img src=/etc/hostname>")\n\n[^1]: ![z](/etc/hostname)\n\nx[^1]\n'
    )
    desk = open_desk(says(source))
    desk.show()
    ask(desk)
    view = reply(desk).view
    assert asked == []
    shown = view.text.document.toPlainText()
    assert "\ufffc" not in shown
    assert "/etc/hostname" in shown
    assert "file://host/share" in shown
    links = {address for address in addresses(view) if not address.startswith("#")}
    assert links == {"https://example.org"}
    assert view.openLinks() is False
    assert view.openExternalLinks() is False


def addresses(view: MessageView) -> set[str]:
    found, block = set(), view.document().begin()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            found.add(iterator.fragment().charFormat().anchorHref())
            iterator += 1
        block = block.next()
    return found - {""}


# --- settings
def test_settings_of_another_release_are_kept_and_what_is_wrong_is_told(open_desk: OpenDesk):
    first = open_desk(FEW)
    first.close()
    file = first.paths.settings
    file.write_text(
        '[reply]\ntemperature = "hot"\nmax_tokens = 77\n\n[chat]\nfrom_tomorrow = 3\n\n[appearance]\n'
        'theme = "dark"\n# mine\n',
        encoding="utf-8",
    )
    desk = open_desk(FEW)
    window = desk.show()
    desk.controller.start()
    told = window.chat.notice.words.text()
    assert window.chat.notice.isVisible()
    assert "reply.temperature" in told
    assert "chat.from_tomorrow" in told
    assert window.theme.tokens is DARK
    window.commands.themes["light"].trigger()
    ask(desk)
    assert desk.worker.requests[-1].max_tokens == 77
    kept = file.read_text(encoding="utf-8")
    assert 'temperature = "hot"' in kept
    assert "from_tomorrow = 3" in kept
    assert "# mine" in kept


Change = Callable[[WindowDesk], object]
UNRELATED: dict[str, Change] = {
    "a setting": lambda desk: desk.settings.set("reply.temperature", 0.3),
    "an option of the chat": lambda desk: desk.controller.options.set("reply.top_k", 3),
    "another chat": lambda desk: desk.controller.new_chat(),
    "the theme": lambda desk: desk.window.commands.themes["dark"].trigger(),
    "found anew": lambda desk: desk.controller.rediscover_speculators(),
}


@pytest.mark.parametrize("change", UNRELATED.values(), ids=UNRELATED)
def test_what_was_turned_off_stays_off(open_desk: OpenDesk, change: Change):
    desk = open_desk(FEW)
    window = desk.show()
    desk.until(lambda: desk.controller.speculators() != ())
    ask(desk)
    assert "ngram" in desk.worker.switches.enabled()
    window.commands.speculators.trigger()
    window.dialog.speculators.cards["ngram", "foreword"].switch.click()
    assert "ngram" not in desk.worker.switches.enabled()
    change(desk)
    ask(desk, "again")
    assert "ngram" not in desk.worker.switches.enabled()
    desk.close()
    again = open_desk(FEW)
    again.show()
    ask(again, "after a restart")
    assert "ngram" not in again.worker.switches.enabled()
    again.until(lambda: [info.state for info in again.controller.speculators()] == ["off"])


def test_why_a_model_gets_no_drafts_can_be_read_and_heard(desk: WindowDesk):
    window = desk.show()
    desk.until(lambda: isinstance(desk.controller.model_state(), ModelReady))
    state = desk.controller.model_state()
    assert isinstance(state, ModelReady)
    note = "Speculation is off: this model's state can't be rewound."
    desk.controller.model_changed.emit(ModelReady(replace(state.info, notes=(note,))))
    status = window.chat.header.status
    assert note in html.unescape(status.toolTip())
    assert note in status.accessibleDescription()
