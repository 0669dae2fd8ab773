"""Tests of several moves in one command: all or none is played, and the sender must be allowed each of them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.session.session import Session
from companion.table.commands import StartGame
from companion.table.table import Table
from tests.kit.scripted_games import play
from tests.server.helpers import catalogue_text
from tests.server.phones_room import END, NAMES, STEP, Phone, Room, refusal_of

ROLL = {"move": "roll"}
SHOW = {"move": "show", "cards": ["red:22222"]}
WIND = {"move": "wind", "row": "gate"}


def move_of(seat: int, move: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a move in the form of a list of moves."""
    return {"seat": seat, "move": {**move, **more}}


@pytest.fixture
def race(room: Room) -> Phone:
    """Return the host of an Expedition of three at its start."""
    host = room.phone(None)
    host.start()
    return host


@pytest.fixture
def market(session: Session, room: Room) -> Room:
    """Set up a market of three, everything hidden, before the roll."""
    session.do(StartGame(game="lanterns", names=tuple(NAMES)))
    for seat in (1, 2, 3):
        for value in (seat * 11_111, seat * 11_111 + 1):
            session.do(play((seat, {"move": "hide", "colour": "red", "value": value, "wish": f"wish {seat}"})))
    return room


def rolled(market: Room) -> None:
    """Roll for everyone; it is then the turn of seat 1."""
    for seat in (1, 2, 3):
        market.world.session.do(play((seat, {**ROLL, "chance": [2, 3]})))


def table(room: Room) -> Table:
    table = room.world.session.table
    assert table is not None
    return table


def moves(room: Room) -> list[tuple[int, str]]:
    return [(entry.played.seat, entry.played.move.kind) for entry in table(room).entries]


class TestAllOrNone:
    def test_several_moves_are_taken_back_as_a_whole(self, race: Phone, room: Room) -> None:
        answer = race.do("play", moves=[move_of(1, STEP), move_of(1, END), move_of(2, STEP)])
        assert answer.json == {"seq": 4, "entry": 3, "number": 1}
        assert {entry.group for entry in table(room).entries} == {2}
        assert race.do("take_back").status_code == 200
        assert table(room).entries == ()

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_one_refused_move_refuses_all_with_its_reason(self, race: Phone, room: Room, language: str) -> None:
        race.headers = {"Accept-Language": language}
        before = table(room)
        for path in ("commands", "preview"):
            error = refusal_of(
                race.post(
                    f"/api/{path}", do="play", id=path, expected_seq=1, moves=[move_of(1, STEP), move_of(2, STEP)]
                ),
                422,
                "illegal_move",
            )
            assert error["reason"] == catalogue_text(language, "refused.turn", seat=1).replace("1", "Ada")
        assert table(room) == before

    def test_a_preview_covers_all_moves(self, race: Phone, room: Room) -> None:
        looked = race.post(
            "/api/preview", do="play", moves=[move_of(1, STEP), move_of(1, {"move": "crate", "value": 2})]
        )
        assert looked.json is not None
        assert (looked.json["entry"], [line["by"] for line in looked.json["lines"]]) == (2, [2])
        assert table(room).entries == ()

    @pytest.mark.parametrize(
        ("body", "where"),
        [
            ({"moves": []}, "moves"),
            ({"moves": [move_of(1, STEP)] * 21}, "moves"),
            ({"moves": {"seat": 1, "move": STEP}}, "moves"),
            ({"moves": [move_of(1, STEP), 7]}, "moves.1"),
            ({"moves": [{"seat": 1}]}, "moves.0.move"),
            ({"moves": [{**move_of(1, STEP), "chance": [1]}]}, "moves.0.chance"),
            ({"moves": [{"seat": True, "move": STEP}]}, "moves.0.seat"),
            ({"moves": [{"seat": 1, "move": None}]}, "moves.0.move"),
            ({"moves": [move_of(1, STEP)], "seat": 1}, "moves"),
            ({"moves": [move_of(1, STEP)], "move": STEP}, "moves"),
            ({"moves": [move_of(1, STEP), move_of(9, STEP)]}, "seat"),
            ({"seat": 1}, "move"),
            ({"move": STEP}, "seat"),
            ({}, "seat"),
        ],
    )
    def test_a_malformed_move_names_its_field(self, race: Phone, room: Room, body: dict[str, Any], where: str) -> None:
        before = table(room)
        assert refusal_of(race.do("play", **body), 400, "malformed")["where"] == where
        assert table(room) == before


class TestWhoMay:
    def test_the_sender_must_act_for_each_seat(self, race: Phone, room: Room) -> None:
        ada, before = room.phone(1), table(room)
        for phone, seats in ((ada, (1, 2)), (race, (2, 1)), (race, (1, 1))):
            both = [move_of(seat, move) for seat, move in zip(seats, (STEP, END), strict=True)]
            refusal_of(phone.do("play", moves=both), 403, "not_yours")
            refusal_of(phone.post("/api/preview", do="play", moves=both), 403, "not_yours")
        refusal_of(room.phone().do("play", moves=[move_of(1, STEP)]), 401, "no_claim")
        assert table(room) == before
        assert ada.do("play", moves=[move_of(1, STEP), move_of(1, END)]).status_code == 200

    def test_a_later_move_cannot_reveal_a_hand(self, market: Room) -> None:
        """Seat 2's offers that reveal its hand appear only after seat 1's turn: a host must not get around them by
        that.
        """
        rolled(market)
        host, before = market.phone(None), table(market)
        later = [move_of(1, END), move_of(2, SHOW)]
        refusal_of(host.do("play", moves=later), 403, "not_yours")
        refusal_of(host.post("/api/preview", do="play", moves=later), 403, "not_yours")
        assert table(market) == before
        assert host.do("play", moves=later[:1]).status_code == 200
        refusal_of(host.do("play", moves=later[1:]), 403, "not_yours")
        assert market.phone(2).do("play", moves=later[1:]).status_code == 200

    def test_another_seats_withheld_field_cannot_be_filled(self, room: Room) -> None:
        host = room.phone(None)
        assert host.do("start", game="classic", seats=NAMES).status_code == 200
        room.world.session.do(play((2, {"move": "correct", "what": "blue:80", "by": 1})))
        for seat in (1, 2, 3):
            room.world.session.do(play((seat, {"move": "spin", "route": "land", "chance": [0]})))
            place = {"place": "post", "colour": "blue"} if seat > 1 else {"place": "town"}
            room.world.session.do(play((seat, {"move": "arrive", **place})))
            room.world.session.do(play((seat, {"move": "end_turn"})))
        room.world.session.do(play((1, {"move": "spin", "route": "land", "chance": [0]})))
        ada, before = room.phone(1), table(room)
        arrive = {"move": "arrive", "place": "post", "colour": "blue", "shared_with": [2, 3]}
        guess = {"move": "trade", "with": 2, "card": {"colour": "blue", "value": 80}}
        refusal_of(ada.post("/api/preview", do="play", moves=[move_of(1, arrive), move_of(1, guess)]), 403, "not_yours")
        assert table(room) == before


class TestChance:
    def test_a_host_rolls_for_claimed_seats_too(self, market: Room) -> None:
        market.phone(2), market.phone(3)
        host = market.phone(None)
        assert host.do("play", moves=[move_of(seat, ROLL) for seat in (1, 2, 3)]).status_code == 200
        assert moves(market)[6:] == [(seat, "roll") for seat in (1, 2, 3)]
        assert len({entry.group for entry in table(market).entries[6:]}) == 1
        assert [draw.name for draw in table(market).draws] == [f"lanterns/{seat}/roll/1" for seat in (1, 2, 3)]

    def test_for_claimed_seats_a_host_may_only_roll(self, market: Room) -> None:
        ada, host, before = market.phone(1), market.phone(None), table(market)
        refusal_of(host.do("play", moves=[move_of(2, ROLL), move_of(1, ROLL, chance=[6, 6])]), 403, "not_yours")
        refusal_of(ada.do("play", moves=[move_of(1, ROLL), move_of(2, ROLL)]), 403, "not_yours")
        assert table(market) == before
        rolled(market)
        refusal_of(host.do("play", moves=[move_of(1, WIND)]), 403, "not_yours")
        refusal_of(host.do("play", moves=[move_of(1, END)]), 403, "not_yours")

    def test_dice_rolled_meanwhile_are_not_rolled_again(self, market: Room) -> None:
        host, seq = market.phone(None), market.seq
        bao = market.phone(2)
        assert bao.play(2, ROLL).status_code == 200
        before = table(market)
        everyone = [move_of(seat, ROLL) for seat in (1, 2, 3)]
        refusal_of(host.do("play", moves=everyone, expected_seq=seq), 409, "stale")
        refusal_of(host.do("play", moves=everyone), 403, "not_yours")
        assert table(market) == before
        assert host.do("play", moves=[move_of(seat, ROLL) for seat in (1, 3)]).status_code == 200
        assert moves(market)[6:] == [(2, "roll"), (1, "roll"), (3, "roll")]

    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("typed", [{}, {"chance": [2]}])
    @pytest.mark.parametrize(
        "after",
        [
            move_of(1, {"move": "hang", "row": "gate", "path": [1]}),
            move_of(1, {"move": "correct", "what": "oil", "by": -7}),
            move_of(2, {"move": "correct", "what": "oil", "by": -2}),
            move_of(1, END),
        ],
    )
    def test_no_move_that_depends_on_chance_may_follow_it(
        self, market: Room, after: dict[str, Any], typed: dict[str, Any], language: str
    ) -> None:
        """Otherwise a refusal would reveal how chance falls, without anything being written."""
        rolled(market)
        host = market.phone(None, language=language)
        before = table(market)
        for path in ("commands", "preview"):
            command = {"id": path, "expected_seq": market.seq, "moves": [move_of(1, WIND, **typed), after]}
            error = refusal_of(host.post(f"/api/{path}", do="play", **command), 422, "illegal_move")
            assert error["reason"] == catalogue_text(language, "session.after_chance")
        assert table(market) == before

    def test_a_move_after_a_typed_fight_cannot_guess_loot(self, room: Room) -> None:
        host = room.phone(None)
        assert host.do("start", game="classic", seats=NAMES, options={"wheel": ATTACKS}).status_code == 200
        room.world.session.do(play((1, {"move": "spin", "route": "land", "chance": [0]})))
        ada = room.phone(1)
        won = {"move": "fight", "chance": [6, 1]}
        guess = {"move": "correct", "what": "blue:80", "by": -1}
        error = refusal_of(
            ada.post("/api/preview", do="play", moves=[move_of(1, won), move_of(1, guess)]), 422, "illegal_move"
        )
        assert error["reason"] == catalogue_text("en", "session.after_chance")
        assert ada.post("/api/preview", do="play", moves=[move_of(1, won)]).status_code == 200


class TestInTheView:
    def test_everyones_dice_are_one_offer_with_the_remaining_seats(self, market: Room) -> None:
        host, ada = market.phone(None), market.phone(1)
        [row] = offered_groups(host)
        assert (row["text"], row["detail"]) == ("Roll for oil (3 players)", "Ada, Bao, Chloé")
        assert (row["seat"], row["move"]) == (2, ROLL)
        assert row["moves"] == [move_of(seat, ROLL) for seat in (1, 2, 3)]
        assert offered_groups(ada) == []
        assert ada.play(1, ROLL).status_code == 200
        [row] = offered_groups(host)
        assert row["moves"] == [move_of(2, ROLL), move_of(3, ROLL)]
        assert host.do("play", moves=row["moves"]).status_code == 200
        assert [seat for seat, _ in moves(market)[6:]] == [1, 2, 3]
        assert offered_groups(host) == []

    def test_a_forgotten_roll_is_made_for_the_seat(self, market: Room) -> None:
        host = market.phone(None, 1)
        market.phone(2)
        for seat in (1, 3):
            assert host.play(seat, ROLL).status_code == 200
        [row] = offered_groups(host)
        assert (row["text"], row["moves"]) == ("Roll for oil for Bao", [move_of(2, ROLL)])
        assert host.do("play", moves=row["moves"]).status_code == 200

    @pytest.mark.parametrize(
        ("language", "text"), [("en", "A town and end the turn"), ("fr", "Une ville et finir le tour")]
    )
    def test_an_action_is_followed_by_itself_with_turn_end(self, room: Room, language: str, text: str) -> None:
        host = room.phone(None)
        assert host.do("start", game="classic", seats=NAMES).status_code == 200
        room.world.session.do(play((1, {"move": "spin", "route": "land", "chance": [0]})))
        ada = room.phone(1, language=language)
        offers = ada.view["offers"]
        [index] = [number for number, offer in enumerate(offers) if offer["text"] == text]
        arrive = {"move": "arrive", "place": "town"}
        assert offers[index - 1]["move"] == offers[index]["move"] == arrive
        assert offers[index]["moves"] == [move_of(1, arrive), move_of(1, END)]
        assert "moves" not in offers[index - 1]
        assert not any(offer["usual"] or offer["ends_turn"] for offer in offers if "moves" in offer)
        assert ada.do("play", moves=offers[index]["moves"]).status_code == 200
        assert ada.view["turn"] == 2
        assert ada.do("take_back", seat=1).status_code == 200
        assert [entry.played.move.kind for entry in table(room).entries] == ["spin"]

    def test_actions_and_options_do_not_change(self, market: Room) -> None:
        view = market.phone(None).view
        assert [(row["seat"], row["move"]) for row in view["actions"]] == [(seat, ROLL) for seat in (1, 2, 3)]
        assert [row["move"] for row in view["options"] if row["seat"] == 1] == ["roll", "correct"]


def offered_groups(phone: Phone) -> list[dict[str, Any]]:
    """Return the move groups that a phone is offered."""
    return [offer for offer in phone.view["offers"] if "moves" in offer]


ATTACKS = {"sectors": [{"land": "bandit", "sea": "corsair"}] * 2}
