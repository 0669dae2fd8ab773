"""The session: it takes commands one at a time, and writes what the rules accept before it takes effect."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from companion.chance.seed import SEED_BYTES
from companion.journal.import_game import Brought, bring_in
from companion.journal.journal import HANDED_OUT, OPEN_GAME, Journal
from companion.journal.resume_game import Mended
from companion.journal.rows import BROUGHT_IN, Stamp
from companion.rules.accessories import FreeWheel
from companion.rules.game import Game, game_named
from companion.rules.people_names import new_names
from companion.rules.profile import merged
from companion.rules.text import say
from companion.session.free_dice_writer import FreeDiceWriter
from companion.session.game_writer import GameWriter, take_back
from companion.session.phone_seats import PhoneSeats
from companion.session.recent_answers import RecentAnswers
from companion.support.frozen import frozen
from companion.table import amendments
from companion.table import table as tables
from companion.table.commands import (
    Amend,
    Answer,
    Claim,
    Close,
    Command,
    Erase,
    Forget,
    Insert,
    LayOut,
    Leave,
    Open,
    Play,
    PutAway,
    Release,
    RenewPhone,
    Resign,
    Restore,
    Start,
    TakeBack,
    Throw,
    check_field_types,
)
from companion.table.complete_moves import complete_moves, inserted_move, no_chance, replacement_move
from companion.table.draw_record import Draw, fair
from companion.table.free_dice import FreeTray, lender_of_wheel, most_dice
from companion.table.game_limits import check_room
from companion.table.game_setup import PROFILE, amended_start, canonical_options
from companion.table.game_summary import game_summary
from companion.table.roles import NO_ROLES, Roles
from companion.table.sealed_match import SALT_BYTES
from companion.table.table import Table
from companion.table.table_errors import DamagedError, NoGameError, NotSavedError, StaleError, Why


@frozen
class Snapshot:
    """The state that the session publishes after every change."""

    table: Table | None
    saved: bool
    """False while the last attempt to write failed: no command has been carried out since."""
    damaged: bool = False
    """True if a damaged journal, or the damaged last rows of the open game, were set aside."""
    roles: Roles = NO_ROLES
    """The roles of all phones."""
    free: FreeTray | None = None
    """The free dice and the free wheel; None until they are laid out."""
    carried_totals: tuple[tuple[int, int, int], ...] = ()
    """(seat, before, now): the totals of the open game that the present rules changed."""
    handed_out: bool = False
    """True if a phone got a backup with the open game, or, while no game is open, with any unfinished one."""
    locked: bool = False
    """True if the last attempt to write failed because another program holds the journal."""


class Session:
    """The single writer. It is not thread-safe: only the desk's thread may use it."""

    def __init__(  # noqa: PLR0913 - everything that the session depends on
        self,
        journal: Journal,
        games: tuple[Game, ...],
        now: Callable[[], float],
        draw: Draw = fair,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        profiles: Mapping[str, Mapping[str, Any]] | None = None,
        salt: Callable[[], bytes] = lambda: secrets.token_bytes(SALT_BYTES),
    ) -> None:
        """Open the journal's session; the game that was open at a power cut is open again.

        `now` returns seconds since 1970, for display only; `entropy(n)` returns n bytes that nobody can guess, for a
        seed; `draw` makes values from a seed and a name; `profiles` are editions of the games from the owner's files,
        by game; `salt` returns SALT_BYTES that nobody can guess.
        """
        self.journal = journal
        self.games = games
        self._profiles = profiles or {}
        self._now = now
        self._entropy = entropy
        self._answers = RecentAnswers(journal)
        self._phone_seats = PhoneSeats(journal)
        self._game = GameWriter(journal, games, now, draw, lambda: entropy(SEED_BYTES), salt, self._phone_seats)
        self._tray = FreeDiceWriter(journal, self._answers, draw, lambda: entropy(SEED_BYTES))
        self._handed_out = frozenset(journal.note(HANDED_OUT) or ())
        self._handed_out_now = False
        self.saved = not journal.read_only
        self.damaged = False
        self.save_failure: Why | None = journal.why
        """The cause why the last attempt to write failed; None after a successful one."""
        self._load()
        self._phone_seats.adopt_legacy_roles(self.table)
        self.damaged = self._game.damaged

    @property
    def table(self) -> Table | None:
        """The open game; None while no game is open."""
        return self._game.table

    @property
    def free(self) -> FreeTray | None:
        """The free dice and the free wheel; None until they are laid out."""
        return self._tray.free_dice

    @property
    def carried_now(self) -> bool:
        """True if the open game was migrated to the present rules when it was opened."""
        return self.table is not None and self._game.just_migrated

    @property
    def waits(self) -> int | None:
        """The game that was open at the power cut, if its players have to decide first how it continues.

        None if there is no such game, and once a game is open.
        """
        return self._game.undecided_game if self.table is None else None

    def snapshot(self) -> Snapshot:
        """Return the present state."""
        damaged = self.damaged or self._game.damaged
        shown = (self._phone_seats.roles, self.free, self._game.migrated_totals)
        locked = self.save_failure is Why.LOCKED
        return Snapshot(self.table, self.saved, damaged, *shown, handed_out=self._is_handed_out(), locked=locked)

    def edition(self, game: str) -> Mapping[str, Any]:
        """Return the figures for a game from the owner's file; empty if there is no such file."""
        return self._profiles.get(game, {})

    def profile(self, game: str) -> dict[str, Any]:
        """Return the owner's own figures for a game: those of a file, overridden by the tables that were copied
        here.
        """
        copied = self.journal.note(PROFILE + game) or {}
        return merged(self.edition(game), copied)

    def free_wheel(self) -> FreeWheel | None:
        """Return the free wheel, with the owner's own figures; None if no game lends one."""
        lender = lender_of_wheel(self.games)
        wheel = lender.accessories.wheel if lender is not None else None
        return wheel(self.profile(lender.id)) if lender is not None and wheel is not None else None

    def do(self, command: Command) -> Answer:
        """Carry out a command, or raise an error and change nothing.

        Raises IllegalMoveError, MalformedError, StaleError, NoGameError, NothingToDoError, MisfitsError or
        NotSavedError. Opening a game raises DamagedError if even its first row is damaged, and ForeignError if it
        cannot be continued under the present rules; it is not changed then. When this method returns, the change is on
        the disk.
        """
        check_field_types(command)
        self._check_files()
        if not self.journal.doubtful and (answer := self._given_answer(command)):
            return answer
        with self._tracking_saves():
            return self._given_answer(command) or self._do(command)

    def answered(self, command: Command) -> bool:
        """Return whether a command with this id was carried out already, so that it would get the same answer again.

        False if the journal cannot be read: `do` checks the journal and repairs it.
        """
        try:
            return self._given_answer(command) is not None
        except (DamagedError, NotSavedError):
            return False

    def check_seen(self, command: Command) -> None:
        """Raise StaleError for a command whose sender saw another game or an older state."""
        number, seq = (self.table.number, self.table.seq) if self.table else (0, 0)
        elsewhere = command.expected_game not in (None, number)
        if elsewhere or self._game.is_stale(command):
            raise StaleError(seq)

    def forget_phones(self) -> None:
        """Take every role from every phone. Raises NotSavedError."""
        self.do(Forget())

    def erase(self, number: int | None) -> None:
        """Erase a saved game, or all of them (None), for good. Raises NoGameError or NotSavedError."""
        self.do(Erase(number=number))

    def note(self, name: str, value: Any) -> None:
        """Store a JSON value under a name; None removes it. Raises NotSavedError."""
        with self._tracking_saves():
            self.journal.set_note(name, value)

    def hand_out(self) -> None:
        """Note that a phone gets a backup with all games, so that every phone shows it. Raises NotSavedError.

        They show it at once, and again whenever one of the unfinished games is open, until that game ends.
        """
        unfinished = [game.number for game in self.journal.games() if game.result is None and not game.closed]
        self.note(HANDED_OUT, sorted({*unfinished, *self._handed_out}))
        self._handed_out, self._handed_out_now = self._handed_out | {*unfinished}, True

    def preview(self, command: Command) -> Table:
        """Return the table after a command of the open game, or a start, without writing anything.

        Raises what `do` raises. Chance cannot be previewed: a move with chance is refused unless its result is typed
        in.
        """
        check_field_types(command)
        self.check_seen(command)
        if isinstance(command, Start):
            game = game_named(command.game, self.games)
            return tables.start(game, new_names(command.names), canonical_options(command.options))
        table = self._game.open_game
        check_room(table, command)
        match command:
            case Play():
                return tables.play(table, complete_moves(table, command.moves, no_chance), table.seq + 1)
            case Amend(entry=0):
                return amendments.begin_again(table, amended_start(table, command), command.without)
            case Amend():
                return amendments.amend(table, command.entry, replacement_move(table, command), command.without)
            case Insert():
                return amendments.insert(table, command.entry, inserted_move(table, command), command.without)
            case TakeBack():
                return take_back(table, command)[0]
            case Restore():
                return amendments.restore(table)
            case Close(number=None):
                return tables.close(table)
        raise TypeError(f"no preview of {command!r}")

    def _do(self, command: Command) -> Answer:
        self.check_seen(command)
        answer = self._game.current_answer()
        match command:
            case Start():
                return self._game.start(command)
            case Open():
                return self._open_game(command)
            case Leave():
                answer = self._answers.keep(command, Answer(0, 0, 0), {OPEN_GAME: None})
                self._game.table = None
                return answer
            case Claim() | RenewPhone() | Release() | Resign() | Forget():
                self._give_role(command)
                return answer
            case Throw():
                return self._tray.throw(command, answer, wheel=self.free_wheel(), max_dice=most_dice(self.games))
            case LayOut():
                return self._tray.lay_out(command, answer)
            case PutAway():
                return self._tray.put_away(command, answer)
            case Erase():
                return self._erase_games(command.number)
            case Close(number=int() as number) if number != answer.game:
                return self._game.close_foreign(command, number)
        return self._game.write(command)

    def _open_game(self, command: Open) -> Answer:
        opened = self._game.read_game(command)
        answer = Answer(command.number, opened.table.seq, len(opened.table.entries))
        self._answers.keep(command, answer, {OPEN_GAME: command.number})
        self._game.set_open_game(opened)
        return answer

    def _give_role(self, command: Claim | RenewPhone | Release | Resign | Forget) -> None:
        match command:
            case Claim():
                self._phone_seats.claim(command, self.table)
            case RenewPhone():
                self._phone_seats.renew(command)
            case Release():
                self._phone_seats.release(command, self.table)
            case Resign():
                self._phone_seats.resign(command)
            case Forget():
                self._phone_seats.forget(command)
        self._game.refresh_seats()

    def _erase_games(self, number: int | None) -> Answer:
        saved = {game.number for game in self.journal.games()}
        if number is not None and number not in saved:
            raise NoGameError(say("session.no_such_game", number=number))
        erased = saved if number is None else {number}
        self.journal.erase(erased)
        if self.table is not None and self.table.number in erased:
            self._game.table = None
        return Answer(number or 0, 0, 0)

    def settle(self) -> bool:
        """Move the journal's log into the database, as is best at rest; return whether that was possible now.

        If another program has spoilt one of the journal's files meanwhile, the journal is saved from memory at once.
        """
        settled = self.journal.settle()
        if not self.journal.spoilt:
            return settled
        with suppress(NotSavedError), self._tracking_saves():
            return self.journal.settle()
        return False

    def read_in(self, data: bytes, number: int) -> Brought:
        """Return the game of an exported file with the rows that it gets under this number, without writing anything.

        May be called from any thread, because it takes long. Raises what `bring_in` raises.
        """
        seed, salt = partial(self._entropy, SEED_BYTES), partial(self._entropy, SALT_BYTES)
        stamp = Stamp(int(self._now()), BROUGHT_IN)
        return bring_in(data, self.games, number, stamp, seed, salt)

    def bring(self, imported: Brought) -> Answer:
        """Store an imported game; the open game stays open.

        Raises StaleError if its number was used meanwhile, or NotSavedError.
        """
        table = imported.table
        with self._tracking_saves():
            if self.journal.next_number() != table.number:
                raise StaleError(table.seq)
            self.journal.append(imported.rows, game_summary(table))
        return Answer(table.number, table.seq, len(table.entries))

    def mend(self, number: int) -> Mended | None:
        """Cut off the damaged rows of a game and correct its stored result, after the journal was copied.

        Returns None if the game is intact. Raises DamagedError if even its first row is damaged, and NotSavedError.
        """
        with self._tracking_saves():
            mended = self._game.mend(number)
        self.damaged = self.damaged or mended is not None
        return mended

    def retry_locked(self) -> None:
        """Try again to lock the journal if another program held it."""
        if self.save_failure is Why.LOCKED:
            with suppress(NotSavedError), self._tracking_saves():
                self.journal.hold()

    def _given_answer(self, command: Command) -> Answer | None:
        """Return the answer to a command with this id, None if there was none."""
        return self._answers.answer_to(command.id) if command.id is not None else None

    def _is_handed_out(self) -> bool:
        table = self.table
        if table is None:
            return self._handed_out_now
        return table.number in self._handed_out and not (table.over or table.closed)

    def _load(self) -> None:
        """Open the game that the journal says is open."""
        number = self.journal.note(OPEN_GAME)
        if type(number) is int and any(saved.number == number for saved in self.journal.games()):
            self._game.load_open_game(number)

    def _check_files(self) -> None:
        """Raise NotSavedError for the first command after another program has spoilt a file of the journal."""
        try:
            self.journal.look()
        except NotSavedError as error:
            self.saved, self.save_failure = False, error.why
            raise

    @contextmanager
    def _tracking_saves(self) -> Iterator[None]:
        """Record whether the journal could be written. If it could not before, reopen it first."""
        spoilt = self.journal.spoilt
        try:
            if self.journal.ready():
                self.damaged = self.damaged or spoilt
                self._phone_seats.reload()
                self._load()  # a write that failed may have reached the disk all the same
            yield
        except NotSavedError as error:
            self.saved, self.save_failure = False, error.why
            raise
        self.saved, self.save_failure = True, None
