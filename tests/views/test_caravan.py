"""The caravan: the race on its track, where a seat stands, and the tallies share by share."""

from __future__ import annotations

from companion.views.caravan import race_of
from companion.views.texts import Words
from tests.kit.cases import CASES
from tests.kit.walking import whole_game
from tests.views.games import expedition, played

FRENCH = Words("fr")
LANTERNS = whole_game(next(case for case in CASES if case.game.id == "lanterns"), 0)


# The race.


def test_the_race_has_its_towns_its_zones_and_a_pawn_for_every_camel() -> None:
    race = race_of(played(expedition(), "step", "end"), FRENCH)
    assert race is not None
    assert (race.halfway, race.end) == (16, 29)
    assert race.zones == (*range(11, 17), *range(23, 30))
    assert [(pawn.mark.letter, pawn.space, pawn.figure, pawn.turn) for pawn in race.pawns] == [
        ("A", 3, None, False),
        ("B", 1, None, True),
        ("C", 2, None, False),
    ]


def test_two_players_have_two_figures_each() -> None:
    race = race_of(played(expedition(2), "step 2"), FRENCH)
    assert race is not None
    assert [(pawn.mark.letter, pawn.space, pawn.figure) for pawn in race.pawns] == [
        ("A", 0, 1),
        ("A", 4, 2),
        ("B", 1, 1),
        ("B", 3, 2),
    ]


def test_crates_stay_on_the_track_until_somebody_lands_there() -> None:
    table = expedition(crates={"3": 2, "4": 0, "7": 1})
    race, later = race_of(table, FRENCH), race_of(played(table, "step"), FRENCH)
    assert race is not None
    assert later is not None
    assert (race.crates, later.crates) == ((3, 7), (7,))


def test_at_the_end_the_race_belongs_to_nobody() -> None:
    race = race_of(played(expedition(), *["step"] * 14, "end", "end", *["step"] * 13), FRENCH)
    assert race is not None
    assert not any(pawn.turn for pawn in race.pawns)


def test_another_game_has_no_race() -> None:
    assert race_of(LANTERNS, FRENCH) is None
