"""Run by path in the interpreter that is asked about: prints what it is and where it keeps things, as JSON.

The standard library alone, and nothing of the app: what is asked about may be broken.
"""

import json
import sys
import sysconfig
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def facts() -> dict[str, object]:
    paths = sysconfig.get_paths()
    try:
        pip = version("pip")
    except PackageNotFoundError:
        pip = ""
    return {
        "python": sys.executable,
        "prefix": sys.prefix,
        "base_prefix": sys.base_prefix,
        "path": [entry for entry in sys.path if entry],
        "schemes": {key: paths[key] for key in ("purelib", "platlib", "scripts", "data", "stdlib")},
        "externally_managed": Path(paths["stdlib"], "EXTERNALLY-MANAGED").exists(),
        "standard_modules": sorted(sys.stdlib_module_names),
        "version": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "pip": pip,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(facts()))
