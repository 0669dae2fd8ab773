"""Export of a saved game as a public moves file, also for other rules, as long as no secret is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.journal.moves_file import export, export_recorded, head_of, recorded_head
from companion.journal.recorded_game import RecordedGame
from companion.journal.rules_migration import migrate
from companion.rules.game import Game
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.rules.viewer import PUBLIC
from companion.table.game_summary import Places
from companion.table.session_errors import ForeignError, MisfitsError
from companion.table.table import Table


def moves_file(table: Table | None, recorded: RecordedGame | None, result: Places | None, games: Sequence[Game]) -> str:
    """Return a game as a moves file; `recorded` is a foreign game without its rules, `result` that of its summary.

    A foreign game that is over, or was closed as one, is exported whole from its rows. For any other only rules
    know what is secret: the present ones if they accept it. Raises ForeignError if there are no rules for it, or if
    it could not start by them, and MisfitsError if they refuse some of its moves.
    """
    if recorded is not None and (recorded.disclosed or result is not None):
        return export_recorded(recorded, result)
    return export(table if table is not None else _migrated(recorded, games), PUBLIC)


def moves_head(
    table: Table | None, recorded: RecordedGame | None, result: Places | None, games: Sequence[Game]
) -> dict[str, Any]:
    """Return the first line of that file. Raises as `moves_file` does."""
    if recorded is not None and (recorded.disclosed or result is not None):
        return recorded_head(recorded)
    return head_of(table if table is not None else _migrated(recorded, games), PUBLIC)


def _migrated(recorded: RecordedGame | None, games: Sequence[Game]) -> Table:
    """Return a foreign game migrated to the present rules."""
    assert recorded is not None  # a game without a table is foreign
    game = next((candidate for candidate in games if candidate.id == recorded.game), None)
    if game is None:
        raise ForeignError(say("session.secret_by_other_rules"))
    try:
        return migrate(recorded, game)
    except MalformedError as error:
        raise ForeignError(say("session.cannot_begin_so", reason=error.reason)) from error
    except MisfitsError as error:
        raise MisfitsError(error.misfits, migrating=recorded.names) from error
