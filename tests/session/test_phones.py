"""Phones in the journal: roles survive a power cut, and follow their player from game to game."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.journal.rows import RowKind, Stamp, chain
from companion.rules.rule_errors import MalformedError
from companion.session.session import Session
from companion.table.commands import (
    Amend,
    ClaimSeat,
    CloseGame,
    ForgetPhones,
    LeaveGame,
    OpenGame,
    ReleaseSeat,
    RenewPhone,
    StartGame,
    TakeBack,
)
from companion.table.roles import MOST_HOSTS, MOST_PEOPLE, ROLES_NOTE, PhoneRole, Roles, from_note, to_note
from companion.table.session_errors import NoGameError, NotSavedError, StaleError
from tests.kit.scripted_games import expedition, play, session_on, step

ADA, BAO, NOBODY = "a" * 64, "b" * 64, "c" * 64


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    with closing(Journal(path)) as journal:
        yield session_on(journal)


def again(path: Path) -> Session:
    """Return the session after a power cut, with only what is in the file."""
    with closing(Journal(path, read_only=True)) as journal:
        return session_on(journal)


def claims(session: Session) -> dict[int, str]:
    return dict(session.table.claims) if session.table else {}


def test_a_claimed_seat_survives_a_power_cut(path: Path, session: Session) -> None:
    session.do(expedition())
    answer = session.do(ClaimSeat(seat=2, phone=BAO))
    assert (answer.seq, answer.entry) == (1, 0), "no row of the game: a phone is no part of it"
    session.do(play(step(1)))
    assert claims(session) == {2: BAO} == claims(again(path))
    assert again(path).table == session.table


def test_a_phone_has_one_seat_and_a_seat_one_phone(session: Session) -> None:
    session.do(expedition())
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(ClaimSeat(seat=2, phone=ADA))
    assert claims(session) == {2: ADA}
    session.do(ClaimSeat(seat=2, phone=BAO))
    assert claims(session) == {2: BAO}


def test_a_claim_does_not_change_take_back_or_restore(session: Session) -> None:
    session.do(expedition())
    session.do(play(step(1)))
    before = session.table
    session.do(ClaimSeat(seat=1, phone=ADA))
    assert before
    assert session.table
    assert (session.table.undo_stack, session.table.redo_stack) == (before.undo_stack, before.redo_stack)


@pytest.mark.parametrize("seat", [0, 4, 99])
def test_an_unknown_seat_cannot_be_claimed(session: Session, seat: int) -> None:
    session.do(expedition())
    with pytest.raises(MalformedError):
        session.do(ClaimSeat(seat=seat, phone=ADA))
    assert claims(session) == {}


def test_without_a_game_no_seat_can_be_claimed(session: Session) -> None:
    with pytest.raises(NoGameError):
        session.do(ClaimSeat(seat=1, phone=ADA))


def test_hosts_stay_hosts_and_are_published(path: Path, session: Session) -> None:
    session.do(ClaimSeat(seat=None, phone=ADA))
    session.do(ClaimSeat(seat=None, phone=BAO))
    assert session.snapshot().roles.hosts == {ADA, BAO} == again(path).snapshot().roles.hosts


def test_with_too_many_hosts_the_oldest_loses_the_role(session: Session) -> None:
    for number in range(MOST_HOSTS + 1):
        session.do(ClaimSeat(seat=None, phone=f"{number:064}"))
    assert session.snapshot().roles.hosts == {f"{number:064}" for number in range(1, MOST_HOSTS + 1)}


def test_forgetting_a_phone_takes_all_its_roles(path: Path, session: Session) -> None:
    session.do(expedition())
    session.do(ClaimSeat(seat=None, phone=ADA))
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(ClaimSeat(seat=2, phone=BAO))
    session.do(ForgetPhones(phone=ADA))
    for each_session in (session, again(path)):
        assert claims(each_session) == {2: BAO}
        assert each_session.snapshot().roles.hosts == frozenset()


def test_all_phones_can_be_forgotten(path: Path, session: Session) -> None:
    session.do(expedition())
    session.do(ClaimSeat(seat=None, phone=NOBODY))
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(ClaimSeat(seat=2, phone=BAO))
    session.forget_phones()
    for each_session in (session, again(path)):
        assert claims(each_session) == {}
        assert each_session.snapshot().roles.hosts == frozenset()


def test_in_a_rematch_all_phones_keep_their_person(path: Path, session: Session) -> None:
    session.do(expedition(("Ada", "Bao", "Chloé")))
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(ClaimSeat(seat=2, phone=BAO))
    answer = session.do(expedition(("bao", "Dan", "Ada")))
    assert claims(session) == {1: BAO, 3: ADA} == claims(again(path))
    assert answer.seq == 1


def test_a_phone_follows_its_person_into_every_game(path: Path, session: Session) -> None:
    first = session.do(expedition(("Ada", "Bao", "Chloé"))).game
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(LeaveGame())
    assert claims(session) == {}
    session.do(expedition(("Bao", "Chloé", " ADA")))
    assert claims(session) == {3: ADA}
    session.do(ClaimSeat(seat=1, phone=BAO))
    session.do(OpenGame(number=first))
    assert claims(session) == {1: ADA, 2: BAO} == claims(again(path))


def test_forgetting_ends_roles_in_older_and_later_games(path: Path, session: Session) -> None:
    first = session.do(expedition()).game
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(LeaveGame())
    session.do(expedition(("Dan", "Eva")))
    session.forget_phones()
    for each_session in (session, again(path)):
        assert each_session.snapshot().roles.phones == ()
    session.do(OpenGame(number=first))
    assert claims(session) == {}
    session.do(expedition())
    assert claims(session) == {} == claims(again(path))


def test_codes_shown_before_all_phones_were_forgotten_are_void(session: Session) -> None:
    session.do(expedition())
    epoch = session.snapshot().roles.epoch
    session.forget_phones()
    for seat in (None, 1):
        with pytest.raises(StaleError):
            session.do(ClaimSeat(seat=seat, phone=ADA, epoch=epoch))
    assert session.snapshot().roles.phones == ()
    session.do(ClaimSeat(seat=1, phone=ADA, epoch=epoch + 1))
    assert claims(session) == {1: ADA}


def test_a_claim_moves_all_roles_to_the_new_token(session: Session) -> None:
    session.do(expedition())
    session.do(ClaimSeat(seat=None, phone=ADA))
    session.do(ClaimSeat(seat=1, phone=BAO, before=ADA))
    assert session.snapshot().roles.phones == (PhoneRole(BAO, host=True, name="Ada"),)
    session.do(RenewPhone(before=BAO, phone=NOBODY))
    assert session.snapshot().roles.phones == (PhoneRole(NOBODY, host=True, name="Ada"),)
    assert claims(session) == {1: NOBODY}


def test_only_the_phone_with_the_seat_releases_it(session: Session) -> None:
    session.do(expedition())
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(ReleaseSeat(seat=1, phone=BAO))
    assert claims(session) == {1: ADA}
    session.do(ReleaseSeat(seat=1, phone=ADA))
    assert claims(session) == {}


def test_phones_keep_their_seats_when_names_are_corrected(path: Path, session: Session) -> None:
    session.do(expedition(("Ada", "Bao", "Chloé")))
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(ClaimSeat(seat=2, phone=BAO))
    session.do(Amend(entry=0, names=("Bao", "Ada", "Chloé")))
    assert claims(session) == {1: ADA, 2: BAO} == claims(again(path))
    session.do(Amend(entry=0, names=("Bea", "Ada", "Chloé")))
    assert claims(session) == {1: ADA, 2: BAO} == claims(again(path))
    session.do(TakeBack())
    session.do(TakeBack())
    assert session.table
    assert session.table.names == ("Ada", "Bao", "Chloé")
    assert claims(session) == {1: ADA, 2: BAO} == claims(again(path))
    assert {guest.name for guest in session.snapshot().roles.phones} == {"Ada", "Bao"}


def test_with_too_many_phones_the_oldest_loses_its_seat(session: Session) -> None:
    roles = Roles()
    for number in range(MOST_PEOPLE + 1):
        roles = roles.with_name(str(number), f"player {number}")
    assert len(roles.phones) == MOST_PEOPLE
    assert roles.role_of("0") == PhoneRole("0")
    roles = roles.with_host("1")
    for number in range(MOST_HOSTS):
        roles = roles.with_host(f"host {number}")
    assert roles.role_of("1") == PhoneRole("1", name="player 1"), "host no longer, but still somebody"


def test_a_phone_keeps_its_name_when_its_seat_gets_anothers() -> None:
    roles = Roles().with_name(ADA, "Ada").with_name(BAO, "Bao").with_seat_names(2, ("Ada", "Cid"), ("Bao", "Cid"))
    assert roles.claims(1, ("Bao", "Ada")) == {1: BAO, 2: ADA}
    assert roles.claims(2, ("Bao", "Cid")) == {1: ADA}
    assert roles.with_seat(BAO, 2, ("bao", "Cid"), 1).claims(2, ("bao", "Cid")) == {1: BAO}


def test_a_new_name_takes_no_seat_in_another_game(path: Path, session: Session) -> None:
    first = session.do(expedition(("Ada", "Bao"))).game
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(expedition(("Chloé", "Dan")))
    session.do(ClaimSeat(seat=1, phone=NOBODY))
    session.do(Amend(entry=0, names=("Bao", "Dan")))
    assert claims(session) == {1: NOBODY} == claims(again(path))
    session.do(TakeBack())
    assert claims(session) == {1: NOBODY} == claims(again(path))
    session.do(OpenGame(number=first))
    assert claims(session) == {1: ADA} == claims(again(path))


def test_a_seat_renamed_to_another_person_keeps_its_phone(session: Session) -> None:
    session.do(expedition(("Ada", "Bao")))
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(expedition(("Chloé", "Dan")))
    session.do(Amend(entry=0, names=("Ada", "Dan")))
    assert claims(session) == {}


def test_beside_an_unreadable_game_phones_keep_seat_and_name(path: Path, session: Session) -> None:
    session.do(expedition(("Ada", "Bao")))
    session.do(expedition(("Chloé", "Dan")))
    session.do(ClaimSeat(seat=1, phone=ADA))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE rows SET body = '{}' WHERE game = 1 AND seq = 1")
    session.do(Amend(entry=0, names=("Cloé", "Dan")))
    assert claims(session) == {1: ADA}
    assert session.snapshot().roles.role_of(ADA).name == "Chloé"


def test_two_who_swap_names_keep_their_seats_elsewhere(session: Session) -> None:
    first = session.do(expedition(("Ada", "Bao"))).game
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(ClaimSeat(seat=2, phone=BAO))
    session.do(expedition(("Ada", "Bao")))
    session.do(Amend(entry=0, names=("Bao", "Ada")))
    assert claims(session) == {1: ADA, 2: BAO}
    session.do(OpenGame(number=first))
    assert claims(session) == {1: ADA, 2: BAO}


def test_names_in_closed_games_do_not_prevent_a_correction(session: Session) -> None:
    session.do(expedition(("Ada", "Bao")))
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.do(expedition(("ada", "Bao")))
    session.do(Amend(entry=0, names=("Ada", "Bao")))
    assert claims(session) == {1: ADA}
    session.do(expedition(("Chloé", "Dan")))
    session.do(CloseGame())
    session.do(expedition(("Cloé", "Dan")))
    session.do(ClaimSeat(seat=1, phone=BAO))
    session.do(Amend(entry=0, names=("Chloé", "Dan")))
    assert claims(session) == {1: BAO}


@pytest.mark.parametrize(
    "noted", [None, 3, [], {}, {"epoch": 1}, {"epoch": "x", "phones": []}, {"epoch": 1, "phones": [{"phone": ADA}]}]
)
def test_a_foreign_note_gives_no_roles(noted: object) -> None:
    assert from_note(noted) is None


def test_roles_are_read_back_from_their_note() -> None:
    roles = Roles(7).with_name(ADA, "Ada").with_host(ADA).with_host(BAO)
    roles = roles.with_seat_names(3, ("Cid",), ("Ada",)).with_seat_names(4, ("Bao", "Ada"), ("Bao", "Ida"))
    assert roles.role_of(ADA).seats == {3: None, 4: 2}
    assert from_note(to_note(roles)) == roles


def test_a_note_without_seats_by_game_is_read() -> None:
    phone = {"phone": ADA, "host": False, "name": "Ada", "excluded_games": [3]}
    assert from_note({"epoch": 1, "phones": [phone]}) == Roles(1, (PhoneRole(ADA, name="Ada", seats={3: None}),))


class TestJournalsOfEarlierVersions:
    """They named hosts in a separate note, and a seat's phone in the rows of its game."""

    @pytest.fixture
    def old(self, path: Path, session: Session) -> Path:
        session.do(expedition())
        with closing(Journal(path)) as journal:
            journal.set_notes({"hosts": [NOBODY, 3], ROLES_NOTE: None})
            claimed = (RowKind.SEAT_CLAIMED, 2, {"phone": BAO})
            table = session.table
            assert table
            rows = list(journal.rows(1))
            added, _ = chain(table, rows[-1].hash(), Stamp(0, "phone"), [claimed], table)
            journal.append(added)
        return path

    def test_phones_keep_their_roles_from_an_older_journal(self, old: Path) -> None:
        with closing(Journal(old)) as journal:
            session = session_on(journal)
            assert session.snapshot().roles.hosts == {NOBODY}
            assert claims(session) == {2: BAO}
            session.do(play(step(1)))
        assert claims(again(old)) == {2: BAO}

    def test_older_roles_are_forgotten_like_all_others(self, old: Path) -> None:
        with closing(Journal(old)) as journal:
            session_on(journal).forget_phones()
        assert claims(again(old)) == {}
        assert again(old).snapshot().roles == Roles(2)

    def test_on_a_read_only_card_older_roles_still_play(self, old: Path) -> None:
        assert claims(again(old)) == {2: BAO}


def test_a_closed_game_still_shows_its_seats(session: Session) -> None:
    session.do(expedition())
    session.do(CloseGame())
    session.do(ClaimSeat(seat=1, phone=ADA))
    assert claims(session) == {1: ADA}


def test_a_claim_that_cannot_be_saved_has_no_effect(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with closing(Journal(path)) as journal:
        session_on(journal).do(expedition())
    with closing(Journal(path, read_only=True)) as journal:
        looking = session_on(journal)
        for command in (ClaimSeat(seat=1, phone=ADA), ClaimSeat(seat=None, phone=ADA)):
            with pytest.raises(NotSavedError):
                looking.do(command)
    assert claims(looking) == {}
    assert looking.snapshot().roles.hosts == frozenset()


def test_repeated_start_open_and_leave_are_done_once(path: Path, session: Session) -> None:
    started = session.do(StartGame(game="expedition", names=("Ada", "Bao"), id="one"))
    two = session.do(StartGame(game="expedition", names=("Chloé", "Dan"), id="two"))
    opened = session.do(OpenGame(number=started.game, id="three"))
    left_answer = session.do(LeaveGame(id="four"))
    session.do(OpenGame(number=two.game, id="five"))
    table = session.table
    assert session.do(StartGame(game="expedition", names=("Ada", "Bao"), id="one")) == started
    assert session.do(OpenGame(number=started.game, id="three")) == opened
    assert session.do(LeaveGame(id="four")) == left_answer
    assert session.table is table, "a late message changes nothing"
    with closing(Journal(path, read_only=True)) as journal:
        later = session_on(journal)
        assert later.do(OpenGame(number=started.game, id="three")) == opened, "also after the power was cut"
