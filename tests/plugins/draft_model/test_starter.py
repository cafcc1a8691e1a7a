"""The starter model as its own draft model, whole and in part."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from foreword.messages import Sampling
from foreword.target.loading import load_target
from tests.plugins.draft_model.desk import SAMPLINGS, Desk
from tests.plugins.draft_model.making import early_layers

pytestmark = [pytest.mark.starter, pytest.mark.timeout(900), pytest.mark.usefixtures("patient")]


@pytest.fixture(scope="module")
def starter(starter_folder: Path) -> Any:
    return load_target(starter_folder, name="starter", dtype="float32", context=1024)


QUESTION = "Write a short story about rain in the mountains."


@pytest.mark.parametrize("sampling", SAMPLINGS[:2])
def test_the_starter_model_drafts_for_itself(
    starter: Any, starter_folder: Path, desk: Callable[..., Desk], sampling: Sampling
) -> None:
    """Nearly all is accepted: the two differ in rounding alone."""
    _, drafted = desk(starter, starter_folder, longest_draft=6).both(QUESTION, sampling, 64)
    assert drafted.stats.verified >= 20
    assert drafted.stats.acceptance > 0.9


@pytest.mark.parametrize("sampling", SAMPLINGS[:2])
def test_its_first_layers_draft_for_it(
    starter: Any, starter_folder: Path, tmp_path: Path, desk: Callable[..., Desk], sampling: Sampling
) -> None:
    """Twenty-six of thirty layers: worse, and some of it is right."""
    draft = early_layers(tmp_path / "early", starter_folder, 26)
    _, drafted = desk(starter, draft, longest_draft=4).both(QUESTION, sampling, 48)
    assert drafted.stats.drafted > 0
    assert 0 < drafted.stats.accepted < drafted.stats.verified
