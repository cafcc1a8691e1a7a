"""Which speculators there are, which are switched on, and what is set for each.

Knows nothing of how they draft.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from foreword.api import OptionError
from foreword.messages import Acted, ActRequest, SpeculatorInfo, SpeculatorsListed
from foreword.session.link import WorkerLink
from foreword.session.translate import tr
from foreword.settings import Settings


class Switchboard(QObject):
    """The speculators as the worker last listed them, their switches, options and buttons."""

    #: object: tuple[SpeculatorInfo, ...]
    changed = Signal(object)
    #: str name, str line - what a button did
    acted = Signal(str, str)
    notice = Signal(str)

    def __init__(self, settings: Settings, link: WorkerLink, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._link = link
        self.speculators: tuple[SpeculatorInfo, ...] = ()
        self._asked = False
        self._flip()
        self._set_options()

    def receive(self, message: SpeculatorsListed | Acted) -> None:
        if isinstance(message, Acted):
            self.acted.emit(message.name, message.line)
            return
        self._asked = False
        self.speculators = message.speculators
        self.changed.emit(self.speculators)

    def follow(self, enabled: Mapping[str, bool]) -> None:
        """The switches that hold for the chat at hand: the settings' own, or what it sets for itself."""
        names = frozenset(name for name, on in enabled.items() if on)
        if names != self._link.switches.enabled():
            self._link.switches.set(names)
            self._link.relist_requested.emit("")

    def refresh(self, conversation_id: str | None) -> None:
        """Ask how they stand now, for the open chat. Not again before the answer: the worker may be busy."""
        if self._asked:
            return
        self._asked = True
        self._link.relist_requested.emit(conversation_id or "")

    def rediscover(self) -> None:
        """Plugins were installed or removed."""
        self._flip()
        self._set_options()
        self._link.rediscover_requested.emit()

    def turn(self, name: str, on: bool) -> None:
        """Switch at once, also in the middle of a reply, and keep it in the settings."""
        self._keep("speculators.enabled", {**self._settings["speculators.enabled"], name: on})
        self._flip()
        self._show(name, state="active" if on else "off", reason="")
        if on:  # a worker that is busy sees only how the switches end up, not that one was turned anew
            self._link.retry_requested.emit(name)
        else:
            self._link.relist_requested.emit("")

    def try_again(self, name: str) -> None:
        """A speculator that failed, or whose import ended the app, is built once more."""
        self._link.retry_requested.emit(name)

    def set_option(self, name: str, option: str, value: object) -> str:
        """Set and keep an option; from the next reply on. Returns what is wrong with it, or nothing."""
        info = next((each for each in self.speculators if each.name == name), None)
        declared = next((each for each in info.options if each.name == option), None) if info else None
        if info is None or declared is None:
            return tr("{name} has no option {option}", name=name, option=option)
        try:
            checked = declared.check(value)
        except OptionError as error:
            return str(error)
        options = self._settings["speculators.options"]
        options.setdefault(name, {})[option] = checked
        self._keep("speculators.options", options)
        self._set_options()
        self._show(name, values={**info.values, option: checked})
        self._link.relist_requested.emit("")
        return ""

    def act(self, name: str, action: str, conversation_id: str | None) -> None:
        """Press a button of a speculator. The answer comes with `acted`."""
        self._link.act_requested.emit(ActRequest(name, action, conversation_id))

    def _keep(self, key: str, value: object) -> None:
        try:
            self._settings.set(key, value)
        except OSError as error:
            self.notice.emit(
                tr(
                    "The change holds until you quit; it could not be saved ({reason}).",
                    reason=error.strerror,
                )
            )

    def _flip(self) -> None:
        enabled = self._settings["speculators.enabled"]
        self._link.switches.set(name for name, on in enabled.items() if on)

    def _set_options(self) -> None:
        self._link.switches.set_options(self._settings["speculators.options"])

    def _show(self, name: str, **changes: object) -> None:
        """The worker's own list comes only after the reply that it is busy with; the user sees it now."""
        self.receive(
            SpeculatorsListed(
                tuple(
                    replace(info, **changes)  # type: ignore[arg-type]
                    if info.name == name and info.state != "incompatible"
                    else info
                    for info in self.speculators
                )
            )
        )
