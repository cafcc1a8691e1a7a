"""Exports for reading, and the commands in the window: what they ask, what they tell, what they write."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMainWindow
from pytestqt.qtbot import QtBot

from foreword.session.conversation import Attachment, ConversationSummary, Preset, Turn, WholeChat
from foreword.session.exchange.errors import Cancelled
from foreword.session.exchange.json_format import JsonFormat
from foreword.session.exchange.markdown import MarkdownFormat
from foreword.session.exchange.messages import Shelf
from foreword.session.exchange.readable import Parts
from foreword.ui import exchange_actions
from foreword.ui.exchange_actions import ExchangeActions
from foreword.ui.exchange_dialog import ExportDialog
from foreword.ui.exchange_html import HtmlFormat
from foreword.ui.exchange_markup import to_html
from foreword.ui.exchange_pdf import PdfFormat
from foreword.ui.exchange_progress import ExchangeProgress
from foreword.ui.exchange_text import passages, without_thinking
from foreword.ui.theme import Theme
from tests.fakes.fake_controller import FakeController

REPLY = r"""<think>
Let me *see*.
</think>

## Heading

A [link](https://example.org/a?b=1&c=2), a bare https://example.com/x. and a note[^n].
std::vector<int> v; <script>alert(1)</script> <b>bold</b>
![x](/etc/hostname) ![](file://host/share) [bad](javascript:alert(1)) [rel](../up)

- [x] done
- [ ] open

```python
def f(x): return "<b>"
```

| a | b |
|---|--:|
| 1 | 2 |

Math $E = mc^2$ and broken $\nosuchthing{$, and $5 and $10.

$$\frac{a}{b}$$

[^n]: The note.
"""


def a_chat(text: str = REPLY, chat_id: str = "c", title: str = "A <i>title</i> & more") -> WholeChat:
    question = Turn(
        "q", chat_id, None, "user", "Please <b>do</b>\n  it", "complete", 1.7e9,
        attachments=(Attachment("a&b.txt", "<script>x</script>\n"),),
    )  # fmt: skip
    stats = {"thinking_seconds": 12.0, "tokens_per_second": 31.2}
    reply = Turn("r", chat_id, "q", "assistant", text, "complete", 1.7e9, "eos", None, stats)
    return WholeChat(ConversationSummary(chat_id, title, 1.7e9, 1.7e9), (question, reply), "r")


def go_on() -> None:
    """Nobody cancels."""


def written(tmp_path: Path, form: Any, *chats: WholeChat, prompt: str = "") -> Path:
    path = tmp_path / f"out{form.suffix}"
    form.write(path, iter(chats or (a_chat(),)), Shelf(system_prompt=prompt), go_on)
    return path


class Page(HTMLParser):
    """The tags, addresses and words of a page, and whether every tag that opens is closed."""

    VOID = {"meta", "br", "hr", "path", "rect", "line"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.words = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


# --- HTML
def test_a_page_is_inert_and_shows_what_the_window_shows(tmp_path: Path) -> None:
    text = written(tmp_path, HtmlFormat(Parts(stats=True)), prompt="Be <brief>.").read_text("utf-8")
    page = Page(text)
    assert not {"script", "img", "iframe", "object", "link", "form", "b", "i"} & set(page.tags)
    assert not {name for name in page.attributes if name.startswith("on")}
    assert set(page.links) == {
        "https://example.org/a?b=1&c=2",
        "https://example.com/x",
        "#chat-0-1-1-note-1",
    }
    assert "default-src 'none'" in text
    for words in (
        "std::vector<int> v; <script>alert(1)</script> <b>bold</b>",
        "[image: x — /etc/hostname]",
        "(../up)",
        "Please <b>do</b>\n  it",
        "File a&b.txt",
        "<script>x</script>",
        "Be <brief>.",
        "Thought for 12 s",
        "31.2 tokens/s",
        "$\\nosuchthing{$",
        "$5 and $10",
    ):
        assert words in page.words
    assert page.words.count("☑") == page.words.count("☐") == 1
    assert text.count('class="math"') == 2
    assert 'aria-label="$E = mc^2$"' in text
    assert '<span class="keyword">def</span>' in text
    assert "prefers-color-scheme: dark" in text


def test_parts_of_a_page_can_be_left_out(tmp_path: Path) -> None:
    parts = Parts(system_prompt=False, thinking=False)
    page = Page(written(tmp_path, HtmlFormat(parts), prompt="Be brief.").read_text("utf-8"))
    for words in ("Be brief.", "Let me", "tokens/s"):
        assert words not in page.words


def test_several_chats_are_one_page_with_a_list_of_them(tmp_path: Path) -> None:
    text = written(tmp_path, HtmlFormat(Parts()), a_chat(), a_chat(title="Second")).read_text("utf-8")
    page = Page(text)
    assert page.tags.count("article") == 2
    assert {"#chat-0", "#chat-1"} <= set(page.links)
    identifiers = re.findall(r' id="([^"]+)"', text)
    assert len(identifiers) == len(set(identifiers))


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//host/x", "vbscript:x"]
)
def test_no_other_address_becomes_a_link(address: str) -> None:
    for source in (f"[words]({address})", f"<{address}>", f"[words][1]\n\n[1]: {address}"):
        assert Page(to_html(source, "p-")).links == []


def test_a_title_can_not_leave_its_place(tmp_path: Path) -> None:
    page = Page(
        written(tmp_path, HtmlFormat(Parts()), a_chat(title="</title><script>x</script>")).read_text()
    )
    assert "script" not in page.tags


# --- thinking
@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("<think>a</think>\n\nb\n", "b\n"),
        ("<think>\n\n</think>\n\nb", "b"),
        ("a\n</think>\n\nb", "b"),
        ("<think>cut", ""),
        ("about `<think>`:\n\n```\n<think>\n```\n", "about `<think>`:\n\n```\n<think>\n```\n"),
        ("| a |\r\n|---|\r\n", "| a |\r\n|---|\r\n"),
    ],
)
def test_without_thinking_the_source_is_what_was_said(source: str, said: str) -> None:
    assert without_thinking(source) == said


def test_passages_are_in_order() -> None:
    found = passages("<think>one</think>two")
    assert [(each.text, each.thought) for each in found] == [("one", True), ("two", False)]


# --- PDF
def test_a_pdf_has_pages_fonts_and_links(qapp: QApplication, tmp_path: Path) -> None:
    long = a_chat(REPLY + "A paragraph of words that fills the page. \n\n" * 120)
    content = written(tmp_path, PdfFormat(Parts(stats=True), qapp.font()), long, a_chat()).read_bytes()
    assert content.startswith(b"%PDF-")
    assert content.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type /Page\b", content)) >= 4
    assert b"/FontFile" in content
    assert b"https://example.org/a?b=1&c=2" in content
    assert b"javascript" not in content
    assert b"/JavaScript" not in content


def test_a_pdf_stops_between_pages(qapp: QApplication, tmp_path: Path) -> None:
    asked: list[int] = []

    def stop() -> None:
        asked.append(1)
        if len(asked) == 4:
            raise Cancelled

    long = a_chat("A paragraph.\n\n" * 400)
    with pytest.raises(Cancelled):
        PdfFormat(Parts(), qapp.font()).write(tmp_path / "x.pdf", iter([long]), Shelf(), stop)


# --- the dialog
def summaries(count: int = 3) -> list[ConversationSummary]:
    return [ConversationSummary(f"c{number}", f"Chat {number}", 1.0, 1.0) for number in range(count)]


@pytest.fixture
def dialog(qtbot: QtBot) -> Callable[..., ExportDialog]:
    window = QMainWindow()
    qtbot.addWidget(window)

    def build(open_id: str | None = "c1", chosen: tuple[str, ...] = (), count: int = 3) -> ExportDialog:
        made = ExportDialog(summaries(count), open_id, window, chosen)
        made.show()
        return made

    return build


def test_the_open_chat_is_the_first_offer_and_all_where_none_is_open(
    dialog: Callable[..., ExportDialog],
) -> None:
    assert dialog().chats() == ("c1",)
    assert dialog().title() == "Chat 1"
    new = dialog(open_id=None)
    assert new.chats() is None
    assert not new.this.isVisible()
    assert dialog(chosen=("c0", "c2")).chats() is not None


def test_the_dialogs_follow_the_zoom_and_cut_nothing_off(
    dialog: Callable[..., ExportDialog], qtbot: QtBot
) -> None:
    theme = Theme("light")
    before = dialog().size()
    theme.set_zoom(150)
    shown = dialog()
    assert shown.width() == round(1.5 * before.width())
    assert shown.height() > 1.3 * before.height()
    shown.some.setChecked(True)
    shown.formats["json"].setChecked(True)
    layout = shown.layout()
    assert layout is not None
    assert shown.height() == layout.totalHeightForWidth(shown.width())
    progress = ExchangeProgress(shown)
    qtbot.addWidget(progress)
    progress.begin("Export")
    wide = progress.width()
    theme.set_zoom(100)
    progress.show_done("Done.")
    assert (wide, progress.width()) == (720, 480)


def test_chats_are_ticked_found_and_exported(dialog: Callable[..., ExportDialog], qtbot: QtBot) -> None:
    made = dialog()
    made.some.click()
    assert made.chats() == ("c1",)
    boxes = made.choice.list
    boxes.setCurrentIndex(boxes.model().index(2, 0))
    qtbot.keyClick(boxes, Qt.Key.Key_Space)
    assert set(made.chats() or ()) == {"c1", "c2"}
    made.choice.field.setText("chat 0")
    assert boxes.model().rowCount() == 1
    boxes.setCurrentIndex(boxes.model().index(0, 0))
    qtbot.keyClick(boxes, Qt.Key.Key_Return)
    assert set(made.chats() or ()) == {"c0", "c1", "c2"}
    assert made.isVisible()
    made.choice.field.clear()
    for row in range(3):
        boxes.setCurrentIndex(boxes.model().index(row, 0))
        qtbot.keyClick(boxes, Qt.Key.Key_Space)
    assert made.chats() == ()
    assert not made.export.isEnabled()


def test_formats_have_the_parts_that_were_chosen(dialog: Callable[..., ExportDialog]) -> None:
    made = dialog()
    made.stats.setChecked(True)
    made.thinking.setChecked(False)
    form = made.format()
    assert isinstance(form, MarkdownFormat)
    assert form.parts == Parts(system_prompt=True, thinking=False, stats=True)
    made.formats["json"].click()
    assert isinstance(made.format(), JsonFormat)
    assert not made.thinking.isVisible()
    made.formats["pdf"].click()
    assert isinstance(made.format(), PdfFormat)
    assert made.thinking.isVisible()
    assert not made.separate.isVisible()
    made.all.click()
    made.separate.setChecked(True)
    assert made.into_folder()
    made.this.click()
    assert not made.into_folder()


# --- the commands
@pytest.fixture
def stage(qtbot: QtBot, tmp_path: Path) -> Any:
    controller = FakeController()
    controller.add_chat("First", "A question", REPLY)
    controller.add_chat("Second", "Another", "Reply")
    window = QMainWindow()
    qtbot.addWidget(window)
    window.show()
    actions = ExchangeActions(controller, window)
    yield actions, controller
    controller.close()


def choosing(monkeypatch: pytest.MonkeyPatch, path: Path | None) -> None:
    """Every file dialog gives this."""
    chosen = (str(path) if path else "", "")
    for name in ("getSaveFileName", "getOpenFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, **__: chosen)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_, **__: chosen[0])


def accepting(monkeypatch: pytest.MonkeyPatch, change: Callable[[ExportDialog], None]) -> None:
    def run(dialog: ExportDialog) -> QDialog.DialogCode:
        change(dialog)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(ExportDialog, "exec", run)


def ended(qtbot: QtBot, actions: ExchangeActions) -> str:
    qtbot.waitUntil(lambda: not actions._exchange.busy, timeout=20_000)
    return actions.dialog.words.words()


@pytest.mark.parametrize("name", ["markdown", "html", "pdf", "json"])
def test_export_writes_the_file_and_offers_its_folder(
    stage: Any, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    actions, _ = stage
    accepting(monkeypatch, lambda dialog: dialog.formats[name].setChecked(True))
    choosing(monkeypatch, tmp_path / "mine")  # without an ending
    actions.export.trigger()
    assert not actions.import_.isEnabled()
    assert ended(qtbot, actions).startswith("2 chats with 4 messages exported")
    assert actions.dialog.isVisible()
    assert actions.dialog.folder.isVisible()
    (path,) = tmp_path.glob("mine.*")
    assert actions.dialog.where.words() == str(path)
    assert path.stat().st_size > 300
    assert actions.import_.isEnabled()


def test_a_file_for_each_chat(
    stage: Any, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions, _ = stage
    accepting(monkeypatch, lambda dialog: dialog.separate.setChecked(True))
    choosing(monkeypatch, tmp_path)
    actions.export.trigger()
    ended(qtbot, actions)
    (folder,) = tmp_path.iterdir()
    assert sorted(each.name for each in folder.iterdir()) == ["First.md", "Second.md"]


def test_export_and_import_again(
    stage: Any, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions, controller = stage
    controller.store.presets.save(Preset("p", "Poet", {}))
    accepting(monkeypatch, lambda dialog: dialog.formats["json"].setChecked(True))
    choosing(monkeypatch, tmp_path / "all.json")
    actions.export.trigger()
    ended(qtbot, actions)
    actions.import_.trigger()
    assert ended(qtbot, actions) == "2 chats with 4 messages imported from Foreword."
    assert len(controller.conversations()) == 4


def test_what_could_not_be_imported_is_one_line(
    stage: Any, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions, controller = stage
    (tmp_path / "x.json").write_text("{]")
    choosing(monkeypatch, tmp_path / "x.json")
    actions.import_.trigger()
    assert "broken" in ended(qtbot, actions)
    assert actions.dialog.words.property("state") == "failed"
    assert not actions.dialog.folder.isVisible()
    assert len(controller.conversations()) == 2


def test_nothing_happens_where_nothing_was_chosen(stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    actions, _ = stage
    accepting(monkeypatch, lambda dialog: None)
    choosing(monkeypatch, None)
    for action in (actions.export, actions.import_, actions.backup, actions.restore):
        action.trigger()
    assert not actions._exchange.busy


def test_backup_and_restore_ask_before_anything_is_replaced(
    stage: Any, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    actions, controller = stage
    asked: list[tuple[str, ...]] = []
    answers = [False]
    monkeypatch.setattr(exchange_actions, "confirm", lambda _, *words: asked.append(words) or answers.pop(0))
    choosing(monkeypatch, tmp_path / "b.zip")
    actions.backup.trigger()
    assert ended(qtbot, actions).startswith("2 chats with 4 messages and your settings backed up")
    actions.restore.trigger()
    ended(qtbot, actions)
    assert "2 chats with 4 messages" in asked[0][2]
    assert not controller.exchange.restore_waits()
    answers = [True, False]
    actions.restore.trigger()
    ended(qtbot, actions)
    assert controller.exchange.restore_waits()
    answers = [True]
    actions.restore.trigger()
    assert not controller.exchange.restore_waits()


def test_closing_the_progress_asks_for_the_end(stage: Any, qtbot: QtBot) -> None:
    actions, _ = stage
    asked: list[int] = []
    actions.dialog.cancel_requested.connect(lambda: asked.append(1))
    actions.dialog.begin("Export Chats")
    qtbot.keyClick(actions.dialog, Qt.Key.Key_Escape)
    assert asked == [1]
    assert actions.dialog.isVisible()
    actions.dialog.close()
    assert asked == [1]


def test_every_command_has_words_and_the_dialogs_controls_have_names(
    stage: Any, dialog: Callable[..., ExportDialog]
) -> None:
    actions, _ = stage
    for action in (actions.export, actions.import_, actions.backup, actions.restore):
        assert action.text().endswith("…")
    made = dialog()
    assert made.choice.list.accessibleName()
    assert made.choice.field.accessibleName()
    assert actions.dialog.bar.accessibleName()
