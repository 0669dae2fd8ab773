"""Tests of the checks of the lines' library for `doctor`: installed, without a double, fit for this machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

from companion.devices.gpio_library import AUTO, MODULES, has_both_packages, library_problem, resolve_library
from companion.rules.text import Text, say
from companion.support.install_commands import System
from companion.system.settings import Settings, read_settings
from tests.devices.helpers import install
from tests.kit.settings import EVERY_SETTING

DEBIAN = System("debian", (13,), has_raspberry_archive=False, python=(3, 13))
RASPBERRY = System("debian", (13,), has_raspberry_archive=True, python=(3, 13))
PI_4 = b"raspberrypi,4-model-b\0brcm,bcm2711\0"
PI_5 = b"raspberrypi,5-model-b\0brcm,bcm2712\0"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Return the kernel's file of a Pi 4."""
    path = tmp_path / "compatible"
    path.write_bytes(PI_4)
    return path


def problem_of(library: str, machine: Path, *packages: str, system: System = DEBIAN) -> Text | None:
    """Return the problem of a library with these packages installed."""
    return library_problem(
        library,
        has=having(*packages),
        owners=[name for name in packages if name in ("RPi.GPIO", "rpi-lgpio")],
        machine=machine,
        system=system,
    )


def having(*packages: str) -> Callable[[str], bool]:
    """Return a function that tells whether a module comes with these packages."""
    modules = {"lgpio": ("lgpio", "rpi-lgpio"), "RPi.GPIO": ("RPi.GPIO", "rpi-lgpio"), "gpiod.line": ("gpiod",)}
    return lambda name: any(package in packages for package in modules[name])


def test_every_library_in_the_settings_has_its_module(tmp_path: Path) -> None:
    assert "gpio" in EVERY_SETTING
    for library in (AUTO, *MODULES):
        (tmp_path / "settings.toml").write_text(f'gpio = "{library}"\n')
        assert read_settings(tmp_path / "settings.toml").gpio == library
    assert Settings().gpio == AUTO


def test_auto_takes_lgpio_and_else_gpiod() -> None:
    assert resolve_library(AUTO, having("lgpio", "gpiod")) == "lgpio"
    assert resolve_library(AUTO, having("gpiod")) == "gpiod"
    for library in MODULES:
        assert resolve_library(library, having()) == library


@pytest.mark.parametrize(
    ("library", "packages"),
    [
        (AUTO, ["lgpio", "gpiod"]),
        (AUTO, ["gpiod"]),
        ("lgpio", ["lgpio", "gpiod"]),
        ("gpiod", ["gpiod"]),
        ("rpi-gpio", ["RPi.GPIO"]),
        ("rpi-gpio", ["lgpio", "rpi-lgpio"]),
    ],
)
def test_an_installed_library_has_no_problem(library: str, packages: list[str], machine: Path) -> None:
    assert problem_of(library, machine, *packages) is None


@pytest.mark.parametrize(("library", "package"), [("lgpio", "python3-lgpio"), ("rpi-gpio", "python3-rpi-lgpio")])
def test_a_missing_library_is_named_with_its_command(library: str, package: str, machine: Path) -> None:
    command = f"sudo apt install {package}"
    assert problem_of(library, machine, system=RASPBERRY) == say("doctor.library.missing", command=command)
    assert problem_of(library, machine, system=DEBIAN) == say("doctor.library.nowhere")


@pytest.mark.parametrize(("library", "packages"), [(AUTO, []), (AUTO, ["lgpio"]), ("lgpio", ["lgpio"]), ("gpiod", [])])
def test_without_gpiod_only_rpi_gpio_works(library: str, packages: list[str], machine: Path) -> None:
    command = "sudo apt install python3-libgpiod"
    assert problem_of(library, machine, *packages) == say("doctor.library.old_gpiod", command=command)


def test_two_packages_of_one_module_are_reported_for_rpi_gpio(machine: Path) -> None:
    assert problem_of("rpi-gpio", machine, "RPi.GPIO", "lgpio", "rpi-lgpio") == say("doctor.library.both")
    assert problem_of("lgpio", machine, "RPi.GPIO", "lgpio", "gpiod", "rpi-lgpio") is None


def test_the_original_does_not_know_a_pi_5(machine: Path) -> None:
    machine.write_bytes(PI_5)
    assert problem_of("rpi-gpio", machine, "RPi.GPIO") == say("doctor.library.too_new")
    assert problem_of("rpi-gpio", machine, "lgpio", "rpi-lgpio") is None
    assert problem_of("lgpio", machine, "lgpio", "gpiod") is None


def test_a_machine_other_than_a_pi_is_no_pi_5(machine: Path) -> None:
    assert problem_of("rpi-gpio", machine.parent / "gone", "RPi.GPIO") is None


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that sets the modules of Python, whatever is installed where these tests run."""

    def have(*names: str) -> None:
        for name in ("lgpio", "gpiod", "gpiod.line", "RPi", "RPi.GPIO"):
            module = ModuleType(name)
            module.__spec__ = ModuleSpec(name, None)
            monkeypatch.setitem(sys.modules, name, module)
            if name not in names:
                monkeypatch.setitem(sys.modules, name, None)

    return have


def test_python_is_asked_for_the_module(modules: Callable[..., None]) -> None:
    nowhere = say("doctor.library.nowhere")
    modules("lgpio", "gpiod", "gpiod.line")
    assert (library_problem("lgpio"), library_problem("gpiod"), library_problem(AUTO)) == (None, None, None)
    assert library_problem("rpi-gpio", system=DEBIAN) == nowhere
    modules("lgpio", "gpiod")
    problems = [library_problem(library, system=DEBIAN) for library in ("lgpio", "gpiod", AUTO)]
    assert problems == [say("doctor.library.old_gpiod", command="sudo apt install python3-libgpiod")] * 3
    modules("RPi")
    assert library_problem("lgpio", system=DEBIAN) == nowhere


def test_python_is_asked_for_the_package_around_the_module(
    modules: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    modules()
    monkeypatch.delitem(sys.modules, "RPi.GPIO")
    assert library_problem("rpi-gpio", system=DEBIAN) == say("doctor.library.nowhere")


@pytest.mark.parametrize(
    ("folders", "both", "on_a_pi_5"),
    [
        ([()], False, None),
        ([("RPi.GPIO",)], False, say("doctor.library.too_new")),
        ([("rpi-lgpio",)], False, None),
        ([("RPi.GPIO", "rpi-lgpio")], True, say("doctor.library.both")),
        # As in a virtual environment with the system's packages: the first folder hides the second.
        ([("rpi-lgpio",), ("RPi.GPIO",)], False, None),
        ([("RPi.GPIO",), ("rpi-lgpio",)], False, say("doctor.library.too_new")),
        ([(), ("rpi-lgpio",), ("RPi.GPIO", "rpi-lgpio")], False, None),
        ([("RPi.GPIO", "rpi-lgpio"), ("rpi-lgpio",)], True, say("doctor.library.both")),
    ],
)
def test_two_packages_conflict_only_in_one_folder(
    modules: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    machine: Path,
    folders: list[tuple[str, ...]],
    both: bool,
    on_a_pi_5: Text | None,
) -> None:
    modules("RPi", "RPi.GPIO")
    folder = machine.parent
    monkeypatch.setattr(sys, "path", [install(folder / str(n), *packages) for n, packages in enumerate(folders)])
    assert has_both_packages() is both
    assert library_problem("rpi-gpio", machine=machine) == (say("doctor.library.both") if both else None)
    machine.write_bytes(PI_5)
    assert library_problem("rpi-gpio", machine=machine) == on_a_pi_5
