"""Installs distributions into a folder as pip would leave them, so that discovery is the real one."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

SPECULATOR = """
from foreword.api import Draft, Speculator

class {name}(Speculator):
    summary = "Says nothing."

    def draft(self, context, budget):
        return None
"""


def install(
    site: Path,
    distribution: str,
    *,
    speculators: Mapping[str, str],
    versions: Mapping[str, str],
    sources: Mapping[str, str],
    metadata: str | None = None,
    version: str = "1.2.3",
) -> None:
    """`speculators` and `versions` are the two groups' entry points, `sources` the modules' text."""
    info = site / f"{distribution.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    told = f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\nSummary: Made by a stranger.\n"
    (info / "METADATA").write_text(told if metadata is None else metadata)
    groups = {"foreword.speculators": speculators, "foreword.speculator_api": versions}
    lines = []
    for group, points in groups.items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    for module, source in sources.items():
        (site / f"{module}.py").write_text(source)


def put_on_path(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site.mkdir(exist_ok=True)
    monkeypatch.setattr(sys, "path", [str(site), *sys.path])
    importlib.invalidate_caches()
