"""Renders chat templates, in a process of its own: a template is a stranger's program.

    python -m foreword.target.template_sandbox

Reads requests from standard input and answers on standard output, both as JSON behind its length, until
the input ends. Names, filters and extensions are those that transformers gives a template, in jinja2's
sandbox. No thread can be stopped from outside, so the limits hold for the whole process: whoever takes
more time or memory than allowed ends it, and the other side starts a new one. Knows nothing of models.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import signal
import struct
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import IO, Any, TextIO

from jinja2 import Environment, Template, nodes
from jinja2.exceptions import SecurityError, TemplateError
from jinja2.ext import Extension, loopcontrols
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace

MEMORY_BYTES = 768 * 2**20
"""Address space of the whole process, where the system can limit that."""
LARGEST = 16_000_000
"""Characters that a template may write, and entries that a repetition may make."""
_LARGEST_POWER_BITS = 4096
WALL_FACTOR = 4
"""Wall time allowed for each second of processor time: other programs want the processor too."""
LENGTH = struct.Struct("<I")


class TooMuch(Exception):
    """The template wants more than it may have."""


class Generation(Extension):
    """The tag {% generation %}, which marks what the model wrote: its body stands as it is."""

    tags = {"generation"}

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.Scope(body).set_lineno(line)


class PlainNamespace(Namespace):
    """A namespace that takes no name with an underscore in front: those lead into the interpreter."""

    def __init__(*args: Any, **kwargs: Any) -> None:
        self, *rest = args
        values = dict(*rest, **kwargs)
        for name in values:
            _refuse_underscore(name)
        Namespace.__init__(self, values)

    def __setitem__(self, name: str, value: Any) -> None:
        _refuse_underscore(name)
        super().__setitem__(name, value)


class MakesDictionaries:
    """What a template knows as `dict`: the type itself would lead further than to dictionaries."""

    def __call__(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return dict(*args, **kwargs)

    def fromkeys(self, *args: Any) -> dict[Any, Any]:
        return dict.fromkeys(*args)


class Sandbox(ImmutableSandboxedEnvironment):
    """jinja2's sandbox, which also looks at what repetitions and powers would come to."""

    intercepted_binops = frozenset({"*", "**"})

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "*":
            for many, times in ((left, right), (right, left)):
                if isinstance(many, str | list | tuple) and isinstance(times, int):
                    _refuse_beyond(len(many) * times)
        elif _bits(left, right) > _LARGEST_POWER_BITS:
            raise TooMuch("it makes a number too large to be of use")
        return super().call_binop(context, operator, left, right)


def make_environment() -> Environment:
    """An environment as transformers makes it for chat templates."""
    environment = Sandbox(trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols])
    environment.filters["tojson"] = _tojson
    environment.globals["raise_exception"] = _raise_exception
    environment.globals["strftime_now"] = lambda form: datetime.now().strftime(form)
    environment.globals["dict"] = MakesDictionaries()
    environment.globals["namespace"] = PlainNamespace
    return environment


def render(template: Template, variables: dict[str, Any]) -> str:
    """What the template writes. Raises TooMuch where that has no end."""
    pieces, length = [], 0
    for piece in template.generate(**variables):
        pieces.append(piece)
        length += len(piece)
        _refuse_beyond(length)
    return "".join(pieces)


class Answerer:
    """Keeps the templates that were compiled already. Few: there is one for each loaded model."""

    def __init__(self) -> None:
        self._environment = make_environment()
        self._compiled: dict[str, Template] = {}

    def answer(self, request: dict[str, Any]) -> dict[str, str]:
        """{"text": ...}, or {"refused": why} where the template objects, or {"broken": why}."""
        text = request["template"]
        try:
            if text not in self._compiled:
                self._compiled[text] = self._environment.from_string(text)
            return {"text": render(self._compiled[text], request["variables"])}
        except _Refused as error:
            return {"refused": _line(error)}
        except MemoryError:
            return {"broken": "it takes too much memory"}
        except RecursionError:
            return {"broken": "it calls itself without end"}
        except (TooMuch, SecurityError, OverflowError) as error:
            return {"broken": _line(error)}
        except TemplateError as error:
            line = getattr(error, "lineno", None)
            place = f" (line {line})" if line else ""
            return {"broken": f"{_line(error)}{place}"}
        except Exception as error:  # noqa: BLE001 - a stranger's program may raise anything at all
            return {"broken": f"{type(error).__name__}: {_line(error)}"}


class _Refused(TemplateError):
    """The template itself says no."""


def _raise_exception(message: object) -> None:
    raise _Refused(str(message))


def _tojson(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: Any = None,
    sort_keys: bool = False,
) -> str:
    """jinja2's own one escapes characters of HTML, which a prompt is not."""
    return json.dumps(
        value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
    )


def _bits(base: Any, exponent: Any) -> int:
    """About how long a power is."""
    return base.bit_length() * exponent if isinstance(base, int) and isinstance(exponent, int) else 0


def _refuse_underscore(name: object) -> None:
    if isinstance(name, str) and name.startswith("_"):
        raise SecurityError(f"a namespace takes no name like {name[:40]!r}")


def _refuse_beyond(length: int) -> None:
    if length > LARGEST:
        raise TooMuch("it writes more than any conversation needs")


def _line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return text[:200] or type(error).__name__


# --- the process
@contextlib.contextmanager
def limited(seconds: float, nowhere: TextIO) -> Iterator[None]:
    """The process ends where what follows takes longer. Neither limit needs Python to be running."""
    faulthandler.dump_traceback_later(seconds * WALL_FACTOR, exit=True, file=nowhere)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()


def _limit_process() -> None:
    """No memory beyond a bound, no file written: a template that broke out would find little to do."""
    try:
        import resource
    except ImportError:  # Windows: the bounds on repetitions and on time remain
        return
    limits = ((resource.RLIMIT_AS, MEMORY_BYTES), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0))
    for limit, most in limits:
        with contextlib.suppress(OSError, ValueError):  # a system that doesn't know this limit
            resource.setrlimit(limit, (most, most))


def read_message(stream: IO[bytes]) -> dict[str, Any] | None:
    """The next message; None where the other side has ended."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        return None
    message: dict[str, Any] = json.loads(body)
    return message


def write_message(stream: IO[bytes], message: object) -> None:
    body = json.dumps(message).encode()
    stream.write(LENGTH.pack(len(body)) + body)
    stream.flush()


def main() -> int:
    _limit_process()
    answerer = Answerer()
    with Path(os.devnull).open("w") as nowhere:
        while (request := read_message(sys.stdin.buffer)) is not None:
            with limited(request["seconds"], nowhere):
                answer = answerer.answer(request)
            write_message(sys.stdout.buffer, answer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
