"""Joins what the chat shows of models: the card of the first start, the banner, the button in the header.

The card stands in the empty chat while there is no model; once there is one, it gives way, and the
keyboard and what was typed stay where they are.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from foreword.messages import ModelFailed, ModelProgress
from foreword.model_messages import ModelsFailed
from foreword.session.controller import Controller
from foreword.session.models import ModelManager
from foreword.settings import Settings
from foreword.ui.first_run_card import FirstRunCard
from foreword.ui.header_banners import ModelBanner
from foreword.ui.model_button import ModelButton
from foreword.ui.model_use import ModelUse
from foreword.ui.tokens import Tokens
from foreword.ui.welcome import Welcome


class ModelParts(QObject):
    """`data` is where chats and settings lie; `composer` has the keyboard when a part goes that had it."""

    notice = Signal(str)
    #: The user wants to see every model.
    manage_wanted = Signal()

    def __init__(
        self,
        controller: Controller,
        models: ModelManager,
        settings: Settings,
        data: Path,
        tokens: Tokens,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._models = models
        self.use = ModelUse(controller, models, settings, tokens, parent)
        self.card = FirstRunCard(self.use, data, tokens)
        self._controller = controller
        self._welcome: Welcome | None = None
        self._banner: ModelBanner | None = None
        self._composer: QWidget | None = None
        self.use.notice.connect(self.notice)
        self.use.manage_wanted.connect(self.manage_wanted)

    def join(self, welcome: Welcome, banner: ModelBanner, button: ModelButton, composer: QWidget) -> None:
        """From now on these show what there is."""
        self._welcome, self._banner, self._composer = welcome, banner, composer
        welcome.add_first_run(self.card)
        banner.follow(self.use)
        button.follow(self.use)
        self._controller.model_changed.connect(self._models.model_changed)
        self._models.model_changed(self._controller.model_state())
        welcome.shown.connect(self._refresh)
        self._controller.model_changed.connect(self._follow_model)
        for signal in (self._models.listed, self._models.download_changed):
            signal.connect(self._refresh)
        self._models.pulled.connect(self._refresh)
        self._models.failed.connect(self._show_failure)
        self._follow_model(self._controller.model_state())

    def set_tokens(self, tokens: Tokens) -> None:
        self.use.tokens = tokens
        self.card.set_tokens(tokens)

    def is_first_run(self) -> bool:
        """No model is loaded, and none can be. While one is being loaded, it is as it was before."""
        state = self._controller.model_state()
        if isinstance(state, ModelFailed):
            nothing = self._models.shelf is not None and not self.use.here()
            return bool(state.missing) or nothing
        assert self._welcome is not None
        return isinstance(state, ModelProgress) and self._welcome.is_first_run()

    @Slot(object)
    def _follow_model(self, state: object) -> None:
        if not isinstance(state, ModelProgress) and (self._models.shelf is None or self.is_first_run()):
            self._models.refresh()
        self._refresh()

    @Slot()
    def _refresh(self, _what: object = None) -> None:
        assert self._welcome is not None
        assert self._banner is not None
        assert self._composer is not None
        first = self.is_first_run()
        if first:
            self.card.refresh()
        focus = self.card.focusWidget()
        had_keyboard = focus is not None and focus.hasFocus()
        self._welcome.show_first_run(first)
        self._banner.set_card_shown(first and self._welcome.is_shown())
        if had_keyboard and not first:
            self._composer.setFocus()

    @Slot(object)
    def _show_failure(self, failed: ModelsFailed) -> None:
        """While the card is there, it says what went wrong; later that is for the page of models."""
        if failed.what == "list":
            self.card.say_problem(failed.reason)
