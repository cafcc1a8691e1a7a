"""Every key of the window, for whoever asks: read from the menus themselves, and from those widgets that
have keys of their own, which declare them where they handle them.

Pure reading: knows actions and declarations; runs nothing and shows nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from foreword.ui.translate import tr

_MARK = re.compile(r"&(?!&)")
_CJK_MARK = re.compile(r"\s*\(&\w\)")


class KeyHelp(NamedTuple):
    """What keys do in one widget. `words` is marked for translation; keys are named as QKeySequence does."""

    words: str
    keys: tuple[str, ...]


class Line(NamedTuple):
    """One line of the overview."""

    words: str
    keys: tuple[str, ...]


class Group(NamedTuple):
    """Lines under one heading: a menu, or a part of the window."""

    words: str
    lines: tuple[Line, ...]


class Command(NamedTuple):
    """One action with the menus that lead to it."""

    action: QAction
    menus: tuple[str, ...]

    @property
    def words(self) -> str:
        return plain_words(self.action)


def plain_words(action: QAction) -> str:
    """An action's name without its mark for the keyboard, the dots behind it, and what follows a tab."""
    words = _CJK_MARK.sub("", action.text().split("\t")[0])
    return _MARK.sub("", words).replace("&&", "&").removesuffix("…").strip()


def commands(bar: QMenuBar) -> list[Command]:
    """Every command of the menu bar, in its order. Menus that fill themselves do so first."""
    return [command for action in bar.actions() for command in _of_menu(action, ())]


def _of_menu(action: QAction, above: tuple[str, ...]) -> Iterator[Command]:
    menu = action.menu()
    if isinstance(menu, QMenu):
        path = (*above, plain_words(action))
        for each in menu.actions():
            yield from _of_menu(each, path)
    elif not action.isSeparator() and action.text() and action.isVisible():
        yield Command(action, above)


def key_words(keys: Sequence[QKeySequence | str]) -> tuple[str, ...]:
    """Keys as this system writes them, without those that only few keyboards have, such as Undo."""
    native = QKeySequence.SequenceFormat.NativeText
    sequences = [QKeySequence(key) for key in keys]
    usual = [each for each in sequences if each[0].key() < Qt.Key.Key_Back]  # type: ignore[index]
    return tuple(each.toString(native) for each in usual)


def overview(bar: QMenuBar, others: Sequence[tuple[str, Sequence[KeyHelp]]]) -> list[Group]:
    """The commands that have keys, by menu, then the keys of `others`: (where they hold, which they are)."""
    by_menu: dict[str, list[Line]] = {}
    for command in commands(bar):
        keys = key_words(command.action.shortcuts())
        if keys:
            by_menu.setdefault(command.menus[0], []).append(Line(command.words, keys))
    groups = [Group(words, tuple(lines)) for words, lines in by_menu.items()]
    for where, helps in others:
        lines = tuple(Line(tr(each.words), key_words(each.keys)) for each in helps)
        groups.append(Group(where, lines))
    return groups


def found(groups: Sequence[Group], words: str) -> list[Group]:
    """The lines that have all of these words, in their own words, their keys or their heading."""
    wanted = words.casefold().split()

    def fits(group: Group, line: Line) -> bool:
        said = " ".join((group.words, line.words, *line.keys)).casefold()
        return all(word in said for word in wanted)

    kept = (Group(group.words, tuple(line for line in group.lines if fits(group, line))) for group in groups)
    return [group for group in kept if group.lines]


def as_text(groups: Sequence[Group]) -> str:
    """The overview as plain text in two columns, to be copied or printed."""
    width = max((len(line.words) for group in groups for line in group.lines), default=0)
    parts = []
    for group in groups:
        lines = [f"  {line.words:<{width}}   {_joined(line.keys)}" for line in group.lines]
        parts.append("\n".join((group.words, *lines)))
    return "\n\n".join(parts) + "\n"


def _joined(keys: Sequence[str]) -> str:
    return tr(" or ").join(keys)
