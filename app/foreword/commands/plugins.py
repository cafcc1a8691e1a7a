"""`foreword plugins`: list, info, install, update, remove, enable, disable, as text or as JSON."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from packaging.utils import canonicalize_name

from foreword.commands import CommandError, UsageError
from foreword.commands.plugins_text import (
    as_json,
    info_lines,
    list_lines,
    plan_lines,
    removal_lines,
)
from foreword.paths import Paths
from foreword.plugin_messages import InstallPlan, PluginInfo
from foreword.settings import Settings
from foreword.speculators.install.carry_out import install
from foreword.speculators.install.catalogue import plugins as installed_plugins
from foreword.speculators.install.environment import Environment
from foreword.speculators.install.errors import InstallCancelled, InstallError
from foreword.speculators.install.planning import plan_install, plan_update
from foreword.speculators.install.process import Cancelled, Progress
from foreword.speculators.install.removal import plan_removal, remove
from foreword.speculators.install.switches import forget_switches
from foreword.speculators.registry import Registry
from foreword.worker.cancel import CancelToken


def plugins(options: argparse.Namespace, paths: Paths) -> int:
    """Do what `options.action` says; returns the exit code. Raises UsageError and CommandError."""
    actions: dict[str, Callable[[argparse.Namespace, Paths], int]] = {
        "list": _list,
        "info": _info,
        "install": _install,
        "update": _update,
        "remove": _remove,
        "enable": _switch,
        "disable": _switch,
    }
    try:
        return actions[options.action](options, paths)
    except InstallCancelled as error:
        raise KeyboardInterrupt from error
    except InstallError as error:
        failure = CommandError(error.reason)
        if error.detail:
            failure.add_note(error.detail)  # seen with --debug
        raise failure from error


# --- what is there


def _list(options: argparse.Namespace, paths: Paths) -> int:
    found, settings = installed_plugins(Environment.here()), _settings(paths)
    _say(options, {"plugins": [as_json(plugin, settings) for plugin in found]}, list_lines(found, settings))
    return 0


def _info(options: argparse.Namespace, paths: Paths) -> int:
    plugin, settings = _named(options.name, installed_plugins(Environment.here())), _settings(paths)
    _say(options, as_json(plugin, settings), info_lines(plugin, settings, paths.speculator_data))
    return 0


# --- what changes something


def _install(options: argparse.Namespace, paths: Paths) -> int:
    environment = _ready(paths)
    with _stoppable() as (progress, cancelled):
        plan = plan_install(
            environment,
            options.requirement,
            allow_source=options.allow_source,
            progress=progress,
            cancelled=cancelled,
        )
    return _carry_out(options, paths, environment, [plan])


def _update(options: argparse.Namespace, paths: Paths) -> int:
    environment = _ready(paths)
    found = installed_plugins(environment)
    if options.name is not None:
        names = [_named(options.name, found).distribution]
    else:
        names = [plugin.distribution for plugin in found if not plugin.bundled]
    with _stoppable() as (progress, cancelled):
        plans = [
            plan_update(
                environment,
                name,
                allow_source=options.allow_source,
                progress=progress,
                cancelled=cancelled,
            )
            for name in names
        ]
    newer = [plan for plan in plans if plan is not None]
    if not newer:
        _say(options, {"updated": []}, ["every plugin is up to date" if names else "no plugin is installed"])
        return 0
    return _carry_out(options, paths, environment, newer)


def _carry_out(
    options: argparse.Namespace, paths: Paths, environment: Environment, plans: Sequence[InstallPlan]
) -> int:
    for plan in plans:
        _tell(options, plan_lines(plan, environment.note))
    _ask(options, "Install this?")
    told = []
    for plan in plans:
        with _stoppable() as (progress, cancelled):
            done = install(environment, plan, progress=progress, cancelled=cancelled)
        paths.ensure()
        forget_switches(_settings(paths, change=True), done.fresh)
        _tell(options, [done.line])
        told.append({"plan": asdict(plan), **asdict(done), "line": done.line})
    if options.json:
        print(json.dumps({"installed" if options.action == "install" else "updated": told}))
    return 0


def _remove(options: argparse.Namespace, paths: Paths) -> int:
    environment = _ready(paths)
    plugin = _named(options.name, installed_plugins(environment))
    planned = plan_removal(environment, plugin.distribution)
    data = None if options.keep_data else paths.speculator_data
    _tell(options, removal_lines(planned, data))
    _ask(options, "Remove this?")
    with _stoppable() as (progress, cancelled):
        removal = remove(environment, plugin.distribution, data, progress=progress, cancelled=cancelled)
    paths.ensure()
    forget_switches(_settings(paths, change=True), removal.speculators, options=not options.keep_data)
    _say(options, {"removed": asdict(removal)}, [f"{', '.join(removal.distributions)} removed"])
    return 0


def _switch(options: argparse.Namespace, paths: Paths) -> int:
    on, name = options.action == "enable", options.name
    _refuse_while_open(paths)
    registry = Registry(state=paths.state)
    records = [record for record in registry.records if record.name == name]
    paths.ensure()
    settings = _settings(paths, change=True)
    enabled = settings["speculators.enabled"]
    if not records and (on or name not in enabled):
        known = ", ".join(sorted({record.name for record in registry.records}))
        raise UsageError(f"there is no speculator {name!r}; installed: {known or 'none'}")
    if on and records[0].incompatible:
        raise CommandError(f"the speculator {name} can't be used: it {records[0].incompatible}")
    if on:
        registry.pardon(name)
    settings.set("speculators.enabled", {**enabled, name: on})
    _say(options, {"name": name, "on": on}, [f"{name} is {'on' if on else 'off'}"])
    return 0


# --- around them


def _ready(paths: Paths) -> Environment:
    _refuse_while_open(paths)
    environment = Environment.here()
    environment.refuse_unless_usable()
    return environment


def _named(name: str, found: Sequence[PluginInfo]) -> PluginInfo:
    """By its distribution or by one of its speculators. Raises UsageError."""
    wanted = canonicalize_name(name)
    for plugin in found:
        if canonicalize_name(plugin.distribution) == wanted:
            return plugin
    offering = [plugin for plugin in found if name in plugin.speculators]
    if len(offering) > 1:
        whose = ", ".join(plugin.distribution for plugin in offering)
        raise UsageError(f"{name!r} is offered by {whose}: name one of these")
    if not offering:
        known = ", ".join(plugin.distribution for plugin in found)
        raise UsageError(f"there is no plugin {name!r}; installed: {known or 'none'}")
    return offering[0]


def _settings(paths: Paths, *, change: bool = False) -> Settings:
    settings = Settings(paths.settings, read_only=not change)
    for problem in settings.problems:
        print(f"foreword: {problem}", file=sys.stderr)
    return settings


def _refuse_while_open(paths: Paths) -> None:
    """The window holds the settings in memory and the plugins in use."""
    if _is_open(paths):
        raise CommandError("Foreword is open: use its settings, or close it first")


def _is_open(paths: Paths) -> bool:
    """The window's lock names its process; on Windows, where asking would end that, the file is held."""
    try:
        if sys.platform == "win32":
            paths.lock.replace(paths.lock)
            return False
        os.kill(int(paths.lock.read_text(encoding="utf-8").split("\n", 1)[0]), 0)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return True


def _tell(options: argparse.Namespace, lines: Sequence[str]) -> None:
    if not options.json:
        print("\n".join(lines))


def _say(options: argparse.Namespace, value: dict[str, Any], lines: Sequence[str]) -> None:
    if options.json:
        print(json.dumps(value))
    else:
        print("\n".join(lines))


def _ask(options: argparse.Namespace, question: str) -> None:
    """Raises CommandError where the answer isn't yes, or where there is nobody to ask."""
    if options.yes:
        return
    if options.json or sys.stdin is None or not sys.stdin.isatty():
        raise CommandError("nothing was changed: there is no terminal to ask on; say --yes to go on")
    sys.stdout.write(f"{question} [y/N] ")
    sys.stdout.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise CommandError("nothing was changed")


@contextmanager
def _stoppable() -> Iterator[tuple[Progress, Cancelled]]:
    """Shows progress on a terminal. The first Ctrl-C stops the work, which then puts everything back."""
    cancel, live, last = CancelToken(), sys.stderr.isatty(), ""

    def show(stage: str, fraction: float | None) -> None:
        nonlocal last
        line = stage if fraction is None else f"{stage}: {fraction:4.0%}"
        if live and line != last:
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
            last = line

    def handle(_number: int, _frame: object) -> None:
        cancel.set()

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield show, cancel.is_set
    finally:
        signal.signal(signal.SIGINT, before)
        if live:
            sys.stderr.write("\r\x1b[K")
