"""Settings survive restarts, upgrades and hand editing; what doesn't fit is told, never fatal."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foreword.settings import BY_KEY, SETTINGS, Settings, SettingsError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Zoë  Ω" / "settings.toml"


def write(path: Path, text: str) -> Settings:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return Settings(path)


def test_every_default_fits_its_own_setting():
    for setting in SETTINGS:
        assert setting.check(setting.default) == setting.default
    assert len(BY_KEY) == len(SETTINGS)
    assert all(setting.key.count(".") == 1 for setting in SETTINGS)


def test_without_a_file_there_are_defaults_and_nothing_is_written(path: Path):
    settings = Settings(path)
    assert settings["reply.temperature"] == BY_KEY["reply.temperature"].default
    assert settings.problems == []
    assert not path.parent.exists()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("appearance.theme", "dark"),
        ("reply.temperature", 0.0),
        ("reply.top_k", 1000),
        ("reply.system_prompt", 'Say "hi"\n\\ Ω 🦉 # no comment'),
        ("speculators.enabled", {"ngram": False, "suffix_history": True, "other name": True}),
        ("speculators.options", {"ngram": {"longest": 8, "share": 0.5, "name": 'a "b"', "on": True}}),
        ("chat.open", ""),
    ],
)
def test_a_value_survives_a_restart(path: Path, key: str, value: object):
    Settings(path).set(key, value)
    again = Settings(path)
    assert again[key] == value
    assert again.problems == []


def test_a_whole_number_is_taken_for_a_float(path: Path):
    settings = Settings(path)
    settings.set("reply.temperature", 1)
    assert type(settings["reply.temperature"]) is float


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("reply.temperature", "hot", "a number"),
        ("reply.temperature", -0.1, "at least 0"),
        ("reply.temperature", float("nan"), "at most 5"),
        ("reply.temperature", True, "a number"),
        ("reply.top_k", 1.5, "a whole number"),
        ("reply.max_tokens", 10_000_000, "at most 1000000"),
        ("appearance.theme", "pink", "system, light, dark"),
        ("speculators.enabled", {"ngram": 1}, "true and false"),
        ("speculators.enabled", ["ngram"], "a table"),
        ("speculators.options", {"ngram": 8}, "a table of tables"),
        ("speculators.options", {"ngram": {"longest": [8]}}, "a table of tables"),
        ("chat.open", None, "a text"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line_and_changes_nothing(path: Path, key, value, message):
    settings = Settings(path)
    before = settings[key]
    with pytest.raises(SettingsError, match=message) as caught:
        settings.set(key, value)
    assert "\n" not in str(caught.value)
    assert settings[key] == before
    assert not path.exists()


def test_an_unknown_setting_is_a_bug(path: Path):
    with pytest.raises(KeyError):
        Settings(path).set("no.such", 1)


def test_comments_and_unknown_keys_stay_and_are_told(path: Path):
    settings = write(path, "# mine\n[reply]\nfuture = 3 # later\ntop_k = 40\n[tomorrow]\nx = 1\n")
    assert settings["reply.top_k"] == 40
    assert [line.split()[2] for line in settings.problems] == ["reply.future", "tomorrow.x"]
    settings.set("reply.top_k", 41)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# mine\n")
    assert "future = 3 # later" in text
    assert tomllib.loads(text) == {"reply": {"future": 3, "top_k": 41}, "tomorrow": {"x": 1}}


def test_a_broken_value_is_told_kept_and_replaced_by_the_default(path: Path):
    settings = write(path, "[reply]\ntemperature = 'hot'\ntop_p = 0.5\n")
    assert settings["reply.temperature"] == BY_KEY["reply.temperature"].default
    assert settings["reply.top_p"] == 0.5
    assert len(settings.problems) == 1
    settings.set("appearance.theme", "light")
    assert "temperature = 'hot'" in path.read_text(encoding="utf-8")


def test_what_was_turned_off_stays_off_beside_a_broken_switch(path: Path):
    settings = write(path, "[speculators.enabled]\nngram = false\nother = 'yes'\n")
    assert settings["speculators.enabled"]["ngram"] is False
    assert "other" not in settings["speculators.enabled"]
    assert "speculators.enabled.other" in settings.problems[0]


def test_options_of_one_speculator_survive_the_broken_ones_of_another(path: Path):
    settings = write(path, "[speculators.options]\nngram = {longest = 8}\nother = 'yes'\n")
    assert settings["speculators.options"] == {"ngram": {"longest": 8}}
    assert "speculators.options.other must be a table" in settings.problems[0]


def test_a_speculator_that_an_update_brings_is_on_or_off_as_it_comes(path: Path):
    settings = write(path, "[speculators.enabled]\nngram = false\n")
    assert settings["speculators.enabled"] == BY_KEY["speculators.enabled"].default | {"ngram": False}


def test_turned_off_then_an_unrelated_setting_changes(path: Path):
    settings = Settings(path)
    settings.set("speculators.enabled", {"ngram": False})
    settings.set("appearance.theme", "dark")
    Settings(path).set("reply.top_k", 3)
    assert Settings(path)["speculators.enabled"]["ngram"] is False


@pytest.mark.parametrize("text", ["[reply\n", "a = ", "= 1", "[a]\n[a]\n"])
def test_a_file_that_cannot_be_read_is_kept_under_another_name(path: Path, text: str):
    assert len(write(path, text).problems) == 1
    again = write(path, text)
    kept = sorted(file.name for file in path.parent.iterdir())
    assert kept == ["settings.broken-2.toml", "settings.broken.toml"]
    again.set("reply.top_k", 5)
    assert Settings(path)["reply.top_k"] == 5


def test_bytes_that_are_no_text_are_kept_too(path: Path):
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe\x00")
    assert len(Settings(path).problems) == 1
    assert (path.parent / "settings.broken.toml").read_bytes() == b"\xff\xfe\x00"


def test_a_byte_order_mark_is_read_over(path: Path):
    settings = write(path, "\ufeff[reply]\ntop_k = 7\n")
    assert settings.problems == []
    assert settings["reply.top_k"] == 7


def test_a_setting_where_a_section_should_be(path: Path):
    settings = write(path, "reply = 3\n")
    assert len(settings.problems) == 1
    settings.set("reply.top_k", 9)
    assert Settings(path)["reply.top_k"] == 9


def test_a_save_that_fails_leaves_the_old_file_whole(path: Path, monkeypatch: pytest.MonkeyPatch):
    settings = Settings(path)
    settings.set("reply.top_k", 1)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        settings.set("reply.top_k", 2)
    assert settings["reply.top_k"] == 2
    assert Settings(path)["reply.top_k"] == 1


def test_what_reading_gives_is_a_copy(path: Path):
    settings = Settings(path)
    settings["speculators.enabled"]["ngram"] = False
    settings["speculators.options"]["ngram"] = {}
    assert settings["speculators.enabled"]["ngram"] is True
    assert settings["speculators.options"] == {}


@given(st.text(), st.dictionaries(st.text(min_size=1), st.booleans(), max_size=4))
def test_any_text_and_any_names_survive(tmp_path_factory, text: str, switches: dict[str, bool]):
    path = tmp_path_factory.mktemp("any") / "settings.toml"
    settings = Settings(path)
    settings.set("reply.system_prompt", text)
    settings.set("speculators.enabled", switches)
    again = Settings(path)
    assert again["reply.system_prompt"] == text
    assert again["speculators.enabled"] == BY_KEY["speculators.enabled"].default | switches


def test_what_is_unset_is_as_if_nobody_had_chosen(path: Path):
    settings = Settings(path)
    settings.set("reply.temperature", 1.5)
    settings.set("reply.top_k", 7)
    assert settings.is_set("reply.temperature")
    settings.unset("reply.temperature")
    settings.unset("reply.min_p")  # was not set anyway
    for each in (settings, Settings(path)):
        assert each["reply.temperature"] == BY_KEY["reply.temperature"].default
        assert not each.is_set("reply.temperature")
        assert each["reply.top_k"] == 7
