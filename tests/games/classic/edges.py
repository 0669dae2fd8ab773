"""Moments of a game of 1983 that games at random seldom come to: close to where a rule says yes or no."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.classic.cards import Card, sorted_cards
from companion.games.classic.moves import Place
from companion.games.classic.state import GoldenTable, Hand, Phase, State, Turn

TABLES = (None, GoldenTable.UNTURNED, GoldenTable.TURNED)


def edges(match: Any, state: State, rnd: Random) -> list[State]:
    """One moment of each sort that could have come of this one, by corrections if by nothing else."""
    if state.turn is None:
        return []
    sorts = (_at_home, _before_the_khan, _fined, _at_a_post, _ruined, _attacked, _at_the_mission, _after_the_khan)
    return [_with(state, *sort(match, state, state.turn.seat, rnd)) for sort in sorts]


def _at_home(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """In Venice, with a fortune that is just enough, or not quite."""
    edition = match.edition
    counts = {colour: rnd.randint(edition.min_each, min(edition.max_each, 2) + 1) for colour in edition.each_of}
    if rnd.random() < 0.5:
        counts = {colour: min(count, edition.max_each) for colour, count in counts.items()}
    goods = [card for colour, count in counts.items() for card in _free(match, state, seat, rnd, colour)[:count]]
    table, secrets = rnd.choice(TABLES), rnd.randint(0, 1)
    held = (
        edition.table_value * (table is not None) + edition.secret_value * secrets + sum(card.value for card in goods)
    )
    besants = max(0, edition.threshold - held + rnd.choice([-10, -1, 0, 0, 0, 1]))
    hand = Hand(besants, sorted_cards(goods), table, secrets, done=table is not GoldenTable.UNTURNED)
    return hand, Turn(seat, Phase.PLACE, place=Place.VENICE)


def _before_the_khan(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """At Khanbalik, or about to arrive, with one gift too few, as many as are wanted, or one more."""
    edition, colours = match.edition, rnd.sample(match.edition.colours, 2)
    dear = [card for card in _free(match, state, seat, rnd) if card.value == edition.gift_value]
    fitting = [card for card in dear if card.colour in colours[: rnd.randint(1, 2)]]
    goods = fitting[: edition.gifts + rnd.choice([-1, 0, 0, 1])]
    at_court = bool(rnd.randint(0, 1))
    begun = rnd.choice([Place.VENICE, Place.KHANBALIK, Place.POST])
    under_way = {"phase": Phase.ARRIVE, "points": 3, "start": begun, "debt": rnd.choice([0, 0, 30])}
    colour = rnd.choice([None, edition.colours[0]])
    where = {"phase": Phase.PLACE, "place": Place.KHANBALIK, "colour": colour} if at_court else under_way
    hand = Hand(rnd.randint(0, 99), sorted_cards(goods), table=rnd.choice([None, None, GoldenTable.UNTURNED]))
    return hand, Turn(seat, **where)


def _fined(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """A ransom or a fine that notes do not cover, with little to sell for it."""
    goods = sorted_cards(_free(match, state, seat, rnd)[: rnd.randint(0, 2)])
    table = rnd.choice(TABLES)
    hand = Hand(rnd.choice([0, 0, 29]), goods, table, rnd.randint(0, 1), done=table is GoldenTable.TURNED)
    if rnd.random() < 0.5:
        return hand, Turn(seat, Phase.RANSOM)
    return hand, Turn(seat, Phase.PLACE, place=Place.POST, bought=1, debt=rnd.choice([30, 100, 300]))


def _at_a_post(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """With company or without, about as many besants as a card costs, and much of what there is of a sort."""
    edition, others = match.edition, [other for other in range(1, len(state.hands) + 1) if other != seat]
    company = tuple(other for other in others if rnd.random() < 0.7)
    traded = company[: rnd.choice([0, 0, 0, 1])]
    bought = 0 if traded else rnd.randint(0, edition.most_bought)
    price = rnd.choice([edition.price, edition.trade_price])
    mine = _free(match, state, seat, rnd)
    goods = [card for card in mine if card == mine[0]] if mine else []
    table = rnd.choice(TABLES)
    hand = Hand(price + rnd.choice([-1, 0, 50]), sorted_cards(goods), table, done=table is GoldenTable.TURNED)
    colour = rnd.choice([None, goods[0].colour if goods else edition.colours[0]])
    here = {"place": Place.POST, "colour": colour, "shared_with": company, "bought": bought, "traded": traded}
    return hand, Turn(seat, Phase.PLACE, **here)  # type: ignore[arg-type]


def _ruined(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """With nothing but perhaps one thing, before the spin."""
    left = rnd.choice(["", "", "table", "secret", "goods", "besants"])
    goods = tuple(_free(match, state, seat, rnd)[:1]) if left == "goods" else ()
    table = GoldenTable.UNTURNED if left == "table" else None
    hand = Hand(10 if left == "besants" else 0, goods, table, secrets=int(left == "secret"))
    return hand, Turn(seat, rnd.choice([Phase.SPIN, Phase.SPIN, Phase.ARRIVE, Phase.FIGHT, Phase.RANSOM]), points=2)


def _attacked(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """With a safe-conduct or without."""
    table = rnd.choice(TABLES)
    debt = rnd.choice([0, 0, 60])
    return Hand(50, table=table, done=table is GoldenTable.TURNED), Turn(seat, Phase.FIGHT, debt=debt)


def _at_the_mission(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """In its town, on the mission or not."""
    table = rnd.choice(TABLES)
    hand = Hand(50, table=table, done=table is GoldenTable.TURNED)
    return hand, Turn(seat, Phase.PLACE, place=Place.MISSION, again=rnd.random() < 0.3)


def _after_the_khan(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """At court or in the town of the mission, all done, where there may be a trading post; or Venice, not left yet."""
    edition, at_court = match.edition, rnd.random() < 0.5
    table = GoldenTable.UNTURNED if at_court else GoldenTable.TURNED
    hand = Hand(edition.price + rnd.choice([-1, 0, 70]), table=table, done=not at_court)
    if rnd.random() < 0.3:
        return hand, Turn(
            seat, Phase.ARRIVE, points=2, start=rnd.choice([Place.VENICE, Place.MISSION, Place.KHANBALIK])
        )
    place = Place.KHANBALIK if at_court else Place.MISSION
    colour = rnd.choice([None, *edition.colours])
    return hand, Turn(seat, Phase.PLACE, place=place, colour=colour, served=rnd.random() < 0.8)


def _free(match: Any, state: State, seat: int, rnd: Random, colour: Any = None) -> list[Card]:
    """The cards that a seat may hold while others hold theirs, shuffled; none where hands are not kept."""
    if match.rules.tracking.value != "full":
        return []
    gone = [card for other, hand in enumerate(state.hands, 1) for card in hand.goods if other != seat]
    gone += [lying.card for lying in state.loot.cards if lying.card is not None]
    left = [card for card in _box(match) if colour in (None, card.colour)]
    for card in gone:
        if card in left:
            left.remove(card)
    return rnd.sample(left, len(left))


def _box(match: Any) -> Iterator[Card]:
    edition = match.edition
    return (
        Card(colour, value) for colour in edition.colours for value, copies in edition.values for _ in range(copies)
    )


def _with(state: State, hand: Hand, turn: Turn) -> State:
    hands = (*state.hands[: turn.seat - 1], hand, *state.hands[turn.seat :])
    return replace(state, hands=hands, turn=turn)
