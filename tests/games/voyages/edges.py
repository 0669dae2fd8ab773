"""Moments of Voyages close to where a rule says yes or no: little money, many posts, choices that wait."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from companion.games.voyages.dice import ColouredDie, sorted_dice
from companion.games.voyages.state import (
    Contract,
    LineSource,
    PendingItem,
    PendingKind,
    Phase,
    PlayerBoard,
    Reason,
    State,
)

_PLACES_WITH_POSTS = ("city", "town", "beijing")


def edges(match: Any, state: State, rnd: Random) -> list[State]:
    """Turns like this one, of a seat with little of everything; and such in which something waits for it."""
    if state.phase is not Phase.TURNS or state.turn is None:
        return []
    after = replace(state, phase=Phase.GOALS, round=5, turn=None, pending=())
    if not match.full:
        return [after]
    made = [_turn(match, state, rnd) for _ in range(3)]
    return [*made, *(_waiting(match, one, rnd) for one in made), _short(match, state, rnd), after]


def _short(match: Any, state: State, rnd: Random) -> State:
    """Everyone has rolled, and some lack something (V7)."""
    boards = tuple(
        replace(board, missing=0 if match.agreed.characters[at].value == "raschid" else rnd.randint(1, 10))
        for at, board in enumerate(state.boards)
    )
    return replace(state, phase=Phase.ROLLS, turn=None, pending=(), boards=boards)


def _turn(match: Any, state: State, rnd: Random) -> State:
    """A turn with little: posts of all seats lie anew, and the cities know some of their cards."""
    assert state.turn is not None
    state = replace(state, pending=(), beijing=(None,) * len(state.beijing), turn=replace(state.turn, acted=False))
    boards, beijing = [], list(state.beijing)
    for seat, board in enumerate(state.boards, 1):
        posts = _posts(match, seat, rnd)
        if match.edition.beijing in posts:
            beijing[beijing.index(None)] = seat
        boards.append(_board(match, replace(board, posts=posts), seat, rnd))
    deck = rnd.sample([card.id for card in match.edition.city_deck], 9)
    cities = []
    for city in state.cities:
        cards = tuple(deck.pop() for _ in range(match.edition.place[city.id].cards))
        known = cards[: rnd.randint(0, len(cards))]
        cities.append(replace(city, cards=known, used=known[:1] if rnd.random() < 0.2 else ()))
    row = state.market.row[: rnd.randint(0, 6)]
    market = replace(state.market, row=row, special=rnd.choice([0, 1, 8]))
    return replace(state, boards=_told_apart(boards), beijing=tuple(beijing), cities=tuple(cities), market=market)


def _posts(match: Any, seat: int, rnd: Random) -> tuple[str, ...]:
    places = [one.id for one in match.edition.places if one.kind.value in _PLACES_WITH_POSTS]
    most = match.posts(seat)
    return tuple(rnd.sample(places, rnd.choice([rnd.randint(0, most), most, most - 1])))


def _board(match: Any, board: PlayerBoard, seat: int, rnd: Random) -> PlayerBoard:
    few = {name: rnd.choice([0, 1, 2, rnd.randint(0, 30)]) for name in ("coins", "camels", "pepper", "silk", "gold")}
    raschid = match.agreed.characters[seat - 1].value == "raschid"
    colours = [match.colours[seat - 1][0]] * 3 + ["black"]
    dice = (ColouredDie(colour, None if raschid else rnd.randint(1, 6)) for colour in colours[: rnd.randint(0, 4)])
    places = [one.id for one in match.edition.places]
    return replace(
        board,
        purse=replace(board.purse, **few),
        dice=sorted_dice(dice),
        figures=tuple(rnd.choice(places) for _ in board.figures),
    )


def _told_apart(boards: list[PlayerBoard]) -> tuple[PlayerBoard, ...]:
    """The same with contracts that are not all known: the last one is nobody's secret."""
    return tuple(replace(board, active=(*board.active[:1], Contract(None))) for board in boards)


def _waiting(match: Any, state: State, rnd: Random) -> State:
    """Something waits for whoever's turn it is; which it may be goes by how the table stands."""
    assert state.turn is not None
    seat = state.turn.seat
    board = state.boards[seat - 1]
    wants = [PendingKind.GOOD, PendingKind.TWO_GOODS, PendingKind.TOWN, PendingKind.BONUS]
    if state.market.special:
        wants.append(PendingKind.CONTRACT)
    if state.black and match.agreed.characters[seat - 1].value != "raschid":
        wants.append(PendingKind.BLACK_DIE)
    want, because = rnd.choice(wants), Reason(LineSource.CARD, "MOS")
    if rnd.random() < 0.3:
        boards = list(state.boards)
        boards[seat - 1] = replace(board, figures=("O2",) * len(board.figures))  # two of its three roads are free
        waits = (PendingItem(seat, PendingKind.STEP, because, n=rnd.randint(1, 4)),)
        return replace(state, boards=tuple(boards), pending=waits)
    if len(board.posts) == match.posts(seat) and rnd.random() < 0.6:
        free = [one.id for one in match.edition.places if one.kind.value == "town" and one.id not in board.posts]
        if free:
            at = rnd.choice(free)
            posts = Reason(LineSource.POSTS)
            return replace(
                state,
                pending=(
                    PendingItem(seat, PendingKind.POST, posts, place=at, new_posts=(at,)),
                    PendingItem(seat, PendingKind.GAINS, posts, new_posts=(at,)),
                ),
            )
    at = {PendingKind.TOWN: "XIA", PendingKind.BONUS: "MOS"}.get(want)
    return replace(state, pending=(PendingItem(seat, want, because, place=at),))
