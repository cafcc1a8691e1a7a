"""Token by token: ids that both vocabularies share pass, and nothing else does."""

from __future__ import annotations

from foreword_draft_model.bridge import TokenBridge
from tests.plugins.draft_model.making import byte_level

PIECES = {letter: at for at, letter in enumerate("abcdefgh")}


def test_a_shared_vocabulary_passes_ids_through() -> None:
    bridge = TokenBridge(PIECES, PIECES, 8, 8)
    bridge.restart([3, 1, 2])
    bridge.extend([7])
    assert bridge.ids == [3, 1, 2, 7]
    assert bridge.proposal([0, 5, 6]) == [0, 5, 6]
    assert list(bridge.noise_ids) == list(range(8))


def test_a_draft_ends_before_an_id_that_means_something_else() -> None:
    draft = PIECES | {"<|im_end|>": 8}
    target = PIECES | {"</s>": 8}
    bridge = TokenBridge(target, draft, 9, 9)
    assert bridge.proposal([1, 8, 2]) == [1]
    assert not bridge.carries(8)
    bridge.restart([1, 8, 2])
    assert bridge.ids == [1, 8, 2]  # its own special token is the best guess at the target's


def test_a_piece_that_stands_elsewhere_is_read_there_and_not_proposed() -> None:
    draft = {**PIECES, "<end>": 8, "<think>": 9}
    target = {**PIECES, "<end>": 9, "<other>": 8}
    bridge = TokenBridge(target, draft, 10, 10)
    bridge.restart([9])
    assert bridge.ids == [8]
    assert bridge.proposal([8]) == []


def test_padding_is_neither_read_nor_proposed() -> None:
    wider_target = TokenBridge(PIECES, PIECES, 16, 10)
    wider_target.restart([12, 1])
    assert wider_target.ids == [0, 1]  # the draft has no row 12
    assert wider_target.proposal([1, 9]) == [1]
    wider_draft = TokenBridge(PIECES, PIECES, 8, 12)
    assert wider_draft.proposal([7, 11, 1]) == [7]


def test_an_id_past_the_targets_logits_is_never_proposed() -> None:
    both = PIECES | {"<extra>": 8}
    assert TokenBridge(both, both, 8, 9).proposal([2, 8]) == [2]


def test_real_tokenizers_that_differ_in_one_special_token() -> None:
    target, draft = byte_level(special=["</s>"]), byte_level(special=["<|im_end|>"])
    bridge = TokenBridge(target.get_vocab(), draft.get_vocab(), len(target), len(draft))
    ids = target.encode("what they share 🙂", add_special_tokens=False)
    bridge.restart([*ids, target.eos_token_id])
    assert bridge.ids == [*ids, draft.eos_token_id]
    assert bridge.proposal([*ids, draft.eos_token_id, ids[0]]) == ids
