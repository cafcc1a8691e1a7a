"""The draft model as a speculator: its options, its life, what it shows of itself.

Any smaller causal model that lies on this computer can draft. Where it shares the target's vocabulary,
drafts go token by token; else by text. It draws with the target's own randomness, so that drafts agree
also above temperature 0. Whether they pay is measured by the app, and nothing that is said here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from foreword.api import (
    Action,
    Budget,
    Choice,
    ChoiceOption,
    Context,
    Draft,
    Fact,
    FloatOption,
    Host,
    IntOption,
    LocalModel,
    Outcome,
    Session,
    Speculator,
    Status,
    Target,
    TextOption,
    Unsuitable,
    Value,
)
from foreword.api.limits import SLOW_FACTOR
from foreword_draft_model.catalogue import MOMENT, NOT_YET, Catalogue
from foreword_draft_model.folder import TOKENIZER, Obstacle
from foreword_draft_model.pairing import Pairing
from foreword_draft_model.tokenizer_file import TokenizerFile

if TYPE_CHECKING:
    from foreword_draft_model.bridge import Bridge
    from foreword_draft_model.drafter import Drafter
    from foreword_draft_model.model import DraftModel

LOOK = Action("look", "Look for models", "Lists the models on this computer anew.")


class DraftModelSpeculator(Speculator):
    summary = "A smaller model writes a few tokens ahead."
    options = (
        TextOption("model", "", label="Draft model", help="A smaller model on this computer, or its folder."),
        IntOption(
            "longest_draft", 12, 1, 64, label="Longest draft", help="Drafts hold no more.", unit="tokens"
        ),
        FloatOption(
            "least_confidence",
            0.25,
            0.0,
            1.0,
            label="Least confidence",
            help="A draft ends where it is right with less than this chance, by the draft model's estimate.",
        ),
        ChoiceOption(
            "dtype",
            "auto",
            ("auto", "bfloat16", "float32"),
            label="Number format",
            help="auto: bfloat16 where this computer is fast in it.",
        ),
    )

    def __init__(self) -> None:
        self._models: tuple[LocalModel, ...] = ()
        self._values: dict[str, Value] = {option.name: option.default for option in self.options}
        self._target: Target | None = None
        self._catalogue = Catalogue()
        self._pairing: Pairing | None = None
        self._loaded: tuple[tuple[object, ...], DraftModel] | None = None
        self._drafter: Drafter | None = None
        self._conversation_id: str | None = None
        self._writing = False
        self._drafted = self._accepted = 0

    # --- outside of a reply
    def open(self, host: Host) -> None:
        self._host = host

    def configure(self, values: Mapping[str, Value]) -> None:
        self._values = dict(values)

    def attach(self, target: Target) -> None:
        self._models = tuple(self._host.models())
        self._target = target
        self._drafter = self._pairing = None
        name = str(self._values["model"])
        if not name:
            self._loaded = None
            raise Unsuitable("no draft model is chosen")
        try:
            self._attach(self._folder(name), target)
        except Obstacle as obstacle:
            self._loaded = None
            raise Unsuitable(f"{name} can't draft: {obstacle}") from obstacle

    def status(self, conversation_id: str | None) -> Status:
        facts = []
        if self._pairing is not None and self._drafter is not None:
            model = self._drafter.model
            facts = [
                Fact("Draft model", f"{self._values['model']}: {self._pairing.size}, {model.dtype}"),
                Fact("Vocabulary", self._pairing.vocabulary),
                Fact("Accepted so far", f"{self._accepted:,} of {self._drafted:,} drafted tokens"),
            ]
        choices = self._choices()
        waiting = any(choice.obstacle == NOT_YET for choice in choices)
        working = "Looking at the models on this computer" if waiting and not self._writing else ""
        return Status(tuple(facts), (LOOK,), {"model": choices}, working)

    def act(self, action: str, conversation_id: str | None) -> str:
        self._models = tuple(self._host.models())
        choices = self._catalogue.choices(self._models, self._target, math.inf)
        able = sum(not choice.obstacle for choice in choices)
        return f"{able} of {len(choices)} models on this computer can draft."

    def close(self) -> None:
        self._drafter = self._pairing = self._loaded = None

    # --- during a reply
    def start(self, session: Session) -> None:
        if self._drafter is None:
            raise Unsuitable("no draft model is loaded")
        self._writing = True
        self._conversation_id = session.conversation_id
        self._drafter.begin(session)

    def draft(self, context: Context, budget: Budget) -> Draft | None:
        if self._drafter is None:
            return None
        tokens = min(budget.tokens, int(self._values["longest_draft"]))
        # Well below what would have it left out as too slow: whether it pays is measured by the app.
        seconds = SLOW_FACTOR / 2 * budget.microseconds / 1e6
        draft = self._drafter.draft(tokens, float(self._values["least_confidence"]), seconds)
        self._drafted += len(draft) if draft is not None else 0
        return draft

    def observe(self, outcome: Outcome) -> None:
        if self._drafter is not None:
            self._drafter.commit(outcome.token_ids)
            self._accepted += outcome.accepted

    def finish(self) -> None:
        self._writing = False

    def forget(self, conversation_id: str) -> None:
        """What the model has read of it lies in memory alone."""
        if conversation_id == self._conversation_id and self._drafter is not None:
            self._drafter.model.clear()
            self._conversation_id = None

    # --- loading
    def _attach(self, folder: Path, target: Target) -> None:
        pairing = self._catalogue.pair(folder, target)
        from foreword_draft_model.drafter import Drafter
        from foreword_draft_model.model import load
        from foreword_draft_model.threads import compute_alone

        compute_alone()
        key = (folder, pairing.facts.parameters, self._values["dtype"])
        if self._loaded is None or self._loaded[0] != key:
            self._loaded = None  # its memory first
            self._loaded = (key, load(folder, str(self._values["dtype"]), pairing.context_length))
            self._drafted = self._accepted = 0
        self._drafter = Drafter(self._loaded[1], _bridge(pairing, target))
        self._pairing = pairing

    def _folder(self, name: str) -> Path:
        for model in self._models:
            if model.name == name:
                return model.folder
        folder = Path(name).expanduser()
        if not folder.is_dir():
            raise Obstacle("there is no such model on this computer")
        return folder

    def _choices(self) -> tuple[Choice, ...]:
        # Nothing new is judged while the reader waits for drafts: they come from this very thread.
        seconds = 0.0 if self._writing else MOMENT
        return (Choice("", "None"), *self._catalogue.choices(self._models, self._target, seconds))


def _bridge(pairing: Pairing, target: Target) -> Bridge:
    """Token by token where the vocabulary is the target's, else by text."""
    from foreword_draft_model.bridge import TokenBridge
    from foreword_draft_model.by_text import TextBridge

    if not pairing.by_text:
        return TokenBridge(
            target.tokenizer.vocabulary(), pairing.facts.pieces, target.vocab_size, pairing.vocab_size
        )
    tokenizer = TokenizerFile(pairing.facts.folder / TOKENIZER)
    return TextBridge(target.tokenizer, tokenizer, target.vocab_size, pairing.vocab_size)
