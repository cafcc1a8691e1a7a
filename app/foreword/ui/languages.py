"""The window's language: finds the translation, makes it ready, and installs it before the window is built.

Translations lie beside the icons as Qt Linguist's .ts files; Qt's own `lrelease`, which comes with PySide6,
makes of one what Qt reads, once, into the user's cache. Arabic also turns the window's direction. Knows
no widget: what is built afterwards finds its words through `tr`.
"""

from __future__ import annotations

import hashlib
import logging
import subprocess
from pathlib import Path

import PySide6
from PySide6.QtCore import QLibraryInfo, QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from foreword.session.translate import write_numbers_with
from foreword.ui.resources import resource

log = logging.getLogger(__name__)

SOURCE = "en"
LANGUAGES = {"en": "English", "de": "Deutsch", "ar": "العربية"}
"""Each by its own name: whoever looks for a language may not read the one that is in force."""

_NUMBERS = {"ar": QLocale(QLocale.Language.Arabic, QLocale.Country.UnitedArabEmirates)}
"""Fields that Qt writes numbers into use the digits that all other numbers of the window have."""

_LIMIT_SECONDS = 20.0


def install(application: QApplication, wanted: str, cache: Path) -> str:
    """Make `wanted` ("system" or a language's code) the language of all that is built from now on.

    Returns one line for the user where that is not possible, and English stays; else nothing.
    """
    code = chosen(wanted)
    application.setLayoutDirection(QLocale(code).textDirection())
    _write_numbers(_numbers(code))
    if code == SOURCE:
        return ""
    try:
        ours = _made_ready(code, cache)
    except (OSError, subprocess.SubprocessError) as error:
        log.error("the translation into %s could not be made ready: %s", code, error)
        application.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        _write_numbers(_numbers(SOURCE))
        return f"The window stays English: its translation could not be made ready ({error})."
    # The later one is asked first: Qt's own words for its own dialogs, ours for all others.
    own = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for place in (Path(own) / f"qtbase_{code}.qm", ours):
        translator = QTranslator(application)
        if translator.load(str(place)):
            application.installTranslator(translator)
        else:
            log.warning("%s can't be read", place)
    return ""


def _write_numbers(locale: QLocale) -> None:
    """Fields that Qt fills and texts that we fill write them alike."""
    QLocale.setDefault(locale)
    write_numbers_with(locale.groupSeparator(), locale.decimalPoint())


def _numbers(code: str) -> QLocale:
    """How numbers and months are written: in the window's language, by the region that the system says."""
    system = QLocale.system()
    return _NUMBERS.get(code) or (system if system.name().split("_")[0] == code else QLocale(code))


def chosen(wanted: str) -> str:
    """The code of the language to use: what the user set, or the first of the system's that is there."""
    if wanted in LANGUAGES:
        return wanted
    for name in QLocale.system().uiLanguages():
        code = name.replace("_", "-").split("-")[0].lower()
        if code in LANGUAGES:
            return code
    return SOURCE


def _made_ready(code: str, cache: Path) -> Path:
    """The file that Qt reads, made from the .ts file where that has changed since."""
    source = resource(f"translations/foreword_{code}.ts")
    digest = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
    place = cache / f"foreword_{code}-{digest}.qm"
    if not place.exists():
        cache.mkdir(parents=True, exist_ok=True)
        made = place.with_suffix(".new")
        command = [str(_tool("lrelease")), "-silent", str(source), "-qm", str(made)]
        subprocess.run(command, check=True, timeout=_LIMIT_SECONDS, capture_output=True)
        made.replace(place)
        for old in cache.glob(f"foreword_{code}-*.qm"):
            if old != place:
                old.unlink(missing_ok=True)
    return place


def _tool(name: str) -> Path:
    """A program that comes with PySide6. Raises FileNotFoundError where it doesn't."""
    folder = Path(PySide6.__file__).parent
    for place in (folder / name, folder / f"{name}.exe", folder / "Qt" / "libexec" / name):
        if place.exists():
            return place
    raise FileNotFoundError(f"{name} is missing from {folder}")
