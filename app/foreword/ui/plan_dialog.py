"""What an install would do, before it does it: every package, its size and hash, and a plain warning."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from foreword.plugin_messages import InstallPlan, Package
from foreword.ui.labels import WordsLabel
from foreword.ui.plugin_wording import (
    BUILT_HERE,
    RIGHTS,
    SWITCHED_OFF,
    change_words,
    line,
    plan_text,
    short_hash,
    size_words,
    total_words,
)
from foreword.ui.theme import code_font
from foreword.ui.translate import mark, tr
from foreword.ui.wording import plain_tooltip
from foreword.ui.zoom import px

COLUMNS = (mark("Package"), mark("Version"), mark("Size"), mark("Change"), "SHA-256")
_HASH = COLUMNS.index("SHA-256")
_MOST_ROWS = 8
_WIDTH, _NARROW = 760, 400


class PlanDialog(QDialog):
    """Modal to the settings. `confirmed` carries the plan back."""

    #: object: InstallPlan - do this
    confirmed = Signal(object)

    def __init__(self, plan: InstallPlan, parent: QWidget) -> None:
        super().__init__(parent)
        self.plan = plan
        self.setWindowTitle(tr("Install Plugin"))
        self.setModal(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.table = PackageTable(plan.packages)
        self.total = _words("value", total_words(plan))
        self.copy = QPushButton(tr("Copy"))
        self.copy.setToolTip(tr("Copy the plan as text, with whole hashes"))
        self.cancel = QPushButton(tr("Cancel") if plan.packages else tr("Close"))
        self.install = QPushButton(tr("Install"))
        for button in (self.copy, self.install):
            button.setAutoDefault(False)
            button.setVisible(bool(plan.packages))
        self.cancel.setDefault(True)
        self.copy.clicked.connect(self._copy)
        self.install.clicked.connect(self._confirm)
        self.cancel.clicked.connect(self.reject)
        self._build()
        self.cancel.setFocus()

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(8)
        wanted = line(self.plan.requirement, 120)
        if not self.plan.packages:
            layout.addWidget(_words("section", tr("{wanted} is installed already", wanted=wanted)))
            layout.addWidget(_words("hint", tr("Nothing would change.")))
            self.total.hide()
            self.table.hide()
        else:
            layout.addWidget(_words("section", tr("Install {wanted}?", wanted=wanted)))
            layout.addWidget(_words("warning", tr(RIGHTS)))
            layout.addWidget(_words("hint", tr(SWITCHED_OFF)))
            if any(package.sdist for package in self.plan.packages):
                layout.addWidget(_words("warning", tr(BUILT_HERE)))
        layout.addSpacing(8)
        layout.addWidget(self.table)
        layout.addWidget(self.total)
        layout.addSpacing(8)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.copy)
        row.addStretch()
        row.addWidget(self.cancel)
        row.addWidget(self.install)
        layout.addLayout(row)
        width = px(_WIDTH if self.plan.packages else _NARROW)
        self.resize(width, layout.totalHeightForWidth(width))

    @Slot()
    def _confirm(self) -> None:
        self.confirmed.emit(self.plan)
        self.accept()

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(plan_text(self.plan))


class PackageTable(QTableWidget):
    """A row for each package; the whole hash, and where it comes from, in the tooltips."""

    def __init__(self, packages: tuple[Package, ...]) -> None:
        super().__init__(len(packages), len(COLUMNS))
        self.setAccessibleName(tr("Packages"))
        self.setHorizontalHeaderLabels([tr(words) for words in COLUMNS])
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        for row, package in enumerate(packages):
            self._fill(row, package)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        shown = min(len(packages), _MOST_ROWS)
        rows = sum(self.rowHeight(row) for row in range(shown))
        self.setFixedHeight(head.sizeHint().height() + rows + 2 * self.frameWidth() + 2)

    def _fill(self, row: int, package: Package) -> None:
        own = line(package.version, 40)
        version = tr("{version} (source)", version=own) if package.sdist else own
        texts = (
            line(package.name, 80),
            version,
            size_words(package.size),
            change_words(package),
            short_hash(package.sha256),
        )
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            origin = "\n" + tr("From {source}", source=line(package.source)) if package.source else ""
            item.setToolTip(plain_tooltip(f"{line(package.name)} {version}{origin}"))
            if column == _HASH:
                item.setFont(code_font(self.font()))
                item.setToolTip(plain_tooltip(package.sha256))
                item.setData(Qt.ItemDataRole.AccessibleTextRole, package.sha256)
            self.setItem(row, column, item)


def _words(kind: str, words: str) -> WordsLabel:
    label = WordsLabel(kind)
    label.say(words)
    return label
