"""The version of the plugin interface, and its promise.

Semantic, and apart from the version of the app. A plugin written for v1.2 works with every later v1; one
that needs a newer version, or another major one, is refused before it is imported. Plugins name the
version that they were written for as the value of an entry point in the group `foreword.speculator_api`,
for example `v1.0`.

A minor version may add: methods to `Speculator` that do nothing until they are overridden, attributes to
it with a default, fields with a default at the end of a dataclass, methods to what the host implements
(`Host`, `Tokenizer`), new kinds of options, tests in the conformance suite. It takes nothing away, makes
no rule for plugins stricter, and changes the meaning of nothing. So a plugin that means to last builds the
dataclasses with names for all but the first fields, gives its own methods and attributes a leading
underscore, and leaves names that begin with one in here alone.

- 1.0: `Speculator` with `start`, `draft`, `observe`, `finish` and `forget`.
- 1.1: options, `open`, `attach`, `learn`, `status`, `act` and `close`; `Session.sampling`,
  `Outcome.likeliest`, `Tokenizer.vocabulary`, `keyed_bits`.
"""

from __future__ import annotations

import re

API_VERSION = (1, 1)
"""(major, minor) of this interface."""


def is_compatible(declared: str) -> tuple[bool, str]:
    """Whether a plugin written for `declared` ("v1.0") runs here; if not, the reason in words."""
    match = re.fullmatch(r"v?(\d{1,6})\.(\d{1,6})", declared, re.ASCII)
    ours = f"v{API_VERSION[0]}.{API_VERSION[1]}"
    if match is None:
        return False, f"declares the interface version {declared!r}; expected one like {ours}"
    major, minor = int(match[1]), int(match[2])
    if major != API_VERSION[0]:
        return False, f"was written for interface v{major}.{minor}; this is {ours}"
    if minor > API_VERSION[1]:
        return False, f"needs interface v{major}.{minor} or later; this is {ours}: update Foreword"
    return True, ""
