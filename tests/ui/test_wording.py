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
        "21.4 tokens/s · first token 0.31 s · 128 tokens · 2.33 tokens per pass · 64 % accepted "
        "· ended by the model"
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


def test_a_reply_without_figures_shows_none():
    stopped = reply(status="stopped", stop_reason=None, stats={"seed": 7})
    assert wording.stats_line(stopped) == "stopped by you"
    assert wording.ending(reply(status="failed", stop_reason="context_full")) == "no room in the context"
    assert wording.ending(reply(status="failed", stop_reason="out_of_memory")) == "out of memory"


@pytest.mark.parametrize(
    ("size", "words"),
    [(1, "1 byte"), (999, "999 bytes"), (1000, "1.0 KB"), (9949, "9.9 KB"), (9951, "10 KB"),
     (999_499, "999 KB"), (999_500, "1.0 MB"), (25_000_000, "25 MB")],
)  # fmt: skip
def test_sizes(size: int, words: str):
    assert wording.size_words(size) == words


def test_times():
    assert wording.seconds_words(0.314) == "0.31 s"
    assert wording.seconds_words(12.4) == "12 s"
    assert wording.seconds_words(125) == "2 min 5 s"


def test_a_long_name_keeps_its_beginning_and_its_end():
    assert wording.middle_cut("short.py", 20) == "short.py"
    cut = wording.middle_cut("a_very_long_name_of_a_file.py", 20)
    assert len(cut) == 20
    assert cut.startswith("a_very_long")
    assert cut.endswith("ile.py")


def test_how_many_messages_go():
    assert wording.delete_words(1) == "Delete this message?"
    assert wording.delete_words(2) == "Delete this message and the one that follows it?"
    assert wording.delete_words(1201) == "Delete this message and the 1,200 that follow it?"


def test_how_many_were_left_out():
    assert wording.left_out_words(1) == "The oldest message was left out for want of room"
    assert wording.left_out_words(12) == "The 12 oldest messages were left out for want of room"


def test_what_goes_on_while_a_chat_is_summed_up():
    assert wording.summary_words(512, 2048) == "Reading the earlier chat 512 / 2,048"
    assert wording.summary_words(2048, 2048) == "Summing up the earlier chat"


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


def test_days():
    now = datetime.datetime(2025, 3, 10, 0, 30).timestamp()
    assert wording.day_group(now - 60, now) == "Today"
    assert wording.day_group(now - 3600, now) == "Yesterday"
    assert wording.day_group(now - 3 * 86400, now) == "Earlier"


def test_tooltips_are_never_read_as_html():
    assert "<b>" not in wording.plain_tooltip("<b>x</b>")
