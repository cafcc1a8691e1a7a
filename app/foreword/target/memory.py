"""Out of memory is the machine's fault, not ours: said in one line."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import torch

from foreword.target.target import TargetError


@contextlib.contextmanager
def environment_errors() -> Iterator[None]:
    """Turns torch's errors about memory, on any device, into a TargetError."""
    try:
        yield
    except torch.OutOfMemoryError as error:
        raise TargetError(
            "the device has no memory left: close other programs or take a smaller model"
        ) from error
    except RuntimeError as error:
        if "allocate memory" not in str(error):
            raise
        raise TargetError("no memory is left: close other programs or take a smaller model") from error
