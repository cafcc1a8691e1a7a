"""The model in the header: its name and state as a button with the models at hand; loading can be stopped."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import QAction, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from foreword.messages import ModelFailed, ModelProgress, ModelReady
from foreword.ui.icons import icon
from foreword.ui.labels import escaped
from foreword.ui.model_use import ModelUse
from foreword.ui.model_wording import name_words
from foreword.ui.theme import restyle
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.wording import ModelState, middle_cut, model_details, model_line, plain_tooltip
from foreword.ui.zoom import px

_LEAST, _ICON, _PADDING = 48, 16, 34  # pixels; the padding holds the chevron too
_LONGEST_NAME = 60


class ElidedButton(QToolButton):
    """A button of one line of plain text that is cut where there is no room for all of it.

    What can be said in short is, where the whole has no room. It asks for no more room than that.
    """

    def __init__(self) -> None:
        super().__init__()
        self._whole = self._short = ""
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_text(self, text: str, short: str = "") -> None:
        self._whole = " ".join(text.split())
        self._short = " ".join(short.split()) or self._whole
        self.updateGeometry()
        self._elide()

    def whole(self) -> str:
        return self._whole

    def sizeHint(self) -> QSize:
        width = QFontMetrics(self.font()).horizontalAdvance(self._short) + px(_PADDING)
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(px(_LEAST), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        """The style sheet may bring another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self._elide()

    def _elide(self) -> None:
        room = max(self.width() - px(_PADDING) + 2, 0)
        metrics = QFontMetrics(self.font())
        text = self._whole if metrics.horizontalAdvance(self._whole) <= room else self._short
        self.setText(escaped(metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)))


class ModelButton(QWidget):
    """Says what the model is doing. Before `follow` it has no menu: there are no models to choose from."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self._use: ModelUse | None = None
        self.button = ElidedButton()
        self.button.setObjectName("model")
        self.menu = QMenu(self.button)
        self.menu.setToolTipsVisible(True)
        self.cancel = QToolButton()
        self.cancel.setIconSize(QSize(_ICON, _ICON))
        self.cancel.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.cancel.setToolTip(tr("Stop loading the model"))
        self.cancel.setAccessibleName(self.cancel.toolTip())
        self.cancel.hide()
        self.setFocusProxy(self.button)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.button, 1)
        row.addWidget(self.cancel)
        self.menu.aboutToShow.connect(self._fill)
        self.set_tokens(tokens)

    def follow(self, use: ModelUse) -> None:
        """Offer these models from now on."""
        self._use = use
        self.button.setMenu(self.menu)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.cancel.clicked.connect(use.controller.cancel_load)
        self.show_model(use.controller.model_state())

    def set_tokens(self, tokens: Tokens) -> None:
        self.cancel.setIcon(icon("close", tokens.muted))

    def show_model(self, state: ModelState) -> None:
        words = model_line(state)
        ready = state.info if isinstance(state, ModelReady) else None
        self.button.set_text(words, ready.name if ready else "")
        self.button.setAccessibleName(tr("Model: {state}", state=words))
        details = model_details(ready) if ready else words
        self.setToolTip(plain_tooltip(details))
        self.setAccessibleDescription(details)
        self.button.setAccessibleDescription(details)
        failed = isinstance(state, ModelFailed) and not (state.missing or state.unloaded)
        if self.button.property("state") != ("failed" if failed else ""):
            self.button.setProperty("state", "failed" if failed else "")
            restyle(self.button)
        had_keyboard = self.cancel.hasFocus()
        self.cancel.setVisible(isinstance(state, ModelProgress) and self._use is not None)
        if had_keyboard and self.cancel.isHidden():
            self.button.setFocus()

    def whole(self) -> str:
        """All that it says, also where there is no room for it."""
        return self.button.whole()

    @Slot()
    def _fill(self) -> None:
        use = self._use
        if use is None:
            return
        self.menu.clear()
        for card in use.here():
            action = QAction(escaped(middle_cut(name_words(card), _LONGEST_NAME)), self.menu)
            action.setCheckable(True)
            action.setChecked(card.id == use.current_id())
            action.setToolTip(plain_tooltip(name_words(card)))
            action.triggered.connect(lambda _on=False, card=card: use.use(card))
            self.menu.addAction(action)
        if not use.here():
            self.menu.addAction(tr("No model is on this computer yet")).setEnabled(False)
        self.menu.addSeparator()
        self._add_commands(use)
        use.models.refresh()  # for the next time

    def _add_commands(self, use: ModelUse) -> None:
        state = use.controller.model_state()
        if isinstance(state, ModelProgress):
            self.menu.addAction(tr("Stop loading"), use.controller.cancel_load)
        elif isinstance(state, ModelReady):
            self.menu.addAction(tr("Unload"), use.unload)
        else:
            self.menu.addAction(tr("Load"), use.load_again)
        self.menu.addAction(tr("Manage models…"), use.manage_wanted.emit)
