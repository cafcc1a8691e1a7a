"""How `foreword plugins` shows what is installed and what is planned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from foreword.plugin_messages import InstallPlan, PluginInfo
from foreword.settings import Settings
from foreword.speculators.install.removal import Removal
from foreword.speculators.registry import Registry

RIGHTS = "A plugin is a program: it can read, change and send whatever you can. Install what you trust."


def list_lines(plugins: Sequence[PluginInfo], settings: Settings) -> list[str]:
    """A line for each speculator, by the distribution that it came with."""
    rows = [("SPECULATOR", "STATE", "FROM", "VERSION", "")]
    for plugin in plugins:
        for name, (state, reason) in _states(plugin, settings).items():
            rows.append((name, state, plugin.distribution, plugin.version, reason))
    return _columns(rows)


def info_lines(plugin: PluginInfo, settings: Settings, data: Path) -> list[str]:
    """All about one distribution."""
    lines = [f"{plugin.distribution} {plugin.version}{' (comes with the app)' if plugin.bundled else ''}"]
    facts = {
        "summary": plugin.summary,
        "licence": plugin.licence,
        "homepage": plugin.homepage,
        "location": plugin.location,
        "requires": ", ".join(plugin.requires),
    }
    lines += [f"  {label}: {value}" for label, value in facts.items() if value]
    for name, (state, reason) in _states(plugin, settings).items():
        folder = data / name
        kept = f"; its data: {folder}" if folder.exists() else ""
        lines.append(f"  speculator {name}: {state}{f' ({reason})' if reason else ''}{kept}")
    return lines


def plan_lines(plan: InstallPlan, note: str) -> list[str]:
    """Everything that would come, what it weighs, and what it means."""
    rows = [("DISTRIBUTION", "VERSION", "REPLACES", "SIZE", "SHA-256")]
    rows += [
        (one.name, one.version, one.replaces or "-", _size(one.size), one.sha256 or "- (built from source)")
        for one in plan.packages
    ]
    lines = [f"To install {plan.requirement}:", *_columns(rows)]
    if plan.size is not None:
        lines.append(f"To fetch: {_size(plan.size)}")
    lines += [f"from {one.source}" for one in plan.packages]
    if any(one.sdist for one in plan.packages):
        lines.append("Building from source runs code of the plugin's before it can be looked at.")
    return [*lines, RIGHTS, *([note] if note else [])]


def removal_lines(removal: Removal, data: Path | None) -> list[str]:
    """What would go."""
    first, *others = removal.distributions
    lines = [f"To remove {first}"]
    if others:
        lines.append(f"and what came with it and nothing else needs: {', '.join(others)}")
    folders = [data / name for name in removal.speculators] if data is not None else []
    lines += [f"and what it has learnt: {folder}" for folder in folders if folder.exists()]
    return lines


def as_json(plugin: PluginInfo, settings: Settings) -> dict[str, Any]:
    states = _states(plugin, settings)
    return {
        **asdict(plugin),
        "speculators": [{"name": name, "state": s, "reason": r} for name, (s, r) in states.items()],
    }


def _states(plugin: PluginInfo, settings: Settings) -> dict[str, tuple[str, str]]:
    """On, off or incompatible, and why, for each of its speculators. Imports none."""
    enabled = settings["speculators.enabled"]
    obstacles = {
        record.name: record.incompatible
        for record in Registry().records
        if record.distribution == plugin.distribution
    }
    states = {}
    for name in plugin.speculators:
        if obstacle := obstacles.get(name, ""):
            states[name] = ("incompatible", obstacle)
        else:
            states[name] = ("on" if enabled.get(name) else "off", "")
    return states


def _columns(rows: Iterable[tuple[str, ...]]) -> list[str]:
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def _size(size: int | None) -> str:
    if size is None:
        return "unknown"
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"
