"""All formulas that were drawn, and a thread that draws more. One shop serves every message.

`outcome` answers at once with what is known; what isn't known is drawn in the background, and `ready`
tells when there is more. The thread touches nothing of Qt: it can be left behind when the app ends, even
in the middle of a formula that takes for ever.
"""

from __future__ import annotations

import queue
import threading
from collections import OrderedDict
from functools import cache

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal, Slot

from foreword.ui.math_drawing import Drawing, Formula, draw

_KEPT = 2000  # formulas; an SVG is some 5 KB
_LOOK_AGAIN_MS = 30


class Pictures(QObject):
    """Draws each formula once, however many messages show it."""

    #: Some of the formulas that were asked for have been drawn, or found to be broken.
    ready = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: OrderedDict[Formula, Drawing | None] = OrderedDict()
        self._asked: set[Formula] = set()
        self._jobs: queue.SimpleQueue[Formula] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[Formula, Drawing | None]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_AGAIN_MS)
        self._timer.timeout.connect(self._collect)

    def knows(self, formula: Formula) -> bool:
        """Whether its outcome is there; if not, it is being drawn from now on."""
        if formula in self._known:
            return True
        if formula not in self._asked:
            self._asked.add(formula)
            self._jobs.put(formula)
            self._start()
        return False

    def outcome(self, formula: Formula) -> Drawing | None:
        """The drawing; None for LaTeX that is broken. Raises KeyError for one that isn't known."""
        self._known.move_to_end(formula)
        return self._known[formula]

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(
                target=_work, args=(self._jobs, self._done), name="formulas", daemon=True
            )
            self._thread.start()
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _collect(self) -> None:
        found = False
        while not self._done.empty():
            formula, drawing = self._done.get()
            self._asked.discard(formula)
            self._known[formula] = drawing
            found = True
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)
        if not self._asked:
            self._timer.stop()
        if found:
            self.ready.emit()


def _work(jobs: queue.SimpleQueue[Formula], done: queue.SimpleQueue[tuple[Formula, Drawing | None]]) -> None:
    while True:
        formula = jobs.get()
        done.put((formula, draw(formula)))


@cache
def shared_pictures() -> Pictures:
    """The shop of this process."""
    return Pictures(QCoreApplication.instance())
