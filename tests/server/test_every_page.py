"""Pages of every game, played at random, in both languages: the first error or missing word is named."""

from __future__ import annotations

import logging
from functools import partial
from random import Random

import pytest

from companion.rules.game import Game
from companion.session.session import Session
from companion.table.commands import StartGame, TurnReveal
from companion.table.random_play import complete_move, open_kinds
from companion.words import catalogue
from companion.words.catalogue import LANGUAGES
from tests.kit.cases import GAMES, NAMES, PLAIN, every_game
from tests.kit.scripted_games import play, table_of
from tests.server.helpers import new_session
from tests.server.phones_room import Phone, Room

MOVES_BETWEEN = (1, 3, 7, 20, 60)
"""Numbers of moves between the moments at which all pages are opened; then only at the end."""
MOST_MOVES = 3_000
REFUSALS = (403, 409, 422)
"""Statuses of the form of a move that is refused now, or that another phone makes."""
LIVE = ("/", "/tv", "/api/state", "/api/history", "/api/draws", "/api/beginning")
PAST = ("/games", "/games/1", "/games/1/picture", "/api/games/1", "/api/games/1/story", "/api/games/1/draws")


@every_game
def test_pages_have_no_error_and_all_words(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    catalogue._rendered.cache_clear()  # a missing word is logged once
    rnd = Random(game.id)
    seats, options = game.seats[0], PLAIN.get(game.id, {})
    with new_session(GAMES) as session, caplog.at_level(logging.WARNING, "companion"):
        room = Room(session)
        ask = room.world.table.ask
        ask(partial(session.do, StartGame(game=game.id, names=NAMES[:seats], options=dict(options))))
        phones = [room.phone(*roles) for roles in ((), (None,), (1,), (2,))]
        open_pages(phones, LIVE, caplog)
        for number in MOVES_BETWEEN:
            ask(partial(play_on, session, number, rnd))
            open_pages(phones, LIVE, caplog)
        ask(partial(play_on, session, MOST_MOVES, rnd))
        while (reveal := session.reveal) is not None:
            open_pages(phones, LIVE, caplog)
            ask(partial(session.do, TurnReveal(step=reveal.shown + 1)))
        assert table_of(session).over
        open_pages(phones, (*LIVE, *PAST), caplog)


def play_on(session: Session, moves: int, rnd: Random) -> None:
    """Make this number of moves, fewer at the end of the game; half of the throws are drawn, the others typed."""
    for _ in range(moves):
        table = table_of(session)
        if table.over or session.reveal is not None:
            return
        seat = rnd.choice(table.match.active_seats(table.state))
        kind = rnd.choice([kind for kind in open_kinds(table.match, table.state, seat) if kind != "correct"])
        if rnd.random() < 0.03:
            seat, kind = rnd.choice(table.seats), "correct"
        body = complete_move(table.match, table.state, seat, kind, rnd)
        if rnd.random() < 0.5:
            body.pop("chance", None)
        session.do(play((seat, body)))


def open_pages(phones: list[Phone], paths: tuple[str, ...], caplog: pytest.LogCaptureFixture) -> None:
    """Open these pages on these phones in each language, and the forms of the moves on offer."""
    for language in LANGUAGES:
        for phone in phones:
            phone.headers = {"Accept-Language": language}
            for path in paths:
                response = phone.client.get(path, headers=phone.headers)
                expect_no_fault(f"{path} in {language}", response.status_code, caplog)
            for seat, kind in {(offer["seat"], offer["move"]["move"]) for offer in phone.view["offers"]}:
                response = phone.post("/api/form", seat=seat, move=kind)
                expect_no_fault(f"the form of {kind} in {language}", response.status_code, caplog, *REFUSALS)


def expect_no_fault(what: str, status: int, caplog: pytest.LogCaptureFixture, *allowed: int) -> None:
    """Fail with the first fault by its name: a key without words, a part of a scene that is not shown, an error."""
    faults = [record.getMessage() for record in caplog.records]
    assert not faults, f"{what}: {faults[0]}"
    assert status in (200, *allowed), f"{what}: {status}"
