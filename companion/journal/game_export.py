"""Export of a saved game as a public moves file, also for other rules, as long as no secret is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.journal.migration import migrate
from companion.journal.moves_file import export, export_paper, head_of, paper_head
from companion.journal.recorded_game import RecordedGame
from companion.rules.game import Game
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.rules.viewer import PUBLIC
from companion.table.game_summary import Places
from companion.table.table import Table
from companion.table.table_errors import ForeignError, MisfitsError


def moves_file(table: Table | None, told: RecordedGame | None, result: Places | None, games: Sequence[Game]) -> str:
    """Return a game as a moves file; `recorded` is a foreign game without its rules, `result` that of its summary.

    A foreign game that is over, or was closed as one, is exported whole from its rows. For any other only rules
    know what is secret: the present ones if they accept it. Raises ForeignError if there are no rules for it, or if
    it could not start by them, and MisfitsError if they refuse some of its moves.
    """
    if told is not None and (told.told or result is not None):
        return export_paper(told, result)
    return export(table if table is not None else _carried(told, games), PUBLIC)


def moves_head(
    table: Table | None, told: RecordedGame | None, result: Places | None, games: Sequence[Game]
) -> dict[str, Any]:
    """Return the first line of that file. Raises as `moves_file` does."""
    if told is not None and (told.told or result is not None):
        return paper_head(told)
    return head_of(table if table is not None else _carried(told, games), PUBLIC)


def _carried(told: RecordedGame | None, games: Sequence[Game]) -> Table:
    """Return a foreign game migrated to the present rules."""
    assert told is not None  # a game without a table is foreign
    game = next((one for one in games if one.id == told.game), None)
    if game is None:
        raise ForeignError(say("session.secret_by_other_rules"))
    try:
        return migrate(told, game)
    except MalformedError as error:
        raise ForeignError(say("session.cannot_begin_so", reason=error.reason)) from error
    except MisfitsError as error:
        raise MisfitsError(error.misfits, migrating=told.names) from error
