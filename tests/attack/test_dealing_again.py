"""A table of Voyages dislikes what the box has dealt. It gets the same again, or everybody can see how it did not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.journal.moves_file import export
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.game import move_to_json
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.viewer import PUBLIC
from companion.server.views.chance_view import draws_view
from companion.server.views.history_view import history_view
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.session.session import Session
from companion.table.commands import Amend, ReleaseSeat, Restore, StartGame, TakeBack
from companion.table.legal_moves import options_of
from companion.table.session_errors import MisfitsError
from companion.words.catalogue import Words
from tests.kit.scripted_games import NAMES, NOON, journal_in_memory, play, table_of
from tests.server.phones_room import Room, refusal_of

DEALS = ("deal_map", "deal_row", "deal_characters", "deal_goals")
OPTIONS = {"draft": True, "deal": True, "expert": True}
EN = Words("en")


@pytest.fixture
def session() -> Iterator[Session]:
    with journal_in_memory() as journal:
        session = Session(journal, GAMES, lambda: NOON, entropy=Random(7).randbytes)
        session.do(StartGame(game="voyages", names=NAMES, options=OPTIONS))
        yield session


def play_until(session: Session, kind: str) -> None:
    """Set up the game with the first characters, until this kind of deal is next."""
    while (step := next_kind(session)) != kind:
        table = table_of(session)
        [seat, *_] = table.match.active_seats(table.state)
        move: dict[str, Any] = {"move": step}
        if step == "take_character":
            move["character"] = table.state.open_characters[0].value
        session.do(play((seat, move)))


def next_kind(session: Session) -> str:
    """Return the kind of move that the set-up waits for."""
    table = table_of(session)
    [seat, *_] = table.match.active_seats(table.state)
    [kind] = {option.kind for option in options_of(table, seat) if option.refused is None} - {"name", "correct"}
    return kind


def deal(session: Session, kind: str, *seats: int) -> tuple[tuple[int, ...], ...]:
    """Have the box deal for these seats, the first one if there are none; return the values."""
    for seat in seats or (1,):
        session.do(play((seat, {"move": kind})))
    return tuple(draw.values for draw in table_of(session).draws[-len(seats or (1,)) :])


@pytest.mark.parametrize("kind", DEALS)
def test_a_deal_taken_back_gives_the_same_cards(session: Session, kind: str) -> None:
    play_until(session, kind)
    before = table_of(session).state
    seats = (1, 2, 3) if kind == "deal_goals" else (1,)
    first = deal(session, kind, *seats)
    dealt = table_of(session).state
    for order in (seats, seats[::-1], seats):
        for _ in seats:
            session.do(TakeBack())
        assert table_of(session).state == before
        session.do(play((1, {"move": "correct", "what": "coins", "by": 1})))
        session.do(TakeBack())
        deal(session, kind, *order)
        assert table_of(session).state == dealt, "neither the order nor what happens in between changes the cards"
    drawn = table_of(session).draws
    assert {draw.values for draw in drawn if draw.purpose.startswith(kind)} == {*first}


@pytest.mark.parametrize("kind", DEALS[:3])
def test_no_other_seat_draws_for_the_table(session: Session, kind: str) -> None:
    """A second seat would have a draw of its own: the table could choose between the two."""
    play_until(session, kind)
    first = deal(session, kind)
    session.do(TakeBack())
    for seat in (2, 3):
        for move in ({"move": kind}, {"move": kind, "chance": [*first[0]]}):
            with pytest.raises(IllegalMoveError):
                session.do(play((seat, move)))
        assert kind not in {option.kind for option in options_of(table_of(session), seat)}
    session.do(Amend(entry=0, names=("Bao", "Chloé", "Ada")))
    assert deal(session, kind) == first, "the seat counts, not its name"


def test_only_who_plays_for_the_first_seat_deals_for_all(session: Session) -> None:
    room = Room(session)
    ada, bao, onlooker = room.phone(1), room.phone(2), room.phone()
    refusal_of(onlooker.play(1, {"move": "deal_map"}), 401, "no_claim")
    refusal_of(bao.play(1, {"move": "deal_map"}), 403, "not_yours")
    refusal_of(bao.play(2, {"move": "deal_map"}), 422, "illegal_move")
    assert ada.play(1, {"move": "deal_map"}).status_code == 200
    host = room.phone(None)
    refusal_of(host.play(1, {"move": "deal_row"}), 403, "not_yours")
    room.world.table.ask(lambda: session.do(ReleaseSeat(seat=1, phone=table_of(session).claims[1])))
    assert host.play(1, {"move": "deal_row"}).status_code == 200, "now seat 1 has no phone"


FEWER_TILES: dict[str, Any] = {"bonus_tiles": {"MOS": "B01"}}


@pytest.mark.parametrize(
    ("kind", "options", "original"),
    [
        ("deal_map", FEWER_TILES, {"bonus_tiles": None}),
        ("deal_characters", {"characters": ["raschid"]}, {"characters": None}),
        ("deal_goals", {"goals": [None, None, ["G01", "G02"]]}, {"goals": None}),
        ("deal_goals", {"draft": False}, {"draft": True}),
    ],
)
def test_other_options_are_told_with_another_draw(
    session: Session, kind: str, options: dict[str, Any], original: dict[str, Any]
) -> None:
    """With fewer cards it is another draw, and everybody reads that the set-up has changed. Changed back, the cards are
    the first ones.
    """
    play_until(session, kind)
    first = deal(session, kind)
    session.do(TakeBack())
    try:
        session.do(Amend(entry=0, options=options))
    except MisfitsError as error:
        session.do(Amend(entry=0, options=options, without=tuple(misfit.entry for misfit in error.misfits)))
    if next_kind(session) != kind:
        play_until(session, kind)
    second = deal(session, kind)
    assert len(second[0]) != len(first[0]) or second != first
    table = table_of(session)
    purposes = [draw.purpose for draw in table.draws if draw.purpose.startswith(kind)]
    assert len({*purposes}) == 2
    events = " ".join(event["text"] for event in phone_view(session.snapshot(), ViewerRole(), EN)["events"])
    assert ("The beginning has changed" if "goals" in options else "Corrected: ") in events
    history = history_view(table, PUBLIC, EN, ())
    assert "corrected" in history["beginning"]["title"].lower()
    listed = [(draw["purpose"], draw["entry"]) for draw in draws_view(table, PUBLIC, EN)["draws"]]
    assert [(purpose, entry is None) for purpose, entry in listed if purpose in purposes] == [
        (purposes[0], True),
        (purposes[1], False),
    ]
    report = check_moves_file(export(table).encode(), GAMES)
    assert report.verdict.problems == ()
    assert "changed_match" in [warning.code.value for warning in report.verdict.warnings]
    session.do(TakeBack())
    session.do(Amend(entry=0, options=original))
    if next_kind(session) != kind:
        play_until(session, kind)
    assert deal(session, kind) == first


def test_a_standing_deal_does_not_follow_other_dice(session: Session) -> None:
    play_until(session, "deal_row")
    with pytest.raises(MisfitsError) as refused:
        session.do(Amend(entry=0, options=FEWER_TILES))
    assert [(misfit.entry, misfit.reason.key) for misfit in refused.value.misfits] == [(1, "session.other_dice")]


def test_typed_results_are_marked_and_the_draw_returns(session: Session) -> None:
    first = deal(session, "deal_map")
    session.do(TakeBack())
    session.do(play((1, {"move": "deal_map", "chance": [1] * len(first[0])})))
    assert history_view(table_of(session), PUBLIC, EN, ())["typed"] == [1]
    assert "typed" in phone_view(session.snapshot(), ViewerRole(), EN)["events"][0]["text"]
    session.do(TakeBack())
    session.do(Restore())
    assert history_view(table_of(session), PUBLIC, EN, ())["typed"] == [1]
    session.do(TakeBack())
    assert deal(session, "deal_map") == first


def test_an_amended_deal_cannot_be_drawn_again(session: Session) -> None:
    first = deal(session, "deal_map")
    other = [first[0][0] % 10 + 1, *first[0][1:]]
    session.do(Amend(entry=1, move={"move": "deal_map"}))
    assert move_to_json(table_of(session).entries[0].played.move)["chance"] == [*first[0]]
    session.do(Amend(entry=1, move={"move": "deal_map", "chance": other}))
    assert table_of(session).entries[0].played.typed
    session.do(Amend(entry=1))
    assert deal(session, "deal_map") == first
