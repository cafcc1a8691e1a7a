"""One editor for one setting, drawn from its declaration: type, range, choices, label, help.

Knows the settings' declarations, but of no single setting what it means.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from foreword.settings import Setting, Settings, SettingsError

_FIELD_WIDTH = 240
_EMPTY_WORDS = {"model.name": "Starter model"}
_CHOICE_WORDS = {"system": "Follow the system", "auto": "Automatic"}


class SettingField(QWidget):
    """Label, editor and help of one setting. Every change is kept at once."""

    #: str key - this setting has a new value.
    changed = Signal(str)
    #: str - one line: the value could not be kept.
    problem = Signal(str)

    def __init__(self, setting: Setting, settings: Settings, *, tall: bool = False) -> None:
        super().__init__()
        self.setting = setting
        self._settings = settings
        self.editor = self._make_editor(tall)
        self.editor.setAccessibleName(setting.label)
        self.editor.setAccessibleDescription(setting.help)
        label = QLabel(setting.label)
        label.setBuddy(self.editor)
        help_text = QLabel(setting.help)
        help_text.setObjectName("hint")
        help_text.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.setSpacing(4)
        for widget in (label, self.editor, help_text):
            layout.addWidget(widget)

    def _make_editor(self, tall: bool) -> QWidget:
        default = self.setting.default
        if isinstance(default, bool):
            return self._check_box()
        if isinstance(default, int):
            return self._whole_number()
        if isinstance(default, float):
            return self._number()
        if not isinstance(default, str):
            raise TypeError(f"no editor for the kind of value that {self.setting.key} has")
        if self.setting.choices:
            return self._choice()
        return self._long_text() if tall else self._text()

    def _check_box(self) -> QWidget:
        box = QCheckBox()
        box.setChecked(self._settings[self.setting.key])
        box.toggled.connect(self._keep)
        return box

    def _whole_number(self) -> QWidget:
        box = CalmSpinBox()
        box.setRange(int(self.setting.low or 0), int(self.setting.high or 2**31 - 1))
        box.setGroupSeparatorShown(True)
        box.setValue(self._settings[self.setting.key])
        box.valueChanged.connect(self._keep)
        box.setFixedWidth(_FIELD_WIDTH)
        return box

    def _number(self) -> QWidget:
        box = CalmDoubleSpinBox()
        box.setRange(self.setting.low or 0.0, self.setting.high if self.setting.high is not None else 1e9)
        box.setDecimals(2)
        box.setSingleStep(0.05)
        box.setValue(self._settings[self.setting.key])
        box.valueChanged.connect(self._keep)
        box.setFixedWidth(_FIELD_WIDTH)
        return box

    def _choice(self) -> QWidget:
        box = CalmComboBox()
        for choice in self.setting.choices:
            box.addItem(
                _CHOICE_WORDS.get(choice, choice if "float" in choice else choice.capitalize()), choice
            )
        box.setCurrentIndex(box.findData(self._settings[self.setting.key]))
        box.currentIndexChanged.connect(self._keep_choice)
        box.setFixedWidth(_FIELD_WIDTH)
        return box

    def _text(self) -> QWidget:
        edit = QLineEdit(self._settings[self.setting.key])
        edit.setPlaceholderText(_EMPTY_WORDS.get(self.setting.key, ""))
        edit.editingFinished.connect(self._keep_text)
        return edit

    def _long_text(self) -> QWidget:
        edit = QPlainTextEdit(self._settings[self.setting.key])
        edit.setTabChangesFocus(True)
        edit.setFixedHeight(88)
        edit.textChanged.connect(self._keep_text)
        return edit

    def refresh(self) -> None:
        """Show the value as it is kept, after something else has changed it."""
        if isinstance(self.editor, QComboBox):
            self.editor.blockSignals(True)
            self.editor.setCurrentIndex(self.editor.findData(self._settings[self.setting.key]))
            self.editor.blockSignals(False)

    @Slot(int)
    def _keep_choice(self, index: int) -> None:
        assert isinstance(self.editor, QComboBox)
        self._keep(self.editor.itemData(index))

    @Slot()
    def _keep_text(self) -> None:
        if isinstance(self.editor, QPlainTextEdit):
            self._keep(self.editor.toPlainText())
        elif isinstance(self.editor, QLineEdit):
            self._keep(self.editor.text().strip())

    def _keep(self, value: object) -> None:
        if value == self._settings[self.setting.key]:
            return
        try:
            self._settings.set(self.setting.key, value)
        except (SettingsError, OSError) as error:
            self.problem.emit(f"{self.setting.label} was not kept: {error}")
            return
        self.changed.emit(self.setting.key)


class CalmSpinBox(QSpinBox):
    """Scrolling a page must not change a number on the way."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().setTextMargins(6, 0, 0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class CalmDoubleSpinBox(QDoubleSpinBox):
    """Scrolling a page must not change a number on the way."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().setTextMargins(6, 0, 0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class CalmComboBox(QComboBox):
    """Scrolling a page must not change a choice on the way."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
