"""How pip is called, and what it says in one line."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from foreword.speculators.install.environment import Environment
from foreword.speculators.install.errors import InstallError
from foreword.speculators.install.pip_runner import MARK
from foreword.speculators.install.process import Ended, Watch, run

#: Of the user's own pip variables, those that say where and how to fetch. Others could turn an
#: installation into something else: another folder, another set of packages.
_FETCHING = frozenset(
    {
        "PIP_CACHE_DIR",
        "PIP_CERT",
        "PIP_CLIENT_CERT",
        "PIP_CONFIG_FILE",
        "PIP_DEFAULT_TIMEOUT",
        "PIP_EXTRA_INDEX_URL",
        "PIP_FIND_LINKS",
        "PIP_INDEX_URL",
        "PIP_KEYRING_PROVIDER",
        "PIP_NO_CACHE_DIR",
        "PIP_NO_INDEX",
        "PIP_PROXY",
        "PIP_TIMEOUT",
        "PIP_TRUSTED_HOST",
        "PIP_USE_FEATURE",
    }
)
_NETWORK = (
    "connection broken",
    "failed to establish a new connection",
    "name resolution",
    "network is unreachable",
    "cannot connect to proxy",
    "connection aborted",
    "connection refused",
    "timed out",
    "max retries exceeded",
)


def call(
    environment: Environment,
    arguments: Sequence[str],
    watch: Watch,
    scratch: Path,
    *,
    offline: bool = False,
    build: bool = False,
) -> Ended:
    """Run pip; how it ended.

    `offline`: nothing of the user's configuration holds. `build`: it may build from source.
    """
    scratch.mkdir(parents=True, exist_ok=True)
    runner = [str(Path(__file__).with_name("pip_runner.py")), "source" if build else "wheels"]
    command = [str(environment.python), "-P", "-B", *runner, "--disable-pip-version-check", "--no-input"]
    return run([*command, *arguments], watch, _variables(scratch, offline=offline))


def _variables(scratch: Path, *, offline: bool) -> dict[str, str]:
    keep = frozenset[str]() if offline else _FETCHING
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_") or name in keep}
    # pip fetches into the temporary folder first: ours, so that its growth can be seen.
    kept |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(scratch))
    kept |= {"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1", "PYTHONWARNINGS": "ignore", "PIP_NO_COLOR": "1"}
    if offline:
        kept["PIP_CONFIG_FILE"] = os.devnull
    return kept


def failure(what: str, ended: Ended) -> InstallError:
    """The error for a call of pip that did not succeed: `what` can't be had, and why."""
    return InstallError(f"{what}: {explain(ended)}", ended.output)


def explain(ended: Ended) -> str:
    """One line for what pip said, and what to do."""
    said = ended.output.lower()
    if "no module named pip" in said:
        return "pip is missing; run: python -m ensurepip"
    if MARK in ended.output:
        return "it, or something that it needs, would be built from source, which runs its code at once"
    if "no space left" in said or "errno 28" in said:
        return "the disk is full; free some space and try again"
    if "certificate" in said and "verify failed" in said:
        return "the package index's certificate is not trusted; set pip's `cert` to your own certificate file"
    if "do not match the hashes" in said or "hashes are required" in said:
        return "the index sent a file whose checksum is not the promised one; try again later"
    if (conflict := _conflict(ended.output)) is not None:
        return conflict
    if any(sign in said for sign in _NETWORK):
        return "the package index is not reachable; check the network and `pip config list`, then try again"
    if "no matching distribution" in said:
        return _nothing_found(ended.output)
    return f"pip says: {_last_words(ended)}"


def _conflict(output: str) -> str | None:
    """Who needs what, where pip found no set of versions together with those that are installed."""
    if "conflicting dependencies" not in output and "ResolutionImpossible" not in output:
        return None
    needs = re.findall(r"^\s+(\S+(?: \S+)?) depends on (.+)$", output, re.MULTILINE)
    fixed = re.findall(r"^\s+The user requested \(constraint\) (\S+)$", output, re.MULTILINE)
    asked = re.findall(r"^\s+The user requested (?!\(constraint\))(\S.*)$", output, re.MULTILINE)
    what = f"{needs[-1][0]} needs {needs[-1][1]}" if needs else f"it can't be {asked[-1]}" if asked else ""
    have = f"{fixed[-1]} is installed here, and what is installed stays" if fixed else "nothing fits both"
    return f"{what}, but {have}" if what else have


def _nothing_found(output: str) -> str:
    found = re.findall(r"No matching distribution found for (.+?)(?: \(from .*)?$", output, re.MULTILINE)
    name = found[-1].strip() if found else "it"
    tried = re.findall(r"from versions: (.+?)\)", output)
    if tried and tried[-1] != "none":
        return f"the index has no wheel of {name} for this computer, only {tried[-1]}"
    return f"the index has no wheel of {name} for this computer; check the name"


def _last_words(ended: Ended) -> str:
    lines = [line.strip() for line in ended.output.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR:").strip() for line in lines if line.startswith("ERROR:")]
    return (errors or lines or [f"it ended with status {ended.code}"])[-1]
