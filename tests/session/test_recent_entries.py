"""Commands that do not depend on other seats: stale only if the start or their own seat's moves changed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal.open_journal import Store, open_store
from companion.rules.rule_errors import RulesError
from companion.session import game_writer
from companion.session.session import Session
from companion.table.commands import Amend, Command, Insert, Play, Restore, StartGame, TakeBack
from companion.table.session_errors import SessionError, StaleError
from companion.table.table import Table
from tests.depth import search
from tests.kit.scripted_games import (
    GAMES,
    SeatMove,
    correct,
    folder_in_memory,
    play,
    roll,
    session_on,
    start_lanterns,
    step,
    table_of,
)

hands = st.randoms(use_true_random=False)


def oil(seat: int, by: int = 1) -> SeatMove:
    return seat, {"move": "correct", "what": "oil", "by": by}


def is_stale(session: Session, *moves: SeatMove, seq: int) -> bool:
    try:
        session.check_expected(play(*moves, expected_seq=seq))
    except StaleError:
        return True
    return False


@pytest.fixture
def stalls(store: Store) -> Session:
    return start_lanterns(store.journal, dice=[1, 2, 3, 4, 5, 6])


CHANGES: dict[str, Command] = {
    "played": play(oil(2)),
    "taken back": TakeBack(),
    "amended": Amend(entry=5, move={"move": "roll", "chance": [6, 5]}),
    "left out": Amend(entry=5, move=None),
    "put in": Insert(entry=1, seat=2, move=oil(2)[1]),
    "another beginning": Amend(entry=0, names=("Ada", "Bea")),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_seat_with_other_moves_has_changed(stalls: Session, change: Command) -> None:
    stalls.do(play(roll(2)))
    seq = table_of(stalls).seq
    assert not is_stale(stalls, oil(2), seq=seq)
    stalls.do(change)
    assert is_stale(stalls, oil(2), seq=seq)
    assert is_stale(stalls, oil(1), oil(2), seq=seq)
    before = stalls.snapshot()
    with pytest.raises(StaleError):
        stalls.do(play(oil(2), expected_seq=seq))
    assert stalls.snapshot() == before
    everybody = isinstance(change, Amend) and change.entry == 0
    assert is_stale(stalls, oil(1), seq=seq) is everybody


def test_an_entry_taken_back_and_restored_is_unchanged(stalls: Session) -> None:
    stalls.do(play(roll(2)))
    seq = table_of(stalls).seq
    stalls.do(TakeBack())
    stalls.do(Restore())
    assert not is_stale(stalls, oil(2), seq=seq)


def test_moves_of_others_make_no_seat_stale(game: Session) -> None:
    game.do(play(step(1)))
    seq = table_of(game).seq
    for _ in range(3):
        game.do(play(correct(2, 1)))
    assert not is_stale(game, correct(3, 1), seq=seq)
    assert is_stale(game, correct(2, 1), seq=seq)


def test_after_a_restart_or_long_ago_nothing_is_known(game: Session, store: Store) -> None:
    for _ in range(game_writer.MOST_RECENT_CHANGES):
        game.do(play(correct(1, 1)))
    assert is_stale(game, correct(3, 1), seq=1)
    assert not is_stale(game, correct(3, 1), seq=2)
    again = session_on(store.journal)
    assert is_stale(again, correct(3, 1), seq=table_of(again).seq - 1)
    assert not is_stale(again, correct(3, 1), seq=table_of(again).seq)


def test_a_future_seq_is_unknown(game: Session) -> None:
    assert is_stale(game, correct(3, 1), seq=2)


@search(40)
@given(rnd=hands)
def test_a_seat_is_stale_exactly_when_its_own_moves_changed(rnd: Random) -> None:
    with folder_in_memory() as folder:
        store = open_store(Path(folder) / "state", GAMES)
        session = start_lanterns(store.journal, dice=[rnd.randint(1, 6) for _ in range(200)])
        stood: dict[int, Table] = {table_of(session).seq: table_of(session)}
        for _ in range(12):
            try:
                session.do(_anything(table_of(session), rnd))
            except (RulesError, SessionError):
                continue
            now = table_of(session)
            stood[now.seq] = now
            if now.over:
                break
            for seq, then in stood.items():
                for seat in now.seats:
                    alike = then.game_start == now.game_start and _moves(then, seat) == _moves(now, seat)
                    assert is_stale(session, oil(seat), seq=seq) is not alike
        store.close()


def _moves(table: Table, seat: int) -> list[object]:
    return [(entry.id, entry.played) for entry in table.entries if entry.played.seat == seat]


def _anything(table: Table, rnd: Random) -> Command:
    seat = rnd.choice(table.seats)
    commands: list[Command] = [Play(moves=(oil(seat),)), Play(moves=(roll(seat, 2, 3),)), TakeBack(), Restore()]
    if table.entries:
        entry = rnd.randint(1, len(table.entries))
        commands += [Insert(entry=entry, seat=seat, move=oil(seat)[1]), TakeBack(seat=seat)]
        commands += [Amend(entry=0, options={"rounds": rnd.choice([1, 2])})]
    return rnd.choice(commands)


def test_a_field_that_depends_on_others_can_be_stale(store: Store) -> None:
    """A seat may name its own contract whatever others do; the content of a slot moves on."""
    session = session_on(store.journal)
    session.do(StartGame(game="voyages", names=("Ada", "Bao"), options={"characters": ["wilhelm", "berke"]}))
    session.do(play(*((seat, {"move": "roll", "chance": [3, 3, 3, 3, 3]}) for seat in (1, 2))))
    seq = table_of(session).seq
    take = {"move": "contracts", "dice": ["blue:3"], "slots": [1], "contracts": ["K07"]}
    session.do(play((1, take)))
    own, row = {"move": "name", "contract": "S1"}, {"move": "name", "contract": "K08", "slot": 2}
    assert [is_stale(session, (2, body), seq=seq) for body in (own, {**own, "slot": None}, row)] == [
        False,
        False,
        True,
    ]
    with pytest.raises(StaleError):
        session.do(play((2, row), expected_seq=seq))
    session.do(play((2, own), expected_seq=seq))
    assert [contract.card for contract in table_of(session).state.boards[1].active] == ["S1"]
