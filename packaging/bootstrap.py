#!/usr/bin/env python3
"""From a checkout to a running app, with the standard library alone.

    python3 packaging/bootstrap.py run [-- ARGUMENTS FOR FOREWORD]
    python3 packaging/bootstrap.py test [-- ARGUMENTS FOR PYTEST]
    python3 packaging/bootstrap.py install [-- EXTRAS, such as test dev]

makes `.venv` beside pyproject.toml with the versions of packaging/constraints.txt, fetches the
starter model, and opens the window or runs the whole test suite. It can be run again at any time: a
stamp says whether the environment is still the right one, and what was interrupted is made good.
On a failure it prints one line that says what is wrong and what to do, and exits with status 1.

This file must be readable for every Python since 3.6, so that an old one can say that it is too old.
It uses the user's pip configuration as it is, and never asks for another user's rights.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import threading

import checks

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
STAMP = os.path.join(VENV, "foreword-install.json")
STAMP_FORMAT = 1
MOST_PROCESSES = 4  # for the tests: each may hold a model
EXE = ".exe" if os.name == "nt" else ""
CONSTRAINTS = os.path.join(ROOT, "packaging", "constraints.txt")


def main(arguments=None):
    """Do what the command line says; the exit status."""
    try:
        checks.check_python(sys.version_info, sys.platform)
        command, rest = parse(sys.argv[1:] if arguments is None else arguments)
        if command == "install":
            install(rest)
            say("done: start it with  python3 packaging/bootstrap.py run")
            return 0
        return run(rest) if command == "run" else test(rest)
    except checks.Problem as problem:
        say(str(problem))
        return 1
    except OSError as error:
        say("can't work in {}: {}".format(ROOT, error))
        return 1
    except KeyboardInterrupt:
        say("stopped; run the same command again to continue")
        return 130


def say(line):
    """One line for the user. Standard output belongs to the app alone."""
    sys.stderr.write("foreword: " + line + "\n")
    sys.stderr.flush()


def parse(arguments):
    """The command, and what comes behind `--` for the app or for pytest."""
    own, rest = arguments, []
    if "--" in arguments:
        cut = arguments.index("--")
        own, rest = arguments[:cut], arguments[cut + 1 :]
    parser = argparse.ArgumentParser(
        prog="bootstrap.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=["run", "test", "install"])
    return parser.parse_args(own).command, rest


def run(arguments):
    """Install what is missing, then become the app."""
    install([])
    if opens_window(arguments):
        checks.check_display(os.environ, sys.platform)
        checks.check_qt(python(), os.environ)
    if needs_starter(arguments):
        fetch_starter(profile_of(arguments))
    return become([python(), "-m", "foreword", *arguments], os.environ)


def test(arguments):
    """Install what is missing, test tools included, then become pytest over the whole suite."""
    install(["test"])
    environment = dict(os.environ)
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    checks.check_qt(python(), environment)
    fetch_starter(os.environ.get("FOREWORD_TEST_CACHE") or os.path.join(ROOT, ".cache"))
    os.chdir(ROOT)
    side_by_side = in_processes(arguments, environment)
    return become([python(), "-m", "pytest", *side_by_side, *arguments], environment)


def in_processes(arguments, environment):
    """Pytest's arguments for several processes, unless they say themselves how many; each process gets its
    share of the cores, since torch's threads wait actively for cores that somebody else has."""
    if any(each.startswith(("-n", "--numprocesses", "--pdb", "--co")) for each in arguments):
        return []
    cores = os.cpu_count() or 1
    processes = min(cores, MOST_PROCESSES)
    environment.setdefault("OMP_NUM_THREADS", str(max(1, cores // processes)))
    return ["-n", str(processes), "--dist", "worksteal"]


# --- the environment


def python():
    """The environment's own interpreter."""
    return os.path.join(VENV, "Scripts" if os.name == "nt" else "bin", "python" + EXE)


def fingerprint():
    """What the environment is made from: when this changes, it is brought up to date."""
    digest = hashlib.sha256(repr((STAMP_FORMAT, sys.version_info[:3], sys.platform, ROOT)).encode())
    for name in (os.path.join(ROOT, "pyproject.toml"), CONSTRAINTS):
        with open(name, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def installed_extras():
    """The extras of a complete and current environment; None where it is neither."""
    try:
        with open(STAMP, encoding="utf-8") as file:
            stamp = json.load(file)
        if stamp["fingerprint"] == fingerprint() and os.path.exists(python()):
            return list(stamp["extras"])
    except (OSError, ValueError, KeyError, TypeError):
        pass  # never made, interrupted or of another version: made again below
    return None


def install(extras):
    """Bring the environment up to date. Does nothing, and needs no network, where it is."""
    have = installed_extras()
    if have is not None and set(extras) <= set(have):
        return
    extras = sorted(set(extras) | set(have or []))
    if os.path.exists(STAMP):
        os.remove(STAMP)  # from here on the environment counts as unfinished
    note = checks.check_space(ROOT, fresh=not os.path.exists(python()))
    if note:
        say(note)
    make_venv()
    say("[2/3] Installing the tools that install (pip and the build backend)")
    pip_install(["pip", *build_requirements()])
    say("[3/3] Installing Foreword and the libraries it needs; this can take some minutes")
    pip_install(
        ["--no-build-isolation", "--editable", "." + ("[" + ",".join(extras) + "]" if extras else "")]
    )
    draft = STAMP + ".new"
    with open(draft, "w", encoding="utf-8") as file:
        json.dump({"fingerprint": fingerprint(), "extras": extras}, file)
    os.replace(draft, STAMP)


def make_venv():
    """Make the environment, or make it anew where its Python is broken or another one."""
    version = "{}.{}".format(*sys.version_info[:2])
    if venv_works(version):
        say("[1/3] Bringing .venv up to date")
        return
    say("[1/3] Making .venv with Python {}".format(version))
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        raise checks.Problem(checks.missing_venv(version)) from None
    base = getattr(sys, "_base_executable", None) or sys.executable
    result = subprocess.run(
        [base, "-m", "venv", "--clear", VENV], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if result.returncode != 0:
        output = result.stdout.decode("utf-8", "replace")
        if "ensurepip" in output:
            raise checks.Problem(checks.missing_venv(version))
        raise checks.Problem(checks.explain(output, "{} could not be made".format(VENV), VENV))


def venv_works(version):
    """Whether .venv was made at this place and has a Python of this version with pip."""
    check = "import sys, pip; print('{}.{}'.format(*sys.version_info[:2]))"
    try:
        output = subprocess.check_output([python(), "-c", check], stderr=subprocess.DEVNULL)
        with open(os.path.join(os.path.dirname(python()), "pip" + EXE), "rb") as script:
            here = os.fsencode(VENV) in script.read()
    except (OSError, subprocess.CalledProcessError):
        return False
    # In a checkout that was moved, the scripts still point to where it was.
    return here and output.decode().strip() == version


def build_requirements():
    """What pyproject.toml wants for building: installed once, pinned, instead of afresh for each build."""
    import tomllib

    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        return tomllib.load(file)["build-system"]["requires"]


def pip_install(what):
    """pip, with its own progress on the terminal. Raise Problem with one line where it fails."""
    command = [python(), "-m", "pip", "--disable-pip-version-check", "install"]
    command += ["--no-warn-script-location", "--constraint", CONSTRAINTS]
    # A user's `user = true` would make pip refuse: an environment has no place for that.
    environment = dict(os.environ, PIP_USER="0")
    if not (sys.stdin and sys.stdin.isatty()):
        environment["PIP_NO_INPUT"] = "1"
    process = subprocess.Popen(
        command + what, cwd=ROOT, env=environment, stdout=sys.stderr.fileno(), stderr=subprocess.PIPE
    )
    said = []
    reader = threading.Thread(target=pass_on, args=(process.stderr, said))
    reader.start()
    try:
        status = process.wait()
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
        reader.join()
    if status != 0:
        raise checks.Problem(checks.explain("".join(said), "pip could not install what is needed", VENV))


def pass_on(stream, said):
    """Show what pip says, and keep it to explain a failure."""
    for raw in stream:
        line = raw.decode("utf-8", "replace")
        said.append(line)
        sys.stderr.write(line)
        sys.stderr.flush()


# --- the starter model, and the hand-over


def opens_window(arguments):
    """Whether these arguments for the app open its window, rather than answer in the terminal."""
    return not {"ask", "doctor", "models", "--version", "--help", "-h"} & set(arguments)


def needs_starter(arguments):
    """Whether the app will load the starter model: not where another one is named."""
    named = any(argument == "--model" or argument.startswith("--model=") for argument in arguments)
    return not named and (opens_window(arguments) or ("ask" in arguments and "--help" not in arguments))


def profile_of(arguments):
    """The folder behind --profile, "" where the platform's own is used."""
    for position, argument in enumerate(arguments):
        if argument == "--profile" and position + 1 < len(arguments):
            return arguments[position + 1]
        if argument.startswith("--profile="):
            return argument.split("=", 1)[1]
    return ""


def fetch_starter(profile):
    """The app's own fetching, with its own progress; quick and offline where the model is there."""
    command = [python(), "-m", "foreword.models", "pull", "starter", "--quiet"]
    command += ["--profile", profile] if profile else []
    if subprocess.call(command) != 0:
        sys.exit(1)  # it has said its one line


def become(command, environment):
    """Hand the process over, so that signals and the exit status are the app's own."""
    sys.stderr.flush()
    if os.name == "nt":
        return subprocess.call(command, env=environment)
    return os.execve(command[0], command, environment)


if __name__ == "__main__":
    sys.exit(main())
