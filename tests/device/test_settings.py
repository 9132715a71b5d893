"""The settings: one commented file, and a clear sentence for whatever is wrong in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from device.settings import SECTIONS, Settings, read_settings, template, write_template
from device.trouble import SettingsTrouble


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_template_names_every_setting_with_unit_and_default(tmp_path: Path) -> None:
    text = template()
    assert tomllib.loads(text) == {section: {} for section in SECTIONS}
    uncommented = re.sub(r"(?m)^# (\w+ = )", r"\1", text)
    values = tomllib.loads(uncommented)
    for section, (_, settings) in SECTIONS.items():
        for setting in settings:
            assert values[section][setting.name] == setting.default
            assert f"# {setting.unit}\n#     {setting.text}" in text
    read_settings(written(tmp_path, uncommented))


def test_without_a_file_all_is_as_usual(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "none.toml") == Settings()
    assert Settings().get("page", "port") == 8080
    assert write_template(tmp_path / "new" / "settings.toml")
    assert not write_template(tmp_path / "new" / "settings.toml")
    assert read_settings(tmp_path / "new" / "settings.toml").get("camera", "mains") == 50


def test_what_the_file_says_goes_before_the_default(tmp_path: Path) -> None:
    path = written(tmp_path, '[page]\nport = 9000\n[camera]\nsource = "usb:1"\nrate = 5\n')
    settings = read_settings(path)
    assert settings.get("page", "port") == 9000
    assert settings.get("camera", "source") == "usb:1"
    assert settings.get("camera", "rate") == 5
    assert settings.get("page", "host") == "0.0.0.0"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[pgae]\nport = 1\n", "did you mean `page`"),
        ("[page]\nprot = 1\n", "did you mean `port`"),
        ("[buttons]\nconfrim = 5\n", "did you mean `confirm`"),
        ("[page]\nport = '80'\n", "whole number"),
        ("[page]\nport = true\n", "whole number"),
        ("[page]\nport = 70000\n", "at most 65535"),
        ("[buttons]\nhold = 0.1\n", "at least 0.3"),
        ("[camera]\nmains = 55\n", "one of 50, 60"),
        ("[sound]\nlanguage = 'pll'\n", "did you mean pl"),
        ("[sound]\nspeech = 1\n", "true or false"),
        ("[camera]\nprofile = '../x'\n", "must be name"),
        ("[page]\npin = '12'\n", "must be 4 to 16 digits or letters"),
        ("[page]\npin = 2468\n", "text in quotation marks"),
        ("[page]\nannounce = 'no'\n", "true or false"),
        ("[referee]\nrest = nan\n", "must be a number"),
        ("[camera]\nrate = inf\n", "must be a number"),
        ("[page]\nport = true\n", "whole number, not true"),
        ("page = 1\n", "is a section"),
        ("[page\n", "no TOML in line 1, `[page`: Expected ']'"),
        ("[page]\n\npin = abc\n", "in line 3, `pin = abc`: Invalid value; do: mend that line"),
        ("[page]\nport = 1\nport = 2\n", "in line 3, `port = 2`"),
        ('[page]\nhost = "x\n', 'in line 2, `host = "x`'),
        ('[page]\nhost = """x\n\n', "in line 2, `host ="),
        ("[page]\nport =", "in line 2, `port =`"),
        ("[page]\nzzzz = 1\n", "the names are host, port"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_the_nearest_right_thing(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(SettingsTrouble) as caught:
        read_settings(written(tmp_path, text))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    with pytest.raises(SettingsTrouble, match=r"cannot be read \(Is a directory\)"):
        read_settings(tmp_path / "settings.toml")
    path = tmp_path / "latin.toml"
    path.write_bytes(b"[page]\nhost = '\xff'\n")
    with pytest.raises(SettingsTrouble, match="it is not UTF-8"):
        read_settings(path)


def test_a_mark_in_front_that_an_editor_put_there_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "marked.toml"
    path.write_bytes(b"\xef\xbb\xbf[page]\nport = 8085\n")
    assert read_settings(path).get("page", "port") == 8085


@pytest.mark.parametrize(
    ("made", "remedy"),
    [
        (lambda path: path.mkdir(), "name a file in that folder"),
        (lambda path: path.write_bytes(b"[page]\nhost = '\xff'\n"), "save it as UTF-8"),
    ],
)
def test_settings_that_cannot_be_read_say_what_to_do(
    tmp_path: Path, made: Callable[[Path], object], remedy: str
) -> None:
    path = tmp_path / "settings.toml"
    made(path)
    with pytest.raises(SettingsTrouble) as caught:
        read_settings(path)
    assert remedy in caught.value.remedy
