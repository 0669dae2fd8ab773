"""Tests of the package's content: it has what an installed box needs, and requires the rest from Debian."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.box.vm.parts import CHECKOUT, called


def test_package_has_program_drivers_and_licences(unpacked: Path, package: Path) -> None:
    share = unpacked / "usr/share/companion"
    assert sorted(path.name for path in (share / "vendor").iterdir() if not path.name.endswith(".dist-info")) == [
        "colorzero", "gpiozero", "luma",
    ]  # fmt: skip
    assert (share / "companion/bundle").is_dir()
    assert (share / "companion/firmware/main.py").is_file()
    assert (share / "companion/firmware/spinner/core.py").is_file()
    assert (share / "companion/words/catalogues/fr.mo").is_file()
    content = (unpacked / "usr/share/doc/companion/copyright").read_text()
    assert all(re.search(rf"^{name}-[0-9.a-z]+, in /usr", content, re.MULTILINE) for name in ("colorzero", "gpiozero"))
    assert all(re.search(rf"^luma_{name}-[0-9.]+, in /usr", content, re.MULTILINE) for name in ("core", "oled"))
    assert (
        content.count("SIL OPEN FONT LICENSE Version 1.1")
        == len(list((share / "companion/web/fonts").glob("*.woff2")))
        > 1
    )
    assert not [path for path in unpacked.rglob("*") if path.suffix in (".pyc", ".so")]
    content = called("dpkg-deb", "--field", package, "Architecture", "Recommends")
    assert content == "Architecture: all\nRecommends: python3-lgpio\n"


def test_package_has_the_pages_that_the_readme_names(unpacked: Path) -> None:
    folder = unpacked / "usr/share/doc/companion"
    packed = {path.relative_to(folder).as_posix().removesuffix(".gz") for path in folder.rglob("*.md*")}
    named = re.findall(r"\]\((docs/[\w-]+\.md)\)", (CHECKOUT / "README.md").read_text("utf-8"))
    assert packed >= {"README.md", "README.fr.md", *named}
    assert len(named) > 5


def test_command_ignores_the_environment(unpacked: Path, tmp_path: Path) -> None:
    (tmp_path / "companion.py").write_text("raise SystemExit('not this one')\n")
    script = (unpacked / "usr/bin/companion").read_text()
    assert script.startswith("#!/usr/bin/python3 -I\n")
    ours = script.replace("/usr/share", str(unpacked / "usr/share"))
    completed = subprocess.run(
        [sys.executable, "-I", "-c", ours, "--version"],
        cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert completed.stdout.startswith("companion, version ")
