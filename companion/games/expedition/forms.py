"""What a seat may do in an Expedition, and the forms for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.expedition.play import (
    camel_of,
    late_zone,
    next_space,
    play,
    turn_of,
)
from companion.games.expedition.state import By, Crate, EndTurn, State, Step, Terms
from companion.rules.errors import IllegalMoveError, MalformedError
from companion.rules.fields import (
    Choice,
    Chosen,
    Field,
    OneOf,
    Option,
    Quick,
    Refusal,
)
from companion.rules.game import Move
from companion.rules.text import Text, say


def options(terms: Terms, state: State, seat: int) -> tuple[Option, ...]:
    """The kinds of moves, refused ones with their reason; `correct` for everyone until the end."""
    if state.turn is None:
        return ()
    found = [
        Option("step", say("expedition.move.step"), _first_refusal(terms, state, seat, _steps(state, seat))),
        Option("crate", say("expedition.move.crate"), _refusal(terms, state, seat, Crate(1))),
        Option("end_turn", say("move.end_turn"), _refusal(terms, state, seat, EndTurn())),
    ]
    if state.turn.seat != seat:
        found = []
    return (*found, Option("correct", say("move.correct"), any_order=True))


def next_field(terms: Terms, state: State, seat: int, kind: str, chosen: Chosen) -> Field | None:
    """The next field of a move's form; None when it is whole."""
    forms: Mapping[str, Callable[[Terms, State, int, Chosen], Field | None]] = {
        "step": _step_field,
        "crate": _crate_field,
        "end_turn": _end_field,
    }
    if kind not in forms:
        raise MalformedError(say("error.unknown_move", move=kind), "move")
    return forms[kind](terms, state, seat, chosen)


def quick(terms: Terms, state: State, seat: int) -> tuple[Quick, ...]:
    """One press each: steps by cards, the crate just found, steps by ballast, and the end of the turn."""
    if state.turn is None or state.turn.seat != seat:
        return ()
    by_cards, by_ballast = (
        [_quick_step(terms, state, seat, step) for step in _steps(state, seat) if step.by is by] for by in By
    )
    crates = [_quick_crate(value) for value in (1, 2) if state.turn.crate_at is not None]
    end = say("expedition.quick.end" if state.turn.steps else "expedition.quick.pass")
    return (*by_cards, *crates, *by_ballast, Quick("end_turn", (), end, say("expedition.draw"), ends_turn=True))


def _steps(state: State, seat: int) -> tuple[Step, ...]:
    """Every step one could think of: each camel by cards, then each by ballast."""
    camels = range(1, len(state.camels[seat - 1]) + 1)
    return tuple(Step(by, camel if len(camels) > 1 else None) for by in By for camel in camels)


def _quick_step(terms: Terms, state: State, seat: int, step: Step) -> Quick:
    camel = step.camel or 1
    space = next_space(terms, state, state.camels[seat - 1][camel - 1])
    chosen: dict[str, Any] = {"by": step.by.value}
    if step.camel is not None:
        chosen["camel"] = step.camel
    label = say(f"expedition.quick.{step.by.value}{'_camel' if step.camel else ''}", space=space, camel=camel)
    refused = _refusal(terms, state, seat, step)
    return Quick("step", tuple(chosen.items()), label, _wants(terms, state, step, space), refused)


def _quick_crate(value: int) -> Quick:
    label, gives = say("expedition.quick.crate", value=value), say("expedition.gives", n=value)
    return Quick("crate", (("value", value),), label, gives)


def _wants(terms: Terms, state: State, step: Step, space: int) -> Text:
    """What entering a space costs and gives, as far as the board profile knows."""
    crate = (terms.board.crate_at(space) or 0) if space not in state.reached else 0
    requirement = terms.board.wanted.get(space)
    if step.by is By.BALLAST:
        cost = say("expedition.costs.ballast")
    elif requirement is None:
        cost = say("expedition.costs.cards")
    else:
        cost = say(f"expedition.wants.{requirement.kind.value}", n=requirement.count)
    if crate:
        return say("expedition.cost_gives", cost=cost, gives=say("expedition.gives", n=crate))
    return say("expedition.cost_then_late", cost=cost) if late_zone(terms, state, space) else cost


def _step_field(terms: Terms, state: State, seat: int, chosen: Chosen) -> Field | None:
    turn = turn_of(state, seat)
    camels = state.camels[seat - 1]
    if refusal := _first_refusal(terms, state, seat, _steps(state, seat)):
        raise IllegalMoveError(refusal.reason, refusal.ruling)
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
            Choice(s.by.value, say(f"expedition.by.{s.by.value}"), _refusal(terms, state, seat, s)) for s in steps
        ),
    )


def _crate_field(terms: Terms, state: State, seat: int, chosen: Chosen) -> Field | None:
    play(terms, state, seat, Crate(1))
    if "value" in chosen:
        return None
    choices = tuple(Choice(value, say("expedition.quick.crate", value=value)) for value in (1, 2))
    return OneOf(name="value", label=say("expedition.field.crate"), choices=choices)


def _end_field(terms: Terms, state: State, seat: int, chosen: Chosen) -> Field | None:
    turn_of(state, seat)
    return None


def _refusal(terms: Terms, state: State, seat: int, move: Move) -> Refusal | None:
    try:
        play(terms, state, seat, move)
    except IllegalMoveError as error:
        return Refusal.of(error)
    return None


def _first_refusal(terms: Terms, state: State, seat: int, moves: tuple[Move, ...]) -> Refusal | None:
    """None when one of the moves is allowed, else why the first is refused."""
    refusals = [_refusal(terms, state, seat, move) for move in moves]
    return refusals[0] if all(refusals) else None
