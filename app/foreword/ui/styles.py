"""The text and block formats of a message, made from a theme's tokens and a base font."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QTextBlockFormat, QTextCharFormat, QTextFormat

from foreword.ui.theme import code_font
from foreword.ui.tokens import Tokens

#: A block property: room without text, which copying leaves out.
SPACER = QTextFormat.Property.UserProperty.value + 1
CODE_HEADER_HEIGHT = 40
CODE_PAD = 12
THINKING_HEADER_HEIGHT = 32

_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
_FIXED = QTextBlockFormat.LineHeightTypes.FixedHeight.value
_HEADING_SCALE = {1: 1.45, 2: 1.25, 3: 1.12}


class TextStyles:
    """Formats are values: take a copy to change one. Lengths are device-independent pixels.

    `wrap_code`: long lines of code are broken; otherwise they scroll sideways within their panel.
    `quiet`: text in the muted colour, for what a model thinks. `scale`: how large gaps are, as the font
    has its size already.
    """

    def __init__(
        self,
        tokens: Tokens,
        font: QFont,
        *,
        wrap_code: bool = False,
        quiet: bool = False,
        scale: float = 1.0,
    ) -> None:
        self.tokens = tokens
        self.font = font
        self.wrap_code = wrap_code
        self._quiet = quiet
        self.scale = scale
        self.quote_indent, self.list_indent = self.px(16), self.px(28)
        self.item_gap, self.panel_gap = self.px(3), self.px(12)
        self.code_font = code_font(font)
        self._size = QFontInfo(font).pointSizeF()
        self.text = QTextCharFormat()
        self.text.setForeground(QColor(tokens.muted if quiet else tokens.text))
        self.bold = QTextCharFormat(self.text)
        self.bold.setFontWeight(QFont.Weight.DemiBold)
        self.code = QTextCharFormat()
        self.code.setFont(self.code_font)
        self.code.setForeground(QColor(tokens.code_text))
        self._make_blocks()

    def _make_blocks(self) -> None:
        self.paragraph = self._block(4, 10, 132)
        self.cell = self._block(0, 0, 120)
        self.code_line = self._block(0, 0, 122)
        self.code_line.setLeftMargin(self.px(16))
        self.code_line.setRightMargin(self.px(16))
        self.code_line.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.code_line.setNonBreakableLines(not self.wrap_code)
        self.display = self._block(8, 12, 100)
        self.display.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.note = self._block(2, 2, 124)
        self.note.setLeftMargin(self.list_indent)
        self.note.setTextIndent(-self.list_indent)
        self.thin = self._block(0, 0, 100)
        self.thin.setLineHeight(2, _FIXED)
        self.thin.setProperty(SPACER, True)
        self.rule = self._block(8, 8, 100)
        self.rule.setLineHeight(8, _FIXED)
        self.rule.setProperty(SPACER, True)

    def quiet(self) -> TextStyles:
        """The same, with text in the muted colour."""
        return TextStyles(self.tokens, self.font, wrap_code=self.wrap_code, quiet=True, scale=self.scale)

    def wrapped(self, wrap_code: bool) -> TextStyles:
        """The same, with long lines of code broken or not."""
        return TextStyles(self.tokens, self.font, wrap_code=wrap_code, quiet=self._quiet, scale=self.scale)

    def px(self, length: float) -> int:
        """So many pixels at 100 %, as large as they are now."""
        return round(length * self.scale)

    def heading(self, level: int) -> QTextBlockFormat:
        form = self._block(16 if level < 3 else 12, 4, 120)
        form.setHeadingLevel(level)
        return form

    def heading_text(self, level: int) -> QTextCharFormat:
        form = QTextCharFormat(self.bold)
        form.setFontPointSize(self._size * _HEADING_SCALE.get(level, 1.0))
        return form

    def _block(self, top: float, bottom: float, line_height: float) -> QTextBlockFormat:
        form = QTextBlockFormat()
        form.setTopMargin(self.px(top))
        form.setBottomMargin(self.px(bottom))
        form.setLineHeight(line_height, _PROPORTIONAL)
        form.setAlignment(Qt.AlignmentFlag.AlignLeft)
        return form
