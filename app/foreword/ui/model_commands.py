"""Load, cancel, unload: the model's commands, each off with its reason where it makes no sense."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from foreword.messages import ModelProgress, ModelReady
from foreword.session.controller import Controller
from foreword.ui.menus import Commands, allow
from foreword.ui.translate import tr


class ModelCommands(QObject):
    """Joins the commands of the Model menu with the session."""

    def __init__(self, controller: Controller, commands: Commands, window: QWidget) -> None:
        super().__init__(window)
        self._controller, self._commands = controller, commands
        commands.connect(commands.load_model, self._load)
        commands.connect(commands.cancel_load, self._cancel)
        commands.connect(commands.unload_model, self._unload)
        controller.model_changed.connect(self._show)
        self._show(controller.model_state())

    def _load(self) -> None:
        self._controller.load_model()

    def _cancel(self) -> None:
        self._controller.cancel_load()

    def _unload(self) -> None:
        self._controller.unload_model()

    @Slot(object)
    def _show(self, state: object) -> None:
        loading, ready = isinstance(state, ModelProgress), isinstance(state, ModelReady)
        loads = tr("a model is being loaded") if loading else ""
        commands = self._commands
        allow(commands.load_model, loads or (tr("the model is loaded") if ready else ""))
        allow(commands.cancel_load, "" if loading else tr("no model is being loaded"))
        allow(commands.unload_model, loads or ("" if ready else tr("no model is loaded")))
