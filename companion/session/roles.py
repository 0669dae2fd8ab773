"""Roles: which phones may act, and as whom. They are kept beside the games, so that a phone follows its person."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.names import same_person

ROLES = "roles"
"""The note that keeps them."""
MOST_HOSTS = 16
"""One more, and the oldest is host no longer."""
MOST_PEOPLE = 64
"""How many phones may have the seat of a person; one more, and the oldest has it no longer."""

_HOSTS = "hosts"
"""The note that once named the hosts, when seats were written into the rows of their game."""


@dataclass(frozen=True, slots=True)
class Guest:
    """What one phone is. It may be both."""

    phone: str
    """The digest of what it shows us."""
    host: bool = False
    """It sets games up, and plays for the seats that no phone has."""
    name: str | None = None
    """The person that it plays for: it has the seat of this name in whatever game is open."""
    excluded_games: frozenset[int] = frozenset()
    """Games in which the seat of its name is not its own: it got this name later. Only a code gives it that seat."""


@dataclass(frozen=True, slots=True)
class Roles:
    """The roles of all phones."""

    epoch: int = 1
    """Raised when all phones are forgotten: what was promised to a phone before that is void."""
    guests: tuple[Guest, ...] = ()
    """Those with a role, the one that got it last at the end."""

    @property
    def hosts(self) -> frozenset[str]:
        """The digests of the phones that are hosts."""
        return frozenset(guest.phone for guest in self.guests if guest.host)

    def of(self, phone: str) -> Guest:
        """What a phone is; without a role it is neither."""
        return next((guest for guest in self.guests if guest.phone == phone), Guest(phone))

    def claims(self, game: int, names: Sequence[str]) -> dict[int, str]:
        """The phone of each seat that has one, by seat from 1, in the game of this number and these names."""
        by_name = {
            same_person(guest.name): guest.phone
            for guest in self.guests
            if guest.name is not None and game not in guest.excluded_games
        }
        named = enumerate(map(same_person, names), 1)
        return {seat: by_name[name] for seat, name in named if name in by_name}

    def with_host(self, phone: str) -> Roles:
        """A phone is host from now on."""
        return self._with(replace(self.of(phone), host=True))

    def without_host(self, phone: str) -> Roles:
        """A phone is host no longer; whose seat it has, it still has."""
        return self._each({self.of(phone): replace(self.of(phone), host=False)})

    def with_name(self, phone: str, name: str, game: int | None = None) -> Roles:
        """A phone has the seat of this name from now on, and no other; whichever phone had it has it no longer.

        The seat is one of this game. From other games that the phone is excluded from under this name, it still is.
        """
        guest = self.of(phone)
        same = guest.name is not None and same_person(guest.name) == same_person(name)
        excluded = guest.excluded_games - {game} if same else frozenset()
        return self.without_name(name)._with(replace(guest, name=name, excluded_games=excluded))

    def without_name(self, name: str) -> Roles:
        """No phone has the seat of this name."""
        person = same_person(name)
        had = [guest for guest in self.guests if guest.name is not None and same_person(guest.name) == person]
        return self._each({guest: replace(guest, name=None, excluded_games=frozenset()) for guest in had})

    def without(self, phone: str) -> Roles:
        """A phone has no role any more."""
        return replace(self, guests=tuple(guest for guest in self.guests if guest.phone != phone))

    def none(self) -> Roles:
        """No phone has a role, and none that was promised one will get it."""
        return Roles(self.epoch + 1)

    def renewed(self, before: str, phone: str) -> Roles:
        """A phone shows something else from now on; what it showed before is worth nothing."""
        return self._each({guest: replace(guest, phone=phone) for guest in self.guests if guest.phone == before})

    def renamed(self, game: int, before: Sequence[str], after: Sequence[str], elsewhere: Collection[str] = ()) -> Roles:
        """The roles once the seats of a game have other names: each phone stays with its seat, under the new name.

        No phone loses its role by this, and none gets the role of another. Where the new name of its seat is that of
        somebody `elsewhere`, in games that are not closed, or that of another phone, a phone keeps its old name. A
        phone whose name another seat is given does not get that seat: a code of the box shows who sits there.
        """
        held = self.claims(game, before)
        seats = {phone: seat for seat, phone in held.items()}
        names = {guest.phone: guest.name for guest in self.guests if guest.name is not None}
        others = {same_person(name) for name in elsewhere}
        new = {phone: after[seat - 1] for phone, seat in seats.items()}
        new = {
            phone: name for phone, name in new.items() if same_person(name) not in others - {same_person(names[phone])}
        }
        while True:
            kept = {same_person(name) for phone, name in names.items() if phone not in new}
            free = {phone: name for phone, name in new.items() if same_person(name) not in kept}
            if free == new:
                break
            new = free  # who keeps an old name may have the one that another phone was to get
        people = {same_person(name): seat for seat, name in enumerate(after, 1)}
        changes = {}
        for guest in self.guests:
            if guest.name is not None:
                name = new.get(guest.phone, guest.name)
                gets = people.get(same_person(name))
                others_seat = gets is not None and gets != seats.get(guest.phone)
                excluded = guest.excluded_games | {game} if others_seat else guest.excluded_games
                changes[guest] = replace(guest, name=name, excluded_games=excluded)
        return self._each(changes)

    def _with(self, guest: Guest) -> Roles:
        others = tuple(other for other in self.guests if other.phone != guest.phone)
        return replace(self, guests=_bounded((*others, guest)))

    def _each(self, changes: Mapping[Guest, Guest]) -> Roles:
        guests = (changes.get(guest, guest) for guest in self.guests)
        return replace(self, guests=tuple(guest for guest in guests if guest.host or guest.name is not None))


NOBODY = Roles()
"""Before any phone has a role."""


def from_note(noted: Any) -> Roles | None:
    """The roles that a note keeps; None where there is none that we could have written."""
    try:
        return Roles(int(noted["epoch"]), tuple(_guest(one) for one in noted["phones"]))
    except (TypeError, KeyError, ValueError):
        return None


def to_note(roles: Roles) -> dict[str, Any]:
    """The note that keeps these roles."""
    return {"epoch": roles.epoch, "phones": [_guest_note(guest) for guest in roles.guests]}


def from_before(notes: Mapping[str, Any], names: Sequence[str], claims: Mapping[int, str]) -> Roles:
    """The roles of a journal that kept none yet: its note of hosts, and the seats that its open game tells of."""
    roles, noted = Roles(), notes.get(_HOSTS)
    for phone in noted if isinstance(noted, list) else []:
        if isinstance(phone, str):
            roles = roles.with_host(phone)
    for seat, phone in claims.items():
        roles = roles.with_name(phone, names[seat - 1])
    return roles


def _guest(noted: Mapping[str, Any]) -> Guest:
    name = noted["name"]
    excluded = frozenset(int(game) for game in noted.get("excluded_games", ()))
    return Guest(str(noted["phone"]), bool(noted["host"]), None if name is None else str(name), excluded)


def _guest_note(guest: Guest) -> dict[str, Any]:
    note = {"phone": guest.phone, "host": guest.host, "name": guest.name}
    return {**note, "excluded_games": sorted(guest.excluded_games)} if guest.excluded_games else note


def _bounded(guests: tuple[Guest, ...]) -> tuple[Guest, ...]:
    """As many as may be, the oldest left out: hosts and people each by their own bound."""
    hosts = [guest.phone for guest in guests if guest.host][-MOST_HOSTS:]
    people = [guest.phone for guest in guests if guest.name is not None][-MOST_PEOPLE:]
    kept = []
    for guest in guests:
        left = replace(guest, host=guest.phone in hosts)
        if guest.phone not in people:
            left = replace(left, name=None, excluded_games=frozenset())
        if left.host or left.name is not None:
            kept.append(left)
    return tuple(kept)
