"""Tests of the gallery: two folders are compared picture by picture, and a folder is shown on one sheet."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tests.on_request.gallery.camera import PHONES, TELEVISIONS, file_name
from tests.on_request.gallery.comparing import differences
from tests.on_request.gallery.sheet import sheet


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Return two folders with the same picture in a subfolder."""
    for name in ("old", "new"):
        picture(tmp_path / name / "fr" / "same.png")
    return tmp_path / "old", tmp_path / "new"


def picture(file: Path, *points: tuple[int, int], size: tuple[int, int] = (8, 4), mode: str = "RGB") -> None:
    """Save a picture that is black, apart from these points, which are slightly blue."""
    file.parent.mkdir(parents=True, exist_ok=True)
    image = Image.new(mode, size)
    for point in points:
        image.putpixel(point, (0, 0, 1) if mode == "RGB" else 1)
    image.save(file)


def compare(*folders: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.on_request.gallery", "--compare", *map(str, folders)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_equal_pictures_are_equal(folders: tuple[Path, Path]) -> None:
    assert differences(*folders) == []
    assert compare(*folders).returncode == 0


def test_differing_picture_is_reported_with_its_pixel_count(folders: tuple[Path, Path]) -> None:
    old, new = folders
    picture(old / "page.png")
    picture(new / "page.png", (1, 1), (2, 3))
    picture(old / "screen.png", mode="1")
    picture(new / "screen.png", (7, 3), mode="1")
    assert differences(old, new) == ["differs  page.png: 2 points", "differs  screen.png: 1 points"]


def test_different_sizes_are_reported(folders: tuple[Path, Path]) -> None:
    old, new = folders
    picture(new / "fr" / "same.png", size=(8, 5))
    assert differences(old, new) == ["differs  fr/same.png: 8 × 4 has become 8 × 5"]


def test_missing_and_new_pictures_fail_the_comparison(folders: tuple[Path, Path]) -> None:
    old, new = folders
    picture(old / "gone.png")
    picture(new / "en" / "come.png")
    assert differences(old, new) == ["missing  gone.png", "new      en/come.png"]
    completed = compare(old, new)
    assert completed.returncode == 1
    assert completed.stdout.splitlines()[-1] == "2 pictures are not the same"


def test_pages_are_taken_in_light_and_dark_at_every_width() -> None:
    assert {lens.name for lens in PHONES} == {"390-light", "390-dark", "320-light", "320-dark"}
    assert {lens.name for lens in TELEVISIONS} == {"1280-light", "1280-dark"}
    assert file_name("tv, every hand") == "tv_every_hand"


def test_sheet_has_the_requested_pictures(folders: tuple[Path, Path]) -> None:
    assert sheet(folders[0], "same").height > 0
