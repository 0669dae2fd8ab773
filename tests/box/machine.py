"""A virtual machine with the real lines of a Pi's header: Debian's kernel in QEMU, without any hardware for it.

`python -m tests.box.machine run 'COMMAND'` runs a command inside; so do the tests of this folder.
"""

from __future__ import annotations

import base64
import re
import subprocess
import sys
import tempfile
import threading
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from tests.box.vm.image import checkout_image, python_image
from tests.box.vm.kernel import kernel
from tests.box.vm.parts import CHECKOUT, MachineError

PATIENCE_S = 120.0
QEMU = "qemu-system-x86_64"
# Emulated without KVM, so that it also works in a guest. With fewer instructions of the processor, the library's string
# functions are cheaper to emulate; the instruction for random numbers is required.
_HARDWARE = (
    "-cpu", "Nehalem,+rdrand", "-m", "768", "-nodefaults", "-no-reboot",
    "-display", "none", "-device", "virtio-serial-pci", "-chardev", "stdio,id=talk,signal=off",
    "-device", "virtserialport,chardev=talk,name=talk",
)  # fmt: skip
_TIME_OF_ALL = ("-accel", "tcg,thread=multi,tb-size=256")
# An instruction takes one nanosecond of virtual time, however long it really takes; waiting takes no real time.
_TIME_OF_ITS_OWN = ("-accel", "tcg,thread=single,tb-size=256", "-icount", "shift=0,sleep=off")
_KERNEL = "console=ttyS0 loglevel=4 panic=-1 mitigations=off tsc=reliable random.trust_cpu=on rdinit=/init"


@dataclass(frozen=True, slots=True)
class Parts:
    """The files that a machine is started from."""

    kernel: Path
    """The folder with `vmlinux` and `initrd`."""
    python: Path
    checkout: Path


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a command inside."""

    status: int
    output: str


def build() -> Parts:
    """Make the missing parts of the machine; the checkout is always updated. Raises MachineError."""
    return Parts(kernel(), python_image(), checkout_image())


def run(command: str, *, seconds: float, disk: Path | None = None, own_time: bool = False) -> Result:
    """Run a shell command inside; its output goes to the standard output meanwhile.

    `disk` is a raw image of an ext4 file system, which the command finds as $DISK; `own_time` as for a Machine. Raises
    MachineError, also if it takes longer than `seconds` of real time.
    """
    with VirtualMachine(command, disk=disk, own_time=own_time, show=True) as machine:
        return Result(machine.end(seconds), "".join(machine.lines))


class VirtualMachine:
    """A machine that starts, runs one command, and stops. Used as a context: it has ended afterwards in every case.

    Its command is run as root, in this checkout with the Python of its `.venv`; all files are read-only except /run,
    /tmp, /dev/shm and $DISK. $SIM_DIR has the lines: `pull-down` written to $SIM_DIR/sim_gpio17/pull presses a key on
    GPIO 17, `pull-up` releases it, and $SIM_DIR/sim_gpio22/value is the level of an output.
    """

    def __init__(
        self,
        command: str,
        *,
        disk: Path | None = None,
        parts: Parts | None = None,
        processors: int = 2,
        own_time: bool = False,
        show: bool = False,
    ) -> None:
        """`parts` avoids the build; `show` copies the command's output to the standard output.

        With `own_time` the machine's clock counts its processor's work: a second is exact however busy this machine is,
        and an idle one passes at once. It can then use at most one processor.

        Raises:     MachineError: It cannot be built or started.
        """
        self.lines: list[str] = []
        """The output of the command so far, including its standard error."""
        self._command = command
        self._parts = parts or build()
        self._disk = disk
        self._processors = 1 if own_time else processors
        self._time = _TIME_OF_ITS_OWN if own_time else _TIME_OF_ALL
        self._show = show
        self._changed = threading.Condition()
        self._over = False

    def __enter__(self) -> Self:
        with ExitStack() as begun:
            self._console = Path(begun.enter_context(tempfile.TemporaryDirectory(prefix="machine-"))) / "console"
            try:
                self._process = subprocess.Popen(self._line(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            except FileNotFoundError as error:
                raise MachineError(f"{QEMU} is missing: install qemu-system-x86") from error
            self._reader = threading.Thread(target=self._read, daemon=True)
            self._reader.start()
            begun.callback(self.kill)
            self.send(base64.b64encode(self._command.encode()).decode())
            self._begun = begun.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._begun.close()

    def send(self, line: str) -> None:
        """Write a line to the command's standard input."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise MachineError(f"The machine is gone:\n{self._last()}") from error

    def wait_for(self, pattern: str, seconds: float = PATIENCE_S) -> re.Match[str]:
        """Return the first line whose beginning matches the pattern. Raises MachineError if it does not come."""
        match = self.line_within(pattern, seconds)
        if match is None:
            raise MachineError(f"No line {pattern!r} came within {seconds:g} s:\n{self._last()}")
        return match

    def line_within(self, pattern: str, seconds: float) -> re.Match[str] | None:
        """Return the first line whose beginning matches the pattern as soon as it comes; None if it does not."""
        with self._changed:
            self._changed.wait_for(lambda: self._over or self._first(pattern) is not None, seconds)
            return self._first(pattern)

    def all_matches(self, pattern: str) -> list[re.Match[str]]:
        """Return all lines so far whose beginning matches the pattern."""
        return [match for line in self.lines if (match := re.match(pattern, line))]

    def end(self, seconds: float = PATIENCE_S) -> int:
        """Wait until the command and the machine have ended; return the command's exit status. Raises MachineError."""
        self._reader.join(seconds)
        try:
            self._process.wait(0 if self._reader.is_alive() else PATIENCE_S)
        except subprocess.TimeoutExpired as error:
            raise MachineError(f"Not done within {seconds:g} s:\n{self._last()}") from error
        status = re.search(r"^VM-EXIT: (\d+)", self._console_text(), re.MULTILINE)
        if status is None:
            raise MachineError(f"The machine stopped before its command ended:\n{self._last()}")
        return int(status[1])

    def kill(self) -> None:
        """Pull the plug: the machine ends at once, and everything that was only in its memory is lost."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):  # closing would write what the machine has not read
                pipe.close()

    def _first(self, pattern: str) -> re.Match[str] | None:
        return next(iter(self.all_matches(pattern)), None)

    def _line(self) -> list[str | Path]:
        line: list[str | Path] = [QEMU, *self._time, *_HARDWARE]
        line += ["-smp", str(self._processors), "-serial", f"file:{self._console}"]
        for number, (path, options) in enumerate(self._drives()):
            line += ["-drive", f"if=none,id=d{number},format=raw,file={path}{options}"]
            line += ["-device", f"virtio-blk-pci,drive=d{number}"]
        line += ["-kernel", self._parts.kernel / "vmlinux", "-initrd", self._parts.kernel / "initrd"]
        return [*line, "-append", f"{_KERNEL} {self._wanted()}"]

    def _drives(self) -> list[tuple[Path, str]]:
        """Return the disks with their options: data that the guest flushed or handed over survives a killed QEMU."""
        drives = [(self._parts.python, ",readonly=on"), (self._parts.checkout, ",readonly=on")]
        return drives if self._disk is None else [*drives, (self._disk, ",cache=writeback")]

    def _wanted(self) -> str:
        """Return the arguments of the first program on the kernel's command line."""
        return f"vm.tree={CHECKOUT}"

    def _read(self) -> None:
        assert self._process.stdout is not None
        for raw in self._process.stdout:
            line = raw.decode(errors="replace")
            if self._show:
                sys.stdout.write(line)
                sys.stdout.flush()
            with self._changed:
                self.lines.append(line)
                self._changed.notify_all()
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def _console_text(self) -> str:
        return self._console.read_text(errors="replace") if self._console.exists() else ""

    def _last(self) -> str:
        """Return the end of the command's and the kernel's output."""
        return "".join(self.lines[-40:]) + "".join(self._console_text().splitlines(keepends=True)[-20:])


def main(arguments: list[str]) -> int:
    """Run `build` or `run [--own-time] COMMAND`; return the exit status."""
    try:
        match arguments:
            case ["build"]:
                build()
                return 0
            case ["run", command]:
                return run(command, seconds=600).status
            case ["run", "--own-time", command]:
                return run(command, seconds=600, own_time=True).status
    except MachineError as error:
        print(error, file=sys.stderr)
        return 2
    print("usage: python -m tests.box.machine build | run [--own-time] COMMAND", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
