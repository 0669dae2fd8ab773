"""Tests of the file with user and password for a broker."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.support.settings_errors import SettingsError
from companion.system.broker_login import BrokerLogin, login_of, read_login
from companion.system.settings import Settings
from companion.words.catalogue import LANGUAGES, Words


def write(folder: Path, text: str, mode: int = 0o600) -> Path:
    path = folder / "broker.toml"
    path.write_text(text, "utf-8")
    path.chmod(mode)
    return path


def test_user_and_password_are_read(tmp_path: Path) -> None:
    path = write(tmp_path, 'user = "table"\npassword = "marco polo"\n')
    assert read_login(path) == BrokerLogin("table", "marco polo")
    assert login_of(Settings(mqtt_login=str(path))) == BrokerLogin("table", "marco polo")


def test_settings_without_a_file_have_no_login() -> None:
    assert login_of(Settings(mqtt="mqtt://broker.lan")) is None


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644])
def test_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(SettingsError, match=r"config\.login_readable"):
        read_login(write(tmp_path, 'user = "table"\npassword = "marco polo"\n', mode))


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ('user = "table"\n', None, "config.login_fields"),
        ("", None, "config.login_fields"),
        ('user = "table"\npassword = 5\n', 2, "config.login_fields"),
        ('user = ""\npassword = "x"\n', 1, "config.login_fields"),
        ('user = "table"\npassword = "x"\nhost = "y"\n', 3, "config.login_fields"),
        ('user = "table"\npassword = \n', 2, "config.no_toml"),
    ],
)
def test_each_fault_is_reported_with_its_line(tmp_path: Path, text: str, line: int | None, key: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_login(write(tmp_path, text))
    assert (caught.value.line, caught.value.key) == (line, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_missing_file_is_a_slip_with_its_path(tmp_path: Path, language: str) -> None:
    slips: list[SettingsError] = []
    assert login_of(Settings(mqtt_login=str(tmp_path / "none.toml")), slips.append) is None
    assert [slip.sentence(Words(language)).startswith(f"{tmp_path / 'none.toml'}: ") for slip in slips] == [True]


def test_password_is_not_in_the_text_of_a_login() -> None:
    assert "marco polo" not in repr(BrokerLogin("table", "marco polo"))
