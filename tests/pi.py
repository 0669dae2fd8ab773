"""Tests of the package on the processors of a Pi: Debian 13 for arm64 and armhf, emulated. `make test-pi`.

Needs root, and a machine whose kernel can register an interpreter for foreign programs (binfmt_misc), which it does
while this runs. Prints the tests and their results; the exit status is 1 if one failed.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.box.vm.debian import ARCHIVE, SUITE, depends, inside
from tests.box.vm.parts import CHECKOUT, MachineError, cached, called

EMULATORS = {"arm64": "aarch64", "armhf": "arm"}
"""The architectures of Debian that a Pi may have, and what QEMU calls them."""
_WITH_TESTS = ("python3-pytest", "python3-pytest-timeout")
_BINFMT = Path("/proc/sys/fs/binfmt_misc")
_START_S = 300.0
_ALL_S = 1800.0


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
        # P: keep the program's own name; F: open the emulator now, so that no root needs it.
        registered = (
            f":{handler.name}:M::{registration['magic']}:{registration['mask']}:{registration['interpreter']}:PF"
        )
        (_BINFMT / "register").write_text(registered)
        try:
            yield
        finally:
            handler.write_text("-1")
    finally:
        if mounted:
            called("umount", _BINFMT)


def try_package(architecture: str, package: Path) -> bool:
    """Install the package in a root of this architecture and use it; return whether everything worked."""
    wanted = [*depends((CHECKOUT / "systemd/debian/control").read_text()), *_WITH_TESTS]

    def make(folder: Path) -> None:
        called(
            "mmdebstrap", "--quiet", "--variant=minbase", f"--architectures={architecture}",
            '--aptopt=Apt::Install-Recommends "false"', f"--include={','.join(wanted)}",
            SUITE, folder / "root", ARCHIVE,
        )  # fmt: skip

    kept_root = cached(f"pi-{architecture}", [ARCHIVE, *wanted], make) / "root"
    with tempfile.TemporaryDirectory(prefix="pi-") as folder:
        root = Path(folder, "root")
        called("cp", "-a", kept_root, root)
        shutil.copy(package, root / "root")
        for name in ("companion", "tests"):
            needless = shutil.ignore_patterns("__pycache__", "bundle")
            shutil.copytree(CHECKOUT / name, root / "root/checkout" / name, ignore=needless)
        checks: dict[str, Callable[[], tuple[bool, str]]] = {
            "installed": partial(_installed, root, package),
            "doctor": partial(_doctor, root),
            "a page is served": partial(_served, root),
            "contracts of the devices": partial(_contracts, root),
        }
        well = True
        for name, check in checks.items():
            begun = time.monotonic()
            held, detail = check()
            print(
                f"{architecture}: {name}: {'held' if held else 'FAILED'} ({time.monotonic() - begun:.0f} s): {detail}"
            )
            sys.stdout.flush()
            well = well and held
    return well


def _space(root: Path, *command: str) -> list[str]:
    return inside(root, command, {"LANG": "C.UTF-8"})


def _inside(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(_space(root, *command), capture_output=True, text=True, timeout=_ALL_S, check=False)


def _installed(root: Path, package: Path) -> tuple[bool, str]:
    installation = _inside(root, "dpkg", "--install", f"/root/{package.name}")
    version_call = _inside(root, "companion", "--version")
    return installation.returncode == version_call.returncode == 0, (version_call.stdout or installation.stderr).strip()


def _doctor(root: Path) -> tuple[bool, str]:
    completed = _inside(root, "companion", "doctor", "--json")
    try:
        findings = json.loads(completed.stdout)["findings"]
    except ValueError:
        return False, completed.stdout + completed.stderr
    missing = [finding["text"] for finding in findings if not finding["ok"]]
    # A root has no lines and no bus; everything that can be installed must be present.
    return completed.returncode == 1 and all("/dev/" in text for text in missing), " | ".join(missing)


def _served(root: Path) -> tuple[bool, str]:
    port = "18080"
    space = _space(root, "companion", "run", "--simulate", "--state", "/tmp/state", "--port", port)
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as log,
        subprocess.Popen(space, stdout=log, stderr=log) as process,
    ):
        begun, page = time.monotonic(), ""
        while not page and time.monotonic() - begun < _START_S and process.poll() is None:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as answer:
                    page = answer.read().decode()
            except OSError:
                time.sleep(0.5)
        took = time.monotonic() - begun
        process.kill()
        log.seek(0)
        title = re.search(r"<title>([^<]*)</title>", page)
        return title is not None, f"«{title[1]}» after {took:.0f} s" if title else log.read()


def _contracts(root: Path) -> tuple[bool, str]:
    # Uses the package's own drivers; the checkout is only for the tests.
    script = (
        "import sys; sys.path[:0] = ['/usr/share/companion', '/usr/share/companion/vendor', '/root/checkout']; "
        "import os, pytest; os.chdir('/root/checkout'); "
        "sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '-o', 'addopts=', '--confcutdir=tests/devices', "
        "'tests/devices/test_contracts.py']))"
    )
    completed = _inside(root, "python3", "-c", script)
    return completed.returncode == 0, (completed.stdout.strip().splitlines() or [completed.stderr])[-1]


def main(architectures: list[str]) -> int:
    """Try the package on each of these architectures, or on both; return the exit status."""
    try:
        package = Path(called(sys.executable, CHECKOUT / "systemd/make_deb.py").strip())
        well = True
        for architecture in architectures or EMULATORS:
            with emulated(architecture):
                well = try_package(architecture, package) and well
    except (MachineError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
