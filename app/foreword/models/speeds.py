"""How fast each model has run here without drafts, by precision: one small file, written by hand of nobody.

A convenience for lists: a damaged file counts as empty, and a lost one costs nothing.
"""

from __future__ import annotations

import json
import math

from foreword.paths import Paths

MOST = 500


def read_speeds(paths: Paths) -> dict[str, dict[str, float]]:
    """Tokens per second by folder and precision."""
    try:
        content = json.loads((paths.state / "speeds.json").read_text(encoding="utf-8"))
        return {
            str(folder): {str(precision): float(speed) for precision, speed in speeds.items() if speed > 0}
            for folder, speeds in content.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def note_speed(paths: Paths, folder: str, precision: str, tokens_per_second: float) -> None:
    """Keep what was measured last. Raises OSError where it can't be written."""
    if not folder or not math.isfinite(tokens_per_second) or tokens_per_second <= 0:
        return
    speeds = read_speeds(paths)
    known = speeds.pop(folder, {})
    speeds[folder] = {**known, precision: round(tokens_per_second, 2)}
    while len(speeds) > MOST:
        del speeds[next(iter(speeds))]
    file = paths.state / "speeds.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(".new")
    draft.write_text(json.dumps(speeds), encoding="utf-8")
    draft.replace(file)
