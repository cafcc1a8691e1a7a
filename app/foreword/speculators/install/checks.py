"""What is checked once pip is done: that all fits together, and that the plugin can be imported."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Collection, Sequence
from pathlib import Path

from packaging.utils import canonicalize_name

from foreword.speculators.install import pip
from foreword.speculators.install.environment import Environment
from foreword.speculators.install.errors import InstallError
from foreword.speculators.install.process import Cancelled, Ended, Progress, Watch, run

PROBE_SECONDS = 60.0


def refuse_misfits(
    environment: Environment,
    changed: Collection[str],
    scratch: Path,
    progress: Progress,
    cancelled: Cancelled,
) -> None:
    """Raises InstallError where `pip check` finds something wrong with one of the `changed` distributions
    (canonical names), or with what needs one of them. What else was wrong before is nobody's fault here."""
    watch = Watch("Checking the environment", progress, cancelled)
    ended = pip.call(environment, ["check"], watch, scratch, offline=True)
    if ended.code not in (0, 1) or "Traceback" in ended.output:
        raise pip.failure("the environment can't be checked", ended)
    lines = [line.strip() for line in ended.output.splitlines() if ended.code]
    if ours := [line for line in lines if _concerned(line) & set(changed)]:
        raise InstallError(f"afterwards, not all would fit together: {ours[0]}", "\n".join(ours))


def _concerned(line: str) -> set[str]:
    """Whom a line of `pip check` speaks of: who needs something, and what is needed."""
    found = re.match(r"(\S+) \S+ (?:(?:requires|has requirement) ([\w.-]+)|is not supported)", line)
    return {canonicalize_name(name) for name in found.groups() if name} if found else set()


def probe(
    environment: Environment, names: Sequence[str], scratch: Path, progress: Progress, cancelled: Cancelled
) -> None:
    """Import the speculators of these distributions in a process. Raises InstallError where that fails."""
    if not names:
        return
    answer = scratch / "probe.json"
    command = [str(environment.python), "-P", "-B", "-m", "foreword.speculators.install.probe", str(answer)]
    watch = Watch(f"Trying {', '.join(names)}", progress, cancelled)
    variables = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
    ended = run([*command, *names], watch, variables, limit_seconds=PROBE_SECONDS)
    if (reason := _reason(names[0], answer, ended)) != "":
        raise InstallError(f"{names[0]} was not installed: {reason}", ended.output)


def _reason(name: str, answer: Path, ended: Ended) -> str:
    if answer.exists():
        return str(json.loads(answer.read_text(encoding="utf-8"))["reason"])
    if ended.timed_out:
        return f"importing it had not ended after {PROBE_SECONDS:g} seconds"
    return f"importing it ended the process ({_how(ended.code)})"


def _how(code: int) -> str:
    if code >= 0:
        return f"status {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
