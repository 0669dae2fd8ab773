"""The lobby of a new game: who sits down, in which colours and order, and who leads, until the game starts. Pure.

A place is numbered from 1, around the table. Every change returns a new lobby or raises IllegalMoveError, or
MalformedError for what no page offers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, TypeVar

from companion.rules.fields import Json
from companion.rules.game import Game, find_game, has_chosen_colours, visible_setup_form
from companion.rules.people_names import (
    LONGEST_NAME,
    is_name,
    name_key,
    name_skeleton,
    normalise_new_names,
    without_invisible,
)
from companion.rules.per_seat_options import answer_at, combine_answers, current_value
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.seat_values import with_value
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen
from companion.table.commands import StartGame
from companion.table.table import Table

T = TypeVar("T")
LOBBY_NOTE = "lobby"
"""The name of the journal's note with the lobby."""
MOST_VISITORS = 24
"""The most phones that may look for a place. With one more, the one that came first has to scan the code again."""

Preferred = Callable[[str], str | None]
"""Returns the colour that the person of a name prefers; None if none is known."""


@frozen
class LobbyPlace:
    """A place at the table that somebody has taken."""

    name: str
    """The person's name; empty for nobody in particular, who is called by the colour."""
    colours: tuple[str, ...] = ()
    """The colours of its pieces, the first of them for the mark; the game adds what is missing."""
    phone: str | None = None
    """The digest of the token of the phone that sits here."""
    chose_colour: bool = False
    """True if somebody chose the colour, so that it is remembered as the person's."""


@frozen
class Lobby:
    """The lobby of a new game."""

    game: Game
    places: tuple[LobbyPlace, ...] = ()
    """The places that are taken, around the table."""
    begins: int = 1
    """The place that begins."""
    options: Mapping[str, Json] = field(default_factory=dict, hash=False)
    leader: str | None = None
    """The phone that leads: the first that sat down. None while the box leads."""
    visitors: tuple[str, ...] = ()
    """The phones that used the code and may sit down, or do already."""
    rematch_of: int = 0
    """The number of the game that the same people have just played; 0 for none."""

    # Questions.

    def place_of(self, phone: str | None) -> int | None:
        """Return the place of a phone; 0 for one that may sit down, None for any other."""
        places = (number for number, place in enumerate(self.places, 1) if phone is not None and place.phone == phone)
        return next(places, 0 if phone in self.visitors else None)

    def place_named(self, name: str) -> int | None:
        """Return the place of the person of this name, however it is written; None if that person does not sit."""
        key = name_key(name)
        return next((n for n, place in enumerate(self.places, 1) if place.name and name_key(place.name) == key), None)

    def colours(self) -> list[list[str]]:
        """Return the colours of the pieces of each place: its own, then the first free ones."""
        each = self.game.colours_per_seat(len(self.places))
        colours = [list(place.colours[:each]) for place in self.places]
        for piece in range(each):
            for own in colours:
                if len(own) <= piece:
                    used = {colour for others in colours for colour in others}
                    free = [colour for colour in self.game.colours if colour not in used]
                    own += free[:1]
        return colours

    def first_colours(self) -> list[str]:
        """Return the colour of each place, for its mark; empty where there are more places than colours."""
        return [own[0] if own else "" for own in self.colours()]

    def form_options(self) -> dict[str, Json]:
        """Return the options that this number of players may choose, as the game takes them."""
        form = visible_setup_form(self.game, len(self.places))
        names = {option.field.name for option in form}
        others = {
            option.field.name for seats in self.game.seats for option in visible_setup_form(self.game, seats)
        } - names
        options = {name: value for name, value in self.options.items() if name not in others}
        for option in form:
            if option.parts and (value := current_value(option, options.pop(option.field.name, None))) is not None:
                options[option.field.name] = value
        return options

    # People.

    def with_visitor(self, phone: str) -> Lobby:
        """Admit a phone that used the code."""
        if phone in self.visitors:
            return self
        sitting = {place.phone for place in self.places}
        looking = [visitor for visitor in self.visitors if visitor not in sitting]
        gone = set(looking[: max(0, len(looking) + 1 - MOST_VISITORS)])
        return replace(self, visitors=(*(visitor for visitor in self.visitors if visitor not in gone), phone))

    def with_new_digest(self, before: str, phone: str) -> Lobby:
        """Replace the digest of a phone's token."""
        places = tuple(replace(place, phone=phone) if place.phone == before else place for place in self.places)
        visitors = tuple(phone if visitor == before else visitor for visitor in self.visitors)
        return replace(self, places=places, visitors=visitors, leader=phone if self.leader == before else self.leader)

    def sit(self, name: str, preferred: Preferred, phone: str | None = None) -> Lobby:
        """Have a person of this name sit down last, with a free colour: the preferred one, or the first.

        `name` is empty for nobody in particular. The first phone that sits down leads.
        """
        if own := self.place_of(phone):
            raise IllegalMoveError(say("lobby.you_sit", name=self.places[own - 1].name))
        if len(self.places) >= self.game.seats[-1]:
            raise IllegalMoveError(say("lobby.full", n=self.game.seats[-1]))
        checked = self._checked_name(name) if name else ""
        colours = self.first_colours()
        shown = zip(self.places, colours, strict=True)
        places = [replace(place, colours=place.colours or (own,)) for place, own in shown]
        free = [colour for colour in self.game.colours if colour not in colours]
        wish = preferred(checked) if checked else None
        places.append(LobbyPlace(checked, (wish,) if wish in free else tuple(free[:1]), phone))
        visitors = self.visitors if phone is None or phone in self.visitors else (*self.visitors, phone)
        is_first = phone is not None and self.leader is None and not any(place.phone for place in self.places)
        lobby = self._with_places(tuple(places), range(1, len(places) + 1), self.begins)
        return replace(lobby, leader=phone if is_first else self.leader, visitors=visitors)

    def rename(self, number: int, name: str) -> Lobby:
        """Give the person at a place another name."""
        return self._with_place(number, name=self._checked_name(name, except_place=number))

    def choose_colour(self, number: int, piece: int, colour: str) -> Lobby:
        """Give a piece of a place a colour; the piece that had it gets the former one in exchange.

        `piece` counts from 0.
        """
        colours = self.colours()
        self._place(number)
        if colour not in self.game.colours or not 0 <= piece < len(colours[number - 1]):
            raise MalformedError(say("error.does_not_fit"), "colour")
        former = colours[number - 1][piece]
        for own in colours:
            own[:] = [former if other == colour else other for other in own]
        colours[number - 1][piece] = colour
        places = [replace(place, colours=tuple(own)) for place, own in zip(self.places, colours, strict=True)]
        places[number - 1] = replace(places[number - 1], chose_colour=True)
        return replace(self, places=tuple(places))

    def stand_up(self, number: int) -> Lobby:
        """Free a place. Its phone may sit down again; if it led, the next phone leads."""
        place = self._place(number)
        order = (*self.places[number:], *self.places[: number - 1])
        leader = (
            next((other.phone for other in order if other.phone), None) if place.phone == self.leader else self.leader
        )
        begins = 1 if self.begins == number else self.begins - (self.begins > number)
        others = [place for place in range(1, len(self.places) + 1) if place != number]
        return replace(self._with_order(others, begins), leader=leader)

    def send_away(self, number: int) -> Lobby:
        """Free a place; its phone needs a new code to come back."""
        phone = self._place(number).phone
        return replace(self.stand_up(number), visitors=tuple(visitor for visitor in self.visitors if visitor != phone))

    def take(self, number: int, phone: str) -> Lobby:
        """Have a phone take a place that has none: somebody else added the person. The first phone leads."""
        place = self._place(number)
        if own := self.place_of(phone):
            raise IllegalMoveError(say("lobby.you_sit", name=self.places[own - 1].name))
        if place.phone is not None:
            raise IllegalMoveError(say("lobby.has_phone", name=place.name))
        is_first = self.leader is None and not any(other.phone for other in self.places)
        lobby = self.with_visitor(phone)._with_place(number, phone=phone)
        return lobby.with_leader(phone) if is_first else lobby

    def without_people(self) -> Lobby:
        """Have everybody stand up. Their phones may sit down again; the box leads."""
        return replace(self, places=(), begins=1, leader=None)

    def move(self, number: int, by: int) -> Lobby:
        """Move a place by one towards the end (1) or the front (-1); the same person begins."""
        self._place(number)
        if by not in (-1, 1) or not 1 <= number + by <= len(self.places):
            raise MalformedError(say("error.does_not_fit"), "by")
        order = [*range(1, len(self.places) + 1)]
        order.insert(number - 1 + by, order.pop(number - 1))
        return self._with_order(order, order.index(self.begins) + 1)

    def begin_with(self, number: int) -> Lobby:
        """Have a place begin; the order around the table stays."""
        self._place(number)
        return self._with_order(range(1, len(self.places) + 1), number)

    def without_phones(self) -> Lobby:
        """Forget all phones; the people keep their places."""
        places = tuple(replace(place, phone=None) for place in self.places)
        return replace(self, places=places, visitors=(), leader=None)

    def without_phone(self, phone: str) -> Lobby:
        """Forget one phone; its person keeps the place."""
        lobby = self.without_leader() if self.leader == phone else self
        places = tuple(replace(place, phone=None) if place.phone == phone else place for place in lobby.places)
        return replace(lobby, places=places, visitors=tuple(visitor for visitor in self.visitors if visitor != phone))

    # Who leads, and what is played.

    def with_leader(self, phone: str | None) -> Lobby:
        """Have a phone lead; None has the box lead."""
        return replace(self, leader=phone)

    def hand_on(self, number: int) -> Lobby:
        """Have the phone of a place lead."""
        if (phone := self._place(number).phone) is None:
            raise IllegalMoveError(say("lobby.no_phone", name=self._place(number).name))
        return self.with_leader(phone)

    def without_leader(self) -> Lobby:
        """Pass the lead to the next phone after the one that leads, or else to the box."""
        return self.with_leader(self._next_phone(self.place_of(self.leader) or 0))

    def with_game(self, game: Game, preferred: Preferred) -> Lobby:
        """Choose the game. Everybody keeps the place, and the colour if the game has it; else a free one is given."""
        if game is self.game:
            return self
        places: list[LobbyPlace] = []
        for place in self.places:
            taken = {other.colours[0] for other in places if other.colours}
            wishes = (*place.colours[:1], preferred(place.name) if place.name else None, *game.colours)
            own = next((colour for colour in wishes if colour in game.colours and colour not in taken), None)
            places.append(replace(place, colours=(own,) if own is not None else ()))
        return replace(self, game=game, places=tuple(places), options={})

    def with_options(self, changes: Mapping[str, Json]) -> Lobby:
        """Change options that everybody may know; None chooses the default. The game checks the values at the start."""
        forms = (option for seats in self.game.seats for option in visible_setup_form(self.game, seats))
        names = {option.field.name for option in forms}
        for name in changes:
            if name not in names:
                raise MalformedError(say("error.unknown_option", option=name), "options")
        options = {**self.options, **changes}
        return replace(self, options={name: value for name, value in options.items() if value is not None})

    def start(self, profile: Mapping[str, Any], colour_name: Callable[[str], str]) -> StartGame:
        """Return the command that starts the game, the place that begins first.

        `profile` are the owner's own figures; `colour_name` gives the name of nobody in particular.
        """
        if len(self.places) < self.game.seats[0]:
            raise IllegalMoveError(say("lobby.too_few", n=self.game.seats[0] - len(self.places)))
        if len(self.places) > self.game.seats[-1]:
            raise IllegalMoveError(say("lobby.too_many", n=self.game.seats[-1]))
        colours = self.colours()
        shown = zip(self.places, self.first_colours(), strict=True)
        names = [place.name or colour_name(colour) for place, colour in shown]
        options: dict[str, Any] = {**self.form_options(), **profile}
        if has_chosen_colours(self.game):
            options["colours"] = [own[0] if len(own) == 1 else own for own in self.in_seat_order(colours)]
        return StartGame(game=self.game.id, names=tuple(self.in_seat_order(names)), options=options)

    def seated_phones(self) -> tuple[tuple[str | None, str], ...]:
        """Return the phone and the name of each seat, in the order of the seats of the game."""
        return tuple(self.in_seat_order([(place.phone, place.name) for place in self.places]))

    def in_seat_order(self, places: Sequence[T]) -> list[T]:
        """Return these, one a place, in the order of the seats: from the place that begins, around the table."""
        return [*places[self.begins - 1 :], *places[: self.begins - 1]]

    # Internals.

    def _with_order(self, order: Sequence[int], begins: int) -> Lobby:
        """Return the lobby with these of its places, in this order around the table."""
        places = tuple(self.places[number - 1] for number in order)
        return self._with_places(places, order, begins)

    def _with_places(self, places: tuple[LobbyPlace, ...], order: Sequence[int], begins: int) -> Lobby:
        """Return the lobby with these places; `order` are their numbers until now, a new one has the next number.

        What was chosen for a seat goes with the person who sits there.
        """
        lobby = replace(self, places=places, begins=begins)
        seats_before = {
            number: seat for seat, number in enumerate(self.in_seat_order(range(1, len(self.places) + 1)), 1)
        }
        options = dict(self.options)
        for option in visible_setup_form(self.game, self.game.seats[-1]):
            name = option.field.name
            paths = {part.seat: part.path for part in option.parts if part.seat is not None}
            if paths and name in options:
                moved = [(seats_before.get(number), seat) for seat, number in enumerate(lobby.in_seat_order(order), 1)]
                options[name] = combine_answers(
                    (paths[seat], answer_at(options[name], paths[before]))
                    for before, seat in moved
                    if before is not None
                )
        return replace(lobby, options={name: value for name, value in options.items() if value is not None})

    def _next_phone(self, number: int) -> str | None:
        """Return the phone of the next place that has one, around the table; None if there is no other."""
        order = (*self.places[number:], *self.places[: max(0, number - 1)])
        return next((place.phone for place in order if place.phone is not None), None)

    def _place(self, number: int) -> LobbyPlace:
        if not 1 <= number <= len(self.places):
            raise IllegalMoveError(say("lobby.nobody_there"))
        return self.places[number - 1]

    def _with_place(self, number: int, **changes: Any) -> Lobby:
        place = replace(self._place(number), **changes)
        return replace(self, places=with_value(self.places, number, place))

    def _checked_name(self, name: str, except_place: int | None = None) -> str:
        """Return a new name in normal form; refuse one that sits already or looks like one that does."""
        if not name_skeleton(name) or not is_name(without_invisible(name)):
            raise IllegalMoveError(say("error.name", most=LONGEST_NAME))
        (checked,) = normalise_new_names((name,))
        assert isinstance(checked, str)
        for number, place in enumerate(self.places, 1):
            if number == except_place or not place.name:
                continue
            if name_key(place.name) == name_key(checked):
                raise IllegalMoveError(say("lobby.sits_already", name=place.name))
            if name_skeleton(place.name) == name_skeleton(checked):
                raise IllegalMoveError(say("error.name_alike", name=checked, other=place.name))
        return checked


def rematch_lobby(table: Table, leader: str | None, is_nobody: Callable[[str], bool]) -> Lobby:
    """Return the lobby of a rematch: the same people, colours and options, and the phones that they have.

    `is_nobody` returns whether a name is the colour of nobody in particular.
    """
    rematch = table.match.rematch()
    phones = {table.names[seat - 1]: phone for seat, phone in table.claims.items()}
    places = tuple(
        LobbyPlace("" if is_nobody(name) else name, tuple(colours), phones.get(name))
        for name, colours in zip(rematch.names, rematch.colours, strict=True)
    )
    visitors = tuple(place.phone for place in places if place.phone is not None)
    leader = leader if leader in visitors else None
    return Lobby(table.game, places, 1, dict(rematch.options), leader, visitors, table.number)


def from_note(note: Any, games: Sequence[Game]) -> Lobby | None:
    """Return the lobby that a note holds; None for none, and for a note that this program cannot have written.

    None also for a game that is not among these.
    """
    try:
        game = find_game(note["game"], games)
        places = tuple(
            LobbyPlace(
                str(place["name"]), tuple(map(str, place["colours"])), place["phone"], bool(place["chose_colour"])
            )
            for place in note["places"]
        )
        begins, phones = int(note["begins"]), tuple(map(str, note["visitors"]))
        options, rematch_of = dict(note["options"]), int(note["rematch_of"])
        lobby = Lobby(game, places, begins, options, note["leader"], phones, rematch_of)
    except (TypeError, KeyError, ValueError):  # MalformedError is a ValueError
        return None
    return lobby if 1 <= begins <= max(1, len(places)) else None


def to_note(lobby: Lobby) -> dict[str, Any]:
    """Return the lobby as JSON for the journal."""
    places = [
        {"name": place.name, "colours": list(place.colours), "phone": place.phone, "chose_colour": place.chose_colour}
        for place in lobby.places
    ]
    return {
        "game": lobby.game.id,
        "places": places,
        "begins": lobby.begins,
        "options": dict(lobby.options),
        "leader": lobby.leader,
        "visitors": list(lobby.visitors),
        "rematch_of": lobby.rematch_of,
    }
