"""Tests of the package: it requires everything that the program needs, and its settings are the defaults."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion.support.settings_errors import raise_error
from companion.system.settings import service_settings
from systemd.make_deb import VENDORED, requirements_of
from tests.box.vm.debian import depends
from tests.box.vm.parts import CHECKOUT
from tests.kit.settings import EVERY_SETTING

DEBIAN_CALLS = {"pillow": "python3-pil", "gpiod": "python3-libgpiod", "pyserial": "python3-serial"}
"""Packages with another name in Debian than python3-<name>."""
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
CONTROL = (CHECKOUT / "systemd/debian/control").read_text()


@pytest.mark.parametrize("requirement", [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["pi"]])
def test_every_dependency_is_vendored_or_in_debian(requirement: str) -> None:
    name = Requirement(requirement).name.lower()
    if name.replace(".", "-") not in VENDORED:
        assert DEBIAN_CALLS.get(name, f"python3-{name}") in depends(CONTROL)


def test_only_hashed_versions_are_vendored() -> None:
    chosen = requirements_of(VENDORED, (CHECKOUT / "requirements.txt").read_text())
    entries = re.split(r"^(?=[a-z])", chosen, flags=re.MULTILINE)[1:]
    assert [entry.partition("==")[0] for entry in entries] == sorted(VENDORED)
    assert all("--hash=sha256:" in entry for entry in entries)


def test_missing_requirement_is_reported() -> None:
    with pytest.raises(ValueError, match=r"requirements\.txt: luma-oled$"):
        requirements_of(("luma-oled", "flask"), "flask==3.1.3 \\\n    --hash=sha256:aa\n")


def test_packaged_settings_are_the_defaults(tmp_path: Path) -> None:
    text = (CHECKOUT / "systemd/settings.toml").read_text()
    assert tomllib.loads(text) == {}
    written = tmp_path / "settings.toml"
    written.write_text(
        "\n".join(line.removeprefix("#") for line in text.splitlines() if re.match(r"#[a-z_]+ = ", line))
    )
    assert [line.split(" = ")[0] for line in written.read_text().splitlines()] == list(EVERY_SETTING)
    assert service_settings(written, raise_error, variables={}) == service_settings(None, raise_error, variables={})
