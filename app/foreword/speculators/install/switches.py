"""Switches of speculators that are new or gone: a name that was on must not switch another plugin on."""

from __future__ import annotations

from collections.abc import Collection

from foreword.settings import Settings


def forget_switches(settings: Settings, names: Collection[str], *, options: bool = True) -> None:
    """Drop the switches of these names and, with `options`, what was set for them.

    Raises OSError where that can't be saved; it holds all the same, until the app ends.
    """
    for key in ("speculators.enabled", "speculators.options") if options else ("speculators.enabled",):
        before = settings[key]
        after = {name: value for name, value in before.items() if name not in names}
        if after != before:
            settings.set(key, after)
