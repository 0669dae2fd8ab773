"""The package has what an installed box needs, and asks Debian for all the rest."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.config import EVERY_SETTING, fail, settings_of_service
from systemd.make_deb import VENDORED, requirements_of
from tests.box.vm.debian import depends
from tests.box.vm.parts import CHECKOUT, called
from tests.depth import deep

pytestmark = deep

DEBIAN_CALLS = {"pillow": "python3-pil", "gpiod": "python3-libgpiod", "pyserial": "python3-serial"}
"""Packages that Debian has under another name than python3-<name>."""
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
CONTROL = (CHECKOUT / "systemd/debian/control").read_text()


@pytest.mark.parametrize("requirement", [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["pi"]])
def test_whatever_the_program_needs_comes_along_or_from_debian(requirement: str) -> None:
    name = Requirement(requirement).name.lower()
    if name.replace(".", "-") not in VENDORED:
        assert DEBIAN_CALLS.get(name, f"python3-{name}") in depends(CONTROL)


def test_only_hashed_versions_come_along() -> None:
    chosen = requirements_of(VENDORED, (CHECKOUT / "requirements.txt").read_text())
    entries = re.split(r"^(?=[a-z])", chosen, flags=re.MULTILINE)[1:]
    assert [entry.partition("==")[0] for entry in entries] == sorted(VENDORED)
    assert all("--hash=sha256:" in entry for entry in entries)


def test_a_name_that_is_not_in_the_list_is_told() -> None:
    with pytest.raises(ValueError, match=r"requirements\.txt: luma-oled$"):
        requirements_of(("luma-oled", "flask"), "flask==3.1.3 \\\n    --hash=sha256:aa\n")


def test_its_settings_say_what_holds_anyway(tmp_path: Path) -> None:
    text = (CHECKOUT / "systemd/settings.toml").read_text()
    assert tomllib.loads(text) == {}
    written = tmp_path / "settings.toml"
    written.write_text(
        "\n".join(line.removeprefix("#") for line in text.splitlines() if re.match(r"#[a-z_]+ = ", line))
    )
    assert [line.split(" = ")[0] for line in written.read_text().splitlines()] == list(EVERY_SETTING)
    assert settings_of_service(written, fail, variables={}) == settings_of_service(None, fail, variables={})


def test_it_holds_the_program_its_drivers_and_their_licences(unpacked: Path, package: Path) -> None:
    share = unpacked / "usr/share/companion"
    assert sorted(path.name for path in (share / "vendor").iterdir() if not path.name.endswith(".dist-info")) == [
        "colorzero", "gpiozero", "luma",
    ]  # fmt: skip
    assert (share / "companion/bundle").is_dir()
    assert (share / "companion/firmware/main.py").is_file()
    assert (share / "companion/firmware/spinner/core.py").is_file()
    assert (share / "companion/locale/fr.mo").is_file()
    told = (unpacked / "usr/share/doc/companion/copyright").read_text()
    assert all(re.search(rf"^{name}-[0-9.a-z]+, in /usr", told, re.MULTILINE) for name in ("colorzero", "gpiozero"))
    assert all(re.search(rf"^luma_{name}-[0-9.]+, in /usr", told, re.MULTILINE) for name in ("core", "oled"))
    assert not [path for path in unpacked.rglob("*") if path.suffix in (".pyc", ".so")]
    told = called("dpkg-deb", "--field", package, "Architecture", "Recommends")
    assert told == "Architecture: all\nRecommends: python3-lgpio\n"


def test_its_command_takes_nothing_from_the_environment(unpacked: Path, tmp_path: Path) -> None:
    (tmp_path / "companion.py").write_text("raise SystemExit('not this one')\n")
    script = (unpacked / "usr/bin/companion").read_text()
    assert script.startswith("#!/usr/bin/python3 -I\n")
    ours = script.replace("/usr/share", str(unpacked / "usr/share"))
    done = subprocess.run(
        [sys.executable, "-I", "-c", ours, "--version"],
        cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("companion, version ")
