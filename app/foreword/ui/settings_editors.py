"""One editor for each kind of setting, drawn from its declaration: type, range, choices.

Each has a signal `chosen` with the new value and shows the value in force with `show_value`. They don't
know where a value is kept, nor what it is for.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from foreword.settings import Setting, Value
from foreword.ui.settings_seed import SeedEditor
from foreword.ui.settings_wording import (
    SEED,
    choice_words,
    empty_words,
    help_words,
    least_words,
    offered,
    suffix_words,
)
from foreword.ui.translate import tr
from foreword.ui.value_editors import SPIN_LIMIT, CheckEditor, ChoiceEditor, NumberEditor, WholeEditor

_LONG_TEXTS = ("reply.system_prompt",)
_WIDTH = 240
_LARGEST = 1e9
_PAUSE_MS = 300
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class LineEditor(QLineEdit):
    """A line of text."""

    chosen = Signal(object)

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._shown = ""
        self.setPlaceholderText(empty_words(setting))
        self.editingFinished.connect(self._typed)

    def show_value(self, value: Value) -> None:
        self._shown = str(value)
        self.setText(self._shown)

    @Slot()
    def _typed(self) -> None:
        text = self.text().strip()
        if text != self._shown:
            self._shown = text
            self.chosen.emit(text)


class TextEditor(QPlainTextEdit):
    """A text of some lines. Passed on when typing pauses, and before anything else can happen."""

    chosen = Signal(object)

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._shown = ""
        self.setPlaceholderText(empty_words(setting))
        self.setTabChangesFocus(True)
        self.setFixedHeight(112)
        self.setProperty("zooms", True)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.keep)
        self.textChanged.connect(self._pause.start)

    def show_value(self, value: Value) -> None:
        self._shown = str(value)
        self._pause.stop()
        if self.toPlainText() != self._shown:
            with QSignalBlocker(self):
                self.setPlainText(self._shown)

    @Slot()
    def keep(self) -> None:
        """Pass on what was typed since the last time."""
        self._pause.stop()
        text = self.toPlainText()
        if text != self._shown:
            self._shown = text
            self.chosen.emit(text)

    def event(self, event: QEvent) -> bool:
        """A shortcut is about to run, which may ask for a reply or open another chat."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            typed = event.text()
            if not (typed and typed.isprintable()) or event.modifiers() & _COMMANDS:
                self.keep()
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.keep()
        super().focusOutEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.keep()
        super().hideEvent(event)


Editor = CheckEditor | WholeEditor | NumberEditor | ChoiceEditor | LineEditor | TextEditor | SeedEditor


def make_editor(setting: Setting, *, width: int = _WIDTH) -> Editor:
    """The editor for a setting. Numbers and choices are `width` wide; texts take what they get."""
    editor = _plain_editor(setting)
    editor.setAccessibleName(tr(setting.label))
    editor.setAccessibleDescription(help_words(setting))
    if isinstance(editor, WholeEditor | NumberEditor | ChoiceEditor):
        editor.setFixedWidth(width)
    return editor


def _plain_editor(setting: Setting) -> Editor:
    if setting.key == SEED:
        return SeedEditor(setting)
    if offered(setting):
        return ChoiceEditor((choice_words(setting, choice), choice) for choice in offered(setting))
    low, high = setting.low, setting.high
    match setting.default:
        case bool():
            return CheckEditor(tr(setting.label))
        case int():
            most = SPIN_LIMIT if high is None else int(high)
            return WholeEditor(int(low or 0), most, suffix_words(setting), least_words(setting))
        case float():
            return NumberEditor(low or 0.0, _LARGEST if high is None else high, step=0.05)
        case str():
            return TextEditor(setting) if setting.key in _LONG_TEXTS else LineEditor(setting)
    raise TypeError(f"no editor for the kind of value that {setting.key} has")
