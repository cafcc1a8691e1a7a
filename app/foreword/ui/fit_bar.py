"""What a model would take of a device's memory, as a bar and in words. Shows figures; works none out."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from foreword.model_messages import Fit
from foreword.ui.labels import WordsLabel
from foreword.ui.model_wording import fit_details, fit_words, verdict_state
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr
from foreword.ui.wording import plain_tooltip
from foreword.ui.zoom import px

_HEIGHT = 8
_SWATCH = 8
_PARTS = (mark("Weights"), mark("Conversation"), mark("Working memory"))


def part_colours(tokens: Tokens) -> tuple[str, str, str]:
    """Of weights, conversation and working memory; each has 3:1 against what it stands on."""
    return tokens.accent, tokens.success, tokens.field_border


class FitBar(QWidget):
    """Weights, conversation and working memory, against what is free: as wide as the larger of the two.

    What lies beyond what is free has the colour of danger, behind a mark."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._fit: Fit | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def sizeHint(self) -> QSize:
        return QSize(px(160), px(_HEIGHT) + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(px(64), px(_HEIGHT) + 4)

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self.update()

    def show_fit(self, fit: Fit | None) -> None:
        self._fit = fit
        self.setVisible(fit is not None)
        if fit is not None:
            self.setAccessibleName(fit_words(fit))
            self.setAccessibleDescription(fit_details(fit))
            self.setToolTip(plain_tooltip(fit_details(fit)))
            self.update()

    def spans(self) -> list[tuple[float, float]]:
        """(from, to) of each part and, last, of what is free beyond them, as shares of the whole width."""
        fit = self._fit
        if fit is None:
            return []
        whole = max(fit.needed, fit.free, 1)
        ends, at = [], 0.0
        for size in (fit.weights, fit.cache, fit.working):
            ends.append((at, at + size / whole))
            at += size / whole
        return [*ends, (at, 1.0)]

    def free_mark(self) -> float | None:
        """Where what is free ends, as a share of the width; None where everything fits before it."""
        fit = self._fit
        return fit.free / fit.needed if fit is not None and fit.needed > fit.free else None

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            painter.translate(self.width(), 0)
            painter.scale(-1, 1)
        high, width = px(_HEIGHT), self.width()
        bar = QRectF(0, (self.height() - high) / 2, width, high)
        shape = QPainterPath()
        shape.addRoundedRect(bar, high / 2, high / 2)
        painter.setClipPath(shape)
        colours = (*part_colours(self._tokens), self._tokens.pressed)
        for (start, end), colour in zip(self.spans(), colours, strict=True):
            painter.fillRect(_share(bar, start, end), QColor(colour))
        limit = self.free_mark()
        if limit is not None:
            painter.fillRect(_share(bar, limit, 1.0), QColor(self._tokens.danger))
            painter.setClipping(False)
            painter.fillRect(QRectF(limit * width - 1, 0, 2, self.height()), QColor(self._tokens.text))
        painter.end()


def _share(bar: QRectF, start: float, end: float) -> QRectF:
    return QRectF(start * bar.width(), bar.top(), (end - start) * bar.width(), bar.height())


class FitLine(QWidget):
    """A bar with its words beneath. Hidden while the sizes aren't known."""

    def __init__(self, tokens: Tokens, *, legend: bool = False) -> None:
        super().__init__()
        self.bar = FitBar(tokens)
        self.words = WordsLabel("fitwords")
        self.legend = FitLegend(tokens) if legend else None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for widget in (self.bar, self.words, self.legend):
            if widget is not None:
                layout.addWidget(widget)
        self.hide()

    def show_fit(self, fit: Fit | None) -> None:
        self.bar.show_fit(fit)
        if fit is not None:
            self.words.say(fit_words(fit), verdict_state(fit))
        self.setVisible(fit is not None)

    def set_tokens(self, tokens: Tokens) -> None:
        self.bar.set_tokens(tokens)
        if self.legend is not None:
            self.legend.set_tokens(tokens)


class FitLegend(QWidget):
    """Which colour of the bar is what."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._swatches = []
        for words in _PARTS:
            swatch, label = QLabel(), QLabel(tr(words))
            label.setObjectName("hint")
            self._swatches.append(swatch)
            row.addWidget(swatch)
            row.addWidget(label)
            row.addSpacing(8)
        row.addStretch()
        self.set_tokens(tokens)

    def set_tokens(self, tokens: Tokens) -> None:
        for swatch, colour in zip(self._swatches, part_colours(tokens), strict=True):
            picture = QPixmap(_SWATCH, _SWATCH)
            picture.fill(QColor(colour))
            swatch.setPixmap(picture)
