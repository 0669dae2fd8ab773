"""The writer of the free dice and the free wheel, whose throws belong to no game."""

from __future__ import annotations

from collections.abc import Callable

from companion.journal.journal import Journal
from companion.rules.copied_parts import FreeWheel
from companion.rules.text import say
from companion.session.recent_answers import RecentAnswers
from companion.table.commands import Answer, Command, ThrowFreeDice
from companion.table.draw_record import Commitment, Draw
from companion.table.free_dice import FREE_DICE_NOTE, FreeDice, from_note, put_away, throw, to_note
from companion.table.session_errors import NothingToDoError


class FreeDiceWriter:
    """Writes the free dice; each change is one transaction with the answer to its command."""

    def __init__(self, journal: Journal, answers: RecentAnswers, draw: Draw, seed: Callable[[], bytes]) -> None:
        """`seed` returns the bytes of a new seed."""
        self._answers = answers
        self._draw = draw
        self._seed = seed
        self.free_dice = from_note(journal.note(FREE_DICE_NOTE))
        """The free dice and the free wheel; None until they are laid out."""

    def throw(self, command: ThrowFreeDice, answer: Answer, *, wheel: FreeWheel | None, max_dice: int) -> Answer:
        """Throw free dice, at most `max_dice`, or the free wheel. Raises MalformedError or NotSavedError."""
        free_dice = self.free_dice or self.new_free_dice()
        free_dice = throw(free_dice, self._draw, dice=command.dice, route=command.route, wheel=wheel, max_dice=max_dice)
        return self._keep(command, answer, free_dice)

    def put_away(self, command: Command, answer: Answer) -> Answer:
        """Put the free dice and wheel away. Raises NothingToDoError before the first throw, NotSavedError."""
        if self.free_dice is None or not self.free_dice.throws:
            raise NothingToDoError(say("free.nothing"))
        return self._keep(command, answer, put_away(self.free_dice, self._seed()))

    def lay_out(self, command: Command, answer: Answer) -> Answer:
        """Lay out the free dice and wheel unless they are laid out already. Raises NotSavedError."""
        return answer if self.free_dice is not None else self._keep(command, answer, self.new_free_dice())

    def new_free_dice(self) -> FreeDice:
        """Return free dice with a new seed; nothing is written."""
        return FreeDice(Commitment.to(self._seed()))

    def _keep(self, command: Command, answer: Answer, free_dice: FreeDice) -> Answer:
        self._answers.keep(command, answer, {FREE_DICE_NOTE: to_note(free_dice)})
        self.free_dice = free_dice
        return answer
