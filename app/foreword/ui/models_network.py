"""How the network is asked for models: offline, through a proxy, with an access token."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton

from foreword.settings import BY_KEY
from foreword.ui.labels import WordsLabel
from foreword.ui.model_use import ModelUse
from foreword.ui.plugin_wording import line
from foreword.ui.settings_fields import SettingField
from foreword.ui.settings_pages import Page
from foreword.ui.translate import mark, tr

_KEYS = ("models.offline", "models.proxy")
_ABOUT = mark(
    "Foreword asks the network for a model only when you press a button for it: search, download, details."
)
_TOKEN = mark(
    "Some models ask for a registration on Hugging Face; an access token shows that you have one. It is kept "
    "in this computer's keyring, never in a file, and is sent to Hugging Face alone."
)


class ModelsNetwork(Page):
    """A part of the page of models. A token is only ever shown as set or not."""

    #: str key
    changed = Signal(str)
    #: str
    problem = Signal(str)

    def __init__(self, use: ModelUse) -> None:
        super().__init__()
        self._use = use
        self.add_words(tr(_ABOUT))
        self.fields = {key: SettingField(BY_KEY[key], use.settings) for key in _KEYS}
        for field in self.fields.values():
            field.changed.connect(self.changed)
            field.problem.connect(self.problem)
            self.column.addWidget(field)
        self.add_heading(tr("Access token"))
        self.add_words(tr(_TOKEN))
        self.state = QLabel()
        self.edit = QLineEdit()
        self.edit.setEchoMode(QLineEdit.EchoMode.Password)
        self.edit.setPlaceholderText("hf_…")
        self.edit.setAccessibleName(tr("Access token of Hugging Face"))
        self.save = QPushButton(tr("Keep"))
        self.forget = QPushButton(tr("Forget"))
        self.error = WordsLabel("fielderror")
        self._build()
        self.edit.textChanged.connect(self._show_possible)
        self.edit.returnPressed.connect(self._save)
        self.save.clicked.connect(self._save)
        self.forget.clicked.connect(self._forget)
        use.models.token_changed.connect(self.refresh)
        self.refresh()

    def _build(self) -> None:
        self.save.setAccessibleName(tr("Keep the access token"))
        self.forget.setAccessibleName(tr("Forget the access token"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.edit, 1)
        row.addWidget(self.save)
        row.addWidget(self.forget)
        self.column.addWidget(self.state)
        self.column.addLayout(row)
        self.column.addWidget(self.error)
        self.column.addStretch()

    @Slot()
    def refresh(self, _what: object = None) -> None:
        for field in self.fields.values():
            field.refresh()
        known = self._use.models.has_token()
        self.state.setText(tr("A token is set.") if known else tr("No token is set."))
        self.forget.setEnabled(known)
        self._show_possible()

    def show_failed(self, reason: str) -> None:
        self.error.say(line(reason))
        self.refresh()

    @Slot()
    def _show_possible(self) -> None:
        self.save.setEnabled(bool(self.edit.text().strip()))

    @Slot()
    def _save(self) -> None:
        token = self.edit.text().strip()
        if token:
            self._set(token)

    @Slot()
    def _forget(self) -> None:
        self._set("")
        self.edit.setFocus()

    def _set(self, token: str) -> None:
        self.error.say("")
        self.edit.clear()
        self._use.models.set_token(token)
        self.refresh()
