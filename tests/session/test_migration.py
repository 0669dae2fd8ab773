"""Saved games by another version of their rules: those that play alike continue unchanged, others are migrated."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.chance.canonical_json import digest
from companion.chance.verdict import ChanceStatus
from companion.chance.verify_chance import check_chance
from companion.games import GAMES as SHIPPED
from companion.games.classic import CLASSIC
from companion.games.expedition import EXPEDITION
from companion.journal.moves_file import export
from companion.journal.open_journal import Store
from companion.journal.replay import ForeignReason, replay_rows
from companion.journal.rows import Row, RowKind
from companion.rules import codec
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.viewer import PUBLIC, as_seat
from companion.session.session import Session
from companion.table import game_limits
from companion.table.commands import Amend, CloseGame, LeaveGame, OpenGame, Play, Restore, StartGame, TakeBack
from companion.table.random_play import complete_move, open_kinds
from companion.table.session_errors import NothingToDoError
from tests.games.lanterns import LANTERNS
from tests.kit.lanterns_printings import (
    BEFORE,
    CARDS,
    END,
    NOW,
    begin_old_game,
    kinds,
    points,
    rows,
    session_with,
    show,
    values,
)
from tests.kit.older_journals import everything_in, remove_versions
from tests.kit.scripted_games import NOON, expedition, play, table_of, whole_game


def test_a_game_without_a_version_is_migrated_and_continues(store: Store) -> None:
    moves = whole_game()
    session = session_with(store.journal, SHIPPED)
    session.do(expedition())
    for move in moves[:9]:
        session.do(play(move))
    session.do(LeaveGame())
    remove_versions(store.journal.path, 1, EXPEDITION)
    store.journal.keep_recent()  # accept the altered rows as its own
    session = session_with(store.journal, SHIPPED)
    session.do(OpenGame(number=1))
    assert (table_of(session).version, session.just_migrated) == (EXPEDITION.rules_version, True)
    for move in moves[9:]:
        session.do(play(move))
        assert rows(store)[-1].digest == digest(codec.to_json(table_of(session).state))
    assert table_of(session).over
    assert kinds(store).count(RowKind.MIGRATED.value) == 1
    replay = replay_rows(rows(store), SHIPPED)
    assert (replay.damage, replay.foreign) == (None, None)
    assert replay.table == table_of(session)


def test_a_game_of_chance_without_a_version_continues_and_verifies(store: Store) -> None:
    session = Session(store.journal, SHIPPED, lambda: NOON)
    session.do(StartGame(game="classic", names=("Ada", "Bao"), options={"tracking": "dice"}))
    session.do(play((1, {"move": "spin", "route": "land"})))
    session.do(LeaveGame())
    remove_versions(store.journal.path, 1, CLASSIC)
    store.journal.keep_recent()  # accept the altered rows as its own
    session = Session(store.journal, SHIPPED, lambda: NOON)
    session.do(OpenGame(number=1))
    for _ in range(6):
        table = table_of(session)
        seat = table.match.active_seats(table.state)[0]
        kind = open_kinds(table.match, table.state, seat)[0]
        session.do(play((seat, complete_move(table.match, table.state, seat, kind, Random(1)))))
    session.do(CloseGame())
    verdict = check_chance(export(table_of(session)).encode())
    assert (verdict.problems, verdict.chance) == ((), ChanceStatus.CHECKED)


def test_a_version_that_plays_alike_continues_unchanged(store: Store) -> None:
    begin_old_game(store, END)
    later = type(LANTERNS)(rules_version=1)
    later.rules_version, later.compatible_versions = 5, frozenset({1, 5})
    session = session_with(store.journal, (later,))
    session.do(OpenGame(number=1))
    assert (table_of(session).version, table_of(session).migrated) == (1, None)
    session.do(play((2, {"move": "end_turn"})))
    assert replay_rows(rows(store), BEFORE).table == table_of(session_with(store.journal, BEFORE))


def test_accepted_moves_are_migrated_and_changed_totals_are_shown(store: Store) -> None:
    begin_old_game(store, show(1, "red:11111"))
    before = store.journal.game_summary(1)
    session = session_with(store.journal, NOW)
    session.do(OpenGame(number=1))
    table = table_of(session)
    assert points(table) == [4, 0]
    assert session.just_migrated
    assert session.snapshot().migrated_totals == ((1, 3, 4),)
    assert before.totals == (3, 0)
    *_, last = rows(store)
    assert (last.kind, last.body["from"], last.body["to"], last.body["without"]) == (RowKind.MIGRATED, 1, 2, [])
    assert last.digest == table.digest()
    assert (table.migrated, table.version) == (1, 2)
    assert [sealed_match.document["rules_version"] for sealed_match in table.sealed] == [1, 2]


def test_a_game_is_migrated_once(store: Store) -> None:
    begin_old_game(store, show(1, "red:11111"))
    session = session_with(store.journal, NOW)
    session.do(OpenGame(number=1))
    session.do(play(END))
    again = session_with(store.journal, NOW)
    assert again.table == session.table
    assert (again.just_migrated, again.snapshot().migrated_totals) == (False, ())
    assert kinds(store).count("carried") == 1


def test_the_open_game_is_migrated_at_the_start(store: Store) -> None:
    begin_old_game(store, show(1, "red:11111"), leave=False)
    session = session_with(store.journal, NOW)
    assert points(table_of(session)) == [4, 0]
    assert session.snapshot().migrated_totals == ((1, 3, 4),)


def test_an_open_game_with_refused_moves_waits_for_its_players(store: Store) -> None:
    begin_old_game(store, show(1, "red:11111", "blue:22222"), leave=False)
    before = everything_in(store.journal.path, 1)
    session = session_with(store.journal, NOW)
    assert session.table is None
    assert everything_in(store.journal.path, 1) == before


def test_a_full_game_is_migrated_and_closed_in_reserved_rows(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_old_game(store, show(1, "red:11111"))
    monkeypatch.setattr(game_limits, "KEPT_ROWS", 5)
    monkeypatch.setattr(game_limits, "MOST_ROWS", len(rows(store)) + 5)
    session = session_with(store.journal, NOW)
    session.do(OpenGame(number=1))
    with pytest.raises(IllegalMoveError) as refused:
        session.do(play(END))
    assert refused.value.reason.key == "session.full"
    session.do(CloseGame())
    assert table_of(session).commitments[-1].revealed
    assert len(rows(store)) <= game_limits.MOST_ROWS


def test_take_back_stops_at_the_migration(store: Store) -> None:
    begin_old_game(store, show(1, "red:11111"))
    session = session_with(store.journal, NOW)
    session.do(OpenGame(number=1))
    with pytest.raises(NothingToDoError):
        session.do(TakeBack())
    with pytest.raises(NothingToDoError):
        session.do(Restore())
    session.do(play(END))
    session.do(TakeBack())
    assert len(table_of(session).entries) == 7
    with pytest.raises(NothingToDoError):
        session.do(TakeBack())


def test_a_seats_own_take_back_stops_at_the_migration(store: Store) -> None:
    session = session_with(store.journal, BEFORE)
    session.do(StartGame(game="lanterns", names=("Ada", "Bao")))
    session.do(play(CARDS[0]))
    session.do(play(CARDS[2]))
    session.do(LeaveGame())
    session = session_with(store.journal, NOW)
    session.do(OpenGame(number=1))
    for seat in (1, 2):
        with pytest.raises(NothingToDoError):
            session.do(TakeBack(seat=seat))
    session.do(play(CARDS[1]))
    session.do(play(CARDS[3]))
    session.do(TakeBack(seat=1))
    assert values(session) == [11111, 33333, 44444]
    session.do(TakeBack())
    assert values(session) == [11111, 33333]
    with pytest.raises(NothingToDoError):
        session.do(TakeBack())
    assert session_with(store.journal, NOW).table == session.table


def test_a_migrated_game_can_be_amended(store: Store) -> None:
    begin_old_game(store, show(1, "red:11111"))
    session = session_with(store.journal, NOW)
    session.do(OpenGame(number=1))
    session.do(Amend(entry=7, move={"move": "show", "cards": ["blue:22222"]}))
    session.do(Amend(entry=0, names=("Zoé", "Bao")))
    session.do(play(END))
    assert table_of(session).state.shown == (("blue:22222",), ())
    assert session_with(store.journal, NOW).table == session.table
    session.do(TakeBack())
    session.do(TakeBack())
    session.do(TakeBack())
    assert table_of(session).state.shown == (("red:11111",), ())
    assert table_of(session).names == ("Ada", "Bao")
    assert session_with(store.journal, NOW).table == session.table


def test_a_game_is_migrated_a_second_time(store: Store) -> None:
    begin_old_game(store, show(1, "red:11111"))
    session_with(store.journal, NOW).do(OpenGame(number=1))
    session = session_with(store.journal, BEFORE)  # the older program again
    session.do(OpenGame(number=1))
    session.do(play(END))
    assert points(table_of(session)) == [3, 0]
    session.do(LeaveGame())
    session = session_with(store.journal, NOW)
    session.do(OpenGame(number=1))
    assert session.snapshot().migrated_totals == ((1, 3, 4),)
    assert [(row.body["from"], row.body["to"]) for row in rows(store) if row.kind is RowKind.MIGRATED] == [
        (1, 2), (2, 1), (1, 2),
    ]  # fmt: skip
    assert table_of(session).migrated == 1


def test_digests_of_other_rules_are_ignored_the_chain_is_not(store: Store) -> None:
    begin_old_game(store, show(1, "red:11111"))
    session_with(store.journal, NOW).do(OpenGame(number=1))
    all_rows = rows(store)
    forged = rechained(all_rows, 4, digest="0" * 64)
    assert replay_rows(forged, NOW).damage is None
    torn = [replace(row, previous="0" * 64) if row.seq == 4 else row for row in all_rows]
    replay = replay_rows(torn, NOW)
    assert replay.damage is not None
    assert (replay.seq, replay.foreign) == (3, ForeignReason.OTHER_RULES)


def test_a_game_with_a_damaged_migration_is_foreign_again(store: Store) -> None:
    begin_old_game(store, show(1, "red:11111"))
    session = session_with(store.journal, NOW)
    session.do(OpenGame(number=1))
    session.do(play(END))
    session.do(LeaveGame())
    index = kinds(store).index("carried")
    for change in ({"without": [7]}, {"without": "x"}, {"salt": "0" * 32}, {"match": "0" * 64}):
        forged = rechained(rows(store), index + 1, body=lambda body, change=change: body | change)
        replay = replay_rows(forged, NOW)
        assert (replay.seq, replay.foreign) == (index, ForeignReason.OTHER_RULES), change
        assert replay.damage is not None


def rechained(all_rows: list[Row], seq: int, *, digest: str | None = None, body: Any = None) -> list[Row]:
    """Return these rows with one of them changed, and all later ones chained again."""
    chained_rows, previous = [], all_rows[0].previous
    for row in all_rows:
        if row.seq == seq:
            row = replace(row, digest=digest or row.digest, body=body(row.body) if body else row.body)
        chained_rows.append(replace(row, previous=previous))
        previous = chained_rows[-1].hash()
    return chained_rows


def test_the_export_of_a_migrated_game_hides_secret_options(store: Store) -> None:
    begin_old_game(store, show(1, "red:11111"), options={"charms": ["red", "blue"]})
    session = session_with(store.journal, NOW)
    session.do(OpenGame(number=1))
    for viewer in (PUBLIC, as_seat(2)):
        lines = [json.loads(line) for line in export(table_of(session), viewer).splitlines()]
        secret_lines = [lines[0], *(line for line in lines if line.get("kind") == "match")]
        own = None if viewer is PUBLIC else "blue"
        assert [line["options"]["charms"] for line in secret_lines] == [[None, own]] * 3
        assert [line["rules_version"] for line in secret_lines[1:]] == [1, 2]
        assert {line["salt"] for line in secret_lines[1:]} == {None}


def test_a_command_repeated_after_the_migration_is_done_once(store: Store) -> None:
    begin_old_game(store)
    session = session_with(store.journal, NOW)
    answer = session.do(OpenGame(number=1, id="one"))
    session.do(LeaveGame())
    assert session.do(OpenGame(number=1, id="one")) == answer
    assert session.table is None
    assert kinds(store).count("carried") == 1


def test_moves_of_one_press_stay_a_group_after_the_migration(store: Store) -> None:
    begin_old_game(store)
    session = session_with(store.journal, NOW)
    session.do(OpenGame(number=1))
    session.do(Play(moves=(show(1, "red:11111"), END)))
    session.do(TakeBack())
    assert len(table_of(session).entries) == 6
