"""A simulated machine in a folder: its files, its header, and a system that obeys commands like a Pi."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.devices.board_parts import DisplaySpec, I2c
from companion.rules.text import Text
from companion.support.resources import boards_dir
from companion.system.boot_file import is_on
from companion.system.buses import BusKind
from companion.system.hardware_setup import DetectionResult, ExaminedMachine, set_up_hardware
from companion.system.system_commands import CommandResult

CONFIG = """\
# For more options see the documentation.
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on

[all]
enable_uart=1
"""
LINES = {BusKind.I2C: "dtparam=i2c_arm=on", BusKind.SPI: "dtparam=spi=on"}


def write(path: Path, content: str | bytes = "") -> Path:
    """Write a file, and create its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


class SimulatedPi:
    """A Pi after its first start: both buses off, raspi-config installed, nothing plugged in."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.config = write(root / "boot/firmware/config.txt", CONFIG)
        self.settings = root / "etc/companion/settings.toml"
        self.commands: list[str] = []
        self.screens: set[I2c] = set()
        self.appears_at_once = True
        """True if a bus that is switched on exists without a restart."""
        self.edit_config: Callable[[BusKind], CommandResult] = self.switch_on
        """The work of raspi-config."""
        self.labels = {"gpiochip0": "pinctrl-bcm2711"}
        self.set_labels(self.labels)
        write(root / "proc/devices", "Character devices:\n254 gpiochip\n")
        write(root / "usr/bin/raspi-config")

    def set_labels(self, labels: dict[str, str]) -> None:
        """Replace the GPIO chips by these, with their labels."""
        for chip in self.labels:
            (self.root / "dev" / chip).unlink(missing_ok=True)
        self.labels = labels
        for chip in labels:
            write(self.root / "dev" / chip)

    def restart_with(self, *kinds: BusKind) -> None:
        """Switch on these buses and restart the machine."""
        for kind in kinds:
            self._write_line(kind)
            self._add_device(kind)

    def set_up(self, *, dry: bool = False) -> DetectionResult:
        """Run the detection."""
        machine = ExaminedMachine(self.root, self.run, self.answers, lambda chip: self.labels[chip.name])
        return set_up_hardware(boards_dir(), Path("/etc/companion/settings.toml"), machine, dry=dry)

    def run(self, words: Sequence[str]) -> CommandResult:
        """Carry out a command."""
        self.commands.append(" ".join(words))
        match [*words]:
            case ["raspi-config", "nonint", "do_i2c" | "do_spi" as what, "0"]:
                return self.edit_config(BusKind(what.removeprefix("do_")))
            case ["modprobe", module]:
                if module == "cdc-acm":
                    write(self.root / "proc/devices", "Character devices:\n166 ttyACM\n254 gpiochip\n")
                if self.config.is_file() and self.appears_at_once:
                    config = self.config.read_text()
                    for kind in (kind for kind in BusKind if kind.module == module and is_on(config, kind)):
                        self._add_device(kind)
        return CommandResult()

    def answers(self, spec: DisplaySpec) -> bool:
        """Return whether a screen answers."""
        assert isinstance(spec.bus, I2c)
        return spec.bus in self.screens

    def switch_on(self, kind: BusKind) -> CommandResult:
        """Switch a bus on, as raspi-config does when it succeeds."""
        self._write_line(kind)
        return CommandResult()

    def read(self, path: str) -> str:
        """Return the text of a file of the machine."""
        return (self.root / path).read_text()

    def all_files(self) -> dict[str, bytes]:
        """Return all files by their path."""
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes() for path in self.root.rglob("*") if path.is_file()
        }

    def _write_line(self, kind: BusKind) -> None:
        self.config.write_text(self.config.read_text().replace(f"#{LINES[kind]}", LINES[kind]))

    def _add_device(self, kind: BusKind) -> None:
        write(self.root / "dev" / kind.device)


def keys(result: DetectionResult, *, ok: bool | None = None) -> list[str]:
    """Return the keys of the findings: of all, or of those that are ok or not."""
    return [finding.text.key for finding in result.report.findings if ok is None or finding.ok is ok]


def args(result: DetectionResult, key: str) -> dict[str, int | str | Text]:
    """Return the arguments of the one sentence with this key."""
    [arguments] = [dict(finding.text.args) for finding in result.report.findings if finding.text.key == key]
    return arguments
