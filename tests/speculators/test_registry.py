"""Discovery: every speculator listed, none imported before its time, each fault in its record."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from foreword import __version__
from foreword.speculators.registry import GROUP, Record, Registry
from tests.fakes import speculators as fakes
from tests.fakes.distributions import SPECULATOR, install, put_on_path
from tests.fakes.speculators import registry_of

CANARY = "from pathlib import Path\nPath({canary!r}).write_text('imported')\n"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty site-packages in front of the real one."""
    put_on_path(tmp_path / "site", monkeypatch)
    return tmp_path / "site"


def only(registry: Registry) -> Record:
    (record,) = registry.records
    return record


def named(name: str) -> list[Record]:
    return [record for record in Registry().records if record.name == name]


# --- found through entry points alone


def test_the_first_party_plugin_is_found_by_its_installed_entry_point() -> None:
    registry = Registry()
    record = registry.find("ngram")
    assert record is not None
    assert (record.distribution, record.version) == ("foreword", __version__)
    assert record.entry_point in entry_points(group=GROUP)
    assert record.incompatible == ""
    speculator = registry.obtain(record)
    assert type(speculator).__module__ == "foreword_ngram.speculator"
    assert registry.obtain(record) is speculator


def test_discovery_imports_no_plugin() -> None:
    probe = (
        "import sys; from foreword.speculators.registry import Registry\n"
        "registry = Registry(); name = registry.records[0].name\n"
        "print(name, 'foreword_ngram' in sys.modules)\n"
        "registry.obtain(registry.find('ngram')); print('foreword_ngram' in sys.modules)\n"
        "print([m for m in ('torch', 'PySide6') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:3] == ["ngram False", "True", "[]"]


def test_a_strangers_distribution_is_found_with_its_name_version_and_summary(site: Path) -> None:
    install(
        site, "far-away", speculators={"far": "faraway_a:Far"}, versions={"far": "v1.0"},
        sources={"faraway_a": SPECULATOR.format(name="Far")},
    )  # fmt: skip
    registry = Registry()
    info = next(info for info in registry.infos(frozenset()) if info.name == "far")
    assert (info.distribution, info.version, info.state) == ("far-away", "1.2.3", "off")
    assert info.summary == "Made by a stranger."
    assert "faraway_a" not in sys.modules
    record = registry.find("far")
    assert record is not None
    assert registry.obtain(record) is not None
    info = next(info for info in registry.infos(frozenset({"far"})) if info.name == "far")
    assert (info.state, info.reason, info.summary) == ("active", "", "Says nothing.")


def test_without_entry_points_there_is_nothing() -> None:
    assert Registry([], []).records == []


# --- refused by metadata, before any import


@pytest.mark.parametrize(
    ("versions", "reason"),
    [
        ({}, "declares no interface version (an entry point of the same name in foreword.speculator_api)"),
        ({"another": "v1.0"}, "declares no interface version"),
        ({"far": "v2.0"}, "was written for interface v2.0; this is v1.0"),
        ({"far": "v1.99"}, "needs interface v1.99 or later; this is v1.0: update Foreword"),
        ({"far": "whatever"}, "declares the interface version 'whatever'; expected one like v1.0"),
    ],
)
def test_an_incompatible_plugin_is_listed_and_never_imported(
    site: Path, tmp_path: Path, versions: dict[str, str], reason: str
) -> None:
    canary = tmp_path / "canary"
    source = CANARY.format(canary=str(canary)) + SPECULATOR.format(name="Far")
    install(
        site,
        "far-away",
        speculators={"far": "faraway_b:Far"},
        versions=versions,
        sources={"faraway_b": source},
    )
    registry = Registry()
    registry.follow(frozenset({"far"}))
    record = registry.find("far")
    assert record is not None
    assert registry.obtain(record) is None
    info = next(info for info in registry.infos(frozenset({"far"})) if info.name == "far")
    assert info.state == "incompatible"
    assert info.reason.startswith(reason)
    assert not canary.exists()


def test_the_canary_sings_where_the_version_fits(site: Path, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    source = CANARY.format(canary=str(canary)) + SPECULATOR.format(name="Far")
    install(
        site, "far-away", speculators={"far": "faraway_c:Far"}, versions={"far": "v1.0"},
        sources={"faraway_c": source},
    )  # fmt: skip
    registry = Registry()
    assert not canary.exists()
    record = registry.find("far")
    assert record is not None
    registry.obtain(record)
    assert canary.exists()


def test_the_version_counts_only_from_the_same_distribution(site: Path) -> None:
    install(site, "one", speculators={"far": "faraway_d:Far"}, versions={}, sources={})
    install(site, "two", speculators={}, versions={"far": "v1.0"}, sources={})
    assert [record.incompatible[:29] for record in named("far")] == ["declares no interface version"]


def test_two_of_one_name_are_both_shown_and_neither_is_used(site: Path) -> None:
    for distribution in ("one", "two"):
        install(
            site, distribution, speculators={"twin": f"twin_{distribution}:Twin"}, versions={"twin": "v1.0"},
            sources={f"twin_{distribution}": SPECULATOR.format(name="Twin")},
        )  # fmt: skip
    registry = Registry()
    twins = [info for info in registry.infos(frozenset({"twin"})) if info.name == "twin"]
    assert [(twin.distribution, twin.state) for twin in twins] == [
        ("one", "incompatible"),
        ("two", "incompatible"),
    ]
    assert twins[0].reason == "shares its name with one from two: remove one of them"
    assert twins[1].reason == "shares its name with one from one: remove one of them"
    assert registry.find("twin") is None
    assert all(registry.obtain(record) is None for record in registry.records if record.name == "twin")
    assert not {"twin_one", "twin_two"} & sys.modules.keys()


@pytest.mark.parametrize("name", ["../up", "/etc", "..", "a/b", "a b", "-x", ""])
def test_a_name_that_is_no_plain_word_is_refused(name: str) -> None:
    record = only(registry_of((name, fakes.path_of(fakes.Silent))))
    assert record.incompatible == "has a name with other characters than letters, digits, _, . and -"


def test_damaged_metadata_are_no_reason_to_fall_over(site: Path) -> None:
    install(
        site, "nameless", speculators={"far": "faraway_e:Far"}, versions={"far": "v1.0"},
        sources={"faraway_e": SPECULATOR.format(name="Far")}, metadata="",
    )  # fmt: skip
    (record,) = named("far")
    assert (record.distribution, record.version) == ("unknown", "?")


# --- failing when first used


def obtained(registry: Registry) -> Record:
    record = only(registry)
    assert registry.obtain(record) is None
    (info,) = registry.infos(frozenset({record.name}))
    assert (info.state, info.reason, info.detail) == ("failed", record.problem, record.detail)
    return record


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("raise ValueError('broken\\nin two')", "ValueError: broken"),
        ("import no_such_module_anywhere", "ModuleNotFoundError: No module named 'no_such_module_anywhere'"),
        ("def (", "SyntaxError: invalid syntax"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("x = 1", "AttributeError: module 'brittle"),
    ],
)
def test_a_failing_import_is_data_with_its_traceback(
    site: Path, request: pytest.FixtureRequest, source: str, problem: str
) -> None:
    module = f"brittle{abs(hash(request.node.name))}"
    (site / f"{module}.py").write_text(source)
    record = obtained(registry_of(("brittle", f"{module}:Brittle")))
    assert record.problem.startswith(
        f"could not be imported (start Foreword again once it is mended): {problem}"
    )
    assert "\n" not in record.problem
    assert record.detail.startswith("Traceback")
    assert module in record.detail


def test_a_failing_constructor_is_data_with_its_traceback() -> None:
    record = obtained(registry_of(fakes.RaisesInConstructor))
    assert record.problem == "could not be built: RuntimeError: no constructor today"
    assert "in __init__" in record.detail


def test_a_class_that_misses_draft_could_not_be_built() -> None:
    record = obtained(registry_of(("base", "foreword.api:Speculator")))
    assert record.problem.startswith("could not be built: TypeError: Can't instantiate abstract class")


def test_what_is_no_speculator_is_refused() -> None:
    record = obtained(registry_of(fakes.NotASpeculator))
    assert record.problem == "is a NotASpeculator, not a foreword.api.Speculator"
    assert record.detail == ""


def test_an_exception_that_cannot_be_printed_is_still_told() -> None:
    class Unprintable(Exception):
        def __str__(self) -> str:
            raise ValueError

    record = only(registry_of(fakes.Silent))
    record.fail("failed in draft", Unprintable())
    assert record.problem == "failed in draft: Unprintable: (its message can't be read)"
    record.fail("failed in draft", KeyError())
    assert record.problem == "failed in draft: KeyError"
    record.fail("failed in draft", RuntimeError("x" * 10_000))
    assert len(record.problem) < 400


# --- states


def test_the_states_in_words() -> None:
    registry = registry_of(fakes.Silent, fakes.RaisesInConstructor)
    assert [info.state for info in registry.infos(frozenset())] == ["off", "off"]
    on = frozenset({"Silent", "RaisesInConstructor"})
    for record in registry.records:
        registry.obtain(record)
    assert [(info.name, info.state) for info in registry.infos(on)] == [
        ("RaisesInConstructor", "failed"),
        ("Silent", "active"),
    ]
    off = registry.infos(frozenset())[0]
    assert (off.state, off.reason) == ("off", "could not be built: RuntimeError: no constructor today")


def test_a_summary_that_is_no_text_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = registry_of(fakes.Silent)
    registry.obtain(only(registry))
    monkeypatch.setattr(fakes.Silent, "summary", 7)
    assert registry.infos(frozenset())[0].summary == ""
    monkeypatch.setattr(fakes.Silent, "summary", "two\n lines")
    assert registry.infos(frozenset())[0].summary == "two lines"


def test_switching_off_and_on_tries_again_with_a_new_one() -> None:
    registry = registry_of(fakes.Silent)
    record, on, off = only(registry), frozenset({"Silent"}), frozenset[str]()
    registry.follow(on)
    first = registry.obtain(record)
    record.fail("failed in draft", RuntimeError("once"))
    registry.follow(on)
    assert record.problem, "on as before: nothing is forgiven"
    registry.follow(off)
    assert record.problem, "the reason can still be read"
    registry.follow(on)
    assert (record.problem, record.detail) == ("", "")
    assert registry.obtain(record) is not first


def test_switching_off_and_on_keeps_what_did_not_fail() -> None:
    registry = registry_of(fakes.Silent)
    first = registry.obtain(only(registry))
    for enabled in (frozenset({"Silent"}), frozenset[str](), frozenset({"Silent"})):
        registry.follow(enabled)
    assert registry.obtain(only(registry)) is first


def test_what_comes_with_the_app_has_its_own_sentence_before_it_is_switched_on() -> None:
    (ngram,) = [info for info in Registry().infos(frozenset()) if info.name == "ngram"]
    assert ngram.state == "off"
    assert ngram.summary.startswith("Repeats what followed")
