"""Between the session's checks and the transcript: what is checked, how far it is, what was found."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from foreword.messages import Checked, CheckFailed
from foreword.session.controller import Controller
from foreword.ui.check_line import Checking
from foreword.ui.transcript import Transcript


class CheckLink(QObject):
    """Lives as long as the transcript."""

    def __init__(self, controller: Controller, transcript: Transcript) -> None:
        super().__init__(transcript)
        self._transcript = transcript
        checks = controller.checks
        transcript.found_by_check = checks.result
        checks.progressed.connect(self._progressed)
        checks.checked.connect(self._checked)
        checks.failed.connect(self._failed)
        transcript.check_cancelled.connect(checks.cancel)

    @Slot(str, int, int)
    def _progressed(self, turn_id: str, done: int, total: int) -> None:
        self._transcript.show_check(turn_id, Checking(done, total))

    @Slot(str, object)
    def _checked(self, turn_id: str, result: Checked) -> None:
        self._transcript.show_check(turn_id, result)

    @Slot(str, object)
    def _failed(self, turn_id: str, failed: CheckFailed) -> None:
        """A check that somebody ended leaves nothing behind, but what was found before."""
        self._transcript.show_check(turn_id, None if failed.cancelled else failed)
