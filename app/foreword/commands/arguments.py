"""What may be said on the command line: every option once, and what its value must be."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from foreword import __version__
from foreword.settings import BY_KEY


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; argparse would print the usage as well. Knows no abbreviations:
    a script that uses one would break with the next option of a similar name."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **settings})

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"foreword: {' '.join(message.split())} (see {self.prog} --help)\n")


def parser() -> argparse.ArgumentParser:
    common = _common(suppress=True)
    parser = _Parser(
        prog="foreword", description="Chat with a local model.", parents=[_common(), _holding_back()]
    )
    parser.add_argument("--version", action="version", version=f"foreword {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    holding = [common, _holding_back(suppress=True)]
    _add_ask(commands.add_parser("ask", help="answer one question on the terminal", parents=holding))
    _add_bench(commands.add_parser("bench", help="measure speculators on questions", parents=[common]))
    commands.add_parser(
        "doctor", help="print versions, device, folders, plugins, and what is wrong", parents=[common]
    )
    _add_plugins(
        commands.add_parser("plugins", help="list, install, update, remove, switch", parents=[common])
    )
    _add_replay(
        commands.add_parser(
            "replay", help="run speculators over stored chats, without a model", parents=[common]
        )
    )
    _add_models(commands.add_parser("models", help="list, search, fetch, remove models", parents=[common]))
    return parser


def _common(*, suppress: bool = False) -> _Parser:
    """Options that may stand before or behind the command."""
    none, false = (argparse.SUPPRESS, argparse.SUPPRESS) if suppress else (None, False)
    parser = _Parser(add_help=False)
    parser.add_argument("--profile", type=_folder, metavar="DIR", default=none, help="keep all files in DIR")
    parser.add_argument(
        "--model", metavar="PATH_OR_ID", default=none, help="a folder of safetensors, or a hub id"
    )
    parser.add_argument("--debug", action="store_true", default=false, help="show details and tracebacks")
    return parser


def _holding_back(*, suppress: bool = False) -> _Parser:
    """Which plugins stay out, for the window and for `ask`."""
    false = argparse.SUPPRESS if suppress else False
    parser = _Parser(add_help=False)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--safe-mode", action="store_true", default=false, help="hold back the plugins of third parties"
    )
    which.add_argument("--no-plugins", action="store_true", default=false, help="use no speculators at all")
    return parser


def _add_ask(ask: argparse.ArgumentParser) -> None:
    ask.add_argument("text", type=_text, metavar="TEXT", help="the question; - reads it from standard input")
    ask.add_argument("--system", type=_text, metavar="S", help="instructions given before the question")
    ask.add_argument("--max-tokens", type=_whole(1), metavar="N", help="the longest reply, in tokens")
    ask.add_argument(
        "--temperature", type=_number(0, 100), default=0.0, metavar="T", help="0 (default): the likeliest"
    )
    ask.add_argument(
        "--top-k", type=_whole(0), default=0, metavar="K", help="draw among the K likeliest; 0 (default): off"
    )
    ask.add_argument("--top-p", type=_number(0, 1), default=1.0, metavar="P", help="draw within this share")
    ask.add_argument("--min-p", type=_number(0, 1), default=0.0, metavar="P", help="drop the unlikely")
    ask.add_argument(
        "--repetition-penalty", type=_number(0.01, 100), default=1.0, metavar="R", help="1 (default): off"
    )
    ask.add_argument(
        "--presence-penalty", type=_number(-10, 10), default=0.0, metavar="R", help="0 (default): off"
    )
    ask.add_argument(
        "--frequency-penalty", type=_number(-10, 10), default=0.0, metavar="R", help="0 (default): off"
    )
    ask.add_argument(
        "--logit-bias",
        type=_bias,
        action="append",
        default=[],
        metavar="ID:B",
        help="add B to a token's logit",
    )
    ask.add_argument("--seed", type=_whole(0), default=0, metavar="N", help="of the randomness (default 0)")
    ask.add_argument(
        "--stop", type=_stop, action="append", default=[], metavar="TEXT", help="end the reply before it"
    )
    ask.add_argument(
        "--speculators", metavar="NAMES", help="names with commas between, or none (default: the settings')"
    )
    ask.add_argument("--dtype", choices=BY_KEY["model.dtype"].choices, help="number format")
    ask.add_argument("--mode", choices=["exact", "fast"], help="bit for bit, or equal up to rounding")
    ask.add_argument("--json", action="store_true", help="print one JSON object instead of the text")


def _add_bench(bench: argparse.ArgumentParser) -> None:
    bench.add_argument(
        "questions",
        type=Path,
        nargs="+",
        metavar="QUESTIONS",
        help="JSON lines with question_id, category and turns, or QuixBugs programs",
    )
    bench.add_argument(
        "--speculators",
        action="append",
        metavar="NAMES",
        help="one configuration: names with commas between (default: the settings'), or none; repeatable",
    )
    bench.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="PEER",
        help="transformers, transformers-lookup or transformers-lookup:N (N drafted tokens); repeatable",
    )
    bench.add_argument("--limit", type=_whole(1), metavar="N", help="at most N questions of each category")
    bench.add_argument(
        "--max-tokens", type=_whole(1), default=256, metavar="N", help="the longest reply (default 256)"
    )
    bench.add_argument(
        "--temperature", type=_number(0, 100), default=0.0, metavar="T", help="0 (default): the likeliest"
    )
    bench.add_argument("--seed", type=_whole(0), default=0, metavar="N", help="of the randomness (default 0)")
    bench.add_argument("--dtype", choices=BY_KEY["model.dtype"].choices, help="number format")
    bench.add_argument("--mode", choices=["exact", "fast"], help="bit for bit, or equal up to rounding")
    bench.add_argument(
        "--history",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="questions whose replies the speculators have seen before the measurement; repeatable",
    )
    bench.add_argument("--json", type=Path, metavar="OUT", help="write the raw figures as JSON lines")


def _add_replay(replay: argparse.ArgumentParser) -> None:
    replay.add_argument(
        "--speculators",
        action="append",
        metavar="NAMES",
        help="one configuration: names with commas between (default: the settings'); repeatable",
    )
    replay.add_argument("--chats", type=_whole(1), metavar="N", help="only the N newest chats")
    replay.add_argument("--json", action="store_true", help="print one JSON object instead of the table")


def _add_models(models: argparse.ArgumentParser) -> None:
    actions = models.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=_Parser)
    common = _common(suppress=True)
    told = _common(suppress=True)
    told.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    listing = actions.add_parser("list", help="the models here, and what they take", parents=[told])
    listing.add_argument("--all", action="store_true", help="also the catalogue's models that aren't here")
    search = actions.add_parser("search", help="ask the hub for models", parents=[told])
    search.add_argument("words", type=_text, metavar="WORDS", help="part of a model's name")
    search.add_argument("--pages", type=_whole(1), default=1, metavar="N", help="so many pages (default 1)")
    pull = actions.add_parser("pull", help="fetch a model where it is missing", parents=[common])
    pull.add_argument("name", metavar="NAME", help="starter, a folder, a GGUF file, or a hub id")
    pull.add_argument("--quiet", action="store_true", help="say nothing where all is well")
    info = actions.add_parser("info", help="all about one model", parents=[told])
    info.add_argument("name", type=_text, metavar="NAME", help="starter, a folder, a GGUF file, or a hub id")
    remove = actions.add_parser("remove", help="delete a model from this computer", parents=[told])
    remove.add_argument("name", type=_text, metavar="NAME", help="starter, or a hub id")
    remove.add_argument("--yes", action="store_true", help="don't ask")


def _add_plugins(plugins: argparse.ArgumentParser) -> None:
    actions = plugins.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=_Parser)
    common = _common(suppress=True)
    common.add_argument("--json", action="store_true", help="print one JSON object instead of text")

    def add(action: str, words: str) -> argparse.ArgumentParser:
        return actions.add_parser(action, help=words, parents=[common])

    add("list", "what is installed, and whether it is switched on")
    info = add("info", "all about one plugin")
    info.add_argument("name", type=_text, metavar="NAME", help="of a distribution or of a speculator")
    install = add("install", "fetch and check a plugin; it starts switched off")
    install.add_argument(
        "requirement", type=_text, metavar="REQ", help="NAME, NAME==VERSION, a wheel, or a folder"
    )
    update = add("update", "fetch a newer version")
    update.add_argument(
        "name", type=_text, nargs="?", metavar="NAME", help="of the distribution (default: every plugin)"
    )
    remove = add("remove", "remove a plugin, what came with it, and its data")
    remove.add_argument("name", type=_text, metavar="NAME", help="of a distribution or of a speculator")
    remove.add_argument("--keep-data", action="store_true", help="leave what it has learnt")
    for one in (install, update):
        one.add_argument(
            "--allow-source",
            action="store_true",
            help="also build from source, which runs the plugin's code at once",
        )
    for one in (install, update, remove):
        one.add_argument("--yes", action="store_true", help="don't ask")
    for action in ("enable", "disable"):
        add(action, f"switch a speculator {'on' if action == 'enable' else 'off'}").add_argument(
            "name", type=_text, metavar="SPECULATOR", help="its name, as `foreword plugins list` shows it"
        )


_MOST = (1 << 63) - 1


def _folder(text: str) -> Path:
    try:
        folder = Path(text).expanduser()
    except RuntimeError as error:  # ~name of a user who doesn't exist
        raise argparse.ArgumentTypeError(f"{text!r} names no user of this computer") from error
    if not text or "\0" in text or (folder.exists() and not folder.is_dir()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a folder")
    return folder


def _text(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not valid UTF-8") from error
    return text


def _stop(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("an empty text would stop every reply")
    return _text(text)


def _whole(low: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        # The length first: Python refuses to read numbers of thousands of digits.
        value = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1
        if not low <= value <= _MOST:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {_MOST}")
        return value

    return parse


def _bias(text: str) -> tuple[int, float]:
    token, _, bias = text.partition(":")
    try:
        if token.isascii() and token.isdigit() and math.isfinite(float(bias)):
            return int(token), float(bias)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not a token id and a number, such as 42:-1.5")


def _number(low: float, high: float) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {low:g} to {high:g}")
        return value

    return parse
