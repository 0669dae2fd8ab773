"""Tests of the lobby in the session: it survives a power cut, and its places become roles at the start, no earlier."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.games import GAMES
from companion.journal.journal import Journal
from companion.rules.game import find_game
from companion.rules.rule_errors import IllegalMoveError
from companion.session.pairing_codes import CodeKind, PairingCodes, link_phone
from companion.session.session import Session
from companion.table.commands import (
    AddDisplay,
    ClaimSeat,
    ForgetPhones,
    HandOnLead,
    LeaveGame,
    OpenGame,
    ReleaseSeat,
    RenewPhone,
    StartGame,
)
from companion.table.lobby import Lobby
from companion.table.roles import Roles, from_note, to_note
from companion.table.session_errors import NoGameError, NotSavedError, StaleError
from tests.kit.scripted_games import expedition, play, session_on, step

EXPEDITION = find_game("expedition", GAMES)
ADA, BAO, CID, STRANGER = "a" * 64, "b" * 64, "c" * 64, "e" * 64


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    with closing(Journal(path)) as journal:
        yield session_on(journal)


def after_power_cut(path: Path) -> Session:
    """Return the session with only what is in the file."""
    with closing(Journal(path, read_only=True)) as journal:
        return session_on(journal)


def start(session: Session, *people: tuple[str, str | None], begins: int = 1) -> None:
    session.open_lobby(EXPEDITION)
    for name, phone in people:
        session.sit_down(name, phone)
    session.change_lobby(lambda lobby: lobby.begin_with(begins))
    session.start_lobby(str)


def claims(session: Session) -> dict[int, str]:
    return dict(session.table.claims) if session.table is not None else {}


def reopen(session: Session, number: int) -> dict[int, str]:
    session.do(OpenGame(number=number))
    return claims(session)


def test_lobby_survives_a_power_cut(path: Path, session: Session) -> None:
    session.open_lobby(EXPEDITION)
    session.sit_down("Ada", ADA)
    session.sit_down("Bao")
    assert after_power_cut(path).lobby == session.lobby
    assert after_power_cut(path).snapshot().lobby == session.lobby


def test_lobby_is_gone_on_with_not_opened_twice(session: Session) -> None:
    session.open_lobby(EXPEDITION)
    lobby = session.sit_down("Ada")
    assert session.open_lobby(find_game("classic", GAMES)) == session.lobby == lobby


def test_places_become_roles_when_the_game_starts(path: Path, session: Session) -> None:
    start(session, ("Ada", ADA), ("Mum", None), ("Bao", BAO), begins=3)
    assert session.table is not None
    assert session.table.names == ("Bao", "Ada", "Mum")
    for now in (session, after_power_cut(path)):
        assert claims(now) == {1: BAO, 2: ADA}
        assert now.snapshot().roles.leader == ADA
        assert now.lobby is None
        assert not now.snapshot().roles.hosts, "a lobby makes nobody a host"


def test_nothing_of_the_open_game_changes_before_the_start(session: Session) -> None:
    session.do(expedition(names=("Ada", "Bao")))
    before = session.table
    session.open_lobby(EXPEDITION)
    session.sit_down("Ada", STRANGER)
    assert session.table == before
    assert not claims(session)
    assert not session.snapshot().roles.phones


def test_start_writes_roles_and_game_together(path: Path, session: Session) -> None:
    session.open_lobby(EXPEDITION)
    session.sit_down("Ada", ADA)
    session.sit_down("Bao", BAO)
    lobby = session.lobby
    with patch.object(Journal, "append", side_effect=NotSavedError("full")), pytest.raises(NotSavedError):
        session.start_lobby(str)
    assert (session.lobby, session.table, session.snapshot().roles.phones) == (lobby, None, ())
    assert after_power_cut(path).lobby == lobby
    writes = session.journal.writes
    session.start_lobby(str)
    assert session.journal.writes == writes + 1


def test_full_journal_keeps_everybody_where_they_sit(session: Session) -> None:
    session.open_lobby(EXPEDITION)
    session.sit_down("Ada", ADA)
    lobby = session.lobby
    with patch.object(Journal, "set_notes", side_effect=NotSavedError("full")), pytest.raises(NotSavedError):
        session.sit_down("Bao", BAO)
    assert session.lobby == lobby


def test_stranger_under_a_known_name_gets_no_earlier_game(session: Session) -> None:
    """Neither the start nor the end of the new game opens the seat that Ada has in an older one."""
    session.do(expedition(names=("Ada", "Bao")))
    first = session.table.number if session.table is not None else 0
    session.do(ClaimSeat(seat=1, phone=ADA))
    start(session, ("Ada", STRANGER), ("Cid", CID))
    assert claims(session) == {1: STRANGER, 2: CID}
    assert reopen(session, first) == {1: ADA}
    session.do(expedition(names=("Ada", "Bao")))
    assert claims(session) == {1: STRANGER}, "the latest phone of that name"


def test_stranger_gets_no_earlier_seat_that_has_no_phone(session: Session) -> None:
    session.do(expedition(names=("Ada", "Bao")))
    first = session.table.number if session.table is not None else 0
    start(session, ("Ada", STRANGER), ("Cid", CID))
    assert reopen(session, first) == {}


def test_own_phone_keeps_earlier_games_and_gets_the_new_seat(session: Session) -> None:
    session.do(expedition(names=("Ada", "Bao")))
    first = session.table.number if session.table is not None else 0
    session.do(ClaimSeat(seat=1, phone=ADA))
    start(session, ("Ada", STRANGER), ("Cid", CID))
    start(session, ("ada", ADA), ("Cid", CID))
    assert claims(session) == {1: ADA, 2: CID}, "who sits has the seat, although another phone of that name is later"
    assert reopen(session, first) == {1: ADA}


def test_seat_code_still_opens_every_game_of_the_person(session: Session) -> None:
    session.do(expedition(names=("Ada", "Bao")))
    first = session.table.number if session.table is not None else 0
    start(session, ("Ada", ADA), ("Bao", BAO))
    session.do(ClaimSeat(seat=1, phone=CID))
    assert claims(session) == {1: CID, 2: BAO}
    assert reopen(session, first)[1] == CID


def test_phones_of_nobody_in_particular_play_in_that_game_alone(session: Session) -> None:
    start(session, ("", ADA), ("", None))
    number = session.table.number if session.table is not None else 0
    assert claims(session) == {1: ADA}
    assert session.snapshot().roles.role_of(ADA).name is None
    names = session.table.names if session.table is not None else ()
    session.do(expedition(names=(names[0], "Bao")))
    assert claims(session) == {}
    assert reopen(session, number) == {1: ADA}


def test_seat_code_of_nobody_in_particular_gives_that_game_alone(path: Path) -> None:
    with closing(Journal(path)) as journal:
        session = session_on(journal, nobodies=frozenset({"blue", "red"}))
        start(session, ("Ada", ADA), ("", CID))
        number = session.table.number if session.table is not None else 0
        session.do(ClaimSeat(seat=2, phone=BAO))
        assert claims(session) == {1: ADA, 2: BAO}
        assert session.snapshot().roles.role_of(BAO).name is None
        session.do(expedition(names=("red", "Bao")))
        assert claims(session) == {}
        assert reopen(session, number) == {1: ADA, 2: BAO}
        session.do(ReleaseSeat(seat=2))
        assert claims(session) == {1: ADA}
        assert [phone_role.phone for phone_role in session.snapshot().roles.phones] == [ADA]


def test_rematch_of_nobodies_seats_nobodies(path: Path) -> None:
    with closing(Journal(path)) as journal:
        session = session_on(journal, nobodies=frozenset({"blue", "red"}))
        start(session, ("Ada", ADA), ("", None))
        assert {place.name for place in session.open_lobby(EXPEDITION, rematch=True).places} == {"Ada", ""}


def test_known_phone_may_sit_as_nobody(session: Session) -> None:
    session.do(expedition(names=("Ada", "Bao")))
    session.do(ClaimSeat(seat=1, phone=ADA))
    start(session, ("Bao", None), ("", ADA))
    assert claims(session) == {2: ADA}
    assert session.snapshot().roles.role_of(ADA).name == "Ada"


def test_another_start_ends_lobby_and_lead(session: Session) -> None:
    start(session, ("Ada", ADA), ("Bao", BAO))
    session.open_lobby(EXPEDITION, led_by=ADA)
    assert session.snapshot().roles.leader == ADA
    session.do(StartGame(game="expedition", names=("Ada", "Bao")))
    assert session.lobby is None
    assert session.snapshot().roles.leader is None
    assert claims(session) == {1: ADA, 2: BAO}, "a phone follows its person"


def test_new_lobby_on_the_box_ends_the_lead(session: Session) -> None:
    start(session, ("Ada", ADA), ("Bao", BAO))
    session.open_lobby(EXPEDITION)
    assert session.snapshot().roles.leader is None
    assert claims(session) == {1: ADA, 2: BAO}


def test_rematch_seats_everybody_with_their_phones(session: Session) -> None:
    start(session, ("Ada", ADA), ("Mum", None), ("Bao", BAO))
    lobby = session.open_lobby(EXPEDITION, rematch=True, led_by=ADA)
    assert {place.name: place.phone for place in lobby.places} == {"Ada": ADA, "Mum": None, "Bao": BAO}
    assert lobby.leader == ADA
    session.change_lobby(lambda lobby: lobby.stand_up(1))
    again = session.open_lobby(EXPEDITION, rematch=True, led_by=ADA)
    assert len(again.places) == 2, "nothing is lost by going back"


def test_leader_hands_the_lead_on_and_gives_it_up(session: Session) -> None:
    start(session, ("Ada", ADA), ("Mum", None), ("Bao", BAO))
    session.do(HandOnLead())
    assert session.snapshot().roles.leader == BAO
    session.do(HandOnLead(seat=1))
    assert session.snapshot().roles.leader == ADA
    with pytest.raises(IllegalMoveError):
        session.do(HandOnLead(seat=2))
    session.do(ForgetPhones(phone=BAO))
    session.do(HandOnLead())
    assert session.snapshot().roles.leader is None, "the box leads"


def test_leader_leads_no_earlier_game(session: Session) -> None:
    session.do(expedition(names=("Cid", "Dan")))
    first = session.table.number if session.table is not None else 0
    start(session, ("Ada", ADA), ("Bao", BAO))
    number = session.table.number if session.table is not None else 0
    roles = session.snapshot().roles
    assert [roles.leads(ADA, game) for game in (first, number)] == [False, True]
    assert not roles.leads(None, number)
    assert not Roles().leads(None, 0)


def test_lead_without_a_game_cannot_be_handed_on(session: Session) -> None:
    with pytest.raises(NoGameError):
        session.do(HandOnLead())


def test_forgotten_phones_lose_places_and_lead_at_once(path: Path, session: Session) -> None:
    start(session, ("Ada", ADA), ("Bao", BAO))
    session.do(LeaveGame())
    session.open_lobby(EXPEDITION, led_by=ADA)
    session.sit_down("Ada", ADA)
    session.sit_down("Bao", BAO)
    writes = session.journal.writes
    session.do(ForgetPhones())
    assert session.journal.writes == writes + 1, "roles and lobby together"
    for now in (session, after_power_cut(path)):
        assert now.lobby is not None
        assert [place.phone for place in now.lobby.places] == [None, None]
        assert (now.lobby.leader, now.lobby.visitors) == (None, ())
        assert (now.snapshot().roles.leader, now.snapshot().roles.phones) == (None, ())


def test_new_token_keeps_the_place_and_the_lead(path: Path, session: Session) -> None:
    start(session, ("Ada", ADA), ("Bao", BAO))
    session.open_lobby(EXPEDITION, led_by=ADA)
    session.sit_down("Ada", ADA)
    session.do(RenewPhone(before=ADA, phone=CID))
    for now in (session, after_power_cut(path)):
        assert now.lobby is not None
        assert now.lobby.place_of(CID) == 1
        assert now.lobby.leader == now.snapshot().roles.leader == CID


def codes_at(now: list[float]) -> PairingCodes:
    numbers = iter(range(123456, 10**6))
    return PairingCodes(lambda: now[0], lambda below: next(numbers), lambda: f"{next(numbers):022}")


def test_lobby_code_is_used_often_and_gives_no_role(session: Session) -> None:
    codes = codes_at([0.0])
    session.open_lobby(EXPEDITION)
    offer = codes.offer(None, session.snapshot().roles.epoch, kind=CodeKind.LOBBY)
    for phone in (ADA, BAO):
        used = codes.redeem(offer.code)
        assert used == offer
        link_phone(session, codes, offer, phone, None, "phone")
    assert codes.redeem(offer.token) == offer
    assert session.lobby is not None
    assert session.lobby.visitors == (ADA, BAO)
    assert not session.snapshot().roles.phones


def test_lobby_code_runs_out_and_is_remembered_as_outdated() -> None:
    now = [0.0]
    codes = codes_at(now)
    first = codes.offer(None, 1, kind=CodeKind.LOBBY)
    assert codes.lobby_offers.newest == (first,)
    now[0] = first.until
    assert codes.redeem(first.code) is None
    second = codes.offer(None, 1, kind=CodeKind.LOBBY)
    assert codes.redeem(first.code) is None
    assert codes.is_outdated(first.code)
    assert codes.is_outdated(first.token)
    assert not codes.is_outdated(second.code)
    codes.withdraw()
    assert codes.redeem(second.code) is None
    assert not codes.lobby_offers.newest


def test_role_codes_are_shown_to_no_television() -> None:
    codes = codes_at([0.0])
    for kind in (CodeKind.ROLE, CodeKind.DISPLAY):
        codes.offer(None, 1, kind=kind)
        assert codes.lobby_offers.newest == ()
    assert not codes.is_outdated("123456")


def test_code_of_forgotten_phones_admits_nobody(session: Session) -> None:
    codes = codes_at([0.0])
    session.open_lobby(EXPEDITION)
    for kind in (CodeKind.LOBBY, CodeKind.DISPLAY):
        offer = codes.offer(None, session.snapshot().roles.epoch, kind=kind)
        session.do(ForgetPhones())
        with pytest.raises(StaleError):
            link_phone(session, codes, offer, ADA, None, "phone")
    assert session.lobby is not None
    assert session.lobby.place_of(ADA) is None


def test_display_may_do_nothing_and_is_forgotten_with_the_phones(session: Session) -> None:
    session.do(AddDisplay(phone=ADA, epoch=1))
    role = session.snapshot().roles.role_of(ADA)
    assert (role.display, role.host, role.name) == (True, False, None)
    session.do(ForgetPhones())
    assert not session.snapshot().roles.phones


def test_admitted_phone_keeps_its_roles_under_its_new_token(session: Session) -> None:
    codes = codes_at([0.0])
    session.do(expedition(names=("Ada", "Bao")))
    session.do(ClaimSeat(seat=1, phone=ADA))
    session.open_lobby(EXPEDITION)
    offer = codes.offer(None, session.snapshot().roles.epoch, kind=CodeKind.LOBBY)
    link_phone(session, codes, offer, CID, ADA, "phone")
    assert claims(session) == {1: CID}
    assert session.lobby is not None
    assert session.lobby.place_of(CID) == 0


def test_code_of_a_lobby_that_is_gone_admits_nobody(session: Session) -> None:
    codes = codes_at([0.0])
    session.open_lobby(EXPEDITION)
    offer = codes.offer(None, session.snapshot().roles.epoch, kind=CodeKind.LOBBY)
    session.do(expedition())
    with pytest.raises(NoGameError):
        link_phone(session, codes, offer, ADA, None, "phone")


def test_older_notes_give_every_game() -> None:
    note: Any = {"epoch": 3, "phones": [{"phone": ADA, "host": False, "name": "Ada"}]}
    roles = from_note(note)
    assert roles is not None
    assert roles.claims(1, ("Bao", "Ada")) == {2: ADA}
    assert to_note(roles) == note
    later = roles.with_lobby(5, ((BAO, "Ada"),), ("Ada",), None)
    assert later.claims(4, ("Ada",)) == {1: ADA}
    assert later.claims(5, ("Ada",)) == later.claims(6, ("Ada",)) == {1: BAO}
    assert from_note(to_note(later.with_leader(BAO, 5).with_display(CID))) == later.with_leader(BAO, 5).with_display(
        CID
    )


def test_move_after_the_start_of_a_lobby_replays_alike(path: Path, session: Session) -> None:
    start(session, ("Ada", ADA), ("Bao", BAO), ("Cid", None))
    session.do(play(step(1)))
    again = after_power_cut(path).table
    assert again is not None
    assert session.table is not None
    assert again.state == session.table.state


def test_empty_roles_have_no_leader() -> None:
    assert Roles().leader is None
    assert Roles().with_lobby(1, (), (), None) == Roles()


def test_lobby_of_an_unknown_game_is_not_read(path: Path, session: Session) -> None:
    session.note("lobby", {"game": "chess", "places": []})
    assert after_power_cut(path).lobby is None
    assert session.open_lobby(EXPEDITION) == Lobby(EXPEDITION)


def test_phones_keep_every_game_of_an_evening(session: Session) -> None:
    """Three games in a row from lobbies with the same phones: each is theirs when it is continued."""
    numbers = []
    for _ in range(3):
        start(session, ("Ada", ADA), ("Bao", BAO), ("Cid", CID))
        numbers.append(session.table.number if session.table is not None else 0)
    for number in numbers:
        assert reopen(session, number) == {1: ADA, 2: BAO, 3: CID}


def test_phone_under_a_new_name_keeps_its_earlier_seats(session: Session) -> None:
    start(session, ("Ada", ADA), ("Bao", BAO))
    first = session.table.number if session.table is not None else 0
    start(session, ("Kim", ADA), ("Bao", BAO))
    assert claims(session) == {1: ADA, 2: BAO}
    assert reopen(session, first) == {1: ADA, 2: BAO}
    session.do(expedition(names=("Ada", "Bao")))
    assert claims(session) == {2: BAO}, "it plays for Kim now"
