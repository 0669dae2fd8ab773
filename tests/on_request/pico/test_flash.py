"""Tests of `companion spinner flash` on an emulated Pico: fresh, running, with a foreign program, of another kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import spinner_commands
from companion.cli.main import main
from companion.devices.spinner import flash as flashing
from companion.devices.spinner import wait_for_prompt
from companion.devices.spinner.flash import KNOWN, program
from companion.support.resources import firmware_dir
from tests.on_request.pico.emulated import Pico
from tests.on_request.pico.given_images import Images
from tests.on_request.pico.images import Files, firmware_files

LAMP: Files = {"main.py": b"while True:\n    pass\n", "lamp.txt": b"on"}
"""A foreign program that never ends."""
WAITS = "Waiting for MicroPython on the Pico, ten seconds at most."
READY = "The spinner has its program (1.1.0). It is ready."
SLOWER = 12
"""The factor by which the emulator may be slower than a Pico, beside other work."""

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wait_for_prompt, "READY_S", SLOWER * wait_for_prompt.READY_S)
    monkeypatch.setattr(spinner_commands, "_RESTART_S", SLOWER * spinner_commands._RESTART_S)


def flash(pico: Pico, *args: str, answer: str = "") -> Result:
    command = ["spinner", "flash", "--port", pico.url, *args]
    result = CliRunner(env={"LC_ALL": "en_GB.UTF-8"}).invoke(main, command, input=answer)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def lines(result: Result) -> list[str]:
    """Return its output, without the line about waiting, which a slow emulator causes."""
    return [line for line in result.stdout.splitlines() if line != WAITS]


def test_a_fresh_pico_gets_its_program(images: Images, tmp_path: Path) -> None:
    with Pico(images, {}, tmp_path) as pico:
        result = flash(pico)
        assert (result.exit_code, result.stderr) == (0, "")
        assert lines(result) == [f"Copying {len(program(firmware_dir()))} files.", READY]


@pytest.mark.parametrize("press", ["at once", "later"])
def test_a_running_spinner_makes_room_for_a_newer_program(images: Images, tmp_path: Path, press: str) -> None:
    older = firmware_files()
    older["spinner/ring.py"] += b"# older\n"
    with Pico(images, older, tmp_path) as pico:
        if press == "later":
            pico.wait(lambda: bool(pico.frames))
        result = flash(pico)
        assert (result.exit_code, result.stderr) == (0, "")
        # Flashed while it starts, it may be interrupted before its program runs.
        met = (
            []
            if press == "at once" and len(lines(result)) == 2
            else ["Found a spinner, program 1.1.0. It stops for the copy."]
        )
        assert lines(result) == [*met, f"Copying {len(program(firmware_dir()))} files.", READY]


def test_a_foreign_program_stays_unless_confirmed(images: Images, tmp_path: Path) -> None:
    with Pico(images, LAMP, tmp_path) as pico:
        result = flash(pico, answer="n\n")
        assert (result.exit_code, result.stderr) == (1, "Nothing has changed.\n")
        pico.wait(lambda: len(pico.boots) == 2)
        result = flash(pico, "--yes")
        assert (result.exit_code, lines(result)[-1]) == (0, READY)


def test_another_kind_of_board_is_refused_by_name(
    images: Images, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "KNOWN", ("Some other board",))
    with Pico(images, firmware_files(), tmp_path) as pico:
        pico.wait(lambda: bool(pico.frames))
        result = flash(pico)
        assert result.exit_code == 1
        assert result.stderr.startswith(f"This board is “{KNOWN[0]}”.")
        frames = len(pico.frames)
        pico.wait(lambda: len(pico.frames) > frames)
    result = flash(pico)
    assert result.exit_code == 1
    assert result.stderr.startswith("There is no /"), "it is unplugged now"
