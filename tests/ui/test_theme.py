"""Themes: contrast computed, live switching, following the system, icons and styles complete."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from foreword.ui.icons import icon, pixmap
from foreword.ui.resources import resource
from foreword.ui.theme import Theme, style_sheet
from foreword.ui.tokens import DARK, LIGHT, THEMES, Tokens, contrast

TEXT_ON = {
    "text": ("window", "sidebar", "raised", "hover", "pressed", "selected", "bubble", "inline_code",
             "code_header"),
    "muted": ("window", "sidebar", "raised", "hover", "code", "code_header", "bubble"),
    "link": ("window",),
    "code_text": ("code",),
    "on_accent": ("accent", "accent_hover"),
    "on_selection": ("selection",),
    "danger": ("window", "danger_surface"),
    "warning": ("window", "warning_surface"),
    "success": ("window", "raised", "code_header"),
    **dict.fromkeys(("keyword", "string", "comment", "number", "name", "builtin", "operator"), ("code",)),
}  # fmt: skip


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=lambda tokens: tokens.scheme)
def test_every_text_can_be_read_on_every_surface_it_stands_on(tokens: Tokens):
    weak = [
        (text, surface, round(contrast(getattr(tokens, text), getattr(tokens, surface)), 2))
        for text, surfaces in TEXT_ON.items()
        for surface in surfaces
        if contrast(getattr(tokens, text), getattr(tokens, surface)) < 4.5
    ]
    assert weak == []


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=lambda tokens: tokens.scheme)
def test_the_edges_of_controls_can_be_seen(tokens: Tokens):
    for surface in (tokens.window, tokens.raised):
        assert contrast(tokens.field_border, surface) >= 3
        assert contrast(tokens.accent, surface) >= 3


def test_contrast_knows_black_on_white():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_a_mode_is_applied_live_and_told_once(qapp: QApplication):
    theme = Theme("light")
    told: list[Tokens] = []
    theme.changed.connect(told.append)
    theme.set_mode("dark")
    theme.set_mode("dark")
    assert told == [DARK]
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == DARK.window
    assert DARK.bubble in qapp.styleSheet()
    theme.set_mode("light")
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == LIGHT.window


def test_the_system_is_followed_only_where_asked(qapp: QApplication):
    theme = Theme("system")
    hints = QGuiApplication.styleHints()
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.tokens is DARK
    theme.set_mode("light")
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.tokens is LIGHT
    theme.set_mode("system")
    assert theme.tokens is DARK
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert theme.tokens is LIGHT


@pytest.mark.parametrize("tokens", THEMES.values(), ids=THEMES)
def test_the_style_names_only_colours_that_exist_and_files_that_are_there(tokens: Tokens):
    sheet = style_sheet(tokens)
    assert "$" not in sheet
    assert len(re.findall(r'url\("([^"]+)"\)', sheet)) >= 4


def test_icons_take_the_colour_of_the_theme(qapp: QApplication):
    names = [path.stem for path in resource("icons/send.svg").parent.glob("*.svg")]
    assert len(names) > 10
    for name in names:
        assert not icon(name, LIGHT.muted).isNull()
    image = pixmap("stop", "#ff0000", 24, 1.0).toImage()
    assert image.pixelColor(12, 12).name() == "#ff0000"


def test_a_resource_that_is_missing_is_named():
    with pytest.raises(FileNotFoundError, match=r"icons/none\.svg"):
        resource("icons/none.svg")
