"""Tests of the spinner's start on simulated machines: the words of memory that it writes to before all else."""

from __future__ import annotations

import os
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from companion.support.resources import firmware_dir

STAY_OUT = 0x05C0FFEE
WORDS = {
    "Raspberry Pi Pico with RP2040": 0x4005800C,
    "Raspberry Pi Pico W with RP2040": 0x4005800C,
    "Raspberry Pi Pico2 with RP2350": 0x400D800C,
    "Raspberry Pi Pico2 with RP2350-RISCV": 0x400D800C,
}
"""The address of WATCHDOG_SCRATCH0, from the data sheets, by MicroPython's names of machines."""


class Words(dict[int, int]):
    """The memory of a machine; a word that was never written is 0."""

    def __missing__(self, address: int) -> int:
        return 0


class Pin:
    """A line that is low: the key that keeps the program out is held."""

    IN, PULL_UP, OUT = 0, 1, 2

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def value(self) -> int:
        return 0


def started(monkeypatch: pytest.MonkeyPatch, machine: str, words: Words, spinner: Any = None) -> list[int]:
    """Start the program while the first key is held; return the settings of Ctrl-C, in order."""
    ctrl_c: list[int] = []
    micropython = SimpleNamespace(
        kbd_intr=ctrl_c.append, native=lambda function: function, alloc_emergency_exception_buf=lambda size: None
    )
    implementation = SimpleNamespace(_machine=machine, name="micropython", version=(1, 28, 0, ""))
    if not machine:
        del implementation._machine
    for name, module in {
        "micropython": micropython,
        "machine": SimpleNamespace(mem32=words, Pin=Pin),
        "neopixel": ModuleType("neopixel"),
        "pins": SimpleNamespace(KEYS=(3,), LIGHTS=24),
        "spinner": SimpleNamespace(SpinnerCore=spinner),
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys, "implementation", implementation)
    exec(compile((firmware_dir() / "main.py").read_text("utf-8"), "main.py", "exec"), {"__name__": "main"})
    return ctrl_c


@pytest.mark.parametrize("machine", WORDS)
def test_only_the_chips_own_scratch_word_is_written(monkeypatch: pytest.MonkeyPatch, machine: str) -> None:
    words = Words()
    assert started(monkeypatch, machine, words) == [-1, 3]
    assert words == {WORDS[machine]: 0}


@pytest.mark.parametrize("machine", WORDS)
def test_a_request_to_stay_out_holds_once(monkeypatch: pytest.MonkeyPatch, machine: str) -> None:
    words = Words({WORDS[machine]: STAY_OUT})
    monkeypatch.setattr(Pin, "value", lambda _: pytest.fail("the key is not asked"))
    assert started(monkeypatch, machine, words) == [-1, 3]
    assert words == {WORDS[machine]: 0}


def test_on_an_unknown_machine_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = Words()
    assert started(monkeypatch, "A board with RP9999", words) == [-1, 3]
    assert words == {}
    assert capsys.readouterr().out == "The spinner's program does not know this machine: A board with RP9999\n"


def test_an_older_micropython_names_the_machine_in_os(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Words()
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine="Raspberry Pi Pico with RP2040"))
    assert started(monkeypatch, "", words) == [-1, 3]
    assert words == {0x4005800C: 0}


def test_the_spinner_gets_the_version_of_micropython(monkeypatch: pytest.MonkeyPatch) -> None:
    class StopError(Exception):
        pass

    def spinner(boot: int, lights: int, keys: int, board: bytes) -> None:
        raise StopError(board)

    monkeypatch.setattr(Pin, "value", lambda _: 1)
    with pytest.raises(StopError, match=r"b'pico/1\.28\.0'"):
        started(monkeypatch, "Raspberry Pi Pico with RP2040", Words(), spinner)
