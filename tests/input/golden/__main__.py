"""Renew the golden screens of the box: `python -m tests.input.golden`, with `--sheet FILE` also as one picture.

Look at the sheet before committing: from then on the tests require the box to show this.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from PIL import Image

from companion.words.catalogue import LANGUAGES
from tests.input.golden import file_text, path_of, screen_text
from tests.input.golden.screens import Screen, screens
from tests.screen.golden import labelled_sheet


def main() -> None:
    """Write every screen in every language."""
    parser = argparse.ArgumentParser(prog="python -m tests.input.golden", description=__doc__)
    parser.add_argument("--sheet", type=Path, metavar="FILE", help="where to write all pictures on one sheet")
    parser.add_argument("--only-sheet", action="store_true", help="leave the golden screens as they are")
    parser.add_argument("--match", default="", metavar="TEXT", help="on the sheet only screens named so")
    parser.add_argument("--language", choices=LANGUAGES, help="on the sheet only this language")
    wanted = parser.parse_args()
    screens_by_language = {language: screens(language) for language in LANGUAGES}
    if not wanted.only_sheet:
        for language, pictures in screens_by_language.items():
            renew(language, pictures)
    if wanted.sheet:
        chosen = {
            f"{language} {name}": screen
            for language in ([wanted.language] if wanted.language else LANGUAGES)
            for name, screen in screens_by_language[language].items()
            if wanted.match in name
        }
        sheet(chosen).save(wanted.sheet)


def renew(language: str, taken: dict[str, Screen]) -> None:
    """Replace the golden screens by the present ones."""
    texts = {name: screen_text(name, screen.page, screen.face) for name, screen in taken.items()}
    path_of(language).write_text(file_text(texts), "utf-8")


def sheet(pictures: dict[str, Screen]) -> Image.Image:
    """Return screens side by side, enlarged, with their names."""
    return labelled_sheet({name: screen.face for name, screen in pictures.items()}, columns=6, scale=2)


if __name__ == "__main__":
    main()
