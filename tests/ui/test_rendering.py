"""What a message looks like: Markdown by kind, hostile Markdown, commit once, code, colours, copying."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextTable,
)
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from foreword.ui import dialogs
from foreword.ui.message_document import MessageDocument
from foreword.ui.message_view import MessageView
from foreword.ui.styles import TextStyles
from foreword.ui.tokens import DARK
from tests.ui.conftest import lines


def rendered(message: MessageDocument, source: str) -> list[str]:
    message.append(source)
    message.finish()
    return lines(message.document)


def format_of(message: MessageDocument, text: str) -> QTextCharFormat:
    cursor = message.document.find(text)
    assert not cursor.isNull(), text
    return cursor.charFormat()


def anchors(message: MessageDocument) -> list[str]:
    found = []
    block = message.document.begin()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            href = iterator.fragment().charFormat().anchorHref()
            if href:
                found.append(href)
            iterator += 1
        block = block.next()
    return found


# --- kinds
def test_emphasis_code_and_strikethrough(message: MessageDocument):
    assert rendered(message, "a **bold** *slanted* ~~gone~~ `code`") == ["a bold slanted gone code"]
    assert format_of(message, "bold").fontWeight() == QFont.Weight.Bold
    assert format_of(message, "slanted").fontItalic()
    assert format_of(message, "gone").fontStrikeOut()
    assert format_of(message, "code").fontFixedPitch()


def test_headings_and_line_breaks(message: MessageDocument):
    assert rendered(message, "# Title\none\ntwo") == ["Title", "one", "two"]
    assert message.document.blockCount() == 2
    assert message.document.find("Title").block().blockFormat().headingLevel() == 1


def test_a_list_streamed_item_by_item_is_one_list_with_running_numbers(message: MessageDocument):
    for character in "3. three\n4. four\n   - inner\n5. five\n":
        message.append(character)
    message.finish()
    assert lines(message.document) == ["three", "four", "inner", "five"]
    numbers = [message.document.find(word).block().textList().itemText(message.document.find(word).block())
               for word in ("three", "four", "five")]  # fmt: skip
    assert numbers == ["3.", "4.", "5."]
    assert message.document.find("inner").block().textList().format().indent() == 2


def test_a_list_goes_on_behind_an_item_that_holds_nothing_but_a_table(message: MessageDocument):
    assert rendered(message, "1. | a |\n   |---|\n   | b |\n1. two\n2. three") == ["a", "b", "two", "three"]
    numbers = [message.document.find(word).block() for word in ("two", "three")]
    assert [block.textList().itemText(block) for block in numbers] == ["2.", "3."]


def test_a_table_becomes_a_table(message: MessageDocument):
    rendered(message, "| a | b |\n|---|--:|\n| `1` | 2 |\n")
    (table,) = [
        frame for frame in message.document.rootFrame().childFrames() if isinstance(frame, QTextTable)
    ]
    cells = [table.cellAt(y, x).firstCursorPosition().block().text() for y in (0, 1) for x in (0, 1)]
    assert cells == ["a", "b", "1", "2"]


def test_quotes_and_rules_are_painted_regions(message: MessageDocument):
    rendered(message, "> said\n\n---\n\nafter")
    assert [region.kind for region in message.regions] == ["quote", "rule"]


def test_blocks_of_code_inside_items_and_fences(message: MessageDocument):
    rendered(message, "- item\n  ```sh\n  ls\n  ```\n\n```py\nx\n```\n")
    assert [(region.language, region.code) for region in message.regions] == [("sh", "ls"), ("py", "x")]


def test_task_lists_have_boxes(message: MessageDocument):
    assert rendered(message, "- [ ] open\n- [x] done\n- [X] too\n- [x](https://example.org)\n- []") == [
        "open", "done", "too", "x", "[]",
    ]  # fmt: skip
    marker = QTextBlockFormat.MarkerType
    found = [
        message.document.find(word).block().blockFormat().marker() for word in ("open", "done", "too", "x")
    ]
    assert found == [marker.Unchecked, marker.Checked, marker.Checked, marker.NoMarker]


# --- footnotes
def test_a_reference_becomes_a_link_when_its_note_comes(message: MessageDocument):
    message.append("One[^1] and two[^b], [^1] again, [^none] and `[^1]`.\n\n")
    assert lines(message.document) == ["One[^1] and two[^b], [^1] again, [^none] and [^1]."]
    message.append("[^1]: First *note*\n    goes on.\n\n    And on.\n\n[^b]: Second.\n\nText behind.")
    message.finish()
    assert lines(message.document) == [
        "One1 and two2, 1 again, [^none] and [^1].",
        "1.\u2002First note", "goes on.", "And on.", "2.\u2002Second.", "Text behind.",
    ]  # fmt: skip
    assert anchors(message) == ["#note-1", "#note-2", "#note-1", "#ref-1", "#ref-2"]


def test_a_reference_leads_to_its_note_and_back(view: MessageView, qtbot: QtBot):
    view.append("One[^1].\n\n" + "Text.\n\n" * 9 + "[^1]: <b>Note</b>")
    view.finish()
    with qtbot.assertNotEmitted(view.link_activated):
        with qtbot.waitSignal(view.place_wanted) as there:
            view.anchorClicked.emit(QUrl("#note-1"))
        with qtbot.waitSignal(view.place_wanted) as back:
            view.anchorClicked.emit(QUrl("#ref-1"))
        view.anchorClicked.emit(QUrl("#note-9"))
    assert there.args[0] > back.args[0]
    tip = format_of(view.text, "1").toolTip()
    assert "&lt;b&gt;Note" in tip


# --- scripts
def test_each_paragraph_has_its_own_direction(message: MessageDocument):
    rendered(message, "English, then שלום\n\nשלום, then English\n\n> ציטוט\n\n```py\nשלום = 1\n```\n")
    directions = [message.document.find(words).block().textDirection().name
                  for words in ("English, then", "שלום, then", "ציטוט", "שלום = 1")]  # fmt: skip
    assert directions == ["LeftToRight", "RightToLeft", "RightToLeft", "LeftToRight"]
    quote = message.document.find("ציטוט").block().blockFormat()
    assert (quote.leftMargin(), quote.rightMargin()) == (0, message.styles.quote_indent)


def test_emoji_and_cjk_stay_whole(message: MessageDocument):
    source = "家族 👩‍👩‍👧‍👦 と 🇩🇪 **漢字**"
    for character in source:
        message.append(character)
    message.finish()
    assert lines(message.document) == [source.replace("**", "")]


# --- hostile
@pytest.mark.parametrize(
    "source",
    ["std::vector<int> v;", "so <think>hm</think>", "<b>x</b><script>y</script>", '<img src="/etc/hostname">',
     "&lt;b&gt;"],
)  # fmt: skip
def test_html_is_text_and_shown_whole(message: MessageDocument, source: str):
    shown = source.replace("&lt;", "<").replace("&gt;", ">")
    assert rendered(message, source) == [shown]
    assert anchors(message) == []


@pytest.mark.parametrize("address", ["/etc/hostname", "file://host/share", "https://example.org/x.png"])
def test_images_are_inert(message: MessageDocument, address: str):
    (line,) = rendered(message, f"![x]({address})")
    assert address in line
    assert "\ufffc" not in message.document.toPlainText()


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "docs/a.md"]
)
def test_only_web_and_mail_addresses_become_links(message: MessageDocument, address: str):
    (line,) = rendered(message, f"[words]({address})")
    assert anchors(message) == []
    assert address in line


def test_links_keep_their_address_and_nothing_of_their_title(message: MessageDocument):
    rendered(message, '[a](https://example.org "<b>t</b>") <mailto:x@example.org> https://example.org/b_c.')
    assert anchors(message) == ["https://example.org", "mailto:x@example.org", "https://example.org/b_c"]


def test_nothing_is_loaded_that_a_text_names(view: MessageView):
    for kind in range(1, 5):
        assert view.loadResource(kind, QUrl("file:///etc/hostname")) is None


def test_a_link_is_reported_and_not_opened(view: MessageView, qtbot: QtBot):
    with qtbot.waitSignal(view.link_activated) as signal:
        view.anchorClicked.emit(QUrl("https://example.org/a"))
    assert signal.args == ["https://example.org/a"]


def test_a_host_that_looks_like_another_is_shown_in_plain_letters(view: MessageView, qtbot: QtBot):
    with qtbot.waitSignal(view.link_activated) as signal:
        view.anchorClicked.emit(QUrl("https://ex\u0430mple.org/"))  # a Cyrillic a
    assert signal.args == ["https://xn--exmple-4nf.org/"]


def test_the_whole_address_is_shown_before_a_link_opens(view: MessageView):
    box = dialogs.link_box(view, "https://example.org/<b>")
    assert box.informativeText() == "https://example.org/<b>"
    assert box.textFormat().name == "PlainText"
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    box.deleteLater()


def test_characters_that_qt_keeps_for_itself_do_no_harm(message: MessageDocument):
    source = "a\ufdd0b\ufdd1c\ufffcd\x00e\n\n```\nx\ufdd0\u2029y\nz\n```\n\nend"
    assert rendered(message, source)[-1] == "end"
    assert message.source == source


# --- commit once
def test_finished_blocks_are_rendered_once_and_never_touched_again(message: MessageDocument):
    message.append("# One\n\nTwo **bold** here.\n\n")
    kept = [message.document.findBlockByNumber(n) for n in range(2)]
    revisions = [block.revision() for block in kept]
    positions = [block.position() for block in kept]
    assert message.commits == 2
    message.document.documentLayout()  # a document without a layout tells of no changes
    edits: list[int] = []
    message.document.contentsChange.connect(lambda position, removed, added: edits.append(position))
    end = kept[-1].position() + kept[-1].length() - 1
    for character in "Three is *long*.\n\n- a\n- b\n\n```py\nx = 1\n\ny = 2\n```\nend":
        message.append(character)
    message.finish()
    assert edits
    assert min(edits) >= end
    assert [block.revision() for block in kept] == revisions
    assert [block.position() for block in kept] == positions
    assert message.commits == 7  # two before; a paragraph, two items, one fence, the end


def test_the_tail_streams_as_plain_text_until_its_block_is_finished(message: MessageDocument):
    message.append("a **bold** w")
    assert lines(message.document) == ["a **bold** w"]
    message.append("ord\n\n")
    assert lines(message.document) == ["a bold word"]


def test_appending_to_the_tail_writes_only_what_is_new(message: MessageDocument):
    message.append("word " * 1000)
    message.document.documentLayout()  # a document without a layout tells of no changes
    added: list[int] = []
    message.document.contentsChange.connect(lambda _position, _removed, count: added.append(count))
    message.append("more")
    assert added == [4]


def test_three_thousand_lines_of_code_arrive_whole(view: MessageView):
    code = "\n".join(f"value_{n} = compute({n}, 'text {n}')  # note" for n in range(3000))
    source = f"Here:\n\n```python\n{code}\n```\n\nDone."
    for start in range(0, len(source), 97):
        view.append(source[start : start + 97])
    view.finish()
    view.text.colour_all()
    (region,) = view.text.regions
    assert region.code == code
    shown = view.text.document.toPlainText()
    assert code in shown
    assert shown.endswith("Done.")
    assert view.text.commits == 3
    last = view.text.document.find("value_2999").block()
    assert last.layout().formats()


# --- code and colours
def colours(block: QTextBlock) -> dict[str, str]:
    text = block.text().encode("utf-16-le")
    return {
        text[run.start * 2 : (run.start + run.length) * 2].decode("utf-16-le"): run.format.foreground()
        .color()
        .name()
        for run in block.layout().formats()
    }


def test_code_is_coloured_at_the_end_of_its_fence(message: MessageDocument, styles: TextStyles):
    message.append("```python\ndef f(): return '𝒳' + 1  # ok\n")
    block = message.document.find("def").block()
    assert block.layout().formats() == []
    message.append("```\n")
    message.colour_all()
    found = colours(block)
    tokens = styles.tokens
    assert found["def"] == tokens.keyword
    assert found["𝒳"] == tokens.string
    assert found["1"] == tokens.number
    assert found["# ok"] == tokens.comment


def test_long_code_is_coloured_by_and_by(message: MessageDocument, qtbot: QtBot):
    message.append("```python\n" + "x = 1\n" * 400 + "y = 2\n```\n")
    block = message.document.find("y = 2").block()
    qtbot.waitUntil(lambda: bool(block.layout().formats()))


def test_an_unknown_language_stays_plain(message: MessageDocument):
    rendered(message, "```nosuchlanguage\nx\n```\n")
    message.colour_all()
    assert message.regions[0].language == "nosuchlanguage"
    assert message.document.find("x").block().layout().formats() == []


def test_another_theme_draws_the_same_text(message: MessageDocument, styles: TextStyles):
    source = "# T\n\n`c` [l](https://example.org)\n\n```py\nx = 1\n```\n"
    before = rendered(message, source)
    message.rerender(TextStyles(DARK, styles.font), finished=True)
    message.colour_all()
    assert lines(message.document) == before
    assert message.source == source
    assert format_of(message, "l").foreground().color().name() == DARK.link
    assert colours(message.document.find("x = 1").block())["1"] == DARK.number


# --- copying
SOURCE = "A *b*\n\n| a |\n|---|\n| 1 |\n\n```py\nx = 1\n\ny = 2\n```\n"


def test_a_message_is_copied_as_its_source_byte_for_byte(view: MessageView):
    view.append(SOURCE)
    view.finish()
    view.copy_source()
    assert QGuiApplication.clipboard().text() == SOURCE
    view.selectAll()
    view.copy()
    assert QGuiApplication.clipboard().text() == SOURCE


def test_a_selection_across_code_is_markdown(view: MessageView):
    view.append("before\n\n```py\nx = '𝒳'\ny = 2\n```\n\nafter")
    view.finish()
    cursor = view.text.document.find("before")
    cursor.setPosition(cursor.selectionStart())
    cursor.setPosition(view.text.document.find("aft").selectionEnd(), QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    view.copy()
    assert QGuiApplication.clipboard().text() == "before\n\n```py\nx = '𝒳'\ny = 2\n```\n\naft"


def test_a_code_panel_copies_its_code(view: MessageView):
    view.append(SOURCE)
    header = view._code[0].header
    header.copy_button.click()
    assert QGuiApplication.clipboard().text() == "x = 1\n\ny = 2"
    assert header.copy_button.text() == "Copied"


# --- copying a selection
TABLE = "| a | *b* |\n|---|:-:|\n| 1 | 2 |\n|3|4|"
MIXED = (
    "# A *title*\n\nText  with **bold**\n\n\n- one\n- [ ] two\n\n"
    f"{TABLE}\n\n~~~py\nx = 1\n\ty\n~~~\n\nend of it"
)


def selection(view: MessageView, first: str, last: str) -> str:
    """What is copied from the beginning of the first word to the end of the last."""
    cursor = view.text.document.find(first)
    cursor.setPosition(cursor.selectionStart())
    cursor.setPosition(view.text.document.find(last).selectionEnd(), QTextCursor.MoveMode.KeepAnchor)
    return view.text.selection(cursor)


@pytest.mark.parametrize("size", [1, 1000])
@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("itl", "itl", "itl"),
        ("with", "bold", "with bold"),
        ("Text", "bold", "Text  with **bold**"),
        ("title", "bold", "title\n\nText  with **bold**"),
        ("A ", "two", MIXED[: MIXED.index("\n\n|")]),
        ("A ", "on", MIXED[: MIXED.index("e\n- [")]),
        ("two", "2", f"- [ ] two\n\n{TABLE}"),  # Qt selects a table whole from outside
        ("b", "b", "b"),
        ("1", "2", "| 1 | 2 |"),
        ("2", "4", "| 1 | 2 |\n|3|4|"),
        ("3", "= 1", f"{TABLE}\n\n~~~py\nx = 1\n~~~"),
        ("x = 1", "y", "x = 1\n\ty"),
        ("x = 1", "end", "~~~py\nx = 1\n\ty\n~~~\n\nend"),
        ("y", "end", "~~~py\ny\n~~~\n\nend"),
    ],
)
def test_a_selection_is_copied_as_its_markdown(
    view: MessageView, size: int, first: str, last: str, expected: str
):
    for start in range(0, len(MIXED), size):
        view.append(MIXED[start : start + size])
    assert selection(view, first, last) == expected, "while it streams"
    view.finish()
    assert selection(view, first, last) == expected


@pytest.mark.parametrize(
    "source", ["a\n \t\nb", "[x]: https://example.org\n\na\n\nb [x]", "- a\n\n      x\n\nb"]
)
def test_everything_but_the_last_letter_is_the_source_before_it(view: MessageView, source: str):
    view.append(source + "c")
    view.finish()
    cursor = QTextCursor(view.text.document)
    cursor.setPosition(view.text.document.characterCount() - 2, QTextCursor.MoveMode.KeepAnchor)
    copied = view.text.selection(cursor)
    assert source.replace("b [x]", "b x").endswith(copied)
    assert copied.startswith(("a", "- a"))
