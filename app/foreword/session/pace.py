"""How fast the reply comes, what drafting brings and what it costs: the figures behind the live panel.

Counts the steps of the reply that is being written, as the engine counted them; for a chat it adds up
what its replies have saved. Measured all: where nothing was measured, it says None. Knows no widget.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from foreword.messages import Step, TokenBatch
from foreword.session.conversation import Turn

_TELL_EVERY_MS = 250
_WINDOW_SECONDS = 2.0
"""Speed now is that of so many seconds."""
_POINT_SECONDS = 0.5
"""A point of the speed's curve sums up the steps of so long."""
_LONGEST = 600
"""Points and widths that are kept: the end of a long reply, not all of it."""


@dataclass(frozen=True, slots=True)
class SpeculatorPace:
    """One speculator in the current or last reply; counts as everywhere. `seconds` is what its drafting
    took, `idle` how many steps ago it last drafted anything (None: never in this reply)."""

    drafted: int = 0
    verified: int = 0
    accepted: int = 0
    seconds: float = 0.0
    steps: int = 0
    idle: int | None = None

    @property
    def acceptance(self) -> float:
        return self.accepted / self.verified if self.verified else 0.0


@dataclass(frozen=True, slots=True)
class PaceNow:
    """See the module. Speeds are tokens a second; points and widths begin with (seconds since the reply's
    first token, ...). `saved_*` are seconds, negative where drafting cost, None where nothing is known."""

    tokens_per_second: float = 0.0
    plain_tokens_per_second: float = 0.0
    tokens_per_pass: float = 0.0
    tokens: int = 0
    passes: int = 0
    seconds: float = 0.0
    speculators: Mapping[str, SpeculatorPace] = field(default_factory=dict)
    speeds: tuple[tuple[float, float, float], ...] = ()
    widths: tuple[tuple[float, int], ...] = ()
    reasons: Mapping[str, int] = field(default_factory=dict)
    #: Who is hardly asked any more by the last step, and why.
    paused: Mapping[str, str] = field(default_factory=dict)
    saved_reply: float | None = None
    saved_chat: float | None = None
    writing: bool = False


class Tally:
    """Adds up the steps of one reply. Pure: time is what the steps took."""

    def __init__(self) -> None:
        self.tokens = self.passes = 0
        self.seconds = self.plain_seconds = 0.0
        self._speculators: dict[str, SpeculatorPace] = {}
        self._recent: list[tuple[float, int, float]] = []  # (at, tokens, plain seconds of these tokens)
        self._point = (0, 0.0, 0.0)  # tokens, seconds, plain seconds since the last point
        self._last_drafted: dict[str, int] = {}
        self._speeds: list[tuple[float, float, float]] = []
        self._widths: list[tuple[float, int]] = []
        self._reasons: dict[str, int] = {}
        self._paused: Mapping[str, str] = {}

    def add(self, tokens: int, step: Step) -> None:
        plain = step.plain_seconds * tokens
        self.tokens += tokens
        self.passes += 1
        self.seconds += step.seconds
        self.plain_seconds += plain
        self._recent.append((self.seconds, tokens, plain))
        while self._recent[0][0] < self.seconds - _WINDOW_SECONDS:
            del self._recent[0]
        self._widths.append((self.seconds, step.width))
        del self._widths[:-_LONGEST]
        if step.reason:
            self._reasons[step.reason] = self._reasons.get(step.reason, 0) + 1
        self._paused = step.paused
        self._add_shares(step)
        self._add_point(tokens, step.seconds, plain)

    def _add_shares(self, step: Step) -> None:
        for name, share in step.shares.items():
            known = self._speculators.get(name, SpeculatorPace())
            if share.drafted:
                self._last_drafted[name] = self.passes
            self._speculators[name] = SpeculatorPace(
                known.drafted + share.drafted,
                known.verified + share.verified,
                known.accepted + share.accepted,
                known.seconds + share.seconds,
                known.steps + 1,
            )

    def _add_point(self, tokens: int, seconds: float, plain: float) -> None:
        self._point = (self._point[0] + tokens, self._point[1] + seconds, self._point[2] + plain)
        count, took, plain_took = self._point
        if took >= _POINT_SECONDS:
            self._speeds.append((self.seconds, count / took, count / plain_took if plain_took else 0.0))
            del self._speeds[:-_LONGEST]
            self._point = (0, 0.0, 0.0)

    def now(self, *, writing: bool, saved_earlier: float | None) -> PaceNow:
        """`saved_earlier` is what the chat's other replies saved."""
        saved = self.plain_seconds - self.seconds if self.passes else None
        known = [each for each in (saved, saved_earlier) if each is not None]
        tokens, seconds, plain = (
            self._latest() if writing else (self.tokens, self.seconds, self.plain_seconds)
        )
        return PaceNow(
            tokens_per_second=tokens / seconds if seconds else 0.0,
            plain_tokens_per_second=tokens / plain if plain else 0.0,
            tokens_per_pass=self.tokens / self.passes if self.passes else 0.0,
            tokens=self.tokens,
            passes=self.passes,
            seconds=self.seconds,
            speculators={name: self._with_idle(name) for name in sorted(self._speculators)},
            speeds=tuple(self._speeds),
            widths=tuple(self._widths),
            reasons=dict(self._reasons),
            paused=self._paused,
            saved_reply=saved,
            saved_chat=sum(known) if known else None,
            writing=writing,
        )

    def _latest(self) -> tuple[int, float, float]:
        """Tokens, seconds and plain seconds of the last two seconds of steps."""
        begun = self._recent[0][0] if self._recent else 0.0
        recent = self._recent[1:]  # the first one ends where the rest begins
        if not recent:
            return self.tokens, self.seconds, self.plain_seconds
        return (
            sum(tokens for _, tokens, _ in recent),
            self.seconds - begun,
            sum(plain for _, _, plain in recent),
        )

    def _with_idle(self, name: str) -> SpeculatorPace:
        known = self._speculators[name]
        last = self._last_drafted.get(name)
        return SpeculatorPace(
            known.drafted,
            known.verified,
            known.accepted,
            known.seconds,
            known.steps,
            None if last is None else self.passes - last,
        )


def saved_by(stats: Mapping[str, Any]) -> float | None:
    """What a kept reply saved, by its statistics, and before it went on; None where nothing was measured."""
    parts = (stats.get("saved_seconds") if stats.get("passes") else None, stats.get("saved_before"))
    known = [float(part) for part in parts if isinstance(part, int | float)]
    return sum(known) if known else None


class Pace(QObject):
    """The pace of the open chat. Lives on the window's thread."""

    #: Other figures are known: at most four times a second, at a reply's end, and when a chat opens.
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tally = Tally()
        self._chat: str | None = None
        self._reply: tuple[str, str] | None = None  # (chat, turn) of what the tally counts
        self._writing = False
        self._saved: dict[str, float] = {}  # by turn, of the open chat's replies
        self._before: float | None = None  # what the tally's reply had saved before it went on
        self._timer = QTimer(self, singleShot=True, interval=_TELL_EVERY_MS)
        self._timer.timeout.connect(self.changed)

    def now(self) -> PaceNow:
        mine = self._reply is not None and self._reply[0] == self._chat
        turn_id = self._reply[1] if self._reply else ""
        earlier = [saved for turn, saved in self._saved.items() if not (mine and turn == turn_id)]
        if mine and self._before is not None:
            earlier.append(self._before)
        tally = self._tally if mine else Tally()
        return tally.now(writing=self._writing and mine, saved_earlier=sum(earlier) if earlier else None)

    def tally_plain_speed(self) -> float:
        """Plain tokens a second, by the steps of the reply that was counted last; 0 where none were."""
        return self._tally.now(writing=False, saved_earlier=None).plain_tokens_per_second

    def follow(self, chat_id: str | None, turns: Iterable[Turn]) -> None:
        """Another chat, or another branch of it, is open."""
        self._chat = chat_id
        self._saved = {turn.id: saved for turn in turns if (saved := saved_by(turn.stats)) is not None}
        self._tell()

    def begin(self, chat_id: str, turn_id: str) -> None:
        """A reply begins."""
        self._tally, self._reply, self._writing = Tally(), (chat_id, turn_id), True
        self._before = self._saved.get(turn_id)

    def take(self, batch: TokenBatch) -> None:
        if batch.step is not None:
            self._tally.add(len(batch.token_ids), batch.step)
            if not self._timer.isActive():
                self._timer.start()

    def end(self, turn: Turn) -> None:
        """The reply ended, however it did."""
        self._writing = False
        if turn.conversation_id == self._chat and (saved := saved_by(turn.stats)) is not None:
            self._saved[turn.id] = saved
        self._tell()

    def _tell(self) -> None:
        self._timer.stop()
        self.changed.emit()
