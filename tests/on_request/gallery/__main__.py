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
    options = parser.parse_args()
    if options.compare:
        lines = differences(*options.compare)
        print("\n".join([*lines, f"{len(lines)} pictures are not the same"]))
        sys.exit(1 if lines else 0)
    if not options.folder:
        parser.error("name a FOLDER")
    if options.sheet:
        sheet(options.folder, options.match).save(options.sheet)
        return
    if options.folder.exists() and any(options.folder.iterdir()):
        parser.error(f"{options.folder} is not empty")
    _take(options.folder, options.match)


def _take(folder: Path, match: str) -> None:
    if not match:
        display.take(folder / "display")
    pages.take_all(folder / "pages", match)


if __name__ == "__main__":
    main()
