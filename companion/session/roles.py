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

    def claims(self, names: Sequence[str]) -> dict[int, str]:
        """The phone of each seat that has one, by seat from 1, in a game of these names."""
        by_name = {same_person(guest.name): guest.phone for guest in self.guests if guest.name is not None}
        named = enumerate(map(same_person, names), 1)
        return {seat: by_name[name] for seat, name in named if name in by_name}

    def with_host(self, phone: str) -> Roles:
        """A phone is host from now on."""
        return self._with(replace(self.of(phone), host=True))

    def without_host(self, phone: str) -> Roles:
        """A phone is host no longer; whose seat it has, it still has."""
        return self._each({self.of(phone): replace(self.of(phone), host=False)})

    def with_name(self, phone: str, name: str) -> Roles:
        """A phone has the seat of this name from now on, and no other; whichever phone had it has it no longer."""
        return self.without_name(name)._with(replace(self.of(phone), name=name))

    def without_name(self, name: str) -> Roles:
        """No phone has the seat of this name."""
        person = same_person(name)
        had = [guest for guest in self.guests if guest.name is not None and same_person(guest.name) == person]
        return self._each({guest: replace(guest, name=None) for guest in had})

    def without(self, phone: str) -> Roles:
        """A phone has no role any more."""
        return replace(self, guests=tuple(guest for guest in self.guests if guest.phone != phone))

    def none(self) -> Roles:
        """No phone has a role, and none that was promised one will get it."""
        return Roles(self.epoch + 1)

    def renewed(self, before: str, phone: str) -> Roles:
        """A phone shows something else from now on; what it showed before is worth nothing."""
        return self._each({guest: replace(guest, phone=phone) for guest in self.guests if guest.phone == before})

    def renamed(self, names: Mapping[str, str], elsewhere: Collection[str] = ()) -> Roles:
        """People have other names from now on: phones stay with them.

        Nobody becomes somebody else by it. A phone whose person is now called as one of the people `elsewhere`, in
        games that go on, has no seat any more, nor has one whose name a seat is given that was not its own: from then
        on a code of the box tells who they are.
        """
        now = {same_person(old): new for old, new in names.items()}
        others = {same_person(name) for name in elsewhere}
        taken = {same_person(new) for new in now.values()}
        changes = {}
        for guest in self.guests:
            person = same_person(guest.name) if guest.name is not None else None
            if person in now:
                new = now[person]
                changes[guest] = replace(guest, name=None if same_person(new) in others - {person} else new)
            elif person in taken:
                changes[guest] = replace(guest, name=None)
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
    phones = [{"phone": guest.phone, "host": guest.host, "name": guest.name} for guest in roles.guests]
    return {"epoch": roles.epoch, "phones": phones}


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
    return Guest(str(noted["phone"]), bool(noted["host"]), None if name is None else str(name))


def _bounded(guests: tuple[Guest, ...]) -> tuple[Guest, ...]:
    """As many as may be, the oldest left out: hosts and people each by their own bound."""
    hosts = [guest.phone for guest in guests if guest.host][-MOST_HOSTS:]
    people = [guest.phone for guest in guests if guest.name is not None][-MOST_PEOPLE:]
    kept = []
    for guest in guests:
        left = Guest(guest.phone, guest.phone in hosts and guest.host, guest.name if guest.phone in people else None)
        if left.host or left.name is not None:
            kept.append(left)
    return tuple(kept)
