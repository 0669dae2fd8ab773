"""Offers that give something up: no cursor starts on one while the seat can take something, and none comes first."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.box.faces.faces import ListFace, TurnFace
from companion.box.pages.actions_menu import actions_of
from companion.games import GAMES
from companion.games.expedition import EXPEDITION
from companion.games.voyages import VOYAGES
from companion.rules.game import Game
from companion.rules.moves import Correct
from companion.rules.offers import Offer, default_offer, in_order
from companion.rules.rule_errors import Refusal
from companion.rules.text import say
from companion.server.views.phone_view import offer_view
from companion.table.commands import Play, StartGame
from companion.table.legal_moves import offers_of
from companion.table.one_press_moves import groups_for_all_seats
from companion.table.random_play import complete_move, open_kinds
from companion.table.table import Table
from companion.words.catalogue import Words
from tests.depth import enough
from tests.input.hands import Hands
from tests.kit.cases import CASES, Case
from tests.kit.random_play import cut_table, whole_game

SHIPPED = [case for case in CASES if case.game in GAMES]
GIVES_UP = {
    "expedition": {"end_turn"},
    "classic": {"refuse_fight", "restart"},
    "voyages": {"decline", "leave_goals"},
}
"""The kinds of moves that give something up, as the rules of each game have them."""
DECLINE = Offer(kind="decline", label=say("x"), complete=True, gives_up=True)
TAKE = Offer(kind="take", label=say("x"))
REFUSED = Offer(kind="take", label=say("x"), refused=Refusal(say("x"), None))


def marked(offer: Offer) -> Offer:
    """Return the offer as the default."""
    return Offer(kind=offer.kind, label=offer.label, complete=offer.complete, gives_up=offer.gives_up, default=True)


@pytest.mark.parametrize(
    ("offers", "expected"),
    [
        ((DECLINE, TAKE), TAKE),
        ((marked(DECLINE), TAKE), TAKE),
        ((TAKE, marked(TAKE), DECLINE), marked(TAKE)),
        ((REFUSED, DECLINE), DECLINE),
        ((DECLINE,), DECLINE),
        ((REFUSED,), REFUSED),
        ((), None),
    ],
)
def test_a_cursor_starts_on_what_takes_something(offers: tuple[Offer, ...], expected: Offer | None) -> None:
    assert default_offer(offers) == expected


def test_giving_up_comes_last_and_is_default_only_alone() -> None:
    assert in_order((marked(DECLINE), TAKE)) == (TAKE, DECLINE)
    assert in_order((marked(DECLINE), REFUSED)) == (REFUSED, marked(DECLINE))
    assert in_order((marked(DECLINE), DECLINE)) == (DECLINE, DECLINE)


@pytest.mark.parametrize("case", SHIPPED, ids=str)
@pytest.mark.parametrize("seed", range(enough(1)))
def test_no_offer_to_give_up_comes_first_in_random_games(case: Case, seed: int) -> None:
    table = whole_game(case, seed)
    for entries in range(len(table.entries)):
        moment = cut_table(table, entries)
        for seat in moment.seats:
            check_moment(moment, seat)


def check_moment(table: Table, seat: int) -> None:
    """Check the offers of a seat as box, phones and lists have them."""
    offers = [offer for offer in offers_of(table, seat) if offer.kind != Correct.kind]
    assert [offer.gives_up for offer in offers] == sorted(offer.gives_up for offer in offers)
    assert {offer.kind for offer in offers if offer.gives_up} <= GIVES_UP[table.game.id]
    open_now = [offer for offer in offers if offer.refused is None]
    first = default_offer(offers)
    if any(not offer.gives_up for offer in open_now):
        assert first is not None
        assert not first.gives_up
        golden = [offer for offer in offers if offer_view(table, seat, offer, Words("en"))["usual"]]
        assert not any(offer.gives_up for offer in golden)
    elif len(open_now) > 1:
        assert not any(offer.default for offer in open_now)
    actions = actions_of(table, seat)
    cursor = default_offer(actions)
    if any(not action.gives_up and action.refused is None for action in actions):
        assert cursor is not None
        assert not cursor.gives_up
    assert not any(group.offer.gives_up for group in groups_for_all_seats(table, table.seats))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("seed", range(enough(2)))
def test_the_screen_never_begins_with_giving_up(game: Game, seed: int, tmp_path: Path) -> None:
    rnd = Random(seed)
    hands = Hands(tmp_path, rnd.choice(("fr", "en")), games=GAMES, large=rnd.random() < 0.5)
    hands.watch = lambda face: None
    hands.other_hand(StartGame(game=game.id, names=("Ada", "Bao", "Chloé")[: rnd.choice((2, 3))]))
    checked = 0
    for _ in range(60):
        table = hands.table
        if table.over:
            break
        seat = rnd.choice(table.match.active_seats(table.state))
        kind = rnd.choice([kind for kind in open_kinds(table.match, table.state, seat) if kind != "correct"])
        hands.other_hand(Play(moves=((seat, complete_move(table.match, table.state, seat, kind, rnd)),)))
        hands.box.to_table()
        checked += check_screen(hands)
    assert checked
    hands.close()


def check_screen(hands: Hands) -> bool:
    """Check the turn on the screen; return False if none is there."""
    face, table = hands.face, hands.table
    active_seats = table.match.active_seats(table.state)
    if not isinstance(face, TurnFace) or len(active_seats) != 1:
        return False
    actions = actions_of(table, active_seats[0])
    if actions and any(not action.gives_up and action.refused is None for action in actions):
        assert not actions[face.action_index].gives_up
    return True


@pytest.fixture
def drawn(tmp_path: Path) -> Hands:
    """Start a game of Voyages in which Bao may keep or leave a contract."""
    hands = Hands(tmp_path, "en", games=GAMES)
    hands.other_hand(StartGame(game="voyages", names=("Anna", "Bao", "Chris", "Dora")))
    hands.press("ok")
    return hands


def test_where_several_may_act_a_seat_takes_its_contract(drawn: Hands) -> None:
    face = drawn.face
    assert isinstance(face, ListFace)
    rows = {row.mark.name: row.text for row in face.rows if row.mark is not None}
    assert rows["Bao"] == "Keep the contract…"
    drawn.press("seat2")
    assert next(offer.kind for offer in actions_of(drawn.table, 2)) == "keep"
    assert drawn.turn.action == "Keep the contract…"
    assert drawn.turn.action_detail == "1 contract to draw"
    assert drawn.turn.action_glyph is not None
    drawn.close()


@pytest.mark.parametrize("key", ["ok", "back"])
def test_no_single_key_gives_a_contract_away(drawn: Hands, key: str) -> None:
    drawn.press("seat2")
    drawn.press(key)
    assert not drawn.table.entries
    drawn.close()


def test_a_pass_is_never_the_usual_move(tmp_path: Path) -> None:
    hands = Hands(tmp_path, "en", games=(EXPEDITION, VOYAGES))
    hands.other_hand(StartGame(game="expedition", names=("Ada", "Bao")))
    *_, last = actions_of(hands.table, 1)
    assert last.gives_up
    assert not last.default
    hands.press("ok")
    *_, last = actions_of(hands.table, 1)
    assert last.ends_turn
    assert not last.gives_up
    hands.close()
