"""What installing, updating and removing plugins is asked and answers, as frozen data.

Made by `speculators/install`, shown by the Plugins page and by `foreword plugins`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Package:
    """One distribution that a plan would bring. `size` is in bytes, None where the index doesn't say.

    `replaces` is the version now installed, empty where there is none. `sdist`: built from source on this
    computer, which runs its code before it is installed.
    """

    name: str
    version: str
    size: int | None
    sha256: str
    source: str
    replaces: str = ""
    sdist: bool = False


@dataclass(frozen=True, slots=True)
class InstallPlan:
    """What pip would do for `requirement`, which is what the user typed. Nothing has changed yet."""

    requirement: str
    packages: tuple[Package, ...]
    allow_source: bool = False

    @property
    def size(self) -> int | None:
        """Bytes to fetch; None where one of the sizes isn't known."""
        sizes = [package.size for package in self.packages]
        return None if None in sizes else sum(size for size in sizes if size is not None)


@dataclass(frozen=True, slots=True)
class PluginInfo:
    """An installed distribution that offers speculators. `bundled`: the app itself.

    `latest` is a newer version on the index, empty where there is none or nobody has looked.
    """

    distribution: str
    version: str
    summary: str
    speculators: tuple[str, ...]
    bundled: bool
    licence: str = ""
    homepage: str = ""
    location: str = ""
    requires: tuple[str, ...] = ()
    latest: str = ""


@dataclass(frozen=True, slots=True)
class PluginsListed:
    """What is installed. `looked`: the index was just asked for newer versions."""

    plugins: tuple[PluginInfo, ...]
    looked: bool = False


@dataclass(frozen=True, slots=True)
class Planned:
    """The answer to a request to plan: show it, and ask."""

    plan: InstallPlan


@dataclass(frozen=True, slots=True)
class PluginProgress:
    """Work goes on. `fraction` is 0 to 1, or None where no measure exists."""

    stage: str
    fraction: float | None = None


@dataclass(frozen=True, slots=True)
class PluginDone:
    """An install, update or removal is complete. `line` says what happened, and whether to restart.

    `speculators` are those that are new or gone: no switch of that name may be on now.
    """

    kind: Literal["install", "update", "remove"]
    line: str
    speculators: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PluginFailed:
    """It could not be done; the environment is as it was before. `reason` is one line that says what to
    do, `detail` what pip printed. `cancelled`: because the user said so."""

    reason: str
    detail: str = ""
    cancelled: bool = False
