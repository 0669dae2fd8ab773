"""The scene of an Expedition: the race, seat notes, components beside offers, and animations."""

from __future__ import annotations

from companion.rules.scene import Final, Notes, Role, Scene, Tally, Tone, Track, Walk
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.scene_texts import about_of, ceremonies_of, scene_of
from companion.words.signs import AnyGlyph, glyph_of
from tests.kit.own_glyphs import DRIVERS
from tests.kit.walking import wholes
from tests.views.games import corrected, expedition, played

FRENCH, ENGLISH = Words("fr"), Words("en")
TO_THE_END = [*["step"] * 14, "end", "end", *["step"] * 13]


def scene(table: Table) -> Scene[str]:
    return scene_of(table, PUBLIC, FRENCH)


def race(table: Table) -> Track[str]:
    track = scene(table).blocks[0]
    assert isinstance(track, Track)
    return track


def marks(table: Table, role: Role) -> dict[str, tuple[str, int | None, str | None]]:
    """Return the marks of the places in this role: component, number and text."""
    return {
        place.label: (mark.thing, mark.n, mark.says)
        for place in race(table).places
        for mark in place.marks
        if mark.role is role
    }


# The race.


def test_the_race_is_on_the_turn_page_and_the_largest_on_a_television() -> None:
    seen = scene(expedition())
    assert (seen.turn, seen.wide, race(expedition()).id, race(expedition()).name) == (
        "race",
        "race",
        "race",
        "La course",
    )


def test_every_space_is_a_place_and_the_towns_have_names_and_drawings() -> None:
    places = race(expedition()).places
    assert [place.label for place in places] == [str(space) for space in range(30)]
    assert [(place.label, place.name, place.art) for place in places if place.name] == [
        ("0", "Ormuz", "ormuz"),
        ("16", "Ganzhou", "ganzhou"),
        ("29", "Dadu", "dadu"),
    ]
    assert (places[7].id, places[7].touch) == ("place:7", "place:7")


def test_every_camel_stands_in_its_colour_where_it_is() -> None:
    pieces = race(played(expedition(), "step", "end")).pieces
    assert [(piece.id, piece.at, piece.seat, piece.colour, piece.number, piece.says) for piece in pieces] == [
        ("camel:1:1", "place:3", 1, "blue", None, "case 3"),
        ("camel:2:1", "place:1", 2, "red", None, "case 1"),
        ("camel:3:1", "place:2", 3, "green", None, "case 2"),
    ]


def test_of_two_camels_each_has_its_number_and_its_colour() -> None:
    table = expedition(2)
    pieces = race(table).pieces
    assert [(piece.id, piece.number, piece.at, piece.colour) for piece in pieces] == [
        ("camel:1:1", 1, "place:0", table.match.colours[0][0]),
        ("camel:1:2", 2, "place:2", table.match.colours[0][1]),
        ("camel:2:1", 1, "place:1", table.match.colours[1][0]),
        ("camel:2:2", 2, "place:3", table.match.colours[1][1]),
    ]
    assert pieces[0].says == "Ormuz"


def test_what_a_tally_pays_is_marked_and_the_first_has_its_time() -> None:
    table = expedition()
    gives = marks(table, Role.GIVES)
    assert gives["15"] == ("gold", 5, "Case 15\N{NO-BREAK SPACE}: 5 or")
    assert [*gives] == [*map(str, range(11, 17)), *map(str, range(23, 30))]
    at_ganzhou = played(table, *["step"] * 14)
    for held, spent in ((table, False), (at_ganzhou, True)):
        assert [(one.first, one.last, one.name, one.spent) for one in race(held).stretches] == [
            ("place:11", "place:16", "Ganzhou", spent),
            ("place:23", "place:29", "Dadu", False),
        ]


def test_crates_lie_until_somebody_lands_there() -> None:
    table = expedition(crates={"3": 2, "4": 0, "7": 1})
    assert marks(table, Role.LIES) == {"3": ("crate", 2, None), "7": ("crate", 1, None)}
    assert [*marks(played(table, "step"), Role.LIES)] == ["7"]


def test_what_a_space_asks_for_is_marked() -> None:
    table = expedition(requirements={"5": {"kind": "drivers"}})
    assert marks(table, Role.ASKS) == {"5": ("drivers", 2, "2 chameliers")}


# What is said of a seat, and drawn beside an offer.


def test_a_place_is_a_town_or_a_space_and_with_two_camels_both() -> None:
    table = expedition()
    assert [stands(table, seat) for seat in table.seats] == ["Ormuz", "case 1", "case 2"]
    assert stands(played(table, *["step"] * 14), 1) == "Ganzhou"
    assert stands(expedition(2), 2) == "1 · 3"
    assert [one.says for one in about_of(expedition(2), 1, PUBLIC, FRENCH)] == ["Ormuz", "case 2"]


def stands(table: Table, seat: int) -> str:
    """Return the text of the turn page beside a seat's total."""
    return " · ".join(one.says for one in about_of(table, seat, PUBLIC, FRENCH, brief=True))


def drawn(**options: object) -> dict[str, AnyGlyph | None]:
    """Return the drawing beside each complete offer of the first seat."""
    table = played(expedition(3, **options), "step")
    offers = wholes(table.match, table.state, 1)
    return {FRENCH.of(offer.label): glyph_of(table.match, offer.thing) for offer in offers}


def test_a_step_is_drawn_as_what_its_space_asks_for() -> None:
    requirements = {"4": {"kind": "drivers"}}
    assert drawn(requirements=requirements)["Avancer en 4"] == DRIVERS
    assert drawn(requirements=requirements, crates={"4": 2})["Avancer en 4"] == DRIVERS


def test_a_step_to_an_unknown_space_and_the_end_of_the_turn_have_no_drawing() -> None:
    assert drawn()["Avancer en 4"] is None
    assert drawn()["Finir le tour"] is None


# Ceremonies.


def seen(table: Table, entry: int | None = None) -> tuple[object, ...]:
    """Return the animations of an entry, by default the last one."""
    return ceremonies_of(table, entry or len(table.entries), PUBLIC, FRENCH)


def tally(table: Table) -> Tally[str]:
    (found,) = [one for one in seen(table) if isinstance(one, Tally)]
    return found


def shares(table: Table) -> list[tuple[str, str, int, int]]:
    """Return (name, place, payment, total) of each share."""
    return [(table.names[one.seat - 1], one.where, one.pays, one.total) for one in tally(table).shares]


def walks(table: Table) -> list[tuple[str, str, str]]:
    return [(one.piece, one.places[0], one.places[-1]) for one in seen(table) if isinstance(one, Walk)]


def test_a_step_is_a_camel_that_walks_and_the_end_of_a_turn_is_nothing_to_see() -> None:
    table = played(expedition(), "step")
    assert seen(table) == (Walk(block="race", piece="camel:1:1", places=("place:0", "place:1", "place:2", "place:3")),)
    assert seen(played(table, "end")) == ()


def test_the_tally_at_ganzhou_goes_from_the_furthest_camel_back_also_to_those_it_pays_nothing() -> None:
    table = played(expedition(), *["step"] * 10, "end", "step", "end", *["step"] * 12)
    assert tally(table).name == "Décompte à Ganzhou"
    assert shares(table) == [
        ("Chloé", "case 16", 6, 9),
        ("Inès", "case 12 → Ganzhou", 2, 5),
        ("Bao", "case 3", 0, 3),
    ]


def test_who_is_paid_on_the_way_walks_on_to_ganzhou_after_the_tally() -> None:
    table = played(expedition(), *["step"] * 10, "end", "step", "end", *["step"] * 12)
    assert walks(table) == [("camel:3:1", "place:15", "place:16"), ("camel:1:1", "place:12", "place:16")]
    assert [type(one) for one in seen(table)] == [Walk, Tally, Walk]


def test_only_the_entry_that_brought_a_tally_has_one() -> None:
    table = played(expedition(), *["step"] * 14, "end")
    assert [entry for entry in range(1, 16) if any(isinstance(one, Tally) for one in seen(table, entry))] == [14]


def test_what_the_same_step_cost_is_in_the_total() -> None:
    ahead = corrected(expedition(), 2, 20, "space:1")
    assert shares(played(ahead, *["step"] * 14, "ballast")) == [
        ("Bao", "case 21", 0, 3),
        ("Inès", "case 16", 6, 3 - 1 + 6),
        ("Chloé", "case 2", 0, 3),
    ]


def test_both_camels_of_a_seat_are_read_out_each_by_itself_and_add_up() -> None:
    table = played(expedition(2), *["step 1"] * 8, "end", "end", *["step 2"] * 12)
    assert shares(table) == [
        ("Inès", "chameau 2, case 16", 6, 9),
        ("Inès", "chameau 1, case 11 → Ganzhou", 1, 10),
        ("Bao", "chameau 2, case 3", 0, 3),
        ("Bao", "chameau 1, case 1", 0, 3),
    ]
    assert [one.piece for one in tally(table).shares] == ["camel:1:2", "camel:1:1", "camel:2:2", "camel:2:1"]


def test_the_end_is_the_tally_of_dadu_then_the_places_with_what_breaks_a_tie() -> None:
    table = played(expedition(), *TO_THE_END)
    assert [type(one) for one in seen(table)] == [Walk, Tally, Final]
    assert shares(table) == [("Inès", "case 29", 7, 16), ("Chloé", "case 2", 0, 3), ("Bao", "case 1", 0, 3)]
    final = seen(table)[-1]
    assert isinstance(final, Final)
    assert [(one.seat, one.rank, one.total, one.ties) for one in final.places] == [
        (1, 1, 16, "29"),
        (3, 2, 3, "2"),
        (2, 3, 3, "1"),
    ]


def test_a_share_is_of_a_piece_that_stands_in_the_race() -> None:
    table = played(expedition(), *["step"] * 14)
    pieces = {piece.id for piece in race(table).pieces}
    assert {one.piece for one in tally(table).shares} == pieces


# What is done by hand


def by_hand(table: Table, name: str) -> list[str]:
    """Return the texts of a block of notes, empty without the block."""
    found = [
        block for block in scene_of(table, PUBLIC, ENGLISH).blocks if isinstance(block, Notes) and block.id == name
    ]
    return [note.says for block in found for note in block.notes]


def test_before_the_first_step_the_set_up_is_a_list_to_tick_off() -> None:
    table = expedition()
    assert by_hand(table, "setup") == [
        "A crate of its value on every space that shows one",
        "One crate of 3 for each player",
        "A camel for each player, and the merchant card of its colour",
        "Camels on the board as they stand here: Ormuz first, then one space further each",
        "Cards shuffled: five to each hand, five open beside the board, the rest as a pile",
        "The youngest begins: here Inès",
    ]
    [setup] = (block for block in scene(table).blocks if isinstance(block, Notes))
    assert {note.tone for note in setup.notes} == {Tone.TASK}
    assert by_hand(corrected(table, 2, 1), "setup") == by_hand(table, "setup")
    assert by_hand(played(table, "step"), "setup") == []
    assert by_hand(played(table, "end"), "setup") == []


def test_the_set_up_goes_by_the_figures_and_by_how_many_play() -> None:
    assert by_hand(expedition(2), "setup")[2].startswith("Two camels for each player")
    assert by_hand(expedition(start={"gold": 5}), "setup")[1] == "5 gold in crates for each player"
    assert len(by_hand(expedition(start={"gold": 0}), "setup")) == 5


def test_whoever_closed_a_turn_draws_a_card_until_the_next_step() -> None:
    table = played(expedition(), "step")
    assert by_hand(table, "table") == []
    table = played(table, "end")
    assert by_hand(table, "table") == [
        "Inès draws a card (an open one: replace it; an empty pile: shuffle the discards)"
    ]
    assert by_hand(played(table, "step"), "table") == []
    assert by_hand(played(table, "end"), "table")[0].startswith("Bao draws a card")


def test_a_card_is_drawn_as_well_where_a_city_closes_the_turn() -> None:
    gate = corrected(expedition(), 1, 15, "space:1")
    tallied = played(gate, "step")
    assert by_hand(tallied, "table")[0].startswith("Inès draws a card")
    [tally] = (one for one in ceremonies_of(tallied, 2, PUBLIC, ENGLISH) if isinstance(one, Tally))
    assert tally.then == "Inès still draws a card."
    ended = played(expedition(), *TO_THE_END)
    assert by_hand(ended, "table") == ["Inès draws one last card."]
    [last] = (one for one in ceremonies_of(ended, len(ended.entries), PUBLIC, ENGLISH) if isinstance(one, Tally))
    assert last.then is None
