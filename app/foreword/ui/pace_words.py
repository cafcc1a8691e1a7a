"""How the figures of a reply and the states of speculators read beside the chat. Pure text.

Short for the panel, exact for its tooltips. What plugins say of themselves passes `line` first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from foreword.messages import SpeculatorInfo, SpeculatorState
from foreword.session.pace import PaceNow, SpeculatorPace
from foreword.ui.pace_series import Lately
from foreword.ui.plugin_wording import line
from foreword.ui.reading import facts
from foreword.ui.translate import mark, numeral, tr, tr_n

NONE = "–"

_STATES: Mapping[SpeculatorState, str] = {
    "active": mark("Active"),
    "off": mark("Off"),
    "unsuitable": mark("Not with this model"),
    "paused": mark("Paused"),
    "incompatible": mark("Incompatible"),
    "failed": mark("Failed"),
    "quarantined": mark("Quarantined"),
}


def figure(value: float | None, digits: int = 1) -> str:
    """A number to glance at; a dash where nothing was measured."""
    return numeral(value, f".{digits}f") if value else NONE


def span_words(seconds: float) -> str:
    """A length of time as one would say it: 0.4 s, 41 s, 2 min 5 s, 1 h 3 min."""
    if seconds < 0.95:
        return tr("{seconds} s", seconds=numeral(seconds, ".1f"))
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return tr("{seconds} s", seconds=rest)
    hours, minutes_left = divmod(minutes, 60)
    if not hours:
        return tr("{minutes} min {seconds} s", minutes=minutes, seconds=rest)
    return tr("{hours} h {minutes} min", hours=hours, minutes=minutes_left)


def saved_words(seconds: float | None) -> str:
    """What drafting saved in this chat. Below a twentieth of a second it did neither."""
    if seconds is None:
        return tr("Saved so far: nothing measured yet")
    if abs(seconds) < 0.05:
        return tr("Saved so far: neither saved nor cost anything in this chat")
    if seconds < 0:
        return tr("Cost so far: {time} in this chat", time=span_words(-seconds))
    return tr("Saved so far: {time} in this chat", time=span_words(seconds))


def saved_state(seconds: float | None) -> str:
    """What the style sheet colours by."""
    if seconds is None or abs(seconds) < 0.05:
        return ""
    return "saved" if seconds > 0 else "cost"


def saved_details(now: PaceNow) -> str:
    """The exact figures behind the line, and what they rest on."""
    lines = [
        tr(
            "The time that the same tokens would have taken without drafts, by the plain steps measured on "
            "this computer, less the time that they took."
        )
    ]
    if now.saved_reply is not None:
        lines.append(tr("This reply: {seconds} s", seconds=f"{now.saved_reply:+.3f}"))
    if now.saved_chat is not None:
        lines.append(tr("This chat: {seconds} s", seconds=f"{now.saved_chat:+.3f}"))
    return "\n".join(lines)


def compared(now: PaceNow) -> str:
    """How the pace compares with the plain one; empty where either is unknown."""
    if not now.tokens_per_second or not now.plain_tokens_per_second:
        return ""
    times = now.tokens_per_second / now.plain_tokens_per_second
    if 0.95 <= times < 1.05:
        return tr("About as fast as without drafts")
    return tr(
        "{times} times as fast as without drafts",
        times=numeral(times, ".2f") if times < 1 else numeral(times, ".1f"),
    )


def speed_words(now: PaceNow) -> str:
    """For the line above the chat while a reply is written."""
    return tr("{speed} tokens/s", speed=figure(now.tokens_per_second))


def pace_details(now: PaceNow) -> str:
    """The figures of the tiles in full, and why steps were plain."""
    lines = [
        tr("Now: {value} tokens/s", value=numeral(now.tokens_per_second, ".3f")),
        tr("Without drafts: {value} tokens/s", value=numeral(now.plain_tokens_per_second, ".3f")),
        tr(
            "Tokens per pass: {value} ({tokens} tokens in {passes} passes)",
            value=numeral(now.tokens_per_pass, ".4f"),
            tokens=numeral(now.tokens),
            passes=numeral(now.passes),
        ),
    ]
    plain = now.reasons.items()
    lines += [tr("Plain because {reason}: {count}", reason=line(why), count=numeral(n)) for why, n in plain]
    return "\n".join(lines)


def speed_at(point: tuple[float, float, float]) -> str:
    """What the plot's tooltip says of one of its points."""
    return "\n".join(
        (
            tr("{seconds} s into the reply", seconds=numeral(point[0], ".1f")),
            tr("{value} tokens/s", value=numeral(point[1], ".2f")),
            tr("{value} tokens/s without drafts", value=numeral(point[2], ".2f")),
        )
    )


def width_at(point: tuple[float, int]) -> str:
    return "\n".join(
        (
            tr("{seconds} s into the reply", seconds=numeral(point[0], ".2f")),
            tr("{count} tokens in this pass", count=point[1]),
        )
    )


# --- speculators
def as_it_stands(info: SpeculatorInfo | None, now: PaceNow) -> SpeculatorInfo | None:
    """While a reply is written its steps know who is paused; the list is told of that only at its end."""
    if info is None or not (now.writing and now.passes):
        return info
    reason = now.paused.get(info.name, "")
    if reason and info.state in ("active", "paused"):
        return replace(info, state="paused", reason=reason)
    return replace(info, state="active", reason="") if info.state == "paused" else info


def row_state(info: SpeculatorInfo | None, on: bool, lately: Lately) -> tuple[str, str]:
    """(what the style sheet colours by, the state in words). `on`: switched on for the chat at hand."""
    if info is None:
        return "off", tr("Still starting") if on else tr("Off")
    if info.state in ("incompatible", "quarantined"):
        return info.state, _state_words(info)
    if info.state == "off" and info.reason:
        return "off", _state_words(info)
    if not on:
        return "off", tr("Off")
    if info.state not in ("active", "off"):
        return info.state, _state_words(info)
    if info.reason.startswith("is "):  # what it does just now, where it can't draft meanwhile
        return "starting", tr("Still starting: it {doing}", doing=line(info.reason))
    if lately == "asked":
        return "quiet", tr("No match: it had nothing to propose lately")
    if lately == "idle":
        return "quiet", tr("Waiting: not asked lately, as drafts wouldn't pay")
    return "active", _state_words(info) if info.state == "active" else tr("Active")


def _state_words(info: SpeculatorInfo) -> str:
    """The state and why, without saying "failed" twice."""
    words, reason = tr(_STATES[info.state]), line(info.reason)
    if reason.lower().startswith(f"{words.lower()} "):
        return words + reason[len(words) :]
    return tr("{state}: {reason}", state=words, reason=reason) if reason else words


def share_words(pace: SpeculatorPace, seconds: float) -> str:
    """Acceptance, and what share of the reply's `seconds` its drafting took; empty where it did nothing."""
    parts = []
    if pace.verified:
        parts.append(tr("{percent} % accepted", percent=numeral(100 * pace.acceptance, ".0f")))
    elif pace.drafted:
        parts.append(tr("drafts not verified"))
    if pace.seconds and seconds:
        share = 100 * pace.seconds / seconds
        parts.append(tr("{percent} % of the time", percent="< 0.1" if share < 0.1 else numeral(share, ".1f")))
    return facts(parts)


def share_details(pace: SpeculatorPace, seconds: float) -> str:
    """The three counts and the cost, a line each."""
    lines = [
        tr("Drafted (proposed): {count}", count=numeral(pace.drafted)),
        tr("Verified (entered a pass): {count}", count=numeral(pace.verified)),
        tr("Accepted (kept): {count}", count=numeral(pace.accepted)),
    ]
    if pace.verified:
        lines.append(tr("Acceptance: {percent} %", percent=numeral(100 * pace.acceptance, ".2f")))
    took, whole = numeral(pace.seconds, ".4f"), numeral(seconds, ".2f")
    lines.append(tr("Drafting took {seconds} s of {whole} s", seconds=took, whole=whole))
    if pace.steps:
        a_step = numeral(1000 * pace.seconds / pace.steps, ".3f")
        lines.append(tr("Cost: {time} ms a step, in {count} steps", time=a_step, count=numeral(pace.steps)))
    return "\n".join(lines)


def count_words(on: int, total: int) -> str:
    """What the button above the chat says."""
    return tr_n(total, "{on} of {n} speculator on", "{on} of {n} speculators on", on=on)


def states_details(rows: Sequence[tuple[str, str]]) -> str:
    """Name and state of each, a line each."""
    return "\n".join(tr("{name}: {state}", name=line(name, 60), state=state) for name, state in rows)
