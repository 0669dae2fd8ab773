"""Several seats that may act at once: each seat's offer under its badge, and common offers as one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.faces import ConfirmFace, ListFace
from companion.box.pages import turn_page as table_page
from companion.table.commands import Play
from companion.table.one_press_moves import MoveGroup, groups_for_all_seats
from companion.table.table import Table
from tests.input.hands import Hands
from tests.input.test_forms import at_market, badges


@pytest.fixture
def rolling(tmp_path: Path) -> Iterator[Hands]:
    """Everything is hidden; everyone may roll."""
    hands = at_market(tmp_path)
    for seat in (1, 1, 2, 2, 3, 3):
        hide = {"move": "hide", "colour": "red", "value": 10_000 + seat, "wish": "paix"}
        hands.other_hand(Play(moves=((seat, hide),)))
    yield hands
    hands.close()


def all_to_confirm(table: Table, seats: tuple[int, ...]) -> tuple[MoveGroup, ...]:
    """Return the common offers with a needed confirmation, as a game would have them that they end."""
    return tuple(replace(group, needs_confirmation=True) for group in groups_for_all_seats(table, seats))


def test_a_common_move_is_taken_back_as_one_change(rolling: Hands) -> None:
    before = len(rolling.table.entries)
    rolling.press("ok")
    assert len(rolling.table.entries) == before + 3
    rolling.hold("back")
    assert len(rolling.table.entries) == before
    assert badges(rolling) == ["", "I", "B", "C"]


def test_a_common_move_is_confirmed_if_needed(rolling: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_page, "groups_for_all_seats", all_to_confirm)
    rolling.hold("ok")
    rolling.press("back")
    rolling.other_hand(Play(moves=((1, {"move": "roll"}),)))
    rolling.press("ok")  # closes the dice
    before = len(rolling.table.entries)
    rolling.press("ok")
    assert isinstance(rolling.face, ConfirmFace)
    assert rolling.spoken.startswith("Huile (2 joueurs)")
    rolling.press("back")
    assert len(rolling.table.entries) == before
    rolling.press("ok", "ok")
    assert len(rolling.table.entries) == before + 2


def test_a_question_about_several_closes_when_one_has_moved(rolling: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_page, "groups_for_all_seats", all_to_confirm)
    rolling.other_hand(Play(moves=((1, {"move": "roll"}),)))
    rolling.press("ok", "ok")  # closes the dice
    assert isinstance(rolling.face, ConfirmFace)
    rolling.other_hand(Play(moves=((2, {"move": "roll"}),)))
    assert not isinstance(rolling.face, ConfirmFace)
    assert len(rolling.table.entries) == 8


def test_a_seat_that_answers_out_of_turn_comes_first(rolling: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    match = type(rolling.table.match)
    monkeypatch.setattr(match, "active_seats", lambda self, state: (1, 2, 3))
    monkeypatch.setattr(match, "turn", lambda self, state: 1)
    rolling.other_hand(Play(moves=((1, {"move": "roll"}),)))
    rolling.press("ok")  # closes the dice
    assert badges(rolling) == ["", "B", "C", "I"]
    face = rolling.face
    assert isinstance(face, ListFace)
    assert [row.text for row in face.rows][1:] == ["Huile", "Huile", "Inès"]


def test_offers_of_active_seats_are_computed_once_each(rolling: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    real = type(rolling.table.match).offers

    def counted(match: Any, state: Any, seat: int) -> Any:
        calls.append(seat)
        return real(match, state, seat)

    monkeypatch.setattr(type(rolling.table.match), "offers", counted)
    rolling.press("down")
    rolling.press("ok")
    for key in ("down", "up", "down"):
        rolling.press(key)
    assert sorted(calls) == [1, 2, 3]
