"""A plugin manager by script: records what the page asks, tells what a test says. No pip, no process."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Slot

from foreword.plugin_messages import InstallPlan, Package, PluginInfo
from foreword.session.plugins import PluginManager

OURS = PluginInfo(
    "foreword", "0.1.0", "A desktop chat for local language models.", ("ngram", "suffix_history"), True,
    licence="Apache-2.0",
)  # fmt: skip
ECHO = PluginInfo(
    "foreword-echo", "1.2.0", "Says again what was said.", ("echo",), False, licence="MIT",
    homepage="https://example.org/echo", location="/home/x/.venv/lib/python3.11/site-packages",
    requires=("numpy>=2",),
)  # fmt: skip
PLAN = InstallPlan(
    "foreword-echo",
    (
        Package("foreword-echo", "1.3.0", 12_400, "ab" * 32, "https://pypi.org/echo.whl", replaces="1.2.0"),
        Package("numpy", "2.3.1", 16_800_000, "cd" * 32, "https://pypi.org/numpy.whl"),
    ),
)


class FakePluginManager(PluginManager):
    """The contract of PluginManager without anything below it."""

    def __init__(self, *plugins: PluginInfo) -> None:
        QObject.__init__(self)
        self.calls: list[tuple[Any, ...]] = []
        self.plugins = plugins or (OURS, ECHO)

    @Slot()
    def refresh(self) -> None:
        self.plugins_changed.emit(self.plugins)

    @Slot(str, bool)
    def plan_install(self, requirement: str, allow_source: bool) -> None:
        self._begin("plan_install", requirement, allow_source)

    @Slot(str)
    def plan_update(self, distribution: str) -> None:
        self._begin("plan_update", distribution)

    @Slot(object)
    def carry_out(self, plan: InstallPlan) -> None:
        self._begin("carry_out", plan)

    @Slot(str, bool)
    def remove(self, distribution: str, keep_data: bool) -> None:
        self._begin("remove", distribution, keep_data)

    @Slot()
    def look_for_updates(self) -> None:
        self._begin("look_for_updates")

    @Slot()
    def cancel(self) -> None:
        self.calls.append(("cancel",))

    # --- what a test says
    def list_plugins(self, *plugins: PluginInfo) -> None:
        self.plugins = plugins
        self.plugins_changed.emit(plugins)

    def answer_plan(self, plan: InstallPlan) -> None:
        self.busy_changed.emit(False)
        self.planned.emit(plan)

    def end(self, signal: str, message: object) -> None:
        """Work is over: `signal` is done or failed."""
        getattr(self, signal).emit(message)
        self.busy_changed.emit(False)

    def _begin(self, *call: Any) -> None:
        self.calls.append(call)
        self.busy_changed.emit(True)
