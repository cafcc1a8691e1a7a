"""`foreword ask` on a tiny model: the text, the JSON object, the speculators, and every way to fail."""

from __future__ import annotations

import io
import json
import signal
from array import array
from pathlib import Path
from typing import Any

import pytest

from foreword.engine.economy import Economy
from foreword.speculators.registry import Registry
from foreword.target.target import TargetError
from foreword.target.transformers_target import TransformersTarget
from foreword.worker import service
from tests.commands.conftest import Run
from tests.fakes import speculators as fakes
from tests.fakes.speculators import registry_of
from tests.fakes.tiny_target import byte_tokenizer

KEYS = {"text", "token_ids", "stop_reason", "model", "device", "dtype", "stats"}
STATS = {
    "prompt_tokens",
    "completion_tokens",
    "passes",
    "drafted",
    "verified",
    "accepted",
    "prefill_seconds",
    "decode_seconds",
    "tokens_per_second",
    "tokens_per_pass",
    "by_speculator",
}


def ask(model: Path, text: str = "hello there", *more: str) -> list[str]:
    return ["ask", text, "--model", str(model), "--dtype", "float32", "--max-tokens", "48", *more]


def use(monkeypatch: pytest.MonkeyPatch, registry: Registry) -> None:
    monkeypatch.setattr(service, "Registry", lambda **_: registry)


def test_the_json_object_holds_all_that_it_promises(foreword: Run, endless: Path) -> None:
    ran = foreword(*ask(endless, "hello there", "--json"))
    assert (ran.code, ran.err) == (0, "")
    answer = ran.json
    assert answer.keys() >= KEYS
    stats = answer["stats"]
    assert stats.keys() >= STATS
    assert (answer["model"], answer["dtype"], answer["stop_reason"]) == ("endless", "float32", "length")
    assert answer["device"]
    assert stats["completion_tokens"] == len(answer["token_ids"]) == 48
    assert stats["prompt_tokens"] == len("u:hello there") + 1 + len("a:")
    assert 1 <= stats["passes"] <= 48
    assert stats["accepted"] <= stats["verified"] <= stats["drafted"]
    assert stats["passes"] + stats["accepted"] == 48
    assert stats["decode_seconds"] > 0
    assert stats["tokens_per_second"] == pytest.approx(48 / stats["decode_seconds"])
    assert stats["tokens_per_pass"] == pytest.approx(48 / stats["passes"])
    ngram = stats["by_speculator"]["ngram"]
    assert ngram.keys() == {"drafted", "verified", "accepted", "seconds"}
    assert [ngram[count] for count in ("drafted", "verified", "accepted")] == [
        stats[count] for count in ("drafted", "verified", "accepted")
    ]
    assert ngram["drafted"] > 0
    assert ngram["seconds"] > 0


def test_the_text_alone_is_what_the_json_object_holds(foreword: Run, tiny: Path) -> None:
    text = foreword(*ask(tiny))
    assert (text.code, text.err) == (0, "")
    assert text.out == foreword(*ask(tiny, "hello there", "--json")).json["text"] + "\n"


@pytest.mark.parametrize("sampling", [(), ("--temperature", "0.9", "--top-p", "0.95", "--seed", "5")])
def test_on_and_off_give_the_same_tokens(
    foreword: Run, endless: Path, sampling: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Economy, "cheap", 1e9)  # next to a tiny model's pass even a look-up is dear
    answers = {}
    for names in ("ngram", "none"):
        answers[names] = foreword(*ask(endless, "ab ab ab", "--json", "--speculators", names, *sampling)).json
    assert answers["ngram"]["token_ids"] == answers["none"]["token_ids"]
    assert answers["ngram"]["text"] == answers["none"]["text"]
    assert answers["ngram"]["stats"]["accepted"] > 0
    off = answers["none"]["stats"]
    assert (off["drafted"], off["by_speculator"]) == (0, {})
    assert off["passes"] == off["completion_tokens"]


def test_a_seed_decides_what_is_drawn(foreword: Run, tiny: Path) -> None:
    def ids(seed: str) -> Any:
        return foreword(*ask(tiny, "x", "--json", "--temperature", "1.5", "--seed", seed)).json["token_ids"]

    first = ids("1")
    assert first == ids("1")
    assert first != ids("2")


def test_other_samplers_are_passed_on(foreword: Run, tiny: Path) -> None:
    plain = foreword(*ask(tiny, "x", "--json")).json["token_ids"]
    hot = ("--temperature", "5", "--json")
    assert foreword(*ask(tiny, "x", *hot, "--top-k", "1")).json["token_ids"] == plain
    assert foreword(*ask(tiny, "x", *hot, "--min-p", "1")).json["token_ids"] == plain
    assert foreword(*ask(tiny, "x", *hot, "--top-k", "0")).json["token_ids"] != plain
    assert foreword(*ask(tiny, "x", "--json", "--repetition-penalty", "5")).json["token_ids"] != plain


def test_the_question_may_come_from_standard_input(
    foreword: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("hello there"))
    assert foreword(*ask(tiny, "-")).out == foreword(*ask(tiny)).out


def test_a_system_prompt_is_part_of_the_prompt(foreword: Run, tiny: Path) -> None:
    plain = foreword(*ask(tiny, "x", "--json")).json["stats"]["prompt_tokens"]
    told = foreword(*ask(tiny, "x", "--json", "--system", "be brief")).json["stats"]["prompt_tokens"]
    assert told == plain + len("s:be brief") + 1


def test_the_settings_system_prompt_and_length_hold_where_nothing_is_said(
    foreword: Run, tiny: Path, tmp_path: Path
) -> None:
    settings = tmp_path / "profile" / "settings.toml"
    settings.parent.mkdir()
    settings.write_text('[reply]\nsystem_prompt = "be brief"\nmax_tokens = 5\n')
    ran = foreword("ask", "x", "--model", str(tiny), "--json")
    assert ran.json["stats"]["completion_tokens"] == 5
    assert ran.json["stats"]["prompt_tokens"] == len("s:be brief") + len("u:x") + 2 + len("a:")
    unsaid = foreword("ask", "x", "--model", str(tiny), "--json", "--system", "")
    assert unsaid.json["stats"]["prompt_tokens"] == len("u:x") + 1 + len("a:")


def test_a_stop_string_cuts_the_reply_before_it(foreword: Run, tiny: Path) -> None:
    whole = foreword(*ask(tiny, "x", "--json")).json["text"]
    stop = whole[10:13]
    cut = foreword(*ask(tiny, "x", "--json", "--stop", "never seen", "--stop", stop)).json
    assert cut["text"] == whole[: whole.index(stop)]
    assert cut["stop_reason"] == "stop_string"
    assert foreword(*ask(tiny, "x", "--stop", stop)).out == cut["text"] + "\n"


def test_the_context_ends_the_reply_with_its_reason(foreword: Run, endless: Path, tmp_path: Path) -> None:
    settings = tmp_path / "profile" / "settings.toml"
    settings.parent.mkdir()
    settings.write_text("[model]\ncontext = 256\n")
    ran = foreword("ask", "x", "--model", str(endless), "--json", "--max-tokens", "5000")
    assert (ran.code, ran.json["stop_reason"]) == (0, "context_end")
    assert ran.json["stats"]["prompt_tokens"] + ran.json["stats"]["completion_tokens"] == 256


def test_nothing_is_kept_of_the_question(foreword: Run, tiny: Path, tmp_path: Path) -> None:
    foreword(*ask(tiny, "a-secret-question"))
    kept = [path for path in (tmp_path / "profile").rglob("*") if path.is_file()]
    ids = byte_tokenizer().encode("secret", add_special_tokens=False)
    traces = [b"secret", *(array(kind, ids).tobytes() for kind in "BHIQ")]
    assert not [path for path in kept if any(trace in path.read_bytes() for trace in traces)]
    assert not (tmp_path / "profile" / "chats.db").exists()


# --- speculators


def test_a_failing_speculator_changes_nothing_and_is_told(
    foreword: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = foreword(*ask(tiny, "x", "--speculators", "none"))
    use(monkeypatch, registry_of(fakes.RaisesInDraft, fakes.RandomTokens))
    ran = foreword(*ask(tiny, "x", "--speculators", "RaisesInDraft, RandomTokens"))
    assert (ran.code, ran.out) == (0, plain.out)
    assert ran.err == "foreword: RaisesInDraft failed in draft: RuntimeError: no draft today\n"


def test_an_unknown_speculator_is_a_wrong_argument(foreword: Run, tiny: Path) -> None:
    line = foreword(*ask(tiny, "x", "--speculators", "ngram,oracle")).fails(2)
    assert line == "there is no speculator 'oracle'; installed: draft_model, ngram, suffix_history"


def test_naming_none_is_said_differently(foreword: Run, tiny: Path) -> None:
    assert foreword(*ask(tiny, "x", "--speculators", " ,")).fails(2).startswith("--speculators names none")


def test_an_incompatible_speculator_cannot_be_used(
    foreword: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, registry_of(fakes.Silent, version="v9.0"))
    line = foreword(*ask(tiny, "x", "--speculators", "Silent")).fails(1)
    assert line == "the speculator Silent can't be used: it was written for interface v9.0; this is v1.1"


def test_the_settings_switches_hold_where_nothing_is_said(foreword: Run, tiny: Path, tmp_path: Path) -> None:
    settings = tmp_path / "profile" / "settings.toml"
    settings.parent.mkdir()
    settings.write_text("[speculators]\nenabled = { ngram = false, suffix_history = false, gone = true }\n")
    assert foreword(*ask(tiny, "ab ab ab", "--json")).json["stats"]["by_speculator"] == {}


# --- failures


def test_no_such_folder(foreword: Run, tmp_path: Path) -> None:
    line = foreword(*ask(tmp_path / "nothing here")).fails(1)
    assert line.startswith("there is no folder ")


def test_a_folder_without_a_model(foreword: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "config.json" in foreword(*ask(tmp_path / "empty")).fails(1)


def test_a_prompt_too_long_is_said_with_both_numbers(foreword: Run, tiny: Path) -> None:
    line = foreword(*ask(tiny, "x" * 2000)).fails(1)
    assert line.startswith("the conversation has 2005 tokens, but the model can hold 1024")


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_an_empty_question(foreword: Run, tiny: Path, text: str) -> None:
    assert foreword(*ask(tiny, text)).fails(2) == "the question is empty"


def test_standard_input_that_is_empty_or_no_text(
    foreword: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert foreword(*ask(tiny, "-")).fails(2) == "the question is empty"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe"), encoding="utf-8"))
    assert foreword(*ask(tiny, "-")).fails(2) == "standard input is not text in UTF-8"
    monkeypatch.setattr("sys.stdin", None)
    assert foreword(*ask(tiny, "-")).fails(2) == "the question is empty"


def test_a_machine_without_memory_is_one_line(
    foreword: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhausted(*_: object) -> None:
        raise TargetError("no memory is left")

    monkeypatch.setattr(TransformersTarget, "keep", exhausted)
    assert foreword(*ask(tiny)).fails(1) == "no memory is left"


def test_a_bug_is_one_line_and_with_debug_a_traceback(
    foreword: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("in two\nlines")

    monkeypatch.setattr(TransformersTarget, "keep", broken)
    line = foreword(*ask(tiny)).fails(1)
    assert line == "the engine failed (ZeroDivisionError: in two lines); --debug shows where"
    ran = foreword("--debug", *ask(tiny))
    assert ran.code == 1
    assert "Traceback (most recent call last)" in ran.err
    assert ran.err.splitlines()[-1] == f"foreword: {line}"


def test_broken_settings_are_told_and_left_where_they_are(foreword: Run, tiny: Path, tmp_path: Path) -> None:
    settings = tmp_path / "profile" / "settings.toml"
    settings.parent.mkdir()
    settings.write_text("[[[")
    ran = foreword(*ask(tiny))
    assert ran.code == 0
    assert ran.err.startswith("foreword: settings.toml can't be read (")
    assert settings.read_text() == "[[["


def test_a_wrong_argument_leaves_no_trace(foreword: Run, tmp_path: Path) -> None:
    foreword("ask", "x", "--speculators", "oracle").fails(2)
    assert not (tmp_path / "profile").exists()


# --- interrupted, in this process: the signal's own way is tested on a process of its own


def test_an_interrupt_while_it_writes_ends_the_reply_in_order(
    foreword: Run, endless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, kept = TransformersTarget.keep, 0

    def interrupted(target: TransformersTarget, path: Any) -> None:
        nonlocal kept
        kept += 1
        if kept == 5:
            signal.raise_signal(signal.SIGINT)
        keep(target, path)

    monkeypatch.setattr(TransformersTarget, "keep", interrupted)
    before = signal.getsignal(signal.SIGINT)
    ran = foreword("ask", "x", "--model", str(endless), "--json", "--speculators", "none")
    assert ran.code == 130
    assert ran.json["stop_reason"] == "cancelled"
    assert len(ran.json["token_ids"]) == 5
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_interrupt_ends_at_once(
    foreword: Run, endless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(TransformersTarget, "keep", interrupted)
    ran = foreword("ask", "x", "--model", str(endless), "--json")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def test_an_interrupt_while_the_model_loads_ends_before_the_reply(
    foreword: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = service.Service.load

    def interrupted(*arguments: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return load(*arguments)

    monkeypatch.setattr(service.Service, "load", interrupted)
    ran = foreword(*ask(tiny))
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def test_an_output_that_is_not_unicode_gets_escapes(
    foreword: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = foreword(*ask(tiny, "x", "--json")).json["text"]
    assert not told.isascii(), "the model writes bytes at random"
    raw = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert foreword(*ask(tiny, "x", "--json")).code == 0
    assert json.loads(raw.getvalue().decode("ascii"))["text"] == told
    raw.seek(0)
    assert foreword(*ask(tiny, "x")).code == 0


@pytest.mark.parametrize("precision", ["int8", "int4"])
def test_a_precision_is_named_for_one_run(foreword: Run, endless: Path, precision: str) -> None:
    arguments = ask(endless, "hello", "--json")
    arguments[arguments.index("float32")] = precision
    ran = foreword(*arguments)
    assert (ran.code, ran.err) == (0, "")
    assert precision in ran.json["dtype"]
