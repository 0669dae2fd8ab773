"""Test that a release is the same in another folder, time zone, language and with another umask."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from release.maintainer import CHECKOUT
from release.make_release import SUMS

OTHER = {"TZ": "Pacific/Auckland", "LANG": "C", "SOURCE_DATE_EPOCH": "1", "DEB_BUILD_OPTIONS": "nocheck"}


def _release(out: Path, checkout: Path, variables: dict[str, str], umask: int) -> dict[str, bytes]:
    """Make the release from a checkout, and return its files by their paths."""
    environment = {**os.environ, **variables, "PYTHONPATH": str(checkout)}
    command = [sys.executable, "-m", "release.make_release", "--out", str(out)]
    subprocess.run(command, cwd=checkout, env=environment, umask=umask, check=True)
    files = (path for path in out.rglob("*") if path.is_file())
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


@pytest.mark.timeout(3600)
def test_release_is_the_same_in_every_folder_and_time_zone(tmp_path: Path) -> None:
    clone = tmp_path / "une autre à thé"
    subprocess.run(["git", "clone", "--quiet", CHECKOUT, clone], check=True)
    (clone / ".venv").symlink_to(CHECKOUT / ".venv")
    first = _release(tmp_path / "first", CHECKOUT, {"TZ": "UTC"}, 0o022)
    second = _release(tmp_path / "second", clone, OTHER, 0o077)
    assert {name for name in first if first[name] != second.get(name)} == set()
    assert first.keys() == second.keys()
    assert {Path(name).suffix for name in first} >= {".deb", ".gz", ".whl", ".zip", ".json", ".md", ".txt"}
    assert SUMS in first
