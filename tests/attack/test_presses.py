"""One key press rolls and makes a refused move after it: the reason may not reveal a roll that is not kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.journal.journal import Journal
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say
from companion.session.session import Session
from companion.table.commands import StartGame
from tests.kit.scripted_games import GAMES, NOON, folder_in_memory, play, table_of

WHEEL = {"sectors": [{"land": 1, "sea": 9}, {"land": 9, "sea": 1}, {"land": "bandit", "sea": 1}, {"land": 4, "sea": 4}]}
VOYAGES = StartGame(game="voyages", names=("Ada", "Bao"), options={"characters": ["kubilai", "johannes"]})
CLASSIC = StartGame(game="classic", names=("Ada", "Bao"), options={"wheel": WHEEL})
ROLL = {"move": "roll"}
SPIN = {"move": "spin", "route": "land"}
AFTER_CHANCE = say("session.after_chance")
Begin = Callable[[StartGame, int], Session]


@pytest.fixture
def begin() -> Iterator[Begin]:
    with ExitStack() as opened:

        def session(start: StartGame, seed: int) -> Session:
            path = Path(opened.enter_context(folder_in_memory())) / "journal.sqlite3"
            journal = opened.enter_context(closing(Journal(path)))
            session = Session(journal, GAMES, lambda: NOON, entropy=Random(seed).randbytes)
            session.do(start)
            return session

        yield session


@pytest.mark.parametrize(
    ("start", "chance", "after"),
    [
        (VOYAGES, ROLL, {"move": "compensate", "coins": 0, "camels": 99}),
        (VOYAGES, ROLL, ROLL),
        (CLASSIC, SPIN, {"move": "refuse_fight"}),
        (CLASSIC, SPIN, {"move": "end_turn"}),
        (CLASSIC, SPIN, {"move": "arrive", "place": "venice"}),
        (CLASSIC, SPIN, {"move": "arrive", "place": "mission"}),
        (CLASSIC, SPIN, {"move": "correct", "what": "table", "by": 1}),
    ],
)
def test_a_move_after_a_draw_is_always_refused(
    begin: Begin, start: StartGame, chance: dict[str, Any], after: dict[str, Any]
) -> None:
    for seed in range(6):
        session = begin(start, seed)
        before = table_of(session)
        with pytest.raises(IllegalMoveError) as refused:
            session.do(play((1, chance), (1, after)))
        assert refused.value.reason == AFTER_CHANCE
        assert table_of(session) == before


def test_another_seats_move_after_a_draw_is_refused(begin: Begin) -> None:
    session = begin(CLASSIC, 1)
    for move in ({"move": "end_turn"}, SPIN, {"move": "correct", "what": "table", "by": 1}):
        with pytest.raises(IllegalMoveError) as refused:
            session.do(play((1, SPIN), (2, move)))
        assert refused.value.reason == AFTER_CHANCE


def test_one_press_still_rolls_for_everyone(begin: Begin) -> None:
    session = begin(VOYAGES, 1)
    session.do(play((1, ROLL), (2, ROLL)))
    assert [draw.seat for draw in table_of(session).draws] == [1, 2]


def test_a_move_may_follow_a_typed_result(begin: Begin) -> None:
    session = begin(CLASSIC, 1)
    session.do(play((1, {**SPIN, "chance": [0]}), (1, {"move": "arrive", "place": "town"})))
    assert [entry.played.move.kind for entry in table_of(session).entries] == ["spin", "arrive"]


def test_a_roll_may_come_last(begin: Begin) -> None:
    session = begin(CLASSIC, 1)
    town = {"move": "arrive", "place": "town"}
    session.do(play((1, {**SPIN, "chance": [0]}), (1, town), (1, {"move": "end_turn"}), (2, SPIN)))
    assert len(table_of(session).draws) == 1
