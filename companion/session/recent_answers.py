"""Recent answers: a command with an id that was used before gets the same answer and does nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.journal.journal import ANSWERS, Journal
from companion.table.commands import Answer, Command

_MOST_ANSWERS = 32


class RecentAnswers:
    """The last answers, in a note of the journal. Those of commands that write rows are in the rows."""

    def __init__(self, journal: Journal) -> None:
        """Use this journal as the only storage."""
        self._journal = journal

    def answer_to(self, command: str) -> Answer | None:
        """Return the answer to a command with this id, None if there was none."""
        noted = {entry[0]: Answer(*entry[1:]) for entry in self._journal.note(ANSWERS) or ()}
        return noted.get(command) or self._journal.answer_to(command)

    def keep(self, command: Command, answer: Answer, notes: Mapping[str, Any]) -> Answer:
        """Store these notes, together with the answer to a command that writes no row. Raises NotSavedError."""
        if command.id is not None:
            entry = [command.id, answer.game, answer.seq, answer.entry]
            notes = {**notes, ANSWERS: [*(self._journal.note(ANSWERS) or ()), entry][-_MOST_ANSWERS:]}
        self._journal.set_notes(notes)
        return answer
