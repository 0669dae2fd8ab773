"""Permission for a backup of all games: one phone asks, the box answers, and the phone fetches it once, in time."""

from __future__ import annotations

import pytest

from companion.journal.store import Store
from companion.session.backup_permission import (
    ASKED_S,
    FETCH_S,
    MOST_QUIET_S,
    QUIET_S,
    BackupPermission,
    Standing,
    Wish,
)
from companion.session.session import Session
from companion.table.commands import Close, Open
from tests.kit.clock import Clock
from tests.kit.evenings import expedition, play, session_on, step, whole_game


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def handing(clock: Clock) -> BackupPermission:
    return BackupPermission(clock)


def request_backup(handing: BackupPermission, phone: str = "ada") -> Wish:
    assert handing.ask(phone)
    wish = handing.asking
    assert wish is not None
    return wish


def test_an_allowed_phone_fetches_once(handing: BackupPermission) -> None:
    wish = request_backup(handing)
    assert handing.of("ada") == (Standing.ASKED, ASKED_S)
    assert not handing.take("ada")
    assert handing.answer(wish, granted=True)
    assert handing.of("ada") == (Standing.READY, FETCH_S)
    assert handing.take("ada")
    assert not handing.take("ada")
    assert handing.of("ada")[0] is Standing.NONE


def test_permission_is_for_that_phone_alone(handing: BackupPermission) -> None:
    handing.answer(request_backup(handing), granted=True)
    assert handing.of("fox") == (Standing.NONE, 0.0)
    assert not handing.take("fox")
    assert not handing.ask("fox"), "one at a time"
    assert handing.take("ada")
    assert handing.ask("fox")


def test_a_refusal_is_shown_and_a_later_answer_is_ignored(handing: BackupPermission) -> None:
    wish = request_backup(handing)
    assert handing.answer(wish, granted=False)
    assert handing.of("ada")[0] is Standing.REFUSED
    assert not handing.answer(wish, granted=True)
    assert not handing.take("ada")


def test_no_answer_in_time_is_a_refusal(handing: BackupPermission, clock: Clock) -> None:
    wish = request_backup(handing)
    clock.now += ASKED_S
    assert handing.asking is None
    assert handing.of("ada")[0] is Standing.REFUSED
    assert not handing.answer(wish, granted=True)


def test_permission_expires_if_not_used_in_time(handing: BackupPermission, clock: Clock) -> None:
    handing.answer(request_backup(handing), granted=True)
    clock.now += FETCH_S
    assert not handing.take("ada")
    assert handing.of("ada")[0] is Standing.NONE


def test_asking_again_does_not_repeat_the_question(handing: BackupPermission, clock: Clock) -> None:
    wish = request_backup(handing)
    clock.now += 1
    assert request_backup(handing) == wish


def test_repeated_requests_leave_the_box_quiet(handing: BackupPermission, clock: Clock) -> None:
    handing.answer(request_backup(handing), granted=False)
    handing.answer(request_backup(handing), granted=False)  # the first refusal may have been a slip
    assert not handing.ask("ada")
    assert not handing.ask("fox"), "another phone of the same hand, maybe"
    for quiet in (QUIET_S, 2 * QUIET_S, 4 * QUIET_S, 8 * QUIET_S, MOST_QUIET_S, MOST_QUIET_S):
        clock.now += quiet - 1
        assert not handing.ask("ada")
        clock.now += 1
        handing.answer(request_backup(handing), granted=False)
    clock.now += MOST_QUIET_S
    handing.answer(request_backup(handing), granted=True)
    assert handing.take("ada")
    handing.answer(request_backup(handing), granted=False)
    assert handing.ask("ada"), "a yes makes up for it"


class TestTold:
    """Every phone shows it while a game continues whose hidden parts a phone has got."""

    def test_every_phone_shows_it_at_once_for_every_unfinished_game(self, store: Store) -> None:
        session = session_on(store.journal)
        session.do(expedition())
        session.do(expedition(("Dom", "Eve", "Flo")))
        assert not session.snapshot().handed_out
        session.hand_out()
        assert session.snapshot().handed_out
        again = session_on(store.journal)
        assert again.snapshot().handed_out, "also after a start"
        again.do(Open(number=1))
        assert again.snapshot().handed_out
        again.do(expedition())
        assert not again.snapshot().handed_out, "a new game has nothing to do with it"

    def test_games_that_are_over_or_closed_do_not_show_it(self, store: Store) -> None:
        session = session_on(store.journal)
        session.do(expedition())
        for move in whole_game():
            session.do(play(move))
        session.hand_out()
        assert not session.snapshot().handed_out
        session.do(expedition())
        session.do(play(step(1)))
        session.hand_out()
        session.do(Close())
        assert not session.snapshot().handed_out

    def test_without_an_open_game_it_is_shown_too(self, session: Session) -> None:
        session.hand_out()
        assert session.snapshot().handed_out
        session.do(expedition())
        assert not session.snapshot().handed_out
