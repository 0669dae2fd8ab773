"""People: the players who are known here, with their preferred colours. They are kept outside the games, whose rows
never change when a person is renamed, merged with another or forgotten.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any

from companion.rules.people_names import LONGEST_NAME, is_name, name_key, name_skeleton, normalise_name
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen

PEOPLE_NOTE = "people"
"""The name of the journal's note with the people."""
MOST_ENTRIES = 300
"""The most people with an entry. With one more, the oldest entry goes."""
MOST_FORMER_NAMES = 20
"""The most former names of one person. With one more, the oldest goes."""
_LONGEST_COLOUR = 32

Tables = Collection[Sequence[str]]
"""The names at several tables, the newest table first."""


@frozen
class KnownPerson:
    """A person who is known here."""

    name: str
    """The present name."""
    colour: str | None = None
    """The preferred colour; None before the person's first game with colours."""


@frozen
class PersonEntry:
    """The entry of one person in the note."""

    name: str
    """The present name."""
    colour: str | None = None
    """The preferred colour."""
    former: tuple[str, ...] = ()
    """Other names of the person in games: former ones, and those of people merged with this one."""
    forgotten: bool = False
    """True if the person is left out of lists, until the next game with one of these names."""

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all names."""
        return frozenset(map(name_key, (self.name, *self.former)))


@frozen(slots=False)
class People:
    """The people, by their entries. A person without an entry is known by the names in games alone."""

    entries: tuple[PersonEntry, ...] = ()
    """The entry that changed last is at the end. No name is in two of them."""
    nobodies: frozenset[str] = field(default=frozenset())
    """Keys of the names of seats without a person: the words for colours. They are not in the note."""

    def known(self, tables: Iterable[Sequence[str]]) -> tuple[KnownPerson, ...]:
        """Return the people at several tables, newest first: each person once, under the present name, the one who
        played last first. Forgotten people and seats without a name are left out.
        """
        people: dict[str, KnownPerson] = {}
        for table in tables:
            for name in table:
                key = name_key(name)
                if key in self.nobodies:
                    continue
                entry = self._entries_by_key.get(key)
                if entry is None:
                    people.setdefault(key, KnownPerson(name))
                elif not entry.forgotten:
                    people.setdefault(name_key(entry.name), KnownPerson(entry.name, entry.colour))
        return tuple(people.values())

    def present_name(self, name: str) -> str:
        """Return the present name of the person with this name; the name itself if the person was never renamed."""
        entry = self._entries_by_key.get(name_key(name))
        return name if entry is None else entry.name

    def is_nobody(self, name: str) -> bool:
        """Return whether a name is that of a seat without a person: the word for a colour, in any language."""
        return name_key(name) in self.nobodies

    def colour_of(self, name: str) -> str | None:
        """Return the preferred colour of the person with this name; None without one."""
        entry = self._entries_by_key.get(name_key(name))
        return None if entry is None or self.is_nobody(name) else entry.colour

    def after_start(self, names: Sequence[str], colours: Sequence[str], chosen: Collection[int] = ()) -> People:
        """Return the people after a game started with these names, and the first colour of each seat.

        The colour becomes the preferred one of a person without a preference, and of each seat from 1 in `chosen`,
        whose player chose it. A forgotten person is known again.
        """
        people = self
        for seat, name in enumerate(names, 1):
            if self.is_nobody(name):
                continue
            before = people._entry_of(name)
            colour = colours[seat - 1] if seat <= len(colours) else None
            if colour is None or (before.colour is not None and seat not in chosen):
                colour = before.colour
            spelling = name if name_key(name) == name_key(before.name) else before.name
            people = people._with_entry(replace(before, name=spelling, colour=colour, forgotten=False))
        return people

    def merged_with(self, before: str, after: str, tables: Tables) -> str | None:
        """Return the name of the other person with whom a renaming merges this one; None if it merges nobody.

        Raises MalformedError if both played in one game: they are two people.
        """
        entry, other = self._entry_of(before), self._entries_by_key.get(name_key(after))
        if other is None:
            names = (person.name for person in self.known(tables))
            other = next((PersonEntry(name) for name in names if name_key(name) == name_key(after)), None)
        if other is None or not other.keys.isdisjoint(entry.keys):
            return None
        for table in tables:
            keys = set(map(name_key, table))
            if keys & entry.keys and keys & other.keys:
                raise MalformedError(say("people.at_one_table", name=entry.name, other=other.name), "name")
        return other.name

    def renamed(self, before: str, after: str, tables: Tables) -> People:
        """Return the people after a person was renamed; the name of another person merges the two.

        Raises MalformedError if nobody at the tables is known as `before`, if the new name is blank, too long, the word
        for a colour, or looks like that of a third person, and if both people played in one game.
        """
        entry, after = self._check_known(before, tables), normalise_name(after)
        if not name_skeleton(after) or not is_name(after):
            raise MalformedError(say("error.name", most=LONGEST_NAME), "name")
        if self.is_nobody(after):
            raise MalformedError(say("people.colour_word", name=after), "name")
        merged = self.merged_with(before, after, tables)
        if merged is not None:
            return self._merged(entry, self._entry_of(merged))
        for person in self.known(tables):
            same = name_key(person.name) in (name_key(after), name_key(entry.name))
            if not same and name_skeleton(person.name) == name_skeleton(after):
                raise MalformedError(say("error.name_alike", name=after, other=person.name), "name")
        return self._with_entry(_named(entry, after, entry.colour))

    def with_colour(self, name: str, colour: str | None, tables: Tables) -> People:
        """Return the people after a person got another preferred colour.

        Raises MalformedError if nobody at the tables is known by this name.
        """
        return self._with_entry(replace(self._check_known(name, tables), colour=colour))

    def forget(self, name: str, tables: Tables) -> People:
        """Return the people without a person, whose preferred colour is lost. Games keep the name.

        Raises MalformedError if nobody at the tables is known by this name.
        """
        return self._with_entry(replace(self._check_known(name, tables), colour=None, forgotten=True))

    def at_tables(self, tables: Iterable[Sequence[str]]) -> People:
        """Return the people without those at none of these tables, and without former names from erased games."""
        keys = {name_key(name) for table in tables for name in table}
        entries = []
        for entry in self.entries:
            former = tuple(name for name in entry.former if name_key(name) in keys)
            if former or name_key(entry.name) in keys:
                entries.append(replace(entry, former=former))
        return replace(self, entries=tuple(entries))

    @cached_property
    def _entries_by_key(self) -> dict[str, PersonEntry]:
        return {key: entry for entry in self.entries for key in entry.keys}

    def _entry_of(self, name: str) -> PersonEntry:
        """Return the entry of the person with this name; an empty one for a person without an entry."""
        return self._entries_by_key.get(name_key(name)) or PersonEntry(name)

    def _check_known(self, name: str, tables: Tables) -> PersonEntry:
        entry = self._entry_of(name)
        if name_key(entry.name) not in (name_key(person.name) for person in self.known(tables)):
            raise MalformedError(say("people.unknown", name=name), "person")
        return entry

    def _merged(self, entry: PersonEntry, other: PersonEntry) -> People:
        merged = _named(replace(entry, former=(*other.former, *entry.former)), other.name, other.colour or entry.colour)
        return self._with_entry(replace(merged, forgotten=False))

    def _joined(self, entry: PersonEntry) -> PersonEntry:
        """Return an entry with the names of those that are the same person.

        The note of an older version may have several, whose names differ by an apostrophe.
        """
        same = [other for other in self.entries if not other.keys.isdisjoint(entry.keys)]
        names = (name for other in (*same, entry) for name in (*other.former, other.name))
        former = {name_key(name): name for name in names if name_key(name) != name_key(entry.name)}
        return replace(entry, former=tuple(former.values())[-MOST_FORMER_NAMES:])

    def _with_entry(self, entry: PersonEntry) -> People:
        """Replace all entries with one of the names of this one, and drop the oldest above the limit."""
        others = (other for other in self.entries if other.keys.isdisjoint(entry.keys))
        return replace(self, entries=(*others, entry)[-MOST_ENTRIES:])


def from_note(note: Any, nobodies: frozenset[str] = frozenset()) -> People:
    """Return the people of a note; nobody for a note that this program cannot have written."""
    try:
        entries = tuple(map(_entry_from_note, note["people"]))
    except (TypeError, KeyError, ValueError):
        return People(nobodies=nobodies)
    names = [name for entry in entries for name in (entry.name, *entry.former)]
    if len(entries) > MOST_ENTRIES or len({normalise_name(name).casefold() for name in names}) != len(names):
        return People(nobodies=nobodies)
    people = People(nobodies=nobodies)
    for entry in entries:
        people = people._with_entry(people._joined(entry))
    return people


def to_note(people: People) -> dict[str, Any]:
    """Return the people as JSON for the journal."""
    return {"people": [_entry_to_note(entry) for entry in people.entries]}


def _named(entry: PersonEntry, name: str, colour: str | None) -> PersonEntry:
    """Return an entry with another name, and the present one among the former ones."""
    former = {name_key(old): old for old in (*entry.former, entry.name) if name_key(old) != name_key(name)}
    return replace(entry, name=name, colour=colour, former=tuple(former.values())[-MOST_FORMER_NAMES:])


def _entry_from_note(note: Any) -> PersonEntry:
    """Return the entry that a part of the note holds. Raises TypeError, KeyError or ValueError for any other part."""
    if not isinstance(note, dict) or not isinstance(note.get("former", []), list):
        raise TypeError(note)
    name, colour, former, forgotten = note["name"], note.get("colour"), note.get("former", []), note.get("forgotten")
    if len(former) > MOST_FORMER_NAMES or not all(map(is_name, (name, *former))):
        raise ValueError(note)
    if colour is not None and not (isinstance(colour, str) and colour.isidentifier() and len(colour) < _LONGEST_COLOUR):
        raise ValueError(note)
    return PersonEntry(name, colour, tuple(former), forgotten is True)


def _entry_to_note(entry: PersonEntry) -> dict[str, Any]:
    note = {"name": entry.name, "colour": entry.colour, "former": [*entry.former], "forgotten": entry.forgotten}
    return {key: value for key, value in note.items() if value}
