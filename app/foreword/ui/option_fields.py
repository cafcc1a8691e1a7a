"""The options of one speculator, drawn from their declarations; what is set is passed on at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from foreword.api import BoolOption, Choice, Option, TextOption, Value
from foreword.ui.icons import icon
from foreword.ui.labels import WordsLabel, escaped
from foreword.ui.option_editors import TypedEditor, make_editor
from foreword.ui.pick_editor import PickEditor
from foreword.ui.plugin_wording import option_hint, option_label, option_problem, value_words
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.wording import plain_tooltip


class OptionField(QWidget):
    """Label, editor, a button back to the default, help, and what is wrong with what was typed."""

    #: str option, object value
    chosen = Signal(str, object)

    def __init__(self, option: Option, value: Value, choices: Sequence[Choice], tokens: Tokens) -> None:
        super().__init__()
        self.option = option
        self._value = value
        self.editor = make_editor(option, choices)
        self.editor.setAccessibleName(option_label(option))
        self.editor.setAccessibleDescription(option_hint(option))
        self.reset = QToolButton()
        self.reset.setIconSize(QSize(16, 16))
        default = value_words(option, option.default) or tr("empty")
        self.reset.setToolTip(plain_tooltip(tr("Back to the default: {value}", value=default)))
        self.reset.setAccessibleName(tr("{label}: back to the default", label=option_label(option)))
        self.problem = WordsLabel("fielderror")
        self._build()
        self.set_tokens(tokens)
        self.editor.show_value(value)
        self.editor.chosen.connect(self._chosen)
        self.reset.clicked.connect(self._reset)
        if isinstance(self.editor, TypedEditor | PickEditor):
            self.editor.problem.connect(self.problem.say)
        self._show_reset()

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        free_text = isinstance(self.option, TextOption)
        row.addWidget(self.editor, 1 if free_text else 0)
        row.addWidget(self.reset)
        if not free_text:
            row.addStretch()
        keep = QSizePolicy(self.reset.sizePolicy())
        keep.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        if not isinstance(self.option, BoolOption):
            label = QLabel(escaped(option_label(self.option)))
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(self.editor)
            layout.addWidget(label)
        layout.addLayout(row)
        hint = WordsLabel("hint")
        hint.say(option_hint(self.option))
        layout.addWidget(self.problem)
        layout.addWidget(hint)

    def set_tokens(self, tokens: Tokens) -> None:
        self.reset.setIcon(icon("retry", tokens.muted))

    def show_value(self, value: Value) -> None:
        """The value in force is another one. What the user has in hand stays as it is."""
        if value == self._value or self.has_keyboard():
            return
        self._take(value)

    def show_choices(self, choices: Sequence[Choice]) -> None:
        if isinstance(self.editor, PickEditor):
            self.editor.show_choices(choices)

    def has_keyboard(self) -> bool:
        focus = self.window().focusWidget() if self.isVisible() else None
        return focus is not None and (focus is self.editor or self.editor.isAncestorOf(focus))

    def _take(self, value: Value) -> None:
        self._value = value
        self.problem.say("")
        self.editor.show_value(value)
        self._show_reset()

    def _show_reset(self) -> None:
        self.reset.setVisible(self._value != self.option.default)

    @Slot(object)
    def _chosen(self, value: Value) -> None:
        self._value = value
        self._show_reset()
        self.chosen.emit(self.option.name, value)

    @Slot()
    def _reset(self) -> None:
        self.editor.setFocus()  # the button goes, and with it the keyboard
        self._take(self.option.default)
        self.chosen.emit(self.option.name, self.option.default)


class OptionsPart(QWidget):
    """All options of one speculator. A field is made anew only where its declaration is another one."""

    #: str option, object value
    chosen = Signal(str, object)

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self._tokens = tokens
        self.fields: dict[str, OptionField] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(16)
        self.hide()

    def show_options(
        self,
        options: Sequence[Option],
        values: Mapping[str, Value],
        choices: Mapping[str, Sequence[Choice]],
    ) -> None:
        if not self._fits(options, choices) and not any(f.has_keyboard() for f in self.fields.values()):
            self._rebuild(options, values, choices)
        for name, field in self.fields.items():
            field.show_choices(choices.get(name, ()))
            field.show_value(values.get(name, field.option.default))
        self.setVisible(bool(self.fields))

    def show_problem(self, option: str, words: str) -> None:
        """The value that was set was refused, for this reason."""
        field = self.fields.get(option)
        if field is not None:
            field.problem.say(option_problem(field.option, words))

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        for field in self.fields.values():
            field.set_tokens(tokens)

    def _fits(self, options: Sequence[Option], choices: Mapping[str, Sequence[Choice]]) -> bool:
        shown = [(field.option, isinstance(field.editor, PickEditor)) for field in self.fields.values()]
        return shown == [
            (each, isinstance(each, TextOption) and bool(choices.get(each.name))) for each in options
        ]

    def _rebuild(
        self,
        options: Sequence[Option],
        values: Mapping[str, Value],
        choices: Mapping[str, Sequence[Choice]],
    ) -> None:
        for field in self.fields.values():
            self._column.removeWidget(field)
            field.hide()
            field.deleteLater()
        self.fields = {}
        for option in options:
            value = values.get(option.name, option.default)
            field = OptionField(option, value, choices.get(option.name, ()), self._tokens)
            field.chosen.connect(self.chosen)
            self.fields[option.name] = field
            self._column.addWidget(field)
