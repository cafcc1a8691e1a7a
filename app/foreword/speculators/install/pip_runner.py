"""Runs pip for the app, by path: `pip_runner.py wheels|source`, then pip's arguments.

`wheels`: nothing can be built. `--only-binary` holds for what is found on an index, not for a distribution
that names its dependency by address. Building means starting a Python, so no Python may be started from
here. Either way pip ends when the app does: what was half done is undone at the next start, and nothing
may write on by then.
"""

import os
import runpy
import sys
import threading
import time
from pathlib import Path

MARK = "foreword: refused to build from source"
PARENT = "FOREWORD_PARENT"


def end_with_parent() -> None:
    """End this process soon after the one that started it. Windows tells nobody of that."""
    if sys.platform != "win32":
        threading.Thread(target=_watch, args=(int(os.environ[PARENT]),), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)


def _refuse_building(event: str, arguments: tuple[object, ...]) -> None:
    if event != "subprocess.Popen":
        return
    executable, command = arguments[0], arguments[1]
    first = command[0] if isinstance(command, (list, tuple)) and command else command
    for one in (executable, first):
        if one is not None and Path(str(one)).name.lower().startswith(("python", "pypy")):
            raise PermissionError(MARK)


if __name__ == "__main__":
    end_with_parent()
    if sys.argv.pop(1) == "wheels":
        sys.addaudithook(_refuse_building)
    runpy.run_module("pip", run_name="__main__", alter_sys=True)
