"""Tests of `companion board new`: a whole board from a terminal, refusals, and that an aborted run writes nothing."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from companion.cli import board_commands, output
from companion.cli.board_commands import board
from companion.cli.main import main
from companion.devices import gpio_devices
from companion.devices.board_file import BoardError, read_board
from companion.devices.board_parts import BoardProfile, DisplaySpec, I2c, KnobSpec
from companion.devices.gpio_lines import InputLine, SimulatedPins
from companion.devices.new_board.questions import SH1106, SSD1306
from companion.rules.text import say
from companion.system import settings as config
from companion.system.board_choice import DetectedHardware
from companion.words.signs import Key
from tests.devices.new_board.simulated_user import Answers, SimulatedUser, presses, turns, types
from tests.terminal import PATIENCE_S, environment, run

pytestmark = pytest.mark.timeout(60)  # an answer that does not come fails soon

BENCH = [
    ("Which screen", types("")),
    ("Press the key for “ok”,", presses(22)),
    ("Press the key for “back”,", presses(4)),
    ("Turn the knob", turns(17, 27, 3)),
    ("Now turn it back", turns(17, 27, -3)),
    ("Press the key for “left”", types("")),
    ("Press the key for “right”", types("")),
    ("Press the key for spinning the wheel", presses(7)),
    ("Press the key for taking a move back", types("")),
    *[(f"Press the key for seat {n}", presses(line)) for n, line in enumerate((23, 24, 25), 1)],
    *[(f"Press the key for seat {n}", types("")) for n in (4, 5)],
    ("Turn the second knob", turns(5, 6, 3)),
    ("Now turn it back", turns(5, 6, -3)),
    ("Which line is the light of seat 1 on", types("p21")),
    ("The light of seat 1", types("y")),
    *[(f"Which line is the light of seat {n} on", types("")) for n in (2, 3, 4, 5)],
    ("Which line is the buzzer on", types("18")),
    ("The buzzer", types("y")),
]
"""Answers for the bench box, with two seats and most lights left out."""
WRITTEN = """\
# Your own board, as `companion board new` found it.
#
# Numbers are those of the processor (BCM), each with its pin on the 40-pin header.

[knob] # for up and down; turned clockwise, a goes low first
a = 17 # pin 11
b = 27 # pin 13

[keys] # each between its line and ground
ok = 22 # pin 15
back = 4 # pin 7
spin = 7 # pin 26
seat1 = 23 # pin 16
seat2 = 24 # pin 18
seat3 = 25 # pin 22

[spinner] # a second knob, for spinning the wheel
a = 5 # pin 29
b = 6 # pin 31

[lights] # each from its line to ground
seat1 = 9 # pin 21

[buzzer]
pin = 18 # pin 12
"""
BROKEN_OFF = (*BENCH[:3], ("Turn the knob", lambda somebody: os.kill(os.getpid(), signal.SIGINT)))


@dataclass
class CommandOutput:
    status: int
    out: str
    err: str


Command = Callable[..., CommandOutput]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[SimulatedPins]:
    """Yield the lines of a Pi without a service and with all buses off; the command runs in its folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setattr(board_commands, "_detected_hardware", DetectedHardware)
    monkeypatch.setattr(config, "SERVICE_FILE", tmp_path / "no service")
    with closing(SimulatedPins()) as pins:
        monkeypatch.setattr(gpio_devices, "open_pins", lambda simulated, library: pins)
        yield pins


@pytest.fixture
def command(
    machine: SimulatedPins, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Iterator[Command]:
    """Yield a function that runs the command at a terminal and answers its questions."""
    ours, its = pty.openpty()
    real = output.print_line

    def run_command(*args: str, answers: Answers = ()) -> CommandOutput:
        somebody = SimulatedUser(machine, ours, answers)

        def print_and_answer(text: str, *, err: bool = False) -> None:
            real(text, err=err)
            somebody(text)

        monkeypatch.setattr(board_commands, "print_line", print_and_answer)
        with open(its, encoding="utf-8", closefd=False) as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            with pytest.raises(SystemExit) as ended:
                main.main(["board", "new", *args], prog_name="companion")
        assert somebody.all_answered()
        return CommandOutput(int(ended.value.code or 0), *capfd.readouterr())

    yield run_command
    os.close(ours)
    os.close(its)


def test_questions_lead_to_a_readable_profile(command: Command, tmp_path: Path) -> None:
    result = command(answers=BENCH)
    assert (result.status, result.err) == (0, "")
    file = tmp_path / "board.toml"
    assert file.read_text("utf-8") == WRITTEN
    keys = {Key.OK: 22, Key.BACK: 4, Key.SPIN: 7, Key.SEAT1: 23, Key.SEAT2: 24, Key.SEAT3: 25}
    assert read_board(file) == BoardProfile("board", keys, {1: 9}, 18, None, KnobSpec(17, 27), KnobSpec(5, 6))
    assert result.out.splitlines()[-4:] == [
        f"The board is described in {file}.",
        f"Drawing of all wires: {tmp_path}/board-wires.svg. Parts to buy and list of wires: {tmp_path}/board-parts.md",
        f"To try every key: companion doctor --keys --board {file}",
        f'To play with it, write this line into settings.toml: board = "{file}"',
    ]


def test_installed_service_is_mentioned_with_its_settings(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "etc" / "settings.toml"
    settings.parent.mkdir()
    settings.write_text("")
    monkeypatch.setattr(config, "SERVICE_FILE", settings)
    result = command("--out", "my box.toml", answers=BENCH)
    assert result.out.splitlines()[-2:] == [
        f"To try every key: companion doctor --keys --board '{tmp_path}/my box.toml'",
        f"To play with it: sudo cp '{tmp_path}/my box.toml' {settings.parent}/, then write this line into {settings}: "
        'board = "my box.toml"',
    ]


def test_lines_of_an_active_bus_are_excluded(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        board_commands, "_detected_hardware", lambda: DetectedHardware("gpiochip0", frozenset({"spidev0.0"}))
    )
    result = command(answers=[("Which screen", types("3")), ("Press the key for “ok”", _ctrl_c)])
    assert "SPI is on and uses the lines 7, 8, 9, 10, 11: nothing else can be connected there." in result.out
    assert "(Enter: 2, SPI is on)" in result.out
    questions = board_commands._prepared_questions()
    questions.answer_typed("3")
    assert questions.lines_to_watch == {*range(2, 28)} - {14, 15, 7, 8, 9, 10, 11}


def _ctrl_c(somebody: SimulatedUser) -> None:
    os.kill(os.getpid(), signal.SIGINT)


MOVED = I2c(1, 0x3D)


@pytest.mark.parametrize(
    ("hardware", "screen"),
    [
        (DetectedHardware(), None),
        (DetectedHardware("gpiochip0", frozenset({"i2c-1"})), None),
        (DetectedHardware("gpiochip0", frozenset({"i2c-1", "spidev0.0"}), frozenset({I2c(1, 0x3C)})), SSD1306),
        (DetectedHardware("gpiochip0", frozenset({"i2c-1"}), frozenset({MOVED})), DisplaySpec("ssd1306", MOVED)),
        (DetectedHardware("gpiochip0", frozenset({"spidev0.0"})), SH1106),
    ],
)
def test_screen_answers_or_may_be_on_spi(hardware: DetectedHardware, screen: DisplaySpec | None) -> None:
    assert board_commands._likely_screen(hardware) == screen


# The drawing and the parts list beside it.


def test_drawing_and_parts_list_are_written_beside_it(command: Command, tmp_path: Path) -> None:
    assert command("--out", "my box.toml", answers=BENCH).status == 0
    assert {path.name for path in tmp_path.iterdir()} == {"my box.toml", "my box-wires.svg", "my box-parts.md"}
    drawing, page = ((tmp_path / f"my box-{name}").read_text("utf-8") for name in ("wires.svg", "parts.md"))
    assert "my box: every wire" in drawing
    for pin in (11, 13, 15, 7, 26, 16, 18, 22, 29, 31, 21, 12):
        assert drawing.count(f"Pin {pin} (") == 1
        assert page.count(f"Pin {pin} (") == 1
    assert "![my box: every wire](<my%20box-wires.svg>)" in page
    rows = {cells[2].strip(): cells[1].strip() for line in page.splitlines() if (cells := line.split("|"))[1:]}
    assert rows["push button, 12 mm, panel mount"] == "2"
    assert rows["push button, 12 mm, panel mount, in the colours of the seats"] == "3"
    assert rows["resistor, 120 Ω, for the blue and the violet light"] == "1"
    assert rows["resistor, 330 Ω, for keys"] == "1"
    assert "M3 ×" not in page, "it has no case of ours"


def test_french_reader_gets_french_drawing_and_list(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        board_commands, "_ask_questions", lambda gpio: BoardProfile("", {Key.OK: 22, Key.BACK: 4}, {}, None, None)
    )
    monkeypatch.setattr(
        "companion.devices.board_profiles.load_board",
        lambda *args: BoardProfile("board", {Key.OK: 22, Key.BACK: 4}, {}, None, None),
    )
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "Dessin de tous les fils" in command().out
    assert "board\xa0: tous les fils" in (tmp_path / "board-wires.svg").read_text("utf-8")
    assert "## Liste d’achats" in (tmp_path / "board-parts.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["board-wires.svg", "board-parts.md"])
def test_existing_drawing_or_list_is_replaced_only_after_yes(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / name).write_text("mine")
    questions = _answers(monkeypatch, "n")
    assert command().status == 1
    assert questions == [f"{name} already exists. Replace it?"]
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_failed_drawing_keeps_the_profile(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "board-wires.svg").mkdir()
    result = command("--force", answers=BENCH)
    assert (result.status, result.err) == (1, "board-wires.svg can’t be written: Is a directory\n")
    assert (tmp_path / "board.toml").read_text("utf-8") == WRITTEN
    assert result.out.splitlines()[-2].startswith("To try every key: ")


# An existing file.


@pytest.mark.parametrize("typed", ["n", ""])
def test_existing_profile_is_replaced_only_after_yes(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    (tmp_path / "board.toml").write_text("mine")
    questions = _answers(monkeypatch, typed)
    result = command()
    assert (result.status, result.err) == (1, "Nothing has changed. To write another file: --out\n")
    assert questions == ["board.toml already exists. Replace it?"]
    assert (tmp_path / "board.toml").read_text() == "mine"


def test_yes_or_force_replaces_the_profile(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "board.toml"
    file.write_text("mine")
    questions = _answers(monkeypatch, "y")
    assert command(answers=BENCH).status == 0
    assert file.read_text("utf-8") == WRITTEN
    file.write_text("mine")
    assert command("--force", answers=BENCH).status == 0
    assert file.read_text("utf-8") == WRITTEN
    assert len(questions) == 1


def _answers(monkeypatch: pytest.MonkeyPatch, typed: str) -> list[str]:
    """Answer the one yes-or-no question with this; return the questions."""
    questions: list[str] = []

    def confirm(text: str, *, default: bool) -> bool:
        questions.append(text)
        return typed == "y" or (default and not typed)

    monkeypatch.setattr(click, "confirm", confirm)
    return questions


# Refusals.


def test_ctrl_c_writes_nothing_and_releases_every_line(
    command: Command, machine: SimulatedPins, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(machine, "close", lambda: None)
    result = command(answers=BROKEN_OFF)
    assert (result.status, result.err, result.out.splitlines()[-1]) == (1, "Nothing was written.\n", "")
    assert [*tmp_path.iterdir()] == []
    for line in range(28):
        InputLine(line, machine).close()


def test_ctrl_c_ends_a_separate_process(tmp_path: Path) -> None:
    """At a terminal, and also if the parent process ignores Ctrl-C."""
    on_simulated_lines = (
        "from companion.cli import board_commands, main as cli; from companion.devices import gpio_devices;"
        "from companion.system.board_choice import DetectedHardware;"
        "board_commands._detected_hardware = DetectedHardware;"
        "gpio_devices.open_pins = lambda simulated, library: gpio_devices.SimulatedPins(); cli.main()"
    )
    ours, its = pty.openpty()
    ignoring = ["sh", "-c", 'trap "" INT; exec "$0" "$@"', sys.executable, "-uc", on_simulated_lines]
    with subprocess.Popen(
        [*ignoring, "board", "new"],
        env=environment(PYTHONPATH=os.pathsep.join(sys.path)),
        cwd=tmp_path,
        stdin=its,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        os.write(ours, b"3\n")
        while not (line := process.stdout.readline()).startswith("Press the key for “ok”,".encode()):
            assert line, process.communicate()
        process.send_signal(signal.SIGINT)
        try:
            _, err = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
    os.close(ours)
    os.close(its)
    assert (process.returncode, err) == (1, b"Nothing was written.\n")
    assert [*tmp_path.iterdir()] == []


def test_missing_terminal_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("board", "new", stdin=b"3\n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("You need a terminal, where the keys are asked for.")


def test_missing_lines_are_reported_with_the_documentation(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(simulated: bool, library: str) -> SimulatedPins:
        raise gpio_devices.PinsError("no header", say("start.no_header"))

    monkeypatch.setattr(gpio_devices, "open_pins", none)
    result = command()
    assert (result.status, result.out) == (1, "")
    assert result.err == (
        "This machine doesn’t have the GPIO lines of a Raspberry Pi. "
        "Describe a board on the Raspberry Pi that it is plugged into.\n"
    )


def test_chosen_library_drives_the_lines(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    named: list[str] = []

    def opened(simulated: bool, library: str) -> SimulatedPins:
        named.append(library)
        raise gpio_devices.PinsError("none")

    monkeypatch.setattr(gpio_devices, "open_pins", opened)
    command("--gpio", "gpiod")
    command()
    assert named == ["gpiod", "auto"]


def test_lines_in_use_by_the_table_are_reported(command: Command, machine: SimulatedPins) -> None:
    with closing(InputLine(12, machine)):
        result = command(answers=BENCH[:1])
    assert result.status == 1
    assert result.err.startswith("Line 12 can’t be used: ")
    assert "The table uses the lines while it runs: sudo systemctl stop companion" in result.err


@pytest.mark.parametrize(
    ("out", "reason"),
    [
        ("nowhere/board.toml", "nowhere/board.toml can’t be written: No such file or directory\n"),
        ("folder.toml", "folder.toml can’t be written: Is a directory\n"),
    ],
)
def test_impossible_target_is_reported_before_any_question(
    command: Command, tmp_path: Path, out: str, reason: str
) -> None:
    (tmp_path / "folder.toml").mkdir()
    result = command("--out", out)
    assert (result.status, result.out, result.err) == (1, "", reason)


def test_unwritable_folder_is_reported_before_any_question(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    result = command()
    assert (result.status, result.err) == (1, "board.toml can’t be written: Permission denied\n")


def test_target_must_be_a_toml_file(command: Command) -> None:
    result = command("--out", "board.txt")
    assert result.status == 2
    assert "the file name must end in .toml" in result.err


def test_profile_that_cannot_be_written_is_printed(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(28, os.strerror(28), str(path))

    monkeypatch.setattr("companion.support.atomic_write.write_atomically", full)
    result = command(answers=BENCH)
    assert (result.status, result.err) == (1, "board.toml can’t be written: No space left on device\n")
    assert result.out.endswith(WRITTEN)


def test_invalid_profile_is_reported(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def unfit(path: Path, boards: Path, *rest: Mapping[str, str]) -> BoardProfile:
        raise BoardError(path, 7, "line 17 of a of the knob is already taken by the key ok")

    monkeypatch.setattr("companion.devices.board_profiles.load_board", unfit)
    result = command(answers=BENCH)
    assert result.status == 1
    assert result.err.startswith("The board profile can’t be used: ")
    assert "board.toml:7: line 17 of a of the knob" in result.err


def test_questions_are_french_for_a_french_reader(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    result = command(answers=[("Quel écran", types("")), ("Appuie sur la touche pour « ok", _ctrl_c)])
    assert (result.status, result.err) == (1, "Rien n’a été écrit.\n")


def test_each_command_has_a_help_text() -> None:
    for name, each in board.commands.items():
        assert each.help, name
        assert run("board", name, "--help").exit_code == 0
