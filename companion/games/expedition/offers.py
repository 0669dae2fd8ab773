"""The offers and forms of Expedition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.games.expedition.landings import MOST_IN_CRATE, is_waiting, open_landings
from companion.games.expedition.play import is_late_landing, moving_camel, next_space, play, turn_of
from companion.games.expedition.scene import camel_colour, place_id, requirement_text
from companion.games.expedition.state import (
    CamelStep,
    Crate,
    EndTurn,
    Landing,
    NoCrates,
    Setup,
    State,
    StepPayment,
)
from companion.rules.base_game import MOST_DIRECT_CHOICES
from companion.rules.fields import Choice, Field, FieldValues, Items, OneOf
from companion.rules.moves import Move
from companion.rules.offers import Offer
from companion.rules.rule_errors import IllegalMoveError, MalformedError, Refusal, refusal_from
from companion.rules.text import Text, say


def offers(setup: Setup, state: State, seat: int) -> tuple[Offer, ...]:
    """Return the offers: steps by cards, the crate, steps by ballast, the end of the turn.

    All are complete moves, except a crate while no crate is in question. A step by cards is the default; if no camel
    can make one after the first step, the end of the turn is, because ballast costs gold (E4). At the end of the race,
    only crates that nobody has noted are asked for (E19).
    """
    if state.turn is None or state.turn.seat != seat:
        return ()
    if is_waiting(setup, state):
        return tuple(_last_offers(state))
    by_cards, by_ballast = (
        [_step_offer(setup, state, seat, step) for step in possible_steps(state, seat) if step.by is by]
        for by in StepPayment
    )
    end = _end_offer(state.turn.steps)
    result = [*by_cards, *_crate_offers(setup, state, seat), *by_ballast, end]
    default = next((offer for offer in by_cards if offer.refused is None), end)
    return tuple(replace(offer, default=offer is default) for offer in result)


def possible_steps(state: State, seat: int) -> tuple[CamelStep, ...]:
    """Return every conceivable step: each camel by cards, then each by ballast."""
    camels = range(1, len(state.camels[seat - 1]) + 1)
    return tuple(CamelStep(by, camel if len(camels) > 1 else None) for by in StepPayment for camel in camels)


def refusal(setup: Setup, state: State, seat: int, move: Move) -> Refusal | None:
    """Return the reason why this move is refused now; None if it is allowed."""
    return refusal_from(play, setup, state, seat, move)


def _step_offer(setup: Setup, state: State, seat: int, step: CamelStep) -> Offer:
    camel = step.camel or 1
    space = next_space(setup, state, state.camels[seat - 1][camel - 1])
    requirement = setup.board.requirements_by_space.get(space) if step.by is StepPayment.CARDS else None
    chosen: dict[str, Any] = {"by": step.by.value}
    if step.camel is not None:
        chosen["camel"] = step.camel
    return Offer(
        kind="step",
        label=_step_label(setup, seat, step, space),
        kind_label=say("expedition.move.step"),
        chosen=tuple(chosen.items()),
        detail=_cost_text(setup, state, step, space),
        thing=requirement.kind.value if requirement else None,
        refused=refusal(setup, state, seat, step),
        complete=True,
        touch=place_id(space),
        needs_confirmation=_brings_tally(setup, state, space),
    )


def _brings_tally(setup: Setup, state: State, space: int) -> bool:
    """Return whether a tally certainly follows when a camel lands here: at Dadu not before the last crate (E19)."""
    if space == setup.board.dadu:
        return not open_landings(state)
    return space == setup.board.ganzhou and not state.tallied


def _step_label(setup: Setup, seat: int, step: CamelStep, space: int) -> Text:
    """Return the label of a step; with two camels it names the colour of the one that moves."""
    key = f"expedition.offer.{step.by.value}"
    if step.camel is None:
        return say(key, space=space)
    return say(f"{key}_camel", space=space, colour=camel_colour(setup, seat, step.camel))


def _crate_offers(setup: Setup, state: State, seat: int) -> Iterator[Offer]:
    called = say("expedition.move.crate")
    if state.turn is None or state.turn.crate_at is None:
        yield Offer(kind="crate", label=called, thing="crate", refused=refusal(setup, state, seat, Crate(1)))
        return
    for value in (1, 2):
        label, gives = say("expedition.offer.crate", value=value), say("expedition.gives", n=value)
        yield Offer(
            kind="crate",
            label=label,
            kind_label=called,
            chosen=(("value", value),),
            detail=gives,
            thing="crate",
            complete=True,
            touch=place_id(state.turn.crate_at),
        )


def _last_offers(state: State) -> Iterator[Offer]:
    """Yield the answers about crates not noted yet: one by one if there are few, else a form; then "no more"."""
    landings = open_landings(state)
    values = range(1, MOST_IN_CRATE + 1)
    called = say("expedition.move.crate")
    if len(landings) * len(values) > MOST_DIRECT_CHOICES:
        yield Offer(kind="crate", label=called, thing="crate", form_touches=("place",))
    else:
        for landing in landings:
            for value in values:
                yield Offer(
                    kind="crate",
                    label=say("expedition.offer.crate_on", space=landing.space, value=value),
                    kind_label=called,
                    chosen=(("value", value), ("space", landing.space)),
                    detail=say("expedition.gives_to", n=value, to_seat=landing.seat),
                    thing="crate",
                    complete=True,
                    touch=place_id(landing.space),
                    needs_confirmation=len(landings) == 1,
                )
    yield Offer(
        kind="no_crates",
        label=say("expedition.move.no_crates"),
        detail=say("expedition.then_dadu"),
        complete=True,
        needs_confirmation=True,
        default=True,
    )


def _end_offer(steps: int) -> Offer:
    label = say("expedition.offer.end" if steps else "expedition.offer.pass")
    called, draw = say("move.end_turn"), say("expedition.draw")
    return Offer(
        kind="end_turn",
        label=label,
        kind_label=called,
        detail=draw,
        complete=True,
        ends_turn=True,
        gives_up=not steps,
    )


def _cost_text(setup: Setup, state: State, step: CamelStep, space: int) -> Text:
    """Return what entering a space costs and gives, as far as the board profile knows."""
    crate = (setup.board.crate_at(space) or 0) if space not in state.reached else 0
    late = not crate and is_late_landing(setup, state, space)
    requirement = setup.board.requirements_by_space.get(space)
    if step.by is StepPayment.BALLAST:
        cost = say("expedition.costs.ballast")
    elif requirement is None:
        cost = say("expedition.costs.some_cards" if crate or late else "expedition.costs.cards")
    else:
        cost = requirement_text(requirement)
    if crate:
        return say("expedition.cost_gives", cost=cost, gives=say("expedition.gives", n=crate))
    return say("expedition.cost_then_late", cost=cost) if late else cost


def next_pick(setup: Setup, state: State, seat: int, kind: str, chosen: FieldValues, items: Items) -> Field | None:
    """Return the next field of a move's form; None if the form is complete. These forms have no lists."""
    forms: Mapping[str, Callable[[Setup, State, int, FieldValues], Field | None]] = {
        "step": _step_field,
        "crate": _crate_field,
        "no_crates": _no_crates_field,
        "end_turn": _end_field,
    }
    if kind not in forms:
        raise MalformedError(say("error.unknown_move", move=kind), "move")
    return forms[kind](setup, state, seat, chosen)


def _step_field(setup: Setup, state: State, seat: int, chosen: FieldValues) -> Field | None:
    turn = turn_of(state, seat)
    camels = state.camels[seat - 1]
    if refused := _first_refusal(setup, state, seat, possible_steps(state, seat)):
        raise IllegalMoveError(refused.reason, refused.ruling)
    if len(camels) > 1 and "camel" not in chosen:
        choices = [
            Choice(
                camel,
                say("expedition.field.camel_at", colour=camel_colour(setup, seat, camel), space=space),
                _first_refusal(setup, state, seat, tuple(CamelStep(by, camel) for by in StepPayment)),
            )
            for camel, space in enumerate(camels, 1)
        ]
        return OneOf(name="camel", label=say("expedition.field.camel"), choices=tuple(choices))
    if "by" in chosen:
        return None
    named_camel = chosen.get("camel")
    camel = moving_camel(setup, state, turn, named_camel if isinstance(named_camel, int) else None)
    space = next_space(setup, state, camels[camel - 1])
    steps = [CamelStep(by, camel if len(camels) > 1 else None) for by in StepPayment]
    return OneOf(
        name="by",
        label=say("expedition.field.by", space=space),
        choices=tuple(
            Choice(step.by.value, say(f"expedition.by.{step.by.value}"), refusal(setup, state, seat, step))
            for step in steps
        ),
    )


def _crate_field(setup: Setup, state: State, seat: int, chosen: FieldValues) -> Field | None:
    """Return the next field for a crate: at the end of the race its space (E19), then its value."""
    turn_of(state, seat)
    if is_waiting(setup, state):
        landings = open_landings(state)
        if not landings:
            raise IllegalMoveError(say("expedition.refused.no_crate_left"), "E19")
        if "space" not in chosen:
            choices = tuple(map(_space_choice, landings))
            return OneOf(name="space", label=say("expedition.field.crate_space"), choices=choices)
    else:
        play(setup, state, seat, Crate(1))
    if "value" in chosen:
        return None
    choices = tuple(Choice(value, say("expedition.offer.crate", value=value)) for value in range(1, MOST_IN_CRATE + 1))
    return OneOf(name="value", label=say("expedition.field.crate"), choices=choices)


def _space_choice(landing: Landing) -> Choice:
    """Return the choice of a space whose crate nobody has noted, with the seat that landed there first."""
    label = say("expedition.untold.space", space=landing.space, to_seat=landing.seat)
    return Choice(landing.space, label, touches=(place_id(landing.space),))


def _end_field(setup: Setup, state: State, seat: int, chosen: FieldValues) -> Field | None:
    play(setup, state, seat, EndTurn())
    return None


def _no_crates_field(setup: Setup, state: State, seat: int, chosen: FieldValues) -> Field | None:
    play(setup, state, seat, NoCrates())
    return None


def _first_refusal(setup: Setup, state: State, seat: int, moves: tuple[Move, ...]) -> Refusal | None:
    """Return the reason why the first of the moves is refused; None if any of them is allowed."""
    refusals = [refusal(setup, state, seat, move) for move in moves]
    return refusals[0] if all(refusals) else None
