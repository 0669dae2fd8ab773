"""Queries of the box beside the open table: available games, the journal, notes, phones, free dice."""

from __future__ import annotations

from typing import Any

from companion.rules.copied_parts import FreeWheel
from companion.rules.game import Game
from companion.session.session import Session
from companion.table.free_dice import FreeDice
from companion.table.game_summary import GameSummary
from companion.table.people import KnownPerson, People
from companion.table.roles import Roles


class SessionQueries:
    """Access of the box's pages to the session beside the open table.

    What the session refuses is raised as SessionError.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def games(self) -> tuple[Game, ...]:
        """Games that can be played."""
        return self._session.games

    def profile(self, game: str) -> dict[str, Any]:
        """Return the owner's own figures of a game, by table."""
        return self._session.profile(game)

    def note(self, name: str) -> Any:
        """Return the note of this name; None if there is no such note."""
        return self._session.journal.note(name)

    def set_note(self, name: str, value: Any) -> None:
        """Save a note."""
        self._session.note(name, value)

    def summary(self, number: int) -> GameSummary:
        """Return the summary of a saved game's beginning."""
        return self._session.journal.game_summary(number)

    def erase(self, number: int | None) -> None:
        """Erase a saved game permanently, or all of them (None)."""
        self._session.erase(number)

    @property
    def roles(self) -> Roles:
        """Roles of the phones."""
        return self._session.snapshot().roles

    def forget_phones(self) -> None:
        """Take every role from every phone."""
        self._session.forget_phones()

    @property
    def people(self) -> People:
        """People who are known here."""
        return self._session.people

    def known_people(self) -> tuple[KnownPerson, ...]:
        """Return the people of past games, the one who played last first."""
        return self._session.known_people()

    def merged_person(self, before: str, after: str) -> str | None:
        """Return the person with whom a renaming would merge this one; None for nobody. Raises also MalformedError."""
        return self._session.merged_person(before, after)

    def rename_person(self, before: str, after: str) -> None:
        """Rename a person, or merge it with the one of that name. Raises also MalformedError."""
        self._session.rename_person(before, after)

    def prefer_colour(self, name: str, colour: str) -> None:
        """Set the preferred colour of a person."""
        self._session.prefer_colour(name, colour)

    def forget_person(self, name: str) -> None:
        """Leave a person out of lists until the next game."""
        self._session.forget_person(name)

    def announce_backup(self) -> None:
        """Record that a phone gets a backup with all games, and announce it to everybody."""
        self._session.note_backup_given()

    @property
    def free_dice(self) -> FreeDice | None:
        """Free dice and the free wheel; None until they are laid out."""
        return self._session.free_dice

    def practice_dice(self) -> FreeDice:
        """Return new free dice for practice, which are written nowhere."""
        return self._session.practice_dice()

    def practice_throw(
        self,
        free_dice: FreeDice,
        *,
        dice: int | None = None,
        route: str | None = None,
        wheel: FreeWheel | None = None,
    ) -> FreeDice:
        """Return free dice after one more throw for practice, which is written nowhere."""
        return self._session.practice_throw(free_dice, dice=dice, route=route, wheel=wheel)

    def free_wheel(self) -> FreeWheel | None:
        """Return the wheel that is turned without a game; None if no game lends one."""
        return self._session.free_wheel()
