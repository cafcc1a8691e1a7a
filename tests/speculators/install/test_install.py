"""Good plugins: planned as pip would have it, installed, updated, and removed without a trace."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from foreword.speculators.install.carry_out import install
from foreword.speculators.install.catalogue import plugins
from foreword.speculators.install.environment import Environment
from foreword.speculators.install.errors import InstallError
from foreword.speculators.install.planning import latest_version, plan_install, plan_update
from foreword.speculators.install.removal import plan_removal, remove
from tests.fakes.package_index import PackageIndex, plugin, wheel
from tests.speculators.install.conftest import Site


def test_a_plugin_and_what_it_needs_come_and_go(
    index: PackageIndex, site: Site, environment: Environment, tmp_path: Path
) -> None:
    echo = plugin(requires=["echo-tools>=2", "numpy"], files={"foreword_echo_data/word.txt": "echo"})
    index.add("foreword-echo", "1.0", echo)
    index.add("echo-tools", "2.1", wheel("echo-tools", "2.1", {"echo_tools/__init__.py": ""}))

    plan = site.plan("foreword-echo")
    assert site.unchanged()
    shown = {one.name: one for one in plan.packages}
    assert set(shown) == {"foreword-echo", "echo-tools"}
    one = shown["foreword-echo"]
    assert (one.version, one.size, one.replaces, one.sdist) == ("1.0", len(echo), "", False)
    assert one.sha256 == hashlib.sha256(echo).hexdigest()
    assert plan.size == sum(len(content) for content in index.files.values())

    stages: list[str] = []
    done = install(environment, plan, progress=lambda stage, _: stages.append(stage))
    assert (done.speculators, done.fresh, done.updated) == (("echo",), ("echo",), False)
    assert [
        stages.index(next(s for s in stages if s.startswith(w))) for w in ("Fetching", "Installing", "Trying")
    ]
    assert {"foreword_echo.py", "foreword_echo_data", "word.txt", "echo_tools"} <= site.new()
    # Nothing points back at where it was staged, and a later pip knows it by its version.
    assert not list(environment.purelib.glob("foreword_echo-1.0.dist-info/direct_url.json"))
    (listed,) = [one for one in plugins(environment) if one.distribution == "foreword-echo"]
    assert (listed.speculators, listed.bundled, listed.licence) == (("echo",), False, "MIT")
    assert listed.homepage == "https://example.org/foreword-echo"
    assert plugins(environment)[0].bundled

    (tmp_path / "data" / "echo").mkdir(parents=True)
    (tmp_path / "data" / "echo" / "learnt").write_text("x")
    removal = remove(environment, "Foreword_Echo", tmp_path / "data")
    assert (removal.distributions, removal.speculators) == (("foreword-echo", "echo-tools"), ("echo",))
    assert not (tmp_path / "data" / "echo").exists()
    assert site.unchanged()


def test_what_another_plugin_needs_stays(
    index: PackageIndex, site: Site, environment: Environment, tmp_path: Path
) -> None:
    """Also where it came with the one that goes; and what needs a plugin keeps it."""
    index.add("echo-tools", "2.1", wheel("echo-tools", "2.1", {"echo_tools/__init__.py": ""}))
    index.add("foreword-echo", "1.0", plugin(requires=["echo-tools"]))
    site.add("foreword-echo")
    other = plugin("foreword-answer", speculator="answer", module="foreword_answer", requires=["echo-tools"])
    install(environment, index.plan("foreword-answer", "1.0", other))
    assert plan_removal(environment, "foreword-echo").distributions == ("foreword-echo",)
    assert plan_removal(environment, "foreword-answer").distributions == ("foreword-answer",)
    needy = wheel("needy", "1.0", {"needy.py": ""}, requires=["foreword-echo"])
    home = environment.purelib / "needy-1.0.dist-info"
    home.mkdir()
    with zipfile.ZipFile(io.BytesIO(needy)) as archive:
        (home / "METADATA").write_bytes(archive.read("needy-1.0.dist-info/METADATA"))
    with pytest.raises(InstallError, match="needy needs foreword-echo: remove needy first"):
        plan_removal(environment, "foreword-echo")


def test_an_update_replaces_that_plugin_alone(
    index: PackageIndex, site: Site, environment: Environment
) -> None:
    old = plugin(files={"foreword_echo_old.py": ""})
    install(environment, index.plan("foreword-echo", "1.0", old))
    assert plan_update(environment, "foreword-echo") is None
    assert latest_version(environment, "foreword-echo") == ""
    newer = plugin(version="1.1", files={"foreword_echo_new.py": ""})
    index.add("foreword-echo", "1.1", newer)
    assert latest_version(environment, "foreword-echo") == "1.1"
    plan = plan_update(environment, "foreword-echo")
    assert plan is not None
    assert [(one.name, one.replaces, one.version) for one in plan.packages] == [
        ("foreword-echo", "1.0", "1.1")
    ]
    done = install(environment, plan)
    assert (done.fresh, done.updated) == ((), True)
    assert "foreword_echo_new.py" in site.new()
    assert "foreword_echo_old.py" not in site.new()


def test_an_update_that_fails_leaves_the_old_one(
    index: PackageIndex, site: Site, environment: Environment
) -> None:
    old = plugin(files={"foreword_echo_old/part.py": "x = 1\n"})
    install(environment, index.plan("foreword-echo", "1.0", old))
    site.before = site.now()
    index.add("foreword-echo", "1.1", plugin(version="1.1", source="raise RuntimeError('not today')"))
    plan = plan_update(environment, "foreword-echo")
    assert plan is not None
    with pytest.raises(InstallError, match="can't be imported: RuntimeError: not today"):
        install(environment, plan)
    assert site.unchanged()
    assert [one.version for one in plugins(environment) if not one.bundled] == ["1.0"]


def test_a_wheel_on_disk(index: PackageIndex, site: Site, tmp_path: Path) -> None:
    file = tmp_path / "foreword_echo-1.0-py3-none-any.whl"
    file.write_bytes(plugin())
    plan = site.plan(str(file))
    assert [one.size for one in plan.packages] == [file.stat().st_size]
    assert install(site.environment, plan).speculators == ("echo",)
    assert "foreword_echo.py" in site.new()


PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""
BACKEND = """
from pathlib import Path
def get_requires_for_build_wheel(settings=None): return []
def build_wheel(folder, settings=None, metadata=None):
    name = "foreword_echo-1.0-py3-none-any.whl"
    Path(folder, name).write_bytes(Path("built").read_bytes())
    return name
"""


def test_a_folder_is_built_only_where_that_is_allowed(
    index: PackageIndex, site: Site, environment: Environment, tmp_path: Path
) -> None:
    folder = tmp_path / "echo"
    folder.mkdir()
    for name, text in (("pyproject.toml", PROJECT), ("backend.py", BACKEND)):
        (folder / name).write_text(text)
    (folder / "built").write_bytes(plugin())
    with pytest.raises(InstallError, match="built from source"):
        plan_install(environment, str(folder))
    with pytest.raises(InstallError, match="does not exist"):
        plan_install(environment, str(folder / "no"))
    plan = plan_install(environment, str(folder), allow_source=True)
    assert [(one.name, one.sdist, one.sha256) for one in plan.packages] == [("foreword-echo", True, "")]
    assert site.unchanged()
    assert install(environment, plan).fresh == ("echo",)


@pytest.mark.parametrize("text", ["", "  ", "-r x.txt", "--index-url=x", "a b c", "x\n-r y", "==1", "x.whl"])
def test_what_is_no_requirement(environment: Environment, text: str) -> None:
    with pytest.raises(InstallError):
        plan_install(environment, text)


def test_what_is_there_already(index: PackageIndex, site: Site, environment: Environment) -> None:
    install(environment, index.plan("foreword-echo", "1.0", plugin()))
    with pytest.raises(InstallError, match=r"foreword-echo 1\.0 is installed already"):
        site.plan("foreword-echo")
    with pytest.raises(InstallError, match="no plugin 'numpy'"):
        plan_update(environment, "numpy")
