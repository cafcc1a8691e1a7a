"""The two plots of the live panel: tokens per second beside the plain pace, and the width of each pass."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from foreword.session.pace import PaceNow
from foreword.ui.labels import WordsLabel
from foreword.ui.pace_plot import MOST_POINTS, MOST_STEPS, Plot
from foreword.ui.pace_series import at_moment, highest, thinned
from foreword.ui.pace_words import figure, speed_at, width_at
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr


class Charts(QWidget):
    """Headings, plots, and captions that say what is seen. `library` is pyqtgraph."""

    def __init__(self, library: Any, tokens: Tokens) -> None:
        super().__init__()
        self._now = PaceNow()
        self.speed = Plot(library, self._speed_at, tokens)
        self.speed.add_curve("plain", "muted", dashed=True)
        self.speed.add_curve("now", "link")
        self.width_plot = Plot(library, self._width_at, tokens)
        self.width_plot.add_curve("width", "link", steps=True)
        self.speed_caption, self.width_caption = WordsLabel("hint"), WordsLabel("hint")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 8, 0, 0)
        self._column.setSpacing(4)
        self._add(tr("Tokens per second"), self.speed, self.speed_caption)
        self._column.addSpacing(8)
        self._add(tr("Width of each pass"), self.width_plot, self.width_caption)
        self.speed_caption.say(
            tr("Solid: this reply. Dashed: plain, that is without drafts, as measured. Across: seconds.")
        )
        self.width_caption.say(tr("How many tokens the model checks at once. Drafts make a pass wider."))

    def _add(self, words: str, plot: Plot, caption: WordsLabel) -> None:
        heading = QLabel(words)
        heading.setObjectName("section")
        plot.setAccessibleName(words)
        for widget in (heading, plot, caption):
            self._column.addWidget(widget)

    def set_tokens(self, tokens: Tokens) -> None:
        self.speed.set_tokens(tokens)
        self.width_plot.set_tokens(tokens)

    def show_pace(self, now: PaceNow) -> None:
        self._now = now
        speeds = thinned(now.speeds, MOST_POINTS, lambda run: run[-1])
        if len(speeds) == 1:  # of a short reply: it holds from its begin, and a line needs two
            speeds = [(0.0, *speeds[0][1:]), *speeds]
        widths = thinned(now.widths, MOST_STEPS, highest)
        plain = [(at, value) for at, _, value in speeds if value]
        self.speed.draw({"plain": plain, "now": [(at, value) for at, value, _ in speeds]})
        self.width_plot.draw({"width": widths})
        self.speed.setAccessibleDescription(
            tr(
                "{speed} tokens per second; {plain} without drafts",
                speed=figure(now.tokens_per_second),
                plain=figure(now.plain_tokens_per_second),
            )
        )
        if now.widths:
            self.width_plot.setAccessibleDescription(
                tr("{count} tokens in the last pass", count=now.widths[-1][1])
            )

    def _speed_at(self, moment: float) -> str:
        point = at_moment(self._now.speeds, moment)
        return speed_at(point) if point else ""

    def _width_at(self, moment: float) -> str:
        point = at_moment(self._now.widths, moment)
        return width_at(point) if point else ""
