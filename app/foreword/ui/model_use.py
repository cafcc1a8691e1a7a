"""What happens when somebody wants a model: is it here, does it fit, may a reply be cut short; then load.

    use -> not here: fetch it first -> doesn't fit: figures and ways out -> a reply runs: ask -> load

Every part of the window that offers models goes through here. Knows the controller and the model manager;
nothing of how models are found or loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from foreword.messages import ModelProgress, ModelReady
from foreword.model_messages import Download, Fit, ModelCard
from foreword.session.controller import Controller
from foreword.session.models import ModelManager
from foreword.settings import Settings, SettingsError
from foreword.ui.dialogs import confirm
from foreword.ui.model_refusal import RefusalDialog
from foreword.ui.model_wording import amount_words, name_words
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr

STARTER = "starter"
_A_LOT = 50_000_000  # bytes
_GGUF = "*.gguf *.GGUF"
Changes = Mapping[str, str | int]


class ModelUse(QObject):
    """One for each window that offers models; `parent` is what its questions stand over."""

    #: str - one line for the user.
    notice = Signal(str)
    #: The user wants to see every model.
    manage_wanted = Signal()

    def __init__(
        self,
        controller: Controller,
        models: ModelManager,
        settings: Settings,
        tokens: Tokens,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.controller = controller
        self.models = models
        self.settings = settings
        self.tokens = tokens
        self._over = parent
        self._wanted: tuple[str, Changes] | None = None
        self.refusal: RefusalDialog | None = None
        models.pulled.connect(self._use_fetched)

    # --- what is known
    def current_id(self) -> str:
        """The model that the settings name; the starter where they name none."""
        return str(self.settings["model.name"]) or STARTER

    def loaded_id(self) -> str:
        """The model that is loaded now; empty where none is."""
        state = self.controller.model_state()
        if not isinstance(state, ModelReady):
            return ""
        folder = state.info.folder  # the command line may have named another one than the settings
        here = (card.id for card in self.cards() if folder and card.folder == folder)
        return next(here, self.current_id())

    def is_loading(self) -> bool:
        return isinstance(self.controller.model_state(), ModelProgress)

    def cards(self) -> tuple[ModelCard, ...]:
        return self.models.shelf.cards if self.models.shelf is not None else ()

    def here(self) -> list[ModelCard]:
        """The models at hand, by name."""
        return sorted((card for card in self.cards() if card.state == "here"), key=_by_name)

    def card(self, model: str) -> ModelCard | None:
        return next((card for card in self.cards() if card.id == model), None)

    def download(self, model: str) -> Download | None:
        return next((each for each in self.models.downloads if each.id == model), None)

    def is_wanted(self, model: str) -> bool:
        """It is being fetched to be loaded at once."""
        return self._wanted is not None and self._wanted[0] == model

    # --- what the user wants
    def fetch(self, model: str, changes: Changes | None = None) -> None:
        """Download a model, or go on with that, and load it when it is there."""
        self._wanted = (model, changes or {})
        download = self.download(model)
        if download is None:
            self.models.pull(model)
        elif download.state in ("paused", "failed"):
            self.models.resume(model)

    def give_up(self, model: str) -> None:
        """Stop a download for good, and forget what it has brought; ask where that is a lot."""
        download = self.download(model)
        if download is not None and download.done >= _A_LOT and not self._may_forget(download):
            return
        if self.is_wanted(model):
            self._wanted = None
        self.models.cancel(model)
        self.models.refresh()  # whoever shows it hears that it is gone

    def use(self, card: ModelCard, changes: Changes | None = None) -> None:
        """Load a model, with these settings besides; ask, or show ways out, where that is not so simple."""
        if card.state in ("absent", "partly"):
            self.fetch(card.id, changes)
        elif not changes and card.fit is not None and card.fit.verdict == "too_large":
            self.refuse(card, card.fit)
        else:
            self.load(card.id, changes)

    def load(self, model: str, changes: Changes | None = None) -> None:
        """Load this model whatever is known of it; a reply that is being written is cut only if asked."""
        if not self._free_for_loading():
            return
        self._wanted = None
        try:
            self.controller.use_model(model, **(changes or {}))
        except SettingsError as error:
            self.notice.emit(str(error))
        except OSError as error:
            reason = error.strerror or str(error)
            self.notice.emit(tr("The choice of the model could not be saved: {reason}", reason=reason))
            self.controller.load_model()  # it holds until Foreword is closed

    def load_again(self) -> None:
        """The same model with the settings as they are now."""
        card = self.card(self.current_id())
        if card is not None and card.fit is not None and card.fit.verdict == "too_large":
            self.refuse(card, card.fit)
        elif self._free_for_loading():
            self.controller.load_model()

    def unload(self) -> None:
        if self._free_for_loading():
            self.controller.unload_model()

    def _free_for_loading(self) -> bool:
        """No reply is being written, or the user has it stopped; one that waits for a model may wait on."""
        if not self.controller.is_busy() or not self.loaded_id():
            return True
        if not self._may_cut():
            return False
        self.controller.stop()
        return True

    def _may_forget(self, download: Download) -> bool:
        return confirm(
            self._over,
            tr("Cancel Download"),
            tr("Forget what was downloaded?"),
            tr("{amount} are deleted. Pause keeps them, also when Foreword is closed.",
               amount=amount_words(download)),
            tr("Delete"),
        )  # fmt: skip

    def _may_cut(self) -> bool:
        return confirm(
            self._over,
            tr("Change Model"),
            tr("A reply is being written. Stop it?"),
            tr("What it says so far is kept. It can be written anew with another model."),
            tr("Stop and change"),
        )

    # --- where it doesn't fit
    def refuse(self, card: ModelCard, fit: Fit, take: Callable[[str, Changes], None] | None = None) -> None:
        """Show the figures, and what would make it fit. `take` gets what is chosen; else it is loaded."""
        self.refusal = RefusalDialog(card, fit, self.tokens, self._over)
        self.refusal.chosen.connect(take or self._take_proposal)
        self.refusal.manage_wanted.connect(self.manage_wanted)
        self.refusal.finished.connect(self._refusal_closed)
        self.refusal.open()

    def keep(self, changes: Changes) -> bool:
        """Settings that hold from the next load on. False where one of them doesn't fit."""
        try:
            for key, value in changes.items():
                self.settings.set(key, value)
        except SettingsError as error:
            self.notice.emit(str(error))
            return False
        except OSError as error:
            reason = error.strerror or str(error)
            self.notice.emit(tr("The choice of the model could not be saved: {reason}", reason=reason))
        return True

    def loads_refused(self) -> bool:
        """The model of the settings doesn't fit, by what is known of it."""
        card = self.card(self.current_id())
        return card is not None and card.fit is not None and card.fit.verdict == "too_large"

    @Slot(str, object)
    def _take_proposal(self, model: str, changes: Changes) -> None:
        other = changes.get("model.name")
        rest = {key: value for key, value in changes.items() if key != "model.name"}
        if other is None:
            self.load(model, rest)
            return
        card = self.card(str(other))
        if card is not None:
            self.use(card, rest)
        else:
            self.fetch(str(other), rest)

    @Slot()
    def _refusal_closed(self) -> None:
        self.refusal = None

    @Slot(str)
    def _use_fetched(self, model: str) -> None:
        if self._wanted is None or self._wanted[0] != model:
            return
        changes, self._wanted = self._wanted[1], None
        card = self.card(model)
        if card is not None and card.state == "here":
            self.use(card, changes)
        else:
            self.load(model, changes)  # the list may come later than the model

    # --- a folder or file of the user's
    def choose_folder(self) -> None:
        """A folder that holds models, or is one: then it is loaded."""
        words = tr("Choose a Folder with Models")
        folder = QFileDialog.getExistingDirectory(self._over, words, str(Path.home()))
        if folder:
            self.take_folder(folder)

    def choose_file(self) -> None:
        words, kinds = tr("Choose a GGUF File"), tr("GGUF files ({patterns})", patterns=_GGUF)
        path, _ = QFileDialog.getOpenFileName(self._over, words, str(Path.home()), kinds)
        if path:
            self.take_file(path)

    def take_file(self, path: str) -> None:
        """Load a GGUF file; its folder is kept, so that the file is found again among the others."""
        folders, folder = self.settings["models.folders"], str(Path(path).parent)
        if folder not in folders:
            self.set_folders([*folders, folder])
        self.load(path)

    def take_folder(self, folder: str) -> None:
        folders = self.settings["models.folders"]
        is_model = (Path(folder) / "config.json").is_file()
        if folder not in folders:
            self.set_folders([*folders, folder])
        if is_model:
            self.load(folder)

    def set_folders(self, folders: list[str]) -> None:
        try:
            self.settings.set("models.folders", folders)
        except OSError as error:
            self.notice.emit(tr("The folders were not kept: {reason}", reason=error.strerror or str(error)))
        self.models.refresh()


def _by_name(card: ModelCard) -> tuple[str, str]:
    return name_words(card).lower(), card.id
