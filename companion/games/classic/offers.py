"""The offers of the game of 1983: the moves that belong to the moment, complete if they need no form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.classic.allowed_kinds import check_restart, move_kinds
from companion.games.classic.arrivals import MAYBE_POSTS, known_post, knows_towns, may_have_company
from companion.games.classic.card_forms import drawn_choices
from companion.games.classic.conditions import shortfall
from companion.games.classic.forms import exact_text, place_refusal, refusal
from companion.games.classic.hands import hand_of
from companion.games.classic.labels import card_word, colour_word
from companion.games.classic.moves import Location, RansomPayment, Route, SaleItem
from companion.games.classic.state import JourneyStage, Setup, State, Turn
from companion.rules import codec
from companion.rules.fields import Json
from companion.rules.fill_form_by_touch import SECTOR
from companion.rules.offers import Offer
from companion.rules.rule_errors import refusal_from
from companion.rules.text import Text, say

_SHOWING_HANDS = ("ransom", "sell", "buy", "give_gifts", "claim")
"""The kinds whose forms show a hand, if hands are tracked."""
_FILLED_BY_CARDS = ("ransom", "sell", "give_gifts")
"""The kinds whose forms can be filled in by touching cards of the hand, if hands are tracked."""
_WITHOUT_FORM = ("fight", "refuse_fight", "finish_mission", "end_turn")
"""The kinds that ask for nothing but chance."""
_GIVING_UP = frozenset({"refuse_fight"})
"""The kinds of a turn by which a seat does without something: the loot of a fight."""
_COMPONENTS: Mapping[str, str] = {
    "fight": "fight",
    "refuse_fight": "besants",
    "ransom": "besants",
    "sell": "besants",
    "buy": "goods",
    "trade": "goods",
    "give_gifts": "table",
    "finish_mission": "secret",
    "claim": "victory",
}
"""The component drawn beside each kind of move."""
_PLACE_COMPONENTS: Mapping[Location, str] = {Location.PORT: "sea", Location.MISSION: "table"}
Chosen = tuple[tuple[str, Json], ...]


def offers(setup: Setup, state: State, seat: int) -> tuple[Offer, ...]:
    """Return the offers of this moment: land and sea, arrivals and a ransom in besants are complete moves."""
    turn = state.turn
    if turn is None:
        return ()
    own_kinds = move_kinds(setup, state, turn) if seat == (turn.asked or turn.seat) else ()
    result = [offer for kind in own_kinds for offer in _kind_offers(setup, state, turn, kind)]
    if refusal_from(check_restart, setup, state, seat) is None:
        name = say("classic.move.restart")
        result.append(Offer(kind="restart", label=name, kind_label=name, complete=True, aside=True, gives_up=True))
    return tuple(result)


def _kind_offers(setup: Setup, state: State, turn: Turn, kind: str) -> Iterator[Offer]:
    name = _kind_name(kind, turn)
    base = Offer(
        kind=kind,
        label=name,
        kind_label=name,
        thing=_COMPONENTS.get(kind),
        refused=refusal(setup, state, turn.asked or turn.seat, kind),
        ends_turn=kind == "end_turn",
        gives_up=kind in _GIVING_UP,
        secret=_secret(setup, state, turn, kind),
        withheld_fields=_withheld(setup, turn, kind),
        form_touches=_touches(setup, turn, kind),
    )
    if kind == "spin":
        for route in Route:
            label = say(f"classic.offer.spin_{route.value}")
            yield replace(base, label=label, thing=route.value, chosen=(("route", route.value),), complete=True)
    elif kind == "arrive":
        yield from _arrival_offers(setup, state, turn, base)
        yield base
    elif kind == "ransom":
        yield from _ransom_offers(setup, state, turn, base)
    elif kind == "sell":
        yield base
        yield from _single_sales(setup, state, turn, base)
    elif kind == "buy":
        yield from _purchase_offers(setup, state, turn, replace(base, detail=_price(setup.edition.price)))
    elif kind == "trade" and not turn.asked:
        yield replace(base, detail=_price(setup.edition.trade_price))
    elif kind == "claim":
        yield replace(base, complete=setup.rules.full, needs_confirmation=True)
    else:
        # With untracked hands the gifts are not named, so the move needs no form.
        unnamed_gifts = kind == "give_gifts" and not setup.rules.full
        question = say("classic.ask.end_turn") if kind == "end_turn" and _would_win(setup, state, turn.seat) else None
        yield replace(base, complete=kind in _WITHOUT_FORM or unnamed_gifts, private_question=question)


def _would_win(setup: Setup, state: State, seat: int) -> bool:
    """Return whether a claim would win now, as a tracked hand tells (C14)."""
    return setup.rules.full and refusal(setup, state, seat, "claim") is None


def _touches(setup: Setup, turn: Turn, kind: str) -> tuple[str, ...]:
    """Return the touches that fill in a kind of move: the sector of a real wheel, or cards of a tracked hand."""
    if kind == "spin":
        return (SECTOR,)
    uses_hand = kind in _FILLED_BY_CARDS or (kind == "trade" and turn.asked is not None)
    return ("card",) if setup.rules.full and uses_hand else ()


def _arrival_offers(setup: Setup, state: State, turn: Turn, base: Offer) -> Iterator[Offer]:
    """Yield the posts by colour, and the other places; the form covers the rest.

    If another player may stand at a post, the offer asks who shares it, and shows no hand. Otherwise the player is
    alone there.
    """
    for colour in setup.edition.colours:
        shared = may_have_company(state, turn, Location.POST, colour)
        unshared: Chosen = () if shared else (("shared_with", []),)
        chosen = (("place", Location.POST.value), ("colour", colour.value), *unshared)
        label = say("classic.offer.post", colour=colour_word(colour))
        post = replace(base, label=label, thing=f"post:{colour.value}", chosen=chosen)
        yield replace(post, complete=not shared, secret=base.secret and not shared)
    for place in (Location.TOWN, Location.PORT, Location.KHANBALIK, Location.MISSION, Location.VENICE):
        if place is Location.VENICE and setup.rules.trade_in_venice:
            continue  # a market: the player has to say its colour
        yield _place_offer(setup, state, turn, base, place)


def _place_offer(setup: Setup, state: State, turn: Turn, base: Offer, place: Location) -> Offer:
    """Return the offer to arrive at a place.

    If it is not known whether it is a trading post, or who shares it, the offer asks. Whether it does must not tell a
    secret: in a mission town it always asks, because its town is secret; and an arrival that cards may refuse asks
    whether they do or not.
    """
    refused = base.refused or place_refusal(setup, state, turn, place)
    chosen: Chosen = (("place", place.value),)
    asks = place in MAYBE_POSTS
    if place is Location.KHANBALIK and (post := known_post(setup, state, turn, place)) is not None:
        never_shared = post.colour is None and post in setup.edition.posts
        asks = not never_shared and may_have_company(state, turn, place, post.colour)
        if not asks:
            alone: Chosen = (("colour", post.colour.value), ("shared_with", [])) if post.colour else (("colour", None),)
            chosen = (*chosen, *alone)
    return replace(
        base,
        label=say(f"classic.place.{place.value}"),
        detail=exact_text(setup, turn, place),
        thing=_PLACE_COMPONENTS.get(place),
        chosen=chosen,
        refused=refused,
        complete=not asks or (refused is not None and not (refused.hidden and base.secret)),
    )


def _ransom_offers(setup: Setup, state: State, turn: Turn, base: Offer) -> Iterator[Offer]:
    """Yield the payment in besants, limited to what the seat has; and the form, if cards or a sale may help to pay."""
    deficit = shortfall(setup, state, turn)
    if not deficit:
        price = say("classic.costs.besants", n=min(setup.edition.ransom, hand_of(state, turn.seat).besants))
        yield replace(
            base, chosen=(("pay", RansomPayment.BESANTS.value),), detail=price, complete=True, form_touches=()
        )
    card_payable = not turn.sold and (not setup.rules.full or hand_of(state, turn.seat).goods)
    if deficit or card_payable:
        yield base


def _single_sales(setup: Setup, state: State, turn: Turn, base: Offer) -> Iterator[Offer]:
    """Yield the sale of each card of a tracked hand alone, by touching it, while nothing has to be paid (C9)."""
    if not setup.rules.full or base.refused is not None or shortfall(setup, state, turn):
        return
    hand = hand_of(state, turn.seat)
    what: Chosen = (("what", SaleItem.CARDS.value),) if hand.table or hand.secrets else ()
    for card in dict.fromkeys(hand.goods):
        yield replace(
            base,
            label=say("classic.offer.sell", card=card_word(card)),
            detail=say("classic.gives.besants", n=card.value),
            thing=str(card),
            chosen=(*what, ("cards", [codec.to_json(card)])),
            complete=True,
            phone_only=True,
            touch=f"card:{card}",
            form_touches=(),
        )


def _purchase_offers(setup: Setup, state: State, turn: Turn, base: Offer) -> Iterator[Offer]:
    """Yield a purchase; where hands are tracked, for phones one for each card that may have been drawn (C10)."""
    yield base
    if not setup.rules.full or base.refused is not None or turn.colour is None:
        return
    colour = ("colour", turn.colour.value)
    for choice in drawn_choices(setup, state, turn, dict([colour])):
        if choice.refused is None:
            is_hasard = choice.value is None
            yield replace(
                base,
                label=say("classic.offer.buy_hasard") if is_hasard else say("classic.offer.buy", card=choice.label),
                thing=choice.things[0],
                chosen=(colour, ("value", choice.value)),
                complete=not is_hasard,  # what a Hasard does is asked
                phone_only=True,
            )


def _price(besants: int) -> Text:
    """Return the words for what a move costs."""
    return say("classic.costs.besants", n=besants)


def _kind_name(kind: str, turn: Turn) -> Text:
    """Return the name of a kind of move."""
    if kind == "end_turn":
        return say("move.end_turn")
    return say("classic.move.name_card" if turn.asked else f"classic.move.{kind}")


def _secret(setup: Setup, state: State, turn: Turn, kind: str) -> bool:
    """Return whether the form shows a hand.

    The form of an arrival does if Khanbalik may be in reach: it reveals whether the hand has the gifts. On the mission
    it does if it may fill in the colour of the secret town.
    """
    if not setup.rules.full:
        return False
    if kind == "trade":
        return turn.asked is not None
    if kind == "arrive":
        hand = hand_of(state, turn.seat)
        if hand.stage is JourneyStage.MISSION:
            return knows_towns(setup, state)
        return hand.stage is JourneyStage.OUTWARD and len(hand.goods) >= setup.edition.gifts
    return kind in _SHOWING_HANDS


def _withheld(setup: Setup, turn: Turn, kind: str) -> tuple[str, ...]:
    """Return the fields that others may not try out: guessing the card taken would reveal what the hand holds (C11)."""
    return ("card",) if kind == "trade" and setup.rules.full and not turn.asked else ()
