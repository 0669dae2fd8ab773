"""Tests of the release: its notes, zips, checksums and bill of materials depend on nothing but the commit."""

from __future__ import annotations

import json
import subprocess
import tomllib
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

import companion
from systemd.release.bill_of_materials import cyclonedx, locked_packages, versions_list
from systemd.release.make_release import ReleaseError, checksums, export_commit, ordered_stl, release_notes, write_zip

CHECKOUT = Path(__file__).resolve().parents[1]
DATE = datetime(2026, 1, 31, 12, 30, 16, tzinfo=UTC)
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n- Later\n\n## [0.2.0]\n\n### Added\n\n- Now\n\n## [0.1.0]\n\n- Before\n"


def test_notes_are_the_section_of_the_version() -> None:
    assert release_notes(CHANGELOG, "0.2.0") == "## [0.2.0]\n\n### Added\n\n- Now\n"
    assert release_notes(CHANGELOG, "0.1.0") == "## [0.1.0]\n\n- Before\n"
    with pytest.raises(ReleaseError, match=r"no section of version 0\.2"):
        release_notes(CHANGELOG, "0.2")


def test_this_version_has_notes() -> None:
    assert companion.__version__ in release_notes((CHECKOUT / "CHANGELOG.md").read_text("utf-8"), companion.__version__)


def test_zip_depends_only_on_names_and_contents(tmp_path: Path) -> None:
    contents = {"main.py": b"main", "spinner/core.py": b"core"}
    write_zip(tmp_path / "one.zip", contents, DATE)
    write_zip(tmp_path / "two.zip", dict(reversed(contents.items())), DATE)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist() == [*contents]
        assert archive.infolist()[0].date_time == (2026, 1, 31, 12, 30, 16)
        assert archive.read("spinner/core.py") == b"core"


def _stl(*facets: tuple[str, str, str]) -> str:
    return "solid OpenSCAD_Model\n" + "".join(
        "  facet normal 0 0 1\n    outer loop\n"
        + "".join(f"      vertex {corner}\n" for corner in facet)
        + "    endloop\n  endfacet\n"
        for facet in facets
    )


def test_order_of_facets_does_not_change_a_piece() -> None:
    corners = ("0 0 0", "1 0 0", "1 1 0")
    other = ("0 0 0", "1 1 0", "0 1 0")
    ordered = ordered_stl(_stl(corners, other))
    assert ordered == ordered_stl(_stl(other, (*corners[1:], corners[0])))
    assert ordered != ordered_stl(_stl(other, (corners[1], corners[0], corners[2]))), "it would be turned inside out"
    assert (ordered.count("facet normal"), ordered.count("vertex")) == (2, 6)


def test_checksums_are_those_of_sha256sum(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("b")
    (tmp_path / "a").write_text("a")
    (tmp_path / "apt").mkdir()
    output = subprocess.run(["sha256sum", "a", "b"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert checksums(tmp_path) == output


def test_exported_commit_has_no_other_file(tmp_path: Path) -> None:
    date = export_commit(tmp_path / "tree")
    assert date.tzinfo is UTC
    assert (tmp_path / "tree/pyproject.toml").stat().st_mode & 0o777 == 0o644
    assert not (tmp_path / "tree/companion/bundle").exists()
    assert not (tmp_path / "tree/.git").exists()


# The bill of materials


def test_bill_of_materials_has_everything_that_runs() -> None:
    names = {package.name for package in locked_packages(CHECKOUT)}
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {
        line.split(">")[0].lower().replace(".", "-")
        for line in (*project["dependencies"], *project["optional-dependencies"]["pi"])
    }
    assert wanted <= names
    assert {"markupsafe", "werkzeug"} <= names
    assert not {"hatchling", "pluggy", "pytest", "tomlkit"} & names


def test_bill_of_materials_is_cyclonedx() -> None:
    packages = locked_packages(CHECKOUT)
    text = cyclonedx("0.1.0", DATE, packages, ["vollkorn"])
    assert text == cyclonedx("0.1.0", DATE, packages, ["vollkorn"])
    bill = json.loads(text)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["timestamp"] == "2026-01-31T12:30:16Z"
    flask = next(component for component in bill["components"] if component["name"] == "flask")
    assert flask["purl"] == f"pkg:pypi/flask@{flask['version']}"
    assert all(len(entry["content"]) == 64 for entry in flask["externalReferences"][0]["hashes"])
    references = {component["bom-ref"] for component in bill["components"]}
    assert {*bill["dependencies"][0]["dependsOn"]} <= references
    assert len(references) == len(bill["components"])


def test_list_of_versions_is_that_of_the_lock() -> None:
    lock = (CHECKOUT / "requirements.txt").read_text("utf-8")
    lines = versions_list(locked_packages(CHECKOUT)).splitlines()
    assert all(f"{line.replace(' ', '==')} " in lock for line in lines if not line.startswith("gpiod "))
    assert len(lines) > 15
