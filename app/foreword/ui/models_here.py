"""The models on this computer: the loaded one first; and the folders in which the user's own lie."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from foreword.model_messages import ModelCard, ModelsListed
from foreword.ui.dialogs import confirm
from foreword.ui.labels import WordsLabel
from foreword.ui.model_list import ModelList
from foreword.ui.model_use import ModelUse
from foreword.ui.model_wording import name_words
from foreword.ui.settings_pages import Page
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr
from foreword.ui.wording import size_words

_READING = mark("Looking for models on this computer…")
_NONE = mark(
    "No model is on this computer yet. Get one under “Get more”, or choose a folder or file of yours."
)
_NO_FOLDERS = mark(
    "No folder was added. Models in the app's own folder and in Hugging Face's cache are found."
)
_ORDER = {"here": 0, "partly": 1, "refused": 2}


class ModelsHere(Page):
    """A part of the page of models."""

    #: object: ModelCard
    details_wanted = Signal(object)

    def __init__(self, use: ModelUse, tokens: Tokens) -> None:
        super().__init__()
        self._use = use
        self._folder_rows: dict[str, QWidget] = {}
        self.list = ModelList(use, tokens)
        self.folder = QPushButton(tr("Choose a folder…"))
        self.file = QPushButton(tr("Choose a GGUF file…"))
        self.add_folder = QPushButton(tr("Add a folder…"))
        self._build()
        self.list.details_wanted.connect(self.details_wanted)
        self.list.remove_wanted.connect(self._remove)
        for button in (self.folder, self.add_folder):
            button.clicked.connect(use.choose_folder)
        self.file.clicked.connect(use.choose_file)
        self.refresh()

    def _build(self) -> None:
        ways = QHBoxLayout()
        ways.setSpacing(8)
        ways.addWidget(self.folder)
        ways.addWidget(self.file)
        ways.addStretch()
        self.column.addLayout(ways)
        self.told = self.add_words("")
        self.column.addWidget(self.list)
        self.add_heading(tr("Your folders"), self.add_folder)
        self.no_folders = self.add_words(tr(_NO_FOLDERS))
        self._folders = QVBoxLayout()
        self._folders.setSpacing(8)
        self.column.addLayout(self._folders)
        self.column.addStretch()

    def set_tokens(self, tokens: Tokens) -> None:
        self.list.set_tokens(tokens)

    def show_listed(self, listed: ModelsListed) -> None:
        cards = [card for card in listed.cards if card.state in _ORDER]
        loaded = self._use.loaded_id()
        cards.sort(key=lambda card: (card.id != loaded, _ORDER[card.state], name_words(card).lower()))
        self.list.show_groups([("", cards)])
        words = tr("{size} are free on the disk for more.", size=size_words(listed.disk_free))
        self.told.setText((words if listed.disk_free else "") if cards else tr(_NONE))
        self.told.setVisible(bool(self.told.text()))
        self._show_folders()

    def refresh(self) -> None:
        """Another model may be loaded now, or a download has gone on."""
        if self._use.models.shelf is None:
            self.told.setText(tr(_READING))
            self._show_folders()
        else:
            self.show_listed(self._use.models.shelf)

    def _show_folders(self) -> None:
        folders = list(self._use.settings["models.folders"])
        self.no_folders.setVisible(not folders)
        for folder in self._folder_rows.keys() - set(folders):
            row = self._folder_rows.pop(folder)
            row.hide()
            row.deleteLater()
        for folder in folders:
            if folder not in self._folder_rows:
                self._folder_rows[folder] = self._folder_row(folder)
                self._folders.addWidget(self._folder_rows[folder])

    def _folder_row(self, folder: str) -> QWidget:
        row = QWidget()
        words = WordsLabel("content-words")
        words.say(folder)
        forget = QPushButton(tr("Take off"))
        forget.setProperty("small", True)
        forget.setToolTip(tr("The folder and what is in it stay as they are"))
        forget.setAccessibleName(tr("Take the folder {folder} off the list", folder=folder))
        forget.clicked.connect(partial(self._forget_folder, folder))
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(words, 1)
        layout.addWidget(forget)
        return row

    def _forget_folder(self, folder: str, _pressed: bool = False) -> None:
        kept = [each for each in self._use.settings["models.folders"] if each != folder]
        self._use.set_folders(kept)
        self._show_folders()
        self.add_folder.setFocus()

    @Slot(object)
    def _remove(self, card: ModelCard) -> None:
        """What lies in a folder of the user's isn't offered for it: that is only taken off the list."""
        name, size = name_words(card), size_words(card.size or 0)
        question = tr("Delete {name} from this computer?", name=name)
        more = tr("{size} become free. It can be downloaded again.", size=size)
        if card.id == self._use.loaded_id():
            more = tr("It is loaded now, and is unloaded first.") + " " + more
        if not confirm(self.window(), tr("Remove Model"), question, more, tr("Delete")):
            return
        if card.id == self._use.loaded_id():
            self._use.controller.unload_model()
        self._use.models.remove(card.id)
