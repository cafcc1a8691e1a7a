"""What may be done with a turn, and the quiet row of buttons below it. Knows turns; not who acts on them.

The row has its room always, so that nothing moves when it shows. Its buttons are made when they are
first wanted: most messages of a long chat never need theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from foreword.session.conversation import Turn
from foreword.ui.code_header import confirm_on
from foreword.ui.icons import icon
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr

Deed = Literal["copy", "edit", "regenerate", "go_on", "branch", "delete", "more", "shrink"]

ROW_HEIGHT = 28
_CUT = ("length", "context_end")


@dataclass(frozen=True, slots=True)
class Standing:
    """How a turn stands in its chat. `asking`: a reply is being written anywhere, so that nothing more
    can be asked; `writing`: it is being written in this chat, so that its turns can't be changed;
    `quiet`: the user wants no questions about a full context; `smaller`: the context, in tokens, that
    there may be memory for where it ran out, 0 where there is none."""

    versions: tuple[str, ...] = ()
    last: bool = False
    asking: bool = False
    writing: bool = False
    temporary: bool = False
    quiet: bool = False
    smaller: int = 0


@dataclass(frozen=True, slots=True)
class Spec:
    """How a deed looks. `asks`: it begins a reply; `changes`: it changes the tree of turns."""

    deed: Deed
    icon: str
    words: str
    asks: bool = False
    changes: bool = False


_SPECS: dict[Deed, Spec] = {
    spec.deed: spec
    for spec in (
        Spec("copy", "copy", mark("Copy")),
        Spec("edit", "rename", mark("Edit and send again"), asks=True),
        Spec("regenerate", "retry", mark("Write this reply once more"), asks=True),
        Spec("go_on", "continue", mark("Continue this reply"), asks=True),
        Spec("branch", "branch", mark("Branch into a new chat")),
        Spec("delete", "trash", mark("Delete…"), changes=True),
        Spec("more", "more", mark("More about this reply")),
    )
}


def deeds(turn: Turn, standing: Standing) -> list[Deed]:
    """What this turn offers, in the order of its row."""
    if turn.status == "streaming":
        return []
    found: list[Deed] = ["copy"] if turn.text else []
    if turn.role == "user":
        found.append("edit")
        if standing.last:
            found.append("regenerate")  # a question whose reply is gone
    else:
        found.append("regenerate")
        if standing.last and can_go_on(turn):
            found.append("go_on")
    if not standing.temporary:
        found.append("branch")
    found.append("delete")
    if turn.role == "assistant" and turn.stats:
        found.append("more")
    return found


def can_go_on(turn: Turn) -> bool:
    """Whether a reply has text and was cut, so that more of it can be written."""
    cut = turn.status in ("stopped", "interrupted", "failed") or turn.stop_reason in _CUT
    return turn.role == "assistant" and cut and bool(turn.text.strip())


class QuietButton(QToolButton):
    """Paints itself only while its row is revealed, or while it has the keyboard. Its room stays."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.revealed = False
        self.setIconSize(QSize(16, 16))
        self.setFixedSize(ROW_HEIGHT, ROW_HEIGHT)
        self.setProperty("narrow", True)  # all of its room is the icon's
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.revealed or self.hasFocus():
            super().paintEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """An arrow with Alt is the message's; a button would pass the keyboard on to its neighbour."""
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)


class VersionSwitch(QWidget):
    """‹ 2/3 ›: which version of the turn is shown, and the way to the ones beside it."""

    #: str - the id of the version to show
    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._versions: tuple[str, ...] = ()
        self._place = 0
        self.back, self.forth = QToolButton(), QToolButton()
        self.count = QLabel()
        self.count.setObjectName("stats")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for button, words, key in (
            (self.back, tr("Previous version"), "Alt+Left"),
            (self.forth, tr("Next version"), "Alt+Right"),
        ):
            button.setIconSize(QSize(16, 16))
            button.setFixedSize(24, ROW_HEIGHT)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setProperty("narrow", True)
            button.setToolTip(f"{words} ({key})")
            button.setAccessibleName(words)
        self.back.clicked.connect(partial(self.step, -1))
        self.forth.clicked.connect(partial(self.step, 1))
        for widget in (self.back, self.count, self.forth):
            row.addWidget(widget)
        self.hide()

    def set_tokens(self, tokens: Tokens) -> None:
        self.back.setIcon(icon("chevron-left", tokens.muted, tokens.border))
        self.forth.setIcon(icon("chevron-right", tokens.muted, tokens.border))

    def show_versions(self, turn_id: str, versions: tuple[str, ...], *, locked: bool) -> None:
        """`locked`: no other one can be shown now. Nothing is shown where there is but one."""
        self._versions = versions
        self._place = versions.index(turn_id) if turn_id in versions else 0
        self.count.setText(f"{self._place + 1}/{len(versions)}")
        self.count.setAccessibleName(
            tr("Version {number} of {count}", number=self._place + 1, count=len(versions))
        )
        self.back.setEnabled(not locked and self._place > 0)
        self.forth.setEnabled(not locked and self._place < len(versions) - 1)
        self.setVisible(len(versions) > 1)

    def step(self, by: int, *_: object) -> bool:
        """Ask for the version so many places on; False where there is none."""
        place = self._place + by
        button = self.forth if by > 0 else self.back
        if not button.isEnabled() or not 0 <= place < len(self._versions):
            return False
        self.chosen.emit(self._versions[place])
        return True


class ActionRow(QWidget):
    """The version switch, which always shows, and the deeds, which show on hover, on focus, or for the
    last message."""

    #: str - a `Deed`
    wanted = Signal(str)
    #: The buttons are other ones now: the order of Tab has to follow.
    changed = Signal()

    def __init__(self, tokens: Tokens, *, right: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._turn: Turn | None = None
        self._standing = Standing()
        self._revealed = False
        self.buttons: dict[Deed, QuietButton] = {}
        self.switch = VersionSwitch()
        self.switch.set_tokens(tokens)
        self.setFixedHeight(ROW_HEIGHT)
        self.setProperty("zooms", True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        if right:
            self._row.addStretch(1)
        self._row.addWidget(self.switch)
        self._first = self._row.count()
        if not right:
            self._row.addStretch(1)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self.switch.set_tokens(tokens)
        for deed, button in self.buttons.items():
            self._draw(deed, button)

    def show_turn(self, turn: Turn, standing: Standing) -> None:
        self._turn, self._standing = turn, standing
        self.switch.show_versions(turn.id, standing.versions, locked=standing.writing)
        if self.buttons or standing.last:
            self._make()
        self._show()

    def reveal(self, revealed: bool) -> None:
        """The pointer or the keyboard is in the message, or has left it."""
        self._revealed = revealed
        if revealed and not self.buttons:
            self._make()
        self._show()

    def confirm(self, deed: Deed, words: str) -> None:
        """Say on a button for a moment that it worked."""
        button = self.buttons.get(deed)
        if button is not None:
            button.setIcon(icon("check", self._tokens.success))
            button.setToolTip(words)
            confirm_on(button, "", partial(self._draw, deed, button))

    def _make(self) -> None:
        """The buttons that the turn offers now; those that are there stay, and with them the keyboard."""
        assert self._turn is not None
        offered = deeds(self._turn, self._standing)
        if list(self.buttons) != offered:
            kept, self.buttons = self.buttons, {}
            for place, deed in enumerate(offered):
                button = kept.pop(deed, None) or self._button(deed)
                self._row.insertWidget(self._first + place, button)
                self.buttons[deed] = button
            for button in kept.values():
                self._row.removeWidget(button)
                button.hide()
                button.deleteLater()
            self.changed.emit()
        for deed, button in self.buttons.items():
            spec = _SPECS[deed]
            blocked = (spec.asks and self._standing.asking) or (spec.changes and self._standing.writing)
            button.setEnabled(not blocked)
            self._name(deed, button)

    def _button(self, deed: Deed) -> QuietButton:
        button = QuietButton(self)
        button.clicked.connect(partial(self._want, deed))
        self._draw(deed, button)
        button.show()
        return button

    def _draw(self, deed: Deed, button: QuietButton) -> None:
        button.setIcon(icon(_SPECS[deed].icon, self._tokens.muted, self._tokens.field_border))
        self._name(deed, button)

    def _name(self, deed: Deed, button: QuietButton) -> None:
        words = tr(_SPECS[deed].words)
        if deed == "regenerate" and self._turn is not None and self._turn.role == "user":
            words = tr("Ask for a reply")
        waiting = tr("{words}: when the reply is complete", words=words)
        button.setToolTip(words if button.isEnabled() else waiting)
        button.setAccessibleName(words.rstrip("…"))

    @Slot()
    def _want(self, deed: Deed, *_: object) -> None:
        self.wanted.emit(deed)

    def _show(self) -> None:
        shown = self._revealed or self._standing.last
        for button in self.buttons.values():
            if button.revealed != shown:
                button.revealed = shown
                button.update()
