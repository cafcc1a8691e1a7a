"""The overview of all keys, made from the actions themselves: by menu, searchable, to copy or to print."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QShowEvent, QTextDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from foreword.ui import chat_list, composer_edit, message_widget, search_field
from foreword.ui.announce import announce
from foreword.ui.clear_field import ClearField
from foreword.ui.labels import WordsLabel
from foreword.ui.scrolling import reserve_scroll_bar
from foreword.ui.shortcuts import Group, as_text, found, overview
from foreword.ui.theme import code_font
from foreword.ui.translate import tr, tr_n
from foreword.ui.zoom import px

_WIDTH, _HEIGHT = 640, 640
_MOST_IN_LINE = 2
_COPIED_MS = 1500


class ShortcutsDialog(QDialog):
    """Not modal: the keys can be tried beside it."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.setWindowTitle(tr("Keyboard Shortcuts"))
        self.groups: list[Group] = []
        self.field = ClearField()
        self.field.setPlaceholderText(tr("Search commands and keys"))
        self.field.setAccessibleName(tr("Search commands and keys"))
        self.nothing = WordsLabel("muted")
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName(tr("Keyboard shortcuts"))
        reserve_scroll_bar(self.area)
        self.copy_button = QPushButton(tr("Copy as Text"))
        self.print_button = QPushButton(tr("Print…"))
        self.close_button = QPushButton(tr("Close"))
        for button in (self.copy_button, self.print_button, self.close_button):
            button.setAutoDefault(False)
        self._reset = QTimer(self, singleShot=True, interval=_COPIED_MS)
        self._lay_out()
        self.field.textChanged.connect(self._look)
        self.copy_button.clicked.connect(self._copy)
        self.print_button.clicked.connect(self._print)
        self.close_button.clicked.connect(self.close)
        self._reset.timeout.connect(self._rename_copy)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.copy_button)
        buttons.addWidget(self.print_button)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addWidget(self.field)
        layout.addWidget(self.nothing)
        layout.addWidget(self.area, 1)
        layout.addLayout(buttons)
        self.resize(px(_WIDTH), px(_HEIGHT))

    def showEvent(self, event: QShowEvent) -> None:
        """Actions may have other keys than last time."""
        self.refresh()
        self.field.setFocus()
        self.field.selectAll()
        super().showEvent(event)

    def refresh(self) -> None:
        """Read the keys anew, and show those that fit what is typed."""
        others = (
            (tr("Writing a message"), composer_edit.KEYS),
            (tr("Messages"), message_widget.KEYS),
            (tr("List of chats"), chat_list.KEYS),
            (tr("Search"), search_field.KEYS),
        )
        self.groups = overview(self._window.menuBar(), others)
        self._show(found(self.groups, self.field.text()))

    @Slot()
    def _look(self) -> None:
        shown = found(self.groups, self.field.text())
        self._show(shown)
        count = sum(len(group.lines) for group in shown)
        announce(self.field, tr_n(count, "{n:,} result", "{n:,} results"))

    def _show(self, groups: list[Group]) -> None:
        inside = QWidget()
        inside.setObjectName("page")
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 8, 8)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        for group in groups:
            row = grid.rowCount()
            heading = _label(group.words, "section")
            heading.setContentsMargins(0, px(8) if row > 1 else 0, 0, 0)
            grid.addWidget(heading, row, 0, 1, 2)
            for number, line in enumerate(group.lines, row + 1):
                name = _label(line.words, "")
                name.setWordWrap(True)
                grid.addWidget(name, number, 0)
                grid.addLayout(_keys(line.words, line.keys), number, 1)
        grid.setRowStretch(grid.rowCount(), 1)
        self.area.setWidget(inside)
        self.area.setVisible(bool(groups))
        self.nothing.say("" if groups else tr("No key fits “{words}”.", words=self.field.text().strip()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F1 again closes what it opened."""
        if event.key() == Qt.Key.Key_F1:
            self.close()
        else:
            super().keyPressEvent(event)

    # --- on paper
    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(as_text(found(self.groups, self.field.text())))
        self.copy_button.setText(tr("Copied"))
        announce(self.copy_button, tr("Copied"))
        self._reset.start()

    @Slot()
    def _rename_copy(self) -> None:
        self.copy_button.setText(tr("Copy as Text"))

    @Slot()
    def _print(self) -> None:
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        dialog = QPrintDialog(printer, self)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.document().print_(printer)

    def document(self) -> QTextDocument:
        """What is printed: all of it, in a font of fixed width."""
        document = QTextDocument()
        document.setDefaultFont(code_font(self.font()))
        document.setPlainText(as_text(self.groups))
        return document


def _keys(words: str, keys: tuple[str, ...]) -> QVBoxLayout:
    """The keys that do one thing, a few in a line: other languages have longer names for them."""
    lines = QVBoxLayout()
    lines.setSpacing(4)
    for number, key in enumerate(keys):
        if number % _MOST_IN_LINE == 0:
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addStretch(1)
            lines.addLayout(row)
        cap = _label(key, "keycap")
        cap.setAccessibleName(f"{words}: {key}")
        row.addWidget(cap)
        if number + 1 < len(keys):
            row.addWidget(_label(tr("or"), "muted"))
    return lines


def _label(words: str, kind: str) -> QLabel:
    label = QLabel(words)
    label.setObjectName(kind)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
