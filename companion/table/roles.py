"""Roles: which phones may act, and as whom. They are kept beside the games, so that a phone follows its person."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import Any

from companion.rules.people_names import same_person
from companion.support.frozen import frozen

ROLES = "roles"
"""The note that keeps them."""
MOST_HOSTS = 16
"""One more, and the oldest is host no longer."""
MOST_PEOPLE = 64
"""How many phones may have the seat of a person; one more, and the oldest has it no longer."""

_HOSTS = "hosts"
"""The note that once named the hosts, when seats were written into the rows of their game."""


@frozen
class Guest:
    """What one phone is. It may be both."""

    phone: str
    """The digest of what it shows us."""
    host: bool = False
    """It sets games up, and plays for the seats that no phone has."""
    name: str | None = None
    """The person that it plays for: it has the seat of this name in whatever game is open."""
    seats: Mapping[int, int | None] = field(default_factory=dict, hash=False)
    """The seat it has in each of these games, whatever the seat is called now; None for no seat. A game gets in here
    when names change: in all other games a phone has the seat of its name."""


@frozen
class Roles:
    """The roles of all phones."""

    epoch: int = 1
    """Raised when all phones are forgotten: what was promised to a phone before that is void."""
    phones: tuple[Guest, ...] = ()
    """Those with a role, the one that got it last at the end."""

    @property
    def hosts(self) -> frozenset[str]:
        """The digests of the phones that are hosts."""
        return frozenset(guest.phone for guest in self.phones if guest.host)

    def role_of(self, phone: str) -> Guest:
        """What a phone is; without a role it is neither."""
        return next((guest for guest in self.phones if guest.phone == phone), Guest(phone))

    def claims(self, game: int, names: Sequence[str]) -> dict[int, str]:
        """Return the phone of each seat that has one, by seat from 1, in the game of this number and these names."""
        named = {same_person(name): seat for seat, name in enumerate(names, 1)}
        by_game, by_name = {}, {}
        for guest in self.phones:
            if guest.name is None:
                continue
            if game in guest.seats:
                by_game[guest.seats[game]] = guest.phone
            else:
                by_name[named.get(same_person(guest.name))] = guest.phone
        claims = {**by_name, **by_game}
        return {seat: claims[seat] for seat in range(1, len(names) + 1) if seat in claims}

    def with_host(self, phone: str) -> Roles:
        """A phone is host from now on."""
        return self._with_role(replace(self.role_of(phone), host=True))

    def without_host(self, phone: str) -> Roles:
        """A phone is host no longer; whose seat it has, it still has."""
        return self._with_changes({self.role_of(phone): replace(self.role_of(phone), host=False)})

    def with_name(self, phone: str, name: str) -> Roles:
        """Have a phone play for this person alone. The phone that did so before loses it, with all its seats."""
        person = same_person(name)
        same = (guest for guest in self.phones if guest.name is not None and same_person(guest.name) == person)
        before = next(same, None)
        roles = self if before is None else self.without_person(before.phone)
        seats = before.seats if before is not None else {}
        return roles._with_role(replace(self.role_of(phone), name=name, seats=seats))

    def with_seat(self, phone: str, game: int, names: Sequence[str], seat: int) -> Roles:
        """Give a phone this seat of a game with these names: it plays for the person that the seat is named after."""
        roles, before = self.with_name(phone, names[seat - 1]), self.claims(game, names).get(seat)
        if not any(game in guest.seats for guest in self.phones):
            return roles
        changes = {}
        for guest in roles.phones:
            if guest.phone == phone:
                changes[guest] = replace(guest, seats={**guest.seats, game: seat})
            elif guest.phone == before and guest.name is not None:
                changes[guest] = replace(guest, seats={**guest.seats, game: None})
        return roles._with_changes(changes)

    def without_person(self, phone: str) -> Roles:
        """Take the person and all seats from a phone; a host stays host."""
        return self._with_changes({self.role_of(phone): replace(self.role_of(phone), name=None, seats={})})

    def in_games(self, numbers: Collection[int]) -> Roles:
        """Forget seats in all other games: they are gone, and their numbers may be given again."""
        changes = {}
        for guest in self.phones:
            seats = {game: seat for game, seat in guest.seats.items() if game in numbers}
            changes[guest] = replace(guest, seats=seats)
        return self._with_changes(changes)

    def without_phone(self, phone: str) -> Roles:
        """A phone has no role any more."""
        return replace(self, phones=tuple(guest for guest in self.phones if guest.phone != phone))

    def without_phones(self) -> Roles:
        """No phone has a role, and none that was promised one will get it."""
        return Roles(self.epoch + 1)

    def with_new_digest(self, before: str, phone: str) -> Roles:
        """A phone shows something else from now on; what it showed before is worth nothing."""
        return self._with_changes(
            {guest: replace(guest, phone=phone) for guest in self.phones if guest.phone == before}
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

        In games that begin later, a phone has the new name of its seat. It keeps its old name where the old or the new
        one is also `elsewhere`, among the names of games that are not closed, or where another phone has the new one.
        `others` are the names of all other games, by number.
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
        """Note the seats that phones have in a game with these names, so that names no longer matter there.

        Phones without a seat are noted too if they have the name of one of `people`, now or `later`.
        """
        seats = {phone: seat for seat, phone in self.claims(game, names).items()}
        persons = {same_person(name) for name in people}
        changes = {}
        for guest in self.phones:
            if guest.name is not None:
                own = {same_person(guest.name), same_person(later.get(guest.phone, guest.name))}
                if guest.phone in seats or not own.isdisjoint(persons):
                    changes[guest] = replace(guest, seats={**guest.seats, game: seats.get(guest.phone)})
        return self._with_changes(changes)

    def _with_phone_names(self, names: Mapping[str, str]) -> Roles:
        """Return the roles with these names, by phone."""
        return self._with_changes(
            {guest: replace(guest, name=names.get(guest.phone, guest.name)) for guest in self.phones}
        )

    def _names_after(
        self, seats: Mapping[str, int], after: Sequence[str], elsewhere: Collection[str]
    ) -> dict[str, str]:
        """Return, by phone, the new names of those that follow the name of their seat."""
        names = {guest.phone: guest.name for guest in self.phones if guest.name is not None}
        others = {same_person(name) for name in elsewhere}
        new = {}
        for phone, seat in seats.items():
            people = {same_person(names[phone]), same_person(after[seat - 1])}
            if len(people) == 1 or people.isdisjoint(others):
                new[phone] = after[seat - 1]
        while True:
            kept_names = {same_person(name) for phone, name in names.items() if phone not in new}
            free = {phone: name for phone, name in new.items() if same_person(name) not in kept_names}
            if free == new:
                return new
            new = free  # a phone that keeps its name may have the new name of another

    def _with_role(self, guest: Guest) -> Roles:
        others = tuple(other for other in self.phones if other.phone != guest.phone)
        return replace(self, phones=_bounded((*others, guest)))

    def _with_changes(self, changes: Mapping[Guest, Guest]) -> Roles:
        roles = (changes.get(guest, guest) for guest in self.phones)
        return replace(self, phones=tuple(guest for guest in roles if guest.host or guest.name is not None))


NO_ROLES = Roles()
"""Before any phone has a role."""


def from_note(note: Any) -> Roles | None:
    """The roles that a note keeps; None where there is none that we could have written."""
    try:
        return Roles(int(note["epoch"]), tuple(_role_from_note(role_note) for role_note in note["phones"]))
    except (TypeError, KeyError, ValueError):
        return None


def to_note(roles: Roles) -> dict[str, Any]:
    """The note that keeps these roles."""
    return {"epoch": roles.epoch, "phones": [_role_to_note(guest) for guest in roles.phones]}


def from_legacy_notes(notes: Mapping[str, Any], names: Sequence[str], claims: Mapping[int, str]) -> Roles:
    """The roles of a journal that kept none yet: its note of hosts, and the seats that its open game tells of."""
    roles, hosts = Roles(), notes.get(_HOSTS)
    for phone in hosts if isinstance(hosts, list) else []:
        if isinstance(phone, str):
            roles = roles.with_host(phone)
    for seat, phone in claims.items():
        roles = roles.with_name(phone, names[seat - 1])
    return roles


def _role_from_note(note: Mapping[str, Any]) -> Guest:
    name = note["name"]
    seats: dict[int, int | None] = {int(game): None for game in note.get("excluded_games", ())}
    seats.update((int(game), int(seat)) for game, seat in dict(note.get("seats", {})).items())
    return Guest(str(note["phone"]), bool(note["host"]), None if name is None else str(name), seats)


def _role_to_note(guest: Guest) -> dict[str, Any]:
    note: dict[str, Any] = {"phone": guest.phone, "host": guest.host, "name": guest.name}
    excluded = sorted(game for game, seat in guest.seats.items() if seat is None)
    seats = {str(game): seat for game, seat in sorted(guest.seats.items()) if seat is not None}
    return {**note, **({"excluded_games": excluded} if excluded else {}), **({"seats": seats} if seats else {})}


def _bounded(roles: tuple[Guest, ...]) -> tuple[Guest, ...]:
    """As many as may be, the oldest left out: hosts and people each by their own bound."""
    hosts = [guest.phone for guest in roles if guest.host][-MOST_HOSTS:]
    people = [guest.phone for guest in roles if guest.name is not None][-MOST_PEOPLE:]
    bounded = []
    for guest in roles:
        remaining = replace(guest, host=guest.phone in hosts)
        if guest.phone not in people:
            remaining = replace(remaining, name=None, seats={})
        if remaining.host or remaining.name is not None:
            bounded.append(remaining)
    return tuple(bounded)
