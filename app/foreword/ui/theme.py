"""The theme in force: palette and style sheet from the token table, applied live.

Follows the system's colour scheme unless the setting says light or dark. Everything that paints by
itself listens to `changed`. Knows nothing of any one widget.
"""

from __future__ import annotations

from string import Template

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

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

    #: object: Tokens - other colours are in force now.
    changed = Signal(object)

    def __init__(self, mode: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mode = mode
        hints = QGuiApplication.styleHints()
        self._system = hints.colorScheme()
        hints.colorSchemeChanged.connect(self._follow_system)
        self.tokens: Tokens = self._resolve()
        self._apply()

    @property
    def mode(self) -> str:
        return self._mode

    def set_mode(self, mode: str) -> None:
        self._mode = mode
        self._update()

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
        font = app.font()
        if 0 < font.pointSizeF() < SMALLEST_FONT:
            font.setPointSizeF(SMALLEST_FONT)
            app.setFont(font)
        app.setStyle("Fusion")
        app.setPalette(palette(self.tokens))
        app.setStyleSheet(style_sheet(self.tokens))


def palette(tokens: Tokens) -> QPalette:
    """The palette of a theme, with disabled text muted."""
    result = QPalette()
    for role, name in _ROLES.items():
        result.setColor(role, QColor(getattr(tokens, name)))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.muted))
    return result


def style_sheet(tokens: Tokens) -> str:
    """The style sheet with this theme's colours. Raises KeyError where it names a colour unknown."""
    colours = as_dict(tokens)
    for name in ("check", "chevron-down", "chevron-up"):
        colours[name.replace("-", "_")] = resource(f"themes/{name}-{tokens.scheme}.svg").as_posix()
    return Template(resource("themes/foreword.qss").read_text(encoding="utf-8")).substitute(colours)


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
