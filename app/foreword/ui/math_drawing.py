"""LaTeX to a drawing: SVG with its baseline, made by ziamath. Slow (milliseconds), so it is called off
the window's thread. Knows no Qt.

What ziamath can't draw whole, such as an unknown command, is None: the reader then sees it as typed.
"""

from __future__ import annotations

import re
import warnings
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from functools import cache
from types import ModuleType

#: The font size that drawings are made at; whoever paints one scales it.
EM = 100.0
#: The x-height of the font, STIX Two Math, as a share of its size.
X_HEIGHT = 0.473
#: The colour of the text in a drawing's SVG; whoever paints one puts the real colour in its place.
INK = "#010203"

_LONGEST = 2000  # characters of LaTeX; more is no formula and would take seconds
_LARGEST = 200 * EM
_TAG = re.compile(r"\\tag\*?\{([^{}]*)\}")
_NOT_DRAWN = re.compile(r"\\(?:label\{[^{}]*\}|nonumber\b|notag\b)")
_ENVIRONMENT = re.compile(r"\\begin\{(\w+\*?)\}")
_ENVIRONMENTS = re.compile(
    r"[pbBvV]?matrix|smallmatrix|array|cases|split|aligned|gathered|substack"
    r"|(?:align|alignat|gather|equation|multline|eqnarray)\*?"
)
_PARTS = frozenset(("svg", "g", "path", "rect", "line", "ellipse", "circle", "polygon", "polyline"))


@dataclass(frozen=True, slots=True)
class Formula:
    """What is to be drawn. `display`: on a line of its own, with large operators."""

    latex: str
    display: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """An SVG whose lengths are those of a font of `EM`; `depth` lies below the baseline."""

    svg: bytes
    width: float
    height: float
    depth: float


@cache
def _ziamath() -> ModuleType:
    """Imported when the first formula comes: it takes a quarter of a second."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it finds its own font in an older way
        import ziamath
        from ziamath.config import config
    config.svg2 = False  # Qt draws plain paths alone
    return ziamath


def draw(formula: Formula) -> Drawing | None:
    """The formula as a drawing, or None where it can't be drawn whole."""
    used = _ENVIRONMENT.findall(formula.latex)
    if len(formula.latex) > _LONGEST or not all(map(_ENVIRONMENTS.fullmatch, used)):
        return None
    latex = _NOT_DRAWN.sub("", _TAG.sub(r"\\qquad\\text{(\1)}", formula.latex))
    try:
        made = _ziamath().Latex(latex, size=EM, color=INK, inline=not formula.display)
        svg = made.svgxml()
        written = "".join(made.mathml.itertext())
    except Exception:  # noqa: BLE001 - strangers' LaTeX: the library has no error of its own
        return None
    parts = {element.tag for element in svg.iter()}
    _, top, width, height = map(float, svg.attrib["viewBox"].split())
    if "\\" in written or not parts <= _PARTS or not (0 < width < _LARGEST and 0 < height < _LARGEST):
        return None
    return Drawing(ET.tostring(svg), width, height, height + top)
