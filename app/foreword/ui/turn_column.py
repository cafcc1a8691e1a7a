"""The turns of a chat one below the other, of which only those in view, and some around, exist.

    scrolled, grown or shown -> measure what exists -> place it -> build what is in view -> again

What exists is measured; the heights of the others are remembered or guessed. The reader's place is an
anchor, a message and how far its top lies above the view, so nothing that is read moves when heights
above turn out otherwise. Knows turns and their widgets; nothing of following, editing or chats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from foreword.session.conversation import Turn
from foreword.ui.message_widget import SIDE, MessageWidget
from foreword.ui.scrolling import reserve_scroll_bar
from foreword.ui.styles import TextStyles
from foreword.ui.tab_order import tab_stops
from foreword.ui.tokens import COLUMN_WIDTH, SCROLL_BAR
from foreword.ui.turn_heights import Measures, Tops, guess
from foreword.ui.zoom import px

_ABOVE, _GAP, _BELOW, _BESIDE = 12, 4, 32, 24
_ROUNDS = 6
_KEPT = 40  # messages that exist, at least; more where more are in view
_KEPT_CHARACTERS = 400_000
_AT_ONCE = 40_000  # characters of a message in view that are laid out before it shows
_ENDS = 2  # the newest messages always exist


class Entry:
    """A turn, how high it is, and its widget while that exists. `width`: that of the measured height."""

    __slots__ = ("height", "turn", "widget", "width")

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.height = 0
        self.width = 0
        self.widget: MessageWidget | None = None


class _Inside(QWidget):
    """What is scrolled. Its children are placed by the column, which hears when one wants other room."""

    wanted = Signal()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self.wanted.emit()
        return super().event(event)


class TurnColumn(QScrollArea):
    """Give it turns with `set_entries`; `make` builds the widget of one."""

    #: What had the keyboard went with its turn.
    keyboard_lost = Signal()

    def __init__(self, styles: TextStyles, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        reserve_scroll_bar(self)
        self.styles = styles
        self.entries: list[Entry] = []
        self.following = True
        self.make: Callable[[Turn], MessageWidget]
        self._by_id: dict[str, int] = {}
        self._anchor = ("", 0, 0)  # id, its index, pixels of it above the view
        self._arranging = False
        self._placed = True  # as they are listed; not so where they changed while nobody saw them
        self._stops_stale = True
        self._tops = Tops((), _GAP, _ABOVE, _BELOW)
        self._inside = _Inside()
        self._inside.setObjectName("column")
        self._inside.wanted.connect(self.arrange)
        self.setWidget(self._inside)
        self._idle = QTimer(self, interval=0)
        self._idle.timeout.connect(self._work)
        bar = self.verticalScrollBar()
        bar.setSingleStep(40)
        bar.valueChanged.connect(self._scrolled)

    # --- the turns
    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Show these; the widgets of those that are no longer among them go."""
        kept = {id(entry) for entry in entries}
        for entry in self.entries:
            if id(entry) not in kept:
                self._discard(entry)
        self.entries = list(entries)
        self._by_id = {entry.turn.id: index for index, entry in enumerate(self.entries)}
        self._stops_stale = True
        self._placed = False
        self.arrange()

    def index_of(self, turn_id: str) -> int:
        """Raises KeyError for a turn that isn't part of the shown chat."""
        return self._by_id[turn_id]

    def built(self) -> Mapping[str, MessageWidget]:
        """The messages that exist now, by turn."""
        return {entry.turn.id: entry.widget for entry in self.entries if entry.widget is not None}

    def message(self, turn_id: str) -> MessageWidget:
        """The widget of a turn; it is built where it doesn't exist."""
        entry = self.entries[self._by_id[turn_id]]
        return entry.widget or self._build(entry)

    # --- layout
    @Slot()
    def arrange(self) -> None:
        """Put everything where it belongs now. Cheap where nothing has changed."""
        if self._arranging or not self.isVisible():
            return
        self._arranging = True
        try:
            for _ in range(_ROUNDS):
                self._measure()
                self._place()
                if not self._build_in_view():
                    break
        finally:
            self._arranging = False
        self._idle.start()

    def _measure(self) -> None:
        width = self._column_width()
        measures: Measures | None = None
        for entry in self.entries:
            if entry.widget is not None:
                height = entry.widget.fit(width + 2 * px(SIDE))
                # What isn't laid out whole yet is as high as it was thought to be.
                entry.height = max(height, entry.height) if entry.widget.pending else height
                entry.width = width
            elif not entry.height:
                measures = measures or self._measures(width)
                entry.height = guess(entry.turn.text, entry.turn.role, measures)
                entry.width = width
            elif entry.width != width:
                entry.height = round(entry.height * entry.width / width)
                entry.width = width

    def _place(self) -> None:
        self._tops = Tops([entry.height for entry in self.entries], _GAP, _ABOVE, _BELOW)
        self._placed = True
        view = self.viewport().size()
        bar = self.verticalScrollBar()
        self._inside.resize(view.width(), max(self._tops.total, view.height()))
        left = max((view.width() + SCROLL_BAR - self._column_width()) // 2, _BESIDE) - px(SIDE)
        for index, entry in enumerate(self.entries):
            if entry.widget is not None:
                entry.widget.move(left, self._tops[index])
        bar.setValue(bar.maximum() if self.following else self._anchored())

    def _anchored(self) -> int:
        turn_id, index, offset = self._anchor
        index = self._by_id.get(turn_id, min(index, len(self.entries) - 1))
        return self._tops[index] + offset if self.entries else 0

    def _build_in_view(self) -> bool:
        """Whether something was built, so that heights are to be measured anew."""
        low = self.verticalScrollBar().value()
        view = self._tops.between(low, low + self.viewport().height())
        ends = range(max(len(self.entries) - _ENDS, 0), len(self.entries))
        built = False
        for index in {*view, *ends}:
            entry = self.entries[index]
            if entry.widget is None:
                self._build(entry)
                built = True
            elif entry.widget.pending and len(entry.turn.text) <= _AT_ONCE:
                entry.widget.build_more(_AT_ONCE)
                built = True
        return built

    def _build(self, entry: Entry, size: int = _AT_ONCE) -> MessageWidget:
        widget = entry.widget = self.make(entry.turn)
        widget.setParent(self._inside)
        widget.build_more(size)
        widget.stops_changed.connect(self._stops_changed)
        widget.resize(self._column_width() + 2 * px(SIDE), max(entry.height, 1))
        widget.move(0, self._tops.total)
        widget.show()
        self._stops_stale = True
        return widget

    def _discard(self, entry: Entry) -> None:
        if entry.widget is not None:
            focus = self.focusWidget()
            if focus is not None and entry.widget.isAncestorOf(focus):
                self.setFocus(Qt.FocusReason.OtherFocusReason)  # else Qt would look for it elsewhere
                self.keyboard_lost.emit()
            entry.widget.hide()
            entry.widget.deleteLater()
            entry.widget = None

    def _column_width(self) -> int:
        return max(min(px(COLUMN_WIDTH), self.viewport().width() - 2 * _BESIDE - SCROLL_BAR), 120)

    def _measures(self, width: int) -> Measures:
        metrics = QFontMetricsF(self.styles.font)
        return Measures(width, metrics.averageCharWidth() * 1.08, metrics.height())

    # --- the reader's place
    @Slot()
    def _scrolled(self) -> None:
        if not self._placed:
            self.arrange()  # where the bar stands tells nothing of these turns
        elif not self._arranging:
            bar = self.verticalScrollBar()
            self.following = bar.value() >= bar.maximum() - 8
            self._take_anchor()
            self.arrange()
            if len(self.built()) > 2 * _KEPT:  # who drags the bar leaves no idle moment
                self._let_go()

    def _take_anchor(self) -> None:
        """The first message in view that exists: its height is no guess."""
        value = self.verticalScrollBar().value()
        view = self._tops.between(value, value + self.viewport().height())
        sure = (index for index in view if self.entries[index].widget is not None)
        index = next(sure, view.start)
        if self.entries:
            self._anchor = (self.entries[index].turn.id, index, value - self._tops[index])

    def go_to(self, turn_id: str, above: int) -> None:
        """Scroll so that this turn begins so many pixels below the upper edge."""
        index = self._by_id[turn_id]
        self.following = False
        self._anchor = (turn_id, index, -above)
        self.arrange()

    # --- idle moments
    @Slot()
    def _work(self) -> None:
        """One small step: go on with a long text, build a message near the view, or let a far one go."""
        near = self._near()
        pending = next((entry for entry in near if entry.widget is not None and entry.widget.pending), None)
        missing = next((entry for entry in near if entry.widget is None), None)
        if pending is not None and pending.widget is not None:
            pending.widget.build_more()
        elif missing is not None:
            self._build(missing, 0)
        elif not self._let_go():
            self._idle.stop()
            self._order_stops()
            return
        self.arrange()

    def _near(self) -> list[Entry]:
        """What is in view, then what lies one view below and above."""
        low, page = self.verticalScrollBar().value(), self.viewport().height()
        if not self.entries or not self.isVisible():
            return []
        parts = ((low, low + page), (low + page, low + 2 * page), (low - page, low))
        return [self.entries[index] for begin, end in parts for index in self._tops.between(begin, end)]

    def _let_go(self) -> bool:
        """Keep memory bounded: the farthest messages go, unless something in them is in use."""
        existing = [(index, entry) for index, entry in enumerate(self.entries) if entry.widget is not None]
        size = sum(len(entry.turn.text) for _, entry in existing)
        needed = {id(entry) for entry in (*self._near(), *self.entries[-_ENDS:])}
        here = self._tops.at(self.verticalScrollBar().value())
        count = len(existing)
        for _, entry in sorted(existing, key=lambda each: -abs(each[0] - here)):
            if count <= _KEPT and size <= _KEPT_CHARACTERS:
                break
            if id(entry) in needed or entry.turn.status == "streaming" or self._is_held(entry):
                continue
            self._discard(entry)
            count -= 1
            size -= len(entry.turn.text)
        return count < len(existing)

    @staticmethod
    def _is_held(entry: Entry) -> bool:
        return entry.widget is not None and entry.widget.is_held()

    # --- keyboard
    @Slot()
    def _stops_changed(self) -> None:
        self._stops_stale = True
        self._idle.start()

    def _order_stops(self) -> None:
        """Tab goes through the messages as they stand, though they were made in another order."""
        if self._stops_stale:
            self._stops_stale = False
            for widget in self.built().values():
                widget.raise_()  # screen readers read siblings in this order
            for before, after in pairwise([self, *self._tab_stops()]):
                QWidget.setTabOrder(before, after)

    def _tab_stops(self) -> Iterator[QWidget]:
        for widget in self.built().values():
            yield from tab_stops(widget.column)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.arrange()
