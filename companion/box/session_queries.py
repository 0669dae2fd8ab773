"""Queries of the box besides the open table: games on the shelf and in the journal, notes, phones, free dice."""

from __future__ import annotations

from typing import Any

from companion.rules.accessories import FreeWheel
from companion.rules.game import Game
from companion.session.session import Session
from companion.table.free_dice import FreeTray
from companion.table.game_summary import GameSummary
from companion.table.roles import Roles


class Records:
    """The session as the pages of the box may ask it; what it refuses, it raises as a SessionError."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def games(self) -> tuple[Game, ...]:
        """The games that can be played."""
        return self._session.games

    def profile(self, game: str) -> dict[str, Any]:
        """The owner's own figures of a game, by table."""
        return self._session.profile(game)

    def noted(self, name: str) -> Any:
        """What was noted under a name; None if nothing was."""
        return self._session.journal.note(name)

    def summary(self, number: int) -> GameSummary:
        """How a saved game began."""
        return self._session.journal.noted(number)

    def next_number(self) -> int:
        """The number that the next game will have."""
        return self._session.journal.next_number()

    def erase(self, number: int | None) -> None:
        """Erase a saved game, or all of them (None), for good."""
        self._session.erase(number)

    @property
    def roles(self) -> Roles:
        """What each phone is."""
        return self._session.snapshot().roles

    def forget_phones(self) -> None:
        """Take every role from every phone."""
        self._session.forget_phones()

    def hand_out(self) -> None:
        """A phone gets a backup with all games: have that kept, and told to everybody."""
        self._session.hand_out()

    @property
    def tray(self) -> FreeTray | None:
        """The free dice and the free wheel; None until somebody lays them out."""
        return self._session.free

    def free_wheel(self) -> FreeWheel | None:
        """The wheel that is turned without a game; None where no game lends one."""
        return self._session.free_wheel()
