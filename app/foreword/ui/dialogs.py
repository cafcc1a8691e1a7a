"""The questions that the window asks before something cannot be undone or leaves this computer."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QCheckBox, QMessageBox, QPushButton, QWidget

from foreword.ui.inline import SAFE_SCHEMES
from foreword.ui.labels import escaped
from foreword.ui.translate import tr


def _box(parent: QWidget, title: str, text: str, more: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(more)
    return box


def confirm_delete_temporary(parent: QWidget) -> bool:
    """Ask before a temporary chat is deleted: nothing can bring that back."""
    return confirm(
        parent,
        tr("Delete Temporary Chat"),
        tr("Delete this temporary chat?"),
        tr("It is kept nowhere, so it can't be brought back."),
        tr("Delete"),
    )


def confirm(parent: QWidget, title: str, question: str, more: str, yes: str) -> bool:
    """Ask before a button does what it says; Cancel is the answer that Enter gives."""
    box = _box(parent, title, question, more)
    button = box.addButton(escaped(yes), QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    box.exec()
    return box.clickedButton() is button


def confirm_remove(parent: QWidget, plugin: str) -> tuple[bool, bool]:
    """Ask before a plugin is removed: whether it is, and whether what it has stored goes with it."""
    box = _box(
        parent,
        tr("Remove Plugin"),
        tr("Remove {name}?", name=plugin),
        tr("Its speculators are then no longer there."),
    )
    with_data = QCheckBox(tr("Also delete what it has stored"), box)
    with_data.setChecked(True)
    box.setCheckBox(with_data)
    remove = box.addButton(tr("Remove"), QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    box.exec()
    return box.clickedButton() is remove, with_data.isChecked()


def confirm_link(parent: QWidget, address: str) -> None:
    """Show the whole address; open it in the browser only where the user says so."""
    if not address.lower().startswith(SAFE_SCHEMES):
        raise ValueError(f"{address} should never have become a link")
    box = link_box(parent, address)
    box.exec()
    role = box.buttonRole(box.clickedButton()) if box.clickedButton() else None
    if role == QMessageBox.ButtonRole.AcceptRole:
        QDesktopServices.openUrl(QUrl(address))
    elif role == QMessageBox.ButtonRole.ActionRole:
        QGuiApplication.clipboard().setText(address)


def link_box(parent: QWidget, address: str) -> QMessageBox:
    """The question before a link opens, with the address as its text."""
    box = _box(parent, tr("Open Link"), tr("This link leads to:"), address)
    box.addButton(tr("Open in Browser"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(tr("Copy Address"), QMessageBox.ButtonRole.ActionRole)
    cancel: QPushButton = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    return box


def about(parent: QWidget, version: str) -> None:
    box = _box(
        parent,
        tr("About Foreword"),
        tr("Foreword {version}", version=version),
        tr(
            "A desktop chat for local language models that drafts ahead: the same answer, sooner.\n\n"
            "Everything stays on this computer, can be seen, and can be deleted for good."
        ),
    )
    box.exec()
