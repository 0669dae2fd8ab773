"""Writes the free dice and the free wheel: throws that belong to no game."""

from __future__ import annotations

from collections.abc import Callable

from companion.journal.journal import Journal
from companion.rules.accessories import FreeWheel
from companion.rules.text import say
from companion.session.recent_answers import Answers
from companion.table.commands import Answer, Command, Throw
from companion.table.draw_record import Commitment, Draw
from companion.table.free_dice import FREE, FreeTray, from_note, put_away, thrown, to_note
from companion.table.table_errors import NothingToDoError


class Tray:
    """The tray; each change is one transaction with the answer to its command."""

    def __init__(self, journal: Journal, answers: Answers, draw: Draw, seed: Callable[[], bytes]) -> None:
        """`seed` gives the bytes of a new seed."""
        self._answers = answers
        self._draw = draw
        self._seed = seed
        self.free = from_note(journal.note(FREE))
        """What lies on it; None until somebody lays it out."""

    def throw(self, command: Throw, here: Answer, *, wheel: FreeWheel | None, most: int) -> Answer:
        """Throw free dice, `most` of them, or the free wheel. Raises MalformedError or NotSavedError."""
        tray = self.free or self._fresh()
        tray = thrown(tray, self._draw, dice=command.dice, route=command.route, wheel=wheel, most=most)
        return self._keep(command, here, tray)

    def put_away(self, command: Command, here: Answer) -> Answer:
        """Put the free dice and wheel away. Raises NothingToDoError before the first throw, NotSavedError."""
        if self.free is None or not self.free.throws:
            raise NothingToDoError(say("free.nothing"))
        return self._keep(command, here, put_away(self.free, self._seed()))

    def lay_out(self, command: Command, here: Answer) -> Answer:
        """Lay the free dice and wheel out, where they are not yet. Raises NotSavedError."""
        return here if self.free is not None else self._keep(command, here, self._fresh())

    def _fresh(self) -> FreeTray:
        return FreeTray(Commitment.to(self._seed()))

    def _keep(self, command: Command, here: Answer, tray: FreeTray) -> Answer:
        self._answers.keep(command, here, {FREE: to_note(tray)})
        self.free = tray
        return here
