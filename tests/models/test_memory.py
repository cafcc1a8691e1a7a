"""The memory of this computer, and of the control group that it is cut down to."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from foreword.models import memory
from foreword.models.memory import Memory, main_memory

GB = 10**9


def group(folder: Path, **files: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_text(f"{content}\n")
    return folder


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine of 64 GB with 40 free, whose control groups are written by the test."""
    real = psutil.virtual_memory()
    monkeypatch.setattr(psutil, "virtual_memory", lambda: real._replace(available=40 * GB, total=64 * GB))
    original = memory._limits
    monkeypatch.setattr(memory, "_limits", lambda: original(tmp_path / "cgroup", tmp_path / "self"))
    return tmp_path


def test_the_machines_own(world: Path) -> None:
    assert main_memory() == Memory(40 * GB, 64 * GB)


def test_the_real_machine_has_some() -> None:
    found = main_memory()
    assert 0 < found.free <= found.total <= psutil.virtual_memory().total


def test_the_second_kind_of_control_group_and_those_above_it(world: Path) -> None:
    (world / "self").write_text("0::/user/chat.scope\n")
    group(world / "cgroup" / "user", memory__max=16 * GB, memory__current=10 * GB)
    group(world / "cgroup" / "user" / "chat.scope", memory__max="max", memory__current=2 * GB)
    assert main_memory() == Memory(6 * GB, 16 * GB)
    stat = f"anon 5\ninactive_file {4 * GB}\nactive_file 1"
    group(world / "cgroup" / "user", memory__stat=stat)
    assert main_memory() == Memory(10 * GB, 16 * GB)


def test_the_first_kind_and_a_container_that_sees_only_its_own(world: Path) -> None:
    (world / "self").write_text("4:memory:/docker/abc\n3:cpu,cpuacct:/docker/abc\n0::/\n")
    files = {"memory__limit_in_bytes": 8 * GB, "memory__usage_in_bytes": 3 * GB}
    group(world / "cgroup" / "memory", **files, memory__stat=f"total_inactive_file {GB}")
    assert main_memory() == Memory(6 * GB, 8 * GB)


def test_no_limit_worth_the_name(world: Path) -> None:
    (world / "self").write_text("4:memory:/x\n")
    files = {"memory__limit_in_bytes": 9223372036854771712, "memory__usage_in_bytes": 3 * GB}
    group(world / "cgroup" / "memory" / "x", **files)
    assert main_memory() == Memory(40 * GB, 64 * GB)


def test_a_group_that_is_over_its_limit_has_nothing_free(world: Path) -> None:
    (world / "self").write_text("0::/a\n")
    group(world / "cgroup" / "a", memory__max=GB, memory__current=2 * GB)
    assert main_memory() == Memory(0, GB)
