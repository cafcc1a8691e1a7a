"""`--json OUT`: the settings and every configuration's fingerprint first, then each reply's raw figures.

One JSON object a line: first the head, then one for each question and configuration.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from foreword import __version__
from foreword.commands.bench.configurations import PLAIN, Configuration
from foreword.commands.bench.records import LeftOut, Round
from foreword.messages import LoadRequest, ModelInfo, Sampling, SpeculatorInfo

FORMAT = 1


class Report:
    """Lines into a file, each on disk before the next question. Without a file, nowhere."""

    def __init__(self, file: TextIO | None) -> None:
        self._file = file

    def head(
        self,
        *,
        files: Sequence[Path],
        questions: int,
        settings: Mapping[str, Any],
        history: str,
        infos: Mapping[Configuration, ModelInfo],
        installed: Sequence[SpeculatorInfo],
    ) -> None:
        self._write(
            {
                "format": FORMAT,
                "foreword": __version__,
                "started": datetime.now(UTC).isoformat(timespec="seconds"),
                "machine": {
                    "platform": platform.platform(),
                    "processors": os.cpu_count(),
                    "load_average": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,
                },
                "files": [str(file) for file in files],
                "questions": questions,
                "settings": dict(settings),
                "history": history,
                "speculators": {info.name: f"{info.distribution} {info.version}" for info in installed},
                "configurations": [_configuration(*item) for item in infos.items()],
            }
        )

    def result(self, result: Round | LeftOut) -> None:
        question = {"question_id": result.question.id, "category": result.question.category}
        if isinstance(result, LeftOut):
            self._write({**question, "left_out": result.reason})
            return
        for label, replies in sorted(result.replies.items()):
            equal = result.equal(label, PLAIN.label)
            turns = [
                {**reply.as_json(), "equals_plain": same} for reply, same in zip(replies, equal, strict=True)
            ]
            self._write({**question, "configuration": label, "turns": turns})

    def _write(self, value: Mapping[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(value) + "\n")
            self._file.flush()


def settings_of(
    load: LoadRequest,
    sampling: Sampling,
    max_tokens: int,
    limit: int | None,
    options: Mapping[str, Mapping[str, object]],
) -> dict[str, Any]:
    """What decides the replies, by name."""
    asked = {
        "model": load.model or "starter",
        "dtype": load.dtype,
        "context": load.context,
        "mode": load.mode,
    }
    return {
        **asked,
        **asdict(sampling),
        "max_tokens": max_tokens,
        "limit_per_category": limit,
        "speculator_options": {name: dict(values) for name, values in options.items()},
    }


def _configuration(configuration: Configuration, info: ModelInfo) -> dict[str, Any]:
    known: dict[str, Any] = {"configuration": configuration.label, "kind": configuration.kind}
    if configuration.speculators:
        known["speculators"] = list(configuration.speculators)
    if configuration.lookup:
        known["prompt_lookup_num_tokens"] = configuration.lookup
    return {**known, "model": info.name, "notes": list(info.notes), "fingerprint": dict(info.fingerprint)}
