"""Memory that runs out, said in one line, and memory that is given back."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
from collections.abc import Iterator

import torch

from foreword.target.target import OutOfMemory

_SIGNS = ("allocate memory", "not enough memory", "out of memory")
"""What torch's allocators say, on Linux, on Windows and on Apple's devices."""


@contextlib.contextmanager
def environment_errors() -> Iterator[None]:
    """Turns errors about memory, on any device, into OutOfMemory."""
    try:
        yield
    except torch.OutOfMemoryError as error:
        raise OutOfMemory(
            "the device has no memory left: close other programs or take a smaller model"
        ) from error
    except (MemoryError, RuntimeError) as error:
        if not is_about_memory(error):
            raise
        raise OutOfMemory("no memory is left: close other programs or take a smaller model") from error


def is_about_memory(error: BaseException) -> bool:
    """Whether this was raised because there was no memory, whatever its type."""
    return isinstance(error, MemoryError | OutOfMemory | torch.OutOfMemoryError) or any(
        sign in str(error) for sign in _SIGNS
    )


def drop_frames(error: BaseException) -> None:
    """Let go of what the tracebacks of an exception and of its causes hold: the frames of a pass that failed
    hold its tensors."""
    seen: set[int] = set()
    chain: list[BaseException | None] = [error]
    while chain:
        each = chain.pop()
        if each is not None and id(each) not in seen:
            seen.add(id(each))
            each.__traceback__ = None
            chain += [each.__cause__, each.__context__]


def give_back() -> None:
    """Return to the system what nobody holds any more; Python and its libraries would keep it for later."""
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    if torch.backends.mps.is_available():
        torch.mps.empty_cache()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # not glibc
            ctypes.CDLL("libc.so.6").malloc_trim(0)
