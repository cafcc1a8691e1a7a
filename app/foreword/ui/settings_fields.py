"""One setting of the app as the dialog shows it: label, editor, help. A change is kept at once."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from foreword.settings import Setting, Settings, SettingsError
from foreword.ui.labels import WordsLabel
from foreword.ui.settings_editors import Editor, make_editor
from foreword.ui.settings_seed import SeedEditor
from foreword.ui.settings_wording import help_words
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.value_editors import CheckEditor

_SEED_WIDTH = 320


class SettingField(QWidget):
    """Label, editor and help of one setting. What can't be kept stays in the editor, with the reason."""

    #: str key - this setting has a new value.
    changed = Signal(str)
    #: str - one line: the value could not be kept.
    problem = Signal(str)

    def __init__(self, setting: Setting, settings: Settings, editor: Editor | None = None) -> None:
        """`editor`: in place of the one that follows from the declaration."""
        super().__init__()
        self.setting = setting
        self._settings = settings
        self.editor = editor or make_editor(setting)
        self.editor.show_value(settings[setting.key])
        self.editor.chosen.connect(self._keep)
        self.editor.setAccessibleName(tr(setting.label))  # a combo box says its value else
        self.editor.setAccessibleDescription(help_words(setting))
        self.error = WordsLabel("fielderror")
        help_text = QLabel(help_words(setting))
        help_text.setObjectName("hint")
        help_text.setWordWrap(True)
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.setSpacing(4)
        self.reset = QToolButton()
        self.reset.setText(tr("Back to default"))
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # nothing jumps when it comes
        self.reset.setSizePolicy(policy)
        self.reset.setAccessibleName(tr("Back to default: {setting}", setting=tr(setting.label)))
        self.reset.clicked.connect(self._reset)
        head = QHBoxLayout()
        if isinstance(self.editor, CheckEditor):
            head.addWidget(self.editor)
        else:
            label = QLabel(tr(setting.label))
            label.setBuddy(self.editor)
            head.addWidget(label)
        head.addStretch()
        head.addWidget(self.reset)
        layout.addLayout(head)
        if isinstance(self.editor, SeedEditor):
            self.editor.setMaximumWidth(_SEED_WIDTH)
            self.editor.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            self.editor.reuse.hide()  # the dialog belongs to no chat
        own_row = [] if isinstance(self.editor, CheckEditor) else [self.editor]
        for widget in (*own_row, self.error, help_text):
            layout.addWidget(widget)
        self._show_reset()

    def set_tokens(self, tokens: Tokens) -> None:
        if isinstance(self.editor, SeedEditor):
            self.editor.set_tokens(tokens)

    def align_editor(self) -> None:
        """As wide as what it holds, not as the page."""
        self._column.setAlignment(self.editor, Qt.AlignmentFlag.AlignLeading)

    def refresh(self) -> None:
        """Show the value as it is kept, after something else may have changed it."""
        focus = self.window().focusWidget() if self.isVisible() else None
        if focus is None or not (focus is self.editor or self.editor.isAncestorOf(focus)):
            self.editor.show_value(self._settings[self.setting.key])
        self._show_reset()

    def _show_reset(self) -> None:
        """Only where there is something to go back from."""
        self.reset.setVisible(self._settings.is_set(self.setting.key))

    @Slot()
    def _reset(self) -> None:
        self.error.say("")
        try:
            self._settings.unset(self.setting.key)
        except OSError as error:
            self._tell(error)
        self.editor.show_value(self._settings[self.setting.key])
        self.editor.setFocus()
        self._show_reset()
        self.changed.emit(self.setting.key)

    def _tell(self, error: OSError) -> None:
        """It is in force all the same, until the app ends: whoever listens has to know."""
        label = tr(self.setting.label)
        self.problem.emit(tr("{setting} was not kept: {reason}", setting=label, reason=error))

    @Slot(object)
    def _keep(self, value: object) -> None:
        self.error.say("")
        if value == self._settings[self.setting.key]:
            return
        try:
            self._settings.set(self.setting.key, value)
        except SettingsError as error:
            self.error.say(str(error).replace(self.setting.key, tr(self.setting.label)))
            return
        except OSError as error:
            self._tell(error)
        self._show_reset()
        self.changed.emit(self.setting.key)
