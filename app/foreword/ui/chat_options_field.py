"""One option of a chat or an assistant: its value, where that comes from, and a way back to what is beneath.

Shows what it is told and asks for changes; knows neither chats nor how anything is kept.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from foreword.session.choices import Source, Standing
from foreword.settings import Setting, Value
from foreword.ui.icons import icon
from foreword.ui.labels import WordsLabel
from foreword.ui.settings_editors import Editor, TextEditor, make_editor
from foreword.ui.settings_seed import SeedEditor
from foreword.ui.settings_wording import help_words, value_words
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.value_editors import NumberEditor, WholeEditor
from foreword.ui.wording import plain_tooltip

_NUMBER_WIDTH = 96
_NO_LIMIT = 16_777_215  # Qt's word for it


def source_name(source: Source, standing: Standing, owner: str) -> str:
    """Who has set a value. `owner` is how that is called which sets its own, marked for translation: this
    chat, this assistant."""
    if source == "chat":
        return tr(owner)
    if source == "preset" and standing.preset is not None:
        return tr("The assistant")
    if source == "model":
        return tr("The model's makers")
    return tr("Foreword's settings")


class HeldField(QWidget):
    """Label, editor, where the value comes from, and a button that takes the own value back."""

    #: str key, object value | None
    chosen = Signal(str, object)

    def __init__(self, setting: Setting, owner: str, tokens: Tokens, editor: Editor | None = None) -> None:
        """`editor`: in place of the one that the setting's declaration leads to."""
        super().__init__()
        self.setting = setting
        self._owner = owner
        self._value: Value | None = None
        self.editor: Editor = editor or make_editor(setting, width=_NUMBER_WIDTH)
        self.where = WordsLabel("where")
        self.error = WordsLabel("fielderror")
        self.reset = ResetButton()
        self._build()
        self.setToolTip(plain_tooltip(help_words(setting)))
        self.reset.offer(tr(setting.label), tr("what holds otherwise"), False)
        self.set_tokens(tokens)
        self.editor.chosen.connect(self._chosen)
        self.reset.clicked.connect(self._reset)

    def _build(self) -> None:
        label = QLabel(tr(self.setting.label))
        label.setBuddy(self.editor)
        top = QHBoxLayout()
        top.setSpacing(4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(top)
        if isinstance(self.editor, WholeEditor | NumberEditor):
            words = QVBoxLayout()
            words.setSpacing(0)
            words.addWidget(label)
            words.addWidget(self.where)
            top.addLayout(words, 1)
            top.addWidget(self.editor)
        else:
            top.addWidget(label, 1)
            self.editor.setMinimumWidth(0)
            self.editor.setMaximumWidth(_NO_LIMIT)
            self.editor.setSizePolicy(QSizePolicy.Policy.Ignored, self.editor.sizePolicy().verticalPolicy())
            layout.addWidget(self.editor)
        top.addWidget(self.reset)
        layout.addWidget(self.error)
        if layout.indexOf(self.editor) >= 0:
            layout.addWidget(self.where)

    def set_tokens(self, tokens: Tokens) -> None:
        self.reset.set_tokens(tokens)
        if isinstance(self.editor, SeedEditor):
            self.editor.set_tokens(tokens)

    def show_standing(self, standing: Standing, *, anew: bool) -> None:
        """The value in force. What is in hand or was refused stays, unless it is `anew` for another chat."""
        value = standing[self.setting.key]
        stays = self._has_keyboard() or bool(self.error.words())
        if anew or self._value is None or (value != self._value and not stays):
            self.error.say("")
            self.editor.show_value(value)
            self._value = value
        own = standing.source(self.setting.key) == "chat"
        name = source_name(standing.source(self.setting.key), standing, self._owner)
        words = self.value_words(standing.beneath(self.setting.key))
        instead = tr("{name}, else {value}", name=name, value=words) if own and words else name
        self.where.say(instead, "own" if own else "")
        beneath = source_name(standing.source_beneath(self.setting.key), standing, self._owner)
        self.reset.offer(tr(self.setting.label), f"{beneath}: {words}" if words else beneath, own)

    def value_words(self, value: Value) -> str:
        """A value, as a line of text may name it."""
        return value_words(self.setting, value)

    def say_problem(self, words: str) -> None:
        self.error.say(words.replace(self.setting.key, tr(self.setting.label)))

    def keep(self) -> None:
        """Pass on what was typed and not yet passed on."""
        if isinstance(self.editor, TextEditor):
            self.editor.keep()
        elif isinstance(self.editor, WholeEditor | NumberEditor):
            self.editor.interpretText()

    def _has_keyboard(self) -> bool:
        focus = self.window().focusWidget() if self.isVisible() else None
        return focus is not None and (focus is self.editor or self.editor.isAncestorOf(focus))

    @Slot(object)
    def _chosen(self, value: Value | None) -> None:
        self.error.say("")
        self._value = value
        self.chosen.emit(self.setting.key, value)

    @Slot()
    def _reset(self) -> None:
        self.editor.setFocus()  # the button goes, and with it the keyboard
        self.error.say("")
        self._value = None
        self.chosen.emit(self.setting.key, None)


class ResetButton(QToolButton):
    """Takes an own value back; its place is kept where there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.setIconSize(QSize(16, 16))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        keep = self.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.setSizePolicy(keep)
        self.hide()

    def offer(self, label: str, beneath: str, own: bool) -> None:
        self.setToolTip(plain_tooltip(tr("Back to {value}", value=beneath)))
        self.setAccessibleName(tr("{label}: back to {value}", label=label, value=beneath))
        self.setVisible(own)

    def set_tokens(self, tokens: Tokens) -> None:
        self.setIcon(icon("retry", tokens.muted))
