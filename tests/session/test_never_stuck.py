"""Two hundred games of each kind in which people change their minds: no seat is ever stuck, and the file verifies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from companion.chance.seed import SEED_BYTES
from companion.games.voyages import VOYAGES
from companion.journal.moves_file import export
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.fields import Json
from companion.rules.game import Game
from companion.rules.rule_errors import RulesError
from companion.table import amendments
from companion.table import table as tables
from companion.table.commands import Amend, Insert
from companion.table.complete_moves import complete_moves as whole
from companion.table.complete_moves import inserted_move, replacement_move
from companion.table.draw_record import Commitment, fair_draw, has_chance_moves
from companion.table.game_setup import amended_start
from companion.table.legal_moves import locked_draws, options_of
from companion.table.random_play import complete_move
from companion.table.salted_match_hash import SealedMatch
from companion.table.session_errors import MisfitsError, NothingToDoError
from companion.table.table import Table
from tests.depth import deep, enough
from tests.kit.cases import GAMES, Case
from tests.kit.cases import PLAIN as SHORT

GAMES_EACH = 200
BLOCK = 20
MOST_CHANGES = 6
LONGEST = 90
"""The number of moves after which the game is closed: long enough for every kind of change."""
FEW_BLOCKS = enough(4, fewest=1)
few_and_many = [
    pytest.param(block, marks=() if block < FEW_BLOCKS else pytest.mark.long) for block in range(GAMES_EACH // BLOCK)
]


@deep
@pytest.mark.parametrize("block", few_and_many)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_after_any_change_every_awaited_seat_has_a_move(game: Game, block: int) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        rnd = Random(f"{game.id} {seed}")
        table = start_table(Case(game, rnd.choice(game.seats), SHORT.get(game.id, {})), rnd)
        changes = sorted(rnd.sample(range(2, LONGEST), MOST_CHANGES))
        for moment in range(LONGEST):
            if table.over:
                break
            table = with_change(table, rnd) if moment in changes else with_move(table, rnd)
            assert table.over or legal_kinds(table), (game.id, seed, moment)
        if not table.over:
            table = tables.close(table)
        if table.commitments:
            table = tables.reveal(table)
        report = check_moves_file(export(table).encode(), GAMES)
        assert report.holds, (game.id, seed, report.faults)


@pytest.mark.parametrize("seed", range(enough(100, fewest=15)))
def test_a_set_up_of_moves_never_gets_stuck(seed: int) -> None:
    """Voyages is dealt and drafted while moves are taken back, changed and inserted, and the options change."""
    rnd = Random(f"set-up {seed}")
    options: dict[str, Json] = {"draft": rnd.random() < 0.8, "deal": rnd.random() < 0.8, "expert": True}
    table = start_table(Case(VOYAGES, rnd.choice(VOYAGES.seats), options), rnd)
    for moment in range(40):
        change = table.entries and rnd.random() < 0.4
        table = with_change(table, rnd, with_other_options) if change else with_move(table, rnd)
        assert {kind for _, kind in legal_kinds(table)} - {"name"}, (seed, moment)
        standing_draws = [entry.played.drawn for entry in table.entries if entry.played.drawn is not None]
        assert len({draw.name for draw in standing_draws}) == len(standing_draws)
    assert check_moves_file(export(tables.reveal(tables.close(table))).encode(), GAMES).holds, seed


def start_table(case: Case, rnd: Random) -> Table:
    """Return a game as a session begins it."""
    table = tables.start(case.game, case.names, case.options)
    sealed = SealedMatch.of(table.match, table.version, rnd.randbytes(16))
    table = replace(table, sealed=(sealed,))
    if not has_chance_moves(case.game):
        return table
    return tables.commit(table, Commitment.to(rnd.randbytes(SEED_BYTES), sealed.digest()))


def legal_kinds(table: Table) -> list[tuple[int, str]]:
    """Return the legal moves without corrections: seats with kinds of moves."""
    return [
        (seat, option.kind)
        for seat in table.match.active_seats(table.state)
        for option in options_of(table, seat)
        if option.refused is None and option.kind != "correct"
    ]


def with_move(table: Table, rnd: Random) -> Table:
    """Return the table after one more move, with its chance drawn by the session, sometimes typed in."""
    seat, kind = rnd.choice(legal_kinds(table))
    body = complete_move(table.match, table.state, seat, kind, rnd)
    if "chance" in body and rnd.random() < 0.8:
        body = {name: value for name, value in body.items() if name != "chance"}
        for bound in locked_draws(table, seat, kind):
            if bound.refuses({name: value for name, value in body.items() if name != "move"}) and bound.repeatable:
                body = {"move": kind, **(bound.first.fixed or {})}
    played = whole(table, [(seat, body)], fair_draw)
    return replace(tables.play(table, played, table.seq + 1), seq=table.seq + 1)


def with_change(table: Table, rnd: Random, *more: Callable[[Table, Random], Table]) -> Table:
    """Return the table after a take-back, restore, insertion or amendment; unchanged if that is refused."""
    change = rnd.choice(
        [taken_back, taken_back, own_taken_back, restored, with_inserted_move, amended, with_other_start, *more]
    )
    try:
        after = change(table, rnd)
    except (RulesError, NothingToDoError):
        return table
    return replace(after, seq=table.seq + 1)


def taken_back(table: Table, rnd: Random) -> Table:
    for _ in range(rnd.randint(1, 4)):
        table = amendments.take_back(table)
    return table


def own_taken_back(table: Table, rnd: Random) -> Table:
    own = amendments.own_entries(table, rnd.choice(table.seats))
    try:
        return amendments.take_back_own(table, own)
    except MisfitsError as error:
        return amendments.take_back_own(table, [*own, *(misfit.entry for misfit in error.misfits)])


def restored(table: Table, rnd: Random) -> Table:
    return amendments.restore(table)


def with_inserted_move(table: Table, rnd: Random) -> Table:
    entry = rnd.randint(1, max(1, len(table.entries)))
    then = tables.rewind(table, entry)
    seat, kind = rnd.choice(legal_kinds(then))
    command = Insert(entry=entry, seat=seat, move=complete_move(then.match, then.state, seat, kind, rnd))
    played = inserted_move(table, command)
    return without_misfits(partial(amendments.insert, table, entry, played))


def amended(table: Table, rnd: Random) -> Table:
    """Return the table with an earlier move changed as far as its form allows; a throw keeps its draw."""
    entry = rnd.randint(1, max(1, len(table.entries)))
    old = table.entries[entry - 1].played
    then = tables.rewind(table, entry)
    body = complete_move(then.match, then.state, old.seat, old.move.kind, rnd)
    if old.drawn is not None and rnd.random() < 0.7:
        body.pop("chance", None)
    instead = replacement_move(table, Amend(entry=entry, move=body))
    return without_misfits(partial(amendments.amend, table, entry, instead if rnd.random() < 0.8 else None))


def with_other_start(table: Table, rnd: Random) -> Table:
    return with_start(table, Amend(entry=0, names=tuple(reversed(table.names))), rnd)


def with_other_options(table: Table, rnd: Random) -> Table:
    """Return a game of Voyages in which other tiles, characters or goals are named, or that is dealt otherwise."""
    named: dict[str, Any] = {
        "bonus_tiles": {"MOS": rnd.choice(["B01", "B02"])},
        "city_cards": {"SUM": ["C01", "C02"]},
        "characters": [None, rnd.choice(["kubilai", "wilhelm"])],
        "goals": [["G01", "G02"]],
        "draft": not table.match.options.get("draft"),
        "deal": not table.match.options.get("deal"),
    }
    name, value = rnd.choice([*named.items()])
    now = table.match.options.get(name)
    return with_start(
        table, Amend(entry=0, options={name: None if now and not isinstance(value, bool) else value}), rnd
    )


def with_start(table: Table, command: Amend, rnd: Random) -> Table:
    beginning = amended_start(table, command)
    after = without_misfits(partial(amendments.amend_start, table, beginning))
    return replace(after, sealed=(*after.sealed, SealedMatch.of(beginning.match, table.version, rnd.randbytes(16))))


def without_misfits(change: partial[Table]) -> Table:
    """Return the table after a change, without all entries that no longer fit."""
    try:
        return change()
    except MisfitsError as error:
        return change(without=[misfit.entry for misfit in error.misfits])
