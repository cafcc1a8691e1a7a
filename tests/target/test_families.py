"""Each family of models: loaded as a user's, it answers, drafting changes no token, its cache is reused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from foreword.engine.generate import Engine
from foreword.engine.planner import Planner
from foreword.messages import ChatMessage, Finished, GenerateRequest, Sampling
from foreword.models.folder import check_folder
from foreword.speculators.pool import Pool
from foreword.target.loading import load_target
from foreword.target.plain_target import PlainTarget
from foreword.target.target import Target
from tests.engine.test_generate import Eager
from tests.fakes import speculators as fakes
from tests.fakes.speculators import registry_of
from tests.target.families import FAMILIES, write_family

TOKENS = 24
QUESTION = ChatMessage("user", "one two one two")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("families")


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    """So small models gain nothing from several threads, and lose much where others want the processor."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(autouse=True)
def _fresh_fakes() -> Iterator[None]:
    fakes.reset()
    yield
    fakes.reset()


class Desk:
    """One model with two speculators, one that is right and one that seldom is."""

    def __init__(self, target: Target, data: Path) -> None:
        self.on = False
        self.target = target
        registry = registry_of(fakes.Oracle, fakes.RandomTokens)
        self.pool = Pool(registry, lambda: frozenset(["Oracle", "RandomTokens"] if self.on else []), data)
        self._engine = Engine(target, self.pool, Eager(target.widths, target.branches))

    def __call__(
        self, messages: tuple[ChatMessage, ...], temperature: float, *, on: bool, tokens: int = TOKENS
    ) -> Finished:
        self.on = on
        sampling = Sampling(temperature=temperature, seed=7)
        request = GenerateRequest("r", "c", messages, sampling, tokens)
        *_, finished = self._engine.generate(request, lambda: False)
        assert isinstance(finished, Finished)
        return finished


def load(folders: Path, name: str, dtype: str) -> Target:
    folder = folders / name
    if not folder.exists():
        write_family(name, folder)
        check_folder(folder, name)
    template = "" if FAMILIES[name][1] else "plain"
    return load_target(folder, name=name, dtype=dtype, context=512, threads=1, template=template)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("name", [name for name, (_, _, why_not) in FAMILIES.items() if not why_not])
def test_drafting_changes_no_token_and_the_cache_is_reused(
    folders: Path, tmp_path: Path, name: str, dtype: str
) -> None:
    answer = Desk(load(folders, name, dtype), tmp_path)
    target = answer.target
    first: Finished | None = None
    for temperature in (0.0, 0.8):
        fakes.reset()
        plain = answer((QUESTION,), temperature, on=False)
        assert plain.stats.drafted == 0
        fakes.Oracle.answer = plain.token_ids
        fakes.Oracle.prompt_length = plain.stats.prompt_tokens
        drafted = answer((QUESTION,), temperature, on=True)
        assert drafted.token_ids == plain.token_ids
        assert drafted.text == plain.text
        if len(target.widths) > 1:
            assert drafted.stats.accepted > 0
        else:
            assert drafted.stats.drafted == 0
            assert any("nothing is drafted" in note for note in target.info.notes)
        first = drafted
    assert first is not None
    # The second turn begins with all that the first one left, however the template writes it.
    follow = (QUESTION, ChatMessage("assistant", first.text), ChatMessage("user", "three"))
    prompt = target.tokenizer.encode_chat(follow)
    asked = target.tokenizer.encode_chat((QUESTION,))
    assert prompt[: len(asked) - 1] == asked[:-1]
    reused = answer(follow, 0.0, on=True)
    assert reused.stats.cached_tokens >= len(asked) - 1
    target.reuse([])
    fakes.reset()
    assert answer(follow, 0.0, on=False).token_ids == reused.token_ids
    answer.pool.close()
    target.close()


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("name", [name for name, (_, _, why_not) in FAMILIES.items() if why_not])
def test_what_cannot_be_rewound_says_so_answers_the_same_twice_and_goes_on(
    folders: Path, tmp_path: Path, name: str, dtype: str
) -> None:
    answer = Desk(load(folders, name, dtype), tmp_path)
    target = answer.target
    assert isinstance(target, PlainTarget)
    assert FAMILIES[name][2] in target.info.notes[0]
    for temperature in (0.0, 0.8):
        first, second = (answer((QUESTION,), temperature, on=on, tokens=2 * TOKENS) for on in (False, True))
        assert first.token_ids == second.token_ids
        assert second.stats.drafted == 0
    # Its state can't lose a token, so it is reused exactly where the next prompt begins with all of it.
    prompt = target.tokenizer.encode_chat((QUESTION,))
    opening = target.tokenizer.opening(prompt)
    state = [*prompt[: len(prompt) - len(opening)], *second.token_ids][:-1]
    assert len(state) > len(prompt)
    assert target.reuse([*state, 1, 2]) == len(state)
    assert target.reuse([5]) == 0
    answer.pool.close()
    target.close()


def test_the_planner_of_an_ordinary_reader_agrees(folders: Path, tmp_path: Path) -> None:
    """The same with the real planner, which drafts only what pays: here, on one family, to be sure."""
    target = load(folders, "qwen3", "float32")
    pool = Pool(registry_of(fakes.RandomTokens), lambda: frozenset(["RandomTokens"]), tmp_path)
    engine = Engine(target, pool, Planner(target.widths, target.branches))
    request = GenerateRequest("r", "c", (QUESTION,), Sampling(temperature=0.0), TOKENS)
    *_, drafted = engine.generate(request, lambda: False)
    quiet = Engine(target, Pool(registry_of(), frozenset, tmp_path), Planner(target.widths, target.branches))
    *_, plain = quiet.generate(request, lambda: False)
    assert isinstance(drafted, Finished)
    assert isinstance(plain, Finished)
    assert drafted.token_ids == plain.token_ids
    pool.close()
    target.close()
