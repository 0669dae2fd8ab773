"""The build of the case: `python -m hardware.case.build` puts everything into build/case, as `make case` does.

OpenSCAD renders the pieces to print, admesh counts their faults, they are checked against the parts they hold, and
pictures of them are rendered. That takes a minute or two, so the result is kept in ~/.cache/companion-case, in a folder
named by a hash of the sources: while these stay the same, nothing is rendered. `--write` updates the committed files:
measures.scad and docs/pi/case.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

from hardware.case.part_measures import MEASURES, WRITTEN, as_scad, measures

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]
OUT = CHECKOUT / "build" / "case"
COMMITTED = CHECKOUT / "docs" / "pi" / "case"
SOURCES_FILE = "sources.sha256"
RESULTS_FILE = "results.json"

_HASH_LETTERS = 16
"""Letters of the hash that name a folder."""
_PICTURE_SIZE = (800, 600)
_RENDERED_SIZE = (1600, 1200)
"""Size of the rendered pictures: larger, so that edges are smooth once they are scaled down."""
_MARGIN = 0.04
"""Empty space around the object, as a share of the picture."""
_COLOURS = 160
_ADMESH_COUNT = re.compile(
    r"^(Total disconnected facets|Degenerate facets|Number of parts|Edges fixed|Backwards edges|Normals fixed)"
    r"\s*:\s+(\d+)",
    re.MULTILINE,
)
"""The lines of admesh's output that count something."""
_EMPTY = "Current top level object is empty"


class CaseError(Exception):
    """OpenSCAD or admesh reported an error or warning about a source."""


@dataclass(frozen=True)
class PrintedBox:
    """One box that can be printed."""

    name: str
    """The name of its folder in build/case."""
    source: str
    pieces: tuple[str, ...]
    """The pieces in the order of the source; each is printed separately."""
    parameters: tuple[str, ...] = ()
    """Parameters that differ from those in the source."""
    probe: str = "keys"
    """A part that goes through the lid: it would touch a lid that is slightly out of place."""


BOXES = (
    PrintedBox("bench", "bench.scad", ("base", "lid", "wheel")),
    PrintedBox("bench-zero", "bench.scad", ("base", "lid", "wheel"), ('pi_size="zero"',)),
    PrintedBox("spinner", "spinner.scad", ("base", "lid", "diffuser", "wheel")),
)

_ROTATIONS = {
    "closed": (48, 0, 18),
    "open": (58, 0, 18),
    "inside": (42, 0, 18),
    "under": (42, 0, 18),
    "base": (42, 0, 18),
    "lid": (42, 0, 18),
    "wheel": (40, 0, 18),
    "diffuser": (40, 0, 18),
}
"""Rotation of each view around x, y and z, in degrees."""


def sources_hash() -> str:
    """Return the hash of the current sources, 16 letters."""
    hashed = hashlib.sha256()
    for source in _sources():
        hashed.update(f"{source.name}\0".encode() + source.read_bytes() + b"\0")
    return hashed.hexdigest()[:_HASH_LETTERS]


def build() -> Path:
    """Build everything from the sources, in the cache and in build/case.

    Returns:
        The folder in the cache.

    Raises:
        CaseError: OpenSCAD does not understand a source, or warns about one.
        FileNotFoundError: OpenSCAD, admesh or xvfb-run is not installed.
    """
    cached = _cache() / sources_hash()
    if not cached.is_dir():
        cached.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cached.parent, prefix=".") as folder:
            _make(Path(folder))
            try:
                Path(folder).rename(cached)
            except OSError:
                if not cached.is_dir():  # somebody else was quicker
                    raise
            Path(folder).mkdir(exist_ok=True)  # which is removed at the end
    if not (OUT / cached.name).is_file():
        shutil.rmtree(OUT, ignore_errors=True)
        shutil.copytree(cached, OUT)
        (OUT / cached.name).touch()
    return cached


def write() -> Path:
    """Update the committed files: the measures for OpenSCAD, and the pictures with the hash of their sources.

    Calls `build`; returns and raises the same.
    """
    WRITTEN.write_text(as_scad(measures()), "utf-8")
    cached = build()
    shutil.rmtree(COMMITTED, ignore_errors=True)
    COMMITTED.mkdir(parents=True)
    for picture in sorted(cached.glob("*.png")):
        with Image.open(picture) as rendered:
            small = rendered.quantize(_COLOURS, kmeans=2, dither=Image.Dither.NONE)
            small.save(COMMITTED / picture.name, optimize=True)
    (COMMITTED / SOURCES_FILE).write_text(f"{cached.name}\n", "utf-8")
    return cached


def _sources() -> list[Path]:
    """Return every file that defines the case. measures.scad does not: it is written from the measures."""
    made_of = [*HERE.glob("*.scad"), *HERE.glob("*.py"), MEASURES]
    return sorted(source for source in made_of if source != WRITTEN)


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "companion-case"


def _make(folder: Path) -> None:
    """Render, check and take pictures into an empty folder."""
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        work = Path(scratch)
        for source in _sources():
            shutil.copy(source, work)
        (work / WRITTEN.name).write_text(as_scad(measures()), "utf-8")
        for box in BOXES:
            (folder / box.name).mkdir()
        pieces = [(box, piece) for box in BOXES for piece in box.pieces]
        meshes = list(pool.map(lambda box_and_piece: _render_piece(work, folder, *box_and_piece), pieces))
        checks = pool.map(lambda box: _check_box(work, folder, box), BOXES)
        pictures = pool.map(lambda view: _take_picture(work, folder, *view), _views())
        results = {box.name: checked for box, checked in zip(BOXES, checks, strict=True)}
        list(pictures)
    for (box, piece), mesh in zip(pieces, meshes, strict=True):
        results[box.name].setdefault("admesh", {})[piece] = mesh
    (folder / RESULTS_FILE).write_text(json.dumps(results, indent=2) + "\n", "utf-8")


def _render_piece(work: Path, folder: Path, box: PrintedBox, piece: str) -> dict[str, int]:
    """Render a piece and return admesh's counts: open edges, facets without area, bodies, and everything fixed."""
    stl = folder / box.name / f"{piece}.stl"
    if not _openscad(work, box, stl, [f'show="{piece}"']):
        raise CaseError(f"{box.name}: nothing is shown as {piece}")
    output = subprocess.run(["admesh", str(stl)], stdout=subprocess.PIPE, text=True, check=True).stdout
    return {name.lower(): int(count) for name, count in _ADMESH_COUNT.findall(output)}


def _check_box(work: Path, folder: Path, box: PrintedBox) -> dict[str, Any]:
    """Return the lists in a box's source, the checks that failed, and whether the checks can fail.

    To show the latter, the lid is moved out of place, which a check must notice.
    """
    list_file = work / f"{box.name}.echo"
    _openscad(work, box, list_file, ['show="list"'])
    lists = dict(re.findall(r"(\w+) = (\[.*?\])(?=, \w+ = |$)", list_file.read_text("utf-8").strip()))
    results: dict[str, Any] = {name: json.loads(value) for name, value in lists.items()}
    made_parameter = f'made="{folder / box.name}"'
    checks = _every_check(results["parts"], len(box.pieces))

    def leaves_something(check: str, *more: str) -> bool:
        return _openscad(work, box, work / f"{box.name}-left.stl", [check, made_parameter, *more])

    results["wrong"] = (
        [name for name, parameters in checks.items() if leaves_something(*parameters)]
        if leaves_something('show="wrong"')
        else []
    )
    results["told when the lid is beside its place"] = leaves_something('show="meets"', f'item="{box.probe}"', "slip=1")
    return results


def _every_check(parts: Sequence[str], pieces: int) -> Mapping[str, Sequence[str]]:
    """Return the single checks by name, as parameters of a box's source."""
    return {
        "held": ['show="held"'],
        "ways": ['show="ways"'],
        **{f"meets {part}": ['show="meets"', f'item="{part}"'] for part in parts},
        **{f"apart {part}": ['show="apart"', f'item="{part}"'] for part in parts[:-1]},
        **{
            f"pieces {first} {second}": ['show="pieces"', f"item=[{first},{second}]"]
            for first, second in combinations(range(pieces), 2)
        },
    }


def _openscad(work: Path, box: PrintedBox, output: Path, extra_parameters: Iterable[str], *options: str) -> bool:
    """Have OpenSCAD make a file; return whether the object is not empty.

    Raises:
        CaseError: OpenSCAD reported an error or warning.
    """
    parameters = [word for parameter in (*box.parameters, *extra_parameters) for word in ("-D", parameter)]
    command = ["openscad", "--hardwarnings", *options, *parameters, "-o", str(output), str(work / box.source)]
    if output.suffix == ".png":
        command = ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1600x1200x24", *command]
    completed = subprocess.run(
        command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if _EMPTY in completed.stdout and not re.search("ERROR|WARNING", completed.stdout):
        return False
    if completed.returncode or re.search("ERROR|WARNING", completed.stdout):
        raise CaseError(f"{box.name} {' '.join(extra_parameters)}: {completed.stdout}")
    return True


def _views() -> list[tuple[PrintedBox, str]]:
    """Return the views to picture: the whole boxes, and each piece as it lies on the print bed."""
    box_views = ("closed", "open", "inside", "under")
    return [(box, show) for box in BOXES for show in ((*box_views, *box.pieces) if not box.parameters else ("inside",))]


def _take_picture(work: Path, folder: Path, box: PrintedBox, show: str) -> None:
    rotation = ",".join(str(degrees) for degrees in _ROTATIONS[show])
    path = folder / f"{box.name}-{show}.png"
    parameters = [f'show="{show}"', f'made="{folder / box.name}"']
    size = ",".join(str(points) for points in _RENDERED_SIZE)
    look = (
        "--viewall",
        "--autocenter",
        f"--camera=0,0,0,{rotation},500",
        f"--imgsize={size}",
        "--colorscheme=Tomorrow",
    )
    _openscad(work, box, path, parameters, *look)
    with Image.open(path) as rendered:
        _framed(rendered.convert("RGB")).save(path)


def _framed(rendered: Image.Image) -> Image.Image:
    """Return a picture with the object in the middle, as large as possible."""
    background = rendered.getpixel((0, 0))
    bounds = ImageChops.difference(rendered, Image.new("RGB", rendered.size, background)).getbbox()
    if bounds is None:
        raise CaseError("a picture shows nothing")
    cropped = rendered.crop(bounds)
    share = (1 - 2 * _MARGIN) * min(_PICTURE_SIZE[0] / cropped.width, _PICTURE_SIZE[1] / cropped.height)
    small = cropped.resize((round(cropped.width * share), round(cropped.height * share)), Image.Resampling.LANCZOS)
    framed = Image.new("RGB", _PICTURE_SIZE, background)
    framed.paste(small, ((_PICTURE_SIZE[0] - small.width) // 2, (_PICTURE_SIZE[1] - small.height) // 2))
    return framed


def main() -> None:
    """Build everything; with --write, update the committed files."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--write", action="store_true", help="renew measures.scad and the pictures in docs/pi/case")
    try:
        cached = write() if parser.parse_args().write else build()
    except CaseError as error:
        sys.exit(str(error))
    sys.stdout.write(f"The case is in {OUT.relative_to(CHECKOUT)}, kept in {cached}\n")


if __name__ == "__main__":
    main()
