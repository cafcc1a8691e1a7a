"""Long lines of code: broken if the reader likes, otherwise scrolled within their panel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QTextCursor, QWheelEvent
from pytestqt.qtbot import QtBot

from foreword.ui.code_panel import CodePanel
from foreword.ui.message_view import MessageView
from foreword.ui.styles import TextStyles
from foreword.ui.tokens import DARK, LIGHT

SOURCE = "before\n\n```py\nshort\n" + "wide = 1 " * 60 + "end\n```\n\nbehind"


@pytest.fixture
def panel(view: MessageView, qtbot: QtBot) -> CodePanel:
    view.append(SOURCE)
    view.finish()
    with qtbot.waitExposed(view):
        view.show()
    return view._code[0]


def lines_of(view: MessageView) -> list[int]:
    """How many lines each line of code is laid out as."""
    region = view._code[0].region
    block, counts = region.first.next(), []
    while block.position() < region.last.position():
        counts.append(block.layout().lineCount())
        block = block.next()
    return counts


def test_long_lines_run_on_and_only_the_panel_scrolls(view: MessageView, panel: CodePanel):
    assert lines_of(view) == [1, 1]
    assert panel.bar is not None
    assert panel.bar.isVisibleTo(view)
    assert view.horizontalScrollBar().value() == 0
    panel.bar.setValue(100)
    view.grab()
    block = view.text.document.find("wide").block()
    assert block.layout().position().x() == -100
    assert view.text.document.find("behind").block().layout().position().x() == 0
    assert view.horizontalScrollBar().value() == 0
    view.resize(690, view.height())  # Qt lays the lines out anew
    view.grab()
    assert block.layout().position().x() == -100


def test_short_code_has_no_scroll_bar(view: MessageView):
    view.append("```py\nx\n```\n")
    view.finish()
    assert view._code[0].bar is None


def test_the_cursor_is_followed_to_the_end_of_a_line(view: MessageView, panel: CodePanel):
    assert panel.bar is not None
    view.setTextCursor(view.text.document.find("end"))
    assert panel.bar.value() > panel.bar.maximum() - 40
    view.moveCursor(QTextCursor.MoveOperation.StartOfLine)
    assert panel.bar.value() == 0
    assert view.horizontalScrollBar().value() == 0


@pytest.mark.parametrize("modifier", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier])
def test_the_wheel_scrolls_sideways(view: MessageView, panel: CodePanel, modifier: Qt.KeyboardModifier):
    assert panel.bar is not None
    at = QPointF(panel.box.center())
    turn = QPoint(0, -120) if modifier else QPoint(-120, 0)
    event = QWheelEvent(
        at, at, QPoint(), turn, Qt.MouseButton.NoButton, modifier, Qt.ScrollPhase.NoScrollPhase, False
    )
    view.wheelEvent(event)
    assert event.isAccepted()
    assert panel.bar.value() > 0


def test_the_wheel_upward_belongs_to_the_transcript(view: MessageView, panel: CodePanel):
    at = QPointF(panel.box.center())
    event = QWheelEvent(
        at, at, QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    view.wheelEvent(event)
    assert not event.isAccepted()


def test_the_button_breaks_the_lines_of_its_panel(view: MessageView, panel: CodePanel):
    height = view.height()
    panel.header.wrap_button.click()
    assert lines_of(view)[1] > 1
    assert view.height() > height
    assert panel.bar is not None
    assert not panel.bar.isVisibleTo(view)
    view.set_styles(view.text.styles)
    assert view._code[0].header.wrap_button.isChecked()
    assert lines_of(view)[1] > 1
    view._code[0].header.wrap_button.click()
    assert lines_of(view) == [1, 1]
    assert view.height() == height


def test_the_setting_holds_for_all_code(view: MessageView, panel: CodePanel, styles: TextStyles):
    view.set_wrap(True)
    assert lines_of(view)[1] > 1
    assert view._code[0].header.wrap_button.isChecked()
    assert TextStyles(LIGHT, styles.font, wrap_code=True).quiet().wrap_code


def test_tab_goes_through_the_panels_in_the_order_of_the_text(view: MessageView):
    view.show()
    view.append("<think>\nhm\n</think>\n\n```py\nx\n```\n\n```sh\ny\n```\n")
    view.finish()
    order, widget = [], view.nextInFocusChain()
    first, second = view._code
    wanted = [view._thinking[0].button, first.header.wrap_button, first.header.copy_button,
              second.header.wrap_button, second.header.copy_button]  # fmt: skip
    for _ in range(40):
        if widget in wanted:
            order.append(widget)
        widget = widget.nextInFocusChain()
    assert order[:5] == wanted


@pytest.mark.parametrize("source", [SOURCE, "<think>\nhm\n</think>\n\n" + SOURCE], ids=["code", "thinking"])
def test_while_a_message_is_drawn_anew_nobody_asks_for_blocks_that_are_gone(
    view: MessageView, qtbot: QtBot, source: str
):
    """Clearing lays the view out anew, in the middle of which its old blocks lead nowhere: a crash."""
    view.append(source)
    view.finish()
    with qtbot.waitExposed(view):
        view.show()
    assert view._code
    held: list[int] = []
    view.text.document.contentsChange.connect(
        lambda _at, removed, _added: (
            held.append(len(view._code) + len(view._thinking)) if removed > 1 else None
        )
    )
    for styles in (TextStyles(DARK, view.font()), TextStyles(LIGHT, view.font())):
        view.set_styles(styles)
        assert len(view._code) == 1
    assert held
    assert not any(held[:1])
