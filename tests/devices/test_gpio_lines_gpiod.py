"""Tests of gpiozero's lines through gpiod, with a fake kernel.

tests/devices/test_contracts.py and tests/box/inside use the lines of a real one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import gpiod
import pytest
from gpiod.line import Bias, Direction, Value

from companion.devices import gpio_lines_gpiod
from companion.devices.board_parts import header_chip_number
from companion.devices.gpio_library import NoHeaderError
from companion.devices.gpio_lines import InputLine, OutputLine, Pins, PinsError, ToneLine
from companion.devices.gpio_lines_gpiod import GpiodFactory, header_chip
from tests.devices.helpers import Collected

PI_4 = 0xC03115


class Request:
    """A fake of gpiod's line request."""

    def __init__(self, kernel: Kernel, line: int, settings: gpiod.LineSettings) -> None:
        self._kernel = kernel
        self._line = line
        self.reconfigure_lines({line: settings})

    def reconfigure_lines(self, config: dict[int, gpiod.LineSettings]) -> None:
        settings = self._kernel.held[self._line] = config[self._line]
        self._kernel.settings.append((settings.direction, settings.bias))
        if settings.direction is Direction.OUTPUT:
            self.set_value(self._line, settings.output_value)

    def set_value(self, line: int, value: Value) -> None:
        if line in self._kernel.broken:
            raise OSError(5, "Input/output error")
        self._kernel.values[line] = value
        self._kernel.written.add((line, value is Value.ACTIVE))

    def get_value(self, line: int) -> Value:
        return self._kernel.values.get(line, Value.ACTIVE)

    def release(self) -> None:
        del self._kernel.held[self._line]


class Kernel:
    """A fake kernel that records the held lines, their settings, and the values written to them."""

    def __init__(self) -> None:
        self.held: dict[int, gpiod.LineSettings] = {}
        self.settings: list[tuple[Direction, Bias]] = []
        self.values: dict[int, Value] = {}
        self.written: Collected[tuple[int, bool]] = Collected()
        self.broken: set[int] = set()

    def request_lines(self, chip: str, config: dict[int, gpiod.LineSettings], consumer: str) -> Request:
        [(line, settings)] = config.items()
        if line in self.held:
            raise OSError(16, "Device or resource busy")
        return Request(self, line, settings)


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    kernel = Kernel()
    monkeypatch.setattr(gpiod, "request_lines", kernel.request_lines)
    monkeypatch.setattr(gpio_lines_gpiod, "header_chip", lambda: "/dev/gpiochip0")
    monkeypatch.setattr(GpiodFactory, "_get_revision", lambda self: PI_4)
    return kernel


@pytest.fixture
def pins(kernel: Kernel) -> Iterator[Pins]:
    with closing(Pins(GpiodFactory())) as pins:
        yield pins


def test_a_line_is_claimed_only_while_in_use(kernel: Kernel, pins: Pins) -> None:
    assert kernel.held == {}
    line = OutputLine(9, pins)
    assert [*kernel.held] == [9]
    line.close()
    assert kernel.held == {}
    assert kernel.settings[-1] == (Direction.INPUT, Bias.DISABLED), "what hangs on it is left to itself"


def test_an_output_is_low_from_its_first_moment(kernel: Kernel, pins: Pins) -> None:
    OutputLine(9, pins).set(True)
    assert kernel.settings == [(Direction.OUTPUT, Bias.AS_IS)]
    assert list(kernel.written) == [(9, False), (9, True)]


def test_an_input_is_pulled_up_and_reads_its_line(kernel: Kernel, pins: Pins) -> None:
    line = InputLine(17, pins)
    assert kernel.settings[-1] == (Direction.INPUT, Bias.PULL_UP)
    assert not line.low
    kernel.values[17] = Value.INACTIVE
    assert line.low


def test_a_line_of_another_program_is_named(kernel: Kernel, pins: Pins) -> None:
    kernel.held[22] = gpiod.LineSettings()
    with pytest.raises(PinsError, match=r"^Line 22 cannot be used: .*busy") as refused:
        OutputLine(22, pins)
    del kernel.held[22]
    OutputLine(22, pins).close()
    assert "busy" in str(refused.value), "whoever still has the error holds no line by it"


def test_a_line_that_fails_is_named(kernel: Kernel, pins: Pins) -> None:
    line = OutputLine(9, pins)
    kernel.broken.add(9)
    with pytest.raises(PinsError, match=r"^Line 9 cannot be used: .*Input/output error"):
        line.set(True)


def test_a_tone_alternates_until_silenced_and_ends_low(kernel: Kernel, pins: Pins) -> None:
    tone = ToneLine(18, pins)
    assert list(kernel.written)[-1] == (18, False)
    before = len(kernel.written)
    tone.sound(1760, 0.5)
    kernel.written.wait_for(lambda written: len(written) > before + 6)
    tone.silence()
    quiet, *wave, last = list(kernel.written)[before:]
    assert (quiet, last) == ((18, False), (18, False))
    assert wave == [(18, n % 2 == 0) for n in range(len(wave))]
    tone.sound(440, 0.5)
    tone.close()
    assert kernel.held == {}


def test_another_pitch_keeps_the_duty_cycle(pins: Pins) -> None:
    pin = pins.factory.pin(18)
    pin.output_with_state(0)
    pin.frequency = 440
    pin.state = 0.25
    pin.frequency = 880
    assert (pin.frequency, pin.state) == (880, 0.25)


@pytest.mark.parametrize(("duty", "high"), [(0.0, False), (1.0, True)])
def test_a_full_or_empty_duty_needs_no_wave(kernel: Kernel, pins: Pins, duty: float, high: bool) -> None:
    tone = ToneLine(18, pins)
    before = len(kernel.written)
    tone.sound(440, duty)
    assert set(list(kernel.written)[before:]) <= {(18, False), (18, high)}
    assert kernel.values[18] is (Value.ACTIVE if high else Value.INACTIVE)
    pin = pins.factory.pin(18)
    assert (pin.frequency, pin.state) == (440, duty)


def test_impossible_requests_raise_gpiozeros_errors(pins: Pins) -> None:
    pin = pins.factory.pin(17)
    with pytest.raises(ValueError, match='invalid function "pwm"'):
        pin.function = "pwm"
    with pytest.raises(ValueError, match='invalid pull "sideways"'):
        pin.pull = "sideways"
    with pytest.raises(AttributeError, match="cannot set state"):
        pin.state = 1
    with pytest.raises(AttributeError, match="cannot start PWM"):
        pin.frequency = 440
    with pytest.raises(ValueError, match='only "both" edges'):
        pin.edges = "rising"
    with pytest.raises(AttributeError, match="has a physical pull-up resistor"):
        pins.factory.pin(2).pull = "down"
    pin.function = "output"
    assert (pin.function, pin.edges) == ("output", "both")
    with pytest.raises(AttributeError, match="cannot set pull"):
        pin.pull = "up"


# The chip of the header


@pytest.fixture
def chips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str | OSError]:
    """Return the existing chips: their labels, or the errors raised when they are opened."""
    chips: dict[str, str | OSError] = {}

    class Chip:
        def __init__(self, path: str) -> None:
            label = chips[Path(path).name]
            if isinstance(label, OSError):
                raise label
            self._label = label

        def __enter__(self) -> Chip:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def get_info(self) -> SimpleNamespace:
            return SimpleNamespace(label=self._label)

    monkeypatch.setattr(gpiod, "Chip", Chip)
    return chips


def chip_path(chips: dict[str, str | OSError], dev: Path) -> str:
    for name in chips:
        (dev / name).touch()
    return header_chip(dev)


@pytest.mark.parametrize("label", ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
def test_the_header_is_recognised_by_its_label(chips: dict[str, str | OSError], tmp_path: Path, label: str) -> None:
    chips.update({"gpiochip0": "gpio-brcmstb@107d508500", "gpiochip1": PermissionError(1, "no"), "gpiochip4": label})
    assert chip_path(chips, tmp_path) == str(tmp_path / "gpiochip4")


@pytest.mark.parametrize(
    ("labels", "number"),
    [
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4),
        ({4: "gpio-brcmstb@107d508500", 10: "pinctrl-rp1"}, 10),
        ({0: "", 1: "INTC1055:00"}, None),
        ({}, None),
    ],
)
def test_lgpio_gets_the_number_of_the_header(tmp_path: Path, labels: dict[int, str], number: int | None) -> None:
    for name in (*(f"gpiochip{each}" for each in labels), "gpiomem", "gpiochipX"):
        (tmp_path / name).touch()
    assert header_chip_number(labels.__getitem__, tmp_path) == number


def test_a_forbidden_header_is_reported(chips: dict[str, str | OSError], tmp_path: Path) -> None:
    chips.update({"gpiochip0": PermissionError(13, "Permission denied"), "gpiochip1": "raspberrypi-exp-gpio"})
    with pytest.raises(PermissionError, match="gpiochip0"):
        chip_path(chips, tmp_path)


def test_a_machine_without_a_header_is_reported(chips: dict[str, str | OSError], tmp_path: Path) -> None:
    chips.update({"gpiochip0": "INTC1055:00"})
    with pytest.raises(NoHeaderError, match="is the header of a Raspberry Pi"):
        chip_path(chips, tmp_path)
