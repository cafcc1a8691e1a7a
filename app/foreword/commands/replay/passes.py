"""What a pass costs: the times that were measured where these replies were written, or none.

With them a replay verifies what the app would have verified; without them it verifies all that fits into
one width, which shows the drafts themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from foreword.engine.calibration import Calibration, Survival
from foreword.engine.planner import Planner
from foreword.paths import Paths
from foreword.worker.service import pass_times_file

WIDTH = 16
"""Without measured times: of the width that drafts are cut to where nothing says what they cost."""


@dataclass(frozen=True, slots=True)
class Passes:
    """The widths of a pass, whether it may verify trees, and the file of its times where one exists."""

    widths: tuple[int, ...] = (WIDTH,)
    branches: bool = False
    times: Path | None = None

    @classmethod
    def find(
        cls, paths: Paths, name: str, fingerprints: Iterable[Mapping[str, str]], branches: bool
    ) -> Passes:
        """The times of the model `name` as the first of these fingerprints has it that has any."""
        for fingerprint in fingerprints:
            file = pass_times_file(paths, name, fingerprint)
            widths = tuple(int(width) for width in fingerprint.get("widths", "").split())
            if widths and Calibration(widths, file).times.measured:
                return cls(widths, fingerprint.get("mode") == "fast", file)
        return cls(branches=branches)

    def planner(self) -> Planner:
        """A planner that knows these times, and nothing yet of any speculator."""
        calibration = Calibration(self.widths, self.times)
        calibration.survival = Survival()
        return Planner(self.widths, self.branches, calibration)

    def in_words(self) -> str:
        shape = "trees" if self.branches else "chains"
        if self.times is None:
            return f"{shape}, all that fits a width of {WIDTH}: no pass of this model was timed here"
        return f"{shape}, as far as they pay by the pass times measured here"
