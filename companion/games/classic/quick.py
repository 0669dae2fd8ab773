"""The whole moves of a game of 1983 that one press does."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.classic.allowed import kinds
from companion.games.classic.called import colour_word
from companion.games.classic.conditions import fined
from companion.games.classic.forms import label_of, place_refused, refusal
from companion.games.classic.hands import hand_of
from companion.games.classic.moves import Pay, Place, Route
from companion.games.classic.state import Phase, State, Terms, Turn
from companion.rules.fields import Json, Quick
from companion.rules.text import say


def quick(terms: Terms, state: State, seat: int) -> tuple[Quick, ...]:
    """Land and sea, the fight, the arrivals that need no more words, what a place asks for, and the end of the turn."""
    turn = state.turn
    if turn is None or seat != turn.seat or turn.asked:
        return ()
    return tuple(_offered(terms, state, turn))


def _offered(terms: Terms, state: State, turn: Turn) -> Iterator[Quick]:
    match turn.phase:
        case Phase.SPIN:
            yield from _spins(terms, state, turn)
        case Phase.ARRIVE:
            yield from _arrivals(terms, state, turn)
        case Phase.RANSOM if not fined(terms, state, turn):
            notes = min(terms.edition.ransom, hand_of(state, turn.seat).besants)
            pays = say("classic.costs.besants", n=notes)
            yield Quick("ransom", (("pay", Pay.BESANTS.value),), say("classic.move.ransom"), pays)
        case Phase.PLACE if turn.again:
            yield from _spins(terms, state, turn)
    for kind in kinds(terms, state, turn):
        if kind in ("fight", "refuse_fight", "finish_mission", "restart") or (kind == "claim" and terms.rules.full):
            yield Quick(kind, (), label_of(kind, turn), refused=refusal(terms, state, turn.seat, kind))
        if kind == "end_turn":
            refused = refusal(terms, state, turn.seat, kind)
            yield Quick(kind, (), label_of(kind, turn), refused=refused, ends_turn=True)


def _spins(terms: Terms, state: State, turn: Turn) -> Iterator[Quick]:
    refused = refusal(terms, state, turn.seat, "spin")
    for route in Route:
        yield Quick("spin", (("route", route.value),), say(f"classic.quick.spin_{route.value}"), refused=refused)


def _arrivals(terms: Terms, state: State, turn: Turn) -> Iterator[Quick]:
    alone: tuple[tuple[str, Json], ...] = (("shared_with", []),)
    for colour in terms.edition.colours:
        chosen = (("place", Place.POST.value), ("colour", colour.value), *alone)
        yield Quick("arrive", chosen, say("classic.quick.post", colour=colour_word(colour)))
    for place in (Place.TOWN, Place.PORT, Place.MISSION, Place.VENICE):
        if place is Place.VENICE and terms.rules.trade_in_venice:
            continue  # a market: its colour has to be said
        refused = place_refused(terms, state, turn, place)
        yield Quick("arrive", (("place", place.value),), say(f"classic.place.{place.value}"), refused=refused)
