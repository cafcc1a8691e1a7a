"""The Assistants page of the settings dialog: the list on the left, the chosen one on the right.

Every change is kept at once, through `controller.options`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from foreword.messages import SpeculatorInfo
from foreword.session.controller import Controller
from foreword.session.conversation import Preset
from foreword.ui.dialogs import confirm
from foreword.ui.labels import WordsLabel
from foreword.ui.preset_editor import PresetEditor
from foreword.ui.preset_files import export_presets, import_presets
from foreword.ui.scrolling import reserve_scroll_bar
from foreword.ui.tokens import Tokens
from foreword.ui.translate import mark, tr

_ABOUT = mark(
    "An assistant is a name for instructions and options that chats can share. A chat "
    "takes what its assistant sets, and may set other values for itself."
)
_EMPTY = mark(
    "There is no assistant yet. Make one here, or from a chat that does what you like: "
    "“New from this chat” in its options."
)
_LIST_WIDTH = 176


class PresetsPage(QWidget):
    """Create, rename, duplicate, delete, edit, import and export."""

    def __init__(self, controller: Controller, tokens: Tokens) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._options = controller.options
        self._shown = ""
        self.list = QListWidget()
        self.list.setObjectName("presets")
        self.list.setAccessibleName(tr("Assistants"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.new = QPushButton(tr("New assistant"))
        self.import_ = QPushButton(tr("Import…"))
        self.export_all = QPushButton(tr("Export all…"))
        self.told = WordsLabel("hint")
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.empty = QLabel(tr(_EMPTY))
        self.empty.setObjectName("hint")
        self.editor = PresetEditor(tokens)
        self._build()
        self._connect(controller)
        self.editor.form.show_speculators(controller.speculators())
        self._refresh()

    def _build(self) -> None:
        heading = QLabel(tr("Assistants"))
        heading.setObjectName("section")
        font = heading.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        heading.setFont(font)
        about = QLabel(tr(_ABOUT))
        about.setObjectName("hint")
        for label in (about, self.empty):
            label.setWordWrap(True)
        self.list.setFixedWidth(_LIST_WIDTH)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.list, 1)
        for button in (self.new, self.import_, self.export_all):
            left.addWidget(button)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        reserve_scroll_bar(self.area)
        self.area.setWidget(self.editor)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.empty.setContentsMargins(16, 8, 24, 0)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addLayout(left)
        row.addWidget(self.area, 1)
        row.addWidget(self.empty, 1)
        head = QVBoxLayout()
        head.setContentsMargins(0, 0, 24, 0)
        head.setSpacing(8)
        for widget in (heading, about, self.told):
            head.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 16, 0, 24)
        layout.setSpacing(16)
        layout.addLayout(head)
        layout.addLayout(row, 1)

    def _connect(self, controller: Controller) -> None:
        self.list.currentRowChanged.connect(self._select_row)
        self.new.clicked.connect(self._new)
        self.import_.clicked.connect(self._import)
        self.export_all.clicked.connect(self._export_all)
        self.editor.renamed.connect(self._rename)
        self.editor.chosen.connect(self._set)
        self.editor.duplicate_wanted.connect(self._duplicate)
        self.editor.export_wanted.connect(self._export)
        self.editor.delete_wanted.connect(self._delete)
        for keys, slot in (("F2", self._edit_name), ("Del", self._delete)):
            shortcut = QShortcut(QKeySequence(keys), self.list, slot)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        self._options.changed.connect(self._refresh)
        controller.speculators_changed.connect(self._show_speculators)

    def set_tokens(self, tokens: Tokens) -> None:
        self.editor.form.set_tokens(tokens)

    def showEvent(self, event: QShowEvent) -> None:
        """The rows were measured before the style sheet reached them."""
        super().showEvent(event)
        self.list.doItemsLayout()

    def select(self, preset_id: str | None) -> None:
        """Show this one, if it is there."""
        rows = [row for row in range(self.list.count()) if self._id(row) == preset_id]
        if rows:
            self.list.setCurrentRow(rows[0])

    # --- what there is
    @Slot()
    def _refresh(self) -> None:
        """The list as it is kept. What is shown stays, else its neighbour is."""
        presets = self._options.presets()
        row = max(self.list.currentRow(), 0)
        with QSignalBlocker(self.list):
            if [(each.name, each.id) for each in presets] != self._listed():
                self.list.clear()
                for each in presets:
                    item = QListWidgetItem(each.name)
                    item.setData(Qt.ItemDataRole.UserRole, each.id)
                    self.list.addItem(item)
            ids = [each.id for each in presets]
            chosen = ids.index(self._shown) if self._shown in ids else min(row, len(ids) - 1)
            self.list.setCurrentRow(chosen)
        self.area.setVisible(bool(presets))
        self.empty.setVisible(not presets)
        self.export_all.setEnabled(bool(presets))
        if presets:
            self._show(presets[chosen])
        else:
            self._shown = ""

    def _show(self, preset: Preset) -> None:
        anew = preset.id != self._shown
        self._shown = preset.id
        self.editor.show_preset(preset, self._options.standing_of(preset), anew=anew)
        if anew:
            self.area.verticalScrollBar().setValue(0)

    @Slot(object)
    def _show_speculators(self, infos: tuple[SpeculatorInfo, ...]) -> None:
        self.editor.form.show_speculators(infos)

    @Slot(int)
    def _select_row(self, row: int) -> None:
        self.editor.keep()
        preset = self._options.preset(self._id(row)) if row >= 0 else None
        if preset is not None:
            self._show(preset)

    def _listed(self) -> list[tuple[str, str]]:
        return [(self.list.item(row).text(), self._id(row)) for row in range(self.list.count())]

    def _id(self, row: int) -> str:
        return str(self.list.item(row).data(Qt.ItemDataRole.UserRole))

    # --- what the user wants
    @Slot()
    def _new(self) -> None:
        self._add(tr("New assistant"), {})

    @Slot()
    def _duplicate(self) -> None:
        preset = self._current()
        if preset is not None:
            self._add(tr("{name} (copy)", name=preset.name), preset.options)

    def _add(self, name: str, options: Mapping[str, Any]) -> None:
        """Kept at once under a free name, which is then there to be changed."""
        self.editor.keep()
        preset = self._options.new_preset(self._options.free_name(name), options)
        problem = self._options.save_preset(preset)
        self.told.say(problem)
        if not problem:
            self.select(preset.id)
            self._edit_name()

    @Slot()
    def _edit_name(self) -> None:
        self.editor.name.setFocus()
        self.editor.name.selectAll()

    @Slot(str)
    def _rename(self, name: str) -> None:
        preset = self._current()
        if preset is not None:
            self.editor.error.say(self._options.save_preset(replace(preset, name=name)))

    @Slot(str, object)
    def _set(self, key: str, value: object) -> None:
        preset = self._current()
        if preset is None:
            return
        options = {name: kept for name, kept in preset.options.items() if name != key}
        if value is not None:
            options[key] = value
        problem = self._options.save_preset(replace(preset, options=options))
        if problem:
            self.editor.form.show_problem(key, problem)

    @Slot()
    def _delete(self) -> None:
        preset = self._current()
        more = tr("Chats that use it keep what they set for themselves.")
        if preset is not None and confirm(
            self.window(),
            tr("Delete Assistant"),
            tr("Delete the assistant {name}?", name=preset.name),
            more,
            tr("Delete"),
        ):
            self.told.say(self._options.delete_preset(preset.id))
            (self.list if self.list.count() else self.new).setFocus()

    @Slot()
    def _export(self) -> None:
        self.editor.keep()
        preset = self._current()
        if preset is not None:
            self.told.say(export_presets(self.window(), [preset]))

    @Slot()
    def _export_all(self) -> None:
        self.editor.keep()
        self.told.say(export_presets(self.window(), self._options.presets()))

    @Slot()
    def _import(self) -> None:
        self.editor.keep()
        self.told.say(import_presets(self.window(), self._options))

    def _current(self) -> Preset | None:
        return self._options.preset(self._shown)
