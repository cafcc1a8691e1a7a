"""The app as it is, told to send one message and to say all that it acknowledges, until it is killed.

Run as `python -m tests.e2e.torture_app PROFILE scripted|real TEXT`. Each line on standard output is
one JSON object with an `event` and the monotonic time `at`:

    ready   the window is open and earlier chats are recovered
    acked   a turn was committed: id, role, text
    shown   more text of the reply reached the window: id, text
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from foreword.app import App, QuitOnSignal, build, leave_without_worker, qt_application
from foreword.messages import GenerateRequest
from foreword.paths import Paths
from foreword.session.conversation import Turn
from foreword.ui.one_instance import take_lock
from foreword.worker.engine_worker import EngineWorker
from tests.fakes.fake_worker import FakeWorker, Script

ENDLESS = 20_000


def endless_text(reply_id: str) -> list[str]:
    """Pieces that occur nowhere else, so that text of another reply or in another order is noticed."""
    return [f"{reply_id[:12]}-{number:06d} " for number in range(ENDLESS)]


def _endless(request: GenerateRequest) -> list[str]:
    return endless_text(request.reply_id)


WORKERS = {
    "scripted": FakeWorker.playing(Script(pieces=_endless, pace_seconds=0.004)),
    "real": EngineWorker,
}


class Reporter(QObject):
    """Says at once, on standard output, what the window is told."""

    def __init__(self, app: App) -> None:
        super().__init__()
        app.controller.turn_added.connect(self.acked)
        app.controller.text_arrived.connect(self.shown)

    def say(self, event: str, **more: str) -> None:
        print(json.dumps({"event": event, "at": time.monotonic(), **more}), flush=True)

    @Slot(object)
    def acked(self, turn: Turn) -> None:
        self.say("acked", id=turn.id, role=turn.role, text=turn.text)

    @Slot(str, str)
    def shown(self, turn_id: str, text: str) -> None:
        self.say("shown", id=turn_id, text=text)


def main(profile: str, worker: str, text: str) -> int:
    application = qt_application()
    paths = Paths.profile(Path(profile)).ensure()
    lock = take_lock(paths)
    app = build(paths, make_worker=WORKERS[worker])  # type: ignore[arg-type]
    reporter = Reporter(app)
    with QuitOnSignal(application):
        app.start()
        reporter.say("ready")
        if text:
            app.controller.send(text)
        application.exec()
        ended = app.shut_down()
    lock.unlock()
    if not ended:
        leave_without_worker()  # as the app itself does: the worker may be in the middle of an import
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
