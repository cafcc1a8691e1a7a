"""A small plot over the seconds of a reply: lines or steps, with exact figures where the pointer rests.

pyqtgraph draws. It takes a good part of a second to import, so that is done on a thread of its own when the
first plot is wanted. A plot can't be dragged, zoomed or right-clicked; time runs from left to right in every
language.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QHelpEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from foreword.ui.tokens import Tokens
from foreword.ui.wording import plain_tooltip
from foreword.ui.zoom import px

HEIGHT = 112
#: More than these can't be told apart at this width.
MOST_POINTS, MOST_STEPS = 240, 80
_AXIS_WIDTH = 36
_SMALL = 0.85
_FILL = 48  # of 255


class PlotLibrary(QObject):
    """Imports pyqtgraph once. Has no parent: the thread keeps it alive until it has told."""

    #: object: the module
    ready = Signal(object)
    #: str - why it can't be imported
    missing = Signal(str)

    def fetch(self) -> None:
        """Answers with one of the signals. The thread is waited for at the end of the app: it is short,
        and must not be cut off in the middle of an import."""
        threading.Thread(target=self._run, name="plots").start()

    def _run(self) -> None:
        try:
            import pyqtgraph  # type: ignore[import-untyped, unused-ignore]
        except ImportError as error:
            self.missing.emit(str(error))
        else:
            self.ready.emit(pyqtgraph)


class Plot(QWidget):
    """Curves by name. `tell` says what the tooltip shows of a moment, in seconds of the reply."""

    def __init__(self, library: Any, tell: Callable[[float], str], tokens: Tokens) -> None:
        super().__init__()
        self._library = library
        self._tell = tell
        self._curves: dict[str, tuple[Any, str, bool]] = {}
        self.view: Any = library.PlotWidget(enableMenu=False)
        self.view.setMouseEnabled(False, False)
        self.view.hideButtons()
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # Neither wheel nor pointer is the plot's: the page scrolls under them.
        self.view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.view.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.view.setFrameShape(self.view.Shape.NoFrame)
        item = self.view.getPlotItem()
        item.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        for side in ("left", "bottom"):
            item.getAxis(side).enableAutoSIPrefix(False)
        item.showGrid(x=False, y=True, alpha=0.2)
        item.getViewBox().setDefaultPadding(0.0)
        self.setFixedHeight(HEIGHT)
        self.setProperty("zooms", True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        self.set_tokens(tokens)

    def add_curve(self, name: str, colour: str, *, dashed: bool = False, steps: bool = False) -> None:
        """`colour` is the name of a token, so that the theme can change."""
        curve = self.view.plot([], [], antialias=True, stepMode="right" if steps else None)
        if steps:
            curve.setFillLevel(0.0)
        self._curves[name] = (curve, colour, dashed)
        self._draw_pens()

    def draw(self, curves: dict[str, Sequence[Sequence[float]]]) -> None:
        """Points of each curve, (seconds, value): all of them are on the plot, from zero up."""
        last = max((points[-1][0] for points in curves.values() if points), default=0.0)
        top = max((point[1] for points in curves.values() for point in points), default=0.0)
        self.view.setXRange(0.0, max(last, 1.0), padding=0)
        self.view.setYRange(0.0, max(top * 1.1, 1.0), padding=0)
        for name, points in curves.items():
            self._curves[name][0].setData([point[0] for point in points], [point[1] for point in points])

    def drawn(self, name: str) -> tuple[list[float], list[float]]:
        """What a curve shows."""
        x, y = self._curves[name][0].getData()
        return ([], []) if x is None else (x.tolist(), y.tolist())

    def colour_of(self, name: str) -> str:
        return str(self._curves[name][0].opts["pen"].color().name())

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self.view.setBackground(QColor(tokens.sidebar))
        small = QFont(QApplication.font())
        small.setPointSizeF(small.pointSizeF() * _SMALL)
        for side in ("left", "bottom"):
            axis = self.view.getPlotItem().getAxis(side)
            axis.setPen(QColor(tokens.border))
            axis.setTextPen(QColor(tokens.muted))
            axis.setTickFont(small)
        self.view.getPlotItem().getAxis("left").setWidth(px(_AXIS_WIDTH))
        self._draw_pens()

    def _draw_pens(self) -> None:
        for curve, name, dashed in self._curves.values():
            style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
            colour = QColor(getattr(self._tokens, name))
            stepped = curve.opts["stepMode"] is not None
            curve.setPen(self._library.mkPen(colour, width=1.5 if dashed or stepped else 2, style=style))
            if stepped:
                colour.setAlpha(_FILL)
                curve.setFillBrush(colour)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tooltip(self.words_at(QPointF(event.pos()))), self)
            return True
        return super().event(event)

    def words_at(self, point: QPointF) -> str:
        """The exact figures where the pointer is."""
        moment = self.view.getPlotItem().getViewBox().mapSceneToView(self.view.mapToScene(point.toPoint()))
        return self._tell(max(float(moment.x()), 0.0))
