"""The QObject on the models' thread: lists, searches, describes and removes, and answers with messages.

Has a thread of its own, because disks, hubs and torch's first import take their time. Every answer is one
frozen message; nothing raised here may end the thread. Downloads have a thread of theirs.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal, Slot

from foreword.model_messages import (
    Device,
    Download,
    ModelDetails,
    ModelsFailed,
    ModelsFound,
    ModelsListed,
)
from foreword.models import shelf
from foreword.models.cards import Measured, Wanted, listed, pick
from foreword.models.details import Desk, details
from foreword.models.drafts import Pairs
from foreword.models.errors import ModelError
from foreword.models.memory import main_memory
from foreword.models.network import NetworkOptions
from foreword.models.search import coarse_fit, search
from foreword.models.speeds import note_speed
from foreword.models.token import keep_token, read_token
from foreword.paths import Paths

log = logging.getLogger(__name__)

What = Literal["list", "search", "info", "remove", "token"]


@dataclass(frozen=True, slots=True)
class Removed:
    """This model is gone."""

    id: str


@dataclass(frozen=True, slots=True)
class TokenKept:
    """Whether an access token is in the keyring now."""

    there: bool


def torch_devices() -> tuple[Device, ...]:
    """Everything to compute on. Imports torch: seconds, the first time."""
    from foreword.target.devices import devices

    memory = main_memory()
    return devices(memory.free, memory.total)


class ModelWorker(QObject):
    """Lives on the models' thread. Each request ends in one message, a first list in two."""

    #: object: ModelsListed | ModelsFound | ModelDetails | ModelsFailed | Removed | TokenKept
    message = Signal(object)

    def __init__(
        self,
        paths: Paths,
        downloads: Callable[[], Sequence[Download]],
        devices: Callable[[], Sequence[Device]] = torch_devices,
    ) -> None:
        super().__init__()
        self._paths = paths
        self._downloads = downloads
        self._devices = devices
        self._measured = Measured()
        self._pairs = Pairs(_rewindable)
        self._listed: ModelsListed | None = None

    @Slot(object)
    def list_models(self, wanted: Wanted) -> None:
        if self._listed is None:
            # The catalogue and the main memory are known at once; torch takes seconds to be imported.
            self._answer("list", "", lambda: self._quick(wanted))
        self._answer("list", "", lambda: self._full(wanted))

    @Slot(str, int, object, object)
    def search(self, query: str, pages: int, wanted: Wanted, network: NetworkOptions) -> None:
        self._answer("search", query, lambda: self._found(query, pages, wanted, network))

    @Slot(str, object, object)
    def show(self, model: str, wanted: Wanted, network: NetworkOptions) -> None:
        self._answer("info", model, lambda: self._details(model, wanted, network))

    @Slot(str, object)
    def remove(self, model: str, wanted: Wanted) -> None:
        def work() -> Removed:
            loaded = Path(wanted.loaded) if wanted.loaded else None
            shelf.remove(model, self._paths, loaded=loaded)
            return Removed(model)

        self._answer("remove", model, work)
        self.list_models(wanted)

    @Slot(str)
    def set_token(self, text: str) -> None:
        def work() -> TokenKept:
            keep_token(text)
            return TokenKept(bool(text.strip()))

        self._answer("token", "", work)

    @Slot()
    def look_for_token(self) -> None:
        self._answer("token", "", lambda: TokenKept(bool(read_token())))

    @Slot(str, str, float)
    def note_speed(self, folder: str, precision: str, tokens_per_second: float) -> None:
        try:
            note_speed(self._paths, folder, precision, tokens_per_second)
        except OSError as error:  # a line in a list is not worth a message
            log.warning("the measured speed could not be kept: %s", error)

    def _answer(self, what: What, model: str, work: Callable[[], object]) -> None:
        try:
            answer = work()
        except ModelError as error:
            self.message.emit(ModelsFailed(what, str(error), model))
        except Exception as error:  # noqa: BLE001 - the worker's boundary: shown, with its traceback in the log
            log.error("models: %s failed\n%s", what, traceback.format_exc())
            said = f"{type(error).__name__}: {error}".splitlines()[0]
            self.message.emit(ModelsFailed(what, said, model))
        else:
            self.message.emit(answer)

    def _quick(self, wanted: Wanted) -> ModelsListed:
        memory = main_memory()
        devices = [Device("cpu", "this computer's memory", memory.free, memory.total)]
        return listed(self._paths, wanted, devices, self._downloads(), self._measured, check=_unchecked)

    def _full(self, wanted: Wanted) -> ModelsListed:
        self._listed = listed(self._paths, wanted, self._devices(), self._downloads(), self._measured)
        return self._listed

    def _found(self, query: str, pages: int, wanted: Wanted, network: NetworkOptions) -> ModelsFound:
        cards, more = search(query, network, pages=pages)
        known = {card.id: card for card in (self._listed or self._full(wanted)).cards}
        assert self._listed is not None
        device = pick(self._listed.devices, wanted.device)
        found = []
        for card in cards:
            if here := known.get(card.id):
                card = replace(  # noqa: PLW2901 - the same card, with what is known here
                    card, state=here.state, reason=here.reason, size=here.size, folder=here.folder,
                    fit=here.fit, drafts_for=here.drafts_for, recommended=here.recommended,
                )  # fmt: skip
            elif device is not None:
                rough = coarse_fit(card.parameters, wanted.precision, wanted.context, device)
                card = replace(card, fit=rough)  # noqa: PLW2901
            found.append(card)
        return ModelsFound(query, tuple(found), more)

    def _details(self, model: str, wanted: Wanted, network: NetworkOptions) -> ModelDetails:
        now = self._full(wanted)
        return details(model, Desk(self._paths, wanted, now, self._measured, self._pairs, network))


def _unchecked(folder: Path, model: str) -> None:
    """Whether transformers knows the architecture can't be told before it is imported."""


def _rewindable(folder: Path) -> str:
    from foreword.target.rewinding import why_not_rewindable

    return why_not_rewindable(folder)
