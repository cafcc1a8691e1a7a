"""The attachments of a message that is being written: chips, and one line about what was refused.

Takes files (chosen, dropped, pasted) and long pastes of the field that it belongs to. Reads nothing by
itself; counts nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from foreword.session.conversation import Attachment
from foreword.ui.attachment_chip import AttachmentChip
from foreword.ui.attachment_drop import DropZone
from foreword.ui.attachment_files import free_name, shown_name, with_plain_breaks
from foreword.ui.attachment_reader import AttachmentReader
from foreword.ui.composer_edit import ComposerEdit
from foreword.ui.flow_layout import FlowLayout
from foreword.ui.labels import WordsLabel
from foreword.ui.tokens import SCROLL_BAR, Tokens
from foreword.ui.translate import mark, tr, tr_n

MOST_FILES = 32
PASTED = mark("Pasted text.txt")
_HIGHEST = 108
"""Pixels: two rows and a half of chips, so that one sees that there are more; then they scroll."""
_MOST_LINES = 3
_PICTURE = mark("Pictures can't be attached: the model reads text only.")


class AttachmentTray(QWidget):
    """Stands above its field; hidden while it has nothing to show."""

    #: By the user, or by a file that has been read. Not by `set_attachments`.
    changed = Signal()
    #: bool - files are held over the field.
    hovered = Signal(bool)

    def __init__(self, edit: ComposerEdit, tokens: Tokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edit = edit
        self._tokens = tokens
        self._chips: dict[int, AttachmentChip] = {}
        self._number = 0
        self._pasted = -1
        self._lines: list[str] = []
        self._reader = AttachmentReader()
        self.note = WordsLabel("attachnote")
        self.as_text = QPushButton(tr("Paste as text"))
        self.as_text.setObjectName("astext")
        self.as_text.setToolTip(tr("Put it into the message itself (Ctrl+Shift+V does so at once)"))
        self.as_text.clicked.connect(self._paste_as_text)
        self._build()
        edit.attaching = True
        edit.files_offered.connect(self.take_files)
        edit.text_offered.connect(self.take_text)
        edit.picture_offered.connect(self._refuse_picture)
        self._reader.read.connect(self._fill)
        self._reader.refused.connect(self._refuse)
        self.accept_drops_on(edit.viewport())
        self._show()

    def _build(self) -> None:
        self._flow = FlowLayout(8)
        self._inner = QWidget()
        self._inner.setLayout(self._flow)
        self._area = QScrollArea()
        self._area.setObjectName("attachments")
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._inner)
        row = QHBoxLayout()
        row.setContentsMargins(8, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.note, 1)
        row.addWidget(self.as_text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._area)
        layout.addLayout(row)

    # --- what is there
    def chips(self) -> list[AttachmentChip]:
        return list(self._chips.values())

    def attachments(self) -> tuple[Attachment, ...]:
        return tuple(chip.attachment for chip in self._chips.values() if chip.attachment is not None)

    def is_reading(self) -> bool:
        return any(chip.attachment is None for chip in self._chips.values())

    def set_attachments(self, attachments: Sequence[Attachment]) -> None:
        """Another message is being written, with these. Files that are still being read don't go with it."""
        missed = [chip.name for chip in self._chips.values() if chip.attachment is None]
        self._lines, self._pasted = [], -1
        for number in list(self._chips):
            self._drop(number)
        for attachment in attachments:
            self._add(attachment.name).fill(attachment)
        for name in missed:
            self._lines.append(
                tr("{name} was not attached: it was still being read when you left its message.", name=name)
            )
        self._show()

    def set_counts(self, counts: Mapping[Attachment, int]) -> None:
        """How many tokens each is, where that is known."""
        for chip in self._chips.values():
            chip.set_count(counts.get(chip.attachment) if chip.attachment else None)
        self._fit()

    def set_tokens(self, tokens: Tokens) -> None:
        self._tokens = tokens
        for chip in self._chips.values():
            chip.set_tokens(tokens)

    def accept_drops_on(self, area: QWidget) -> None:
        """Files may be dropped on this part of the window, too."""
        zone = DropZone(area)
        zone.hovered.connect(self.hovered)
        zone.dropped.connect(self.take_files)

    # --- what comes
    @Slot(object)
    def take_files(self, paths: Sequence[str]) -> None:
        """Have these read; each becomes an attachment, or a line that says why not."""
        self._lines, self._pasted = [], -1
        room = MOST_FILES - len(self._chips)
        if len(paths) > room:
            self._lines.append(
                tr("At most {count} files can go with a message: the rest was left out.", count=MOST_FILES)
            )
        files = []
        for path in paths[: max(room, 0)]:
            self._add(shown_name(Path(path).name))
            files.append((self._number, path))
        self._reader.start(files)
        self._tell()

    @Slot(str)
    def take_text(self, text: str) -> None:
        """A long paste: an attachment, unless the user wants it as text."""
        if len(self._chips) >= MOST_FILES:
            self._edit.insert(text)
            return
        text = with_plain_breaks(text).replace("\0", "")
        name = tr(PASTED)
        chip = self._add(name)
        chip.fill(Attachment(self._free(name, chip), text))
        self._pasted = self._number
        self._lines = [tr("The long text that you pasted is attached as a file.")]
        self._tell()

    @Slot(int, object, str)
    def _fill(self, number: int, attachment: Attachment, remark: str) -> None:
        chip = self._chips.get(number)
        if chip is None:  # removed while it was read
            return
        if attachment in self.attachments():
            self._refuse(number, tr("{name} is attached already.", name=attachment.name))
            return
        chip.fill(Attachment(self._free(attachment.name, chip), attachment.text))
        if remark:
            self._lines.append(remark)
        self._tell()

    @Slot(int, str)
    def _refuse(self, number: int, line: str) -> None:
        if number in self._chips:
            self._drop(number)
            self._lines.append(line)
            self._tell()

    @Slot()
    def _refuse_picture(self) -> None:
        self._lines = [tr(_PICTURE)]
        self._tell()

    # --- what goes
    def remove(self, number: int) -> None:
        """Without this attachment; the keyboard goes to the next one, else to the field."""
        numbers = list(self._chips)
        after = [*numbers[numbers.index(number) + 1 :], *reversed(numbers[: numbers.index(number)])]
        had_focus = self._chips[number].isAncestorOf(self.focusWidget() or self)
        self._drop(number)
        self._lines = []
        if had_focus and after:
            self._chips[after[0]].show_button.setFocus()
            self._area.ensureWidgetVisible(self._chips[after[0]])
        elif had_focus:
            self._edit.setFocus()
        self._tell()

    @Slot()
    def _paste_as_text(self) -> None:
        chip = self._chips[self._pasted]
        text = chip.attachment.text if chip.attachment else ""
        self._drop(self._pasted)
        self._lines, self._pasted = [], -1
        self._edit.insert(text)
        self._edit.setFocus()
        self._tell()

    # --- steps
    def _free(self, name: str, chip: AttachmentChip) -> str:
        return free_name(
            name, {each.name for each in self._chips.values() if each is not chip and each.attachment}
        )

    def _add(self, name: str) -> AttachmentChip:
        self._number += 1
        number = self._number
        chip = AttachmentChip(name, self._tokens)
        chip.remove_requested.connect(lambda: self.remove(number))
        self._chips[number] = chip
        self._flow.addWidget(chip)
        chip.show()
        self._order_tabs()
        return chip

    def _drop(self, number: int) -> None:
        chip = self._chips.pop(number)
        self._flow.removeWidget(chip)
        chip.hide()
        chip.deleteLater()

    def _order_tabs(self) -> None:
        """Chips come and go; they stand where the tray's last button has its place, and that behind them."""
        before: QWidget = self.as_text
        for chip in self._chips.values():
            for button in (chip.show_button, chip.remove_button):
                QWidget.setTabOrder(before, button)
                before = button
        QWidget.setTabOrder(before, self.as_text)

    def _tell(self) -> None:
        self._show()
        if self._lines:
            words = QAccessibleAnnouncementEvent(self, " ".join(self._lines[-_MOST_LINES:]))
            QAccessible.updateAccessibility(words)
        self.changed.emit()

    def _show(self) -> None:
        more = len(self._lines) - _MOST_LINES
        lines = self._lines[:_MOST_LINES] + (
            [tr_n(more, "And {n} more was refused.", "And {n} more were refused.")] if more > 0 else []
        )
        pasted = self._pasted in self._chips
        self.note.say("\n".join(lines), state="told" if pasted else "refused")
        self.as_text.setVisible(pasted)
        self._area.setVisible(bool(self._chips))
        self.setVisible(bool(self._chips or lines))
        self._fit()

    def _fit(self) -> None:
        """As high as the rows of chips are, up to a limit."""
        if self._chips:
            for chip in self._chips.values():
                chip.fit(self.width() - SCROLL_BAR)
            self._flow.invalidate()
            wanted = self._flow.heightForWidth(max(self.width(), 1))
            if wanted > _HIGHEST:
                wanted = self._flow.heightForWidth(max(self.width() - SCROLL_BAR, 1))
            self._inner.setMinimumHeight(wanted)
            self._area.setFixedHeight(min(wanted, _HIGHEST))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
