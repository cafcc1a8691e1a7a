"""What stands in a message as typed until more is known: formulas until they are drawn, references to
footnotes until their note comes. Each is settled once, in its place; broken LaTeX and references without a
note stay as they are. Knows one document; nothing of how Markdown is written.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QColor, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from foreword.ui.inline import Mark
from foreword.ui.math_drawing import Formula
from foreword.ui.math_object import SOURCE, FormulaObjects
from foreword.ui.math_pictures import shared_pictures
from foreword.ui.wording import plain_tooltip
from foreword.ui.writer import BlockWriter

_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value


class Marks(QObject):
    """The marks of one document that are not settled yet."""

    def __init__(self, document: QTextDocument, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._pictures = shared_pictures()
        self._objects: FormulaObjects | None = None
        self._listens = False
        self.clear()

    def clear(self) -> None:
        """The document is empty again."""
        self._formulas: list[Mark] = []
        self._references: list[Mark] = []
        self._notes = 0  # how many notes the references were looked up in
        self._places: dict[str, QTextCursor] = {}

    def settle(self, writer: BlockWriter) -> None:
        """Take over the marks that were written, and settle those that can be settled now."""
        for mark in writer.marks:
            (self._formulas if isinstance(mark.what, Formula) else self._references).append(mark)
        new, count = bool(writer.marks), len(writer.notes)
        writer.marks.clear()
        if new and self._formulas:
            self._draw()
        if count and (new or count != self._notes):
            self._link(writer)
            self._notes = count

    def place(self, address: str) -> QTextCursor | None:
        """Where an address inside of the message leads."""
        return self._places.get(address)

    # --- formulas
    @Slot()
    def _draw(self) -> None:
        """Put pictures in the place of the formulas that were drawn by now."""
        waiting = []
        edit = QTextCursor(self._document)
        edit.beginEditBlock()
        for mark in self._formulas:
            assert isinstance(mark.what, Formula)
            if self._pictures.knows(mark.what):
                self._show(mark, mark.what)
            else:
                waiting.append(mark)
        edit.endEditBlock()
        self._formulas = waiting
        if waiting and not self._listens:
            self._pictures.ready.connect(self._draw)
        elif self._listens and not waiting:
            self._pictures.ready.disconnect(self._draw)
        self._listens = bool(waiting)

    def _show(self, mark: Mark, formula: Formula) -> None:
        drawing = self._pictures.outcome(formula)
        if drawing is None:
            return
        if self._objects is None:
            self._objects = FormulaObjects(self._document, self)
        cursor = mark.select()
        self._objects.insert(cursor, drawing, mark.source, mark.base)
        if mark.own_block:
            form = QTextBlockFormat()
            form.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            form.setLineHeight(100, _PROPORTIONAL)
            cursor.mergeBlockFormat(form)

    # --- footnotes
    def _link(self, writer: BlockWriter) -> None:
        """Make links of the references whose note is there."""
        waiting = []
        numbers = {label: number for number, label in enumerate(writer.notes, 1)}
        for mark in self._references:
            number = numbers.get(str(mark.what))
            if number is None:
                waiting.append(mark)
                continue
            note = writer.notes[str(mark.what)]
            self._places[f"#note-{number}"] = QTextCursor(note)
            self._places.setdefault(f"#ref-{number}", QTextCursor(mark.at))
            form = QTextCharFormat(mark.base)
            form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
            form.setForeground(QColor(writer.styles.tokens.link))
            form.setAnchor(True)
            form.setAnchorHref(f"#note-{number}")
            form.setToolTip(plain_tooltip(note.text()))
            form.setProperty(SOURCE, mark.source)
            mark.select().insertText(str(number), form)
        self._references = waiting
