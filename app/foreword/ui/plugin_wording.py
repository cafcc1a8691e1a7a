"""How speculators, their options and the plan of an install read on screen. Pure text, no Qt.

What plugins and indexes say of themselves passes `line` first: it can't reverse or hide other words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from foreword.api import BoolOption, ChoiceOption, FloatOption, IntOption, Option, Value
from foreword.messages import SpeculatorInfo, SpeculatorState
from foreword.plugin_messages import InstallPlan, Package, PluginInfo
from foreword.ui import wording
from foreword.ui.translate import mark, numeral, tr, tr_n

STATE_WORDS: Mapping[SpeculatorState, str] = {
    "active": mark("Active"),
    "off": mark("Off"),
    "unsuitable": mark("Not with this model"),
    "paused": mark("Paused"),
    "incompatible": mark("Incompatible"),
    "failed": mark("Failed"),
    "quarantined": mark("Quarantined"),
}
RIGHTS = mark(
    "A plugin is a program. It runs with your rights: it can read, change and send "
    "whatever you can. Install only what you trust."
)
SWITCHED_OFF = mark(
    "After installing, it is loaded once in a process of its own, to see that it starts. "
    "In Foreword it starts switched off: switch it on under Speculators."
)
BUILT_HERE = mark("Built from source on this computer: its code runs before it is installed.")
UNKNOWN_SIZE = mark("unknown")
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
    english, reason = STATE_WORDS[info.state], line(info.reason)
    words = tr(english)
    if reason.lower().startswith(f"{english.lower()} "):
        return words + reason[len(english) :]
    return f"{words}: {reason}" if reason else words


def package_words(info: SpeculatorInfo) -> str:
    words = line(f"{info.distribution} {info.version}", 80)
    return tr("{words} · comes with Foreword", words=words) if info.bundled else words


def fold_words(*, options: bool, status: bool) -> str:
    """What the button says that unfolds the rest of a card."""
    if options and status:
        return tr("Options and status")
    return tr("Options") if options else tr("Status")


def option_label(option: Option) -> str:
    return line(option.label or option.name.replace("_", " ").capitalize(), 80)


def option_hint(option: Option) -> str:
    """What the option means, its range, and what holds where nothing is set."""
    default = value_words(option, option.default)
    if isinstance(option, IntOption | FloatOption):
        high = f"{number_words(option.high)} {line(option.unit, 20)}".strip()
        low, usual = number_words(option.low), number_words(option.default)
        known = tr("{low} to {high}; default {default}", low=low, high=high, default=usual)
    else:
        known = tr("Default: {default}", default=default) if default else ""
    text = line(option.help)
    parts = [text if text.endswith((".", "!", "?")) or not text else text + ".", known]
    return " ".join(part for part in parts if part) + ("." if known else "")


def value_words(option: Option, value: Value) -> str:
    match option:
        case BoolOption():
            return tr("on") if value else tr("off")
        case IntOption() | FloatOption():
            return f"{number_words(value)} {line(option.unit, 20)}".strip()
        case ChoiceOption():
            return line(str(value), 60)
    return line(str(value), 60)


def number_words(value: Value) -> str:
    return numeral(value) if isinstance(value, int) else numeral(float(value), ".10g")


def option_problem(option: Option, words: str) -> str:
    """What `Option.check` said, with the words on screen in place of the option's name."""
    return line(option_label(option) + words[len(option.name) :] if words.startswith(option.name) else words)


# --- installing
def size_words(size: int | None) -> str:
    """Bytes as people read them, also where an index doesn't say how many there are."""
    return tr(UNKNOWN_SIZE) if size is None else wording.size_words(size)


def short_hash(sha256: str) -> str:
    return f"{sha256[:12]}…" if sha256 else tr("none given")


def total_words(plan: InstallPlan) -> str:
    count = len(plan.packages)
    packages = tr_n(count, "{n} package", "{n} packages")
    known = sum(package.size or 0 for package in plan.packages)
    if plan.size is not None:
        return tr("{packages}, {size} in all", packages=packages, size=size_words(plan.size))
    return (
        tr("{packages}, {size} and more: not every size is known", packages=packages, size=size_words(known))
        if known
        else packages
    )


def change_words(package: Package) -> str:
    """What becomes of the version that is installed now."""
    return tr("replaces {version}", version=line(package.replaces, 40)) if package.replaces else tr("new")


def plan_text(plan: InstallPlan) -> str:
    """The whole plan as text to copy, hashes in full."""
    lines = [f"{plan.requirement}: {total_words(plan)}"]
    for package in plan.packages:
        digest = f"sha256:{package.sha256}" if package.sha256 else tr("no hash given")
        facts = (size_words(package.size), change_words(package), digest, package.source)
        lines.append("  ".join((f"{package.name} {package.version}", *facts)))
    return "\n".join(lines)


def plugin_words(plugin: PluginInfo) -> str:
    """The version, and where it comes from."""
    words = line(plugin.version, 40)
    return tr("{words} · comes with Foreword", words=words) if plugin.bundled else words


def offers_words(plugin: PluginInfo) -> str:
    names = ", ".join(line(name, 60) for name in plugin.speculators)
    if not names:
        return tr("Offers no speculator")
    count = len(plugin.speculators)
    return tr_n(count, "Offers the speculator {names}", "Offers the speculators {names}", names=names)


def about_rows(plugin: PluginInfo) -> list[tuple[str, str]]:
    """Label and text of what is known of an installed plugin."""
    rows = (
        (tr("Licence"), line(plugin.licence, 200) or tr("not stated")),
        (tr("Homepage"), line(plugin.homepage, 200)),
        (tr("Requires"), ", ".join(line(name, 100) for name in plugin.requires) or tr("nothing")),
        (tr("Lies in"), line(plugin.location)),
    )
    return [(label, text) for label, text in rows if text]
