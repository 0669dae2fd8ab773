"""Pictures of every page in every state: the states of the accessibility tests, and more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, expect

from companion.support.resources import web_dir
from tests.chromium import launched
from tests.e2e.chance_rooms import CHANCE
from tests.e2e.rooms import STATES, TELEVISION, acting_page
from tests.kept.files import EVERY_JOURNAL, EXPORTS
from tests.on_request.gallery.camera import PHONES, TELEVISIONS, Lens, file_name, live, take
from tests.on_request.gallery.rooms import Hall, hall

LANGUAGES: Mapping[str, tuple[Lens, ...]] = {"fr-FR": PHONES[:1], "en-GB": PHONES[-1:]}
"""The languages, each with the lenses for the many pages of kept journals."""
ALIKE = ("--disable-partial-raster", "--disable-checker-imaging", "--run-all-compositor-stages-before-draw")
"""Switches of the browser that make it draw the same page identically."""
CARD = ".action-card .action:is([aria-expanded], [aria-haspopup])"
"""A card under which something opens: any other is a move, and plays it."""
OPEN = ".confirm, .sheet, .why-not"
Stop = tuple[str, tuple[Lens, ...], Page]
"""A page to take: its name, its lenses, and the page."""


def take_all(folder: Path, match: str = "") -> None:
    """Take every page whose name has this text, in both languages in parallel."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as readers:
        for reader in [readers.submit(_take_in, language, folder / language[:2], match) for language in LANGUAGES]:
            reader.result()


def _take_in(language: str, folder: Path, match: str) -> None:
    with launched(*ALIKE) as browser, TemporaryDirectory() as scratch, hall(browser, Path(scratch), language) as rooms:
        for name, lenses, page in _stops(rooms, match):
            take(page, folder, name, lenses)
            page.close()


def _stops(rooms: Hall, match: str) -> Iterator[Stop]:
    for name, reach in (STATES | CHANCE | MORE).items():
        if match in file_name(name):
            page = reach(rooms)
            yield name, TELEVISIONS if name.startswith("tv") else PHONES, page
            rooms.close_pages()
    for journal in EVERY_JOURNAL:
        if match in journal:
            yield from _kept(rooms, journal)
            rooms.close_pages()


# States beyond those of the accessibility tests.


def checking(rooms: Hall, export: str | None = None) -> Page:
    """Return the page that checks games, from a disk: empty, or with the verdict on a kept export."""
    page = rooms.new_context(locale=rooms.language, reduced_motion="reduce").new_page()
    page.goto((web_dir() / "verify.html").as_uri())
    if export is not None:
        page.set_input_files("#file", EXPORTS / export)
        expect(page.locator("#verdict h2")).not_to_be_empty()
    return page


MORE: dict[str, Callable[[Hall], Page]] = {
    "before the first move": lambda rooms: acting_page(rooms.page("begun", role=1)),
    "tv, before the first move": lambda rooms: rooms.page("begun", "tv", **TELEVISION),
    "verify": checking,
    "verify, right": lambda rooms: checking(rooms, "classic_two_ends.jsonl"),
    "verify, not yet": lambda rooms: checking(rooms, "classic_typed.public.jsonl"),
    "verify, no chance": lambda rooms: checking(rooms, "expedition_v2.jsonl"),
    "games of two evenings": lambda rooms: rooms.page("phones", "games"),
    "games of two evenings, host": lambda rooms: rooms.page("phones", "games", role="host"),
}


# Pages of a kept journal.


def _kept(rooms: Hall, journal: str) -> Iterator[Stop]:
    """Yield the public page, the forms of the active seats, the television, and every past game."""
    lenses = LANGUAGES[rooms.language]
    page = live(acting_page(rooms.page(journal)))
    view = page.request.get(f"{rooms.room(journal).companion.local_address}api/state").json()
    yield f"{journal} watching", lenses, page
    yield f"{journal} tv", TELEVISIONS[:1], live(rooms.page(journal, "tv", **TELEVISION))
    for number in _numbers(rooms, journal):
        yield f"{journal} game {number}", lenses, rooms.page(journal, f"games/{number}")
    yield f"{journal} host", lenses, live(acting_page(rooms.page(journal, role="host")))
    if view["game"] is None:
        yield f"{journal} free", lenses, live(rooms.page(journal, "free"))
    for seat in _acting(view):
        phone = live(acting_page(rooms.page(journal, role=seat)))
        yield from _seat(f"{journal} seat {seat}", phone, lenses, forms=seat in view["waiting"])


def _seat(name: str, page: Page, lenses: tuple[Lens, ...], *, forms: bool) -> Iterator[Stop]:
    """Yield the phone of a seat, and the content under each of its cards."""
    address, context = page.url, page.context
    cards = page.locator(CARD).count() if forms else 0
    yield name, lenses, page
    for index in range(cards):
        page = context.new_page()
        page.goto(address)
        live(acting_page(page)).locator(CARD).nth(index).click()
        expect(page.locator(OPEN).first).to_be_visible()
        yield f"{name} card {index + 1}", lenses, page


def _acting(view: dict[str, Any]) -> list[int]:
    """Return the seats whose phones show more than the others: all if they have a hand, else the active ones."""
    if view["over"] or view["closed"]:
        return []
    secret = any(place["total"] is None for place in view["standings"])
    return [seat["seat"] for seat in view["seats"]] if secret else view["waiting"]


def _numbers(rooms: Hall, journal: str) -> list[int]:
    address = rooms.room(journal).companion.local_address
    context = rooms.browser.new_context()
    games = context.request.get(f"{address}api/games").json()["games"]
    context.close()
    return [game["number"] for game in games]
