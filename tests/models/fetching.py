"""Downloads for tests: the job of a download's process done in this one, which is quicker, and its voice."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from foreword.models.download_child import Voice, carry_out
from foreword.models.download_job import Ended, Job, Report, message_of
from foreword.models.download_plan import Plan
from foreword.models.network import NetworkOptions, Patience

NAME = "someone/tiny-llama"
#: Waits too short to notice, and no room kept on a disk that is nobody's.
QUICK = Patience(stall=0.5, connect=2.0, tries=4, backoff=0.01, reserve=0)


class Heard:
    """What a download said."""

    def __init__(self, when: Callable[[Report], bool] = lambda _report: False) -> None:
        """Once a report fits, it is asked to stop."""
        self.stop = threading.Event()
        self.reports: list[Report] = []
        self.plans: list[Plan] = []
        self._when = when

    def say(self, line: str) -> None:
        message = message_of(line)
        if isinstance(message, Plan):
            self.plans.append(message)
        elif isinstance(message, Report):
            self.reports.append(message)
            if self._when(message):
                self.stop.set()

    @property
    def stages(self) -> list[str]:
        return [report.stage for report in self.reports]


def hub_job(
    endpoint: str,
    cache: Path,
    *,
    name: str = NAME,
    options: NetworkOptions | None = None,
    commit: str = "",
    patience: Patience = QUICK,
) -> Job:
    # That the architecture is known is for others to test: asking it imports torch.
    described = bool(commit)
    return Job("hub", name, str(cache), options or NetworkOptions(), patience, endpoint, commit, described)


def fetch_here(job: Job, heard: Heard | None = None) -> Path:
    heard = heard or Heard()
    found = carry_out(job, Voice(heard.say, heard.stop))
    assert found is not None
    return found


__all__ = ["NAME", "QUICK", "Ended", "Heard", "fetch_here", "hub_job"]
