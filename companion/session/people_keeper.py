"""The people of the session, kept as a note of the journal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.journal.journal import Journal
from companion.table.people import PEOPLE_NOTE, People, from_note, to_note


class PeopleKeeper:
    """The people who are known here. Only the desk's thread may change them."""

    def __init__(self, journal: Journal, nobodies: frozenset[str]) -> None:
        """`nobodies` are the keys of the names of seats without a person."""
        self._journal = journal
        self.people = People(nobodies=nobodies)
        """The present people."""
        self.reload()

    def reload(self) -> None:
        """Reload the people after the journal was reopened."""
        self.people = from_note(self._journal.note(PEOPLE_NOTE), self.people.nobodies)

    def keep(self, people: People) -> None:
        """Make these the people. Raises NotSavedError."""
        self._journal.set_notes(self.changed_note(people))
        self.people = people

    def changed_note(self, people: People) -> Mapping[str, Any]:
        """Return the note to store for these people; empty if they are unchanged."""
        return {} if people == self.people else {PEOPLE_NOTE: to_note(people) if people.entries else None}

    def tables(self, without: Collection[int] = ()) -> list[tuple[str, ...]]:
        """Return the names in each game but those with these numbers, the newest game first. Raises DamagedError."""
        return [saved.names for saved in reversed(self._journal.games()) if saved.number not in without]

    def after_erase(self, numbers: Collection[int]) -> People:
        """Return the people after games are erased: a name goes with its last game. Raises DamagedError.

        All stay if a game is left whose names cannot be read.
        """
        tables = self.tables(numbers)
        return self.people.at_tables(tables) if numbers and all(tables) else self.people
