"""The writer of the open game: it writes each accepted command as rows of the journal before the table changes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from companion.journal import resume_game
from companion.journal.journal import OPEN_GAME, Journal
from companion.journal.replay import apply_seed_rows
from companion.journal.rows import (
    NO_PREVIOUS_HASH,
    RowDraft,
    RowKind,
    Stamp,
    amended_body,
    amended_setup_body,
    chain,
    chance_bodies,
    closed_body,
    committed_body,
    inserted_body,
    played_body,
    started_body,
)
from companion.rules.game import Game, find_game
from companion.rules.people_names import normalise_new_names
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.session.people_keeper import PeopleKeeper
from companion.session.phone_seats import PhoneSeats
from companion.table import amendments
from companion.table import table as tables
from companion.table.commands import (
    Amend,
    Answer,
    CloseGame,
    Command,
    Insert,
    OpenGame,
    Play,
    Restore,
    StartGame,
    TakeBack,
)
from companion.table.complete_moves import complete_moves, inserted_move, is_order_independent, replacement_move
from companion.table.draw_record import Draw, has_chance_moves
from companion.table.game_limits import check_room
from companion.table.game_setup import amended_start, canonical_options
from companion.table.game_summary import game_summary
from companion.table.lobby import LOBBY_NOTE, Lobby
from companion.table.salted_match_hash import SealedMatch
from companion.table.session_errors import DamagedError, ForeignError, MisfitsError, NoGameError, NotSavedError
from companion.table.table import Entry, GameStart, Table

MOST_RECENT_CHANGES = 64
"""The number of last changes that are known. A client that has seen an older state has to look again."""


class RecentEntries:
    """The start and the entries of one game after each of its last changes, by the seq that clients saw them under.

    They are in memory only: after a restart only the present ones are known.
    """

    def __init__(self) -> None:
        """Start without any entries."""
        self._entries_by_seq: dict[int, tuple[GameStart, Sequence[Entry]]] = {}

    def begin(self, table: Table) -> None:
        """Forget all entries but those of this table: another game is open now."""
        self._entries_by_seq = {}
        self.note(table)

    def note(self, table: Table) -> None:
        """Store the present entries of this table."""
        self._entries_by_seq[table.seq] = (table.game_start, table.entries)
        for seq in list(self._entries_by_seq)[:-MOST_RECENT_CHANGES]:
            del self._entries_by_seq[seq]

    def unchanged_since(self, table: Table, seq: int, seats: Collection[int]) -> bool:
        """Return whether the start and all moves of these seats are the same as at this seq. False if that is not
        known.
        """
        beginning, entries = self._entries_by_seq.get(seq, (None, ()))
        return beginning == table.game_start and _moves_of_seats(entries, seats) == _moves_of_seats(
            table.entries, seats
        )


def _moves_of_seats(entries: Collection[Entry], seats: Collection[int]) -> list[object]:
    return [(entry.id, entry.played) for entry in entries if entry.played.seat in seats]


log = logging.getLogger(__name__)


class GameWriter:
    """The open game, and the only writer of its rows."""

    def __init__(  # noqa: PLR0913 - everything that it depends on
        self,
        journal: Journal,
        games: Sequence[Game],
        now: Callable[[], float],
        draw: Draw,
        seed: Callable[[], bytes],
        salt: Callable[[], bytes],
        phone_seats: PhoneSeats,
        people_keeper: PeopleKeeper,
    ) -> None:
        """`now` returns seconds since 1970, for display only; `seed` and `salt` return bytes that nobody can guess.

        `phone_seats` knows the phone of each seat, `people_keeper` the people.
        """
        self._journal = journal
        self._games = games
        self._now = now
        self._draw = draw
        self._seed = seed
        self._salt = salt
        self._phone_seats = phone_seats
        self._people_keeper = people_keeper
        self._previous = NO_PREVIOUS_HASH
        self._recent_entries = RecentEntries()
        self.table: Table | None = None
        """The open game; None while no game is open."""
        self.just_migrated = False
        """True if the game opened last was migrated to the present rules at that time."""
        self.migrated_totals: tuple[tuple[int, int, int], ...] = ()
        """(seat, before, now): the totals that this migration changed."""
        self.damaged = False
        """True if the last rows of an opened game were damaged, or even its first row."""
        self.undecided_game: int | None = None
        """The game that was open at the power cut, if its players have to decide first how it continues."""

    def write(self, command: Command) -> Answer:
        """Apply a command to the open game.

        Raises the errors of the game and the session, and NotSavedError; then nothing was done.
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
                    [(RowKind.PLAYED, complete_move.seat, played_body(complete_move)) for complete_move in played],
                )
            case TakeBack():
                after, body = take_back(table, command)
                seat = command.seat if "entries" in body else None
                return self.append(after, command, [(RowKind.TAKEN_BACK, seat, body)])
            case Restore():
                return self.append(amendments.restore(table), command, [(RowKind.RESTORED, None, {})])
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
            case CloseGame():
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
        """Return whether the open game has moved on since the sender saw it.

        A command that does not depend on other seats is stale only if the sender's own moves, or the start, have
        changed.
        """
        table, seq = self.table, command.expected_seq
        if seq is None or seq == (table.seq if table else 0):
            return False
        if table is None or not isinstance(command, Play) or not is_order_independent(table, command):
            return True
        return not self._recent_entries.unchanged_since(table, seq, {seat for seat, _ in command.moves})

    def current_answer(self) -> Answer:
        """Return the position of the open game, as the answer to a command that does not change it."""
        table = self.table
        return Answer(table.number, table.seq, len(table.entries)) if table else Answer(0, 0, 0)

    def start(self, command: StartGame, lobby: Lobby | None = None) -> Answer:
        """Start a game, with the phones of its lobby; that ends any lobby. Raises MalformedError or NotSavedError."""
        game = find_game(command.game, self._games)
        number = self._journal.next_number()
        table = tables.start(game, normalise_new_names(command.names), canonical_options(command.options), number)
        sealed = SealedMatch.of(table.match, table.version, self._salt(), occasions=has_chance_moves(game))
        bodies: list[RowDraft] = [started_body(sealed)]
        table = replace(table, sealed=(sealed,))
        if has_chance_moves(game):
            bodies.append(committed_body(self._seed(), sealed.digest()))
            table = apply_seed_rows(table, bodies[-1:])
        rows, table = chain(replace(table, seq=0), NO_PREVIOUS_HASH, self._stamp(command), bodies, table)
        roles = self._phone_seats.roles.with_leader(None, 0)
        if lobby is not None:
            roles = self._phone_seats.roles_after_start(lobby, number, table.names)
        colours = [own[0] for own in table.match.colours]
        people = self._people_keeper.people.after_start(table.names, colours, seats_with_chosen_colours(command, lobby))
        notes = {OPEN_GAME: number, LOBBY_NOTE: None, **self._phone_seats.changed_note(roles)}
        self._journal.append(rows, game_summary(table), {**notes, **self._people_keeper.changed_note(people)})
        self._phone_seats.roles, self._people_keeper.people = roles, people
        self.set_open_game(resume_game.ResumedGame(table, rows[-1].hash(), damaged=False))
        return Answer(number, table.seq, 0)

    def read_game(self, command: OpenGame) -> resume_game.ResumedGame:
        """Return the game to be opened.

        Raises NoGameError, DamagedError, ForeignError, MisfitsError or NotSavedError.
        """
        number = command.number
        if not any(saved.number == number for saved in self._journal.games()):
            raise NoGameError(say("session.no_such_game", number=number))
        try:
            # Without the command's id: the command is done only once the game is on the table.
            opened = self._opener().resume(number, Stamp(int(self._now()), command.source), command.without)
        except DamagedError:
            self.damaged = True
            raise
        self.damaged = self.damaged or opened.damaged
        return opened

    def mend(self, number: int) -> resume_game.RepairedGame | None:
        """Cut off the damaged rows of a game and correct its stored result; None if the game is intact.

        Raises DamagedError or NotSavedError.
        """
        try:
            return self._opener().repair(number)
        except DamagedError:
            self.damaged = True
            raise

    def set_open_game(self, opened: resume_game.ResumedGame) -> None:
        """Make a game that was read the open one."""
        self.table, self._previous = self._phone_seats.with_phones(opened.table), opened.last_hash
        self._recent_entries.begin(opened.table)
        self.just_migrated, self.migrated_totals = opened.migrated, opened.totals

    def load_open_game(self, number: int) -> None:
        """Open the game that was open at the power cut. If it cannot be opened, no game is open."""
        try:
            self.set_open_game(self.read_game(OpenGame(number=number)))
        except (ForeignError, MisfitsError) as error:
            log.warning("game %d goes by other rules and is not opened: %s", number, error.reason.key)
            if isinstance(error, MisfitsError) or error.closable:
                self.undecided_game = number
        except (DamagedError, NotSavedError):
            log.exception("game %d cannot be opened", number)
        except Exception:  # no content of a single game may prevent the start
            log.exception("game %d cannot be opened: it fails in a way that nobody foresaw", number)
            self.table, self._previous, self.damaged = None, NO_PREVIOUS_HASH, True

    def refresh_seats(self) -> None:
        """Give the seats of the open game the phones that they have now."""
        if self.table is not None:
            self.table = self._phone_seats.with_phones(self.table)

    def close_foreign(self, command: CloseGame, number: int) -> Answer:
        """Close a game that cannot be opened under the present rules, and reveal its seed.

        Raises NoGameError, ForeignError, DamagedError or NotSavedError.
        """
        if not any(saved.number == number for saved in self._journal.games()):
            raise NoGameError(say("session.no_such_game", number=number))
        rows = self._opener().close(number, self._stamp(command))
        return Answer(number, rows[-1].seq, rows[-1].entry)

    def append(self, after: Table, command: Command, bodies: Sequence[RowDraft]) -> Answer:
        """Write the rows that lead to this table, with those for its seeds. Raises NotSavedError."""
        chance = chance_bodies(after, self._seed, bodies)
        before, bodies = self.open_game, [*bodies, *chance]
        if chance:
            after = apply_seed_rows(after, chance)
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
        sealed = SealedMatch.of(game_start.match, table.version, self._salt())
        after = amendments.amend_start(table, game_start, command.without)
        after = replace(after, sealed=(*after.sealed, sealed))
        return self.append(after, command, [amended_setup_body(sealed, command.without)])

    def _opener(self) -> resume_game.GameOpener:
        return resume_game.GameOpener(self._journal, self._games, self._seed, self._salt)

    def _stamp(self, command: Command) -> Stamp:
        return Stamp(int(self._now()), command.source, command.id)


def seats_with_chosen_colours(command: StartGame, lobby: Lobby | None = None) -> set[int]:
    """Return the seats whose players chose their colour: in the lobby, or without one in the options of the command."""
    if lobby is not None:
        names = {place.name for place in lobby.places if place.chose_colour}
        return {seat for seat, name in enumerate(command.names, 1) if name in names}
    colours = command.options.get("colours")
    return {seat for seat, colour in enumerate(colours, 1) if colour} if isinstance(colours, list) else set()


def take_back(table: Table, command: TakeBack) -> tuple[Table, dict[str, Any]]:
    """Return the table after a take-back, and the body of its row. Raises what `amendments` raises."""
    own = amendments.own_entries(table, command.seat) if command.seat is not None else ()
    doer = {} if command.by is None else {"by": list(command.by)}
    if not own:
        return amendments.take_back(table, command.by), doer
    entries = sorted({*own, *command.without})
    return amendments.take_back_own(table, entries, command.by), {"entries": entries, **doer}
