"""Assistants into a file and out of one: asks where, and what to do where a name is taken.

What is in such a file is session/presets_file.py's business.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from foreword.session.chat_options import ChatOptions
from foreword.session.conversation import Preset
from foreword.session.presets_file import (
    MOST_BYTES,
    Named,
    PresetsFileError,
    presets_text,
    read_presets,
)
from foreword.ui.preset_dialogs import Clash, ask_clash
from foreword.ui.translate import mark, tr, tr_n

_FILTER = mark("Assistants (*.json)")
_MOST_PROBLEMS = 8


def export_presets(parent: QWidget, presets: Sequence[Preset]) -> str:
    """Ask where, and write them. Returns one line that says what was done; empty: the user left it."""
    name = presets[0].name if len(presets) == 1 else tr("Assistants")
    path = _ask_where(parent, name)
    if path is None:
        return ""
    try:
        _write(path, presets_text(presets))
    except OSError as error:
        return tr("The file could not be written ({reason}): {path}", reason=error.strerror, path=path)
    return tr("Written: {path}", path=path)


def import_presets(parent: QWidget, options: ChatOptions) -> str:
    """Ask for a file and take what it holds. Returns lines that say what was done; empty: nothing."""
    chosen, _ = QFileDialog.getOpenFileName(parent, tr("Import Assistants"), _documents(), tr(_FILTER))
    if not chosen:
        return ""
    path = Path(chosen)
    try:
        with path.open("rb") as file:
            read = read_presets(file.read(MOST_BYTES + 1))
    except OSError as error:
        return tr("The file could not be read ({reason}): {path}", reason=error.strerror, path=path)
    except PresetsFileError as error:
        return f"{path.name}: {error}"
    count, problems = _take(parent, options, read.presets)
    told = [*read.problems, *problems]
    if len(told) > _MOST_PROBLEMS:
        told[_MOST_PROBLEMS - 1 :] = [tr("And {count} more.", count=len(told) - _MOST_PROBLEMS + 1)]
    return "\n".join([tr_n(count, "{n} assistant imported.", "{n} assistants imported."), *told])


def _take(parent: QWidget, options: ChatOptions, found: Sequence[Named]) -> tuple[int, list[str]]:
    """How many were kept, and why others weren't."""
    count, problems = 0, []
    taken = {each.name.casefold(): each for each in options.presets()}
    clashes = sum(each.name.casefold() in taken for each in found)
    answer: Clash | None = None
    for named in found:
        preset = options.new_preset(named.name, named.options)
        same = taken.get(named.name.casefold())
        if same is not None:
            clashes -= 1
            way, for_all = (answer, True) if answer else ask_clash(parent, same.name, more=clashes > 0)
            answer = way if for_all else None
            if way == "skip":
                continue
            free = options.free_name(named.name)
            preset = replace(preset, name=free) if way == "both" else replace(same, options=named.options)
        problem = options.save_preset(preset)
        count += not problem
        problems += [f"{preset.name}: {problem}"] if problem else []
    return count, problems


def _ask_where(parent: QWidget, name: str) -> Path | None:
    """Names are people's own: what a file can't be called by is left out."""
    stem = " ".join(re.sub(r'[\x00-\x1f<>:"/\\|?*]+', " ", name).split())[:80].strip(" .") or tr("Assistant")
    suggested = str(Path(_documents()) / f"{stem}.json")
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Export Assistants"), suggested, tr(_FILTER))
    if not chosen:
        return None
    path = Path(chosen)
    return path if path.suffix else path.with_name(f"{path.name}.json")


def _write(path: Path, text: str) -> None:
    """Written beside the old file and put in its place whole."""
    draft = path.with_name(f"{path.name}.new")
    try:
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _documents() -> str:
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
