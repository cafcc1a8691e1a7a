"""The profile's folder under the real app, worker and a tiny model: it may lie anywhere, and of what was
deleted no byte is left in it."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from foreword import app
from foreword.messages import ModelReady
from foreword.paths import Paths
from foreword.session.conversation import Attachment, Draft, Turn
from foreword_suffix_history.grams import packed
from tests.e2e.test_window import running
from tests.fakes.tiny_target import byte_tokenizer
from tests.worker.conftest import one_thread, tiny

__all__ = ["one_thread", "tiny"]

pytestmark = pytest.mark.timeout(180)

WAIT_MS = 60_000
SECRET = "zqxjkvwzpq"
RUN = 6
"""So many tokens in a row are a trace. Two chats begin alike, so fewer may stand in both."""


@pytest.fixture
def paths(tmp_path: Path) -> Iterator[Paths]:
    """A profile whose log takes everything that anybody says."""
    made = Paths.profile(tmp_path / "Zoë  Ω" / "日本  files").ensure()
    handler = logging.FileHandler(made.log, encoding="utf-8")
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield made
    root.setLevel(level)
    root.removeHandler(handler)
    handler.close()


@pytest.fixture(autouse=True)
def _short_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foreword.session.chats.UNDO_MS", 300)


def until_ready(qtbot: QtBot, built: app.App) -> None:
    qtbot.waitUntil(lambda: isinstance(built.controller.model_state(), ModelReady), timeout=WAIT_MS)
    for key, value in (("reply.max_tokens", 60), ("reply.temperature", 1.0)):
        built.settings.set(key, value)
    built.controller.set_speculator("suffix_history", on=True)
    qtbot.waitUntil(lambda: history_is_open(built), timeout=WAIT_MS)


def history_is_open(built: app.App) -> bool:
    """Ask how it stands, and say how it stood: what is said while it opens, it may miss."""
    built.controller.refresh_speculators()
    infos = {info.name: info for info in built.controller.speculators()}
    history = infos.get("suffix_history")
    return history is not None and history.status is not None


def ask(qtbot: QtBot, built: app.App, text: str, *files: Attachment) -> str:
    """Ask, wait for the end of the reply, and give the chat."""
    built.controller.turns.send(text, files)
    ended(qtbot, built)
    chat = built.controller.current()
    assert chat is not None
    assert chat.turns[-1].status == "complete"
    return chat.summary.id


def ended(qtbot: QtBot, built: app.App) -> None:
    qtbot.waitUntil(lambda: not built.controller.is_busy(), timeout=WAIT_MS)


def runs(token_ids: Sequence[int]) -> set[bytes]:
    """What of these tokens must not be found, in the form that files hold tokens in."""
    return {packed(token_ids[at : at + RUN]) for at in range(len(token_ids) - RUN + 1)}


def spoken(text: str) -> set[bytes]:
    return runs(byte_tokenizer().encode(text, add_special_tokens=False))


def reply_runs(built: app.App, turns: Sequence[Turn]) -> set[bytes]:
    return set().union(*(runs(built.store.token_ids(turn.id)) for turn in turns))


def files_with(paths: Paths, *traces: bytes) -> set[str]:
    """The files under the profile that hold any of these."""
    found = {file: file.read_bytes() for file in paths.data.rglob("*") if file.is_file()}
    return {file.name for file, content in found.items() if any(trace in content for trace in traces)}


def test_of_a_deleted_chat_no_byte_is_left(qtbot: QtBot, paths: Paths, tiny: Path) -> None:
    with running(paths, tiny) as built:
        controller = built.controller
        until_ready(qtbot, built)
        kept = ask(qtbot, built, "All about herons, please")
        kept_runs = reply_runs(built, built.store.branch(kept)) | spoken("All about herons, please")
        controller.new_chat()
        gone = ask(qtbot, built, f"All about {SECRET}", Attachment(f"{SECRET}.txt", f"{SECRET} " * 9))
        controller.turns.regenerate(built.store.branch(gone)[-1].id)
        ended(qtbot, built)
        controller.chats.keep_draft(gone, Draft(f"more of {SECRET}"))
        versions = {turn.id: turn for path in built.store.branches(gone) for turn in path}
        assert len(versions) == 3
        tokens = (reply_runs(built, list(versions.values())) | spoken(SECRET)) - kept_runs
        traces = (SECRET.encode(), gone.encode(), *tokens)
        qtbot.waitUntil(lambda: "history.db" in {name[:10] for name in files_with(paths, *spoken(SECRET))})
        assert len(files_with(paths, *tokens)) >= 2, "the test looks for what is there"

        controller.delete(gone)
        qtbot.waitUntil(lambda: not files_with(paths, *traces), timeout=WAIT_MS)
        assert files_with(paths, b"herons")
    assert files_with(paths, *traces) == set()
    assert "history.db" in files_with(paths, *spoken("herons, please"))
    assert paths.log.stat().st_size > 0


def test_of_a_deleted_turn_no_byte_is_left_and_the_rest_is_known_still(
    qtbot: QtBot, paths: Paths, tiny: Path
) -> None:
    with running(paths, tiny) as built:
        until_ready(qtbot, built)
        chat = ask(qtbot, built, "All about herons, please")
        kept_runs = reply_runs(built, built.store.branch(chat)) | spoken("All about herons, please")
        ask(qtbot, built, f"And about {SECRET}")
        question, answer = built.store.branch(chat)[2:]
        tokens = (reply_runs(built, [answer]) | spoken(SECRET)) - kept_runs
        traces = (SECRET.encode(), question.id.encode(), answer.id.encode(), *tokens)
        qtbot.waitUntil(lambda: "history.db" in {name[:10] for name in files_with(paths, *spoken(SECRET))})

        assert built.controller.turns.delete(question.id) == 2
        qtbot.waitUntil(lambda: not files_with(paths, *traces), timeout=WAIT_MS)
    assert files_with(paths, *traces) == set()
    assert "history.db" in files_with(paths, *spoken("herons, please"))
    assert "chats.db" in files_with(paths, b"All about herons")


def test_of_a_temporary_chat_no_byte_is_ever_written(qtbot: QtBot, paths: Paths, tiny: Path) -> None:
    with running(paths, tiny) as built:
        controller = built.controller
        until_ready(qtbot, built)
        ask(qtbot, built, "All about herons, please")
        controller.chats.new_temporary()
        chat = ask(qtbot, built, f"All about {SECRET}")
        controller.turns.regenerate(controller.current().turns[-1].id)  # type: ignore[union-attr]
        ended(qtbot, built)
        traces = (SECRET.encode(), *spoken(SECRET))
        assert files_with(paths, *traces) == set()
        controller.new_chat()
        ask(qtbot, built, "Another chat")
        assert controller.chats.summary(chat) is None
    assert files_with(paths, *traces) == set()
    assert "history.db" in files_with(paths, *spoken("herons, please"))


def test_a_home_with_other_letters_and_double_spaces_loads_caches_and_saves(
    qtbot: QtBot, paths: Paths, tiny: Path, tmp_path: Path
) -> None:
    model = shutil.copytree(tiny, tmp_path / "Mödel  日本")
    with running(paths, model) as built:
        until_ready(qtbot, built)
        chat = ask(qtbot, built, "All about herons, please")
        said = built.store.branch(chat)[-1].text
    measured = {file.name: file.stat().st_mtime_ns for file in paths.data.rglob("*.json")}
    assert measured, "what was measured at load is kept"
    with running(paths, model) as again:
        until_ready(qtbot, again)
        current = again.controller.current()
        assert current is not None
        assert current.turns[-1].text == said
        state = again.controller.model_state()
        assert isinstance(state, ModelReady)
        assert state.info.folder == str(model)
        assert measured.keys() <= {file.name for file in paths.data.rglob("*.json")}
        ask(qtbot, again, "And once more")
    assert "history.db" in files_with(paths, *spoken("And once more"))
    assert "settings.toml" in files_with(paths, b"max_tokens = 60")
