"""The QObject on the plugins' thread: plans, installs, updates and removes, and answers with messages.

Has a thread of its own, because pip takes its time and a reply must not wait for it. Every answer is one
frozen message; nothing raised here may end the thread.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from foreword.paths import Paths
from foreword.plugin_messages import (
    InstallPlan,
    Planned,
    PluginDone,
    PluginFailed,
    PluginProgress,
    PluginsListed,
)
from foreword.speculators.install import journal
from foreword.speculators.install.carry_out import install
from foreword.speculators.install.catalogue import plugins
from foreword.speculators.install.environment import Environment
from foreword.speculators.install.errors import InstallCancelled, InstallError
from foreword.speculators.install.planning import latest_version, plan_install, plan_update
from foreword.speculators.install.removal import remove

Answer = Planned | PluginDone | PluginsListed


class PluginWorker(QObject):
    """Lives on the plugins' thread. `cancel` is shared with the window's thread.

    Each request ends in one message that is no PluginProgress; a change is followed by what is installed.
    """

    #: object: Planned | PluginsListed | PluginProgress | PluginDone | PluginFailed
    message = Signal(object)

    def __init__(self, paths: Paths, cancel: threading.Event) -> None:
        super().__init__()
        self._paths = paths
        self._cancel = cancel
        self._environment: Environment | None = None
        self._latest: dict[str, str] = {}
        self._told: PluginProgress | None = None

    @Slot()
    def list_plugins(self) -> None:
        self._answer(self._listed)

    @Slot(str, bool)
    def plan_install(self, requirement: str, allow_source: bool) -> None:
        self._answer(
            lambda: Planned(
                plan_install(
                    self._here(),
                    requirement,
                    allow_source=allow_source,
                    progress=self._progress,
                    cancelled=self._cancel.is_set,
                )
            )
        )

    @Slot(str)
    def plan_update(self, distribution: str) -> None:
        self._answer(lambda: self._planned_update(distribution))

    @Slot(object)
    def carry_out(self, plan: InstallPlan) -> None:
        self._answer(lambda: self._installed(plan))

    @Slot(str, bool)
    def remove(self, distribution: str, keep_data: bool) -> None:
        self._answer(lambda: self._removed(distribution, keep_data))

    @Slot()
    def look_for_updates(self) -> None:
        self._answer(self._looked)

    def _answer(self, work: Callable[[], Answer]) -> None:
        self._told = None
        try:
            answer = work()
        except InstallCancelled as error:
            self.message.emit(PluginFailed(error.reason, cancelled=True))
        except InstallError as error:
            self.message.emit(PluginFailed(error.reason, error.detail))
        except Exception as error:  # noqa: BLE001 - the worker's boundary: shown, with its traceback
            said = f"{type(error).__name__}: {error}".splitlines()[0]
            self.message.emit(PluginFailed(said, traceback.format_exc()))
        else:
            if isinstance(answer, PluginDone):
                self.message.emit(self._listed())
            self.message.emit(answer)

    def _here(self) -> Environment:
        if self._environment is None:
            self._environment = Environment.here()
        return self._environment

    def _listed(self) -> PluginsListed:
        """What is installed, once a change that a crash interrupted is undone."""
        environment = self._here()
        if journal.interrupted(environment):
            with journal.locked(environment):
                pass
        found = plugins(environment)
        return PluginsListed(
            tuple(replace(one, latest=self._latest.get(one.distribution, "")) for one in found)
        )

    def _planned_update(self, distribution: str) -> Planned | PluginDone:
        plan = plan_update(self._here(), distribution, progress=self._progress, cancelled=self._cancel.is_set)
        if plan is None:
            self._latest.pop(distribution, None)
            return PluginDone("update", f"{distribution} is up to date")
        return Planned(plan)

    def _installed(self, plan: InstallPlan) -> PluginDone:
        done = install(self._here(), plan, progress=self._progress, cancelled=self._cancel.is_set)
        for package in plan.packages:
            self._latest.pop(package.name, None)
        return PluginDone("update" if done.updated else "install", done.line, done.fresh)

    def _removed(self, distribution: str, keep_data: bool) -> PluginDone:
        data = None if keep_data else self._paths.speculator_data
        removal = remove(
            self._here(), distribution, data, progress=self._progress, cancelled=self._cancel.is_set
        )
        return PluginDone("remove", f"{', '.join(removal.distributions)} removed", removal.speculators)

    def _looked(self) -> PluginsListed:
        environment = self._here()
        for plugin in plugins(environment):
            if not plugin.bundled:
                self._latest[plugin.distribution] = latest_version(
                    environment,
                    plugin.distribution,
                    progress=self._progress,
                    cancelled=self._cancel.is_set,
                )
        return replace(self._listed(), looked=True)

    def _progress(self, stage: str, fraction: float | None) -> None:
        """The same is told once: a child is looked at far more often than it gets anywhere."""
        now = PluginProgress(stage, None if fraction is None else round(fraction, 2))
        if now != self._told:
            self._told = now
            self.message.emit(now)
