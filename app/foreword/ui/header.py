"""Above the transcript: the chat's title, the model line with its progress, and banners for problems."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from foreword.messages import ModelFailed, ModelProgress, ModelReady
from foreword.ui.icons import icon
from foreword.ui.tokens import Tokens
from foreword.ui.wording import (
    ModelState,
    download_words,
    model_details,
    model_line,
    model_problem,
    plain_tooltip,
)

_NARROW = 720  # pixels


class Header(QWidget):
    """Title on the left, the model's state on the right, a thin bar below while it loads."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.toggle = QToolButton()
        self.toggle.setIconSize(QSize(20, 20))
        self.toggle.setToolTip("Show or hide the conversations (Ctrl+B)")
        self.toggle.setAccessibleName("Show or hide the conversations")
        self.title = ElidedLabel()
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.title.setMinimumWidth(80)
        self.title.setObjectName("title")
        self.status = ElidedLabel(Qt.AlignmentFlag.AlignRight)
        self.status.setObjectName("status")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("Loading the model")
        row = QHBoxLayout()
        row.setContentsMargins(16, 8, 24, 8)
        row.setSpacing(8)
        row.addWidget(self.toggle)
        row.addWidget(self.title, 1)
        row.addWidget(self.status)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 1)
        layout.setSpacing(0)
        layout.addLayout(row)
        layout.addWidget(self.progress)
        keep = self.progress.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(keep)
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        self.toggle.setIcon(icon("sidebar", tokens.muted))

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
        self.status.setProperty("state", "failed" if failed else "")
        self.status.style().unpolish(self.status)
        self.status.style().polish(self.status)


class Banner(QFrame):
    """One line about a problem, over the whole width, with ways on. `kind`: error or notice."""

    def __init__(self, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setProperty("kind", kind)
        self.words = QLabel()
        self.words.setObjectName("words")
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(24, 8, 16, 8)
        self.row.setSpacing(8)
        self.row.addWidget(self.words, 1)
        self.hide()

    def say(self, words: str) -> None:
        self.words.setText(words)
        self.setAccessibleName(words)
        self.show()


class ModelBanner(Banner):
    """Why there is no model, with Retry, and a download where one would help."""

    retry_requested = Signal()
    download_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("error", parent)
        self.retry = QPushButton("Retry")
        self.retry.setAccessibleName("Load the model again")
        self.download = QPushButton("Download")
        self.download.setProperty("primary", True)
        self.retry.clicked.connect(self.retry_requested)
        self.download.clicked.connect(self.download_requested)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.retry)
        buttons.addWidget(self.download)
        buttons.addStretch()
        self.row.addLayout(buttons)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Buttons beside the words where there is room, else below them."""
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self.row.setDirection(direction)

    def show_model(self, state: ModelState) -> None:
        if not isinstance(state, ModelFailed):
            self.hide()
            return
        self.download.setText(download_words(state.missing))
        words = model_problem(state)
        self.setToolTip(plain_tooltip(state.detail))
        self.download.setVisible(bool(state.missing))
        self.setProperty("kind", "notice" if state.missing else "error")
        for widget in (self, self.words):
            widget.style().unpolish(widget)
            widget.style().polish(widget)
        self.say(words)


class NoticeBanner(Banner):
    """Something that went wrong outside a reply, until the user closes it."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__("notice", parent)
        self.close_button = QToolButton()
        self.close_button.setAccessibleName("Close this notice")
        self.close_button.setIconSize(QSize(16, 16))
        self.close_button.clicked.connect(self.hide)
        self.row.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        self.close_button.setIcon(icon("close", tokens.warning))

    @Slot(str)
    def add(self, words: str) -> None:
        """A new notice joins those not closed yet, so that none is lost."""
        before = self.words.text().split("\n") if not self.isHidden() else []
        self.say("\n".join([*(line for line in before if line != words), words]))


class ElidedLabel(QLabel):
    """One line of plain text that is cut with an ellipsis where it doesn't fit."""

    def __init__(self, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft) -> None:
        super().__init__()
        self._whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(align | Qt.AlignmentFlag.AlignVCenter)

    def set_text(self, text: str) -> None:
        self._whole = " ".join(text.split())
        self.setAccessibleName(self._whole)
        self.updateGeometry()
        self._elide()

    def whole(self) -> str:
        return self._whole

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self._whole) + 4, metrics.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        metrics = QFontMetrics(self.font())
        self.setText(metrics.elidedText(self._whole, Qt.TextElideMode.ElideRight, self.width()))
