"""Models for the window: what there is, what the hub has, and fetching and removing, beside the window.

Lists and searches are the models' thread's; downloads have one of their own. Both answer with messages,
which arrive here on the window's thread. Knows settings and messages; nothing of files or requests.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QThread, Signal, Slot

from foreword.messages import ModelInfo, ModelReady
from foreword.model_messages import (
    Download,
    ModelDetails,
    ModelsFailed,
    ModelsFound,
    ModelsListed,
)
from foreword.models.cards import Wanted
from foreword.models.downloads import Downloads
from foreword.models.network import NetworkOptions
from foreword.models.token import read_token
from foreword.paths import Paths
from foreword.session.translate import tr
from foreword.settings import Settings
from foreword.worker.model_worker import ModelWorker, Removed, TokenKept

log = logging.getLogger(__name__)


class ModelManager(QObject):
    """Lives on the window's thread; owns the models' thread and the downloads, which start when needed."""

    #: object: ModelsListed - twice for the first list: at once, and when the devices are known
    listed = Signal(object)
    #: object: ModelsFound - all that was found so far for the query
    found = Signal(object)
    #: object: ModelDetails
    details = Signal(object)
    #: object: Download
    download_changed = Signal(object)
    #: str id - it is complete now
    pulled = Signal(str)
    #: str id - its files are gone, or a folder is off the list
    removed = Signal(str)
    #: object: ModelsFailed
    failed = Signal(object)
    token_changed = Signal(bool)

    _list_requested = Signal(object)
    _search_requested = Signal(str, int, object, object)
    _show_requested = Signal(str, object, object)
    _remove_requested = Signal(str, object)
    _token_requested = Signal(str)
    _token_wanted = Signal()
    _speed_measured = Signal(str, str, float)
    _downloading = Signal(object)

    def __init__(self, paths: Paths, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._paths = paths
        self._loaded: ModelInfo | None = None
        self._more_of: str | None = None
        self._pages = 1
        self._has_token = False
        self._closed = False
        self.shelf: ModelsListed | None = None
        self.downloads: tuple[Download, ...] = ()
        queued = Qt.ConnectionType.QueuedConnection
        self._downloading.connect(self._take_download, queued)
        # What the settings say is read on the window's thread, and copied for whoever runs elsewhere.
        self._network = self._of_settings()
        self._downloads = Downloads(paths, self._downloading.emit, self._with_token)
        self.downloads = self._downloads.all()
        self._worker = ModelWorker(paths, self._downloads.all)
        self._thread = QThread()
        self._thread.setObjectName("models")
        self._worker.moveToThread(self._thread)
        self._connect()

    def _connect(self) -> None:
        queued, worker = Qt.ConnectionType.QueuedConnection, self._worker
        self._list_requested.connect(worker.list_models, queued)
        self._search_requested.connect(worker.search, queued)
        self._show_requested.connect(worker.show, queued)
        self._remove_requested.connect(worker.remove, queued)
        self._token_requested.connect(worker.set_token, queued)
        self._token_wanted.connect(worker.look_for_token, queued)
        self._speed_measured.connect(worker.note_speed, queued)
        worker.message.connect(self._receive, queued)

    # --- what there is
    @Slot()
    def refresh(self) -> None:
        """Ask for the list: answered by `listed`, or `failed`."""
        if self._running():
            self._list_requested.emit(self._wanted())

    @Slot(str)
    def search(self, query: str) -> None:
        """Ask the hub: answered by `found`, or `failed`. Where there was more, the same query once more has a
        further page behind what it found before."""
        self._pages = self._pages + 1 if query == self._more_of else 1
        self._more_of = None
        if self._running():
            self._search_requested.emit(query, self._pages, self._wanted(), self._options())

    @Slot(str)
    def show(self, model: str) -> None:
        """All about one model: answered by `details`, or `failed`. The hub is asked where it isn't here."""
        if self._running():
            self._show_requested.emit(model, self._wanted(), self._options())

    @Slot(object)
    def model_changed(self, state: object) -> None:
        """Which model is loaded: its memory counts as free, and it can't be removed. Connect to the
        controller's signal of that name."""
        self._loaded = state.info if isinstance(state, ModelReady) else None

    @Slot(str, str, float)
    def note_speed(self, folder: str, precision: str, tokens_per_second: float) -> None:
        """A model's measured plain speed, for the lists."""
        if self._running():
            self._speed_measured.emit(folder, precision, tokens_per_second)

    # --- downloads
    @Slot(str)
    def pull(self, model: str) -> None:
        """Fetch it, now or when its turn comes. `download_changed` tells how far it is, `pulled` the end."""
        self._options()
        self._downloads.start(model)

    @Slot(str)
    def pause(self, model: str) -> None:
        self._downloads.pause(model)

    @Slot(str)
    def resume(self, model: str) -> None:
        self._options()
        self._downloads.resume(model)

    @Slot(str)
    def cancel(self, model: str) -> None:
        """Stop it and forget what it has brought."""
        self._downloads.cancel(model)
        self._keep_downloads()

    # --- changes
    @Slot()
    def follow_settings(self) -> None:
        """The settings of the network changed: they hold for what waits, and offline stops what runs."""
        if self._options().offline:
            for download in self._downloads.all():
                self._downloads.pause(download.id)

    @Slot(str)
    def remove(self, model: str) -> None:
        """Delete a model, or take a folder off the list. Answered by `removed` and `listed`, or `failed`."""
        if self._take_off_list(model):
            self.removed.emit(model)
            self.refresh()
        elif self._running():
            self._remove_requested.emit(model, self._wanted())

    @Slot(str)
    def set_token(self, text: str) -> None:
        """Keep an access token in the system's keyring; empty removes it. `failed` where it can't be."""
        if self._running():
            self._token_requested.emit(text)

    def has_token(self) -> bool:
        """As far as is known; the keyring is asked once the first list was wanted (see `token_changed`)."""
        return self._has_token

    @Slot(int, result=bool)
    def close(self, limit_ms: int) -> bool:
        """Pause the downloads and end the thread. False where something still runs after `limit_ms`."""
        self._closed = True
        ended = self._downloads.close(limit_ms / 1000)
        self._thread.quit()
        if self._thread.isRunning():
            ended = self._thread.wait(limit_ms) and ended
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)
        return ended

    # --- inside
    def _running(self) -> bool:
        if not self._closed and not self._thread.isRunning():
            self._thread.start()
            self._token_wanted.emit()
        return not self._closed

    def _wanted(self) -> Wanted:
        settings = self._settings
        return Wanted(
            device=settings["model.device"],
            precision=settings["model.dtype"],
            context=settings["model.context"],
            cache=settings["model.cache"],
            folders=tuple(settings["models.folders"]),
            loaded=self._loaded.folder if self._loaded is not None else "",
        )

    def _of_settings(self) -> NetworkOptions:
        return NetworkOptions(offline=self._settings["models.offline"], proxy=self._settings["models.proxy"])

    def _options(self) -> NetworkOptions:
        """As the settings are now; without the token, which only other threads may ask the keyring for."""
        self._network = self._of_settings()
        return self._network

    def _with_token(self) -> NetworkOptions:
        """Asked on the downloads' thread."""
        return replace(self._network, token=read_token())

    def _take_off_list(self, model: str) -> bool:
        """A chosen folder is the user's: it goes off the list, and stays on the disk."""
        folders: list[str] = self._settings["models.folders"]
        kept = [folder for folder in folders if Path(folder).expanduser() != Path(model).expanduser()]
        if len(kept) == len(folders):
            return False
        try:
            self._settings.set("models.folders", kept)
        except OSError as error:
            self.failed.emit(
                ModelsFailed(
                    "remove", tr("the settings can't be saved: {reason}", reason=error.strerror), model
                )
            )
        return True

    @Slot(object)
    def _take_download(self, download: Download) -> None:
        # What two threads tell can arrive in either order; how it stands now is asked here.
        self._keep_downloads()
        now = next((each for each in self.downloads if each.id == download.id), download)
        self.download_changed.emit(now)
        if download.state == "done":
            self.pulled.emit(download.id)
            self.refresh()

    def _keep_downloads(self) -> None:
        self.downloads = self._downloads.all()

    @Slot(object)
    def _receive(self, message: object) -> None:
        if isinstance(message, ModelsListed):
            self.shelf = message
            self.listed.emit(message)
        elif isinstance(message, ModelsFound):
            self._more_of = message.query if message.more else None
            self.found.emit(message)
        elif isinstance(message, ModelDetails):
            self.details.emit(message)
        elif isinstance(message, ModelsFailed):
            log.warning("models: %s: %s", message.what, message.reason)
            self.failed.emit(message)
        elif isinstance(message, Removed):
            self.removed.emit(message.id)
        elif isinstance(message, TokenKept):
            self._has_token = message.there
            self.token_changed.emit(self._has_token)
