"""Every screen of the box in both languages, compared point by point with the picture somebody looked at.

`python -m tests.input.golden` renews the pictures.
"""

from __future__ import annotations

from functools import cache

import pytest

from companion.input.pages.page import Page
from companion.input.pages.throwing import ThrowingPage
from companion.screen.paint import paint, shortened
from companion.screen.picture import WIDTH, Picture
from companion.views.faces import Face
from companion.views.texts import LANGUAGES
from tests.input.golden import golden, names
from tests.input.golden.screens import LARGE, Screen, screens

EVERY = [(language, name) for language in LANGUAGES for name in sorted(names(language))]
by_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def shown(language: str) -> dict[str, Screen]:
    return screens(language)


def kinds_of(base: type) -> set[str]:
    """The name of every class that is made from this one; a class with slots leaves its first draft behind."""
    made: list[type] = type.__subclasses__(base)
    return {cls.__name__ for cls in made} | {kind for other in made for kind in kinds_of(other)}


def in_letters(picture: Picture) -> list[str]:
    """A picture row by row, as one can read it where it differs."""
    return [f"{row:0{WIDTH}b}".replace("0", " ").replace("1", "#") for row in picture.rows]


@pytest.mark.parametrize(("language", "name"), EVERY)
def test_the_screen_is_the_picture_that_was_looked_at(language: str, name: str) -> None:
    assert in_letters(paint(shown(language)[name].face)) == in_letters(golden(language, name))


@by_language
def test_every_screen_has_its_picture(language: str) -> None:
    assert set(shown(language)) == names(language)
    assert {f"{name}_large" for name in LARGE} <= names(language)


@by_language
def test_nothing_on_any_screen_is_shortened(language: str) -> None:
    assert {name: shortened(screen.face) for name, screen in shown(language).items() if shortened(screen.face)} == {}


@by_language
def test_every_page_and_every_face_is_among_the_screens(language: str) -> None:
    assert {screen.page.__name__ for screen in shown(language).values()} == kinds_of(Page) - {ThrowingPage.__name__}
    assert {type(screen.face).__name__ for screen in shown(language).values()} == kinds_of(Face)


@by_language
def test_every_screen_says_what_its_keys_do(language: str) -> None:
    silent = {name for name, screen in shown(language).items() if not all(hint.text for hint in screen.face.hints)}
    without = {name for name, screen in shown(language).items() if not screen.face.hints}
    assert silent == set()
    assert without == {"off", "off_large"}
