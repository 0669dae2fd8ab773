"""Tests that the case holds its parts and can be printed: they read the result of `make case`, or build it."""

from __future__ import annotations

import json
import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.plans.parts_lists import PARTS, read_parts
from companion.support.resources import boards_dir, firmware_dir
from hardware.case import build
from hardware.case.build import BOXES, COMMITTED
from hardware.case.part_measures import MEASURES, WRITTEN, as_scad, measures
from tests.hardware.mesh import bounds, overhangs, read_stl

PLA = 1.24
"""Grams per cubic centimetre."""
BED = 180
"""Millimetres, both ways: the bed of a small printer."""
SMALL = 60_000
"""Limit of the bytes of a picture in the guide."""

PIECES = [(box, piece) for box in BOXES for piece in box.pieces]
each_piece = pytest.mark.parametrize(("box", "piece"), PIECES, ids=[f"{box.name} {piece}" for box, piece in PIECES])
each_box = pytest.mark.parametrize("box", BOXES, ids=[box.name for box in BOXES])


@pytest.fixture(scope="session")
def built() -> Path:
    return build.build()


@pytest.fixture(scope="session")
def results(built: Path) -> dict[str, Any]:
    results_by_box: dict[str, Any] = json.loads((built / build.RESULTS_FILE).read_text("utf-8"))
    return results_by_box


@each_box
def test_parts_do_not_collide_and_are_held(box: build.PrintedBox, results: dict[str, Any]) -> None:
    """The lid closes, no part is in a wall or in another, each is supported, and a screwdriver reaches it."""
    assert results[box.name]["wrong"] == []


@each_box
def test_checks_notice_a_misplaced_lid(box: build.PrintedBox, results: dict[str, Any]) -> None:
    assert results[box.name]["told when the lid is beside its place"]


@each_box
def test_box_consists_of_its_printed_pieces(box: build.PrintedBox, results: dict[str, Any]) -> None:
    assert tuple(results[box.name]["pieces"]) == box.pieces
    assert box.probe in results[box.name]["parts"]


@each_piece
def test_a_piece_is_watertight(box: build.PrintedBox, piece: str, results: dict[str, Any]) -> None:
    counted = results[box.name]["admesh"][piece]
    faults = ("total disconnected facets", "degenerate facets", "edges fixed", "backwards edges", "normals fixed")
    assert counted == {"number of parts": 1, **dict.fromkeys(faults, 0)}


@each_piece
def test_piece_fits_the_bed_and_lies_flat(
    box: build.PrintedBox, piece: str, built: Path, results: dict[str, Any]
) -> None:
    assert results[box.name]["bed"] == [BED, BED]
    low, high = bounds(read_stl(built / box.name / f"{piece}.stl"))
    assert max(high[0] - low[0], high[1] - low[1]) <= BED
    assert low[2] == pytest.approx(0, abs=0.001)


@each_piece
def test_a_piece_is_printed_without_supports(
    box: build.PrintedBox, piece: str, built: Path, results: dict[str, Any]
) -> None:
    [bridge] = results[box.name]["bridge"]
    hanging = overhangs(read_stl(built / box.name / f"{piece}.stl"))
    assert [(where, wide) for where, wide in hanging if wide > bridge] == []


def test_overhang_is_noticed() -> None:
    corners = (0.0, 0.0, 5.0), (0.0, 20.0, 5.0), (20.0, 20.0, 5.0), (30.0, 0.0, 5.0)
    roof = [(corners[0], corners[1], corners[2]), (corners[0], corners[2], corners[3])]
    [(_, wide)] = overhangs(roof)
    assert wide == 20


def test_the_spinner_has_the_keys_and_lights_of_its_board(results: dict[str, Any]) -> None:
    pins = runpy.run_path(str(firmware_dir() / "pins.py"))
    board = tomllib.loads((boards_dir() / "pico.toml").read_text("utf-8"))
    assert results["spinner"]["keys"] == board["pico"]["keys"]
    assert (measures()["ring"]["count"], len(results["spinner"]["keys"])) == (pins["LIGHTS"], len(pins["KEYS"]))


def test_the_bench_has_the_keys_of_its_board(results: dict[str, Any]) -> None:
    board = tomllib.loads((boards_dir() / "bench.toml").read_text("utf-8"))
    seats = [f"seat{nth}" for nth in range(1, 6)]
    assert sorted(["ok", *results["bench"]["keys"], *seats]) == sorted(board["keys"])
    assert [*board["lights"]] == seats


def test_scad_file_has_the_current_measures() -> None:
    assert WRITTEN.read_text("utf-8") == as_scad(measures())


def test_every_measure_names_its_source() -> None:
    text = MEASURES.read_text("utf-8")
    silent = [line for line in text.splitlines() if re.match(r"\w+ = ", line) and not re.search(r" # \S", line)]
    assert silent == []
    for part in tomllib.loads(text):
        assert re.search(rf"^\[{part}\]\n# ", text, re.MULTILINE), part


def test_every_measure_is_used() -> None:
    sources = "".join(path.read_text("utf-8") for path in WRITTEN.parent.glob("*.scad") if path != WRITTEN)
    named = [f"{part}_{name}" for part, values in measures().items() for name in values]
    assert [name for name in named if not re.search(rf"\b{name}\b", sources)] == []


def test_pictures_match_the_current_sources() -> None:
    assert (COMMITTED / build.SOURCES_FILE).read_text("utf-8").strip() == build.sources_hash()


def test_the_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in COMMITTED.glob("*.png")}
    assert sizes
    assert {name: size for name, size in sizes.items() if size > SMALL} == {}
    for name in sizes:
        with Image.open(COMMITTED / name) as picture:
            assert picture.size == (800, 600)


@pytest.mark.parametrize("box", ["bench", "bench-zero", "spinner"])
def test_case_uses_no_more_filament_than_listed(built: Path, box: str) -> None:
    [listed] = [part.name["en"] for part in read_parts(PARTS) if part.id == "filament"]
    [grams] = re.findall(r"(\d+) g$", listed)
    volume = sum(_volume(piece) for piece in (built / box).glob("*.stl"))
    assert 100 < volume / 1000 * PLA <= int(grams)


def _volume(piece: Path) -> float:
    """Return the volume of the solid piece in cubic millimetres."""
    return sum(
        (ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)) / 6
        for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in read_stl(piece)
    )
