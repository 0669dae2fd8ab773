"""A host renames seats and takes that back, in any order. Every phone keeps its seat in every game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal.journal import LAST_ERASED, Journal
from companion.rules.rule_errors import IllegalMoveError
from companion.server.views.phone_view import ViewerRole, role_of
from companion.session.session import Session
from companion.table.commands import (
    Amend,
    ClaimSeat,
    CloseGame,
    EraseGames,
    OpenGame,
    ReleaseSeat,
    Restore,
    StartGame,
    TakeBack,
)
from companion.table.roles import ROLES_NOTE, from_note
from companion.table.session_errors import NoGameError, NothingToDoError
from tests.depth import search
from tests.kit.scripted_games import folder_in_memory, journal_in_memory, play, session_on, table_of, whole_game

ADA, BAO, CID = "a" * 64, "b" * 64, "c" * 64


@pytest.fixture
def path() -> Iterator[Path]:
    with folder_in_memory() as folder:
        yield Path(folder) / "journal.sqlite3"


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    """Yield a session where game 1 is over: Ada is host with seat 1, Bao has seat 2, Chloé has no phone."""
    with closing(Journal(path)) as journal:
        session = session_on(journal)
        begin_game(session, "Ada", "Bao", "Chloé")
        session.do(ClaimSeat(seat=None, phone=ADA))
        session.do(ClaimSeat(seat=1, phone=ADA))
        session.do(ClaimSeat(seat=2, phone=BAO))
        for move in whole_game():
            session.do(play(move))
        assert table_of(session).over
        yield session


def begin_game(session: Session, *names: str) -> int:
    return session.do(StartGame(game="expedition", names=names)).game


def rename(session: Session, *names: str) -> None:
    session.do(Amend(entry=0, names=names))


def claims(session: Session) -> dict[int, str]:
    return dict(table_of(session).claims)


def test_a_finished_game_keeps_its_claims(session: Session, path: Path) -> None:
    begin_game(session, "Ada", "Cid")
    rename(session, "Bao", "Cid")
    assert claims(session) == {1: ADA}, "nobody else may play for this seat"
    session.do(OpenGame(number=1))
    session.do(TakeBack())
    assert not table_of(session).over
    assert claims(session) == {1: ADA, 2: BAO}
    assert role_of(ADA, session.snapshot()) == ViewerRole(host=True, seat=1)
    assert role_of(BAO, session.snapshot()) == ViewerRole(seat=2)
    with closing(Journal(path, read_only=True)) as journal:
        later = session_on(journal)
        assert claims(later) == {1: ADA, 2: BAO}


def test_new_games_assign_seats_by_name(session: Session) -> None:
    begin_game(session, "Ada", "Cid")
    rename(session, "Bao", "Cid")
    begin_game(session, "Bao", "Ada")
    assert claims(session) == {1: BAO, 2: ADA}


@pytest.mark.parametrize("closed", [False, True])
def test_a_phone_keeps_its_name_without_another_game(session: Session, closed: bool) -> None:
    if closed:
        session.do(CloseGame())
    second = begin_game(session, "Cid", "Dan")
    session.do(ClaimSeat(seat=1, phone=CID))
    rename(session, "Bao", "Dan")
    assert claims(session) == {1: CID}
    begin_game(session, "Bao", "Cid")
    assert claims(session) == {1: BAO, 2: CID}
    session.do(OpenGame(number=second))
    assert claims(session) == {1: CID}


def test_a_finished_games_person_may_have_no_phone(session: Session) -> None:
    begin_game(session, "Cid", "Dan")
    session.do(ClaimSeat(seat=1, phone=CID))
    rename(session, "Chloé", "Dan")
    session.do(OpenGame(number=1))
    session.do(TakeBack())
    assert claims(session) == {1: ADA, 2: BAO}


def test_a_renamed_seat_needs_a_code_after_a_restart(session: Session, path: Path) -> None:
    begin_game(session, "Cid", "Dan")
    rename(session, "Ada", "Dan")
    assert claims(session) == {}
    with closing(Journal(path, read_only=True)) as journal:
        assert claims(session_on(journal)) == {}
    session.do(ClaimSeat(seat=1, phone=ADA))
    assert claims(session) == {1: ADA}


def test_a_code_gives_no_renamed_seat_elsewhere(session: Session) -> None:
    second = begin_game(session, "Cid", "Dan")
    rename(session, "Ada", "Dan")
    session.do(OpenGame(number=1))
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(OpenGame(number=second))
    assert claims(session) == {}


def test_rotated_names_keep_everybodys_role(session: Session) -> None:
    session.do(CloseGame())
    begin_game(session, "Ada", "Bao", "Cid")
    session.do(ClaimSeat(seat=3, phone=CID))
    other_game = begin_game(session, "Cid", "Dan")
    session.do(OpenGame(number=2))
    rename(session, "Bao", "Cid", "Ada")
    assert claims(session) == {1: ADA, 2: BAO, 3: CID}
    session.do(OpenGame(number=other_game))
    assert claims(session) == {1: CID}
    begin_game(session, "Ada", "Bao", "Cid")
    assert claims(session) == {1: ADA, 2: BAO, 3: CID}


def test_a_corrected_typo_keeps_the_claim(session: Session) -> None:
    number = begin_game(session, "Eev", "Dan")
    session.do(ClaimSeat(seat=1, phone=CID))
    rename(session, "Eve", "Dan")
    assert claims(session) == {1: CID}
    begin_game(session, "Dan", "Eve")
    assert claims(session) == {2: CID}
    session.do(OpenGame(number=number))
    assert claims(session) == {1: CID}


def test_a_rename_taken_back_keeps_all_claims(session: Session) -> None:
    begin_game(session, "Cid", "Dan")
    session.do(ClaimSeat(seat=1, phone=CID))
    for _ in range(2):
        rename(session, "Bao", "Dan")
        assert claims(session) == {1: CID}
        session.do(TakeBack())
        assert claims(session) == {1: CID}
        session.do(Restore())
        assert claims(session) == {1: CID}
    assert role_of(ADA, session.snapshot()).seats(table_of(session)) == (2,), "the host plays for Dan alone"


def test_a_rename_in_one_game_takes_no_seat_of_another(session: Session) -> None:
    second = begin_game(session, "Ada", "Dan")
    begin_game(session, "Ada", "Cid")
    rename(session, "Eve", "Cid")
    assert claims(session) == {1: ADA}
    session.do(OpenGame(number=second))
    assert claims(session) == {1: ADA}
    begin_game(session, "Ada", "Eve")
    assert claims(session) == {1: ADA}, "other games know her as Ada"


def test_a_persons_new_phone_gets_their_seats(session: Session) -> None:
    second = begin_game(session, "Ada", "Cid")
    rename(session, "Bao", "Cid")
    session.do(OpenGame(number=1))
    session.do(ClaimSeat(seat=1, phone=CID))
    session.do(OpenGame(number=second))
    assert claims(session) == {1: CID}


def test_a_renamed_seat_is_claimed_by_its_code(session: Session) -> None:
    second = begin_game(session, "Ada", "Cid")
    rename(session, "Bao", "Cid")
    session.do(ClaimSeat(seat=1, phone=BAO))
    session.do(TakeBack())
    assert claims(session) == {1: BAO}
    session.do(ReleaseSeat(seat=1, phone=BAO))
    assert claims(session) == {}, "Ada's phone gave it away"
    session.do(OpenGame(number=1))
    assert claims(session) == {1: ADA}
    session.do(OpenGame(number=second))
    session.do(ClaimSeat(seat=1, phone=ADA))
    assert claims(session) == {1: ADA}


def test_a_reused_game_number_gives_no_seat(path: Path) -> None:
    with closing(Journal(path)) as journal:
        session = session_on(journal)
        begin_game(session, "Cid", "Dan")
        session.do(ClaimSeat(seat=1, phone=CID))
        rename(session, "Eve", "Dan")
        session.do(EraseGames(number=1))
        journal.set_notes({LAST_ERASED: None})  # as if the game was lost by damage
    with closing(Journal(path)) as journal:
        session = session_on(journal)
        assert begin_game(session, "Ada", "Dan") == 1
        assert claims(session) == {}


_NAMES = ("Ada", "Bao", "Cid", "ada")
_PHONES = (ADA, BAO, CID)
_PAIRS = [(first, second) for first in _NAMES for second in _NAMES if first.casefold() != second.casefold()]
_STEPS = st.one_of(
    st.builds(lambda names: StartGame(game="expedition", names=names), st.sampled_from(_PAIRS)),
    st.builds(lambda names: Amend(entry=0, names=names), st.sampled_from(_PAIRS)),
    st.sampled_from([TakeBack(), Restore()]),
    st.sampled_from([TakeBack(), Restore()]),
    st.builds(lambda number: OpenGame(number=number), st.integers(1, 4)),
    st.builds(lambda seat, phone: ClaimSeat(seat=seat, phone=phone), st.integers(1, 2), st.sampled_from(_PHONES)),
    st.just(CloseGame()),
)


def all_claims(session: Session) -> dict[int, dict[int, str]]:
    """Return the phones of seats, by game."""
    games = session.journal.games()
    return {game.number: session.snapshot().roles.claims(game.number, game.names) for game in games}


@given(st.lists(_STEPS, min_size=6, max_size=30))
@search(150)
def test_only_codes_move_seats_of_begun_games(steps: list[StartGame | Amend | ClaimSeat]) -> None:
    """Only a code changes who has a seat of a game that has begun; a new game goes by names."""
    with journal_in_memory() as journal:
        session = session_on(journal)
        begin_game(session, "Ada", "Bao")
        before = all_claims(session)
        for command in steps:
            with suppress(NothingToDoError, NoGameError, IllegalMoveError):
                session.do(command)
            now = all_claims(session)
            if not isinstance(command, ClaimSeat):
                assert {number: now[number] for number in before} == before, command
            elif session.table is not None:
                assert claims(session)[command.seat or 0] == command.phone
            if session.table is not None:
                assert claims(session) == now[session.table.number]
            assert from_note(journal.note(ROLES_NOTE)) in (None, session.snapshot().roles)
            before = now
