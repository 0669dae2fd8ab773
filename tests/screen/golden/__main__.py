"""Renew the golden pictures: `python -m tests.screen.golden`, with `--sheet FILE` also one big image to look at.

Look at the sheet before committing: from then on the tests say that screens look like this.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from PIL import Image, ImageDraw

from companion.screen.paint import paint
from companion.screen.picture import HEIGHT, WIDTH
from tests.screen.golden import FOLDER, image_of, names
from tests.screen.samples import samples

_SCALE = 3
_COLUMNS = 4
_CAPTION = 14


def main() -> None:
    """Write a picture for every sample, and take away those of samples that are gone."""
    parser = argparse.ArgumentParser(prog="python -m tests.screen.golden", description=__doc__)
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="where to write all pictures on one sheet")
    parser.add_argument("--only-sheet", action="store_true", help="leave the golden pictures as they are")
    parser.add_argument("--match", default="", metavar="TEXT", help="of the samples, only these on the sheet")
    wanted = parser.parse_args()
    if not wanted.only_sheet:
        renew()
    if wanted.sheet:
        sheet(wanted.match).save(wanted.sheet)


def renew() -> None:
    """Make the golden pictures those that are painted now."""
    faces = samples()
    for name, face in faces.items():
        image_of(paint(face)).save(FOLDER / f"{name}.png")
    for name in names() - set(faces):
        (FOLDER / f"{name}.png").unlink()


def sheet(match: str = "") -> Image.Image:
    """Samples side by side, enlarged, with their names."""
    faces = {name: face for name, face in samples().items() if match in name}
    step = (WIDTH * _SCALE + 8, HEIGHT * _SCALE + _CAPTION + 4)
    rows = -(-len(faces) // _COLUMNS)
    image = Image.new("L", (step[0] * min(_COLUMNS, max(len(faces), 1)), step[1] * max(rows, 1)), 60)
    pen = ImageDraw.Draw(image)
    for number, (name, face) in enumerate(faces.items()):
        x, y = number % _COLUMNS * step[0], number // _COLUMNS * step[1]
        pen.text((x + 2, y), name, 220)
        painted = image_of(paint(face)).convert("L")
        size = (WIDTH * _SCALE, HEIGHT * _SCALE)
        image.paste(painted.resize(size, Image.Resampling.NEAREST), (x, y + _CAPTION))
    return image


if __name__ == "__main__":
    main()
