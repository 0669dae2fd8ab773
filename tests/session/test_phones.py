"""Phones in the journal: links and hosts are there again after the power was cut, and follow their player."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.rules.errors import MalformedError
from companion.session.commands import Claim, Close, Forget, Leave, Open, Start
from companion.session.errors import NoGameError, NotSavedError
from companion.session.journal import Journal
from companion.session.phones import MOST_HOSTS
from companion.session.session import Session
from tests.kit.evenings import expedition, play, session_on, step

ADA, BAO, NOBODY = "a" * 64, "b" * 64, "c" * 64


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    with closing(Journal(path)) as journal:
        yield session_on(journal)


def again(path: Path) -> Session:
    """The session after a power cut: only what is in the file."""
    return session_on(Journal(path, read_only=True))


def claims(session: Session) -> dict[int, str]:
    return dict(session.table.claims) if session.table else {}


def test_a_claimed_seat_stays_claimed_through_a_power_cut(path: Path, session: Session) -> None:
    session.do(expedition())
    answer = session.do(Claim(seat=2, phone=BAO))
    assert (answer.seq, answer.entry) == (2, 0), "a row of its own, and no move"
    session.do(play(step(1)))
    assert claims(session) == {2: BAO} == claims(again(path))
    assert again(path).table == session.table


def test_a_phone_has_one_seat_and_a_seat_one_phone(session: Session) -> None:
    session.do(expedition())
    session.do(Claim(seat=1, phone=ADA))
    session.do(Claim(seat=2, phone=ADA))
    assert claims(session) == {2: ADA}
    session.do(Claim(seat=2, phone=BAO))
    assert claims(session) == {2: BAO}


def test_a_claim_does_not_touch_what_can_be_taken_back_or_restored(session: Session) -> None:
    session.do(expedition())
    session.do(play(step(1)))
    before = session.table
    session.do(Claim(seat=1, phone=ADA))
    assert before
    assert session.table
    assert (session.table.done, session.table.undone) == (before.done, before.undone)


@pytest.mark.parametrize("seat", [0, 4, 99])
def test_a_seat_that_there_is_not_cannot_be_claimed(session: Session, seat: int) -> None:
    session.do(expedition())
    with pytest.raises(MalformedError):
        session.do(Claim(seat=seat, phone=ADA))
    assert claims(session) == {}


def test_without_a_game_there_is_no_seat(session: Session) -> None:
    with pytest.raises(NoGameError):
        session.do(Claim(seat=1, phone=ADA))


def test_hosts_stay_hosts_and_are_told(path: Path, session: Session) -> None:
    session.do(Claim(seat=None, phone=ADA))
    session.do(Claim(seat=None, phone=BAO))
    assert session.snapshot().hosts == {ADA, BAO} == again(path).snapshot().hosts


def test_of_too_many_hosts_the_oldest_is_one_no_longer(session: Session) -> None:
    for number in range(MOST_HOSTS + 1):
        session.do(Claim(seat=None, phone=f"{number:064}"))
    assert session.snapshot().hosts == {f"{number:064}" for number in range(1, MOST_HOSTS + 1)}


def test_a_phone_is_forgotten_whole(path: Path, session: Session) -> None:
    session.do(expedition())
    session.do(Claim(seat=None, phone=ADA))
    session.do(Claim(seat=1, phone=ADA))
    session.do(Claim(seat=2, phone=BAO))
    session.do(Forget(phone=ADA))
    for one in (session, again(path)):
        assert claims(one) == {2: BAO}
        assert one.snapshot().hosts == frozenset()


def test_all_phones_are_forgotten(path: Path, session: Session) -> None:
    session.do(expedition())
    session.do(Claim(seat=None, phone=NOBODY))
    session.do(Claim(seat=1, phone=ADA))
    session.do(Claim(seat=2, phone=BAO))
    session.forget_phones()
    for one in (session, again(path)):
        assert claims(one) == {}
        assert one.snapshot().hosts == frozenset()


def test_in_a_rematch_everyone_keeps_their_phone_wherever_they_sit(path: Path, session: Session) -> None:
    session.do(expedition(("Ada", "Bao", "Chloé")))
    session.do(Claim(seat=1, phone=ADA))
    session.do(Claim(seat=2, phone=BAO))
    answer = session.do(expedition(("bao", "Dan", "Ada")))
    assert claims(session) == {1: BAO, 3: ADA} == claims(again(path))
    assert answer.seq == 3


def test_a_game_that_is_opened_again_has_its_own_phones(session: Session) -> None:
    first = session.do(expedition(("Ada", "Bao", "Chloé"))).game
    session.do(Claim(seat=1, phone=ADA))
    session.do(Leave())
    session.do(expedition(("Ada", "Bao", "Chloé")))
    assert claims(session) == {}, "a game put away leaves its phones with it"
    session.do(Open(number=first))
    assert claims(session) == {1: ADA}


def test_a_closed_game_can_still_be_looked_at_by_its_seats(session: Session) -> None:
    session.do(expedition())
    session.do(Close())
    session.do(Claim(seat=1, phone=ADA))
    assert claims(session) == {1: ADA}


def test_a_claim_that_cannot_be_kept_is_none(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with closing(Journal(path)) as journal:
        session_on(journal).do(expedition())
    looking = session_on(Journal(path, read_only=True))
    for command in (Claim(seat=1, phone=ADA), Claim(seat=None, phone=ADA)):
        with pytest.raises(NotSavedError):
            looking.do(command)
    assert claims(looking) == {}
    assert looking.snapshot().hosts == frozenset()


def test_starting_opening_and_leaving_again_with_the_same_id_does_nothing_twice(path: Path, session: Session) -> None:
    one = session.do(Start(game="expedition", names=("Ada", "Bao"), id="one"))
    two = session.do(Start(game="expedition", names=("Chloé", "Dan"), id="two"))
    opened = session.do(Open(number=one.game, id="three"))
    left = session.do(Leave(id="four"))
    session.do(Open(number=two.game, id="five"))
    table = session.table
    assert session.do(Start(game="expedition", names=("Ada", "Bao"), id="one")) == one
    assert session.do(Open(number=one.game, id="three")) == opened
    assert session.do(Leave(id="four")) == left
    assert session.table is table, "a late message changes nothing"
    later = again(path)
    assert later.do(Open(number=one.game, id="three")) == opened, "also after the power was cut"
