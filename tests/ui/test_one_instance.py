"""One window per profile: who comes first stays, who comes later tells it, and a crash is no obstacle."""

from __future__ import annotations

import os
import socket
import stat
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, Qt
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from foreword.paths import Paths
from foreword.ui.one_instance import Asked, OneInstance, StartError, claim, raise_window, socket_place

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="looks at sockets in folders")

SECOND = """
import sys
from pathlib import Path
from foreword.paths import Paths
from foreword.ui.one_instance import Asked, claim
here = claim(Paths.profile(Path(sys.argv[1])), Asked(sys.argv[2]), 20_000)
sys.exit(7 if here is None else 8)
"""


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths.profile(tmp_path / "profile").ensure()


def first(paths: Paths) -> OneInstance:
    here = claim(paths, Asked())
    assert here is not None
    return here


def test_a_second_process_tells_the_first_what_it_was_asked_for(paths: Paths, qtbot: QtBot):
    here = first(paths)
    heard: list[Asked] = []
    here.asked.connect(heard.append)
    second = QProcess()
    second.start(sys.executable, ["-c", SECOND, str(paths.data), "Qwen/Qwen3 é"])
    qtbot.waitUntil(lambda: second.state() == QProcess.ProcessState.NotRunning, timeout=60_000)
    assert second.exitCode() == 7, bytes(second.readAllStandardError().data()).decode()
    assert heard == [Asked("Qwen/Qwen3 é")]
    here.release()
    again = first(paths)
    again.release()


def test_the_socket_is_this_users_alone(paths: Paths):
    here = first(paths)
    place = Path(socket_place(paths))
    assert stat.S_ISSOCK(place.stat().st_mode)
    assert not place.stat().st_mode & 0o077
    assert not place.parent.stat().st_mode & 0o022
    here.release()
    assert not place.exists()


def test_what_a_crash_left_is_taken_over(paths: Paths, qtbot: QtBot):
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(socket_place(paths))  # nobody listens there, as after a crash
    here = first(paths)
    caller = QLocalSocket()
    caller.connectToServer(socket_place(paths))
    assert caller.waitForConnected(2000)
    heard: list[Asked] = []
    here.asked.connect(heard.append)
    caller.write(b'{"model": "", "token": "t"}\n')
    qtbot.waitUntil(lambda: heard == [Asked("", "t")])
    here.release()


@pytest.mark.parametrize(
    "line", [b"rubbish\n", b'{"model": 3, "token": ""}\n', b'{"other": 1}\n', b"x" * 40_000]
)
def test_what_is_no_start_of_ours_is_dropped(paths: Paths, qtbot: QtBot, line: bytes):
    here = first(paths)
    heard: list[Asked] = []
    here.asked.connect(heard.append)
    caller = QLocalSocket()
    caller.connectToServer(socket_place(paths))
    assert caller.waitForConnected(2000)
    caller.write(line)
    caller.flush()
    qtbot.waitUntil(lambda: caller.state() == QLocalSocket.LocalSocketState.UnconnectedState)
    assert heard == []
    here.release()


def test_a_first_one_that_hangs_does_not_hang_the_second(paths: Paths):
    here = first(paths)  # its loop doesn't run while this function does
    with pytest.raises(StartError, match=rf"process {os.getpid()}.*doesn't answer") as told:
        claim(paths, Asked(), 300)
    assert "\n" not in str(told.value)
    here.release()


def test_a_profile_with_a_long_name_has_a_socket_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    deep = Paths.profile(tmp_path / ("long name é " * 8) / "profile").ensure()
    assert len(os.fsencode(socket_place(deep))) <= 100
    here = first(deep)
    assert Path(socket_place(deep)).exists()
    here.release()


def test_the_window_comes_back_from_the_task_bar(qtbot: QtBot):
    window = QWidget()
    qtbot.addWidget(window)
    window.showMinimized()
    raise_window(window, Asked())
    assert not window.windowState() & Qt.WindowState.WindowMinimized
    assert window.isVisible()
