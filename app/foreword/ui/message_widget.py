"""One turn in the transcript: its text, and for a reply what goes on, what was measured, what failed."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFontMetrics, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from foreword.session.conversation import Turn
from foreword.ui import wording
from foreword.ui.code_header import confirm_on
from foreword.ui.icons import icon
from foreword.ui.message_view import MessageView
from foreword.ui.styles import TextStyles

_USER_SHARE = 0.85  # of the column, at most


class MessageWidget(QWidget):
    """Shows a `Turn` and follows it until it is complete."""

    link_activated = Signal(str)
    retry_requested = Signal()

    def __init__(self, turn: Turn, styles: TextStyles, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn = turn
        self.view = MessageView(styles)
        self.view.setAccessibleName("Your message" if turn.role == "user" else "Reply")
        self.view.link_activated.connect(self.link_activated)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        if turn.role == "user":
            self._build_user()
        else:
            self._build_reply(styles)
            self.update_turn(turn)

    # --- a user's turn
    def _build_user(self) -> None:
        bubble = QFrame()
        bubble.setObjectName("bubble")
        inside = QVBoxLayout(bubble)
        inside.setContentsMargins(16, 8, 16, 8)
        inside.addWidget(self.view)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(bubble)
        self._layout.addLayout(row)
        self.view.show_plain(self.turn.text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.turn.role == "user":
            self._fit_bubble()

    def _fit_bubble(self) -> None:
        """As wide as its text, up to most of the column."""
        metrics = QFontMetrics(self.view.text.styles.font)
        tab = round(self.view.tabStopDistance())
        lines = self.turn.text.split("\n")
        widest = max(metrics.horizontalAdvance(line) + tab * line.count("\t") for line in lines)
        self.view.setFixedWidth(min(widest + 2, int(self.width() * _USER_SHARE) - 32))

    # --- a reply
    def _build_reply(self, styles: TextStyles) -> None:
        self.activity = ActivityLabel()
        self.problem = ProblemBox()
        self.problem.retry.clicked.connect(self.retry_requested)
        self.stats = QLabel()
        self.stats.setObjectName("stats")
        self.stats.setTextFormat(Qt.TextFormat.PlainText)
        self.stats.setWordWrap(True)
        self.copy_button = self._tool("copy", "Copy", "Copy the reply as Markdown (Ctrl+Shift+C)", styles)
        self.copy_button.clicked.connect(self.copy)
        self.retry_button = self._tool("retry", "Try again", "Ask for this reply again (Ctrl+R)", styles)
        self.retry_button.clicked.connect(self.retry_requested)
        self._footer = QWidget()
        footer = QHBoxLayout(self._footer)
        footer.setContentsMargins(0, 0, 0, 0)
        footer.setSpacing(4)
        footer.addWidget(self.stats, 1)
        footer.addWidget(self.retry_button, 0, Qt.AlignmentFlag.AlignTop)
        footer.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignTop)
        for widget in (self.view, self.activity, self.problem, self._footer):
            self._layout.addWidget(widget)

    def _tool(self, name: str, words: str, tip: str, styles: TextStyles) -> QToolButton:
        button = QToolButton()
        button.setText(words)
        button.setIcon(icon(name, styles.tokens.muted))
        button.setIconSize(QSize(16, 16))
        button.setToolTip(tip)
        button.setAccessibleName(tip.split(" (", maxsplit=1)[0])
        return button

    def append(self, text: str) -> None:
        """More text of a streaming reply."""
        self.activity.stop()
        self.view.show()
        self.view.append(text)

    def set_activity(self, words: str) -> None:
        """What goes on before the first token; ignored once there is text."""
        if self.turn.status == "streaming" and not self.view.text.source:
            self.activity.start(words)

    def update_turn(self, turn: Turn) -> None:
        """Take over a turn that changed as a whole."""
        self.turn = turn
        if turn.role == "user":
            return
        self._match_text(turn)
        streaming = turn.status == "streaming"
        if not streaming:
            self.activity.stop()
        self.view.setVisible(bool(turn.text))
        failed = turn.status == "failed"
        self.problem.setVisible(failed)
        if failed:
            self.problem.words.setText(turn.error or "The reply broke off.")
        self.stats.setText(wording.stats_line(turn))
        self.stats.setToolTip(wording.plain_tooltip(wording.stats_details(turn)))
        self._footer.setVisible(not streaming)
        self.copy_button.setVisible(bool(turn.text))
        self.retry_button.hide()

    def _match_text(self, turn: Turn) -> None:
        shown = self.view.text.source
        if not turn.text.startswith(shown):  # the end was cut: a stop string or a limit
            self.view.replace(turn.text, finished=turn.status != "streaming")
            return
        if turn.text[len(shown) :]:
            self.view.append(turn.text[len(shown) :])
        if turn.status != "streaming" and not self.view.finished:
            self.view.finish()

    def offer_retry(self, offered: bool) -> None:
        """Only the last reply of a chat can be asked for again."""
        if self.turn.role == "assistant":
            self.problem.retry.setVisible(offered)
            self.retry_button.setVisible(offered and self.turn.status in ("stopped", "interrupted"))

    def set_styles(self, styles: TextStyles) -> None:
        """Draw with another theme's colours."""
        if self.turn.role == "user":
            self.view.text.styles = styles
            self.view.show_plain(self.turn.text)
            return
        self.view.set_styles(styles)
        self.copy_button.setIcon(icon("copy", styles.tokens.muted))
        self.retry_button.setIcon(icon("retry", styles.tokens.muted))

    @Slot()
    def copy(self) -> None:
        """The Markdown source on the clipboard."""
        QGuiApplication.clipboard().setText(self.turn.text or self.view.text.source)
        tokens = self.view.text.styles.tokens
        self.copy_button.setIcon(icon("check", tokens.success))
        confirm_on(self.copy_button, "Copied", self._reset_copy)

    @Slot()
    def _reset_copy(self) -> None:
        self.copy_button.setText("Copy")
        self.copy_button.setIcon(icon("copy", self.view.text.styles.tokens.muted))


class ActivityLabel(QLabel):
    """Words with moving dots, shown while a reply has no text yet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("muted")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._words = ""
        self._dots = 0
        self._timer = QTimer(self)
        self._timer.setInterval(400)
        self._timer.timeout.connect(self._step)
        self.hide()

    def start(self, words: str) -> None:
        self._words = words
        self._show_words()
        self.show()
        if not self._timer.isActive():
            self._timer.start()

    def stop(self) -> None:
        self._timer.stop()
        self.hide()

    @Slot()
    def _step(self) -> None:
        self._dots = (self._dots + 1) % 4
        self._show_words()

    def _show_words(self) -> None:
        self.setText(self._words + " " + "." * self._dots)
        self.setAccessibleName(self._words)


class ProblemBox(QFrame):
    """Why a reply broke off, with a way on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("problem")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 8, 8)
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.retry = QPushButton("Retry")
        self.retry.setAccessibleName("Ask for the reply again")
        row.addWidget(self.words, 1)
        row.addWidget(self.retry, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()
