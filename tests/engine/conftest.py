"""One tiny target for all tests of the engine."""

from __future__ import annotations

import pytest

from foreword.target.transformers_target import TransformersTarget
from tests.fakes.tiny_target import tiny_target


@pytest.fixture(scope="session")
def target() -> TransformersTarget:
    return tiny_target()
