"""Tests from power-on to the first word on the line: how the program starts, stays out, and comes back."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.box.faces.signals import RingSpin, RingWheel
from companion.devices.spinner.link import PROTOCOL, Message, MessageKind, SpinnerMet, SpinnerParts
from companion.devices.spinner.ring_messages import messages_of
from companion.devices.spinner.serial_port import SerialPort
from companion.devices.spinner.wait_for_prompt import PromptWait
from tests.on_request.pico.emulated import KEYS, SESSION, Pico, SpinnerLine, talking
from tests.on_request.pico.given_images import Images
from tests.on_request.pico.images import firmware_files

HANGS = b"""
import spinner.ring

def hang(self, data, start, count, now, age):
    while True:
        pass

spinner.ring.LightRing.tally = hang
"""
"""Code before the program that makes it hang at the first tally."""
WATCHDOG_US = 2_000_000
TALLY = Message(MessageKind.TALLY, bytes(6))
PROMPT = b">>> "


@pytest.fixture
def fresh(images: Images, tmp_path: Path) -> Iterator[Pico]:
    """Yield a Pico that was just switched on."""
    with Pico(images, firmware_files(), tmp_path) as pico:
        yield pico


@pytest.fixture
def met(fresh: Pico) -> Iterator[SpinnerLine]:
    yield from talking(fresh)


def test_a_starting_spinner_answers_early_messages(fresh: Pico, met: SpinnerLine) -> None:
    [hello] = [event.hello for event in met.events if isinstance(event, SpinnerMet)]
    assert (hello.protocol, hello.lights, hello.keys, hello.board) == (PROTOCOL, 24, len(KEYS), "pico")
    assert hello.micropython.startswith("1.")
    assert hello.parts == SpinnerParts.KNOB | SpinnerParts.BUZZER | SpinnerParts.KEY_LIGHTS
    assert [boot.why for boot in fresh.boots] == ["power"]
    assert b"Traceback" not in met.received


def test_the_watchdog_restarts_a_hanging_spinner(images: Images, tmp_path: Path) -> None:
    files = firmware_files()
    files["main.py"] = files["main.py"].replace(b"\nimport os\n", HANGS + b"\nimport os\n")
    with Pico(images, files, tmp_path) as pico, closing(SpinnerLine(pico)) as talk:
        talk.meet()
        began_us = pico.us
        talk.link.show([TALLY], pico.now())
        talk.until(lambda: len(pico.boots) == 2)
        assert pico.boots[1].why == "reset"
        assert WATCHDOG_US <= pico.boots[1].us - began_us < 2 * WATCHDOG_US
        talk.until(lambda: len([event for event in talk.events if isinstance(event, SpinnerMet)]) == 2)
        first, second = (event.hello.boot for event in talk.events if isinstance(event, SpinnerMet))
        assert first != second
        press(pico, talk, 3)
        assert talk.keys == [(3, True), (3, False)]


def test_a_spinner_leaves_on_request_and_accepts_files(fresh: Pico, met: SpinnerLine, tmp_path: Path) -> None:
    leave(met)
    copied, new = tmp_path / "pins.py", tmp_path / "kept.txt"
    new.write_text("kept\n" * 1000)
    assert "main.py" in mpremote(fresh, "fs", "ls")
    mpremote(fresh, "fs", "cp", ":pins.py", str(copied), "+", "fs", "cp", str(new), ":kept.txt")
    assert copied.read_bytes() == firmware_files()["pins.py"]
    reset(fresh)
    with closing(SpinnerLine(fresh, session=0x0107)) as again:
        again.meet()
        leave(again)
    assert mpremote(fresh, "fs", "cat", ":kept.txt").replace("\r\n", "\n") == new.read_text(), "what was written stays"


def test_the_program_stays_out_only_once(fresh: Pico, met: SpinnerLine) -> None:
    leave(met)
    reset(fresh)
    with closing(SpinnerLine(fresh)) as again:
        again.meet()


@pytest.mark.parametrize("body", [b"", b"g", b"og", b"\0\0"])
def test_an_incomplete_request_does_not_end_the_program(fresh: Pico, met: SpinnerLine, body: bytes) -> None:
    met.show(Message(MessageKind.LEAVE, body))
    press(fresh, met, 1)
    assert met.keys == [(1, True), (1, False)]
    assert len(fresh.boots) == 1


def test_the_first_key_held_at_power_on_prevents_the_start(fresh: Pico) -> None:
    fresh.set(KEYS[0], 0)
    with closing(SpinnerLine(fresh)) as talk:
        talk.until(lambda: PROMPT in talk.received)
    fresh.set(KEYS[0], 1)
    come_to_prompt(fresh)
    assert "main.py" in mpremote(fresh, "fs", "ls")


def test_garbage_does_no_harm(fresh: Pico, met: SpinnerLine) -> None:
    luck = Random(29)
    for _ in range(20):
        for _ in range(10):
            met.send(luck.randbytes(500))
        met.echo()
    wheel = RingWheel((1, 1, 1, 1), (False,) * 4)
    met.show(*messages_of(RingSpin(wheel, 2, 0.0, 1.5, 0.5, 0.0), lambda wheel: 1, 0.0))
    press(fresh, met, 4)
    assert met.keys == [(4, True), (4, False)]
    assert [boot.why for boot in fresh.boots] == ["power"]


def press(pico: Pico, talk: SpinnerLine, key: int) -> None:
    """Hold a key for a while, and wait until the companion knows."""
    count = len(talk.keys)
    pico.set(KEYS[key], 0)
    pico.set(KEYS[key], 1, after_us=60_000)
    talk.until(lambda: len(talk.keys) >= count + 2)
    talk.pass_us(60_000)


def leave(talk: SpinnerLine) -> None:
    """End the spinner's program, and hang up when MicroPython's prompt is there."""
    pico = talk.pico
    boots = len(pico.boots)
    talk.link.show([Message(MessageKind.LEAVE, b"go")], pico.now())
    talk.until(lambda: len(pico.boots) > boots)
    talk.close()
    come_to_prompt(pico)


def come_to_prompt(pico: Pico) -> None:
    """Wait for MicroPython's prompt as long as on a real Pico: bytes sent before it may be lost."""
    PromptWait(
        lambda: SerialPort(pico.url),
        SESSION,
        on_spinner=lambda hello: pytest.fail(f"a spinner is still there: {hello}"),
        on_wait=lambda: None,
        clock=pico.now,
    ).run()


def reset(pico: Pico) -> None:
    """Restart it from MicroPython's prompt, and wait until it does: a byte that comes before could prevent it."""
    boots = len(pico.boots)
    mpremote(pico, "reset")
    pico.wait(lambda: len(pico.boots) > boots)


def mpremote(pico: Pico, *command: str) -> str:
    """Run a command of mpremote on the Pico's line and return its output."""
    arguments = [sys.executable, "-m", "mpremote", "connect", pico.url, *command]
    result = subprocess.run(arguments, capture_output=True, text=True, timeout=100, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout
