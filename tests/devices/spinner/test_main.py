"""The spinner's start on machines that are not at hand: which words of a machine it writes to before all else."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from companion.resources import firmware_dir

LEFT = 0x05C0FFEE
PICO, PICO_2 = "Raspberry Pi Pico with RP2040", "Raspberry Pi Pico2 with RP2350"
WORDS = {PICO: 0x4005800C, "Raspberry Pi Pico W with RP2040": 0x4005800C, PICO_2: 0x400D800C}


class Words(dict[int, int]):
    """The memory of a machine; what was never written is 0."""

    def __missing__(self, address: int) -> int:
        return 0


class Pin:
    """A line that is low: the key that keeps the program away is held."""

    IN, PULL_UP, OUT = 0, 1, 2

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def value(self) -> int:
        return 0


def started(monkeypatch: pytest.MonkeyPatch, machine: str, words: Words) -> list[int]:
    """Start the program while the first key is held; return what Ctrl-C was set to, in order."""
    ctrl_c: list[int] = []
    micropython = SimpleNamespace(kbd_intr=ctrl_c.append, native=lambda function: function)
    for name, module in {
        "micropython": micropython,
        "machine": SimpleNamespace(mem32=words, Pin=Pin),
        "neopixel": ModuleType("neopixel"),
        "pins": SimpleNamespace(KEYS=(3,)),
        "spinner": SimpleNamespace(Spinner=None),
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys, "implementation", SimpleNamespace(_machine=machine, name="micropython"))
    exec(compile((firmware_dir() / "main.py").read_text("utf-8"), "main.py", "exec"), {"__name__": "main"})
    return ctrl_c


@pytest.mark.parametrize("machine", WORDS)
def test_one_word_alone_is_written_and_it_is_the_chips_own(monkeypatch: pytest.MonkeyPatch, machine: str) -> None:
    words = Words()
    assert started(monkeypatch, machine, words) == [-1, 3]
    assert words == {WORDS[machine]: 0}


@pytest.mark.parametrize("machine", WORDS)
def test_what_was_asked_once_holds_once(monkeypatch: pytest.MonkeyPatch, machine: str) -> None:
    words = Words({WORDS[machine]: LEFT})
    monkeypatch.setattr(Pin, "value", lambda _: pytest.fail("the key is not asked"))
    assert started(monkeypatch, machine, words) == [-1, 3]
    assert words == {WORDS[machine]: 0}


def test_on_a_machine_that_nobody_knows_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = Words()
    assert started(monkeypatch, "A board with RP9999", words) == [-1, 3]
    assert words == {}
    assert capsys.readouterr().out == "The spinner's program does not know this machine: A board with RP9999\n"
