"""A throw that was taken back: how it locks its seat, what spends it, and that no seat is ever stuck."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.rules.fields import ChanceField, OneOf
from companion.rules.rule_errors import IllegalMoveError
from companion.session.session import Session
from companion.table.commands import Amend, Insert, Play, StartGame, TakeBack
from companion.table.draw_record import DrawRecord
from companion.table.legal_moves import locked_draws, next_draw_name, next_pick, offers_of, options_of
from tests.kit.scripted_games import GAMES, NOON, journal_in_memory, play, table_of

ARRIVE = {"move": "arrive", "place": "town"}
END = {"move": "end_turn"}
MANY = {"wheel": {"sectors": [{"land": 1 + n % 9, "sea": 1 + n // 4} for n in range(36)]}}
"""A wheel without attacks, on which most sectors show one number on land and another at sea."""


@pytest.fixture
def session() -> Iterator[Session]:
    with journal_in_memory() as journal:
        yield Session(journal, GAMES, lambda: NOON, entropy=Random(11).randbytes)


@pytest.fixture
def road(session: Session) -> Session:
    """Return a game of 1983 for two, before its first spin."""
    session.do(StartGame(game="classic", names=("Ada", "Bao"), options=MANY))
    return session


@pytest.fixture
def market(session: Session) -> Session:
    """Return a market for two in its first of two rounds: everyone has rolled, and it is the turn of the first
    stall.
    """
    session.do(StartGame(game="lanterns", names=("Ada", "Bao")))
    for seat, value in ((1, 11_111), (1, 11_112), (2, 22_221), (2, 22_222)):
        session.do(play((seat, {"move": "hide", "colour": "red", "value": value, "wish": "rain"})))
    for seat in (1, 2):
        session.do(play((seat, {"move": "roll", "chance": [1, 2]})))
    return session


def spin(seat: int, route: str = "land", **fields: Any) -> Play:
    return play((seat, {"move": "spin", "route": route, **fields}))


def wind(seat: int, row: str) -> Play:
    return play((seat, {"move": "wind", "row": row}))


def last(session: Session) -> DrawRecord:
    return table_of(session).draws[-1]


def pass_on(session: Session, *seats: int) -> None:
    """Play typed spins, so that nothing is drawn on the way."""
    for seat in seats:
        session.do(spin(seat, chance=[0]))
        session.do(play((seat, ARRIVE), (seat, END)))


class TestBinding:
    def test_a_draw_records_its_announcement_and_moment(self, road: Session) -> None:
        road.do(spin(1, "sea"))
        assert (last(road).fixed, last(road).moment, last(road).purpose) == ({"route": "sea"}, (1, 0), "spin")

    def test_a_draw_taken_back_can_only_be_repeated_as_announced(self, road: Session) -> None:
        road.do(spin(1, "land"))
        first = last(road)
        road.do(TakeBack())
        with pytest.raises(IllegalMoveError) as refused:
            road.do(spin(1, "sea"))
        assert refused.value.reason.key == "session.bound"
        road.do(spin(1, "land"))
        assert (last(road).values, last(road).repeated) == (first.values, True)

    def test_a_refused_announcement_is_greyed_out(self, road: Session) -> None:
        road.do(spin(1, "land"))
        road.do(TakeBack())
        table = table_of(road)
        open_now = {
            dict(offer.chosen).get("route"): offer.refused for offer in offers_of(table, 1) if offer.kind == "spin"
        }
        assert open_now["land"] is None
        assert open_now["sea"] is not None
        assert open_now["sea"].reason.key == "session.bound"
        field = next_pick(table, 1, "spin", {})
        assert isinstance(field, OneOf)
        assert [(choice.value, choice.refused is None) for choice in field.choices] == [("land", True), ("sea", False)]
        assert [option.refused for option in options_of(table, 1) if option.kind == "spin"] == [None]

    def test_other_seats_are_not_locked(self, road: Session) -> None:
        road.do(spin(1, "land"))
        road.do(TakeBack())
        pass_on(road, 1)
        road.do(spin(2, "sea"))
        assert locked_draws(table_of(road), 2, "spin") == ()

    def test_real_dice_are_always_accepted(self, road: Session) -> None:
        road.do(spin(1, "land"))
        road.do(TakeBack())
        road.do(spin(1, "sea", chance=[3]))
        assert table_of(road).entries[0].played.spends is None, "what was thrown was for another road"
        road.do(TakeBack())
        road.do(spin(1, "land", chance=[3]))
        assert table_of(road).entries[0].played.spends == ("spin", 1)

    def test_a_correction_keeps_the_draw_and_shows_it(self, road: Session) -> None:
        road.do(spin(1, "land"))
        drawn = last(road)
        road.do(Amend(entry=1, move={"move": "spin", "route": "sea"}))
        played = table_of(road).entries[0].played
        assert (played.drawn, played.differs_from_draw) == (drawn, True)
        road.do(Amend(entry=1, move={"move": "spin", "route": "land"}))
        assert not table_of(road).entries[0].played.differs_from_draw

    def test_of_several_announcements_only_the_first_counts(self, market: Session) -> None:
        market.do(wind(1, "gate"))
        market.do(TakeBack())
        with pytest.raises(IllegalMoveError):
            market.do(wind(1, "river"))
        assert any(option.kind == "end_turn" and option.refused is None for option in options_of(table_of(market), 1))

    def test_another_purpose_has_its_own_names(self, market: Session) -> None:
        market.do(wind(1, "gate"))
        first = last(market)
        for seat in (1, 2):
            market.do(play((seat, END)))
        for seat in (1, 2):
            market.do(play((seat, {"move": "roll", "chance": [1, 2]})))
        field = next_pick(table_of(market), 1, "wind", {"row": "river"})
        assert isinstance(field, ChanceField)
        market.do(wind(1, "river"))
        assert (first.name, last(market).name) == ("lanterns/1/wind/1", "lanterns/1/wind.late/1")
        assert (first.wanted, last(market).wanted) == ((("d6", 1),), (("d8", 1),))


class TestSpending:
    def test_the_next_own_turn_spends_the_draw(self, road: Session) -> None:
        road.do(spin(1, "land"))
        first = last(road)
        road.do(TakeBack())
        pass_on(road, 1, 2)
        assert next_draw_name(table_of(road), 1, "spin").n == 2
        road.do(spin(1, "sea"))
        assert (last(road).name, last(road).repeated) == ("classic/1/spin/2", False)
        assert first.name == "classic/1/spin/1"

    def test_a_missed_turn_spends_the_draw_too(self, market: Session) -> None:
        market.do(wind(1, "gate"))
        market.do(TakeBack())
        for seat in (1, 2):
            market.do(play((seat, END)))
        market.do(Insert(entry=7, seat=1, move={"move": "wind", "row": "river", "chance": [1]}))
        assert next_draw_name(table_of(market), 1, "wind").n == 2

    def test_a_typed_result_spends_the_draw_while_it_stands(self, road: Session) -> None:
        road.do(spin(1, "land"))
        first = last(road)
        road.do(TakeBack())
        road.do(spin(1, "land", chance=[0]))
        road.do(TakeBack())
        road.do(spin(1, "land"))
        assert (last(road).name, last(road).values) == (first.name, first.values)

    def test_a_typed_result_that_replaces_a_draw_spends_it(self, road: Session) -> None:
        road.do(spin(1, "land"))
        road.do(Amend(entry=1, move={"move": "spin", "route": "land", "chance": [0]}))
        assert table_of(road).entries[0].played.spends == ("spin", 1)
        road.do(play((1, ARRIVE), (1, END)))
        pass_on(road, 2)
        road.do(spin(1, "land"))
        assert last(road).name == "classic/1/spin/2"

    def test_taking_back_further_gives_the_draw_its_name_again(self, road: Session) -> None:
        road.do(spin(1, "land"))
        first = last(road)
        road.do(TakeBack())
        pass_on(road, 1, 2)
        road.do(spin(1, "sea"))
        while table_of(road).entries:
            road.do(TakeBack())
        with pytest.raises(IllegalMoveError):
            road.do(spin(1, "sea"))
        road.do(spin(1, "land"))
        assert (last(road).name, last(road).values) == (first.name, first.values)


class TestNobodyIsStuck:
    def test_a_seat_with_no_other_move_may_repeat_differently(self, road: Session) -> None:
        """The wheel has changed: the throw cannot be repeated as it was, and spinning is the only legal move."""
        road.do(spin(1, "land"))
        first = last(road)
        road.do(TakeBack())
        wheel = {"sectors": [{"land": 1, "sea": 2}, {"land": 3, "sea": 4}]}
        road.do(Amend(entry=0, options={"wheel": wheel}))
        table = table_of(road)
        assert [option.kind for option in options_of(table, 1) if option.refused is None] == ["spin", "correct"]
        assert all(offer.refused is None for offer in offers_of(table, 1) if offer.kind == "spin")
        road.do(spin(1, "sea"))
        assert (last(road).name, last(road).repeated, last(road).wanted) == (first.name, True, (("sectors", 2),))
        assert last(road).fixed == {"route": "sea"}

    def test_a_changed_die_has_its_own_draw_name(self, market: Session) -> None:
        """The last round has another die: in that round the wind has its own name and locks nobody."""
        market.do(wind(1, "gate"))
        market.do(TakeBack())
        market.do(Amend(entry=0, options={"rounds": 1}))
        market.do(wind(1, "river"))
        assert last(market).name == "lanterns/1/wind.late/1"
