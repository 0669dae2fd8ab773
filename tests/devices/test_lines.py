"""Tests of the lines: the library that provides them, the errors if none can, and the release of every line."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.devices.gpio_library import AUTO, NoHeaderError, library_problem
from companion.devices.gpio_lines import InputLine, OutputLine, Pins, PinsError, SimulatedPins, ToneLine, open_pins
from companion.rules.text import Text, say
from tests.devices.helpers import StuckPins, install

OURS, ALONE = "companion.devices.gpio_lines_lgpio", "companion.devices.gpio_lines_gpiod"
NO_LGPIO = "import of gpiozero.pins.lgpio halted; None in sys.modules"
PI_5 = RuntimeError("Cannot determine SOC peripheral base address")


class FakeFactory:
    """A gpiozero factory that can only be opened and closed."""

    def __init__(self) -> None:
        self.folder = Path.cwd()
        self.closed = False

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def libraries(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Fake every library, as if it were installed on a machine with lines."""
    monkeypatch.setitem(sys.modules, ALONE, SimpleNamespace(GpiodFactory=FakeFactory))
    monkeypatch.setitem(sys.modules, OURS, SimpleNamespace(WatchingFactory=FakeFactory))
    monkeypatch.setitem(sys.modules, "gpiozero.pins.rpigpio", SimpleNamespace(RPiGPIOFactory=FakeFactory))
    return monkeypatch


def spoil(monkeypatch: pytest.MonkeyPatch, module: str, factory: str, error: Exception) -> None:
    """Make a library raise an error when its lines are opened."""

    def refuse() -> None:
        raise error

    monkeypatch.setitem(sys.modules, module, SimpleNamespace(**{factory: refuse}))


def refused(library: str) -> Text | str:
    with pytest.raises(PinsError) as caught:
        open_pins(simulated=False, library=library)
    return caught.value.message


def unfit(module: str, what: Text) -> Text:
    return say("doctor.part", subject=module, what=what)


def test_simulated_lines_need_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (OURS, ALONE, "gpiozero.pins.rpigpio"):
        monkeypatch.setitem(sys.modules, name, None)
    open_pins(simulated=True).close()


@pytest.mark.parametrize(("library", "late"), [(AUTO, False), ("lgpio", False), ("gpiod", False), ("rpi-gpio", True)])
def test_the_chosen_library_provides_the_lines(
    libraries: pytest.MonkeyPatch, tmp_path: Path, library: str, late: bool
) -> None:
    libraries.chdir(tmp_path)
    pins = open_pins(simulated=False, library=library)
    assert pins.reads_late is late
    assert pins.factory.folder == tmp_path, "only the import happens elsewhere"
    pins.close()
    assert pins.factory.closed


@pytest.mark.parametrize(
    ("library", "module", "missing"),
    [
        ("lgpio", "lgpio", ["lgpio", "gpiozero.pins.lgpio"]),
        ("rpi-gpio", "RPi.GPIO", ["RPi.GPIO", "gpiozero.pins.rpigpio"]),
        ("lgpio", "lgpio", ["gpiod", "gpiod.line"]),
        ("gpiod", "gpiod", ["gpiod", "gpiod.line"]),
    ],
)
def test_a_missing_library_is_named_with_its_command(
    libraries: pytest.MonkeyPatch, library: str, module: str, missing: list[str]
) -> None:
    for name in (OURS, ALONE, "companion.devices.gpio_line_watch"):  # as if not imported yet
        libraries.delitem(sys.modules, name, raising=False)
    for name in missing:
        libraries.setitem(sys.modules, name, None)
    what = library_problem(library)
    assert what is not None
    assert refused(library) == unfit(module, what)


def test_gpiod_replaces_a_missing_or_broken_lgpio(libraries: pytest.MonkeyPatch) -> None:
    lines = FakeFactory()
    libraries.setitem(sys.modules, ALONE, SimpleNamespace(GpiodFactory=lambda: lines))
    libraries.delitem(sys.modules, OURS)
    libraries.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    pins = open_pins(simulated=False)
    assert pins.factory is lines
    pins.close()
    assert refused("lgpio") == unfit("lgpio", library_problem("lgpio") or say("doctor.library.spoilt", reason=NO_LGPIO))


def test_two_packages_of_one_module_are_refused(libraries: pytest.MonkeyPatch, tmp_path: Path) -> None:
    libraries.syspath_prepend(install(tmp_path, "RPi.GPIO", "rpi-lgpio"))
    assert refused("rpi-gpio") == unfit("RPi.GPIO", say("doctor.library.both"))
    open_pins(simulated=False, library="lgpio").close()


@pytest.mark.parametrize("package", ["RPi.GPIO", "rpi-lgpio"])
def test_one_of_the_packages_is_enough(libraries: pytest.MonkeyPatch, tmp_path: Path, package: str) -> None:
    libraries.syspath_prepend(install(tmp_path, package))
    open_pins(simulated=False, library="rpi-gpio").close()


def test_a_package_that_hides_the_other_is_enough(libraries: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for package in ("RPi.GPIO", "rpi-lgpio"):
        libraries.syspath_prepend(install(tmp_path / package, package))
    open_pins(simulated=False, library="rpi-gpio").close()


def test_rpi_gpio_on_a_pi_5_names_the_remedy(libraries: pytest.MonkeyPatch) -> None:
    spoil(libraries, "gpiozero.pins.rpigpio", "RPiGPIOFactory", PI_5)
    assert refused("rpi-gpio") == unfit("RPi.GPIO", say("doctor.library.too_new"))


def test_rpi_gpio_may_fail_only_at_its_first_line() -> None:
    pins = SimulatedPins()

    def device(pin: int, **options: object) -> None:
        raise PI_5

    with pytest.raises(PinsError) as caught:
        pins.take(device, 17)
    assert caught.value.message == unfit("RPi.GPIO", say("doctor.library.too_new"))
    pins.close()


def test_other_errors_keep_the_librarys_words(libraries: pytest.MonkeyPatch) -> None:
    spoil(libraries, OURS, "WatchingFactory", RuntimeError("can not open gpiochip"))
    assert refused("lgpio") == say("start.lines", reason="can not open gpiochip")


def test_a_machine_without_a_header_is_reported(libraries: pytest.MonkeyPatch) -> None:
    spoil(libraries, ALONE, "GpiodFactory", NoHeaderError("none of /dev/gpiochip*"))
    assert refused("gpiod") == say("start.no_header")


def test_closing_the_pins_releases_every_line() -> None:
    pins = SimulatedPins()
    line, output, tone = InputLine(17, pins), OutputLine(9, pins), ToneLine(18, pins)
    line.watch(lambda low, age: None)
    output.set(True)
    tone.sound(440, 0.5)
    pins.close()
    pins.close()
    assert output.closed
    line.close()
    output.close()
    tone.silence()
    tone.close()


def test_a_line_that_fails_is_named() -> None:
    pins = StuckPins(9, 17, 18)
    tone = ToneLine(18, pins)
    with pytest.raises(PinsError, match=r"^Line 18 cannot be used: "):
        tone.sound(440, 2.0)
    for number, part in ((18, tone), (9, OutputLine(9, pins)), (17, InputLine(17, pins))):
        with pytest.raises(PinsError, match=rf"^Line {number} cannot be used: stuck") as caught:
            part.close()
        assert caught.value.message == say("start.line", pin=number, reason="stuck")
    pins.close()


def test_a_stuck_line_keeps_no_other() -> None:
    class Stuck:
        def __init__(self, pin: int, **options: object) -> None:
            self.pin = SimpleNamespace(when_changed=None)

        def close(self) -> None:
            raise OSError("stuck")

    pins = SimulatedPins()
    before = OutputLine(9, pins)
    pins.take(Stuck, 10)
    output = OutputLine(11, pins)
    with pytest.raises(OSError, match="stuck"):
        pins.close()
    assert (before.closed, output.closed) == (True, True)


def test_a_late_level_without_news_is_not_reported() -> None:
    """RPi.GPIO reports a change, and only then reads the level: after bounces the same level twice."""
    lows: list[bool] = []
    simulated = SimulatedPins()
    pins = Pins(simulated.factory, reads_late=True)
    line = InputLine(17, pins)
    line.watch(lambda low, age: lows.append(low))
    pin = pins.factory.pin(17)
    for state in (0, 0, 1, 1, 0):
        pin.when_changed(pins.factory.ticks(), state)
    assert lows == [True, False, True]
    pins.close()


def test_a_repeated_level_is_passed_on() -> None:
    lows: list[bool] = []
    pins = SimulatedPins()
    line = InputLine(17, pins)
    line.watch(lambda low, age: lows.append(low))
    pin = pins.factory.pin(17)
    for state in (0, 0):
        pin.when_changed(pins.factory.ticks(), state)
    assert lows == [True, True]
    pins.close()
