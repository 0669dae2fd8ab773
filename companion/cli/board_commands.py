"""The command that makes a profile for an unknown board: it asks for each key, writes the file and draws the wiring."""

from __future__ import annotations

import json
import os
import shlex
import sys
from contextlib import closing
from dataclasses import replace
from errno import EACCES, EISDIR, ENOENT
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from companion.cli.output import FAILED, print_line, words
from companion.rules.text import Arg, say

if TYPE_CHECKING:
    from companion.devices.board_parts import DisplaySpec
    from companion.devices.board_profiles import BoardProfile
    from companion.devices.new_board.questions import Questions
    from companion.system.board_choice import DetectedHardware

_LIBRARIES = ("auto", "lgpio", "gpiod", "rpi-gpio")
_ROOT = Path("/")


@click.group()
def board() -> None:
    """Describe a board that has no profile yet."""


@board.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path("board.toml"), help="File to write.")
@click.option("--force", is_flag=True, help="Replace existing files without asking.")
@click.option(
    "--gpio", type=click.Choice(_LIBRARIES), default="auto", help="Library for the lines, as in the settings."
)
def new(out: Path, force: bool, gpio: str) -> None:
    """Find a board's lines by pressing its keys.

    It asks for one key after the other and listens to every free line. Then it writes a board profile, a drawing of
    all wires and a list of parts. After Ctrl-C, nothing is written.
    """
    if out.suffix != ".toml":
        raise click.BadParameter(words()("board.new.suffix"), param_hint="--out")
    if not sys.stdin.isatty():
        _fail("board.new.no_terminal")
    _check_target(out, force=force)
    described = _ask_questions(gpio)
    board = _write(out, described)
    print_line(words()("board.new.written", path=str(out.absolute())))
    drawn = _draw(out, board)
    _print_next_steps(out)
    if not drawn:
        sys.exit(FAILED)


def _check_target(out: Path, *, force: bool) -> None:
    """Check before the first question that the file can be written. Ends the command if not."""
    folder = out.absolute().parent
    if not folder.is_dir():
        _fail("file.unwritable", path=str(out), cause=os.strerror(ENOENT))
    if out.is_dir():
        _fail("file.unwritable", path=str(out), cause=os.strerror(EISDIR))
    if not os.access(folder, os.W_OK | os.X_OK):
        _fail("file.unwritable", path=str(out), cause=os.strerror(EACCES))
    for path in () if force else (out, *_accompanying_files(out)):
        if path.exists() and not click.confirm(words()("board.new.replace", path=str(path)), default=False):
            _fail("board.new.kept")


def _ask_questions(gpio: str) -> BoardProfile:
    """Ask one question after the other and return the board. Ends the command if that is impossible."""
    from companion.devices.gpio_devices import PinsError, open_pins
    from companion.devices.new_board.dialogue import run_dialogue

    try:
        with closing(open_pins(simulated=False, library=gpio)) as pins:
            questions = _prepared_questions()
            try:
                run_dialogue(questions, pins, sys.stdin.fileno(), words(), print_line)
            except PinsError as error:
                _fail("board.new.taken_lines", cause=error.message)
            return questions.board
    except PinsError as error:
        _fail("board.new.no_lines", cause=error.message)
    except KeyboardInterrupt:
        print_line("")
        _fail("board.new.nothing")


def _prepared_questions() -> Questions:
    """Return the questions, prepared with what was detected of this machine."""
    from companion.devices.new_board.questions import BACK, Questions
    from companion.system.buses import BusKind

    hardware = _detected_hardware()
    active_buses = [kind for kind in BusKind if kind.device in hardware.devices]
    print_line(words()("board.new.begin", back=BACK))
    for kind in active_buses:
        print_line(words()("board.new.bus_on", bus=kind.title, lines=", ".join(map(str, sorted(kind.pins)))))
    excluded_lines = {line: say("board.new.of_bus", bus=kind.title) for kind in active_buses for line in kind.pins}
    return Questions(_likely_screen(hardware), excluded_lines)


def _detected_hardware() -> DetectedHardware:
    """Detect which buses are on and whether a screen answers."""
    from companion.devices.board_profiles import I2c
    from companion.devices.new_board.questions import SH1106, SSD1306
    from companion.system.hardware_probe import chip_label, detect_hardware, header_chip, screen_answers

    second_address = replace(SSD1306, bus=I2c(port=1, address=0x3D))
    return detect_hardware(
        _ROOT, header_chip(_ROOT, chip_label), None, (SSD1306, second_address, SH1106), screen_answers
    )


def _likely_screen(hardware: DetectedHardware) -> DisplaySpec | None:
    """Return the likely screen: one that answers, or one that may be on a bus that somebody switched on."""
    from companion.devices.new_board.questions import SH1106, SSD1306

    if hardware.answering:
        return replace(SSD1306, bus=min(hardware.answering, key=lambda bus: bus.address))
    return SH1106 if hardware.has(SH1106.bus) else None


def _accompanying_files(out: Path) -> tuple[Path, Path]:
    """Return the paths of the drawing and the parts list: beside the profile, named after it."""
    return out.with_name(f"{out.stem}-wires.svg"), out.with_name(f"{out.stem}-parts.md")


def _draw(out: Path, board: BoardProfile) -> bool:
    """Write the drawing and the parts list, and say where. Return whether that worked; the profile is written either
    way.
    """
    from companion.plans.draw_own_board import drawing_and_list
    from companion.support.atomic_write import write_atomically

    places = _accompanying_files(out)
    texts = drawing_and_list(board, words().language, places[0].name)
    for path, text in zip(places, texts, strict=True):
        try:
            write_atomically(path, text.encode())
        except OSError as error:
            cause = error.strerror or str(error)
            print_line(words()("file.unwritable", path=str(path), cause=cause), err=True)
            return False
    drawing, parts = (str(path.absolute()) for path in places)
    print_line(words()("board.new.drawn", drawing=drawing, parts=parts))
    return True


def _write(out: Path, board: BoardProfile) -> BoardProfile:
    """Write the board's file and read it back. Ends the command if that fails or something does not fit."""
    from companion.devices.board_file import BoardError
    from companion.devices.board_profiles import load_board
    from companion.devices.new_board.board_text import text_of_board
    from companion.support.atomic_write import write_atomically
    from companion.support.resources import boards_dir

    text = text_of_board(board)
    try:
        write_atomically(out, text.encode())
    except OSError as error:
        for line in text.splitlines():  # so that no key has to be pressed again
            print_line(line)
        _fail("file.unwritable", path=str(out), cause=error.strerror or str(error))
    try:
        return load_board(out.absolute(), boards_dir())
    except BoardError as error:
        _fail("start.board", cause=str(error))


def _print_next_steps(out: Path) -> None:
    """Print what to do with the file."""
    from companion.system.settings import SERVICE_FILE

    path = out.absolute()
    print_line(words()("board.new.try_it", command=f"companion doctor --keys --board {shlex.quote(str(path))}"))
    if SERVICE_FILE.exists():
        copy_command = f"sudo cp {shlex.quote(str(path))} {SERVICE_FILE.parent}/"
        print_line(
            words()(
                "board.new.for_service", command=copy_command, line=f'board = "{path.name}"', path=str(SERVICE_FILE)
            )
        )
    else:
        print_line(words()("board.new.for_settings", line=f"board = {json.dumps(str(path), ensure_ascii=False)}"))


def _fail(key: str, **args: Arg) -> NoReturn:
    """Print why it cannot be done, and exit."""
    print_line(words()(key, **args), err=True)
    sys.exit(FAILED)
