"""Take pictures of everything that is shown: `python -m tests.on_request.gallery FOLDER`; or `--compare OLD NEW`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.on_request.gallery import display, pages
from tests.on_request.gallery.comparing import differences
from tests.on_request.gallery.sheet import sheet


def main() -> None:
    """Take the pictures, or compare those of two folders: then the exit status is 1 unless all are the same."""
    parser = argparse.ArgumentParser(prog="python -m tests.on_request.gallery", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="an empty folder, or none yet")
    parser.add_argument("--match", default="", metavar="TEXT", help="only pages named so, and no screens")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"), help="compare two folders")
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="put the pictures of FOLDER named so on one image")
    wanted = parser.parse_args()
    if wanted.compare:
        told = differences(*wanted.compare)
        print("\n".join([*told, f"{len(told)} pictures are not the same"]))
        sys.exit(1 if told else 0)
    if not wanted.folder:
        parser.error("name a FOLDER")
    if wanted.sheet:
        sheet(wanted.folder, wanted.match).save(wanted.sheet)
        return
    if wanted.folder.exists() and any(wanted.folder.iterdir()):
        parser.error(f"{wanted.folder} is not empty")
    _take(wanted.folder, wanted.match)


def _take(folder: Path, match: str) -> None:
    if not match:
        display.take(folder / "display")
    pages.take_all(folder / "pages", match)


if __name__ == "__main__":
    main()
