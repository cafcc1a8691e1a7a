"""The draft model through the interface that the pool uses, and under the real engine on tiny targets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import torch

from foreword.api import Budget, Context, Draft, Outcome, Target, Unsuitable, check_options
from foreword.messages import Sampling
from foreword_draft_model import DraftModelSpeculator
from foreword_draft_model.drafter import confidence_book
from tests.plugins.draft_model.making import (
    Models,
    byte_level,
    metaspace,
    one_thread,
    session_of,
    target_of,
    tiny_model,
    write_model,
)

PLENTY = 60_000_000
BUDGET = Budget(8, PLENTY)


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    base = tmp_path_factory.mktemp("models")
    return {
        "same": write_model(base / "same", byte_level()),
        "padded": write_model(base / "padded", byte_level(), vocab_size=300),
        "special": write_model(base / "special", byte_level(special=["<|im_end|>"])),
        "other": write_model(base / "other", metaspace(), "qwen2"),
    }


def opened(folder: Path, target: Target, **values: Any) -> DraftModelSpeculator:
    speculator = DraftModelSpeculator()
    speculator.open(Models(folder))
    defaults = {option.name: option.default for option in speculator.options}
    speculator.configure(
        defaults | {"model": folder.name, "dtype": "float32", "least_confidence": 0.0} | values
    )
    speculator.attach(target)
    return speculator


def greedy(model: Any, ids: list[int], count: int) -> list[int]:
    """What the model writes by itself, without any cache."""
    written = list(ids)
    for _ in range(count):
        with torch.inference_mode():
            written.append(
                int(model(input_ids=torch.tensor([written]), use_cache=False).logits[0, -1].argmax())
            )
    return written[len(ids) :]


def test_it_drafts_what_the_draft_model_would_write(folders: dict[str, Path]) -> None:
    target = target_of(byte_level())
    speculator = opened(folders["same"], target)
    prompt = target.tokenizer.encode("Once upon")
    speculator.start(session_of(target, prompt))
    draft = speculator.draft(Context(prompt), BUDGET)
    assert draft is not None
    assert list(draft.token_ids) == greedy(tiny_model(vocab_size=257), prompt, 8)
    assert draft.parents == tuple(range(-1, 7))
    assert len(draft.scores) == 8
    assert all(0 < score <= 1 for score in draft.scores)
    assert draft.match_length == confidence_book(draft.scores[0])


def test_the_cache_follows_the_commits(folders: dict[str, Path]) -> None:
    """Whatever is accepted, the next draft is that of a model that has read the committed tokens alone."""
    target, reference = target_of(byte_level()), tiny_model(vocab_size=257)
    speculator, random = opened(folders["same"], target), Random(5)
    committed = target.tokenizer.encode("Once upon a time")
    speculator.start(session_of(target, committed))
    for _ in range(12):
        draft = speculator.draft(Context(committed), Budget(random.randint(1, 6), PLENTY))
        assert draft is not None
        assert list(draft.token_ids) == greedy(reference, committed, len(draft))
        accepted = random.randint(0, len(draft))
        bonus = random.randrange(256)
        committed = [*committed, *draft.token_ids[:accepted], bonus]
        speculator.observe(Outcome((*draft.token_ids[:accepted], bonus), accepted))
        model = speculator._drafter.model  # type: ignore[union-attr]
        assert model.ids == committed[: len(model.ids)]


def test_steps_without_a_draft_are_followed_too(folders: dict[str, Path]) -> None:
    target = target_of(byte_level())
    speculator = opened(folders["same"], target)
    committed = target.tokenizer.encode("abc")
    speculator.start(session_of(target, committed))
    for token in (10, 20, 30, 40):
        committed.append(token)
        speculator.observe(Outcome((token,), 0))
    draft = speculator.draft(Context(committed), BUDGET)
    assert draft is not None
    assert list(draft.token_ids) == greedy(tiny_model(vocab_size=257), committed, 8)


def test_the_next_turn_reads_only_what_is_new(
    folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = target_of(byte_level())
    speculator = opened(folders["same"], target)
    first = target.tokenizer.encode("A first question, and its answer.")
    speculator.start(session_of(target, first))
    speculator.finish()
    model = speculator._drafter.model  # type: ignore[union-attr]
    read: list[int] = []
    inner = model._pass
    monkeypatch.setattr(model, "_pass", lambda ids: read.append(len(ids)) or inner(ids))
    second = [*first, *target.tokenizer.encode(" More.")]
    speculator.start(session_of(target, second))
    assert sum(read) == len(second) - len(first)
    edited = [*first[:10], *target.tokenizer.encode("edited from here on")]
    speculator.start(session_of(target, edited))
    draft = speculator.draft(Context(edited), BUDGET)
    assert draft is not None
    assert list(draft.token_ids) == greedy(tiny_model(vocab_size=257), edited, 8)


def test_budget_and_options_bound_a_draft(folders: dict[str, Path]) -> None:
    target = target_of(byte_level())
    prompt = target.tokenizer.encode("Once upon")
    for tokens, longest, wanted in ((3, 12, 3), (1, 12, 1), (20, 5, 5)):
        speculator = opened(folders["same"], target, longest_draft=longest)
        speculator.start(session_of(target, prompt))
        draft = speculator.draft(Context(prompt), Budget(tokens, PLENTY))
        assert draft is not None
        assert len(draft) == wanted
    speculator = opened(folders["same"], target, least_confidence=1.0)
    speculator.start(session_of(target, prompt, Sampling(temperature=2.0, seed=1)))
    draft = speculator.draft(Context(prompt), BUDGET)
    assert draft is not None
    assert len(draft) == 1  # it was drawn already: it costs nothing more


def test_a_draft_ends_when_its_time_is_over(folders: dict[str, Path]) -> None:
    target = target_of(byte_level())
    speculator = opened(folders["same"], target)
    prompt = target.tokenizer.encode("Once upon")
    speculator.start(session_of(target, prompt))
    draft = speculator.draft(Context(prompt), Budget(8, 1))
    assert draft is not None
    assert list(draft.token_ids) == greedy(tiny_model(vocab_size=257), prompt, 1)


def test_a_draft_ends_at_the_draft_models_own_context(folders: dict[str, Path]) -> None:
    target = target_of(byte_level())
    speculator = opened(folders["same"], target)  # 512 tokens
    for length, wanted in ((509, 3), (511, 1), (512, 0), (600, 0)):
        prompt = [at % 256 for at in range(length)]
        speculator.start(session_of(target, prompt))
        draft = speculator.draft(Context(prompt), BUDGET)
        assert len(draft or ()) == wanted
        speculator.observe(Outcome((1, 2, 3), 0))
        speculator.finish()


def test_ids_that_the_target_lacks_are_never_drafted(folders: dict[str, Path]) -> None:
    """Rows of padding, and a special token that is another one's."""
    random = Random(2)
    for name in ("padded", "special"):
        target = target_of(byte_level(special=["</s>"]), 260)
        speculator = opened(folders[name], target)
        for seed in range(20):
            prompt = [random.randrange(260) for _ in range(12)]
            speculator.start(session_of(target, prompt, Sampling(temperature=3.0, seed=seed)))
            draft = speculator.draft(Context(prompt), BUDGET)
            assert all(token < 256 for token in (draft.token_ids if draft is not None else ()))


def test_another_vocabulary_drafts_by_text(folders: dict[str, Path]) -> None:
    target = target_of(byte_level(600))
    speculator = opened(folders["other"], target)
    committed = target.tokenizer.encode("The weather in the mountains 🙂 is")
    drafted = 0
    speculator.start(session_of(target, committed))
    for _ in range(30):
        draft = speculator.draft(Context(committed), BUDGET) or Draft.chain(())
        assert len(draft) <= BUDGET.tokens
        text = target.tokenizer.decode(committed)
        assert target.tokenizer.decode([*committed, *draft.token_ids]).startswith(text)
        assert "\ufffd" not in target.tokenizer.decode(draft.token_ids)
        new = (*draft.token_ids, *target.tokenizer.encode(" the"))
        committed += new
        drafted += len(draft)
        speculator.observe(Outcome(new, len(draft)))
    assert drafted > 30


# --- its life


def test_without_a_choice_it_is_unsuitable() -> None:
    speculator = DraftModelSpeculator()
    speculator.open(Models())
    speculator.configure({option.name: option.default for option in speculator.options})
    with pytest.raises(Unsuitable, match="no draft model is chosen"):
        speculator.attach(target_of(byte_level()))
    with pytest.raises(Unsuitable):
        speculator.start(session_of(target_of(byte_level()), [1]))


def test_a_model_that_cant_draft_is_unsuitable_with_the_reason(tmp_path: Path) -> None:
    mamba = write_model(tmp_path / "mamba", byte_level(), "mamba")
    with pytest.raises(Unsuitable, match=r"mamba can't draft: its layers .* keep a state"):
        opened(mamba, target_of(byte_level()))
    with pytest.raises(Unsuitable, match="gone can't draft: there is no such model"):
        opened(mamba, target_of(byte_level()), model="gone")


def test_a_folder_can_be_given_instead_of_a_name(folders: dict[str, Path]) -> None:
    speculator = opened(folders["same"], target_of(byte_level()), model=str(folders["padded"]))
    assert speculator.status(None).facts[0].value.startswith(str(folders["padded"]))


def test_the_model_is_loaded_once_for_all_targets_and_options(
    folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    from foreword_draft_model import model

    loads: list[Path] = []
    inner = model.load
    monkeypatch.setattr(model, "load", lambda *given: loads.append(given[0]) or inner(*given))
    speculator = opened(folders["same"], target_of(byte_level()))
    speculator.attach(target_of(byte_level(600)))
    speculator.configure({**speculator._values, "longest_draft": 3})
    speculator.attach(target_of(byte_level()))
    assert loads == [folders["same"]]
    speculator.configure({**speculator._values, "dtype": "bfloat16"})
    speculator.attach(target_of(byte_level()))
    assert len(loads) == 2


def test_the_status_tells_model_vocabulary_acceptance_and_choices(folders: dict[str, Path]) -> None:
    target = target_of(byte_level(special=["</s>"]))
    speculator = opened(folders["special"], target)
    prompt = target.tokenizer.encode("Once upon")
    speculator.start(session_of(target, prompt))
    draft = speculator.draft(Context(prompt), Budget(4, PLENTY))
    assert draft is not None
    speculator.observe(Outcome((*draft.token_ids[:1], 3), min(1, len(draft))))
    speculator.finish()
    status = speculator.status(None)
    facts = {fact.label: fact.value for fact in status.facts}
    assert facts["Draft model"].startswith("special: ")
    assert facts["Vocabulary"] == "the target's but for 1 of 257 ids"
    assert facts["Accepted so far"] == f"1 of {len(draft)} drafted tokens"
    assert [choice.value for choice in status.choices["model"]] == ["", "special"]
    assert speculator.act("look", None) == "1 of 1 models on this computer can draft."


def test_a_forgotten_conversation_is_gone_from_memory(folders: dict[str, Path]) -> None:
    target = target_of(byte_level())
    speculator = opened(folders["same"], target)
    prompt = target.tokenizer.encode("a secret")
    speculator.start(session_of(target, prompt, chat="kept"))
    speculator.finish()
    speculator.forget("another")
    model = speculator._drafter.model  # type: ignore[union-attr]
    assert model.ids
    speculator.forget("kept")
    assert model.ids == []
    assert not any(layer.is_initialized for layer in model._cache.layers)
    speculator.start(session_of(target, prompt))
    assert speculator.draft(Context(prompt), BUDGET) is not None


def test_its_options_are_sound() -> None:
    check_options(DraftModelSpeculator.options)


def test_strong_and_weak_drafts_have_books_of_their_own() -> None:
    books = [confidence_book(chance) for chance in (0.1, 0.4, 0.7, 0.9, 0.99)]
    assert [book.bit_length() for book in books] == [1, 2, 3, 4, 5]
