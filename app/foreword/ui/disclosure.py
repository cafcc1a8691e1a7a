"""A button that folds a part of a page away, and one that shows the technical details of a failure."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from foreword.ui.icons import icon
from foreword.ui.labels import escaped
from foreword.ui.theme import code_font
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr

_DETAILS_HEIGHT = 160


class Disclosure(QToolButton):
    """Shows and hides `body`; folded at first."""

    def __init__(self, words: str, body: QWidget, tokens: Tokens) -> None:
        super().__init__()
        self.body = body
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(16, 16))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("disclosure", True)
        self.set_words(words)
        self.set_tokens(tokens)
        self.toggled.connect(self._unfold)
        body.hide()

    def set_words(self, words: str) -> None:
        if words != self.accessibleName():
            self.setText(escaped(words))
            self.setAccessibleName(words)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self.setIcon(icon("chevron-down" if self.isChecked() else "chevron-right", tokens.muted))

    @Slot(bool)
    def _unfold(self, shown: bool) -> None:
        self.body.setVisible(shown)
        self.set_tokens(self._tokens)


class Details(QWidget):
    """A traceback or what a tool printed, on demand, as it is; and a button that copies it whole."""

    def __init__(self, about: str) -> None:
        super().__init__()
        self._about = about
        self.more = QPushButton()
        self.copy = QPushButton(tr("Copy details"))
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(code_font(self.text.font()))
        self.text.setFixedHeight(_DETAILS_HEIGHT)
        self.text.setProperty("zooms", True)
        self.text.setAccessibleName(tr("Details of {name}", name=about))
        self.more.clicked.connect(self._toggle)
        self.copy.clicked.connect(self._copy)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(8)
        self.buttons.addWidget(self.more)
        self.buttons.addWidget(self.copy)
        self.buttons.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(self.buttons)
        layout.addWidget(self.text)
        self._fold(folded=True)
        self.hide()

    def show_text(self, text: str, *, stay: bool = False) -> None:
        """Offer this text; with none there is nothing to offer. The same again changes nothing.

        `stay`: shown without a text too, for another button that was put among these.
        """
        text = text.rstrip()
        if text != self.text.toPlainText():
            self.text.setPlainText(text)
            self._fold(folded=True)
        self.more.setVisible(bool(text))
        self.copy.setVisible(bool(text))
        self.setVisible(bool(text) or stay)

    def _fold(self, *, folded: bool) -> None:
        self.text.setHidden(folded)
        self.more.setText(tr("Show details") if folded else tr("Hide details"))
        words = mark("Show details of {what}") if folded else mark("Hide details of {what}")
        self.more.setAccessibleName(tr(words, what=self._about))

    @Slot()
    def _toggle(self) -> None:
        self._fold(folded=not self.text.isHidden())

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
