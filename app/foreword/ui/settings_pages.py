"""The General and Data pages of the settings dialog."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from foreword.paths import Paths
from foreword.settings import Settings
from foreword.ui.icons import icon
from foreword.ui.reading import leading
from foreword.ui.scrolling import reserve_scroll_bar
from foreword.ui.settings_fields import SettingField
from foreword.ui.settings_sections import MODEL, REPLIES, SAMPLING, sections
from foreword.ui.tokens import SCROLL_BAR, Tokens
from foreword.ui.translate import tr


class Page(QScrollArea):
    """A page that scrolls, with headings."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes to what can be done on the page
        reserve_scroll_bar(self)
        self.inside = QWidget()
        self.inside.setObjectName("page")
        self.column = QVBoxLayout(self.inside)
        left, right = 24, 24 - SCROLL_BAR
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left, right = right, left  # margins are the one thing that Qt doesn't mirror
        self.column.setContentsMargins(left, 16, right, 24)
        self.column.setSpacing(8)
        self.setWidget(self.inside)

    def add_heading(self, words: str, button: QPushButton | None = None) -> None:
        """A heading, with a button at the right end of its line."""
        label = QLabel(words)
        label.setObjectName("section")
        font = label.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        label.setFont(font)
        if self.column.count():
            self.column.addSpacing(16)
        row = QHBoxLayout()
        row.addWidget(label, 1)
        if button is not None:
            row.addWidget(button)
        self.column.addLayout(row)

    def add_words(self, words: str) -> QLabel:
        label = QLabel(words)
        label.setObjectName("hint")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        self.column.addWidget(label)
        return label


class GeneralPage(Page):
    """Every labelled setting that has a plain editor and no page of its own, by section."""

    changed = Signal(str)
    problem = Signal(str)

    def __init__(self, settings: Settings, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, SettingField] = {}
        for words, listed in sections().items():
            if words == MODEL:
                continue
            self.add_heading(tr(words))
            if words == REPLIES:
                self.add_words(
                    tr(
                        "For every chat that sets nothing else for itself, in its options or by its "
                        "assistant. Changes take effect with the next reply."
                    )
                )
            elif words == SAMPLING:
                self.add_words(tr("How the next token is drawn. The same holds as for replies."))
            for setting in listed:
                self._add_field(SettingField(setting, settings))
        self.column.addStretch()
        self.set_tokens(tokens)

    def _add_field(self, field: SettingField) -> None:
        field.changed.connect(self.changed)
        field.problem.connect(self.problem)
        self.fields[field.setting.key] = field
        self.column.addWidget(field)

    def set_tokens(self, tokens: Tokens) -> None:
        for field in self.fields.values():
            field.set_tokens(tokens)

    def refresh(self) -> None:
        """Settings may have changed elsewhere."""
        for field in self.fields.values():
            field.refresh()


class DataPage(Page):
    """Where the app's files lie, and a way to look at them."""

    def __init__(self, paths: Paths, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.add_heading(tr("Your data"))
        self.add_words(
            tr("Everything stays on this computer. Deleting a chat removes it from the file of chats.")
        )
        self._buttons: dict[QPushButton, Path] = {}
        places = (
            (tr("Chats"), paths.chats),
            (tr("Models"), paths.models),
            (tr("Speculators' data"), paths.speculator_data),
            (tr("Settings"), paths.settings),
            (tr("Log"), paths.log),
        )
        for words, path in places:
            self._add_place(words, path)
        self.column.addStretch()
        self.set_tokens(tokens)

    def _add_place(self, words: str, path: Path) -> None:
        card = QFrame()
        card.setObjectName("card")
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 8, 8, 8)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(QLabel(words))
        where = QLabel(str(path))
        where.setObjectName("hint")
        where.setTextFormat(Qt.TextFormat.PlainText)
        where.setWordWrap(True)
        where.setAlignment(leading())
        where.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        texts.addWidget(where)
        button = QPushButton(tr("Open folder"))
        button.setIconSize(QSize(16, 16))
        button.setAccessibleName(tr("Open the folder of: {what}", what=words))
        button.clicked.connect(self._open_folder)
        self._buttons[button] = path
        row.addLayout(texts, 1)
        row.addWidget(button)
        self.column.addWidget(card)

    def set_tokens(self, tokens: Tokens) -> None:
        for button in self._buttons:
            button.setIcon(icon("folder", tokens.muted))

    @Slot()
    def _open_folder(self) -> None:
        button = self.sender()
        assert isinstance(button, QPushButton)
        folder = self._buttons[button]
        while not folder.is_dir():
            folder = folder.parent
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
