"""Every screen of the box in both languages, compared with its text when somebody last looked at it.

`python -m tests.input.golden` renews the texts; the samples in `tests/screen` cover the painting.
"""

from __future__ import annotations

from functools import cache

import pytest

from companion.box.faces.faces import Face
from companion.box.pages.first_steps import StepPage
from companion.box.pages.level_page import LevelPage
from companion.box.pages.page import Page
from companion.box.pages.permission_page import PermissionPage
from companion.box.pages.wheel_spin import ThrowingPage
from companion.box.screen.paint import shortened
from companion.words.catalogue import LANGUAGES
from tests.input.golden import file_text, golden, path_of, screen_text
from tests.input.golden.screens import LARGE, Screen, screens

EVERY = [(language, name) for language in LANGUAGES for name in golden(language)]
by_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def take_tour(language: str) -> dict[str, Screen] | Exception:
    """Return every screen, or the error that ended a tour: the tour is not repeated for each screen."""
    try:
        return screens(language)
    except Exception as error:  # noqa: BLE001 - raised by every test that looks at a screen
        return error


def screens_of(language: str) -> dict[str, Screen]:
    tour = take_tour(language)
    if isinstance(tour, Exception):
        raise AssertionError("a tour through the screens ended early") from tour
    return tour


@cache
def looked_at(language: str) -> dict[str, str]:
    return golden(language)


def subclass_names(base: type) -> set[str]:
    """Return the names of all subclasses of this class; a class with slots leaves its first draft behind."""
    subclasses: list[type] = type.__subclasses__(base)
    return {cls.__name__ for cls in subclasses} | {kind for subclass in subclasses for kind in subclass_names(subclass)}


@pytest.mark.parametrize(("language", "name"), EVERY)
def test_a_screen_matches_its_golden_text(language: str, name: str) -> None:
    screen = screens_of(language)[name]
    assert screen_text(name, screen.page, screen.face) == looked_at(language)[name], (
        "if it is meant: look, and renew it"
    )


@by_language
def test_every_screen_is_in_the_golden_file_in_order(language: str) -> None:
    assert set(screens_of(language)) == set(looked_at(language))
    assert {f"{name}_large" for name in LARGE} <= set(looked_at(language))
    assert path_of(language).read_text("utf-8") == file_text(looked_at(language))


def test_different_screens_have_different_texts() -> None:
    for language in LANGUAGES:
        faces = {name: screen.face for name, screen in screens_of(language).items()}
        texts = {name: screen_text("", Page, face) for name, face in faces.items()}
        assert len(set(texts.values())) == len(set(faces.values()))


@by_language
def test_nothing_on_any_screen_is_shortened(language: str) -> None:
    assert {
        name: shortened(screen.face) for name, screen in screens_of(language).items() if shortened(screen.face)
    } == {}


@by_language
def test_every_page_and_face_class_is_among_the_screens(language: str) -> None:
    assert {screen.page.__name__ for screen in screens_of(language).values()} == subclass_names(Page) - {
        ThrowingPage.__name__,
        StepPage.__name__,
        LevelPage.__name__,
        PermissionPage.__name__,
    }
    assert {type(screen.face).__name__ for screen in screens_of(language).values()} == subclass_names(Face)


@by_language
def test_every_screen_has_key_hints(language: str) -> None:
    silent = {name for name, screen in screens_of(language).items() if not all(hint.text for hint in screen.face.hints)}
    without = {name for name, screen in screens_of(language).items() if not screen.face.hints}
    assert silent == set()
    assert without == {name + size for name in ("off", "moment", "dark") for size in ("", "_large")}
