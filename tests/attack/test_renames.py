"""A host renames a seat to the name of somebody else. No phone loses its role by it, and none gets another's seat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.session.commands import Amend, Claim, Close, Open, Start, TakeBack
from companion.session.journal import Journal
from companion.session.session import Session
from companion.views.json.phone_view import Role, role_of
from tests.kit.evenings import folder_in_memory, play, session_on, table_of, whole_game

ADA, BAO, CID = "a" * 64, "b" * 64, "c" * 64


@pytest.fixture
def path() -> Iterator[Path]:
    with folder_in_memory() as folder:
        yield Path(folder) / "journal.sqlite3"


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    """Game 1 is over: Ada leads and has seat 1, Bao has seat 2, and nobody has a phone for Chloé."""
    with closing(Journal(path)) as journal:
        session = session_on(journal)
        begin(session, "Ada", "Bao", "Chloé")
        session.do(Claim(seat=None, phone=ADA))
        session.do(Claim(seat=1, phone=ADA))
        session.do(Claim(seat=2, phone=BAO))
        for move in whole_game():
            session.do(play(move))
        assert table_of(session).over
        yield session


def begin(session: Session, *names: str) -> int:
    return session.do(Start(game="expedition", names=names)).game


def rename(session: Session, *names: str) -> None:
    session.do(Amend(entry=0, names=names))


def claims(session: Session) -> dict[int, str]:
    return dict(table_of(session).claims)


def test_a_game_that_is_over_does_not_change_hands(session: Session, path: Path) -> None:
    begin(session, "Ada", "Cid")
    rename(session, "Bao", "Cid")
    assert claims(session) == {}, "a code must say who sits there"
    session.do(Open(number=1))
    session.do(TakeBack())
    assert not table_of(session).over
    assert claims(session) == {1: ADA, 2: BAO}
    assert role_of(ADA, session.snapshot()) == Role(host=True, seat=1)
    assert role_of(BAO, session.snapshot()) == Role(seat=2)
    with closing(Journal(path, read_only=True)) as journal:
        later = session_on(journal)
        assert claims(later) == {1: ADA, 2: BAO}


def test_new_games_go_to_who_had_the_name(session: Session) -> None:
    begin(session, "Ada", "Cid")
    rename(session, "Bao", "Cid")
    begin(session, "Bao", "Ada")
    assert claims(session) == {1: BAO, 2: ADA}


@pytest.mark.parametrize("closed", [False, True])
def test_a_phone_keeps_its_name_while_no_other_game_goes_on(session: Session, closed: bool) -> None:
    if closed:
        session.do(Close())
    second = begin(session, "Cid", "Dan")
    session.do(Claim(seat=1, phone=CID))
    rename(session, "Bao", "Dan")
    assert claims(session) == {}
    begin(session, "Bao", "Cid")
    assert claims(session) == {1: BAO, 2: CID}
    session.do(Open(number=second))
    assert claims(session) == {}


def test_a_person_of_a_game_that_is_over_is_somebody_without_a_phone_too(session: Session) -> None:
    begin(session, "Cid", "Dan")
    session.do(Claim(seat=1, phone=CID))
    rename(session, "Chloé", "Dan")
    session.do(Open(number=1))
    session.do(TakeBack())
    assert claims(session) == {1: ADA, 2: BAO}


def test_a_seat_named_after_a_phone_waits_for_a_code_even_after_the_power_was_cut(session: Session, path: Path) -> None:
    begin(session, "Cid", "Dan")
    rename(session, "Ada", "Dan")
    assert claims(session) == {}
    with closing(Journal(path, read_only=True)) as journal:
        assert claims(session_on(journal)) == {}
    session.do(Claim(seat=1, phone=ADA))
    assert claims(session) == {1: ADA}


def test_a_code_of_one_game_gives_no_renamed_seat_of_another(session: Session) -> None:
    second = begin(session, "Cid", "Dan")
    rename(session, "Ada", "Dan")
    session.do(Open(number=1))
    session.do(Claim(seat=1, phone=ADA))
    session.do(Open(number=second))
    assert claims(session) == {}


def test_names_that_go_round_leave_everybody_their_role(session: Session) -> None:
    session.do(Close())
    begin(session, "Ada", "Bao", "Cid")
    session.do(Claim(seat=3, phone=CID))
    other = begin(session, "Cid", "Dan")
    session.do(Open(number=2))
    rename(session, "Bao", "Cid", "Ada")
    assert claims(session) == {}, "Cid plays elsewhere, so nobody becomes Cid, then nobody Bao, then nobody Ada"
    session.do(Open(number=other))
    assert claims(session) == {1: CID}
    begin(session, "Ada", "Bao", "Cid")
    assert claims(session) == {1: ADA, 2: BAO, 3: CID}


def test_a_typo_that_is_mended_keeps_the_phone_with_its_seat(session: Session) -> None:
    number = begin(session, "Eev", "Dan")
    session.do(Claim(seat=1, phone=CID))
    rename(session, "Eve", "Dan")
    assert claims(session) == {1: CID}
    begin(session, "Dan", "Eve")
    assert claims(session) == {2: CID}
    session.do(Open(number=number))
    assert claims(session) == {1: CID}
