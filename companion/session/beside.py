"""What is kept beside the games: the phones that are hosts, the free dice and wheel, and what was answered lately."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.rules.text import say
from companion.session.commands import Answer, Command
from companion.session.draws import Commitment, Draw
from companion.session.errors import NothingToDoError
from companion.session.free import FREE, FreeTray, from_note, put_away, thrown, to_note, wheel_of
from companion.session.journal import Journal
from companion.session.phones import HOSTS, hosts_from

_ANSWERS = "answers"
"""The note of what was answered to the commands that write no row, by their ids: the last few."""
_MOST_ANSWERS = 32


class Beside:
    """Notes of the journal that commands change; each change is one transaction with the answer to its command."""

    def __init__(self, journal: Journal, draw: Draw, seed: Callable[[], bytes]) -> None:
        """`seed` gives the bytes of a new seed."""
        self._journal = journal
        self._draw = draw
        self._seed = seed
        self.hosts = frozenset(hosts_from(journal.note(HOSTS)))
        """The digests of the phones that are hosts."""
        self.free = from_note(journal.note(FREE))
        """The free dice and the free wheel; None until somebody lays them out."""

    def answered(self, command: str) -> Answer | None:
        """What a command of this id was answered, None if there was none."""
        noted = {entry[0]: Answer(*entry[1:]) for entry in self._journal.note(_ANSWERS) or ()}
        return noted.get(command) or self._journal.answer_to(command)

    def keep(self, command: Command, answer: Answer, notes: Mapping[str, Any]) -> Answer:
        """Keep these notes, and with them the answer to a command that writes no row. Raises NotSavedError."""
        if command.id is not None:
            entry = [command.id, answer.game, answer.seq, answer.entry]
            notes = {**notes, _ANSWERS: [*(self._journal.note(_ANSWERS) or ()), entry][-_MOST_ANSWERS:]}
        self._journal.set_notes(notes)
        return answer

    def set_hosts(self, hosts: list[str]) -> None:
        """Let these phones be hosts, and no others. Raises NotSavedError."""
        self._journal.set_note(HOSTS, hosts or None)
        self.hosts = frozenset(hosts)

    def throw(
        self, command: Command, here: Answer, *, dice: int | None, route: str | None, profile: Mapping[str, Any]
    ) -> Answer:
        """Throw free dice, or the free wheel of the owner's figures. Raises MalformedError or NotSavedError."""
        tray = thrown(self.free or self._fresh(), self._draw, dice=dice, route=route, wheel=wheel_of(profile))
        return self._keep_free(command, here, tray)

    def put_away(self, command: Command, here: Answer) -> Answer:
        """Put the free dice and wheel away. Raises NothingToDoError before the first throw, NotSavedError."""
        if self.free is None or not self.free.throws:
            raise NothingToDoError(say("free.nothing"))
        return self._keep_free(command, here, put_away(self.free, self._seed()))

    def lay_out(self, command: Command, here: Answer) -> Answer:
        """Lay the free dice and wheel out, where they are not yet. Raises NotSavedError."""
        return here if self.free is not None else self._keep_free(command, here, self._fresh())

    def _fresh(self) -> FreeTray:
        return FreeTray(Commitment.to(self._seed()))

    def _keep_free(self, command: Command, here: Answer, tray: FreeTray) -> Answer:
        self.keep(command, here, {FREE: to_note(tray)})
        self.free = tray
        return here
