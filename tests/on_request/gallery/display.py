"""Pictures and words of the small display: every sample, and every screen of the box in both languages and sizes."""

from __future__ import annotations

from pathlib import Path

from companion.box.faces.faces import Face
from companion.box.screen.paint import paint
from companion.words.catalogue import LANGUAGES
from tests.input.golden.screens import screens
from tests.on_request.gallery.camera import note_words
from tests.screen.golden import image_of
from tests.screen.samples import samples


def take(folder: Path) -> None:
    """Take all pictures of the display."""
    for name, face in samples().items():
        _save(face, folder / "samples" / f"{name}.png")
    for language in LANGUAGES:
        for name, screen in screens(language, large=None).items():
            _save(screen.face, folder / language / f"{name}.png")
            note_words(folder / language, name, "\n".join(screen.face.spoken()))


def _save(face: Face, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    image_of(paint(face)).save(file)
