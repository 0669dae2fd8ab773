"""Writes what happens in the open game: every accepted command becomes rows of the journal, and only then stands."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from companion.journal import resume_game
from companion.journal.journal import OPEN_GAME, Journal
from companion.journal.replay import followed
from companion.journal.rows import (
    FIRST,
    Body,
    Kind,
    Stamp,
    amended_body,
    begun_body,
    chain,
    chance_bodies,
    closed_body,
    committed_body,
    inserted_body,
    played_body,
    started_body,
)
from companion.rules.game import Game, game_named
from companion.rules.people_names import new_names
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.session.phone_seats import PhoneSeats
from companion.table import amendments
from companion.table import table as tables
from companion.table.commands import Amend, Answer, Close, Command, Insert, Open, Play, Restore, Start, TakeBack
from companion.table.complete_moves import complete_moves, inserted_move, is_order_independent, replacement_move
from companion.table.draw_record import Draw, draws_chance
from companion.table.game_limits import check_room
from companion.table.game_setup import amended_start, canonical_options
from companion.table.game_summary import game_summary
from companion.table.sealed_match import Sealed
from companion.table.table import Beginning, Entry, Table
from companion.table.table_errors import DamagedError, ForeignError, MisfitsError, NoGameError, NotSavedError

MOST_RECENT_CHANGES = 64
"""How many of the last changes are known; whoever saw less than that is told to look again."""


class RecentEntries:
    """The beginning and the entries of one game after each of its last changes, by the seq that they were shown under.

    It is kept in memory alone: after a restart only what was there then is known.
    """

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._entries_by_seq: dict[int, tuple[Beginning, Sequence[Entry]]] = {}

    def begin(self, table: Table) -> None:
        """Know this table alone: another game is open now."""
        self._entries_by_seq = {}
        self.note(table)

    def note(self, table: Table) -> None:
        """Know what stands at this table now."""
        self._entries_by_seq[table.seq] = (table.beginning, table.entries)
        for seq in list(self._entries_by_seq)[:-MOST_RECENT_CHANGES]:
            del self._entries_by_seq[seq]

    def unchanged_since(self, table: Table, seq: int, seats: Collection[int]) -> bool:
        """Whether the beginning, and all moves of these seats, are what they were at this seq, as far as is known."""
        beginning, entries = self._entries_by_seq.get(seq, (None, ()))
        return beginning == table.beginning and _moves_of_seats(entries, seats) == _moves_of_seats(table.entries, seats)


def _moves_of_seats(entries: Collection[Entry], seats: Collection[int]) -> list[object]:
    return [(entry.made, entry.played) for entry in entries if entry.played.seat in seats]


log = logging.getLogger(__name__)


class GameWriter:
    """The open game, and the only one who writes rows of it."""

    def __init__(  # noqa: PLR0913 - every hand it is lent
        self,
        journal: Journal,
        games: Sequence[Game],
        now: Callable[[], float],
        draw: Draw,
        seed: Callable[[], bytes],
        salt: Callable[[], bytes],
        phone_seats: PhoneSeats,
    ) -> None:
        """`now` gives seconds since 1970, for show only; `seed` and `salt` give bytes that nobody can guess.

        `guests` knows which phones the seats have.
        """
        self._journal = journal
        self._games = games
        self._now = now
        self._draw = draw
        self._seed = seed
        self._salt = salt
        self._phone_seats = phone_seats
        self._previous = FIRST
        self._recent_entries = RecentEntries()
        self.table: Table | None = None
        """The open game; None while none is open."""
        self.just_migrated = False
        """The game opened last was migrated to the present rules then."""
        self.migrated_totals: tuple[tuple[int, int, int], ...] = ()
        """(seat, before, now): totals that this has changed."""
        self.damaged = False
        """The tail of a game that was opened did not hold, or not even its first row."""
        self.undecided_game: int | None = None
        """The game that was there when the power went, where its players have to say first how it goes on."""

    def write(self, command: Command) -> Answer:
        """Do to the open game what this command says.

        Raises what the game and the session refuse with, and NotSavedError; then nothing was done.
        """
        table = self.open_game
        check_room(table, command)
        match command:
            case Play(moves=()):
                raise MalformedError(say("error.missing_field", field="moves"), "moves")
            case Play():
                played = complete_moves(table, command.moves, self._draw)
                after = tables.play(table, played, table.seq + 1)
                return self.append(
                    after,
                    command,
                    [(Kind.PLAYED, complete_move.seat, played_body(complete_move)) for complete_move in played],
                )
            case TakeBack():
                after, body = take_back(table, command)
                return self.append(after, command, [(Kind.TAKEN_BACK, command.seat if body else None, body)])
            case Restore():
                return self.append(amendments.restore(table), command, [(Kind.RESTORED, None, {})])
            case Amend(entry=0):
                return self._amend_start(table, command)
            case Amend():
                replacement = replacement_move(table, command)
                after = amendments.amend(table, command.entry, replacement, command.without)
                renames = amendments.follow_renames(table, command.entry, replacement)
                return self.append(after, command, [amended_body(command.entry, replacement, command.without, renames)])
            case Insert():
                insertion = inserted_move(table, command)
                after = amendments.insert(table, command.entry, insertion, command.without)
                return self.append(after, command, [inserted_body(command.entry, insertion, command.without)])
            case Close():
                closed = tables.close(table)
                return self.append(closed, command, [closed_body(closed)])
        raise TypeError(f"no such command: {command!r}")

    @property
    def open_game(self) -> Table:
        """The open game. Raises NoGameError."""
        if self.table is None:
            raise NoGameError(say("session.no_game"))
        return self.table

    def is_stale(self, command: Command) -> bool:
        """Whether the open game has moved on since the sender saw it.

        What does not mind what others did is late once the sender's own moves, or the beginning, are others.
        """
        table, seq = self.table, command.expected_seq
        if seq is None or seq == (table.seq if table else 0):
            return False
        if table is None or not isinstance(command, Play) or not is_order_independent(table, command):
            return True
        return not self._recent_entries.unchanged_since(table, seq, {seat for seat, _ in command.moves})

    def current_answer(self) -> Answer:
        """Where the open game stands, for the answer to a command that leaves it alone."""
        table = self.table
        return Answer(table.number, table.seq, len(table.entries)) if table else Answer(0, 0, 0)

    def start(self, command: Start) -> Answer:
        """Begin a game. Raises MalformedError or NotSavedError."""
        game = game_named(command.game, self._games)
        number = self._journal.next_number()
        table = tables.start(game, new_names(command.names), canonical_options(command.options), number)
        sealed = Sealed.of(table.match, table.version, self._salt(), occasions=draws_chance(game))
        bodies: list[Body] = [started_body(sealed)]
        table = replace(table, sealed=(sealed,))
        if draws_chance(game):
            bodies.append(committed_body(self._seed(), sealed.digest()))
            table = followed(table, bodies[-1:])
        rows, table = chain(replace(table, seq=0), FIRST, self._stamp(command), bodies, table)
        self._journal.append(rows, game_summary(table), {OPEN_GAME: number})
        self.set_open_game(resume_game.Opened(table, rows[-1].hash(), damaged=False))
        return Answer(number, table.seq, 0)

    def read_game(self, command: Open) -> resume_game.Opened:
        """The game that is to be opened.

        Raises NoGameError, DamagedError, ForeignError, MisfitsError or NotSavedError.
        """
        number = command.number
        if not any(saved.number == number for saved in self._journal.games()):
            raise NoGameError(say("session.no_such_game", number=number))
        try:
            # Without the command's id: it was done only once the game lies on the table.
            opened = self._opener().opened(number, Stamp(int(self._now()), command.source), command.without)
        except DamagedError:
            self.damaged = True
            raise
        self.damaged = self.damaged or opened.damaged
        return opened

    def mend(self, number: int) -> resume_game.Mended | None:
        """Cut off what does not hold of a game, and put its noted result right; None where all of it holds.

        Raises DamagedError or NotSavedError.
        """
        try:
            return self._opener().mend(number)
        except DamagedError:
            self.damaged = True
            raise

    def set_open_game(self, opened: resume_game.Opened) -> None:
        """Lay a game that was read on the table."""
        self.table, self._previous = self._phone_seats.with_phones(opened.table), opened.previous
        self._recent_entries.begin(opened.table)
        self.just_migrated, self.migrated_totals = opened.migrated, opened.totals

    def load_open_game(self, number: int) -> None:
        """Lay the game on the table that was there when the power went; one that cannot be opened stays away."""
        try:
            self.set_open_game(self.read_game(Open(number=number)))
        except (ForeignError, MisfitsError) as error:
            log.warning("game %d goes by other rules and is not opened: %s", number, error.reason.key)
            if isinstance(error, MisfitsError) or error.closable:
                self.undecided_game = number
        except (DamagedError, NotSavedError):
            log.exception("game %d cannot be opened", number)
        except Exception:  # whatever is in one game, the table starts
            log.exception("game %d cannot be opened: it fails in a way that nobody foresaw", number)
            self.table, self._previous, self.damaged = None, FIRST, True

    def refresh_seats(self) -> None:
        """Have the seats of the open game the phones that they have now."""
        if self.table is not None:
            self.table = self._phone_seats.with_phones(self.table)

    def close_foreign(self, command: Close, number: int) -> Answer:
        """Close a game that other rules forbid to open: its seed is revealed.

        Raises NoGameError, ForeignError, DamagedError or NotSavedError.
        """
        if not any(saved.number == number for saved in self._journal.games()):
            raise NoGameError(say("session.no_such_game", number=number))
        rows = self._opener().close(number, self._stamp(command))
        return Answer(number, rows[-1].seq, rows[-1].entry)

    def append(self, after: Table, command: Command, bodies: Sequence[Body]) -> Answer:
        """Write what leads to this table, with what it means for its seeds. Raises NotSavedError."""
        chance = chance_bodies(after, self._seed, bodies)
        before, bodies = self.open_game, [*bodies, *chance]
        if chance:
            after = followed(after, chance)
        rows, after = chain(before, self._previous, self._stamp(command), bodies, after)
        roles = self._phone_seats.roles_after_rename(after.number, before.names, after.names)
        self._journal.append(rows, game_summary(after), self._phone_seats.changed_note(roles))
        if roles != self._phone_seats.roles or after.names != before.names:
            self._phone_seats.roles = roles
            after = self._phone_seats.with_phones(after)
        self.table, self._previous = after, rows[-1].hash()
        self._recent_entries.note(after)
        return Answer(after.number, after.seq, len(after.entries))

    def _amend_start(self, table: Table, command: Amend) -> Answer:
        game_start = amended_start(table, command)
        sealed = Sealed.of(game_start.match, table.version, self._salt())
        after = amendments.begin_again(table, game_start, command.without)
        after = replace(after, sealed=(*after.sealed, sealed))
        return self.append(after, command, [begun_body(sealed, command.without)])

    def _opener(self) -> resume_game.Opener:
        return resume_game.Opener(self._journal, self._games, self._seed, self._salt)

    def _stamp(self, command: Command) -> Stamp:
        return Stamp(int(self._now()), command.source, command.id)


def take_back(table: Table, command: TakeBack) -> tuple[Table, dict[str, Any]]:
    """The table after a take-back, and what its row says. Raises as `amendments` does."""
    own = amendments.own_entries(table, command.seat) if command.seat is not None else ()
    if not own:
        return amendments.take_back(table), {}
    entries = sorted({*own, *command.without})
    return amendments.take_back_own(table, entries), {"entries": entries}
