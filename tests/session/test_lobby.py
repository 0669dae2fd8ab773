"""Tests of the lobby as a value: places, colours, order, and who leads."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import GAMES
from companion.rules.fields import OneOf
from companion.rules.game import find_game
from companion.rules.per_seat_options import answer_at, with_answer
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.table.lobby import MOST_VISITORS, Lobby, from_note, to_note

EXPEDITION = find_game("expedition", GAMES)
CLASSIC = find_game("classic", GAMES)
ADA, BAO, CID = "a" * 64, "b" * 64, "c" * 64
COLOURS = {"red": "rouge", "blue": "bleu"}


def no_preference(name: str) -> str | None:
    return None


def prefers(**colours: str) -> Any:
    return colours.get


def lobby_of(*people: tuple[str, str | None]) -> Lobby:
    lobby = Lobby(EXPEDITION)
    for name, phone in people:
        lobby = lobby.sit(name, no_preference, phone)
    return lobby


def names(lobby: Lobby) -> list[str]:
    return [place.name for place in lobby.places]


def test_people_sit_down_one_after_the_other_with_free_colours() -> None:
    lobby = lobby_of(("Ada", ADA), ("Bao", None), ("Cid", CID))
    assert names(lobby) == ["Ada", "Bao", "Cid"]
    assert lobby.first_colours() == list(EXPEDITION.colours[:3])
    assert [lobby.place_of(phone) for phone in (ADA, CID, BAO, None)] == [1, 3, None, None]


def test_preferred_colour_is_given_while_it_is_free() -> None:
    wish = EXPEDITION.colours[2]
    lobby = Lobby(EXPEDITION).sit("Ada", prefers(Ada=wish)).sit("Bao", prefers(Bao=wish))
    assert lobby.first_colours() == [wish, EXPEDITION.colours[0]]


def test_nobody_changes_colour_when_somebody_else_sits_down() -> None:
    first = EXPEDITION.colours[0]
    lobby = lobby_of(("Ada", None)).sit("Bao", prefers(Bao=first))
    assert lobby.first_colours()[0] == first
    assert lobby.first_colours()[1] != first


def test_chosen_colour_is_exchanged_and_remembered_as_chosen() -> None:
    lobby = lobby_of(("Ada", None), ("Bao", None))
    ada, bao = lobby.first_colours()
    changed = lobby.choose_colour(2, 0, ada)
    assert changed.first_colours() == [bao, ada]
    assert [place.chose_colour for place in changed.places] == [False, True]
    for piece, colour in ((0, "pink"), (5, ada), (-1, ada)):
        with pytest.raises(MalformedError):
            lobby.choose_colour(2, piece, colour)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("ada", "lobby.sits_already"),
        (" Ada ", "lobby.sits_already"),
        ("Аda", "error.name_alike"),
        ("", None),
        ("   ", "error.name"),
        ("x" * 41, "error.name"),
        ("a\nb", "error.name"),
    ],
)
def test_names_that_sit_or_look_like_one_are_refused(name: str, key: str | None) -> None:
    lobby = lobby_of(("Ada", None))
    if key is None:
        assert names(lobby.sit(name, no_preference)) == ["Ada", ""]
        return
    with pytest.raises(IllegalMoveError) as refused:
        lobby.sit(name, no_preference)
    assert refused.value.reason.key == key


def test_own_name_may_be_written_differently() -> None:
    lobby = lobby_of(("ada", None), ("Bao", None))
    assert names(lobby.rename(1, "Ada")) == ["Ada", "Bao"]
    with pytest.raises(IllegalMoveError):
        lobby.rename(1, "bao")


def test_twelve_people_do_not_fit_on_five_seats() -> None:
    lobby = lobby_of(*((f"Player {n}", str(n) * 64) for n in range(EXPEDITION.seats[-1])))
    for n in range(7):
        with pytest.raises(IllegalMoveError) as refused:
            lobby.sit(f"Late {n}", no_preference)
        assert refused.value.reason.key == "lobby.full"
    assert names(lobby.stand_up(2).sit("Late", no_preference))[-1] == "Late"


def test_phone_sits_once() -> None:
    lobby = lobby_of(("Ada", ADA))
    with pytest.raises(IllegalMoveError) as refused:
        lobby.sit("Bao", no_preference, ADA)
    assert refused.value.reason.key == "lobby.you_sit"
    assert lobby.with_visitor(ADA) == lobby


def test_first_phone_leads_and_the_next_follows_it() -> None:
    lobby = lobby_of(("Mum", None), ("Ada", ADA), ("Bao", BAO), ("Cid", CID))
    assert lobby.leader == ADA
    assert lobby.stand_up(3).leader == ADA
    assert lobby.stand_up(2).leader == BAO
    assert lobby.send_away(2).leader == BAO
    assert lobby.without_leader().leader == BAO
    assert lobby.hand_on(4).leader == CID
    assert lobby.hand_on(4).without_leader().leader == ADA, "around the table"
    assert lobby.stand_up(2).stand_up(2).stand_up(2).leader is None, "the box"
    with pytest.raises(IllegalMoveError):
        lobby.hand_on(1)


def test_only_phone_gives_the_lead_to_the_box() -> None:
    lobby = lobby_of(("Ada", ADA)).without_leader()
    assert lobby.leader is None
    assert lobby.sit("Bao", no_preference, BAO).leader is None, "a phone sits already"


def test_who_stands_up_may_sit_down_again_unless_sent_away() -> None:
    lobby = lobby_of(("Ada", ADA), ("Bao", BAO))
    assert lobby.stand_up(2).place_of(BAO) == 0
    assert lobby.send_away(2).place_of(BAO) is None


def test_phone_takes_a_place_that_somebody_else_added() -> None:
    lobby = lobby_of(("Mum", None), ("Ada", None)).with_visitor(ADA).take(2, ADA)
    assert (lobby.place_of(ADA), lobby.leader) == (2, ADA)
    assert lobby.take(1, BAO).leader == ADA
    for place, phone, key in ((1, ADA, "lobby.you_sit"), (2, BAO, "lobby.has_phone"), (3, BAO, "lobby.nobody_there")):
        with pytest.raises(IllegalMoveError) as refused:
            lobby.take(place, phone)
        assert refused.value.reason.key == key


def test_emptied_table_keeps_its_visitors() -> None:
    lobby = lobby_of(("Mum", None), ("Ada", ADA), ("Bao", BAO)).begin_with(3).without_people()
    assert (lobby.places, lobby.begins, lobby.leader) == ((), 1, None)
    assert [lobby.place_of(phone) for phone in (ADA, BAO, CID)] == [0, 0, None]


@pytest.mark.parametrize("place", [0, 3, -1])
def test_place_where_nobody_sits_any_more_is_refused(place: int) -> None:
    lobby = lobby_of(("Ada", ADA), ("Bao", BAO))
    for change in (lobby.stand_up, lobby.send_away, lobby.begin_with, lobby.hand_on):
        with pytest.raises(IllegalMoveError) as refused:
            change(place)
        assert refused.value.reason.key == "lobby.nobody_there"
    with pytest.raises(IllegalMoveError):
        lobby.rename(place, "Cid")
    with pytest.raises(IllegalMoveError):
        lobby.move(place, 1)


def test_beginner_turns_the_circle_and_keeps_the_order() -> None:
    lobby = lobby_of(("Ada", ADA), ("Bao", None), ("Cid", CID)).begin_with(2)
    assert names(lobby) == ["Ada", "Bao", "Cid"]
    command = lobby.start({}, str)
    assert command.names == ("Bao", "Cid", "Ada")
    blue, red, green = lobby.first_colours()
    assert command.options["colours"] == [red, green, blue]
    assert lobby.seated_phones() == ((None, "Bao"), (CID, "Cid"), (ADA, "Ada"))


def test_beginner_stays_the_same_person() -> None:
    lobby = lobby_of(("Ada", None), ("Bao", None), ("Cid", None)).begin_with(2)

    def beginner(changed: Lobby) -> str:
        return changed.places[changed.begins - 1].name

    assert beginner(lobby.move(2, 1)) == beginner(lobby.move(1, 1)) == beginner(lobby.move(3, -1)) == "Bao"
    assert beginner(lobby.stand_up(1)) == beginner(lobby.stand_up(3)) == "Bao"
    assert beginner(lobby.stand_up(2)) == "Ada", "the first, once the beginner has gone"
    for place, by in ((1, -1), (3, 1), (2, 0), (2, 2)):
        with pytest.raises(MalformedError):
            lobby.move(place, by)


def test_what_was_chosen_for_a_person_stays_with_the_person() -> None:
    lobby = Lobby(find_game("voyages", GAMES))
    for name in ("Ada", "Bao", "Cid"):
        lobby = lobby.sit(name, no_preference)
    characters = next(option for option in lobby.game.setup_form(3) if option.exclusive and option.parts[0].seat)
    assert isinstance(characters.field, OneOf)
    chosen = [choice.value for choice in characters.field.open_choices if choice.value is not None][:3]
    name = characters.field.name

    def by_person(changed: Lobby) -> dict[str, Any]:
        seats = changed.in_seat_order(changed.places)
        paths = {part.seat: part.path for part in characters.parts}
        value = changed.options.get(name)
        return {place.name: answer_at(value, paths.get(seat, (seat - 1,))) for seat, place in enumerate(seats, 1)}

    for seat, person in enumerate(chosen, 1):
        path = next(part.path for part in characters.parts if part.seat == seat)
        lobby = lobby.with_options({name: with_answer(characters, lobby.options.get(name), path, person)})
    everybody = dict(zip(("Ada", "Bao", "Cid"), chosen, strict=True))
    assert by_person(lobby) == everybody
    for changed in (lobby.begin_with(2), lobby.begin_with(3).move(1, 1), lobby.move(3, -1).begin_with(1)):
        assert by_person(changed) == everybody
    four = lobby.begin_with(2).sit("Dan", no_preference)
    assert four.game.seats[-1] >= 4
    assert {**by_person(four), "Dan": None} == {**everybody, "Dan": None}
    for number, gone in enumerate(everybody, 1):
        rest = {person: value for person, value in everybody.items() if person != gone}
        assert by_person(lobby.begin_with(2).stand_up(number)) == rest


def test_too_few_and_too_many_cannot_start() -> None:
    with pytest.raises(IllegalMoveError) as few:
        lobby_of(("Ada", None)).start({}, str)
    assert (few.value.reason.key, dict(few.value.reason.args)["n"]) == ("lobby.too_few", EXPEDITION.seats[0] - 1)
    big = max(GAMES, key=lambda game: game.seats[-1])
    small = min(GAMES, key=lambda game: game.seats[-1])
    lobby = Lobby(big)
    for n in range(big.seats[-1]):
        lobby = lobby.sit(f"Player {n}", no_preference)
    if big.seats[-1] > small.seats[-1]:
        crowded = lobby.with_game(small, no_preference)
        assert names(crowded) == names(lobby), "nobody is thrown out"
        assert len(crowded.first_colours()) == big.seats[-1]
        with pytest.raises(IllegalMoveError) as many:
            crowded.start({}, str)
        assert many.value.reason.key == "lobby.too_many"


def test_nobody_in_particular_is_called_by_the_colour() -> None:
    lobby = Lobby(EXPEDITION).sit("", no_preference).sit("", no_preference)
    assert lobby.start({}, str.upper).names == tuple(colour.upper() for colour in lobby.first_colours())


def test_another_game_keeps_people_and_their_colours_where_it_can() -> None:
    lobby = lobby_of(("Ada", ADA), ("Bao", None)).with_options({})
    changed = lobby.with_game(CLASSIC, no_preference)
    assert names(changed) == ["Ada", "Bao"]
    assert changed.leader == ADA
    for before, after in zip(lobby.first_colours(), changed.first_colours(), strict=True):
        assert after == before or before not in CLASSIC.colours
    assert changed.with_game(CLASSIC, no_preference) is changed


def test_options_that_no_form_has_are_refused() -> None:
    option = EXPEDITION.setup_form(2)[0].field.name
    lobby = lobby_of(("Ada", None)).with_options({option: "x"})
    assert lobby.options == {option: "x"}
    assert lobby.with_options({option: None}).options == {}
    with pytest.raises(MalformedError):
        lobby.with_options({"colours": []})
    secret = [option.field.name for option in CLASSIC.setup_form(2) if option.secret]
    for name in secret:
        with pytest.raises(MalformedError):
            Lobby(CLASSIC).with_options({name: None})


def test_more_visitors_than_fit_cost_nobody_a_seat() -> None:
    lobby = lobby_of(("Ada", ADA))
    for n in range(MOST_VISITORS + 5):
        lobby = lobby.with_visitor(f"{n:064}")
    assert lobby.place_of(ADA) == 1
    assert lobby.place_of(f"{MOST_VISITORS + 4:064}") == 0
    assert lobby.place_of(f"{4:064}") is None
    assert lobby.place_of(f"{5:064}") == 0


def test_forgotten_phones_leave_their_people_at_the_table() -> None:
    lobby = lobby_of(("Ada", ADA), ("Bao", BAO))
    assert names(lobby.without_phones()) == ["Ada", "Bao"]
    assert lobby.without_phones().leader is None
    assert [lobby.without_phones().place_of(phone) for phone in (ADA, BAO)] == [None, None]
    rest = lobby.without_phone(ADA)
    assert (rest.place_of(ADA), rest.place_of(BAO), rest.leader) == (None, 2, BAO)


def test_new_token_keeps_place_and_lead() -> None:
    lobby = lobby_of(("Ada", ADA), ("Bao", BAO)).with_new_digest(ADA, CID)
    assert (lobby.place_of(CID), lobby.place_of(ADA), lobby.leader) == (1, None, CID)


@pytest.mark.parametrize(
    "note",
    [
        None,
        3,
        [],
        {},
        {**to_note(lobby_of(("Ada", ADA))), "game": "chess"},
        {**to_note(lobby_of(("Ada", ADA))), "begins": 2},
        {**to_note(lobby_of(("Ada", ADA))), "begins": 0},
        {**to_note(lobby_of(("Ada", ADA))), "places": [{"name": "Ada"}]},
    ],
)
def test_note_that_nobody_wrote_is_no_lobby(note: Any) -> None:
    assert from_note(note, GAMES) is None


PHONES = (None, ADA, BAO, CID, "d" * 64)
ACTIONS = st.one_of(
    st.tuples(st.just("sit"), st.sampled_from(["Ada", "Bao", "Cid", "Dan", "Eve", ""]), st.sampled_from(PHONES)),
    st.tuples(st.sampled_from(["stand_up", "send_away", "begin_with", "hand_on"]), st.integers(0, 6)),
    st.tuples(st.just("move"), st.integers(1, 6), st.sampled_from([-1, 1])),
    st.tuples(st.just("choose_colour"), st.integers(1, 6), st.integers(0, 1), st.sampled_from(EXPEDITION.colours)),
    st.tuples(st.just("with_game"), st.sampled_from(GAMES)),
    st.tuples(st.sampled_from(["without_leader", "without_phones"])),
    st.tuples(st.sampled_from(["with_visitor", "without_phone"]), st.sampled_from(PHONES[1:])),
)


@given(actions=st.lists(ACTIONS, max_size=25))
def test_random_evenings_keep_every_promise(actions: list[tuple[Any, ...]]) -> None:
    """Nobody gets a second place or shares a colour; who leads has a phone that sits; the note holds all of it."""
    lobby = Lobby(EXPEDITION)
    for action, *arguments in actions:
        extra = (no_preference,) if action in ("sit", "with_game") else ()
        try:
            lobby = getattr(lobby, action)(*arguments[:1], *extra, *arguments[1:])
        except (IllegalMoveError, MalformedError):
            continue
    phones = [place.phone for place in lobby.places if place.phone is not None]
    assert max(Counter(phones).values(), default=0) <= 1
    named = [place.name for place in lobby.places if place.name]
    assert len(named) == len(set(named))
    pieces = [colour for own in lobby.colours() for colour in own]
    assert len(pieces) == len(set(pieces))
    assert lobby.leader is None or lobby.leader in phones
    assert set(phones) <= {*lobby.visitors}
    assert 1 <= lobby.begins <= max(1, len(lobby.places))
    assert from_note(to_note(lobby), GAMES) == lobby
    if len(lobby.places) in lobby.game.seats:
        command = lobby.start({}, str)
        assert sorted(command.names) == sorted(
            place.name or colour for place, colour in zip(lobby.places, lobby.first_colours(), strict=True)
        )
