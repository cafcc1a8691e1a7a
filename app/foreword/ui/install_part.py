"""Where one says which plugin to install: a name, a wheel or folder, an address; by hand, button or drop."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
)

from foreword.ui.labels import WordsLabel
from foreword.ui.theme import restyle
from foreword.ui.translate import mark, tr

_FILES = mark("Plugins (*.whl *.tar.gz *.zip);;All files (*)")


class InstallPart(QFrame):
    """Nothing is installed from here: `wanted` asks what an install would do."""

    #: str requirement, bool allow_source
    wanted = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAcceptDrops(True)
        self._busy = False
        self.edit = QLineEdit()
        self.edit.setPlaceholderText(tr("Name on PyPI, wheel file, folder or address"))
        self.edit.setAcceptDrops(False)  # a file goes to the whole part, which takes its path
        self.edit.setAccessibleName(tr("Plugin to install"))
        self.choose = QPushButton(tr("Choose file…"))
        self.choose.setAccessibleName(tr("Choose a plugin's wheel file"))
        self.install = QPushButton(tr("Install…"))
        self.install.setProperty("primary", True)
        self.source = QCheckBox(tr("Allow building from source"))
        self._build()
        self.edit.textChanged.connect(self._show_possible)
        self.edit.returnPressed.connect(self._ask)
        self.choose.clicked.connect(self._choose_file)
        self.install.clicked.connect(self._ask)
        self._show_possible()

    def _build(self) -> None:
        label = QLabel(tr("Install a plugin"))
        label.setObjectName("section")
        label.setBuddy(self.edit)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.edit, 1)
        row.addWidget(self.choose)
        row.addWidget(self.install)
        hint = WordsLabel("hint")
        hint.say(
            tr(
                "Off: only wheels are taken, which are unpacked and not run. On: where there is no "
                "wheel, code of the plugin runs on this computer before it is installed."
            )
        )
        self.source.setAccessibleDescription(hint.words())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(label)
        layout.addLayout(row)
        layout.addWidget(self.source)
        layout.addWidget(hint)

    def set_busy(self, busy: bool) -> None:
        self._busy = busy
        self._show_possible()

    def clear(self) -> None:
        self.edit.clear()

    def take_path(self, path: str) -> None:
        """Put a file or folder into the field, ready to be installed."""
        self.edit.setText(path)
        self.install.setFocus()

    @Slot()
    def _show_possible(self) -> None:
        self.install.setEnabled(bool(self.edit.text().strip()) and not self._busy)

    @Slot()
    def _ask(self) -> None:
        if self.install.isEnabled():
            self.wanted.emit(self.edit.text().strip(), self.source.isChecked())

    @Slot()
    def _choose_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self.window(), tr("Choose a Plugin"), "", tr(_FILES))
        if path:
            self.take_path(path)

    # --- drag and drop
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped_path(event):
            event.acceptProposedAction()
            self._mark(over=True)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._mark(over=False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._mark(over=False)
        path = _dropped_path(event)
        if path:
            event.acceptProposedAction()
            self.take_path(path)

    def _mark(self, *, over: bool) -> None:
        self.setProperty("drop", over)
        restyle(self)


def _dropped_path(event: QDropEvent) -> str:
    """The one file or folder that is being dropped; empty where it is something else."""
    urls = event.mimeData().urls()
    path = urls[0].toLocalFile() if len(urls) == 1 and urls[0].isLocalFile() else ""
    fits = path.endswith((".whl", ".tar.gz", ".zip")) or (path and Path(path).is_dir())
    return path if fits else ""
