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

from companion.cli.output import FAILED, tell, words
from companion.rules.text import Arg, say

if TYPE_CHECKING:
    from companion.devices.board_parts import DisplaySpec
    from companion.devices.boards import Board
    from companion.devices.new_board.questions import Questions
    from companion.system.board_detection import DetectedHardware

_LIBRARIES = ("auto", "lgpio", "gpiod", "rpi-gpio")
_ROOT = Path("/")


@click.group()
def board() -> None:
    """Describe a board that has no profile yet."""


@board.command()
@click.option("--out", type=click.Path(path_type=Path), default=Path("board.toml"), help="File to write.")
@click.option("--force", is_flag=True, help="Replace a file that is there already, and ask nothing.")
@click.option("--gpio", type=click.Choice(_LIBRARIES), default="auto", help="What drives the lines, as in settings.")
def new(out: Path, force: bool, gpio: str) -> None:
    """Find a board's lines by pressing its keys.

    Asks for one key after the other, listens to every free line, and writes the lines that changed into a board
    profile, with a drawing of every wire and a list of parts beside it. After Ctrl-C nothing is written.
    """
    if out.suffix != ".toml":
        raise click.BadParameter(words()("board.new.suffix"), param_hint="--out")
    if not sys.stdin.isatty():
        _fail("board.new.no_terminal")
    _look_at_place(out, force=force)
    found = _asked(gpio)
    board = _write(out, found)
    tell(words()("board.new.written", path=str(out.absolute())))
    drawn = _draw(out, board)
    _tell_next(out)
    if not drawn:
        sys.exit(FAILED)


def _look_at_place(out: Path, *, force: bool) -> None:
    """Check before the first question that the file can be written. Ends the command if not."""
    folder = out.absolute().parent
    if not folder.is_dir():
        _fail("file.unwritable", path=str(out), cause=os.strerror(ENOENT))
    if out.is_dir():
        _fail("file.unwritable", path=str(out), cause=os.strerror(EISDIR))
    if not os.access(folder, os.W_OK | os.X_OK):
        _fail("file.unwritable", path=str(out), cause=os.strerror(EACCES))
    for path in () if force else (out, *_beside(out)):
        if path.exists() and not click.confirm(words()("board.new.replace", path=str(path)), default=False):
            _fail("board.new.kept")


def _asked(gpio: str) -> Board:
    """Ask one question after the other and return the board. Ends the command if that is impossible."""
    from companion.devices.gpio import PinsError, open_pins
    from companion.devices.new_board.dialogue import ask

    try:
        with closing(open_pins(simulated=False, library=gpio)) as pins:
            questions = _begun()
            try:
                ask(questions, pins, sys.stdin.fileno(), words(), tell)
            except PinsError as error:
                _fail("board.new.taken_lines", cause=error.told)
            return questions.board
    except PinsError as error:
        _fail("board.new.no_lines", cause=error.told)
    except KeyboardInterrupt:
        tell("")
        _fail("board.new.nothing")


def _begun() -> Questions:
    """Return the questions, prepared with what was detected of this machine."""
    from companion.devices.new_board.questions import BACK, Questions
    from companion.system.buses import BusKind

    seen = _seen()
    on = [kind for kind in BusKind if kind.device in seen.devices]
    tell(words()("board.new.begin", back=BACK))
    for kind in on:
        tell(words()("board.new.bus_on", bus=kind.title, lines=", ".join(map(str, sorted(kind.pins)))))
    left = {line: say("board.new.of_bus", bus=kind.title) for kind in on for line in kind.pins}
    return Questions(_screen(seen), left)


def _seen() -> DetectedHardware:
    """Detect which buses are on and whether a screen answers."""
    from companion.devices.boards import I2c
    from companion.devices.new_board.questions import SH1106, SSD1306
    from companion.system.hardware_probe import chip_label, detect_hardware, header_chip, screen_answers

    moved = replace(SSD1306, bus=I2c(port=1, address=0x3D))
    return detect_hardware(_ROOT, header_chip(_ROOT, chip_label), None, (SSD1306, moved, SH1106), screen_answers)


def _screen(seen: DetectedHardware) -> DisplaySpec | None:
    """Return the likely screen: one that answers, or one that may be on a bus that somebody switched on."""
    from companion.devices.new_board.questions import SH1106, SSD1306

    if seen.answering:
        return replace(SSD1306, bus=min(seen.answering, key=lambda bus: bus.address))
    return SH1106 if seen.has(SH1106.bus) else None


def _beside(out: Path) -> tuple[Path, Path]:
    """Return the paths of the drawing and the parts list: beside the profile, named after it."""
    return out.with_name(f"{out.stem}-wires.svg"), out.with_name(f"{out.stem}-parts.md")


def _draw(out: Path, board: Board) -> bool:
    """Write the drawing and the parts list, and say where. Return whether that worked; the profile is written either
    way.
    """
    from companion.plans.own_board import drawing_and_list
    from companion.support.whole_file import write_whole

    places = _beside(out)
    texts = drawing_and_list(board, words().language, places[0].name)
    for path, text in zip(places, texts, strict=True):
        try:
            write_whole(path, text.encode())
        except OSError as error:
            cause = error.strerror or str(error)
            tell(words()("file.unwritable", path=str(path), cause=cause), err=True)
            return False
    drawing, parts = (str(path.absolute()) for path in places)
    tell(words()("board.new.drawn", drawing=drawing, parts=parts))
    return True


def _write(out: Path, found: Board) -> Board:
    """Write the board's file and read it back. Ends the command if that fails or something does not fit."""
    from companion.devices.board_file import BoardError
    from companion.devices.boards import load_board
    from companion.devices.new_board.board_text import written
    from companion.support.resources import boards_dir
    from companion.support.whole_file import write_whole

    text = written(found)
    try:
        write_whole(out, text.encode())
    except OSError as error:
        for line in text.splitlines():  # so that nothing has to be pressed again
            tell(line)
        _fail("file.unwritable", path=str(out), cause=error.strerror or str(error))
    try:
        return load_board(out.absolute(), boards_dir())
    except BoardError as error:
        _fail("start.board", cause=str(error))


def _tell_next(out: Path) -> None:
    """Print what to do with the file."""
    from companion.system.settings import SERVICE_FILE

    path = out.absolute()
    tell(words()("board.new.try_it", command=f"companion doctor --keys --board {shlex.quote(str(path))}"))
    if SERVICE_FILE.exists():
        copied = f"sudo cp {shlex.quote(str(path))} {SERVICE_FILE.parent}/"
        tell(words()("board.new.for_service", command=copied, line=f'board = "{path.name}"', path=str(SERVICE_FILE)))
    else:
        tell(words()("board.new.for_settings", line=f"board = {json.dumps(str(path), ensure_ascii=False)}"))


def _fail(key: str, **args: Arg) -> NoReturn:
    """Print why it cannot be done, and exit."""
    tell(words()(key, **args), err=True)
    sys.exit(FAILED)
