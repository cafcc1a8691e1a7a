"""The command palette: a field, and below it what fits. Enter runs, Esc closes, the keyboard goes back.

Shows entries and runs the chosen one once it is closed; which there are is the window's to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from foreword.ui.announce import announce
from foreword.ui.chat_list_model import Index
from foreword.ui.icons import pixmap
from foreword.ui.labels import WordsLabel
from foreword.ui.palette import Entry, Prepared, find, prepare
from foreword.ui.reading import isolated
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr, tr_n
from foreword.ui.zoom import px

_ROOT = QModelIndex()
_ENTRY = Qt.ItemDataRole.UserRole
_WIDTH, _HEIGHT, _ABOVE, _ROW = 640, 420, 72, 40  # pixels at 100 %
_PADDING, _ICON, _RADIUS = 12, 16, 6
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ICONS = {"command": "command", "chat": "chat", "model": "chip", "page": "settings", "setting": "settings"}
_KINDS = {
    "command": mark("Command"),
    "chat": mark("Chat"),
    "model": mark("Model"),
    "page": mark("Settings page"),
    "setting": mark("Setting"),
}


class _Model(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[Entry] = []

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.words
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(part for part in (entry.words, *_details(entry)) if part)
            case _:
                return entry if role == _ENTRY else None

    def show(self, rows: Sequence[Entry]) -> None:
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()


class Palette(QDialog):
    """Open it with `offer`. A command that is off stays in the list and says why; Enter doesn't run it."""

    #: str - the key of the entry that is run now
    used = Signal(str)

    def __init__(self, tokens: Tokens, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("palette")
        self._window = parent
        self.setWindowTitle(tr("All Commands"))
        self._prepared: list[Prepared] = []
        self._recent: Sequence[str] = ()
        self._before: QWidget | None = None
        self._chosen: Entry | None = None
        self._elsewhere = False  # it was left for another window
        self._closing = False
        self.field = QLineEdit()
        self.field.setObjectName("palettefield")
        self.field.setPlaceholderText(tr("Commands, chats, models, settings"))
        self.field.setAccessibleName(tr("Commands, chats, models, settings"))
        self.field.installEventFilter(self)
        self.list = QListView()
        self.list.setObjectName("palettelist")
        self.list.setAccessibleName(tr("What fits"))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard need not leave the field
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._model = _Model(self)
        self.list.setModel(self._model)
        self._delegate = _Delegate(tokens, self.list)
        self.list.setItemDelegate(self._delegate)
        self.nothing = WordsLabel("muted")
        self.nothing.setContentsMargins(16, 8, 16, 16)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(self.field)
        layout.addWidget(self.nothing)
        layout.addWidget(self.list, 1)
        self.field.textChanged.connect(self._look)
        self.list.clicked.connect(self._choose)
        self.finished.connect(self._end)

    def set_tokens(self, tokens: Tokens) -> None:
        self._delegate.tokens = tokens
        self.list.viewport().update()

    # --- opening and closing
    def offer(self, entries: Sequence[Entry], recent: Sequence[str]) -> None:
        """Show these; `recent` are the keys of those used last, newest first."""
        window = self._window
        self._before = window.focusWidget()
        self._chosen, self._elsewhere, self._closing = None, False, False
        self._prepared, self._recent = prepare(entries), recent
        self.field.clear()
        self._look()
        width = min(px(_WIDTH), window.width() - 2 * px(16))
        self.setFixedWidth(width)
        self._fit()
        left = (window.width() - width) // 2
        above = max(min(px(_ABOVE), (window.height() - px(_HEIGHT)) // 2), 0)
        self.move(window.mapToGlobal(QPoint(left, above)))
        self.open()
        self.activateWindow()
        self.field.setFocus()

    @Slot()
    def _end(self) -> None:
        """The keyboard goes back first: what is run may take it elsewhere."""
        if not self._elsewhere:
            self._window.activateWindow()
        if self._before is not None and isValid(self._before):
            self._before.setFocus()
        chosen, self._chosen = self._chosen, None
        self._prepared = []
        if chosen is not None:
            self.used.emit(chosen.key)
            chosen.run()

    # --- finding
    @Slot()
    def _look(self) -> None:
        rows = find(self._prepared, self.field.text(), self._recent)
        self._model.show(rows)
        self.list.setVisible(bool(rows))
        self.nothing.say("" if rows else tr("Nothing fits “{words}”.", words=self.field.text().strip()))
        if rows:
            self.list.setCurrentIndex(self._model.index(0))
        self._fit()
        if self.isVisible():
            announce(self.field, tr_n(len(rows), "{n:,} result", "{n:,} results"))

    def _fit(self) -> None:
        """As high as what it shows, up to a limit."""
        self.field.ensurePolished()
        inside = self.nothing.heightForWidth(self.width()) if not self._model.rows else 2 * px(8)
        if self._model.rows:
            inside += len(self._model.rows) * self.list.sizeHintForRow(0)
        most = min(px(_HEIGHT), self._window.height() - 2 * px(16))
        self.setFixedHeight(min(self.field.sizeHint().height() + inside + 2, most))

    def eventFilter(self, _field: object, event: QEvent) -> bool:
        """Keys of the field that are for the list."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() in _MOVES:
            self._move(Qt.Key(event.key()))
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
            return True
        return False

    def _move(self, key: Qt.Key) -> None:
        count = len(self._model.rows)
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}[key]
        if count:
            row = self.list.currentIndex().row()
            # One step past an end comes round; a page stops there.
            target = (row + by) % count if abs(by) == 1 else max(0, min(row + by, count - 1))
            self.list.setCurrentIndex(self._model.index(target))
            announce(self.field, str(self._model.index(target).data(Qt.ItemDataRole.AccessibleTextRole)))

    @Slot()
    def _choose(self) -> None:
        index = self.list.currentIndex()
        if not index.isValid():
            return
        entry = self._model.rows[index.row()]
        if entry.why_off:
            announce(self.field, tr("Off: {why}", why=entry.why_off), urgent=True)
            return
        self._chosen = entry
        self.accept()

    def done(self, result: int) -> None:
        self._closing = True
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:
        """Whoever clicks elsewhere is done with it."""
        super().changeEvent(event)
        left = event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow()
        if left and self.isVisible() and not self._closing:
            self._elsewhere = True
            self.reject()


def _details(entry: Entry) -> tuple[str, ...]:
    off = tr("Off: {why}", why=entry.why_off) if entry.why_off else ""
    on = tr("is on") if entry.checked else ""
    return (entry.where or tr(_KINDS[entry.kind]), " ".join(entry.keys), on, off)


class _Delegate(QStyledItemDelegate):
    """Icon, words, what it belongs to or why it is off, and its keys at the end of the line."""

    def __init__(self, tokens: Tokens, parent: QListView) -> None:
        super().__init__(parent)
        self.tokens = tokens

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(80, max(px(_ROW), option.fontMetrics.height() + px(16)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: Entry = index.data(_ENTRY)
        tokens = self.tokens
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = option.rect.adjusted(px(8), 1, -px(8), -1)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.selected if chosen else tokens.hover))
            painter.drawRoundedRect(QRectF(box), px(_RADIUS), px(_RADIUS))
        inner = box.adjusted(px(_PADDING), 0, -px(_PADDING), 0)
        size = px(_ICON)
        ratio = painter.device().devicePixelRatioF()
        name = "check" if entry.checked else _ICONS[entry.kind]
        place = QRect(inner.left(), inner.top() + (inner.height() - size) // 2, size, size)
        where = QStyle.visualRect(option.direction, option.rect, place)
        painter.drawPixmap(where.topLeft(), pixmap(name, tokens.muted, size, ratio))
        inner.setLeft(place.right() + px(_PADDING))
        inner.setRight(self._words(painter, option, inner, " ".join(entry.keys), tokens.muted, end=True))
        colour = tokens.muted if entry.why_off else tokens.text
        inner.setLeft(self._words(painter, option, inner, entry.words, colour))
        detail = tr("Off: {why}", why=entry.why_off) if entry.why_off else entry.where
        self._words(painter, option, inner, detail, tokens.muted)
        painter.restore()

    def _words(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        box: QRect,
        words: str,
        colour: str,
        *,
        end: bool = False,
    ) -> int:
        """Draw at one end of what is free of the line. Returns where the rest of it begins, or ends."""
        metrics = QFontMetrics(option.font)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, max(box.width(), 0))
        width = min(metrics.horizontalAdvance(shown) + 2, box.width())
        place = QRect(box.right() - width if end else box.left(), box.top(), width, box.height())
        align = QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft)
        painter.setFont(option.font)
        painter.setPen(QColor(colour))
        painter.drawText(
            QStyle.visualRect(option.direction, option.rect, place),
            align | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter,
            isolated(shown),
        )
        gap = px(_PADDING) if shown else 0
        return place.left() - gap if end else place.right() + gap
