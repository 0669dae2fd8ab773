"""The pages of chance in all their states: the wheel and the dice, copying the wheel, free throws, and the seals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from companion.table.commands import TakeBack, ThrowFreeDice
from tests.e2e.rooms import LONG, TELEVISION, Rooms
from tests.server.browser_world import BrowserWorld

MANY: Any = {
    "sectors": [{"land": n % 9 + 1, "sea": 9 - n % 9} for n in range(33)]
    + [{"land": "bandit", "sea": "corsair", "weight": weight} for weight in (1, 4, 9)]
}
"""The greatest number of sectors of a wheel."""


def waiting_to_spin(rooms: Rooms) -> BrowserWorld:
    """Return a game of 1983 whose first seat is to spin a trial wheel again."""
    if "wheel" not in rooms.opened:
        world = rooms.opened["wheel"] = rooms.new_room("wheel")
        world.start(*LONG[:4], game="classic")
        world.play(1, move="spin", route="sea")
        world.companion.ask(lambda: world.companion.session.do(TakeBack()))
    return rooms.opened["wheel"]


def attacked(rooms: Rooms) -> BrowserWorld:
    """Return a game of 1983 on a wheel of 36 sectors whose first seat is attacked."""
    if "attack" not in rooms.opened:
        world = rooms.opened["attack"] = rooms.new_room("attack")
        world.start(*LONG[:4], game="classic", options={"wheel": MANY, "bandits_d8": True})
        world.play(1, move="spin", route="land", chance=[34])
    return rooms.opened["attack"]


def fought(rooms: Rooms) -> BrowserWorld:
    """Return a game of 1983 in which a fight was lost."""
    if "fought" not in rooms.opened:
        world = rooms.opened["fought"] = rooms.new_room("fought")
        world.start(*LONG[:4], game="classic", options={"bandits_d8": True})
        world.play(1, move="spin", route="land", chance=[7])
        world.play(1, move="fight", chance=[2, 8])
    return rooms.opened["fought"]


def thrown(rooms: Rooms) -> BrowserWorld:
    """Return a table without a game, with throws of free dice and the free wheel."""
    if "thrown" not in rooms.opened:
        world = rooms.opened["thrown"] = rooms.new_room("thrown")
        for throw in (ThrowFreeDice(dice=6), ThrowFreeDice(route="sea")):
            world.companion.ask(lambda throw=throw: world.companion.session.do(throw))  # type: ignore[misc]  # mypy: a default it cannot infer
    return rooms.opened["thrown"]


def room_page(rooms: Rooms, fill: Callable[[Rooms], BrowserWorld], path: str = "", **options: Any) -> Page:
    """Return a page of one of these rooms, once its wheel is drawn."""
    world = fill(rooms)
    name = next(name for name, opened in rooms.opened.items() if opened is world)
    page = rooms.page(name, path, **options)
    expect(page.locator(".wheel-disc")).to_be_attached()
    return page


def announced(rooms: Rooms) -> Page:
    """Return a phone that may spin, with sea announced, the only choice."""
    page = room_page(rooms, waiting_to_spin, role="host")
    page.locator('.band-card[data-band="1"]').click()
    expect(page.locator(".throw")).to_have_attribute("aria-disabled", "false")
    return page


def typing(rooms: Rooms) -> Page:
    """Return a page with a real spin being typed in."""
    page = room_page(rooms, waiting_to_spin, role="host")
    page.locator('.band-card[data-band="1"]').click()
    page.locator(".wheel-below button").click()
    expect(page.locator(".sector-cards")).to_be_visible()
    return page


def sealed(rooms: Rooms) -> Page:
    """Return the card of chance, all of it unfolded."""
    page = room_page(rooms, waiting_to_spin)
    page.locator("#chance-card > summary").click()
    page.locator("#chance-card .seal summary").click()
    expect(page.locator("#chance-card .draws li")).to_have_count(1)
    return page


def copying(rooms: Rooms) -> Page:
    """Return the page of a host who copies the wheel, with the width of a sector open."""
    page = rooms.page("empty", "wheel", role="host")
    expect(page.locator(".wheel-disc")).to_be_visible()
    page.locator("#width summary").click()
    return page


def guest(rooms: Rooms) -> Page:
    """Return the same page on a phone that is no host's."""
    page = rooms.page("empty", "wheel")
    expect(page.locator("#guest")).to_be_visible()
    return page


CHANCE: dict[str, Callable[[Rooms], Page]] = {
    "wheel, to be announced": lambda rooms: room_page(rooms, waiting_to_spin, role="host"),
    "wheel, to be thrown": announced,
    "wheel, watching": lambda rooms: room_page(rooms, waiting_to_spin),
    "wheel, typing": typing,
    "attacked": lambda rooms: room_page(rooms, attacked, role="host"),
    "attacked, watching": lambda rooms: room_page(rooms, attacked),
    "fought": lambda rooms: room_page(rooms, fought, role="host"),
    "tv, wheel": lambda rooms: room_page(rooms, waiting_to_spin, "tv", **TELEVISION),
    "tv, attacked": lambda rooms: room_page(rooms, attacked, "tv", **TELEVISION),
    "tv, fought": lambda rooms: room_page(rooms, fought, "tv", **TELEVISION),
    "chance": sealed,
    "copying the wheel": copying,
    "copying the wheel, guest": guest,
    "free throws": lambda rooms: room_page(rooms, thrown, "free", role="host"),
    "free throws, watching": lambda rooms: room_page(rooms, thrown, "free"),
}
