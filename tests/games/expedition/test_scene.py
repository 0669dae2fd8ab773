"""The scene of an Expedition: the race, seat notes, components beside offers, and animations."""

from __future__ import annotations

from companion.games.expedition import EXPEDITION
from companion.rules.scene import Final, Notes, Role, Scene, Tally, Tone, Track, Walk
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import AnyGlyph, glyph_of
from companion.words.translated_scene import animations_in_words, scene_of, seat_notes_of
from tests.kit.own_glyphs import DRIVERS
from tests.kit.random_play import complete_offers
from tests.views.games import expedition, play_moves, with_correction, with_move

FRENCH, ENGLISH = Words("fr"), Words("en")
TO_DADU = [*["step"] * 14, "end", "end", *["step"] * 13]
TO_THE_END = [*TO_DADU, "no crates"]


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


def test_the_race_is_the_main_block() -> None:
    blocks = scene(expedition())
    assert (blocks.turn, blocks.wide, race(expedition()).id, race(expedition()).name) == (
        "race",
        "race",
        "race",
        "La course",
    )


def test_every_space_is_a_place_and_towns_have_names() -> None:
    places = race(expedition()).places
    assert [place.label for place in places] == [str(space) for space in range(30)]
    assert [(place.label, place.name, place.art) for place in places if place.name] == [
        ("0", "Ormuz", "ormuz"),
        ("16", "Ganzhou", "ganzhou"),
        ("29", "Dadu", "dadu"),
    ]
    assert (places[7].id, places[7].touch) == ("place:7", "place:7")


def test_every_camel_is_a_piece_in_its_colour() -> None:
    pieces = race(play_moves(expedition(), "step", "end")).pieces
    assert [(piece.id, piece.at, piece.seat, piece.colour, piece.number, piece.says) for piece in pieces] == [
        ("camel:1:1", "place:3", 1, "blue", None, "case\N{NO-BREAK SPACE}3"),
        ("camel:2:1", "place:1", 2, "red", None, "case\N{NO-BREAK SPACE}1"),
        ("camel:3:1", "place:2", 3, "green", None, "case\N{NO-BREAK SPACE}2"),
    ]


def test_two_camels_have_colours_and_their_letters_no_numbers() -> None:
    table = expedition(2)
    pieces = race(table).pieces
    assert [(piece.id, piece.label, piece.number, piece.at, piece.colour) for piece in pieces] == [
        ("camel:1:1", "Bl", None, "place:0", "blue"),
        ("camel:1:2", "Ve", None, "place:2", "green"),
        ("camel:2:1", "Ro", None, "place:1", "red"),
        ("camel:2:2", "Ja", None, "place:3", "yellow"),
    ]
    assert {piece.label for piece in race(expedition(3)).pieces} == {None}
    assert pieces[0].says == "Ormuz"


def test_payments_are_marked_until_their_tally_is_spent() -> None:
    table = expedition()
    gives = marks(table, Role.GIVES)
    assert gives["15"] == ("gold", 5, "Case\N{NO-BREAK SPACE}15\N{NO-BREAK SPACE}: 5 or")
    assert [*gives] == [*map(str, range(11, 17)), *map(str, range(23, 30))]
    at_ganzhou = play_moves(table, *["step"] * 14)
    for held, spent in ((table, False), (at_ganzhou, True)):
        assert [(stretch.first, stretch.last, stretch.name, stretch.spent) for stretch in race(held).stretches] == [
            ("place:11", "place:16", "Ganzhou", spent),
            ("place:23", "place:29", "Dadu", False),
        ]


def test_crates_are_marked_until_a_camel_lands() -> None:
    table = expedition(crates={"3": 2, "4": 0, "7": 1})
    assert marks(table, Role.LIES) == {"3": ("crate", 2, None), "7": ("crate", 1, None)}
    assert [*marks(play_moves(table, "step"), Role.LIES)] == ["7"]


def test_the_requirement_of_a_space_is_marked() -> None:
    table = expedition(requirements={"5": {"kind": "drivers"}})
    assert marks(table, Role.ASKS) == {
        "5": ("drivers", 2, "2 chameliers"),
        "16": ("all_goods", 4, "4 différentes, selon une critique"),
    }


def test_the_letters_of_colours_differ() -> None:
    for words in (FRENCH, ENGLISH):
        letters = [words(f"expedition.letters.{colour}") for colour in EXPEDITION.colours]
        assert len({*letters}) == len(letters) == 7


# Seat notes, and drawings beside offers.


def test_seat_notes_name_the_place_of_each_camel() -> None:
    table = expedition()
    assert [seat_text(table, seat) for seat in table.seats] == [
        "Ormuz",
        "case\N{NO-BREAK SPACE}1",
        "case\N{NO-BREAK SPACE}2",
    ]
    assert seat_text(play_moves(table, *["step"] * 14), 1) == "Ganzhou"
    assert seat_text(expedition(2), 2) == "Ro 1 · Ja 3"
    assert [note.says for note in seat_notes_of(expedition(2), 1, PUBLIC, FRENCH)] == [
        "Ormuz",
        "case\N{NO-BREAK SPACE}2",
    ]


def seat_text(table: Table, seat: int) -> str:
    """Return the text of the turn page beside a seat's total."""
    return " · ".join(note.says for note in seat_notes_of(table, seat, PUBLIC, FRENCH, brief=True))


def drawings(**options: object) -> dict[str, AnyGlyph | None]:
    """Return the drawing beside each complete offer of the first seat."""
    table = play_moves(expedition(3, **options), "step")
    offers = complete_offers(table.match, table.state, 1)
    return {FRENCH.of(offer.label): glyph_of(table.match, offer.thing) for offer in offers}


def test_a_step_is_drawn_as_its_requirement() -> None:
    requirements = {"4": {"kind": "drivers"}}
    assert drawings(requirements=requirements)["Avancer sur la 4"] == DRIVERS
    assert drawings(requirements=requirements, crates={"4": 2})["Avancer sur la 4"] == DRIVERS


def test_unknown_steps_and_end_of_turn_have_no_drawing() -> None:
    assert drawings()["Avancer sur la 4"] is None
    assert drawings()["Finir le tour"] is None


# Animations.


def animations_of(table: Table, entry: int | None = None) -> tuple[object, ...]:
    """Return the animations of an entry, by default the last one."""
    return animations_in_words(table, entry or len(table.entries), PUBLIC, FRENCH)


def tally(table: Table) -> Tally[str]:
    (animation,) = [candidate for candidate in animations_of(table) if isinstance(candidate, Tally)]
    return animation


def shares(table: Table) -> list[tuple[str, str, int, int]]:
    """Return (name, place, payment, total) of each share."""
    return [(table.names[share.seat - 1], share.where, share.pays, share.total) for share in tally(table).shares]


def walks(table: Table) -> list[tuple[str, str, str]]:
    return [(walk.piece, walk.places[0], walk.places[-1]) for walk in animations_of(table) if isinstance(walk, Walk)]


def test_a_step_is_animated_an_end_of_turn_is_not() -> None:
    table = play_moves(expedition(), "step")
    assert animations_of(table) == (
        Walk(block="race", piece="camel:1:1", places=("place:0", "place:1", "place:2", "place:3")),
    )
    assert animations_of(play_moves(table, "end")) == ()


def test_the_ganzhou_tally_lists_all_camels_furthest_first() -> None:
    table = play_moves(expedition(), *["step"] * 10, "end", "step", "end", *["step"] * 12)
    assert tally(table).name == "Décompte de Ganzhou"
    assert shares(table) == [
        ("Chloé", "case\N{NO-BREAK SPACE}16", 6, 9),
        ("Inès", "case\N{NO-BREAK SPACE}12 → Ganzhou", 2, 5),
        ("Bao", "case\N{NO-BREAK SPACE}3", 0, 3),
    ]


def test_paid_camels_walk_to_ganzhou_after_the_tally() -> None:
    table = play_moves(expedition(), *["step"] * 10, "end", "step", "end", *["step"] * 12)
    assert walks(table) == [("camel:3:1", "place:15", "place:16"), ("camel:1:1", "place:12", "place:16")]
    assert [type(animation) for animation in animations_of(table)] == [Walk, Tally, Walk]


def test_only_the_entry_with_a_tally_animates_it() -> None:
    table = play_moves(expedition(), *["step"] * 14, "end")
    assert [
        entry
        for entry in range(1, 16)
        if any(isinstance(animation, Tally) for animation in animations_of(table, entry))
    ] == [14]


def test_a_tally_total_includes_the_cost_of_the_step() -> None:
    table = play_moves(expedition(), *["step"] * 13, "end", "end", *["step"] * 11, "ballast", "step")
    assert shares(table) == [
        ("Chloé", "case\N{NO-BREAK SPACE}16", 6, 3 - 1 + 6),
        ("Inès", "case\N{NO-BREAK SPACE}15 → Ganzhou", 5, 8),
        ("Bao", "case\N{NO-BREAK SPACE}1", 0, 3),
    ]


def test_both_camels_of_a_seat_have_shares_that_add_up() -> None:
    table = play_moves(expedition(2), *["step 1"] * 8, "end", "end", *["step 2"] * 12)
    assert shares(table) == [
        ("Inès", "vert, case\N{NO-BREAK SPACE}16", 6, 9),
        ("Inès", "bleu, case\N{NO-BREAK SPACE}11 → Ganzhou", 1, 10),
        ("Bao", "jaune, case\N{NO-BREAK SPACE}3", 0, 3),
        ("Bao", "rouge, case\N{NO-BREAK SPACE}1", 0, 3),
    ]
    assert [share.piece for share in tally(table).shares] == ["camel:1:2", "camel:1:1", "camel:2:2", "camel:2:1"]


def test_the_end_shows_the_dadu_tally_then_places() -> None:
    table = play_moves(expedition(), *TO_THE_END)
    assert [type(animation) for animation in animations_of(table, len(table.entries) - 1)] == [Walk]
    assert [type(animation) for animation in animations_of(table)] == [Tally, Final]
    assert shares(table) == [
        ("Inès", "case\N{NO-BREAK SPACE}29", 7, 16),
        ("Chloé", "case\N{NO-BREAK SPACE}2", 0, 3),
        ("Bao", "case\N{NO-BREAK SPACE}1", 0, 3),
    ]
    final = animations_of(table)[-1]
    assert isinstance(final, Final)
    assert [(place.seat, place.rank, place.total, place.ties) for place in final.places] == [
        (1, 1, 16, "29"),
        (3, 2, 3, "2"),
        (2, 3, 3, "1"),
    ]


def test_a_share_names_a_piece_of_the_race() -> None:
    table = play_moves(expedition(), *["step"] * 14)
    pieces = {piece.id for piece in race(table).pieces}
    assert {share.piece for share in tally(table).shares} == pieces


# Crates at Dadu.


def test_dadu_shows_the_spaces_asked_about_and_who_was_first() -> None:
    known = {str(space): 0 for space in range(3, 29) if space not in (5, 20)}
    table = play_moves(expedition(crates=known), "step", "end", *["step"] * 3, "end", "end", *TO_DADU[2:])
    assert notes_of(table, "crates", FRENCH) == [
        "Une caisse sur la case 20\N{NO-BREAK SPACE}? Inès y était en premier",
        "Une caisse sur la case 5\N{NO-BREAK SPACE}? Bao y était en premier",
    ]
    assert marks(table, Role.LIES) == {
        "5": ("crate", None, "Une caisse\N{NO-BREAK SPACE}?"),
        "20": ("crate", None, "Une caisse\N{NO-BREAK SPACE}?"),
    }
    noted = with_move(table, 1, {"move": "crate", "value": 2, "space": 5})
    assert notes_of(noted, "crates", FRENCH) == ["Une caisse sur la case 20\N{NO-BREAK SPACE}? Inès y était en premier"]
    assert notes_of(with_move(noted, 1, {"move": "no_crates"}), "crates", FRENCH) == []


def test_many_spaces_asked_about_are_one_sentence_a_seat() -> None:
    known = {str(space): 0 for space in (6, 8, 20)}
    table = play_moves(expedition(crates=known), *["step"] * 14, "end", "end", *["step"] * 13)
    assert note_texts(table, "crates") == [
        "Crates on spaces 3 to 5, 7, 9 to 15, 17 to 19 and 21 to 28? Inès was there first"
    ]
    assert notes_of(table, "crates", FRENCH) == [
        "Des caisses sur les cases 3 à 5, 7, 9 à 15, 17 à 19 et 21 à 28\N{NO-BREAK SPACE}? Inès y était en premier"
    ]


# Tasks at the table.


def note_texts(table: Table, name: str) -> list[str]:
    """Return the texts of a block of notes in English, empty without the block."""
    return notes_of(table, name, ENGLISH)


def notes_of(table: Table, name: str, words: Words) -> list[str]:
    blocks = [block for block in scene_of(table, PUBLIC, words).blocks if isinstance(block, Notes) and block.id == name]
    return [note.says for block in blocks for note in block.notes]


def test_the_setup_is_a_list_of_tasks() -> None:
    table = expedition()
    assert note_texts(table, "setup") == [
        "Put a crate of the right value on every space that shows one",
        "Everyone gets a crate of 3",
        "Everyone takes a camel and the merchant card of its colour",
        "Place the camels as shown: the first on Ormuz, then each one space further",
        "Shuffle the cards: five to everyone, five face up beside the board, the rest as a pile",
        "The youngest starts: here, Inès",
    ]
    [setup] = (block for block in scene(table).blocks if isinstance(block, Notes))
    assert {note.tone for note in setup.notes} == {Tone.TASK}
    assert note_texts(with_correction(table, 2, 1), "setup") == note_texts(table, "setup")
    assert note_texts(play_moves(table, "step"), "setup") == []
    assert note_texts(play_moves(table, "end"), "setup") == []


def test_the_setup_depends_on_figures_and_players() -> None:
    assert note_texts(expedition(2), "setup")[2].startswith("Everyone takes two camels")
    assert note_texts(expedition(start={"gold": 5}), "setup")[1] == "Everyone gets 5 gold in crates"
    assert len(note_texts(expedition(start={"gold": 0}), "setup")) == 5


def test_a_finished_turn_draws_a_card_until_the_next_step() -> None:
    table = play_moves(expedition(), "step")
    assert note_texts(table, "table") == []
    table = play_moves(table, "end")
    text = "Inès draws a card. Was it face up? Replace it. Pile empty? Shuffle the discards."
    assert note_texts(table, "table") == [text]
    assert note_texts(play_moves(table, "step"), "table") == []
    assert note_texts(play_moves(table, "end"), "table")[0].startswith("Bao draws a card")


def test_a_turn_ended_by_a_city_draws_a_card() -> None:
    gate = with_correction(expedition(), 1, 15, "space:1")
    tallied = play_moves(gate, "step")
    assert note_texts(tallied, "table")[0].startswith("Inès draws a card")
    [tally] = (
        animation for animation in animations_in_words(tallied, 2, PUBLIC, ENGLISH) if isinstance(animation, Tally)
    )
    assert tally.then == "Inès still draws a card."
    ended = play_moves(expedition(), *TO_THE_END)
    assert note_texts(ended, "table") == ["Inès draws one last card."]
    [last] = (
        animation
        for animation in animations_in_words(ended, len(ended.entries), PUBLIC, ENGLISH)
        if isinstance(animation, Tally)
    )
    assert last.then is None
