"""The whole app by keyboard alone, in one go: every key goes to whatever has the keyboard at that moment."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.fakes.fake_worker import Script
from tests.ui.desk import OpenDesk, WindowDesk

Key, Held = Qt.Key, Qt.KeyboardModifier
CTRL, SHIFT, NONE = Held.ControlModifier, Held.ShiftModifier, Held.NoModifier
SLOW = Script(pieces=lambda _request: [f"word{number} " for number in range(400)], pace_seconds=0.01)


class Hands:
    """Types and presses; never names a widget."""

    def __init__(self, desk: WindowDesk, qtbot: QtBot) -> None:
        self.desk, self.qtbot = desk, qtbot

    def here(self) -> QWidget:
        window = QApplication.activeModalWidget() or QApplication.activeWindow()
        assert window is not None
        return window.focusWidget() or window

    def press(self, key: Key, held: Held = NONE) -> None:
        self.qtbot.keyClick(self.here(), key, held)

    def type(self, words: str) -> None:
        self.qtbot.keyClicks(self.here(), words)

    def tab_to(self, name: str, *, back: bool = False) -> None:
        """Tab until what has this name has the keyboard."""
        for _ in range(80):
            if self.here().accessibleName() == name:
                return
            self.press(Key.Key_Backtab if back else Key.Key_Tab, SHIFT if back else NONE)
        raise AssertionError(f"Tab never reaches {name!r}")


def test_from_the_first_word_to_the_last(open_desk: OpenDesk, qtbot: QtBot):
    desk = open_desk()
    window = desk.show()
    hands = Hands(desk, qtbot)
    settings = desk.settings

    hands.type("First question")  # the composer has the keyboard at once
    hands.press(Key.Key_Return)
    desk.until_idle()
    assert [turn.text for turn in desk.turns()] == ["First question", "one two three"]

    desk.worker.script = SLOW
    hands.type("A long one")
    hands.press(Key.Key_Return)
    desk.until_text()
    hands.press(Key.Key_Escape)
    desk.until_idle()
    assert desk.turns()[-1].status == "stopped"

    desk.worker.script = Script(pieces=lambda _request: ["again"])
    hands.press(Key.Key_R, CTRL)
    desk.until(lambda: not desk.controller.is_busy() and desk.turns()[-1].text == "again")

    hands.press(Key.Key_E, CTRL)
    hands.press(Key.Key_A, CTRL)
    hands.type("A short one")
    hands.press(Key.Key_Return)
    desk.until(lambda: not desk.controller.is_busy() and desk.turns()[-2].text == "A short one")

    hands.press(Key.Key_L, CTRL)
    hands.tab_to("Reply", back=True)
    hands.tab_to("Message")
    assert window.focusWidget() is window.chat.composer.edit

    hands.press(Key.Key_P, CTRL | SHIFT)
    assert window.chat.options.isVisible()
    hands.press(Key.Key_P, CTRL | SHIFT)
    assert not window.chat.options.isVisible()

    hands.press(Key.Key_K, CTRL)
    qtbot.waitUntil(window.palette_host.dialog.isActiveWindow)
    hands.type("theme dark")
    hands.press(Key.Key_Return)
    qtbot.waitUntil(window.isActiveWindow)
    assert settings["appearance.theme"] == "dark"
    hands.press(Key.Key_Plus, CTRL)
    assert settings["appearance.zoom"] == 110
    hands.press(Key.Key_0, CTRL)
    assert settings["appearance.zoom"] == 100

    hands.press(Key.Key_Comma, CTRL)
    qtbot.waitUntil(window.dialog.isActiveWindow)
    hands.tab_to("Pages", back=True)
    hands.press(Key.Key_Home)
    hands.tab_to("Theme")
    hands.press(Key.Key_Up)
    assert settings["appearance.theme"] == "light"
    hands.press(Key.Key_Escape)
    assert window.dialog.isHidden()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)

    first_chat = desk.controller.chats.open_id
    hands.press(Key.Key_N, CTRL)
    hands.type("Second chat")
    hands.press(Key.Key_Return)
    desk.until_idle()
    hands.press(Key.Key_F, CTRL)
    hands.type("short")
    qtbot.waitUntil(lambda: {row.chat_id for row in window.sidebar.results.rows()} == {first_chat})
    hands.press(Key.Key_Return)
    assert [turn.text for turn in desk.turns()][-2] == "A short one"
    hands.press(Key.Key_Escape)
    assert window.focusWidget() is window.chat.composer.edit

    open_id = desk.controller.chats.open_id
    hands.tab_to("Chats", back=True)
    hands.press(Key.Key_Delete)
    qtbot.waitUntil(window.toast.isVisible)
    assert len(desk.titles()) == 2  # a heading, and one chat
    hands.press(Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: len(desk.titles()) == 3)
    assert desk.controller.chats.summary(str(open_id)) is not None

    hands.press(Key.Key_F1)
    qtbot.waitUntil(lambda: window._shortcuts is not None and window._shortcuts.isActiveWindow())
    hands.press(Key.Key_Escape)
    assert window._shortcuts is not None
    assert window._shortcuts.isHidden()
