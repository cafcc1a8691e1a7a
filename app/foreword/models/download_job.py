"""What a download's process is asked, and the lines in which it answers. Both sides speak through this.

The job goes in as one line of JSON (on standard input, so that no token stands in a list of processes);
out come lines of JSON: the plan, how far it is, and how it ended. Knows no network and no disk.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from foreword.models.download_plan import Plan, RemoteFile, check_name
from foreword.models.network import NetworkOptions, Patience

State = Literal["running", "checking"]
Ending = Literal["done", "refused", "interrupted"]


@dataclass(frozen=True, slots=True)
class Job:
    """Fetch a model from the hub into the cache (kind hub), or a wheel into a folder (kind wheel).

    `commit` is the one that an earlier try has pinned; empty for the newest. `described`: that try has
    found its description in order. `wheel` holds the facts of the wheel.
    """

    kind: Literal["hub", "wheel"]
    model: str
    folder: str
    options: NetworkOptions
    patience: Patience = field(default_factory=Patience)
    endpoint: str = ""
    commit: str = ""
    described: bool = False
    wheel: Mapping[str, str | int] = field(default_factory=dict)

    def line(self) -> str:
        return json.dumps(asdict(self)) + "\n"

    @classmethod
    def read(cls, line: str) -> Job:
        content = json.loads(line)
        content["options"] = NetworkOptions(**content["options"])
        content["patience"] = Patience(**content["patience"])
        return cls(**content)


@dataclass(frozen=True, slots=True)
class Report:
    """How far it is: bytes that are on the disk, of how many; and what goes on, in words."""

    stage: str
    done: int = 0
    total: int = 0
    state: State = "running"


@dataclass(frozen=True, slots=True)
class Ended:
    """`text` is the folder or file where it is done, else one line that says why not."""

    ending: Ending
    text: str


def line_of(message: Report | Ended | Plan) -> str:
    return json.dumps({type(message).__name__: asdict(message)}) + "\n"


def message_of(line: str) -> Report | Ended | Plan:
    """Raises ValueError for anything else than such a line."""
    content = json.loads(line)
    if not isinstance(content, dict) or len(content) != 1:
        raise ValueError(f"no line of a download: {line[:80]!r}")
    ((kind, fields),) = content.items()
    if kind == "Report":
        return Report(**fields)
    if kind == "Ended":
        return Ended(**fields)
    if kind == "Plan":
        return plan_of(fields)
    raise ValueError(f"no line of a download: {line[:80]!r}")


def plan_of(fields: Mapping[str, Any]) -> Plan:
    """A plan from JSON. Raises ModelError for a name that may be no file's, ValueError for no plan."""
    try:
        commit = fields["commit"]
        files = tuple(RemoteFile(**each) for each in fields["files"])
    except (KeyError, TypeError) as error:
        raise ValueError("no plan of a download") from error
    for file in files:
        check_name(file.name)
        if not file.etag.isalnum() or type(file.size) is not int:
            raise ValueError("no plan of a download")
    if not isinstance(commit, str) or not commit.isalnum():
        raise ValueError("no plan of a download")
    return Plan(commit, files)
