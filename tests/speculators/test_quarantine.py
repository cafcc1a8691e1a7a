"""An import that ends the process is blamed at the next start, and not tried again by itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from foreword.speculators.pool import Pool
from foreword.speculators.quarantine import REASON, Quarantine, Suspect
from foreword.speculators.registry import Registry
from tests.fakes.distributions import SPECULATOR, install, put_on_path

SUSPECT = Suspect("far", "far-away", "1.2.3", "faraway:Far")
DIES = "import os\nos._exit(9)\n"


def die_importing(state: Path, suspect: Suspect = SUSPECT) -> None:
    """A process of its own that ends in the middle of an import."""
    probe = (
        "import os, sys; from pathlib import Path\n"
        "from foreword.speculators.quarantine import Quarantine, Suspect\n"
        f"with Quarantine(Path({str(state)!r})).importing({suspect!r}): os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", probe], check=False).returncode == 9


def names(state: Path) -> list[str]:
    return sorted(path.name for path in state.iterdir())


def test_an_import_that_ends_well_leaves_no_trace(tmp_path: Path) -> None:
    quarantine = Quarantine(tmp_path)
    with quarantine.importing(SUSPECT):
        (marker,) = tmp_path.glob("importing-*.json")
        assert json.loads(marker.read_text())["distribution"] == "far-away"
    assert names(tmp_path) == []
    assert Quarantine(tmp_path).reason(SUSPECT) == ""


def test_one_that_raises_leaves_none_either(tmp_path: Path) -> None:
    with pytest.raises(SystemExit), Quarantine(tmp_path).importing(SUSPECT):
        raise SystemExit
    assert names(tmp_path) == []


def test_one_that_ends_the_process_is_blamed_at_every_start_until_it_is_released(tmp_path: Path) -> None:
    die_importing(tmp_path)
    for _ in range(2):
        quarantine = Quarantine(tmp_path)
        assert quarantine.reason(SUSPECT) == REASON
        assert names(tmp_path) == ["quarantine.json"]
    quarantine.release("another")
    assert Quarantine(tmp_path).reason(SUSPECT) == REASON
    quarantine.release("far")
    assert Quarantine(tmp_path).reason(SUSPECT) == ""


def test_another_version_is_another_matter(tmp_path: Path) -> None:
    die_importing(tmp_path)
    assert Quarantine(tmp_path).reason(Suspect("far", "far-away", "1.2.4", "faraway:Far")) == ""


def test_an_import_that_goes_on_in_another_process_is_nobodys_fault(tmp_path: Path) -> None:
    probe = (
        "import sys; from pathlib import Path\n"
        "from foreword.speculators.quarantine import Quarantine, Suspect\n"
        f"with Quarantine(Path({str(tmp_path)!r})).importing({SUSPECT!r}):\n"
        "    print('importing', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", probe], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "importing\n"
        assert Quarantine(tmp_path).reason(SUSPECT) == ""
        assert len(list(tmp_path.glob("importing-*.json"))) == 1, "its marker is left to it"
        other.communicate()
    assert names(tmp_path) == []


def test_an_import_that_hangs_when_the_app_ends_in_order_is_not_blamed(tmp_path: Path) -> None:
    quarantine = Quarantine(tmp_path)
    hanging = quarantine.importing(SUSPECT)
    hanging.__enter__()
    quarantine.withdraw()
    assert list(tmp_path.glob("importing-*.json")) == []
    hanging.__exit__(None, None, None)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"name": 1}', '["far"]', "null", "\0\0"])
def test_damaged_files_blame_nobody(tmp_path: Path, text: str) -> None:
    (tmp_path / "quarantine.json").write_text(text)
    (tmp_path / "importing-1-far.json").write_text(text)
    quarantine = Quarantine(tmp_path)
    assert quarantine.reason(SUSPECT) == ""
    assert list(tmp_path.glob("importing-*")) == []


def test_a_disk_that_takes_no_notes_doesnt_keep_one_from_importing(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file in the way")
    with Quarantine(tmp_path / "state").importing(SUSPECT):
        pass


# --- with a real distribution


@pytest.fixture
def deadly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    put_on_path(tmp_path / "site", monkeypatch)
    install(
        tmp_path / "site", "far-away", speculators={"far": "faraway_dies:Far"}, versions={"far": "v1.0"},
        sources={"faraway_dies": DIES},
    )  # fmt: skip
    return tmp_path


def start(folder: Path) -> int:
    """A process that switches it on, as the app does at its start. Its exit code."""
    probe = (
        "import sys; from pathlib import Path\n"
        f"sys.path.insert(0, {str(folder / 'site')!r})\n"
        "from foreword.speculators.pool import Pool\nfrom foreword.speculators.registry import Registry\n"
        f"folder = Path({str(folder)!r})\n"
        "pool = Pool(Registry(state=folder / 'state'), lambda: frozenset(['far']), folder / 'data')\n"
        "pool.refresh(); pool.close()"
    )
    return subprocess.run([sys.executable, "-c", probe], check=False).returncode


def test_a_plugin_that_kills_the_process_on_import_does_so_once(deadly: Path) -> None:
    assert start(deadly) == 9
    assert start(deadly) == 0
    on = {"far"}
    registry = Registry(state=deadly / "state")
    pool = Pool(registry, lambda: frozenset(on), deadly / "data")
    pool.refresh()
    (info,) = [info for info in pool.infos(None) if info.name == "far"]
    assert (info.state, info.reason) == ("quarantined", REASON)
    assert "faraway_dies" not in sys.modules

    # Switched off and on again, and mended meanwhile.
    (deadly / "site" / "faraway_dies.py").write_text(SPECULATOR.format(name="Far"))
    on.clear()
    pool.refresh()
    assert [info.state for info in pool.infos(None) if info.name == "far"] == ["quarantined"]
    on.add("far")
    pool.refresh()
    (info,) = [info for info in pool.infos(None) if info.name == "far"]
    assert (info.state, info.reason) == ("active", "")
    pool.close()
    assert Quarantine(deadly / "state").reason(registry.records[0].suspect) == ""


def test_switched_on_anew_and_still_deadly_it_goes_back(deadly: Path) -> None:
    assert start(deadly) == 9
    Quarantine(deadly / "state").release("far")
    assert start(deadly) == 9
    assert start(deadly) == 0


def test_trying_again_releases_it(deadly: Path) -> None:
    assert start(deadly) == 9
    pool = Pool(Registry(state=deadly / "state"), lambda: frozenset(["far"]), deadly / "data")
    pool.refresh()
    (deadly / "site" / "faraway_dies.py").write_text(SPECULATOR.format(name="Far"))
    pool.retry("far")
    assert [info.state for info in pool.infos(None) if info.name == "far"] == ["active"]
    pool.close()
