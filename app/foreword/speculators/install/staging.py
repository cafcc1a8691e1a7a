"""Fetches exactly the planned files into a folder: each by its checksum, or built from the planned source."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

from foreword.plugin_messages import InstallPlan, Package
from foreword.speculators.install import pip
from foreword.speculators.install.environment import Environment
from foreword.speculators.install.errors import InstallError
from foreword.speculators.install.process import Cancelled, Progress, Watch

_BLOCK = 1 << 20


def stage(
    environment: Environment, plan: InstallPlan, folder: Path, progress: Progress, cancelled: Cancelled
) -> dict[str, Path]:
    """The wheels of a plan, by canonical name, fetched or built into `folder`. Raises InstallError."""
    ready = [package for package in plan.packages if not package.sdist]
    source = [package for package in plan.packages if package.sdist]
    if source and not plan.allow_source:
        raise InstallError(f"{source[0].name} would be built from source, which was not allowed")
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    hashed = [package for package in source if package.sha256]
    for packages, build in ((ready, False), (hashed, True), ([p for p in source if not p.sha256], True)):
        if packages:
            watch = _watch(packages, folder, progress, cancelled, build=build)
            _fetch(environment, packages, folder, watch, build=build)
    return {canonicalize_name(package.name): _found(package, wheels) for package in plan.packages}


def sha256_of(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _watch(
    packages: Sequence[Package], folder: Path, progress: Progress, cancelled: Cancelled, *, build: bool
) -> Watch:
    names = ", ".join(package.name for package in packages)
    if build:
        return Watch(f"Building {names}", progress, cancelled)
    return Watch(
        f"Fetching {names}", progress, cancelled, folder, sum(package.size or 0 for package in packages)
    )


def _fetch(
    environment: Environment, packages: Sequence[Package], folder: Path, watch: Watch, *, build: bool
) -> None:
    hashed = bool(packages[0].sha256)
    lines = [
        f"{package.name} @ {package.source}" + (f" --hash=sha256:{package.sha256}" if hashed else "")
        for package in packages
    ]
    wanted = folder / f"wanted-{'source' if build else 'wheels'}-{hashed}.txt"
    wanted.write_text("\n".join(lines) + "\n", encoding="utf-8")
    wheels = str(folder / "wheels")
    arguments = ["wheel", "--wheel-dir", wheels] if build else ["download", "--dest", wheels]
    arguments += ["--no-deps", "--progress-bar=off", "--retries=2", "--requirement", str(wanted)]
    if hashed:
        arguments.append("--require-hashes")
    ended = pip.call(environment, arguments, watch, folder / "scratch", build=build)
    if ended.code != 0:
        raise pip.failure(f"{packages[0].name} could not be {'built' if build else 'fetched'}", ended)


def _found(package: Package, wheels: Path) -> Path:
    """The package's wheel, checked to be what was planned: pip's word is not taken for it."""
    for file in wheels.iterdir():
        try:
            name, version = parse_wheel_filename(file.name)[:2]
        except InvalidWheelFilename as error:
            raise InstallError(f"the index sent {file.name}, which is not named as a wheel is") from error
        if name == canonicalize_name(package.name):
            if str(version) != package.version and package.version != file.name.split("-")[1]:
                raise InstallError(
                    f"the index sent {package.name} {version} instead of the planned {package.version}"
                )
            if package.sha256 and not package.sdist and sha256_of(file) != package.sha256:
                raise InstallError(f"{file.name} has another checksum than the planned file")
            return file
    raise InstallError(f"no wheel of {package.name} {package.version} came of its source")
