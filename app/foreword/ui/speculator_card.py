"""One speculator on the Speculators page: what it is, how it stands, its switch, options and status."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from foreword.api import Status
from foreword.messages import SpeculatorInfo
from foreword.ui.dialogs import confirm
from foreword.ui.disclosure import Details, Disclosure
from foreword.ui.labels import WordsLabel
from foreword.ui.option_fields import OptionsPart
from foreword.ui.plugin_wording import fold_words, line, package_words, state_words
from foreword.ui.reading import leading, margins
from foreword.ui.status_part import StatusPart, WorkingPart
from foreword.ui.switch import Switch
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr

_RISK = mark(
    "It ended Foreword when it was loaded. If it does so again, what was written up to then is kept, and it "
    "is held back at the next start."
)
_ON = ("active", "unsuitable", "paused", "failed")


class SpeculatorCard(QFrame):
    """Shows what it is told, in place; every control only asks."""

    #: str name, bool on
    switched = Signal(str, bool)
    #: str name, str option, object value
    option_chosen = Signal(str, str, object)
    #: str name, str action
    action_wanted = Signal(str, str)
    #: str name
    again_wanted = Signal(str)

    def __init__(self, name: str, tokens: Tokens) -> None:
        super().__init__()
        self.setObjectName("card")
        self._name = name
        self._state = ""
        self._shown_name = line(name, 60)
        self.title = WordsLabel("section")
        self.package = WordsLabel("muted")
        self.switch = Switch(tokens, tr("Use {name}", name=self._shown_name))
        self.summary = WordsLabel("content-words")
        self.state = WordsLabel("state")
        self.again = QPushButton(tr("Try again"))
        self.again.setAccessibleName(tr("Try {name} again", name=self._shown_name))
        self.detail = Details(self._shown_name)
        self.working = WorkingPart(self._shown_name)
        self.options = OptionsPart(tokens)
        self.status = StatusPart(self._shown_name)
        self._body = QWidget()
        self.fold = Disclosure(tr("Options"), self._body, tokens)
        self._build()
        self.switch.clicked.connect(self._switch_clicked)
        self.again.clicked.connect(self._try_again)
        self.options.chosen.connect(self._option_chosen)
        self.status.wanted.connect(self._action_wanted)

    def _build(self) -> None:
        self.title.setAlignment(leading())
        self.detail.buttons.insertWidget(0, self.again)
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(self.title)
        names.addWidget(self.package)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addLayout(names, 1)
        top.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignTop)
        inside = QVBoxLayout(self._body)
        inside.setContentsMargins(*margins(24, 8, 0, 0))
        inside.setSpacing(16)
        self._status_heading = QLabel(tr("Status"))
        self._status_heading.setObjectName("section")
        inside.addWidget(self.options)
        inside.addWidget(self._status_heading)
        inside.addWidget(self.status)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*margins(16, 12, 12, 12))
        layout.setSpacing(8)
        layout.addLayout(top)
        for widget in (self.summary, self.state, self.working):
            layout.addWidget(widget)
        layout.addWidget(self.detail)
        layout.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._body)

    def show_info(self, info: SpeculatorInfo) -> None:
        self._state = info.state
        self.title.say(self._shown_name)
        self.package.say(package_words(info))
        self.summary.say(line(info.summary))
        self.state.say(state_words(info), info.state)
        broken = info.state in ("failed", "quarantined")
        self.again.setVisible(broken)
        self.detail.show_text(info.detail, stay=broken)
        status = info.status or Status()
        self.working.show_work(status.working, status.fraction)
        self.options.show_options(info.options, info.values, status.choices)
        self.status.show_status(info.status)
        self._show_fold()
        self.switch.setEnabled(info.state != "incompatible")
        self.switch.setChecked(info.state in _ON)
        self.switch.setAccessibleDescription(self.state.words())

    def show_problem(self, option: str, words: str) -> None:
        """The value that was set for `option` was refused."""
        self.options.show_problem(option, words)

    def show_answer(self, words: str) -> None:
        self.status.show_answer(words)
        self._show_fold()

    def set_tokens(self, tokens: Tokens) -> None:
        self.switch.tokens = tokens
        self.switch.update()
        self.options.set_tokens(tokens)
        self.fold.set_tokens(tokens)

    def _show_fold(self) -> None:
        options, status = bool(self.options.fields), not self.status.isHidden()
        self._status_heading.setVisible(options and status)
        self.fold.set_words(fold_words(options=options, status=status))
        self.fold.setVisible(options or status)
        self._body.setVisible(self.fold.isChecked() and (options or status))

    @Slot(bool)
    def _switch_clicked(self, on: bool) -> None:
        if on and not self._dares():
            self.switch.setChecked(False)
        else:
            self.switched.emit(self._name, on)

    @Slot()
    def _try_again(self) -> None:
        if self._dares():
            self.again_wanted.emit(self._name)

    def _dares(self) -> bool:
        return dares(self.window(), self._name, self._state)

    @Slot(str, object)
    def _option_chosen(self, option: str, value: object) -> None:
        self.option_chosen.emit(self._name, option, value)

    @Slot(str)
    def _action_wanted(self, action: str) -> None:
        self.action_wanted.emit(self._name, action)


def dares(window: QWidget, name: str, state: str) -> bool:
    """What ended the app once may do so again: that is the user's own decision."""
    if state != "quarantined":
        return True
    question = tr("Load {name} once more?", name=line(name, 60))
    return confirm(window, tr("Try Again"), question, tr(_RISK), tr("Try again"))
