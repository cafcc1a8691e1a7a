"""How facts read on screen: the stats line, stop reasons, progress. Pure text; knows no widget."""

from __future__ import annotations

import datetime
import html
import re
from collections.abc import Mapping
from typing import Any

from foreword.messages import ModelFailed, ModelInfo, ModelProgress, ModelReady, StopReason
from foreword.session.conversation import Turn
from foreword.session.replies import CONTEXT_FULL, OUT_OF_MEMORY
from foreword.ui.reading import facts
from foreword.ui.translate import mark, numeral, tr, tr_n

ModelState = ModelProgress | ModelReady | ModelFailed

STOP_WORDS: Mapping[StopReason, str] = {
    StopReason.EOS: mark("ended by the model"),
    StopReason.STOP_STRING: mark("stop text reached"),
    StopReason.LENGTH: mark("length limit"),
    StopReason.CONTEXT_END: mark("context full"),
    StopReason.CANCELLED: mark("stopped by you"),
}
#: How a missing model is called that needs no hub, and what its download weighs.
STARTER, STARTER_SIZE = "starter", "93 MB"
_LONGEST_ID = 40
NO_ROOM = mark("no room in the context")
NO_MEMORY = mark("out of memory")
STAGES = (
    mark("Starting"),
    mark("Starting the engine"),
    mark("Looking whether it fits"),
    mark("Loading the weights"),
    mark("Loading the tokenizer"),
    mark("Testing exactness"),
    mark("Unpacking the starter model"),
    mark("Checking the starter model"),
)
"""The stages of loading, as the worker names them; one that isn't here is shown as it comes."""
INTERRUPTED = mark("interrupted: the app was closed while this was written")


def ending(turn: Turn) -> str:
    """Why a reply ended, in words; empty while it is being written and for a user's turn."""
    if turn.status == "interrupted":
        return tr(INTERRUPTED)
    if turn.stop_reason == CONTEXT_FULL:
        return tr(NO_ROOM)
    if turn.stop_reason == OUT_OF_MEMORY:
        return tr(NO_MEMORY)
    if turn.stop_reason:
        return tr(STOP_WORDS[StopReason(turn.stop_reason)])
    return tr(STOP_WORDS[StopReason.CANCELLED]) if turn.status == "stopped" else ""


def stats_line(turn: Turn) -> str:
    """One line under a reply: what was measured, then why it ended. Only what is known."""
    stats = turn.stats
    parts = []
    if stats.get("tokens_per_second"):
        parts.append(tr("{speed} tokens/s", speed=numeral(stats["tokens_per_second"], ".1f")))
    if stats.get("first_token_seconds"):
        parts.append(tr("first token {time}", time=seconds_words(stats["first_token_seconds"])))
    if "completion_tokens" in stats:
        parts.append(tr_n(stats["completion_tokens"], "{n:,} token", "{n:,} tokens"))
    if stats.get("tokens_per_pass"):
        parts.append(tr("{figure} tokens per pass", figure=numeral(stats["tokens_per_pass"], ".2f")))
    if stats.get("verified", 1) and "acceptance" in stats:
        parts.append(tr("{percent} % accepted", percent=numeral(100 * stats["acceptance"], ".0f")))
    elif "acceptance" in stats:
        parts.append(tr("nothing drafted"))
    parts.append(ending(turn))
    return facts(parts)


def stats_details(turn: Turn) -> str:
    """The full counts, one a line, for the tooltip. Empty without stats."""
    stats = turn.stats
    lines = [f"{tr(label)}: {_figure(stats[key], unit)}" for key, label, unit in _DETAILS if key in stats]
    for name, counts in stats.get("by_speculator", {}).items():
        lines.append(f"{name}: {_speculator(counts)}")
    lines += [
        tr("Plain because {reason}: {count}", reason=reason, count=count)
        for reason, count in stats.get("plain_reasons", {}).items()
    ]
    if stats.get("near_ties"):
        lines.append(tr("Tokens that rounding could have turned: {count}", count=stats["near_ties"]))
    if "seed" in stats:
        lines.append(tr("Seed: {seed}", seed=stats["seed"]))
    lines += [f"{key}: {value}" for key, value in stats.get("fingerprint", {}).items()]
    return "\n".join(lines)


_DETAILS = (
    ("prompt_tokens", mark("Prompt"), "tokens"),
    ("cached_tokens", mark("Of these already in the cache"), "tokens"),
    ("completion_tokens", mark("Reply"), "tokens"),
    ("first_token_seconds", mark("First token after"), "s"),
    ("prefill_seconds", mark("Reading the prompt"), "s"),
    ("decode_seconds", mark("Writing"), "s"),
    ("thinking_seconds", mark("Of this thinking"), "s"),
    ("pass_seconds", mark("Of this in passes"), "s"),
    ("plain_seconds", mark("The same in plain steps"), "s"),
    ("saved_seconds", mark("Saved"), "s"),
    ("passes", mark("Passes"), ""),
    ("plain_passes", mark("Of these plain"), ""),
    ("drafted", mark("Drafted"), "tokens"),
    ("verified", mark("Verified"), "tokens"),
    ("accepted", mark("Accepted"), "tokens"),
)


def _figure(value: float, unit: str) -> str:
    if unit == "s":
        return tr("{figure} s", figure=numeral(value, ".2f"))
    if unit == "tokens":
        return tr_n(int(value), "{n:,} token", "{n:,} tokens")
    return numeral(value)


def _speculator(counts: Mapping[str, Any]) -> str:
    return tr(
        "{drafted} drafted, {verified} verified, {accepted} accepted, {time} ms",
        drafted=counts["drafted"], verified=counts["verified"], accepted=counts["accepted"],
        time=numeral(counts['seconds'] * 1000, ".1f"),
    )  # fmt: skip


def seconds_words(seconds: float) -> str:
    """`0.31 s`, `12 s`, `2 min 5 s`, `1 h 20 min`."""
    if seconds < 10:
        return tr("{figure} s", figure=numeral(seconds, ".2f"))
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return tr("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
    if minutes:
        return tr("{minutes} min {rest} s", minutes=minutes, rest=rest)
    return tr("{figure} s", figure=rest)


def size_words(size: int) -> str:
    """A number of bytes as people write it."""
    if size < 1000:
        return tr_n(size, "{n} byte", "{n} bytes")
    divisor, unit = next((divisor, unit) for limit, divisor, unit in _UNITS if size < limit)
    amount = size / divisor
    figure = numeral(amount, ".1f") if amount < 9.95 else numeral(amount, ",.0f")
    if unit == "GB" and amount < 99.95:
        figure = numeral(amount, ".1f")  # of what fills a memory, tenths count
    return tr("{figure} {unit}", figure=figure, unit=tr(unit))


_UNITS = (
    (999_500, 1e3, mark("KB")),
    (999_500_000, 1e6, mark("MB")),
    (float("inf"), 1e9, mark("GB")),
)


def middle_cut(name: str, longest: int) -> str:
    """A long name without its middle: how it begins and how it ends tell the most."""
    name = " ".join(name.split())
    if len(name) <= longest:
        return name
    end = longest // 3
    return f"{name[: longest - end - 1]}…{name[-end:]}"


def left_out_words(count: int) -> str:
    """What a reply says whose prompt had no room for the oldest messages."""
    return tr_n(
        count,
        "The oldest message was left out for want of room",
        "The {n:,} oldest messages were left out for want of room",
    )


def delete_words(count: int) -> str:
    """What a question before deleting a turn asks; `count` turns go, this one included."""
    if count == 1:
        return tr("Delete this message?")
    return tr_n(
        count - 1,
        "Delete this message and the one that follows it?",
        "Delete this message and the {n:,} that follow it?",
    )


def summary_words(done: int, total: int) -> str:
    """What goes on while the earlier chat is being summed up."""
    if done < total:
        return tr("Reading the earlier chat {done:,} / {total:,}", done=done, total=total)
    return tr("Summing up the earlier chat")


def prefill_words(done: int, total: int) -> str:
    return tr("Reading the prompt {done:,} / {total:,}", done=done, total=total)


def waiting_words(*, loading: bool) -> str:
    """What a reply says that no model can write yet: nothing of the message is lost."""
    if loading:
        return tr("Waiting until the model is loaded")
    return tr("Waiting for a model: your message is sent as soon as one is ready")


def model_line(state: ModelState) -> str:
    """What the header says about the model."""
    match state:
        case ModelProgress(stage, None):
            return f"{tr(stage)}…"
        case ModelProgress(stage, fraction):
            return f"{tr(stage)} {100 * (fraction or 0):.0f} %"
        case ModelReady(info):
            return f"{info.name} · {device_words(info.device)} · {info.dtype}"
        case ModelFailed(unloaded=True):
            return tr("Model unloaded")
        case ModelFailed(missing=missing):
            return tr("No model yet") if missing else tr("Model not loaded")


def download_words(missing: str) -> str:
    """What the button says that fetches the model of this name."""
    if missing == STARTER:
        return tr("Download the starter model ({size})", size=STARTER_SIZE)
    name = missing if len(missing) <= _LONGEST_ID else f"…{missing[-_LONGEST_ID:]}"
    return tr("Download {name}", name=name)


def model_problem(state: ModelFailed) -> str:
    """Why there is no model, as a sentence. The way on is a button, not a command to type."""
    return sentence(state.reason.split("; fetch it with:")[0])


def sentence(reason: str) -> str:
    """A reason from below as a sentence of its own."""
    reason = reason.strip().rstrip(".")
    return f"{reason[:1].upper()}{reason[1:]}." if reason else ""


def device_words(device: str) -> str:
    """`cuda:0` or `cpu (AVX512)` as people write it. A name that is not an identifier stays as it is."""
    kind = re.match(r"cpu|cuda|mps", device, re.IGNORECASE)
    return kind[0].upper() + device[kind.end() :] if kind else device


def model_details(info: ModelInfo) -> str:
    """What the tooltip of a loaded model says."""
    lines = [
        info.name,
        tr("Context: {n:,} tokens", n=info.context_length),
        tr("Vocabulary: {n:,} tokens", n=info.vocab_size),
    ]
    lines += [f"{key}: {value}" for key, value in info.fingerprint.items()]
    return "\n".join([*lines, *info.notes])


def day_group(moment: float, now: float) -> str:
    """Under which heading the conversation list shows something of this time (epoch seconds)."""
    today = datetime.datetime.fromtimestamp(now).date()
    day = datetime.datetime.fromtimestamp(moment).date()
    if day >= today:
        return tr("Today")
    return tr("Yesterday") if day == today - datetime.timedelta(days=1) else tr("Earlier")


def plain_tooltip(text: str) -> str:
    """Text for a tooltip that Qt must not read as HTML, with its lines kept."""
    return f'<div style="white-space:pre-wrap">{html.escape(text)}</div>' if text else ""
