"""Tests of every block of a scene in a real browser: on phones and on a television, touched, alone, and broken."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import hypot
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from companion.rules.scene import (
    Card,
    CardRow,
    Cards,
    Dice,
    DiceGroup,
    Die,
    Mark,
    Onward,
    Piece,
    Road,
    Role,
    Stage,
    Track,
)
from tests.e2e.test_accessibility import axe_faults
from tests.fonts import in_other_letters
from tests.kit.blocks import BOARD, CARDS, DICE, EVERY, MAP, NOTES, RING, ROAD, STALLS, TRACK, blocks_for
from tests.server.browser_world import FROM_BOX, BrowserWorld
from tests.server.replaced_scene import replaced_scene
from tests.server.watched_table import overflow

pytestmark = pytest.mark.e2e
NAMES = ("Inès", "Wolfgang Amadeus Theophilus Mozart aus S")
TWELVE = """document.addEventListener("readystatechange", () => {
  const told = document.getElementById("view");
  const view = JSON.parse(told.textContent);
  const twelve = (make) => Array.from({ length: 12 }, (_, i) => make(i));
  const { blocks } = view.scene;
  view.seats = twelve((i) => ({ ...view.seats[i % 2], seat: i + 1 }));
  view.standings = twelve((i) => ({ ...view.standings[0], seat: i + 1 }));
  for (const { rows } of blocks.filter(({ block }) => block === "grid"))
    for (const row of rows) row.cells = twelve((i) => row.cells[i % 2]);
  const purse = blocks.find(({ block }) => block === "purse");
  const others = blocks.filter(({ block }) => block !== "purse");
  view.scene.blocks = [...others, ...twelve((i) => ({ ...purse, id: `purse:${i + 1}`, seat: i + 1 }))];
  told.textContent = JSON.stringify(view);
}, { once: true });
window.EventSource = class extends EventTarget { close() {} };"""
"""A page of a table of twelve, which no game here seats."""
TELEVISION: Any = {"width": 1920, "height": 1080}
HIDE = {"move": "hide", "colour": "red", "value": 11_111, "wish": "peace"}


def tv(world: BrowserWorld, **options: Any) -> Page:
    page = world.phone(viewport=TELEVISION, **options)
    page.goto(f"{world.companion.local_address}tv")
    return page


def block(page: Page, name: str) -> Locator:
    return page.locator(f'.block[data-block="{name}"]')


def wait_for_blocks(page: Page, count: int = len(EVERY)) -> None:
    """Wait until every block is drawn, and none is reduced to its lines of text."""
    expect(page.locator(".block:not(.purse-block) .block-room > *:first-child")).to_have_count(count)
    expect(page.locator(".block.plain")).to_have_count(0)


@in_other_letters
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "language"), [(390, "en-GB"), (320, "fr-FR")])
def test_every_block_is_visible_on_a_phone(world: BrowserWorld, width: int, language: str, theme: Any) -> None:
    with replaced_scene(*blocks_for(2), touches=("die", "place", "card", "sector")):
        world.start(*NAMES, game="lanterns")
        page = world.seat(1, language, viewport={"width": width, "height": 844}, color_scheme=theme)
        wait_for_blocks(page)
        page.locator("#totals summary").first.click()
        expect(block(page, "purse:1").locator(".held")).to_have_count(2)
        expect(block(page, "purse:1")).to_contain_text("12")
        assert overflow(page) == 0
        assert axe_faults(page) == []


@in_other_letters
def test_twelve_seats_fit_a_narrow_phone(world: BrowserWorld) -> None:
    with replaced_scene(*blocks_for(2)):
        world.start(*NAMES, game="lanterns")
        page = world.phone(viewport={"width": 320, "height": 844}, before=TWELVE)
        wait_for_blocks(page)
        expect(page.locator(".purse-block")).to_have_count(12)
        assert overflow(page) == 0


@in_other_letters
def test_every_block_is_visible_on_a_television_at_once(world: BrowserWorld) -> None:
    with replaced_scene(*blocks_for(2)):
        world.start(*NAMES, game="lanterns")
        page = tv(world)
        wait_for_blocks(page)
        sizes: dict[str, float] = {
            name: _size(block(page, name)) for name in ("map", "path", "wheel", "dice", "stalls", "board")
        }
        assert max(sizes, key=lambda name: sizes[name]) == "map"
        for element in page.locator(".block").all():
            box = element.bounding_box()
            assert box
            assert box["x"] + box["width"] <= 1920
            assert box["y"] + box["height"] <= 1080
        expect(block(page, "purse:1")).to_be_visible()
        assert axe_faults(page) == []


@in_other_letters
def test_an_almost_lone_track_uses_the_full_width(world: BrowserWorld) -> None:
    with replaced_scene(TRACK, DICE, wide="path"):
        world.start(*NAMES, game="lanterns")
        page = tv(world)
        expect(block(page, "dice").locator("svg").first).to_be_visible()
        track, dice = (block(page, name).bounding_box() for name in ("path", "dice"))
        assert track
        assert dice
        assert track["width"] > 1.8 * dice["width"]
        assert axe_faults(page) == []


@in_other_letters
def test_cards_of_each_seat_lie_side_by_side(world: BrowserWorld) -> None:
    rows = tuple(
        CardRow(id=f"{n}", name=f"Tray {n}", cards=(Card[str](id=f"{n}", thing="red:11111"),)) for n in range(5)
    )
    with replaced_scene(Cards(id="trays", name="The trays", rows=rows), wide="trays"):
        world.start(*NAMES, game="lanterns")
        page = tv(world)
        trays = block(page, "trays")
        expect(trays.locator(".face")).to_have_count(5)
        room, *boxes = (element.bounding_box() for element in (trays, *trays.locator(".card-row").all()))
        assert room
        assert all(box and box["y"] + box["height"] <= room["y"] + room["height"] for box in boxes)
        assert len({box["y"] for box in boxes if box}) == 1


def test_nothing_hides_the_drawings_of_places_and_coins(world: BrowserWorld) -> None:
    """Use the drawings of the game with these towns; any drawing would do."""
    marks: tuple[Mark[str], ...] = (Mark(thing="hasard", role=Role.GIVES),)
    places = tuple(replace(place, art="hasard", marks=marks) for place in TRACK.places)
    with replaced_scene(replace(TRACK, places=places, pieces=())):
        world.start(*NAMES, game="classic")
        page = world.phone()
        expect(block(page, "path").locator(".art path")).to_have_count(len(places))
        above = page.locator(".dashes ~ .art")
        rows = page.locator(".art").evaluate_all("(all) => new Set(all.map((one) => one.getCTM().f)).size")
        assert rows > 1
        assert above.count() == rows - 1, "the first of every row but one"


@in_other_letters
def test_the_turns_block_is_near_the_top_of_a_phone(world: BrowserWorld) -> None:
    with replaced_scene(*EVERY):
        world.start(*NAMES, game="lanterns")
        page = world.phone()
        wait_for_blocks(page)
        boxes = [
            element.bounding_box()
            for element in (*map(partial(block, page), ("notes", "dice")), page.locator("#totals"))
        ]
        boxes += [block(page, name).bounding_box() for name in ("map", "path")]
        tops = [box["y"] for box in boxes if box]
        assert len(tops) == 5
        assert tops == sorted(tops)


def test_the_round_is_visible_on_phone_and_television(world: BrowserWorld) -> None:
    world.start("Ada", "Bo", game="lanterns")
    for seat in (1, 2, 1, 2):
        world.play(seat, **HIDE)
    expect(world.phone().locator("#game-title")).to_contain_text("· round 1")
    expect(world.phone("fr-FR").locator("#game-title")).to_contain_text("· manche 1")
    expect(tv(world).locator(".rounds")).to_have_text("Round1 of 2")


# Read aloud.


def test_drawings_have_spoken_names_and_descriptions(world: BrowserWorld) -> None:
    with replaced_scene(MAP, TRACK, RING):
        world.start("Ada", "Bo", game="lanterns")
        page = world.phone()
        wait_for_blocks(page, 3)
        for start in ("The map. Ada: Hill 3. Bo: Hill 3", "The path. Ada: 7", "The wheel. Between: The storm rages."):
            expect(page.get_by_role("img", name=start)).to_be_visible()


def test_lists_have_list_markup(world: BrowserWorld) -> None:
    with replaced_scene(DICE, STALLS, BOARD, NOTES):
        world.start("Ada", "Bo", game="lanterns")
        page = world.phone()
        wait_for_blocks(page, 4)
        dice = block(page, "dice").get_by_role("listitem")
        expect(dice.filter(has_text="shows 8")).to_have_count(2)  # the group and the die
        expect(block(page, "stalls").get_by_role("listitem").filter(has_text="2 oil are missing").last).to_be_visible()
        assert "paragraph: costs 2 points gives 3 oil" in block(page, "board").aria_snapshot()
        expect(block(page, "notes")).to_contain_text("Ada: Light a lantern.")


# Touching.


def answer_touches(text: str, requests: list[dict[str, Any]]) -> Any:
    """Return a handler that answers for the box what a touched component is good for."""
    offer = {"seat": 1, "move": HIDE, "text": text, "refused": None, "whole": True, "solemn": False}

    def answer(route: Route) -> None:
        requests.append(json.loads(route.request.post_data or "{}"))
        route.fulfill(headers=FROM_BOX, json={"offers": [offer]})

    return answer


@pytest.mark.parametrize("by", ["finger", "keys"])
def test_chosen_dice_and_cards_list_their_moves_below(world: BrowserWorld, by: str) -> None:
    with replaced_scene(DICE, STALLS, touches=("die", "card")):
        world.start(*NAMES, game="lanterns")
        page, requests = world.seat(1), list[dict[str, Any]]()
        page.route("**/api/touch", answer_touches("Light it", requests))
        die = page.get_by_role("button", name="shows 4", exact=True)
        card = block(page, "stalls").get_by_role("button").first
        for element in (die, card):
            expect(element).to_have_attribute("aria-pressed", "false")
            if by == "finger":
                element.click()
            else:
                element.focus()
                page.keyboard.press("Space")
            expect(element).to_have_attribute("aria-pressed", "true")
        expect(block(page, "stalls").locator(".touched .action")).to_have_text("Light itred 11111")
        expect(block(page, "dice").locator(".touched .action")).to_have_count(0)
        assert requests[-1] == {"seat": 1, "touches": ["die:red:4", f"card:{CARDS[0]}"]}
        die.click()
        expect(die).to_have_attribute("aria-pressed", "false")
        expect(block(page, "dice").locator(".touched .action")).to_have_text("Light itred 11111")
        card.click()
        expect(page.locator(".touched .action")).to_have_count(0)


def test_a_free_die_asks_for_its_value_once(world: BrowserWorld) -> None:
    faces = tuple(f"die:red:{n}" for n in range(1, 7))
    free: tuple[Die[str], ...] = tuple(
        Die(id=f"free:{n}", colour="red", touch="die:red:*", asks=faces) for n in range(1, 4)
    )
    dice: Dice[str] = Dice(id="dice", name="Dice", groups=(DiceGroup(id="of:1", seat=1, dice=free),))
    with replaced_scene(dice, touches=("die",)):
        world.start(*NAMES, game="lanterns")
        page, requests = world.seat(1), list[dict[str, Any]]()
        page.route("**/api/touch", answer_touches("Light it", requests))
        first, second, third = (block(page, "dice").locator(".dice-list .die-face").nth(n) for n in range(3))
        values, action = page.get_by_role("group", name="Which value?"), page.locator(".touched .action")
        first.click()
        expect(values.get_by_role("button")).to_have_text(["1", "2", "3", "4", "5", "6"])
        expect(action).to_have_count(0)
        values.get_by_role("button", name="4").press("Enter")
        expect(action).to_have_text("Light itshows 4")
        expect(values.get_by_role("button", name="4")).to_be_focused()
        second.click()
        expect(action).to_have_text("Light itshows 4, shows 4")
        values.get_by_role("button", name="6").click()
        expect(action).to_have_text("Light itshows 4, shows 6")
        third.click()
        expect(action).to_have_text("Light itshows 4, shows 6, shows 6")
        assert requests[-1] == {"seat": 1, "touches": ["die:red:4", "die:red:6", "die:red:6"]}
        third.click()
        second.click()
        expect(action).to_have_text("Light itshows 4")


def test_touchable_places_and_sectors_are_buttons(world: BrowserWorld) -> None:
    with replaced_scene(MAP, RING, touches=("place", "sector")):
        world.start(*NAMES, game="lanterns")
        page, requests = world.seat(1), list[dict[str, Any]]()
        page.route("**/api/touch", answer_touches("Go there", requests))
        expect(block(page, "map").locator("svg").first).to_have_attribute("role", "group")
        place = block(page, "map").get_by_role("button", name="Hill 9", exact=True)
        place.focus()
        page.keyboard.press("Enter")
        expect(place).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Within 2, Between storm, Without name 2").press("Enter")
        expect(block(page, "wheel").locator(".touched .action")).to_be_visible()
        assert requests[-1]["touches"] == ["place:s9", "sector:2"]
        watcher = world.phone()
        expect(block(watcher, "map").get_by_role("img")).to_be_visible()
        expect(block(watcher, "map").get_by_role("button")).to_have_count(0)


@in_other_letters
def test_places_of_a_map_are_a_finger_apart(world: BrowserWorld) -> None:
    with replaced_scene(MAP):
        world.start("Ada", "Bo", game="lanterns")
        page = world.phone(viewport={"width": 360, "height": 800})
        wait_for_blocks(page, 1)
        middles = page.locator(".spot .reach").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(({ x, y, width: d }) => [x + d / 2, y + d / 2])"
        )
        assert len(middles) == len(MAP.spots)
        assert min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(middles, 2)) >= 43.5
        expect(block(page, "map").get_by_role("listitem")).to_have_count(2)


def test_an_unlabelled_place_is_smaller_but_has_a_name(world: BrowserWorld) -> None:
    with replaced_scene(
        replace(MAP, spots=tuple(replace(spot, named=spot.id == MAP.spots[0].id) for spot in MAP.spots))
    ):
        world.start("Ada", "Bo", game="lanterns")
        page = world.phone()
        wait_for_blocks(page, 1)
        names = block(page, "map").locator(".spot-name")
        expect(names).to_have_text([MAP.spots[0].name])
        expect(block(page, "map").locator(".spot title")).to_have_text([spot.name for spot in MAP.spots])


@in_other_letters
def test_pieces_on_one_place_do_not_hide_each_other(world: BrowserWorld) -> None:
    crowd = tuple(
        Piece[str](id=f"{thing}:{seat}", at="s:3", seat=seat, thing=thing) for seat in (1, 2) for thing in (None, "oil")
    )
    with replaced_scene(replace(MAP, pieces=crowd)):
        world.start("Ada", "Bo", game="lanterns")
        page = world.phone()
        wait_for_blocks(page, 1)
        pieces = block(page, "map").locator(".token > :is(.shape, .figurine)")
        boxes = [box for element in pieces.all() if (box := element.bounding_box())]
        assert len(boxes) == 4
        middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
        assert min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(middles, 2)) >= 9


@in_other_letters
@pytest.mark.parametrize("width", [320, 1280])
def test_a_shared_road_shows_all_seats_on_their_way(world: BrowserWorld, width: int) -> None:
    stages = (Stage(name="Home", seats=()), Stage(name="The gate", seats=(1, 2)), Stage(name="The well"))
    with replaced_scene(Road(id="way", name="The way", stages=stages, says="The gate is far.", thing="oil")):
        world.start("Ada", "Bo", game="lanterns")
        page = world.phone(viewport={"width": width, "height": 800})
        wait_for_blocks(page, 1)
        road = block(page, "way")
        expect(road.locator("li .unseen")).to_have_text(["Ada, Bo"])
        first, second = (box_of(traveller.locator(".mark")) for traveller in road.locator(".traveller").all())
        home, gate, well = (box_of(stop) for stop in road.locator(".stop").all())
        assert home["x"] < first["x"] < second["x"] < gate["x"] < well["x"]
        assert first["x"] + first["width"] / 2 < second["x"]
        expect(road.locator(".hint")).to_have_text("The gate is far.")
        assert overflow(page) == 0
        assert axe_faults(page) == []


def box_of(element: Locator) -> Any:
    box = element.bounding_box()
    assert box is not None
    return box


def crowd_on(place: str, size: int, *others: Piece[str]) -> Track[str]:
    """Return a track with a crowd on a place."""
    crowd = (Piece[str](id=f"piece:{number}", at=place, seat=1 + number % 2, thing="oil") for number in range(size))
    return replace(TRACK, pieces=(*crowd, *others))


@pytest.mark.parametrize(
    ("size", "others", "rows"),
    [(2, (), 1), (3, (), 1), (4, (Piece[str](id="near", at="p:3", seat=1),), 2), (4, (), 2)],
)
def test_a_crowd_behind_another_stands_on_a_wider_road(
    world: BrowserWorld, size: int, others: tuple[Piece[str], ...], rows: int
) -> None:
    with replaced_scene(crowd_on("p:2", size, *others)):
        world.start("Ada", "Bo", game="lanterns")
        page = world.phone()
        wait_for_blocks(page, 1)
        feet = (
            block(page, "path")
            .locator(".pawn")
            .evaluate_all("all => all.map(pawn => new DOMMatrix(getComputedStyle(pawn).transform).f)")
        )
        assert len({round(y) for y in feet[: size + len(others)]}) == rows
        expect(block(page, "path").locator(".layby:not(.edge)")).to_have_count(rows - 1)


def test_no_piece_stands_in_the_light_of_another(world: BrowserWorld) -> None:
    with replaced_scene(crowd_on("p:5", 3)):
        world.start("Ada", "Bo", game="lanterns")
        page = world.phone()
        wait_for_blocks(page, 1)
        path = block(page, "path")
        expect(path.locator(".glow")).to_have_count(3)
        assert path.evaluate(
            """(path) => [...path.querySelectorAll(".glow")].every((glow) =>
              [...path.querySelectorAll(".pawn")].every((pawn) => glow.compareDocumentPosition(pawn) & 4))"""
        )


def test_equal_marks_of_a_map_are_shown_as_a_count(world: BrowserWorld) -> None:
    spot = replace(MAP.spots[1], marks=(Mark(thing="oil"), Mark(thing="oil"), Mark(thing="points", n=4)))
    with replaced_scene(replace(MAP, spots=(MAP.spots[2], spot), edges=(), pieces=(), next=(Onward("s:1"),))):
        world.start("Ada", "Bo", game="lanterns")
        page = world.phone()
        wait_for_blocks(page, 1)
        marks = block(page, "map").locator(".spot-mark")
        expect(marks.locator("text")).to_have_text(["2", "4"])
        expect(marks.locator("title")).to_have_text(["oil, oil", "point"])
        expect(block(page, "map").locator(".mark-of")).to_have_count(3)


def test_ladders_of_a_board_unfold_on_a_narrow_page(world: BrowserWorld) -> None:
    (group,) = BOARD.groups
    ladder = next(space for space in group.spaces if space.ladder)
    spaces = tuple(replace(ladder, id=f"ladder:{n}") for n in range(3))
    with replaced_scene(replace(BOARD, groups=(replace(group, spaces=spaces),))):
        world.start("Ada", "Bo", game="lanterns")
        page = world.phone(viewport={"width": 390, "height": 844})
        wait_for_blocks(page, 1)
        ladders = block(page, "board").locator(".ladder")
        expect(ladders.first).to_be_hidden()
        block(page, "board").get_by_role("button", name="What each die gives").click()
        expect(ladders.first).to_be_visible()
        page.set_viewport_size({"width": 1280, "height": 844})
        expect(block(page, "board").get_by_role("button", name="What each die gives")).to_be_hidden()
        expect(ladders).to_have_count(3)


# Drawn for itself, or not at all.


def test_a_block_is_redrawn_only_when_it_changes(world: BrowserWorld) -> None:
    world.start("Ada", "Bo", game="lanterns")
    with replaced_scene(DICE, STALLS, BOARD):
        page = world.phone()
        wait_for_blocks(page, 3)
        page.evaluate("for (const one of document.querySelectorAll('.block-room > *')) one.dataset.first = ''")
    with replaced_scene(DICE, STALLS, BOARD, stalls={"rows": [{"id": "open", "says": "All is sold."}]}):
        world.play(1, **HIDE)
        expect(block(page, "stalls")).to_contain_text("All is sold.")
        for name, count in (("dice", 2), ("stalls", 0), ("board", 1)):
            expect(block(page, name).locator("[data-first]")).to_have_count(count)
    with replaced_scene(STALLS):
        world.play(2, **HIDE)
        expect(page.locator(".block:not(.purse-block)")).to_have_count(1)


@pytest.mark.usefixtures("separate_files")
def test_a_blocks_look_does_not_depend_on_later_blocks(world: BrowserWorld) -> None:
    world.start("Ada", "Bo", game="lanterns")
    fonts = []
    for seat, blocks in ((1, (ROAD,)), (2, (ROAD, BOARD))):
        with replaced_scene(*blocks):
            world.play(seat, **HIDE)
            page = world.phone()
            wait_for_blocks(page, len(blocks))
            fonts.append(page.locator(".missing h3").evaluate("one => getComputedStyle(one).font"))
    assert fonts[0] == fonts[1]


@pytest.mark.usefixtures("separate_files")
@pytest.mark.parametrize("trouble", ["bad data", "no script", "no such sort"])
def test_a_block_that_fails_shows_text_and_the_page_works(world: BrowserWorld, trouble: str) -> None:
    changes: dict[str, dict[str, Any]] = {"bad data": {"sectors": None}, "no such sort": {"block": "../act"}}
    world.start("Ada", "Bo", game="lanterns")
    with replaced_scene(RING, DICE, wheel=changes.get(trouble, {})):
        page = world.phone()
        if trouble == "no script":
            page.route("**/scripts/blocks/ring.js*", lambda route: route.abort())
            page.reload()
        expect(block(page, "wheel").get_by_role("listitem")).to_have_text("Between: The storm rages.")
        expect(block(page, "dice").locator(".die")).to_have_count(10)
        world.play(1, **HIDE)
        expect(page.locator("#events li")).to_have_count(1)
    page.unroute_all()
    with replaced_scene(RING, DICE):  # its script has another name
        world.play(2, **HIDE)
        expect(block(page, "wheel").locator(".wheel-disc")).to_be_visible()


def _size(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return float(box["width"] * box["height"])
