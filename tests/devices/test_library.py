"""What `doctor` is told of the library behind the lines: that it is there, alone, and knows this machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from companion.config import EVERY_SETTING, Settings, read_settings
from companion.devices.library import MODULES, overwritten, trouble
from companion.devices.lines import LIBRARIES
from companion.rules.text import Text, say
from tests.devices.helpers import install

PI_4 = b"raspberrypi,4-model-b\0brcm,bcm2711\0"
PI_5 = b"raspberrypi,5-model-b\0brcm,bcm2712\0"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """What the kernel tells of a Pi 4."""
    path = tmp_path / "compatible"
    path.write_bytes(PI_4)
    return path


def found(library: str, machine: Path, *packages: str) -> Text | None:
    """What is found where these packages are installed."""
    modules = {"lgpio": ("lgpio", "rpi-lgpio"), "RPi.GPIO": ("RPi.GPIO", "rpi-lgpio"), "gpiod.line": ("gpiod",)}
    return trouble(
        library,
        has_module=lambda name: any(package in packages for package in modules[name]),
        owners=[name for name in packages if name in ("RPi.GPIO", "rpi-lgpio")],
        machine=machine,
    )


def test_every_library_that_may_be_set_has_its_module(tmp_path: Path) -> None:
    assert "gpio" in EVERY_SETTING
    assert tuple(MODULES) == LIBRARIES
    for library in MODULES:
        (tmp_path / "settings.toml").write_text(f'gpio = "{library}"\n')
        assert read_settings(tmp_path / "settings.toml").gpio == library
    assert Settings().gpio == LIBRARIES[0]


@pytest.mark.parametrize(
    ("library", "packages"),
    [("lgpio", ["lgpio", "gpiod"]), ("rpi-gpio", ["RPi.GPIO"]), ("rpi-gpio", ["lgpio", "rpi-lgpio"])],
)
def test_a_library_that_is_there_is_no_trouble(library: str, packages: list[str], machine: Path) -> None:
    assert found(library, machine, *packages) is None


@pytest.mark.parametrize(
    ("library", "package"),
    [("lgpio", "python3-lgpio, companion[pi]"), ("rpi-gpio", "python3-rpi-lgpio, companion[rpi-lgpio]")],
)
def test_a_library_that_is_not_there_is_told_with_what_brings_it(library: str, package: str, machine: Path) -> None:
    assert found(library, machine) == say("doctor.library.missing", package=package)


def test_two_packages_that_overwrite_each_other_are_told_where_it_matters(machine: Path) -> None:
    assert found("rpi-gpio", machine, "RPi.GPIO", "lgpio", "rpi-lgpio") == say("doctor.library.both")
    assert found("lgpio", machine, "RPi.GPIO", "lgpio", "gpiod", "rpi-lgpio") is None


def test_the_original_does_not_know_a_pi_5(machine: Path) -> None:
    machine.write_bytes(PI_5)
    assert found("rpi-gpio", machine, "RPi.GPIO") == say("doctor.library.too_new")
    assert found("rpi-gpio", machine, "lgpio", "rpi-lgpio") is None
    assert found("lgpio", machine, "lgpio", "gpiod") is None


def test_a_machine_that_is_no_pi_is_no_pi_5(machine: Path) -> None:
    assert found("rpi-gpio", machine.parent / "gone", "RPi.GPIO") is None


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Says which modules Python has, whatever is installed where these tests run."""

    def have(*names: str) -> None:
        for name in ("lgpio", "gpiod", "gpiod.line", "RPi", "RPi.GPIO"):
            module = ModuleType(name)
            module.__spec__ = ModuleSpec(name, None)
            monkeypatch.setitem(sys.modules, name, module)
            if name not in names:
                monkeypatch.setitem(sys.modules, name, None)

    return have


def test_python_is_asked_for_the_module(modules: Callable[..., None], tmp_path: Path) -> None:
    modules("lgpio", "gpiod", "gpiod.line")
    assert trouble("lgpio") is None
    assert trouble("rpi-gpio") == say("doctor.library.missing", package="python3-rpi-lgpio, companion[rpi-lgpio]")
    modules("lgpio")
    assert trouble("lgpio") == say("doctor.library.no_changes")
    modules("RPi")
    assert trouble("lgpio") == say("doctor.library.missing", package="python3-lgpio, companion[pi]")


def test_python_is_asked_for_the_package_around_the_module(
    modules: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    modules()
    monkeypatch.delitem(sys.modules, "RPi.GPIO")
    assert trouble("rpi-gpio") == say("doctor.library.missing", package="python3-rpi-lgpio, companion[rpi-lgpio]")


@pytest.mark.parametrize(
    ("folders", "both", "on_a_pi_5"),
    [
        ([()], False, None),
        ([("RPi.GPIO",)], False, say("doctor.library.too_new")),
        ([("rpi-lgpio",)], False, None),
        ([("RPi.GPIO", "rpi-lgpio")], True, say("doctor.library.both")),
        # As where a virtual environment looks into the system's packages, too: the first folder hides the second.
        ([("rpi-lgpio",), ("RPi.GPIO",)], False, None),
        ([("RPi.GPIO",), ("rpi-lgpio",)], False, say("doctor.library.too_new")),
        ([(), ("rpi-lgpio",), ("RPi.GPIO", "rpi-lgpio")], False, None),
        ([("RPi.GPIO", "rpi-lgpio"), ("rpi-lgpio",)], True, say("doctor.library.both")),
    ],
)
def test_of_two_packages_the_one_that_python_finds_first_counts_and_both_only_in_one_folder(
    modules: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    machine: Path,
    folders: list[tuple[str, ...]],
    both: bool,
    on_a_pi_5: Text | None,
) -> None:
    modules("RPi", "RPi.GPIO")
    at = machine.parent
    monkeypatch.setattr(sys, "path", [install(at / str(n), *packages) for n, packages in enumerate(folders)])
    assert overwritten() is both
    assert trouble("rpi-gpio", machine=machine) == (say("doctor.library.both") if both else None)
    machine.write_bytes(PI_5)
    assert trouble("rpi-gpio", machine=machine) == on_a_pi_5
