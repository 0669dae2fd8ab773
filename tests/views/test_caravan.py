"""The caravan: the race on its track, where a seat stands, and the tallies share by share."""

from __future__ import annotations

from companion.rules.offers import Offer
from companion.rules.text import say
from companion.rules.viewer import PUBLIC
from companion.session.table import Table
from companion.views.caravan import Share, Tally, glyph_of, race_of, tally_at
from companion.views.scene_view import about_of
from companion.views.signs import Glyph
from companion.views.texts import Words
from tests.kit.cases import CASES
from tests.kit.walking import whole_game, wholes
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


def test_a_place_is_a_town_or_a_space_and_with_two_camels_both() -> None:
    table = expedition()
    assert [stands(table, seat) for seat in table.seats] == ["Ormuz", "case 1", "case 2"]
    assert stands(played(table, *["step"] * 14), 1) == "Ganzhou"
    assert stands(expedition(2), 2) == "1 · 3"


def stands(table: Table, seat: int) -> str:
    """What the turn page says of a seat beside its total."""
    return " · ".join(one.says for one in about_of(table, seat, PUBLIC, FRENCH, brief=True))


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


# Drawings of actions.


def actions(**options: object) -> dict[str, Glyph | None]:
    table = played(expedition(3, **options), "step")
    return {FRENCH.of(offer.label): glyph_of(offer) for offer in wholes(table.match, table.state, 1)}


def test_a_step_is_drawn_as_what_its_space_asks_for() -> None:
    requirements = {"4": {"kind": "drivers"}}
    assert actions(requirements=requirements)["Avancer en 4"] is Glyph.DRIVERS
    assert actions(requirements=requirements, crates={"4": 2})["Avancer en 4"] is Glyph.DRIVERS


def test_a_step_to_an_unknown_space_and_the_end_of_the_turn_have_no_drawing() -> None:
    drawn = actions()
    assert drawn["Avancer en 4"] is None
    assert drawn["Finir le tour"] is None


def test_a_crate_is_drawn_as_a_crate() -> None:
    assert actions()["Caisse 2"] is Glyph.CRATE


def test_an_action_without_words_about_it_has_no_drawing() -> None:
    assert glyph_of(Offer(kind="roll", label=say("move.end_turn"))) is None
