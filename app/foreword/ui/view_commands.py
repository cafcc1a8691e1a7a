"""How the window looks, by command: zoom, theme, motion, full screen.

Each is a setting, kept at once and followed wherever it was set. Knows the settings, the theme and the
window that they are for.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QMainWindow, QWidget

from foreword.settings import Settings, SettingsError
from foreword.ui import motion, zoom
from foreword.ui.announce import announce
from foreword.ui.menus import Commands, allow
from foreword.ui.theme import Theme
from foreword.ui.toast import BriefToast
from foreword.ui.translate import tr


class ViewCommands(QObject):
    """Joins the commands of the View menu to settings and theme."""

    #: str - one line for the user
    notice = Signal(str)
    #: str key - a setting has another value now, by a command
    setting_changed = Signal(str)

    def __init__(
        self,
        settings: Settings,
        theme: Theme,
        commands: Commands,
        wheel_over: QWidget,
        brief: BriefToast,
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._settings, self._theme, self._commands = settings, theme, commands
        self._brief, self._window = brief, window
        self._was_maximized = False
        self._wheel = zoom.ZoomWheel(wheel_over)
        self._wheel.turned.connect(self.zoom_by)
        for action, slot in (
            (commands.zoom_in, lambda: self.zoom_by(1)),
            (commands.zoom_out, lambda: self.zoom_by(-1)),
            (commands.zoom_reset, self.reset_zoom),
            (commands.full_screen, self._toggle_full_screen),
        ):
            commands.connect(action, slot)
        for action in commands.themes.values():
            action.triggered.connect(self._theme_from_menu)
        for key in ("appearance.motion", "appearance.theme", "appearance.zoom"):
            self.follow(key)

    @Slot(str)
    def follow(self, key: str) -> None:
        """A setting has this value now, wherever it was set."""
        match key:
            case "appearance.theme":
                self._commands.themes[self._settings[key]].setChecked(True)
                self._theme.set_mode(self._settings[key])
            case "appearance.zoom":
                self._theme.set_zoom(self._settings[key])
                self._show_zoom(self._settings[key])
            case "appearance.motion":
                motion.set_mode(self._settings[key])
                self._theme.follow_motion()

    def _set(self, key: str, value: object | None) -> None:
        """None: as if nobody had chosen."""
        try:
            if value is None:
                self._settings.unset(key)
            else:
                self._settings.set(key, value)
        except (SettingsError, OSError) as error:
            self.notice.emit(tr("This was not kept: {error}", error=error))
        self.follow(key)
        self.setting_changed.emit(key)

    # --- zoom
    @Slot(int)
    def zoom_by(self, by: int) -> None:
        """One step larger (1) or smaller (-1)."""
        self.set_zoom(zoom.stepped(self._settings["appearance.zoom"], by))

    def set_zoom(self, percent: int) -> None:
        if percent != self._settings["appearance.zoom"]:
            self._set("appearance.zoom", percent)
        self._tell_zoom()

    def reset_zoom(self) -> None:
        self._set("appearance.zoom", None)
        self._tell_zoom()

    def _tell_zoom(self) -> None:
        words = tr("Zoom {percent} %", percent=self._settings["appearance.zoom"])
        self._brief.show_words(words)
        announce(self._window, words)

    def _show_zoom(self, percent: int) -> None:
        allow(self._commands.zoom_in, "" if percent < zoom.MOST else tr("it is as large as it gets"))
        allow(self._commands.zoom_out, "" if percent > zoom.LEAST else tr("it is as small as it gets"))
        allow(self._commands.zoom_reset, "" if percent != 100 else tr("it is at 100 % already"))

    # --- theme, full screen
    @Slot()
    def _theme_from_menu(self) -> None:
        mode = next(mode for mode, action in self._commands.themes.items() if action.isChecked())
        self._set("appearance.theme", mode)

    def _toggle_full_screen(self) -> None:
        if self._window.isFullScreen():
            self._window.showMaximized() if self._was_maximized else self._window.showNormal()
        else:
            self._was_maximized = self._window.isMaximized()
            self._window.showFullScreen()
