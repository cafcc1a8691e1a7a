"""One installed plugin on the Plugins page: what it is and offers, Update and Remove."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from foreword.plugin_messages import PluginInfo
from foreword.ui.disclosure import Disclosure
from foreword.ui.labels import WordsLabel
from foreword.ui.plugin_wording import about_rows, line, offers_words, plugin_words
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr


class PluginCard(QFrame):
    """Shows what it is told, in place; its buttons only ask."""

    #: str distribution
    update_wanted = Signal(str)
    #: str distribution
    remove_wanted = Signal(str)

    def __init__(self, distribution: str, tokens: Tokens) -> None:
        super().__init__()
        self.setObjectName("card")
        self._distribution = distribution
        name = line(distribution, 80)
        self.title = WordsLabel("section")
        self.title.say(name)
        self.version = WordsLabel("muted")
        self.renew = QPushButton(tr("Update…"))
        self.renew.setAccessibleName(tr("Update {name}", name=name))
        self.remove = QPushButton(tr("Remove…"))
        self.remove.setAccessibleName(tr("Remove {name}", name=name))
        self.summary = WordsLabel("content-words")
        self.offers = WordsLabel("hint")
        self._body = QWidget()
        self._grid = QGridLayout(self._body)
        self._rows: list[tuple[str, str]] = []
        self._labels: list[WordsLabel] = []
        self.about = Disclosure(tr("About"), self._body, tokens)
        self.about.setAccessibleDescription(name)
        self._build()
        self.renew.clicked.connect(self._update)
        self.remove.clicked.connect(self._remove)

    def _build(self) -> None:
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(self.title)
        names.addWidget(self.version)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addLayout(names, 1)
        top.addWidget(self.renew, 0, Qt.AlignmentFlag.AlignTop)
        top.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.setContentsMargins(24, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnMinimumWidth(0, 88)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addLayout(top)
        for widget in (self.summary, self.offers):
            layout.addWidget(widget)
        layout.addWidget(self.about)
        layout.addWidget(self._body)

    def show_plugin(self, plugin: PluginInfo) -> None:
        latest = (
            " · " + tr("{version} is available", version=line(plugin.latest, 40)) if plugin.latest else ""
        )
        self.version.say(plugin_words(plugin) + latest)
        self.summary.say(line(plugin.summary))
        self.offers.say(offers_words(plugin))
        self.renew.setVisible(bool(plugin.latest) and not plugin.bundled)
        self.remove.setVisible(not plugin.bundled)
        rows = about_rows(plugin)
        if rows != self._rows:
            self._show_rows(rows)

    def set_busy(self, busy: bool) -> None:
        self.renew.setEnabled(not busy)
        self.remove.setEnabled(not busy)

    def set_tokens(self, tokens: Tokens) -> None:
        self.about.set_tokens(tokens)

    def rows(self) -> list[tuple[str, str]]:
        return self._rows

    def _show_rows(self, rows: list[tuple[str, str]]) -> None:
        self._rows = rows
        while self._labels:
            self._labels.pop().deleteLater()
        for number, (label, text) in enumerate(rows):
            for column, words in enumerate((label, text)):
                part = WordsLabel("muted" if column == 0 else "value")
                part.say(words)
                self._labels.append(part)
                self._grid.addWidget(part, number, column, Qt.AlignmentFlag.AlignTop)

    @Slot()
    def _update(self) -> None:
        self.update_wanted.emit(self._distribution)

    @Slot()
    def _remove(self) -> None:
        self.remove_wanted.emit(self._distribution)
