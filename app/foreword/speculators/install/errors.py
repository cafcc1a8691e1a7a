"""What can go wrong with an installation, each with one line that says what to do."""

from __future__ import annotations


class InstallError(Exception):
    """It could not be done, or was refused; the environment is as it was. `detail` is what pip said."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


class InstallCancelled(InstallError):
    """The user stopped it; the environment is as it was."""

    def __init__(self) -> None:
        super().__init__("stopped by you: nothing was changed")


class NotUndone(InstallError):
    """It failed, and what had been done could not all be undone: the reason names what is left."""
