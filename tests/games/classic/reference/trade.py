"""Moves at a trading post: sell, buy and trade; and selling to pay a debt anywhere."""

from collections import Counter
from typing import Any

from tests.games.classic.reference.arrival import is_post
from tests.games.classic.reference.fields import Card, card, cards, check_names, integer, word
from tests.games.classic.reference.hasard import read_effects
from tests.games.classic.reference.state import Arrival, Destination, Game, Position
from tests.kit.reference_games import RefusedError


def _trading_arrival(game: Game) -> Arrival:
    """Return the arrival at the post where the turn's seat may trade now, or refuse (C9, C10)."""
    arrival = game.state.arrival
    if arrival is None or not is_post(game, arrival.place, arrival.colour):
        raise RefusedError("trade is for trading posts, on arrival", "C9")
    if game.gifts_wanted():
        raise RefusedError("the gifts for the Khan come first", "C12")
    if game.mission_wanted():
        raise RefusedError("the mission comes first", "C13")
    return arrival


def sell(game: Game, fields: dict[str, Any]) -> None:
    """Sell goods at a post, or whatever is needed to pay a debt (C9, C16)."""
    check_names(fields, (), ("cards", "what"))
    goods = cards(fields.get("cards", []), "cards", game.setup.printed)
    what = word(fields["what"], "what", ("table", "secret")) if "what" in fields else None
    if not goods and what is None:
        raise RefusedError("nothing is sold", "C9")
    if game.state.phase == "arrived":
        arrival = _trading_arrival(game)
        if what is not None:
            raise RefusedError("Golden Table and Secret are sold only to pay a debt", "C9")
        if arrival.bought or arrival.traded_with:
            # C10 says buying comes after selling; a trade with a player stands in place of buying (C11).
            raise RefusedError("selling comes before buying", "C10")
    else:
        _check_debt_sale(game, _values(game, goods, what))
    _sell(game, goods, what)


def _values(game: Game, goods: list[Card], what: str | None) -> list[int]:
    values = [value for _, value in goods]
    if what is not None:
        values.append(game.setup.table_value if what == "table" else game.setup.secret_value)
    return values


def _check_debt_sale(game: Game, values: list[int]) -> None:
    """Refuse a sale without a debt, and a sale of more than the debt needs (C16)."""
    state = game.state
    missing = (game.setup.ransom if state.phase == "ransom" else state.debt) - game.current().besants
    if missing <= 0:
        raise RefusedError("the notes are enough to pay", "C16")
    if any(sum(values) - value >= missing for value in values):
        raise RefusedError("less would pay the debt", "C16")
    state.sold_for_ransom = state.phase == "ransom"


def _sell(game: Game, goods: list[Card], what: str | None) -> None:
    seat = game.current()
    if any(count > game.setup.printed[sold] for sold, count in Counter(goods).items()):
        raise RefusedError("the edition has fewer of these cards", "C9")
    for sold in goods:
        game.take_card(seat, sold)
    if what == "table":
        if not seat.tables:
            raise RefusedError("there is no Golden Table to sell", "C16")
        seat.tables -= 1
        seat.town = seat.town if seat.tables else None
    if what == "secret":
        if not seat.secrets:
            raise RefusedError("there is no Secret to sell", "C16")
        seat.secrets -= 1
    seat.besants += sum(_values(game, goods, what))


def buy(game: Game, fields: dict[str, Any]) -> None:
    """Buy one card of the post's colour, a good or a Hasard (C10, C19)."""
    check_names(fields, ("colour",), ("value", "hasard"))
    colour = word(fields["colour"], "colour", game.setup.colours)
    if "value" in fields and "hasard" in fields:
        raise RefusedError("a card is a good or a Hasard")
    if "value" not in fields and "hasard" not in fields and game.setup.full:
        raise RefusedError("field 'value' is missing")
    arrival, seat = _trading_arrival(game), game.current()
    _check_purchase(game, arrival, colour)
    seat.besants -= game.setup.price
    arrival.bought += 1
    arrival.colour = colour
    if arrival.place == "post" and seat.position is not None:
        seat.position = Position("post", colour)
    if "hasard" in fields:
        if not game.setup.hasards:
            raise RefusedError("this edition has no Hasards", "C19")
        game.state.effects = read_effects(game, fields["hasard"])
    elif "value" in fields:
        _draw(game, (colour, integer(fields["value"], "value")))


def _check_purchase(game: Game, arrival: Arrival, colour: str) -> None:
    if arrival.colour not in (None, colour):
        raise RefusedError("a post sells cards of its own colour", "C10")
    if arrival.traded_with:
        raise RefusedError("one buys or trades with a player, not both", "C11")
    if arrival.bought >= game.setup.max_bought:
        raise RefusedError(f"at most {game.setup.max_bought} cards are bought", "C10")
    if game.current().besants < game.setup.price:
        raise RefusedError("there are too few besants", "C10")


def _draw(game: Game, drawn: Card) -> None:
    # C19 counts per colour; here each card is counted, for a card that all hands and the loot hold cannot be drawn.
    if drawn not in game.setup.printed:
        raise RefusedError(f"there is no card {drawn[0]}:{drawn[1]}")
    if game.in_stack(drawn) < 1:
        raise RefusedError("no such card is left in the stack", "C19")
    game.put_card(Destination("seat", game.state.turn), drawn)


def trade(game: Game, fields: dict[str, Any]) -> None:
    """Pay a player at the same post and take one of their goods cards at random (C11).

    C8 lets what a post allows count anew after each arrival, so "one a turn" is one for each arrival.
    """
    check_names(fields, ("with", "card") if game.setup.full else ("with",), ("card",))
    partner = integer(fields["with"], "with")
    taken = card(fields["card"], "card", game.setup.printed) if "card" in fields else None
    arrival, seat = _trading_arrival(game), game.current()
    if partner not in arrival.shared_with:
        raise RefusedError("one trades with who stands at the same post", "C11")
    if arrival.bought:
        raise RefusedError("one buys or trades with a player, not both", "C11")
    if arrival.traded_with and not game.setup.on("trade_each_player"):
        raise RefusedError("one trades with one player a turn", "C11")
    if partner in arrival.traded_with:
        raise RefusedError("one trades once with each player", "C11")
    if seat.besants < game.setup.trade_price:
        raise RefusedError("there are too few besants", "C11")
    game.pay(seat, game.setup.trade_price, Destination("seat", partner))
    if taken is not None:
        game.take_card(game.seat(partner), taken)
        game.put_card(Destination("seat", game.state.turn), taken)
    arrival.traded_with.append(partner)
