"""Whether things may glide and fade. Whoever animates asks here first; nothing else is known of widgets.

The setting says full, reduced, or what the system says. How each system says it differs; where it says
nothing, motion is full.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Slot
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher, QDBusVariant

_PORTAL = "org.freedesktop.portal.Desktop"
_PLACE = "/org/freedesktop/portal/desktop"
_SETTINGS = "org.freedesktop.portal.Settings"
_REDUCED = (
    ("org.freedesktop.appearance", "reduced-motion", 1),
    ("org.gnome.desktop.interface", "enable-animations", False),
)
"""Where a Linux desktop says it, and the value that means reduced."""
_SPI_GETCLIENTAREAANIMATION = 0x1042

_mode = "system"
_system: list[bool] = []


def set_mode(mode: str) -> None:
    """The value of the setting appearance.motion."""
    global _mode  # noqa: PLW0603 - one for the application, as its font and its palette are
    _mode = mode


def reduced() -> bool:
    """Change at once, without gliding or fading."""
    return any(_system) if _mode == "system" else _mode == "reduced"


class SystemMotion(QObject):
    """Asks the system, without waiting for its answer."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        _system.clear()
        if sys.platform == "win32":
            _system.append(_windows_says())
        elif sys.platform == "darwin":
            _system.append(bool(QSettings("apple.com", "universalaccess").value("reduceMotion", False)))
        else:
            self._ask_portal()

    def _ask_portal(self) -> None:
        runtime = Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"), "bus")
        if not os.environ.get("DBUS_SESSION_BUS_ADDRESS") and not runtime.exists():
            return  # asking for a bus all the same could start one
        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return
        for place, name, meaning in _REDUCED:
            call = QDBusMessage.createMethodCall(_PORTAL, _PLACE, _SETTINGS, "ReadOne")
            call.setArguments([place, name])
            watcher = QDBusPendingCallWatcher(bus.asyncCall(call), self)
            watcher.setProperty("meaning", meaning)
            watcher.finished.connect(self._take)

    @Slot(QDBusPendingCallWatcher)
    def _take(self, watcher: QDBusPendingCallWatcher) -> None:
        """An answer of error is one, too: this desktop doesn't know the name."""
        said = watcher.reply().arguments()
        if not watcher.isError() and said:
            value = said[0].variant() if isinstance(said[0], QDBusVariant) else said[0]
            _system.append(value == watcher.property("meaning"))
        watcher.deleteLater()


def _windows_says() -> bool:
    shown = ctypes.c_int(1)
    user = ctypes.WinDLL("user32")  # type: ignore[attr-defined,unused-ignore]
    user.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(shown), 0)
    return not shown.value
