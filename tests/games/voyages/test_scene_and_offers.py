"""The scene, animations, offers and descriptions of Voyages."""

from __future__ import annotations

from itertools import combinations
from math import dist
from typing import Any

import pytest

from companion.games.voyages.allowed_kinds import ACTIONS, BONUS_ACTIONS
from companion.games.voyages.printed_parts import Person
from companion.rules.components import Amount
from companion.rules.game import move_from_json
from companion.rules.offers import Offer
from companion.rules.scene import Board, Cards, Dice, Final, Graph, Notes, Onward, Reveal, Road, Scene, Throw, Tone
from companion.rules.text import Text
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.words.catalogue import Words
from tests.games.voyages.test_endgame import after_reveals, last_round
from tests.games.voyages.test_points import game_over, points
from tests.games.voyages.voyage import NAMES, Voyage, first_turn

ENGLISH, FRENCH = Words("en"), Words("fr")


def scene_of(voyage: Voyage, viewer: Viewer = PUBLIC) -> Scene[Text]:
    return voyage.match.scene(voyage.match.player_view(voyage.state, viewer), viewer, None)


def block(voyage: Voyage, sort: type[Any], viewer: Viewer = PUBLIC) -> Any:
    """Return the block of this class for this viewer."""
    return next(each for each in scene_of(voyage, viewer).blocks if isinstance(each, sort))


def offers(voyage: Voyage, seat: int = 1) -> list[Offer]:
    return list(voyage.match.offers(voyage.state, seat))


def description(voyage: Voyage, seat: int = 1, words: Words = ENGLISH, **body: Any) -> str:
    """Play a move and return its description."""
    before, move = voyage.state, move_from_json(voyage.match.game, body)
    voyage.play(seat, **body)
    return words.of(voyage.match.describe_move(before, seat, move, voyage.state, voyage.state, PUBLIC), NAMES)


def test_unrolled_dice_are_shown_and_then_their_values() -> None:
    voyage = Voyage(2, characters=["matteo", "berke"])
    first, second = block(voyage, Dice).groups
    assert [(die.colour, die.value) for die in first.dice] == [("blue", None)] * 5 + [("white", None)]
    assert len(second.dice) == 5
    voyage.roll_all()
    assert [die.value for die in block(voyage, Dice).groups[0].dice] == [3, 3, 3, 3, 3, 6]
    voyage.give(dice="")
    assert [group.seat for group in block(voyage, Dice).groups] == [2]


def test_the_map_shows_places_roads_figures_and_posts() -> None:
    voyage = first_turn("niccolo_marco", "kubilai", city_cards={"MOS": ["C01"]}, bonus_tiles={"MOS": "B01"})
    voyage.give(posts="ANX")
    graph = block(voyage, Graph)
    assert (len(graph.spots), len(graph.edges)) == (25, 30)
    spots = {spot.id: spot for spot in graph.spots}
    assert [mark.thing for mark in spots["MOS"].marks] == ["card:C01", "bonus:B01"]
    assert [mark.thing for mark in spots["ANX"].marks] == ["income:A"]
    assert (spots["KAR"].x, spots["KAR"].y, spots["KAR"].kind) == (0.75, 0.0, "city")
    costs = {(edge.a, edge.b): edge.cost for edge in graph.edges}
    assert (costs["O6", "O7"], costs["VEN", "O1"]) == (Amount("coins", 5), None)
    assert graph.next == (Onward("O1"), Onward("O2", Amount("camels", 3)), Onward("ALE"))
    pieces = [(piece.id, piece.at, piece.number, piece.thing) for piece in graph.pieces]
    assert pieces == [
        ("figure:1:1", "VEN", 1, None),
        ("figure:1:2", "VEN", 2, None),
        ("post:1:ANX", "ANX", None, "posts"),
        ("figure:2:1", "BEI", None, None),
        ("post:2:BEI", "BEI", None, "posts"),
    ]


def test_beijing_shows_the_points_of_placed_and_next_posts() -> None:
    graph = block(first_turn("kubilai", "berke"), Graph)
    assert [(mark.thing, mark.n) for spot in graph.spots for mark in spot.marks if spot.id == "BEI"] == [("points", 7)]
    assert [ENGLISH.of(piece.says) for piece in graph.pieces if piece.thing == "posts"] == ["Beijing, 10 points"]


def test_cards_and_tiles_on_the_map_have_drawings() -> None:
    match = first_turn().match
    drawings = {
        name: match.component(name).page_glyph for name in ("card:C22", "bonus:B01", "income:C", "contract:K04")
    }
    assert drawings == {
        "card:C22": "city_card",
        "bonus:B01": "bonus_tile",
        "income:C": "income_tile",
        "contract:K04": None,
    }


def test_each_character_is_drawn_beside_its_name() -> None:
    match = first_turn().match
    people = [match.component(f"person:{person.value}") for person in Person]
    assert len({component.page_glyph for component in people}) == len(Person)
    assert ENGLISH.of(people[0].word) == "Raschid ad-Din Sinan"


def test_spaces_show_their_dice_and_gains() -> None:
    voyage = first_turn().play(move="bazaar", row="pepper", dice=["blue:3"])
    bazaar, others = block(voyage, Board).groups
    pepper = next(space for space in bazaar.spaces if space.id == "pepper")
    assert [(die.seat, die.value, die.colour) for die in pepper.lies] == [(1, 3, "blue")]
    assert [rung.value for rung in pepper.ladder] == [1, 2, 3, 4, 5, 6]
    assert pepper.ladder[2].gives == (Amount("coins", 1), Amount("pepper", 2))
    khan = next(space for space in others.spaces if space.id == "khan")
    assert [slot.holds is not None for slot in khan.slots] == [True, True, False, False]
    assert khan.gives == (Amount("good", 1), Amount("camels", 2))
    five = next(space for space in others.spaces if space.id == "take_five")
    assert [(die.id, die.seat, die.value, die.colour) for die in five.lies] == [("take_five:1", None, 1, None)]


def test_contracts_are_shown_in_row_pile_and_by_seat() -> None:
    voyage = first_turn().give(active="K01 ?").give(2, active="").play(2, move="name", contract="K05", slot=2)
    row, special, first, second = block(voyage, Cards).rows
    assert [(card.id, card.thing) for card in row.cards[:3]] == [
        ("slot:1", None),
        ("slot:2", "contract:K05"),
        ("slot:3", None),
    ]
    assert (special.count, row.says, first.says) == (8, None, None)
    assert [(card.id, card.thing) for card in first.cards] == [("active:1:1", "contract:K01"), ("active:1:2", None)]
    assert ENGLISH.of(first.cards[0].lacks) == "still needs 3 pepper"
    assert block(voyage.give(pepper=3), Cards).rows[2].cards[0].lacks is None
    assert (second.cards, ENGLISH.of(second.says)) == ((), "No contract")


def city_card_rows(
    voyage: Voyage, viewer: Viewer = PUBLIC
) -> list[tuple[str, list[tuple[str | None, str | None, bool]]]]:
    """Return the rows of city cards: the city, and of each card its name, what it is touched as, and if it was used."""
    blocks = [each for each in scene_of(voyage, viewer).blocks if each.id == "city_cards" and isinstance(each, Cards)]
    return [
        (row.id, [(card.thing, card.touch, card.lacks is not None) for card in row.cards])
        for each in blocks
        for row in each.rows
    ]


def test_v21_own_cities_show_their_cards() -> None:
    voyage = first_turn("berke", "kubilai", city_cards={"MOS": ["C05"], "SUM": ["C04"]})
    own = as_seat(1)
    assert city_card_rows(voyage, own) == [], "no post, no card"
    voyage.give(posts="SUM", camels=9, gold=9)
    known = ("card:C04", "card:C04", False)
    rest = (None, "place:SUM", False)
    room = voyage.match.edition.place["SUM"].cards
    assert city_card_rows(voyage, own) == [("city:SUM", [known, *[rest] * (room - 1)])]
    assert city_card_rows(voyage) == city_card_rows(voyage, as_seat(2)) == [], "they are touched on one phone"
    voyage.play(move="city_card", dice=["blue:3"], city="SUM", card="C04", times=1)
    assert city_card_rows(voyage, own)[0][1][0] == ("card:C04", "card:C04", True)


def test_notes_show_compensation_only_if_there_is_some() -> None:
    voyage = Voyage(2, characters=["wilhelm", "berke"])
    assert [each.id for each in scene_of(voyage).blocks if isinstance(each, Notes)] == ["setup"]
    voyage.play(1, move="roll", chance=[1, 1, 1, 1, 1])
    notes = [(note.id, ENGLISH.of(note.says, NAMES)) for note in block(voyage, Notes).notes]
    assert notes == [("missing:1", "Ada: 10 to take, in coins or camels")]


def test_points_tracking_without_dice_shows_no_blocks() -> None:
    assert [type(each) for each in scene_of(points()).blocks if each.id != "setup"] == [Dice]
    over = game_over(points())
    assert (scene_of(over).blocks, scene_of(over).wide) == ((), None)


@pytest.mark.parametrize("tracking", ["full", "points"])
def test_house_rules_are_shown_while_they_differ(tracking: str) -> None:
    def rules(**options: Any) -> list[tuple[str, str | None]]:
        blocks = [each for each in scene_of(Voyage(tracking=tracking, **options)).blocks if each.id == "rules"]
        notes = [note for each in blocks if isinstance(each, Notes) for note in each.notes]
        assert all(note.tone is Tone.RULE and note.more for note in notes)
        return [(ENGLISH.of(note.says), FRENCH.of(note.says).replace("\u00a0", " ")) for note in notes]

    assert rules() == rules(mixed_exchange=True, beijing_slides=False) == []
    assert rules(mixed_exchange=False, beijing_slides=True) == [
        ("House rule: city cards one way in each action", "Règle maison : cartes Cité dans un seul sens par action"),
        ("House rule: posts in Beijing move up", "Règle maison : les comptoirs de Beijing remontent"),
    ]


def test_house_rules_leave_the_dice_large_on_a_television() -> None:
    assert scene_of(points(beijing_slides=True)).wide == scene_of(points()).wide == "dice"


def test_a_game_has_five_rounds() -> None:
    assert Voyage().match.rounds == 5


def test_places_are_a_finger_apart_and_only_oases_unnamed() -> None:
    spots = block(first_turn(), Graph).spots
    across = 258  # width of the map in CSS pixels on a screen of 320, without the margin around its places
    nearest = min(dist((a.x, a.y), (b.x, b.y)) for a, b in combinations(spots, 2))
    assert nearest * across >= 44
    assert {spot.kind for spot in spots if not spot.named} == {"oasis"}


def test_goals_and_their_progress_are_shown_to_their_seat_only() -> None:
    voyage = first_turn(goals=[["G01", "G03"], None]).give(posts="XIA")
    road = block(voyage, Road, as_seat(1))
    assert [(ENGLISH.of(stage.name), stage.done) for stage in road.stages] == [
        ("Moscow", False),
        ("Xian", True),
        ("Kashgar", False),
    ]
    assert road.seat == 1
    for viewer in (PUBLIC, as_seat(2)):
        assert not [each for each in scene_of(voyage, viewer).blocks if isinstance(each, Road)]


def test_a_throw_is_animated_with_its_dice() -> None:
    voyage, before = Voyage(2, characters=["matteo", "berke"]).play(1, move="decline"), None
    before = voyage.state
    voyage.play(1, move="roll", chance=[1, 2, 3, 4, 5, 6])
    move = move_from_json(voyage.match.game, {"move": "roll", "chance": [1, 2, 3, 4, 5, 6]})
    (throw,) = voyage.match.animations(before, 1, move, voyage.state, voyage.last, PUBLIC)
    assert isinstance(throw, Throw)
    dice = throw.groups[0].dice
    assert [(die.colour, die.value) for die in dice] == [("blue", n) for n in range(1, 6)] + [("white", 6)]
    assert (ENGLISH.of(throw.says), throw.groups[0].seat) == ("21 in all", 1)


@pytest.mark.parametrize(
    ("body", "colour"),
    [({"move": "reroll", "die": "blue:3", "chance": [5]}, "blue"), ({"move": "black_die", "chance": [5]}, "black")],
)
def test_a_single_die_is_thrown_in_its_colour(body: dict[str, Any], colour: str) -> None:
    voyage = first_turn().give(camels=9)
    before, move = voyage.state, move_from_json(voyage.match.game, body)
    voyage.play(**body)
    (throw,) = voyage.match.animations(before, 1, move, voyage.state, voyage.last, PUBLIC)
    assert isinstance(throw, Throw)
    assert [(die.colour, die.value) for die in throw.groups[0].dice] == [(colour, 5)]
    assert ENGLISH.of(throw.says) == "It’s a 5."


def test_the_end_reveals_goals_and_scores_by_category() -> None:
    voyage = last_round(goals=[["G01", "G02"], ["G03", "G04"]])
    voyage.give(coins=20, posts="BEI", filled="K01", camels=1).give(2, points=3, coins=10)
    voyage.give(dice="", acted=True).give(2, dice="")
    before = voyage.state
    voyage.play(move="end_turn")
    move = move_from_json(voyage.match.game, {"move": "end_turn"})
    reveal, final = voyage.match.animations(before, 1, move, voyage.state, voyage.last, PUBLIC)
    assert isinstance(reveal, Reveal)
    assert [[card.thing for card in row.cards] for row in reveal.rows] == [
        ["goal:G01", "goal:G02"],
        ["goal:G03", "goal:G04"],
    ]
    assert [card.id for row in reveal.rows for card in row.cards] == ["goal:1:1", "goal:1:2", "goal:2:1", "goal:2:2"]
    assert isinstance(final, Final)
    assert [(row.ruling, [cell.value for cell in row.cells]) for row in final.rows] == [
        ("V42", [0, 0]),
        ("V43", [2, 1]),
        ("V44", [10, 0]),
        ("V45", [7, 0]),
    ]
    assert [(place.seat, place.rank, place.total) for place in final.places] == [(1, 1, 19), (2, 2, 4)]


def test_equal_seats_share_a_rank() -> None:
    voyage = last_round(goals=[["G01", "G02"], ["G03", "G04"]]).give(dice="", acted=True).give(2, dice="")
    before = voyage.state
    voyage.play(move="end_turn")
    move = move_from_json(voyage.match.game, {"move": "end_turn"})
    final = voyage.match.animations(before, 1, move, voyage.state, voyage.last, PUBLIC)[-1]
    assert isinstance(final, Final)
    assert [(place.seat, place.rank) for place in final.places] == [(1, 1), (2, 1)]
    assert after_reveals(last_round()).over


def test_a_turn_offers_actions_bonus_actions_and_end_turn() -> None:
    voyage = first_turn("berke", "kubilai").give(active="S5 ?", gold=1, camels=9)
    kinds = list(dict.fromkeys(offer.kind for offer in offers(voyage)))
    assert kinds == [
        *("take_five", "bazaar", "khan", "contracts", "travel", "city_card"),
        *("fulfil", "take_three", "reroll", "turn_die", "black_die", "end_turn", "name", "reveal_goals"),
    ]
    fulfils = [offer for offer in offers(voyage) if offer.kind == "fulfil"]
    assert [(offer.complete, offer.refused, offer.touch) for offer in fulfils] == [
        (True, None, "contract:S5"),
        (False, None, None),
    ]
    by_kind = {offer.kind: offer for offer in offers(voyage)}
    assert by_kind["end_turn"].refused is not None
    assert by_kind["city_card"].refused is not None
    assert (by_kind["city_card"].refused.ruling, by_kind["end_turn"].refused.ruling) == ("V21", "V8")
    assert by_kind["black_die"].complete
    assert by_kind["reveal_goals"].secret


def test_each_bazaar_row_is_an_offer_with_its_refusal() -> None:
    voyage = first_turn("wilhelm", "kubilai").give(dice="blue:4 blue:4", coins=1).give(2, dice="green:2")
    voyage.end_turn().play(move="bazaar", row="pepper", dice=["green:2"]).play(move="end_turn")
    rows = {dict(offer.chosen)["row"]: offer.refused for offer in offers(voyage) if offer.kind == "bazaar"}
    assert {row: refused and refused.ruling for row, refused in rows.items()} == {
        "camel": None,
        "pepper": "V9",
        "silk": None,
        "gold": "V8",
    }


def test_other_seats_are_offered_moves_of_any_time() -> None:
    voyage = first_turn("berke", "kubilai")
    assert [offer.kind for offer in offers(voyage, 2)] == ["name", "reveal_goals"]
    voyage.play(2, move="reveal_goals", cards=["G01", "G02"])
    assert [offer.kind for offer in offers(voyage, 2)] == ["name"]


def test_few_answers_are_complete_offers_and_many_a_form() -> None:
    voyage = (
        first_turn("berke", "kubilai").give(active="S4", camels=9, silk=1, gold=1).play(move="fulfil", contract="S4")
    )
    assert [dict(offer.chosen)["goods"] for offer in offers(voyage) if offer.kind == "choose"] == [
        ["pepper", "silk"],
        ["pepper", "gold"],
        ["silk", "gold"],
    ]
    voyage = first_turn("berke", "kubilai").give(dice="blue:1 blue:1")
    voyage.play(move="travel", dice=["blue:1", "blue:1"], paths=[["ALE"]])
    assert next((offer.kind, offer.complete) for offer in offers(voyage)) == ("choose", False), "ten bonus tiles"


def test_a_move_that_ends_the_game_needs_confirmation() -> None:
    for goals, confirmed in (([["G01", "G02"], ["G03", "G04"]], True), ([["G01", "G02"], None], False)):
        voyage = last_round(goals=goals).give(dice="", acted=True).give(2, dice="")
        assert [offer.needs_confirmation for offer in offers(voyage) if offer.kind == "end_turn"] == [confirmed]
    voyage = last_round(goals=[["G01", "G02"], None]).end_round()
    assert [offer.needs_confirmation for offer in offers(voyage, 2) if offer.kind == "reveal_goals"] == [True]


def test_coins_of_compensation_fix_the_camels() -> None:
    voyage = Voyage(2, characters=["wilhelm", "berke"]).play(1, move="roll", chance=[2, 2, 2, 3, 3])
    walk = voyage.form("compensate", 1).answer(1)
    assert (walk.move_fields, walk.field) == ({"coins": 1, "camels": 2}, None)


def test_the_form_of_a_journey_shows_costs_and_refusals() -> None:
    voyage = first_turn("niccolo_marco", "berke").give(dice="blue:2 blue:2", coins=3, camels=0, at="VEN ALE")
    walk = voyage.form("travel", dice=["blue:2", "blue:2"])
    field: Any = walk.field
    choices = {(choice.value["into"], choice.value["item"]): choice for choice in field.choices}
    assert choices[0, "O2"].refused is not None
    assert ENGLISH.of(choices[1, "VEN"].label) == "figure 2 to Venezia (3 coins)"
    walk = walk.take({"into": 1, "item": "VEN"})
    assert walk.field is None, "nothing more can be paid"
    assert walk.move_fields["paths"] == [[], ["VEN"]]


def test_the_form_of_dice_excludes_dead_ends() -> None:
    voyage = first_turn("wilhelm", "kubilai").give(dice="blue:2 blue:4 blue:5", coins=2)
    voyage.give(2, dice="green:3 green:3").end_turn().play(move="bazaar", row="silk", dice=["green:3", "green:3"])
    voyage.play(move="end_turn")
    field: Any = voyage.form("bazaar", row="silk").field
    assert [(choice.value, choice.refused) for choice in field.choices] == [
        ("blue:2", None),
        ("blue:4", None),
        ("blue:5", None),
    ]
    walk = voyage.form("bazaar", row="silk").take("blue:4")
    assert walk.move_fields["dice"] == ["blue:2", "blue:4"], "a fee of four cannot be paid"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(ENGLISH, "Ada takes silk with two 3s"), (FRENCH, "Ada prend de la soie avec deux 3")],
)
def test_moves_are_described_in_both_languages(words: Words, sentence: str) -> None:
    assert description(first_turn(), words=words, move="bazaar", row="silk", dice=["blue:3", "blue:3"]) == sentence


def test_descriptions_of_other_moves() -> None:
    assert description(first_turn(), move="travel", dice=["blue:3", "blue:3"], paths=[["O1"]]) == (
        "Ada travels to the oasis before Moscow"
    )
    assert description(Voyage(2, characters=["wilhelm", "berke"]), move="roll", chance=[1, 1, 1, 1, 1]) == (
        "Ada rolls 1 1 1 1 1: 10 to take"
    )
    assert description(first_turn(), 2, move="reveal_goals", cards=["G01", "G02"]) == "Bao has entered their goals"
    assert description(first_turn(), move="name", contract="S5") == ("Ada names the contract (3 camels and 2 points)")


def test_descriptions_of_moves_with_dice_and_cards() -> None:
    rich = first_turn("berke", "kubilai", city_cards={"MOS": ["C13"]}).give(posts="MOS", camels=9)
    assert description(rich, move="reroll", die="blue:3", chance=[6]) == "Ada rerolls the blue 3: 6"
    assert description(rich, move="turn_die", die="blue:6", by=-1) == "Ada changes the blue 6 to 5"
    assert description(rich, move="city_card", card="C13", city="MOS", dice=["blue:3"]) == (
        "Ada uses the card in Moscow (1 camel for 1 point)"
    )
    assert description(rich, move="take_three", dice=["blue:3"]) == "Ada takes 3 coins for the blue 3"
    gained = first_turn("berke", "kubilai", bonus_tiles={"ALE": "B10"}).play(
        move="travel", dice=["blue:3", "blue:3"], paths=[["ALE"]]
    )
    assert description(gained, move="roll", chance=[4]) == "Ada rolls a black die: 4"
    assert (
        description(first_turn(), move="khan", dice=["blue:3"], good="silk") == "Ada asks the Khan for 1 silk with a 3"
    )
    drawn = Voyage(2, characters=["matteo", "berke"])
    assert description(drawn, move="keep", contract=None) == "Ada keeps a contract"


def test_a_new_pending_item_is_reported_as_owed() -> None:
    voyage = first_turn("berke", "kubilai").give(active="S4", camels=9, silk=1, gold=1)
    before = voyage.state
    voyage.play(move="fulfil", contract="S4")
    assert voyage.match.pending_gains(before, voyage.state, 1) == ("two_goods",)
    assert voyage.match.pending_gains(before, voyage.state, 2) == ()
    assert voyage.match.pending_gains(voyage.state, voyage.state, 1) == ()


def test_a_seat_note_names_the_character_and_ties_the_camels() -> None:
    voyage = first_turn("berke", "kubilai").give(camels=1)
    (note,) = voyage.match.seat_notes(voyage.state, 2)
    assert ENGLISH.of(note.says) == "Kubilai Khan"
    ties = [total.ties for total in voyage.match.totals(voyage.state)]
    assert [ENGLISH.of(text) for text in ties if text] == ["1 camel", "2 camels"]


def test_independent_moves_are_offered_in_any_order() -> None:
    voyage = Voyage(2, characters=["wilhelm", "berke"])
    assert {offer.kind: offer.any_order for offer in offers(voyage)} == {
        "roll": True,
        "name": True,
        "reveal_goals": True,
    }
    assert {offer.kind: offer.order_sensitive_fields for offer in offers(voyage)} == {
        "roll": (),
        "name": ("slot",),
        "reveal_goals": (),
    }
    voyage.roll_all()
    assert [offer.kind for offer in offers(voyage) if offer.any_order] == ["name", "reveal_goals"]
    last = last_round(goals=[["G01", "G02"], None]).end_round()
    assert [offer.any_order for offer in offers(last, 2) if offer.kind == "reveal_goals"] == [True]


@pytest.mark.parametrize(
    ("chance", "sentence"),
    [
        ([3, 3, 3, 3, 3], "Ada rolls 3 3 3 3 3"),
        ([3, 3, 3, 3, 2], "Ada rolls 2 3 3 3 3: 1 to take"),
    ],
)
@pytest.mark.parametrize("tracking", ["full", "points"])
def test_v7_the_description_of_a_roll_includes_compensation(tracking: str, chance: list[int], sentence: str) -> None:
    voyage = Voyage(2, characters=["berke", "wilhelm"], tracking=tracking)
    assert description(voyage, move="roll", chance=sorted(chance)) == sentence


def test_a_chosen_good_is_described_in_the_singular() -> None:
    voyage = first_turn("berke", "kubilai", bonus_tiles={"MOS": "B07"}).give(dice="blue:3 blue:3", coins=20)
    voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["O1", "MOS"]])
    assert description(voyage, move="choose", goods=["silk"]) == "Ada takes 1 silk"


def test_actions_and_bonus_actions_have_separate_headings() -> None:
    groups = {offer.kind: ENGLISH.of(offer.group) if offer.group else None for offer in offers(first_turn())}
    assert {kind for kind, group in groups.items() if group == "Actions"} == {*ACTIONS}
    assert {kind for kind, group in groups.items() if group == "Bonus actions"} == {*BONUS_ACTIONS}
    assert groups["end_turn"] is None


def test_end_turn_becomes_the_default_once_allowed() -> None:
    voyage = first_turn()
    assert [offer.kind for offer in offers(voyage) if offer.ends_turn] == ["end_turn"]
    assert not any(offer.default for offer in offers(voyage))
    voyage.play(move="take_five", dice=["blue:3"])
    assert [offer.kind for offer in offers(voyage) if offer.default] == ["end_turn"]
