"""The panel beside a chat: its assistant, its system prompt, how replies are drawn, its speculators.

Everything goes through `controller.options` and takes effect with the next reply; the switches of
speculators at the next step. A new chat before its first message and a temporary one have the same.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from foreword.messages import SpeculatorInfo
from foreword.session.controller import Controller
from foreword.session.conversation import Conversation, Turn
from foreword.ui.chat_options_assistant import AssistantPart
from foreword.ui.chat_options_form import OptionsForm
from foreword.ui.icons import icon
from foreword.ui.preset_dialogs import NameDialog
from foreword.ui.reading import margins
from foreword.ui.scrolling import reserve_scroll_bar
from foreword.ui.settings_sections import label_of
from foreword.ui.tokens import SCROLL_BAR, Tokens
from foreword.ui.translate import mark, tr

WIDTH = 320
SHORTCUT = "Ctrl+Shift+P"


class ChatOptionsPanel(QWidget):
    """Hidden at first; `toggle` shows and hides it."""

    #: The user wants to see all assistants.
    manage_requested = Signal()

    def __init__(self, controller: Controller, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("options")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        self.setProperty("zooms", True)
        self._controller = controller
        self._chat = controller.chats.open_id
        self._before: QWidget | None = None
        self.toggle = QAction(tr("Chat &Options"), self)
        self.toggle.setCheckable(True)
        self.toggle.setShortcut(QKeySequence(SHORTCUT))
        self.close_button = QToolButton()
        self.close_button.setIconSize(QSize(16, 16))
        self.close_button.setToolTip(tr("Hide the chat's options ({shortcut})", shortcut=SHORTCUT))
        self.close_button.setAccessibleName(tr("Hide the chat's options"))
        self.assistant = AssistantPart()
        self.form = OptionsForm(mark("This chat"), tokens)
        self.reset = QPushButton(tr("Reset all options"))
        self.reset.setToolTip(tr("This chat sets nothing for itself any more"))
        self._build()
        self._connect(controller)
        self.set_tokens(tokens)
        self.hide()
        self.form.show_speculators(controller.speculators())
        self._show_seed(controller.current())
        self._refresh(anew=True)

    def _build(self) -> None:
        title = QLabel(tr("Chat options"))
        title.setObjectName("title")
        top = QHBoxLayout()
        top.setContentsMargins(*margins(16, 8, 8, 8))
        top.addWidget(title, 1)
        top.addWidget(self.close_button)
        hint = QLabel(tr("What you change here holds for this chat, from the next reply on."))
        hint.setObjectName("hint")
        hint.setWordWrap(True)
        heading = QLabel(tr("Assistant"))
        heading.setObjectName("section")
        inside = QWidget()
        inside.setObjectName("optionscolumn")
        column = QVBoxLayout(inside)
        column.setContentsMargins(*margins(16, 0, 16 - SCROLL_BAR, 24))
        column.setSpacing(16)
        for widget in (hint, heading, self.assistant, self.form):
            column.addWidget(widget)
        column.addSpacing(8)
        column.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch()
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        reserve_scroll_bar(self.area)
        self.area.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(*margins(1, 0, 0, 0))  # the line at the chat's side
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.area, 1)

    def _connect(self, controller: Controller) -> None:
        self.toggle.toggled.connect(self._show_or_hide)
        self.close_button.clicked.connect(self._close)
        self.assistant.chosen.connect(self._use_preset)
        self.assistant.new_wanted.connect(self._new_preset)
        self.assistant.save_wanted.connect(self._save_preset)
        self.assistant.manage_wanted.connect(self.manage_requested)
        self.form.chosen.connect(self._set)
        self.reset.clicked.connect(self._reset)
        controller.options.changed.connect(self._follow)
        controller.chats.closing.connect(self.form.keep)
        controller.conversation_opened.connect(self._open)
        controller.turn_changed.connect(self._take_seed)
        controller.speculators_changed.connect(self._show_speculators)

    def set_tokens(self, tokens: Tokens) -> None:
        self.close_button.setIcon(icon("close", tokens.muted))
        self.assistant.set_tokens(tokens)
        self.form.set_tokens(tokens)

    # --- what the controller tells
    @Slot(object)
    def _open(self, chat: Conversation | None) -> None:
        """Another chat, or another branch. What is typed for a new one stays when that is created."""
        before, self._chat = self._chat, self._controller.chats.open_id
        self._show_seed(chat)
        created = before is None and chat is not None and not (chat.turns or chat.temporary)
        self._refresh(anew=before != self._chat and not created)

    @Slot(object)
    def _take_seed(self, turn: Turn) -> None:
        if turn.role == "assistant" and "seed" in turn.stats:
            self.form.set_last_seed(turn.stats["seed"])

    @Slot(object)
    def _show_speculators(self, infos: tuple[SpeculatorInfo, ...]) -> None:
        self.form.show_speculators(infos)
        self._follow()

    @Slot()
    def _follow(self) -> None:
        self._refresh(anew=False)

    def _refresh(self, *, anew: bool) -> None:
        standing = self._controller.options.choices()
        self.assistant.show_presets(self._controller.options.presets(), standing)
        self.form.show_standing(standing, anew=anew)
        self.reset.setEnabled(bool(standing.own))

    def _show_seed(self, chat: Conversation | None) -> None:
        seeds = [turn.stats["seed"] for turn in (chat.turns if chat else ()) if "seed" in turn.stats]
        self.form.set_last_seed(seeds[-1] if seeds else None)

    # --- what the user wants
    @Slot(bool)
    def _show_or_hide(self, shown: bool) -> None:
        """Whoever opens it wants to change something: the keyboard goes there, and comes back."""
        focus = self.window().focusWidget()
        inside = focus is not None and self.isAncestorOf(focus)
        self.setVisible(shown)
        if shown and self.window().isVisible():
            self._before = focus
            self.assistant.picker.setFocus()
        elif inside and self._before is not None and isValid(self._before):
            self._before.setFocus()

    @Slot()
    def _close(self) -> None:
        self.toggle.setChecked(False)

    @Slot(str, object)
    def _set(self, key: str, value: object) -> None:
        problem = self._controller.options.set(key, value)
        if problem:
            self.form.show_problem(key, problem)

    @Slot(object)
    def _use_preset(self, preset_id: str | None) -> None:
        self._tell(self._controller.options.use_preset(preset_id))

    @Slot()
    def _save_preset(self) -> None:
        self.form.keep()
        self._tell(self._controller.options.save_to_preset())

    @Slot()
    def _new_preset(self) -> None:
        self.form.keep()
        options = self._controller.options
        standing = options.choices()
        taken = {**(standing.preset.options if standing.preset else {}), **standing.own}
        name = options.free_name(standing.preset.name if standing.preset else tr("My assistant"))
        NameDialog(self.window(), name, [label_of(key) for key in taken], options.save_as_preset).open()

    @Slot()
    def _reset(self) -> None:
        self.assistant.picker.setFocus()  # the button is about to be of no use
        problem = self._controller.options.reset()
        self._tell(problem)
        if not problem:
            self._refresh(anew=True)

    def _tell(self, problem: str) -> None:
        if problem:
            self._follow()
            self.assistant.error.say(problem)
