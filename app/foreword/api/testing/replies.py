"""Replies: the same answer as plain decoding, whatever happens to them."""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Callable
from pathlib import Path

from foreword.api.limits import SLOW_FACTOR, SLOW_STEPS
from foreword.api.sampling import Sampling
from foreword.api.testing.driver import WIDEST
from foreword.api.testing.lane import fail
from foreword.api.testing.suite import GREEDY, WARM, Suite, chat_id, check_plain
from foreword.api.testing.toy import ToyModel, ToyTokenizer

LONG = 4096
"""Tokens of the prompt on which drafts are timed."""


class Replies(Suite):
    def test_reply_is_the_plain_one(self, tmp_path: Path) -> None:
        """Over seeds, prompts and temperatures, in one life of the speculator."""
        model = self.model()
        drafted = 0
        with self.opened(tmp_path) as driver:
            for number in range(self.rounds):
                sampling = Sampling(temperature=(0.0, 0.5, 1.0)[number % 3], seed=number)
                prompt = model.prompt(16 + 9 * number, number % 5)
                reply = driver.reply(chat_id(number % 7), prompt, length=80, sampling=sampling)
                check_plain(reply)
                drafted += reply.drafted
        if self.must_draft and not drafted:
            raise fail(
                f"it proposed nothing in {self.rounds} replies, so nothing was tested: set "
                "must_draft = False if it needs more than that"
            )

    def test_switched_on_in_the_middle_of_a_reply(self, tmp_path: Path) -> None:
        prompt = self.model().prompt(40, 2)
        with self.opened(tmp_path) as driver:
            for at in (1, 20, 63):
                for sampling in (GREEDY, WARM):
                    check_plain(driver.reply(chat_id(at), prompt, sampling=sampling, switched_on_at=at))

    def test_a_reply_may_end_at_once(self, tmp_path: Path) -> None:
        """Finish right after start, and after a draft whose outcome nobody tells."""
        prompt = self.model().prompt(40, 3)
        with self.opened(tmp_path) as driver:
            for drafts in (0, 1, 2):
                if driver.start(chat_id(3), prompt):
                    for _ in range(drafts):
                        driver.draft(WIDEST)
                    driver.finish()
                check_plain(driver.reply(chat_id(3), prompt))

    def test_conversations_in_turn(self, tmp_path: Path) -> None:
        """Two chats that take turns; one is regenerated, edited at its beginning, and shortened."""
        model = self.model()
        first, second = model.prompt(40, 4), model.prompt(52, 5)
        with self.opened(tmp_path) as driver:
            answer = driver.reply(chat_id(1), first, sampling=WARM)
            check_plain(answer)
            check_plain(driver.reply(chat_id(2), second))
            check_plain(driver.reply(chat_id(1), [*first, *answer.plain, *second], sampling=WARM))
            for changed in (first, [*second[:3], *first[3:]], first[:7]):
                check_plain(driver.reply(chat_id(1), changed, sampling=dataclasses.replace(WARM, seed=9)))

    def test_targets_in_turn(self, tmp_path: Path) -> None:
        """Another model is loaded, with other ids for the same chat; then the first one again. What follows
        a few ids of the one vocabulary may lie outside of the other."""
        ours = self.model()
        with self.opened(tmp_path) as driver:
            for model in (ours, ToyModel(50_000, seed=1), ToyModel(7, seed=2), ours):
                driver.attach(model)
                prompt = model.prompt(60, 6)
                beginning = [6, 4, 2, 0, 1, 2]
                if driver.start(chat_id(2), beginning):
                    driver.draft(WIDEST)
                    driver.finish()
                check_plain(driver.reply(chat_id(2), [*beginning, model.vocab_size - 1] * 5))
                check_plain(driver.reply(chat_id(1), prompt))
                check_plain(driver.reply(chat_id(1), [*prompt, *prompt]))

    def test_a_prompt_of_one_token_or_none(self, tmp_path: Path) -> None:
        with self.opened(tmp_path) as driver:
            for prompt in ([], [0], [self.model().vocab_size - 1]):
                if driver.start(chat_id(1), prompt):
                    driver.draft(WIDEST)
                    driver.finish()
                check_plain(driver.reply(chat_id(1), prompt))

    def test_tiny_vocabularies(self, tmp_path: Path) -> None:
        for size in (1, 2, 3):
            with self.opened(tmp_path / str(size), ToyModel(size)) as driver:
                check_plain(driver.reply(chat_id(1), [size - 1] * 20))

    def test_a_vocabulary_larger_than_its_tokenizer(self, tmp_path: Path) -> None:
        """300,000 rows of logits, of which the tokenizer names 1,000; the model likes the last ones."""
        model = ToyModel(300_000, tokenizer=ToyTokenizer(1000))
        with self.opened(tmp_path, model) as driver:
            prompt = model.prompt(60, 7)
            prompt[10:20] = range(model.vocab_size - 10, model.vocab_size)
            for sampling in (GREEDY, WARM):
                check_plain(driver.reply(chat_id(1), [*prompt, *prompt], sampling=sampling))

    def test_drafts_in_time(self, tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
        """By the app's own rule, over a long prompt. The figures stand in the report (pytest -rP)."""
        prompt = self.model().prompt(LONG, 8)
        with self.opened(tmp_path) as driver:
            check_plain(driver.reply(chat_id(1), prompt, length=96))
            seconds = sorted(driver.cpu_seconds)
            allowed = SLOW_FACTOR * self.microseconds / 1e6
            slow = 0
            for taken in driver.cpu_seconds:
                slow = slow + 1 if taken > allowed else 0
                if slow == SLOW_STEPS:
                    raise fail(
                        f"{SLOW_STEPS} drafts in a row took more than {allowed * 1e3:.0f} ms: the app leaves "
                        "such a speculator out of the reply. Index in `start` and `observe`, not in `draft`"
                    )
        if seconds:
            figures = {"median": statistics.median(seconds), "worst": seconds[-1]}
            for name, value in figures.items():
                record_property(f"draft_microseconds_{name}", round(value * 1e6))
                print(f"draft over {LONG} tokens, {name}: {value * 1e6:.0f} µs")  # noqa: T201 - the report
