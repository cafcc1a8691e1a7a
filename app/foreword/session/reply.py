"""One reply in the making: its turn, its request, and the text and tokens that came so far.

Pure: knows no timers, no worker and no database. Text is *held* until it is taken for the window, so
that what was shown and what is still to come never overlap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from foreword.messages import GenerateRequest, ReplyStats, TokenBatch
from foreword.session.conversation import Turn, TurnStatus


@dataclass(slots=True)
class Reply:
    """A reply that waits for the model or is being written. `asked`: the worker has the request."""

    turn: Turn
    request: GenerateRequest
    asked: bool = False
    shown: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    token_ids: list[int] = field(default_factory=list)

    def take(self, batch: TokenBatch) -> None:
        self.token_ids.extend(batch.token_ids)
        if batch.text:
            self.held.append(batch.text)

    def show(self) -> str:
        """The text that came since the last call; from now on it counts as shown."""
        text = "".join(self.held)
        self.held.clear()
        if text:
            self.shown.append(text)
        return text

    def whole_text(self) -> str:
        return "".join(self.shown) + "".join(self.held)

    def as_shown(self) -> Turn:
        """The turn with the text that the window has been given so far."""
        return replace(self.turn, text="".join(self.shown))

    def ended(
        self,
        status: TurnStatus,
        *,
        text: str | None = None,
        stats: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Turn:
        """The turn as it is kept. The seed is kept even where no statistics came."""
        return replace(
            self.turn,
            text=self.whole_text() if text is None else text,
            status=status,
            stats={"seed": self.request.sampling.seed} if stats is None else stats,
            **more,
        )


def stats_record(stats: ReplyStats) -> dict[str, Any]:
    """The statistics as JSON keeps them, the derived figures of the stats line included."""
    record = {item.name: getattr(stats, item.name) for item in fields(stats)}
    record["by_speculator"] = {name: asdict(counts) for name, counts in stats.by_speculator.items()}
    record["fingerprint"] = dict(stats.fingerprint)
    record["plain_reasons"] = dict(stats.plain_reasons)
    record["tokens_per_second"] = stats.tokens_per_second
    record["tokens_per_pass"] = stats.tokens_per_pass
    record["acceptance"] = stats.acceptance
    return record
