"""Saved games with a move that the present rules refuse: reported, continued without it, or closed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.chance.verdict import ChanceStatus
from companion.chance.verify_chance import check_chance
from companion.journal.game_export import moves_file
from companion.journal.open_journal import Store
from companion.journal.replay import ForeignReason, replay_rows
from companion.journal.rows import RowKind
from companion.table.commands import CloseGame, OpenGame
from companion.table.session_errors import ForeignError, MisfitsError
from tests.kit.lanterns_printings import (
    BEFORE,
    END,
    NOW,
    SHOW_TWO,
    begin_old_game,
    damage_row,
    kinds,
    refusal,
    rows,
    session_with,
)
from tests.kit.older_journals import Change, everything_in, rewrite_game
from tests.kit.scripted_games import play, table_of


def rewrite_rows(store: Store, change: Change, *, version: int | None = None) -> None:
    """Change the rows of the only game, and have the open journal accept them as its own."""
    rewrite_game(store.journal.path, 1, change, version=version)
    store.journal.keep_recent()


def test_refused_moves_are_reported_and_nothing_is_written(store: Store) -> None:
    begin_old_game(store, SHOW_TWO, END)
    before = everything_in(store.journal.path, 1)
    session = session_with(store.journal, NOW)
    error = refusal(session)
    assert [(refused_entry.entry, refused_entry.seat, refused_entry.ruling) for refused_entry in error.misfits] == [
        (7, 1, "L4")
    ]
    [misfit] = error.misfits
    assert (misfit.reason.key, misfit.kind and misfit.kind.key) == ("lanterns.refused.at_once", "lanterns.show")
    assert error.migrating == ("Ada", "Bao")
    assert session.table is None
    assert everything_in(store.journal.path, 1) == before


def test_the_game_continues_without_exactly_the_refused_moves(store: Store) -> None:
    begin_old_game(store, SHOW_TWO, END)
    session = session_with(store.journal, NOW)
    for wrong in ((6,), (7, 8), (9,)):
        with pytest.raises(MisfitsError):
            session.do(OpenGame(number=1, without=wrong))
    session.do(OpenGame(number=1, without=(7,)))
    table = table_of(session)
    assert [entry.played.move.kind for entry in table.entries][-2:] == ["roll", "end_turn"]
    assert session.snapshot().migrated_totals == ((1, 6, 0),)
    assert rows(store)[-1].body["without"] == [7]
    session.do(play((2, {"move": "end_turn"})))
    assert session_with(store.journal, NOW).table == session.table


def test_moves_that_depend_on_a_refused_one_are_refused_too(store: Store) -> None:
    begin_old_game(store, END, (2, {"move": "end_turn"}))
    feast = {"move": {"move": "feast", "first": 2}}
    rewrite_rows(store, lambda seq, body: body | feast if seq == 9 else body)
    error = refusal(session_with(store.journal, NOW))
    assert [(misfit.entry, misfit.kind and misfit.kind.key) for misfit in error.misfits] == [(8, "lanterns.end_turn")]


def test_a_removed_kind_of_move_is_refused(store: Store) -> None:
    begin_old_game(store, END)
    rewrite_rows(store, lambda seq, body: body | {"move": {"move": "dance"}} if seq == 9 else body)
    [misfit] = refusal(session_with(store.journal, NOW)).misfits
    assert (misfit.entry, misfit.kind, misfit.reason.key) == (7, None, "error.unknown_move")


def test_a_draw_of_other_dice_no_longer_fits(store: Store) -> None:
    begin_old_game(store)
    rewrite_rows(store, lambda seq, body: _with_other_dice(body) if seq == 8 else body)
    [misfit] = refusal(session_with(store.journal, NOW)).misfits
    assert (misfit.entry, misfit.reason.key) == (6, "session.other_dice")


def _with_other_dice(body: dict[str, Any]) -> dict[str, Any]:
    return body | {"draw": body["draw"] | {"of": [["d8", 2]]}}


def test_the_game_can_be_closed_and_its_file_verifies(store: Store) -> None:
    begin_old_game(store, SHOW_TWO, END)
    entries = [row.body["move"] for row in rows(store) if row.kind is RowKind.PLAYED]
    before = rows(store)
    session = session_with(store.journal, NOW)
    answer = session.do(CloseGame(number=1, id="one"))
    assert session.do(CloseGame(number=1, id="one")) == answer
    assert rows(store)[: len(before)] == before
    assert kinds(store)[len(before) :] == ["closed", "revealed"]
    replay = replay_rows(rows(store), NOW)
    assert (replay.damage, replay.foreign) == (None, ForeignReason.OTHER_RULES)
    assert replay.recorded is not None
    assert replay.recorded.closed
    file = moves_file(None, replay.recorded, None, NOW)
    lines = [json.loads(line) for line in file.splitlines()]
    assert [{n: v for n, v in line.items() if n != "seat"} for line in lines if "move" in line] == entries
    assert lines[1]["rules_version"] == 1
    verdict = check_chance(file.encode())
    assert (verdict.problems, verdict.chance) == ((), ChanceStatus.CHECKED)
    assert [remark.right for remark in verdict.chance_lines] == [True, True]
    with pytest.raises(ForeignError) as refused:
        session.do(OpenGame(number=1))
    assert refused.value.reason.key == "session.closed_by_other_rules"
    with pytest.raises(ForeignError):
        session.do(CloseGame(number=1))
    assert store.journal.games()[0].closed


def test_a_game_whose_start_is_refused_can_be_closed(store: Store) -> None:
    begin_old_game(store, options={"rounds": 3})
    rewrite_rows(store, lambda seq, body: body | {"options": {"rounds": 9}} if seq == 1 else body, version=1)
    session = session_with(store.journal, NOW)
    with pytest.raises(ForeignError) as refused:
        session.do(OpenGame(number=1))
    assert (refused.value.reason.key, refused.value.closable) == ("session.cannot_begin_so", True)
    session.do(CloseGame(number=1))
    assert kinds(store)[-2:] == ["closed", "revealed"]


def test_a_game_that_can_be_opened_is_not_closed_remotely(store: Store) -> None:
    begin_old_game(store)
    session = session_with(store.journal, BEFORE)
    with pytest.raises(ForeignError) as refused:
        session.do(CloseGame(number=1))
    assert refused.value.reason.key == "session.not_foreign"


def test_a_damaged_tail_is_cut_only_when_the_game_continues(store: Store) -> None:
    begin_old_game(store, SHOW_TWO, END)
    damage_row(store, 10)
    before = everything_in(store.journal.path, 1)
    session = session_with(store.journal, NOW)
    refusal(session)
    assert everything_in(store.journal.path, 1) == before
    session.do(OpenGame(number=1, without=(7,)))
    assert [entry.played.move.kind for entry in table_of(session).entries][-1] == "roll"
    assert session.snapshot().migrated_totals == (), "what was noted came after what is gone"
    assert session.damaged or session.snapshot().damaged


def test_a_damaged_tail_is_cut_when_the_game_is_closed(store: Store) -> None:
    begin_old_game(store, SHOW_TWO, END)
    damage_row(store, 10)
    session = session_with(store.journal, NOW)
    session.do(CloseGame(number=1))
    assert replay_rows(rows(store), NOW).damage is None
    assert kinds(store)[-3:] == ["played", "closed", "revealed"]
