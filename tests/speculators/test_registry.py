"""Discovery: every speculator listed, none imported before its time, each fault in its record."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import Distribution, distributions, entry_points
from pathlib import Path

import pytest

from foreword import __version__
from foreword.messages import SpeculatorInfo
from foreword.speculators.faults import LONGEST_DETAIL, fault_of
from foreword.speculators.pool import Pool
from foreword.speculators.registry import GROUP, Plugins, Record, Registry
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


def infos(registry: Registry, *on: str) -> dict[str, SpeculatorInfo]:
    """What is listed of these once they were switched on."""
    with tempfile.TemporaryDirectory() as folder:
        pool = Pool(registry, lambda: frozenset(on), Path(folder))
        pool.refresh()
        listed = {info.name: info for info in pool.infos(None)}
        pool.close()
    return listed


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
    assert record.bundled
    info = infos(registry, "ngram")["ngram"]
    assert (info.state, info.reason, info.bundled) == ("active", "", True)


def test_discovery_imports_no_plugin(tmp_path: Path) -> None:
    probe = (
        "import sys; from pathlib import Path\n"
        "from foreword.speculators.pool import Pool; from foreword.speculators.registry import Registry\n"
        "registry = Registry(); print('ngram' in [record.name for record in registry.records])\n"
        "print('foreword_ngram' in sys.modules)\n"
        f"pool = Pool(registry, lambda: frozenset(['ngram']), Path({str(tmp_path)!r}))\n"
        "pool.refresh(); print('foreword_ngram' in sys.modules); pool.close()\n"
        "print([m for m in ('torch', 'PySide6') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:4] == ["True", "False", "True", "[]"]


def test_a_strangers_distribution_is_found_with_its_name_version_and_summary(site: Path) -> None:
    install(
        site, "far-away", speculators={"far": "faraway_a:Far"}, versions={"far": "v1.0"},
        sources={"faraway_a": SPECULATOR.format(name="Far")},
    )  # fmt: skip
    registry = Registry()
    info = infos(registry)["far"]
    assert (info.distribution, info.version, info.state) == ("far-away", "1.2.3", "off")
    assert info.summary == "Made by a stranger."
    assert "faraway_a" not in sys.modules
    info = infos(registry, "far")["far"]
    assert (info.state, info.reason, info.summary) == ("active", "", "Says nothing.")


def test_without_entry_points_there_is_nothing() -> None:
    assert Registry([], []).records == []


# --- refused by metadata, before any import


@pytest.mark.parametrize(
    ("versions", "reason"),
    [
        ({}, "declares no interface version (an entry point of the same name in foreword.speculator_api)"),
        ({"another": "v1.0"}, "declares no interface version"),
        ({"far": "v2.0"}, "was written for interface v2.0; this is v1.1"),
        ({"far": "v1.99"}, "needs interface v1.99 or later; this is v1.1: update Foreword"),
        ({"far": "whatever"}, "declares the interface version 'whatever'; expected one like v1.1"),
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
    info = infos(Registry(), "far")["far"]
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
    infos(registry, "far")
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
    pool = Pool(registry, lambda: frozenset({"twin"}), site)
    pool.refresh()
    twins = [info for info in pool.infos(None) if info.name == "twin"]
    pool.close()
    assert [(twin.distribution, twin.state) for twin in twins] == [
        ("one", "incompatible"),
        ("two", "incompatible"),
    ]
    assert twins[0].reason == "shares its name with one from two: remove one of them"
    assert twins[1].reason == "shares its name with one from one: remove one of them"
    assert registry.find("twin") is None
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


def test_nor_where_the_library_raises_on_them(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the backport does, which takes the place of Python's own as soon as anybody imports it."""
    install(
        site, "nameless", speculators={"off": "faraway_f:Far"}, versions={"off": "v1.0"},
        sources={"faraway_f": SPECULATOR.format(name="Far")},
    )  # fmt: skip

    def damaged(distribution: Distribution) -> str:
        if "nameless" in str(getattr(distribution, "_path", "")):
            raise FileNotFoundError("no package metadata")
        return str(distribution.metadata["Name"])

    for kind in {type(each) for each in distributions()}:  # Python's own, or the backport's
        monkeypatch.setattr(kind, "name", property(damaged))
    (record,) = named("off")
    assert (record.distribution, record.version) == ("unknown", "1.2.3")


# --- failing when first used


def failed(registry: Registry) -> SpeculatorInfo:
    name = only(registry).name
    info = infos(registry, name)[name]
    assert info.state == "failed"
    return info


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
    record = failed(registry_of(("brittle", f"{module}:Brittle")))
    assert record.reason.startswith(
        f"could not be imported (start Foreword again once it is mended): {problem}"
    )
    assert "\n" not in record.reason
    assert record.detail.startswith("Traceback")
    assert module in record.detail


def test_a_failing_constructor_is_data_with_its_traceback() -> None:
    record = failed(registry_of(fakes.RaisesInConstructor))
    assert record.reason == "could not be built: RuntimeError: no constructor today"
    assert "in __init__" in record.detail


def test_a_class_that_misses_draft_could_not_be_built() -> None:
    record = failed(registry_of(("base", "foreword.api:Speculator")))
    assert record.reason.startswith("could not be built: TypeError: Can't instantiate abstract class")


def test_what_is_no_speculator_is_refused() -> None:
    record = failed(registry_of(fakes.NotASpeculator))
    assert record.reason == "is a NotASpeculator, not a foreword.api.Speculator"
    assert record.detail == ""


def test_an_exception_that_cannot_be_printed_is_still_told() -> None:
    class Unprintable(Exception):
        def __str__(self) -> str:
            raise ValueError

    fault = fault_of("draft", Unprintable())
    assert fault.problem == "failed in draft: Unprintable: (its message can't be read)"
    assert fault_of("draft", KeyError()).problem == "failed in draft: KeyError"
    fault = fault_of("draft", RuntimeError("x" * 1_000_000))
    assert len(fault.problem) < 400
    assert len(fault.detail) < LONGEST_DETAIL + 100


# --- states


def test_the_states_in_words() -> None:
    registry = registry_of(fakes.Silent, fakes.RaisesInConstructor)
    assert [info.state for info in infos(registry).values()] == ["off", "off"]
    on = infos(registry, "Silent", "RaisesInConstructor")
    assert [(info.name, info.state) for info in on.values()] == [
        ("RaisesInConstructor", "failed"),
        ("Silent", "active"),
    ]
    off = infos(registry)["RaisesInConstructor"]
    assert (off.state, off.reason) == ("off", "could not be built: RuntimeError: no constructor today")


@pytest.mark.parametrize(
    ("summary", "shown"), [(7, ""), ("two\n lines", "two lines"), ("x" * 9_000, "x" * 500)]
)
def test_a_summary_is_one_line_of_text(monkeypatch: pytest.MonkeyPatch, summary: object, shown: str) -> None:
    monkeypatch.setattr(fakes.Silent, "summary", summary)
    assert infos(registry_of(fakes.Silent), "Silent")["Silent"].summary == shown


def test_switching_off_and_on_forgives_and_what_was_on_at_the_start_was_switched_on_by_nobody() -> None:
    registry = registry_of(fakes.Silent)
    record, on, off = only(registry), frozenset({"Silent"}), frozenset[str]()
    record.fail(fault_of("draft", RuntimeError("once")))
    for enabled in (on, on, off):
        registry.follow(enabled)
        assert record.problem
    registry.follow(on)
    assert (record.problem, record.detail) == ("", "")


def test_what_comes_with_the_app_says_what_it_is_before_it_is_switched_on() -> None:
    ngram = infos(Registry())["ngram"]
    assert ngram.state == "off"
    assert ngram.summary
    assert ngram.bundled


# --- held back


@pytest.mark.parametrize(
    ("plugins", "reasons"),
    [
        ("bundled", {"far": "held back: safe mode", "ngram": ""}),
        (
            "none",
            {"far": "held back: started without plugins", "ngram": "held back: started without plugins"},
        ),
    ],
)
def test_whose_code_may_not_run_is_listed_as_off_and_never_imported(
    site: Path, tmp_path: Path, plugins: Plugins, reasons: dict[str, str]
) -> None:
    canary = tmp_path / "canary"
    source = CANARY.format(canary=str(canary)) + SPECULATOR.format(name="Far")
    install(
        site, "far-away", speculators={"far": "faraway_held:Far"}, versions={"far": "v1.0"},
        sources={"faraway_held": source},
    )  # fmt: skip
    listed = infos(Registry(plugins=plugins), "far", "ngram")
    for name, reason in reasons.items():
        assert (listed[name].state, listed[name].reason) == ("off" if reason else "active", reason)
    assert not canary.exists()


def test_without_plugins_not_even_the_bundled_ones_are_imported(tmp_path: Path) -> None:
    probe = (
        "import sys; from pathlib import Path\n"
        "from foreword.speculators.pool import Pool; from foreword.speculators.registry import Registry\n"
        f"pool = Pool(Registry(plugins='none'), lambda: frozenset(['ngram']), Path({str(tmp_path)!r}))\n"
        "pool.refresh(); pool.infos(None); pool.forget('c'); pool.close()\n"
        "print([m for m in sys.modules if m.startswith('foreword_')])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# --- rediscovered


def put(site: Path, version: str = "1.2.3", *, module: str) -> None:
    install(
        site, "far-away", speculators={"far": f"{module}:Far"}, versions={"far": "v1.0"},
        sources={module: SPECULATOR.format(name="Far")}, version=version,
    )  # fmt: skip


def test_what_was_installed_meanwhile_appears_and_what_was_removed_goes(site: Path, tmp_path: Path) -> None:
    registry = Registry()
    on = {"far"}
    pool = Pool(registry, lambda: frozenset(on), tmp_path / "data")
    pool.refresh()
    assert registry.find("far") is None
    ngram = registry.find("ngram")
    put(site, module="faraway_new")
    registry.rediscover()
    pool.refresh()
    assert {info.name: info.state for info in pool.infos(None)}["far"] == "active"
    assert registry.find("ngram") is ngram, "what hasn't changed keeps its state"
    shutil.rmtree(site / "far_away-1.2.3.dist-info")
    registry.rediscover()
    pool.refresh()
    assert "far" not in {info.name for info in pool.infos(None)}
    pool.close()


def test_another_version_of_what_was_imported_needs_a_new_start(site: Path, tmp_path: Path) -> None:
    put(site, module="faraway_old")
    registry = Registry()
    pool = Pool(registry, lambda: frozenset({"far"}), tmp_path / "data")
    pool.refresh()
    shutil.rmtree(site / "far_away-1.2.3.dist-info")
    put(site, "2.0", module="faraway_old")
    registry.rediscover()
    pool.refresh()
    info = {info.name: info for info in pool.infos(None)}["far"]
    assert (info.version, info.state) == ("2.0", "incompatible")
    assert info.reason == "was version 1.2.3 when it was imported: start Foreword again to use 2.0"
    pool.close()


def test_another_version_of_what_was_never_imported_can_be_used_at_once(site: Path, tmp_path: Path) -> None:
    put(site, module="faraway_unread")
    registry = Registry()
    shutil.rmtree(site / "far_away-1.2.3.dist-info")
    put(site, "2.0", module="faraway_unread")
    registry.rediscover()
    info = infos(registry, "far")["far"]
    assert (info.version, info.state) == ("2.0", "active")


@pytest.mark.parametrize(
    "text", ["no section\n", "[foreword.speculators]\nno equals sign\n", "\xff\xfe[\x00"]
)
def test_broken_entry_points_of_one_hide_no_other(site: Path, text: str) -> None:
    put(site, module="faraway_beside")
    broken = site / "broken-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (broken / "entry_points.txt").write_bytes(text.encode("latin-1"))
    registry = Registry()
    assert registry.find("far") is not None
    assert registry.find("ngram") is not None
