"""Counts tokens for the window, on a thread of its own and with a tokenizer of its own.

Knows messages and a tokenizer's folder; nothing of the model, whose thread may be busy for minutes.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from foreword.messages import ChatMessage, Counted, CountRequest

if TYPE_CHECKING:
    from foreword.target.target import ChatTokenizer

log = logging.getLogger(__name__)


class Counter(QObject):
    """`newest` is set by the asking thread: what is older need not be counted any more."""

    #: object: Counted
    counted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.newest = 0
        self._stopped = False
        self._folder = self._template = ""
        self._tokenizer: ChatTokenizer | None = None
        self._counts: dict[str, int] = {}

    def stop(self) -> None:
        self._stopped = True

    @Slot(str, str)
    def use(self, folder: str, template: str = "") -> None:
        """Count with the tokenizer of the model in this folder from now on; `template` names the built-in
        chat template that it is used with."""
        if self._stopped or not folder or (folder, template) == (self._folder, self._template):
            return
        # Only now: this brings in all of torch, which takes seconds where the worker hasn't done so.
        from foreword.target.target import TargetError
        from foreword.target.vocabulary import read_vocabulary

        self._folder, self._template, self._tokenizer, self._counts = folder, template, None, {}
        try:
            self._tokenizer = read_vocabulary(Path(folder), 1, template).tokenizer
        except TargetError as error:  # the model itself says so too, where it matters
            log.warning("tokens can't be counted: %s", error)

    @Slot(object)
    def count(self, request: CountRequest) -> None:
        if self._stopped or self._tokenizer is None or request.number < self.newest:
            return
        from foreword.target.target import TargetError

        draft = (*request.messages, ChatMessage("user", request.draft)) if request.draft else ()
        try:
            used = self._length(request.messages, request.template) if request.messages else 0
            with_draft = self._length(draft, request.template) if draft else used
        except TargetError:  # the template refuses such a conversation; the reply will say so
            return
        # Attachments stay the same while one types: each is counted once.
        self._counts = {
            text: self._counts.get(text) or len(self._tokenizer.encode(text)) for text in request.attachments
        }
        files = tuple(self._counts[text] for text in request.attachments)
        self.counted.emit(Counted(request.number, used, with_draft - used, files))

    def _length(self, messages: Sequence[ChatMessage], switches: Mapping[str, bool | str]) -> int:
        assert self._tokenizer is not None
        return len(self._tokenizer.encode_chat(messages, switches))
