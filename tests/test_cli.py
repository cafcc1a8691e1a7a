"""The command line itself: one line for each mistake, the right exit code, and nothing heavy imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from foreword import __version__, cli
from foreword.commands import CommandError, UsageError
from foreword.commands.arguments import parser

HEAVY = ("torch", "transformers", "PySide6", "sqlalchemy", "huggingface_hub")


def failed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code and the one line of a failure, checked to be one."""
    code = cli.main(arguments)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert err.startswith("foreword: ")
    return code, err.removeprefix("foreword: ").rstrip("\n")


# --- what is right


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr() == (f"foreword {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--help"], "ask"),
        (["ask", "--help"], "--speculators"),
        (["doctor", "--help"], "--profile"),
        (["models", "--help"], "pull"),
        (["models", "pull", "--help"], "NAME"),
        (["--help"], "--safe-mode"),
        (["plugins", "--help"], "install"),
        (["plugins", "install", "--help"], "--allow-source"),
        (["replay", "--help"], "--chats"),
        (["bench", "--help"], "--history"),
    ],
)
def test_help(capsys: pytest.CaptureFixture[str], arguments: list[str], part: str) -> None:
    assert cli.main(arguments) == 0
    out, err = capsys.readouterr()
    assert part in out
    assert err == ""


def test_common_options_may_stand_on_either_side_of_the_command(tmp_path: Path) -> None:
    parse = parser().parse_args
    before = parse(["--profile", str(tmp_path), "--model", "m", "--debug", "doctor"])
    behind = parse(["doctor", "--profile", str(tmp_path), "--model", "m", "--debug"])
    assert vars(before) == vars(behind)
    assert (before.profile, before.model, before.debug) == (tmp_path, "m", True)


def test_all_options_of_ask() -> None:
    words = "ask hello --system s --max-tokens 9 --temperature 0.5 --top-k 3 --top-p 0.9 --min-p 0.1"
    more = "--repetition-penalty 1.1 --seed 9223372036854775807 --stop a --stop b --speculators x,y --json"
    options = vars(parser().parse_args([*words.split(), *more.split(), "--dtype", "float32"]))
    expected = {
        "text": "hello", "system": "s", "max_tokens": 9, "temperature": 0.5, "top_k": 3, "top_p": 0.9,
        "min_p": 0.1, "repetition_penalty": 1.1, "seed": 2**63 - 1, "stop": ["a", "b"],
        "speculators": "x,y", "json": True, "dtype": "float32",
    }  # fmt: skip
    assert expected.items() <= options.items()


def test_without_a_word_the_answer_is_the_likeliest() -> None:
    options = parser().parse_args(["ask", "-"])
    sampling = (options.temperature, options.top_k, options.top_p, options.min_p, options.repetition_penalty)
    assert sampling == (0.0, 0, 1.0, 0.0, 1.0)
    assert (options.seed, options.stop, options.speculators, options.json) == (0, [], None, False)


def test_all_options_of_plugins_and_replay() -> None:
    parse = parser().parse_args
    options = vars(parse(["plugins", "install", "x", "--yes", "--allow-source", "--json"]))
    expected = {"action": "install", "requirement": "x", "yes": True, "allow_source": True, "json": True}
    assert expected.items() <= options.items()
    assert parse(["plugins", "update"]).name is None
    assert parse(["plugins", "remove", "x", "--keep-data"]).keep_data
    options = vars(
        parse(
            ["replay", "--speculators", "a,b", "--speculators", "c", "--chats", "3", "--json", "--model", "m"]
        )
    )
    expected = {"speculators": ["a,b", "c"], "chats": 3, "json": True, "model": "m"}
    assert expected.items() <= options.items()
    assert parse(["bench", "q", "--history", "a", "--history", "b"]).history == [Path("a"), Path("b")]


@pytest.mark.parametrize("word", ["--safe-mode", "--no-plugins"])
def test_plugins_can_be_held_back_where_that_means_something(
    capsys: pytest.CaptureFixture[str], word: str
) -> None:
    name = word[2:].replace("-", "_")
    assert vars(parser().parse_args([word]))[name]
    assert vars(parser().parse_args(["ask", "x", word]))[name]
    assert vars(parser().parse_args([word, "ask", "x"]))[name]
    code, line = failed(capsys, word, "doctor")
    assert (code, line) == (2, f"{word} is for the window and for ask; doctor doesn't know it")


# --- what is wrong


@pytest.mark.parametrize(
    "arguments",
    [
        "nonsense",
        "--nonsense",
        "ask",
        "ask one two",
        "ask x --temp 1",
        "ask x --max-tokens",
        "ask x --max-tokens 0",
        "ask x --max-tokens -5",
        "ask x --max-tokens 1.5",
        "ask x --max-tokens ten",
        "ask x --max-tokens \u0663",
        f"ask x --max-tokens {'9' * 5000}",
        "ask x --temperature -0.1",
        "ask x --temperature nan",
        "ask x --temperature inf",
        "ask x --temperature hot",
        "ask x --top-p 1.01",
        "ask x --top-p -1",
        "ask x --top-k -1",
        "ask x --top-k many",
        "ask x --min-p 2",
        "ask x --repetition-penalty 0",
        "ask x --seed -1",
        "ask x --seed 9223372036854775808",
        f"ask x --seed {'9' * 5000}",
        "ask x --dtype float8",
        "ask x --mode slow",
        "ask x --presence-penalty nan",
        "ask x --frequency-penalty 11",
        "ask x --logit-bias 5",
        "ask x --logit-bias a:1",
        "ask x --logit-bias 5:nan",
        "ask x --json=yes",
        "ask --profile",
        "ask x --profile ~no-such-user-here/x",
        "doctor extra",
        "doctor --version",
        "models",
        "models push x",
        "models pull",
        "models pull x y",
        "plugins",
        "plugins install",
        "plugins install x y",
        "plugins buy x",
        "plugins remove",
        "plugins enable",
        "plugins list --yes",
        "replay --chats 0",
        "replay x",
        "ask x --safe-mode --no-plugins",
    ],
)
def test_a_bad_argument_is_one_line_and_2(capsys: pytest.CaptureFixture[str], arguments: str) -> None:
    code, line = failed(capsys, *arguments.split(" "))
    assert code == 2
    assert line.endswith("--help)")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ask", "x", "--seed", "-1"], "argument --seed: '-1' is not a whole number from 0 to"),
        (["ask", "x", "--top-p", "2"], "argument --top-p: '2' is not a number from 0 to 1 (see"),
        (["ask", "x", "--stop", ""], "argument --stop: an empty text would stop every reply (see"),
        (["ask", "x", "--stop", "\udcff"], "argument --stop: '\\udcff' is not valid UTF-8 (see"),
        (["ask", "\udcff"], "argument TEXT: '\\udcff' is not valid UTF-8 (see"),
        (["ask", "x", "--system", "\udcff"], "argument --system: '\\udcff' is not valid UTF-8 (see"),
        (["ask"], "the following arguments are required: TEXT (see foreword ask --help)"),
        (["--profile", ""], "argument --profile: '' is not a folder (see foreword --help)"),
        (["--profile", __file__], "argument --profile: "),
        (["--profile", "a\0b"], "argument --profile: 'a\\x00b' is not a folder"),
        (["ask", "x", "over\ntwo lines"], "unrecognized arguments: over two lines (see foreword --help)"),
        (["two\nlines"], "argument COMMAND: invalid choice: 'two\\nlines' (choose from"),
    ],
)
def test_the_line_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    code, line = failed(capsys, *arguments)
    assert code == 2
    assert line.startswith(words)


# --- what goes wrong


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (UsageError("the question is empty"), 2, "the question is empty"),
        (CommandError("no memory\nis left"), 1, "no memory is left"),
        (PermissionError(13, "Permission denied", "/some/folder"), 1, "/some/folder: Permission denied"),
        (OSError(28, "No space left on device"), 1, "No space left on device"),
        (OSError("odd"), 1, "odd"),
    ],
)
def test_errors_become_one_line_and_with_debug_a_traceback(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    code: int,
    line: str,
) -> None:
    def fail(*_: object) -> int:
        raise error

    monkeypatch.setattr(cli, "_doctor", fail)
    assert failed(capsys, "doctor") == (code, line)
    assert cli.main(["doctor", "--debug"]) == code
    told = capsys.readouterr().err
    assert told.startswith("Traceback (most recent call last)")
    assert told.endswith(f"foreword: {line}\n")


def test_an_interrupt_is_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_doctor", interrupt)
    assert cli.main(["doctor"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_profile_that_cannot_be_made_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    code, line = failed(capsys, "ask", "x", "--profile", str(tmp_path / "file" / "below"))
    assert code == 1
    assert line.startswith(str(tmp_path / "file" / "below"))
    assert line.endswith(": Not a directory")


# --- as a process


def run(*arguments: str, stdout: int | IO[bytes] = subprocess.PIPE) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "foreword", *arguments]
    # Buffered, as users have it: what can't be written is then noticed at the end.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, timeout=60, check=False, env=env)


@pytest.mark.parametrize(
    "arguments",
    [["--version"], ["--help"], ["ask", "--help"], ["ask", "x", "--seed", "no"], ["nonsense"]],
)
def test_what_needs_no_model_imports_nothing_heavy(arguments: list[str]) -> None:
    probe = (
        "import sys\nfrom foreword.cli import main\ncode = main(sys.argv[1:])\n"
        f"print('heavy:', [name for name in {HEAVY!r} if name in sys.modules], code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe, *arguments], capture_output=True, text=True, check=True, timeout=60
    )
    wrong = "help" not in arguments[-1] and "version" not in arguments[-1]
    assert done.stdout.splitlines()[-1] == f"heavy: [] {2 if wrong else 0}"


def test_the_exit_code_reaches_the_shell() -> None:
    done = run("ask", "x", "--seed", "no")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert run("--version").returncode == 0


posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices as POSIX has them")


@posix
def test_a_reader_that_has_gone_is_no_reason_for_words() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as gone:
        done = run("--help", stdout=gone)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = run("--version", stdout=full)
    assert (done.returncode, done.stderr) == (1, b"foreword: No space left on device\n")


@posix
def test_no_standard_output_at_all_is_no_crash() -> None:
    done = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m foreword --version >&-'],
        check=False,
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
