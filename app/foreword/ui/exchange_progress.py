"""The small window of an export, import, backup or check: how far it is, then what came of it.

Not modal: the chat goes on beside it. Knows words and paths; nothing of how the work is done.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QCloseEvent, QDesktopServices, QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from foreword.session.exchange.messages import ExchangeFailed, Progress
from foreword.ui.disclosure import Details
from foreword.ui.labels import WordsLabel
from foreword.ui.progress_bar import ProgressBar
from foreword.ui.translate import tr
from foreword.ui.zoom import px

_WIDTH = 480


class ExchangeProgress(QDialog):
    """Closing it while the work goes on asks for its end."""

    cancel_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("exchange")
        self.setFixedWidth(px(_WIDTH))
        self._busy = False
        self._path: Path | None = None
        self.words = WordsLabel("jobwords")
        self.where = WordsLabel("muted")
        self.bar = ProgressBar()
        self.bar.setAccessibleName(tr("Progress"))
        self.details = Details(tr("what was left out"))
        self.details.more.clicked.connect(self._fit)
        self.folder = QPushButton(tr("Show in Folder"))
        self.cancel = QPushButton(tr("Cancel"))
        self.done_button = QPushButton(tr("Close"))
        self.folder.clicked.connect(self._show_folder)
        self.cancel.clicked.connect(self._cancel)
        self.done_button.clicked.connect(self.close)
        self._build()

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch()
        for button in (self.folder, self.cancel, self.done_button):
            button.setAutoDefault(button is not self.folder)
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(16)
        layout.addWidget(self.words)
        layout.addWidget(self.where)
        layout.addWidget(self.bar)
        layout.addWidget(self.details)
        layout.addLayout(row)
        self._layout = layout

    def begin(self, title: str) -> None:
        """Work begins."""
        self.setWindowTitle(title)
        self._busy = True
        self._show(tr("Working…"), "busy", None)
        self.bar.setRange(0, 0)
        self.show()
        self.raise_()
        self.cancel.setFocus()

    def show_progress(self, progress: Progress) -> None:
        if self._busy and self.cancel.isEnabled():
            fraction = progress.fraction
            measure = "…" if fraction is None else f" {100 * fraction:.0f} %"
            self.words.say(progress.words + measure, "busy")
            self.bar.setRange(0, 0 if fraction is None else 1000)
            self.bar.setValue(round(1000 * min(max(fraction or 0.0, 0.0), 1.0)))

    def show_done(self, words: str, path: Path | None = None, details: tuple[str, ...] = ()) -> None:
        """It worked out; `details`, a line each, on demand."""
        self._busy = False
        self._show(words, "done", path)
        self.details.show_text("\n".join(details))
        self._end()

    def show_failed(self, failed: ExchangeFailed) -> None:
        self._busy = False
        self._show(failed.reason, "off" if failed.cancelled else "failed", None)
        self.details.show_text(failed.detail)
        self._end()

    def _show(self, words: str, state: str, path: Path | None) -> None:
        self._path = path
        self.words.say(words, state)
        self.where.say(str(path) if path else "")
        self.details.show_text("")
        self.bar.setVisible(self._busy)
        self.cancel.setVisible(self._busy)
        self.cancel.setEnabled(self._busy)
        self.done_button.setVisible(not self._busy)
        self.folder.setVisible(path is not None)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        """As high as what is shown."""
        self.setFixedWidth(px(_WIDTH))  # it stays, and the zoom may be another one since it was built
        self._layout.activate()
        self.setFixedHeight(self._layout.totalHeightForWidth(px(_WIDTH)))

    def _end(self) -> None:
        self.done_button.setFocus()
        self.done_button.setDefault(True)
        self._fit()
        if self.isVisible():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.words, self.words.words()))

    @Slot()
    def _cancel(self) -> None:
        if self._busy and self.cancel.isEnabled():
            self.cancel.setEnabled(False)
            self.words.say(tr("Cancelling…"), "busy")
            self.cancel_requested.emit()

    @Slot()
    def _show_folder(self) -> None:
        if self._path is not None:
            folder = self._path if self._path.is_dir() else self._path.parent
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc cancels what goes on, and closes what is over."""
        if event.key() == Qt.Key.Key_Escape and self._busy:
            self._cancel()
            return
        super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._busy:
            self._cancel()
        super().closeEvent(event)
