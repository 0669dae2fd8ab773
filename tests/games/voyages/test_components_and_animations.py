"""The scene of Voyages in detail: dice, places, spaces, contracts, notes, and the names of components."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.games.voyages.moves import FULL_MOVES, POINTS_MOVES
from companion.rules.components import Amount, UnknownComponentError
from companion.rules.fields import OneOf
from companion.rules.game import move_from_json
from companion.rules.moves import Correct
from companion.rules.scene import Board, Cards, Dice, Final, Graph, Notes, Throw
from companion.rules.viewer import EVERYTHING, PUBLIC, as_seat
from companion.words.catalogue import Words
from tests.games.voyages.test_endgame import last_round
from tests.games.voyages.test_points import ROLL, points
from tests.games.voyages.test_scene_and_offers import block, offers, scene_of
from tests.games.voyages.voyage import NAMES, Voyage, first_turn

ENGLISH = Words("en")


def animation_of(voyage: Voyage, seat: int = 1, **body: Any) -> Any:
    """Play a move and return its last animation."""
    before, move = voyage.state, move_from_json(voyage.match.game, body)
    voyage.play(seat, **body)
    return voyage.match.animations(before, seat, move, voyage.state, voyage.last, PUBLIC)[-1]


# Dice.


def test_each_die_has_a_touch_target() -> None:
    first, second = block(first_turn().give(dice="blue:2 black:6"), Dice).groups
    assert [(die.id, die.touch, die.asks) for die in first.dice] == [
        ("1:1", "die:blue:2", ()),
        ("1:2", "die:black:6", ()),
    ]
    assert [die.id for die in second.dice] == [f"2:{number}" for number in range(1, 6)]


def test_v34_a_die_of_raschid_asks_for_its_face() -> None:
    (die,) = block(first_turn("raschid", "berke").give(dice="blue:*"), Dice).groups[0].dice
    assert (die.value, die.touch, die.asks) == (None, "die:blue:*", tuple(f"die:blue:{face}" for face in range(1, 7)))


def test_dice_of_a_throw_are_numbered_from_one() -> None:
    throw = animation_of(Voyage(2, characters=["wilhelm", "berke"]), move="roll", chance=[1, 2, 3, 4, 5])
    assert isinstance(throw, Throw)
    assert [die.id for die in throw.groups[0].dice] == [f"throw:1:{number}" for number in range(1, 6)]


# Notes.


@pytest.mark.parametrize(("last", "missing"), [(1, ["Ada: 2 to take, in coins or camels"]), (3, []), (6, [])])
def test_v7_announced_compensation_is_the_lack_to_fifteen(last: int, missing: list[str]) -> None:
    def notes() -> list[str]:
        return [
            ENGLISH.of(note.says, NAMES)
            for block_of_scene in scene_of(voyage).blocks
            if isinstance(block_of_scene, Notes)
            for note in block_of_scene.notes
        ]

    voyage = Voyage(2, tracking="points", characters=["berke", "wilhelm"])
    voyage.play(1, move="roll", chance=[3, 3, 3, 3, last])
    assert notes() == missing
    voyage.play(2, move="roll", chance=ROLL)
    assert notes() == [], "no more then"


# The map.


def test_places_are_drawn_by_their_figures_in_hundredths() -> None:
    spots = {spot.id: (spot.x, spot.y) for spot in block(first_turn(), Graph).spots}
    assert (spots["VEN"], spots["SAM"]) == ((0.0, 0.14), (0.33, 0.22))


def test_v21_a_known_bonus_tile_is_shown_until_taken() -> None:
    def marks(voyage: Voyage) -> dict[str, list[str | None]]:
        return {spot.id: [mark.thing for mark in spot.marks] for spot in block(voyage, Graph).spots}

    voyage = first_turn("berke", "kubilai", bonus_tiles={"ALE": "B01"}).give(coins=9)
    assert (marks(voyage)["ALE"], marks(voyage)["MOS"], marks(voyage)["O1"]) == (["bonus:B01"], [], [])
    voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["ALE"]])
    assert marks(voyage)["ALE"] == []


# Spaces.


def test_v14_khan_dice_fill_the_slots_from_the_left() -> None:
    voyage = (
        first_turn("wilhelm", "berke", "kubilai").give(dice="blue:4").play(move="khan", dice=["blue:4"], good="silk")
    )
    others = block(voyage, Board).groups[1].spaces
    khan = next(space for space in others if space.id == "khan")
    held = [(slot.id, slot.holds and (slot.holds.seat, slot.holds.value)) for slot in khan.slots]
    assert held == [("khan:1", (None, 1)), ("khan:2", (1, 4)), ("khan:3", None), ("khan:4", None)]


def test_v3_blocking_dice_have_an_unused_colour() -> None:
    voyage = Voyage(2, colours=["blue", "yellow"])
    assert {placed.die.colour for placed in (*voyage.state.spaces.khan, *voyage.state.spaces.take_five)} == {"green"}


# Contracts.


def test_a_contract_shows_the_rest_of_its_cost() -> None:
    row = block(first_turn().give(active="K01", pepper=1), Cards).rows[2]
    assert ENGLISH.of(row.cards[0].lacks) == "still needs 2 pepper", "it costs three"


# The end.


def test_v46_the_final_scoring_shows_tie_breakers_by_seat() -> None:
    voyage = last_round(goals=[["G01", "G02"], ["G03", "G04"]]).give(dice="", acted=True, camels=1).give(2, dice="")
    final = animation_of(voyage, move="end_turn")
    assert isinstance(final, Final)
    # Nobody has anything except Ada's one camel: no points, and Ada is first.
    places = [(place.seat, place.rank, place.total, place.ties and ENGLISH.of(place.ties)) for place in final.places]
    assert places == [(1, 1, 0, "1 camel"), (2, 2, 0, "0 camels")]


def test_v46_uncounted_camels_rank_as_zero() -> None:
    assert [total.order for total in points().match.totals(points().state)] == [(0, 0), (0, 0)]


# Components.


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("card:C31", "card (by the die, 2 coins to 12 coins)"),
        ("card:C27", "card (by the die, 1 pepper to 3 pepper)"),
        ("card:C20", "card (1 camel for 3 coins, or 1 coin for 1 camel)"),
        ("card:C24", "card (2 coins per fulfilled contract)"),
        ("blue:*", "blue die, any value"),
        ("black:5", "black 5"),
        ("points", "point"),
    ],
)
def test_components_have_plain_names(name: str, expected: str) -> None:
    assert ENGLISH.of(first_turn().match.component(name).word) == expected


@pytest.mark.parametrize("name", ["blue:7", "blue:0", "blue:", "violet:3", "card:C99", "tea", "goal:K01"])
def test_unknown_components_raise_an_error(name: str) -> None:
    with pytest.raises(UnknownComponentError):
        first_turn().match.component(name)


def test_only_points_are_worth_points() -> None:
    match = first_turn().match
    names = ("coins", "camels", "pepper", "silk", "gold", "points", "posts", "contracts")
    assert [name for name in names if match.component(name).worth] == ["points"]
    assert match.component("points").worth == 1


def test_v22_a_card_by_die_has_six_ways() -> None:
    printed = first_turn().match.component("card:C31").face
    assert printed is not None
    assert [(way.die, way.gives) for way in printed.uses] == [(n, (Amount("coins", 2 * n),)) for n in range(1, 7)]


# Offers.


def test_v29_filling_is_offered_by_card_or_by_a_form() -> None:
    def fulfils(active: str) -> list[tuple[bool, str | None]]:
        voyage = first_turn("berke", "kubilai").give(active=active)
        fulfil_offers = [offer for offer in offers(voyage) if offer.kind == "fulfil"]
        return [(offer.complete, offer.refused.ruling if offer.refused else None) for offer in fulfil_offers]

    # The seat has only coins and camels, and every contract costs goods.
    assert fulfils("") == [(False, "V29")]
    assert fulfils("K01") == [(True, "V29")]
    assert fulfils("K01 ?") == [(True, "V29"), (False, "V29")]


def test_moves_without_further_fields_are_complete_offers() -> None:
    voyage = first_turn("berke", "kubilai").give(camels=9)
    assert {offer.kind for offer in offers(voyage) if offer.complete} == {"end_turn", "black_die"}
    assert {offer.kind for offer in offers(points()) if offer.complete} == {"travelled", "post", "black_die"}, (
        "how many dice?"
    )


# Visibility.


def test_v42_revealed_goals_are_visible_to_their_seat_only() -> None:
    voyage = first_turn()
    move = move_from_json(VOYAGES, {"move": "reveal_goals", "cards": ["G01", "G02"]})
    before = voyage.state
    voyage.play(2, move="reveal_goals", cards=["G01", "G02"])
    views = [
        voyage.match.move_view(before, 2, move, voyage.state, viewer)["cards"]
        for viewer in (PUBLIC, as_seat(1), as_seat(2), EVERYTHING)
    ]
    assert views == [None, None, ["G01", "G02"], ["G01", "G02"]]
    take_five = move_from_json(VOYAGES, {"move": "take_five", "dice": ["blue:3"]})
    assert voyage.match.move_view(before, 1, take_five, voyage.state, PUBLIC) == {
        "move": "take_five",
        "dice": ["blue:3"],
    }


def test_options_without_goals_are_public() -> None:
    assert Voyage(2, expert=True).match.options_view(PUBLIC) == {"expert": True}
    assert Voyage(2, goals=None).match.options_view(PUBLIC) == {"goals": None}


def test_arrivals_are_the_pieces_that_moved() -> None:
    voyage = first_turn("niccolo_marco", "kubilai", bonus_tiles={"MOS": "B01"}).give(
        dice="blue:6 blue:6", coins=60, camels=9
    )
    before = voyage.state
    voyage.play(move="travel", dice=["blue:6", "blue:6"], paths=[[], ["O1", "MOS"]])
    assert {*voyage.match.arrivals(before, voyage.state)} == {"post:1:MOS", "figure:1:2"}
    assert voyage.match.arrivals(voyage.state, voyage.state) == ()


# The game.


def test_each_tracking_has_its_kinds_of_moves() -> None:
    full, noted = {move.kind for move in FULL_MOVES}, {move.kind for move in POINTS_MOVES}
    assert {*VOYAGES.moves_of("full")} == {*full, Correct.kind}
    assert {*VOYAGES.moves_of("points")} == {*noted, Correct.kind}
    assert {*VOYAGES.moves_of()} == {*full, *noted, Correct.kind}


def test_each_seat_has_one_colour() -> None:
    assert [VOYAGES.colours_per_seat(seats) for seats in VOYAGES.seats] == [1, 1, 1]


def test_end_turn_has_the_common_label() -> None:
    keys = {offer.kind: offer.kind_label.key for offer in offers(first_turn()) if offer.kind_label}
    assert (keys["end_turn"], keys["take_five"]) == ("move.end_turn", "voyages.move.take_five")


def test_v14_the_khan_asks_for_one_good() -> None:
    voyage = first_turn().give(dice="blue:4")
    field = voyage.match.next_pick(voyage.state, 1, "khan", {"dice": ["blue:4"]}, ())
    assert isinstance(field, OneOf)
    assert [ENGLISH.of(choice.label) for choice in field.choices] == ["1 pepper", "1 silk", "1 gold"]


def test_v29_without_a_contract_filling_is_refused() -> None:
    voyage = first_turn().give(active="")
    refused = {offer.kind: offer.refused for offer in offers(voyage)}["fulfil"]
    assert refused is not None
    assert (refused.reason.key, refused.ruling) == ("voyages.refused.no_contract", "V29")
