"""The speculators of one chat or assistant: as they are switched for all, or by switches of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from foreword.messages import SpeculatorInfo
from foreword.session.choices import Standing
from foreword.ui.chat_options_field import source_name
from foreword.ui.labels import WordsLabel
from foreword.ui.plugin_wording import line, state_words
from foreword.ui.reading import leading
from foreword.ui.switch import Switch
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr

KEY = "speculators.enabled"
_OWN = {
    "This chat": mark("Own switches for this chat"),
    "This assistant": mark("Own switches for this assistant"),
}


class SwitchesPart(QWidget):
    """A check box for switches of its own, and the switches; those that are inherited can't be turned."""

    #: str key, object table | None
    chosen = Signal(str, object)

    def __init__(self, owner: str, tokens: Tokens) -> None:
        super().__init__()
        self._owner = owner
        self._tokens = tokens
        self._infos: Sequence[SpeculatorInfo] = ()
        self._standing: Standing | None = None
        self.rows: dict[str, SwitchRow] = {}
        self.own = QCheckBox(tr(_OWN[owner]))
        self.where = WordsLabel("where")
        self.error = WordsLabel("fielderror")
        self.none = WordsLabel("hint")
        self._column = QVBoxLayout()
        self._column.setSpacing(4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.own)
        layout.addWidget(self.where)
        layout.addWidget(self.error)
        layout.addLayout(self._column)
        layout.addWidget(self.none)
        self.own.clicked.connect(self._own_clicked)

    def show_speculators(self, infos: Sequence[SpeculatorInfo]) -> None:
        """One row for each name; where two share one, that which can run."""
        self._infos = infos
        listed = one_each(infos)
        for name in set(self.rows) - set(listed):
            row = self.rows.pop(name)
            row.hide()
            row.deleteLater()
        for name, info in listed.items():
            if name not in self.rows:
                self.rows[name] = row = SwitchRow(name, self._tokens)
                row.switch.clicked.connect(self._switch_clicked)
                self._column.addWidget(row)
            self.rows[name].info = info
        self.none.say("" if listed else tr("No speculator is installed."))
        self.own.setEnabled(bool(listed))
        self._show()

    def show_standing(self, standing: Standing) -> None:
        self._standing = standing
        self.error.say("")
        self._show()

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        for row in self.rows.values():
            row.switch.tokens = tokens
            row.switch.update()

    def _show(self) -> None:
        standing = self._standing
        if standing is None:
            return
        source = standing.source(KEY)
        own = source == "chat"
        self.own.setChecked(own)
        self.where.say(source_name(source, standing, self._owner), "own" if own else "")
        for name, row in self.rows.items():
            row.show_switch(on=bool(standing[KEY].get(name)), own=own)

    @Slot(bool)
    def _own_clicked(self, own: bool) -> None:
        """Its own switches begin as those that held before."""
        self.chosen.emit(KEY, self._table() if own else None)

    @Slot()
    def _switch_clicked(self) -> None:
        self.chosen.emit(KEY, self._table())

    def _table(self) -> Mapping[str, bool]:
        """All that the table has, also of what isn't installed now, with the switches as they stand."""
        known = self._standing[KEY] if self._standing is not None else {}
        return {**known, **{name: row.switch.isChecked() for name, row in self.rows.items()}}


def one_each(infos: Sequence[SpeculatorInfo]) -> dict[str, SpeculatorInfo]:
    """One speculator for each name; where two share one, that which can run."""
    listed: dict[str, SpeculatorInfo] = {}
    for info in infos:
        if info.name not in listed or info.state != "incompatible":
            listed[info.name] = info
    return listed


class SwitchRow(QWidget):
    """The name of a speculator and its switch, with the reason where it can't run."""

    def __init__(self, name: str, tokens: Tokens) -> None:
        super().__init__()
        self.info: SpeculatorInfo | None = None
        shown = line(name, 60)
        self.name = WordsLabel("content-words")
        self.name.setAlignment(leading())
        self.reason = WordsLabel("hint")
        self.switch = Switch(tokens, tr("Use {name} here", name=shown))
        texts = QVBoxLayout()
        texts.setSpacing(0)
        texts.addWidget(self.name)
        texts.addWidget(self.reason)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addLayout(texts, 1)
        row.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignTop)
        self.name.say(shown)  # not before it has a parent: it would flash up as a window of its own

    def show_switch(self, *, on: bool, own: bool) -> None:
        broken = self.info is not None and self.info.state in ("incompatible", "failed", "quarantined")
        self.reason.say(state_words(self.info) if self.info is not None and broken else "")
        self.switch.setChecked(on)
        self.switch.setEnabled(own)
        self.switch.setAccessibleDescription(self.reason.words())
