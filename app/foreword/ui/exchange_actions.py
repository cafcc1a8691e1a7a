"""Export, import, backup and restore as commands of the window: what they ask, and what they tell.

Knows the controller's exchange and the window; nothing of formats and archives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QFileDialog, QMainWindow

from foreword.session.controller import Controller
from foreword.session.exchange.files import free_path
from foreword.session.exchange.messages import (
    BackedUp,
    Checked,
    ExchangeFailed,
    Exported,
    ExportRequest,
    Format,
    Imported,
    Progress,
)
from foreword.ui.dialogs import confirm
from foreword.ui.exchange_dialog import ExportDialog
from foreword.ui.exchange_progress import ExchangeProgress
from foreword.ui.exchange_words import (
    FORMATS,
    backed_up_words,
    backup_name,
    exported_words,
    imported_words,
    restore_details,
    restore_question,
    suggested_name,
)
from foreword.ui.translate import mark, tr

_IMPORTS = mark("Chats (*.json *.zip);;All files (*)")
_BACKUPS = mark("Backups (*.zip);;All files (*)")


class ExchangeActions(QObject):
    """The four commands, for the menus. One at a time: while one is carried out, the others wait."""

    def __init__(self, controller: Controller, window: QMainWindow) -> None:
        super().__init__(window)
        self._controller = controller
        self._exchange = controller.exchange
        self._window = window
        self._folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        self._dialog: ExchangeProgress | None = None
        self.export = self._action(tr("&Export Chats…"), self.export_chats, "Ctrl+Shift+E")
        self.import_ = self._action(tr("&Import Chats…"), self._import)
        self.backup = self._action(tr("&Back Up Everything…"), self._back_up)
        self.restore = self._action(tr("&Restore a Backup…"), self._restore)
        self._exchange.busy_changed.connect(self._show_busy)
        self._exchange.progress.connect(self._show_progress)
        self._exchange.exported.connect(self._show_exported)
        self._exchange.imported.connect(self._show_imported)
        self._exchange.backed_up.connect(self._show_backed_up)
        self._exchange.checked.connect(self._ask_restore)
        self._exchange.failed.connect(self._show_failed)

    def _action(self, words: str, slot: Callable[[], None], key: str = "") -> QAction:
        action = QAction(words, self._window)
        if key:
            action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda _checked=False: slot())
        return action

    @property
    def dialog(self) -> ExchangeProgress:
        """Where progress and result are shown, built when it is first wanted."""
        if self._dialog is None:
            self._dialog = ExchangeProgress(self._window)
            self._dialog.cancel_requested.connect(self._exchange.cancel)
        return self._dialog

    # --- asking
    def export_chats(self, chosen: Sequence[str] = ()) -> None:
        """Ask what and where to, then export. `chosen`: what is ticked at first."""
        chats = self._controller.conversations()
        if not chats:
            self._tell(tr("Export Chats"), tr("There are no chats to export yet."))
            return
        dialog = ExportDialog(chats, self._controller.chats.open_id, self._window, chosen)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            form = dialog.format()
            target = self._where_to(dialog, form)
            if target is not None:
                prompt = self._exchange.system_prompt()
                request = ExportRequest(dialog.chats(), form, target, dialog.into_folder(), prompt)
                self._begin(tr("Export Chats"), lambda: self._exchange.export(request))
        dialog.deleteLater()

    def _where_to(self, dialog: ExportDialog, form: Format) -> Path | None:
        if dialog.into_folder():
            folder = QFileDialog.getExistingDirectory(
                self._window, tr("Make the New Folder In"), self._folder
            )
            return self._remembered(Path(folder) / suggested_name(None, "")) if folder else None
        name = suggested_name(dialog.title(), form.suffix)
        words = next(name for name, _ in FORMATS.values() if form.suffix in _ENDINGS[name])
        return self._save_path(tr("Export Chats"), name, f"{words} (*{form.suffix})", form.suffix)

    def _save_path(self, title: str, name: str, kind: str, suffix: str) -> Path | None:
        start = str(free_path(Path(self._folder) / name))
        chosen, _ = QFileDialog.getSaveFileName(self._window, title, start, f"{kind};;{tr('All files (*)')}")
        if not chosen:
            return None
        path = Path(chosen)
        return self._remembered(path if path.suffix else path.with_name(path.name + suffix))

    def _remembered(self, path: Path) -> Path:
        self._folder = str(path.parent)
        return path

    def _import(self) -> None:
        source, _ = QFileDialog.getOpenFileName(self._window, tr("Import Chats"), self._folder, tr(_IMPORTS))
        if source:
            path = self._remembered(Path(source))
            self._begin(tr("Import Chats"), lambda: self._exchange.import_file(path))

    def _back_up(self) -> None:
        target = self._save_path(tr("Back Up Everything"), backup_name(), tr("Backup (*.zip)"), ".zip")
        if target is not None:
            self._begin(tr("Back Up Everything"), lambda: self._exchange.back_up(target))

    def _restore(self) -> None:
        if self._exchange.restore_waits():
            question = tr("A backup waits: it will be restored at the next start.")
            if confirm(self._window, tr("Restore a Backup"), question, "", tr("Don't Restore It")):
                self._exchange.give_up_restore()
            return
        source, _ = QFileDialog.getOpenFileName(
            self._window, tr("Restore a Backup"), self._folder, tr(_BACKUPS)
        )
        if source:
            path = self._remembered(Path(source))
            self._begin(tr("Restore a Backup"), lambda: self._exchange.check_backup(path))

    def _begin(self, title: str, work: Callable[[], bool]) -> None:
        self.dialog.begin(title)
        work()

    # --- telling
    @Slot(bool)
    def _show_busy(self, busy: bool) -> None:
        for action in (self.export, self.import_, self.backup, self.restore):
            action.setEnabled(not busy)

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self.dialog.show_progress(progress)

    @Slot(object)
    def _show_exported(self, done: Exported) -> None:
        self.dialog.show_done(exported_words(done), done.path)

    @Slot(object)
    def _show_imported(self, done: Imported) -> None:
        self.dialog.show_done(imported_words(done), details=done.problems)

    @Slot(object)
    def _show_backed_up(self, done: BackedUp) -> None:
        self.dialog.show_done(backed_up_words(done), done.path)

    @Slot(object)
    def _ask_restore(self, backup: Checked) -> None:
        self.dialog.show_done(tr("The backup is whole."))
        self.dialog.close()
        title, question = tr("Restore a Backup"), restore_question(backup)
        if not confirm(self._window, title, question, restore_details(backup), tr("Restore at Next Start")):
            self._exchange.give_up_restore()
            return
        aside = self._exchange.confirm_restore()
        if aside is not None:
            more = tr("Until then nothing changes. What is here now will lie in\n{aside}", aside=aside)
            if confirm(
                self._window, title, tr("The backup is ready: start Foreword again."), more, tr("Quit Now")
            ):
                self._window.close()

    @Slot(object)
    def _show_failed(self, failed: ExchangeFailed) -> None:
        self.dialog.show_failed(failed)

    def _tell(self, title: str, words: str) -> None:
        self.dialog.begin(title)
        self.dialog.show_done(words)


_ENDINGS = {"Markdown": (".md",), "HTML": (".html",), "PDF": (".pdf",), "JSON": (".json",)}
