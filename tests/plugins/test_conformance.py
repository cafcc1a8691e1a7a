"""The speculators that ship with the app, found as a stranger's are, put through the suite for authors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import EntryPoint, distribution
from pathlib import Path

import pytest
import torch

from foreword.api import LocalModel, Value
from foreword.api.testing import SpeculatorConformance, ToyModel
from foreword.target.tokenizer import TransformersTokenizer
from tests.fakes.tiny_target import EOS, byte_tokenizer, write_tiny

GROUP = "foreword.speculators"
BUNDLED = {entry.name: entry for entry in distribution("foreword").entry_points if entry.group == GROUP}
NEEDS_A_MODEL = "draft_model"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    """So small a model gains nothing from a second thread, and loses much where the processors are busy."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize("entry", [BUNDLED[name] for name in sorted(BUNDLED.keys() - {NEEDS_A_MODEL})])
class TestBundled(SpeculatorConformance):
    @pytest.fixture(autouse=True)
    def _load(self, entry: EntryPoint) -> None:
        self.speculator_class = entry.load()


class TestDraftModel(SpeculatorConformance):
    """With a real model, which drafts rubbish, and with a target that shares its vocabulary of bytes."""

    rounds = 9

    @pytest.fixture(autouse=True)
    def _load(self, tiny: Path) -> None:
        self.speculator_class = BUNDLED[NEEDS_A_MODEL].load()
        self._folder = tiny

    def models(self) -> Sequence[LocalModel]:
        return (LocalModel("tiny", self._folder),)

    def values(self) -> Mapping[str, Value]:
        return {"model": "tiny", "least_confidence": 0.0}

    def model(self) -> ToyModel:
        return ToyModel(260, tokenizer=TransformersTokenizer(byte_tokenizer(), frozenset({EOS})))


def test_the_three_are_found() -> None:
    assert set(BUNDLED) == {"ngram", "suffix_history", NEEDS_A_MODEL}
