from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.presenter.playback import Pace
from client.settings import schema as values
from client.settings.choices import GLYPHS, PACES, THEMES
from client.settings.reader import read_settings, understood
from client.settings.resolve import SettingSource, choose
from client.settings.schema import (
    BY_KEY,
    ENTRIES,
    Settings,
    changed,
    plain_of,
    settings_of,
    with_key,
)
from client.style.theme import Glyphs, Theme
from engine.values import field_names
from protocol.charter import LONGEST_NAME


def _file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_words_of_settings_match_their_enumerations() -> None:
    assert tuple(Theme) == THEMES
    assert tuple(Glyphs) == GLYPHS
    assert tuple(Pace) == PACES
    assert values.LONGEST_NAME == LONGEST_NAME


def test_every_setting_has_a_field_and_an_allowed_default() -> None:
    assert set(field_names(Settings)) == {*BY_KEY, "keys"}
    assert plain_of(Settings()) == {entry.key: entry.default for entry in ENTRIES}
    assert settings_of({}) == Settings()
    assert all(entry.accepts(entry.default) for entry in ENTRIES)


def test_a_missing_file_counts_as_empty(tmp_path: Path) -> None:
    chosen = choose({}, {}, tmp_path / "none.toml")
    assert chosen.settings == Settings()
    assert chosen.troubles == ()
    assert set(chosen.sources.values()) == {SettingSource.DEFAULT}


def test_errors_are_reported_with_their_line_and_the_rest_counts() -> None:
    read = understood(
        """
[look]
theme = "light"   # on the balcony
glyphs = "emoji"
pace = "slow"

[play]
hints = "yes"
name = "Astrid"
colour = "red"

[keys]
invade = "n"
march = 5

[sound]
bell = true
""",
        "config.toml",
    )
    assert dict(read.values) == {"theme": "light", "name": "Astrid"}
    assert read.keys == (("invade", "n"),)
    assert read.troubles == (
        (
            'config.toml, line 4: the setting glyphs takes auto, unicode or ascii, not "emoji". '
            "The setting is unchanged."
        ),
        (
            "config.toml, line 5: there is no setting pace here; did you mean pace in [play]? "
            "It is ignored."
        ),
        (
            'config.toml, line 8: the setting hints takes true or false, not "yes". '
            "The setting is unchanged."
        ),
        (
            "config.toml, line 10: there is no setting colour here; did you mean color in [look]? "
            "It is ignored."
        ),
        (
            "config.toml, line 14: march needs the name of a key in quotes, not 5. "
            "The key is unchanged."
        ),
        (
            "config.toml, line 16: there is no table sound. "
            "The tables are look, play, turn, online, keys."
        ),
    )


@pytest.mark.parametrize(
    "text",
    ["theme = ", "[look", "look = 5", 'theme = "dark"', '[[look]]\ntheme="dark"', "x" * 9999],
)
def test_no_text_keeps_the_program_from_starting(tmp_path: Path, text: str) -> None:
    path = _file(tmp_path, text)
    chosen = choose({}, {}, path)
    assert chosen.settings == Settings()
    assert len(chosen.troubles) == 1
    assert str(path) in chosen.troubles[0]
    assert "\n" not in chosen.troubles[0]


@given(st.text(max_size=80))
def test_any_file_results_in_settings(text: str) -> None:
    read = understood(text, "config.toml")
    assert all(BY_KEY[key].accepts(value) for key, value in read.values.items())


def test_an_unreadable_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xff\xfe")
    assert "UTF-8" in read_settings(tmp_path / "config.toml").troubles[0]
    assert len(read_settings(tmp_path).troubles) == 1


def test_precedence_is_flags_environment_file_default(
    tmp_path: Path,
) -> None:
    path = _file(tmp_path, '[look]\ntheme = "light"\nglyphs = "ascii"\n[play]\npace = "slow"\n')
    environ = {"BLOODRAGE_THEME": "mono", "BLOODRAGE_PACE": "instant"}
    chosen = choose({"theme": "16"}, environ, path)
    told = (chosen.settings.theme, chosen.settings.pace, chosen.settings.glyphs)
    assert told == ("16", "instant", "ascii")
    wanted = (
        SettingSource.FLAG,
        SettingSource.ENVIRONMENT,
        SettingSource.FILE,
        SettingSource.DEFAULT,
    )
    assert tuple(chosen.sources[key] for key in ("theme", "pace", "glyphs", "bell")) == wanted


def test_the_environment_takes_plain_words_and_reports_wrong_ones(tmp_path: Path) -> None:
    environ = {"BLOODRAGE_HINTS": "off", "BLOODRAGE_BELL": "0", "BLOODRAGE_FAST": "sure"}
    chosen = choose({}, environ, tmp_path / "none")
    assert (chosen.settings.hints, chosen.settings.bell, chosen.settings.fast) == (False,) * 3
    assert chosen.troubles == ('BLOODRAGE_FAST: the setting fast takes true or false, not "sure".',)


@pytest.mark.parametrize("name", ["NO_COLOR", "BLOODRAGE_NO_COLOR"])
def test_no_color_wins_over_the_file_and_loses_to_the_flag(tmp_path: Path, name: str) -> None:
    path = _file(tmp_path, '[look]\ncolor = "always"\n')
    assert choose({}, {name: "1"}, path).settings.color == "never"
    assert choose({}, {name: ""}, path).settings.color == "always"
    assert choose({"color": "always"}, {name: "1"}, path).settings.color == "always"


def test_a_changed_setting_leaves_the_others_and_the_keys() -> None:
    settings = with_key(changed(Settings(), "theme", "mono"), "invade", "n")
    assert settings == Settings(theme="mono", keys=(("invade", "n"),))
    assert changed(settings, "bell", False).keys == settings.keys  # noqa: FBT003 - a value
