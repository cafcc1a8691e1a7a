"""Where a configuration works: an empty folder, so that every run starts from the same stated history.

No speculator has seen the user's chats or an earlier run, no pass was timed before, and nothing of the
run stays in the profile. Only the self-test's result, which passes agree bit for bit, is shared: it must
be the same for all that are compared.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from foreword.paths import Paths

_SELF_TESTS = "passes"
_PASS_TIMES = "times-*"


@dataclass(frozen=True, slots=True)
class DeskPaths(Paths):
    """All in one folder, but the models where the user has them."""

    models_at: Path

    @property
    def models(self) -> Path:
        return self.models_at


def lay_out(folder: Path, paths: Paths, self_tests_of: Paths) -> DeskPaths:
    """Make a desk in `folder`, with the self-tests' results of another profile or desk."""
    folder.mkdir()
    known = self_tests_of.data / _SELF_TESTS
    if known.is_dir():
        shutil.copytree(known, folder / _SELF_TESTS, ignore=shutil.ignore_patterns(_PASS_TIMES))
    return DeskPaths(folder, folder, folder, paths.models)
