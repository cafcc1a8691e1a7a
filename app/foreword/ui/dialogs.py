"""The questions that the window asks before something cannot be undone or leaves this computer."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from foreword.ui.inline import SAFE_SCHEMES


def _box(parent: QWidget, title: str, text: str, more: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(more)
    return box


def confirm_delete(parent: QWidget, title: str) -> bool:
    """Ask before a conversation is deleted for good."""
    box = _box(parent, "Delete Chat", f"Delete “{title}”?", "It is removed from this computer for good.")
    delete = box.addButton("Delete", QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    box.exec()
    return box.clickedButton() is delete


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
    box = _box(parent, "Open Link", "This link leads to:", address)
    box.addButton("Open in Browser", QMessageBox.ButtonRole.AcceptRole)
    box.addButton("Copy Address", QMessageBox.ButtonRole.ActionRole)
    cancel: QPushButton = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel)
    return box


def about(parent: QWidget, version: str) -> None:
    box = _box(
        parent,
        "About Foreword",
        f"Foreword {version}",
        "A desktop chat for local language models that drafts ahead: the same answer, sooner.\n\n"
        "Everything stays on this computer, can be seen, and can be deleted for good.",
    )
    box.exec()
