"""The version of the plugin interface, and its promise.

Semantic: a plugin written for v1.2 works with every later v1; a new major version may break it and
is refused before the plugin is imported. Plugins name the version they were written for as the
value of an entry point in the group `foreword.speculator_api`, for example `v1.0`.
"""

from __future__ import annotations

import re

API_VERSION = (1, 1)


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
