"""Trading posts, free steps and draws: what no golden game covers of rulings V18 to V27."""

from __future__ import annotations

from typing import Any

from tests.games.voyages.voyage import Voyage, first_turn


def rich_turn(*people: str, **options: Any) -> Voyage:
    """Return a first turn with coins and camels for any journey, and two dice of 6."""
    return first_turn(*people, **options).give(dice="blue:6 blue:6", coins=60, camels=30)


def travel(voyage: Voyage, *paths: list[str]) -> Voyage:
    return voyage.play(move="travel", dice=["blue:6", "blue:6"], paths=[*paths])


def gains(voyage: Voyage) -> list[tuple[int, str, int, str | None]]:
    """Return the lines of gains, without the costs of a journey."""
    return [line for line in voyage.lines if line[2] > 0]


def test_v18_when_all_posts_are_placed_one_moves_without_points() -> None:
    voyage = rich_turn("berke", "kubilai", bonus_tiles={"MOS": "B01"}).give(posts="KAR SAM LAN ALE KRC SUM XIA ORM ADA")
    travel(voyage, ["O1", "MOS"])
    assert gains(voyage) == []
    voyage.refuses("V18", move="choose", post="MOS").refuses("V18", move="choose", post="KOC")
    voyage.refuses("V18", move="decline").refuses(None, move="end_turn").refuses("V18", move="choose", goods=["silk"])
    voyage.play(move="choose", post="ADA")
    assert voyage.board().posts == ("KAR", "SAM", "LAN", "ALE", "KRC", "SUM", "XIA", "ORM", "MOS")
    assert voyage.lines == [(1, "coins", 3, "V21")], "where it comes to it brings what any post brings"


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


def test_v26_row_cards_and_new_discards_cannot_be_drawn() -> None:
    voyage = travel(rich_turn("berke", "kubilai", bonus_tiles={"MOS": "B09"}).give(active="K01 ?"), ["O1", "MOS"])
    voyage.play(2, move="name", contract="K05", slot=1)
    voyage.refuses("V26", move="keep", contract="K05", discard="K01")
    voyage.refuses("V26", move="keep", contract="K03", discard="K03")
    voyage.play(move="keep", contract="K03", discard="K04")
    assert voyage.active() == ["K01", "K03"]
