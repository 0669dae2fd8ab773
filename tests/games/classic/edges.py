"""Moments of a game of 1983 that random games seldom reach: close to where a rule allows or forbids something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.classic.cards import GoodsCard, sorted_cards
from companion.games.classic.edition import KnownPost
from companion.games.classic.moves import Location
from companion.games.classic.state import GoldenTable, Hand, Phase, State, Turn

TABLES = (None, GoldenTable.UNTURNED, GoldenTable.TURNED)


def edges(match: Any, state: State, rnd: Random) -> list[State]:
    """Return one moment of each type that this one could lead to, at least by corrections."""
    if state.turn is None:
        return []
    builders = (
        _in_venice,
        _near_khanbalik,
        _in_debt,
        _at_post,
        _nearly_ruined,
        _under_attack,
        _in_mission_town,
        _after_gifts_or_mission,
    )
    seat = state.turn.seat
    return [_scattered(match, _with_turn(state, *builder(match, state, seat, rnd)), rnd) for builder in builders]


def _in_venice(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """Build a moment in Venice, with a fortune that is just enough, or just too small."""
    edition = match.edition
    counts = {colour: rnd.randint(edition.min_each, min(edition.max_each, 2) + 1) for colour in edition.each_of}
    if rnd.random() < 0.5:
        counts = {colour: min(count, edition.max_each) for colour, count in counts.items()}
    goods = [
        card for colour, count in counts.items() for card in _available_cards(match, state, seat, rnd, colour)[:count]
    ]
    table, secrets = rnd.choice(TABLES), rnd.randint(0, 1)
    worth = (
        edition.table_value * (table is not None) + edition.secret_value * secrets + sum(card.value for card in goods)
    )
    besants = max(0, edition.threshold - worth + rnd.choice([-10, -1, 0, 0, 0, 1]))
    hand = Hand(besants, sorted_cards(goods), table, secrets, done=table is not GoldenTable.UNTURNED)
    return hand, Turn(seat, Phase.PLACE, place=Location.VENICE)


def _near_khanbalik(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """Build a moment at Khanbalik, or about to arrive, with one gift too few, just enough, or one more."""
    edition, colours = match.edition, rnd.sample(match.edition.colours, 2)
    valuable = [card for card in _available_cards(match, state, seat, rnd) if card.value == edition.gift_value]
    gifts = [card for card in valuable if card.colour in colours[: rnd.randint(1, 2)]]
    goods = gifts[: edition.gifts + rnd.choice([-1, 0, 0, 1])]
    at_court = bool(rnd.randint(0, 1))
    start = rnd.choice([Location.VENICE, Location.KHANBALIK, Location.POST])
    arriving = {"phase": Phase.ARRIVE, "points": 3, "start": start, "debt": rnd.choice([0, 0, 30])}
    colour = rnd.choice([None, edition.colours[0]])
    fields = {"phase": Phase.PLACE, "place": Location.KHANBALIK, "colour": colour} if at_court else arriving
    hand = Hand(rnd.randint(0, 99), sorted_cards(goods), table=rnd.choice([None, None, GoldenTable.UNTURNED]))
    return hand, Turn(seat, **fields)


def _in_debt(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """Build a ransom or a fine that notes do not cover, with little to sell for it."""
    goods = sorted_cards(_available_cards(match, state, seat, rnd)[: rnd.randint(0, 3)])
    table = rnd.choice(TABLES)
    hand = Hand(rnd.choice([0, 0, 29]), goods, table, rnd.randint(0, 1), done=table is GoldenTable.TURNED)
    if rnd.random() < 0.5:
        return hand, Turn(seat, Phase.RANSOM, sold=rnd.choice([None, True]))
    return hand, Turn(seat, Phase.PLACE, place=Location.POST, bought=1, debt=rnd.choice([30, 100, 300]))


def _at_post(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """Build a moment at a post, shared or not, with about the price of a card, and many cards of one type."""
    edition, opponents = match.edition, [opponent for opponent in range(1, len(state.hands) + 1) if opponent != seat]
    company = tuple(partner for partner in opponents if rnd.random() < 0.7)
    traded = company[: rnd.choice([0, 0, 0, 1])]
    bought = 0 if traded else rnd.randint(0, edition.most_bought)
    price = rnd.choice([edition.price, edition.trade_price])
    available = _available_cards(match, state, seat, rnd)
    goods = [card for card in available if card == available[0]] if available else []
    table = rnd.choice(TABLES)
    hand = Hand(price + rnd.choice([-1, 0, 50]), sorted_cards(goods), table, done=table is GoldenTable.TURNED)
    colour = rnd.choice([None, goods[0].colour if goods else edition.colours[0]])
    fields = {"place": Location.POST, "colour": colour, "shared_with": company, "bought": bought, "traded": traded}
    return hand, Turn(seat, Phase.PLACE, **fields)  # type: ignore[arg-type]


def _nearly_ruined(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """Build a moment before the spin, with nothing or one thing left."""
    kept_item = rnd.choice(["", "", "table", "secret", "goods", "besants"])
    goods = tuple(_available_cards(match, state, seat, rnd)[:1]) if kept_item == "goods" else ()
    table = GoldenTable.UNTURNED if kept_item == "table" else None
    hand = Hand(10 if kept_item == "besants" else 0, goods, table, secrets=int(kept_item == "secret"))
    return hand, Turn(seat, rnd.choice([Phase.SPIN, Phase.SPIN, Phase.ARRIVE, Phase.FIGHT, Phase.RANSOM]), points=2)


def _under_attack(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """Build an attack, with or without a safe-conduct."""
    table = rnd.choice(TABLES)
    debt = rnd.choice([0, 0, 60])
    return Hand(50, table=table, done=table is GoldenTable.TURNED), Turn(seat, Phase.FIGHT, debt=debt)


def _in_mission_town(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """Build a moment in the mission town, on the mission or not."""
    table = rnd.choice(TABLES)
    hand = Hand(50, table=table, done=table is GoldenTable.TURNED)
    return hand, Turn(seat, Phase.PLACE, place=Location.MISSION, again=rnd.random() < 0.3)


def _after_gifts_or_mission(match: Any, state: State, seat: int, rnd: Random) -> tuple[Hand, Turn]:
    """Build a moment after the gifts or the mission, maybe at a trading post; or an arrival, maybe at the start."""
    edition, at_court = match.edition, rnd.random() < 0.5
    table = GoldenTable.UNTURNED if at_court else GoldenTable.TURNED
    hand = Hand(edition.price + rnd.choice([-1, 0, 70]), table=table, done=not at_court)
    if rnd.random() < 0.3:
        return hand, Turn(
            seat, Phase.ARRIVE, points=2, start=rnd.choice([Location.VENICE, Location.MISSION, Location.KHANBALIK])
        )
    place = Location.KHANBALIK if at_court else Location.MISSION
    colour = rnd.choice([None, *edition.colours])
    return hand, Turn(seat, Phase.PLACE, place=place, colour=colour, served=rnd.random() < 0.8)


def _available_cards(match: Any, state: State, seat: int, rnd: Random, colour: Any = None) -> list[GoodsCard]:
    """Return the cards that a seat may hold besides those of the others, shuffled; none if hands are not tracked."""
    if match.rules.tracking.value != "full":
        return []
    unavailable = [card for holder, hand in enumerate(state.hands, 1) for card in hand.goods if holder != seat]
    unavailable += [loot_card.card for loot_card in state.loot.cards if loot_card.card is not None]
    cards = [card for card in _box(match) if colour in (None, card.colour)]
    for card in unavailable:
        if card in cards:
            cards.remove(card)
    return rnd.sample(cards, len(cards))


def _box(match: Any) -> Iterator[GoodsCard]:
    edition = match.edition
    return (
        GoodsCard(colour, value)
        for colour in edition.colours
        for value, copies in edition.values
        for _ in range(copies)
    )


def _with_turn(state: State, hand: Hand, turn: Turn) -> State:
    hands = (*state.hands[: turn.seat - 1], hand, *state.hands[turn.seat :])
    return replace(state, hands=hands, turn=turn)


def _scattered(match: Any, state: State, rnd: Random) -> State:
    """Return an arrival with the other pieces anywhere, by a number or a Hasard, at places that are known or not."""
    turn = state.turn
    if turn is None or turn.phase is not Phase.ARRIVE:
        return state
    colours = match.edition.colours[:2]
    places = {
        seat: replace(
            hand,
            place=rnd.choice([Location.POST, Location.POST, Location.KHANBALIK, Location.MISSION, Location.VENICE]),
            colour=rnd.choice([None, *colours]),
            moved=rnd.choice([None, None, True]),
        )
        for seat, hand in enumerate(state.hands, 1)
        if seat != turn.seat
    }
    hand = state.hands[turn.seat - 1]
    if hand.table is GoldenTable.UNTURNED:
        hand = replace(hand, town=rnd.choice([None, "Pagan"]))
    khanbalik = [(), (KnownPost("khanbalik"),), (KnownPost("khanbalik", colours[0]),)]
    posts = (*rnd.choice(khanbalik), *rnd.choice([(), (KnownPost("Pagan", colours[0]),)]))
    hands = tuple(places.get(seat, hand) for seat in range(1, len(state.hands) + 1))
    moved_turn = replace(turn, points=rnd.choice([0, turn.points]))
    return replace(state, hands=hands, posts=posts or None, turn=moved_turn)
