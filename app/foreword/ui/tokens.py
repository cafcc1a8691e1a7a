"""Every colour and measure of the window, once, for light and for dark. Data only: no Qt.

All text colours keep at least 4.5:1 against every surface that they are used on; a test computes it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

Scheme = Literal["light", "dark"]

#: The spacing grid, in device-independent pixels.
UNIT = 4
#: The widest that a column of text grows.
COLUMN_WIDTH = 760
#: How wide the style sheet makes a scroll bar.
SCROLL_BAR = 12


@dataclass(frozen=True, slots=True)
class Tokens:
    """One theme. Every field but `scheme` is a colour, as #rrggbb."""

    scheme: Scheme
    window: str  # behind the transcript
    sidebar: str
    raised: str  # composer, cards, menus, fields
    hover: str
    pressed: str
    border: str
    field_border: str  # 3:1 against window and raised: it marks a control
    text: str
    muted: str
    accent: str
    accent_hover: str
    on_accent: str
    link: str
    selected: str  # the chosen row of a list
    bubble: str  # behind the user's turns
    code: str  # behind code
    code_header: str
    inline_code: str
    code_text: str
    keyword: str
    string: str
    comment: str
    number: str
    name: str
    builtin: str
    operator: str
    danger: str
    danger_surface: str
    warning: str
    warning_surface: str
    success: str
    selection: str
    on_selection: str


LIGHT = Tokens(
    scheme="light", window="#ffffff", sidebar="#f4f5f7", raised="#ffffff", hover="#e9ebef",
    pressed="#dde0e6", border="#dfe2e8", field_border="#8b919e", text="#1c1f26", muted="#5a6170",
    accent="#2f5bd8", accent_hover="#244bb8", on_accent="#ffffff", link="#2450c4", selected="#dfe6fa",
    bubble="#eef1f8", code="#f6f7f9", code_header="#eceef2", inline_code="#eceef2", code_text="#1c1f26",
    keyword="#8a2bb0", string="#1a6b34", comment="#5f6675", number="#a3480a", name="#2450c4",
    builtin="#0b6a80", operator="#4a5160", danger="#b3261e", danger_surface="#fdecea",
    warning="#7a5200", warning_surface="#fdf3dc", success="#1a6b34", selection="#2f5bd8",
    on_selection="#ffffff",
)  # fmt: skip

DARK = Tokens(
    scheme="dark", window="#17191e", sidebar="#1e2127", raised="#23262d", hover="#2d313a",
    pressed="#373c47", border="#32363f", field_border="#79808f", text="#e7e9ee", muted="#a3aab8",
    accent="#3f6ae0", accent_hover="#3560d4", on_accent="#ffffff", link="#8fb0ff", selected="#2c3752",
    bubble="#262b38", code="#1e2127", code_header="#282c34", inline_code="#2d313a", code_text="#e7e9ee",
    keyword="#d3a3f5", string="#93d6a0", comment="#98a0b0", number="#f0b184", name="#8fb0ff",
    builtin="#7fd3e0", operator="#c3c9d6", danger="#ff9d94", danger_surface="#3a2224",
    warning="#f2c879", warning_surface="#352b18", success="#93d6a0", selection="#3f6ae0",
    on_selection="#ffffff",
)  # fmt: skip

THEMES: dict[Scheme, Tokens] = {"light": LIGHT, "dark": DARK}


def as_dict(tokens: Tokens) -> dict[str, str]:
    """Name to colour, for style templates."""
    return {field.name: getattr(tokens, field.name) for field in fields(tokens)}


def contrast(first: str, second: str) -> float:
    """The WCAG contrast ratio of two #rrggbb colours: 1 (none) to 21."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
