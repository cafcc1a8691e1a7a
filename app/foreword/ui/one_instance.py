"""One window per profile: the first start holds the lock and listens; a second one tells it, and ends.

    claim -> the lock is free        -> listen, and stay
          -> somebody has the lock   -> tell them what was asked for; they raise their window; None
          -> they don't answer       -> StartError, in one line

The lock decides; the socket only carries words. It lies where this user alone can reach it. Whoever has
the lock may take over a socket that a crash has left. Knows nothing of the window that is raised.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Qt, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QWidget

from foreword.paths import Paths

log = logging.getLogger(__name__)

LIMIT_MS = 5000
"""So long the second start waits for the first, which may be starting itself."""
_PAUSE_SECONDS = 0.05
_LONGEST = 16_384  # bytes that are read of one who asks
_LONGEST_PLACE = 100  # bytes that the name of a socket may have, everywhere
_HEARD = b"heard\n"


class StartError(Exception):
    """The app can't start here. The message is one line for the user."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a start was asked for. `token`: the desktop's leave to come to the front."""

    model: str = ""
    token: str = ""


class OneInstance(QObject):
    """Holds the lock of a profile, and hears of further starts, until `release`."""

    #: object: Asked - somebody started the app once more
    asked = Signal(object)

    def __init__(self, lock: QLockFile, place: str) -> None:
        super().__init__()
        self._lock = lock
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._meet)
        if not self._server.listen(place):
            QLocalServer.removeServer(place)  # left by one that crashed: the lock is ours
            if not self._server.listen(place):
                log.warning("further starts can't reach this one: %s", self._server.errorString())

    def release(self) -> None:
        self._server.close()
        self._lock.unlock()

    @Slot()
    def _meet(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(self._hear)

    @Slot()
    def _hear(self) -> None:
        socket = self.sender()
        assert isinstance(socket, QLocalSocket)
        if not socket.canReadLine():
            if socket.bytesAvailable() > _LONGEST:
                socket.abort()
            return
        asked = _read(bytes(socket.readLine(_LONGEST).data()))
        if asked is None:
            socket.abort()
            return
        socket.write(_HEARD)
        socket.flush()
        socket.disconnectFromServer()
        self.asked.emit(asked)


def claim(paths: Paths, asked: Asked, limit_ms: int = LIMIT_MS) -> OneInstance | None:
    """Become the one app of this profile, or tell the one that is open; then None.

    Raises StartError where neither is possible.
    """
    try:
        lock = take_lock(paths)
    except AlreadyOpen as error:
        if not tell(socket_place(paths), asked, limit_ms):
            raise StartError(
                f"{error} Its window doesn't answer: wait a moment, or end that process and start again."
            ) from error
        return None
    return OneInstance(lock, socket_place(paths))


class AlreadyOpen(StartError):
    """Another app has these chats open."""


def take_lock(paths: Paths) -> QLockFile:
    """One app per profile: two would each think the other's running reply cut off by a crash.

    Raises AlreadyOpen where another one has the lock, StartError where it can't be taken at all.
    """
    lock = QLockFile(str(paths.lock))
    lock.setStaleLockTime(0)  # never stale by age; that of a process which died is taken over
    if lock.tryLock(0):
        return lock
    if lock.error() is QLockFile.LockError.LockFailedError:
        raise AlreadyOpen(f"Foreword is open already with these chats (process {lock.getLockInfo()[0]}).")
    raise StartError(f"{paths.lock} can't be written: check the rights of its folder.")


def socket_place(paths: Paths) -> str:
    """The name of this profile's socket: in a folder that only this user can enter."""
    profile = hashlib.sha256(os.fsencode(paths.data.resolve())).hexdigest()[:20]
    name = f"foreword-{profile}"
    if os.name == "nt":
        return name  # pipes have no folders; their rights are the server's
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    folders = [Path(runtime)] if runtime and Path(runtime).is_dir() else []
    for folder in (*folders, paths.data):
        if len(os.fsencode(folder / name)) <= _LONGEST_PLACE:
            return str(folder / name)
    return str(_own_temporary() / name)


def _own_temporary() -> Path:
    """For profiles that lie too deep for the name of a socket. Raises StartError where it isn't ours."""
    folder = Path(f"/tmp/foreword-{os.getuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.getuid() or found.st_mode & 0o077 or folder.is_symlink():
        raise StartError(f"{folder} belongs to somebody else: set XDG_RUNTIME_DIR to a folder of yours.")
    return folder


def tell(place: str, asked: Asked, limit_ms: int) -> bool:
    """Tell the app that listens there; whether it heard. It may be about to listen, so ask again."""
    end = time.monotonic() + limit_ms / 1000
    while (left := round(1000 * (end - time.monotonic()))) > 0:
        socket = QLocalSocket()
        socket.connectToServer(place)
        if socket.waitForConnected(left):
            socket.write(json.dumps(asdict(asked)).encode() + b"\n")
            heard = _wait_for_answer(socket, end)
            socket.abort()
            if heard:
                return True
        time.sleep(_PAUSE_SECONDS)
    return False


def _wait_for_answer(socket: QLocalSocket, end: float) -> bool:
    said = b""
    while _HEARD not in said:
        left = round(1000 * (end - time.monotonic()))
        if left <= 0 or not (socket.bytesAvailable() or socket.waitForReadyRead(left)):
            return False
        said += bytes(socket.readAll().data())
    return True


def _read(line: bytes) -> Asked | None:
    """What was asked; None where it is nothing that a start of ours would say."""
    try:
        said = json.loads(line)
        asked = Asked(**said)
    except (ValueError, TypeError):
        return None
    return asked if isinstance(asked.model, str) and isinstance(asked.token, str) else None


def raise_window(window: QWidget, asked: Asked) -> None:
    """Bring a window to the front, from wherever it was."""
    if asked.token:
        os.environ["XDG_ACTIVATION_TOKEN"] = asked.token  # Qt shows it to the compositor
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()
