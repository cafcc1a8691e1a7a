"""Words for screen readers about what happens beside the keyboard: once each, and errors at once.

Knows the controller's signals; shows nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from foreword.messages import ModelFailed, ModelReady
from foreword.session.controller import Controller
from foreword.session.conversation import Turn
from foreword.ui import wording
from foreword.ui.translate import tr

_KEPT = 64


def announce(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Let a screen reader say this. `urgent`: now, in the place of what it is saying."""
    if words:
        event = QAccessibleAnnouncementEvent(widget, words)
        if urgent:
            event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(event)


class Announcer(QObject):
    """Says that a reply is complete, that the model is there, and what went wrong."""

    def __init__(self, controller: Controller, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._ended: list[tuple[str, str, str]] = []
        self._model = ""
        controller.turn_changed.connect(self._turn_changed)
        controller.busy_changed.connect(self._busy_changed)
        controller.model_changed.connect(self._model_changed)
        controller.notice.connect(self._noticed)

    @Slot(object)
    def _turn_changed(self, turn: Turn) -> None:
        """A turn may change again after its end; its end is told once."""
        end = (turn.id, turn.status, turn.error or "")
        if turn.role != "assistant" or turn.status == "streaming" or end in self._ended:
            return
        self._ended = [*self._ended[-_KEPT:], end]
        if turn.error:
            announce(self._widget, turn.error, urgent=True)
        else:
            announce(self._widget, tr("Reply complete: {ending}", ending=wording.ending(turn)))

    @Slot(bool)
    def _busy_changed(self, busy: bool) -> None:
        """A reply that goes on ends once more: that is worth saying again."""
        if busy:
            self._ended.clear()

    @Slot(object)
    def _model_changed(self, state: object) -> None:
        if isinstance(state, ModelReady):
            self._say_model(tr("Model loaded: {name}", name=state.info.name), urgent=False)
        elif isinstance(state, ModelFailed):
            self._say_model(state.reason, urgent=True)
        else:
            self._model = ""  # it is being loaded: how that ends is worth saying again

    def _say_model(self, words: str, *, urgent: bool) -> None:
        if words != self._model:
            self._model = words
            announce(self._widget, words, urgent=urgent)

    @Slot(str)
    def _noticed(self, line: str) -> None:
        announce(self._widget, line, urgent=True)
