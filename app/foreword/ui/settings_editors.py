"""One editor for each kind of setting, drawn from its declaration: type, range, choices.

Each has a signal `chosen` with the new value and shows the value in force with `show_value`. They don't
know where a value is kept, nor what it is for, but for the words of a few choices.
"""

from __future__ import annotations

import secrets

from PySide6.QtCore import QEvent, QRegularExpression, QSignalBlocker, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QRegularExpressionValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from foreword.settings import Setting, Value
from foreword.ui.calm_boxes import CalmComboBox, CalmDoubleSpinBox, CalmSpinBox
from foreword.ui.icons import icon
from foreword.ui.tokens import Tokens

SEED = "reply.seed"
FRESH = -1
_LONG_TEXTS = ("reply.system_prompt",)
_WIDTH = 240
_SPIN_LIMIT = 2**31 - 1
_PAUSE_MS = 300
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_EMPTY_WORDS = {
    "model.name": "Starter model",
    "reply.system_prompt": "None: the model's own instructions hold",
}
_HELP = {SEED: "The same seed gives the same reply to the same question."}
_CHOICE_WORDS = {
    "appearance.theme": {"system": "Follow the system"},
    "model.dtype": {"auto": "Automatic", "float32": "float32", "bfloat16": "bfloat16"},
    "reply.overflow": {
        "ask": "Ask me",
        "drop": "Leave out the oldest turns",
        "stop": "Stop, and say so",
        "summary": "New chat with a summary",
    },
    "composer.enter": {"send": "Sends the message", "break": "Breaks the line"},
}


def help_words(setting: Setting) -> str:
    """What a setting is for; without what only its file needs to know."""
    return _HELP.get(setting.key, setting.help)


def choice_words(setting: Setting, choice: str) -> str:
    """How one of a setting's choices is called."""
    return _CHOICE_WORDS.get(setting.key, {}).get(choice, choice.capitalize())


def value_words(setting: Setting, value: Value) -> str:
    """A value, as a line of text may name it."""
    if setting.key == SEED:
        return "a fresh one each time" if value == FRESH else str(value)
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, int):
        return f"{value:,}"
    return choice_words(setting, value) if isinstance(value, str) and setting.choices else ""


class CheckEditor(QCheckBox):
    """On or off."""

    chosen = Signal(object)

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.label)
        self.toggled.connect(self._chosen)

    def show_value(self, value: Value) -> None:
        with QSignalBlocker(self):
            self.setChecked(bool(value))

    @Slot(bool)
    def _chosen(self, on: bool) -> None:
        self.chosen.emit(on)


class WholeEditor(CalmSpinBox):
    """A whole number; typing counts when it is done."""

    chosen = Signal(object)

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setRange(int(setting.low or 0), int(setting.high or _SPIN_LIMIT))
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        self.valueChanged.connect(self._chosen)

    def show_value(self, value: Value) -> None:
        with QSignalBlocker(self):
            self.setValue(int(value))  # type: ignore[arg-type]

    @Slot(int)
    def _chosen(self, value: int) -> None:
        self.chosen.emit(value)


class NumberEditor(CalmDoubleSpinBox):
    """A number, with as many decimals as it has; typing counts when it is done."""

    chosen = Signal(object)

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        high = 1e9 if setting.high is None else setting.high
        self.setRange(setting.low or 0.0, high)
        self.setDecimals(2)
        self.setSingleStep(0.05)
        self.setKeyboardTracking(False)
        self.valueChanged.connect(self._chosen)

    def show_value(self, value: Value) -> None:
        number = float(value)  # type: ignore[arg-type]
        digits = len(f"{number:.8f}".rstrip("0").partition(".")[2])
        with QSignalBlocker(self):
            self.setDecimals(max(2, digits))
            self.setValue(number)

    @Slot(float)
    def _chosen(self, value: float) -> None:
        self.chosen.emit(value)


class ChoiceEditor(CalmComboBox):
    """One of a few words."""

    chosen = Signal(object)

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        for choice in setting.choices:
            self.addItem(choice_words(setting, choice), choice)
        self.currentIndexChanged.connect(self._chosen)

    def show_value(self, value: Value) -> None:
        with QSignalBlocker(self):
            self.setCurrentIndex(self.findData(value))

    @Slot(int)
    def _chosen(self, index: int) -> None:
        self.chosen.emit(self.itemData(index))


class LineEditor(QLineEdit):
    """A line of text."""

    chosen = Signal(object)

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._shown = ""
        self.setPlaceholderText(_EMPTY_WORDS.get(setting.key, ""))
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
        self.setPlaceholderText(_EMPTY_WORDS.get(setting.key, ""))
        self.setTabChangesFocus(True)
        self.setFixedHeight(112)
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


class SeedEditor(QWidget):
    """A fresh seed each time, or one that is kept: typed, drawn once, or that of the last reply."""

    chosen = Signal(object)

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self._value = FRESH
        self._last: int | None = None
        self.fresh = QCheckBox("Fresh each time")
        self.number = QLineEdit()
        self.number.setAccessibleName(setting.label)
        self.number.setValidator(QRegularExpressionValidator(QRegularExpression("[0-9]{1,16}"), self))
        self.number.setPlaceholderText("Drawn for each reply")
        self.draw = _tool_button("Draw another seed, and keep it")
        self.reuse = _tool_button("")
        row = QHBoxLayout()
        row.setSpacing(4)
        for widget in (self.number, self.draw, self.reuse):
            row.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.fresh)
        layout.addLayout(row)
        self.setFocusProxy(self.fresh)
        self.fresh.toggled.connect(self._fresh_toggled)
        self.number.editingFinished.connect(self._typed)
        self.draw.clicked.connect(self._draw)
        self.reuse.clicked.connect(self._reuse)
        self.set_last(None)

    def set_tokens(self, tokens: Tokens) -> None:
        self.draw.setIcon(icon("dice", tokens.muted))
        self.reuse.setIcon(icon("reuse", tokens.muted, tokens.field_border))

    def show_value(self, value: Value) -> None:
        self._value = int(value)  # type: ignore[arg-type]
        fresh = self._value == FRESH
        with QSignalBlocker(self.fresh):
            self.fresh.setChecked(fresh)
        self.number.setText("" if fresh else str(self._value))
        self.number.setEnabled(not fresh)

    def set_last(self, seed: int | None) -> None:
        """The seed of the last reply, which can be used again."""
        self._last = seed
        words = "There is no reply yet whose seed could be used again"
        if seed is not None:
            words = f"Use the last reply's seed again: {seed}"
        self.reuse.setEnabled(seed is not None)
        self.reuse.setToolTip(words)
        self.reuse.setAccessibleName(words)

    @Slot(bool)
    def _fresh_toggled(self, fresh: bool) -> None:
        """The kept seed begins as that of the last reply: whoever wants one liked what it gave."""
        if fresh:
            self._choose(FRESH)
        else:
            self._choose(_drawn() if self._last is None else self._last)
            self.number.setFocus()

    @Slot()
    def _draw(self) -> None:
        self._choose(_drawn())

    @Slot()
    def _reuse(self) -> None:
        if self._last is not None:
            self._choose(self._last)

    @Slot()
    def _typed(self) -> None:
        text = self.number.text()
        if text and int(text) != self._value:
            self._value = int(text)
            self.chosen.emit(self._value)

    def _choose(self, value: int) -> None:
        self.show_value(value)
        self.chosen.emit(value)


def _drawn() -> int:
    """Short enough to be read out to somebody."""
    return secrets.randbits(31)


def _tool_button(words: str) -> QToolButton:
    button = QToolButton()
    button.setIconSize(QSize(16, 16))
    button.setToolTip(words)
    button.setAccessibleName(words)
    return button


Editor = CheckEditor | WholeEditor | NumberEditor | ChoiceEditor | LineEditor | TextEditor | SeedEditor


def make_editor(setting: Setting, *, width: int = _WIDTH) -> Editor:
    """The editor for a setting. Numbers and choices are `width` wide; texts take what they get."""
    editor = _plain_editor(setting)
    editor.setAccessibleName(setting.label)
    editor.setAccessibleDescription(help_words(setting))
    if isinstance(editor, WholeEditor | NumberEditor | ChoiceEditor):
        editor.setFixedWidth(width)
    return editor


def _plain_editor(setting: Setting) -> Editor:
    if setting.key == SEED:
        return SeedEditor(setting)
    if setting.choices:
        return ChoiceEditor(setting)
    match setting.default:
        case bool():
            return CheckEditor(setting)
        case int():
            return WholeEditor(setting)
        case float():
            return NumberEditor(setting)
        case str():
            return TextEditor(setting) if setting.key in _LONG_TEXTS else LineEditor(setting)
    raise TypeError(f"no editor for the kind of value that {setting.key} has")
