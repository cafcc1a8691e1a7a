"""Above the transcript: title and assistant of the chat, the model line with its progress, two toggles."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QVBoxLayout, QWidget

from foreword.messages import ModelFailed, ModelProgress, ModelReady
from foreword.session.controller import Controller
from foreword.session.conversation import Conversation
from foreword.ui.header_banners import Banner, ModelBanner, NoticeBanner, SafeModeBanner
from foreword.ui.header_title import ChatTitle, ElidedLabel
from foreword.ui.icons import icon
from foreword.ui.labels import escaped
from foreword.ui.theme import restyle
from foreword.ui.tokens import Tokens
from foreword.ui.wording import ModelState, model_details, model_line, plain_tooltip

__all__ = ["Banner", "ChatTitle", "ElidedLabel", "Header", "ModelBanner", "NoticeBanner", "SafeModeBanner"]

_ASSISTANT_WIDTH = 160
_NARROW = 480


class Header(QWidget):
    """The chat on the left, the model's state on the right, a thin bar below while it loads.

    `follow` joins it to the controller: whose chat is shown, its assistant, and renaming it.
    """

    #: bool - the user wants the chat's options shown, or hidden.
    options_toggled = Signal(bool)

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._controller: Controller | None = None
        self._named = False
        self.toggle = _tool_button("Show or hide the conversations", "Ctrl+B")
        self.title = ChatTitle()
        self.assistant = QToolButton()
        self.assistant.setObjectName("assistant")
        self.assistant.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.assistant.setIconSize(QSize(16, 16))
        self.assistant.hide()
        self.temporary = QLabel("Temporary")
        self.temporary.setObjectName("mark")
        self.temporary.setToolTip("Nothing of this chat is kept, and no speculator learns from it")
        self.temporary.setAccessibleDescription(self.temporary.toolTip())
        self.temporary.hide()
        self.status = ElidedLabel(Qt.AlignmentFlag.AlignRight)
        self.status.setObjectName("status")
        self.options = _tool_button("Show or hide the chat's options", "Ctrl+Shift+P")
        self.options.setObjectName("optionstoggle")
        self.options.setCheckable(True)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("Loading the model")
        self._build()
        self.title.renamed.connect(self._rename)
        self.assistant.clicked.connect(self._show_assistant)
        self.options.toggled.connect(self.options_toggled)
        self.set_tokens(tokens)

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(16, 4, 16, 4)
        row.setSpacing(8)
        for widget in (self.toggle, self.title, self.temporary, self.assistant):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        row.addWidget(self.status)
        row.addWidget(self.options)
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
        self._show_chat()

    def set_tokens(self, tokens: Tokens) -> None:
        self.toggle.setIcon(icon("sidebar", tokens.muted))
        self.options.setIcon(icon("panel-right", tokens.muted))
        self.assistant.setIcon(icon("assistant", tokens.muted))

    def set_options_shown(self, shown: bool) -> None:
        """The chat's options are shown, or hidden, by another way than the button."""
        with QSignalBlocker(self.options):
            self.options.setChecked(shown)

    def show_model(self, state: ModelState) -> None:
        loading = isinstance(state, ModelProgress)
        self.progress.setVisible(loading)
        if isinstance(state, ModelProgress):
            self.progress.setRange(0, 0 if state.fraction is None else 1000)
            self.progress.setValue(round(1000 * (state.fraction or 0)))
        failed = isinstance(state, ModelFailed) and not state.missing
        self.status.set_text(model_line(state))
        details = model_details(state.info) if isinstance(state, ModelReady) else ""
        self.status.setToolTip(plain_tooltip(details))
        self.status.setAccessibleDescription(details)
        self.status.setProperty("state", "failed" if failed else "")
        restyle(self.status)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_assistant()

    def _fit_assistant(self) -> None:
        """Where there is little room, the title and the model come first."""
        self.assistant.setVisible(self._named and self.width() >= _NARROW)

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
        self.title.set_text(summary.title if summary else "New chat")
        self.title.set_renamable(summary is not None and not temporary)
        self.temporary.setVisible(temporary)
        preset = options.choices().preset
        self._show_preset(preset.name if preset else "")

    def _show_preset(self, name: str) -> None:
        metrics = QFontMetrics(self.assistant.font())
        self.assistant.setText(
            escaped(metrics.elidedText(name, Qt.TextElideMode.ElideRight, _ASSISTANT_WIDTH))
        )
        words = f"Assistant {name}: show the chat's options"
        self.assistant.setToolTip(plain_tooltip(words))
        self.assistant.setAccessibleName(words)
        self._named = bool(name)
        self._fit_assistant()

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
    button.setToolTip(f"{words} ({shortcut})")
    button.setAccessibleName(words)
    return button
