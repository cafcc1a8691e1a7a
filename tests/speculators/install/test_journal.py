"""A change that was interrupted is undone by the next one; two at once don't happen."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock

from foreword.speculators.install import journal
from foreword.speculators.install.carry_out import install
from foreword.speculators.install.environment import Environment
from foreword.speculators.install.errors import InstallError
from tests.fakes.package_index import PackageIndex, plugin
from tests.speculators.install.conftest import Site

VICTIM = """
import pickle, sys
from pathlib import Path
from foreword.speculators.install.carry_out import install
from foreword.speculators.install.environment import Environment
plan = pickle.loads(Path(sys.argv[2]).read_bytes())
install(Environment.of(Path(sys.argv[1])), plan)
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks into /proc")
def test_a_kill_in_the_middle_of_an_update_is_undone(
    index: PackageIndex, site: Site, environment: Environment, tmp_path: Path
) -> None:
    old = plugin(files={"foreword_echo_old/part.py": "x = 1\n"})
    install(environment, index.plan("foreword-echo", "1.0", old))
    site.before = site.now()
    slow = plugin(version="1.1", source="import time\ntime.sleep(30)", files={"foreword_new/a.py": ""})
    plan = index.plan("foreword-echo", "1.1", slow)
    plan = replace(plan, packages=(replace(plan.packages[0], replaces="1.0"),))
    (tmp_path / "plan").write_bytes(pickle.dumps(plan))
    command = [sys.executable, "-c", VICTIM, str(environment.python), str(tmp_path / "plan")]
    victim = subprocess.Popen(command, env={**os.environ, "TMPDIR": str(tmp_path)})
    until = time.monotonic() + 60
    while not (environment.purelib / "foreword_new" / "a.py").exists():
        assert time.monotonic() < until
        assert victim.poll() is None
        time.sleep(0.05)
    os.kill(victim.pid, signal.SIGKILL)
    victim.wait()
    assert journal.interrupted(environment)
    assert not site.unchanged()
    _wait_for_orphans(environment)
    with journal.locked(environment):
        pass
    assert site.unchanged()
    assert not journal.interrupted(environment)


def _wait_for_orphans(environment: Environment) -> None:
    """What the victim had started ends by itself, although the plugin's import would sleep on."""
    until = time.monotonic() + 15
    while _running(environment):
        assert time.monotonic() < until
        time.sleep(0.1)


def _running(environment: Environment) -> bool:
    """Whether a process runs on the interpreter of this very environment."""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if file.read_bytes().split(b"\0")[0] == os.fsencode(environment.python):
                return True
        except OSError:
            continue
    return False


def test_two_at_once(index: PackageIndex, site: Site, environment: Environment) -> None:
    plan = index.plan("foreword-echo", "1.0", plugin())
    environment.desk.mkdir(parents=True)
    with (
        FileLock(environment.desk / "lock"),
        pytest.raises(InstallError, match="being changed by another Foreword"),
    ):
        install(environment, plan)
    assert site.unchanged()
