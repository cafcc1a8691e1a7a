"""The window as a screen reader walks it: a line for each thing that has a name, a value or the keyboard."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QComboBox, QScrollArea, QWidget

Role = QAccessible.Role
_SILENT = {Role.Separator, Role.Grip, Role.LayeredPane, Role.Client, Role.Pane, Role.ScrollBar, Role.Splitter}


def walk(widget: QWidget) -> Iterator[tuple[int, QAccessibleInterface]]:
    """(depth, what stands there), depth first; what is invisible is left out."""
    yield from _walk(QAccessible.queryAccessibleInterface(widget), 0)


def _walk(part: QAccessibleInterface, depth: int) -> Iterator[tuple[int, QAccessibleInterface]]:
    yield depth, part
    for number in range(part.childCount()):
        child = part.child(number)
        if child is not None and child.isValid() and not child.state().invisible:
            yield from _walk(child, depth + 1)


def line(part: QAccessibleInterface) -> str:
    """Role, name, value and state, as far as there is any."""
    state = part.state()
    words = [part.role().name, *_quoted(part)]
    words += [name for name, on in (("checked", state.checked), ("off", state.disabled)) if on]
    return " ".join(words)


def _quoted(part: QAccessibleInterface) -> Iterator[str]:
    box = part.object()
    if isinstance(box, QComboBox):  # on Unix Qt says what it shows in the place of its name
        yield from (f"“{text}”" for text in (box.accessibleName(), box.currentText()) if text)
        return
    for kind in (QAccessible.Text.Name, QAccessible.Text.Value):
        text = " ".join(part.text(kind).split())
        if text:
            yield f"“{text}”"


def dump(widget: QWidget) -> list[str]:
    """What is heard of a window, without what only holds others."""
    return [line(part) for _, part in walk(widget) if _is_heard(part)]


def _is_heard(part: QAccessibleInterface) -> bool:
    if part.role() in _SILENT:
        return part.state().focusable
    return part.state().focusable or any(_quoted(part))


def faults(widget: QWidget) -> list[str]:
    """What can have the keyboard and has no name, or a role that says nothing of what it is."""
    found = []
    for _, part in walk(widget):
        if not part.state().focusable or part.state().disabled or part.state().offscreen:
            continue
        of = part.object()
        where = f"{type(of).__name__} {of.objectName()!r} in {_place(of)}" if of is not None else line(part)
        if not part.text(QAccessible.Text.Name).strip():
            found.append(f"no name: {where}")
        if part.role() is Role.ComboBox and isinstance(of, QComboBox) and not _named(of):
            found.append(f"named by its value alone: {where}")
        # An area that is scrolled by keys is no more than that; its name says of what.
        if part.role() in (Role.Client, Role.NoRole, Role.Pane) and not isinstance(of, QScrollArea):
            found.append(f"role {part.role().name}: {where}")
    return found


def _named(box: QComboBox) -> bool:
    """Qt takes what a box shows for its name where it has no other."""
    return bool(box.accessibleName())


def _place(of: object) -> str:
    parts = []
    while isinstance(of, QWidget):
        parts.append(of.objectName() or type(of).__name__)
        of = of.parentWidget()
    return " < ".join(parts[1:5])
