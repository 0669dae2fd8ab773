"""The guide, word by word, on the processors of a Pi: bare roots of Debian 13, emulated where needed. `make test-pi`.

In each root, apt installs the package with the guide's own commands; it is used, upgraded from a repository on this
machine while a game goes on, and an older version is refused. Needs root; arm64 and armhf also need a kernel that can
register an interpreter for foreign programs (binfmt_misc), which it does while this runs. Prints the checks and their
results; the exit status is 1 if a check failed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from tests.bare import connect, passed_on
from tests.box.package.web_space import WebSpace, web_space
from tests.box.vm.debian import ARCHIVE, SUITE, as_version, inside
from tests.box.vm.parts import CHECKOUT, MachineError, cached, called
from tests.kept import save_game

EMULATORS = {"amd64": "x86_64", "arm64": "aarch64", "armhf": "arm"}
"""The architectures of Debian to try, and what QEMU calls them."""
OLDER, NEWER = "0.0.9", "9.9.9"
_BARE = ("ca-certificates", "sudo")
"""Packages that Raspberry Pi OS has and a bare Debian has not, as far as the guide's commands use them."""
_GROUPS = ("gpio", "i2c")
"""Groups of its first user, as far as the box needs them."""
_FOR_CONTRACTS = ("python3-pytest", "python3-pytest-timeout")
_USER = "me"
_BINFMT = Path("/proc/sys/fs/binfmt_misc")
_STATE = "var/lib/companion"
_PORT = 18080
_START_S = 300.0
_MOVE_S = 60.0
_ALL_S = 3600.0


class CheckError(Exception):
    """A check failed; the message is what was seen."""


@contextmanager
def emulated(architecture: str) -> Iterator[None]:
    """Let programs of this architecture run within the context. Raises MachineError if the kernel cannot do that."""
    name = EMULATORS[architecture]
    registration = dict(
        line.split(maxsplit=1)
        for line in Path(f"/usr/share/binfmts/qemu-{name}").read_text(encoding="utf-8").splitlines()
    )
    mounted = not (_BINFMT / "register").exists()
    if mounted:
        called("mount", "-t", "binfmt_misc", "binfmt_misc", _BINFMT)
    try:
        handler = _BINFMT / f"companion-{name}"
        # P: keep the program's own name; F: open the emulator now, so that no root needs it; C: sudo becomes root.
        registered = (
            f":{handler.name}:M::{registration['magic']}:{registration['mask']}:{registration['interpreter']}:PFC"
        )
        (_BINFMT / "register").write_text(registered)
        try:
            yield
        finally:
            handler.write_text("-1")
    finally:
        if mounted:
            called("umount", _BINFMT)


class Pi:
    """A bare Debian of one architecture, with the user of the guide, and the web space that its apt also asks."""

    def __init__(self, root: Path, packages: dict[str, Path], version: str, space: WebSpace) -> None:
        """Take a bare root, and the package under the versions OLDER, `version` and NEWER."""
        self._root, self._packages, self._version, self._space = root, packages, version, space
        self._home = root / "home" / _USER

    def commands_of_the_guide(self) -> str:
        """Install with the commands of step 4, as the guide writes them."""
        self._space.publish(self._packages[self._version])
        for file in (self._packages[self._version], self._space.sources):
            shutil.copy(file, self._home)
        for command in commands("docs/pi/README.md", "4. Install"):
            self._must(command)
        return self._must("companion --version").strip()

    def doctor(self) -> str:
        """Run the doctor: nothing is missing but lines and buses, which no root has."""
        completed = self._try("companion doctor --json")
        try:
            findings = json.loads(completed.stdout)["findings"]
        except ValueError as error:
            raise CheckError(completed.stdout + completed.stderr) from error
        missing = [finding["text"] for finding in findings if not finding["ok"]]
        if completed.returncode != 1 or not all("/dev/" in text for text in missing):
            raise CheckError(" | ".join(missing))
        return f"{len(findings)} findings, {len(missing)} missing"

    def repository_and_upgrade_during_a_game(self) -> str:
        """Add the repository as docs/release.md writes it, and upgrade from it between two presses."""
        for command in commands("docs/release.md", "How a box uses the repository"):
            self._must(command)
        state = self._root / _STATE
        save_game(state)
        called("chroot", self._root, "chown", "--recursive", "companion:companion", f"/{_STATE}")
        with self._running() as begun:
            played = self._play("ok")
            self._space.publish(self._packages[NEWER])
            for command in ("sudo apt update", "sudo apt upgrade"):
                self._must(command)
            if self._view() != played:
                raise CheckError("the table changed during the upgrade")
        with self._running():
            if (resumed := self._view())["entry"] != played["entry"]:
                raise CheckError(f"entry {resumed['entry']} instead of {played['entry']}")
            self._play("back")
        if self._installed() != NEWER:
            raise CheckError(f"{self._installed()} is installed")
        return f"first page after {begun:.0f} s"

    def older_package_is_refused(self) -> str:
        """Install an older version: it names the games of a newer program, and changes nothing."""
        journal = self._root / _STATE / "journal.sqlite3"
        with closing(sqlite3.connect(journal)) as database:
            database.execute("PRAGMA user_version = 77")
        before = journal.read_bytes()
        shutil.copy(self._packages[OLDER], self._home)
        completed = self._try(f"sudo apt install ./{self._packages[OLDER].name}", answer="y\n")
        if completed.returncode == 0 or "newer version" not in completed.stdout + completed.stderr:
            raise CheckError(completed.stdout + completed.stderr)
        if journal.read_bytes() != before or self._installed() != NEWER:
            raise CheckError("something was changed")
        return "in words"

    def contracts_of_the_devices(self) -> str:
        """Use the package's own drivers; the checkout is only for the tests."""
        for name in ("companion", "tests"):
            needless = shutil.ignore_patterns("__pycache__", "bundle")
            shutil.copytree(CHECKOUT / name, self._root / "checkout" / name, ignore=needless)
        self._must(f"sudo apt install {' '.join(_FOR_CONTRACTS)}")
        script = (
            "import sys; sys.path[:0] = ['/usr/share/companion', '/usr/share/companion/vendor', '/checkout']; "
            "import os, pytest; os.chdir('/checkout'); "
            "sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '-o', 'addopts=', '--confcutdir=tests/devices', "
            "'tests/devices/test_contracts.py']))"
        )
        return self._must(f'python3 -c "{script}"').strip().splitlines()[-1]

    def _try(self, command: str, answer: str = "\n") -> subprocess.CompletedProcess[str]:
        """Run a command as the guide's user, who presses Enter, or types `answer`."""
        variables = {"LANG": "C.UTF-8", "no_proxy": "127.0.0.1", **passed_on()}
        words = inside(self._root, ["bash", "-c", f"cd && {command}"], variables, _USER)
        return subprocess.run(words, input=answer, capture_output=True, text=True, timeout=_ALL_S, check=False)

    def _must(self, command: str) -> str:
        completed = self._try(command)
        if completed.returncode:
            raise CheckError(f"{command}: {completed.stdout[-2000:]}{completed.stderr[-2000:]}")
        return completed.stdout

    def _installed(self) -> str:
        return self._must("dpkg-query --show --showformat='${Version}' companion")

    @contextmanager
    def _running(self) -> Iterator[float]:
        """Let the companion run within the context; yield the seconds until its first page."""
        command = ("companion", "run", "--simulate", "--state", f"/{_STATE}", "--port", str(_PORT))
        words = inside(self._root, command, {"LANG": "C.UTF-8"}, "companion")
        with (
            tempfile.TemporaryFile("w+", encoding="utf-8") as log,
            subprocess.Popen(words, stdout=log, stderr=log, start_new_session=True) as process,
        ):
            begun = time.monotonic()
            try:
                while process.poll() is None and time.monotonic() - begun < _START_S:
                    try:
                        self._view()
                        break
                    except OSError:
                        time.sleep(0.5)
                else:
                    log.seek(0)
                    raise CheckError(log.read())
                yield time.monotonic() - begun
            finally:
                os.killpg(process.pid, signal.SIGKILL)  # a process that has changed its user outlives unshare

    def _view(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"http://127.0.0.1:{_PORT}/api/state", timeout=60) as answer:
            view: dict[str, Any] = json.load(answer)
        return view

    def _play(self, key: str) -> dict[str, Any]:
        """Press a key that plays a move, and return the table after it."""
        before = self._view()["entry"]
        body = json.dumps({"key": key, "down": True, "tap": True}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"http://127.0.0.1:{_PORT}/box/keys", body, headers)
        urllib.request.urlopen(request, timeout=60).close()
        ends = time.monotonic() + _MOVE_S
        while (view := self._view())["entry"] == before:
            if time.monotonic() > ends:
                raise CheckError(f"{key} plays no move after entry {before}")
            time.sleep(0.2)
        return view


def commands(page: str, heading: str) -> list[str]:
    """Return the commands with sudo of a section of a page, in its order."""
    text = (CHECKOUT / page).read_text(encoding="utf-8")
    section = text.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    blocks = re.findall(r"^```\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("sudo ")]
    assert lines, f"{page} has no commands below {heading!r}"
    return lines


def bare_root(architecture: str) -> Path:
    """Return a root of this architecture to copy from, made if needed. Raises MachineError."""

    def make(folder: Path) -> None:
        root = folder / "root"
        called(
            "mmdebstrap", "--quiet", "--variant=minbase", f"--architectures={architecture}",
            '--aptopt=Apt::Install-Recommends "false"', f"--include={','.join(_BARE)}", SUITE, root, ARCHIVE,
        )  # fmt: skip
        for group in _GROUPS:
            called("chroot", root, "groupadd", "--system", group)
        called("chroot", root, "useradd", "--create-home", "--shell", "/bin/bash", "--groups", ",".join(_GROUPS), _USER)
        (root / "etc/sudoers.d/me").write_text(f"{_USER} ALL=(ALL) NOPASSWD: ALL\n")

    return cached(f"pi-{architecture}", [ARCHIVE, *_BARE, *_GROUPS], make) / "root"


def try_guide(architecture: str, packages: dict[str, Path], version: str) -> bool:
    """Try the guide's commands in a root of this architecture; return whether everything worked."""
    kept_root = bare_root(architecture)
    with tempfile.TemporaryDirectory(prefix="pi-") as folder, web_space() as space:
        root = Path(folder, "root")
        called("cp", "-a", kept_root, root)
        connect(root)
        pi = Pi(root, packages, version, space)
        checks = (
            pi.commands_of_the_guide,
            pi.doctor,
            pi.repository_and_upgrade_during_a_game,
            pi.older_package_is_refused,
            pi.contracts_of_the_devices,
        )
        for check in checks:
            begun = time.monotonic()
            name = check.__name__.replace("_", " ")
            try:
                result, worked = f"held: {check()}", True
            except (CheckError, MachineError, OSError) as error:
                result, worked = f"FAILED: {error}", False
            print(f"{architecture}: {name} ({time.monotonic() - begun:.0f} s) {result}", flush=True)
            if not worked:
                return False  # the next check continues where this one ended
    return True


def main(architectures: list[str]) -> int:
    """Try the guide on each of these architectures, or on all; return the exit status."""
    native = called("dpkg", "--print-architecture").strip()
    try:
        with tempfile.TemporaryDirectory(prefix="package-") as folder:
            package = Path(called(sys.executable, CHECKOUT / "systemd/make_deb.py", "--out", folder).strip())
            version = package.name.split("_")[1]
            packages = {version: package, **{other: as_version(package, other) for other in (OLDER, NEWER)}}
            worked = True
            for architecture in architectures or EMULATORS:
                with nullcontext() if architecture == native else emulated(architecture):
                    worked = try_guide(architecture, packages, version) and worked
    except (MachineError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if worked else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
