"""What a speculator says of itself: facts as a small table, its buttons, and what the last one answered."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QVBoxLayout, QWidget

from foreword.api import Action, Fact, Status
from foreword.ui.dialogs import confirm
from foreword.ui.flow_layout import FlowLayout
from foreword.ui.labels import WordsLabel, escaped
from foreword.ui.plugin_wording import line
from foreword.ui.progress_bar import ProgressBar
from foreword.ui.translate import mark, tr
from foreword.ui.wording import plain_tooltip

_LONGEST_LABEL = 48
_DONE = mark("Done.")
_ASKED = mark("Working…")


class WorkingPart(QWidget):
    """What goes on in the background, and how far it is."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.words = WordsLabel("hint")
        self.bar = ProgressBar()
        self.bar.setAccessibleName(tr("Progress of {name}", name=name))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(4)
        layout.addWidget(self.words)
        layout.addWidget(self.bar)
        self.hide()

    def show_work(self, words: str, fraction: float | None) -> None:
        words = line(words)
        if words:
            percent = tr("{work} {percent} %", work=words, percent=f"{100 * (fraction or 0.0):.0f}")
            self.words.say(percent if fraction is not None else tr("{work}…", work=words))
            self.bar.setRange(0, 0 if fraction is None else 1000)
            self.bar.setValue(round(1000 * min(max(fraction or 0.0, 0.0), 1.0)))
        self.setVisible(bool(words))


class FactsPart(QWidget):
    """Label and value, a line each."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[WordsLabel, WordsLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 2)
        self._grid.setColumnStretch(1, 3)
        self.hide()

    def show_facts(self, facts: Sequence[Fact]) -> None:
        while len(self._rows) < len(facts):
            row = (WordsLabel("muted"), WordsLabel("value"))
            for column, label in enumerate(row):
                self._grid.addWidget(label, len(self._rows), column, Qt.AlignmentFlag.AlignTop)
            self._rows.append(row)
        for number, (label, value) in enumerate(self._rows):
            fact = facts[number] if number < len(facts) else Fact("", "")
            label.say(line(fact.label, 80))
            value.say(line(fact.value))
        self.setVisible(bool(facts))

    def rows(self) -> list[tuple[str, str]]:
        return [(label.words(), value.words()) for label, value in self._rows if label.words()]


class StatusPart(QWidget):
    """Facts and buttons of one speculator. A button with a question asks it first."""

    #: str action
    wanted = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._actions: tuple[Action, ...] = ()
        self.buttons: list[QPushButton] = []
        self.facts = FactsPart()
        self._row = QWidget()
        self._flow = FlowLayout()
        self._row.setLayout(self._flow)
        self.answer = WordsLabel("answer")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (self.facts, self._row, self.answer):
            layout.addWidget(widget)
        self._row.hide()
        self.hide()

    def show_status(self, status: Status | None) -> None:
        status = status or Status()
        self.facts.show_facts(status.facts)
        if status.actions != self._actions:
            self._show_actions(status.actions)
        self._row.setVisible(bool(self.buttons))
        self.setVisible(bool(status.facts or status.actions or self.answer.words()))
        if not status.actions and self.answer.words() == tr(_ASKED):
            self.answer.say("")

    def show_answer(self, words: str) -> None:
        """What a button did, in the speculator's own words."""
        words = line(words) or tr(_DONE)
        self.answer.say(words)
        if self.isVisible():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.answer, words))

    def _show_actions(self, actions: Sequence[Action]) -> None:
        """Buttons keep their place: the keyboard stays on the one that has it, whatever it says now."""
        self._actions = tuple(actions)
        while len(self.buttons) > len(actions):
            button = self.buttons.pop()
            self._flow.removeWidget(button)
            button.deleteLater()
        while len(self.buttons) < len(actions):
            button = QPushButton()
            button.clicked.connect(self._pressed)
            self.buttons.append(button)
            self._flow.addWidget(button)
        for button, action in zip(self.buttons, actions, strict=True):
            label = line(action.label or action.name, _LONGEST_LABEL)
            button.setText(escaped(f"{label}…" if action.confirm and not label.endswith("…") else label))
            button.setAccessibleName(f"{self._name}: {label}")
            button.setAccessibleDescription(line(action.help))
            button.setToolTip(plain_tooltip(line(action.help)))
            button.show()

    @Slot()
    def _pressed(self) -> None:
        button = self.sender()
        assert isinstance(button, QPushButton)
        if self.answer.words() == tr(_ASKED):
            return  # one at a time; a button that were disabled would lose the keyboard
        action = self._actions[self.buttons.index(button)]
        label = line(action.label or action.name, _LONGEST_LABEL).rstrip("…")
        if action.confirm and not confirm(self.window(), self._name, line(action.confirm), "", label):
            return
        self.answer.say(tr(_ASKED))
        self.wanted.emit(action.name)
