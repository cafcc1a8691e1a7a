"""Facts in words: the stats line, stop reasons, the model line, days."""

from __future__ import annotations

import datetime
import time
from typing import Any

import pytest

from foreword.messages import ModelFailed, ModelProgress, StopReason
from foreword.session.conversation import Turn
from foreword.ui import wording
from tests.fakes.fake_controller import READY, STATS


def reply(**changes: Any) -> Turn:
    values = {"status": "complete", "stop_reason": "eos", "stats": STATS, **changes}
    return Turn("t", "c", "p", "assistant", "text", created_at=time.time(), **values)


def test_the_stats_line():
    assert wording.stats_line(reply()) == (
        "21.4 tokens/s · 2.31 tokens per pass · 64 % of drafts accepted · 128 tokens · ended by the model"
    )


@pytest.mark.parametrize(
    ("reason", "words"),
    [("eos", "ended by the model"), ("stop_string", "stop text reached"), ("length", "length limit"),
     ("context_end", "context full"), ("cancelled", "stopped by you")],
)  # fmt: skip
def test_why_a_reply_ended(reason: str, words: str):
    assert wording.stats_line(reply(stop_reason=reason)).endswith(words)


def test_every_stop_reason_has_words():
    assert set(wording.STOP_WORDS) == set(StopReason)


def test_an_interrupted_reply_says_so_without_figures():
    line = wording.stats_line(reply(status="interrupted", stop_reason=None, stats={}))
    assert line == "interrupted: the app was closed while this was written"


def test_without_drafts_there_is_no_acceptance():
    stats = {**STATS, "drafted": 0, "verified": 0, "accepted": 0, "acceptance": 0.0}
    assert "nothing drafted" in wording.stats_line(reply(stats=stats))
    assert "%" not in wording.stats_line(reply(stats=stats))


def test_one_token_is_one_token():
    assert " 1 token ·" in wording.stats_line(reply(stats={**STATS, "completion_tokens": 1}))


def test_the_details_have_every_count():
    details = wording.stats_details(reply())
    for words in ("Prompt: 412 tokens", "cache: 380", "Passes: 55", "Drafted: 160", "Verified: 114",
                  "Accepted: 73", "0.20 s", "5.98 s", "0.31 s", "Seed: 7", "dtype: bfloat16",
                  "ngram: 160 drafted, 114 verified, 73 accepted, 4.0 ms"):  # fmt: skip
        assert words in details


def test_the_model_line():
    assert wording.model_line(ModelProgress("Loading weights", 0.434)) == "Loading weights 43 %"
    assert wording.model_line(ModelProgress("Starting")) == "Starting…"
    assert wording.model_line(READY) == "SmolLM2-135M-Instruct · CPU · bfloat16"


def test_what_is_wrong_with_the_model():
    missing = ModelFailed("the starter model is not here; fetch it with: foreword x", missing="starter")
    assert wording.model_problem(missing) == "The starter model is not here."
    assert wording.model_line(missing) == "No model yet"
    assert wording.model_line(ModelFailed("broken")) == "Model not loaded"
    assert wording.model_problem(ModelFailed("it holds no safetensors")) == "It holds no safetensors."


def test_the_download_is_named():
    assert wording.download_words("starter") == "Download the starter model (93 MB)"
    assert wording.download_words("some/model-1B") == "Download some/model-1B"
    assert wording.download_words("x" * 100 + "/end") == f"Download …{'x' * 36}/end"


@pytest.mark.parametrize(
    ("device", "words"),
    [("cpu", "CPU"), ("cpu (AVX512)", "CPU (AVX512)"), ("cuda:0", "CUDA:0"), ("NVIDIA H200", "NVIDIA H200")],
)
def test_devices_as_people_write_them(device: str, words: str):
    assert wording.device_words(device) == words


def test_the_line_below_the_composer():
    idle = wording.composer_hint(busy=False, elsewhere=True, typed=True)
    assert idle == "Enter sends, Shift+Enter breaks the line"
    assert wording.composer_hint(busy=True, elsewhere=False, typed=False) == "Esc stops the reply"
    assert "when the reply is complete" in wording.composer_hint(busy=True, elsewhere=False, typed=True)
    assert "another chat" in wording.composer_hint(busy=True, elsewhere=True, typed=True)


def test_days():
    now = datetime.datetime(2025, 3, 10, 0, 30).timestamp()
    assert wording.day_group(now - 60, now) == "Today"
    assert wording.day_group(now - 3600, now) == "Yesterday"
    assert wording.day_group(now - 3 * 86400, now) == "Earlier"


def test_tooltips_are_never_read_as_html():
    assert "<b>" not in wording.plain_tooltip("<b>x</b>")
