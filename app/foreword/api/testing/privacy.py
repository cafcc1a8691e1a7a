"""What a speculator may not know any more: temporary chats, and those that were deleted."""

from __future__ import annotations

from pathlib import Path

from foreword.api.testing.checks import check_no_trace
from foreword.api.testing.driver import WIDEST, Driver
from foreword.api.testing.lane import fail
from foreword.api.testing.suite import Suite, chat_id, check_plain, secret
from foreword.api.testing.toy import ScriptedModel

LENGTH = 48
"""Tokens of the secret prompt, and of the secret reply to it."""

KNOWS = 3
"""Who proposes so many tokens of a secret has kept it."""

TEMPORARY, DELETED = "the chat was temporary", "its chat was deleted"


class Privacy(Suite):
    def test_a_temporary_chat_leaves_no_trace(self, tmp_path: Path) -> None:
        words = secret(self.model(), 2 * LENGTH, 1)
        with self.opened(tmp_path) as driver:
            self._tell(driver, chat_id(1), words, temporary=True)
            check_no_trace(tmp_path, words, chat_id(1), TEMPORARY)
        check_no_trace(tmp_path, words, chat_id(1), TEMPORARY)
        with self.opened(tmp_path) as driver:
            self._check_unknown(driver, words, TEMPORARY)

    def test_a_deleted_chat_is_forgotten(self, tmp_path: Path) -> None:
        """In memory at once, in the files too; a second time, and for a chat never seen, nothing happens."""
        words = secret(self.model(), 2 * LENGTH, 2)
        with self.opened(tmp_path) as driver:
            self._tell(driver, chat_id(2), words)
            self._tell(driver, chat_id(3), secret(self.model(), 2 * LENGTH, 3))
            for deleted in (chat_id(2), chat_id(2), chat_id(99)):
                driver.forget(deleted)
            self._check_unknown(driver, words, DELETED)
        check_no_trace(tmp_path, words, chat_id(2), DELETED)

    def test_a_chat_that_was_learnt_is_forgotten(self, tmp_path: Path) -> None:
        """One that came through `learn`, in two versions, and another one without anything in it."""
        words = secret(self.model(), 2 * LENGTH, 4)
        with self.opened(tmp_path) as driver:
            driver.learn(chat_id(4), [words, words[:LENGTH]])
            driver.learn(chat_id(4), [words])
            driver.learn(chat_id(5), [])
            check_plain(driver.reply(chat_id(6), words[:LENGTH]))
            driver.forget(chat_id(4))
            driver.forget(chat_id(6))
            self._check_unknown(driver, words, DELETED)
        check_no_trace(tmp_path, words, chat_id(4), DELETED)

    def test_a_chat_deleted_while_it_was_off_is_forgotten(self, tmp_path: Path) -> None:
        """It is told right after `open`, before a target is there."""
        words = secret(self.model(), 2 * LENGTH, 7)
        with self.opened(tmp_path) as driver:
            self._tell(driver, chat_id(7), words)
        with self.opened(tmp_path, forget=[chat_id(7), chat_id(99)]) as driver:
            self._check_unknown(driver, words, DELETED)
        check_no_trace(tmp_path, words, chat_id(7), DELETED)

    def _tell(self, driver: Driver, chat: str, words: list[int], *, temporary: bool = False) -> None:
        """A chat whose prompt is the first half of a secret, and its reply the second."""
        ours = driver.model
        driver.model = ScriptedModel(words[LENGTH:], LENGTH, ours)
        check_plain(driver.reply(chat, words[:LENGTH], length=LENGTH, temporary=temporary))
        driver.model = ours

    def _check_unknown(self, driver: Driver, words: list[int], why: str) -> None:
        """Another chat begins as the secret does, at several places of it: no draft may go on with it."""
        for at in range(12, len(words) - WIDEST, 7):
            if not driver.start(chat_id(1000 + at), words[at - 12 : at], temporary=True):
                continue
            draft = driver.draft(WIDEST)
            driver.finish()
            if draft and draft.token_ids[:KNOWS] == tuple(words[at : at + KNOWS]):
                raise fail(
                    f"a draft goes on with words that it can't know any more: {why}. Erase them from memory "
                    "as well as from the files, and from whatever was counted of them"
                )
