"""The upper edge of a code panel, as a small widget above the text: its language, whether its long lines
are broken, and a button that copies the code. Knows the region, not the view."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from foreword.ui.icons import icon
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.writer import Region


class CodeHeader(QWidget):
    """Shows a region's language, and two buttons."""

    #: bool - the reader wants long lines broken, or not.
    wrap_toggled = Signal(bool)

    def __init__(self, region: Region, tokens: Tokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("codehead")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.region = region
        self._tokens = tokens
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 4, 8, 0)
        label = QLabel(region.language or tr("text"))
        label.setTextFormat(Qt.TextFormat.PlainText)
        self.wrap_button = QToolButton()
        self.wrap_button.setText(tr("Wrap"))
        self.wrap_button.setCheckable(True)
        self.wrap_button.setChecked(region.wrap)
        self.wrap_button.setToolTip(tr("Break long lines"))
        self.wrap_button.setAccessibleName(
            tr("Break long lines of {language}", language=region.language or tr("code"))
        )
        self.wrap_button.setIconSize(QSize(16, 16))
        self.wrap_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.wrap_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.wrap_button.toggled.connect(self._toggle_wrap)
        self._colour_wrap()
        self.copy_button = QToolButton()
        self.copy_button.setText(tr("Copy"))
        self.copy_button.setIcon(icon("copy", tokens.muted))
        self.copy_button.setIconSize(QSize(16, 16))
        self.copy_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.copy_button.setAccessibleName(tr("Copy {language}", language=region.language or tr("code")))
        self.copy_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.copy_button.clicked.connect(self._copy)
        layout.addWidget(label)
        layout.addStretch()
        layout.addWidget(self.wrap_button)
        layout.addWidget(self.copy_button)

    @Slot(bool)
    def _toggle_wrap(self, wrap: bool) -> None:
        self._colour_wrap()
        self.wrap_toggled.emit(wrap)

    def _colour_wrap(self) -> None:
        colour = self._tokens.link if self.wrap_button.isChecked() else self._tokens.muted
        self.wrap_button.setIcon(icon("wrap", colour))

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.region.code)
        confirm_on(self.copy_button, tr("Copied"), self._reset)
        self.copy_button.setIcon(icon("check", self._tokens.success))

    @Slot()
    def _reset(self) -> None:
        self.copy_button.setText(tr("Copy"))
        self.copy_button.setIcon(icon("copy", self._tokens.muted))


def confirm_on(button: QToolButton, words: str, reset: Callable[[], None]) -> None:
    """Say on the button for a moment that it worked."""
    button.setText(words)
    QTimer.singleShot(1500, button, reset)
