"""The forms of the moves of the game of 1983."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.games.classic import card_forms
from companion.games.classic.allowed_kinds import check_kind
from companion.games.classic.arrivals import MAYBE_POSTS, arrival_colour, check_company, check_room, known_post
from companion.games.classic.cards import Colour
from companion.games.classic.conditions import UNIQUE_PLACES, may_be_market
from companion.games.classic.hands import seats_of
from companion.games.classic.labels import colour_word
from companion.games.classic.moves import Location, Route
from companion.games.classic.road_moves import ARRIVAL_CHECKS, WHITE_FACES, black_faces
from companion.games.classic.state import Setup, State, Turn
from companion.rules.fields import ChanceField, Choice, Field, FieldValues, Items, OneOf, Pick
from companion.rules.form_walk import remaining_choices
from companion.rules.rule_errors import IllegalMoveError, MalformedError, Refusal, refusal_from
from companion.rules.text import Text, say

FieldFunction = Callable[[Setup, State, Turn, FieldValues, Items], Field | None]


def refusal(setup: Setup, state: State, seat: int, kind: str) -> Refusal | None:
    """Return the reason why this kind of move is refused now; None if it is allowed."""
    return refusal_from(check_kind, setup, state, seat, kind)


def next_pick(setup: Setup, state: State, seat: int, kind: str, chosen: FieldValues, items: Items) -> Field | None:
    """Return the next field of a move's form; None if the form is complete."""
    if kind not in _FORMS:
        raise MalformedError(say("error.unknown_move", move=kind), "move")
    turn = check_kind(setup, state, seat, kind)
    return _FORMS[kind](setup, state, turn, chosen, items)


def _spin_field(setup: Setup, state: State, turn: Turn, chosen: FieldValues, items: Items) -> Field | None:
    if "route" not in chosen:
        routes = tuple(Choice(route.value, say(f"classic.route.{route.value}")) for route in Route)
        return OneOf(name="route", label=say("classic.field.route"), choices=routes)
    weights = setup.edition.wheel.weights
    uneven = weights if len(set(weights)) > 1 else ()
    return _chance("classic.field.sector", (("sectors", len(weights)),), chosen, uneven)


def _fight_field(setup: Setup, state: State, turn: Turn, chosen: FieldValues, items: Items) -> Field | None:
    white, black = f"d{WHITE_FACES}", f"d{black_faces(setup)}"
    draws = ((white, 2),) if white == black else ((white, 1), (black, 1))
    return _chance("classic.field.dice", draws, chosen)


def _chance(
    label: str, draws: tuple[tuple[str, int], ...], chosen: FieldValues, weights: tuple[int, ...] = ()
) -> Field | None:
    return None if "chance" in chosen else ChanceField(name="chance", label=say(label), draws=draws, weights=weights)


def _arrive_field(setup: Setup, state: State, turn: Turn, chosen: FieldValues, items: Items) -> Field | None:
    if "place" not in chosen:
        places = tuple(
            Choice(
                option.value,
                say(f"classic.place.{option.value}"),
                place_refusal(setup, state, turn, option),
                note=exact_text(setup, turn, option),
            )
            for option in Location
        )
        return OneOf(name="place", label=say("classic.field.place"), choices=places)
    place = Location(chosen["place"])
    if place in ARRIVAL_CHECKS:
        ARRIVAL_CHECKS[place](setup, state, turn)
    if not may_be_market(setup, place):
        return None
    if "colour" not in chosen:
        label = say("classic.field.is_post" if place in MAYBE_POSTS else "classic.field.colour")
        return OneOf(name="colour", label=label, choices=tuple(_colour_choices(setup, state, turn, place)))
    if "shared_with" in chosen or chosen["colour"] is None:
        return None
    colour = Colour(chosen["colour"])
    others = tuple(
        Choice(seat, say("classic.seat", seat=seat), refusal_from(check_company, state, place, colour, seat))
        for seat in seats_of(state)
        if seat != turn.seat
    )
    return Pick(
        name="shared_with",
        label=say("classic.field.shared_with"),
        choices=remaining_choices(others, items),
        least=0,
        most=len(others),
        items=tuple(items),
    )


def _colour_choices(setup: Setup, state: State, turn: Turn, place: Location) -> Iterator[Choice]:
    """Yield the colours that a post may have, and where it may be none, that it is none: the answer of last time."""
    if place in MAYBE_POSTS:
        refused = refusal_from(_check_colour, setup, state, turn, place, None)
        default = refused is None and known_post(setup, state, turn, place) is not None
        yield Choice(None, say("classic.field.no_post"), refused, default=default)
    for colour in setup.edition.colours:
        refused = refusal_from(_check_colour, setup, state, turn, place, colour)
        yield Choice(colour.value, colour_word(colour), refused, things=(colour.value,))


def _check_colour(setup: Setup, state: State, turn: Turn, place: Location, colour: Colour | None) -> None:
    """Check that an arrival may say this colour, or that the place is no post. Raises IllegalMoveError (C8)."""
    if arrival_colour(setup, state, turn, place, colour) is not colour:
        raise IllegalMoveError(say("classic.refused.known_post"), "C8")
    check_room(setup, state, turn, place, colour)


def place_refusal(setup: Setup, state: State, turn: Turn, place: Location) -> Refusal | None:
    """Return the reason why the player cannot arrive there; None if it is allowed."""
    return refusal_from(ARRIVAL_CHECKS[place], setup, state, turn) if place in ARRIVAL_CHECKS else None


def exact_text(setup: Setup, turn: Turn, place: Location) -> Text | None:
    """Return how many spaces the house rule wants for this place; None if fewer are allowed (C8)."""
    exact = setup.rules.strict_arrival and place in UNIQUE_PLACES and turn.points
    return say("classic.place.exact", n=turn.points) if exact else None


def _no_field(setup: Setup, state: State, turn: Turn, chosen: FieldValues, items: Items) -> Field | None:
    return None


_FORMS: Mapping[str, FieldFunction] = {
    "spin": _spin_field,
    "fight": _fight_field,
    "refuse_fight": _no_field,
    "ransom": card_forms.ransom_field,
    "arrive": _arrive_field,
    "sell": card_forms.sell_field,
    "buy": card_forms.buy_field,
    "trade": card_forms.trade_field,
    "give_gifts": card_forms.gifts_field,
    "finish_mission": _no_field,
    "claim": card_forms.claim_field,
    "restart": _no_field,
    "end_turn": _no_field,
}
