"""Tests that nobody can guess at a hand: a guess gets the same response whether or not somebody has that card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Any

import pytest

from companion.server.table_gateway import TableGateway
from companion.session.session import Snapshot
from companion.table.commands import ForgetPhones, Play
from tests.server.phones_room import Phone, Room, refusal_of

NAMES = ["Ada", "Bao", "Chloé"]
CARDS = ("blue:80", "blue:50")


class Table:
    """A game of 1983 with a host's phone, and one for each of the first two seats; seat 3 has none."""

    def __init__(self, **options: Any) -> None:
        self.room = Room()
        self.host = self.room.phone(None)
        started = self.host.do("start", game="classic", seats=NAMES, options=options)
        assert started.status_code == 200
        self.ada, self.bao = self.room.phone(1), self.room.phone(2)

    def has(self, seat: int, card: str) -> Table:
        """Put a card into a hand at the box."""
        self.at_box(seat, move="correct", what=card, by=1)
        return self

    def at_box(self, seat: int, **move: Any) -> None:
        self.room.world.table.ask(lambda: self.room.world.session.do(Play(moves=((seat, move),))))

    def at_post(self) -> Table:
        """Let seat 1 arrive at a post where the others are already."""
        for seat, place in ((1, {"place": "town"}), (2, BLUE_POST), (3, BLUE_POST)):
            self.at_box(seat, move="spin", route="land", chance=[0])
            self.at_box(seat, move="arrive", **place)
            self.at_box(seat, move="end_turn")
        self.at_box(1, move="spin", route="land", chance=[0])
        self.at_box(1, move="arrive", place="post", colour="blue", shared_with=[2, 3])
        return self


BLUE_POST: dict[str, Any] = {"place": "post", "colour": "blue"}


def card(name: str) -> dict[str, Any]:
    colour, value = name.split(":")
    return {"colour": colour, "value": int(value)}


def answer_to(phone: Phone, seat: int, move: dict[str, Any]) -> tuple[int, Any]:
    answer = phone.post("/api/preview", do="play", seat=seat, move=move)
    return answer.status_code, answer.json


@pytest.mark.parametrize("held", CARDS)
def test_only_the_former_owner_names_a_taken_card(held: str) -> None:
    table = Table().has(2, held).at_post()
    for seat in (2, 3):
        for name in CARDS:
            guess = {"move": "trade", "with": seat, "card": card(name)}
            refusal_of(table.ada.post("/api/preview", do="play", seat=1, move=guess), 403, "not_yours")
            refusal_of(table.ada.play(1, guess), 403, "not_yours")
    trade = {"move": "trade", "with": 2}
    assert table.ada.play(1, trade).status_code == 200
    form = table.bao.post("/api/form", seat=2, move="trade", chosen={"with": 1}).json
    assert form
    assert [choice["value"] for choice in form["fields"][-1]["choices"]] == [card(held)]
    assert table.bao.play(2, {"move": "trade", "with": 1, "card": card(held)}).status_code == 200
    assert table.ada.view["holdings"]["1"]["goods"] == [held]


def test_an_amendment_cannot_guess_a_card() -> None:
    table = Table().has(2, "blue:80").has(2, "blue:50").at_post()
    assert table.ada.play(1, {"move": "trade", "with": 2}).status_code == 200
    entry = table.ada.view["entry"]
    for name in CARDS:
        guess = {"move": "trade", "with": 2, "card": card(name)}
        refusal_of(table.ada.post("/api/preview", do="amend", entry=entry, move=guess), 403, "not_yours")


@pytest.mark.parametrize("held", CARDS)
def test_a_purchase_is_refused_only_by_known_facts(held: str) -> None:
    table = Table(goods={"values": {"80": 1, "50": 1, "30": None}}).has(2, held).at_post()
    for name in CARDS:
        status, body = answer_to(table.ada, 1, {"move": "buy", **card(name)})
        assert (status, body["told"]) == (200, f"Ada buys blue {name.partition(':')[2]}")
    form = table.ada.post("/api/form", seat=1, move="buy", chosen={"colour": "blue"}).json
    assert form
    assert [choice["refused"] for choice in form["fields"][-1]["choices"] if choice["value"]] == [None, None]


@pytest.mark.parametrize("held", CARDS)
@pytest.mark.parametrize("kind", ["ransom", "sell", "buy", "give_gifts", "correct"])
def test_a_host_cannot_probe_another_hand(held: str, kind: str) -> None:
    table = Table().has(3, held).has(3, held)
    moves: dict[str, dict[str, Any]] = {
        "correct": {"what": "blue:80", "by": -1},
        "ransom": {"pay": "card", **card("blue:80")},
        "sell": {"cards": [card("blue:80")]},
        "buy": card("blue:80"),
        "give_gifts": {"cards": [card("blue:80")]},
    }
    answers = [answer_to(table.host, 3, {"move": kind, **moves[kind]})]
    answers.append((0, table.host.post("/api/form", seat=3, move=kind, chosen=moves[kind]).json))
    wanted = {"correct": "not_yours"}.get(kind, "illegal_move")
    assert [body["error"] for _, body in answers] == [wanted, wanted]
    assert "80" not in answers[0][1]["reason"]
    assert "private" not in answers[0][1]


def test_only_a_seats_own_phone_learns_what_its_hand_lacks() -> None:
    table = Table().has(1, "blue:80").has(3, "blue:80")
    table.at_box(1, move="spin", route="land", chance=[0])
    go = {"move": "arrive", "place": "khanbalik"}
    assert answer_to(table.ada, 1, go)[1]["private"] == "You have 1 goods card of 80."
    table.at_box(1, move="arrive", place="town")
    table.at_box(1, move="end_turn")
    table.at_box(2, move="spin", route="land", chance=[0])
    table.at_box(2, move="arrive", place="town")
    table.at_box(2, move="end_turn")
    table.at_box(3, move="spin", route="land", chance=[0])
    table.room.world.session.do(ForgetPhones())
    both = table.room.phone(None, 1)
    answer = answer_to(both, 3, go)
    assert answer[0] == 422
    assert "private" not in answer[1]


@pytest.mark.parametrize("held", CARDS)
def test_a_preview_with_a_typed_fight_hides_the_loot(held: str) -> None:
    table = table_before_fight(held)
    body = answer_to(table.bao, 2, {"move": "fight", "chance": [6, 1]})[1]
    assert [(line["what"], line["amount"]) for line in body["lines"]] == [(None, "+1 hidden card")]
    assert [place["total"] for place in body["standings"]] == [None] * 3
    assert table.bao.play(2, {"move": "fight", "chance": [6, 1]}).status_code == 200
    assert table.bao.view["holdings"]["2"]["goods"] == [held]


@pytest.mark.parametrize("paid", CARDS)
def test_no_amendment_can_test_a_later_ransom(paid: str) -> None:
    table = Table().at_post().has(1, "blue:80").has(2, "blue:50")
    named = take_named_card(table)
    table.at_box(1, move="end_turn")
    table.at_box(2, move="spin", route="land", chance=[7])
    table.at_box(2, move="fight", chance=[1, 6])
    table.has(2, paid)
    table.at_box(2, move="ransom", pay="card", **card(paid))
    for change in ({}, {"move": {"move": "trade", "with": 2, "card": card("blue:50")}}):
        for phone in (table.ada, table.host):
            answer = phone.post("/api/preview", do="amend", entry=named, **change)
            assert answer.status_code in (403, 422)
            assert (answer.json or {})["error"] in ("not_yours", "illegal_move")
    error = refusal_of(table.ada.post("/api/preview", do="amend", entry=named), 422, "illegal_move")
    assert error["reason"].startswith("Later moves are secret")


def take_named_card(table: Table) -> int:
    """Have Ada take a card of Bao's; return the number of her entry."""
    table.at_box(1, move="trade", **{"with": 2})
    table.at_box(2, move="trade", **{"with": 1, "card": card("blue:50")})
    return int(table.ada.view["entry"]) - 1


def table_before_fight(paid: str) -> Table:
    """Return a table where Ada has paid this card as ransom, and Bao is about to fight."""
    table = Table().has(1, paid)
    table.at_box(1, move="spin", route="land", chance=[7])
    table.at_box(1, move="fight", chance=[1, 6])
    table.at_box(1, move="ransom", pay="card", **card(paid))
    table.at_box(2, move="spin", route="land", chance=[7])
    return table


def test_a_host_gains_no_seat_by_giving_names() -> None:
    table = Table().has(1, "blue:80")
    chloe = table.room.phone(None, 3)
    assert chloe.do("start", game="classic", seats=["Chloé", "Dan"], options={}).status_code == 200
    assert chloe.do("amend", entry=0, seats=["Ada", "Dan"]).status_code == 200
    assert chloe.do("open", game=1).status_code == 200
    assert chloe.view["you"] == {"host": True, "seat": 3}, "still Chloé"
    assert chloe.view["holdings"]["1"]["goods"] is None


def test_a_host_gains_no_seat_by_its_own_name() -> None:
    table = Table()
    chloe = table.room.phone(None, 3)
    assert chloe.do("start", game="classic", seats=["Dan", "Eve"], options={}).status_code == 200
    table.has(1, "blue:80")
    assert chloe.do("amend", entry=0, seats=["Chloé", "Eve"]).status_code == 200
    assert chloe.view["you"] == {"host": True, "seat": None}
    assert chloe.view["holdings"]["1"]["goods"] is None


def test_a_seat_of_one_game_shows_nothing_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bao has seat 2 of the first game; in the second it is Dan's, who has a card and no phone."""
    table = Table()
    assert table.host.do("start", game="classic", seats=["Chloé", "Dan"], options={}).status_code == 200
    table.has(2, "blue:80").has(2, "blue:80")
    second = table.room.world.table.snapshot
    assert table.host.do("open", game=1).status_code == 200
    first = table.room.world.table.snapshot
    for turns in ([first, second], [second, first], [first, first, second], [second, second, first]):
        for path in ("/api/state", "/api/history", "/api/draws", "/", "/tv", "/setup", "/free", "/wheel"):
            _publish_by_turns(monkeypatch, turns)
            answer = table.bao.client.get(path, headers=table.bao.headers)
            assert answer.status_code == 200
            assert "blue:80" not in answer.text.replace("blue 80", "blue:80"), path
            for kind in ("sell", "give_gifts"):
                form = table.bao.post("/api/form", seat=2, move=kind)
                assert "blue" not in form.text, kind


def test_private_reasons_depend_on_the_seat_at_execution(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table().has(1, "blue:80")
    table.at_box(1, move="spin", route="land", chance=[0])
    go = {"move": "arrive", "place": "khanbalik"}
    assert answer_to(table.ada, 1, go)[1]["private"] == "You have 1 goods card of 80."
    table.room.world.session.do(ForgetPhones())
    chloe = table.room.phone(None, 3)
    assert chloe.do("start", game="classic", seats=["Chloé", "Dan"], options={}).status_code == 200
    second = table.room.world.table.snapshot
    assert chloe.do("open", game=1).status_code == 200
    _publish_by_turns(monkeypatch, [second])
    status, body = answer_to(chloe, 1, go)
    assert (status, body["error"]) == (422, "illegal_move")
    assert "private" not in body


def _publish_by_turns(monkeypatch: pytest.MonkeyPatch, snapshots: Sequence[Snapshot]) -> None:
    """Make consecutive reads of the table return these snapshots in turn."""
    looks = cycle(snapshots)

    def snapshot(_: TableGateway) -> Snapshot:
        return next(looks)

    monkeypatch.setattr(TableGateway, "snapshot", property(snapshot))
