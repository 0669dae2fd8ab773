"""What a seat may do in an Expedition: steps of each camel, a crate just found, and the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.games.expedition.play import late_zone, next_space, play
from companion.games.expedition.scene import place_id
from companion.games.expedition.state import By, Crate, State, Step, Terms
from companion.rules.fields import Refusal, refused_by
from companion.rules.moves import Move
from companion.rules.offers import Offer
from companion.rules.text import Text, say


def offers(terms: Terms, state: State, seat: int) -> tuple[Offer, ...]:
    """Steps by cards, the crate, steps by ballast, the end of the turn: whole all of them, but a crate not found.

    To step by cards is the usual thing; where no camel can, to end the turn: ballast costs gold (E4).
    """
    if state.turn is None or state.turn.seat != seat:
        return ()
    by_cards, by_ballast = (
        [_step(terms, state, seat, step) for step in steps_of(state, seat) if step.by is by] for by in By
    )
    end = _end(state.turn.steps)
    found = [*by_cards, *_crates(terms, state, seat), *by_ballast, end]
    usual = next((one for one in by_cards if one.refused is None), end)
    return tuple(replace(one, usual=one is usual) for one in found)


def steps_of(state: State, seat: int) -> tuple[Step, ...]:
    """Every step one could think of: each camel by cards, then each by ballast."""
    camels = range(1, len(state.camels[seat - 1]) + 1)
    return tuple(Step(by, camel if len(camels) > 1 else None) for by in By for camel in camels)


def refusal(terms: Terms, state: State, seat: int, move: Move) -> Refusal | None:
    """Why this move is refused now; None when it is not."""
    return refused_by(play, terms, state, seat, move)


def _step(terms: Terms, state: State, seat: int, step: Step) -> Offer:
    camel = step.camel or 1
    space = next_space(terms, state, state.camels[seat - 1][camel - 1])
    wanted = terms.board.wanted.get(space) if step.by is By.CARDS else None
    chosen: dict[str, Any] = {"by": step.by.value}
    if step.camel is not None:
        chosen["camel"] = step.camel
    return Offer(
        kind="step",
        label=say(f"expedition.offer.{step.by.value}{'_camel' if step.camel else ''}", space=space, camel=camel),
        called=say("expedition.move.step"),
        chosen=tuple(chosen.items()),
        detail=_wants(terms, state, step, space),
        thing=wanted.kind.value if wanted else None,
        refused=refusal(terms, state, seat, step),
        whole=True,
        at=place_id(space),
        solemn=space == terms.board.dadu or (space == terms.board.ganzhou and not state.tallied),
    )


def _crates(terms: Terms, state: State, seat: int) -> Iterator[Offer]:
    called = say("expedition.move.crate")
    if state.turn is None or state.turn.crate_at is None:
        yield Offer(kind="crate", label=called, thing="crate", refused=refusal(terms, state, seat, Crate(1)))
        return
    for value in (1, 2):
        label, gives = say("expedition.offer.crate", value=value), say("expedition.gives", n=value)
        yield Offer(
            kind="crate",
            label=label,
            called=called,
            chosen=(("value", value),),
            detail=gives,
            thing="crate",
            whole=True,
            at=place_id(state.turn.crate_at),
        )


def _end(steps: int) -> Offer:
    label = say("expedition.offer.end" if steps else "expedition.offer.pass")
    called, draw = say("move.end_turn"), say("expedition.draw")
    return Offer(kind="end_turn", label=label, called=called, detail=draw, whole=True, ends_turn=True)


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
