"""The set-up of a game of 1983: shipped edition, wheel and figures of an owner, and options."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.classic import CLASSIC
from companion.games.classic.cards import Colour, GoodsCard
from companion.games.classic.edition import edition_from
from companion.rules.copied_parts import CopiedBoard
from companion.rules.rule_errors import MalformedError
from companion.rules.scene import Notes, Tone
from companion.rules.viewer import PUBLIC
from tests.games.classic.journey import NAMES, Journey


def test_the_french_edition_is_shipped() -> None:
    edition = edition_from({}, 3)
    assert (edition.start, edition.total, edition.notes) == (240, 2040, (10, 20, 30, 50))
    assert (edition.values, edition.hasards, edition.goods_per_colour) == (((80, 3), (50, 4), (30, 2)), 5, 9)
    assert len(edition.colours) * (edition.goods_per_colour + edition.hasards) == 56
    assert (edition.threshold, edition.gifts, edition.gift_value) == (900, 3, 80)
    assert (edition.table_value, edition.secret_value) == (240, 240)


def test_everyone_starts_in_venice_with_240_besants() -> None:
    journey = Journey(4)
    assert journey.lines == [(seat, "besants", 240, None) for seat in (1, 2, 3, 4)]
    assert [hand.place.value for hand in journey.state.hands] == ["venice"] * 4


def test_the_shipped_wheel_is_a_trial_wheel_until_copied() -> None:
    assert edition_from({}, 2).wheel.placeholder
    own: dict[str, Any] = {"wheel": {"sectors": [{"land": 1, "sea": 9}, {"land": "bandit", "sea": 2, "weight": 3}]}}
    wheel = edition_from(own, 2).wheel
    assert not wheel.placeholder
    assert wheel.weights == (1, 3)
    journey = Journey(**own)
    journey.refuses("C2", move="spin", route="land", chance=[2])
    journey.spin(1).fight(6, 1).spin(1, "sea")
    assert journey.state.turn is not None
    assert journey.state.turn.points == 2


@pytest.mark.parametrize("sectors", [2, 36])
def test_a_wheel_may_have_2_to_36_sectors(sectors: int) -> None:
    assert len(edition_from({"wheel": {"sectors": [{"land": 1, "sea": 1}] * sectors}}, 2).wheel.sectors) == sectors


_SECTOR: dict[str, Any] = {"land": 1, "sea": 1}


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"wheel": {"sectors": [_SECTOR]}}, "wheel.sectors"),
        ({"wheel": {"sectors": [_SECTOR] * 37}}, "wheel.sectors"),
        ({"wheel": {"sectors": 8}}, "wheel.sectors"),
        ({"wheel": {"sectors": [_SECTOR, {**_SECTOR, "land": 0}]}}, "wheel.sectors.1.land"),
        ({"wheel": {"sectors": [_SECTOR, {**_SECTOR, "sea": 10}]}}, "wheel.sectors.1.sea"),
        ({"wheel": {"sectors": [_SECTOR, {**_SECTOR, "sea": "bandit"}]}}, "wheel.sectors.1.sea"),
        ({"wheel": {"sectors": [_SECTOR, {**_SECTOR, "land": True}]}}, "wheel.sectors.1.land"),
        ({"wheel": {"sectors": [_SECTOR, {"land": 1}]}}, "wheel.sectors.1.sea"),
        ({"wheel": {"sectors": [{**_SECTOR, "weight": 0}, _SECTOR]}}, "wheel.sectors.0.weight"),
        ({"wheel": {"sectors": [{**_SECTOR, "air": 1}, _SECTOR]}}, "wheel.sectors.0.air"),
        ({"wheel": {"sectors": [_SECTOR, 3]}}, "wheel.sectors.1"),
        ({"wheel": {"placeholder": 1}}, "wheel.placeholder"),
        ({"wheel": []}, "wheel"),
        ({"goods": {"colours": ["blue", "pink"]}}, "goods.colours.1"),
        ({"goods": {"colours": ["blue", "blue"]}}, "goods.colours"),
        ({"goods": {"colours": []}}, "goods.colours"),
        ({"goods": {"colours": ["blue", "mauve"]}}, "return.each_of.1"),
        ({"goods": {"values": {"80": -1}}}, "goods.values.80"),
        ({"goods": {"values": {"eighty": 1}}}, "goods.values.eighty"),
        ({"goods": {"values": {"80": None}}}, "khan.gift_value"),
        ({"goods": {"stock": 1}}, "goods.stock"),
        ({"money": {"start": "240"}}, "money.start"),
        ({"money": {"notes": [10, 0]}}, "money.notes.1"),
        ({"money": {"total": None}}, "money.total"),
        ({"return": {"threshold": {"2": None}}}, "return.threshold.2"),
        ({"return": {"threshold": {"5": 1}}}, "return.threshold.5"),
        ({"return": {"min_each": 3}}, "return.max_each"),
        ({"return": {"each_of": ["violet"]}}, "return.each_of.0"),
        ({"khan": {"gift_value": 70}}, "khan.gift_value"),
        ({"hasard": {"effects": [{"besants": 10}, {"besant": 10}]}}, "hasard.effects.1.besant"),
        ({"hasard": {"effects": [{}]}}, "hasard.effects.0"),
        ({"hasard": {"effects": [{"lose": {"colour": "blue", "value": 70}}]}}, "hasard.effects.0"),
        ({"hasard": {"effects": [{"lose": {"colour": "pink", "value": 80}}]}}, "hasard.effects.0.lose.colour"),
        ({"hasard": {"effects": [{"besants": 10, "to": {"loot": True}}]}}, "hasard.effects.0.to"),
        ({"hasard": {"effects": [{"besants": -10, "to": {"seat": 2}}]}}, "hasard.effects.0.to"),
        ({"mission": {"towns": ["Pagan", ""]}}, "mission.towns.1"),
        ({"tracking": "points"}, "tracking"),
        ({"bandits_d8": 1}, "bandits_d8"),
        ({"move_bonus": 3}, "move_bonus"),
        ({"move_bonus": True}, "move_bonus"),
        ({"colours": ["blue", "blue"]}, "colours"),
        ({"colours": ["violet"]}, "colours.0"),
        ({"colours": ["blue", "red", "green"]}, "colours"),
        ({"roulette": {}}, "roulette"),
    ],
)
def test_a_wrong_setup_is_refused_with_its_path(options: dict[str, Any], where: str) -> None:
    with pytest.raises(MalformedError) as caught:
        CLASSIC.begin(NAMES[:2], options)
    assert caught.value.where == where


def test_figures_of_another_edition_are_used() -> None:
    options: dict[str, Any] = {
        "money": {"start": 100},
        "goods": {"values": {"80": None, "60": 5}, "price": 25, "max_bought": 1},
        "khan": {"gift_value": 60, "gifts": 1},
    }
    journey = Journey(**options).post().buy("blue:60")
    assert journey.besants == (75, 100)
    journey.refuses("C10", move="buy", colour="blue", value=60)
    assert journey.match.edition.copies(GoodsCard(Colour.BLUE, 60)) == 5


def test_pieces_have_chosen_colours_or_the_first_free_ones() -> None:
    match, *_ = CLASSIC.begin(NAMES[:3], {"colours": [None, "blue"]})
    assert match.colours == (("red",), ("blue",), ("green",))


def test_the_bank_warns_after_paying_out_too_much() -> None:
    journey = Journey(4).give(1, besants=1320)
    assert _bank(journey) == {"out": 2040, "total": 2040, "warning": False}
    journey.give(2, besants=250)
    assert _bank(journey) == {"out": 2050, "total": 2040, "warning": True}


def test_the_stacks_are_counted_by_colour_for_all_to_see() -> None:
    journey = Journey().post().buy("blue:80", "blue:30").end().lose().give(2, "green:30").ransom("green:30")
    assert _stacks(journey) == {"blue": 7, "green": 8, "yellow": 9, "mauve": 9}


def _bank(journey: Journey) -> Any:
    """Return the besants paid out, those in the box, and whether a warning is shown."""
    view = journey.match.player_view(journey.state, PUBLIC)
    scene = journey.match.scene(view, PUBLIC, None)
    notes = [note for block in scene.blocks if isinstance(block, Notes) for note in block.notes]
    warned = any(note.id == "bank" and note.tone is Tone.WARNING for note in notes)
    return {"out": view.out, "total": journey.match.edition.total, "warning": warned}


def _stacks(journey: Journey) -> dict[str, int]:
    counts = journey.match.player_view(journey.state, PUBLIC).stacks
    assert counts is not None
    return {colour.value: count for colour, count in zip(journey.match.edition.colours, counts, strict=True)}


def test_the_owners_board_asks_about_khanbalik_and_towns() -> None:
    board = next(part for part in CLASSIC.accessories.copied if isinstance(part, CopiedBoard))
    spaces = board.spaces({**CLASSIC.figures, "mission": {"towns": ["Pagan", "St. Thomas", "Pagan", "khanbalik"]}})
    assert [space.id for space in spaces] == ["khanbalik", "Pagan", "St. Thomas"]
    assert {(question.name, *space.questions) for question in board.questions for space in spaces} == {("posts",) * 2}
    answers = [answer.value for question in board.questions for answer in question.answers]
    for answer in answers:
        assert edition_from({"posts": {space.id: answer for space in spaces}}, 2).posts
    assert answers == ["blue", "green", "yellow", "mauve", False]
    assert board.summary({"posts": {"Pagan": False}}).args == (("n", 1),)


def test_invalid_figures_leave_khanbalik_to_copy() -> None:
    board = next(part for part in CLASSIC.accessories.copied if isinstance(part, CopiedBoard))
    assert [space.id for space in board.spaces({"money": {"start": "much"}})] == ["khanbalik"]
