"""Tests of settings without a keyboard: the file on the boot partition, and what the box or a phone chooses."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.rules.text import Text, say
from companion.session.machine_change import AUTOMATIC, MachineChange, host_name
from companion.support.settings_errors import SettingsError, raise_error
from companion.system.chosen_settings import ChosenSettings, InstalledMachine, read_chosen
from companion.system.detection_report import read_report
from companion.system.settings import service_settings
from companion.system.system_commands import CommandResult
from companion.table.session_errors import SessionError
from tests.system.simulated_pi import SimulatedPi, args, keys, write

BOARDS = ("adafruit-bonnet", "bench", "pico", "waveshare-oled-hat")
ALL = 'board = "adafruit-bonnet"\nlanguage = "en"\nname = "Marco-Polo"\n'
NAMING = "hostnamectl hostname --static marco-polo"
ENVIRONMENT, FOUND = "run/companion-setup/environment", "run/companion-setup/found.json"
CHOSEN, CARD = "var/lib/companion/chosen.toml", "var/lib/companion-setup/card.toml"


@pytest.fixture
def pi(tmp_path: Path) -> SimulatedPi:
    return SimulatedPi(tmp_path)


@pytest.fixture
def card(pi: SimulatedPi) -> Path:
    """Return the file beside config.txt."""
    return write(pi.root / "boot/firmware/companion.toml", ALL)


# Names.


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Table", "table"),
        ("Le salon d’été", "le-salon-d-ete"),
        ("  Marco   Polo! ", "marco-polo"),
        ("--a--", "a"),
        ("x" * 80, "x" * 63),
        ("x" * 62 + " y", "x" * 62),
        ("東京", ""),
        ("localhost", ""),
        ("", ""),
    ],
)
def test_any_text_becomes_a_name_for_networks(text: str, name: str) -> None:
    assert host_name(text) == name


# The file on the boot partition.


def test_the_card_gives_board_language_and_name_once(pi: SimulatedPi, card: Path) -> None:
    result = pi.set_up()
    assert result.report.board == "adafruit-bonnet"
    assert result.report.chosen
    assert pi.commands.count(NAMING) == 1
    assert not card.exists()
    assert card.with_name("companion-read.toml").read_text("utf-8") == ALL
    assert pi.read(ENVIRONMENT) == "COMPANION_LANGUAGE=en\nCOMPANION_CHOSEN_BOARD=adafruit-bonnet\n"
    assert args(result, "found.card.read") == {
        "path": "/boot/firmware/companion.toml",
        "settings": 'board = "adafruit-bonnet", language = "en", name = "marco-polo"',
        "name": "companion-read.toml",
    }
    report = read_report(pi.root / FOUND)
    assert report is not None
    assert [text.key for text in report.news] == ["found.card.read"]
    again = pi.set_up()
    assert (again.report.board, again.report.news, again.report.chosen) == ("adafruit-bonnet", (), True)
    assert pi.commands.count(NAMING) == 1
    assert pi.read(ENVIRONMENT) == "COMPANION_LANGUAGE=en\nCOMPANION_CHOSEN_BOARD=adafruit-bonnet\n"


@pytest.mark.parametrize("line", ["board = “pico”", "board = „pico“", "board = «\u00a0pico\u00a0»", "board = 'pico'"])
def test_quotes_of_editors_do_no_harm(pi: SimulatedPi, line: str) -> None:
    write(pi.root / "boot/firmware/companion.toml", line)
    assert pi.set_up().report.board == "pico"


@pytest.mark.parametrize("path", ["boot/companion.toml", "boot/firmware/companion.toml.txt"])
def test_the_file_has_another_folder_or_end(pi: SimulatedPi, path: str) -> None:
    card = write(pi.root / path, '\ufeffboard = "pico"\r\n')
    assert pi.set_up().report.board == "pico"
    assert not card.exists()
    assert card.with_name("companion-read.toml").exists()


def test_a_dry_run_leaves_the_card_alone(pi: SimulatedPi, card: Path) -> None:
    result = pi.set_up(dry=True)
    assert result.report.board == "adafruit-bonnet"
    assert say("found.would.read", path="/boot/firmware/companion.toml") in result.planned
    assert card.read_text("utf-8") == ALL
    assert not (pi.root / CARD).exists()
    assert NAMING not in pi.commands


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ('language = "fr"\nboard = "bonnet"\n', "config.one_of", 2),
        ('language = "de"\n', "config.one_of", 1),
        ("language = true\n", "config.one_of", 1),
        ('bord = "bench"\n', "config.unknown", 1),
        ('name = "a b"\n', "config.host_name", 1),
        ('name = ""\n', "config.host_name", 1),
        ("name = 5\n", "config.host_name", 1),
        ('name = "localhost"\n', "config.host_name", 1),
        ("board = bench\n", "config.no_toml", 1),
        (b"\xff\xfe", "config.no_text", None),
        ("{\\rtf1\\ansi board}", "config.rich_text", None),
    ],
)
def test_a_mistake_on_the_card_is_named_and_changes_nothing(
    pi: SimulatedPi, text: str | bytes, key: str, line: int | None
) -> None:
    card = write(pi.root / "boot/firmware/companion.toml", text)
    for _ in range(2):
        result = pi.set_up()
        assert result.report.board == "bench"
        assert [text.key for text in result.report.urgent].count("found.card.fault") == 1
        assert args(result, "found.card.fault")["line"] == (say("found.card.line", line=line) if line else "")
        reason = args(result, "found.card.fault")["reason"]
        assert isinstance(reason, Text)
        assert reason.key == key
    assert card.exists()
    assert not (pi.root / CARD).exists()
    assert pi.read(ENVIRONMENT) == "COMPANION_BOARD=bench\n"


def test_a_failed_name_leaves_the_card_for_later(pi: SimulatedPi, card: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = pi.run
    with monkeypatch.context() as patch:
        patch.setattr(pi, "run", lambda words: CommandResult(say("no")) if words[0] == "hostnamectl" else run(words))
        result = pi.set_up()
    assert "found.card.no_name" in keys(result, ok=False)
    assert result.report.board == "bench"
    assert card.exists()
    assert pi.set_up().report.board == "adafruit-bonnet"


def test_a_card_that_cannot_be_renamed_holds_and_is_reported(
    pi: SimulatedPi, card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def refuse(path: Path, target: Path) -> Path:
        if path == card:
            raise OSError(30, "Read-only file system")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    result = pi.set_up()
    assert result.report.board == "adafruit-bonnet"
    assert args(result, "found.card.stays")["cause"] == "Read-only file system"
    write(pi.root / CHOSEN, 'board = "pico"\n')
    assert pi.set_up().report.board == "pico"


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_root_follows_no_link_and_waits_for_no_pipe(pi: SimulatedPi, kind: str) -> None:
    target = write(pi.root / "secret.toml", 'board = "pico"\n')
    path = pi.root / CHOSEN
    path.parent.mkdir(parents=True)
    path.symlink_to(target) if kind == "link" else os.mkfifo(path)
    result = pi.set_up()
    assert result.report.board == "bench"
    assert "found.settings.fault" in keys(result, ok=False)


# What the box or a phone chooses.


def test_a_choice_comes_before_settings_and_these_before_the_card(pi: SimulatedPi, card: Path) -> None:
    assert pi.set_up().report.board == "adafruit-bonnet"
    write(pi.settings, 'board = "waveshare-oled-hat"\n')
    result = pi.set_up()
    assert (result.report.board, result.report.chosen) == ("waveshare-oled-hat", False)
    write(pi.root / CHOSEN, 'board = "pico"\n')
    result = pi.set_up()
    assert (result.report.board, result.report.chosen) == ("pico", True)
    assert keys(result)[0] == "found.board.chosen"


def test_automatic_means_detection_despite_the_settings(pi: SimulatedPi) -> None:
    write(pi.settings, 'board = "waveshare-oled-hat"\n')
    write(pi.root / CHOSEN, 'board = "auto"\n')
    result = pi.set_up()
    assert (result.report.board, result.report.chosen) == ("bench", True)
    assert pi.read(ENVIRONMENT) == "COMPANION_CHOSEN_BOARD=bench\n"


def test_a_new_card_replaces_an_older_choice(pi: SimulatedPi, card: Path) -> None:
    write(pi.root / CHOSEN, 'board = "pico"\n')
    assert pi.set_up().report.board == "adafruit-bonnet"
    assert not (pi.root / CHOSEN).exists()


def test_a_card_without_a_board_leaves_the_choice(pi: SimulatedPi) -> None:
    write(pi.root / "boot/firmware/companion.toml", 'language = "en"\n')
    write(pi.root / CHOSEN, 'board = "pico"\n')
    assert pi.set_up().report.board == "pico"


def test_the_service_takes_choice_and_language_over_its_file(tmp_path: Path) -> None:
    file = write(tmp_path / "settings.toml", 'board = "waveshare-oled-hat"\n')
    variables = {"COMPANION_CHOSEN_BOARD": "pico", "COMPANION_LANGUAGE": "en"}
    settings = service_settings(file, raise_error, variables=variables)
    assert (settings.board, settings.language) == ("pico", "en")
    assert service_settings(file, raise_error, board="bench", variables=variables).board == "bench"
    write(file, 'language = "fr"\n')
    assert service_settings(file, raise_error, variables=variables).language == "fr"


def test_a_machine_stores_board_and_passes_name_on(tmp_path: Path) -> None:
    commands: list[str] = []

    def run(words: Sequence[str]) -> CommandResult:
        commands.append(" ".join(words))
        return CommandResult()

    machine = InstalledMachine(tmp_path, BOARDS, run)
    assert machine.board == AUTOMATIC
    machine.change(MachineChange(board="pico"))
    assert machine.board == "pico"
    assert read_chosen(tmp_path / "chosen.toml", BOARDS) == ChosenSettings(board="pico")
    machine.change(MachineChange(name="marco-polo"))
    assert commands == [NAMING]
    assert machine.board == "pico"


def test_a_machine_says_why_a_change_is_impossible(tmp_path: Path) -> None:
    machine = InstalledMachine(tmp_path / "gone", BOARDS, lambda words: CommandResult(say("no")))
    for change in (MachineChange(board="pico"), MachineChange(name="polo")):
        with pytest.raises(SessionError) as refused:
            machine.change(change)
        assert refused.value.reason.key == "machine.failed"


def test_a_broken_choice_counts_as_automatic(tmp_path: Path) -> None:
    write(tmp_path / "chosen.toml", "board = ")
    machine = InstalledMachine(tmp_path, BOARDS)
    assert machine.board == AUTOMATIC
    with pytest.raises(SettingsError):
        read_chosen(tmp_path / "chosen.toml", BOARDS)
