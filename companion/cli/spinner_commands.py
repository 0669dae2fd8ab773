"""The commands for the spinner: install its program on a Pico, and test all of it."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

import click

from companion.cli.output import FAILED, print_json, print_line, words

if TYPE_CHECKING:
    from companion.devices.spinner.flash import FlashPlan, RemotePico
    from companion.devices.spinner.link import Hello
    from companion.devices.spinner.serial_port import Port, PortError
    from companion.devices.spinner.spinner_check import LineFigures, SpinnerProbe

ECHOES = 200
_RESTART_S = 20.0
"""Longest time that a Pico needs to restart, in seconds."""
_RETRY_S = 0.25
_LIGHT_S = 0.08
_COLOUR_S = 0.7
_WHITE, _OFF = (40, 34, 26), (0, 0, 0)
_COLOURS = ((60, 0, 0), (0, 60, 0), (0, 0, 60))
_LOSS_ALLOWED = 0.01


@click.group()
def spinner() -> None:
    """Put the program on the spinner's Pico, and test it."""


def port_option(command: click.decorators.FC) -> click.decorators.FC:
    """Add the option for the serial port to a command."""
    text = "Port of the spinner; without it, /dev/companion-spinner or the only Pico."
    return click.option("--port", help=text)(command)


@spinner.command()
@port_option
@click.option("--yes", is_flag=True, help="Replace what is on the Pico without asking.")
@click.option("--untried", is_flag=True, help="Also copy to a board that was never tried, such as a Pico 2.")
def flash(port: str | None, yes: bool, untried: bool) -> None:
    """Put the spinner's program on a Pico.

    MicroPython must be on the Pico. If another program is on it too, the files are named, and you are asked before they
    are replaced.
    """
    from companion.devices.spinner.flash import MODULE, FlashError, MpRemote, has_tool
    from companion.support.install_commands import this_system

    if not has_tool():
        _fail("spinner.flash.no_tool", command=this_system().install_command(MODULE) or MODULE)
    path = port or _detected_port()
    _bring_to_prompt(path)
    try:
        install(MpRemote(path), yes=yes, untried=untried)
    except FlashError as error:
        _fail("spinner.flash.failed", reason=str(error))
    hello = _meet_after_restart(path)
    if hello is None:
        _fail("spinner.flash.silent")
    print_line(words()("spinner.flash.done", version=_version(hello)))


@spinner.command("test")
@port_option
@click.option("--line", "line_only", is_flag=True, help="Only measure the line, without lights and keys.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object; only with --line.")
def test_command(port: str | None, line_only: bool, as_json: bool) -> None:
    """Test each light, each key, the knob, and the line.

    It ends when you have pressed every key and turned the knob, or with Ctrl-C.
    """
    from companion.devices.spinner.spinner_check import SpinnerProbe

    if as_json and not line_only:
        raise click.UsageError(words()("spinner.test.json_wants_line"))
    with _open_port(port or _detected_port()) as line:
        talk = SpinnerProbe(line, 1 + secrets.randbelow(0xFFFF))
        hello = talk.wait_for_spinner()
        if hello is None:
            _fail("spinner.silent")
        figures = talk.measure(ECHOES)
        good = figures.lost <= figures.sent * _LOSS_ALLOWED
        if as_json:
            versions = {"version": _version(hello), "micropython": hello.micropython or None}
            print_json({**versions, **_as_json(figures), "well": good})
        else:
            print_line(words()("spinner.test.met", board=hello.board, version=_version(hello), lights=hello.lights))
            if hello.micropython:
                _warn_of_micropython(hello.micropython)
            print_line(_figures_text(figures))
        if not line_only:
            _test_lights(talk, hello)
            good &= _test_hands(talk, hello)
    if not good:
        sys.exit(FAILED)


def install(remote: RemotePico, *, yes: bool, untried: bool = False) -> None:
    """Put the program on a Pico that waits at its prompt, and start it.

    Ends the command if the program is not for this board, unless `untried`, and if the owner wants to keep what is on
    it; then the Pico restarts as it was. Raises FlashError.
    """
    from companion.devices.spinner.flash import KNOWN, install, plan_flash
    from companion.support.resources import firmware_dir

    board = remote.board()
    if board.name not in KNOWN and not untried:
        _restart(remote)
        _fail("spinner.flash.untried", board=board.name, known=", ".join(KNOWN))
    _warn_of_micropython(board.micropython)
    flash_plan: FlashPlan = plan_flash(firmware_dir(), remote.files())
    if flash_plan.replaced and not yes:
        print_line(words()("spinner.flash.replaces", files=", ".join(flash_plan.replaced)))
        if not click.confirm(words()("spinner.flash.really"), default=False):
            _restart(remote)
            _fail("spinner.flash.kept")
    if flash_plan.up_to_date:
        print_line(words()("spinner.flash.same"))
    else:
        print_line(words()("spinner.flash.copies", n=len(flash_plan.files)))
        install(remote, flash_plan)
    remote.reset()


def _detected_port() -> str:
    """Return the port of the spinner. Ends the command without a candidate, or with several."""
    from companion.devices.spinner.serial_port import BY_NAME, pico_ports

    if BY_NAME.exists():
        return str(BY_NAME)
    ports = pico_ports()
    if len(ports) == 1:
        return ports[0]
    if ports:
        _fail("spinner.several", ports=", ".join(ports))
    _fail("spinner.none")


def _fail_for_port(path: str, error: PortError) -> NoReturn:
    """End the command with the reason why the port cannot be used, and what to do about it."""
    faults = {"missing": error.missing, "foreign": error.foreign, "in_use": error.in_use, "forbidden": error.forbidden}
    fault = next((name for name, holds in faults.items() if holds), None)
    if fault is None:
        _fail("spinner.port", reason=str(error))
    _fail(f"spinner.port.{fault}", port=path)


@contextmanager
def _open_port(path: str) -> Iterator[Port]:
    """Open the serial line for this command alone. Ends the command if that fails or the line is lost."""
    from companion.devices.spinner.serial_port import PortError, SerialPort

    try:
        with closing(SerialPort(path)) as port:
            yield port
    except PortError as error:
        _fail_for_port(path, error)


def _bring_to_prompt(path: str) -> None:
    """Stop what runs on the Pico and wait for MicroPython's prompt. Ends the command if it does not come."""
    from companion.devices.spinner.serial_port import PortError, SerialPort
    from companion.devices.spinner.wait_for_prompt import NoPromptError, PromptWait

    wait = PromptWait(
        lambda: SerialPort(path),
        1 + secrets.randbelow(0xFFFF),
        on_spinner=lambda hello: print_line(words()("spinner.flash.met", version=_version(hello))),
        on_wait=lambda: print_line(words()("spinner.flash.waits")),
    )
    try:
        wait.run()
    except PortError as error:
        _fail_for_port(path, error)
    except NoPromptError:
        _fail("spinner.flash.no_prompt")


def _restart(remote: RemotePico) -> None:
    """Restart the program of the Pico, which was stopped for nothing."""
    from companion.devices.spinner.flash import FlashError

    with suppress(FlashError):
        remote.reset()


def _meet_after_restart(path: str) -> Hello | None:
    """Return the greeting of the spinner after the Pico restarted."""
    from companion.devices.spinner.serial_port import PortError, SerialPort
    from companion.devices.spinner.spinner_check import SpinnerProbe

    deadline = time.monotonic() + _RESTART_S
    while time.monotonic() < deadline:
        try:
            with closing(SerialPort(path)) as line:
                hello = SpinnerProbe(line, 1 + secrets.randbelow(0xFFFF)).wait_for_spinner()
        except PortError:
            hello = None
        if hello is not None:
            return hello
        time.sleep(_RETRY_S)
    return None


def _test_lights(talk: SpinnerProbe, hello: Hello) -> None:
    from companion.devices.spinner.spinner_check import ALL_LIGHTS

    print_line(words()("spinner.test.lights", n=hello.lights))
    for light in range(hello.lights):
        talk.light(light, _WHITE)
        _drain(talk, _LIGHT_S)
    for colour in _COLOURS:
        talk.light(ALL_LIGHTS, colour)
        _drain(talk, _COLOUR_S)
    talk.light(ALL_LIGHTS, _OFF)


def _drain(talk: SpinnerProbe, seconds: float) -> None:
    for _ in talk.listen(seconds):
        pass


def _test_hands(talk: SpinnerProbe, hello: Hello) -> bool:
    """Print every press and turn until each key was used, or until Ctrl-C. Return whether each was. Keys still to press
    are lit.
    """
    from companion.devices.spinner.link import KeyChange, KnobTurned, SpinnerParts

    keys, knob = set(range(hello.keys)), SpinnerParts.KNOB in hello.parts
    print_line(words()("spinner.test.hands", n=hello.keys))
    try:
        while keys or knob:
            talk.light_keys(sum(1 << key for key in keys))
            for event in talk.listen(_COLOUR_S):
                if isinstance(event, KeyChange) and event.down:
                    keys.discard(event.key)
                    print_line(words()("spinner.test.key", n=event.key + 1, left=len(keys)))
                elif isinstance(event, KnobTurned):
                    knob = False
                    print_line(words()("spinner.test.knob", n=event.steps))
    except KeyboardInterrupt:
        print_line("")
    unused = [words()("spinner.test.key_name", n=key + 1) for key in sorted(keys)]
    unused += [words()("spinner.test.knob_name")] if knob else []
    print_line(words()("spinner.test.missed", names=", ".join(unused)) if unused else words()("spinner.test.all"))
    return not unused


def _warn_of_micropython(version: str) -> None:
    """Warn of a version of MicroPython that the program was not tested with."""
    from companion.devices.spinner.flash import MICROPYTHON

    if version != MICROPYTHON:
        print_line(words()("spinner.micropython", version=version, tried=MICROPYTHON))


def _figures_text(figures: LineFigures) -> str:
    return words()(
        "spinner.test.line",
        back=figures.returned,
        sent=figures.sent,
        median=f"{figures.median_ms:.1f}",
        worst=f"{figures.worst_ms:.1f}",
        damaged=figures.damaged,
    )


def _as_json(figures: LineFigures) -> dict[str, float]:
    return {
        "sent": figures.sent,
        "back": figures.returned,
        "median_ms": round(figures.median_ms, 3),
        "worst_ms": round(figures.worst_ms, 3),
        "damaged": figures.damaged,
    }


def _version(hello: Hello) -> str:
    return ".".join(map(str, hello.version))


def _fail(key: str, **args: str | int) -> NoReturn:
    """Print why it cannot be done, and exit."""
    print_line(words()(key, **args), err=True)
    sys.exit(FAILED)
