"""Above the transcript: title and assistant of the chat, the model line with its progress, the pace while a
reply is written, how many speculators are on, and the toggles of what stands beside the chat.
"""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from foreword.messages import ModelProgress
from foreword.session.controller import Controller
from foreword.session.conversation import Conversation
from foreword.session.pace import PaceNow
from foreword.ui.header_banners import Banner, ModelBanner, NoticeBanner, SafeModeBanner
from foreword.ui.header_title import ChatTitle, ElidedLabel
from foreword.ui.icons import icon
from foreword.ui.labels import escaped
from foreword.ui.model_button import ModelButton
from foreword.ui.pace_toggles import PANEL_SHORTCUT
from foreword.ui.pace_words import pace_details, speed_words
from foreword.ui.progress_bar import ProgressBar
from foreword.ui.speculator_switches_popup import SwitchesButton
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.wording import ModelState, plain_tooltip
from foreword.ui.zoom import px

__all__ = ["Banner", "ChatTitle", "ElidedLabel", "Header", "ModelBanner", "NoticeBanner", "SafeModeBanner"]

_ASSISTANT_WIDTH = 160
_NARROW, _MIDDLE, _WIDE = 480, 720, 800
"""From which widths on there is room for the assistant, for the pace, and for the speculators in words."""


class Header(QWidget):
    """The chat on the left, the model's state on the right, a thin bar below while it loads.

    `follow` joins it to the controller: whose chat is shown, its assistant, and renaming it.
    """

    #: bool - the user wants the chat's options shown, or hidden.
    options_toggled = Signal(bool)
    #: bool - the user wants the live panel shown, or hidden.
    panel_toggled = Signal(bool)

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._controller: Controller | None = None
        self._named = False
        self.toggle = _tool_button(tr("Show or hide the conversations"), "Ctrl+B")
        self.title = ChatTitle()
        self.assistant = QToolButton()
        self.assistant.setObjectName("assistant")
        self.assistant.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.assistant.setIconSize(QSize(16, 16))
        self.assistant.hide()
        self.temporary = QLabel(tr("Temporary"))
        self.temporary.setObjectName("mark")
        self.temporary.setToolTip(tr("Nothing of this chat is kept, and no speculator learns from it"))
        self.temporary.setAccessibleDescription(self.temporary.toolTip())
        self.temporary.hide()
        self.status = ModelButton(tokens)
        self.pace = QLabel()
        self.pace.setObjectName("headerpace")
        self.pace.setTextFormat(Qt.TextFormat.PlainText)
        self.pace.hide()
        self.speculators = SwitchesButton(tokens)
        self.panel = _tool_button(tr("Show or hide the live panel"), PANEL_SHORTCUT)
        self.panel.setObjectName("paneltoggle")
        self.panel.setCheckable(True)
        self.options = _tool_button(tr("Show or hide the chat's options"), "Ctrl+Shift+P")
        self.options.setObjectName("optionstoggle")
        self.options.setCheckable(True)
        self.progress = ProgressBar()
        self.progress.setAccessibleName(tr("Loading the model"))
        self._build()
        self.title.renamed.connect(self._rename)
        self.assistant.clicked.connect(self._show_assistant)
        self.options.toggled.connect(self.options_toggled)
        self.panel.toggled.connect(self.panel_toggled)
        self.set_tokens(tokens)

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(16, 4, 16, 4)
        row.setSpacing(8)
        for widget in (self.toggle, self.title, self.temporary, self.assistant):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        row.addWidget(self.status)
        row.addWidget(self.pace)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        for button in (self.speculators, self.panel, self.options):
            buttons.addWidget(button)
        row.addLayout(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 1)
        layout.setSpacing(0)
        layout.addLayout(row)
        layout.addWidget(self.progress)
        keep = self.progress.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(keep)

    def follow(self, controller: Controller) -> None:
        """Show the open chat from now on, and rename it where the user wants that."""
        self._controller = controller
        controller.conversation_opened.connect(self._open)
        controller.conversations_changed.connect(self._show_chat)
        controller.options.changed.connect(self._show_chat)
        controller.pace.changed.connect(self._show_pace)
        controller.busy_changed.connect(self._show_pace)
        self.speculators.follow(controller)
        self._show_chat()

    def set_tokens(self, tokens: Tokens) -> None:
        self.toggle.setIcon(icon("sidebar", tokens.muted))
        self.status.set_tokens(tokens)
        self.options.setIcon(icon("panel-right", tokens.muted))
        self.panel.setIcon(icon("pace", tokens.muted))
        self.speculators.set_tokens(tokens)
        self.assistant.setIcon(icon("assistant", tokens.muted))

    def set_options_shown(self, shown: bool) -> None:
        """The chat's options are shown, or hidden, by another way than the button."""
        with QSignalBlocker(self.options):
            self.options.setChecked(shown)

    def set_panel_shown(self, shown: bool) -> None:
        with QSignalBlocker(self.panel):
            self.panel.setChecked(shown)

    def show_model(self, state: ModelState) -> None:
        loading = isinstance(state, ModelProgress)
        self.progress.setVisible(loading)
        if isinstance(state, ModelProgress):
            self.progress.setRange(0, 0 if state.fraction is None else 1000)
            self.progress.setValue(round(1000 * (state.fraction or 0)))
        self.status.show_model(state)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where there is little room, the title and the model come first."""
        narrow, wide = self.width() < px(_NARROW), self.width() >= px(_WIDE)
        self.assistant.setVisible(self._named and not narrow)
        self.speculators.set_room(0 if narrow else 2 if wide else 1)
        self.pace.setVisible(bool(self.pace.text()) and self.width() >= px(_MIDDLE))

    @Slot(object)
    def _open(self, _chat: Conversation | None) -> None:
        self._show_chat()

    @Slot()
    def _show_chat(self) -> None:
        if self._controller is None:
            return
        chats, options = self._controller.chats, self._controller.options
        summary = chats.summary(chats.open_id) if chats.open_id is not None else None
        temporary = summary is not None and chats.is_temporary(summary.id)
        self.title.set_text(summary.title if summary else tr("New chat"))
        self.title.set_renamable(summary is not None and not temporary)
        self.temporary.setVisible(temporary)
        preset = options.choices().preset
        self._show_preset(preset.name if preset else "")

    def _show_preset(self, name: str) -> None:
        metrics = QFontMetrics(self.assistant.font())
        self.assistant.setText(
            escaped(metrics.elidedText(name, Qt.TextElideMode.ElideRight, _ASSISTANT_WIDTH))
        )
        words = tr("Assistant {name}: show the chat's options", name=name)
        self.assistant.setToolTip(plain_tooltip(words))
        self.assistant.setAccessibleName(words)
        self._named = bool(name)
        self._fit()

    @Slot()
    def _show_pace(self) -> None:
        """Only while a reply of this chat is written: below it, its own line says it afterwards."""
        now = self._controller.pace.now() if self._controller is not None else PaceNow()
        shown = now.writing and bool(now.passes)
        self.pace.setText(speed_words(now) if shown else "")
        self.pace.setToolTip(plain_tooltip(pace_details(now)) if shown else "")
        self._fit()

    @Slot(str)
    def _rename(self, title: str) -> None:
        if self._controller is not None and self._controller.chats.open_id is not None:
            self._controller.rename(self._controller.chats.open_id, title)

    @Slot()
    def _show_assistant(self) -> None:
        self.options.setChecked(True)


def _tool_button(words: str, shortcut: str) -> QToolButton:
    button = QToolButton()
    button.setIconSize(QSize(20, 20))
    button.setToolTip(tr("{words} ({shortcut})", words=words, shortcut=shortcut))
    button.setAccessibleName(words)
    return button
