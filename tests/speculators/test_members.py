"""Between replies: opened, configured, attached, taught, asked, told to forget, and let go."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest

from foreword.api import (
    Budget,
    Context,
    Draft,
    Fact,
    Host,
    IntOption,
    LocalModel,
    Outcome,
    Session,
    Speculator,
    Status,
    Target,
    Transcript,
    Unsuitable,
)
from foreword.speculators.pool import Pool
from foreword.speculators.registry import Registry
from tests.fakes.distributions import install, put_on_path
from tests.fakes.speculators import registry_of
from tests.speculators.conftest import PATIENCE, Bench, Letters

BenchOf = Callable[..., Bench]
TARGET = Target("tiny", 100, 1_000, Letters())
OTHER = Target("large", 100, 1_000, Letters())


class Diary(Speculator):
    """Writes down its life."""

    summary = "Writes down its life."
    options = (IntOption("longest", 4, 1, 8), IntOption("shortest", 1, 1, 8))
    likeliest_wanted = 2
    lines: ClassVar[list[Any]] = []
    hosts: ClassVar[list[Host]] = []
    unsuitable: ClassVar[str] = ""
    hold: ClassVar[threading.Event | None] = None

    def open(self, host: Host) -> None:
        self.hosts.append(host)
        self.lines.append(("open", threading.current_thread().name))

    def configure(self, values: Mapping[str, Any]) -> None:
        self.lines.append(("configure", dict(values)))

    def attach(self, target: Target) -> None:
        self.lines.append(("attach", target.name))
        if target.name == self.unsuitable:
            raise Unsuitable(f"{target.name} has another vocabulary\nand more")

    def start(self, session: Session) -> None:
        self.lines.append(("start", session.sampling.temperature))

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        return Draft.chain([1])

    def observe(self, outcome: Outcome) -> None:
        self.lines.append(("observe", outcome.likeliest))

    def finish(self) -> None:
        self.lines.append(("finish",))

    def learn(self, transcript: Transcript) -> None:
        if self.hold is not None:
            self.hold.wait(PATIENCE)
        self.lines.append(("learn", transcript.number))

    def status(self, conversation_id: str | None) -> Status | None:
        return Status((Fact("open chat", conversation_id or "none"),))

    def act(self, action: str, conversation_id: str | None) -> str:
        return f"did {action} for {conversation_id}\nin two lines"

    def forget(self, conversation_id: str) -> None:
        self.lines.append(("forget", conversation_id))

    def close(self) -> None:
        self.lines.append(("close",))


@pytest.fixture(autouse=True)
def _blank() -> None:
    Diary.lines, Diary.hosts, Diary.unsuitable, Diary.hold = [], [], "", None


def kinds() -> list[str]:
    return [line[0] for line in Diary.lines]


def lesson(number: int) -> Transcript:
    return Transcript("chat", "letters", ((1, 2, 3),), number, 2)


# --- opened, configured, attached


def test_a_life_in_order_on_one_thread(bench_of: BenchOf) -> None:
    bench = bench_of(Diary)
    bench.pool.attach(TARGET)
    bench.pool.refresh()
    bench.begin()
    bench.step(5)
    bench.end()
    bench.pool.close()
    assert kinds() == ["open", "configure", "attach", "start", "observe", "finish", "close"]
    assert Diary.lines[0] == ("open", "speculator Diary")


def test_a_target_that_comes_and_goes(bench_of: BenchOf) -> None:
    bench = bench_of(Diary)
    bench.pool.refresh()
    for target in (TARGET, None, OTHER):
        bench.pool.attach(target)
    bench.pool.settle(PATIENCE)
    assert Diary.lines[2:] == [("attach", "tiny"), ("attach", "large")]


def test_options_are_checked_and_told_again_when_they_change(bench_of: BenchOf) -> None:
    bench = bench_of(Diary)
    bench.switches.set_options({"Diary": {"longest": 7, "shortest": 99, "unknown": 1}})
    bench.pool.attach(TARGET)
    bench.pool.refresh()
    info = bench.info("Diary")
    assert (info.state, info.values) == ("active", {"longest": 7, "shortest": 1})
    assert info.reason == "shortest must be a whole number from 1 to 8, not 99 (default used)"
    assert [option.name for option in info.options] == ["longest", "shortest"]
    assert info.options[0] is not Diary.options[0], "a copy"
    bench.pool.refresh()
    assert kinds() == ["open", "configure", "attach"], "nothing new, nothing told"
    bench.switches.set_options({"Diary": {"longest": 2}})
    bench.pool.refresh()
    assert Diary.lines[3:] == [("configure", {"longest": 2, "shortest": 1}), ("attach", "tiny")]
    assert bench.info("Diary").reason == ""


def test_options_that_change_before_a_reply_are_told_before_its_start(bench_of: BenchOf) -> None:
    bench = bench_of(Diary)
    bench.pool.refresh()
    bench.switches.set_options({"Diary": {"longest": 2}})
    bench.begin()
    bench.step()
    assert kinds() == ["open", "configure", "configure", "start", "observe"]


def test_unsuitable_is_no_failure_and_asked_again_with_another_target(bench_of: BenchOf) -> None:
    Diary.unsuitable = "tiny"
    bench = bench_of(Diary)
    bench.pool.attach(TARGET)
    bench.pool.refresh()
    info = bench.info("Diary")
    assert (info.state, info.reason, info.detail) == ("unsuitable", "tiny has another vocabulary", "")
    bench.begin()
    assert bench.step(5) == {}
    bench.end()
    assert "start" not in kinds()
    assert "observe" not in kinds()
    bench.pool.attach(OTHER)
    bench.begin()
    assert list(bench.step(5)) == ["Diary"]
    bench.end()
    assert bench.info("Diary").state == "active"


def test_unsuitable_is_asked_again_with_other_options(bench_of: BenchOf) -> None:
    Diary.unsuitable = "tiny"
    bench = bench_of(Diary)
    bench.pool.attach(TARGET)
    bench.pool.refresh()
    Diary.unsuitable = ""
    bench.switches.set_options({"Diary": {"longest": 2}})
    bench.pool.refresh()
    assert bench.info("Diary").state == "active"


def test_the_host_gives_a_folder_models_and_history(tmp_path: Path) -> None:
    model = LocalModel("small", tmp_path)
    pool = Pool(registry_of(Diary), lambda: frozenset({"Diary"}), tmp_path / "data", models=lambda: [model])
    pool.refresh()
    (host,) = Diary.hosts
    assert host.data_folder == tmp_path / "data" / "Diary"
    assert host.data_folder.is_dir()
    assert host.models() == (model,)
    assert pool.history_wanted() == ()
    host.request_history()
    assert pool.history_wanted() == ("Diary",)
    assert pool.history_wanted() == ()
    pool.close()


def test_switched_off_it_is_let_go_and_a_new_one_waits_for_its_end(bench_of: BenchOf) -> None:
    bench = bench_of(Diary)
    bench.begin()
    bench.step()
    bench.turn(off="Diary")
    bench.draft()
    bench.turn(on="Diary")
    bench.step()
    assert kinds() == [
        *["open", "configure", "start", "observe", "finish", "close"],
        *["open", "configure", "start", "observe"],
    ]


# --- the reply


def test_likeliest_ids_are_cut_to_what_each_wants(bench_of: BenchOf) -> None:
    bench = bench_of(Diary)
    assert bench.pool.likeliest_wanted == 0
    bench.begin()
    bench.draft()
    assert bench.pool.likeliest_wanted == 2
    bench.pool.observe((5, 6), {}, ((5, 1, 2, 3), (6, 7, 8, 9)))
    bench.end()
    assert bench.pool.likeliest_wanted == 0
    assert ("observe", ((5, 1), (6, 7))) in Diary.lines


def test_a_start_that_takes_long_is_not_waited_for_and_misses_nothing(
    bench_of: BenchOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go, seen = threading.Event(), []
    bench = bench_of(Diary)
    bench.pool.refresh()
    monkeypatch.setattr("foreword.speculators.pool.GRACE_SECONDS", 0.01)
    monkeypatch.setattr(Diary, "start", lambda self, session: let_go.wait(PATIENCE))
    monkeypatch.setattr(Diary, "draft", lambda self, context, budget: seen.append(list(context.token_ids)))
    bench.begin([1, 2])
    for token in (3, 4):
        assert bench.pool.ready() == ()
        assert bench.draft() == {}
        bench.pool.observe((token,), {})
    let_go.set()
    bench.pool.settle(PATIENCE)
    assert bench.pool.ready() == ("Diary",)
    bench.draft()
    assert seen == [[1, 2, 3, 4]]
    assert kinds().count("observe") == 2


def test_what_the_latest_drafts_took_is_told_by_name(bench_of: BenchOf) -> None:
    bench = bench_of(Diary)
    bench.begin()
    bench.draft()
    assert bench.pool.last_seconds.keys() == {"Diary"}
    assert bench.pool.seconds == bench.pool.last_seconds
    bench.pool.draft({})
    assert bench.pool.last_seconds == {}
    assert bench.pool.seconds.keys() == {"Diary"}


def test_the_engine_may_say_why_one_is_paused(bench_of: BenchOf) -> None:
    bench = bench_of(Diary)
    bench.pool.refresh()
    bench.pool.paused = {"Diary": "costs more than it saves"}
    assert (bench.info("Diary").state, bench.info("Diary").reason) == ("paused", "costs more than it saves")
    bench.turn(off="Diary")
    assert bench.info("Diary").state == "off"


# --- asked and taught


def test_status_and_buttons(bench_of: BenchOf) -> None:
    bench = bench_of(Diary)
    assert bench.info("Diary").status is None
    bench.pool.refresh()
    info = bench.info("Diary")
    assert info.status == Status((Fact("open chat", "chat"),))
    assert info.summary == "Writes down its life."
    assert bench.pool.act("Diary", "clear", "chat") == "did clear for chat"
    assert bench.pool.act("Nobody", "clear", "chat") == "Nobody isn't running: switch it on first."


def test_lessons_come_in_order_and_nobody_waits_for_them(bench_of: BenchOf) -> None:
    Diary.hold = threading.Event()
    bench = bench_of(Diary)
    bench.pool.refresh()
    first = bench.info("Diary").status
    bench.pool.learn(["Diary", "Nobody"], lesson(1))
    bench.pool.learn(["Diary"], lesson(2))
    assert bench.pool.is_learning(["Diary", "Nobody"])
    info = bench.info("Diary")
    assert info.reason in ("is learning from your chats", "")
    assert info.status == first, "what it showed last"
    assert bench.pool.act("Diary", "clear", None).endswith(": try again in a while.")
    Diary.hold.set()
    assert bench.pool.settle(PATIENCE)
    assert Diary.lines[-2:] == [("learn", 1), ("learn", 2)]
    assert not bench.pool.is_learning(["Diary"])


def test_closing_drops_the_lessons_that_wait(bench_of: BenchOf) -> None:
    Diary.hold = threading.Event()
    bench = bench_of(Diary)
    bench.pool.refresh()
    for number in range(50):
        bench.pool.learn(["Diary"], lesson(number))
    learning = "is learning from your chats"
    while "Diary" in bench.pool._members.opened and bench.info("Diary").reason != learning:
        time.sleep(0.001)
    Diary.hold.set()
    bench.pool.close()
    assert kinds().count("learn") < 50
    assert kinds()[-1] == "close"


# --- forgetting


def keep_something(bench: Bench, name: str = "Diary") -> None:
    (bench.data / name).mkdir(parents=True, exist_ok=True)
    (bench.data / name / "file").touch()


def test_who_is_open_forgets_at_once(bench_of: BenchOf) -> None:
    bench = bench_of(Diary)
    bench.pool.refresh()
    keep_something(bench)
    bench.pool.forget("old")
    assert Diary.lines[-1] == ("forget", "old")
    assert list((bench.data / ".forget").iterdir()) == []


def test_a_strangers_code_that_is_off_doesnt_run_and_forgets_when_it_is_opened(bench_of: BenchOf) -> None:
    bench = bench_of(Diary)
    keep_something(bench)
    bench.turn(off="Diary")
    bench.pool.refresh()
    bench.pool.forget("old")
    bench.pool.forget("older")
    assert Diary.lines == []
    bench.turn(on="Diary")
    bench.pool.refresh()
    assert Diary.lines[1:3] == [("forget", "old"), ("forget", "older")]
    bench.turn(off="Diary")
    bench.pool.refresh()
    bench.turn(on="Diary")
    bench.pool.refresh()
    assert kinds().count("forget") == 2


def test_one_that_never_kept_anything_has_nothing_to_forget(bench_of: BenchOf) -> None:
    bench = bench_of(Diary)
    bench.turn(off="Diary")
    (bench.data / "Diary").mkdir(parents=True)
    bench.pool.forget("old")
    bench.turn(on="Diary")
    bench.pool.refresh()
    assert "forget" not in kinds()


def test_one_that_isnt_installed_forgets_once_it_is_again(bench_of: BenchOf, tmp_path: Path) -> None:
    bench = bench_of()
    keep_something(bench)
    bench.pool.forget("old")
    back = bench_of(Diary)
    assert back.data == bench.data
    back.pool.refresh()
    assert Diary.lines[1] == ("forget", "old")


def test_what_fails_in_forget_is_shown_and_forgets_when_it_is_opened_next(
    bench_of: BenchOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Diary, conversation_id: str) -> None:
        raise OSError("disk full")

    bench = bench_of(Diary)
    bench.pool.refresh()
    keep_something(bench)
    with monkeypatch.context() as patch:
        patch.setattr(Diary, "forget", fail)
        bench.pool.forget("old")
    assert bench.info("Diary").reason == "failed in forget: OSError: disk full"
    bench.pool.retry("Diary")
    assert bench.info("Diary").state == "active"
    assert Diary.lines[-2][0] == "forget"


def test_while_it_learns_it_forgets_afterwards(bench_of: BenchOf) -> None:
    Diary.hold = threading.Event()
    bench = bench_of(Diary)
    bench.pool.refresh()
    keep_something(bench)
    bench.pool.learn(["Diary"], lesson(1))
    bench.pool.forget("chat")
    Diary.hold.set()
    bench.pool.settle(PATIENCE)
    assert Diary.lines[-2:] == [("learn", 1), ("forget", "chat")]


BUNDLED = """
from pathlib import Path
from foreword.api import Speculator

class Far(Speculator):
    def open(self, host):
        self.at = host.data_folder
        self.note("open")
    def forget(self, conversation_id):
        self.note("forget " + conversation_id)
    def close(self):
        self.note("close")
    def draft(self, context, budget):
        return None
    def note(self, line):
        with (self.at / "file").open("a") as file:
            file.write(line + "\\n")
"""


def test_a_bundled_one_that_is_off_is_opened_told_and_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on_path(tmp_path / "site", monkeypatch)
    install(
        tmp_path / "site", "Foreword", speculators={"far": "bundled_far:Far"}, versions={"far": "v1.1"},
        sources={"bundled_far": BUNDLED},
    )  # fmt: skip
    data = tmp_path / "data"
    (data / "far").mkdir(parents=True)
    pool = Pool(Registry(), frozenset, data)
    pool.forget("nothing kept yet")
    (data / "far" / "file").touch()
    pool.forget("old")
    pool.forget("older")
    pool.close()
    assert (data / "far" / "file").read_text().split("\n")[:-1] == [
        "open",
        "forget old",
        "forget older",
        "close",
    ]
