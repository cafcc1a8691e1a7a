"""`foreword doctor`: says what there is and what is wrong, and changes nothing."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from foreword import __version__
from foreword.commands import doctor
from foreword.storage.store import ChatStore
from foreword.worker import service
from tests.commands.conftest import Run
from tests.fakes import speculators as fakes
from tests.fakes.speculators import registry_of


def problems(text: str) -> list[str]:
    return [line.removeprefix("problem: ") for line in text.splitlines() if line.startswith("problem: ")]


def test_where_all_is_well(foreword: Run, tiny: Path) -> None:
    ran = foreword("doctor", "--model", str(tiny))
    lines = ran.out.splitlines()
    assert (ran.code, ran.err, problems(ran.out)) == (0, "", [])
    assert lines[0].startswith(f"foreword {__version__}, Python {sys.version_info.major}.")
    assert [line.split()[0] for line in lines[1:7]] == list(doctor.PACKAGES)
    assert any(
        line.startswith("device: ") and line.endswith(f", {os.cpu_count()} processors") for line in lines
    )
    assert "window: can open" in lines
    assert "chats: none yet" in lines
    assert f"model: tiny in {tiny}" in lines
    assert f"  ngram: active, from foreword {__version__}" in lines
    assert lines[-1] == "all is well"


def test_a_fresh_machine_lacks_the_starter_model(foreword: Run, tmp_path: Path) -> None:
    ran = foreword("doctor")
    assert ran.code == 1
    assert "model: starter (not ready)" in ran.out
    (problem,) = problems(ran.out)
    assert "foreword models pull starter" in problem
    assert ran.out.endswith("1 problem(s)\n")
    assert not (tmp_path / "profile").exists(), "it only reads"


def test_it_counts_the_chats_and_leaves_the_files_as_they_are(
    foreword: Run, tiny: Path, tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    ChatStore.open(profile / "chats.db").close()
    before = {path.name: path.read_bytes() for path in profile.iterdir()}
    ran = foreword("doctor", "--model", str(tiny))
    assert ran.code == 0
    assert "chats: 0 conversations, " in ran.out
    assert {path.name: path.read_bytes() for path in profile.iterdir()} == before


def test_everything_that_is_wrong_is_listed_at_once(
    foreword: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    (profile / "settings.toml").write_text(
        "[speculators]\nenabled = { RaisesInConstructor = true, gone = true }\n[odd]\nkey = 1\n"
    )
    (profile / "chats.db").write_bytes(b"this is no database" * 100)
    monkeypatch.setattr(doctor, "PACKAGES", ("torch", "no-such-package-anywhere"))
    registry = registry_of(fakes.RaisesInConstructor, fakes.Silent)
    registry.records[1].incompatible = "was written for interface v9.0"
    monkeypatch.setattr(service, "Registry", lambda **_: registry)
    ran = foreword("doctor", "--model", str(tmp_path / "missing"))
    assert ran.code == 1
    assert "  no-such-package-anywhere missing" in ran.out
    assert "chats: unreadable" in ran.out
    assert "  RaisesInConstructor: failed (could not be built: RuntimeError: no constructor today)" in ran.out
    told = "\n".join(problems(ran.out))
    for part in (
        "no-such-package-anywhere is not installed: run pip install foreword again",
        "unknown setting odd.key",
        "chats.db can't be read: ",
        "there is no folder ",
        "the speculator RaisesInConstructor from unknown: could not be built",
        "the speculator Silent from unknown: was written for interface v9.0",
        "the speculator gone is switched on but not installed",
    ):
        assert part in told
    assert ran.out.endswith(f"{len(problems(ran.out))} problem(s)\n")


def test_a_disk_that_is_nearly_full_and_a_folder_that_is_closed(
    foreword: Run, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "profile").mkdir()
    usage = doctor.shutil.disk_usage(tmp_path)._replace(free=120_000_000)
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage)
    monkeypatch.setattr(doctor.os, "access", lambda *_: False)
    told = problems(foreword("doctor", "--model", str(tiny)).out)
    assert any(line.startswith("only 120 MB are free where ") for line in told)
    assert any(
        line.endswith("can't be written: change its permissions or use --profile DIR") for line in told
    )


def test_a_missing_library_of_qt_or_torch_is_a_problem_and_no_crash(
    foreword: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> None:
        raise ImportError("libEGL.so.1: cannot open shared object file")

    monkeypatch.setattr(doctor, "import_module", missing)
    monkeypatch.setitem(sys.modules, "foreword.target.devices", None)
    ran = foreword("doctor", "--model", str(tiny))
    assert ran.code == 1
    assert "window: unavailable" in ran.out
    assert "device: unknown" in ran.out
    told = problems(ran.out)
    assert told[0].startswith("the engine can't be imported: ")
    assert told[1] == "the window can't open: libEGL.so.1: cannot open shared object file"
