"""Effects of a Hasard: reading them, and doing them one after the other."""

from collections import Counter
from typing import Any

from tests.games.classic.reference.fields import (
    Card,
    card,
    check_names,
    integer,
    integer_in,
    listing,
    mapping,
    switch,
    text,
)
from tests.games.classic.reference.state import Destination, Effect, Game
from tests.kit.reference_games import RefusedError

FOLLOW_UPS = ("spin_again", "move", "fight")
"""Effects that ask for further moves; they wait until everything else on the card is done.

The rulings give no order for several effects (Flow, `hasard` in `buy`): besants and cards first, in the order of the
list, then these in the order of the list.
"""


def read_effects(game: Game, value: Any) -> list[Effect]:
    """Return the effects of a Hasard, or refuse what the cards in hand and stacks do not allow."""
    effects = [_read_effect(game, mapping(item, "effect")) for item in listing(value, "hasard")]
    if game.setup.full:
        _check_cards(game, effects)
    return effects


def _read_effect(game: Game, fields: dict[str, Any]) -> Effect:
    kinds = [name for name in fields if name != "to"]
    if len(kinds) != 1:
        raise RefusedError("an effect has one kind")
    kind = kinds[0]
    value = fields[kind]
    if kind == "besants":
        amount = integer(value, "besants")
        check_names(fields, ("besants",), ("to",) if amount < 0 else ())
        if not amount:
            raise RefusedError("besants must not be 0")
        return Effect(kind, amount, to=_destination(game, fields))
    if kind == "lose":
        return Effect(kind, card=card(value, "lose", game.setup.printed), to=_destination(game, fields))
    check_names(fields, (kind,))
    if kind == "gain":
        return Effect(kind, card=card(value, "gain", game.setup.printed))
    if kind == "note":
        text(value, "note")
        return Effect(kind)
    if kind not in ("miss_turn", *FOLLOW_UPS) or not switch(value, kind):
        raise RefusedError(f"{kind!r} is no effect of a Hasard")
    return Effect(kind)


def _destination(game: Game, fields: dict[str, Any]) -> Destination:
    """Return where a payment or a card goes: {"seat": number}, {"loot": true}, or the bank when left out."""
    if "to" not in fields:
        return Destination()
    to = mapping(fields["to"], "to")
    if list(to) == ["loot"] and switch(to["loot"], "loot"):
        return Destination("loot")
    check_names(to, ("seat",))
    number = integer_in(to["seat"], "seat", range(1, game.setup.seats + 1))
    if number == game.state.turn:
        raise RefusedError("nobody pays to the own seat")
    return Destination("seat", number)


def _check_cards(game: Game, effects: list[Effect]) -> None:
    """Refuse the loss of a card that is not in the hand, and the gain of one that is not in its stack."""
    hand = Counter(game.current().goods)
    stack: Counter[Card] = Counter({printed: game.in_stack(printed) for printed in game.setup.printed})
    for effect in effects:
        if effect.card is None:
            continue
        if effect.kind == "lose":
            if hand[effect.card] < 1:
                raise RefusedError("a card that is not in the hand cannot be lost", "C10")
            hand[effect.card] -= 1
            stack[effect.card] += effect.to.kind == "bank"
        else:
            if stack[effect.card] < 1:
                raise RefusedError("no such card is left in the stack", "C19")
            stack[effect.card] -= 1
            hand[effect.card] += 1


def do_effect(game: Game, effect: Effect) -> None:
    """Do one effect; a payment becomes a debt, which is settled at once where the notes are enough (C16)."""
    state, seat = game.state, game.current()
    if effect.kind == "besants" and effect.amount > 0:
        seat.besants += effect.amount
    elif effect.kind == "besants":
        state.phase, state.debt, state.debt_to = "debt", -effect.amount, effect.to
    elif effect.kind == "miss_turn":
        seat.turns_to_miss += 1
    elif effect.kind == "note":
        # C8: a note may have moved any piece to a place that nobody named.
        for each in state.seats:
            each.position = None
    elif effect.kind in FOLLOW_UPS:
        state.follow_ups.append(effect.kind)
    elif effect.card is not None:
        _move_card(game, effect, effect.card)


def _move_card(game: Game, effect: Effect, moved: Card) -> None:
    """Lose or gain a card; one that a sale for a debt has moved meanwhile is left out (C16)."""
    seat = game.current()
    if effect.kind == "gain":
        if game.in_stack(moved) > 0:
            game.put_card(Destination("seat", game.state.turn), moved)
    elif not game.setup.full or seat.goods[moved]:
        game.take_card(seat, moved)
        game.put_card(effect.to, moved)


def begin_follow_up(game: Game) -> None:
    """Begin what the Hasard asks for next: a spin, an arrival without a number, or a fight."""
    kind = game.state.follow_ups.pop(0)
    if kind == "spin_again":
        # One may spin again; until then, the place still allows what it allows.
        game.state.spin_again = True
        return
    game.begin_phase({"move": "arrive", "fight": "fight"}[kind])
    game.state.by_number = kind != "move"
