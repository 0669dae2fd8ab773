"""Permission for a backup of all games: one phone asks, the box answers, and the phone fetches it once, in time."""

from __future__ import annotations

import pytest

from companion.journal.open_journal import Store
from companion.session.box_permission import (
    ASKED_S,
    MOST_QUIET_S,
    QUIET_S,
    USE_S,
    BoxPermission,
    PermissionRequest,
    PermissionStatus,
)
from companion.session.session import Session
from companion.table.commands import CloseGame, OpenGame
from tests.kit.clock import Clock
from tests.kit.scripted_games import expedition, play, session_on, step, whole_game


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def permission(clock: Clock) -> BoxPermission:
    return BoxPermission(clock)


def request_backup(permission: BoxPermission, phone: str = "ada") -> PermissionRequest:
    assert permission.ask(phone)
    wish = permission.pending_request
    assert wish is not None
    return wish


def test_an_allowed_phone_fetches_once(permission: BoxPermission) -> None:
    wish = request_backup(permission)
    assert permission.status_of("ada") == (PermissionStatus.ASKED, ASKED_S)
    assert not permission.redeem("ada")
    assert permission.answer(wish, granted=True)
    assert permission.status_of("ada") == (PermissionStatus.READY, USE_S)
    assert permission.redeem("ada")
    assert not permission.redeem("ada")
    assert permission.status_of("ada")[0] is PermissionStatus.NONE


def test_permission_is_for_that_phone_alone(permission: BoxPermission) -> None:
    permission.answer(request_backup(permission), granted=True)
    assert permission.status_of("fox") == (PermissionStatus.NONE, 0.0)
    assert not permission.redeem("fox")
    assert not permission.ask("fox"), "one at a time"
    assert permission.redeem("ada")
    assert permission.ask("fox")


def test_a_refusal_is_shown_and_a_later_answer_is_ignored(permission: BoxPermission) -> None:
    wish = request_backup(permission)
    assert permission.answer(wish, granted=False)
    assert permission.status_of("ada")[0] is PermissionStatus.REFUSED
    assert not permission.answer(wish, granted=True)
    assert not permission.redeem("ada")


def test_no_answer_in_time_is_a_refusal(permission: BoxPermission, clock: Clock) -> None:
    wish = request_backup(permission)
    clock.now += ASKED_S
    assert permission.pending_request is None
    assert permission.status_of("ada")[0] is PermissionStatus.REFUSED
    assert not permission.answer(wish, granted=True)


def test_permission_expires_if_not_used_in_time(permission: BoxPermission, clock: Clock) -> None:
    permission.answer(request_backup(permission), granted=True)
    clock.now += USE_S
    assert not permission.redeem("ada")
    assert permission.status_of("ada")[0] is PermissionStatus.NONE


def test_asking_again_does_not_repeat_the_question(permission: BoxPermission, clock: Clock) -> None:
    wish = request_backup(permission)
    clock.now += 1
    assert request_backup(permission) == wish


def test_repeated_requests_leave_the_box_quiet(permission: BoxPermission, clock: Clock) -> None:
    permission.answer(request_backup(permission), granted=False)
    permission.answer(request_backup(permission), granted=False)  # the first refusal may have been a slip
    assert not permission.ask("ada")
    assert not permission.ask("fox"), "another phone of the same hand, maybe"
    for quiet in (QUIET_S, 2 * QUIET_S, 4 * QUIET_S, 8 * QUIET_S, MOST_QUIET_S, MOST_QUIET_S):
        clock.now += quiet - 1
        assert not permission.ask("ada")
        clock.now += 1
        permission.answer(request_backup(permission), granted=False)
    clock.now += MOST_QUIET_S
    permission.answer(request_backup(permission), granted=True)
    assert permission.redeem("ada")
    permission.answer(request_backup(permission), granted=False)
    assert permission.ask("ada"), "a yes makes up for it"


class TestTold:
    """Every phone shows it while a game continues whose hidden parts a phone has got."""

    def test_every_phone_shows_it_at_once_for_every_unfinished_game(self, store: Store) -> None:
        session = session_on(store.journal)
        session.do(expedition())
        session.do(expedition(("Dom", "Eve", "Flo")))
        assert not session.snapshot().in_phone_backup
        session.note_backup_given()
        assert session.snapshot().in_phone_backup
        again = session_on(store.journal)
        assert again.snapshot().in_phone_backup, "also after a start"
        again.do(OpenGame(number=1))
        assert again.snapshot().in_phone_backup
        again.do(expedition())
        assert not again.snapshot().in_phone_backup, "a new game has nothing to do with it"

    def test_games_that_are_over_or_closed_do_not_show_it(self, store: Store) -> None:
        session = session_on(store.journal)
        session.do(expedition())
        for move in whole_game():
            session.do(play(move))
        session.note_backup_given()
        assert not session.snapshot().in_phone_backup
        session.do(expedition())
        session.do(play(step(1)))
        session.note_backup_given()
        session.do(CloseGame())
        assert not session.snapshot().in_phone_backup

    def test_without_an_open_game_it_is_shown_too(self, session: Session) -> None:
        session.note_backup_given()
        assert session.snapshot().in_phone_backup
        session.do(expedition())
        assert not session.snapshot().in_phone_backup
