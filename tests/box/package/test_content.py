"""Tests of the package's content: it has what an installed box needs, and requires the rest from Debian."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from systemd.man_pages import write_man_pages
from systemd.packaged_docs import copy_documents
from tests.box.vm.parts import called


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
    for name in ("colorzero", "gpiozero", "luma/core", "luma/oled"):
        assert f"\nFiles: usr/share/companion/vendor/{name}/*\n" in content
    assert (
        content.count("SIL OPEN FONT LICENSE Version 1.1")
        == len(list((share / "companion/web/fonts").glob("*.woff2")))
        > 1
    )
    assert not [path for path in unpacked.rglob("*") if path.suffix in (".pyc", ".so")]
    assert not [path for path in (share / "companion/games").rglob("*") if path.stem in ("facts", "golden", "digests")]
    content = called("dpkg-deb", "--field", package, "Architecture", "Recommends")
    assert content == "Architecture: all\nRecommends: libnss-myhostname, micropython-mpremote, python3-lgpio\n"


def test_cloud_init_leaves_a_chosen_name_alone(unpacked: Path) -> None:
    settings = (unpacked / "etc/cloud/cloud.cfg.d/99-companion.cfg").read_text()
    assert [line for line in settings.splitlines() if not line.startswith("#")] == ["preserve_hostname: true"]


def test_lintian_finds_no_fault(package: Path) -> None:
    assert called("lintian", "--allow-root", "--fail-on=none", package) == ""


def test_package_has_the_documents_as_they_are(unpacked: Path, tmp_path: Path) -> None:
    folder = unpacked / "usr/share/doc/companion"
    documents = copy_documents(tmp_path)
    assert len(documents) > 50
    assert [path for path in documents if (folder / path).read_bytes() != (tmp_path / path).read_bytes()] == []


def test_each_command_has_a_manual_page(unpacked: Path, tmp_path: Path) -> None:
    pages = {path.name for path in write_man_pages(tmp_path, "0", datetime.now(UTC))}
    assert {path.name.removesuffix(".gz") for path in (unpacked / "usr/share/man/man1").iterdir()} == pages


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
