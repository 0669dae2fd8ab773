"""Replay of rows to a table: each row is checked against the one before, its digest against the state it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from companion.journal import recorded_game
from companion.journal.recorded_game import RecordedGame
from companion.journal.rows import NO_PREVIOUS_HASH, Row, RowDraft, RowKind
from companion.journal.rules_migration import migrate
from companion.rules.game import Game, move_from_json
from companion.rules.rule_errors import RulesError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen
from companion.table import amendments
from companion.table import table as tables
from companion.table.draw_record import from_body
from companion.table.game_summary import GameSummary, parse_places, places_to_json
from companion.table.salted_match_hash import from_body as sealed_from
from companion.table.session_errors import DamagedError, SessionError
from companion.table.table import CompleteMove, Table


class ForeignReason(Enum):
    """Reason why an undamaged game cannot be continued as it is."""

    MISSING = "missing"
    """This program has no such game."""
    OTHER_RULES = "other_rules"
    """The game was started under rules other than the present ones."""


@frozen
class Replay:
    """Result of a replay of rows."""

    table: Table | None
    """None if `foreign` gives a reason."""
    recorded: RecordedGame | None
    """A foreign game as it can be read without its rules; None for others."""
    foreign: ForeignReason | None
    last_hash: str
    """Hash of the last valid row."""
    damage: DamagedError | None
    """Damage that stopped the replay, if any: later rows are not used."""

    @property
    def seq(self) -> int:
        """Number of valid rows."""
        return self.table.seq if self.table is not None else self.recorded.seq if self.recorded is not None else 0

    def matches_summary(self, summary: GameSummary) -> bool:
        """Return whether the names, colours and result in a game's summary are those in its rows.

        Only games that are foreign now have summaries without names and colours: the programs that wrote them knew
        other rules. Rows of a foreign game give no colours, and in older games no result.
        """
        if self.table is not None:
            replayed = (tuple(self.table.names), self.table.match.colours, parse_places(places_to_json(self.table)))
            return (summary.names, summary.colours, summary.result) == replayed
        if self.recorded is not None:
            return summary.names in (None, self.recorded.names) and self.recorded.result in (None, summary.result)
        return True


def replay_rows(rows: Iterable[Row], games: Sequence[Game]) -> Replay:
    """Return the table that the rows of one game lead to, or what can be read of the game without its rules.

    Raises DamagedError if not even the first row is valid.
    """
    valid_rows, damage = _read_valid(rows)
    start = recorded_game.record_row(None, valid_rows[0])
    game = next((candidate for candidate in games if candidate.id == start.game), None)
    return (
        _replay_valid(valid_rows, game, damage)
        if game is not None
        else _replay_foreign(valid_rows, ForeignReason.MISSING, damage)
    )


def replay_stored(read: Callable[[], Iterable[Row]], games: Sequence[Game], open_table: Table | None = None) -> Replay:
    """Replay rows as `replay_rows` does, without holding those of an undamaged game by the present rules in memory.

    `read` may be called twice. `open_table` is the same game if it is already in memory: the result shares what is
    equal with it. Raises as `replay_rows` does, and what `read` raises.
    """
    return _replay_straight(read(), games, open_table) or replay_rows(read(), games)


def foreign_reason(game: str, version: int, games: Iterable[Game]) -> ForeignReason | None:
    """Return why a game of this id and rules version cannot be continued as it is; None if it can."""
    rules = next((candidate for candidate in games if candidate.id == game), None)
    if rules is None:
        return ForeignReason.MISSING
    return None if version in rules.compatible_versions else ForeignReason.OTHER_RULES


def _replay_straight(rows: Iterable[Row], games: Sequence[Game], open_table: Table | None) -> Replay | None:
    """Replay row by row an undamaged game that follows the present rules from its first row; return None for others."""
    table: Table | None = None
    previous = NO_PREVIOUS_HASH
    try:
        for row in rows:
            if table is not None:
                table = tables.share_newest(apply_row(table, previous, row), open_table)
            elif (game := _playable(row, games)) is not None:
                table, _ = _begin([row], game)
            else:
                return None
            previous = row.hash()
    except (DamagedError, _OtherSetupError):  # a row of a migration is refused here, too
        return None
    return Replay(table, None, None, previous, None) if table is not None else None


def _playable(first: Row, games: Sequence[Game]) -> Game | None:
    """Return the game that starts with this row if it follows the present rules. Raises DamagedError."""
    start = recorded_game.record_row(None, first)
    return next(
        (
            candidate
            for candidate in games
            if candidate.id == start.game and start.version in candidate.compatible_versions
        ),
        None,
    )


def _replay_valid(rows: Sequence[Row], game: Game, damage: DamagedError | None) -> Replay:
    migration = max((index for index, row in enumerate(rows) if row.kind is RowKind.MIGRATED), default=0)
    version = rows[migration].body.get("to") if migration else recorded_game.record_row(None, rows[0]).version
    if type(version) is not int or version not in game.compatible_versions:
        return _replay_foreign(rows, ForeignReason.OTHER_RULES, damage)
    try:
        table, previous = _begin(rows[: migration + 1], game)
    except _OtherSetupError:
        return _replay_foreign(rows, ForeignReason.OTHER_RULES, damage)
    except DamagedError as error:
        if not migration:
            raise
        return _replay_valid(rows[: _count_valid(rows[:migration])], game, error)
    try:
        for row in rows[migration + 1 :]:
            table = apply_row(table, previous, row)
            previous = row.hash()
    except _OtherSetupError:
        return _replay_foreign(rows, ForeignReason.OTHER_RULES, damage)
    except DamagedError as error:
        damage = error
    return Replay(table, None, None, previous, damage)


def apply_row(table: Table, previous: str, row: Row) -> Table:
    """Return the table after one more row.

    Raises DamagedError if it is not the next row, or if it does not lead to the state it names.
    """
    if row.previous != previous or row.seq != table.seq + 1 or row.kind is RowKind.STARTED:
        raise DamagedError(say("session.row_chain", game=row.game, seq=row.seq))
    try:
        after = replace(_apply(table, row), seq=row.seq)
        if "result" in row.body and parse_places(row.body["result"]) != parse_places(places_to_json(after)):
            raise ValueError("another result than that of the moves")
    except (RulesError, SessionError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise DamagedError(say("session.row_bad", game=row.game, seq=row.seq)) from error
    _check(after, row)
    return after


def apply_seed_rows(table: Table, bodies: Iterable[RowDraft]) -> Table:
    """Return the table after rows about its seeds. Raises ValueError if they do not fit it."""
    for kind, _, body in bodies:
        is_commitment = kind is RowKind.COMMITTED
        table = (
            tables.commit(table, recorded_game.commitment_of_row(body, table.sealed))
            if is_commitment
            else tables.reveal(table)
        )
    return table


class _OtherSetupError(Exception):
    """A game started with figures other than its options give now: the rules differ, even if their version does not."""


def _read_valid(rows: Iterable[Row]) -> tuple[list[Row], DamagedError | None]:
    valid_rows: list[Row] = []
    try:
        valid_rows.extend(rows)
    except DamagedError as damage:
        if not valid_rows:
            raise
        return valid_rows, damage
    if not valid_rows:
        raise DamagedError(say("session.no_rows"))
    return valid_rows, None


def _count_valid(rows: Sequence[Row]) -> int:
    """Return the number of rows that are valid as far as that can be checked without the rules."""
    recorded: RecordedGame | None = None
    for number, row in enumerate(rows):
        try:
            recorded = recorded_game.record_row(recorded, row)
        except DamagedError:
            return number
    return len(rows)


def _replay_foreign(rows: Sequence[Row], why: ForeignReason, damage: DamagedError | None) -> Replay:
    recorded: RecordedGame | None = None
    try:
        for row in rows:
            recorded = recorded_game.record_row(recorded, row)
    except DamagedError as error:
        if recorded is None:
            raise
        damage = error
    assert recorded is not None  # the first row holds
    return Replay(None, recorded, why, recorded.previous, damage)


def _begin(rows: Sequence[Row], game: Game) -> tuple[Table, str]:
    """Return the table after the row that starts it by the present rules: the first, or the one that migrated it."""
    *before, row = rows
    try:
        if before:
            recorded = recorded_game.read_rows(before)
            table = replace(migrate(recorded, game, row.body["without"]), seq=row.seq, version=int(row.body["to"]))
        else:
            table = _start(row, game)
        sealed = sealed_from(row.body, game.id, table.version, table.names, table.match.options)
    except (RulesError, SessionError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        if isinstance(error, DamagedError):
            raise
        raise DamagedError(say("session.row_bad", game=row.game, seq=row.seq)) from error
    if sealed is not None:
        if not sealed.matches(table.match):
            raise _OtherSetupError
        table = replace(table, sealed=(*table.sealed, sealed))
    _check(table, row)
    return table, row.hash()


def _start(row: Row, game: Game) -> Table:
    body = row.body
    version = recorded_game.rules_version_of(body)
    return tables.start(game, body["seats"], body["options"], number=row.game, seq=1, version=version)


def _check(after: Table, row: Row) -> None:
    if row.digest != after.digest() or row.entry != len(after.entries):
        raise DamagedError(say("session.row_digest", game=row.game, seq=row.seq))


def _apply(table: Table, row: Row) -> Table:  # noqa: C901 - one short case a kind
    body = row.body
    match row.kind:
        case RowKind.COMMITTED | RowKind.REVEALED:
            return apply_seed_rows(table, [(row.kind, row.seat, body)])
        case RowKind.SEAT_CLAIMED:
            return tables.claim(table, int(row.seat or 0), body["phone"])
        case RowKind.PLAYED:
            return tables.play(table, [_played_move(table, row.seat, body)], row.group)
        case RowKind.TAKEN_BACK if "entries" in body:
            return amendments.take_back_own(table, body["entries"], _taken_back_by(table, body))
        case RowKind.TAKEN_BACK:
            return amendments.take_back(table, _taken_back_by(table, body))
        case RowKind.RESTORED:
            return amendments.restore(table)
        case RowKind.AMENDED if body["entry"] == 0:
            return _amend_setup(table, body)
        case RowKind.AMENDED:
            replacement = _replacement(table, row.seat, body) if body["move"] is not None else None
            renamed = {
                rename["entry"]: move_from_json(table.game, rename["move"]) for rename in body.get("renamed", ())
            }
            return amendments.amend(table, body["entry"], replacement, body["without"], renamed)
        case RowKind.INSERTED:
            return amendments.insert(table, body["entry"], _played_move(table, row.seat, body), body["without"])
        case RowKind.CLOSED:
            return tables.close(table)
    raise ValueError(f"no row of a game under way: {row.kind}")


def _taken_back_by(table: Table, body: dict[str, Any]) -> tuple[int, ...] | None:
    """Return the seats of the phone that took something back; None if the row does not tell."""
    if "by" not in body:
        return None
    if any(type(seat) is not int or seat not in table.seats for seat in body["by"]):
        raise ValueError("no such seats")
    return tuple(body["by"])


def _amend_setup(table: Table, body: dict[str, Any]) -> Table:
    beginning = tables.set_up_game(table.game, body["seats"], body["options"])
    sealed = sealed_from(body, table.game.id, table.version, body["seats"], body["options"])
    if sealed is not None and not sealed.matches(beginning.match):
        raise _OtherSetupError
    after = amendments.amend_start(table, beginning, body["without"])
    return after if sealed is None else replace(after, sealed=(*table.sealed, sealed))


def _replacement(table: Table, seat: int | None, body: dict[str, Any]) -> CompleteMove:
    """Return the move that replaces an entry; if it keeps a draw, that is the entry's own."""
    draw = table.entries[body["entry"] - 1].played.drawn if "draw" in body else None
    body_without_draw = {name: value for name, value in body.items() if name != "draw"}
    return replace(_played_move(table, seat, body_without_draw), drawn=draw)


def _played_move(table: Table, seat: int | None, body: dict[str, Any]) -> CompleteMove:
    seat, move, drawn = int(seat or 0), body["move"], None
    if "draw" in body:
        last = len(table.commitments) - 1
        drawn = from_body(body["draw"], seat, move["move"], move["chance"], table.draws, last)
    spends = (str(body["spends"][0]), int(body["spends"][1])) if "spends" in body else None
    return CompleteMove(seat, move_from_json(table.game, move), bool(body.get("typed", False)), drawn, spends)
