"""Interrupts the download of one model some hundred times, in every way, and looks at what is left.

Run as `python -m tests.bench.download_torture [--interruptions N] [--megabytes N] [--seed N]`. A model of
several files is fetched from a hub on this computer by the real engine in its real processes, which are
paused, killed, cut off, kept waiting, lied to and restarted. After every interruption, no file may stand
under its final name that isn't whole; at the end, every file must be there, byte for byte.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from foreword.model_messages import Download
from foreword.models.downloads import Downloads
from foreword.models.hub import Hub
from foreword.models.network import NetworkOptions, Patience
from foreword.paths import Paths
from tests.fakes.hub_server import COMMIT, Fault, HubServer, Kind, serving

NAME = "someone/large"
SHARDS = 4
PATIENCE = Patience(stall=0.4, connect=5.0, tries=4, backoff=0.01, reserve=0)
FAULTS: tuple[Kind, ...] = (
    "reset", "truncate", "stall", "corrupt", "status", "no_range", "wrong_range", "longer", "etag", "expired",
)  # fmt: skip
#: What strikes from our side: the user pauses, the process or the whole app is killed, the app restarts.
OURS = ("pause", "kill", "restart")
LIMIT_SECONDS = 3600.0


class Torture:
    """One model, one cache, one profile; `broken` is what was found wrong."""

    def __init__(self, root: Path, server: HubServer, model: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.paths = Paths.profile(root / "profile").ensure()
        self.cache = root / "cache"
        self.server, self.model = server, model
        self.struck: Counter[str] = Counter()
        self.broken: list[str] = []
        self._state = threading.Condition()
        self._last = Download(NAME, NAME, "paused")
        self.downloads = self._open()

    def run(self, interruptions: int) -> None:
        """Until so many interruptions have struck and the model is whole all the same."""
        end = time.monotonic() + LIMIT_SECONDS
        while time.monotonic() < end:
            wanted = sum(self.struck.values()) + len(self.server.struck) < interruptions
            self.server.bytes_per_second = 20_000_000 if wanted else 0
            if wanted:
                self._plant()
            self.downloads.start(NAME)
            self._interrupt() if wanted else self._wait_until(self._rests)
            self._look()
            if self._last.state == "done":
                if not wanted:
                    break
                self._begin_anew()
        self.downloads.close()
        self._look(whole=True)

    def _plant(self) -> None:
        """Some faults of the server, to strike whenever their turn comes."""
        names = [file.name for file in self.model.iterdir()]
        for _ in range(self.random.randrange(1, 4)):
            kind = self.random.choice(FAULTS)
            name = self.random.choice(names) if kind in {"etag", "corrupt"} else ""
            after = self.random.randrange(0, 4_000_000)
            self.server.faults.append(
                Fault(kind, name, 1, after, self.random.choice((500, 502, 503, 429)), "0")
            )

    def _interrupt(self) -> None:
        """Let it run for a moment, then strike from our side; or let the server's faults do it alone."""
        if self.random.random() < 0.8:  # mostly while bytes are travelling, sometimes long before
            self._wait_until(lambda: self._last.stage.startswith("Downloading") or self._rests(), 60.0)
        self._wait_until(self._rests, self.random.uniform(0.0, 0.6))
        if self._rests():
            return
        how = self.random.choice(OURS)
        self.struck[how] += 1
        if how == "pause":
            self.downloads.pause(NAME)
            self._wait_until(self._rests)
        elif how == "kill":
            _kill_children()
            self._wait_until(self._rests)
        else:
            self.downloads.close(30)
            self.downloads = self._open()

    def _begin_anew(self) -> None:
        """It was whole too soon: take it away again, and go on."""
        self._look(whole=True)
        self.downloads.close(30)
        shutil.rmtree(self.cache)
        self.downloads = self._open()

    def _open(self) -> Downloads:
        self._last = Download(NAME, NAME, "paused")
        return Downloads(self.paths, self._told, NetworkOptions, hub=self._hub, patience=PATIENCE)

    def _hub(self, options: NetworkOptions) -> Hub:
        return Hub(self.server.url, self.cache, options, PATIENCE)

    def _told(self, download: Download) -> None:
        with self._state:
            self._last = download
            self._state.notify_all()

    def _rests(self) -> bool:
        return self._last.state in {"done", "paused", "failed"}

    def _wait_until(self, fits: Callable[[], bool], seconds: float = 300.0) -> None:
        with self._state:
            self._state.wait_for(fits, seconds)

    def _look(self, *, whole: bool = False) -> None:
        """Nothing unfinished under a final name; with `whole`, everything there."""
        repo = self.cache / "models--someone--large"
        place = repo / "snapshots" / COMMIT
        for file in self.model.iterdir():
            kept = place / file.name
            if kept.exists() and kept.read_bytes() != file.read_bytes():
                self.broken.append(f"{file.name} is not whole under its name")
            if whole and not kept.exists():
                self.broken.append(f"{file.name} is missing")
        blobs = {file for file in repo.glob("blobs/*") if file.suffix != ".incomplete"}
        sizes = {file.stat().st_size for file in self.model.iterdir()}
        self.broken.extend(
            f"{blob.name} has a wrong size" for blob in blobs if blob.stat().st_size not in sizes
        )
        if (repo / "refs" / "main").exists() and len(list(place.iterdir())) < len(list(self.model.iterdir())):
            self.broken.append("the name means a model that is not whole")


def _kill_children() -> None:
    """As the system does it when memory runs out: no warning, no last words."""
    import psutil

    for child in psutil.Process().children(recursive=True):
        if "foreword.models.download_child" in child.cmdline():
            child.kill()


def make_model(folder: Path, tiny: Path, megabytes: int) -> Path:
    """A model of several weight files, as long as wanted; the description is a real one."""
    shutil.copytree(tiny, folder, ignore=shutil.ignore_patterns("*.safetensors"))
    shards = [f"model-{number + 1:05}-of-{SHARDS:05}.safetensors" for number in range(SHARDS)]
    numbers = random.Random(1)
    for number, name in enumerate(shards):
        (folder / name).write_bytes(numbers.randbytes(megabytes * 1_000_000 // SHARDS + number))
    index = {"weight_map": {f"tensor.{number}": name for number, name in enumerate(shards)}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    (folder / "generation_config.json").write_text("{}")
    return folder


def main() -> int:
    from tests.models.tiny import write_tiny_llama

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--interruptions", type=int, default=300, metavar="N")
    parser.add_argument("--megabytes", type=int, default=40, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tiny = write_tiny_llama(Path(folder) / "tiny")
        model = make_model(Path(folder) / "large", tiny, options.megabytes)
        with serving({NAME: model}) as server:
            torture = Torture(Path(folder), server, model, options.seed)
            torture.run(options.interruptions)
            return report(torture, server, model)


def report(torture: Torture, server: HubServer, model: Path) -> int:
    struck = torture.struck + Counter(server.struck)
    size = sum(file.stat().st_size for file in model.iterdir())
    for kind, count in sorted(struck.items()):
        print(f"{kind:12} {count:5}")
    print(f"{'all':12} {sum(struck.values()):5}")
    print(f"{size / 1e6:.0f} MB in {len(list(model.iterdir()))} files; {server.sent / 1e6:.0f} MB sent")
    print("\n".join(torture.broken) or "every file byte for byte, none ever unfinished under its name")
    return 1 if torture.broken else 0


if __name__ == "__main__":
    sys.exit(main())
