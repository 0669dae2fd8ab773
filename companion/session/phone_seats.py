"""Keeps the roles of the phones at the table, and says which phone has which seat of the open game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.journal.journal import Journal
from companion.rules.text import say
from companion.table.commands import Claim, Forget, Release, RenewPhone, Resign
from companion.table.roles import ROLES, Roles, from_legacy_notes, from_note, to_note
from companion.table.table import Table, check_seat
from companion.table.table_errors import DamagedError, NoGameError, NotSavedError, StaleError


class PhoneSeats:
    """The phones at the table: a note of the journal, and never part of a game."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._noted = self._read()
        self.roles = self._noted or Roles()
        """What each phone is."""

    def reload(self) -> None:
        """Take the roles as the journal has them: it was opened anew."""
        self.roles = self._read() or self.roles

    def adopt_legacy_roles(self, table: Table | None) -> None:
        """Where no roles were kept yet, take those over that a journal of earlier versions tells of."""
        if self._noted is not None:
            return
        names, claims = (table.names, table.claims) if table is not None else ((), {})
        self.roles = self._noted = from_legacy_notes(self._journal.notes(), names, claims)
        if self.roles.phones:
            with suppress(NotSavedError):  # then the next role that is given writes them
                self._keep(self.roles)

    def with_phones(self, table: Table) -> Table:
        """The table with the phones that its seats have."""
        claims = self.roles.claims(table.number, table.names) if self._noted is not None else table.claims
        return table if claims == table.claims else replace(table, claims=claims)

    def claim(self, command: Claim, table: Table | None) -> None:
        """Make a phone host, or give it a seat of this table; the seat it had before is free.

        Raises MalformedError, NoGameError, StaleError where all phones were forgotten meanwhile, NotSavedError.
        """
        if command.epoch not in (None, self.roles.epoch):
            raise StaleError(table.seq if table is not None else 0)
        roles = self.roles if command.before is None else self.roles.with_new_digest(command.before, command.phone)
        if command.seat is None:
            self._keep(roles.with_host(command.phone))
            return
        if table is None:
            raise NoGameError(say("session.no_game"))
        check_seat(table, command.seat)
        self._keep(roles.with_seat(command.phone, table.number, table.names, command.seat))

    def renew(self, command: RenewPhone) -> None:
        """Have a phone show something else from now on. Raises NotSavedError."""
        self._keep(self.roles.with_new_digest(command.before, command.phone))

    def release(self, command: Release, table: Table | None) -> None:
        """Take a seat from the phone that has it, where that is still the one meant.

        Raises NoGameError, NotSavedError.
        """
        if table is None:
            raise NoGameError(say("session.no_game"))
        holder = table.claims.get(command.seat)
        if holder is not None and command.phone in (None, holder):
            self._keep(self.roles.without_person(holder))

    def resign(self, command: Resign) -> None:
        """Have a phone lead no longer. Raises NotSavedError."""
        self._keep(self.roles.without_host(command.phone))

    def forget(self, command: Forget) -> None:
        """Take every role from a phone, or from all. Raises NotSavedError."""
        self._keep(self.roles.without_phones() if command.phone is None else self.roles.without_phone(command.phone))

    def roles_after_rename(self, number: int, before: Sequence[str], after: Sequence[str]) -> Roles:
        """Return the roles after the seats of the open game, which has this number, got other names.

        A game that is over counts as one elsewhere until it is closed: a take-back makes it go on.
        """
        if tuple(before) == tuple(after):
            return self.roles
        try:
            others = [game for game in self._journal.games() if game.number != number]
        except DamagedError:  # nobody can tell who plays elsewhere
            return self.roles.with_seat_names(number, before, after, after)
        elsewhere = {name for game in others if not game.closed for name in game.names}
        return self.roles.with_seat_names(
            number, before, after, elsewhere, {game.number: game.names for game in others}
        )

    def changed_note(self, roles: Roles) -> Mapping[str, Any]:
        """What is to be noted of these roles; nothing where they are as they were."""
        return {} if roles == self.roles else {ROLES: to_note(roles)}

    def _read(self) -> Roles | None:
        roles = from_note(self._journal.note(ROLES))
        return roles.in_games({game.number for game in self._journal.games()}) if roles is not None else None

    def _keep(self, roles: Roles) -> None:
        if roles != self.roles:
            self._journal.set_note(ROLES, to_note(roles))
            self.roles = roles
