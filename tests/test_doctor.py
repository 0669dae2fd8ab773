"""Tests of doctor: each check with and without a problem, its sentences, and that it changes nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.application import Companion
from companion.cli import doctor, known_games
from companion.cli.doctor import examine, watch_keys
from companion.devices.board_profiles import BoardProfile
from companion.devices.device_checks import DeviceFinding as Part
from companion.devices.gpio_devices import Pins, SimulatedPins
from companion.games import GAMES
from companion.journal.state_directory import NAME
from companion.rules.text import say
from companion.support.resources import MissingResourceError
from companion.support.settings_errors import CannotStartError
from companion.system import settings as config
from companion.system.detection_report import DetectionFinding, DetectionReport
from companion.system.settings import Settings
from companion.words.catalogue import LANGUAGES, Words
from companion.words.signs import Key
from tests.kept import FIRST_TURN, save_game
from tests.kit.older_journals import everything_in, rewrite_game
from tests.terminal import PATIENCE_S, environment, run, run_json, run_process, write

SOUND = (Part(True, "gpiozero", say("doctor.pins.ok")), Part(True, "ssd1306 0x3C", say("doctor.display.ok")))


@pytest.fixture(autouse=True)
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide a service that is installed on this machine."""
    monkeypatch.setattr(config, "SERVICE_FILE", tmp_path / "no service")
    monkeypatch.setattr(doctor, "read_report", lambda: None)
    monkeypatch.setattr(doctor, "service_state", lambda: None)


@pytest.fixture
def sound_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a Pi on which every part of the box is in order."""
    monkeypatch.setattr(doctor, "findings", lambda board, gpio, port: SOUND)


@pytest.fixture
def no_lines(tmp_path: Path) -> str:
    """Return a folder for PYTHONPATH in which neither lgpio nor gpiod can be imported: then even a Pi has no lines."""
    folder = tmp_path / "no_lines"
    folder.mkdir()
    for name in ("lgpio", "gpiod"):
        (folder / f"{name}.py").write_text(f"raise ImportError('no {name} here')")
    return str(folder)


def problems(state: Path, settings_file: Path | None = None, board: str | None = None) -> list[str]:
    return [results.text for results in examine(state, settings_file, board, Words("en")) if not results.ok]


# An installed box.


@pytest.fixture
def installed(tmp_path: Path, sound_box: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the settings of the service, on a box that still needs a restart."""
    report = DetectionReport(
        "adafruit-bonnet",
        True,
        (DetectionFinding(True, say("doctor.pages.ok", path="/")), DetectionFinding(False, say("found.no_lines"))),
    )
    settings = tmp_path / "etc" / "settings.toml"
    settings.parent.mkdir()
    settings.write_text("")
    monkeypatch.setattr(config, "SERVICE_FILE", settings)
    monkeypatch.setattr(doctor, "read_report", lambda: report)
    return settings


def sentences_of(state: Path) -> list[str]:
    return [results.text for results in examine(state, None, None, Words("en"))]


def test_installed_box_shows_the_detected_hardware(installed: Path, tmp_path: Path) -> None:
    assert Words("en")("found.no_lines") in problems(tmp_path / "state")
    assert Words("en")("doctor.board.ok", name="adafruit-bonnet") in sentences_of(tmp_path / "state")


def test_installed_box_uses_the_settings_of_the_service(installed: Path, tmp_path: Path) -> None:
    installed.write_text('board = "waveshare-oled-hat"\nvolume = 9\n', encoding="utf-8")
    slip, *others = problems(tmp_path / "state")
    assert slip.startswith(f"{installed}: Line 2")
    assert others == []
    assert Words("en")("doctor.board.ok", name="waveshare-oled-hat") in sentences_of(tmp_path / "state")


def test_settings_in_the_state_take_precedence(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "settings.toml").write_text('board = "bench"\n')
    assert Words("en")("doctor.board.ok", name="bench") in sentences_of(tmp_path / "state")


def test_settings_of_the_service_are_read_without_state_access(installed: Path, tmp_path: Path) -> None:
    state = unsearchable_folder(tmp_path)
    assert problems(state)[1:] == [unreadable(state / NAME)]
    assert Words("en")("doctor.board.ok", name="adafruit-bonnet") in sentences_of(state)


def unsearchable_folder(folder: Path) -> Path:
    """Return a folder in which nobody can look for a file, not even the superuser, who may look everywhere."""
    return folder / ("x" * 300)


def unreadable(path: Path) -> str:
    return Words("en")("file.unreadable", path=str(path), cause="File name too long")


# The check.


def test_machine_without_a_box_lists_what_is_missing(tmp_path: Path, no_lines: str) -> None:
    result = run_process("doctor", "--state", tmp_path / "state", PYTHONPATH=no_lines)
    assert (result.returncode, result.stderr) == (1, b"")
    lines = result.stdout.decode().splitlines()
    assert f"ok  {tmp_path / 'state'}: no saved games yet. The first start creates the directory." in lines
    assert [line for line in lines if line.startswith("!!  lgpio: gpiod 2.1 or later is missing. To install it: “")]
    assert lines[-1].startswith("Something needs attention")
    assert "companion run --simulate" in lines[-1]
    assert not (tmp_path / "state").exists()


@pytest.mark.usefixtures("sound_box")
def test_complete_machine_is_well(tmp_path: Path) -> None:
    save_game(tmp_path, FIRST_TURN)
    result = run("doctor", "--state", tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert all(line.startswith("ok  ") for line in lines[:-1])
    assert lines[-1] == "All is well."
    status, body = run_json("doctor", "--state", tmp_path)
    assert (status, body["well"]) == (0, True)
    assert [f"ok  {finding['text']}" for finding in body["findings"]] == lines[:-1]


def test_one_problem_is_enough_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = Part(False, "ssd1306 0x3C", say("doctor.display.silent", reason="nobody there"))
    monkeypatch.setattr(doctor, "findings", lambda board, gpio, port: (*SOUND, silent))
    status, body = run_json("doctor", "--state", tmp_path)
    assert (status, body["well"]) == (1, False)
    assert [finding["text"] for finding in body["findings"] if not finding["ok"]] == [
        "ssd1306 0x3C: doesn’t answer. Check that it sits firmly, and check its four wires. (nobody there)"
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_has_a_text(tmp_path: Path, language: str) -> None:
    save_game(tmp_path)
    for result in examine(tmp_path, None, None, Words(language)):
        assert "doctor." not in result.text
        assert "{" not in result.text


# Settings and files of the program.


@pytest.mark.usefixtures("sound_box")
def test_invalid_settings_are_reported_and_the_rest_is_checked(tmp_path: Path) -> None:
    write(tmp_path, "\nprot = 1", name="settings.toml")
    results = list(examine(tmp_path, None, None, Words("en")))
    assert results[0].text.startswith(f"{tmp_path / 'settings.toml'}: Line 2: there is no setting “prot”")
    assert [finding.ok for finding in results] == [False, *[True] * (len(results) - 1)]


def test_missing_board_is_reported(tmp_path: Path) -> None:
    write(tmp_path, 'board = "none"', name="settings.toml")
    assert problems(tmp_path)[0].startswith("There is no board profile “none”. The profiles are: ")
    assert problems(tmp_path, board="other.toml") == [
        "The board profile can’t be used: other.toml: cannot be read: No such file or directory"
    ]


@pytest.mark.usefixtures("sound_box")
def test_impossible_change_is_reported_and_the_rest_is_checked(tmp_path: Path) -> None:
    file = write(tmp_path, 'board = "adafruit-bonnet"\n[keys]\nspin = 2\n', name="settings.toml")
    assert problems(tmp_path) == [f"{file}: Line 3: line 2 isn’t free for “spin”: [display] uses it."]
    assert len(list(examine(tmp_path, None, None, Words("en")))) == 3 + len(SOUND)


def test_library_and_port_of_the_settings_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, str, str]] = []

    def look(board: BoardProfile, gpio: str, *, port: str) -> tuple[Part, ...]:
        calls.append((board.name, gpio, port))
        return SOUND

    monkeypatch.setattr(doctor, "findings", look)
    write(tmp_path, 'board = "adafruit-bonnet"\ngpio = "rpi-gpio"\nspinner = "off"\n', name="settings.toml")
    assert problems(tmp_path) == []
    assert calls == [("adafruit-bonnet", "rpi-gpio", "off")]


def test_incomplete_installation_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Path:
        raise MissingResourceError("nowhere")

    monkeypatch.setattr(doctor, "web_dir", missing)
    assert problems(tmp_path) == ["The installation is incomplete: nowhere"]


# The state directory.


@pytest.mark.usefixtures("sound_box")
def test_saved_games_are_counted_while_the_table_runs(tmp_path: Path) -> None:
    save_game(tmp_path)
    save_game(tmp_path)
    with Companion(Settings(host="127.0.0.1", port=0), tmp_path, simulated=True):
        results = list(examine(tmp_path, None, None, Words("en")))
    assert f"{tmp_path}: the saved games are in order (2)." in [finding.text for finding in results if finding.ok]


@pytest.mark.usefixtures("sound_box")
@pytest.mark.parametrize("damage", [b"no database", b"\x00" * 3000])
def test_damaged_journal_is_reported_and_left_alone(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / NAME).write_bytes(damage)
    [line] = problems(tmp_path)
    assert line.startswith(f"{tmp_path / NAME} is damaged: ")
    assert (tmp_path / NAME).read_bytes() == damage
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


@pytest.mark.usefixtures("sound_box")
def test_faulty_game_is_reported(tmp_path: Path) -> None:
    save_game(tmp_path, FIRST_TURN)
    rewrite_game(tmp_path / NAME, 1, lambda seq, body: body | {"move": {"move": "end_turn"}} if seq == 2 else body)
    [line] = problems(tmp_path)
    assert line.startswith(f"{tmp_path / NAME} is damaged: ")


@pytest.mark.usefixtures("sound_box")
def test_games_by_other_rules_or_unknown_are_no_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_game(tmp_path, FIRST_TURN)
    save_game(tmp_path, FIRST_TURN)
    save_game(tmp_path, game="classic")
    rewrite_game(tmp_path / NAME, 2, version=7)
    before = [everything_in(tmp_path / NAME, number) for number in (1, 2, 3)]
    monkeypatch.setattr(known_games, "GAMES", tuple(game for game in GAMES if game.id == "expedition"))
    assert problems(tmp_path) == []
    results = [finding.text for finding in examine(tmp_path, None, None, Words("en"))]
    assert f"{tmp_path}: the saved games are in order (3)." in results
    assert [text for text in results if text.startswith("2 games follow other rules")]
    assert [everything_in(tmp_path / NAME, number) for number in (1, 2, 3)] == before


@pytest.mark.usefixtures("sound_box")
def test_state_directory_below_a_file_is_reported(tmp_path: Path) -> None:
    file = write(tmp_path, "", name="file")
    assert problems(file / "state") == [f"{file} is read-only: games can be viewed, but not played."]


@pytest.mark.usefixtures("sound_box")
def test_unreadable_state_directory_is_reported(tmp_path: Path) -> None:
    state = unsearchable_folder(tmp_path)
    slip, mode = problems(state)
    assert slip.startswith(f"{state / 'settings.toml'}: ")
    assert mode == unreadable(state / NAME)


@pytest.mark.usefixtures("sound_box")
def test_read_only_card_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_game(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    for state in (tmp_path, tmp_path / "to be"):
        assert problems(state) == [f"{tmp_path} is read-only: games can be viewed, but not played."]


# The keys.


def test_keys_are_watched_on_the_lines_of_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    pins = SimulatedPins()

    def opened(simulated: bool, library: str) -> Pins:
        calls.append(library)
        return pins

    def look(board: BoardProfile, lines: Pins, words: Words, show: Callable[[str], None]) -> None:
        assert lines is pins
        show(f"{board.name}: back is on line {board.keys[Key.BACK]}")

    monkeypatch.setattr(doctor, "open_pins", opened)
    monkeypatch.setattr(doctor, "run_key_trial", look)
    write(tmp_path, 'board = "bench"\ngpio = "rpi-gpio"\n[keys]\nback = 12\n', name="settings.toml")
    result = run("doctor", "--keys", "--state", tmp_path)
    assert (result.exit_code, result.output) == (0, "bench: back is on line 12\n")
    assert calls == ["rpi-gpio"]


def test_ctrl_c_works_although_the_parent_process_ignores_it(tmp_path: Path) -> None:
    """Shells start background processes that way, and so their children."""
    on_simulated_lines = (
        "from companion.cli import doctor, main as cli; from companion.devices.gpio_devices import SimulatedPins;"
        "doctor.open_pins = lambda simulated, library: SimulatedPins(); cli.main()"
    )
    write(tmp_path, "", name="settings.toml")  # otherwise the settings of a service installed here are read
    ignoring = ["sh", "-c", 'trap "" INT; exec "$0" "$@"', sys.executable, "-uc", on_simulated_lines]
    with subprocess.Popen(
        [*ignoring, "doctor", "--keys", "--state", tmp_path], env=environment(), stdout=subprocess.PIPE
    ) as watching:
        assert watching.stdout is not None
        assert watching.stdout.readline().startswith(b"Press or turn: ")
        watching.send_signal(signal.SIGINT)
        try:
            output, _ = watching.communicate(timeout=PATIENCE_S)
        finally:
            watching.kill()
    assert (watching.returncode, output.splitlines()[0]) == (0, b"")
    assert output.splitlines()[1].startswith(b"No reaction: ")


def test_watching_keys_needs_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_lines: str) -> None:
    write(tmp_path, "", name="settings.toml")
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    monkeypatch.setitem(sys.modules, "companion.devices.gpio_lines_gpiod", None)
    with pytest.raises(CannotStartError) as caught:
        watch_keys(tmp_path, None, None, Words("en"), print)
    assert caught.value.key == "start.pins"
    result = run_process("doctor", "--keys", "--state", tmp_path, PYTHONPATH=no_lines)
    assert (result.returncode, result.stdout, len(result.stderr.splitlines())) == (1, b"", 1)


def test_watching_keys_reads_the_settings_of_the_state_directory(tmp_path: Path) -> None:
    write(tmp_path, 'board = "none"', name="settings.toml")
    result = run("doctor", "--keys", "--state", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "“none”" in result.stderr
    for fault in ("prot = 1", "rotate = 90"):
        write(tmp_path, fault, name="settings.toml")
        result = run("doctor", "--keys", "--state", tmp_path, "--board", "bench")
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{tmp_path / 'settings.toml'}: Line 1: " in result.stderr


# The row for docs/pi/tried.md.


@pytest.mark.usefixtures("sound_box")
def test_report_is_a_single_row(tmp_path: Path) -> None:
    result = run("doctor", "--report", "--state", tmp_path, "--board", "bench")
    assert (result.exit_code, result.stderr) == (
        0,
        "Read this line before you send it. It is for docs/pi/tried.md:\n",
    )
    assert result.stdout.startswith("| bench | ")
    assert result.stdout.count("\n") == 1
    assert "lines open, screen answers, no problems" in result.stdout


@pytest.mark.usefixtures("sound_box")
def test_report_hides_the_name_of_an_owners_board(tmp_path: Path) -> None:
    mine = tmp_path / "bench.toml"
    mine.write_text("[keys]\nok = 5\nback = 6\nup = 12\ndown = 13\n")
    result = run("doctor", "--report", "--state", tmp_path, "--board", str(mine))
    assert result.stdout.startswith("| the owner's own board | ")
    assert str(tmp_path) not in result.stdout


def test_keys_report_and_json_exclude_each_other(tmp_path: Path) -> None:
    for options in (("--keys", "--report"), ("--keys", "--json"), ("--report", "--json")):
        assert run("doctor", *options, "--state", tmp_path).exit_code == 2
