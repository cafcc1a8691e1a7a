"""What the history drafts, against a search by brute force over all that it was told."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from foreword.api import Budget
from foreword_suffix_history import matcher
from tests.plugins.suffix_history.helpers import BUDGET, Bench, bench, chain, check, longest_suffix

few = st.lists(st.integers(0, 2), max_size=12)


def test_it_drafts_what_followed_in_another_chat(history: Bench) -> None:
    history.chat("first", [1, 2, 3, 4, 5], [6, 7, 8, 9])
    history.start([50, 2, 3, 4, 5], "second")
    found = history.draft()
    assert found is not None
    assert (chain(found), found.match_length) == ([6, 7, 8, 9], 4)


def test_a_match_shorter_than_a_gram_is_none(history: Bench) -> None:
    history.chat("first", [1, 2, 3, 4, 5, 6])
    assert history.chain_after([3, 4, 5], 4) == []
    assert history.chain_after([], 4) == []


def test_a_match_goes_on_over_the_ends_of_chunks(history: Bench) -> None:
    draw = random.Random(1)
    text = [draw.randrange(40_000) for _ in range(2_000)]
    history.chat("first", text[:700], text[700:])
    history.start(text[100:140], "second", temporary=True)
    for at in range(140, 1_990, 7):
        found = history.draft(Budget(7, 5_000))
        assert found is not None
        assert list(found.token_ids) == text[at : at + 7]
        assert found.match_length == 32
        history.observe(*text[at : at + 7], accepted=7)


def test_the_same_word_48_times_is_continued_by_itself(history: Bench) -> None:
    history.chat("first", [7] * 48)
    for length in (4, 20, 60):
        found = history.chain_after([7] * length, 8)
        assert found
        assert set(found) == {7}


def test_the_longest_match_wins_and_others_become_branches(history: Bench) -> None:
    history.chat("long", [1, 2, 3, 4, 5, 6, 10, 11])
    history.chat("short", [9, 3, 4, 5, 6, 20, 21])
    history.start([1, 2, 3, 4, 5, 6], "here")
    found = history.draft()
    assert found is not None
    assert chain(found) == [10, 11]
    assert set(found.token_ids) == {10, 11, 20, 21}
    assert found.match_length == 6


def test_what_was_said_more_often_comes_first_and_of_equals_the_newest(history: Bench) -> None:
    for name, token in (("a", 10), ("b", 10), ("c", 20)):
        history.chat(name, [1, 2, 3, 4, token, token])
    assert history.chain_after([1, 2, 3, 4], 1) == [10]
    history.chat("d", [1, 2, 3, 4, 20, 20])
    assert history.chain_after([1, 2, 3, 4], 1) == [20]


def test_options_bound_match_draft_and_branches(history: Bench) -> None:
    for token in range(10, 16):
        history.chat(f"chat {token}", [1, 2, 3, 4, 5, token, *range(100, 120)])
    history.configure(branches=2, longest_draft=3)
    history.start([1, 2, 3, 4, 5])
    found = history.draft()
    assert found is not None
    assert len(found) == 3
    assert len(set(range(len(found))) - set(found.parents)) <= 2
    history.configure(shortest_match=6)
    assert history.chain_after([9, 2, 3, 4, 5], 4) == []
    history.configure(shortest_match=4)
    assert history.chain_after([9, 2, 3, 4, 5], 4) != []


def test_what_the_prompt_holds_already_is_not_drafted_from_its_own_record(history: Bench) -> None:
    own = [*range(1, 9), 50, 51, *range(60, 70)]
    history.chat("here", own)
    history.chat("other", [5, 6, 7, 8, 90, 91])
    history.start([*own, 5, 6, 7, 8], "here")
    found = history.draft()
    assert found is not None
    assert found.token_ids == (90, 91)


def test_a_reply_written_anew_may_follow_its_earlier_version(history: Bench) -> None:
    history.chat("here", [1, 2, 3, 4, 5], [6, 7, 8])
    history.start([1, 2, 3, 4, 5], "here")
    found = history.draft()
    assert found is not None
    assert found.token_ids == (6, 7, 8)


def test_one_tokenizer_says_nothing_to_another(history: Bench) -> None:
    history.chat("first", [1, 2, 3, 4, 5, 6, 7])
    history.attach("two")
    history.start([1, 2, 3, 4, 5], "second", fingerprint="two")
    assert history.draft() is None
    history.speculator.finish()
    history.chat("second", [1, 2, 3, 4, 5, 9, 9], fingerprint="two")
    assert history.chain_after([1, 2, 3, 4, 5], 2) == [6, 7]


def test_ids_past_the_vocabulary_are_never_drafted(history: Bench) -> None:
    history.chat("first", [1, 2, 3, 4, 5, 60_000, 6])
    assert history.chain_after([2, 3, 4, 5], 4) == []


@given(st.lists(st.tuples(st.integers(0, 3), few, few), max_size=8), st.lists(few, min_size=1, max_size=4))
@settings(max_examples=60)
def test_the_longest_match_is_that_of_a_search_through_everything(
    chats: list[tuple[int, list[int], list[int]]], contexts: list[list[int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder, bench(Path(folder)) as history:
        corpus: list[list[int]] = []
        for chat, prompt, reply in chats:
            history.chat(f"chat {chat}", prompt, reply)
            corpus.append(prompt + reply)
        for context in contexts:
            compare(history, corpus, context)
        check(Path(folder) / "history.db")


def compare(history: Bench, corpus: list[list[int]], context: list[int]) -> None:
    """Exact where no more places share the gram than are followed; else it may miss the longest."""
    length, following = longest_suffix(corpus, context, 32)
    gram = context[-4:] if len(context) > 3 else None
    places = sum(text[at : at + 4] == gram for text in corpus for at in range(len(text) - 3))
    history.start(context, "elsewhere", temporary=True)
    found = history.draft(BUDGET)
    history.speculator.finish()
    if length < 4:
        assert found is None
        return
    assert found is not None
    assert found.match_length <= length
    if places <= matcher.WIDTH:
        assert found.match_length == length
        if len(following) == 1:
            assert found.token_ids[0] in following


@given(st.data())
@settings(max_examples=40)
def test_after_any_course_of_learning_and_forgetting_it_knows_what_it_should(data: st.DataObject) -> None:
    sequences = st.lists(few, max_size=3)
    with tempfile.TemporaryDirectory() as folder, bench(Path(folder)) as history:
        known: dict[str, list[list[int]]] = {}
        for _ in range(data.draw(st.integers(1, 8))):
            name = data.draw(st.sampled_from("abc"))
            match data.draw(st.sampled_from(("chat", "forget", "replace", "reopen"))):
                case "chat":
                    text = data.draw(few)
                    history.chat(name, text)
                    known.setdefault(name, []).append(text)
                case "forget":
                    history.speculator.forget(name)
                    known.pop(name, None)
                case "replace":
                    known[name] = data.draw(sequences)
                    history.feed(name, *known[name])
                case "reopen":
                    history.reopen()
        history.settle()
        corpus = [text for texts in known.values() for text in texts]
        compare(history, corpus, data.draw(few))
        check(Path(folder) / "history.db")


def test_a_large_history_with_hot_words_splits_its_leaves_and_stays_in_order(history: Bench) -> None:
    draw = random.Random(5)
    phrases = [[draw.randrange(50) for _ in range(8)] for _ in range(30)]
    corpus = []
    for number in range(40):
        text = [token for _ in range(60) for token in draw.choice(phrases)]
        text[draw.randrange(len(text))] = 1_000 + number
        history.feed(f"chat {number}", text)
        corpus.append(text)
    check(history.host.data_folder / "history.db")
    for number in (5, 17, 39):
        at = corpus[number].index(1_000 + number)
        if at + 8 < len(corpus[number]):
            context = corpus[number][max(0, at - 5) : at + 4]
            assert history.chain_after(context, 4) == corpus[number][at + 4 : at + 8]
