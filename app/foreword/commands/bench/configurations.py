"""What is compared: plain decoding, lists of speculators, and peers, from the words of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from foreword.commands import CommandError, UsageError
from foreword.messages import SpeculatorInfo

PEER, LOOKUP_PEER = "transformers", "transformers-lookup"
LOOKUP_TOKENS = 10
"""What the authors of prompt lookup draft per step, and Spec-Bench after them."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One way to write the replies. `lookup` is how many tokens a peer's prompt lookup drafts."""

    label: str
    kind: Literal["plain", "speculators", "peer"]
    speculators: tuple[str, ...] = ()
    lookup: int | None = None


PLAIN = Configuration("plain", "plain")


def choose(
    lists: Sequence[str] | None,
    peers: Iterable[str],
    *,
    switched_on: Iterable[str],
    installed: Sequence[SpeculatorInfo],
) -> list[Configuration]:
    """Plain decoding, then the lists, then the peers.

    `lists` None stands for what is switched on in the settings; "none" adds nothing. Raises
    UsageError where a name is unknown or something is named twice, CommandError where a speculator
    can't be used.
    """
    chosen = [PLAIN]
    if lists is None:
        names = sorted(set(switched_on) & {info.name for info in installed})
        lists = [",".join(names)] if names else []
    chosen += [_speculators(text, installed) for text in lists if text.strip() != "none"]
    chosen += [_peer(text) for text in peers]
    for at, configuration in enumerate(chosen):
        if _sense(configuration) in map(_sense, chosen[:at]):
            raise UsageError(f"{configuration.label} is named twice")
    return chosen


def _sense(configuration: Configuration) -> tuple[object, ...]:
    return configuration.kind, frozenset(configuration.speculators), configuration.lookup


def _speculators(text: str, installed: Sequence[SpeculatorInfo]) -> Configuration:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise UsageError("--speculators names none; plain decoding is measured anyway")
    known = {info.name: info for info in installed}
    for name in names:
        if name not in known:
            raise UsageError(f"there is no speculator {name!r}; installed: {', '.join(known) or 'none'}")
        if known[name].state == "incompatible":
            raise CommandError(f"the speculator {name} can't be used: it {known[name].reason}")
    unique = tuple(dict.fromkeys(names))
    return Configuration(",".join(unique), "speculators", unique)


def _peer(text: str) -> Configuration:
    name, colon, count = text.strip().partition(":")
    if name == PEER and not colon:
        return Configuration(PEER, "peer")
    if name == LOOKUP_PEER and not colon:
        return Configuration(LOOKUP_PEER, "peer", lookup=LOOKUP_TOKENS)
    if name == LOOKUP_PEER and count.isascii() and count.isdigit() and 1 <= int(count[:9]) <= 1000:
        return Configuration(f"{LOOKUP_PEER}:{int(count)}", "peer", lookup=int(count))
    raise UsageError(
        f"there is no peer {text!r}; choose {PEER}, {LOOKUP_PEER} or {LOOKUP_PEER}:N (1 to 1000 tokens)"
    )
