"""The package of this checkout, built once, and a root of its Debian to examine it with."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.box.vm.debian import debian_root
from tests.box.vm.parts import CHECKOUT, called


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the package of this checkout."""
    folder = tmp_path_factory.mktemp("package")
    completed = subprocess.run(
        [sys.executable, CHECKOUT / "systemd/make_deb.py", "--out", folder],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert completed.returncode == 0, completed.stderr
    return Path(completed.stdout.strip())


@pytest.fixture(scope="session")
def unpacked(package: Path) -> Iterator[Path]:
    """Yield the unpacked package, with Debian 13's own units and users beside; in Debian's root, by chroot."""
    root = debian_root()
    with tempfile.TemporaryDirectory(dir=root / "tmp") as name:
        folder = Path(name)
        for part in ("usr/lib/systemd/system", "usr/lib/sysusers.d"):
            shutil.copytree(root / part, folder / part, symlinks=True)
        (folder / "etc").mkdir()
        for name in ("passwd", "group", "shadow", "gshadow"):
            shutil.copy(root / "etc" / name, folder / "etc" / name)
        called("dpkg", "--extract", package, folder)
        yield folder
