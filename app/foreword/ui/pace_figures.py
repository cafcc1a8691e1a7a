"""Figures to glance at: a large number with a caption below it. Shows what it is told."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from foreword.session.pace import PaceNow
from foreword.ui.labels import WordsLabel
from foreword.ui.pace_words import figure, pace_details
from foreword.ui.reading import leading
from foreword.ui.translate import tr
from foreword.ui.wording import plain_tooltip

_LARGE = 1.5


class Tile(QWidget):
    """One number. A screen reader hears caption and number together."""

    def __init__(self) -> None:
        super().__init__()
        self.value = QLabel()
        self.value.setObjectName("pacefigure")
        self.value.setTextFormat(Qt.TextFormat.PlainText)
        self.value.setAlignment(leading())
        self.caption = WordsLabel("hint")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.value)
        layout.addWidget(self.caption)
        layout.addStretch()

    def set_font(self, font: QFont) -> None:
        large = QFont(font)
        large.setPointSizeF(font.pointSizeF() * _LARGE)
        large.setWeight(QFont.Weight.DemiBold)
        self.value.setFont(large)

    def show_figure(self, value: str, caption: str) -> None:
        self.value.setText(value)
        self.value.setAccessibleName(f"{caption}: {value}")
        self.caption.say(caption)


class Figures(QWidget):
    """Pace now, the plain pace, tokens per pass; exact in the tooltip."""

    def __init__(self) -> None:
        super().__init__()
        self.now, self.plain, self.passes = Tile(), Tile(), Tile()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for tile in (self.now, self.plain, self.passes):
            layout.addWidget(tile, 1)
        self.follow_font()

    def follow_font(self) -> None:
        """The application's font may be another one, or larger."""
        for tile in (self.now, self.plain, self.passes):
            tile.set_font(QApplication.font())

    def show_pace(self, now: PaceNow) -> None:
        speed = figure(now.tokens_per_second)
        about = tr("tokens/s now") if now.writing else tr("tokens/s, last reply")
        self.now.show_figure(speed, about if now.passes else tr("tokens/s"))
        self.plain.show_figure(figure(now.plain_tokens_per_second), tr("tokens/s plain"))
        self.passes.show_figure(figure(now.tokens_per_pass, 2), tr("tokens per pass"))
        self.setToolTip(plain_tooltip(pace_details(now)))
