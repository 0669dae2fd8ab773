"""Saved games by other versions of their rules, and of games that are not there: gone on with, carried over, kept."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.chance.verdict import Chance
from companion.chance.verify import check
from companion.games import GAMES as SHIPPED
from companion.games.classic import CLASSIC
from companion.games.expedition import EXPEDITION
from companion.rules.game import Game, move_to_json
from companion.rules.viewer import PUBLIC, as_seat
from companion.session.archive import Archive
from companion.session.canonical import digest
from companion.session.commands import Amend, Close, Leave, Open, Play, Restore, Start, TakeBack
from companion.session.database import VERSION
from companion.session.errors import (
    DamagedError,
    ForeignError,
    MisfitsError,
    NewerError,
    NothingToDoError,
    NotSavedError,
)
from companion.session.folding import Foreign, fold, foreign_of
from companion.session.journal import Journal
from companion.session.moves_file import export
from companion.session.rows import Kind, Row
from companion.session.session import Session
from companion.session.store import NAME, Store, backup_to, open_store, restore_backup
from companion.session.table import Table
from companion.session.taking_home import moves_file
from tests.games.lanterns import LANTERNS, LANTERNS_REPRINTED
from tests.kit.evenings import NOON, Moved, expedition, play, roll, step, table_of, whole_game
from tests.kit.older import everything_in, rewrite, unseal, user_version
from tests.kit.walking import completed, open_kinds

BEFORE: tuple[Game, ...] = (*SHIPPED, LANTERNS)
NOW: tuple[Game, ...] = (*SHIPPED, LANTERNS_REPRINTED)
WITHOUT: tuple[Game, ...] = SHIPPED
CARDS: tuple[Moved, ...] = tuple(
    (seat, {"move": "hide", "colour": colour, "value": value, "wish": "rain"})
    for seat, colour, value in ((1, "red", 11111), (1, "blue", 22222), (2, "red", 33333), (2, "blue", 44444))
)
END: Moved = (1, {"move": "end_turn"})


def on(journal: Journal, games: tuple[Game, ...]) -> Session:
    """A session whose seeds are the same in every test; no two sixes are rolled from them here."""
    return Session(journal, games, lambda: NOON, entropy=Random(3).randbytes)


def values(session: Session) -> list[Any]:
    """What lies under the stalls, in the order in which it was put there."""
    return [move_to_json(entry.played.move)["value"] for entry in table_of(session).entries]


def show(seat: int, *cards: str) -> Moved:
    return seat, {"move": "show", "cards": list(cards)}


def begun(store: Store, *moves: Moved, options: dict[str, Any] | None = None, leave: bool = True) -> None:
    """A market by the first printing: the cards lie under the stalls, everyone has rolled, and then these moves."""
    session = on(store.journal, BEFORE)
    session.do(Start(game="lanterns", names=("Ada", "Bao"), options=options or {}))
    for move in (*CARDS, roll(1), roll(2), *moves):
        session.do(play(move))
    if leave:
        session.do(Leave())


def rows(store: Store, number: int = 1) -> list[Row]:
    return list(store.journal.rows(number))


def kinds(store: Store, number: int = 1) -> list[str]:
    return [row.kind.value for row in rows(store, number)]


def points(table: Table) -> list[int]:
    return [total.shown for total in table.match.totals(table.match.seen(table.state, PUBLIC))]


def refusal(session: Session, number: int = 1) -> MisfitsError:
    with pytest.raises(MisfitsError) as refused:
        session.do(Open(number=number))
    return refused.value


# The same rules, or rules that play alike


def test_a_game_that_names_no_version_goes_on_with_flat_digests_to_its_end(store: Store) -> None:
    moves = whole_game()
    session = on(store.journal, SHIPPED)
    session.do(expedition())
    for move in moves[:9]:
        session.do(play(move))
    session.do(Leave())
    unseal(store.journal.path, 1, EXPEDITION)
    session = on(store.journal, SHIPPED)
    session.do(Open(number=1))
    assert (table_of(session).version, table_of(session).carried, session.carried_now) == (0, None, False)
    for move in moves[9:]:
        session.do(play(move))
        flat = table_of(session).match.flat(table_of(session).state)
        assert rows(store)[-1].digest == digest(flat)
        assert "seats" in json.dumps(flat) or "names" in json.dumps(flat)
    assert table_of(session).over
    assert Kind.CARRIED.value not in kinds(store)
    folded = fold(rows(store), SHIPPED)
    assert (folded.damage, folded.foreign) == (None, None)
    assert folded.table == table_of(session)


def test_a_game_with_chance_that_names_no_version_goes_on_and_verifies(store: Store) -> None:
    session = Session(store.journal, SHIPPED, lambda: NOON)
    session.do(Start(game="classic", names=("Ada", "Bao"), options={"tracking": "dice"}))
    session.do(play((1, {"move": "spin", "route": "land"})))
    session.do(Leave())
    unseal(store.journal.path, 1, CLASSIC)
    session = Session(store.journal, SHIPPED, lambda: NOON)
    session.do(Open(number=1))
    for _ in range(6):
        table = table_of(session)
        seat = table.match.waiting(table.state)[0]
        kind = open_kinds(table.match, table.state, seat)[0]
        session.do(play((seat, completed(table.match, table.state, seat, kind, Random(1)))))
    session.do(Close())
    verdict = check(export(table_of(session)).encode())
    assert (verdict.problems, verdict.chance) == ((), Chance.CHECKED)


def test_a_digest_that_a_game_without_a_version_does_not_have_is_damage(store: Store) -> None:
    session = on(store.journal, SHIPPED)
    session.do(expedition())
    session.do(play(step(1)))
    whole = rows(store)
    unseal(store.journal.path, 1, EXPEDITION)
    first, second = rows(store)
    assert (first.digest, second.digest) != (whole[0].digest, whole[1].digest)
    assert fold([first, replace(second, digest=whole[1].digest)], SHIPPED).damage is not None


def test_a_version_that_plays_alike_goes_on_as_it_is(store: Store) -> None:
    begun(store, END)
    later = type(LANTERNS)(rules_version=1)
    later.rules_version, later.plays_alike = 5, frozenset({1, 5})
    session = on(store.journal, (later,))
    session.do(Open(number=1))
    assert (table_of(session).version, table_of(session).carried) == (1, None)
    session.do(play((2, {"move": "end_turn"})))
    assert fold(rows(store), BEFORE).table == table_of(on(store.journal, BEFORE))


# Carried over


def test_what_is_accepted_is_carried_over_and_totals_that_changed_are_told(store: Store) -> None:
    begun(store, show(1, "red:11111"))
    before = store.journal.noted(1)
    session = on(store.journal, NOW)
    session.do(Open(number=1))
    table = table_of(session)
    assert points(table) == [4, 0]
    assert session.carried_now
    assert session.snapshot().carried_totals == ((1, 3, 4),)
    assert before.totals == (3, 0)
    *_, last = rows(store)
    assert (last.kind, last.body["from"], last.body["to"], last.body["without"]) == (Kind.CARRIED, 1, 2, [])
    assert last.digest == table.digest()
    assert (table.carried, table.version) == (1, 2)
    assert [one.document["rules_version"] for one in table.sealed] == [1, 2]


def test_what_is_carried_over_comes_back_as_it_was_and_is_carried_once(store: Store) -> None:
    begun(store, show(1, "red:11111"))
    session = on(store.journal, NOW)
    session.do(Open(number=1))
    session.do(play(END))
    again = on(store.journal, NOW)
    assert again.table == session.table
    assert (again.carried_now, again.snapshot().carried_totals) == (False, ())
    assert kinds(store).count("carried") == 1


def test_the_game_that_was_open_is_carried_over_at_the_start(store: Store) -> None:
    begun(store, show(1, "red:11111"), leave=False)
    session = on(store.journal, NOW)
    assert points(table_of(session)) == [4, 0]
    assert session.snapshot().carried_totals == ((1, 3, 4),)


def test_the_game_that_was_open_waits_for_the_players_where_something_is_refused(store: Store) -> None:
    begun(store, show(1, "red:11111", "blue:22222"), leave=False)
    before = everything_in(store.journal.path, 1)
    session = on(store.journal, NOW)
    assert session.table is None
    assert everything_in(store.journal.path, 1) == before


def test_take_back_stops_where_a_game_was_carried_over(store: Store) -> None:
    begun(store, show(1, "red:11111"))
    session = on(store.journal, NOW)
    session.do(Open(number=1))
    with pytest.raises(NothingToDoError):
        session.do(TakeBack())
    with pytest.raises(NothingToDoError):
        session.do(Restore())
    session.do(play(END))
    session.do(TakeBack())
    assert len(table_of(session).entries) == 7
    with pytest.raises(NothingToDoError):
        session.do(TakeBack())


def test_a_seats_own_take_back_stops_there_too(store: Store) -> None:
    session = on(store.journal, BEFORE)
    session.do(Start(game="lanterns", names=("Ada", "Bao")))
    session.do(play(CARDS[0]))
    session.do(play(CARDS[2]))
    session.do(Leave())
    session = on(store.journal, NOW)
    session.do(Open(number=1))
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
    assert on(store.journal, NOW).table == session.table


def test_what_was_carried_over_can_be_amended(store: Store) -> None:
    begun(store, show(1, "red:11111"))
    session = on(store.journal, NOW)
    session.do(Open(number=1))
    session.do(Amend(entry=7, move={"move": "show", "cards": ["blue:22222"]}))
    session.do(Amend(entry=0, names=("Zoé", "Bao")))
    session.do(play(END))
    assert table_of(session).state.shown == (("blue:22222",), ())
    assert on(store.journal, NOW).table == session.table
    session.do(TakeBack())
    session.do(TakeBack())
    session.do(TakeBack())
    assert table_of(session).state.shown == (("red:11111",), ())
    assert table_of(session).names == ("Ada", "Bao")
    assert on(store.journal, NOW).table == session.table


def test_a_game_is_carried_over_once_more(store: Store) -> None:
    begun(store, show(1, "red:11111"))
    on(store.journal, NOW).do(Open(number=1))
    session = on(store.journal, BEFORE)  # the older program once more
    session.do(Open(number=1))
    session.do(play(END))
    assert points(table_of(session)) == [3, 0]
    session.do(Leave())
    session = on(store.journal, NOW)
    session.do(Open(number=1))
    assert session.snapshot().carried_totals == ((1, 3, 4),)
    assert [(row.body["from"], row.body["to"]) for row in rows(store) if row.kind is Kind.CARRIED] == [
        (1, 2), (2, 1), (1, 2),
    ]  # fmt: skip
    assert table_of(session).carried == 1


def test_digests_of_other_rules_are_not_compared_but_the_chain_is(store: Store) -> None:
    begun(store, show(1, "red:11111"))
    on(store.journal, NOW).do(Open(number=1))
    whole = rows(store)
    other = chained(whole, 4, digest="0" * 64)
    assert fold(other, NOW).damage is None
    torn = [replace(row, previous="0" * 64) if row.seq == 4 else row for row in whole]
    folded = fold(torn, NOW)
    assert folded.damage is not None
    assert (folded.seq, folded.foreign) == (3, Foreign.OTHER_RULES)


def test_a_game_whose_carrying_over_does_not_hold_is_one_by_other_rules_again(store: Store) -> None:
    begun(store, show(1, "red:11111"))
    session = on(store.journal, NOW)
    session.do(Open(number=1))
    session.do(play(END))
    session.do(Leave())
    carried = kinds(store).index("carried")
    for change in ({"without": [7]}, {"without": "x"}, {"salt": "0" * 32}, {"match": "0" * 64}):
        forged = chained(rows(store), carried + 1, body=lambda body, change=change: body | change)
        folded = fold(forged, NOW)
        assert (folded.seq, folded.foreign) == (carried, Foreign.OTHER_RULES), change
        assert folded.damage is not None


def chained(whole: list[Row], seq: int, *, digest: str | None = None, body: Any = None) -> list[Row]:
    """These rows with one of them changed, and all behind it chained anew."""
    found, previous = [], whole[0].previous
    for row in whole:
        if row.seq == seq:
            row = replace(row, digest=digest or row.digest, body=body(row.body) if body else row.body)
        found.append(replace(row, previous=previous))
        previous = found[-1].hash()
    return found


def test_a_secret_option_stays_hidden_in_what_a_game_carried_over_exports(store: Store) -> None:
    begun(store, show(1, "red:11111"), options={"charms": ["red", "blue"]})
    session = on(store.journal, NOW)
    session.do(Open(number=1))
    for viewer in (PUBLIC, as_seat(2)):
        lines = [json.loads(line) for line in export(table_of(session), viewer).splitlines()]
        told = [lines[0], *(line for line in lines if line.get("kind") == "match")]
        own = None if viewer is PUBLIC else "blue"
        assert [line["options"]["charms"] for line in told] == [[None, own]] * 3
        assert [line["rules_version"] for line in told[1:]] == [1, 2]
        assert {line["salt"] for line in told[1:]} == {None}


# Refused


TWO = show(1, "red:11111", "blue:22222")


def test_what_the_present_rules_refuse_is_told_and_nothing_is_written(store: Store) -> None:
    begun(store, TWO, END)
    before = everything_in(store.journal.path, 1)
    session = on(store.journal, NOW)
    error = refusal(session)
    assert [(one.entry, one.seat, one.ruling) for one in error.misfits] == [(7, 1, "L4")]
    [misfit] = error.misfits
    assert (misfit.reason.key, misfit.kind and misfit.kind.key) == ("lanterns.refused.at_once", "lanterns.show")
    assert error.carrying is not None
    assert error.carrying.names == ("Ada", "Bao")
    assert session.table is None
    assert everything_in(store.journal.path, 1) == before


def test_it_is_gone_on_with_without_exactly_what_is_refused(store: Store) -> None:
    begun(store, TWO, END)
    session = on(store.journal, NOW)
    for wrong in ((6,), (7, 8), (9,)):
        with pytest.raises(MisfitsError):
            session.do(Open(number=1, without=wrong))
    session.do(Open(number=1, without=(7,)))
    table = table_of(session)
    assert [entry.played.move.kind for entry in table.entries][-2:] == ["roll", "end_turn"]
    assert session.snapshot().carried_totals == ((1, 6, 0),)
    assert rows(store)[-1].body["without"] == [7]
    session.do(play((2, {"move": "end_turn"})))
    assert on(store.journal, NOW).table == session.table


def test_what_follows_from_a_refused_move_is_refused_with_it(store: Store) -> None:
    begun(store, END, (2, {"move": "end_turn"}))
    feast = {"move": {"move": "feast", "first": 2}}
    rewrite(store.journal.path, 1, lambda seq, body: body | feast if seq == 9 else body)
    error = refusal(on(store.journal, NOW))
    assert [(one.entry, one.kind and one.kind.key) for one in error.misfits] == [(8, "lanterns.end_turn")]


def test_a_kind_of_move_that_there_is_no_longer_is_refused(store: Store) -> None:
    begun(store, END)
    rewrite(store.journal.path, 1, lambda seq, body: body | {"move": {"move": "dance"}} if seq == 9 else body)
    [misfit] = refusal(on(store.journal, NOW)).misfits
    assert (misfit.entry, misfit.kind, misfit.reason.key) == (7, None, "error.unknown_move")


def test_a_draw_of_other_dice_no_longer_fits(store: Store) -> None:
    begun(store)
    rewrite(store.journal.path, 1, lambda seq, body: _with_other_dice(body) if seq == 8 else body)
    [misfit] = refusal(on(store.journal, NOW)).misfits
    assert (misfit.entry, misfit.reason.key) == (6, "session.other_dice")


def _with_other_dice(body: dict[str, Any]) -> dict[str, Any]:
    return body | {"draw": body["draw"] | {"of": [["d8", 2]]}}


def test_it_is_closed_for_good_and_its_file_verifies(store: Store) -> None:
    begun(store, TWO, END)
    entries = [row.body["move"] for row in rows(store) if row.kind is Kind.PLAYED]
    before = rows(store)
    session = on(store.journal, NOW)
    answer = session.do(Close(number=1, id="one"))
    assert session.do(Close(number=1, id="one")) == answer
    assert rows(store)[: len(before)] == before
    assert kinds(store)[len(before) :] == ["closed", "revealed"]
    folded = fold(rows(store), NOW)
    assert (folded.damage, folded.foreign) == (None, Foreign.OTHER_RULES)
    assert folded.paper is not None
    assert folded.paper.closed
    file = moves_file(None, folded.paper, None, NOW)
    lines = [json.loads(line) for line in file.splitlines()]
    assert [{n: v for n, v in line.items() if n != "seat"} for line in lines if "move" in line] == entries
    assert lines[1]["rules_version"] == 1
    verdict = check(file.encode())
    assert (verdict.problems, verdict.chance) == ((), Chance.CHECKED)
    assert [told.right for told in verdict.told] == [True, True]
    with pytest.raises(ForeignError) as refused:
        session.do(Open(number=1))
    assert refused.value.reason.key == "session.closed_by_other_rules"
    with pytest.raises(ForeignError):
        session.do(Close(number=1))
    assert store.journal.games()[0].closed


def test_a_game_that_could_not_even_begin_so_can_be_closed(store: Store) -> None:
    begun(store, options={"rounds": 3})
    rewrite(store.journal.path, 1, lambda seq, body: body | {"options": {"rounds": 9}} if seq == 1 else body, version=1)
    session = on(store.journal, NOW)
    with pytest.raises(ForeignError) as refused:
        session.do(Open(number=1))
    assert (refused.value.reason.key, refused.value.closable) == ("session.cannot_begin_so", True)
    session.do(Close(number=1))
    assert kinds(store)[-2:] == ["closed", "revealed"]


def test_a_game_that_can_be_opened_is_not_closed_from_afar(store: Store) -> None:
    begun(store)
    session = on(store.journal, BEFORE)
    with pytest.raises(ForeignError) as refused:
        session.do(Close(number=1))
    assert refused.value.reason.key == "session.not_foreign"


def test_a_torn_tail_is_cut_off_only_where_it_is_gone_on_with(store: Store) -> None:
    begun(store, TWO, END)
    tear(store, 10)
    before = everything_in(store.journal.path, 1)
    session = on(store.journal, NOW)
    refusal(session)
    assert everything_in(store.journal.path, 1) == before
    session.do(Open(number=1, without=(7,)))
    assert [entry.played.move.kind for entry in table_of(session).entries][-1] == "roll"
    assert session.snapshot().carried_totals == (), "what was noted came after what is gone"
    assert session.damaged or session.snapshot().damaged


def test_a_torn_tail_is_cut_off_where_it_is_closed(store: Store) -> None:
    begun(store, TWO, END)
    tear(store, 10)
    session = on(store.journal, NOW)
    session.do(Close(number=1))
    assert fold(rows(store), NOW).damage is None
    assert kinds(store)[-3:] == ["played", "closed", "revealed"]


def tear(store: Store, seq: int) -> None:
    store.journal._db.execute("UPDATE rows SET body = '{}' WHERE game = 1 AND seq = ?", (seq,))


# Finished, and missing


def finished(store: Store) -> None:
    """A market that is over by the first printing, with a move that the second refuses."""
    begun(store, TWO, END, (2, {"move": "end_turn"}), leave=False)
    session = on(store.journal, BEFORE)
    for move in (roll(1), roll(2), END, (2, {"move": "end_turn"})):
        session.do(play(move))
    assert table_of(session).over
    session.do(Leave())


def test_the_result_of_a_game_that_is_over_stands(store: Store) -> None:
    finished(store)
    before, noted = everything_in(store.journal.path, 1), store.journal.noted(1)
    assert noted.result is not None
    assert noted.result[0] == (1, 1, 6)
    session = on(store.journal, NOW)
    for command in (Open(number=1), Open(number=1, without=(7,)), Close(number=1)):
        with pytest.raises(ForeignError) as refused:
            session.do(command)
        assert refused.value.reason.key == "session.ended_by_other_rules"
    [past] = Archive(store.journal.path, NOW).games()
    assert (past.result, past.foreign, past.damaged) == (noted.result, Foreign.OTHER_RULES, False)
    assert store.journal.games()[0].result == noted.result
    assert everything_in(store.journal.path, 1) == before
    found = Archive(store.journal.path, NOW).find(1)
    verdict = check(moves_file(found.table, found.paper, past.result, NOW).encode())
    assert (verdict.problems, verdict.over) == ((), True)


@pytest.mark.parametrize("make", [begun, finished])
def test_a_missing_game_is_never_written_to(store: Store, make: Any) -> None:
    make(store)
    before = everything_in(store.journal.path, 1)
    session = on(store.journal, WITHOUT)
    for command in (Open(number=1), Close(number=1)):
        with pytest.raises(ForeignError) as refused:
            session.do(command)
        assert refused.value.reason.key == "session.missing_game"
        assert not refused.value.closable
    assert everything_in(store.journal.path, 1) == before
    [past] = Archive(store.journal.path, WITHOUT).games()
    assert (past.game, past.names, past.foreign) == ("lanterns", ("Ada", "Bao"), Foreign.MISSING)
    assert past.colours == (("red",), ("green",))
    assert past.started == int(NOON)


def test_a_missing_game_with_a_torn_tail_stays_as_it_is(store: Store) -> None:
    begun(store, END)
    tear(store, 8)
    before = everything_in(store.journal.path, 1)
    session = on(store.journal, WITHOUT)
    for command in (Open(number=1), Close(number=1)):
        with pytest.raises(ForeignError):
            session.do(command)
    assert everything_in(store.journal.path, 1) == before
    assert Archive(store.journal.path, WITHOUT).find(1).past.damaged


def test_a_missing_game_tells_nothing_secret_before_its_end(store: Store) -> None:
    begun(store)
    found = Archive(store.journal.path, WITHOUT).find(1)
    with pytest.raises(ForeignError):
        moves_file(found.table, found.paper, found.past.result, WITHOUT)


def test_a_game_closed_by_its_own_rules_tells_no_more_by_other_ones(store: Store) -> None:
    """Its players were never asked whether everything in it may be told."""
    begun(store, TWO, leave=False)
    on(store.journal, BEFORE).do(Close())
    for games in (NOW, WITHOUT):
        found = Archive(store.journal.path, games).find(1)
        with pytest.raises((ForeignError, MisfitsError)):
            moves_file(found.table, found.paper, found.past.result, games)


def test_the_game_that_was_open_is_missing_and_the_evening_goes_on(store: Store) -> None:
    begun(store, leave=False)
    before = everything_in(store.journal.path, 1)
    session = on(store.journal, WITHOUT)
    assert session.table is None
    session.do(expedition())
    session.do(play(step(1)))
    session.do(Leave())
    assert everything_in(store.journal.path, 1) == before
    assert table_of_open(on(store.journal, BEFORE), 1).game is LANTERNS


def table_of_open(session: Session, number: int) -> Table:
    session.do(Open(number=number))
    return table_of(session)


def test_other_games_are_opened_and_closed_around_them_and_nothing_of_them_moves(store: Store) -> None:
    begun(store, TWO)
    session = on(store.journal, BEFORE)
    for _ in range(2):
        session.do(expedition())
        session.do(play(step(1)))
    before = everything_in(store.journal.path, 1)
    for games in (NOW, WITHOUT):
        session = on(store.journal, games)
        session.do(Open(number=2))
        session.do(play((1, {"move": "crate", "value": 1})))
        session.do(TakeBack())
        session.do(Leave())
    on(store.journal, NOW).do(Open(number=3))
    on(store.journal, NOW).do(Close())
    assert everything_in(store.journal.path, 1) == before


def test_versions_are_told_by_game_and_version() -> None:
    assert foreign_of("lanterns", 1, NOW) is Foreign.OTHER_RULES
    assert foreign_of("lanterns", 1, BEFORE) is None
    assert foreign_of("lanterns", 1, WITHOUT) is Foreign.MISSING
    assert foreign_of("expedition", 0, NOW) is None


def test_a_journal_that_cannot_be_written_carries_nothing_over(store: Store, directory: Path) -> None:
    begun(store)
    with closing(Journal(store.journal.path, read_only=True)) as journal, pytest.raises(NotSavedError):
        on(journal, NOW).do(Open(number=1))
    assert "carried" not in kinds(store)


# The whole journal


def test_a_backup_with_missing_games_and_other_versions_is_restored_whole(store: Store, tmp_path: Path) -> None:
    begun(store, TWO)
    finished_path = everything_in(store.journal.path, 1)
    backup = tmp_path / "backup.sqlite3"
    assert backup_to(backup, store.directory) == 1
    for name, games in (("without", WITHOUT), ("now", NOW)):
        assert restore_backup(backup, tmp_path / name, games) == 1
        assert everything_in(tmp_path / name / NAME, 1) == finished_path


def test_a_backup_whose_foreign_game_is_torn_is_refused(store: Store, tmp_path: Path) -> None:
    begun(store)
    tear(store, 5)
    backup = tmp_path / "backup.sqlite3"
    backup_to(backup, store.directory)
    with pytest.raises(DamagedError):
        restore_backup(backup, tmp_path / "other", WITHOUT)


@pytest.mark.parametrize("games", [NOW, WITHOUT])
def test_salvage_keeps_foreign_games_with_all_that_was_noted(directory: Path, games: tuple[Game, ...]) -> None:
    with closing(open_store(directory, BEFORE)) as store:
        finished(store)
        session = on(store.journal, BEFORE)
        session.do(expedition())
        before = everything_in(store.journal.path, 1)
        store.journal._db.execute("UPDATE rows SET body = '{}' WHERE game = 2 AND seq = 1")
    with closing(open_store(directory, games)) as store:
        assert store.aside is not None
        assert store.lost == 1
        assert everything_in(store.journal.path, 1) == before


def test_a_journal_of_version_1_stays_so_until_something_is_written(directory: Path) -> None:
    with closing(open_store(directory, BEFORE)) as store:
        on(store.journal, BEFORE).do(expedition())
    user_version(directory / NAME, 1)
    with closing(open_store(directory, BEFORE)) as store:
        session = on(store.journal, BEFORE)
        assert session.table is not None
        Archive(store.journal.path, BEFORE).find(1)
        assert user_version(store.journal.path) == 1
        session.do(play(step(1)))
        assert user_version(store.journal.path) == VERSION == 2


def test_a_newer_journal_says_so_and_stays_as_it_is(directory: Path, tmp_path: Path) -> None:
    with closing(open_store(directory, BEFORE)) as store:
        on(store.journal, BEFORE).do(expedition())
    path = directory / NAME
    user_version(path, VERSION + 1)
    before = path.read_bytes()
    with pytest.raises(NewerError):
        open_store(directory, BEFORE)
    with pytest.raises(NewerError):
        backup_to(tmp_path / "backup.sqlite3", directory)
    assert path.read_bytes() == before
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(before)
    with pytest.raises(NewerError):
        restore_backup(copy, tmp_path / "other", BEFORE)


def test_a_program_of_journal_version_1_is_told_that_this_one_is_newer(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(open_store(directory, BEFORE)) as store:
        on(store.journal, BEFORE).do(expedition())
    monkeypatch.setattr("companion.session.database.VERSION", 1)
    with pytest.raises(NewerError):
        open_store(directory, BEFORE)


def test_a_command_sent_again_after_carrying_over_is_done_once(store: Store) -> None:
    begun(store)
    session = on(store.journal, NOW)
    answer = session.do(Open(number=1, id="one"))
    session.do(Leave())
    assert session.do(Open(number=1, id="one")) == answer
    assert session.table is None
    assert kinds(store).count("carried") == 1


def test_several_moves_of_one_press_are_taken_back_together_after_carrying_over(store: Store) -> None:
    begun(store)
    session = on(store.journal, NOW)
    session.do(Open(number=1))
    session.do(Play(moves=(show(1, "red:11111"), END)))
    session.do(TakeBack())
    assert len(table_of(session).entries) == 6
