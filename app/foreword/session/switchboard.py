"""Which speculators there are and which are switched on. Knows nothing of how they draft."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from foreword.messages import SpeculatorInfo, SpeculatorsListed
from foreword.session.link import WorkerLink
from foreword.settings import Settings


class Switchboard(QObject):
    """The speculators as the worker last listed them, and their switches."""

    #: object: tuple[SpeculatorInfo, ...]
    changed = Signal(object)
    notice = Signal(str)

    def __init__(self, settings: Settings, link: WorkerLink, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._link = link
        self.speculators: tuple[SpeculatorInfo, ...] = ()
        self._flip()

    def receive(self, message: SpeculatorsListed) -> None:
        self.speculators = message.speculators
        self.changed.emit(self.speculators)

    def turn(self, name: str, on: bool) -> None:
        """Switch at once, also in the middle of a reply, and keep it in the settings."""
        try:
            self._settings.set("speculators.enabled", {**self._settings["speculators.enabled"], name: on})
        except OSError as error:
            self.notice.emit(f"The switch holds until you quit; it could not be saved ({error.strerror}).")
        self._flip()
        self._show_flipped(name, on)
        self._link.relist_requested.emit()

    def _flip(self) -> None:
        enabled = self._settings["speculators.enabled"]
        self._link.switches.set(name for name, on in enabled.items() if on)

    def _show_flipped(self, name: str, on: bool) -> None:
        """The worker's own list comes only after the reply that it is busy with; the user sees it now."""
        self.receive(
            SpeculatorsListed(
                tuple(
                    replace(info, state="active" if on else "off", reason="")
                    if info.name == name and info.state != "incompatible"
                    else info
                    for info in self.speculators
                )
            )
        )
