"""`python -m foreword.models pull NAME`: fetch a model, with its progress on standard error.

What the bootstrap calls before the window opens; the command line offers the same as `foreword models`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from foreword.models.errors import ModelCancelled, ModelError
from foreword.models.progress import Progress
from foreword.models.resolve import resolve
from foreword.paths import Paths


def terminal_progress() -> Progress:
    """Shows one updating line on a terminal, and one line for each stage elsewhere."""
    live, last = sys.stderr.isatty(), ""

    def show(stage: str, fraction: float | None) -> None:
        nonlocal last
        line = stage if fraction is None or not live else f"{stage}: {fraction:4.0%}"
        if line == last:
            return
        if live:
            sys.stderr.write(f"\r\x1b[K{line}")
        else:
            sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
        last = line

    return show


def pull(name: str, paths: Paths, *, quiet: bool = False) -> int:
    """Fetch the model where it is missing; 0, or 1 after one line that says what is wrong.

    `quiet` leaves out the closing line that says where the model lies.
    """
    try:
        found = resolve(name, paths, allow_download=True, progress=terminal_progress())
    except (ModelError, ModelCancelled) as error:
        if sys.stderr.isatty():
            print(file=sys.stderr)
        print(f"foreword: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(
            "\nforeword: stopped; what has arrived is kept, and the same command goes on from there",
            file=sys.stderr,
        )
        return 130
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
    if not quiet:
        print(f"{found.name}: {found.folder}", file=sys.stderr)
    return 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m foreword.models", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    puller = commands.add_parser("pull", help="fetch a model where it is missing")
    puller.add_argument("model", help="starter, a folder, a GGUF file, or a hub id")
    puller.add_argument("--profile", type=Path, help="keep all of the app's files in this folder")
    puller.add_argument("--quiet", action="store_true", help="say nothing where all is well")
    options = parser.parse_args(arguments)
    paths = Paths.profile(options.profile) if options.profile else Paths.default()
    return pull(options.model, paths, quiet=options.quiet)


if __name__ == "__main__":
    sys.exit(main())
