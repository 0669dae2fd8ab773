"""The phones and their seats: the roles of all phones in the journal, and the phone of each seat of the open game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.journal.journal import Journal
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.session.lobby_keeper import LobbyKeeper
from companion.session.people_keeper import PeopleKeeper
from companion.table.commands import (
    AddDisplay,
    ClaimSeat,
    Command,
    ForgetPhones,
    HandOnLead,
    ReleaseSeat,
    RenewPhone,
    ResignHost,
)
from companion.table.lobby import Lobby
from companion.table.roles import ROLES_NOTE, Roles, from_legacy_notes, from_note, to_note
from companion.table.session_errors import DamagedError, NoGameError, NotSavedError, StaleError
from companion.table.table import Table, check_seat


class PhoneSeats:
    """The roles of the phones, stored as a note of the journal, never as part of a game."""

    def __init__(self, journal: Journal, lobby_keeper: LobbyKeeper, people_keeper: PeopleKeeper) -> None:
        self._journal = journal
        self._lobby_keeper = lobby_keeper
        self._people_keeper = people_keeper
        self._noted = self._read()
        self.roles = self._noted or Roles()
        """The present roles."""

    def reload(self) -> None:
        """Reload the roles after the journal was reopened."""
        self.roles = self._read() or self.roles

    def adopt_legacy_roles(self, table: Table | None) -> None:
        """Adopt the roles in a journal of earlier versions, unless there are newer ones."""
        if self._noted is not None:
            return
        names, claims = (table.names, table.claims) if table is not None else ((), {})
        self.roles = self._noted = from_legacy_notes(self._journal.notes(), names, claims)
        if self.roles.phones:
            with suppress(NotSavedError):  # the next change of a role writes them
                self._keep(self.roles)

    def with_phones(self, table: Table) -> Table:
        """Return the table with the phones of its seats."""
        claims = self.roles.claims(table.number, table.names) if self._noted is not None else table.claims
        return table if claims == table.claims else replace(table, claims=claims)

    def claim(self, command: ClaimSeat, table: Table | None) -> None:
        """Make a phone a host, or give it a seat of this table; its former seat becomes free.

        Raises MalformedError, NoGameError, StaleError if all phones were forgotten meanwhile, or NotSavedError.
        """
        if command.epoch not in (None, self.roles.epoch):
            raise StaleError(table.seq if table is not None else 0)
        roles = self.roles if command.before is None else self.roles.with_new_digest(command.before, command.phone)
        if command.seat is None:
            self._keep(roles.with_host(command.phone), command)
            return
        if table is None:
            raise NoGameError(say("session.no_game"))
        check_seat(table, command.seat)
        seat, number, names = command.seat, table.number, table.names
        if self._people_keeper.people.is_nobody(names[seat - 1]):
            self._keep(roles.with_seat_alone(command.phone, number, names, seat), command)
        else:
            self._keep(roles.with_seat(command.phone, number, names, seat), command)

    def renew(self, command: RenewPhone) -> None:
        """Give a phone a new token. Raises NotSavedError."""
        self._keep(self.roles.with_new_digest(command.before, command.phone), command)

    def release(self, command: ReleaseSeat, table: Table | None) -> None:
        """Take a seat from the phone that has it, if it is still the phone in the command.

        Raises NoGameError or NotSavedError.
        """
        if table is None:
            raise NoGameError(say("session.no_game"))
        holder = table.claims.get(command.seat)
        if holder is not None and command.phone in (None, holder):
            if self._people_keeper.people.is_nobody(table.names[command.seat - 1]):
                self._keep(self.roles.without_seat(holder, table.number), command)
            else:
                self._keep(self.roles.without_person(holder), command)

    def resign(self, command: ResignHost) -> None:
        """Make a phone a host no longer. Raises NotSavedError."""
        self._keep(self.roles.without_host(command.phone), command)

    def forget(self, command: ForgetPhones) -> None:
        """Take every role from a phone, or from all phones. Raises NotSavedError."""
        roles = self.roles.without_phones() if command.phone is None else self.roles.without_phone(command.phone)
        self._keep(roles, command)

    def roles_after_rename(self, number: int, before: Sequence[str], after: Sequence[str]) -> Roles:
        """Return the roles after the seats of the open game, which has this number, got other names.

        Other games count as still running until they are closed, even if they are over: a take-back can continue them.
        """
        if tuple(before) == tuple(after):
            return self.roles
        try:
            others = [game for game in self._journal.games() if game.number != number]
        except DamagedError:  # it is unknown who plays in other games
            return self.roles.with_seat_names(number, before, after, after)
        elsewhere = {name for game in others if not game.closed for name in game.names}
        return self.roles.with_seat_names(
            number, before, after, elsewhere, {game.number: game.names for game in others}
        )

    def roles_after_start(self, lobby: Lobby, number: int, names: Sequence[str]) -> Roles:
        """Return the roles after this lobby became the game with this number and these names."""
        try:
            earlier = {game.number: game.names for game in self._journal.games() if not game.closed}
        except DamagedError:  # it is unknown who plays in other games
            earlier = {}
        return self.roles.with_lobby(number, lobby.seated_phones(), names, lobby.leader, earlier)

    def open_lobby(self, lobby: Lobby, *, keeps_leader: bool) -> None:
        """Open this lobby; unless the leader opens it, nobody leads the open game any more. Raises NotSavedError."""
        roles = self.roles if keeps_leader else self.roles.with_leader(None, 0)
        self._journal.set_notes({**self.changed_note(roles), **self._lobby_keeper.changed_note(lobby)})
        self.roles, self._lobby_keeper.lobby = roles, lobby

    def hand_on_lead(self, command: HandOnLead, table: Table | None) -> None:
        """Have the phone of a seat lead the open game; without a seat, the next phone after the leader's.

        Raises IllegalMoveError if the seat has no phone, NoGameError or NotSavedError.
        """
        if table is None:
            raise NoGameError(say("session.no_game"))
        own = next((seat for seat, phone in table.claims.items() if phone == self.roles.leader), 0)
        others = [*table.seats[own:], *table.seats[: max(0, own - 1)]]
        if command.seat is not None:
            check_seat(table, command.seat)
            if command.seat not in table.claims:
                raise IllegalMoveError(say("lobby.no_phone", name=table.names[command.seat - 1]))
            others = [command.seat]
        phone = next((table.claims[seat] for seat in others if seat in table.claims), None)
        self._keep(self.roles.with_leader(phone, table.number), command)

    def add_display(self, command: AddDisplay) -> None:
        """Make a television a display. Raises StaleError if all phones were forgotten meanwhile, or NotSavedError."""
        if command.epoch != self.roles.epoch:
            raise StaleError(0)
        roles = self.roles if command.before is None else self.roles.with_new_digest(command.before, command.phone)
        self._keep(roles.with_display(command.phone), command)

    def changed_note(self, roles: Roles) -> Mapping[str, Any]:
        """Return the note to store for these roles; empty if they are unchanged."""
        return {} if roles == self.roles else {ROLES_NOTE: to_note(roles)}

    def _read(self) -> Roles | None:
        roles = from_note(self._journal.note(ROLES_NOTE))
        return roles.in_games({game.number for game in self._journal.games()}) if roles is not None else None

    def _keep(self, roles: Roles, command: Command | None = None) -> None:
        """Write these roles and the lobby after this command, together."""
        lobby = self._lobby_keeper.after(command)
        notes = {**self.changed_note(roles), **self._lobby_keeper.changed_note(lobby)}
        if notes:
            self._journal.set_notes(notes)
        self.roles, self._lobby_keeper.lobby = roles, lobby
