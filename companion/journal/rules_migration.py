"""Migration of a game to the present rules: its standing moves are replayed, and refused ones are reported."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any

from companion.journal.recorded_game import RecordedGame, RecordedMove
from companion.rules.game import Game, move_from_json
from companion.rules.match_functions import offered_kinds_of
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import Text, say
from companion.table import table as tables
from companion.table.amendments import check_draw
from companion.table.persistent_list import PersistentList
from companion.table.session_errors import Misfit, MisfitsError
from companion.table.table import CompleteMove, Entry, Table

UNEXPECTED_ERRORS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Exceptions that rules may raise for options and moves that no program of ours has written."""


def migrate(recorded: RecordedGame, game: Game, without: Collection[int] = ()) -> Table:
    """Return the table that a game's standing moves lead to by the present rules.

    Take-back does not go past a migration. Raises MalformedError if the game cannot even start under these rules,
    and MisfitsError with every move that they now refuse, unless `without` names exactly these: then they are left
    out.
    """
    try:
        table = tables.start(game, recorded.names, recorded.options, recorded.number, recorded.seq)
    except UNEXPECTED_ERRORS as error:
        raise MalformedError(say("session.row_bad", game=recorded.number, seq=1), "options") from error
    entries: list[Entry] = []
    misfits = []
    state = table.initial_state
    for number, move in enumerate(recorded.entries, 1):
        try:
            played = _played_move(move, game)
            check_draw(table.match, state, played)
            after, lines = table.match.play(state, played.seat, played.move)
        except IllegalMoveError as error:
            misfits.append(Misfit(number, move.seat, error.reason, error.ruling))
        except MalformedError as error:  # a kind of move, or a field of it, that no longer exists
            misfits.append(Misfit(number, move.seat, error.reason, None))
        except UNEXPECTED_ERRORS:  # fields that no move has
            misfits.append(
                Misfit(number, move.seat, say("session.row_bad", game=recorded.number, seq=move.id[0]), None)
            )
        else:
            entries.append(Entry(played, move.group, state, after, lines, move.id))
            state = after
    if {misfit.entry for misfit in misfits} != set(without):
        kinds = _kind_labels(table, recorded, misfits, (table.initial_state, *(entry.state for entry in entries)))
        raise MisfitsError(tuple(replace(misfit, kind=kinds.get(_kind(recorded, misfit))) for misfit in misfits))
    return replace(
        table, entries=PersistentList(entries), closed=recorded.closed, claims=recorded.claims, sealed=recorded.sealed,
        commitments=recorded.commitments, draws=recorded.draws, migrated=recorded.version,
    )  # fmt: skip


def _kind(recorded: RecordedGame, misfit: Misfit) -> str:
    return str(recorded.entries[misfit.entry - 1].move.get("move"))


def _kind_labels(
    table: Table, recorded: RecordedGame, misfits: Iterable[Misfit], states: Iterable[Any]
) -> dict[str, Text]:
    """Return the labels of these kinds of moves, taken from the forms that the game offers in any of its states."""
    kinds = {_kind(recorded, misfit) for misfit in misfits} & set(table.game.moves)
    labels: dict[str, Text] = {}
    for state in states:
        for seat in table.seats:
            if kinds <= labels.keys():
                return labels
            labels |= {option.kind: option.label for option in offered_kinds_of(table.match, state, seat)}
    return labels


def _played_move(move: RecordedMove, game: Game) -> CompleteMove:
    return CompleteMove(move.seat, move_from_json(game, move.move), move.typed, move.drawn, move.spends)
