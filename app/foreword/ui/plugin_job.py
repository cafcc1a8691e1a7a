"""What installing, updating or removing is doing, and how the last one ended."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from foreword.plugin_messages import PluginDone, PluginFailed, PluginProgress
from foreword.ui.disclosure import Details
from foreword.ui.labels import WordsLabel
from foreword.ui.plugin_wording import line
from foreword.ui.progress_bar import ProgressBar
from foreword.ui.translate import mark, tr, tr_n

_CANCELLED = mark("Cancelled. Nothing was changed.")


class PluginJob(QFrame):
    """Hidden until there is something to say. Keeps the last result until the next work begins."""

    cancel_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("job")
        self._cancelling = False
        self.words = WordsLabel("jobwords")
        self.bar = ProgressBar()
        self.bar.setAccessibleName(tr("Progress"))
        self.cancel = QPushButton(tr("Cancel"))
        self.cancel.clicked.connect(self._cancel)
        self.details = Details(tr("the failure"))
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(self.words, 1)
        row.addWidget(self.cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addLayout(row)
        layout.addWidget(self.bar)
        layout.addWidget(self.details)
        self.hide()

    def set_busy(self, busy: bool) -> None:
        """Work begins or is over. What ended without a result, as a plan does, leaves nothing behind."""
        if busy:
            self._show(tr("Working…"), "busy")
            self.bar.setRange(0, 0)
            self._cancelling = False
        elif self.words.property("state") == "busy":
            self.hide()
        self.bar.setVisible(busy)
        self.cancel.setVisible(busy)

    def show_progress(self, progress: PluginProgress) -> None:
        fraction = progress.fraction
        if not self._cancelling:
            measure = "…" if fraction is None else f" {100 * fraction:.0f} %"
            self._show(line(progress.stage).rstrip("…") + measure, "busy")
        self.bar.setRange(0, 0 if fraction is None else 1000)
        self.bar.setValue(round(1000 * min(max(fraction or 0.0, 0.0), 1.0)))

    def show_found(self, updates: int) -> None:
        """The index was asked for newer versions: so many there are."""
        found = tr_n(updates, "{n} update is available.", "{n} updates are available.")
        self._show(found if updates else tr("Everything is up to date."), "done")
        self._announce()

    def show_done(self, done: PluginDone) -> None:
        self._show(line(done.line), "done")
        self._announce()

    def show_failed(self, failed: PluginFailed) -> None:
        if failed.cancelled:
            self._show(tr(_CANCELLED), "off")
        else:
            self._show(line(failed.reason), "failed")
            self.details.show_text(failed.detail)
        self._announce()

    def _show(self, words: str, state: str) -> None:
        self.details.show_text("")
        self.words.say(words, state)
        self.show()

    def _announce(self) -> None:
        if self.isVisible():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.words, self.words.words()))

    @Slot()
    def _cancel(self) -> None:
        if self._cancelling:
            return
        self._cancelling = True
        self._show(tr("Cancelling…"), "busy")
        self.cancel_requested.emit()
