"""Tests of settings: valid values, the report of each fault, and the precedence of their three sources."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.box.faces.signals import MOST_VOLUME
from companion.box.preferences import Preferences
from companion.devices.board_parts import LAST_PIN
from companion.support.settings_errors import SettingsError, raise_error
from companion.system import settings as config
from companion.system.settings import (
    Settings,
    SettingsSource,
    read_settings,
    service_settings,
    settings_from,
    without_setting,
)
from companion.words.catalogue import LANGUAGES, Words
from tests.kit.settings import EVERY_SETTING

FULL = """\
# Everything at once.
language = "en"
volume = 3
large_text = true
board = "bench"
host = "127.0.0.1"
address = "https://table.example"
hosts = ["caravan.lan"]
port = 9000
announce = false
streams = 4
mqtt = "mqtts://broker.lan:8884"
mqtt_login = "broker.toml"
power_off = ["systemctl", "poweroff"]
restart = ["systemctl", "reboot"]
gpio = "rpi-gpio"
spinner = "/dev/ttyACM0"
buzzer = false
rotate = 90
keys = { back = 6, spin = 5 }
profiles = { classic = "mine.toml" }
games = "own"
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "settings.toml"
    path.write_text(text, "utf-8")
    return path


def fault(path: Path) -> SettingsError:
    with pytest.raises(SettingsError) as caught:
        read_settings(path)
    return caught.value


def test_every_setting_can_be_set(tmp_path: Path) -> None:
    assert read_settings(write(tmp_path, FULL)) == Settings(
        language="en",
        volume=3,
        large_text=True,
        board="bench",
        host="127.0.0.1",
        address="https://table.example",
        hosts=("caravan.lan",),
        port=9000,
        announce=False,
        streams=4,
        mqtt="mqtts://broker.lan:8884",
        mqtt_login=str(tmp_path / "broker.toml"),
        power_off=("systemctl", "poweroff"),
        restart=("systemctl", "reboot"),
        gpio="rpi-gpio",
        spinner="/dev/ttyACM0",
        buzzer=False,
        rotate=90,
        keys={"back": 6, "spin": 5},
        profiles={"classic": tmp_path / "mine.toml"},
        games=str(tmp_path / "own"),
    )


@pytest.mark.parametrize(
    "address", ["", "192.168.1.5", "fd00::5", "été.lan", "table", "https://table.example/", "http://10.0.0.1:8080"]
)
def test_addresses_that_phones_are_told_are_accepted(tmp_path: Path, address: str) -> None:
    assert read_settings(write(tmp_path, f'address = "{address}"\n')).address == address


@pytest.mark.parametrize("address", ["", "mqtt://192.168.1.5", "mqtt://[fd00::5]:1884", "mqtts://broker.lan/"])
def test_addresses_of_a_broker_are_accepted(tmp_path: Path, address: str) -> None:
    assert read_settings(write(tmp_path, f'mqtt = "{address}"\n')).mqtt == address


def test_every_setting_is_tested() -> None:
    assert [line.split(" = ")[0] for line in FULL.splitlines()[1:]] == [*EVERY_SETTING]


def test_an_empty_file_leaves_everything_as_it_is(tmp_path: Path) -> None:
    assert read_settings(write(tmp_path, "")) == Settings()


def test_defaults_are_values_that_the_box_knows() -> None:
    assert Settings().language in LANGUAGES
    assert Settings().volume <= MOST_VOLUME
    preferences = Preferences(Settings().language, Settings().volume, Settings().large_text)
    assert preferences == Preferences()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_can_be_set(tmp_path: Path, language: str) -> None:
    assert read_settings(write(tmp_path, f'language = "{language}"')).language == language


def test_line_of_every_setting_is_known(tmp_path: Path) -> None:
    path = write(tmp_path, "port = 9000\n\nrotate = 180\n[keys]\n# beside the screen\nspin = 5\n")
    assert read_settings(path).source == SettingsSource(path, {"port": 1, "rotate": 3, "keys": 4, "keys.spin": 6})
    assert Settings().source == SettingsSource()


def test_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    assert read_settings(write(tmp_path, "\ufeffport = 9000\n")).port == 9000


def test_board_file_is_relative_to_the_settings(tmp_path: Path) -> None:
    assert read_settings(write(tmp_path, 'board = "mine.toml"')).board == str(tmp_path / "mine.toml")


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("\nprot = 9000\n", 2, "config.unknown"),
        ("port = 9000\n[mirror]\nport = 1\n", 2, "config.unknown"),
        ('volume = "loud"\n', 1, "config.number"),
        ("volume = 4\n", 1, "config.number"),
        ("volume = true\n", 1, "config.number"),
        ("volume = 2.0\n", 1, "config.number"),
        ("port = 70000\n", 1, "config.number"),
        ("port = -1\n", 1, "config.number"),
        ("streams = 0\n", 1, "config.number"),
        ("\n\nlanguage = 'de'\n", 3, "config.one_of"),
        ("language = ['fr']\n", 1, "config.one_of"),
        ("large_text = 1\n", 1, "config.flag"),
        ("announce = 'no'\n", 1, "config.flag"),
        ("board = 7\n", 1, "config.text"),
        ("host = ''\n", 1, "config.text"),
        ("hosts = 'one.lan'\n", 1, "config.texts"),
        ("hosts = ['']\n", 1, "config.texts"),
        *(
            (f"port = 1\nhosts = ['table.lan', '{host}']\n", 2, "config.hosts")
            for host in ("http://table.lan", "table.lan:8080", "my table", "192.168.1.300", "x" * 64, "a..b", "fe80::g")
        ),
        ("address = 7\n", 1, "config.text"),
        *(
            (f"address = '{address}'\n", 1, "config.address")
            for address in (
                *(
                    "table.lan:8080",
                    "192.168.1.300",
                    "ftp://table.lan",
                    "https://",
                    "https://a b",
                    "http://table/games",
                ),
                *(
                    "https://me@table.lan",
                    "https://table.lan:x",
                    "https://table.lan?a",
                    "http://[fe80::g]",
                    "https://t:0",
                ),
            )
        ),
        ("mqtt = true\n", 1, "config.text"),
        *(
            (f"port = 1\nmqtt = '{address}'\n", 2, "config.broker")
            for address in (
                *("broker.lan", "http://broker.lan", "mqtt://", "mqtt://a b", "mqtt://me:secret@broker.lan"),
                *("mqtt://broker.lan/topic", "mqtt://broker.lan:x", "mqtt://broker.lan:0", "mqtt://192.168.1.300"),
            )
        ),
        ("mqtt_login = 7\n", 1, "config.text"),
        ("power_off = 'poweroff'\n", 1, "config.texts"),
        ("power_off = ['a', 1]\n", 1, "config.texts"),
        ("gpio = 'pigpio'\n", 1, "config.one_of"),
        ("rotate = 45\n", 1, "config.one_of"),
        ("rotate = '90'\n", 1, "config.one_of"),
        ("rotate = 90.0\n", 1, "config.one_of"),
        ("rotate = false\n", 1, "config.one_of"),
        ("keys = 5\n", 1, "config.table"),
        ("keys = []\n", 1, "config.table"),
        ("port = 1\n[keys]\nok = 5\nspin = 28\n", 4, "config.number"),
        ("[keys]\nspin = -1\n", 2, "config.number"),
        ("[keys]\nspin = '5'\n", 2, "config.number"),
        ("[keys]\nspin = true\n", 2, "config.number"),
        ("[keys]\nspin = 5\nport = 9000\n", 3, "config.number"),
        ("profiles = 'mine.toml'\n", 1, "config.table"),
        ("[profiles]\nclassic = 5\n", 2, "config.text"),
        ("[profiles]\nclassic = 'a.toml'\nexpedition = ''\n", 3, "config.text"),
        ("port = 1\nport = 2\n", 2, "config.no_toml"),
        ("volume = 1\nhost = \n", 2, "config.no_toml"),
        ("volume = 1\nhost = '''\n", 2, "config.no_toml"),
    ],
)
def test_each_fault_is_reported_with_its_line(tmp_path: Path, text: str, line: int, key: str) -> None:
    error = fault(write(tmp_path, text))
    assert (error.line, error.key) == (line, key)


def test_key_may_only_be_on_a_line_of_the_header(tmp_path: Path) -> None:
    assert read_settings(write(tmp_path, f"[keys]\nspin = {LAST_PIN}\n")).keys == {"spin": LAST_PIN}
    error = fault(write(tmp_path, f"[keys]\nspin = {LAST_PIN + 1}\n"))
    assert (error.key, error.facts) == ("config.number", {"name": "spin", "low": 0, "high": LAST_PIN})


def test_invalid_text_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"volume = 1\nhost = '\xff'\n")
    error = fault(path)
    assert (error.line, error.key) == (2, "config.no_text")


def test_unreadable_file_is_reported_with_its_cause(tmp_path: Path) -> None:
    error = fault(tmp_path)
    assert error.sentence(Words("en")) == f"{tmp_path}: this file can’t be read: Is a directory"


@pytest.mark.parametrize("language", LANGUAGES)
def test_fault_is_one_sentence_with_file_line_and_choices(tmp_path: Path, language: str) -> None:
    path = write(tmp_path, "\nprot = 9000\n")
    sentence = fault(path).sentence(Words(language))
    assert sentence.startswith(f"{path}: ")
    assert re.search(r"\b2\b", sentence)
    assert "prot" in sentence
    assert all(name in sentence for name in EVERY_SETTING)
    assert "\n" not in sentence


def test_file_of_the_state_directory_is_the_default(tmp_path: Path) -> None:
    write(tmp_path, "port = 9000\n")
    other_file = tmp_path / "other.toml"
    other_file.write_text("port = 9001\n")
    assert settings_from(tmp_path, None, port=None, board=None).port == 9000
    assert settings_from(tmp_path, other_file, port=None, board=None).port == 9001
    assert settings_from(tmp_path / "elsewhere", None, port=None, board=None) == Settings()


def test_the_command_line_comes_before_the_file(tmp_path: Path) -> None:
    write(tmp_path, 'port = 9000\nboard = "bench"\nvolume = 1\n')
    settings = settings_from(tmp_path, None, port=0, board="other")
    assert (settings.port, settings.board, settings.volume) == (0, "other", 1)


def test_detected_board_is_used_if_no_other_is_named(tmp_path: Path) -> None:
    def board(text: str | None, **variables: str) -> str:
        return service_settings(tmp_path / "settings.toml", raise_error, board=text, variables=variables).board

    write(tmp_path, "port = 9000\n")
    assert board(None, COMPANION_BOARD="found") == "found"
    assert board("said", COMPANION_BOARD="found") == "said"
    assert board(None, COMPANION_BOARD="") == "bench"
    assert board(None) == "bench"
    write(tmp_path, 'board = "written"\n')
    assert board(None, COMPANION_BOARD="found") == "written"


def test_given_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"config\.unreadable"):
        settings_from(tmp_path, tmp_path / "none.toml", port=None, board=None)


# Settings of a service, which starts in spite of faults.

SERVED = Settings(power_off=("systemctl", "poweroff"), restart=("systemctl", "reboot"))
"""The settings of a service without a file."""


def served(path: Path | None) -> tuple[Settings, list[tuple[int | None, str, str]]]:
    """Return the settings, and the slips: line, key and name of the setting."""
    slips: list[SettingsError] = []
    settings = service_settings(path, slips.append)
    return settings, [(slip.line, slip.key, slip.setting) for slip in slips]


def test_a_slip_costs_its_own_setting_alone(tmp_path: Path) -> None:
    text = "volume = 4\nprot = 9000\nport = 9000\nlanguage = 'en'\nstreams = 0\n"
    settings, slips = served(write(tmp_path, text))
    assert settings == Settings(language="en", port=9000, power_off=SERVED.power_off, restart=SERVED.restart)
    assert slips == [
        (1, "config.number", "volume"),
        (2, "config.unknown", "prot"),
        (5, "config.number", "streams"),
    ]


def test_a_slip_in_a_table_costs_its_own_entry_alone(tmp_path: Path) -> None:
    settings, slips = served(write(tmp_path, "[keys]\nok = 5\nspin = 28\n[profiles]\nclassic = 5\n"))
    assert (settings.keys, settings.profiles) == ({"ok": 5}, {})
    assert slips == [(3, "config.number", "keys.spin"), (5, "config.text", "profiles.classic")]


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [(b"volume = 1\nhost =\n", 2, "config.no_toml"), (b"volume = 1\nhost = '\xff'\n", 2, "config.no_text")],
)
def test_invalid_file_is_ignored_entirely(tmp_path: Path, text: bytes, line: int, key: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(text)
    settings, slips = served(path)
    assert (settings, slips) == (SERVED, [(line, key, "")])
    assert settings.source == SettingsSource(path)


def test_missing_given_file_is_a_slip_for_a_service(tmp_path: Path) -> None:
    assert served(tmp_path / "none.toml") == (SERVED, [(None, "config.unreadable", "")])


def test_file_of_the_service_need_not_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Path("/etc/companion/settings.toml") == config.SERVICE_FILE
    monkeypatch.setattr(config, "SERVICE_FILE", tmp_path / "settings.toml")
    assert served(None) == (SERVED, [])
    write(tmp_path, "port = 9000\nrestart = []\n")
    settings, slips = served(None)
    assert (settings.port, settings.restart, settings.power_off, slips) == (9000, (), SERVED.power_off, [])


def test_the_command_line_comes_before_the_file_of_the_service(tmp_path: Path) -> None:
    path = write(tmp_path, 'port = 9000\nboard = "bench"\n')
    settings = service_settings(path, raise_error, port=0, board="other")
    assert (settings.port, settings.board) == (0, "other")


def test_impossible_setting_is_removed_by_name() -> None:
    settings = Settings(rotate=90, keys={"up": 5, "down": 6})
    assert without_setting(settings, "rotate") == Settings(keys={"up": 5, "down": 6})
    assert without_setting(settings, "keys.up") == Settings(rotate=90, keys={"down": 6})
