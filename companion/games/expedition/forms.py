"""The forms of an Expedition's moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.expedition.offers import refusal, steps_of
from companion.games.expedition.play import camel_of, next_space, play, turn_of
from companion.games.expedition.state import By, Crate, State, Step, Terms
from companion.rules.fields import Choice, Chosen, Field, Items, OneOf, Refusal
from companion.rules.moves import Move
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import say


def next_pick(terms: Terms, state: State, seat: int, kind: str, chosen: Chosen, items: Items) -> Field | None:
    """The next field of a move's form; None when it is whole. There are no lists here."""
    forms: Mapping[str, Callable[[Terms, State, int, Chosen], Field | None]] = {
        "step": _step_field,
        "crate": _crate_field,
        "end_turn": _end_field,
    }
    if kind not in forms:
        raise MalformedError(say("error.unknown_move", move=kind), "move")
    return forms[kind](terms, state, seat, chosen)


def _step_field(terms: Terms, state: State, seat: int, chosen: Chosen) -> Field | None:
    turn = turn_of(state, seat)
    camels = state.camels[seat - 1]
    if refused := _first_refusal(terms, state, seat, steps_of(state, seat)):
        raise IllegalMoveError(refused.reason, refused.ruling)
    if len(camels) > 1 and "camel" not in chosen:
        choices = [
            Choice(
                camel,
                say("expedition.field.camel_at", camel=camel, space=at),
                _first_refusal(terms, state, seat, tuple(Step(by, camel) for by in By)),
            )
            for camel, at in enumerate(camels, 1)
        ]
        return OneOf(name="camel", label=say("expedition.field.camel"), choices=tuple(choices))
    if "by" in chosen:
        return None
    given = chosen.get("camel")
    camel = camel_of(terms, state, turn, given if isinstance(given, int) else None)
    space = next_space(terms, state, camels[camel - 1])
    steps = [Step(by, camel if len(camels) > 1 else None) for by in By]
    return OneOf(
        name="by",
        label=say("expedition.field.by", space=space),
        choices=tuple(
            Choice(s.by.value, say(f"expedition.by.{s.by.value}"), refusal(terms, state, seat, s)) for s in steps
        ),
    )


def _crate_field(terms: Terms, state: State, seat: int, chosen: Chosen) -> Field | None:
    play(terms, state, seat, Crate(1))
    if "value" in chosen:
        return None
    choices = tuple(Choice(value, say("expedition.offer.crate", value=value)) for value in (1, 2))
    return OneOf(name="value", label=say("expedition.field.crate"), choices=choices)


def _end_field(terms: Terms, state: State, seat: int, chosen: Chosen) -> Field | None:
    turn_of(state, seat)
    return None


def _first_refusal(terms: Terms, state: State, seat: int, moves: tuple[Move, ...]) -> Refusal | None:
    """None when one of the moves is allowed, else why the first is refused."""
    refusals = [refusal(terms, state, seat, move) for move in moves]
    return refusals[0] if all(refusals) else None
