"""The session: it takes commands one at a time, and writes what the rules accept before it takes effect."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Any

from companion.chance.seed import SEED_BYTES
from companion.journal.clock_watch import ClockWatch
from companion.journal.import_game import ImportedGame, import_game
from companion.journal.journal import OPEN_GAME, REAL_DICE, SECRETS_KNOWN, Journal
from companion.journal.resume_game import RepairedGame
from companion.journal.rows import IMPORT_SOURCE, Stamp
from companion.rules.copied_parts import FreeWheel
from companion.rules.figure_tables import merge_figures
from companion.rules.game import Game, find_game
from companion.rules.match_functions import figures_error
from companion.rules.people_names import normalise_new_names
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import say
from companion.session.free_dice_writer import FreeDiceWriter
from companion.session.game_writer import GameWriter, take_back
from companion.session.lobby_keeper import LobbyKeeper
from companion.session.people_keeper import PeopleKeeper
from companion.session.phone_seats import PhoneSeats
from companion.session.recent_answers import RecentAnswers
from companion.support.frozen_dataclasses import frozen
from companion.table import amendments
from companion.table import table as tables
from companion.table.commands import (
    AddDisplay,
    Amend,
    Answer,
    ClaimSeat,
    CloseGame,
    Command,
    EraseGames,
    ForgetPhones,
    HandOnLead,
    Insert,
    LayOutFreeDice,
    LeaveGame,
    OpenGame,
    Play,
    PutAwayFreeDice,
    ReleaseSeat,
    RenewPhone,
    ResignHost,
    Restore,
    StartGame,
    TakeBack,
    ThrowFreeDice,
    TurnReveal,
    UseRealDice,
    check_field_types,
)
from companion.table.complete_moves import complete_moves, inserted_move, refuse_draw, replacement_move
from companion.table.conceal_end import begin_reveal, conceal_end
from companion.table.draw_record import Draw, fair_draw
from companion.table.end_reveal import EndReveal
from companion.table.free_dice import FreeDice, most_free_dice, throw, wheel_lender
from companion.table.game_limits import check_room
from companion.table.game_setup import PROFILE_PREFIX, amended_start, canonical_options
from companion.table.game_summary import game_summary
from companion.table.lobby import Lobby, rematch_lobby
from companion.table.people import KnownPerson, People
from companion.table.roles import NO_ROLES, Roles
from companion.table.salted_match_hash import SALT_BYTES
from companion.table.session_errors import DamagedError, NoGameError, NotSavedError, SaveFailure, StaleError
from companion.table.table import Table


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
    free_dice: FreeDice | None = None
    """The free dice and the free wheel; None until they are laid out."""
    migrated_totals: tuple[tuple[int, int, int], ...] = ()
    """(seat, before, now): the totals of the open game that the present rules changed."""
    in_phone_backup: bool = False
    """True if a phone got a backup with the open game, or, while no game is open, with any unfinished one."""
    locked: bool = False
    """True if the last attempt to write failed because another program holds the journal."""
    lobby: Lobby | None = None
    """The lobby of the next game; None while nobody opens one."""
    real_dice: bool = False
    """True while the table uses real dice: results of dice and wheels are typed in everywhere."""


class Session:
    """The single writer. It is not thread-safe: only the desk's thread may use it."""

    def __init__(  # noqa: PLR0913 - everything that the session depends on
        self,
        journal: Journal,
        games: tuple[Game, ...],
        now: Callable[[], float],
        draw: Draw = fair_draw,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        profiles: Mapping[str, Mapping[str, Any]] | None = None,
        salt: Callable[[], bytes] = lambda: secrets.token_bytes(SALT_BYTES),
        nobodies: frozenset[str] = frozenset(),
        clock_watch: ClockWatch | None = None,
    ) -> None:
        """Open the journal's session; the game that was open at a power cut is open again.

        `now` returns seconds since 1970, for display only; `entropy(n)` returns n bytes that nobody can guess, for a
        seed; `draw` makes values from a seed and a name; `profiles` are editions of the games from the owner's files,
        by game; `salt` returns SALT_BYTES that nobody can guess; `nobodies` are the keys of names that
        are no person's; `clock_watch` knows whether `now` is right, None if that is not asked.
        """
        self.journal = journal
        journal.clock_watch = clock_watch
        self.games = games
        self._profiles = profiles or {}
        self._now = now
        self._entropy = entropy
        self._draw = draw
        self._answers = RecentAnswers(journal)
        self._lobby_keeper = LobbyKeeper(journal, games)
        self._people_keeper = PeopleKeeper(journal, nobodies)
        self._phone_seats = PhoneSeats(journal, self._lobby_keeper, self._people_keeper)
        keepers = (self._phone_seats, self._people_keeper)
        self._game_writer = GameWriter(journal, games, now, draw, lambda: entropy(SEED_BYTES), salt, *keepers)
        self._free_dice_writer = FreeDiceWriter(journal, self._answers, draw, lambda: entropy(SEED_BYTES))
        self._handed_out = frozenset(journal.note(SECRETS_KNOWN) or ())
        self._handed_out_now = False
        self.lobby_openings = 0
        """The number of times that somebody opened the lobby, or went on with it."""
        self.saved = not journal.read_only
        self.damaged = False
        self.save_failure: SaveFailure | None = journal.read_only_reason
        """The cause why the last attempt to write failed; None after a successful one."""
        self._load()
        self.real_dice = self._had_real_dice()
        """True while the table uses real dice."""
        self._reveal: EndReveal | None = None
        self._concealed: tuple[Table, EndReveal, Table] | None = None
        """The table of the last reveal, its step, and what everybody sees of them."""
        self._phone_seats.adopt_legacy_roles(self.table)
        self.damaged = self._game_writer.damaged

    @property
    def table(self) -> Table | None:
        """The open game; None while no game is open."""
        return self._game_writer.table

    @property
    def reveal(self) -> EndReveal | None:
        """The reveal of the open game's end; None if none goes on. Any change of the game ends it."""
        reveal, table = self._reveal, self.table
        same = reveal is not None and table is not None and (table.number, table.seq) == (reveal.game, reveal.seq)
        return reveal if same else None

    @property
    def shown_table(self) -> Table | None:
        """The open game as everybody may see it: while its end is revealed, as it was before."""
        table = self.table
        if self._reveal is None or (reveal := self.reveal) is None or table is None:
            return table
        if self._concealed is None or self._concealed[0] is not table or self._concealed[1] is not reveal:
            self._concealed = (table, reveal, conceal_end(table, reveal))
        return self._concealed[2]

    @property
    def lobby(self) -> Lobby | None:
        """The lobby of the next game; None while nobody opens one."""
        return self._lobby_keeper.lobby

    def open_lobby(self, game: Game, *, rematch: bool = False, led_by: str | None = None) -> Lobby:
        """Open the lobby of the next game, or go on with the one that is open; return it. Raises NotSavedError.

        With `rematch`, the people of the open game sit already. `led_by` is the phone that opens it: it leads once it
        sits. A new lobby of the box ends the lead of any phone.
        """
        lobby, table = self.lobby, self.table
        if rematch and table is not None and (lobby is None or lobby.rematch_of != table.number):
            lobby = rematch_lobby(table, led_by, self.people.is_nobody)
        elif lobby is None:
            lobby = Lobby(game, leader=led_by, visitors=(led_by,) if led_by is not None else ())
        else:
            self.lobby_openings += 1
            return lobby
        with self._tracking_saves():
            self._phone_seats.open_lobby(lobby, keeps_leader=led_by is not None)
        self._game_writer.refresh_seats()
        self.lobby_openings += 1
        return lobby

    def change_lobby(self, change: Callable[[Lobby], Lobby]) -> Lobby:
        """Change the open lobby and return it. Raises what `change` raises, NoGameError or NotSavedError."""
        with self._tracking_saves():
            self._lobby_keeper.keep(change(self._lobby_keeper.open_lobby))
        return self._lobby_keeper.open_lobby

    def sit_down(self, name: str, phone: str | None = None) -> Lobby:
        """Have a person sit down in the lobby, `name` empty for nobody in particular. Raises as `change_lobby` does."""
        return self.change_lobby(lambda lobby: lobby.sit(name, self.people.colour_of, phone))

    def choose_game(self, game: Game) -> Lobby:
        """Choose the game of the lobby. Raises as `change_lobby` does."""
        return self.change_lobby(lambda lobby: lobby.with_game(game, self.people.colour_of))

    def admit(self, phone: str, before: str | None, epoch: int, source: str) -> None:
        """Admit a phone that used the code of the lobby; `before` is the digest of its token until now, if any.

        Raises StaleError if all phones were forgotten since, NoGameError or NotSavedError.
        """
        if epoch != self._phone_seats.roles.epoch:
            raise StaleError(0)
        if before is not None:
            self.do(RenewPhone(before=before, phone=phone, source=source))
        self.change_lobby(lambda lobby: lobby.with_visitor(phone))

    def start_lobby(self, colour_name: Callable[[str], str], source: str = "box") -> Answer:
        """Start the game of the lobby; the phones that sit get their seats. `colour_name` names nobody in particular.

        Raises IllegalMoveError, MalformedError, NoGameError or NotSavedError.
        """
        with self._tracking_saves():
            lobby = self._lobby_keeper.open_lobby
            profile = self.profile(lobby.game.id)
            command = replace(lobby.start(profile, colour_name), source=source)
            if fault := figures_error(lobby.game, profile, (len(lobby.places),)):
                raise MalformedError(say("setup.misfit", where=fault.where, reason=fault.reason), fault.where)
            answer = self._game_writer.start(command, lobby)
            self._lobby_keeper.lobby = None
            return answer

    @property
    def free_dice(self) -> FreeDice | None:
        """The free dice and the free wheel; None until they are laid out."""
        return self._free_dice_writer.free_dice

    @property
    def just_migrated(self) -> bool:
        """True if the open game was migrated to the present rules when it was opened."""
        return self.table is not None and self._game_writer.just_migrated

    @property
    def undecided_game(self) -> int | None:
        """The game that was open at the power cut, if its players have to decide first how it continues.

        None if there is no such game, and once a game is open.
        """
        return self._game_writer.undecided_game if self.table is None else None

    def snapshot(self) -> Snapshot:
        """Return the present state."""
        damaged = self.damaged or self._game_writer.damaged
        shown = (self._phone_seats.roles, self.free_dice, self._game_writer.migrated_totals)
        locked = self.save_failure is SaveFailure.LOCKED
        return Snapshot(
            self.shown_table,
            self.saved,
            damaged,
            *shown,
            in_phone_backup=self._is_handed_out(),
            locked=locked,
            lobby=self.lobby,
            real_dice=self.real_dice,
        )

    def edition(self, game: str) -> Mapping[str, Any]:
        """Return the figures for a game from the owner's file; empty if there is no such file."""
        return self._profiles.get(game, {})

    def profile(self, game: str) -> dict[str, Any]:
        """Return the owner's own figures for a game: those of a file, overridden by the tables that were copied
        here.
        """
        copied = self.journal.note(PROFILE_PREFIX + game) or {}
        return merge_figures(self.edition(game), copied)

    def free_wheel(self) -> FreeWheel | None:
        """Return the free wheel, with the owner's own figures; None if no game lends one."""
        lender = wheel_lender(self.games)
        wheel = lender.accessories.wheel if lender is not None else None
        return wheel(self.profile(lender.id)) if lender is not None and wheel is not None else None

    def practice_dice(self) -> FreeDice:
        """Return new free dice for practice, which are written nowhere."""
        return self._free_dice_writer.new_free_dice()

    def practice_throw(
        self,
        free_dice: FreeDice,
        *,
        dice: int | None = None,
        route: str | None = None,
        wheel: FreeWheel | None = None,
    ) -> FreeDice:
        """Return free dice after one more throw for practice, which is written nowhere. Raises MalformedError."""
        return throw(free_dice, self._draw, dice=dice, route=route, wheel=wheel, max_dice=most_free_dice(self.games))

    @property
    def is_untouched(self) -> bool:
        """True if nothing was ever played or set here. A journal that is damaged or cannot be written is not new."""
        try:
            return self.saved and not self.damaged and not self.journal.games() and not self.journal.notes()
        except NotSavedError:
            return False

    def do(self, command: Command) -> Answer:
        """Carry out a command, or raise an error and change nothing.

        Raises IllegalMoveError, MalformedError, StaleError, NoGameError, NothingToDoError, MisfitsError or
        NotSavedError. Opening a game raises DamagedError if even its first row is damaged, and ForeignError if it
        cannot be continued under the present rules; it is not changed then. When this method returns, the change is on
        the disk.
        """
        check_field_types(command)
        if isinstance(command, TurnReveal):
            return self._turn_reveal(command)
        self._check_files()
        if not self.journal.doubtful and (answer := self._given_answer(command)):
            return answer
        with self._tracking_saves():
            return self._given_answer(command) or self._do(command)

    def is_answered(self, command: Command) -> bool:
        """Return whether a command with this id was carried out already, so that it would get the same answer again.

        False if the journal cannot be read: `do` checks the journal and repairs it.
        """
        try:
            return self._given_answer(command) is not None
        except (DamagedError, NotSavedError):
            return False

    def check_expected(self, command: Command) -> None:
        """Raise StaleError for a command whose sender saw another game or an older state."""
        number, seq = (self.table.number, self.table.seq) if self.table else (0, 0)
        elsewhere = command.expected_game not in (None, number)
        if elsewhere or self._game_writer.is_stale(command):
            raise StaleError(seq)

    def forget_phones(self) -> None:
        """Take every role from every phone. Raises NotSavedError."""
        self.do(ForgetPhones())

    def erase(self, number: int | None) -> None:
        """Erase a saved game, or all of them (None), for good. Raises NoGameError or NotSavedError."""
        self.do(EraseGames(number=number))

    def note(self, name: str, value: Any) -> None:
        """Store a JSON value under a name; None removes it. Raises NotSavedError."""
        with self._tracking_saves():
            self.journal.set_note(name, value)

    @property
    def people(self) -> People:
        """The people who are known here."""
        return self._people_keeper.people

    def known_people(self) -> tuple[KnownPerson, ...]:
        """Return the people of past games, the one who played last first. Raises DamagedError."""
        return self.people.known(self._people_keeper.tables())

    def merged_person(self, before: str, after: str) -> str | None:
        """Return the person with whom a renaming would merge this one; None for nobody.

        Raises MalformedError if both played in one game, or DamagedError.
        """
        return self.people.merged_with(before, after, self._people_keeper.tables())

    def rename_person(self, before: str, after: str) -> None:
        """Rename a person in lists and statistics; the name of another person merges the two.

        Games, their files and the roles of phones keep the name. Raises MalformedError, DamagedError or NotSavedError.
        """
        with self._tracking_saves():
            self._people_keeper.keep(self.people.renamed(before, after, self._people_keeper.tables()))

    def prefer_colour(self, name: str, colour: str) -> None:
        """Set the preferred colour of a person. Raises MalformedError, DamagedError or NotSavedError."""
        with self._tracking_saves():
            self._people_keeper.keep(self.people.with_colour(name, colour, self._people_keeper.tables()))

    def forget_person(self, name: str) -> None:
        """Leave a person out of lists until the next game. Raises MalformedError, DamagedError or NotSavedError."""
        with self._tracking_saves():
            self._people_keeper.keep(self.people.forget(name, self._people_keeper.tables()))

    def note_backup_given(self) -> None:
        """Note that a phone gets a backup with all games, so that every phone shows it. Raises NotSavedError.

        They show it at once, and again whenever one of the unfinished games is open, until that game ends.
        """
        unfinished = [game.number for game in self.journal.games() if game.result is None and not game.closed]
        self.note(SECRETS_KNOWN, sorted({*unfinished, *self._handed_out}))
        self._handed_out, self._handed_out_now = self._handed_out | {*unfinished}, True

    def preview(self, command: Command) -> Table:
        """Return the table after a command of the open game, or a start, without writing anything.

        Raises what `do` raises. Chance cannot be previewed: a move with chance is refused unless its result is typed
        in.
        """
        check_field_types(command)
        self.check_expected(command)
        if isinstance(command, StartGame):
            game = find_game(command.game, self.games)
            return tables.start(game, normalise_new_names(command.names), canonical_options(command.options))
        self._check_not_revealing()
        table = self._game_writer.open_game
        check_room(table, command)
        match command:
            case Play():
                return tables.play(table, complete_moves(table, command.moves, refuse_draw), table.seq + 1)
            case Amend(entry=0):
                return amendments.amend_start(table, amended_start(table, command), command.without)
            case Amend():
                return amendments.amend(table, command.entry, replacement_move(table, command), command.without)
            case Insert():
                return amendments.insert(table, command.entry, inserted_move(table, command), command.without)
            case TakeBack():
                return take_back(table, command)[0]
            case Restore():
                return amendments.restore(table)
            case CloseGame(number=None):
                return tables.close(table)
        raise TypeError(f"no preview of {command!r}")

    def _do(self, command: Command) -> Answer:  # noqa: C901 - one case a command
        self.check_expected(command)
        answer = self._game_writer.current_answer()
        if isinstance(command, Amend | Insert):
            self._check_not_revealing()
        match command:
            case StartGame():
                answer = self._game_writer.start(command)
                self._lobby_keeper.lobby = None
                return answer
            case OpenGame():
                return self._open_game(command)
            case LeaveGame():
                answer = self._answers.keep(command, Answer(0, 0, 0), {OPEN_GAME: None})
                self._game_writer.table = self._reveal = None
                return answer
            case (
                ClaimSeat() | RenewPhone() | ReleaseSeat() | ResignHost() | ForgetPhones() | HandOnLead() | AddDisplay()
            ):
                self._give_role(command)
                return answer
            case ThrowFreeDice() | LayOutFreeDice() | PutAwayFreeDice():
                return self._use_free_dice(command, answer)
            case UseRealDice():
                answer = self._answers.keep(command, answer, {REAL_DICE: command.on or None})
                self.real_dice = command.on
                return answer
            case EraseGames():
                return self._erase_games(command.number)
            case CloseGame(number=int() as number) if number != answer.game:
                return self._game_writer.close_foreign(command, number)
        before = self.table
        answer = self._game_writer.write(command)
        if isinstance(command, Play) and (after := self.table) is not None and after.over:
            self._reveal = begin_reveal(before, after)
        return answer

    def _check_not_revealing(self) -> None:
        """Raise IllegalMoveError while the end is revealed: the outcome of what is asked would tell it."""
        if self.reveal is not None:
            raise IllegalMoveError(say("reveal.wait"))

    def _turn_reveal(self, command: TurnReveal) -> Answer:
        """Turn the reveal, which is written nowhere."""
        self.check_expected(command)
        if (reveal := self.reveal) is not None:
            self._reveal = reveal.turned_to(command.step)
        return self._game_writer.current_answer()

    def _open_game(self, command: OpenGame) -> Answer:
        opened = self._game_writer.read_game(command)
        answer = Answer(command.number, opened.table.seq, len(opened.table.entries))
        self._answers.keep(command, answer, {OPEN_GAME: command.number})
        self._game_writer.set_open_game(opened)
        self._reveal = None
        return answer

    def _use_free_dice(self, command: ThrowFreeDice | LayOutFreeDice | PutAwayFreeDice, answer: Answer) -> Answer:
        match command:
            case ThrowFreeDice():
                wheel, most = self.free_wheel(), most_free_dice(self.games)
                return self._free_dice_writer.throw(command, answer, wheel=wheel, max_dice=most)
            case LayOutFreeDice():
                return self._free_dice_writer.lay_out(command, answer)
            case PutAwayFreeDice():
                return self._free_dice_writer.put_away(command, answer)

    def _give_role(self, command: Command) -> None:
        match command:
            case ClaimSeat():
                self._phone_seats.claim(command, self.table)
            case RenewPhone():
                self._phone_seats.renew(command)
            case ReleaseSeat():
                self._phone_seats.release(command, self.table)
            case ResignHost():
                self._phone_seats.resign(command)
            case ForgetPhones():
                self._phone_seats.forget(command)
            case HandOnLead():
                self._phone_seats.hand_on_lead(command, self.table)
            case AddDisplay():
                self._phone_seats.add_display(command)
        self._game_writer.refresh_seats()

    def _erase_games(self, number: int | None) -> Answer:
        saved = {game.number for game in self.journal.games()}
        if number is not None and number not in saved:
            raise NoGameError(say("session.no_such_game", number=number))
        erased = saved if number is None else {number}
        people = self._people_keeper.after_erase(erased)
        self.journal.erase(erased, self._people_keeper.changed_note(people))
        self._people_keeper.people = people
        if self.table is not None and self.table.number in erased:
            self._game_writer.table = None
        return Answer(number or 0, 0, 0)

    def checkpoint(self) -> bool:
        """Move the journal's log into the database, as is best at rest; return whether that was possible now.

        Games that were played while the clock was wrong get their date first, once it is right.

        If another program has spoilt one of the journal's files meanwhile, the journal is saved from memory at once.
        """
        self._settle_clock()
        settled = self.journal.checkpoint()
        if not self.journal.spoilt:
            return settled
        with suppress(NotSavedError), self._tracking_saves():
            return self.journal.checkpoint()
        return False

    def parse_import(self, data: bytes, number: int) -> ImportedGame:
        """Return the game of an exported file with the rows that it gets under this number, without writing anything.

        May be called from any thread, because it takes long. Raises what `bring_in` raises.
        """
        seed, salt = partial(self._entropy, SEED_BYTES), partial(self._entropy, SALT_BYTES)
        stamp = Stamp(int(self._now()), IMPORT_SOURCE)
        return import_game(data, self.games, number, stamp, seed, salt)

    def add_imported(self, imported: ImportedGame) -> Answer:
        """Store an imported game; the open game stays open.

        Raises StaleError if its number was used meanwhile, or NotSavedError.
        """
        table = imported.table
        with self._tracking_saves():
            if self.journal.next_number() != table.number:
                raise StaleError(table.seq)
            self.journal.append(imported.rows, game_summary(table))
        return Answer(table.number, table.seq, len(table.entries))

    def repair(self, number: int) -> RepairedGame | None:
        """Cut off the damaged rows of a game and correct its stored result, after the journal was copied.

        Returns None if the game is intact. Raises DamagedError if even its first row is damaged, and NotSavedError.
        """
        with self._tracking_saves():
            mended = self._game_writer.mend(number)
        self.damaged = self.damaged or mended is not None
        return mended

    def _settle_clock(self) -> None:
        """Give games that were played while the clock was wrong their date; later if nothing can be written now."""
        watch = self.journal.clock_watch
        if self.saved and watch is not None and watch.known_shifts():
            with suppress(NotSavedError), self._tracking_saves():
                self.journal.settle_clock()

    def retry_locked(self) -> None:
        """Try again to lock the journal if another program held it."""
        if self.save_failure is SaveFailure.LOCKED:
            with suppress(NotSavedError), self._tracking_saves():
                self.journal.check_writable()

    def _given_answer(self, command: Command) -> Answer | None:
        """Return the answer to a command with this id, None if there was none."""
        return self._answers.answer_to(command.id) if command.id is not None else None

    def _is_handed_out(self) -> bool:
        table = self.shown_table
        if table is None:
            return self._handed_out_now
        return table.number in self._handed_out and not (table.over or table.closed)

    def _load(self) -> None:
        """Open the game that the journal says is open."""
        number = self.journal.note(OPEN_GAME)
        if type(number) is int and any(saved.number == number for saved in self.journal.games()):
            self._game_writer.load_open_game(number)

    def _had_real_dice(self) -> bool:
        """Return whether the evening on which real dice were chosen goes on: a game or the lobby is still open."""
        table = self.table
        is_open = self.lobby is not None or (table is not None and not (table.over or table.closed))
        if not is_open and self.journal.note(REAL_DICE) is not None:
            with suppress(NotSavedError):
                self.journal.set_note(REAL_DICE, None)
        return is_open and self.journal.note(REAL_DICE) is True

    def _check_files(self) -> None:
        """Raise NotSavedError for the first command after another program has spoilt a file of the journal."""
        try:
            self.journal.verify_files()
        except NotSavedError as error:
            self.saved, self.save_failure = False, error.failure
            raise

    @contextmanager
    def _tracking_saves(self) -> Iterator[None]:
        """Record whether the journal could be written. If it could not before, reopen it first."""
        spoilt = self.journal.spoilt
        try:
            if self.journal.ensure_writable():
                self.damaged = self.damaged or spoilt
                self._phone_seats.reload()
                self._lobby_keeper.reload()
                self._people_keeper.reload()
                self.real_dice = self.journal.note(REAL_DICE) is True
                self._load()  # a write that failed may have reached the disk all the same
            yield
        except NotSavedError as error:
            self.saved, self.save_failure = False, error.failure
            raise
        self.saved, self.save_failure = True, None
