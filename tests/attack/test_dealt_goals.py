"""A player of Voyages tries to learn which goal cards the box has dealt to others, or to change them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import combinations
from typing import Any

import pytest

import companion.server.phone_routes
from companion.games import GAMES
from companion.journal.moves_file import export
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.fields import ChanceField
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.server.view_cache import ViewCache
from companion.server.views.phone_view import ViewerRole
from companion.session.session import Session
from companion.table.commands import Command, StartGame, TakeBack
from companion.table.table import Table
from tests.depth import deep
from tests.kit.dealt_voyages import next_move, play_to_last_move
from tests.kit.scripted_games import NAMES, NOON, play, table_of
from tests.server.phones_room import Phone, Room, refusal_of
from tests.server.random_evenings import SALT, SEED, memory_journal

GOALS = [f"G{number:02}" for number in range(1, 19)]
Hands = Mapping[int, tuple[str, ...]]
"""The four cards dealt to each seat."""
HANDS: Hands = {1: ("G03", "G07", "G11", "G16"), 2: ("G01", "G05", "G13", "G18"), 3: ("G02", "G09", "G12", "G14")}
CHARACTERS = ["johannes", "wilhelm", "berke"]
PAGES = (
    *("/", "/tv", "/games", "/games/1", "/games/1/moves.jsonl", "/games.zip", "/results.csv"),
    *("/api/state", "/api/history", "/api/beginning", "/api/draws", "/api/games", "/api/games/1", "/api/statistics"),
)
SPIES = (None, 1, 2, 3)


@contextmanager
def evening(hands: Hands = HANDS) -> Iterator[Room]:
    """Yield a game for three in which only goals are left to be dealt. Everything but the hands is always the same."""

    def draw(seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
        seat = int(name.split("/")[1])
        return indexes(hands)[seat] if "/deal_goals." in name else tuple(1 for _ in wanted.bounds)

    with memory_journal() as journal:
        session = Session(journal, GAMES, lambda: NOON, draw, lambda _: SEED, salt=lambda: SALT)
        options = {"draft": True, "deal": True, "characters": CHARACTERS}
        session.do(StartGame(game="voyages", names=NAMES, options=options))
        session.do(play((1, {"move": "deal_map"})))
        session.do(play((1, {"move": "deal_row"})))
        room = Room(session)
        room.world.table.ask(lambda: None)  # publishes
        yield room


@pytest.fixture(autouse=True)
def no_rate_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let phones ask for everything at once: the limits have their own tests."""
    monkeypatch.setattr(companion.server.phone_routes, "_REQUESTS_PER_SECOND", 1e6)


@pytest.fixture
def room() -> Iterator[Room]:
    with evening() as room:
        yield room


def indexes(hands: Hands) -> dict[int, tuple[int, ...]]:
    """Return for each seat the draw that deals these cards."""
    left, draws = [*GOALS], {}
    for seat, cards in sorted(hands.items()):
        numbers = []
        for card in cards:
            numbers.append(left.index(card) + 1)
            left.remove(card)
        draws[seat] = tuple(numbers)
    return draws


def do(room: Room, command: Command) -> None:
    """Give a command at the box."""
    room.world.table.ask(lambda: room.world.session.do(command))


def deal(room: Room, *seats: int) -> None:
    for seat in seats:
        do(room, play((seat, {"move": "deal_goals"})))


def keep_two(room: Room) -> None:
    """Have every seat keep two of its cards."""
    for seat in (1, 2, 3):
        do(room, play((seat, {"move": "keep_goals", "cards": [*dealt_to(room, seat)[1:3]]})))


def dealt_to(room: Room, seat: int) -> tuple[str, ...]:
    return tuple(table_of(room.world.session).state.boards[seat - 1].goal_choice)


def take_back(room: Room, times: int) -> None:
    for _ in range(times):
        do(room, TakeBack())


def two_seats(room: Room) -> None:
    deal(room, 3, 1)


def all_seats(room: Room) -> None:
    deal(room, 2, 3, 1)


def kept(room: Room) -> None:
    all_seats(room)
    keep_two(room)


def roll(room: Room) -> None:
    """Roll the dice of the first round, and take one roll back."""
    do(room, play((1, {"move": "roll"}), (2, {"move": "roll"})))
    do(room, play((3, {"move": "roll"})))
    take_back(room, 1)


def before_the_last_move(room: Room) -> None:
    """Play until one more move books the goals of all seats; seat 2 reaches a place on its cards."""
    session = room.world.session
    while table_of(session).match.turn(table_of(session).state) != 2:
        do(room, play(next_move(table_of(session))))
    do(room, play((2, {"move": "travel", "dice": ["green:1", "green:1"], "paths": [["ALE"]]})))
    room.world.table.ask(lambda: play_to_last_move(session))


MOMENTS: Mapping[str, Callable[[Room], None]] = {
    "two seats have drawn": two_seats,
    "all have drawn": lambda room: deal(room, 2),
    "one draw was taken back": lambda room: take_back(room, 1),
    "all draws were taken back": lambda room: take_back(room, 2),
    "all have kept two": kept,
    "everything was taken back": lambda room: take_back(room, 6),
    "all have kept two again": kept,
    "a roll was taken back": roll,
    "one more move ends the game": before_the_last_move,
}
"""What happens in an evening, one after the other, by what has happened then."""


@pytest.mark.parametrize("spy", [None, pytest.param(1, marks=deep), 3])
def test_nothing_depends_on_the_cards_of_others(spy: int | None, caplog: pytest.LogCaptureFixture) -> None:
    """Two other seats have exchanged their hands: the spy gets the same, byte for byte."""
    caplog.set_level("DEBUG")
    first, second = [seat for seat in (1, 2, 3) if seat != spy][-2:]
    twin = {**HANDS, first: HANDS[second], second: HANDS[first]}
    outputs: list[dict[str, dict[str, str]]] = []
    for hands in (HANDS, twin):
        outputs.append({})
        caplog.clear()
        with evening(hands) as room:
            phones = {"own": phone_of(room, spy), "host": room.phone(None)}
            for what, happens in MOMENTS.items():
                happens(room)
                outputs[-1][what] = {**responses(room, spy, phones), "log": caplog.text}
    for what in MOMENTS:
        assert outputs[0][what] == outputs[1][what], what


def responses(room: Room, spy: int | None, phones: Mapping[str, Phone]) -> dict[str, str]:
    """Return everything that a phone of this seat gets, or one without a seat, and a host's phone."""
    table, result = table_of(room.world.session), {}
    for who, phone in phones.items():
        for path in PAGES if who == "own" else PAGES[-7:]:
            result[f"{path} {who}"] = repr(phone.client.get(path, headers=phone.headers).data)
        for seat in table.seats:
            for kind in ("deal_goals", "keep_goals"):
                form = phone.post("/api/form", seat=seat, move=kind, chosen={})
                result[f"form of {kind} {seat} {who}"] = form.get_data(as_text=True)
        for what, body in previews(table).items():
            result[f"{what} {who}"] = phone.post("/api/preview", **body).get_data(as_text=True)
    _, event = ViewCache().update_for(room.world.session.snapshot(), ViewerRole(seat=spy), "en", "")
    result["stream"] = (event or b"").decode()
    result["file"] = export(table, viewer_of(spy))
    assert check_moves_file(result["file"].encode(), GAMES).verdict.problems == ()
    return result


def phone_of(room: Room, spy: int | None) -> Phone:
    return room.phone(*([] if spy is None else [spy]))


def viewer_of(spy: int | None) -> Viewer:
    return PUBLIC if spy is None else as_seat(spy)


def previews(table: Table) -> dict[str, dict[str, Any]]:
    """Return what phones may ask for without doing it: typed deals, guesses at kept cards, changes of earlier moves."""
    [*_, active] = table.match.active_seats(table.state)
    result: dict[str, dict[str, Any]] = {"end": {"do": "play", "seat": active, "move": {"move": "end_turn"}}}
    sizes = {1: 18, 2: 14, 3: 10}
    for seat in table.seats:
        typed = {"move": "deal_goals", "chance": [sizes[seat], 1, 2, 3]}
        result[f"typed deal of {seat}"] = {"do": "play", "seat": seat, "move": typed}
        for cards in (HANDS[seat][1:3], ("G04", "G06")):
            guess = {"move": "keep_goals", "cards": [*cards]}
            result[f"guess {cards} at {seat}"] = {"do": "play", "seat": seat, "move": guess}
        for number, entry in enumerate(table.entries[2:8], 3):
            if entry.played.seat == seat:
                result[f"amend {number}"] = {"do": "amend", "entry": number, "move": typed}
                result[f"insert {number}"] = {"do": "insert", "entry": number, "seat": seat, "move": typed}
                result[f"leave out {number}"] = {"do": "amend", "entry": number}
    return result


@pytest.mark.parametrize("spy", SPIES)
def test_no_seat_sees_the_draw_of_any_goals(room: Room, spy: int | None) -> None:
    kept(room)
    phone = phone_of(room, spy)
    draws = [draw for draw in phone.get("/api/draws")["draws"] if draw["purpose"].startswith("deal_goals")]
    assert [(draw["seat"], draw["values"], draw["told"]) for draw in draws] == [
        (2, None, "–"),
        (3, None, "–"),
        (1, None, "–"),
    ]
    moves = [json.loads(line) for line in export(table_of(room.world.session), viewer_of(spy)).splitlines()]
    assert [move["chance"] for move in moves if move.get("move") == "deal_goals"] == [None] * 3
    assert [move["cards"] is None for move in moves if move.get("move") == "keep_goals"] == [
        seat != spy for seat in (1, 2, 3)
    ]
    boards = phone.get("/api/state")["state"]["boards"]
    assert [board["goals"] for board in boards] == [
        [*HANDS[seat][1:3]] if seat == spy else [None, None] for seat in (1, 2, 3)
    ]


def test_a_seat_sees_its_own_cards_to_choose_from(room: Room) -> None:
    all_seats(room)
    for seat in (1, 2, 3):
        boards = room.phone(seat).get("/api/state")["state"]["boards"]
        assert [board["goal_choice"] for board in boards] == [
            [*HANDS[other]] if other == seat else [None] * 4 for other in (1, 2, 3)
        ]
        assert not any(board.get("goal_draw") for board in boards)


@pytest.mark.parametrize("moment", [two_seats, all_seats, kept], ids=lambda moment: moment.__name__)
def test_nobody_changes_a_draw_of_goals(room: Room, moment: Callable[[Room], None]) -> None:
    """Later seats would get other cards, and what they kept would no longer fit, or still fit: that tells the cards."""
    moment(room)
    phones = {seat: room.phone(None, seat) for seat in (1, 2, 3)}
    before = table_of(room.world.session)
    drawn = [number for number, entry in enumerate(before.entries, 1) if entry.played.move.kind == "deal_goals"]
    assert drawn
    for number in drawn:
        seat = before.entries[number - 1].played.seat
        phone = phones[seat]
        for chance in ([1, 1, 1, 1], [9, 8, 7, 6], None):
            move = None if chance is None else {"move": "deal_goals", "chance": chance}
            preview = phone.post("/api/preview", do="amend", entry=number, move=move)
            for answer in (preview, phone.do("amend", entry=number, move=move)):
                assert "secret" in refusal_of(answer, 422, "illegal_move")["reason"]
    assert table_of(room.world.session).digest() == before.digest()
    for seat, phone in phones.items():
        hidden = phone.get("/api/history")["hidden"]
        assert {number for number in drawn if before.entries[number - 1].played.seat == seat} <= {*hidden["locked"]}


def test_a_seat_may_still_change_which_cards_it_keeps(room: Room) -> None:
    kept(room)
    entry = next(
        number
        for number, entry in enumerate(table_of(room.world.session).entries, 1)
        if (entry.played.seat, entry.played.move.kind) == (1, "keep_goals")
    )
    ada = room.phone(1)
    for cards in (*combinations(HANDS[1], 2), ("G03", "G01"), ("G07", "G02"), ("G05", "G08"), ("G04", "G06")):
        body = {"entry": entry, "move": {"move": "keep_goals", "cards": [*cards]}}
        accepted = ada.post("/api/preview", do="amend", **body).status_code == 200
        assert accepted is ({*cards} <= {*HANDS[1]}), "its own cards alone decide"
    assert ada.do("amend", entry=entry, move={"move": "keep_goals", "cards": ["G03", "G16"]}).status_code == 200
    refusal_of(
        room.phone(None, 2).do("amend", entry=entry, move={"move": "keep_goals", "cards": ["G03", "G07"]}),
        403,
        "not_yours",
    )


@pytest.mark.parametrize("moment", [two_seats, all_seats, kept], ids=lambda moment: moment.__name__)
def test_the_set_up_cannot_change_once_goals_are_dealt(room: Room, moment: Callable[[Room], None]) -> None:
    """Other options could want other dice: whether hidden moves still fit them would reveal cards."""
    moment(room)
    host = room.phone(None)
    for options in ({"draft": False}, {"deal": False}, {"expert": True}, {"city_cards": {"MOS": ["C01"]}}):
        answer = host.do("amend", entry=0, options=options)
        assert "secret" in refusal_of(answer, 422, "illegal_move")["reason"]
    [form] = host.get("/api/beginning")["game"]["forms"].values()
    assert {field["name"]: bool(field["refused"]) for field in form if field["name"] in ("draft", "deal")} == {
        "draft": True,
        "deal": True,
    }


def test_no_phone_deals_or_keeps_for_another_seat(room: Room) -> None:
    host, ada, bao = room.phone(None), room.phone(1), room.phone(2)
    refusal_of(bao.play(1, {"move": "deal_goals"}), 403, "not_yours")
    refusal_of(bao.play(3, {"move": "deal_goals", "chance": [1, 1, 1, 1]}), 403, "not_yours")
    refusal_of(
        bao.do("play", moves=[{"seat": seat, "move": {"move": "deal_goals"}} for seat in (2, 1)]), 403, "not_yours"
    )
    assert host.play(3, {"move": "deal_goals"}).status_code == 200, "seat 3 has no phone"
    assert ada.play(1, {"move": "deal_goals"}).status_code == 200
    assert bao.play(2, {"move": "deal_goals"}).status_code == 200
    for phone, seat in ((host, 3), (bao, 1), (host, 1)):
        for cards in (HANDS[seat][:2], ("G04", "G06")):
            refusal_of(phone.play(seat, {"move": "keep_goals", "cards": [*cards]}), 403, "not_yours")


def test_typed_goals_are_marked_for_everybody(room: Room) -> None:
    assert room.phone(2).play(2, {"move": "deal_goals", "chance": [1, 2, 3, 4]}).status_code == 200
    deal(room, 1, 3)
    onlooker: Phone = room.phone()
    entry = len(table_of(room.world.session).entries) - 2
    assert onlooker.get("/api/history")["typed"] == [entry]
    [typed] = onlooker.get("/api/draws")["typed"]
    assert (typed["entry"], typed["seat"], typed["values"]) == (entry, 2, None)
    assert onlooker.view["chance"]["typed"] == 1
