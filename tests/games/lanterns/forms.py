"""The forms of Lanterns: every type of field, and one whose choices depend on the previous field."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.rules.fields import (
    ChanceField,
    Choice,
    Field,
    FieldValues,
    Items,
    NumberField,
    OneOf,
    Pick,
    SeatField,
    TextField,
    YesNoField,
)
from companion.rules.form_walk import remaining_choices
from companion.rules.rule_errors import MalformedError, Refusal
from companion.rules.text import say
from tests.games.lanterns.components import component
from tests.games.lanterns.play import check_kind, free_places, seats_of, wind_faces
from tests.games.lanterns.state import CARD, CARD_VALUES, LONGEST_WISH, PLACE, PLACES, Colour, Flame, Row, Setup, State

_TAKEN = Refusal(say("lanterns.refused.taken"), "L3")


def next_pick(setup: Setup, state: State, seat: int, kind: str, chosen: FieldValues, items: Items) -> Field | None:
    """Return the next field of a move's form."""
    if kind not in ("hide", "roll", "hang", "show", "feast", "answer", "thank", "wind", "end_turn"):
        raise MalformedError(say("error.unknown_move", move=kind), "move")
    check_kind(state, seat, kind)
    if kind == "hang":
        return _hang_field(state, seat, chosen, items)
    return _first(_plain_fields(setup, state, seat, items).get(kind, ()), chosen)


def _plain_fields(setup: Setup, state: State, seat: int, items: Items) -> Mapping[str, tuple[Field, ...]]:
    """Return the forms whose fields do not depend on each other."""
    colours = tuple(Choice(colour.value, say(f"colour.{colour.value}")) for colour in Colour)
    low, high = CARD_VALUES[0], CARD_VALUES[-1]
    held = state.hidden[seat - 1]
    cards = tuple(
        Choice(card, component(setup, card).word, times=held.count(card), touches=(f"{CARD}:{card}",))
        for card in dict.fromkeys(held)
    )
    other_stalls = tuple(stall for stall in seats_of(state) if stall != seat)
    rows = tuple(Choice(row.value, say(f"lanterns.{row.value}")) for row in Row)
    faces, late = wind_faces(setup, state), "late" if state.round == setup.rounds else ""
    return {
        "hide": (
            OneOf(name="colour", label=say("lanterns.colour"), choices=colours),
            NumberField(name="value", label=say("lanterns.value"), low=low, high=high),
            TextField(name="wish", label=say("lanterns.wish"), longest=LONGEST_WISH, required=True),
        ),
        "roll": (ChanceField(name="chance", label=say("lanterns.roll"), draws=(("d6", 2),)),),
        "show": (
            Pick(
                name="cards",
                label=say("lanterns.cards"),
                choices=remaining_choices(cards, items),
                least=1,
                most=min(len(held), setup.cards_at_once),
                items=tuple(items),
            ),
        ),
        "wind": (
            OneOf(name="row", label=say("lanterns.row"), choices=rows),
            ChanceField(name="chance", label=say("lanterns.wind"), draws=((f"d{faces}", 1),), purpose_suffix=late),
        ),
        "feast": (SeatField(name="first", label=say("lanterns.first"), seats=other_stalls),),
        "answer": (YesNoField(name="gives", label=say("lanterns.gives")),),
    }


def _hang_field(state: State, seat: int, chosen: FieldValues, items: Items) -> Field | None:
    """Return the row, then the next place along it: the possible places depend on the row."""
    if "row" not in chosen:
        rows = tuple(
            Choice(
                row.value,
                say(f"lanterns.{row.value}"),
                None if free_places(state, row) else _TAKEN,
                touches=tuple(_place_touch(row, place) for place in range(1, PLACES[row] + 1)),
            )
            for row in Row
        )
        return OneOf(name="row", label=say("lanterns.row"), choices=rows)
    if "path" in chosen:
        return None if "flame" in chosen else _flame_field(state, seat, chosen)
    row = Row(chosen["row"])
    free = free_places(state, row)
    places = [place for place in range(1, PLACES[row] + 1) if not items or place - 1 == items[-1]]
    choices = tuple(
        Choice(n, say("lanterns.place", place=n), None if n in free else _TAKEN, touches=(_place_touch(row, n),))
        for n in places
    )
    most, label = state.oil[seat - 1], say("lanterns.path")
    farther = _farther_choices(row, free, items, most) if items else ()
    choices = (*choices, *farther)
    return Pick(name="path", label=label, choices=choices, least=1, most=most, items=tuple(items), ordered=True)


def _flame_field(state: State, seat: int, chosen: FieldValues) -> OneOf:
    """Return the choice of flame: small by default, large for one oil more."""
    path = chosen["path"]
    assert isinstance(path, list)
    dear = None if len(path) < state.oil[seat - 1] else Refusal(say("lanterns.refused.flame"), "L3")
    small = Choice(Flame.SMALL.value, say("lanterns.flame.small"), default=True)
    large = Choice(Flame.LARGE.value, say("lanterns.flame.large"), dear)
    return OneOf(name="flame", label=say("lanterns.flame"), choices=(small, large))


def _farther_choices(row: Row, free: Collection[int], items: Items, most: int) -> Iterator[Choice]:
    """Yield the places beyond the next one, as far as all between are free and the oil lasts."""
    last = items[-1]
    assert isinstance(last, int)
    for n in range(last + 2, min(last + most - len(items), PLACES[row]) + 1):
        if all(place in free for place in range(last + 1, n + 1)):
            before = tuple(range(last + 1, n))
            yield Choice(n, say("lanterns.place", place=n), touches=(_place_touch(row, n),), prerequisites=before)


def _place_touch(row: Row, place: int) -> str:
    """Return the touch of a place of the market."""
    return f"{PLACE}:{row.value}:{place}"


def _first(fields: tuple[Field, ...], chosen: FieldValues) -> Field | None:
    return next((field for field in fields if field.name not in chosen), None)
