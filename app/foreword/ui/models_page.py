"""The Models page of the settings: downloads on top, then what is here, what there is, and the network.

Shows what the model manager tells and passes on what the user wants; knows nothing of hubs or files.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from foreword.messages import ModelReady
from foreword.model_messages import Download, ModelCard, ModelDetails, ModelsFailed, ModelsFound
from foreword.ui.labels import WordsLabel
from foreword.ui.model_details import DetailsDialog
from foreword.ui.model_download import DownloadPart
from foreword.ui.model_use import ModelUse
from foreword.ui.models_here import ModelsHere
from foreword.ui.models_more import ModelsMore
from foreword.ui.models_network import ModelsNetwork
from foreword.ui.plugin_wording import line
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr
from foreword.ui.wording import sentence

TABS = (mark("On this computer"), mark("Get more"), mark("Network"))


class ModelsPage(QWidget):
    """`changed`: a setting has a new value; `problem`: one line that the dialog shows."""

    changed = Signal(str)
    problem = Signal(str)

    def __init__(self, use: ModelUse, tokens: Tokens) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._use = use
        self._tokens = tokens
        self.downloads: dict[str, DownloadPart] = {}
        self._frames: dict[str, QFrame] = {}
        self.dialog: DetailsDialog | None = None
        self._failed = ""
        self.tabs = QTabBar()
        self.tabs.setObjectName("tabs")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(tr("Models"))
        for words in TABS:
            self.tabs.addTab(tr(words))
        self.error = WordsLabel("fielderror")
        self.here = ModelsHere(use, tokens)
        self.more = ModelsMore(use, tokens)
        self.network = ModelsNetwork(use)
        self._build()
        self._connect()
        self._refresh()

    def _build(self) -> None:
        self.stack = QStackedWidget()
        for part in (self.here, self.more, self.network):
            self.stack.addWidget(part)
        self._downloads = QVBoxLayout()
        self._downloads.setSpacing(8)
        head = QVBoxLayout()
        head.setContentsMargins(24, 16, 24, 0)
        head.setSpacing(8)
        head.addWidget(self.tabs, 0)
        head.addWidget(self.error)
        head.addLayout(self._downloads)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.stack, 1)

    def _connect(self) -> None:
        models = self._use.models
        models.listed.connect(self._refresh)
        models.found.connect(self._show_found)
        models.details.connect(self._show_details)
        models.download_changed.connect(self._show_download)
        models.pulled.connect(self._list_again)
        models.removed.connect(self._list_again)
        models.failed.connect(self._show_failed)
        self._use.controller.model_changed.connect(self._follow_model)
        self.tabs.currentChanged.connect(self.stack.setCurrentIndex)
        for part in (self.here, self.more):
            part.details_wanted.connect(self.show_details_of)
        self.network.changed.connect(self.changed)
        self.network.changed.connect(self._refresh)
        self.network.problem.connect(self.problem)
        for download in models.downloads:
            self._show_download(download)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self.here.set_tokens(tokens)
        self.more.set_tokens(tokens)
        if self.dialog is not None:
            self.dialog.set_tokens(tokens)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.error.say("")
        self._use.models.refresh()

    def begin(self) -> None:
        """Somebody wants a model: where none is here yet, those that can be had are in front."""
        if self._use.models.shelf is not None and not self._use.here():
            self.show_tab(self.more)

    def show_tab(self, part: QWidget) -> None:
        """Put one of the three parts in front."""
        self.tabs.setCurrentIndex(self.stack.indexOf(part))

    # --- details
    @Slot(object)
    def show_details_of(self, card: ModelCard) -> None:
        """What is known already at once, the rest when it comes."""
        self.dialog = DetailsDialog(card, self._use, self._tokens, self.window())
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.destroyed.connect(self._details_closed)
        self.dialog.open()
        self._use.models.show(card.id)

    @Slot()
    def _details_closed(self) -> None:
        self.dialog = None

    @Slot(object)
    def _show_details(self, details: ModelDetails) -> None:
        if self.dialog is not None and self.dialog.card.id == details.card.id:
            self.dialog.show_details(details)

    # --- what the manager tells
    @Slot()
    def _refresh(self, _what: object = None) -> None:
        if self._failed == "list":  # this time it went well; why something else failed stays to be read
            self.error.say("")
        self._drop_gone()
        self.here.refresh()
        self.more.refresh()
        self.network.refresh()

    @Slot(object)
    def _follow_model(self, state: object) -> None:
        """Another model may be loaded; on the way there, nothing changes here."""
        if isinstance(state, ModelReady):
            self._use.models.refresh()
        self.here.refresh()
        self.more.refresh()

    @Slot()
    def _list_again(self, _model: object = None) -> None:
        self._drop_gone()
        self._use.models.refresh()

    def _drop_gone(self) -> None:
        for model in [each for each in self.downloads if self._use.download(each) is None]:
            self._drop_download(model)

    @Slot(object)
    def _show_found(self, found: ModelsFound) -> None:
        self.more.show_found(found)

    @Slot(object)
    def _show_download(self, download: Download) -> None:
        if download.state == "done" or self._use.download(download.id) is None:
            self._drop_download(download.id)
        else:
            part = self.downloads.get(download.id) or self._new_download(download.id)
            part.show_download(download)
        self.here.list.refresh_download(download.id)
        self.more.list.refresh_download(download.id)

    def _new_download(self, model: str) -> DownloadPart:
        part = DownloadPart(named=True)
        part.pause_wanted.connect(self._use.models.pause)
        part.resume_wanted.connect(self._use.models.resume)
        part.cancel_wanted.connect(self._use.give_up)
        frame = QFrame()
        frame.setObjectName("job")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(16, 12, 16, 12)
        inside.addWidget(part)
        self.downloads[model], self._frames[model] = part, frame
        self._downloads.addWidget(frame)
        return part

    def _drop_download(self, model: str) -> None:
        if self.downloads.pop(model, None) is not None:
            frame = self._frames.pop(model)
            frame.hide()
            frame.deleteLater()

    @Slot(object)
    def _show_failed(self, failed: ModelsFailed) -> None:
        if failed.what == "search":
            self.more.show_failed(failed.reason)
        elif failed.what == "token":
            self.network.show_failed(failed.reason)
        elif failed.what == "info":
            if self.dialog is not None and self.dialog.card.id == failed.id:
                self.dialog.show_failed(failed.reason)
        else:
            self._failed = failed.what
            self.error.say(sentence(line(failed.reason)))
