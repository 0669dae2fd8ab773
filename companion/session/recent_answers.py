"""Recent answers: a command of the same id gets the same answer again, and does nothing a second time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.journal.journal import ANSWERS, Journal
from companion.table.commands import Answer, Command

_MOST_ANSWERS = 32


class RecentAnswers:
    """The answers given; those of commands that write rows are found in the rows."""

    def __init__(self, journal: Journal) -> None:
        """Nothing is kept here but in the journal."""
        self._journal = journal

    def answer_to(self, command: str) -> Answer | None:
        """What a command of this id was answered, None if there was none."""
        noted = {entry[0]: Answer(*entry[1:]) for entry in self._journal.note(ANSWERS) or ()}
        return noted.get(command) or self._journal.answer_to(command)

    def keep(self, command: Command, answer: Answer, notes: Mapping[str, Any]) -> Answer:
        """Keep these notes, and with them the answer to a command that writes no row. Raises NotSavedError."""
        if command.id is not None:
            entry = [command.id, answer.game, answer.seq, answer.entry]
            notes = {**notes, ANSWERS: [*(self._journal.note(ANSWERS) or ()), entry][-_MOST_ANSWERS:]}
        self._journal.set_notes(notes)
        return answer
