"""Legal moves, found by trying possible ones and leaving out what is not legal.

All are listed where there are few, a random selection where there are many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from random import Random
from typing import Any

from companion.games.voyages.state import State
from tests.games.voyages.legal import FULL_KINDS, MOST_CORRECTED, POINTS_KINDS, is_legal
from tests.games.voyages.legal_facts import GOODS, goal_places, is_full, purse_of, roads
from tests.games.voyages.legal_setup import CHARACTERS, draw_sizes

Body = dict[str, Any]
Tries = Iterator[Body]
MOST_OF_KIND = 6
"""The most moves of each kind."""
RANDOM_TRIES = 40
"""Number of random tries where there are too many possibilities to try all."""
_FACES = "123456"


def legal_moves(match: Any, state: State, seat: int, rnd: Random) -> list[Body]:
    """Return some moves of every kind that a seat may make, with all fields filled in, also those with defaults."""
    moves: list[Body] = []
    for kind in [*sorted(FULL_KINDS if is_full(match) else POINTS_KINDS), "correct"]:
        tried = ({"move": kind, **fields} for fields in _TRIES[kind](match, state, seat, rnd))
        legal = [body for body in tried if is_legal(match, state, seat, body)]
        moves += rnd.sample(legal, MOST_OF_KIND) if len(legal) > MOST_OF_KIND else legal
    return moves


def _die_names(state: State, seat: int) -> list[str]:
    """Return the distinct names under which a seat may place its dice."""
    dice = state.boards[seat - 1].dice
    names = [[str(die)] if die.value else [f"{die.colour}:{face}" for face in _FACES] for die in dice]
    return [*dict.fromkeys(name for some in names for name in some)]


def _some_dice(state: State, seat: int, n: int, rnd: Random) -> Iterator[list[str]]:
    names = _die_names(state, seat)
    if n == 1:
        yield from ([name] for name in names)
    elif names:
        yield from ([rnd.choice(names) for _ in range(n)] for _ in range(RANDOM_TRIES))


def _deal(kind: str) -> Callable[[Any, State, int, Random], Tries]:
    """Return a function that yields the lowest and the highest values of a deal, and some between."""

    def tries(match: Any, state: State, seat: int, rnd: Random) -> Tries:
        sizes = draw_sizes(match, state, seat, kind)
        yield {"chance": [1] * len(sizes)}
        yield {"chance": sizes}
        yield from ({"chance": [rnd.randint(1, size) for size in sizes]} for _ in range(2))

    return tries


def _take_character(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield from ({"character": name} for name in CHARACTERS)


def _keep_goals(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    dealt = state.boards[seat - 1].goal_choice or [*goal_places(match)]
    yield from ({"cards": [*cards]} for cards in combinations(dealt, 2))


def _roll(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    for n in (1, 5, 6):
        yield from ({"chance": [rnd.randint(1, 6) for _ in range(n)]} for _ in range(2))


def _compensate(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    missing = state.boards[seat - 1].missing
    yield from ({"coins": coins, "camels": missing - coins} for coins in range(missing + 1))


def _choose(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    for n in (1, 2):
        yield from ({"goods": [*goods]} for goods in combinations(GOODS, n))
    for name in ("town", "post"):
        yield from ({name: place.id} for place in match.edition.places)
    yield from ({"bonus": tile.id} for tile in match.edition.bonus_deck)
    yield from ({"income": tile.letter} for tile in match.edition.income_deck)


def _one_die(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield from ({"dice": dice} for dice in _some_dice(state, seat, 1, rnd))


def _bazaar(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    for row, n in (("camel", 1), ("pepper", 1), ("silk", 2), ("gold", 3)):
        for dice in _some_dice(state, seat, n, rnd):
            yield {"row": row, "dice": dice, "column": rnd.randint(1, min(int(name[-1]) for name in dice))}


def _khan(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield from ({"dice": dice, "good": good} for dice, good in product(_some_dice(state, seat, 1, rnd), GOODS))


def _random_card(match: Any, rnd: Random) -> str | None:
    """Return a random contract, or None for an unnamed one."""
    return None if rnd.random() < 0.4 else str(rnd.choice(match.edition.contract_cards).id)


def _contracts(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    row, held = state.market.row, [contract.card for contract in state.boards[seat - 1].active]
    for dice in _some_dice(state, seat, 1, rnd):
        for _ in range(RANDOM_TRIES if row else 0):
            slots = rnd.sample(range(1, len(row) + 1), min(len(row), rnd.randint(1, 2)))
            cards = [row[slot - 1] or _random_card(match, rnd) for slot in slots]
            bonus = [rnd.choice(["coins", "camels"]) for slot in slots if slot > 4]
            discard_count = max(0, len(held) + len(slots) - 2)
            discard = [rnd.choice([*held, _random_card(match, rnd)]) for _ in range(discard_count)]
            yield {"dice": dice, "slots": slots, "contracts": cards, "bonus": bonus, "discard": discard}


def _random_path(match: Any, place: str, rnd: Random, most: int) -> list[str]:
    edges = [*roads(match)]
    path: list[str] = []
    for _ in range(rnd.randint(0, most)):
        onward = [b for a, b in edges if a == place]
        oases = [
            place_of_map.id
            for place_of_map in match.edition.places
            if place_of_map.kind.value == "oasis" and rnd.random() < 0.1
        ]
        place = rnd.choice([*onward, *oases])
        path.append(place)
    return path


def _paths(match: Any, state: State, seat: int, rnd: Random, most: int) -> list[list[str]]:
    figures = state.boards[seat - 1].figures
    paths = [_random_path(match, place, rnd, most) for place in figures]
    if len({*figures}) == 1 and not paths[0]:  # of figures that stand together, the form moves the first
        paths.reverse()
    return paths


def _travel(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    for dice in _some_dice(state, seat, 2, rnd):
        yield {"dice": dice, "paths": _paths(match, state, seat, rnd, min(int(name[-1]) for name in dice))}


def _step(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield from ({"paths": _paths(match, state, seat, rnd, rnd.randint(1, 3))} for _ in range(RANDOM_TRIES))


def _use_words(match: Any, state: State, seat: int, card: Any) -> list[str]:
    """Return the words for the uses of a card, as the rules name them."""
    if card.kind.value == "either":
        return {
            "C20": ["camel>coin", "coin>camel"],
            "C21": ["vp>coin", "coin>vp"],
            "C22": [f"{good}>camel" for good in GOODS] + [f"camel>{good}" for good in GOODS],
        }[card.id]
    if card.cost.two_goods:
        return ["+".join(pair) for pair in combinations(GOODS, 2)]
    if card.reward.good:
        return [*GOODS]
    if card.reward.own_town or any(row.own_town for row in card.rows):
        return [post for post in state.boards[seat - 1].posts if post is not None]
    return []


def _city_card(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    deck = {card.id: card for card in match.edition.city_deck}
    for city, dice in product(state.cities, _some_dice(state, seat, 1, rnd)):
        for name in {*city.cards, *rnd.sample([*deck], 8)}:
            times, words = rnd.randint(1, int(dice[0][-1])), _use_words(match, state, seat, deck[name])
            body: Body = {"city": city.id, "card": name, "dice": dice, "times": times}
            if words:
                body["ways"] = [rnd.choice(words) for _ in range(times)]
                yield {**body, "ways": [body["ways"][0]] * times}
            yield body


def _fulfil(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield from ({"contract": card.id} for card in match.edition.contract_cards)


def _reroll(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield from ({"die": die, "chance": [rnd.randint(1, 6)]} for die in _die_names(state, seat))


def _turn_die(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield from ({"die": die, "by": by} for die, by in product(_die_names(state, seat), (1, -1)))


def _black_die(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield {"chance": [rnd.randint(1, 6)]}
    yield {}


def _keep(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    held = [contract.card for contract in state.boards[seat - 1].active]
    for _ in range(RANDOM_TRIES):
        body: Body = {"contract": _random_card(match, rnd)}
        yield {**body, "discard": rnd.choice([*held, _random_card(match, rnd)])} if len(held) > 1 else body


def _name(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    for card in match.edition.contract_cards:
        yield {"contract": card.id, "slot": rnd.choice([None, *range(1, len(state.market.row) + 1)])}


def _nothing(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield {}


def _reveal_goals(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield from ({"cards": rnd.sample([*goal_places(match)], 2)} for _ in range(MOST_OF_KIND))


def _end_turn(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield {}
    yield from ({"used": used} for used in range(1, 9))


def _score(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield from ({"by": by, "why": rnd.choice(["", "city card"])} for by in (-99, 99, rnd.randint(-9, 9)))


def _contract(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    yield from ({"by": by} for by in (0, 99, rnd.randint(0, 9)))


def _final(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    for n, beijing in product((0, 1, 2), (0, 10, 7, 4, 1)):
        for reached in range(5):
            body: Body = {"coins": rnd.randint(0, 30), "camels": rnd.randint(0, 9), "goods": rnd.randint(0, 9)}
            yield {**body, "beijing": beijing, "goals": rnd.sample([*goal_places(match)], n), "reached": reached}


def _correct(match: Any, state: State, seat: int, rnd: Random) -> Tries:
    for what, held in purse_of(state, seat).items():
        for by in (-held, -1, 1, MOST_CORRECTED, -MOST_CORRECTED):
            yield {"what": what, "by": by, "note": rnd.choice(["", "counted"])}


_TRIES: Mapping[str, Callable[[Any, State, int, Random], Tries]] = {
    **{kind: _deal(kind) for kind in ("deal_map", "deal_row", "deal_characters", "deal_goals")},
    "take_character": _take_character,
    "keep_goals": _keep_goals,
    "roll": _roll,
    "compensate": _compensate,
    "choose": _choose,
    "take_five": _one_die,
    "bazaar": _bazaar,
    "khan": _khan,
    "contracts": _contracts,
    "travel": _travel,
    "city_card": _city_card,
    "fulfil": _fulfil,
    "take_three": _one_die,
    "reroll": _reroll,
    "turn_die": _turn_die,
    "black_die": _black_die,
    "step": _step,
    "keep": _keep,
    "name": _name,
    "decline": _nothing,
    "reveal_goals": _reveal_goals,
    "leave_goals": _nothing,
    "end_turn": _end_turn,
    "score": _score,
    "travelled": _nothing,
    "post": _nothing,
    "contract": _contract,
    "final": _final,
    "correct": _correct,
}
