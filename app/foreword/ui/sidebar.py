"""The left side of the window: new chats, the search, the list of chats, the settings.

Shows what the session says of the chats, and asks it for what concerns the list as a whole (folding,
dragging, renaming, searching). Knows the controller; nothing of the window around it.
"""

from __future__ import annotations

import time
from collections.abc import Collection

from PySide6.QtCore import QPoint, QSize, QTimer, Signal, Slot
from PySide6.QtGui import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from foreword.session.controller import Controller
from foreword.session.conversation import SearchHit
from foreword.ui.announce import announce
from foreword.ui.chat_list import ChatList
from foreword.ui.chat_list_rows import Row, build_rows, seconds_to_midnight
from foreword.ui.icons import icon
from foreword.ui.labels import WordsLabel
from foreword.ui.search_field import SearchField
from foreword.ui.search_results import SearchResults
from foreword.ui.search_rows import found_rows, found_words
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr

_EMPTY = mark("Your chats will appear here.")
_MOST_HITS = 200


class Sidebar(QWidget):
    """One page for the list, one for what a search found, one for what to say where there is nothing."""

    #: str chat id - the user opened it here and means to write in it
    entered = Signal()
    #: object: Row, QPoint on the screen
    menu_wanted = Signal(object, QPoint)
    #: The chat that commands are about may be another one.
    target_changed = Signal()

    def __init__(self, controller: Controller, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._controller = controller
        self._collapsed: set[str] = set()
        self._made: dict[str, Row] = {}
        self.new_button = QPushButton(tr("New chat"))
        self.new_button.setProperty("quiet", True)
        self.new_button.setIconSize(QSize(20, 20))
        self.new_button.setToolTip(tr("New chat (Ctrl+N)"))
        words = tr("Temporary chat: nothing of it is kept (Ctrl+Shift+N)")
        self.temporary_button = _tool(tr("Temporary chat"), words)
        self.temporary_button.setCheckable(True)
        self.temporary_button.setObjectName("temporarytoggle")
        self.folder_button = _tool(tr("New folder"), tr("New folder (Ctrl+Shift+O)"))
        self.settings_button = QPushButton(tr("Settings"))
        self.settings_button.setProperty("quiet", True)
        self.settings_button.setIconSize(QSize(20, 20))
        self.settings_button.setToolTip(tr("Settings (Ctrl+,)"))
        self.search = SearchField()
        self.count = QLabel()
        self.count.setObjectName("muted")
        self.count.setTextFormat(Qt.TextFormat.PlainText)
        self.list = ChatList(tokens)
        self.results = SearchResults(tokens)
        self.nothing = WordsLabel("muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self.nothing.setContentsMargins(16, 24, 16, 0)
        self.pages = QStackedWidget()
        for page in (self.list, self.results, self.nothing):
            self.pages.addWidget(page)
        self._midnight = QTimer(self, singleShot=True)
        self._midnight.timeout.connect(self.refresh)
        self._lay_out()
        self._connect()
        self.set_tokens(tokens)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(8, 0, 8, 0)
        top.setSpacing(4)
        top.addWidget(self.new_button, 1)
        top.addWidget(self.folder_button)
        top.addWidget(self.temporary_button)
        find = QVBoxLayout()
        find.setContentsMargins(8, 0, 8, 4)
        find.setSpacing(4)
        find.addWidget(self.search)
        find.addWidget(self.count)
        self.count.setContentsMargins(8, 4, 8, 0)
        self.count.hide()
        bottom = QVBoxLayout()
        bottom.setContentsMargins(8, 0, 8, 0)
        bottom.addWidget(self.settings_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 8)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addLayout(find)
        layout.addWidget(self.pages, 1)
        layout.addLayout(bottom)

    def _connect(self) -> None:
        chats, rows = self._controller.chats, self.list.rows
        chats.found.connect(self._show_found)
        self._controller.conversations_changed.connect(self.refresh)
        self._controller.busy_changed.connect(self._mark_answering)
        self.search.textChanged.connect(self._look)
        self.search.moved.connect(self.results.move)
        self.search.chosen.connect(self.results.choose)
        self.search.left.connect(self.leave_search)
        self.results.left.connect(self.start_search)
        self.results.chosen.connect(self._open_found)
        self.list.open_wanted.connect(self._open)
        self.list.fold_wanted.connect(self.toggle_folder)
        self.list.menu_wanted.connect(self.menu_wanted)
        self.list.selectionModel().currentChanged.connect(self.target_changed)
        self.list.focus_changed.connect(self.target_changed)
        rows.rename_wanted.connect(self._rename)
        rows.move_wanted.connect(self._move)
        rows.pin_wanted.connect(chats.pin)

    def set_tokens(self, tokens: Tokens) -> None:
        self.new_button.setIcon(icon("new-chat", tokens.muted))
        self.settings_button.setIcon(icon("settings", tokens.muted))
        self.temporary_button.setIcon(icon("temporary", tokens.muted))
        self.folder_button.setIcon(icon("folder-new", tokens.muted))
        for part in (self.list, self.results):
            part.set_tokens(tokens)

    # --- the list
    @Slot()
    def refresh(self) -> None:
        """Show the chats as they are now; only what changed is drawn anew."""
        now = time.time()
        folders = self._controller.chats.folders()
        rows = build_rows(self._controller.conversations(), folders, self._collapsed, now, self._made)
        self.list.show_rows(rows)
        self._mark_answering()
        self._midnight.start(round(1000 * seconds_to_midnight(now)) + 1000)
        if self.search.words():
            self._look()
        else:
            self._show_page()

    def show_open(self, chat_id: str, *, temporary: bool) -> None:
        """Mark the chat that the window shows; empty: a new one."""
        if chat_id != self.list.rows.open_id():
            self.list.rows.mark_open(chat_id)
            self.list.go_to("chat", chat_id)
        self.temporary_button.setChecked(temporary)

    @Slot()
    def _mark_answering(self) -> None:
        self.list.rows.mark_answering(self._controller.answering() or "")

    def target_id(self) -> str | None:
        """The chat that commands are about: the current one of the list while that has the keyboard."""
        row = self.list.current_row()
        if self.list.hasFocus() and row is not None:
            return row.id if row.kind == "chat" else None
        return self._controller.chats.open_id

    def target_folder(self) -> str | None:
        """The folder on which the keyboard is."""
        row = self.list.current_row()
        return row.id if self.list.hasFocus() and row is not None and row.kind == "folder" else None

    def step(self, by: int) -> None:
        """Open the next (1) or previous (-1) chat of the list."""
        model = self.list.rows
        index = model.find("chat", model.open_id())
        number = index.row() if index.isValid() else (-1 if by > 0 else 0)
        while 0 <= (number := number + by) < model.rowCount():
            row = model.row(model.index(number))
            if row is not None and row.kind == "chat":
                self._controller.open(row.id)
                self.list.go_to("chat", row.id)
                return

    # --- folders
    def collapsed(self) -> list[str]:
        """The folders that are closed, to be kept with the window's geometry."""
        return sorted(self._collapsed)

    def set_collapsed(self, folder_ids: Collection[str]) -> None:
        self._collapsed = set(folder_ids)

    @Slot(str)
    def toggle_folder(self, folder_id: str) -> None:
        self._collapsed ^= {folder_id}
        self.refresh()

    def new_folder(self, chat_id: str | None) -> None:
        """Make a folder, with this chat in it, and let the user name it in place."""
        folder_id = self._controller.chats.add_folder(tr("New folder"))
        if folder_id is not None:
            if chat_id is not None:
                self._controller.chats.move(chat_id, folder_id)
            self.leave_search()
            self.list.edit_name("folder", folder_id)

    @Slot(str, str, str)
    def _rename(self, kind: str, key: str, name: str) -> None:
        if kind == "folder":
            self._controller.chats.rename_folder(key, name)
        else:
            self._controller.rename(key, name)

    @Slot(str, str)
    def _move(self, chat_id: str, folder_id: str) -> None:
        self._controller.chats.move(chat_id, folder_id or None)

    @Slot(str)
    def _open(self, chat_id: str) -> None:
        self._controller.open(chat_id)
        self.entered.emit()

    # --- the search
    @Slot()
    def start_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    @Slot()
    def leave_search(self) -> None:
        """Back to the list; the keyboard goes back to the composer where it was here."""
        had_focus = self.search.hasFocus() or self.results.hasFocus()
        self.search.clear()
        if had_focus:
            self.entered.emit()

    @Slot()
    def _look(self) -> None:
        """Ask; what is shown stays until the answer comes."""
        if self.search.words():
            self._controller.chats.search(self.search.words())
        else:
            self.results.show_rows([])
            self._show_page()

    @Slot(str, object)
    def _show_found(self, query: str, hits: list[SearchHit]) -> None:
        if query != self.search.words():
            return
        rows = found_rows(hits)
        self.results.show_rows(rows)
        words = found_words(rows) if rows else ""
        if sum(1 for hit in hits if hit.turn_id) >= _MOST_HITS:
            words = tr("The {count} newest messages", count=_MOST_HITS)
        self._show_page(words)
        said = words or self.nothing.words()
        announce(self.search, said)

    @Slot(str, str)
    def _open_found(self, chat_id: str, turn_id: str) -> None:
        if turn_id:
            self._controller.chats.open_at(chat_id, turn_id)
        else:
            self._controller.open(chat_id)

    def _show_page(self, found: str = "") -> None:
        searching = bool(self.search.words())
        self.count.setText(found)
        self.count.setVisible(searching and bool(found))
        if searching and not self.results.rows():
            self.nothing.say(tr("Nothing found for “{words}”.", words=self.search.words()))
        elif not searching and not self.list.rows.rowCount():
            self.nothing.say(tr(_EMPTY))
        else:
            self.pages.setCurrentWidget(self.results if searching else self.list)
            return
        self.pages.setCurrentWidget(self.nothing)


def _tool(name: str, tooltip: str) -> QToolButton:
    button = QToolButton()
    button.setIconSize(QSize(20, 20))
    button.setAccessibleName(name)
    button.setToolTip(tooltip)
    return button
