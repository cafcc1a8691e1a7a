"""One download: how far it is, how fast, what keeps it; pause, resume, cancel. Its buttons only ask."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from foreword.model_messages import Download
from foreword.ui.labels import WordsLabel
from foreword.ui.model_wording import download_line
from foreword.ui.plugin_wording import line
from foreword.ui.progress_bar import ProgressBar
from foreword.ui.translate import tr

STANDING = ("paused", "failed")
"""States of a download in which nothing comes."""


class DownloadPart(QWidget):
    """Hidden until it is told of a download. `named`: it says which model it is of."""

    #: str id
    pause_wanted = Signal(str)
    #: str id
    resume_wanted = Signal(str)
    #: str id
    cancel_wanted = Signal(str)

    def __init__(self, *, named: bool = False) -> None:
        super().__init__()
        self._id = ""
        self._named = named
        self.title = WordsLabel("section")
        self.words = WordsLabel("downloadwords")
        self.bar = ProgressBar()
        self.pause = QPushButton(tr("Pause"))
        self.resume = QPushButton(tr("Resume"))
        self.cancel = QPushButton(tr("Cancel"))
        for button in (self.pause, self.resume, self.cancel):
            button.setProperty("small", True)
        self._build()
        self.pause.clicked.connect(self._pause)
        self.resume.clicked.connect(self._resume)
        self.cancel.clicked.connect(self._cancel)
        self.hide()

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.words, 1)
        for button in (self.pause, self.resume, self.cancel):
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.title)
        layout.addWidget(self.bar)
        layout.addLayout(row)

    def show_download(self, download: Download | None) -> None:
        """How it stands; None: there is none (any more)."""
        if download is None or download.state == "done":
            self.hide()
            return
        self._id = download.id
        name = line(download.name or download.id, 120)
        if self._named:
            self.title.say(name)
        standing = download.state in STANDING
        self.words.say(download_line(download), "failed" if download.state == "failed" else download.state)
        known = download.total > 0 and download.state != "checking"
        self.bar.setRange(0, 1000 if known or standing else 0)
        self.bar.setValue(round(1000 * download.done / download.total) if known else 0)
        self.bar.setAccessibleName(tr("Download of {name}", name=name))
        self.bar.setAccessibleDescription(self.words.words())
        self._show_buttons(standing)
        for button, words in (
            (self.pause, tr("Pause the download of {name}", name=name)),
            (self.resume, tr("Resume the download of {name}", name=name)),
            (self.cancel, tr("Cancel the download of {name}, and forget what it has brought", name=name)),
        ):
            button.setAccessibleName(words)
        self.show()

    def _show_buttons(self, standing: bool) -> None:
        """The keyboard stays on the button that takes the place of the one that goes."""
        had = self.pause if self.pause.hasFocus() else self.resume if self.resume.hasFocus() else None
        self.pause.setVisible(not standing)
        self.resume.setVisible(standing)
        if had is not None and had.isHidden():
            (self.resume if standing else self.pause).setFocus()

    @Slot()
    def _pause(self) -> None:
        self.pause_wanted.emit(self._id)

    @Slot()
    def _resume(self) -> None:
        self.resume_wanted.emit(self._id)

    @Slot()
    def _cancel(self) -> None:
        self.cancel_wanted.emit(self._id)
