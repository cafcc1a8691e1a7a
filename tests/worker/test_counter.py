"""Counting tokens: nothing heavy is brought in where there is nothing to count with."""

from __future__ import annotations

import sys

import pytest

from foreword.messages import CountRequest
from foreword.worker.counter import Counter


def test_without_a_model_neither_torch_nor_a_tokenizer_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("foreword.target.target", "foreword.target.vocabulary"):
        monkeypatch.setitem(sys.modules, name, None)  # importing it raises ImportError
    counter = Counter()
    told: list[object] = []
    counter.counted.connect(told.append)
    counter.use("")
    counter.count(CountRequest(1, (), "words", ("a file",)))
    assert told == []
    with pytest.raises(ImportError):
        counter.use("/a/model")
