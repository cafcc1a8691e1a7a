"""What can stand in the way of installing or starting, each said in one line: what is wrong, what to do.

Python's version, room on the disk, what pip reports, and the system libraries that Qt needs. Knows
nothing of the steps between which it is asked. Readable for every Python since 3.6, like the script
that uses it; standard library alone.
"""

import collections
import json
import shutil
import subprocess
import sys
import tempfile

OLDEST, NEWEST = (3, 11), (3, 13)
GB = 10**9
NEEDED_BYTES = 3 * GB
NEEDED_BYTES_CUDA = 9 * GB
NEEDED_BYTES_UPDATE = GB // 2
CPU_HINT = "PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu"

#: What Qt needs from the system, by file name, and the Debian or Ubuntu package that has it.
APT = collections.OrderedDict(
    [
        ("libX11.so.6", "libx11-6"),
        ("libEGL.so.1", "libegl1"),
        ("libGL.so.1", "libgl1"),
        ("libxkbcommon.so.0", "libxkbcommon0"),
        ("libfontconfig.so.1", "libfontconfig1"),
        ("libfreetype.so.6", "libfreetype6"),
        ("libdbus-1.so.3", "libdbus-1-3"),
        ("libglib-2.0.so.0", "libglib2.0-0"),
        ("libz.so.1", "zlib1g"),
    ]
)
APT_XCB = collections.OrderedDict(
    [
        ("libxcb.so.1", "libxcb1"),
        ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
        ("libxcb-icccm.so.4", "libxcb-icccm4"),
        ("libxcb-image.so.0", "libxcb-image0"),
        ("libxcb-keysyms.so.1", "libxcb-keysyms1"),
        ("libxcb-randr.so.0", "libxcb-randr0"),
        ("libxcb-render.so.0", "libxcb-render0"),
        ("libxcb-render-util.so.0", "libxcb-render-util0"),
        ("libxcb-shape.so.0", "libxcb-shape0"),
        ("libxcb-shm.so.0", "libxcb-shm0"),
        ("libxcb-sync.so.1", "libxcb-sync1"),
        ("libxcb-util.so.1", "libxcb-util1"),
        ("libxcb-xfixes.so.0", "libxcb-xfixes0"),
        ("libxcb-xkb.so.1", "libxcb-xkb1"),
        ("libX11-xcb.so.1", "libx11-xcb1"),
    ]
)
APT_WAYLAND = collections.OrderedDict(
    [("libwayland-client.so.0", "libwayland-client0"), ("libwayland-cursor.so.0", "libwayland-cursor0")]
)
#: Runs inside the environment: do Qt and the plugin for the screen load, and if not, what is missing?
PROBE = """
import ctypes, json, os, sys
names, plugin = json.loads(sys.argv[1])
reason, missing = "", []
try:
    import PySide6.QtWidgets
    file = os.path.join(os.path.dirname(PySide6.__file__), "Qt", "plugins", "platforms", plugin)
    if plugin and os.path.exists(file):
        ctypes.CDLL(file)
except (ImportError, OSError) as error:
    reason = str(error)
    for name in names:
        try:
            ctypes.CDLL(name)
        except OSError:
            missing.append(name)
print(json.dumps([missing, reason]))
"""
NETWORK_SIGNS = (
    "connection broken",
    "failed to establish a new connection",
    "name resolution",
    "network is unreachable",
    "cannot connect to proxy",
    "connection aborted",
    "connection refused",
    "max retries exceeded",
    "timed out",
)


class Problem(Exception):
    """Something that the user can mend. The message is the one line that says what and how."""


def check_python(version, system):
    """Raise Problem unless this Python can run the app."""
    found = tuple(version[:2])
    if OLDEST <= found <= NEWEST:
        return
    names = ["python{}.{}".format(*pair) for pair in ((3, 12), (3, 11), (3, 13))]
    have = [name for name in names if starts(name)]
    how = (
        "start it with " + have[0] if have else "install Python 3.12 (python.org, or your system's packages)"
    )
    if system == "win32" and not have:
        how = "install Python 3.12 from python.org and start it with  py -3.12"
    raise Problem(
        "Python {}.{} is too {}: 3.11, 3.12 or 3.13 is needed; {}".format(
            found[0], found[1], "old" if found < OLDEST else "new", how
        )
    )


def starts(name):
    """Whether an interpreter of this name is there and runs (a shim may be there and not run)."""
    try:
        return subprocess.call([name, "-c", "0"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def check_space(folder, fresh):
    """Raise Problem where the disk is too full; a note, or "", where torch with CUDA may not fit."""
    free = shutil.disk_usage(folder).free
    needed = NEEDED_BYTES if fresh else NEEDED_BYTES_UPDATE
    if free < needed:
        raise Problem(
            "the disk of {} has {:.1f} GB left and {:.1f} GB are needed; free some space and run "
            "this again".format(folder, free / GB, needed / GB)
        )
    if fresh and free < NEEDED_BYTES_CUDA and sys.platform.startswith("linux"):
        return (
            "note: {:.1f} GB are left on the disk, and torch with CUDA needs {:.0f} GB; without an "
            "NVIDIA GPU set {}".format(free / GB, NEEDED_BYTES_CUDA / GB, CPU_HINT)
        )
    return ""


def missing_venv(version):
    """The line for Pythons that came without venv, as Debian's do."""
    return (
        "this Python has no venv module; on Debian or Ubuntu run: sudo apt install python{}-venv, "
        "then run this again".format(version)
    )


def explain(output, otherwise, venv):
    """One line for what pip said: what is wrong, and what to do."""
    text = output.lower()
    if "no space left" in text or "errno 28" in text or "not enough space" in text:
        return (
            "the disk is full ({} or the temporary folder {}); free some space and run this again. "
            "Without an NVIDIA GPU set {}: it needs far less".format(venv, tempfile.gettempdir(), CPU_HINT)
        )
    if "certificate" in text and "verify failed" in text:
        return (
            "the package index's certificate is not trusted; set PIP_CERT to your organisation's certificate "
            "file and run this again"
        )
    if any(sign in text for sign in NETWORK_SIGNS):
        return (
            "no package index could be reached; check the network (and proxy, and `pip config list`), "
            "then run this again: it continues where it stopped"
        )
    errors = [line[6:].strip() for line in output.splitlines() if line.startswith("ERROR:")]
    if "permission denied" in text:
        return "{} may not be written: {}".format(venv, errors[-1] if errors else "permission denied")
    if "no matching distribution" in text:
        return (
            "{}; the index that pip is configured for has no such release for this Python and system "
            "(see `pip config list`)".format(errors[-1])
        )
    return "{}: {}".format(otherwise, errors[-1]) if errors else "{} (see the lines above)".format(otherwise)


def check_display(environment, platform):
    """Raise Problem where no window could ever open."""
    if not platform.startswith(("linux", "freebsd")) or environment.get("QT_QPA_PLATFORM"):
        return
    if not environment.get("DISPLAY") and not environment.get("WAYLAND_DISPLAY"):
        raise Problem(
            "there is no display for the window (neither DISPLAY nor WAYLAND_DISPLAY is set); start it in a "
            "desktop session, or answer in the terminal: python3 packaging/bootstrap.py run -- ask TEXT"
        )


def check_qt(python, environment):
    """Raise Problem, naming the packages to install, where a system library for Qt is missing."""
    names, plugin = libraries(environment, sys.platform)
    result = subprocess.run(
        [python, "-c", PROBE, json.dumps([list(names), plugin])],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
    )
    if result.returncode != 0:
        raise Problem("Qt can't be tried: {}".format(last_line(result.stderr)))
    missing, reason = json.loads(result.stdout.decode())
    if missing:
        raise Problem(
            "a system library for Qt is missing ({}); on Debian or Ubuntu run: sudo apt install {}".format(
                ", ".join(missing), " ".join(names[name] for name in missing)
            )
        )
    if reason:
        raise Problem(
            "Qt can't be loaded: {}; install that library from your system's packages, or remove .venv "
            "and run this again".format(reason)
        )


def libraries(environment, platform):
    """The libraries that Qt needs, with their packages, and the plugin for the screen ("" for none)."""
    if not platform.startswith("linux"):
        return {}, ""
    chosen = environment.get("QT_QPA_PLATFORM", "")
    if not chosen:
        chosen = "xcb" if environment.get("DISPLAY") else "wayland"
    if chosen.startswith("xcb"):
        return dict(APT, **APT_XCB), "libqxcb.so"
    if chosen.startswith("wayland"):
        return dict(APT, **APT_WAYLAND), "libqwayland.so"
    return dict(APT), ""


def last_line(raw):
    """The last line of what a child printed."""
    lines = raw.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "no reason given"
