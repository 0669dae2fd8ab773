"""Writes who may act: which phones are hosts, and which seat is linked with which phone."""

from __future__ import annotations

from collections.abc import Sequence

from companion.session import table as tables
from companion.session.commands import Answer, Claim, Command, Forget, Release
from companion.session.game_writer import GameWriter
from companion.session.journal import Journal
from companion.session.phones import HOSTS, hosts_from, with_host, without_host
from companion.session.rows import Kind
from companion.session.table import Table


class Guests:
    """The phones at the table. Hosts are a note of the journal; a seat's phone is written into its game."""

    def __init__(self, journal: Journal, game: GameWriter) -> None:
        """`game` writes the links of the seats."""
        self._journal = journal
        self._game = game
        self.hosts = frozenset(hosts_from(journal.note(HOSTS)))
        """The digests of the phones that are hosts."""

    def claim(self, command: Claim) -> Answer:
        """Make a phone host, or link it with a seat; the seat it had before is free. Raises NotSavedError."""
        if command.seat is None:
            return self._set_hosts(with_host(self._journal.note(HOSTS), command.phone))
        table, seat, phone = self._game.opened, command.seat, command.phone
        before = [other for other, linked in table.claims.items() if linked == phone and other != seat]
        return self._link(table, command, [*((other, None) for other in before), (seat, phone)])

    def release(self, command: Release) -> Answer:
        """Take a seat from the phone that has it, where that is still the one meant. Raises NotSavedError."""
        table = self._game.opened
        held = table.claims.get(command.seat)
        gone = held is not None and command.phone in (None, held)
        return self._link(table, command, [(command.seat, None)]) if gone else self._game.here()

    def forget(self, command: Forget) -> Answer:
        """Take every role from a phone, or from all. Raises NotSavedError."""
        phone, table = command.phone, self._game.table
        if table is not None:
            linked = [seat for seat, other in table.claims.items() if phone in (None, other)]
            if linked:
                self._link(table, command, [(seat, None) for seat in linked])
        return self._set_hosts(without_host(self._journal.note(HOSTS), phone))

    def _link(self, table: Table, command: Command, links: Sequence[tuple[int, str | None]]) -> Answer:
        after = table
        for seat, phone in links:
            after = tables.claim(after, seat, phone)
        rows = [(Kind.SEAT_CLAIMED, seat, {"phone": phone}) for seat, phone in links]
        return self._game.append(after, command, rows)

    def _set_hosts(self, hosts: list[str]) -> Answer:
        self._journal.set_note(HOSTS, hosts or None)
        self.hosts = frozenset(hosts)
        return self._game.here()
