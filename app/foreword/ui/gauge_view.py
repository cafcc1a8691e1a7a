"""A slim bar and a figure: how much of the context is used. Shows a Room; counts nothing."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from foreword.session.gauge import Room
from foreword.ui import gauge_wording
from foreword.ui.labels import WordsLabel
from foreword.ui.theme import restyle
from foreword.ui.tokens import Tokens
from foreword.ui.translate import tr
from foreword.ui.wording import plain_tooltip


class GaugeView(QWidget):
    """Hidden while there is no model. `words` is a line of its own that its owner places."""

    def __init__(self, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = _Bar(tokens)
        self.figure = QLabel()
        self.figure.setObjectName("gauge")
        self.figure.setTextFormat(Qt.TextFormat.PlainText)
        self.words = WordsLabel("gaugewords")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.bar)
        row.addWidget(self.figure)
        self.hide()

    def show_room(self, room: Room | None) -> None:
        """None: there is no model to count with."""
        self.setVisible(room is not None)
        self.words.say("" if room is None else gauge_wording.warning(room))
        if room is None:
            return
        self.bar.show_room(room)
        self.figure.setText(gauge_wording.figure(room))
        self.setToolTip(plain_tooltip(gauge_wording.parts(room)))
        self.figure.setAccessibleName(tr("Context: {figure}", figure=gauge_wording.figure(room)))
        self.figure.setAccessibleDescription(gauge_wording.parts(room))
        level = gauge_wording.level(room)
        if level != self.figure.property("level"):
            self.figure.setProperty("level", level)
            restyle(self.figure)

    def set_tokens(self, tokens: Tokens) -> None:
        self.bar.tokens = tokens
        self.bar.update()


class _Bar(QWidget):
    """The chat's part, then the draft's."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self.tokens = tokens
        self._room = Room(0, 0, 1)
        self.setFixedSize(64, 4)
        self.setProperty("zooms", True)

    def show_room(self, room: Room) -> None:
        self._room = room
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        room, tokens = self._room, self.tokens
        used = min(1.0, room.used / room.limit)
        both = min(1.0, (room.used + room.draft) / room.limit)
        level = gauge_wording.level(room)
        alarm = {"warning": tokens.warning, "full": tokens.danger}.get(level)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        parts = ((1.0, tokens.pressed), (both, alarm or tokens.accent), (used, alarm or tokens.muted))
        for share, colour in parts:
            if share > 0:
                painter.setBrush(QColor(colour))
                painter.drawRoundedRect(QRectF(0, 0, max(4.0, share * self.width()), 4), 2, 2)
        painter.end()
