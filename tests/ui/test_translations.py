"""Translations: no text bypasses them, none is missing, and they hold in a process of their own."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from PySide6.QtCore import QLocale, Qt, QTranslator
from PySide6.QtWidgets import QApplication, QMenu, QScrollArea

from foreword.session.translate import write_numbers_with
from foreword.ui import languages
from foreword.ui.shortcuts_dialog import ShortcutsDialog
from tests.ui.desk import OpenDesk

ROOT = Path(__file__).resolve().parents[2]
CODE = ROOT / "app" / "foreword"

SHOWING = frozenset(
    [
        *("setText", "setToolTip", "setStatusTip", "setPlaceholderText", "setTitle", "setWindowTitle"),
        *("setAccessibleName", "setAccessibleDescription", "setInformativeText", "setDetailedText"),
        *("setLabelText", "setSuffix", "setPrefix", "setSpecialValueText", "setHorizontalHeaderLabels"),
        *(
            "QLabel",
            "QPushButton",
            "QToolButton",
            "QCheckBox",
            "QRadioButton",
            "QGroupBox",
            "QAction",
            "QMenu",
        ),
        *("QTableWidgetItem", "addAction", "addMenu", "addItem", "addItems", "addRow", "addTab", "addButton"),
        *("information", "warning", "critical", "question", "confirm", "say", "add_heading", "add_words"),
        *("getOpenFileName", "getSaveFileName", "getExistingDirectory", "Details", "Disclosure"),
        *("ModelProgress", "ModelFailed", "ExchangeFailed"),
    ]
)
"""What shows its first words, or all of them, to the user."""
ALL_SHOWN = SHOWING - {"say", "addButton"}
TELLING = frozenset({"ExchangeError", "PresetsFileError", "BrokenJson", "NotAttached"})
"""Exceptions whose message is a line for the user, made above the engine. Others' stay English."""
PROSE = re.compile(r"[A-Za-z]{2,}[,;:.]? +[A-Za-z{]|[a-z] \{\}|\{\} [a-z]{2,}")

STRANGE = "terms of a stranger's file, which say why a piece of it can't be read"
MODEL = "read by the model, not by the user"
NAME = "the name of a file or a product"
KEY = "a key that nobody sees"
ALLOWED = {
    ("session/exchange/chatgpt.py", ""): STRANGE,
    ("session/exchange/chatgpt_parts.py", ""): "becomes part of an imported message, beside " + STRANGE,
    ("session/exchange/json_reader.py", ""): STRANGE,
    ("session/exchange/open_webui.py", ""): STRANGE,
    ("session/exchange/json_stream.py", "Unterminated string"): "how Python's own reader begins its message",
    ("session/exchange/files.py", "Chat {}"): NAME,
    ("session/exchange/importing.py", "Open WebUI"): NAME,
    ("session/exchange/restoring.py", "before restore {}"): NAME,
    ("session/prompt.py", "File {}:"): MODEL,
    ("session/turns.py", "Summarise our conversation"): MODEL,
    ("session/turns.py", "This chat goes on from"): MODEL,
    ("ui/exchange_html.py", "\n:root"): "a style sheet",
    ("ui/exchange_html.py", "@media"): "a style sheet",
    ("ui/exchange_html.py", ".code"): "a style sheet",
    ("ui/exchange_html.py", ":root"): "a style sheet",
    ("ui/exchange_pdf.py", "Foreword {}"): NAME,
    ("ui/model_details.py", "SHA-256 {}"): NAME,
    ("ui/chat_options_switches.py", "This chat"): KEY,
    ("ui/chat_options_switches.py", "This assistant"): KEY,
    ("ui/exchange_markup.py", "in link"): KEY,
    ("ui/languages.py", "The window stays English"): "said where there is no translation",
    ("ui/main_window.py", "Foreword"): NAME,
    ("ui/main_window.py", "{} — Foreword"): NAME,
    ("ui/main_window.py", "folders closed"): KEY,
    ("ui/math_object.py", "formula {}"): KEY,
    ("ui/model_wording.py", "Hugging Face"): NAME,
    ("ui/models_network.py", "hf_…"): "how an access token begins",
    ("ui/palette_host.py", "Model settings"): KEY,
    ("ui/settings_dialog.py", "Model settings"): KEY,
    ("ui/theme.py", "effect {}"): KEY,
    ("ui/theme.py", "DejaVu Sans Mono"): NAME,
    ("ui/wording.py", "; fetch it with:"): "where the command line's hint begins, which is cut off",
}
"""(file, how the text begins) -> why it isn't translated."""


class Found(NamedTuple):
    file: str
    line: int
    text: str


# --- no text bypasses translation
def _name(function: ast.expr) -> str:
    return getattr(function, "id", getattr(function, "attr", ""))


def _text(node: ast.AST) -> str | None:
    """A literal's words; what an f-string fills in is {}."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def _is_shown(call: ast.Call, at: int) -> bool:
    if _name(call.func) == "confirm" and isinstance(call.func, ast.Attribute):
        return False  # a button that says what was done; its first argument is which
    return _name(call.func) in (ALL_SHOWN if at else SHOWING)


def _skipped(node: ast.AST) -> bool:
    """Translated already, written for the log, or a line for developers."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.Raise):
        return not (isinstance(node.exc, ast.Call) and _name(node.exc.func) in TELLING)
    if not isinstance(node, ast.Call):
        return False
    owner = getattr(node.func, "value", None)
    return _name(node.func) in ("tr", "tr_n", "mark") or getattr(owner, "id", "") in ("log", "re")


def _literals(node: ast.AST, shown: bool = False) -> Iterator[tuple[int, str, bool]]:
    """Line, text, and whether something shows it, of every literal below `node`."""
    if _skipped(node):
        return
    text = _text(node)
    if text is not None:
        yield getattr(node, "lineno", 0), text, shown
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant):
            continue
        inside = shown and not isinstance(node, ast.Compare | ast.Call | ast.Subscript)
        if isinstance(node, ast.Call) and child in node.args:
            inside = _is_shown(node, node.args.index(child))
        if isinstance(node, ast.IfExp) and child is node.test:
            inside = False
        yield from _literals(child, inside)


def untranslated(source: str, file: str) -> list[Found]:
    """The literals that look like words for the user and are not translated."""
    found = []
    for line, text, shown in _literals(ast.parse(source)):
        words = re.sub(r"<[^>]*>", "", text).replace("\n", " ")
        if (shown and re.search("[A-Za-z]{2,}", words)) or PROSE.search(words):
            found.append(Found(file, line, text))
    return found


def _everything() -> list[Found]:
    files = sorted([*(CODE / "ui").rglob("*.py"), *(CODE / "session").rglob("*.py")])
    return [
        found
        for file in files
        for found in untranslated(file.read_text(encoding="utf-8"), file.relative_to(CODE).as_posix())
    ]


def _allowed_by(found: Found) -> tuple[str, str] | None:
    for file, beginning in ALLOWED:
        exactly = beginning == "Foreword" and found.text != beginning
        if found.file == file and found.text.startswith(beginning) and not exactly:
            return file, beginning
    return None


def test_no_text_bypasses_translation() -> None:
    bypassing = [found for found in _everything() if _allowed_by(found) is None]
    lines = [f"{found.file}:{found.line}: {found.text!r}" for found in bypassing]
    assert not lines, "wrap these in tr (ui/translate.py):\n" + "\n".join(lines)


def test_what_is_allowed_is_still_there() -> None:
    used = {_allowed_by(found) for found in _everything()}
    assert set(ALLOWED) - used == set()


@pytest.mark.parametrize(
    "line",
    [
        'label.setText("Close")',
        'label.setText("Close" if shut else "")',
        'label.setToolTip(f"{words} (Esc)" + more)',
        'self.notice.emit("This chat is no longer there.")',
        'words.say("Working…", "busy")',
        'QMessageBox.warning(parent, "Title", "Text")',
        'LIMITS = {"full": "The context is full."}',
        'raise ExchangeError(f"{name} is gone")',
        'return f"<b>File {name}</b>"',
    ],
)
def test_the_scan_finds(line: str) -> None:
    assert untranslated(line, "x.py")


@pytest.mark.parametrize(
    "line",
    [
        'label.setText(tr("Close"))',
        'label.setText(words.get("Close"))',
        'label.setText(one if state == "failed" else two)',
        'words.say(tr("Working…"), "busy")',
        'TITLE = mark("The context is full.")',
        'log.info("the window was opened")',
        'raise ValueError("this is our own bug")',
        'widget.setObjectName("chatlist")',
        'label.setText(f"{done} / {total}")',
    ],
)
def test_the_scan_leaves(line: str) -> None:
    assert not untranslated(line, "x.py")


# --- none is missing
def _collector() -> ModuleType:
    spec = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", ["de", "ar"])
def test_every_text_is_translated(language: str) -> None:
    collector = _collector()
    assert list(collector.problems(language, collector.collect())) == []


def test_no_text_is_used_both_by_itself_and_for_a_count() -> None:
    collector = _collector()
    assert list(collector.conflicts(collector.collect())) == []


def test_a_text_used_both_ways_is_found(tmp_path: Path) -> None:
    collector = _collector()
    code = 'tr("{n} chats", n=3), tr("{n} chats", about="a file"), tr_n(3, "{n} chat", "{n} chats")'
    (tmp_path / "both.py").write_text(code, encoding="utf-8")
    found = collector.collect(tmp_path)
    assert list(collector.conflicts(found)) == ["used by tr and by tr_n: '{n} chats'"]


def test_every_language_that_can_be_chosen_has_a_file() -> None:
    files = (ROOT / "resources" / "translations").glob("foreword_*.ts")
    codes = {file.stem.removeprefix("foreword_") for file in files}
    assert codes == set(languages.LANGUAGES) - {languages.SOURCE}


# --- they hold
CHILD = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from foreword.session.translate import numeral, tr, tr_n
from foreword.ui import languages
application = QApplication([])
told = languages.install(application, sys.argv[1], Path(sys.argv[2]))
buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
print(json.dumps({
    "told": told,
    "texts": [tr(text) for text in ("Settings", "&New Chat", "Temperature")],
    "filled": tr("Delete {name} from this computer?", name="Qwen"),
    "counted": [tr_n(n, "{n:,} message", "{n:,} messages") for n in (0, 1, 2, 3, 11, 100)],
    "figures": [tr("{n:,} of {size:.1f}", n=12345, size=6.25), tr_n(12345, "{n:,} chat", "{n:,} chats"),
                numeral(1234.5, ",.2f"), QLocale().toString(0.5, "f", 1)],
    "cancel": buttons.button(QDialogButtonBox.StandardButton.Cancel).text(),
    "mirrored": application.layoutDirection() == Qt.LayoutDirection.RightToLeft,
}))
"""


def started(wanted: str, cache: Path, **environment: str) -> dict[str, Any]:
    """What a process of its own says in this language."""
    clean = {name: text for name, text in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    done = subprocess.run(
        [sys.executable, "-c", CHILD, wanted, str(cache)],
        env={**clean, "LANG": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen", **environment},
        capture_output=True, text=True, encoding="utf-8", timeout=60, check=True,
    )  # fmt: skip
    said: dict[str, Any] = json.loads(done.stdout)
    return said


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return started("de", tmp_path_factory.mktemp("german"))


@pytest.fixture(scope="module")
def arabic(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return started("ar", tmp_path_factory.mktemp("arabic"))


def test_german(german: dict[str, Any]) -> None:
    assert german["told"] == ""
    assert german["texts"] == ["Einstellungen", "&Neuer Chat", "Temperatur"]
    assert german["filled"] == "Qwen von diesem Computer löschen?"
    assert german["cancel"] == "Abbrechen"
    assert not german["mirrored"]
    assert german["counted"] == [
        "0 Nachrichten", "1 Nachricht", "2 Nachrichten", "3 Nachrichten", "11 Nachrichten", "100 Nachrichten",
    ]  # fmt: skip


def test_numbers_are_written_as_the_language_does(german: dict[str, Any], arabic: dict[str, Any]) -> None:
    assert german["figures"] == ["12.345 of 6,2", "12.345 Chats", "1.234,50", "0,5"]
    assert arabic["figures"][0] == "12,345 of 6.2"
    assert arabic["figures"][2:] == ["1,234.50", "0.5"]


def test_arabic(arabic: dict[str, Any]) -> None:
    assert arabic["told"] == ""
    assert all(re.search("[\u0600-\u06ff]", text) for text in arabic["texts"])
    assert "Qwen" in arabic["filled"]
    assert not re.search("[a-z] [a-z]", arabic["filled"])
    assert re.search("[\u0600-\u06ff]", arabic["cancel"])
    assert arabic["mirrored"]


def test_arabic_has_a_form_for_none_one_two_few_many_and_hundreds(arabic: dict[str, Any]) -> None:
    """Zero, one and two each have a noun of their own; 3 takes the plural, 11 and 100 other cases of it."""
    none, one, two, few, many, hundred = (
        re.sub(r"[\d\u0660-\u0669]", "", words).strip() for words in arabic["counted"]
    )
    assert len({none, one, two, few, many, hundred}) >= 5
    assert all(re.search("[\u0600-\u06ff]", words) for words in (none, one, two, few, many, hundred))
    assert few not in (one, two, many)


@pytest.mark.parametrize(
    ("environment", "settings"),
    [
        ({"LANG": "de_DE.UTF-8"}, "Einstellungen"),
        ({"LANG": "de_AT.UTF-8"}, "Einstellungen"),
        ({"LANG": "fr_FR.UTF-8"}, "Settings"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fr:de:en"}, "Einstellungen"),
    ],
)
def test_system_follows_the_environment(tmp_path: Path, environment: dict[str, str], settings: str) -> None:
    assert started("system", tmp_path, **environment)["texts"][0] == settings


def test_the_source_needs_no_translation(tmp_path: Path) -> None:
    said = started("en", tmp_path)
    assert said["texts"] == ["Settings", "&New Chat", "Temperature"]
    assert said["counted"][:3] == ["0 messages", "1 message", "2 messages"]
    assert list(tmp_path.iterdir()) == []


def test_it_is_made_ready_once(tmp_path: Path) -> None:
    started("de", tmp_path)
    (made,) = tmp_path.iterdir()
    before = made.stat().st_mtime_ns
    assert started("de", tmp_path)["texts"][0] == "Einstellungen"
    assert [made] == list(tmp_path.iterdir())
    assert made.stat().st_mtime_ns == before


def test_without_the_tool_the_window_stays_english(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> Path:
        raise FileNotFoundError(f"{name} is missing")

    installed: list[QTranslator] = []
    monkeypatch.setattr(languages, "_tool", missing)
    monkeypatch.setattr(QApplication, "installTranslator", installed.append)
    told = languages.install(qapp, "ar", tmp_path)
    assert told == "The window stays English: its translation could not be made ready (lrelease is missing)."
    assert not installed
    assert not qapp.isRightToLeft()


# --- the window in German, whose words are long
def _keys_of(menu: QMenu) -> list[str]:
    shown = [action.text().replace("&&", "") for action in menu.actions() if not action.isSeparator()]
    return [words[words.index("&") + 1].lower() for words in shown if "&" in words]


@pytest.fixture(params=["de", "ar"])
def translated(qapp: QApplication, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The test's own process in this language, and English again afterwards."""
    before, numbers = set(qapp.findChildren(QTranslator)), QLocale()
    assert languages.install(qapp, request.param, tmp_path / "languages") == ""
    yield request.param
    for translator in set(qapp.findChildren(QTranslator)) - before:
        qapp.removeTranslator(translator)
        translator.deleteLater()
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    QLocale.setDefault(numbers)
    write_numbers_with(",", ".")


def test_no_key_stands_twice_in_a_menu(translated: str, open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.add("one")
    bar = desk.show().menuBar()
    menus = {action.text(): action.menu() for action in bar.actions()}
    tops = [words[words.index("&") + 1].lower() for words in menus if "&" in words]
    assert len(tops) == len(menus) >= 6
    assert len(set(tops)) == len(tops)
    for words, menu in menus.items():
        assert isinstance(menu, QMenu)
        keys = _keys_of(menu)
        assert len(keys) > 1
        assert sorted(set(keys)) == sorted(keys), words


def test_nothing_is_wider_than_its_place(translated: str, open_desk: OpenDesk) -> None:
    desk = open_desk()
    desk.add("one")
    window = desk.show()
    window.resize(1240, 800)
    window.chat.options.toggle.trigger()
    window.dialog.show_page("General")
    window.commands.shortcuts.trigger()
    shortcuts = next(each for each in window.findChildren(ShortcutsDialog) if each.isVisible())
    QApplication.processEvents()
    for area in (window.chat.options.area, shortcuts.area, *window.dialog.findChildren(QScrollArea)):
        inside = area.widget()
        if inside is not None and area.isVisible():
            assert inside.minimumSizeHint().width() <= area.viewport().width(), inside.objectName()
    pages = window.dialog.pages
    assert pages.sizeHintForColumn(0) <= pages.viewport().width()
