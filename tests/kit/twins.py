"""Twins: the same game twice, equal in everything that others see, but with other secrets of one seat."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from companion.games.voyages.moves import KeepGoals
from companion.rules.fields import Json
from companion.rules.moves import Move
from companion.rules.rule_errors import RulesError
from companion.rules.viewer import Viewer
from companion.table import table as tables
from companion.table.table import CompleteMove, Entry, Table
from tests.kit.cases import FACTS
from tests.kit.random_play import states_of


def twin_of(table: Table, seat: int, rnd: Random, changes: int = 8) -> Table:
    """Return the game with up to `changes` other secrets of this seat, as far as the rest of it can still be played."""
    twin = _with_other_options(table, seat, rnd)
    entries_of_seat = [(n, entry.played) for n, entry in enumerate(table.entries) if entry.played.seat == seat]
    secret = [(n, played) for n, played in entries_of_seat if _other(twin, played, Random(n)) != played.move]
    for n, played in rnd.sample(secret, min(changes, len(secret))):
        changed = replace(played, move=_other(twin, played, rnd))
        try:
            twin = _replay_with(twin, n, changed)
        except RulesError:  # the new hand does not fit the cards shown later
            continue
    return twin


def look_equal(table: Table, twin: Table, viewer: Viewer) -> bool:
    """Return whether this viewer has never seen a difference between the two games."""
    pairs = zip(states_of(table), states_of(twin), strict=True)
    return all(
        table.match.player_view(state, viewer) == twin.match.player_view(twin_state, viewer)
        for state, twin_state in pairs
    )


def _other(table: Table, played: CompleteMove, rnd: Random) -> Move:
    other = FACTS[table.game.id].other
    return played.move if other is None else other(table, played, rnd)


def _replay_with(table: Table, n: int, instead: CompleteMove) -> Table:
    played = [entry.played for entry in table.entries]
    played[n] = instead
    again = replace(table, entries=table.entries[:n])
    for group, (entry, next_played) in enumerate(zip(table.entries[n:], played[n:], strict=True), n + 1):
        again = tables.play(again, [_with_dealt_goals(entry, next_played, again)], group)
    return replace(again, undo_stack=())


def _with_dealt_goals(entry: Entry, played: CompleteMove, twin: Table) -> CompleteMove:
    """Return the move with the goals that the twin has dealt to its seat in place of those it keeps (V1)."""
    if not isinstance(played.move, KeepGoals):
        return played
    dealt, now = (state.boards[played.seat - 1].goal_choice for state in (entry.before, twin.state))
    if dealt is None:
        return played
    return replace(played, move=KeepGoals(tuple(now[dealt.index(card)] for card in played.move.cards)))


def _with_other_options(table: Table, seat: int, rnd: Random) -> Table:
    """Replay the moves with another secret of this seat in the options, if the options contain secrets."""
    options: dict[str, Json] = dict(table.match.options)
    for option in table.game.setup_form(len(table.names)):
        dealt = options.get(option.field.name)
        if option.secret and isinstance(dealt, list) and dealt[seat - 1] is not None:
            choices: tuple[Any, ...] = getattr(option.field, "choices", ())
            options[option.field.name] = [*dealt[: seat - 1], rnd.choice(choices).value, *dealt[seat:]]
    twin = tables.start(table.game, table.names, options)
    for group, entry in enumerate(table.entries, 1):
        twin = tables.play(twin, [_with_dealt_goals(entry, entry.played, twin)], group)
    return replace(twin, undo_stack=())
