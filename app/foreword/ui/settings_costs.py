"""The choice of a precision, with what each costs in memory and how fast it was measured here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QStandardItemModel

from foreword.model_messages import Device, Fit
from foreword.settings import Setting
from foreword.ui.model_wording import choice_of_device, cost_words
from foreword.ui.plugin_wording import line
from foreword.ui.settings_wording import choice_words, help_words
from foreword.ui.translate import tr
from foreword.ui.value_editors import ChoiceEditor
from foreword.ui.wording import device_words

AUTO = "auto"


class PrecisionEditor(ChoiceEditor):
    """A precision that the device doesn't have stays in the list, off, so that one sees why it is missing."""

    def __init__(self, setting: Setting) -> None:
        super().__init__((choice_words(setting, choice), choice) for choice in setting.choices)
        _name(self, setting)
        self._setting = setting

    def show_costs(
        self, fits: Mapping[str, Fit], speeds: Mapping[str, float], usable: Sequence[str] | None
    ) -> None:
        """`fits` by precision; `usable` None: nothing is known of the device."""
        for row in range(self.count()):
            choice = str(self.itemData(row))
            words = cost_words(choice_words(self._setting, choice), fits.get(choice), speeds.get(choice))
            able = choice == AUTO or usable is None or choice in usable
            self.setItemText(row, words if able else tr("{precision}: not on this device", precision=choice))
            _enable(self, row, able)


class DeviceEditor(ChoiceEditor):
    """The devices there are, with the memory that is free on each; a chosen one that is gone says so."""

    def __init__(self, setting: Setting) -> None:
        super().__init__([(tr("Automatic"), AUTO)])
        _name(self, setting)
        self._devices: tuple[Device, ...] = ()
        self._value = AUTO

    def show_devices(self, devices: tuple[Device, ...]) -> None:
        self._devices = devices
        self._fill()

    def show_value(self, value: object) -> None:
        self._value = str(value)
        self._fill()

    def _fill(self) -> None:
        rows = [(tr("Automatic"), AUTO)]
        rows += [(choice_of_device(device), device.name) for device in self._devices]
        if self._value not in [name for _, name in rows]:
            name = device_words(line(self._value, 40))
            known = tr("{device}: not on this computer", device=name) if self._devices else name
            rows.append((known, self._value))
        shown = [(self.itemText(row), self.itemData(row)) for row in range(self.count())]
        with QSignalBlocker(self):
            if rows != shown and not self.view().isVisible():
                self.clear()
                for words, name in rows:
                    self.addItem(words, name)
            self.setCurrentIndex(self.findData(self._value))


def _name(editor: ChoiceEditor, setting: Setting) -> None:
    editor.setAccessibleName(tr(setting.label))
    editor.setAccessibleDescription(help_words(setting))
    editor.setMinimumWidth(240)
    editor.setSizeAdjustPolicy(ChoiceEditor.SizeAdjustPolicy.AdjustToContents)


def _enable(editor: ChoiceEditor, row: int, able: bool) -> None:
    model = editor.model()
    assert isinstance(model, QStandardItemModel)
    model.item(row).setEnabled(able)
