"""Plans: what pip would install, found by pip's own resolver without changing anything.

Every distribution that is installed now is held at its version by a constraints file, so a plan only
ever adds; an update may replace the one plugin that it is for. What the files contain is not known
yet: that is inspected once they are fetched.
"""

from __future__ import annotations

import json
import tempfile
import urllib.error
import urllib.request
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from foreword.plugin_messages import InstallPlan, Package
from foreword.speculators.install import pip
from foreword.speculators.install.environment import Environment, plugins_in
from foreword.speculators.install.errors import InstallError
from foreword.speculators.install.process import Cancelled, Progress, Watch, check, never, silent
from foreword.speculators.install.requirement import Wanted, read_requirement

HEAD_SECONDS = 5.0


def plan_install(
    environment: Environment,
    text: str,
    *,
    allow_source: bool = False,
    progress: Progress = silent,
    cancelled: Cancelled = never,
) -> InstallPlan:
    """What installing `text` would bring. Raises InstallError where it can't be had or is refused."""
    environment.refuse_unless_usable()
    wanted = read_requirement(text, allow_source=allow_source)
    installed = environment.distributions()
    if wanted.name in environment.core(installed):
        raise InstallError(f"{wanted.name} is part of Foreword itself, which is never changed from here")
    plugins = plugins_in(installed)
    free = set(plugins) if wanted.name is None else {wanted.name} & set(plugins)
    watch = Watch(f"Looking for {text}", progress, cancelled)
    packages = _resolve(environment, wanted, free, watch, allow_source=allow_source)
    if not packages:
        version = installed[wanted.name].version if wanted.name in installed else ""
        raise InstallError(f"{wanted.name or text} {version} is installed already")
    return InstallPlan(text, packages, allow_source)


def plan_update(
    environment: Environment,
    distribution: str,
    *,
    allow_source: bool = False,
    progress: Progress = silent,
    cancelled: Cancelled = never,
) -> InstallPlan | None:
    """What bringing one plugin up to date would change; None where it is. Raises InstallError."""
    environment.refuse_unless_usable()
    name = canonicalize_name(distribution)
    if name not in plugins_in(environment.distributions()):
        raise InstallError(
            f"there is no plugin {distribution!r}; `foreword plugins list` shows what there is"
        )
    watch = Watch(f"Looking for a newer {distribution}", progress, cancelled)
    packages = _resolve(
        environment, Wanted(name, name), {name}, watch, allow_source=allow_source, options=["--upgrade"]
    )
    if not any(canonicalize_name(package.name) == name for package in packages):
        return None
    return InstallPlan(name, packages, allow_source)


def latest_version(
    environment: Environment, distribution: str, *, progress: Progress = silent, cancelled: Cancelled = never
) -> str:
    """The newest version of a plugin that the index has a wheel of, if newer than the one installed; else
    nothing, also where the index doesn't know it. Raises InstallError where there is no way to ask."""
    installed = environment.distributions()[canonicalize_name(distribution)].version
    watch = Watch(f"Looking for a newer {distribution}", progress, cancelled)
    with tempfile.TemporaryDirectory(prefix="foreword-plugins-") as folder:
        report = Path(folder, "report.json")
        arguments = ["install", "--dry-run", "--quiet", "--report", str(report), "--no-deps", "--upgrade"]
        ended = pip.call(
            environment, [*arguments, "--only-binary=:all:", distribution], watch, Path(folder, "scratch")
        )
        if ended.code != 0:
            if "no matching distribution" in ended.output.lower():
                return ""
            raise pip.failure(f"no newer {distribution} could be looked for", ended)
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    latest = str(found[0]["metadata"]["version"]) if found else installed
    return latest if _newer(latest, installed) else ""


def constraints(installed: Mapping[str, Distribution], free: Collection[str]) -> str:
    """A line for every installed distribution that fixes its version, but for those in `free`."""
    lines = []
    for name, each in installed.items():
        try:
            Version(each.version)
        except InvalidVersion:  # pip could not read the line, and can't replace the distribution either
            continue
        if name not in free:
            lines.append(f"{name}=={each.version}\n")
    return "".join(sorted(lines))


def _resolve(
    environment: Environment,
    wanted: Wanted,
    free: Collection[str],
    watch: Watch,
    *,
    allow_source: bool,
    options: Sequence[str] = (),
) -> tuple[Package, ...]:
    installed = environment.distributions()
    with tempfile.TemporaryDirectory(prefix="foreword-plugins-") as folder:
        report, fixed = Path(folder, "report.json"), Path(folder, "constraints.txt")
        fixed.write_text(constraints(installed, free), encoding="utf-8")
        arguments = ["install", "--dry-run", "--report", str(report), "--constraint", str(fixed)]
        arguments += ["--retries=2", *options]
        if not allow_source:
            arguments.append("--only-binary=:all:")
        ended = pip.call(
            environment, [*arguments, wanted.argument], watch, Path(folder, "scratch"), build=allow_source
        )
        if ended.code != 0:
            raise pip.failure(f"{wanted.argument} can't be installed", ended)
        entries = json.loads(report.read_text(encoding="utf-8"))["install"]
    requested = {canonicalize_name(one["metadata"]["name"]) for one in entries if one["requested"]}
    packages = tuple(_package(entry, installed) for entry in entries)
    _refuse_changes(packages, environment.core(installed), requested)
    return tuple(_with_size(package, watch) for package in packages)


def _package(entry: Mapping[str, Any], installed: Mapping[str, Distribution]) -> Package:
    name, version = str(entry["metadata"]["name"]), str(entry["metadata"]["version"])
    found = entry["download_info"]
    source, archive = str(found["url"]), found.get("archive_info") or {}
    if "vcs_info" in found:
        source = f"{found['vcs_info']['vcs']}+{source}@{found['vcs_info']['commit_id']}"
    if "subdirectory" in found:
        source += f"#subdirectory={found['subdirectory']}"
    before = installed.get(canonicalize_name(name))
    return Package(
        name=name,
        version=version,
        size=None,
        sha256=str((archive.get("hashes") or {}).get("sha256", "")),
        source=source,
        replaces=before.version if before is not None else "",
        sdist=not urlsplit(source).path.endswith(".whl"),
    )


def _refuse_changes(packages: Sequence[Package], core: Collection[str], requested: Collection[str]) -> None:
    """The constraints should have kept pip from any of these; whatever it plans, they don't happen."""
    for package in packages:
        name = canonicalize_name(package.name)
        if name in core:
            raise InstallError(
                f"it would replace {package.name} {package.replaces} with {package.version}, which Foreword "
                "itself needs as it is"
            )
        if package.replaces and name not in requested:
            raise InstallError(
                f"it would change {package.name} {package.replaces}, which others here may need"
            )
        if not package.sha256 and not package.sdist:
            raise InstallError(
                f"the index names no SHA-256 of {package.name}, so nothing vouches for the file"
            )


def _with_size(package: Package, watch: Watch) -> Package:
    check(watch.cancelled)
    return replace(package, size=_size(package.source))


def _size(source: str) -> int | None:
    """Bytes of the file at an address; None where nobody says."""
    parts = urlsplit(source)
    if parts.scheme == "file":
        path = Path(url2pathname(parts.path))
        return path.stat().st_size if path.is_file() else None
    if parts.scheme not in ("http", "https"):
        return None
    try:
        request = urllib.request.Request(source, method="HEAD")
        with urllib.request.urlopen(request, timeout=HEAD_SECONDS) as answer:
            length = answer.headers.get("Content-Length", "")
    except (OSError, urllib.error.URLError, ValueError):
        return None  # a figure for the user, nothing more: pip may know a way where this knows none
    return int(length) if length.isascii() and length.isdigit() else None


def _newer(latest: str, installed: str) -> bool:
    try:
        return Version(latest) > Version(installed)
    except InvalidVersion:
        return False
