"""How facts read on screen: the stats line, stop reasons, progress. Pure text, no Qt."""

from __future__ import annotations

import datetime
import html
import re
from collections.abc import Mapping
from typing import Any

from foreword.messages import ModelFailed, ModelInfo, ModelProgress, ModelReady, StopReason
from foreword.session.conversation import Turn
from foreword.session.replies import CONTEXT_FULL

ModelState = ModelProgress | ModelReady | ModelFailed

STOP_WORDS: Mapping[StopReason, str] = {
    StopReason.EOS: "ended by the model",
    StopReason.STOP_STRING: "stop text reached",
    StopReason.LENGTH: "length limit",
    StopReason.CONTEXT_END: "context full",
    StopReason.CANCELLED: "stopped by you",
}
#: How a missing model is called that needs no hub, and what its download weighs.
STARTER, STARTER_SIZE = "starter", "93 MB"
_LONGEST_ID = 40
NO_ROOM = "no room in the context"
INTERRUPTED = "interrupted: the app was closed while this was written"


def ending(turn: Turn) -> str:
    """Why a reply ended, in words; empty while it is being written and for a user's turn."""
    if turn.status == "interrupted":
        return INTERRUPTED
    if turn.stop_reason == CONTEXT_FULL:
        return NO_ROOM
    if turn.stop_reason:
        return STOP_WORDS[StopReason(turn.stop_reason)]
    return STOP_WORDS[StopReason.CANCELLED] if turn.status == "stopped" else ""


def stats_line(turn: Turn) -> str:
    """One line under a reply: what was measured, then why it ended. Only what is known."""
    stats = turn.stats
    parts = []
    if stats.get("tokens_per_second"):
        parts.append(f"{stats['tokens_per_second']:.1f} tokens/s")
    if stats.get("first_token_seconds"):
        parts.append(f"first token {seconds_words(stats['first_token_seconds'])}")
    if "completion_tokens" in stats:
        parts.append(_count(stats["completion_tokens"], "token"))
    if stats.get("tokens_per_pass"):
        parts.append(f"{stats['tokens_per_pass']:.2f} tokens per pass")
    if stats.get("verified", 1) and "acceptance" in stats:
        parts.append(f"{100 * stats['acceptance']:.0f} % accepted")
    elif "acceptance" in stats:
        parts.append("nothing drafted")
    parts.append(ending(turn))
    return " · ".join(part for part in parts if part)


def stats_details(turn: Turn) -> str:
    """The full counts, one a line, for the tooltip. Empty without stats."""
    stats = turn.stats
    lines = [f"{label}: {_figure(stats[key], unit)}" for key, label, unit in _DETAILS if key in stats]
    for name, counts in stats.get("by_speculator", {}).items():
        lines.append(f"{name}: {_speculator(counts)}")
    lines += [f"Plain because {reason}: {count}" for reason, count in stats.get("plain_reasons", {}).items()]
    if stats.get("near_ties"):
        lines.append(f"Tokens that rounding could have turned: {stats['near_ties']}")
    if "seed" in stats:
        lines.append(f"Seed: {stats['seed']}")
    lines += [f"{key}: {value}" for key, value in stats.get("fingerprint", {}).items()]
    return "\n".join(lines)


_DETAILS = (
    ("prompt_tokens", "Prompt", "tokens"),
    ("cached_tokens", "Of these already in the cache", "tokens"),
    ("completion_tokens", "Reply", "tokens"),
    ("first_token_seconds", "First token after", "s"),
    ("prefill_seconds", "Reading the prompt", "s"),
    ("decode_seconds", "Writing", "s"),
    ("thinking_seconds", "Of this thinking", "s"),
    ("pass_seconds", "Of this in passes", "s"),
    ("passes", "Passes", ""),
    ("plain_passes", "Of these plain", ""),
    ("drafted", "Drafted", "tokens"),
    ("verified", "Verified", "tokens"),
    ("accepted", "Accepted", "tokens"),
)


def _figure(value: float, unit: str) -> str:
    text = f"{value:.2f}" if unit == "s" else f"{value:,}"
    return f"{text} {unit}".strip()


def _speculator(counts: Mapping[str, Any]) -> str:
    return (
        f"{counts['drafted']} drafted, {counts['verified']} verified, {counts['accepted']} accepted, "
        f"{counts['seconds'] * 1000:.1f} ms"
    )


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def seconds_words(seconds: float) -> str:
    """`0.31 s`, `12 s`, `2 min 5 s`."""
    if seconds < 10:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def size_words(size: int) -> str:
    """A number of bytes as people write it."""
    if size < 1000:
        return _count(size, "byte")
    amount, unit = (size / 1000, "KB") if size < 999_500 else (size / 1_000_000, "MB")
    return f"{amount:.1f} {unit}" if amount < 9.95 else f"{amount:,.0f} {unit}"


def middle_cut(name: str, longest: int) -> str:
    """A long name without its middle: how it begins and how it ends tell the most."""
    name = " ".join(name.split())
    if len(name) <= longest:
        return name
    end = longest // 3
    return f"{name[: longest - end - 1]}…{name[-end:]}"


def left_out_words(count: int) -> str:
    """What a reply says whose prompt had no room for the oldest messages."""
    if count == 1:
        return "The oldest message was left out for want of room"
    return f"The {count:,} oldest messages were left out for want of room"


def delete_words(count: int) -> str:
    """What a question before deleting a turn asks; `count` turns go, this one included."""
    if count == 1:
        return "Delete this message?"
    if count == 2:
        return "Delete this message and the one that follows it?"
    return f"Delete this message and the {count - 1:,} that follow it?"


def summary_words(done: int, total: int) -> str:
    """What goes on while the earlier chat is being summed up."""
    reading = f"Reading the earlier chat {done:,} / {total:,}"
    return reading if done < total else "Summing up the earlier chat"


def prefill_words(done: int, total: int) -> str:
    return f"Reading the prompt {done:,} / {total:,}"


def model_line(state: ModelState) -> str:
    """What the header says about the model."""
    match state:
        case ModelProgress(stage, None):
            return f"{stage}…"
        case ModelProgress(stage, fraction):
            return f"{stage} {100 * (fraction or 0):.0f} %"
        case ModelReady(info):
            return f"{info.name} · {device_words(info.device)} · {info.dtype}"
        case ModelFailed(missing=missing):
            return "No model yet" if missing else "Model not loaded"


def download_words(missing: str) -> str:
    """What the button says that fetches the model of this name."""
    if missing == STARTER:
        return f"Download the starter model ({STARTER_SIZE})"
    return f"Download {missing}" if len(missing) <= _LONGEST_ID else f"Download …{missing[-_LONGEST_ID:]}"


def model_problem(state: ModelFailed) -> str:
    """Why there is no model, as a sentence. The way on is a button, not a command to type."""
    reason = state.reason.split("; fetch it with:")[0].strip().rstrip(".")
    return f"{reason[:1].upper()}{reason[1:]}."


def device_words(device: str) -> str:
    """`cuda:0` or `cpu (AVX512)` as people write it. A name that is not an identifier stays as it is."""
    kind = re.match(r"cpu|cuda|mps", device, re.IGNORECASE)
    return kind[0].upper() + device[kind.end() :] if kind else device


def model_details(info: ModelInfo) -> str:
    """What the tooltip of a loaded model says."""
    lines = [info.name, f"Context: {info.context_length:,} tokens", f"Vocabulary: {info.vocab_size:,} tokens"]
    lines += [f"{key}: {value}" for key, value in info.fingerprint.items()]
    return "\n".join([*lines, *info.notes])


def day_group(moment: float, now: float) -> str:
    """Under which heading the conversation list shows something of this time (epoch seconds)."""
    today = datetime.datetime.fromtimestamp(now).date()
    day = datetime.datetime.fromtimestamp(moment).date()
    if day >= today:
        return "Today"
    return "Yesterday" if day == today - datetime.timedelta(days=1) else "Earlier"


def plain_tooltip(text: str) -> str:
    """Text for a tooltip that Qt must not read as HTML, with its lines kept."""
    return f'<div style="white-space:pre-wrap">{html.escape(text)}</div>' if text else ""
