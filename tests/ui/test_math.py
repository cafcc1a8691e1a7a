"""Formulas: what is one and what is a price, drawing them, showing them on the baseline, copying them."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QTextCursor
from pytestqt.qtbot import QtBot

from foreword.ui.math_drawing import EM, Drawing, Formula, draw
from foreword.ui.math_object import SOURCE
from foreword.ui.math_pictures import Pictures
from foreword.ui.math_rules import match_inline
from foreword.ui.message_document import MessageDocument
from foreword.ui.message_view import MessageView
from foreword.ui.styles import TextStyles
from foreword.ui.tokens import DARK
from tests.ui.conftest import lines

OBJECT = "\ufffc"


def shown(message: MessageDocument, source: str, qtbot: QtBot) -> list[str]:
    """The lines once every formula is drawn."""
    message.append(source)
    message.finish()
    qtbot.waitUntil(lambda: not message.marks._formulas)
    return lines(message.document)


# --- where math is
@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("$x^2$", "x^2"), ("$a\\$b$", "a\\$b"), ("$x$, and", "x"), ("$$x$$", "x"), (r"\(x\)", "x"),
        (r"\[ x \]", "x"), ("$5x$", "5x"), ("$x\n+ y$", "x\n+ y"), (r"$\text{if } x$", r"\text{if } x"),
    ],
)  # fmt: skip
def test_math_is_found(text: str, latex: str):
    found = match_inline(text, 0)
    assert found is not None
    assert found[1] == latex


@pytest.mark.parametrize(
    "text",
    ["$5 and $10", "$5-$10", "$5/$6", "$ x$", "$x $", "$", "$$", "$$$$", "$HOME/bin:$PATH", r"\( \)",
     "$5 for tea and 3$", "$x", r"\(x", "$1,000 or 2,000 euros and more$"],
)  # fmt: skip
def test_prices_and_variables_are_text(text: str):
    assert match_inline(text, 0) is None


def test_a_price_in_another_currency_is_text(message: MessageDocument):
    message.append("US$5 and US$6, `$x$` and \\$y$\n\n    $z$\n")
    message.finish()
    assert lines(message.document) == ["US$5 and US$6, $x$ and $y$", "$z$"]
    assert message.marks._formulas == []


# --- drawing
@pytest.mark.parametrize(
    "latex",
    ["x", r"\frac{a}{b}", r"\begin{pmatrix}a&b\\c&d\end{pmatrix}", r"\begin{align}a&=b\\&=c\end{align}",
     r"\begin{cases}1&x>0\\0&\text{else}\end{cases}", r"E=mc^2\tag{3}", r"\sum_{i=1}^n i \label{sum}",
     r"\mathbb{R}^n", r"\color{red}{x}"],
)  # fmt: skip
def test_latex_is_drawn(latex: str):
    drawing = draw(Formula(latex, display=True))
    assert drawing is not None
    assert 0 < drawing.width < 40 * EM
    assert drawing.svg.startswith(b"<svg")


@pytest.mark.parametrize(
    "latex",
    [r"\frac{1", r"\nosuchcommand{x}", "^", "{", r"\\\\", r"\begin{nosuch}x\end{nosuch}", "x" * 5000,
     r'\text{a & <image href="file:///etc/hostname"/>}'],
)  # fmt: skip
def test_broken_latex_is_not_drawn(latex: str):
    assert draw(Formula(latex, display=False)) is None


def test_what_hangs_below_the_line_has_depth():
    flat, deep = draw(Formula("x", False)), draw(Formula("x_g", False))
    assert flat is not None
    assert deep is not None
    assert flat.depth < 0.1 * EM < deep.depth


def test_each_formula_is_drawn_once(qtbot: QtBot):
    pictures = Pictures()
    formula = Formula("q^7", False)
    with qtbot.waitSignal(pictures.ready):
        assert not pictures.knows(formula)
        assert not pictures.knows(formula)
    assert pictures.knows(formula)
    assert isinstance(pictures.outcome(formula), Drawing)
    assert pictures._jobs.empty()


# --- in a message
def test_formulas_become_pictures_in_the_text(message: MessageDocument, qtbot: QtBot):
    text = shown(
        message, "So $a^2$ and \\(b\\) and **$c$**.\n\n- $d$\n\n| $e$ |\n|---|\n| $f$ |\n\n# $g$", qtbot
    )
    assert text == [f"So {OBJECT} and {OBJECT} and {OBJECT}.", OBJECT, OBJECT, OBJECT, OBJECT]


@pytest.mark.parametrize("source", ["$\\frac{1$", "$$\n\\nosuch{x}\n$$", "$\\frac{\ufffc$"])
def test_broken_latex_stays_as_typed(message: MessageDocument, source: str, qtbot: QtBot):
    assert "\n".join(shown(message, source, qtbot)) == source.replace("\ufffc", "\ufffd")


DISPLAY = "Hence\n$$\nx\n=\n- y\n+ 1\n> 0\n$$\nbehind"


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_display_math_is_not_read_as_headings_and_lists(message: MessageDocument, size: int, qtbot: QtBot):
    for start in range(0, len(DISPLAY), size):
        message.append(DISPLAY[start : start + size])
    assert shown(message, "", qtbot) == ["Hence", OBJECT, "behind"]
    assert message.commits == 3
    (formula,) = [
        block.begin().fragment().charFormat().property(SOURCE)
        for block in (message.document.findBlockByNumber(1),)
    ]
    assert formula == "$$\nx\n=\n- y\n+ 1\n> 0\n$$"


@pytest.mark.parametrize(
    "source",
    ["1. so\n   $$\n   x\n   =\n   y\n   $$\n2. next", "1. so\n\n   \\[\n   x\n   \\]\n2. next"],
)
def test_display_math_in_a_list_item(message: MessageDocument, source: str, qtbot: QtBot):
    assert shown(message, source, qtbot) == ["so", OBJECT, "next"]


def test_display_math_that_is_never_closed_is_text(message: MessageDocument, qtbot: QtBot):
    assert shown(message, "$$\nx\n\n# Title\n\n$$ 5", qtbot) == ["$$", "x", "Title", "$$ 5"]


def test_a_formula_that_comes_late_changes_nothing_around_it(message: MessageDocument, qtbot: QtBot):
    message.append("before $z_{91}$ after\n\n```py\nx = 1\n```\n\ntail of $y_{91}$ text")
    region = message.regions[0]
    qtbot.waitUntil(lambda: not message.marks._formulas)
    assert message.commits == 2
    message.append(" goes on\n\nend")
    assert shown(message, "", qtbot) == [
        f"before {OBJECT} after", "x = 1", f"tail of {OBJECT} text goes on", "end",
    ]  # fmt: skip
    assert region.first.next().text() == "x = 1"


def test_a_formula_is_drawn_in_the_colour_of_the_text(
    message: MessageDocument, styles: TextStyles, qtbot: QtBot
):
    shown(message, "$\\blacksquare$", qtbot)
    message.rerender(TextStyles(DARK, styles.font), finished=True)
    qtbot.waitUntil(lambda: not message.marks._formulas)
    message.document.setTextWidth(60)
    image = QImage(60, 30, QImage.Format.Format_RGB32)
    image.fill("#000000")
    painter = QPainter(image)
    message.document.drawContents(painter)
    painter.end()
    colours = {image.pixelColor(x, y).name() for x in range(60) for y in range(30)}
    assert DARK.text in colours


def test_a_wide_formula_is_no_wider_than_the_column(message: MessageDocument, qtbot: QtBot):
    shown(message, f"$$\n{'+'.join('abcdefgh' * 12)}\n$$", qtbot)
    message.document.setTextWidth(300)
    assert message.document.size().width() <= 301


# --- copying
def copied(view: MessageView, start: int, end: int) -> str:
    cursor = QTextCursor(view.text.document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    view.copy()
    return QGuiApplication.clipboard().text()


def test_a_copied_formula_is_its_latex(view: MessageView, qtbot: QtBot):
    shown(view.text, "So $a^2$ and \\(b\\) is **it**.\n\n$$\nx = 1\n$$\n\nend", qtbot)
    assert copied(view, 0, 8) == "So $a^2$ and"[:12]
    assert copied(view, 3, 10) == "$a^2$ and \\(b\\)"
    assert copied(view, 5, view.text.document.find("en").selectionEnd()) == (
        "and \\(b\\) is it.\n\n$$\nx = 1\n$$\n\nen"
    )
