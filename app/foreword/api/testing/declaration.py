"""What a speculator says of itself: its summary, options, status and buttons."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

from foreword.api.limits import MOST_LIKELIEST
from foreword.api.options import (
    BoolOption,
    ChoiceOption,
    FloatOption,
    IntOption,
    Option,
    OptionError,
    Value,
    check_options,
)
from foreword.api.testing.checks import check_pickled
from foreword.api.testing.driver import Driver
from foreword.api.testing.lane import fail
from foreword.api.testing.suite import Suite, chat_id, check_plain

STATUS_SECONDS = 0.05
"""A status may compute for so long; it is asked for several times a second while its page is open."""


class Declaration(Suite):
    def test_is_described_in_one_line(self) -> None:
        summary = self.speculator_class.summary
        if type(summary) is not str or not summary.strip() or "\n" in summary:
            raise fail(f"summary is one sentence for the settings page, not {summary!r}")

    def test_declares_sound_options(self) -> None:
        try:
            check_options(self.speculator_class.options)
        except OptionError as error:
            raise fail(f"{error}: the app would not switch it on") from error
        wanted = self.speculator_class.likeliest_wanted
        if type(wanted) is not int or not 0 <= wanted <= MOST_LIKELIEST:
            raise fail(f"likeliest_wanted is a whole number from 0 to {MOST_LIKELIEST}, not {wanted!r}")

    def test_options_can_be_pickled(self) -> None:
        check_pickled(self.speculator_class.options, "options")

    def test_takes_every_value_that_its_options_allow(self, tmp_path: Path) -> None:
        """At each end of each range, one option at a time, then all. `attach` may raise Unsuitable."""
        prompt = self.model().prompt(48, 1)
        with self.opened(tmp_path) as driver:
            for values in _boundaries(self.speculator_class.options):
                driver.configure({**self.values(), **values})
                check_plain(driver.reply(chat_id(1), prompt, length=24))

    def test_status_is_sound_and_cheap(self, tmp_path: Path) -> None:
        """Before a reply and after it, for no chat, a known one and an unknown one."""
        prompt = self.model().prompt(48, 1)
        with self.opened(tmp_path) as driver:
            _check_cheap(driver)
            check_plain(driver.reply(chat_id(1), prompt))
            _check_cheap(driver)

    def test_every_button_can_be_pressed(self, tmp_path: Path) -> None:
        """With a chat open and without; the conversations come where a button asks for them."""
        prompt = self.model().prompt(48, 1)
        with self.opened(tmp_path) as driver:
            check_plain(driver.reply(chat_id(1), prompt))
            for chat in (chat_id(1), None):
                status = driver.status(chat)
                for action in status.actions if status else ():
                    driver.act(action.name, chat)
                    if driver.host.history_wanted:
                        driver.host.history_wanted = False
                        driver.learn(chat_id(1), [prompt])
                        driver.learn(chat_id(2), [])
                    driver.status(chat)
                    check_plain(driver.reply(chat_id(1), prompt))


def _check_cheap(driver: Driver) -> None:
    seconds = []
    for chat in (None, chat_id(1), chat_id(99)) * 5:
        driver.status(chat)
        seconds.append(driver.computed)
    if statistics.median(seconds) > STATUS_SECONDS:
        raise fail(
            f"`status` computes for {statistics.median(seconds) * 1e3:.0f} ms, and it is asked for often: "
            "keep its figures up to date instead"
        )


def _boundaries(options: tuple[Option, ...]) -> Iterator[dict[str, Value]]:
    ends = {option.name: _ends(option) for option in options}
    for name, values in ends.items():
        for value in values:
            yield {name: value}
    if ends:
        yield {name: values[0] for name, values in ends.items()}
        yield {name: values[-1] for name, values in ends.items()}


def _ends(option: Option) -> tuple[Value, ...]:
    if isinstance(option, BoolOption):
        return (False, True)
    if isinstance(option, IntOption | FloatOption):
        return (option.low, option.high)
    if isinstance(option, ChoiceOption):
        return option.choices
    return ("", "none of that name", "Größe ✓", option.default)
