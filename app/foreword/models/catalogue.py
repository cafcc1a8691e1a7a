"""The catalogue: well-known instruct models by size, each with the facts that a fit needs.

Kept in catalogue.toml beside this module. Sizes and numbers of parameters are computed from the facts of
each model's config.json, not taken from anywhere; what the hub says of a file is asked before it is
fetched. Knows neither this computer nor what lies on it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from foreword.models.facts import ModelFacts, facts_of_config

FILE = Path(__file__).with_name("catalogue.toml")

STARTER_FAMILY = "smollm2"
"""The starter model has the token ids of this family, and its smallest member's weights."""
STARTER_ENTRY = "HuggingFaceTB/SmolLM2-135M-Instruct"


@dataclass(frozen=True, slots=True)
class Entry:
    """One model. `bytes` is what its weight files hold; `pick`: the one to recommend of its size.

    `family`: models of one family share token ids.
    """

    id: str
    family: str
    why: str
    licence: str
    parameters: int
    bytes: int
    config: Mapping[str, Any]
    gated: bool = False
    stored_head: bool = False
    pick: bool = False

    @property
    def name(self) -> str:
        return self.id.rsplit("/", 1)[-1]

    @property
    def facts(self) -> ModelFacts:
        return facts_of_config(self.config, self.id)


@cache
def catalogue() -> tuple[Entry, ...]:
    """Every entry, the smallest first."""
    with FILE.open("rb") as stream:
        return tuple(Entry(**entry) for entry in tomllib.load(stream)["model"])


def entry_of(model: str) -> Entry | None:
    """The entry of a hub id; the hub doesn't distinguish capitals."""
    wanted = model.casefold()
    return next((entry for entry in catalogue() if entry.id.casefold() == wanted), None)
