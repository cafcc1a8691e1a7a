"""What one can do with a chat or a folder: from the menu bar, the list's own menu, and the keyboard.

Joins commands, sidebar and toast with the session. Draws nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import QMenu, QWidget

from foreword.session.controller import Controller
from foreword.session.conversation import ConversationSummary
from foreword.ui import dialogs
from foreword.ui.chat_list_rows import Row
from foreword.ui.labels import escaped
from foreword.ui.menus import Commands, allow
from foreword.ui.sidebar import Sidebar
from foreword.ui.toast import UndoToast
from foreword.ui.translate import tr


class ChatCommands(QObject):
    """A command is about the current chat of the list while that has the keyboard, else the open one."""

    #: The user wants to write in the chat that is open now.
    entered = Signal()
    #: str chat id
    export_wanted = Signal(str)
    #: The list is about to be used: it must be in sight.
    list_wanted = Signal()

    def __init__(
        self, controller: Controller, commands: Commands, sidebar: Sidebar, toast: UndoToast, window: QWidget
    ) -> None:
        super().__init__(window)
        self._controller, self._chats = controller, controller.chats
        self._commands = commands
        self._sidebar = sidebar
        self._window = window
        self._toast = toast
        for action, slot in (
            (commands.new_chat, self.new_chat),
            (commands.temporary_chat, self.new_temporary),
            (commands.search, self.search),
            (commands.pin, self.toggle_pin),
            (commands.rename, self.rename),
            (commands.duplicate, self.duplicate),
            (commands.delete, self.delete),
            (commands.undo_delete, toast.take_back),
            (commands.new_folder, self.new_folder),
            (commands.folder_up, partial(self._shift_target, -1)),
            (commands.folder_down, partial(self._shift_target, 1)),
            (commands.next_chat, partial(sidebar.step, 1)),
            (commands.previous_chat, partial(sidebar.step, -1)),
        ):
            commands.connect(action, slot)
        commands.folders.aboutToShow.connect(self._fill_folders)
        commands.confine_delete(sidebar.list)
        sidebar.new_button.clicked.connect(self.new_chat)
        sidebar.temporary_button.clicked.connect(self.toggle_temporary)
        sidebar.folder_button.clicked.connect(self.new_folder)
        sidebar.menu_wanted.connect(self.show_menu)
        sidebar.target_changed.connect(self.update)
        toast.undo_wanted.connect(self._chats.undo_delete)
        toast.shown_changed.connect(self.update)
        self._chats.deleted.connect(toast.offer)
        self._chats.gone.connect(toast.settle)

    @Slot()
    def update(self) -> None:
        """Say which commands make sense for what is current."""
        chat = self._target()
        kept = chat is not None and not self._chats.is_temporary(chat.id)
        folder = self._sidebar.target_folder() is not None
        commands = self._commands
        none = "" if chat is not None or folder else tr("no chat is open")
        unkept = "" if kept else (none or tr("only for chats that are kept"))
        for action in (commands.pin, commands.duplicate, commands.folders.menuAction()):
            allow(action, unkept)
        allow(commands.rename, "" if folder else unkept)
        allow(commands.delete, none)
        allow(commands.undo_delete, "" if self._toast.offers() else tr("nothing was deleted just now"))
        self._update_shifts()
        commands.pin.setText(tr("Unp&in") if chat is not None and chat.pinned else tr("P&in"))

    def _update_shifts(self) -> None:
        folder_id = self._sidebar.target_folder()
        order = [folder.id for folder in self._chats.folders()] if folder_id is not None else []
        none = "" if folder_id in order else tr("the keyboard is on no folder of the list")
        ends = tr("it is at the end already")
        commands = self._commands
        allow(commands.folder_up, none or (ends if order[0] == folder_id else ""))
        allow(commands.folder_down, none or (ends if order[-1] == folder_id else ""))

    # --- new chats, and the search
    @Slot()
    def new_chat(self) -> None:
        self._controller.new_chat()
        self.entered.emit()

    @Slot()
    def new_temporary(self) -> None:
        self._chats.new_temporary()
        self.entered.emit()

    @Slot()
    def toggle_temporary(self) -> None:
        """The button shows whether the open chat is temporary: pressed again, it leaves that."""
        open_id = self._chats.open_id
        if open_id is not None and self._chats.is_temporary(open_id):
            self.new_chat()
        else:
            self.new_temporary()

    @Slot()
    def search(self) -> None:
        self.list_wanted.emit()
        self._sidebar.start_search()

    # --- the target
    @Slot()
    def toggle_pin(self) -> None:
        chat = self._target()
        if chat is not None:
            self._chats.pin(chat.id, not chat.pinned)

    @Slot()
    def rename(self) -> None:
        folder_id, chat_id = self._sidebar.target_folder(), self._sidebar.target_id()
        if folder_id is not None:
            self._rename("folder", folder_id)
        elif chat_id is not None:
            self._rename("chat", chat_id)

    def _rename(self, kind: str, key: str) -> None:
        self.list_wanted.emit()
        self._sidebar.leave_search()
        chat = self._chats.summary(key) if kind == "chat" else None
        if chat is not None and chat.folder_id in self._sidebar.collapsed() and not chat.pinned:
            self._sidebar.toggle_folder(chat.folder_id or "")
        self._sidebar.list.edit_name(kind, key)

    @Slot()
    def duplicate(self) -> None:
        chat_id = self._sidebar.target_id()
        if chat_id is not None:
            self._chats.duplicate(chat_id)

    @Slot()
    def delete(self) -> None:
        folder_id, chat_id = self._sidebar.target_folder(), self._sidebar.target_id()
        if folder_id is not None:
            self.delete_folder(folder_id)
        elif chat_id is not None:
            self.delete_chat(chat_id)

    def delete_chat(self, chat_id: str) -> None:
        """It can be brought back for a while; a temporary one can't, so that is asked about."""
        if self._chats.is_temporary(chat_id) and not dialogs.confirm_delete_temporary(self._window):
            return
        in_list = self._sidebar.list.hasFocus()
        self._controller.delete(chat_id)
        if self._sidebar.isVisible() and not in_list:
            self._sidebar.list.setFocus()  # Ctrl+Z undoes the deletion there; in a text it is the text's
        self.update()

    # --- folders
    @Slot()
    def new_folder(self) -> None:
        self._new_folder_for(None)

    def _new_folder_for(self, chat_id: str | None) -> None:
        self.list_wanted.emit()
        self._sidebar.new_folder(chat_id)

    def delete_folder(self, folder_id: str) -> None:
        folder = next((each for each in self._chats.folders() if each.id == folder_id), None)
        if folder is not None and dialogs.confirm(
            self._window,
            tr("Delete Folder"),
            tr("Delete the folder “{name}”?", name=folder.name),
            tr("The chats in it stay; you will find them by their dates."),
            tr("Delete Folder"),
        ):
            self._chats.delete_folder(folder_id)

    def _shift_target(self, by: int) -> None:
        """Move the folder on which the keyboard is."""
        folder_id = self._sidebar.target_folder()
        if folder_id is not None:
            self._shift_folder(folder_id, by)
            self._update_shifts()

    def _shift_folder(self, folder_id: str, by: int) -> None:
        order = [folder.id for folder in self._chats.folders()]
        place = order.index(folder_id)
        order.insert(place + by, order.pop(place))
        self._chats.arrange_folders(order)

    @Slot()
    def _fill_folders(self) -> None:
        chat = self._target()
        if chat is not None:
            self._fill_folder_menu(self._commands.folders, chat)

    def _fill_folder_menu(self, menu: QMenu, chat: ConversationSummary) -> None:
        menu.clear()
        for folder in self._chats.folders():
            action = menu.addAction(escaped(folder.name), partial(self._chats.move, chat.id, folder.id))
            action.setCheckable(True)
            action.setChecked(chat.folder_id == folder.id)
        if chat.folder_id is not None:
            menu.addAction(tr("&No Folder"), partial(self._chats.move, chat.id, None))
        menu.addSeparator()
        menu.addAction(tr("&New Folder…"), partial(self._new_folder_for, chat.id))

    # --- the list's own menu
    @Slot(object, QPoint)
    def show_menu(self, row: Row, position: QPoint) -> None:
        menu = self.menu_for(row)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(position)

    def menu_for(self, row: Row) -> QMenu:
        """What can be done with the chat or folder of this row. Shortcuts are shown, not claimed again."""
        menu = QMenu(self._sidebar)
        add: Callable[..., object] = menu.addAction
        if row.chat is None:
            add(tr("&Rename…") + "\tF2", partial(self._rename, "folder", row.id))
            order = [folder.id for folder in self._chats.folders()]
            if order and order[0] != row.id:
                add(tr("Move &Up"), partial(self._shift_folder, row.id, -1))
            if order and order[-1] != row.id:
                add(tr("Move Dow&n"), partial(self._shift_folder, row.id, 1))
            menu.addSeparator()
            add(tr("&Delete Folder…") + "\tDel", partial(self.delete_folder, row.id))
            return menu
        chat = row.chat
        add(
            tr("Unp&in") + "\tCtrl+D" if chat.pinned else tr("P&in") + "\tCtrl+D",
            partial(self._chats.pin, chat.id, not chat.pinned),
        )
        add(tr("&Rename…") + "\tF2", partial(self._rename, "chat", chat.id))
        add(tr("D&uplicate") + "\tCtrl+Shift+D", partial(self._chats.duplicate, chat.id))
        self._fill_folder_menu(menu.addMenu(tr("&Move to Folder")), chat)
        add(tr("&Export…"), partial(self.export_wanted.emit, chat.id))
        menu.addSeparator()
        add(tr("&Delete") + "\tDel", partial(self.delete_chat, chat.id))
        return menu

    # --- steps
    def _target(self) -> ConversationSummary | None:
        chat_id, row = self._sidebar.target_id(), self._sidebar.list.current_row()
        if row is not None and row.id == chat_id:
            return row.chat
        return self._chats.summary(chat_id) if chat_id is not None else None
