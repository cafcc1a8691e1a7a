"""The installed distributions that offer speculators, as the window and `foreword plugins` show them."""

from __future__ import annotations

from importlib.metadata import Distribution

from foreword.plugin_messages import PluginInfo
from foreword.speculators.install.environment import APP, Environment, speculators_of


def plugins(environment: Environment) -> tuple[PluginInfo, ...]:
    """All of them, the app itself first, the others by name. Imports none."""
    offering = {name: each for name, each in environment.distributions().items() if speculators_of(each)}
    return tuple(
        _info(name, offering[name]) for name in sorted(offering, key=lambda name: (name != APP, name))
    )


def _info(name: str, distribution: Distribution) -> PluginInfo:
    return PluginInfo(
        distribution=distribution.metadata["Name"],
        version=distribution.version,
        summary=" ".join(_field(distribution, "Summary").split()),
        speculators=speculators_of(distribution),
        bundled=name == APP,
        licence=_licence(distribution),
        homepage=_homepage(distribution),
        location=str(distribution.locate_file("")),
        requires=tuple(one for one in distribution.requires or () if "extra ==" not in one),
    )


def _licence(distribution: Distribution) -> str:
    told = (_field(distribution, "License-Expression") or _field(distribution, "License")).splitlines()
    if told:
        return str(told[0])
    classified = [
        one for one in distribution.metadata.get_all("Classifier") or () if one.startswith("License ::")
    ]
    return classified[0].rsplit("::", 1)[-1].strip() if classified else ""


def _homepage(distribution: Distribution) -> str:
    """An address of the web, nothing else: it is shown as a link."""
    links = dict(one.partition(",")[::2] for one in distribution.metadata.get_all("Project-URL") or ())
    links = {label.strip().lower(): address.strip() for label, address in links.items()}
    wanted = [links.get(label, "") for label in ("homepage", "home", "source", "repository")]
    found = [_field(distribution, "Home-page"), *wanted, *links.values()]
    return next((one for one in found if one.startswith(("https://", "http://"))), "")


def _field(distribution: Distribution, name: str) -> str:
    return str(distribution.metadata[name]).strip() if name in distribution.metadata else ""
