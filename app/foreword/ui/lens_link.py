"""Between the session's lens and the transcript: pieces and dropped drafts of the replies that are shown."""

from __future__ import annotations

from PySide6.QtCore import QObject

from foreword.session.controller import Controller
from foreword.ui.transcript import Transcript


class LensLink(QObject):
    """Lives as long as the transcript, which asks for what it shows."""

    def __init__(self, controller: Controller, transcript: Transcript) -> None:
        super().__init__(transcript)
        transcript.traces = controller.lens
        controller.lens.changed.connect(transcript.show_trace)
