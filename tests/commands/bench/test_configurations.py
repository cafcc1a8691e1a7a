"""What is compared, from the words of the command line."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from foreword.commands import CommandError, UsageError
from foreword.commands.bench.configurations import PLAIN, Configuration, choose
from foreword.messages import SpeculatorInfo

INSTALLED = (
    SpeculatorInfo("ngram", "foreword", "1", "off"),
    SpeculatorInfo("other", "other", "1", "off"),
    SpeculatorInfo("odd", "odd", "1", "incompatible", "wants another interface"),
)


def chosen(
    lists: Sequence[str] | None = (), peers: Sequence[str] = (), on: Sequence[str] = ()
) -> list[Configuration]:
    return choose(lists, peers, switched_on=on, installed=INSTALLED)


def test_plain_comes_first_then_lists_then_peers() -> None:
    found = chosen(["ngram", " other, ngram "], ["transformers-lookup", "transformers"])
    assert found == [
        PLAIN,
        Configuration("ngram", "speculators", ("ngram",)),
        Configuration("other,ngram", "speculators", ("other", "ngram")),
        Configuration("transformers-lookup", "peer", lookup=10),
        Configuration("transformers", "peer"),
    ]


def test_the_lookup_length_can_be_chosen() -> None:
    assert chosen([], ["transformers-lookup:20"])[1] == Configuration(
        "transformers-lookup:20", "peer", lookup=20
    )


def test_where_nothing_is_said_the_settings_decide() -> None:
    assert chosen(None, on=["other", "ngram", "gone"])[1].speculators == ("ngram", "other")
    assert chosen(None) == [PLAIN]
    assert chosen(["none"], on=["ngram"]) == [PLAIN]


@pytest.mark.parametrize(
    ("lists", "peers", "told"),
    [
        (["nobody"], [], "there is no speculator 'nobody'; installed: ngram, other, odd"),
        ([" ,"], [], "--speculators names none"),
        (["ngram", "ngram"], [], "ngram is named twice"),
        (["ngram,other", "other,ngram"], [], "other,ngram is named twice"),
        ([], ["transformers", "transformers"], "transformers is named twice"),
        ([], ["transformers-lookup", "transformers-lookup:10"], "transformers-lookup:10 is named twice"),
        ([], ["llama"], "there is no peer 'llama'"),
        ([], ["transformers:3"], "there is no peer"),
        ([], ["transformers-lookup:0"], "there is no peer"),
        ([], ["transformers-lookup:x"], "there is no peer"),
        ([], ["transformers-lookup:9999999999999"], "there is no peer"),
    ],
)
def test_what_makes_no_sense_is_refused(lists: list[str], peers: list[str], told: str) -> None:
    with pytest.raises(UsageError) as caught:
        chosen(lists, peers)
    assert str(caught.value).startswith(told)


def test_an_incompatible_speculator_is_refused_with_its_reason() -> None:
    with pytest.raises(CommandError, match="odd can't be used: it wants another interface"):
        chosen(["odd"])
