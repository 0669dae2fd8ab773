"""Every screen of the box in both languages, compared with what it said when somebody looked at it.

`python -m tests.input.golden` renews what they say; how it is painted is told by the samples in `tests/screen`.
"""

from __future__ import annotations

from functools import cache

import pytest

from companion.box.faces.faces import Face
from companion.box.pages.page import Page
from companion.box.pages.wheel_spin import ThrowingPage
from companion.box.screen.paint import shortened
from companion.words.catalogue import LANGUAGES
from tests.input.golden import golden, path_of, told, written
from tests.input.golden.screens import LARGE, Screen, screens

EVERY = [(language, name) for language in LANGUAGES for name in golden(language)]
by_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def toured(language: str) -> dict[str, Screen] | Exception:
    """Every screen, or why a tour ended early: it is not taken again for each of them."""
    try:
        return screens(language)
    except Exception as error:  # noqa: BLE001 - raised by every test that looks at a screen
        return error


def shown(language: str) -> dict[str, Screen]:
    found = toured(language)
    if isinstance(found, Exception):
        raise AssertionError("a tour through the screens ended early") from found
    return found


@cache
def looked_at(language: str) -> dict[str, str]:
    return golden(language)


def kinds_of(base: type) -> set[str]:
    """The name of every class that is made from this one; a class with slots leaves its first draft behind."""
    made: list[type] = type.__subclasses__(base)
    return {cls.__name__ for cls in made} | {kind for other in made for kind in kinds_of(other)}


@pytest.mark.parametrize(("language", "name"), EVERY)
def test_the_screen_says_what_it_said_when_it_was_looked_at(language: str, name: str) -> None:
    screen = shown(language)[name]
    assert told(name, screen.page, screen.face) == looked_at(language)[name], "if it is meant: look, and renew it"


@by_language
def test_every_screen_was_looked_at_and_stands_in_its_file_in_order(language: str) -> None:
    assert set(shown(language)) == set(looked_at(language))
    assert {f"{name}_large" for name in LARGE} <= set(looked_at(language))
    assert path_of(language).read_text("utf-8") == written(looked_at(language))


def test_screens_that_differ_anywhere_are_told_otherwise() -> None:
    for language in LANGUAGES:
        faces = {name: screen.face for name, screen in shown(language).items()}
        texts = {name: told("", Page, face) for name, face in faces.items()}
        assert len(set(texts.values())) == len(set(faces.values()))


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
    assert without == {"off", "off_large", "moment", "moment_large"}
