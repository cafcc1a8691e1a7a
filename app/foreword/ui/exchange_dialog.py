"""What to export: which chats, as what, with which parts. Where to is asked by the file dialog behind it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from foreword.session.conversation import ConversationSummary
from foreword.session.exchange.json_format import JsonFormat
from foreword.session.exchange.markdown import MarkdownFormat
from foreword.session.exchange.messages import Format
from foreword.session.exchange.readable import Parts
from foreword.ui.exchange_chats import ChatChoice
from foreword.ui.exchange_html import HtmlFormat
from foreword.ui.exchange_pdf import PdfFormat
from foreword.ui.exchange_text import without_thinking
from foreword.ui.exchange_words import FORMATS, chats_words
from foreword.ui.labels import WordsLabel, escaped
from foreword.ui.translate import tr
from foreword.ui.wording import middle_cut, stats_line
from foreword.ui.zoom import px

_WIDTH = 520
_LONGEST_TITLE = 48


class ExportDialog(QDialog):
    """`chosen`: the chats that are to be exported at first; none: the open one, or all."""

    def __init__(
        self,
        chats: Sequence[ConversationSummary],
        open_id: str | None,
        parent: QWidget,
        chosen: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self.setObjectName("exchange")
        self.setWindowTitle(tr("Export Chats"))
        self.setFixedWidth(px(_WIDTH))
        self._chats = {chat.id: chat for chat in chats}
        self._open = open_id if open_id in self._chats else None
        self.this = QRadioButton(tr("This chat"))
        self.all = QRadioButton(tr("All chats ({count:,})", count=len(chats)))
        self.some = QRadioButton(tr("Chosen chats"))
        self.choice = ChatChoice(chats, chosen or ([self._open] if self._open else []))
        self.formats = {key: QRadioButton(name) for key, (name, _) in FORMATS.items()}
        self.prompt = QCheckBox(tr("System prompt"))
        self.thinking = QCheckBox(tr("What the model thought"))
        self.stats = QCheckBox(tr("Statistics under each reply"))
        self.separate = QCheckBox(tr("A file for each chat, in a new folder"))
        self.hint = WordsLabel("hint")
        self.export = QPushButton(tr("Export…"))
        self._build()
        self._begin(bool(chosen))

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(8)
        self._section(layout, tr("Chats"), (self.this, self.all, self.some, self.choice))
        layout.addSpacing(8)
        self._section(layout, tr("Format"), (*self.formats.values(), self.hint, self.separate))
        layout.addSpacing(8)
        self._with = self._section(layout, tr("Include"), (self.prompt, self.thinking, self.stats))
        layout.addSpacing(8)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.export, QDialogButtonBox.ButtonRole.AcceptRole)
        self.export.setProperty("primary", True)
        self.export.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self._layout = layout

    def _section(self, layout: QVBoxLayout, title: str, widgets: Sequence[QWidget]) -> QLabel:
        label = QLabel(title)
        label.setObjectName("section")
        layout.addWidget(label)
        group = QButtonGroup(self)
        for widget in widgets:
            layout.addWidget(widget)
            if isinstance(widget, QRadioButton):
                group.addButton(widget)
                widget.setAccessibleDescription(title)
                widget.toggled.connect(self._update)
        return label

    def _begin(self, some: bool) -> None:
        title = self._chats[self._open].title if self._open else ""
        if title:
            self.this.setText(escaped(tr("This chat: {title}", title=middle_cut(title, _LONGEST_TITLE))))
        self.this.setVisible(bool(title))
        first = self.some if some else self.this if title else self.all
        first.setChecked(True)
        self.formats["markdown"].setChecked(True)
        self.prompt.setChecked(True)
        self.thinking.setChecked(True)
        self.choice.changed.connect(self._update)
        self._update()
        first.setFocus()

    # --- what was decided
    def chats(self) -> tuple[str, ...] | None:
        """None: all."""
        if self.this.isChecked() and self._open:
            return (self._open,)
        return self.choice.chosen() if self.some.isChecked() else None

    def title(self) -> str | None:
        """The title of the chat, if it is one."""
        chats = self.chats()
        only = tuple(self._chats) if chats is None else chats
        return self._chats[only[0]].title if len(only) == 1 else None

    def into_folder(self) -> bool:
        return not self.separate.isHidden() and self.separate.isChecked()

    def format(self) -> Format:
        parts = Parts(self.prompt.isChecked(), self.thinking.isChecked(), self.stats.isChecked())
        match self._format_name():
            case "markdown":
                return MarkdownFormat(parts, stats_line, without_thinking)
            case "html":
                return HtmlFormat(parts)
            case "pdf":
                return PdfFormat(parts, self.font())
            case _:
                return JsonFormat()

    def _format_name(self) -> str:
        return next(key for key, button in self.formats.items() if button.isChecked())

    @Slot()
    def _update(self) -> None:
        if not any(button.isChecked() for button in self.formats.values()):
            return
        name = self._format_name()
        self.hint.say(tr(FORMATS[name][1]))
        self.choice.setVisible(self.some.isChecked())
        chats = self.chats()
        count = len(self._chats) if chats is None else len(chats)
        for part in (self._with, self.prompt, self.thinking, self.stats):
            part.setVisible(name != "json")
        self.separate.setVisible(count > 1)
        chosen = len(self.choice.chosen())
        self.some.setText(
            tr("Chosen chats ({count:,})", count=chosen) if self.some.isChecked() else tr("Chosen chats")
        )
        self.export.setEnabled(count > 0)
        self.export.setToolTip("" if count else tr("Tick a chat first"))
        self.export.setAccessibleDescription(chats_words(count))
        self._fit()

    def _fit(self) -> None:
        """As high as what is shown."""
        self._layout.activate()
        self.setFixedHeight(self._layout.totalHeightForWidth(px(_WIDTH)))
