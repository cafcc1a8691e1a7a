"""What every part of the conformance suite stands on: the hooks that an author overrides, and the driver."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from foreword.api.host import LocalModel
from foreword.api.options import Value
from foreword.api.sampling import Sampling
from foreword.api.speculator import Speculator
from foreword.api.testing.driver import Driver, Reply
from foreword.api.testing.lane import fail
from foreword.api.testing.toy import ToyModel


class Suite:
    """The hooks. Override what doesn't fit; pytest's own fixtures can set attributes of `self`."""

    #: The class under test.
    speculator_class: type[Speculator]
    #: It may refuse the suite's model, for want of a file or a library; what needs drafts is then skipped.
    may_be_unsuitable = False
    #: It proposes something within 24 replies that repeat themselves.
    must_draft = True
    #: Replies that are compared with plain decoding.
    rounds = 24
    #: `Budget.microseconds`: what a plain pass takes where the speculator is to be used.
    microseconds = 20_000

    def make(self) -> Speculator:
        """A new instance, built as the app builds it."""
        return self.speculator_class()

    def values(self) -> Mapping[str, Value]:
        """Options that aren't to have their defaults."""
        return {}

    def models(self) -> Sequence[LocalModel]:
        """What `host.models()` gives."""
        return ()

    def model(self) -> ToyModel:
        """The target. Give it a tokenizer of your own where the toy's is too simple."""
        return ToyModel()

    # --- for the tests
    def driver(self, folder: Path, model: ToyModel | None = None) -> Driver:
        return Driver(
            self.make,
            folder,
            model or self.model(),
            values=self.values(),
            models=self.models(),
            microseconds=self.microseconds,
        )

    @contextmanager
    def opened(
        self, folder: Path, model: ToyModel | None = None, *, forget: Sequence[str] = ()
    ) -> Iterator[Driver]:
        """A driver from `open` to `close`. It must suit the suite's own model, but no other."""
        driver = self.driver(folder, model)
        try:
            driver.open(forget=forget)
            if driver.reason and model is None:
                self._refused(driver.reason)
            yield driver
        except BaseException:
            driver.abandon()
            raise
        driver.close()

    def _refused(self, reason: str) -> None:
        if not self.may_be_unsuitable:
            raise fail(
                f"`attach` refused the suite's target: {reason}. Override values(), models() or model() so "
                "that it suits, or set may_be_unsuitable = True"
            )
        import pytest  # only here: who uses the suite by hand needs none

        pytest.skip(f"unsuitable: {reason}")


def check_plain(reply: Reply) -> None:
    """Raises AssertionError unless the reply is the one that plain decoding writes."""
    if reply.token_ids != reply.plain:
        at = next(
            at for at, pair in enumerate(zip(reply.token_ids, reply.plain, strict=True)) if pair[0] != pair[1]
        )
        raise fail(
            f"the reply differs from plain decoding at token {at}: the speculator has changed "
            "something that isn't its own"
        )


def chat_id(number: int) -> str:
    """An id as the app makes them."""
    return f"{random.Random(f'chat {number}').getrandbits(128):032x}"


def secret(model: ToyModel, length: int, number: int) -> list[int]:
    """Token ids that follow no rule: who knows how they go on has seen them."""
    dice = random.Random(f"secret {number}")
    return [dice.randrange(model.vocab_size) for _ in range(length)]


GREEDY, WARM = Sampling(), Sampling(temperature=0.8)
