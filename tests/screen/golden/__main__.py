"""Renew the golden pictures: `python -m tests.screen.golden`, with `--sheet FILE` also one big image to look at.

Look at the sheet before committing: from then on the tests require screens to look like this.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from PIL import Image

from companion.box.screen.paint import paint
from tests.screen.golden import FOLDER, image_of, labelled_sheet, names
from tests.screen.samples import samples


def main() -> None:
    """Write a picture for every sample, and delete those of samples that are gone."""
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
    """Replace the golden pictures by the present ones."""
    faces = samples()
    for name, face in faces.items():
        image_of(paint(face)).save(FOLDER / f"{name}.png")
    for name in names() - set(faces):
        (FOLDER / f"{name}.png").unlink()


def sheet(match: str = "") -> Image.Image:
    """Return samples side by side, enlarged, with their names."""
    faces = {name: face for name, face in samples().items() if match in name}
    return labelled_sheet(faces, columns=4, scale=3)


if __name__ == "__main__":
    main()
