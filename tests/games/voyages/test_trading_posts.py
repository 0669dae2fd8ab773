"""Trading posts, free steps and draws: what no golden game covers of rulings V18 to V27."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.voyages.state import State
from companion.rules.game import move_from_json
from companion.rules.viewer import PUBLIC
from companion.words.catalogue import Words
from tests.games.voyages.voyage import NAMES, Voyage, first_turn


def rich_turn(*people: str, **options: Any) -> Voyage:
    """Return a first turn with coins and camels for any journey, and two dice of 6."""
    return first_turn(*people, **options).give(dice="blue:6 blue:6", coins=60, camels=30)


def travel(voyage: Voyage, *paths: list[str]) -> Voyage:
    return voyage.play(move="travel", dice=["blue:6", "blue:6"], paths=[*paths])


def gains(voyage: Voyage) -> list[tuple[int, str, int, str | None]]:
    """Return the lines of gains, without the costs of a journey."""
    return [line for line in voyage.lines if line[2] > 0]


def descriptions(voyage: Voyage, before: State, body: dict[str, Any]) -> tuple[str, str]:
    """Return the description of seat 1's last move in English and in French."""
    move = move_from_json(voyage.match.game, body)
    text = voyage.match.describe_move(before, 1, move, voyage.state, voyage.state, PUBLIC)
    return Words("en").of(text, NAMES), Words("fr").of(text, NAMES).replace("\u00a0", " ")


def test_v18_when_all_posts_are_placed_one_moves_without_points() -> None:
    voyage = rich_turn("berke", "kubilai", bonus_tiles={"MOS": "B01"}).give(posts="KAR SAM LAN ALE KRC SUM XIA ORM ADA")
    travel(voyage, ["O1", "MOS"])
    assert gains(voyage) == []
    voyage.refuses("V18", move="choose", post="MOS").refuses("V18", move="choose", post="KOC")
    voyage.refuses("V18", move="decline").refuses(None, move="end_turn").refuses("V18", move="choose", goods=["silk"])
    voyage.play(move="choose", post="ADA")
    assert voyage.board().posts == ("KAR", "SAM", "LAN", "ALE", "KRC", "SUM", "XIA", "ORM", "MOS")
    assert voyage.lines == [(1, "coins", 3, "V21")], "where it comes to it brings what any post brings"


NINE = "KAR SAM LAN ALE KRC SUM XIA ORM ADA"


@pytest.mark.parametrize(("figures", "paths"), [("VEN O8", [["ALE"], ["BEI"]]), ("O8 VEN", [["BEI"], ["ALE"]])])
def test_v18_a_post_stays_where_a_figure_ends(figures: str, paths: list[list[str]]) -> None:
    voyage = rich_turn("niccolo_marco", "kubilai").give(posts=NINE, at=figures)
    travel(voyage, *paths).refuses("V18", move="choose", post="ALE")
    assert voyage.play(move="choose", post="SUM").board().posts == tuple(f"{NINE} BEI".replace("SUM ", "").split())


def test_v18_a_post_may_leave_where_a_figure_stood_still() -> None:
    voyage = rich_turn("niccolo_marco", "kubilai").give(posts=NINE, at="VEN ALE")
    travel(voyage, ["O1", "MOS"], []).play(move="choose", post="ALE")
    assert "ALE" not in voyage.board().posts


def test_v18_a_post_stays_where_wilhelm_passes() -> None:
    voyage = rich_turn("wilhelm", "berke").give(posts=f"{NINE} ANX KAS", at="MOS")
    travel(voyage, ["ANX", "KAR", "ANX", "MOS"])
    for post in ("ANX", "KAR", "MOS"):
        voyage.refuses("V18", move="choose", post=post)
    assert voyage.play(move="choose", post="KAS").board().posts == (*NINE.split(), "ANX", "MOS")


def test_v18_what_was_not_placed_brings_nothing_and_is_told() -> None:
    voyage = rich_turn("niccolo_marco", "berke", start={"posts": 1}, bonus_tiles={"ALE": "B01", "MOS": "B02"})
    before = voyage.give(at="VEN MOS", posts="ALE").state
    body: dict[str, Any] = {"move": "travel", "dice": ["blue:6", "blue:6"], "paths": [["ALE"], ["O1", "MOS"]]}
    voyage.play(**body)
    assert (voyage.board().posts, gains(voyage), voyage.state.pending) == (("ALE",), [], ())
    assert descriptions(voyage, before, body) == (
        "Ada travels to Alexandria and Moscow, without a post for Moscow as none may leave",
        "Ada voyage jusqu’à Alexandria et Moscou, sans comptoir pour Moscou car aucun ne peut partir",
    )


def test_v18_a_choice_names_the_places_without_a_post() -> None:
    few = {"people": {"wilhelm": {"posts": 0}}, "start": {"posts": 1}, "bonus_tiles": {"MOS": "B01"}}
    voyage = rich_turn("wilhelm", "berke", **few)
    before = travel(voyage.give(posts="KAR", at="O1"), ["MOS", "ANX"]).state
    voyage.play(move="choose", post="KAR")
    assert (voyage.board().posts, gains(voyage), voyage.state.pending) == (("MOS",), [(1, "coins", 3, "V21")], ())
    assert descriptions(voyage, before, {"move": "choose", "post": "KAR"}) == (
        "Ada moves the post in Karakorum, without a post for Anxi as none may leave",
        "Ada déplace le comptoir de Karakorum, sans comptoir pour Anxi car aucun ne peut partir",
    )


BELOW: tuple[Any, ...] = (
    ({}, (None, 2, 3, None), "Ada moves the post in Beijing", "Ada déplace le comptoir de Beijing"),
    (
        {"beijing_slides": True},
        (2, 3, None, None),
        "Ada moves the post in Beijing; the posts below it move up",
        "Ada déplace le comptoir de Beijing ; ceux d’en dessous remontent",
    ),
)


@pytest.mark.parametrize(("options", "spaces", "english", "french"), BELOW)
def test_v19_posts_below_move_up_only_by_house_rule(
    options: dict[str, Any], spaces: tuple[int | None, ...], english: str, french: str
) -> None:
    voyage = rich_turn("berke", "kubilai", "wilhelm", bonus_tiles={"MOS": "B01"}, **options)
    voyage.state = replace(voyage.state, beijing=(None, None, None, None))
    voyage.give(posts=f"BEI {NINE.replace('SUM ', '')}").give(2, posts="BEI").give(3, posts="BEI")
    before = travel(voyage, ["O1", "MOS"]).state
    assert before.beijing == (1, 2, 3, None)
    voyage.play(move="choose", post="BEI")
    assert voyage.state.beijing == spaces
    assert descriptions(voyage, before, {"move": "choose", "post": "BEI"}) == (english, french)


def test_v21_an_unnamed_bonus_tile_is_asked_for() -> None:
    voyage = travel(rich_turn("berke", "kubilai", bonus_tiles={"KAR": "B01"}), ["O1", "MOS"])
    for tile in ("B01", "B99", "A"):
        voyage.refuses("V21", move="choose", bonus=tile)
    assert voyage.play(move="choose", bonus="B03").lines == [(1, "camels", 2, "V21")]
    assert voyage.state.cities[0].bonus == "B03"


def test_v20_an_unnamed_income_tile_is_asked_for() -> None:
    voyage = travel(rich_turn("berke", "kubilai", expert=True, income_tiles={"XIA": "A"}), ["O1", "MOS", "ANX"])
    for tile in ("A", "G", "B01"):
        voyage.refuses("V20", move="choose", income=tile)
    assert voyage.play(move="choose", income="F").lines == [(1, "points", 3, "V20")]
    assert voyage.end_turn().end_round().lines == [(1, "points", 3, "V20")]


def test_a_named_tile_is_not_asked_of_another_seat() -> None:
    voyage = first_turn(expert=True).give(posts="ANX").give(2, posts="ANX").end_round()
    assert voyage.active_seats == (1, 2)
    voyage.play(2, move="choose", income="B")
    assert voyage.lines == [(2, "camels", 3, "V20"), (1, "camels", 3, "V20")]
    voyage.play(1, move="roll", chance=[3] * 5).play(2, move="roll", chance=[3] * 5)
    assert voyage.turn == 1


def test_v25_a_free_step_costs_only_its_road() -> None:
    voyage = rich_turn("berke", "kubilai", bonus_tiles={"MOS": "B08"}).give(posts="")
    travel(voyage, ["O1", "MOS"])
    wrong: list[list[list[str]]] = [[["O1", "VEN"]], [["KAR"]], [[]], []]
    for paths in wrong:
        voyage.refuses("V25", move="step", paths=paths)
    voyage.play(move="step", paths=[["ANX"]])
    assert voyage.lines == [(1, "camels", -3, "V25"), (1, "coins", 5, "V20")]
    assert (voyage.board().posts, voyage.state.last_traveller) == (("MOS", "ANX"), 1)


def test_v26_a_drawn_contract_may_replace_an_older_one() -> None:
    voyage = travel(rich_turn("berke", "kubilai", bonus_tiles={"MOS": "B09"}).give(active="K01 K02"), ["O1", "MOS"])
    voyage.refuses("V26", move="keep", contract="K03").refuses("V26", move="keep", contract="K03", discard="K03")
    voyage.refuses("V26", move="keep", contract="K02", discard="K01")
    voyage.play(move="keep", contract="K03", discard="K01")
    assert (voyage.active(), voyage.state.market.special) == (["K02", "K03"], 8)


def test_v26_a_missing_discard_is_the_oldest_unknown_contract() -> None:
    for discard in ({}, {"discard": None}):
        voyage = travel(rich_turn("berke", "kubilai", bonus_tiles={"MOS": "B09"}).give(active="K01 ?"), ["O1", "MOS"])
        assert voyage.play(move="keep", contract="K03", **discard).active() == ["K01", "K03"]
        voyage = travel(rich_turn("berke", "kubilai", bonus_tiles={"MOS": "B09"}).give(active="K01 K02"), ["O1", "MOS"])
        voyage.refuses("V26", move="keep", contract="K03", **discard)


def test_v26_nothing_is_drawn_from_an_empty_pile() -> None:
    voyage = rich_turn("berke", "kubilai", bonus_tiles={"MOS": "B09"}, row={"special": 0})
    assert travel(voyage, ["O1", "MOS"]).state.pending == ()


def test_v27_a_gained_black_die_is_lost_without_a_supply() -> None:
    voyage = rich_turn("berke", "kubilai", bonus_tiles={"MOS": "B10"}, start={"black_dice": {"2": 0}})
    assert travel(voyage, ["O1", "MOS"]).state.pending == ()
    voyage = first_turn("raschid", "berke", bonus_tiles={"MOS": "B10"}).give(coins=60)
    voyage.play(move="travel", dice=["blue:6", "blue:6"], paths=[["O1", "MOS"]])
    assert voyage.holding(1, "dice") == ["blue:*", "blue:*", "blue:*", "black:*"]
    assert voyage.state.black == 2


def test_v27_a_gained_black_die_may_be_declined() -> None:
    voyage = travel(rich_turn("berke", "kubilai", bonus_tiles={"MOS": "B10"}), ["O1", "MOS"])
    voyage.refuses(None, 2, move="decline").refuses(None, move="end_turn").refuses(None, move="black_die", chance=[4])
    before = voyage.state
    voyage.play(move="decline")
    assert (voyage.state.black, voyage.holding(1, "dice"), voyage.lines) == (3, [], [])
    assert descriptions(voyage, before, {"move": "decline"}) == ("Ada leaves the black die", "Ada laisse le dé noir")
    voyage.play(move="black_die", chance=[4]), "the one that may be bought is another one (V28)"
    assert voyage.holding(1, "dice") == ["black:4"]


def test_v27_the_roll_is_offered_before_the_decline() -> None:
    voyage = travel(rich_turn("berke", "kubilai", bonus_tiles={"MOS": "B10"}), ["O1", "MOS"])
    offers = voyage.match.offers(voyage.state, 1)
    shown = [(Words("en").of(offer.label), offer.complete, offer.refused) for offer in offers[:2]]
    assert shown == [("Take the black die", True, None), ("Leave the die", True, None)]
    assert [offer.kind for offer in offers if offer.default] == ["roll"]


def test_v26_row_cards_and_new_discards_cannot_be_drawn() -> None:
    voyage = travel(rich_turn("berke", "kubilai", bonus_tiles={"MOS": "B09"}).give(active="K01 ?"), ["O1", "MOS"])
    voyage.play(2, move="name", contract="K05", slot=1)
    voyage.refuses("V26", move="keep", contract="K05", discard="K01")
    voyage.refuses("V26", move="keep", contract="K03", discard="K03")
    voyage.play(move="keep", contract="K03", discard="K04")
    assert voyage.active() == ["K01", "K03"]
