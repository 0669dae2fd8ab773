"""The caravan: the race on its track, where a seat stands, and the tallies share by share."""

from __future__ import annotations

from companion.views.caravan import Share, Tally, race_of, tally_at
from companion.views.texts import Words
from tests.kit.cases import CASES
from tests.kit.walking import whole_game
from tests.views.games import corrected, expedition, played

FRENCH = Words("fr")
LANTERNS = whole_game(next(case for case in CASES if case.game.id == "lanterns"), 0)


def shares(tally: Tally | None) -> list[tuple[str, str, int, int]]:
    """Who, where, what it pays, what they hold then."""
    assert tally is not None
    return [(share.mark.name, share.place, share.pays, share.total) for share in tally.shares]


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


def test_another_game_has_no_race_and_no_tally() -> None:
    assert race_of(LANTERNS, FRENCH) is None
    assert tally_at(LANTERNS, len(LANTERNS.entries), FRENCH) is None


# Tallies.


def test_the_tally_at_ganzhou_goes_from_the_furthest_camel_back_also_to_those_it_pays_nothing() -> None:
    table = played(expedition(), *["step"] * 10, "end", "step", "end", *["step"] * 12)
    tally = tally_at(table, len(table.entries), FRENCH)
    assert tally is not None
    assert tally.city == "Ganzhou"
    assert shares(tally) == [
        ("Chloé", "case 16", 6, 9),
        ("Inès", "case 12 → Ganzhou", 2, 5),
        ("Bao", "case 3", 0, 3),
    ]


def test_only_the_entry_that_brought_a_tally_has_one() -> None:
    table = played(expedition(), *["step"] * 14, "end")
    assert [entry for entry in range(1, 16) if tally_at(table, entry, FRENCH)] == [14]


def test_what_the_same_step_cost_is_in_the_total() -> None:
    ahead = corrected(expedition(), 2, 20, "space:1")
    table = played(ahead, *["step"] * 14, "ballast")
    assert shares(tally_at(table, len(table.entries), FRENCH)) == [
        ("Bao", "case 21", 0, 3),
        ("Inès", "case 16", 6, 3 - 1 + 6),
        ("Chloé", "case 2", 0, 3),
    ]


def test_both_camels_of_a_seat_are_read_out_each_by_itself_and_add_up() -> None:
    table = played(expedition(2), *["step 1"] * 8, "end", "end", *["step 2"] * 12)
    tally = tally_at(table, len(table.entries), FRENCH)
    assert shares(tally) == [
        ("Inès", "chameau 2, case 16", 6, 9),
        ("Inès", "chameau 1, case 11 → Ganzhou", 1, 10),
        ("Bao", "chameau 2, case 3", 0, 3),
        ("Bao", "chameau 1, case 1", 0, 3),
    ]


def test_at_dadu_camels_that_are_paid_nothing_stand_in_the_towns_by_name() -> None:
    table = played(expedition(), *["step"] * 14, "end", "end", *["step"] * 13)
    assert shares(tally_at(table, len(table.entries), FRENCH)) == [
        ("Inès", "case 29", 7, 16),
        ("Chloé", "case 2", 0, 3),
        ("Bao", "case 1", 0, 3),
    ]


def test_a_share_has_its_seats_mark() -> None:
    table = played(expedition(), *["step"] * 14)
    tally = tally_at(table, 14, FRENCH)
    assert tally is not None
    assert isinstance(tally.shares[0], Share)
    assert tally.shares[0].mark.letter == "A"
