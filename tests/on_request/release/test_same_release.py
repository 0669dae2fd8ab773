"""Tests that a release is the same in another folder and time zone, and on both Debians."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from systemd.release.maintainer import CHECKOUT
from systemd.release.make_release import SUMS
from tests.bare import SUITES, FreshDebian, bare_root
from tests.box.vm.parts import called

OTHER = {"TZ": "Pacific/Auckland", "LANG": "C", "SOURCE_DATE_EPOCH": "1", "DEB_BUILD_OPTIONS": "nocheck"}
pytestmark = pytest.mark.timeout(3600)


def _files(folder: Path) -> dict[str, bytes]:
    """Return the files of a release by their paths."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _release(out: Path, checkout: Path, variables: dict[str, str], umask: int) -> dict[str, bytes]:
    """Make the release from a checkout, and return its files."""
    environment = {**os.environ, **variables, "PYTHONPATH": str(checkout)}
    command = [sys.executable, "-m", "release.make_release", "--out", str(out)]
    subprocess.run(command, cwd=checkout, env=environment, umask=umask, check=True)
    return _files(out)


def _differences(first: dict[str, bytes], second: dict[str, bytes]) -> list[str]:
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))


def test_release_is_the_same_in_every_folder_and_time_zone(tmp_path: Path) -> None:
    clone = tmp_path / "une autre à thé"
    subprocess.run(["git", "clone", "--quiet", CHECKOUT, clone], check=True)
    (clone / ".venv").symlink_to(CHECKOUT / ".venv")
    first = _release(tmp_path / "first", CHECKOUT, {"TZ": "UTC"}, 0o022)
    second = _release(tmp_path / "second", clone, OTHER, 0o077)
    assert _differences(first, second) == []
    assert {Path(name).suffix for name in first} >= {".deb", ".gz", ".whl", ".zip", ".json", ".md", ".txt"}
    assert {SUMS, "apt/Release"} <= first.keys()


def test_release_is_the_same_on_each_debian(tmp_path: Path) -> None:
    releases = []
    for suite in SUITES:
        root = tmp_path / suite
        called("cp", "--archive", bare_root(suite), root)
        debian = FreshDebian(suite, "root", zone="Pacific/Auckland", folder="table", fonts=False)
        assert debian.run(root, "make release") == 0
        releases.append(_files(root / "root/table/dist"))
    assert _differences(*releases) == []
    assert SUMS in releases[0]
