"""Tests of missing Debian packages: reported all at once with their purpose, and installed only by root."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import debian_packages
from tests.debian_packages import GROUPS, check, install, main, missing

CHECKOUT = Path(__file__).resolve().parents[1]


class Machine:
    """A machine with dpkg, and without any of the packages until apt-get installs them."""

    def __init__(self) -> None:
        self.root = False
        self.present: set[str] = set()
        """Installed commands, and packages that dpkg knows."""
        self.unknown = {"chromium-headless-shell"}
        """Packages that this Debian does not have."""
        self.calls: list[tuple[str, ...]] = []
        """The calls of apt-get."""

    def which(self, command: str, path: str | None = None) -> str | None:
        return f"/usr/bin/{command}" if command in {*self.present, "dpkg-query", "apt-get"} else None

    def run(self, words: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        assert words[0] == "dpkg-query"
        return subprocess.CompletedProcess(words, 0, b"installed" if words[-1] in self.present else b"")

    def apt(self, command: str, *names: str, quiet: bool = False) -> None:
        self.calls.append((command, *names))
        if command == "install" and not self.unknown & {*names}:
            commands = {package.name: package.command for group in GROUPS.values() for package in group}
            self.present |= {commands[name] or name for name in names}


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    machine = Machine()
    monkeypatch.setattr(shutil, "which", machine.which)
    monkeypatch.setattr(subprocess, "run", machine.run)
    monkeypatch.setattr(os, "geteuid", lambda: 0 if machine.root else 1000)
    monkeypatch.setattr(debian_packages, "_apt", machine.apt)
    monkeypatch.setattr(debian_packages, "_VENV", tmp_path)
    monkeypatch.delenv("CHROMIUM", raising=False)
    return machine


@pytest.mark.usefixtures("machine")
def test_user_gets_one_list_of_missing_packages_with_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert check(["browser", "case"]) == 1
    first, *lines, last = capsys.readouterr().out.splitlines()
    packages = [package for group in ("browser", "case") for package in GROUPS[group]]
    assert first == "Missing, and only root may install it:"
    assert [line.split()[0] for line in lines] == [package.name for package in packages]
    assert "opens the pages in tests" in lines[0]
    needed = " ".join(package.name for package in packages if package.needed)
    assert last == f"On Debian: sudo apt install {needed}"


def test_root_gets_the_announced_packages_installed(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.root = True
    assert check(["browser"]) == 0
    assert capsys.readouterr().out.startswith("Installing with apt-get:\n  chromium ")
    assert machine.calls == [], "a check changes nothing"
    assert install(["browser"]) == 0
    needed = tuple(package.name for package in GROUPS["browser"] if package.needed)
    wishes = [("install", package.name) for package in GROUPS["browser"] if not package.needed]
    assert machine.calls == [("update",), ("install", *needed), *wishes], "what may not be had keeps nothing back"


def test_unavailable_optional_package_is_requested_once(machine: Machine) -> None:
    machine.root = True
    install(["browser"])
    assert missing(["browser"]) == []
    machine.calls.clear()
    assert install(["browser"]) == 0
    assert machine.calls == []


def test_failed_installation_stops_the_target(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.root = True
    machine.unknown = {"openscad"}
    assert install(["case"]) == 1
    assert "openscad" in capsys.readouterr().err


def test_complete_installation_prints_nothing(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.present = {package.command or package.name for package in GROUPS["case"]}
    assert check(["case"]) == install(["case"]) == 0
    assert capsys.readouterr().out == ""


def test_missing_optional_package_does_not_stop_the_target(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install(["run"]) == 0
    assert capsys.readouterr().out == ""
    machine.present = {package.command or package.name for package in GROUPS["browser"] if package.needed}
    assert check(["browser"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("Not here, and not needed:\n  chromium-headless-shell ")
    assert output.endswith("On Debian: sudo apt install chromium-headless-shell\n")


def test_browser_named_in_the_environment_counts(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "google-chrome")
    assert "chromium" in {package.name for package in missing(["browser"])}
    machine.present = {"google-chrome"}
    assert "chromium" not in {package.name for package in missing(["browser"])}


def test_without_dpkg_only_commands_are_checked(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda command, path=None: None)
    assert {package.name for package in missing(["case"])} == {"openscad", "admesh", "xvfb", "xauth"}


@pytest.mark.parametrize("words", [[], ["check"], ["check", "everything"], ["remove", "case"]])
def test_unknown_command_prints_the_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "check|install" in capsys.readouterr().err


def test_make_test_checks_before_it_does_anything() -> None:
    make = ["make", "--dry-run", "--no-print-directory", "test"]
    output = subprocess.run(make, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    commands = [line for line in output.stdout.splitlines() if not line.startswith("#")]
    assert "debian_packages.py check python browser case" in commands[0]
