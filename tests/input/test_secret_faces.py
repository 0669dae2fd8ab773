"""Secrets planted in games are on no face of the box, whatever key is pressed, unless the box was handed over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.box.box import Box
from companion.box.pages.history_page import _amend
from companion.box.pages.private_hand_page import HandOverPage
from companion.box.screen.paint import last_scroll, paint
from companion.games.classic import CLASSIC
from companion.rules.game import Game
from companion.session.pairing_codes import PairingCodes
from companion.session.session import Session
from companion.table.commands import Play, StartGame
from tests.depth import deep, enough
from tests.input.hands import Hands
from tests.server.helpers import RecordedBox
from tests.server.random_evenings import Evening, Responses, seeds
from tests.server.spy import Look, NoTwinError, evening, twin_responses
from tests.server.test_planted_secrets import LeakyClassic

EVENINGS, MANY_EVENINGS = enough(20), 100
KEYS = 25
PRESSES = ("ok", "ok", "down", "down", "up", "back", "menu", "seat1", "seat2", "undo")
TWINS = 6


class Passer(Hands):
    """A passer-by at a box on the table, who presses keys but never takes it over for a seat."""

    def __init__(self, session: Session) -> None:
        self.passed = session
        super().__init__(session.journal.path.parent, games=session.games)
        self.watch = lambda face: None

    def _start(self) -> None:
        self._heard, self._looked_at = 0, None
        self.watch = lambda face: None
        self.session = self.passed
        self.codes = PairingCodes(lambda: self.now, lambda below: 123_456 % below, lambda: "A" * 22)
        self.box = Box(
            self.session, self.first, lambda: None, lambda: "http://192.168.100.20:8080/", last_scroll, codes=self.codes
        )
        self._look()

    def walk(self, rnd: Random) -> Iterator[tuple[str, str]]:
        """Yield the face, the speech and the picture after each key."""
        for number in range(KEYS):
            page = self.box._pages[-1]
            yield f"{number} {type(page).__name__}", f"{self.face!r} {self.spoken} {paint(self.face).rows}"
            key = "back" if isinstance(page, HandOverPage) else rnd.choice(PRESSES)
            self.hold("ok") if key == "menu" else self.press(key)


@pytest.mark.parametrize("evenings", [EVENINGS, pytest.param(MANY_EVENINGS, marks=pytest.mark.long)])
def test_no_face_distinguishes_evenings_that_differ_in_secrets(evenings: int) -> None:
    compared = 0
    pages: set[str] = set()
    for seed in seeds():
        if pair := _faces(CLASSIC, seed):
            evening, twin = pair
            compared += 1
            pages |= {where.split()[1] for where in evening}
            assert [where for where in evening if evening[where] != twin.get(where)] == [], f"evening {seed}"
        if compared == evenings:
            break
    assert compared == evenings
    assert {"TablePage", "HandOverPage"} < pages


@deep
@pytest.mark.parametrize("hole", ["told", "details"])
def test_a_leak_of_a_game_is_found_on_a_face(hole: str) -> None:
    assert any(evening != twin for seed in seeds() for evening, twin in [_faces(LeakyClassic(hole), seed) or ({}, {})])


def test_an_amendment_reveals_no_later_ransom(tmp_path: Path) -> None:
    with closing(Hands(tmp_path, "en", games=(CLASSIC,))) as hands:
        hands.session.do(StartGame(game="classic", names=("Ada", "Bao")))
        blue = {"colour": "blue", "value": 80}
        moves: list[tuple[int, dict[str, Any]]] = [
            (2, {"move": "correct", "what": "blue:80", "by": 1}),
            *_turn(1, place="town"),
            *_turn(2, place="post", colour="blue"),
            (1, {"move": "spin", "route": "land", "chance": [0]}),
            (1, {"move": "arrive", "place": "post", "colour": "blue", "shared_with": [2]}),
            *(
                (1, {"move": "trade", "with": 2}),
                (2, {"move": "trade", "with": 1, "card": blue}),
            ),
            *((1, {"move": "end_turn"}), (2, {"move": "spin", "route": "land", "chance": [7]})),
            *((2, {"move": "correct", "what": "blue:50", "by": 1}), (2, {"move": "fight", "chance": [1, 6]})),
            (2, {"move": "ransom", "pay": "card", "colour": "blue", "value": 50}),
        ]
        for seat, move in moves:
            hands.session.do(Play(moves=((seat, move),)))
        _amend(hands.box, 10, None)
        assert "Later moves are secret" in " ".join(hands.spoken.split())
        assert len(hands.table.entries) == len(moves)


def _turn(seat: int, **place: str) -> list[tuple[int, dict[str, Any]]]:
    """Return the moves of a turn in which a seat arrives there."""
    spin = {"move": "spin", "route": "land", "chance": [0]}
    return [(seat, spin), (seat, {"move": "arrive", **place}), (seat, {"move": "end_turn"})]


def _faces(game: Game, seed: int) -> tuple[Responses, Responses] | None:
    """Return the faces of an evening and of its twin; None if it has no twin."""
    app, look = RecordedBox(simulated=False).app(), _walking(seed)
    script = evening(game, seed, app, look)
    for attempt in range(TWINS):
        try:
            return script.responses[-1], twin_responses(game, script, Random(seed + attempt), app, look)[-1]
        except NoTwinError:
            continue
    return None


def _walking(seed: int) -> Look:
    def look(played: Evening) -> Responses:
        return dict(Passer(played.session).walk(Random(seed)))

    return look
