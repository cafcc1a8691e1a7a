"""How the window holds up: delays while a reply streams into a long chat, opening it, lists, memory, start.

Run as `python -m tests.bench.window [--only PART ...] [--seconds 10] [--replies 200]`, on a real screen,
under Xvfb, or with QT_QPA_PLATFORM=offscreen. The window, the session and the database are the real ones;
a scripted worker stands in for the model, so that nothing but the window's own work is measured.

The delay of the event loop is that of a message that another thread sends the window every 5 ms: from
sending to arrival, the interpreter's lock included. Each part runs in a process and a profile of its own.
Texts are made the same each time, of prose, lists, tables and code.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from foreword.messages import GenerateRequest
from foreword.paths import Paths

PARTS = ("start", "open", "stream", "list", "memory")
MESSAGES, CHATS, TOKENS_PER_SECOND = 500, 5_000, 500
NOW = 1_700_000_000.0
_WORDS = (
    "the draft of a reply is checked by the model in one pass and what it would have written itself is kept "
    "while everything else is dropped so that nobody can tell the difference but by the clock"
)


def prose(draw: random.Random, words: int) -> str:
    return " ".join(draw.choices(_WORDS.split(), k=words)).capitalize() + "."


def markdown(draw: random.Random, characters: int) -> str:
    """At least so many characters of a reply."""
    parts: list[str] = []
    while sum(map(len, parts)) < characters:
        parts += [
            f"## {prose(draw, 4)}",
            prose(draw, 60),
            "\n".join(f"- **{prose(draw, 2)}** {prose(draw, 9)}" for _ in range(4)),
            "```python\n"
            + "\n".join(f"def f{n}(x: int) -> int:\n    return x * {n}\n" for n in range(5))
            + "```",
            "| name | value |\n|---|---|\n" + "\n".join(f"| {prose(draw, 1)} | {n} |" for n in range(4)),
        ]
    return "\n\n".join(parts)


def pieces_of(text: str, size: int = 4) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


# --- the window
class Desk:
    """The app with a scripted worker, on a profile of its own."""

    def __init__(self, folder: Path, script: object = None) -> None:
        from foreword.app import build, qt_application
        from tests.fakes.fake_worker import FakeWorker, Script

        self.qt = qt_application()
        self.paths = Paths.profile(folder).ensure()
        playing = FakeWorker.playing(script or Script())  # type: ignore[arg-type]

        def make_worker(*parts: Any) -> Any:
            self.worker = playing(*parts)
            return self.worker

        self.app = build(self.paths, make_worker=make_worker)
        self._listed = 0
        self.app.models.listed.connect(self._count_listed)
        self.controller = self.app.controller

    def show(self) -> None:
        self.app.start()
        self.app.window.resize(1200, 800)
        # The list of models imports torch on a thread beside; in the app the engine did so before.
        self.until(lambda: self._listed >= 2 and "torch" in sys.modules)
        self.settle(4.0)
        self.settle(0.5)

    def _count_listed(self, _listed: object) -> None:
        self._listed += 1

    def settle(self, seconds: float) -> None:
        """Let the window work for a while."""
        end = time.perf_counter() + seconds
        self.until(lambda: time.perf_counter() >= end)

    def until(self, condition: Callable[[], bool], limit: float = 300.0) -> None:
        """Run the event loop until this holds, looked at every 10 ms. Raises TimeoutError."""
        from PySide6.QtCore import QEventLoop, QTimer

        loop, end = QEventLoop(), time.perf_counter() + limit
        look = QTimer(interval=10)
        look.timeout.connect(lambda: loop.quit() if condition() or time.perf_counter() > end else None)
        look.start()
        loop.exec()
        if not condition():
            raise TimeoutError("the window did not get there in time")

    def seconds_to_paint(self, act: Callable[[], object]) -> float:
        """From `act` until everything that it brought has been painted."""
        start = time.perf_counter()
        act()
        self.app.window.repaint()
        self.qt.processEvents()
        return time.perf_counter() - start

    def close(self) -> None:
        self.app.shut_down()


@contextmanager
def delays(desk: Desk) -> Iterator[list[float]]:
    """The delay of every message that was sent meanwhile, in milliseconds."""
    from PySide6.QtCore import QObject, Qt, Signal

    class Probe(QObject):
        sent = Signal(float)

    found: list[float] = []
    probe, over = Probe(), threading.Event()
    probe.sent.connect(
        lambda at: found.append((time.perf_counter() - at) * 1000), Qt.ConnectionType.QueuedConnection
    )

    def send() -> None:
        while not over.wait(0.005):
            probe.sent.emit(time.perf_counter())

    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield found
    finally:
        over.set()
        thread.join()
        desk.settle(0.05)


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def summary(values: Sequence[float]) -> str:
    """Milliseconds in a line."""
    p50, p99 = percentile(values, 0.5), percentile(values, 0.99)
    return f"p50 {p50:.1f}, p99 {p99:.1f}, max {max(values):.1f} ms"


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


# --- what is in the database
def fill_chat(desk: Desk, messages: int) -> str:
    """A chat of so many messages, half of them replies of about 2,000 characters; its id."""
    from foreword.session.conversation import ConversationSummary, Turn

    draw = random.Random(7)
    turns: list[Turn] = []
    for number in range(messages):
        role = "assistant" if number % 2 else "user"
        text = markdown(draw, draw.randrange(500, 3000)) if number % 2 else prose(draw, draw.randrange(5, 80))
        parent = turns[-1].id if turns else None
        stats = {"tokens_per_second": 21.4, "completion_tokens": 300, "seed": 7} if number % 2 else {}
        turns.append(Turn(f"t{number}", "long", parent, role, text, "complete", NOW, "eos", stats=stats))  # type: ignore[arg-type]
    desk.app.store.add(turns, ConversationSummary("long", "A long chat", NOW, NOW))
    return "long"


def fill_list(desk: Desk, chats: int) -> None:
    """So many chats of two messages, over two years."""
    from foreword.session.conversation import ConversationSummary, Turn
    from foreword.storage.schema import ConversationRow, TurnRow

    draw = random.Random(7)

    def write(session: object) -> None:
        for number in range(chats):
            at = NOW - number * 12_000.0
            title = f"{prose(draw, 5)} {number}"
            session.add(ConversationRow.of(ConversationSummary(f"c{number}", title, at, at)))  # type: ignore[attr-defined]
            session.flush()  # type: ignore[attr-defined]
            question = Turn(f"q{number}", f"c{number}", None, "user", prose(draw, 20), "complete", at)
            answer = Turn(
                f"a{number}", f"c{number}", f"q{number}", "assistant", prose(draw, 200), "complete", at
            )
            for turn in (question, answer):
                session.add(TurnRow.of(turn))  # type: ignore[attr-defined]
                session.flush()  # type: ignore[attr-defined]

    desk.app.store.access.write(write)


# --- the parts
def start(folder: Path, _options: argparse.Namespace) -> None:
    before = time.perf_counter()
    import foreword.app  # noqa: F401  Qt, SQLAlchemy and the window's own modules

    imported = time.perf_counter()
    desk = Desk(folder)
    desk.app.start()
    desk.app.window.repaint()
    desk.qt.processEvents()
    shown = time.perf_counter()
    print(f"window up after its modules   {(shown - imported) * 1000:8.0f} ms")
    print(f"  imports before it, Qt too   {(imported - before) * 1000:8.0f} ms")
    print(f"  torch imported by then      {'yes' if 'torch' in sys.modules else 'no':>8}")
    desk.close()


def open_chat(folder: Path, _options: argparse.Namespace) -> None:
    desk = Desk(folder)
    chat = fill_chat(desk, MESSAGES)
    desk.show()
    times = []
    for _ in range(5):
        desk.controller.new_chat()
        desk.settle(0.3)
        times.append(desk.seconds_to_paint(lambda: desk.controller.open(chat)))
    print(
        f"a chat of {MESSAGES} messages opens {times[0] * 1000:8.0f} ms, again {min(times[1:]) * 1000:.0f} ms"
    )
    desk.settle(0.5)
    bar = desk.app.window.chat.transcript.verticalScrollBar()
    steps: list[float] = []
    while bar.value() > 0 and len(steps) < 600:
        steps.append(desk.seconds_to_paint(lambda: bar.setValue(bar.value() - 3 * bar.singleStep())) * 1000)
        desk.settle(0.01)
    print(f"  a step of the wheel         {summary(steps)}")
    print(f"  messages that exist         {len(desk.app.window.chat.transcript.built()):8}")
    desk.close()


def stream(folder: Path, options: argparse.Namespace) -> None:
    from tests.fakes.fake_worker import Script

    text = markdown(random.Random(9), int(options.seconds * TOKENS_PER_SECOND * 4))
    tokens = pieces_of(text)
    # Sleeping takes a little longer than asked for, and saying it takes time too.
    script = Script(pieces=lambda request: tokens, pace_seconds=0.85 / TOKENS_PER_SECOND)
    desk = Desk(folder, script)
    chat = fill_chat(desk, MESSAGES)
    desk.show()
    desk.controller.open(chat)
    desk.settle(1.0)
    with delays(desk) as found:
        begin = time.perf_counter()
        desk.controller.turns.send("Go on, please.")
        desk.until(lambda: not desk.controller.is_busy())
        took = time.perf_counter() - begin
    print(f"event loop delay, streaming   {summary(found)}")
    print(f"  tokens a second             {len(tokens) / took:8.0f}  ({len(found)} messages in {took:.1f} s)")
    desk.close()


def chat_list(folder: Path, _options: argparse.Namespace) -> None:
    desk = Desk(folder)
    fill_list(desk, CHATS)
    desk.show()
    shown = desk.seconds_to_paint(desk.controller.chats.changed.emit)
    print(f"{CHATS:,} chats listed           {shown * 1000:8.0f} ms")
    answers: list[object] = []
    desk.controller.chats.found.connect(lambda query, hits: answers.append(hits))
    for query in ("draft", "dr", "written itself", "nowhere"):
        before = len(answers)
        with delays(desk) as found:
            begin = time.perf_counter()  # the field waits a little for more keys
            desk.app.window.sidebar.search.setText(query)
            desk.until(lambda before=before: len(answers) > before)  # type: ignore[misc]
            took = time.perf_counter() - begin
            desk.settle(0.3)
        print(f"  search for {query!r:<17}{took * 1000:8.0f} ms, event loop delay max {max(found):.1f} ms")
    desk.close()


def memory(folder: Path, options: argparse.Namespace) -> None:
    from tests.fakes.fake_worker import Script

    draw = random.Random(11)

    def reply(_request: GenerateRequest) -> list[str]:
        return pieces_of(markdown(draw, 8_000), 40)

    desk = Desk(folder, Script(pieces=reply, pace_seconds=0.0005))
    desk.show()
    marks = {options.replies // 10, options.replies // 2, options.replies}
    sizes = []
    for number in range(1, options.replies + 1):
        desk.controller.turns.send(f"Question {number}")
        desk.until(lambda: not desk.controller.is_busy())
        desk.settle(0.05)
        desk.worker.requests.clear()  # the scripted worker remembers all that it was asked
        desk.worker.lessons.clear()
        if number in marks:
            sizes.append(resident_mb())
            print(f"memory after {number:4} long replies {sizes[-1]:7.0f} MB")
    growth = (sizes[-1] - sizes[-2]) * 1000 / (options.replies / 2)
    print(f"  growth in the second half   {growth:8.0f} KB per reply")
    desk.close()


_RUN = {"start": start, "open": open_chat, "stream": stream, "list": chat_list, "memory": memory}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long the streamed reply is")
    parser.add_argument("--replies", type=int, default=200)
    parser.add_argument("--here", choices=PARTS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        with tempfile.TemporaryDirectory() as folder:
            _RUN[options.here](Path(folder), options)
        return
    for part in options.only:
        more = ["--seconds", str(options.seconds), "--replies", str(options.replies), "--here", part]
        subprocess.run([sys.executable, "-m", "tests.bench.window", *more], check=True)


if __name__ == "__main__":
    main()
