"""By text: whatever two tokenizers make of it, the text is the same, and what is proposed continues it."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foreword_draft_model.by_text import TextBridge
from foreword_draft_model.tokenizer_file import TokenizerFile
from tests.plugins.draft_model.making import CORPUS, byte_level, metaspace, wrapped

TOKENIZERS = {
    "bytes": byte_level,
    "short": lambda: byte_level(330),
    "long": lambda: byte_level(600, special=["<|eot|>"]),
    "metaspace": metaspace,
}
TEXTS = (
    *CORPUS,
    "漢字仮名交じり文と絵文字🙂🙂👩‍🚀。 Zwölf Boxkämpfer jagen\n\n\tViktor  quer über den Deich.",
    "unwonderfully   spaced\r\n  text, <|end|> and <|eot|> in the middle of it",
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, Path]]:
    made = {}
    for name, make in TOKENIZERS.items():
        tokenizer = make()
        folder = tmp_path_factory.mktemp(name)
        tokenizer.save_pretrained(folder)
        made[name] = (tokenizer, folder / "tokenizer.json")
    return made


PAIRS = [pair for pair in product(TOKENIZERS, TOKENIZERS) if pair[0] != pair[1]]


@pytest.fixture(params=PAIRS, ids="-".join)
def sides(
    request: pytest.FixtureRequest, made: dict[str, tuple[Any, Path]]
) -> tuple[Any, TokenizerFile, int]:
    """The target's tokenizer, the draft's, and the length of the target's logits."""
    target, draft = request.param
    tokenizer = made[target][0]
    return wrapped(tokenizer), TokenizerFile(made[draft][1]), len(tokenizer)


def bridge_of(sides: tuple[Any, TokenizerFile, int]) -> TextBridge:
    target, draft, size = sides
    return TextBridge(target, draft, size, max(draft.pieces().values()) + 1)


def blocks(ids: list[int], random: Random) -> list[list[int]]:
    """Cut into committed blocks of one to seven."""
    found, at = [], 0
    while at < len(ids):
        count = random.randint(1, 7)
        found.append(ids[at : at + count])
        at += count
    return found


@pytest.mark.parametrize("text", TEXTS)
def test_the_text_is_followed_whatever_the_blocks(sides: tuple[Any, TokenizerFile, int], text: str) -> None:
    target, draft, _ = sides
    for seed in range(4):
        bridge = bridge_of(sides)
        committed: list[int] = []
        bridge.restart([])
        for block in blocks(target.encode(text), Random(seed)):
            committed += block
            bridge.extend(block)
            whole = target.decode(committed)
            assert bridge.open_end == whole.endswith("\ufffd")
            if not bridge.open_end:
                opened = len(draft.opening)
                assert draft.decode(bridge.ids[opened:]) == draft.decode(draft.encode(whole)[0])
        assert not bridge.open_end


@pytest.mark.parametrize("text", TEXTS)
def test_the_end_is_split_as_the_whole_would_be(sides: tuple[Any, TokenizerFile, int], text: str) -> None:
    target, draft, _ = sides
    bridge = bridge_of(sides)
    long = text + "\n" + " ".join(TEXTS)
    ids = target.encode(long)
    bridge.restart(ids[: len(ids) // 3])
    for block in blocks(ids[len(ids) // 3 :], Random(3)):
        bridge.extend(block)
    whole = [*draft.opening, *draft.encode(target.decode(ids))[0]]
    assert bridge.ids == whole


@pytest.mark.parametrize("text", TEXTS)
def test_a_right_draft_becomes_the_targets_own_ids(sides: tuple[Any, TokenizerFile, int], text: str) -> None:
    """The draft model writes just what the target would: all of it must be proposed, but for the last id,
    which more text could change, and where the commit stands inside of a character or a word."""
    target, draft, size = sides
    ids = target.encode(text)
    found = 0
    for cut in range(1, len(ids)):
        bridge = bridge_of(sides)
        bridge.restart(ids[:cut])
        rest = target.decode(ids)[len(target.decode(ids[:cut])) :]
        if bridge.open_end:
            assert bridge.proposal(draft.encode("anything")[0]) == []
            continue
        window = bridge.ids
        drafted = draft.encode(target.decode(ids[:cut]) + rest)[0]
        continued = [*draft.opening, *drafted]
        if continued[: len(window)] != window:
            continue  # the draft's tokenizer would have split what came before otherwise
        proposal = bridge.proposal(continued[len(window) :])
        assert all(token < size for token in proposal)
        assert target.decode([*ids[:cut], *proposal]) == target.decode(ids)
        assert proposal == ids[cut:]
        found += 1
    assert found > len(ids) // 10


def test_half_a_character_is_neither_read_nor_written(made: dict[str, tuple[Any, Path]]) -> None:
    target, draft = made["bytes"][0], TokenizerFile(made["short"][1])
    bridge = TextBridge(wrapped(target), draft, len(target), 600)
    smile = target.encode("🙂", add_special_tokens=False)
    assert len(smile) == 4
    bridge.restart(target.encode("so", add_special_tokens=False))
    before = list(bridge.ids)
    for part in smile[:3]:
        bridge.extend([part])
        assert bridge.open_end
        assert bridge.ids == before
        assert bridge.proposal(draft.encode(" what")[0]) == []
    bridge.extend(smile[3:])
    assert not bridge.open_end
    assert draft.decode(bridge.ids) == "so🙂"
    # The draft model stops inside a character: what comes before it stands.
    halves = draft.encode(" so 🙂")[0]
    assert len(halves) >= 4
    whole = target.encode(" so ", add_special_tokens=False)
    assert bridge.proposal(halves[:-1])[: len(whole)] == whole
    assert "\ufffd" not in target.decode(bridge.proposal(halves[:-1]))


def test_a_boundary_inside_a_word_is_continued_from_there(made: dict[str, tuple[Any, Path]]) -> None:
    """The target wrote "wonder" in pieces that its tokenizer wouldn't choose: what follows is taken alone."""
    target, draft = made["long"][0], TokenizerFile(made["bytes"][1])
    bridge = TextBridge(wrapped(target), draft, len(target), 257)
    odd = [target.get_vocab()[piece] for piece in ("Ġ", "w", "o", "n", "d")]
    bridge.restart([*target.encode("It is", add_special_tokens=False), *odd])
    proposal = bridge.proposal(draft.encode("erful")[0])
    assert proposal == target.encode("erful", add_special_tokens=False)


def test_special_tokens_end_a_draft_unless_the_target_has_them_too(made: dict[str, tuple[Any, Path]]) -> None:
    target, draft = made["short"][0], made["bytes"][0]
    bridge = TextBridge(wrapped(target), TokenizerFile(made["bytes"][1]), len(target), 257)
    assert bridge.carries(draft.eos_token_id)  # <|end|> in both
    bridge.restart(target.encode("Done.", add_special_tokens=False))
    assert bridge.proposal([draft.eos_token_id]) == [target.eos_token_id]
    other = TextBridge(wrapped(made["long"][0]), TokenizerFile(made["bytes"][1]), 600, 257)
    assert not other.carries(draft.eos_token_id)


def test_the_opening_that_the_draft_expects_stands_before_the_text(made: dict[str, tuple[Any, Path]]) -> None:
    draft = TokenizerFile(made["metaspace"][1])
    assert draft.opening == [1]
    target = made["bytes"][0]
    bridge = TextBridge(wrapped(target), draft, len(target), 600)
    bridge.restart(target.encode("The weather", add_special_tokens=False))
    assert bridge.ids == [1, *draft.encode("The weather")[0]]


def test_randomness_is_shared_where_pieces_are(made: dict[str, tuple[Any, Path]]) -> None:
    target, draft = made["long"][0], made["short"][0]
    bridge = TextBridge(wrapped(target), TokenizerFile(made["short"][1]), len(target), len(draft))
    shared = set(target.get_vocab()) & set(draft.get_vocab())
    assert len(shared) > 256
    for piece, at in draft.get_vocab().items():
        assert bridge.noise_ids[at] == target.get_vocab().get(piece, -1)


def test_a_commit_costs_the_same_in_a_long_text(
    made: dict[str, tuple[Any, Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    target, draft = made["long"][0], TokenizerFile(made["short"][1])
    bridge = TextBridge(wrapped(target), draft, len(target), len(made["short"][0]))
    ids = target.encode(" ".join(CORPUS * 60), add_special_tokens=False)
    bridge.restart(ids)
    encoded: list[int] = []
    encode = draft.encode
    monkeypatch.setattr(draft, "encode", lambda text: encoded.append(len(text)) or encode(text))
    for token in ids[:200]:
        bridge.extend([token])
    assert len(ids) > 3000
    assert max(encoded) < 400
