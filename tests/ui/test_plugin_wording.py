"""How speculators, options and plans read: nothing said twice, nothing that turns or hides other words."""

from __future__ import annotations

import dataclasses

import pytest

from foreword.api import BoolOption, ChoiceOption, FloatOption, IntOption, OptionError, TextOption
from foreword.messages import SpeculatorInfo, SpeculatorState
from foreword.plugin_messages import InstallPlan, Package, PluginInfo
from foreword.ui import plugin_wording as words
from tests.fakes.fake_plugin_manager import ECHO, OURS, PLAN


@pytest.mark.parametrize(
    ("state", "reason", "expected"),
    [
        ("active", "", "Active"),
        ("off", "", "Off"),
        ("off", "held back by safe mode", "Off: held back by safe mode"),
        ("unsuitable", "it has 7 tokens", "Not with this model: it has 7 tokens"),
        ("paused", "drafting costs more than it saves", "Paused: drafting costs more than it saves"),
        ("incompatible", "needs interface v2.0", "Incompatible: needs interface v2.0"),
        ("failed", "failed in draft: KeyError: 7", "Failed in draft: KeyError: 7"),
        ("failed", "could not be built", "Failed: could not be built"),
        ("quarantined", "its import ended the app", "Quarantined: its import ended the app"),
    ],
)
def test_every_state_in_words(state: SpeculatorState, reason: str, expected: str):
    assert words.state_words(SpeculatorInfo("a", "p", "1", state, reason)) == expected


def test_no_state_is_without_words():
    assert set(words.STATE_WORDS) == set(SpeculatorState.__args__)


def test_what_comes_with_the_app_is_marked():
    info = SpeculatorInfo("ngram", "foreword", "0.1.0", "active", bundled=True)
    assert words.package_words(info) == "foreword 0.1.0 · comes with Foreword"
    assert words.package_words(dataclasses.replace(info, bundled=False)) == "foreword 0.1.0"
    assert words.plugin_words(OURS) == "0.1.0 · comes with Foreword"


def test_a_line_is_one_line_and_turns_nothing_around():
    assert words.line("a\n b\t c") == "a b c"
    assert words.line("safe\u202egnihtyna\u2066\x07\u200b") == "safegnihtyna"
    assert words.line("مكرر") == "مكرر"
    assert len(words.line("x" * 9999)) == 400
    assert words.line("x" * 9999).endswith("…")


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        (IntOption("a", 256, 16, 65536, help="Oldest first.", unit="MB"),
         "Oldest first. 16 to 65,536 MB; default 256."),
        (FloatOption("a", 0.05, 0.0, 1.0), "0 to 1; default 0.05."),
        (BoolOption("a", True, help="Learn"), "Learn. Default: on."),
        (ChoiceOption("a", "one", ("one", "two")), "Default: one."),
        (TextOption("a", "", help="A folder?"), "A folder?"),
    ],
)  # fmt: skip
def test_a_hint_says_what_fits_and_what_holds(option: words.Option, expected: str):
    assert words.option_hint(option) == expected


def test_an_options_problem_names_it_as_the_user_sees_it():
    option = IntOption("longest_draft", 8, 1, 64, label="Longest draft")
    with pytest.raises(OptionError) as refused:
        option.check(99)
    said = words.option_problem(option, str(refused.value))
    assert said == "Longest draft must be a whole number from 1 to 64, not 99"
    assert words.option_label(dataclasses.replace(option, label="")) == "Longest draft"


@pytest.mark.parametrize(
    ("size", "expected"),
    [(None, "unknown"), (999, "999 bytes"), (12_400, "12 KB"), (999_600, "1.0 MB"), (16_800_000, "17 MB"),
     (123_400_000, "123 MB"), (2_500_000_000, "2.5 GB"), (3 * 10**12, "3,000 GB")],
)  # fmt: skip
def test_sizes(size: int | None, expected: str):
    assert words.size_words(size) == expected


def test_a_total_owns_up_to_what_is_not_known():
    assert words.total_words(PLAN) == "2 packages, 17 MB in all"
    unknown = dataclasses.replace(PLAN.packages[0], size=None)
    assert words.total_words(InstallPlan("x", (unknown,))) == "1 package"
    assert words.total_words(InstallPlan("x", (unknown, PLAN.packages[1]))) == (
        "2 packages, 17 MB and more: not every size is known"
    )


def test_a_copied_plan_has_whole_hashes():
    text = words.plan_text(PLAN)
    assert "sha256:" + "ab" * 32 in text
    assert "replaces 1.2.0" in text
    assert "https://pypi.org/numpy.whl" in text
    bare = InstallPlan("x", (Package("x", "1", 1, "", "/tmp/x.whl"),))
    assert "no hash given" in words.plan_text(bare)


def test_what_is_known_of_a_plugin():
    assert words.offers_words(ECHO) == "Offers the speculator echo"
    assert words.offers_words(OURS) == "Offers the speculators ngram, suffix_history"
    assert words.about_rows(ECHO) == [
        ("Licence", "MIT"),
        ("Homepage", "https://example.org/echo"),
        ("Requires", "numpy>=2"),
        ("Lies in", "/home/x/.venv/lib/python3.11/site-packages"),
    ]
    bare = PluginInfo("p", "1", "", (), False)
    assert words.offers_words(bare) == "Offers no speculator"
    assert words.about_rows(bare) == [("Licence", "not stated"), ("Requires", "nothing")]
