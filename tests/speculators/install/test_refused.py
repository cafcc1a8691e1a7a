"""Bad plugins: each is refused with one line, and the environment is byte for byte as before."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import pytest

from foreword.speculators.install import checks
from foreword.speculators.install.carry_out import install
from foreword.speculators.install.environment import Environment
from foreword.speculators.install.errors import InstallCancelled, InstallError
from foreword.speculators.install.inspection import inspect
from foreword.speculators.install.planning import plan_install
from foreword.speculators.install.removal import plan_removal
from foreword.speculators.install.wheels import read_wheel
from tests.fakes.package_index import PackageIndex, plugin, sdist, wheel
from tests.speculators.install.conftest import Site


def refused(site: Site, index: PackageIndex, content: bytes, reason: str, version: str = "1.0") -> str:
    """Serve it, try to install it, and see that nothing came of it. The whole line."""
    index.add("foreword-echo", version, content)
    with pytest.raises(InstallError, match=reason) as caught:
        site.add("foreword-echo")
    assert site.unchanged()
    assert "\n" not in caught.value.reason
    return caught.value.reason


# --- refused by the plan


@pytest.mark.parametrize("name", ["torch", "PySide6_Essentials", "foreword", "pip", "typing.extensions"])
def test_what_the_app_is_made_of(environment: Environment, name: str) -> None:
    with pytest.raises(InstallError, match="part of Foreword itself"):
        plan_install(environment, f"{name}==99")
    with pytest.raises(InstallError, match="part of Foreword itself"):
        plan_removal(environment, name)


def test_one_that_needs_a_newer_torch(index: PackageIndex, site: Site) -> None:
    index.add("torch", "99.0", wheel("torch", "99.0", {"torch/__init__.py": ""}))
    line = refused(site, index, plugin(requires=["torch>=99"]), "needs torch>=99")
    assert "torch==" in line
    assert "installed here" in line


def test_one_that_needs_another_version_of_what_others_use(index: PackageIndex, site: Site) -> None:
    index.add("pytest", "1.0", wheel("pytest", "1.0", {"pytest.py": ""}))
    refused(site, index, plugin(requires=["pytest<2"]), "needs pytest<2, but pytest==")


def test_one_whose_needs_nothing_fulfils(index: PackageIndex, site: Site) -> None:
    refused(site, index, plugin(requires=["no-such-thing"]), "no wheel of no-such-thing")


def test_one_that_the_index_does_not_have(index: PackageIndex, site: Site) -> None:
    with pytest.raises(InstallError, match=r"no wheel of foreword-nothing .*check the name"):
        site.plan("foreword-nothing")


SETUP = (
    "from pathlib import Path\nPath({!r}).write_text('ran')\nfrom setuptools import setup\nsetup(name='x')"
)


def test_source_does_not_run(index: PackageIndex, site: Site, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    archive = sdist("foreword-echo", "1.0", SETUP.format(str(canary)))
    index.add("foreword-echo", "1.0", archive, kind=".tar.gz")
    with pytest.raises(InstallError, match="no wheel of foreword-echo"):
        site.plan("foreword-echo")
    with pytest.raises(InstallError, match="built from source"):
        site.plan(f"foreword-echo @ {index.url}/files/foreword_echo-1.0.tar.gz")
    with pytest.raises(InstallError, match="built from source"):
        site.plan(f"{index.url}/files/foreword_echo-1.0.tar.gz")
    assert not canary.exists()


def test_source_that_a_wheel_names_by_its_address_does_not_run(
    index: PackageIndex, site: Site, tmp_path: Path
) -> None:
    """pip's own `--only-binary` lets this through."""
    canary = tmp_path / "canary"
    index.add("evil", "1.0", sdist("evil", "1.0", SETUP.format(str(canary))), kind=".tar.gz")
    needs = [f"evil @ {index.url}/files/evil-1.0.tar.gz"]
    refused(site, index, plugin(requires=needs), "would be built from source")
    assert not canary.exists()


def test_a_wrong_checksum(index: PackageIndex, site: Site) -> None:
    index.promised["foreword_echo-1.0-py3-none-any.whl"] = "0" * 64
    refused(site, index, plugin(), "checksum is not the promised one")


def test_half_a_wheel(index: PackageIndex, site: Site) -> None:
    refused(site, index, plugin()[:-200], "foreword-echo can't be installed: pip says: ")


def test_an_index_that_is_away(site: Site, monkeypatch: pytest.MonkeyPatch, index: PackageIndex) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    with pytest.raises(InstallError, match="is not reachable"):
        site.plan("foreword-echo")
    assert site.unchanged()


def test_a_file_that_changes_between_plan_and_fetch(index: PackageIndex, site: Site) -> None:
    plan = index.plan("foreword-echo", "1.0", plugin())
    index.add("foreword-echo", "1.0", plugin(files={"more.py": ""}))
    with pytest.raises(InstallError, match="checksum"):
        install(site.environment, plan)
    assert site.unchanged()


# --- refused for what the wheel holds

HOME = "foreword_echo-1.0"
BAD = {
    "torch/extra.py": "module torch, which is there already",
    "foreword/api/draft.py": "module foreword, which is there already",
    "foreword_ngram/__init__.py": "module foreword_ngram, which is there already",
    "json.py": "module json, which is one of Python's own",
    "JSON/__init__.py": "module JSON, which is one of Python's own",
    "sitecustomize.py": "every Python here would run at its start",
    "evil.pth": "every Python here would run at its start",
    f"{HOME}.data/purelib/evil.pth": "every Python here would run at its start",
    f"{HOME}.data/platlib/numpy/evil.py": "module numpy, which is there already",
    f"{HOME}.data/data/pyvenv.cfg": "would overwrite pyvenv.cfg",
    f"{HOME}.data/data/lib/python3.{sys.version_info[1]}/site-packages/x.py": "has no place",
    f"{HOME}.data/scripts/python": "would overwrite bin/python",
    f"{HOME}.data/nowhere/x": "no place to install to",
    "other-1.0.data/purelib/x.py": "data folder of another distribution",
    "torch-99.0.dist-info/METADATA": "2 folders of metadata",
    "../outside.py": "leads elsewhere",
    "/outside.py": "leads elsewhere",
    "a\\b.py": "leads elsewhere",
    "FOREWORD_ECHO.py": "two files of one name",
    "_seen.pth": "every Python here",
}


@pytest.mark.parametrize("name", BAD)
def test_files_that_are_not_its_own(site: Site, tmp_path: Path, environment: Environment, name: str) -> None:
    file = tmp_path / f"{HOME}-py3-none-any.whl"
    file.write_bytes(plugin(files={name: "evil"}))
    with pytest.raises(InstallError, match=BAD[name]):
        inspect([read_wheel(file, environment)], environment, environment.distributions(), None)


def test_shadowing_by_a_dependency_is_found_before_anything_changes(index: PackageIndex, site: Site) -> None:
    index.add("innocent", "1.0", wheel("innocent", "1.0", {"torch/nn/more.py": "evil"}))
    refused(site, index, plugin(requires=["innocent"]), "innocent brings a module torch")


@pytest.mark.parametrize("command", ["python", "../evil", "activate"])
def test_commands_that_are_there_already(
    site: Site, tmp_path: Path, environment: Environment, command: str
) -> None:
    file = tmp_path / f"{HOME}-py3-none-any.whl"
    file.write_bytes(plugin(points=f"[console_scripts]\n{command} = foreword_echo:main\n"))
    with pytest.raises(InstallError, match=r"would overwrite|leads elsewhere"):
        inspect([read_wheel(file, environment)], environment, environment.distributions(), None)


def test_no_plugin_at_all(index: PackageIndex, site: Site) -> None:
    refused(site, index, wheel("foreword-echo", "1.0", {"foreword_echo.py": ""}), "not a plugin for Foreword")


def test_a_name_that_is_taken(index: PackageIndex, site: Site) -> None:
    """Installed, neither of the two could be used: it would take the other one away."""
    refused(site, index, plugin(speculator="ngram"), "brings a speculator ngram, which foreword has already")


def test_two_plugins_of_one_name(index: PackageIndex, site: Site) -> None:
    first = plugin("foreword-first", module="foreword_first")
    install(site.environment, index.plan("foreword-first", "1.0", first))
    site.before = site.now()
    refused(site, index, plugin(), "which foreword-first has already")


@pytest.mark.parametrize(
    ("api", "reason"),
    [
        (None, "declares no interface version"),
        ("v2.0", "was written for interface v2.0"),
        ("v1.99", "update Foreword"),
        ("soon", "declares the interface version 'soon'"),
    ],
)
def test_an_interface_that_does_not_fit(
    site: Site, tmp_path: Path, environment: Environment, api: str | None, reason: str
) -> None:
    file = tmp_path / f"{HOME}-py3-none-any.whl"
    file.write_bytes(plugin(api=api))
    with pytest.raises(InstallError, match=reason):
        inspect([read_wheel(file, environment)], environment, environment.distributions(), None)


# --- refused once it is tried


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise RuntimeError('no')", "can't be imported: RuntimeError: no"),
        ("import sys; sys.exit(3)", "can't be imported: SystemExit"),
        ("import os; os._exit(3)", "ended the process .status 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "ended the process .SIGSEGV"),
        ("Echo = 5", "is no foreword.api.Speculator"),
        (
            "import sysconfig\nfrom pathlib import Path\nfrom foreword.api import Speculator as Echo\n"
            "try: Path(sysconfig.get_path('purelib'), 'evil.py').write_text('x')\nexcept OSError: pass\n",
            "importing it would change .*evil.py",
        ),
        (
            "import subprocess, sys, sysconfig\nsubprocess.run([sys.executable, '-c', 'import sysconfig, "
            'pathlib; pathlib.Path(sysconfig.get_path("purelib"), "evil.py").write_text("x")\'])\n'
            "from foreword.api import Speculator as Echo",
            "evil.py, which isn't its own",
        ),
    ],
)
def test_an_import_that_ends_badly(index: PackageIndex, site: Site, source: str, reason: str) -> None:
    with pytest.raises(InstallError, match=reason):
        install(site.environment, index.plan("foreword-echo", "1.0", plugin(source=source)))
    assert site.unchanged()


def test_an_import_that_hangs(index: PackageIndex, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "PROBE_SECONDS", 2.0)
    source = "import time\nwhile True: time.sleep(1)"
    with pytest.raises(InstallError, match="had not ended after 2 seconds"):
        install(site.environment, index.plan("foreword-echo", "1.0", plugin(source=source)))
    assert site.unchanged()


# --- cancelled


def test_stopped_while_the_index_is_slow(index: PackageIndex, site: Site) -> None:
    plan = index.plan("foreword-echo", "1.0", plugin())
    index.slow = True
    stop, started = threading.Event(), time.monotonic()

    def watch(stage: str, fraction: float | None) -> None:
        if index.asked and index.asked[-1].endswith(".whl") and time.monotonic() - started > 1:
            stop.set()

    index.asked.clear()
    with pytest.raises(InstallCancelled):
        install(site.environment, plan, progress=watch, cancelled=stop.is_set)
    assert site.unchanged()


@pytest.mark.parametrize("stage", ["Installing", "Trying"])
def test_stopped_when_files_are_there_already(index: PackageIndex, site: Site, stage: str) -> None:
    slow = "import time\ntime.sleep(30)\n"
    content = plugin(source=slow, files={f"foreword_many/{n}.py": "" for n in range(50)})
    plan = index.plan("foreword-echo", "1.0", content)
    stop = threading.Event()

    def watch(now: str, fraction: float | None) -> None:
        there = (site.environment.purelib / "foreword_echo.py").exists()
        if now.startswith(stage) and there:
            stop.set()

    with pytest.raises(InstallCancelled):
        install(site.environment, plan, progress=watch, cancelled=stop.is_set)
    assert stop.is_set()
    assert site.unchanged()
