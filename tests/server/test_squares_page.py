"""Tests of boards of squares in a real browser: touched, read aloud, on a television, and in a picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.rules.scene import Piece, Squares
from tests.chromium import MOVING
from tests.e2e.test_accessibility import axe_faults
from tests.kit.blocks import DICE, SQUARES, TRACK, small_go
from tests.server.browser_world import BrowserWorld
from tests.server.replaced_scene import replaced_scene
from tests.server.test_blocks_page import HIDE, answer_touches, block, tv
from tests.server.test_picture_page import open_picture, play_golden
from tests.server.watched_table import overflow

pytestmark = pytest.mark.e2e

NAMES = ("Ada", "Bo")
FOCUSED = "document.activeElement.textContent"


def touched_by(*squares: str, board: Squares[str] = SQUARES) -> Squares[str]:
    """Return a board on which only these squares can be touched; without any, all can."""
    rows = tuple(
        replace(
            row,
            squares=tuple(
                replace(square, touch=f"place:{square.id}" if square.id in squares or not squares else None)
                for square in row.squares
            ),
        )
        for row in board.rows
    )
    return replace(board, rows=rows)


def cell(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=name, exact=True)


def tab_stops(page: Page) -> list[str]:
    """Return what is read aloud of all that Tab reaches on the board."""
    texts: list[str] = page.locator('.square-cells [tabindex="0"]').all_text_contents()
    return texts


def test_a_board_is_read_aloud_square_by_square(world: BrowserWorld) -> None:
    with replaced_scene(SQUARES):
        world.start(*NAMES, game="lanterns")
        page = world.phone()
        expect(page.get_by_role("grid", name="The courtyard")).to_be_visible()
        for name in ("a1, Ada", "b7, Bo", "d4, Bo oil K, last move", "e5, last move", "d5, ×2", "a3, oil, Ada", "h2"):
            expect(cell(page, name)).to_be_visible()
        expect(page.get_by_role("grid").get_by_role("row")).to_have_count(8)
        assert tab_stops(page) == ["a8"]
        assert axe_faults(page) == []
        french = world.phone("fr-FR")
        expect(cell(french, "e5, dernier coup")).to_be_visible()


def test_arrow_keys_go_over_all_squares_and_no_gap(world: BrowserWorld) -> None:
    with replaced_scene(touched_by("g8", "e7"), touches=("place",)):
        world.start(*NAMES, game="lanterns")
        page = world.seat(1)
        expect(page.get_by_role("button", name="g8")).to_be_visible()
        assert tab_stops(page) == ["g8"]
        page.get_by_role("button", name="g8").focus()
        for key, name in (
            ("ArrowRight", "g8"),  # there is a gap
            ("ArrowUp", "g8"),
            ("ArrowDown", "g7"),
            ("ArrowLeft", "f7, Bo"),
            ("ArrowLeft", "e7"),
            ("ArrowRight", "f7, Bo"),
            ("ArrowRight", "g7"),
            ("ArrowRight", "h7"),
            ("ArrowUp", "h7"),
        ):
            page.keyboard.press(key)
            assert page.evaluate(FOCUSED) == name
            assert tab_stops(page) == [name]
        assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"


@pytest.mark.parametrize("by", ["finger", "keys"])
def test_a_square_is_touched_like_other_places(world: BrowserWorld, by: str) -> None:
    with replaced_scene(touched_by("d4", "e3"), touches=("place",)):
        world.start(*NAMES, game="lanterns")
        page, requests = world.seat(1), list[dict[str, Any]]()
        page.route("**/api/touch", answer_touches("Move it", requests))
        man, square = page.get_by_role("button", name="d4, Bo"), page.get_by_role("button", name="e3", exact=True)
        man.focus()
        if by == "finger":
            man.click()
            square.click()
        else:
            for key in ("Enter", "ArrowDown", "ArrowRight", "Space"):
                page.keyboard.press(key)
        expect(square).to_have_attribute("aria-pressed", "true")
        expect(block(page, "squares").locator(".touched .action")).to_contain_text("Move it")
        assert requests[-1]["touches"] == ["place:d4", "place:e3"]
        assert axe_faults(page) == []


def test_the_focus_stays_while_others_move(world: BrowserWorld) -> None:
    with replaced_scene(touched_by(), touches=("place",)):
        world.start(*NAMES, game="lanterns")
        page = world.seat(1)
        page.get_by_role("button", name="c2").focus()
        moved = replace(SQUARES.pieces[0], at="c2")
    with replaced_scene(replace(touched_by(), pieces=(moved, *SQUARES.pieces[1:])), touches=("place",)):
        world.play(2, **HIDE)
        expect(page.get_by_role("button", name="c2, Ada")).to_be_focused()
        assert tab_stops(page) == ["c2, Ada"]


def test_a_piece_leads_to_the_move_that_brought_it(world: BrowserWorld) -> None:
    world.start(*NAMES, game="lanterns")
    for seat in (1, 2, 1, 2):
        world.play(seat, **HIDE)
    for seat in (1, 2):
        world.play(seat, move="roll", chance=[3, 4])
    world.play(1, move="hang", row="river", path=[2])
    page, other = world.seat(1), world.seat(2)
    expect(cell(page, "river 2, lantern, last move").locator(".touchable")).to_be_visible()
    world.play(1, move="end_turn")
    lantern = page.get_by_role("button", name="river 2, lantern, last move: change this move")
    lantern.click()
    expect(page.get_by_role("button", name="Remove this move")).to_be_visible()
    expect(block(other, "plan").get_by_role("button")).to_have_count(9)
    expect(block(other, "plan").get_by_role("button", name="change this move")).to_have_count(0)


def test_a_wide_board_on_a_phone_shows_the_last_move(world: BrowserWorld) -> None:
    with replaced_scene(touched_by(board=small_go()), touches=("place",)):
        world.start(*NAMES, game="lanterns")
        page = world.seat(1, viewport={"width": 320, "height": 844})
        last = page.get_by_role("button", name="q16, Ada, last move")
        expect(last).to_be_in_viewport(ratio=1)
        box = last.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 24
        expect(page.get_by_role("button", name="a16")).not_to_be_in_viewport()
        assert overflow(page) == 0


@pytest.mark.parametrize("board", [SQUARES, small_go()], ids=lambda board: board.id)
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_a_lone_board_has_the_height_of_a_television(
    world: BrowserWorld, board: Squares[str], width: int, height: int
) -> None:
    with replaced_scene(board, wide=board.id):
        world.start(*NAMES, game="lanterns")
        page = tv(world)
        page.set_viewport_size({"width": width, "height": height})
        squares = page.locator(".square rect")
        first, last = (box_of(square) for square in (squares.first, squares.last))
        assert last["y"] + last["height"] - first["y"] > 0.8 * height
        assert box_of(page.locator(".square rect").first)["width"] == pytest.approx(first["height"], abs=0.5)
        assert box_of(page.locator("#turn"))["x"] > last["x"] + last["width"]
        assert axe_faults(page) == []


def test_a_board_and_its_neighbour_fit_a_television(world: BrowserWorld) -> None:
    with replaced_scene(SQUARES, DICE, wide="squares"):
        world.start(*NAMES, game="lanterns")
        page = tv(world)
        page.set_viewport_size({"width": 1280, "height": 720})
        dice = block(page, "dice")
        expect(dice).to_be_in_viewport(ratio=1)
        squares = page.locator(".square rect")
        first, last = (box_of(square) for square in (squares.first, squares.last))
        assert last["y"] + last["height"] - first["y"] > 0.5 * 720
        assert last["x"] + last["width"] <= box_of(dice)["x"]


def test_several_pieces_share_a_square(world: BrowserWorld) -> None:
    crowd = tuple(Piece[str](id=str(number), at="b2", seat=1 + number % 2) for number in range(5))
    with replaced_scene(replace(SQUARES, pieces=crowd)):
        world.start(*NAMES, game="lanterns")
        page = world.phone()
        shapes = page.locator(".squares .shape")
        expect(shapes).to_have_count(5)
        boxes = [box_of(shape) for shape in shapes.all()]
        room = box_of(cell(page, "b2, Ada, Bo, Ada, Bo, Ada"))
        assert len({(round(box["x"]), round(box["y"])) for box in boxes}) == 5
        for box in boxes:
            assert room["x"] <= box["x"] <= box["x"] + box["width"] <= room["x"] + room["width"]
            assert room["y"] <= box["y"] <= box["y"] + box["height"] <= room["y"] + room["height"]


@pytest.mark.usefixtures("separate_files")
def test_a_piece_walks_over_its_squares(world: BrowserWorld) -> None:
    with replaced_scene(SQUARES, TRACK):
        world.start(*NAMES, game="lanterns")
        page = world.phone(**MOVING)
        expect(page.locator(".squares .token")).to_have_count(10)
        walk = """async (places) => {
          const { load } = await import("/scripts/blocks/squares.js");
          const view = JSON.parse(document.getElementById("view").textContent);
          const board = (await load()).open(document.createElement("div"));
          board.show(view.scene.blocks.find(({ id }) => id === "squares"), view);
          const walk = board.walkAlong("2:king", places);
          walk?.finish();
          return Boolean(walk && await walk.done);
        }"""
        assert page.evaluate(walk, ["e5", "d4"])
        assert not page.evaluate(walk, ["nowhere", "d4"])


def test_the_picture_of_a_game_has_its_squares(world: BrowserWorld) -> None:
    number = play_golden(world, "expedition", "two_players")
    pieces = tuple(replace(piece, thing=None) for piece in SQUARES.pieces)
    with replaced_scene(replace(SQUARES, pieces=pieces), wide="squares"):
        page = open_picture(world, number)
        drawing = page.evaluate("window.drawings[0].text()")
        assert drawing.count("<rect") > 63
        assert "×2" in drawing
        assert ">K<" in drawing


def box_of(element: Locator) -> Any:
    box = element.bounding_box()
    assert box
    return box
