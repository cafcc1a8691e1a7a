"""The theme in force: palette, fonts and style sheet from the token table and the zoom, applied live.

Follows the system's colour scheme unless the setting says light or dark. Everything that paints by
itself listens to `changed`. Knows nothing of any one widget.
"""

from __future__ import annotations

import re
from string import Template
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QDialog,
    QMainWindow,
    QProxyStyle,
    QPushButton,
    QRadioButton,
    QWidget,
)

from foreword.ui import motion, zoom
from foreword.ui.resources import resource
from foreword.ui.tokens import THEMES, Scheme, Tokens, as_dict

#: In points. A larger font of the system is kept.
SMALLEST_FONT = 10.5

_ROLES = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "raised",
    QPalette.ColorRole.AlternateBase: "hover",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.PlaceholderText: "muted",
    QPalette.ColorRole.Button: "raised",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "danger",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Highlight: "selection",
    QPalette.ColorRole.HighlightedText: "on_selection",
    QPalette.ColorRole.Link: "link",
    QPalette.ColorRole.LinkVisited: "link",
    QPalette.ColorRole.Light: "hover",
    QPalette.ColorRole.Mid: "border",
    QPalette.ColorRole.Dark: "border",
    QPalette.ColorRole.Accent: "accent",
}


class Theme(QObject):
    """Holds the tokens in force. `set_mode` takes the setting's value: system, light or dark."""

    #: object: Tokens - other colours, or another zoom, are in force now.
    changed = Signal(object)

    def __init__(self, mode: str, parent: QObject | None = None, *, percent: int = 100) -> None:
        super().__init__(parent)
        self._mode = mode
        self._percent = percent
        hints = QGuiApplication.styleHints()
        self._system = hints.colorScheme()
        hints.colorSchemeChanged.connect(self._follow_system)
        self.tokens: Tokens = self._resolve()
        self._apply()

    @property
    def mode(self) -> str:
        return self._mode

    @property
    def percent(self) -> int:
        """The zoom."""
        return self._percent

    def set_mode(self, mode: str) -> None:
        self._mode = mode
        self._update()

    def set_zoom(self, percent: int) -> None:
        if percent != self._percent:
            self._percent = percent
            zoom.change(percent, self._apply)
            self.changed.emit(self.tokens)

    def follow_motion(self) -> None:
        """Whether things may glide was set anew."""
        _effects(QApplication.instance())

    @Slot(Qt.ColorScheme)
    def _follow_system(self, scheme: Qt.ColorScheme) -> None:
        self._system = scheme
        self._update()

    def _update(self) -> None:
        tokens = self._resolve()
        if tokens is not self.tokens:
            self.tokens = tokens
            self._apply()
            self.changed.emit(tokens)

    def _resolve(self) -> Tokens:
        scheme: Scheme = "dark" if self._system == Qt.ColorScheme.Dark else "light"
        if self._mode in ("light", "dark"):
            scheme = "dark" if self._mode == "dark" else "light"
        return THEMES[scheme]

    def _apply(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        zoom.set_percent(self._percent)
        font = base_font()
        font.setPointSizeF(font.pointSizeF() * zoom.factor())
        if font != app.font():
            app.setFont(font)
        if not app.property("ownStyle"):
            app.setProperty("ownStyle", True)
            app.setStyle(Style())
        app.setPalette(palette(self.tokens))
        app.setStyleSheet(style_sheet(self.tokens))
        _effects(app)


class Style(QProxyStyle):
    """Fusion, with widgets scaled by the zoom, and Enter on a focused button as good as Space."""

    def __init__(self) -> None:
        super().__init__("Fusion")
        self._enter = EnterClicks()

    def polish(self, what: Any) -> Any:
        done = super().polish(what)
        if isinstance(what, QWidget):
            zoom.fit(what)
            if isinstance(what, QDialog | QMainWindow):
                what.installEventFilter(self._enter)  # once only, however often it is polished
            return None
        return done


class EnterClicks(QObject):
    """A key that a button doesn't take comes to its window: Enter then presses the button.

    Boxes with a check mark don't count, as everywhere; those of a dialog leave Enter to its default button.
    """

    def eventFilter(self, window: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or event.isAutoRepeat():
            return False
        button = window.focusWidget() if isinstance(window, QWidget) else None
        if not isinstance(button, QAbstractButton) or isinstance(button, QCheckBox | QRadioButton):
            return False
        if isinstance(button, QPushButton) and button.autoDefault():
            return False
        button.click()
        return True


def base_font() -> QFont:
    """The system's font, or a little larger than that: what 100 % means."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    size = QFontInfo(font).pointSizeF()  # a font may be given in pixels
    font.setPointSizeF(max(size, SMALLEST_FONT))
    return font


def _effects(app: Any) -> None:
    """The effects that Qt itself has for menus, boxes and tooltips: as the system has them, or none."""
    for effect in (Qt.UIEffect.UI_AnimateMenu, Qt.UIEffect.UI_AnimateCombo, Qt.UIEffect.UI_AnimateTooltip):
        name = f"effect {effect.value}"
        if app.property(name) is None:
            app.setProperty(name, app.isEffectEnabled(effect))
        app.setEffectEnabled(effect, bool(app.property(name)) and not motion.reduced())


def palette(tokens: Tokens) -> QPalette:
    """The palette of a theme, with disabled text muted."""
    result = QPalette()
    for role, name in _ROLES.items():
        result.setColor(role, QColor(getattr(tokens, name)))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.muted))
    return result


def style_sheet(tokens: Tokens) -> str:
    """The style sheet with this theme's colours, for the zoom and the direction of reading in force.

    Raises KeyError where it names a colour unknown.
    """
    colours = as_dict(tokens)
    for name in ("check", "chevron-down", "chevron-up"):
        colours[name.replace("-", "_")] = resource(f"themes/{name}-{tokens.scheme}.svg").as_posix()
    sheet = Template(resource("themes/foreword.qss").read_text(encoding="utf-8")).substitute(colours)
    if QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft:
        sheet = mirrored(sheet)
    return zoom.scaled_sheet(sheet)


_FOUR = re.compile(r"((?:padding|margin): *)([^\s;]+) ([^\s;]+) ([^\s;]+) ([^\s;}]+)(?=[;\s}])")
_SIDE = re.compile(r"\b(border(?:-top|-bottom)?|padding|margin)-(left|right)\b")


def mirrored(sheet: str) -> str:
    """Left and right exchanged where a rule names them. What Qt places by itself it mirrors by itself."""
    sheet = _FOUR.sub(lambda found: f"{found[1]}{found[2]} {found[5]} {found[4]} {found[3]}", sheet)
    other = {"left": "right", "right": "left"}
    return _SIDE.sub(lambda found: f"{found[1]}-{other[found[2]]}", sheet)


def restyle(widget: QWidget) -> None:
    """Let the style sheet see that a property has changed."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def code_font(base: QFont) -> QFont:
    """A font of fixed width that fits `base`, a little smaller as such fonts run large."""
    found = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font = QFont(found)
    font.setFamilies([found.family(), "DejaVu Sans Mono", "Menlo", "Consolas", "monospace"])
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPointSizeF(max(QFontInfo(base).pointSizeF() * 0.92, 8.0))
    return font
