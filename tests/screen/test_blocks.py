"""Blocks on the little screen: any block has a picture, and all of it can be reached."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.faces.block_view import BlockView
from companion.box.faces.faces import BlockFace
from companion.box.screen.blocks.bands import TextLine, text_bands
from companion.box.screen.canvas import HEIGHT, Picture
from companion.box.screen.paint import last_scroll, paint, shortened
from companion.rules.scene import Block, Dice, DiceGroup, Die, Road, Stage, Use
from tests.kit.blocks import small_blocks, small_grid, small_purse, small_ring, small_road
from tests.screen.any_block import any_view
from tests.screen.block_samples import face_of
from tests.screen.samples import FIVE


def pictures(block: Block[str], *, large: bool = False) -> list[Picture]:
    """Return the pictures of a block's page at every scroll position."""
    face = replace(face_of(block, FIVE), large=large)
    return [paint(replace(face, scroll=scroll)) for scroll in range(last_scroll(face) + 1)]


@given(st.lists(any_view(), max_size=3), st.booleans(), st.integers(-1, 50))
def test_any_block_has_a_picture(views: list[BlockView], large: bool, scroll: int) -> None:
    face = BlockFace(blocks=tuple(views), large=large, scroll=scroll)
    assert isinstance(paint(face), Picture)
    assert last_scroll(face) >= 0
    assert all(isinstance(text, str) for text in shortened(face))


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", sorted(small_blocks()))
def test_a_block_is_scrolled_to_its_end_and_no_further(name: str, large: bool) -> None:
    face = replace(face_of(small_blocks()[name], FIVE), large=large)
    scrolled = pictures(small_blocks()[name], large=large)
    assert len(set(scrolled)) == len(scrolled)
    assert paint(replace(face, scroll=len(scrolled) + 5)) == scrolled[-1]
    assert paint(replace(face, scroll=-1)) == scrolled[0]


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", sorted(small_blocks()))
def test_a_block_is_never_cut_off_while_scrolling(name: str, large: bool) -> None:
    face = replace(face_of(small_blocks()[name], FIVE), large=large)
    assert [shortened(replace(face, scroll=scroll)) for scroll in range(last_scroll(face) + 1)] == [()] * (
        last_scroll(face) + 1
    )


def test_a_grid_too_wide_lists_values_with_seat_letters() -> None:
    face = face_of(small_grid(12, 100), FIVE)
    assert [shortened(replace(face, scroll=scroll)) for scroll in range(last_scroll(face))] == [()] * last_scroll(face)
    changed = face_of(small_grid(12, 99), FIVE)
    assert paint(replace(face, scroll=99)) != paint(replace(changed, scroll=99)), "the totals are there"


def test_a_heavier_sector_is_wider() -> None:
    heavy = small_ring()
    even = replace(heavy, sectors=tuple(replace(sector, weight=1) for sector in heavy.sectors))
    assert pictures(heavy)[0] != pictures(even)[0]
    double = replace(heavy, sectors=tuple(replace(sector, weight=sector.weight * 2) for sector in heavy.sectors))
    assert pictures(heavy)[0] == pictures(double)[0], "only the shares count"


def test_each_state_of_a_die_looks_different() -> None:
    dice: list[Die[str]] = [
        *(Die(id="1", value=5, use=use) for use in (Use.OPEN, Use.USED, Use.KEPT)),
        Die(id="1", use=Use.ROLL),
        Die(id="1", value=4),
        Die(id="1", value=9, faces=12),
        Die(id="1", value=5, colour="black"),
    ]
    looks = {pictures(Dice(id="d", name="", groups=(DiceGroup(id="g", dice=(sample,)),)))[0] for sample in dice}
    assert len(looks) == len(dice)


def test_a_met_need_has_a_tick() -> None:
    met = replace(small_road(), needs=tuple(replace(need, have=need.least) for need in small_road().needs))
    unmet = replace(
        small_road(), needs=tuple(replace(need, have=need.least, least=need.least + 1) for need in small_road().needs)
    )
    assert pictures(met)[1] != pictures(unmet)[1]


def test_a_shared_road_shows_the_seats_at_their_stages() -> None:
    def road_pictures(*seats: tuple[int, ...]) -> list[Picture]:
        stages = tuple(Stage(name=f"Stage {number}", seats=each) for number, each in enumerate(seats))
        return pictures(Road(id="road", name="Road", stages=stages))

    looks = [road_pictures((1, 2), ()), road_pictures((1,), (2,)), road_pictures((), (1, 2)), road_pictures((), ())]
    assert all(look != other for look, other in combinations(looks, 2))


def test_a_purse_is_shown_to_its_last_line() -> None:
    painted = set()
    for number, held in enumerate(small_purse().holds):
        changed = replace(held, n=7, things=None)
        holds = (*small_purse().holds[:number], changed, *small_purse().holds[number + 1 :])
        painted.add(tuple(pictures(replace(small_purse(), holds=holds))))
    assert len(painted) == len(small_purse().holds)


def test_a_total_has_its_range_until_it_is_final() -> None:
    def purse_pictures(low: int | None = None, high: int | None = None) -> list[Picture]:
        return pictures(replace(small_purse(), total=12, low=low, high=high))

    assert len({tuple(painted) for painted in (purse_pictures(), purse_pictures(8, 40), purse_pictures(8, 41))}) == 3
    for low, high in ((12, 12), (8, None), (None, 40)):
        assert purse_pictures(low, high) == purse_pictures()


def test_a_long_line_continues_in_the_next_rows() -> None:
    words = "La caravane attend au bord du désert que la nuit tombe"
    bands = list(text_bands([TextLine(parts=(words,), right=("12", "quelque part au loin"))], large=False))
    assert len(bands) > 2
    assert all(band.height < HEIGHT for band in bands)
    short = list(text_bands([TextLine(parts=("Or",), right=("12",))], large=False))
    assert len(short) == 1
