"""The session: takes commands one at a time, writes what the rules accept, and only then lets it stand."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.chance.seed import SEED_BYTES
from companion.rules.errors import MalformedError
from companion.rules.game import Game
from companion.rules.profile import merged
from companion.rules.registry import game_named
from companion.rules.text import say
from companion.session import table as tables
from companion.session.beside import Beside
from companion.session.canonical import canonical
from companion.session.chosen import any_order, completed, instead_of, no_chance
from companion.session.commands import (
    Amend,
    Answer,
    Claim,
    Close,
    Command,
    Erase,
    Forget,
    LayOut,
    Leave,
    Open,
    Play,
    PutAway,
    Release,
    Restore,
    Start,
    TakeBack,
    Throw,
    check,
)
from companion.session.draws import Draw, draws_chance, fair
from companion.session.errors import DamagedError, NoGameError, NotSavedError, StaleError
from companion.session.free import WHEEL_OF, FreeTray
from companion.session.journal import OPEN_GAME, Journal
from companion.session.phones import HOSTS, carried_over, with_host, without_host
from companion.session.resume import opened
from companion.session.rows import (
    FIRST,
    Body,
    Kind,
    Stamp,
    chain,
    chance_bodies,
    committed_body,
    followed,
    played_body,
)
from companion.session.setups import PROFILE
from companion.session.store import result_of
from companion.session.table import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the session publishes after every change."""

    table: Table | None
    saved: bool
    """False while the last attempt to write failed: nothing that was asked since has been done."""
    damaged: bool = False
    """A damaged journal, or the damaged tail of the open game, was put aside."""
    hosts: frozenset[str] = frozenset()
    """The digests of the phones that are hosts."""
    free: FreeTray | None = None
    """The free dice and the free wheel; None until somebody lays them out."""


class Session:
    """The single writer. It is not thread-safe: the desk's thread alone talks to it."""

    def __init__(
        self,
        journal: Journal,
        games: tuple[Game[Any], ...],
        now: Callable[[], float],
        draw: Draw = fair,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        profiles: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        """The game that was open when the power went is open again.

        `now` gives seconds since 1970, for show only; `entropy(n)` gives n bytes that nobody can guess, for a seed;
        `draw` makes values of a seed and a name; `profiles` are editions of the games from the owner's files, by game.
        """
        self.journal = journal
        self.games = games
        self._now = now
        self._draw = draw
        self._entropy = entropy
        self._profiles = profiles or {}
        self._previous = FIRST
        self.table: Table | None = None
        self.saved = not journal.read_only
        self.damaged = False
        self._beside = Beside(journal, draw, self._seed)
        number = journal.note(OPEN_GAME)
        if isinstance(number, int) and any(saved.number == number for saved in journal.games()):
            self._load(number)

    def snapshot(self) -> Snapshot:
        """What there is to show now."""
        return Snapshot(self.table, self.saved, self.damaged, self._beside.hosts, self._beside.free)

    @property
    def free(self) -> FreeTray | None:
        """The free dice and the free wheel; None until somebody lays them out."""
        return self._beside.free

    def edition(self, game: str) -> Mapping[str, Any]:
        """The figures for a game from the owner's file, none where there is no such file."""
        return self._profiles.get(game, {})

    def profile(self, game: str) -> dict[str, Any]:
        """The owner's own figures for a game: those of a file, and over them what was copied here, table by table."""
        copied = self.journal.note(PROFILE + game) or {}
        return merged(self.edition(game), copied)

    def do(self, command: Command) -> Answer:
        """Carry out a command, or raise and leave everything as it was.

        Raises IllegalMoveError, MalformedError, StaleError, NoGameError, NothingToDoError, MisfitsError or
        NotSavedError; DamagedError when not even the first row of a game to be opened holds: it is left as it is.
        When this returns, what was done is on the disk.
        """
        check(command)
        if command.id is not None and (answer := self._beside.answered(command.id)):
            return answer
        try:
            answer = self._do(command)
        except NotSavedError:
            self.saved = False
            raise
        self.saved = True
        return answer

    def forget_phones(self) -> None:
        """Take every role from every phone. Raises NotSavedError."""
        self.do(Forget())

    def erase(self, number: int | None) -> None:
        """Erase a saved game, or all of them (None), for good. Raises NoGameError or NotSavedError."""
        self.do(Erase(number=number))

    def note(self, name: str, value: Any) -> None:
        """Keep a JSON value under a name (None: forget it). Raises NotSavedError."""
        try:
            self.journal.set_note(name, value)
        except NotSavedError:
            self.saved = False
            raise
        self.saved = True

    def preview(self, command: Command) -> Table:
        """The table as it would be after a command of the open game, or a start; nothing is written.

        Raises as `do` does. A move of chance cannot be looked at beforehand: it is refused unless its result is
        typed in.
        """
        check(command)
        self._check_seq(command)
        if isinstance(command, Start):
            return tables.start(game_named(command.game, self.games), command.names, _plain(command.options))
        table = self._open_table()
        match command:
            case Play():
                return tables.play(table, completed(table, command.moves, no_chance), table.seq + 1)
            case Amend():
                return tables.amend(table, command.entry, instead_of(table, command), command.without)
            case TakeBack():
                return tables.take_back(table)
            case Restore():
                return tables.restore(table)
            case Close():
                return tables.close(table)
        raise TypeError(f"no preview of {command!r}")

    def _check_seq(self, command: Command) -> None:
        number, seq = (self.table.number, self.table.seq) if self.table else (0, 0)
        elsewhere = command.expected_game not in (None, number)
        late = command.expected_seq not in (None, seq) and not (self.table and any_order(self.table, command))
        if elsewhere or late:
            raise StaleError(seq)

    def _do(self, command: Command) -> Answer:
        self._check_seq(command)
        match command:
            case Start():
                return self._start(command)
            case Open():
                return self._open(command)
            case Leave():
                answer = self._beside.keep(command, Answer(0, 0, 0), {OPEN_GAME: None})
                self.table = None
                return answer
            case Claim(seat=None):
                return self._set_hosts(with_host(self.journal.note(HOSTS), command.phone))
            case Forget():
                return self._forget(command)
            case Throw(dice=dice, route=route):
                profile = self.profile(WHEEL_OF)
                return self._beside.throw(command, self._here(), dice=dice, route=route, profile=profile)
            case LayOut():
                return self._beside.lay_out(command, self._here())
            case PutAway():
                return self._beside.put_away(command, self._here())
            case Erase():
                return self._erase(command.number)
        table = self._open_table()
        match command:
            case Claim():
                return self._claim(table, command)
            case Release(seat=seat, phone=phone):
                held = table.claims.get(seat)
                gone = held is not None and phone in (None, held)
                return self._link(table, command, [(seat, None)]) if gone else self._here()
            case Play(moves=()):
                raise MalformedError(say("error.missing_field", field="moves"), "moves")
            case Play():
                played = completed(table, command.moves, self._draw)
                after = tables.play(table, played, table.seq + 1)
                return self._write(after, command, [(Kind.PLAYED, one.seat, played_body(one)) for one in played])
            case TakeBack():
                return self._write(tables.take_back(table), command, [(Kind.TAKEN_BACK, None, {})])
            case Restore():
                return self._write(tables.restore(table), command, [(Kind.RESTORED, None, {})])
            case Amend():
                return self._amend(table, command)
            case Close():
                return self._write(tables.close(table), command, [(Kind.CLOSED, None, {})])
        raise TypeError(f"no such command: {command!r}")

    def _start(self, command: Start) -> Answer:
        game = game_named(command.game, self.games)
        number = self.journal.next_number()
        options = _plain(command.options)
        table = tables.start(game, command.names, options, number)
        body = {"game": game.id, "seats": list(table.names), "options": options}
        claims = carried_over(self.table, table)
        bodies: list[Body] = [(Kind.STARTED, None, body)]
        bodies += [(Kind.SEAT_CLAIMED, seat, {"phone": phone}) for seat, phone in claims.items()]
        table = replace(table, claims=claims)
        if draws_chance(game):
            bodies.append(committed_body(self._seed()))
            table = followed(table, bodies[-1:])
        rows, table = chain(replace(table, seq=0), FIRST, self._stamp(command), bodies, table)
        self.journal.append(rows, open_game=number)
        self.table, self._previous = table, rows[-1].hash()
        return Answer(number, table.seq, 0)

    def _open(self, command: Open) -> Answer:
        number = command.number
        if not any(saved.number == number for saved in self.journal.games()):
            raise NoGameError(say("session.no_such_game", number=number))
        table, previous = self._opened(number, command.source)
        answer = self._beside.keep(command, Answer(number, table.seq, len(table.entries)), {OPEN_GAME: number})
        self.table, self._previous = table, previous
        return answer

    def _claim(self, table: Table, command: Claim) -> Answer:
        """Link a phone with a seat; the seat it had before is free."""
        seat, phone = int(command.seat or 0), command.phone
        before = [other for other, linked in table.claims.items() if linked == phone and other != seat]
        return self._link(table, command, [*((other, None) for other in before), (seat, phone)])

    def _forget(self, command: Forget) -> Answer:
        phone, table = command.phone, self.table
        if table is not None:
            linked = [seat for seat, other in table.claims.items() if phone in (None, other)]
            if linked:
                self._link(table, command, [(seat, None) for seat in linked])
        return self._set_hosts(without_host(self.journal.note(HOSTS), phone))

    def _link(self, table: Table, command: Command, links: Sequence[tuple[int, str | None]]) -> Answer:
        after = table
        for seat, phone in links:
            after = tables.claim(after, seat, phone)
        return self._write(after, command, [(Kind.SEAT_CLAIMED, seat, {"phone": phone}) for seat, phone in links])

    def _set_hosts(self, hosts: list[str]) -> Answer:
        self._beside.set_hosts(hosts)
        return self._here()

    def _here(self) -> Answer:
        """Where the open game stands, for the answer to a command that leaves it alone."""
        table = self.table
        return Answer(table.number, table.seq, len(table.entries)) if table else Answer(0, 0, 0)

    def _erase(self, number: int | None) -> Answer:
        saved = {game.number for game in self.journal.games()}
        if number is not None and number not in saved:
            raise NoGameError(say("session.no_such_game", number=number))
        erased = saved if number is None else {number}
        self.journal.erase(erased)
        if self.table is not None and self.table.number in erased:
            self.table = None
        return Answer(number or 0, 0, 0)

    def _amend(self, table: Table, command: Amend) -> Answer:
        instead = instead_of(table, command)
        after = tables.amend(table, command.entry, instead, command.without)
        body: dict[str, Any] = {"entry": command.entry, "move": None, "without": sorted(command.without)}
        if instead is not None:
            body |= played_body(instead)
        return self._write(after, command, [(Kind.AMENDED, instead.seat if instead else None, body)])

    def _seed(self) -> bytes:
        return self._entropy(SEED_BYTES)

    def _write(self, after: Table, command: Command, bodies: Sequence[Body]) -> Answer:
        chance = chance_bodies(after, self._seed)
        bodies, after = [*bodies, *chance], followed(after, chance)
        rows, after = chain(self._open_table(), self._previous, self._stamp(command), bodies, after)
        self.journal.append(rows, result_of(after))
        self.table, self._previous = after, rows[-1].hash()
        return Answer(after.number, after.seq, len(after.entries))

    def _load(self, number: int) -> None:
        try:
            self.table, self._previous = self._opened(number, "box")
        except (DamagedError, NotSavedError):  # no row of it holds, or what holds cannot be kept now
            log.exception("game %d cannot be opened", number)

    def _opened(self, number: int, source: str) -> tuple[Table, str]:
        try:
            found = opened(self.journal, number, self.games, Stamp(int(self._now()), source), self._seed)
        except DamagedError:
            self.damaged = True
            raise
        self.damaged = self.damaged or found.damaged
        return found.table, found.previous

    def _open_table(self) -> Table:
        if self.table is None:
            raise NoGameError(say("session.no_game"))
        return self.table

    def _stamp(self, command: Command) -> Stamp:
        return Stamp(int(self._now()), command.source, command.id)


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as the journal will give them back, and nobody else's. Raises MalformedError for what is no JSON."""
    try:
        plain: dict[str, Any] = json.loads(canonical(dict(options)).encode())
    except (TypeError, ValueError) as error:
        raise MalformedError(say("error.wrong_type", wanted="object"), "options") from error
    return plain
