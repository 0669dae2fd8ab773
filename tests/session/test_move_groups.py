"""Moves that are offered as one group: everyone's rolls, or an action and the end of its turn."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.games import GAMES
from companion.journal.open_journal import Store
from companion.rules.game import Match, find_game
from companion.rules.match_functions import chance_field_of
from companion.rules.offers import Offer
from companion.rules.rule_errors import Refusal
from companion.rules.text import say
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.session.session import Session
from companion.table import table as tables
from companion.table.commands import Play
from companion.table.legal_moves import offers_of
from companion.table.one_press_moves import MoveGroup, groups_ending_turn, groups_for_all_seats
from companion.table.random_play import play_move, value_for
from companion.table.table import Table
from tests.kit.cases import Case, a_few, every_case, few_seeds, hands
from tests.kit.random_play import cut_table, whole_game
from tests.kit.scripted_games import end_turn, play, replayed_table, roll, start_lanterns, step, table_of
from tests.kit.twins import look_equal, twin_of


@pytest.fixture
def stalls(store: Store) -> Session:
    return start_lanterns(store.journal, dice=[1, 2, 3, 4, 5, 6])


def labels_and_seats(groups: tuple[MoveGroup, ...]) -> list[tuple[str, tuple[int, ...]]]:
    return [(group.label.key, group.seats) for group in groups]


class TestForEveryone:
    def test_all_dice_of_the_round_are_one_group(self, stalls: Session) -> None:
        [all_dice] = groups_for_all_seats(table_of(stalls), (1, 2))
        assert all_dice.moves == ((1, {"move": "roll"}), (2, {"move": "roll"}))
        assert all_dice.label == say("offer.for_all", offer=say("lanterns.roll"), n=2)
        stalls.do(Play(moves=all_dice.moves))
        assert table_of(stalls).state.oil == (4, 8)
        assert len({entry.group for entry in table_of(stalls).entries[-2:]}) == 1

    def test_moves_made_meanwhile_are_not_in_the_group(self, stalls: Session) -> None:
        stalls.do(play(roll(2)))
        assert groups_for_all_seats(table_of(stalls), (1, 2)) == ()
        assert labels_and_seats(groups_for_all_seats(table_of(stalls), (2,), other_seats=(1,))) == [("offer.for", (1,))]
        assert groups_for_all_seats(table_of(stalls), (1,), other_seats=(2,)) == ()

    def test_for_seats_with_phones_only_chance_is_offered(self, stalls: Session) -> None:
        table = table_of(stalls)
        assert labels_and_seats(groups_for_all_seats(table, (2,), other_seats=(1,))) == [("offer.for_all", (1, 2))]
        assert labels_and_seats(groups_for_all_seats(table, (), other_seats=(1, 2))) == [("offer.for_all", (1, 2))]
        assert groups_for_all_seats(table, (2,)) == ()
        silent = _offering(table, replace(_first(table, 1), chosen=(("loud", False),)))
        assert labels_and_seats(groups_for_all_seats(silent, (1, 2))) == [("offer.for_all", (1, 2))]
        assert groups_for_all_seats(silent, (), other_seats=(1, 2)) == ()

    @pytest.mark.parametrize(
        "other_move",
        [
            {"complete": False},
            {"secret": True},
            {"any_order": False},
            {"refused": Refusal(say("refused.over"))},
        ],
        ids=lambda other_move: next(iter(other_move)),
    )
    def test_moves_with_a_decision_are_not_grouped(self, stalls: Session, other_move: dict[str, Any]) -> None:
        table = table_of(stalls)
        assert groups_for_all_seats(_offering(table, replace(_first(table, 1), **other_move)), (1, 2)) == ()

    def test_a_seat_with_a_choice_is_not_grouped(self, stalls: Session) -> None:
        table = table_of(stalls)
        offer = _first(table, 1)
        assert groups_for_all_seats(_offering(table, offer, replace(offer, chosen=(("loud", True),))), (1, 2)) == ()

    def test_one_confirmation_makes_the_group_need_confirmation(self, stalls: Session) -> None:
        table = table_of(stalls)
        [joined] = groups_for_all_seats(_offering(table, replace(_first(table, 1), needs_confirmation=True)), (1, 2))
        assert joined.needs_confirmation

    def test_a_closed_game_offers_nothing(self, stalls: Session) -> None:
        assert groups_for_all_seats(tables.close(table_of(stalls)), (1, 2)) == ()


class TestAndEndTurn:
    def test_a_move_that_only_allows_the_end_is_grouped(self) -> None:
        table = _arriving()
        labels = {group.label.args[0][1] for group in groups_ending_turn(table, 1, as_seat(1))}
        assert say("classic.place.town") in labels
        assert say("classic.offer.post", colour=say("classic.colour.blue")) not in labels

    def test_a_move_that_allows_more_is_not_grouped(self) -> None:
        table = replayed_table([step(1)])
        assert any(offer.complete and not offer.ends_turn for offer in offers_of(table, 1))
        assert groups_ending_turn(table, 1, as_seat(1)) == ()

    def test_only_the_seat_on_turn_gets_the_group(self) -> None:
        table = _arriving()
        assert groups_ending_turn(table, 2, as_seat(2)) == ()
        assert groups_ending_turn(tables.close(table), 1, as_seat(1)) == ()
        assert groups_ending_turn(replayed_table([step(1), end_turn(1)]), 1, as_seat(1)) == ()

    def test_the_groups_are_computed_once_for_each_table(self, monkeypatch: pytest.MonkeyPatch) -> None:
        table = _arriving()
        first = groups_ending_turn(table, 1, as_seat(1))
        monkeypatch.setattr("companion.table.one_press_moves.offers_of", None)
        assert groups_ending_turn(table, 1, as_seat(1)) is first


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_every_offered_group_can_be_played(case: Case, seed: int, rnd: Random) -> None:
    table = _random_table(case, seed, rnd)
    mine = [seat for seat in table.seats if rnd.random() < 0.5]
    others = [seat for seat in table.seats if seat not in mine]
    for group in groups_for_all_seats(table, mine, others):
        assert len(group.seats) == len(group.moves)
        assert len(group.moves) > 1 or group.seats[0] not in mine
        after = table
        for seat, body in rnd.sample(group.moves, len(group.moves)):
            chance = chance_field_of(after.match, after.state, seat, group.offer.kind, {})
            after = play_move(after, seat, {**body, **({"chance": value_for(chance, rnd)} if chance else {})})
    for seat in table.seats:
        for viewer in (as_seat(seat), PUBLIC):
            for group in groups_ending_turn(table, seat, viewer):
                (_, action), (_, end) = group.moves
                between = play_move(table, seat, action)
                can = [offer for offer in table.match.offers(between.state, seat) if offer.refused is None]
                assert [offer.move() for offer in can] == [end]
                assert table.match.turn_no(play_move(between, seat, end).state) != table.match.turn_no(table.state)


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_viewers_that_see_no_difference_get_the_same_groups(case: Case, seed: int, rnd: Random) -> None:
    table = _random_table(case, seed, rnd)
    hidden = rnd.choice(case.every_seat)
    twin = twin_of(table, hidden, rnd)
    for viewer in _viewers(table):
        if viewer.sees(hidden) or not look_equal(table, twin, viewer):
            continue
        assert groups_for_all_seats(table, table.seats) == groups_for_all_seats(twin, table.seats)
        for seat in table.seats:
            if viewer.seat in (seat, None):
                assert _visible_groups(table, seat, viewer) == _visible_groups(twin, seat, viewer)


def _visible_groups(table: Table, seat: int, viewer: Viewer) -> list[MoveGroup]:
    """Return the groups with the end of the turn; for another seat without kinds that depend on its hand."""
    secret = {offer.kind for offer in offers_of(table, seat) if offer.secret}
    return [
        group
        for group in groups_ending_turn(table, seat, viewer)
        if viewer.sees(seat) or group.offer.kind not in secret
    ]


def _viewers(table: Table) -> tuple[Viewer, ...]:
    return (PUBLIC, *(as_seat(seat) for seat in table.seats))


def _random_table(case: Case, seed: int, rnd: Random) -> Table:
    table = whole_game(case, seed)
    # Offers are cached with their table, so each look needs its own.
    return replace(cut_table(table, rnd.randint(0, min(60, len(table.entries)))))


def _arriving() -> Table:
    """Return a game of 1983 in which seat 1 has spun and may arrive."""
    table = tables.start(find_game("classic", GAMES), ("Ada", "Bao"), {})
    return play_move(table, 1, {"move": "spin", "route": "land", "chance": [0]})


def _first(table: Table, seat: int) -> Offer:
    return table.match.offers(table.state, seat)[0]


class _Offering:
    """A match that makes these offers to every seat."""

    def __init__(self, match: Match, offers: tuple[Offer, ...]) -> None:
        self._match, self._offers = match, offers

    def __getattr__(self, name: str) -> Any:
        return getattr(self._match, name)

    def offers(self, state: Any, seat: int) -> tuple[Offer, ...]:
        return self._offers


def _offering(table: Table, *offers: Offer) -> Table:
    match: Any = _Offering(table.match, offers)
    return replace(table, game_start=replace(table.game_start, match=match))
