"""The table as text, and what is said beneath it."""

from __future__ import annotations

from foreword.commands.bench.configurations import PLAIN, Configuration
from foreword.commands.bench.records import LeftOut, Round
from foreword.commands.bench.summary import Row, SpeculatorRow
from foreword.commands.bench.table import notes, speculator_table, table
from tests.fakes.bench import own_reply, question

NGRAM = Configuration("ngram", "speculators", ("ngram",))
PEER = Configuration("transformers", "peer")


def test_the_table_word_for_word() -> None:
    rows = [
        Row("math", "plain", 2, 3, 3, 20.04, 1.0, None, 1.0, None, 1.0, 0.0),
        Row("math", "ngram", 2, 3, 3, 31.26, 1.5599, (1.2, 1.987), 1.72, 0.413, 0.55, 12.4),
        Row("total", "transformers-lookup", 2, 3, 1, None, None, None, None, None, None, None),
    ]
    assert table(rows) == [
        "category  configuration        questions  tok/s  ratio          95 %  tok/pass  accepted"
        "  plain steps  draft µs   equal",
        "",
        "math      plain                        2   20.0   1.00             -      1.00         -"
        "         100%         0  3 of 3",
        "          ngram                        2   31.3   1.56  1.20 to 1.99      1.72       41%"
        "          55%        12  3 of 3",
        "",
        "total     transformers-lookup          2      -      -             -         -         -"
        "            -         -  1 of 3",
    ]


def test_the_speculators_table_word_for_word() -> None:
    rows = [
        SpeculatorRow("ngram,history", "ngram", 1200, 300, 45, 31.4),
        SpeculatorRow("ngram,history", "history", 0, 0, 0, None),
    ]
    assert speculator_table(rows) == [
        "configuration  speculator  drafted  verified  accepted  draft µs",
        "ngram,history  ngram          1200       300        45        31",
        "ngram,history  history           0         0         0         -",
    ]


def test_nothing_is_said_where_all_is_well() -> None:
    same = (own_reply([1, 2], 1.0),)
    rounds = [Round(question(1), {"plain": same, "ngram": same, "transformers": same})]
    assert notes(rounds, [], [PLAIN, NGRAM, PEER]) == []


def test_differing_replies_and_parted_histories_are_told() -> None:
    plain = (own_reply([1], 1.0), own_reply([2], 1.0))
    early = (own_reply([9], 1.0), own_reply([8], 1.0))
    late = (own_reply([1], 1.0), own_reply([8], 1.0))
    rounds = [
        Round(question(1, turns=2), {"plain": plain, "ngram": late, "transformers": early}),
        Round(question(2, turns=2), {"plain": plain, "ngram": plain, "transformers": late}),
    ]
    left_out = [LeftOut(question(7, "rag"), "plain: the conversation has 9 tokens")]
    assert notes(rounds, left_out, [PLAIN, NGRAM, PEER]) == [
        "Left out: rag 7: plain: the conversation has 9 tokens",
        "ngram: 1 of 4 replies differ from plain's; rounding could have decided 0 tokens.",
        "transformers: an earlier reply differed from plain's in 1 of 2 conversations, "
        "so that their later turns answer other prompts.",
    ]
