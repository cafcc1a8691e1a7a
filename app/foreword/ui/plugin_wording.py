"""How speculators, their options and the plan of an install read on screen. Pure text, no Qt.

What plugins and indexes say of themselves passes `line` first: it can't reverse or hide other words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from foreword.api import BoolOption, ChoiceOption, FloatOption, IntOption, Option, Value
from foreword.messages import SpeculatorInfo, SpeculatorState
from foreword.plugin_messages import InstallPlan, Package, PluginInfo

STATE_WORDS: Mapping[SpeculatorState, str] = {
    "active": "Active",
    "off": "Off",
    "unsuitable": "Not with this model",
    "paused": "Paused",
    "incompatible": "Incompatible",
    "failed": "Failed",
    "quarantined": "Quarantined",
}
RIGHTS = (
    "A plugin is a program. It runs with your rights: it can read, change and send whatever you can. "
    "Install only what you trust."
)
SWITCHED_OFF = (
    "After installing, it is loaded once in a process of its own, to see that it starts. In Foreword it "
    "starts switched off: switch it on under Speculators."
)
BUILT_HERE = "Built from source on this computer: its code runs before it is installed."
UNKNOWN_SIZE = "unknown"
_LONGEST_LINE = 400
_TURNING = frozenset("\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def line(text: str, limit: int = _LONGEST_LINE) -> str:
    """One line of at most `limit` characters, without control characters and turns of direction."""
    text = " ".join(text.split())
    shown = "".join(c for c in text if c not in _TURNING and unicodedata.category(c) != "Cc")
    return shown if len(shown) <= limit else shown[: limit - 1].rstrip() + "…"


# --- speculators
def state_words(info: SpeculatorInfo) -> str:
    """The state and why, without saying "failed" twice."""
    words, reason = STATE_WORDS[info.state], line(info.reason)
    if reason.lower().startswith(f"{words.lower()} "):
        return words + reason[len(words) :]
    return f"{words}: {reason}" if reason else words


def package_words(info: SpeculatorInfo) -> str:
    words = line(f"{info.distribution} {info.version}", 80)
    return f"{words} · comes with Foreword" if info.bundled else words


def fold_words(*, options: bool, status: bool) -> str:
    """What the button says that unfolds the rest of a card."""
    if options and status:
        return "Options and status"
    return "Options" if options else "Status"


def option_label(option: Option) -> str:
    return line(option.label or option.name.replace("_", " ").capitalize(), 80)


def option_hint(option: Option) -> str:
    """What the option means, its range, and what holds where nothing is set."""
    default = value_words(option, option.default)
    if isinstance(option, IntOption | FloatOption):
        limits = f"{number_words(option.low)} to {number_words(option.high)}"
        known = f"{limits} {line(option.unit, 20)}".strip() + f"; default {number_words(option.default)}"
    else:
        known = f"Default: {default}" if default else ""
    text = line(option.help)
    parts = [text if text.endswith((".", "!", "?")) or not text else text + ".", known]
    return " ".join(part for part in parts if part) + ("." if known else "")


def value_words(option: Option, value: Value) -> str:
    match option:
        case BoolOption():
            return "on" if value else "off"
        case IntOption() | FloatOption():
            return f"{number_words(value)} {line(option.unit, 20)}".strip()
        case ChoiceOption():
            return line(str(value), 60)
    return line(str(value), 60)


def number_words(value: Value) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.10g}"


def option_problem(option: Option, words: str) -> str:
    """What `Option.check` said, with the words on screen in place of the option's name."""
    return line(option_label(option) + words[len(option.name) :] if words.startswith(option.name) else words)


# --- installing
def size_words(size: int | None) -> str:
    """Bytes as people read them; decimal units."""
    if size is None:
        return UNKNOWN_SIZE
    if size < 1000:
        return f"{size} bytes"
    for unit, scale in (("kB", 1e3), ("MB", 1e6), ("GB", 1e9)):
        if size < scale * 999.5 or unit == "GB":
            break
    return f"{size / scale:.1f} {unit}" if size < 100 * scale else f"{size / scale:.0f} {unit}"


def short_hash(sha256: str) -> str:
    return f"{sha256[:12]}…" if sha256 else "none given"


def total_words(plan: InstallPlan) -> str:
    count = len(plan.packages)
    packages = "1 package" if count == 1 else f"{count} packages"
    known = sum(package.size or 0 for package in plan.packages)
    if plan.size is not None:
        return f"{packages}, {size_words(plan.size)} in all"
    return f"{packages}, {size_words(known)} and more: not every size is known" if known else packages


def change_words(package: Package) -> str:
    """What becomes of the version that is installed now."""
    return f"replaces {line(package.replaces, 40)}" if package.replaces else "new"


def plan_text(plan: InstallPlan) -> str:
    """The whole plan as text to copy, hashes in full."""
    lines = [f"{plan.requirement}: {total_words(plan)}"]
    for package in plan.packages:
        digest = f"sha256:{package.sha256}" if package.sha256 else "no hash given"
        facts = (size_words(package.size), change_words(package), digest, package.source)
        lines.append("  ".join((f"{package.name} {package.version}", *facts)))
    return "\n".join(lines)


def plugin_words(plugin: PluginInfo) -> str:
    """The version, and where it comes from."""
    words = line(plugin.version, 40)
    return f"{words} · comes with Foreword" if plugin.bundled else words


def offers_words(plugin: PluginInfo) -> str:
    names = ", ".join(line(name, 60) for name in plugin.speculators)
    noun = "speculator" if len(plugin.speculators) == 1 else "speculators"
    return f"Offers the {noun} {names}" if names else "Offers no speculator"


def about_rows(plugin: PluginInfo) -> list[tuple[str, str]]:
    """Label and text of what is known of an installed plugin."""
    rows = (
        ("Licence", line(plugin.licence, 200) or "not stated"),
        ("Homepage", line(plugin.homepage, 200)),
        ("Requires", ", ".join(line(name, 100) for name in plugin.requires) or "nothing"),
        ("Lies in", line(plugin.location)),
    )
    return [(label, text) for label, text in rows if text]
