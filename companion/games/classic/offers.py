"""What a seat may do in a game of 1983: what belongs to the moment, whole where no more words are needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.games.classic.allowed import check_restart, kinds
from companion.games.classic.called import colour_word
from companion.games.classic.conditions import fined, may_be_market
from companion.games.classic.forms import place_refused, refusal
from companion.games.classic.hands import hand_of
from companion.games.classic.moves import Pay, Place, Route
from companion.games.classic.state import Setup, Stage, State, Turn
from companion.rules.fields import Json
from companion.rules.offers import Offer
from companion.rules.rule_errors import refused_by
from companion.rules.text import Text, say
from companion.rules.touches import SECTOR

_OF_HANDS = ("ransom", "sell", "buy", "give_gifts", "claim")
"""Kinds whose forms show a hand, where hands are tracked."""
_BY_CARDS = ("ransom", "sell", "give_gifts")
"""Kinds that one may fill in by touching cards of one's hand, where hands are tracked."""
_WHOLE = ("fight", "refuse_fight", "finish_mission", "end_turn")
"""Kinds that ask for nothing but chance."""
_THINGS: Mapping[str, str] = {
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
"""What is drawn beside a kind of move."""
_OF_PLACES: Mapping[Place, str] = {Place.PORT: "sea", Place.MISSION: "table"}
Chosen = tuple[tuple[str, Json], ...]


def offers(setup: Setup, state: State, seat: int) -> tuple[Offer, ...]:
    """The kinds of moves that belong to this moment: land and sea, arrivals, a ransom in besants as whole moves."""
    turn = state.turn
    if turn is None:
        return ()
    mine = kinds(setup, state, turn) if seat == (turn.asked or turn.seat) else ()
    found = [offer for kind in mine for offer in _of_kind(setup, state, turn, kind)]
    if refused_by(check_restart, setup, state, seat) is None:
        called = say("classic.move.restart")
        found.append(Offer(kind="restart", label=called, called=called, complete=True))
    return tuple(found)


def _of_kind(setup: Setup, state: State, turn: Turn, kind: str) -> Iterator[Offer]:
    called = _called(kind, turn)
    plain = Offer(
        kind=kind,
        label=called,
        called=called,
        thing=_THINGS.get(kind),
        refused=refusal(setup, state, turn.asked or turn.seat, kind),
        ends_turn=kind == "end_turn",
        secret=_secret(setup, state, turn, kind),
        withheld=_withheld(setup, turn, kind),
        touches=_touches(setup, turn, kind),
    )
    if kind == "spin":
        for route in Route:
            label = say(f"classic.offer.spin_{route.value}")
            yield replace(plain, label=label, thing=route.value, chosen=(("route", route.value),), complete=True)
    elif kind == "arrive":
        yield from _arrivals(setup, state, turn, plain)
        yield plain
    elif kind == "ransom":
        yield from _ransoms(setup, state, turn, plain)
    elif kind == "claim":
        yield replace(plain, complete=setup.rules.full, needs_confirmation=True)
    else:
        told = kind == "give_gifts" and not setup.rules.full  # which cards they are is nobody's business there
        yield replace(plain, complete=kind in _WHOLE or told)


def _touches(setup: Setup, turn: Turn, kind: str) -> tuple[str, ...]:
    """What one may touch to fill in a kind of move: its sector on a real wheel, cards of a hand that is tracked."""
    if kind == "spin":
        return (SECTOR,)
    of_a_hand = kind in _BY_CARDS or (kind == "trade" and turn.asked is not None)
    return ("card",) if setup.rules.full and of_a_hand else ()


def _arrivals(setup: Setup, state: State, turn: Turn, plain: Offer) -> Iterator[Offer]:
    """The posts by colour, and where no more is to be said. The form tells of the rest.

    Who is at a post too is asked where somebody else was seen at one last, and shows no hand; else one is alone there.
    """
    met = any(hand.place is Place.POST for seat, hand in enumerate(state.hands, 1) if seat != turn.seat)
    alone: Chosen = () if met else (("shared_with", []),)
    for colour in setup.edition.colours:
        chosen = (("place", Place.POST.value), ("colour", colour.value), *alone)
        label = say("classic.offer.post", colour=colour_word(colour))
        post = replace(plain, label=label, thing=f"post:{colour.value}", chosen=chosen)
        yield replace(post, complete=not met, secret=plain.secret and not met)
    for place in (Place.TOWN, Place.PORT, Place.KHANBALIK, Place.MISSION, Place.VENICE):
        if place is Place.VENICE and setup.rules.trade_in_venice:
            continue  # a market: its colour has to be said
        label, refused = say(f"classic.place.{place.value}"), plain.refused or place_refused(setup, state, turn, place)
        no_post: Chosen = (("colour", None),) if may_be_market(setup, place) else ()
        chosen = (("place", place.value), *no_post)
        to_place = replace(plain, label=label, thing=_OF_PLACES.get(place), chosen=chosen)
        yield replace(to_place, refused=refused, complete=True)


def _ransoms(setup: Setup, state: State, turn: Turn, plain: Offer) -> Iterator[Offer]:
    """Besants, as many as there are to pay; and the form, where there may be a card or something to sell."""
    short = fined(setup, state, turn)
    if not short:
        pays = say("classic.costs.besants", n=min(setup.edition.ransom, hand_of(state, turn.seat).besants))
        yield replace(plain, chosen=(("pay", Pay.BESANTS.value),), detail=pays, complete=True, touches=())
    if short or not setup.rules.full or hand_of(state, turn.seat).goods:
        yield plain


def _called(kind: str, turn: Turn) -> Text:
    """How a kind of move is called."""
    if kind == "end_turn":
        return say("move.end_turn")
    return say("classic.move.name_card" if turn.asked else f"classic.move.{kind}")


def _secret(setup: Setup, state: State, turn: Turn, kind: str) -> bool:
    """Whether the form shows a hand. That of an arrival does where Khanbalik is in reach: it tells of three gifts."""
    if not setup.rules.full:
        return False
    if kind == "trade":
        return turn.asked is not None
    if kind == "arrive":
        hand = hand_of(state, turn.seat)
        return hand.stage is Stage.OUTWARD and len(hand.goods) >= setup.edition.gifts
    return kind in _OF_HANDS


def _withheld(setup: Setup, turn: Turn, kind: str) -> tuple[str, ...]:
    """Which card was taken is said by who had it: a guess by another would tell what that hand holds (C11)."""
    return ("card",) if kind == "trade" and setup.rules.full and not turn.asked else ()
