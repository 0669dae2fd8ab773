"""Roles of phones: which may act, and for whom. They are stored outside the games, so that a phone follows its
person.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import Any

from companion.rules.people_names import name_key
from companion.support.frozen_dataclasses import frozen

ROLES_NOTE = "roles"
"""The name of the journal's note with the roles."""
MOST_HOSTS = 16
"""The most hosts. With one more, the oldest is a host no longer."""
MOST_PEOPLE = 64
"""The most phones that may play for a person. With one more, the oldest loses its person."""

MOST_DISPLAYS = 8
"""The most televisions that may show the code of the lobby."""

_HOSTS = "hosts"
"""The name of the older note with the hosts, from the time when seats were written into the rows of their game."""


@frozen
class PhoneRole:
    """The role of one phone. It may be a host and play for a person."""

    phone: str
    """The digest of the phone's token."""
    host: bool = False
    """True if it may set up games and play for the seats that have no phone."""
    name: str | None = None
    """The person that it plays for: it has the seat of this name in any game that is open."""
    seats: Mapping[int, int | None] = field(default_factory=dict, hash=False)
    """Its seat in each of these games, whatever the name of the seat is now; None for no seat. A game is listed here
    once names in it change, or if another phone would get the seat: in all other games a phone has the seat of its
    name."""
    since: int = 0
    """The number of the first game in which it plays for its person: who sat down in the lobby of a game gets no seat
    in earlier ones."""
    display: bool = False
    """True for a television that may show the code of the lobby. It may do nothing."""

    @property
    def plays(self) -> bool:
        """True if it plays for a person, or for a seat of nobody in particular."""
        return self.name is not None or any(seat is not None for seat in self.seats.values())

    @property
    def empty(self) -> bool:
        """True if it gives nothing at all."""
        return not (self.host or self.display or self.plays)


@frozen
class Roles:
    """The roles of all phones."""

    epoch: int = 1
    """Increased when all phones are forgotten: codes shown before that are void."""
    phones: tuple[PhoneRole, ...] = ()
    """The phones with a role, the one that got its role last at the end."""
    leader: str | None = None
    """The phone that led the lobby of the last game: there it plays for the seats without a phone. None if the box
    does."""
    led_game: int = 0
    """The number of that game: the phone leads no other."""

    @property
    def hosts(self) -> frozenset[str]:
        """The digests of the phones that are hosts."""
        return frozenset(phone_role.phone for phone_role in self.phones if phone_role.host)

    def role_of(self, phone: str) -> PhoneRole:
        """Return the role of a phone; an empty one for a phone without a role."""
        return next((phone_role for phone_role in self.phones if phone_role.phone == phone), PhoneRole(phone))

    def claims(self, game: int, names: Sequence[str]) -> dict[int, str]:
        """Return the phone of each seat that has one, by seat from 1, in the game with this number and these names.

        Of several phones of one person the latest one counts that is not of a later game.
        """
        named = {name_key(name): seat for seat, name in enumerate(names, 1)}
        by_game, by_name = {}, {}
        for phone_role in sorted(self.phones, key=lambda phone_role: phone_role.since):
            if game in phone_role.seats:
                by_game[phone_role.seats[game]] = phone_role.phone
            elif phone_role.name is not None and phone_role.since <= game:
                by_name[named.get(name_key(phone_role.name))] = phone_role.phone
        claims = {**by_name, **by_game}
        return {seat: claims[seat] for seat in range(1, len(names) + 1) if seat in claims}

    def with_host(self, phone: str) -> Roles:
        """Make a phone a host."""
        return self._with_role(replace(self.role_of(phone), host=True))

    def without_host(self, phone: str) -> Roles:
        """Make a phone a host no longer. It keeps its seat."""
        return self._with_changes({self.role_of(phone): replace(self.role_of(phone), host=False)})

    def with_name(self, phone: str, name: str) -> Roles:
        """Have a phone play for this person alone. The phones that did so before lose the person, with all seats."""
        roles = self
        seats: dict[int, int | None] = {}
        for before in self.phones:
            if before.name is not None and name_key(before.name) == name_key(name):
                roles = roles.without_person(before.phone)
                seats |= before.seats
        return roles._with_role(replace(self.role_of(phone), name=name, seats=seats, since=0))

    def with_lobby(
        self,
        game: int,
        places: Sequence[tuple[str | None, str]],
        names: Sequence[str],
        leader: str | None,
        earlier: Mapping[int, Sequence[str]] = MappingProxyType({}),
    ) -> Roles:
        """Give the phones that sit in a lobby their seats in the game with this number and these names, which starts.

        `places` are the phone and the person of each seat; the person is empty for nobody in particular, whose phone
        has the seat in this game alone. `earlier` are the names in the other games, by number: there every phone keeps
        the seat that it has, and gets no other.
        """
        roles = self.with_leader(leader, game)
        for phone, name in places:
            role = roles.role_of(phone) if phone is not None else None
            if role is not None and name and (role.name is None or name_key(role.name) != name_key(name)):
                seats = {**roles._seats_of(role.phone, earlier), **role.seats}
                roles = roles._with_role(replace(role, name=name, seats=seats, since=game))
        claims = roles.claims(game, names)
        for seat, (phone, _) in enumerate(places, 1):
            if phone is not None and claims.get(seat) != phone:
                role = roles.role_of(phone)
                roles = roles._with_role(replace(role, seats={**role.seats, game: seat}))
        return roles

    def _seats_of(self, phone: str, games: Mapping[int, Sequence[str]]) -> dict[int, int]:
        """Return the seat of a phone in each of these games in which it has one."""
        claims = (
            (number, seat, claimed)
            for number, names in games.items()
            for seat, claimed in self.claims(number, names).items()
        )
        return {number: seat for number, seat, claimed in claims if claimed == phone}

    def leads(self, phone: str | None, game: int) -> bool:
        """Return whether a phone leads the game with this number."""
        return phone is not None and (phone, game) == (self.leader, self.led_game)

    def with_leader(self, phone: str | None, game: int) -> Roles:
        """Have a phone lead the game with this number; None has the box lead it."""
        return replace(self, leader=phone, led_game=game if phone is not None else 0)

    def with_display(self, phone: str) -> Roles:
        """Make a television one that may show the code of the lobby."""
        return self._with_role(replace(self.role_of(phone), display=True))

    def with_seat(self, phone: str, game: int, names: Sequence[str], seat: int) -> Roles:
        """Give a phone this seat of a game with these names: it plays for the person of that name."""
        roles, before = self.with_name(phone, names[seat - 1]), self.claims(game, names).get(seat)
        if not any(game in phone_role.seats for phone_role in self.phones):
            return roles
        changes = {}
        for phone_role in roles.phones:
            if phone_role.phone == phone:
                changes[phone_role] = replace(phone_role, seats={**phone_role.seats, game: seat})
            elif phone_role.phone == before:
                changes[phone_role] = replace(phone_role, seats={**phone_role.seats, game: None})
        return roles._with_changes(changes)

    def with_seat_alone(self, phone: str, game: int, names: Sequence[str], seat: int) -> Roles:
        """Give a phone this seat in this game and in no other: nobody in particular sits there."""
        before = self.claims(game, names).get(seat)
        roles = self if before in (None, phone) else self.without_seat(before, game)
        return roles._with_role(replace(roles.role_of(phone), seats={**roles.role_of(phone).seats, game: seat}))

    def without_seat(self, phone: str, game: int) -> Roles:
        """Take its seat in one game from a phone."""
        role = self.role_of(phone)
        return self._with_changes({role: replace(role, seats={**role.seats, game: None})})

    def without_person(self, phone: str) -> Roles:
        """Take the person and all seats from a phone. A host stays host."""
        return self._with_changes({self.role_of(phone): replace(self.role_of(phone), name=None, seats={}, since=0)})

    def in_games(self, numbers: Collection[int]) -> Roles:
        """Forget seats in all other games: those are gone, and their numbers may be used again."""
        changes = {}
        for phone_role in self.phones:
            seats = {game: seat for game, seat in phone_role.seats.items() if game in numbers}
            changes[phone_role] = replace(phone_role, seats=seats)
        return self._with_changes(changes)

    def without_phone(self, phone: str) -> Roles:
        """Take every role from a phone."""
        phones = tuple(phone_role for phone_role in self.phones if phone_role.phone != phone)
        roles = replace(self, phones=phones)
        return roles.with_leader(None, 0) if self.leader == phone else roles

    def without_phones(self) -> Roles:
        """Take every role from all phones. Codes shown before are void."""
        return Roles(self.epoch + 1)

    def with_new_digest(self, before: str, phone: str) -> Roles:
        """Replace the digest of a phone's token: the one with the digest `before` is no longer valid."""
        roles = replace(self, leader=phone if self.leader == before else self.leader)
        return roles._with_changes(
            {phone_role: replace(phone_role, phone=phone) for phone_role in self.phones if phone_role.phone == before}
        )

    def with_seat_names(
        self,
        game: int,
        before: Sequence[str],
        after: Sequence[str],
        elsewhere: Collection[str] = (),
        others: Mapping[int, Sequence[str]] = MappingProxyType({}),
    ) -> Roles:
        """Return the roles after the seats of a game got other names. Every phone keeps its seat in every game.

        In games that start later, a phone has the new name of its seat. It keeps its old name if the old or the new one
        is also in `elsewhere`, the names of games that are not closed, or if another phone has the new one. `others`
        are the names of all other games, by number.
        """
        seats = {phone: seat for seat, phone in self.claims(game, before).items()}
        names = self._names_after(seats, after, elsewhere)
        roles, called = self._with_seats_kept(game, before, (*before, *after), names), self._with_phone_names(names)
        for number, people in others.items():
            if called.claims(number, people) != self.claims(number, people):
                roles = roles._with_seats_kept(number, people, people, names)
        return roles._with_phone_names(names)

    def _with_seats_kept(
        self, game: int, names: Sequence[str], people: Sequence[str], later: Mapping[str, str]
    ) -> Roles:
        """Store the seats that phones have in a game with these names, so that the names no longer matter there.

        Phones without a seat are stored too if they have the name of one of `people`, now or `later`.
        """
        seats = {phone: seat for seat, phone in self.claims(game, names).items()}
        persons = {name_key(name) for name in people}
        changes = {}
        for phone_role in self.phones:
            if phone_role.name is not None:
                own = {name_key(phone_role.name), name_key(later.get(phone_role.phone, phone_role.name))}
                if phone_role.phone in seats or not own.isdisjoint(persons):
                    changes[phone_role] = replace(
                        phone_role, seats={**phone_role.seats, game: seats.get(phone_role.phone)}
                    )
        return self._with_changes(changes)

    def _with_phone_names(self, names: Mapping[str, str]) -> Roles:
        """Return the roles with these names, by phone."""
        return self._with_changes(
            {
                phone_role: replace(phone_role, name=names.get(phone_role.phone, phone_role.name))
                for phone_role in self.phones
            }
        )

    def _names_after(
        self, seats: Mapping[str, int], after: Sequence[str], elsewhere: Collection[str]
    ) -> dict[str, str]:
        """Return, by phone, the new names of the phones that follow the name of their seat."""
        names = {phone_role.phone: phone_role.name for phone_role in self.phones if phone_role.name is not None}
        others = {name_key(name) for name in elsewhere}
        new = {}
        for phone, seat in seats.items():
            people = {name_key(names[phone]), name_key(after[seat - 1])}
            if len(people) == 1 or people.isdisjoint(others):
                new[phone] = after[seat - 1]
        while True:
            kept_names = {name_key(name) for phone, name in names.items() if phone not in new}
            free = {phone: name for phone, name in new.items() if name_key(name) not in kept_names}
            if free == new:
                return new
            new = free  # a phone that keeps its name may have the new name of another

    def _with_role(self, phone_role: PhoneRole) -> Roles:
        others = tuple(other for other in self.phones if other.phone != phone_role.phone)
        return replace(self, phones=_bounded((*others, phone_role)))

    def _with_changes(self, changes: Mapping[PhoneRole, PhoneRole]) -> Roles:
        roles = (changes.get(phone_role, phone_role) for phone_role in self.phones)
        return replace(self, phones=tuple(phone_role for phone_role in roles if not phone_role.empty))


NO_ROLES = Roles()
"""The roles before any phone has one."""


def from_note(note: Any) -> Roles | None:
    """Return the roles that a note holds; None for a note that this program cannot have written."""
    try:
        phones = tuple(_role_from_note(role_note) for role_note in note["phones"])
        roles = Roles(int(note["epoch"]), phones)
        lead = note.get("lead")
        return roles if lead is None else roles.with_leader(str(lead["phone"]), int(lead["game"]))
    except (TypeError, KeyError, ValueError):
        return None


def to_note(roles: Roles) -> dict[str, Any]:
    """Return the roles as JSON for the journal."""
    note = {"epoch": roles.epoch, "phones": [_role_to_note(phone_role) for phone_role in roles.phones]}
    return note if roles.leader is None else {**note, "lead": {"phone": roles.leader, "game": roles.led_game}}


def from_legacy_notes(notes: Mapping[str, Any], names: Sequence[str], claims: Mapping[int, str]) -> Roles:
    """Return the roles of an older journal without roles: from its note of hosts, and the seats in its open game."""
    roles, hosts = Roles(), notes.get(_HOSTS)
    for phone in hosts if isinstance(hosts, list) else []:
        if isinstance(phone, str):
            roles = roles.with_host(phone)
    for seat, phone in claims.items():
        roles = roles.with_name(phone, names[seat - 1])
    return roles


def _role_from_note(note: Mapping[str, Any]) -> PhoneRole:
    name = note["name"]
    seats: dict[int, int | None] = {int(game): None for game in note.get("excluded_games", ())}
    seats.update((int(game), int(seat)) for game, seat in dict(note.get("seats", {})).items())
    person = None if name is None else str(name)
    since, display = int(note.get("since", 0)), bool(note.get("display", False))
    return PhoneRole(str(note["phone"]), bool(note["host"]), person, seats, since, display)


def _role_to_note(phone_role: PhoneRole) -> dict[str, Any]:
    note: dict[str, Any] = {"phone": phone_role.phone, "host": phone_role.host, "name": phone_role.name}
    excluded = sorted(game for game, seat in phone_role.seats.items() if seat is None)
    seats = {str(game): seat for game, seat in sorted(phone_role.seats.items()) if seat is not None}
    rest = {"excluded_games": excluded, "seats": seats, "since": phone_role.since, "display": phone_role.display}
    return {**note, **{key: value for key, value in rest.items() if value}}


def _bounded(roles: tuple[PhoneRole, ...]) -> tuple[PhoneRole, ...]:
    """Drop the oldest roles above the limits, which count hosts and people separately."""
    hosts = [phone_role.phone for phone_role in roles if phone_role.host][-MOST_HOSTS:]
    people = [phone_role.phone for phone_role in roles if phone_role.plays][-MOST_PEOPLE:]
    displays = [phone_role.phone for phone_role in roles if phone_role.display][-MOST_DISPLAYS:]
    bounded = []
    for phone_role in roles:
        remaining = replace(phone_role, host=phone_role.phone in hosts, display=phone_role.phone in displays)
        if phone_role.phone not in people:
            remaining = replace(remaining, name=None, seats={}, since=0)
        if not remaining.empty:
            bounded.append(remaining)
    return tuple(bounded)
