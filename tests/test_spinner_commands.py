"""Tests of `companion spinner`: with a spinner, without one, and with a bad line."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import select
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from companion.cli import output as terminal
from companion.cli import spinner_commands
from companion.cli.main import main
from companion.devices.spinner import flash as flashing
from companion.devices.spinner import serial_port, wait_for_prompt
from companion.devices.spinner.flash import KNOWN, MICROPYTHON, ConnectedPico, FlashError, program
from companion.devices.spinner.serial_port import pico_ports
from companion.support.resources import firmware_dir
from tests.depth import deep
from tests.devices.spinner.micropython_unix import NoisyLine, SpinnerProcess

PATIENCE_S = 60
VERSION = "1.1.0"
"""The version of the spinner's program."""
WAITS = "Waiting for MicroPython on the Pico, ten seconds at most."


def run(*args: str, answer: str = "") -> Result:
    result = CliRunner(env={"LC_ALL": "en_GB.UTF-8"}).invoke(main, ["spinner", *args], input=answer)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def line() -> Iterator[NoisyLine]:
    with closing(NoisyLine(29)) as line:
        yield line


@pytest.fixture
def spinner(line: NoisyLine) -> Iterator[SpinnerProcess]:
    with closing(SpinnerProcess(line.ends[0])) as spinner:
        yield spinner


@pytest.fixture
def no_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Simulate a machine without our udev rule, and without a Pico."""
    monkeypatch.setattr(serial_port, "BY_NAME", tmp_path / "companion-spinner")
    monkeypatch.setattr(list_ports, "comports", list)


# The line.


def test_line_is_measured(line: NoisyLine, spinner: SpinnerProcess) -> None:
    result = run("test", "--line", "--json", "--port", line.ends[1])
    body = json.loads(result.stdout)
    assert (result.exit_code, body["sent"], body["back"], body["damaged"], body["well"]) == (0, 200, 200, 0, True)
    assert body["version"] == VERSION
    assert 0 < body["median_ms"] <= body["worst_ms"] < 500


@deep
def test_bad_line_is_reported(spinner: SpinnerProcess, line: NoisyLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spinner_commands, "ECHOES", 30)
    line.spoil(damaged=1 / 150, dropped=1 / 300)
    result = run("test", "--line", "--port", line.ends[1])
    assert result.exit_code == 1
    assert f"pico, program {VERSION}, 24 lights." in result.stdout
    assert "of 30 echoes came back, usually after " in result.stdout


@pytest.mark.parametrize(
    ("board", "version", "expected"),
    [
        ("pico/1.19.1", "1.19.1", [f"MicroPython 1.19.1 is installed. The program was tried with {MICROPYTHON}."]),
        (f"pico/{MICROPYTHON}", MICROPYTHON, []),
        ("pico", None, []),
    ],
)
def test_other_micropython_is_named_in_a_test(
    line: NoisyLine, monkeypatch: pytest.MonkeyPatch, board: str, version: str | None, expected: list[str]
) -> None:
    monkeypatch.setattr(spinner_commands, "ECHOES", 3)
    with closing(SpinnerProcess(line.ends[0], board)):
        lines = run("test", "--line", "--port", line.ends[1]).stdout.splitlines()
        assert json.loads(run("test", "--line", "--json", "--port", line.ends[1]).stdout)["micropython"] == version
    assert lines[0] == f"pico, program {VERSION}, 24 lights."
    assert lines[1:-1] == expected


# Hands and eyes.


def test_test_ends_once_everything_was_used(
    line: NoisyLine, spinner: SpinnerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spinner_commands, "_LIGHT_S", 0.01)
    monkeypatch.setattr(spinner_commands, "_COLOUR_S", 0.05)
    rings: list[list[str]] = []
    real_print = terminal.print_line

    def tell(text: str, *, err: bool = False) -> None:
        real_print(text, err=err)
        if text.startswith("Press the 5 lit keys"):
            hands.start()

    def play() -> None:
        for key in range(5):
            for down in (True, False):
                spinner.contact(key, down)
                rings.append(spinner.ring())
                threading.Event().wait(0.04)  # about as long as a hand holds a key
        spinner.turn(-1)

    hands = threading.Thread(target=play)
    monkeypatch.setattr(spinner_commands, "print_line", tell)
    result = run("test", "--port", line.ends[1])
    hands.join(PATIENCE_S)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[3:] == [
        "Press the 5 lit keys, and turn the knob. Ctrl-C to end.",
        *(f"Key {n}. Still to press: {5 - n}." for n in range(1, 6)),
        "Knob: −1 (positive is clockwise).",
        "Everything works.",
    ]


def test_ctrl_c_ends_the_test_and_unused_parts_are_named(
    line: NoisyLine, spinner: SpinnerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spinner_commands, "_LIGHT_S", 0.01)
    monkeypatch.setattr(spinner_commands, "_COLOUR_S", 0.05)

    def tell(text: str, *, err: bool = False) -> None:
        real_print(text, err=err)
        if text.startswith("Key 2"):
            raise KeyboardInterrupt
        if text.startswith("Press the"):
            spinner.contact(1, True)

    real_print = terminal.print_line
    monkeypatch.setattr(spinner_commands, "print_line", tell)
    result = run("test", "--port", line.ends[1])
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "No reaction: key 1, key 3, key 4, key 5, the knob. Check the wires."


def test_json_is_only_for_the_line(line: NoisyLine) -> None:
    result = run("test", "--json")
    assert result.exit_code == 2
    assert "--json only goes with --line" in result.stdout + result.stderr


# No spinner.


@pytest.mark.usefixtures("no_name")
@pytest.mark.parametrize("command", ["test", "flash"])
def test_missing_spinner_is_reported_with_advice(command: str) -> None:
    result = run(command)
    assert result.exit_code == 1
    assert result.stderr.startswith("No spinner detected")
    assert "--port /dev/ttyACM0" in result.stderr


@pytest.mark.usefixtures("no_name")
def test_several_picos_need_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    def pico(name: str, product: int = 5) -> ListPortInfo:
        info = ListPortInfo(name)
        info.vid, info.pid = 0x2E8A, product
        return info

    picos = [pico("/dev/ttyACM1"), pico("/dev/ttyACM3", product=9), pico("/dev/ttyACM0"), ListPortInfo("/dev/ttyS0")]
    monkeypatch.setattr(list_ports, "comports", lambda: picos)
    assert pico_ports() == ["/dev/ttyACM0", "/dev/ttyACM1"]
    result = run("test")
    assert result.exit_code == 1
    assert result.stderr.startswith("Several Picos are plugged in: /dev/ttyACM0, /dev/ttyACM1. Choose the right one")
    monkeypatch.setattr(list_ports, "comports", lambda: picos[:2])
    assert "/dev/ttyACM1" in run("test").stderr, "the only one is taken"


def test_the_hint_fits_the_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = tmp_path / "ttyACM0"

    def hint() -> str:
        result = run("test", "--port", str(port))
        assert result.exit_code == 1
        assert "systemctl" not in result.stderr
        return result.stderr

    assert hint().startswith(f"There is no {port}. ")
    port.write_text("Dear Marco")
    assert hint().startswith(f"{port} isn’t a serial port. ")

    def refuse(number: int) -> None:
        def raise_error(path: str) -> None:
            raise serial_port.PortError(f"{path}: no", number)

        monkeypatch.setattr(serial_port, "SerialPort", raise_error)

    refuse(errno.EACCES)
    assert "sudo usermod -aG dialout $USER" in hint()
    refuse(errno.EIO)
    assert hint() == f"The spinner’s port can’t be opened: {port}: no.\n"


def test_port_in_use_by_the_table_is_reported(line: NoisyLine, spinner: SpinnerProcess) -> None:
    with closing(serial_port.SerialPort(line.ends[1])):
        result = run("test", "--port", line.ends[1])
    assert result.exit_code == 1
    assert "sudo systemctl stop companion" in result.stderr


def test_silent_pico_may_be_a_new_one(line: NoisyLine) -> None:
    result = run("test", "--port", line.ends[1])
    assert (result.exit_code, result.stderr) == (
        1,
        "Nothing answers. If it is a new Pico: companion spinner flash\n",
    )


# The program.


class FakePico:
    """A Pico in memory, which replaces the one behind mpremote."""

    def __init__(self, files_present: Mapping[str, str], on_reset: Callable[[], None] = lambda: None) -> None:
        self.files_present = dict(files_present)
        self.copied: list[str] = []
        self.scripts: list[str] = []
        self.fails = ""
        self.board_name = ConnectedPico(KNOWN[0], MICROPYTHON)
        self.resets = 0
        self._on_reset = on_reset

    def __call__(self, path: str) -> FakePico:
        return self

    def board(self) -> ConnectedPico:
        if self.fails:
            raise FlashError(self.fails)
        return self.board_name

    def files(self) -> Mapping[str, str]:
        return self.files_present

    def copy(self, files: Sequence[tuple[Path, str]]) -> None:
        self.copied = [path for _, path in files]
        ours = flashing.plan_flash(firmware_dir(), {})
        self.files_present |= {f"new-spinner/{path}": _sha(file) for file, path in ours.files}

    def run(self, script: str) -> str:
        self.scripts.append(script)
        return ""

    def reset(self) -> None:
        self.resets += 1
        self._on_reset()


class Prompt:
    """MicroPython's prompt at the end of a line."""

    def __init__(self, terminal: str, deaf: float, after: Callable[[], bool]) -> None:
        """Ignore the first `deaf` requests, and be present only once `after` is true."""
        self._terminal = terminal
        self._deaf = deaf
        self._after = after
        self._stop = os.eventfd(0)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        os.eventfd_write(self._stop, 1)
        self._thread.join()
        os.close(self._stop)

    def _run(self) -> None:
        while not self._after():
            if select.select([self._stop], [], [], 0.01)[0]:
                return
        end = os.open(self._terminal, os.O_RDWR | os.O_NOCTTY)
        while self._stop not in (ready := select.select([end, self._stop], [], [])[0]):
            if end in ready and b"\x03" in os.read(end, 4096):
                if self._deaf <= 0:
                    os.write(end, b"\r\n>>> ")
                self._deaf -= 1
        os.close(end)


def _sha(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.fixture
def flashed(line: NoisyLine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., tuple[Result, FakePico]]]:
    """Return a function that runs the command on a Pico with these files, whose spinner answers once it was reset."""
    with ExitStack() as parts:
        monkeypatch.setattr("companion.devices.spinner.flash.has_tool", lambda: True)

        def flash(
            files_present: Mapping[str, str],
            *args: str,
            answer: str = "",
            fails: str = "",
            deaf: float = 0,
            after: Callable[[], bool] = lambda: True,
            board: ConnectedPico | None = None,
        ) -> tuple[Result, FakePico]:
            with ExitStack() as at_prompt:
                at_prompt.enter_context(closing(Prompt(line.ends[0], deaf, after)))

                def started() -> None:
                    at_prompt.close()
                    parts.close()
                    parts.enter_context(closing(SpinnerProcess(line.ends[0])))

                pico = FakePico(files_present, started)
                pico.fails, pico.board_name = fails, board or pico.board_name
                monkeypatch.setattr("companion.devices.spinner.flash.MpRemote", pico)
                return run("flash", "--port", line.ends[1], *args, answer=answer), pico

        yield flash


def test_new_pico_gets_its_program_and_answers(flashed: Callable[..., tuple[Result, FakePico]]) -> None:
    result, pico = flashed({})
    assert result.exit_code == 0
    assert result.stdout == f"Copying 9 files.\nThe spinner has its program ({VERSION}). It is ready.\n"
    assert len(pico.copied) == len(program(firmware_dir()))


def test_just_started_pico_is_asked_again(flashed: Callable[..., tuple[Result, FakePico]]) -> None:
    result, _ = flashed({}, deaf=2)
    assert result.exit_code == 0
    waits, *after = result.stdout.splitlines()
    assert (waits, len(after)) == (WAITS, 2)


def test_pico_without_a_prompt_is_given_up_after_ten_seconds(
    flashed: Callable[..., tuple[Result, FakePico]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert wait_for_prompt.READY_S == 10
    monkeypatch.setattr(wait_for_prompt, "READY_S", 1.2)
    result, pico = flashed({}, deaf=float("inf"))
    assert (result.exit_code, pico.copied) == (1, [])
    assert result.stdout == f"{WAITS}\n"
    assert result.stderr.startswith("MicroPython didn’t answer within ten seconds.")


@pytest.mark.parametrize("name", ["Raspberry Pi Pico2 with RP2350", "ESP32 module with ESP32", "?"])
def test_unsupported_board_is_refused_by_name(flashed: Callable[..., tuple[Result, FakePico]], name: str) -> None:
    result, pico = flashed({}, board=ConnectedPico(name, MICROPYTHON))
    assert (result.exit_code, pico.copied, pico.scripts) == (1, [], [])
    assert result.stderr.startswith(f"This board is “{name}”.")
    assert pico.resets == 1, "what ran there runs again"
    result, pico = flashed({}, "--untried", board=ConnectedPico(name, MICROPYTHON))
    assert result.exit_code == 0
    assert pico.copied


def test_other_micropython_is_named_in_a_flash(flashed: Callable[..., tuple[Result, FakePico]]) -> None:
    result, _ = flashed({}, board=ConnectedPico(KNOWN[1], "1.19.1"))
    assert result.exit_code == 0
    assert result.stdout.startswith(f"MicroPython 1.19.1 is installed. The program was tried with {MICROPYTHON}.\n")


def test_foreign_files_are_replaced_only_after_yes(flashed: Callable[..., tuple[Result, FakePico]]) -> None:
    result, pico = flashed({"main.py": "ab", "lamp.py": "cd"}, answer="n\n")
    assert result.exit_code == 1
    assert "will be replaced: main.py\nReplace them? [y/N]: n" in result.stdout
    assert result.stderr == "Nothing has changed.\n"
    assert (pico.copied, pico.scripts, pico.resets) == ([], [], 1)


@pytest.mark.parametrize(("args", "answer"), [((), "y\n"), (("--yes",), "")])
def test_yes_replaces_foreign_files(
    flashed: Callable[..., tuple[Result, FakePico]], args: tuple[str, ...], answer: str
) -> None:
    result, pico = flashed({"main.py": "ab"}, *args, answer=answer)
    assert result.exit_code == 0
    assert ("Replace them?" in result.stdout) is not bool(args)
    assert pico.copied


def test_unchanged_program_is_only_started(flashed: Callable[..., tuple[Result, FakePico]]) -> None:
    result, pico = flashed({path: _sha(file) for file, path in program(firmware_dir())})
    assert result.exit_code == 0
    assert result.stdout.startswith("It already has this program.\n")
    assert not pico.copied


def test_running_spinner_is_stopped_first(
    line: NoisyLine, spinner: SpinnerProcess, flashed: Callable[..., tuple[Result, FakePico]]
) -> None:
    result, _ = flashed({}, after=lambda: spinner.ended)
    assert result.exit_code == 0
    lines = [line for line in result.stdout.splitlines() if line != WAITS]
    assert lines[:2] == [f"Found a spinner, program {VERSION}. It stops for the copy.", "Copying 9 files."]
    assert spinner.ended


def test_error_of_the_tool_is_reported(flashed: Callable[..., tuple[Result, FakePico]]) -> None:
    result, _ = flashed({}, fails="could not enter raw repl")
    assert result.exit_code == 1
    assert result.stderr.startswith("The program was not copied: could not enter raw repl.")


def test_missing_tool_is_reported_with_its_package(line: NoisyLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.devices.spinner.flash.has_tool", lambda: False)
    result = run("flash", "--port", line.ends[1])
    assert result.exit_code == 1
    assert "mpremote" in result.stderr


def test_each_command_has_a_help_text() -> None:
    group = main.commands["spinner"]
    assert isinstance(group, click.Group)
    for name, command in group.commands.items():
        assert command.help, name
        assert run(name, "--help").exit_code == 0
