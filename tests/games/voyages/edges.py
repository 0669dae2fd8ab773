"""Edge cases of Voyages: states with little money, many posts, or pending choices."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from companion.games.voyages.coloured_dice import ColouredDie, sorted_dice
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
    """Return turns like this one with a seat that has little of everything, and some in which a choice is pending."""
    if state.phase is not Phase.TURNS or state.turn is None:
        return []
    match = match.with_characters(state)
    after = replace(state, phase=Phase.GOALS, round=5, turn=None, pending=())
    if not match.full:
        return [after]
    ends = [after, _with_shared_goals(after, rnd)]
    turns = [_poor_turn(match, state, rnd) for _ in range(3)]
    return [*turns, *(_with_pending(match, turn, rnd) for turn in turns), _with_compensation(match, state, rnd), *ends]


def _with_shared_goals(state: State, rnd: Random) -> State:
    """Return a state in which all goals are known, and two seats have the same card (V42)."""
    cards = rnd.sample([f"G{number:02}" for number in range(1, 19)], 2 * len(state.boards))
    pairs = [(cards[2 * index], cards[2 * index + 1]) for index in range(len(state.boards))]
    pairs[-1] = (pairs[0][0], pairs[-1][1])
    boards = (replace(board, goals=pair) for board, pair in zip(state.boards, pairs, strict=True))
    return replace(state, boards=tuple(boards))


def _with_compensation(match: Any, state: State, rnd: Random) -> State:
    """Return a state in which everyone has rolled and some are owed compensation (V7)."""
    boards = tuple(
        replace(board, missing=0 if match.agreed.characters[index].value == "raschid" else rnd.randint(1, 10))
        for index, board in enumerate(state.boards)
    )
    return replace(state, phase=Phase.ROLLS, turn=None, pending=(), boards=boards)


def _poor_turn(match: Any, state: State, rnd: Random) -> State:
    """Return a turn with little money: posts of all seats at random, and cities with some of their cards known."""
    assert state.turn is not None
    state = replace(state, pending=(), beijing=(None,) * len(state.beijing), turn=replace(state.turn, acted=False))
    boards, beijing = [], list(state.beijing)
    for seat, board in enumerate(state.boards, 1):
        posts = _random_posts(match, seat, rnd)
        if match.edition.beijing in posts:
            beijing[beijing.index(None)] = seat
        boards.append(_random_board(match, replace(board, posts=posts), seat, rnd))
    deck = rnd.sample([card.id for card in match.edition.city_deck], 9)
    cities = []
    for city in state.cities:
        cards = tuple(deck.pop() for _ in range(match.edition.place[city.id].cards))
        known_cards = cards[: rnd.randint(0, len(cards))]
        cities.append(replace(city, cards=known_cards, used=known_cards[:1] if rnd.random() < 0.2 else ()))
    row = state.market.row[: rnd.randint(0, 6)]
    market = replace(state.market, row=row, special=rnd.choice([0, 1, 8]))
    return replace(state, boards=_with_unnamed(boards), beijing=tuple(beijing), cities=tuple(cities), market=market)


def _random_posts(match: Any, seat: int, rnd: Random) -> tuple[str, ...]:
    places = [place.id for place in match.edition.places if place.kind.value in _PLACES_WITH_POSTS]
    most = match.posts(seat)
    return tuple(rnd.sample(places, rnd.choice([rnd.randint(0, most), most, most - 1])))


def _random_board(match: Any, board: PlayerBoard, seat: int, rnd: Random) -> PlayerBoard:
    few = {name: rnd.choice([0, 1, 2, rnd.randint(0, 30)]) for name in ("coins", "camels", "pepper", "silk", "gold")}
    raschid = match.agreed.characters[seat - 1].value == "raschid"
    colours = [match.colours[seat - 1][0]] * 3 + ["black"]
    dice = (ColouredDie(colour, None if raschid else rnd.randint(1, 6)) for colour in colours[: rnd.randint(0, 4)])
    places = [place.id for place in match.edition.places]
    return replace(
        board,
        purse=replace(board.purse, **few),
        dice=sorted_dice(dice),
        figures=tuple(rnd.choice(places) for _ in board.figures),
    )


def _with_unnamed(boards: list[PlayerBoard]) -> tuple[PlayerBoard, ...]:
    """Return the boards with contracts of which not all are known: the last one is not named yet."""
    return tuple(replace(board, active=(*board.active[:1], Contract(None))) for board in boards)


def _with_pending(match: Any, state: State, rnd: Random) -> State:
    """Return a state with a pending item of the current seat, of a kind that the state allows."""
    assert state.turn is not None
    seat = state.turn.seat
    board = state.boards[seat - 1]
    kinds = [PendingKind.GOOD, PendingKind.TWO_GOODS, PendingKind.TOWN, PendingKind.BONUS]
    if state.market.special:
        kinds.append(PendingKind.CONTRACT)
    if state.black and match.agreed.characters[seat - 1].value != "raschid":
        kinds.append(PendingKind.BLACK_DIE)
    kind, reason = rnd.choice(kinds), Reason(LineSource.CARD, "MOS")
    if rnd.random() < 0.3:
        boards = list(state.boards)
        boards[seat - 1] = replace(
            board, figures=("O2",) * len(board.figures)
        )  # two of the three roads there cost nothing
        items = (PendingItem(seat, PendingKind.STEP, reason, n=rnd.randint(1, 4)),)
        return replace(state, boards=tuple(boards), pending=items)
    if len(board.posts) == match.posts(seat) and rnd.random() < 0.6:
        free = [
            place.id for place in match.edition.places if place.kind.value == "town" and place.id not in board.posts
        ]
        if free:
            place = rnd.choice(free)
            posts, reached = Reason(LineSource.POSTS), board.posts[: rnd.randint(0, 3)]
            old = tuple(post for post in reached if post is not None) or None
            return replace(
                state,
                pending=(
                    PendingItem(seat, PendingKind.POST, posts, place=place, new_posts=(place,), old_posts=old),
                    PendingItem(seat, PendingKind.GAINS, posts, new_posts=(place,)),
                ),
            )
    place = {PendingKind.TOWN: "XIA", PendingKind.BONUS: "MOS"}.get(kind)
    return replace(state, pending=(PendingItem(seat, kind, reason, place=place),))
