"""The page of how the model runs: precision, device, memory, thinking. Says what each choice costs.

The figures are those of the model in use, as the model manager told them; none is worked out here.
"""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout

from foreword.messages import ModelProgress
from foreword.model_messages import Device, Fit, ModelDetails, ModelsListed
from foreword.settings import BY_KEY, Setting
from foreword.ui.fit_bar import FitLine
from foreword.ui.labels import WordsLabel
from foreword.ui.model_use import ModelUse
from foreword.ui.model_wording import name_words
from foreword.ui.plugin_wording import line
from foreword.ui.settings_costs import AUTO, DeviceEditor, PrecisionEditor
from foreword.ui.settings_fields import SettingField
from foreword.ui.settings_pages import Page
from foreword.ui.settings_sections import MODEL, sections
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr

_ELSEWHERE = "model.name"  # chosen on the page of models
_PRECISION, _DEVICE, _TEMPLATE = "model.dtype", "model.device", "model.template"
_AT_ONCE = ("model.idle_minutes", "model.thinking")
_ORDER = (
    _PRECISION, _DEVICE, "model.threads", "model.context", "model.cache", "model.mode", "model.thinking",
    _TEMPLATE, "model.idle_minutes",
)  # fmt: skip
_RELOAD = mark("What was changed holds when the model is loaded again.")


class ModelSettingsPage(Page):
    """A change is kept at once; what needs the model to be loaded again says so, with a button for it."""

    changed = Signal(str)
    problem = Signal(str)

    def __init__(self, use: ModelUse, tokens: Tokens) -> None:
        super().__init__()
        self._use = use
        self._details: ModelDetails | None = None
        self.fields: dict[str, SettingField] = {}
        self.precision = PrecisionEditor(BY_KEY[_PRECISION])
        self.device = DeviceEditor(BY_KEY[_DEVICE])
        self.name = WordsLabel("section")
        self.choose = QPushButton(tr("Choose a model…"))
        self.fit = FitLine(tokens, legend=True)
        self.again = QFrame()
        self.load_button = QPushButton(tr("Load again now"))
        self._in_force = self._values()
        self._build()
        self.choose.clicked.connect(use.manage_wanted)
        self.load_button.clicked.connect(self._load_again)
        use.models.listed.connect(self._show_listed)
        use.models.details.connect(self._show_details)
        use.controller.model_changed.connect(self._follow_model)
        self.refresh()

    def _build(self) -> None:
        self.add_heading(tr("Model in use"), self.choose)
        self.column.addWidget(self.name)
        self.column.addWidget(self.fit)
        self.again.setObjectName("job")
        words = WordsLabel("jobwords")
        words.say(tr(_RELOAD))
        row = QHBoxLayout(self.again)
        row.setContentsMargins(16, 8, 8, 8)
        row.setSpacing(16)
        row.addWidget(words, 1)
        row.addWidget(self.load_button)
        self.column.addWidget(self.again)
        self.add_heading(tr("How it runs"))
        self._fields = QVBoxLayout()
        self.column.addLayout(self._fields)
        for setting in _ordered():
            self._add_field(setting)
        self.column.addStretch()

    def _add_field(self, setting: Setting) -> None:
        editors = {_PRECISION: self.precision, _DEVICE: self.device}
        field = SettingField(setting, self._use.settings, editors.get(setting.key))
        if setting.key in (*editors, _TEMPLATE):
            field.editor.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            field.align_editor()
        field.changed.connect(self._field_changed)
        field.problem.connect(self.problem)
        self.fields[setting.key] = field
        self._fields.addWidget(field)

    def set_tokens(self, tokens: Tokens) -> None:
        self.fit.set_tokens(tokens)
        for field in self.fields.values():
            field.set_tokens(tokens)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._use.models.refresh()
        self._ask()

    def refresh(self) -> None:
        """Settings may have changed elsewhere, and what is known of the model."""
        for field in self.fields.values():
            field.refresh()
        card = self._use.card(self._use.current_id())
        self.name.say(name_words(card) if card is not None else line(self._use.current_id(), 120))
        if self._use.models.shelf is not None:
            self.device.show_devices(self._use.models.shelf.devices)
        fits = self._fits()
        speeds = self._details.speeds if self._details is not None else {}
        self.precision.show_costs(fits, speeds, self._usable())
        self.fit.show_fit(fits.get(self._use.settings[_PRECISION]) or (card.fit if card else None))
        self.fields[_TEMPLATE].setVisible(self._needs_template())
        self._show_again()

    # --- what is known
    def _current_device(self) -> Device | None:
        """The chosen one; where that is left to the app, the one that its figures are for."""
        devices = self._use.models.shelf.devices if self._use.models.shelf is not None else ()
        wanted = str(self._use.settings[_DEVICE])
        card = self._use.card(self._use.current_id())
        if wanted == AUTO and card is not None and card.fit is not None:
            wanted = card.fit.device
        return next((each for each in devices if each.name == wanted), None)

    def _usable(self) -> tuple[str, ...] | None:
        device = self._current_device()
        return device.precisions if device is not None and device.precisions else None

    def _fits(self) -> dict[str, Fit]:
        """By precision, on the device that is chosen."""
        device = self._current_device()
        if self._details is None or device is None:
            return {}
        return {fit.precision: fit for fit in self._details.fits if fit.device == device.name}

    def _needs_template(self) -> bool:
        """Only where the model brings none, or one was chosen already."""
        missing = self._details is not None and not self._details.template
        return missing or bool(self._use.settings[_TEMPLATE])

    def _values(self) -> dict[str, object]:
        keys = [setting.key for setting in sections()[MODEL]]
        return {key: self._use.settings[key] for key in keys if key not in _AT_ONCE}

    def _show_again(self) -> None:
        had_keyboard = self.load_button.hasFocus()
        self.again.setVisible(self._values() != self._in_force and not self._use.is_loading())
        if had_keyboard and self.again.isHidden():
            self.choose.setFocus()

    def _ask(self) -> None:
        self._use.models.show(self._use.current_id())

    # --- what happens
    @Slot(str)
    def _field_changed(self, key: str) -> None:
        self.changed.emit(key)
        self.refresh()
        if key in ("model.context", "model.cache"):
            self._ask()  # the same, for another room

    @Slot()
    def _load_again(self) -> None:
        self._use.load_again()

    @Slot(object)
    def _show_listed(self, _listed: ModelsListed) -> None:
        self.refresh()

    @Slot(object)
    def _show_details(self, details: ModelDetails) -> None:
        if details.card.id == self._use.current_id():
            self._details = details
            self.refresh()

    @Slot(object)
    def _follow_model(self, state: object) -> None:
        """A load takes the settings as they are when it begins."""
        if isinstance(state, ModelProgress):
            self._in_force = self._values()
        elif self.isVisible() and (self._details is None or self._details.card.id != self._use.current_id()):
            self._details = None
            self._ask()
        self.refresh()


def _ordered() -> list[Setting]:
    """Every setting of models but its name; one that is new comes last."""
    listed = [setting for setting in sections()[MODEL] if setting.label and setting.key != _ELSEWHERE]
    return sorted(listed, key=lambda each: _ORDER.index(each.key) if each.key in _ORDER else len(_ORDER))
