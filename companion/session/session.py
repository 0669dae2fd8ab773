"""The session: takes commands one at a time, writes what the rules accept, and only then lets it stand."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules.errors import IllegalMoveError, MalformedError
from companion.rules.fields import ChanceField
from companion.rules.game import Game, move_from_json
from companion.rules.registry import game_named
from companion.rules.text import say
from companion.session import table as tables
from companion.session.canonical import canonical
from companion.session.commands import Amend, Answer, Close, Command, Leave, Open, Play, Restore, Start, TakeBack, check
from companion.session.errors import DamagedError, NoGameError, NotSavedError, StaleError
from companion.session.journal import OPEN_GAME, Journal
from companion.session.rows import FIRST, Kind, Stamp, chain, fold, played_body
from companion.session.store import result_of
from companion.session.table import Played, Table

log = logging.getLogger(__name__)
Draw = Callable[[Table, int, str, tuple[tuple[str, int], ...]], list[int]]
"""Draws chance: (table, seat, kind of move, draws wanted) → the values in order."""


def no_chance(table: Table, seat: int, kind: str, draws: tuple[tuple[str, int], ...]) -> list[int]:
    """The draw of a session without a source of chance: results have to be typed in."""
    raise IllegalMoveError(say("session.no_chance"))


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the session publishes after every change."""

    table: Table | None
    saved: bool
    """False while the last attempt to write failed: nothing that was asked since has been done."""
    damaged: bool = False
    """A damaged journal, or the damaged tail of the open game, was put aside."""


class Session:
    """The single writer. It is not thread-safe: the desk's thread alone talks to it."""

    def __init__(
        self, journal: Journal, games: tuple[Game[Any], ...], now: Callable[[], float], draw: Draw = no_chance
    ) -> None:
        """`now` gives seconds since 1970, for show only. The game that was open when the power went is open again."""
        self.journal = journal
        self.games = games
        self._now = now
        self._draw = draw
        self._previous = FIRST
        self.table: Table | None = None
        self.saved = not journal.read_only
        self.damaged = False
        number = journal.note(OPEN_GAME)
        if isinstance(number, int) and any(saved.number == number for saved in journal.games()):
            self._load(number)

    def snapshot(self) -> Snapshot:
        """What there is to show now."""
        return Snapshot(self.table, self.saved, self.damaged)

    def do(self, command: Command) -> Answer:
        """Carry out a command, or raise and leave everything as it was.

        Raises IllegalMoveError, MalformedError, StaleError, NoGameError, NothingToDoError, MisfitsError or
        NotSavedError; DamagedError when not even the first row of a game to be opened holds: it is left as it is.
        When this returns, what was done is on the disk.
        """
        check(command)
        if command.id is not None and (answer := self.journal.answer_to(command.id)):
            return answer
        try:
            answer = self._do(command)
        except NotSavedError:
            self.saved = False
            raise
        self.saved = True
        return answer

    def note(self, name: str, value: Any) -> None:
        """Keep a JSON value under a name (None: forget it). Raises NotSavedError."""
        try:
            self.journal.set_note(name, value)
        except NotSavedError:
            self.saved = False
            raise
        self.saved = True

    def preview(self, command: Play | Amend) -> Table:
        """The table as it would be after this command; nothing is written. Raises as `do` does.

        A move of chance cannot be looked at beforehand and is refused unless its result is typed in.
        """
        table = self._open_table()
        if isinstance(command, Amend):
            return tables.amend(table, command.entry, self._instead(table, command), command.without)
        return tables.play(table, self._completed(table, command.moves, no_chance), table.seq + 1)

    def _do(self, command: Command) -> Answer:
        match command:
            case Start():
                return self._start(command)
            case Open():
                return self._open(command.number)
            case Leave():
                self.journal.set_note(OPEN_GAME, None)
                self.table = None
                return Answer(0, 0, 0)
        table = self._open_table()
        if command.expected_seq not in (None, table.seq) and not self._any_order(table, command):
            raise StaleError(table.seq)
        match command:
            case Play(moves=()):
                raise MalformedError(say("error.missing_field", field="moves"), "moves")
            case Play():
                played = self._completed(table, command.moves, self._draw)
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
        number = max((saved.number for saved in self.journal.games()), default=0) + 1
        options = _plain(command.options)
        table = tables.start(game, command.names, options, number)
        body = {"game": game.id, "seats": list(table.names), "options": options}
        rows, table = chain(table, FIRST, self._stamp(command), [(Kind.STARTED, None, body)], table)
        self.journal.append(rows, open_game=number)
        self.table, self._previous = table, rows[-1].hash()
        return Answer(number, table.seq, 0)

    def _open(self, number: int) -> Answer:
        if not any(saved.number == number for saved in self.journal.games()):
            raise NoGameError(say("session.no_such_game", number=number))
        table, previous = self._folded(number)
        self.journal.set_note(OPEN_GAME, number)
        self.table, self._previous = table, previous
        return Answer(number, table.seq, len(table.entries))

    def _amend(self, table: Table, command: Amend) -> Answer:
        instead = self._instead(table, command)
        after = tables.amend(table, command.entry, instead, command.without)
        body: dict[str, Any] = {"entry": command.entry, "move": None, "without": sorted(command.without)}
        if instead is not None:
            body |= played_body(instead)
        return self._write(after, command, [(Kind.AMENDED, instead.seat if instead else None, body)])

    def _instead(self, table: Table, command: Amend) -> Played | None:
        if command.move is None or not 1 <= command.entry <= len(table.entries):
            return None
        seat = command.seat or table.entries[command.entry - 1].played.seat
        before = replace(table, entries=table.entries[: command.entry - 1])
        return self._completed(before, [(seat, command.move)], no_chance)[0]

    def _completed(self, table: Table, moves: Iterable[tuple[int, dict[str, Any]]], draw: Draw) -> list[Played]:
        """The moves with their chance: typed in where the command has it, drawn where it leaves it out."""
        played: list[Played] = []
        for seat, body in moves:
            if seat not in table.seats:
                raise MalformedError(say("error.no_seat", seat=seat, last=len(table.names)), "seat")
            typed = "chance" in body
            if not typed and (wanted := self._chance_wanted(table, seat, body)):
                body = {**body, "chance": draw(table, seat, str(body["move"]), wanted.draws)}
            played.append(Played(seat, move_from_json(table.game, body), typed))
            table = tables.play(table, played[-1:], table.seq + 1)
        return played

    def _chance_wanted(self, table: Table, seat: int, body: dict[str, Any]) -> ChanceField | None:
        kind = body.get("move")
        if not isinstance(kind, str) or kind not in table.game.moves:
            raise MalformedError(say("error.unknown_move", move=str(kind)), "move")
        cls = table.game.moves[kind]
        if "chance" not in cls.__dataclass_fields__:  # type: ignore[attr-defined]  # every move is a dataclass
            return None
        field = table.game.next_field(table.state, seat, kind, {k: v for k, v in body.items() if k != "move"})
        return field if isinstance(field, ChanceField) else None

    def _any_order(self, table: Table, command: Command) -> bool:
        """Whether all moves of a command are of kinds that do not mind what others did meanwhile."""
        if not isinstance(command, Play):
            return False
        return all(
            any(option.any_order for option in table.game.options(table.state, seat) if option.kind == body.get("move"))
            for seat, body in command.moves
            if seat in table.seats
        )

    def _write(
        self, after: Table, command: Command, bodies: Sequence[tuple[Kind, int | None, dict[str, Any]]]
    ) -> Answer:
        rows, after = chain(self._open_table(), self._previous, self._stamp(command), bodies, after)
        self.journal.append(rows, result_of(after))
        self.table, self._previous = after, rows[-1].hash()
        return Answer(after.number, after.seq, len(after.entries))

    def _load(self, number: int) -> None:
        try:
            self.table, self._previous = self._folded(number)
        except (DamagedError, NotSavedError):  # no row of it holds, or what holds cannot be kept now
            log.exception("game %d cannot be opened", number)

    def _folded(self, number: int) -> tuple[Table, str]:
        """The table of a saved game. A tail that does not hold is kept in a copy beside the journal, then cut off."""
        try:
            table, previous, damage = fold(self.journal.rows(number), self.games)
        except DamagedError:
            self.damaged = True
            raise
        if damage is not None:
            log.error("game %d does not hold after row %d: %s", number, table.seq, damage.reason)
            self.damaged = True
            if not self.journal.read_only:
                self.journal.keep_copy()
                self.journal.cut(number, table.seq, result_of(table))
        return table, previous

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
