"""Free dice and the free wheel: throws outside a game, as fair and as safe from power cuts as those of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any

from companion.rules.copied_parts import FreeWheel
from companion.rules.fields import ChanceField
from companion.rules.game import Game
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen
from companion.table.draw_record import Commitment, Draw, DrawRecord

FREE_DICE_NOTE = "free"
"""The name of the journal's note with the throws."""
MOST_KEPT_THROWS = 20
"""The number of throws that are kept for display."""
_DICE, _SPIN = "dice", "spin"
_NOBODY = 0
"""Free throws belong to no seat."""


@frozen
class FreeThrow:
    """A throw of free dice, or a free spin."""

    drawn: DrawRecord
    route: str | None = None
    """The ring that was announced; None for dice."""
    points: int | None = None
    """The points on the announced ring; None for an attack, and for dice."""


@frozen
class FreeDice:
    """The free dice and the free wheel, with the throws since they were last put away."""

    commitment: Commitment
    """The commitment to the present seed, which is revealed when the dice are put away."""
    throws: tuple[FreeThrow, ...] = ()
    """Oldest first, at most MOST_KEPT_THROWS."""
    throw_counts: Mapping[str, int] = field(default_factory=dict)
    """The number of throws by purpose, also of those not kept."""
    previous_commitment: Commitment | None = None
    """The commitment of the dice put away last, with its seed."""
    previous_throws: tuple[FreeThrow, ...] = ()
    """The throws from that seed, oldest first, at most MOST_KEPT_THROWS. With their names anyone can verify them."""


def wheel_lender(games: Iterable[Game]) -> Game | None:
    """Return the game whose wheel is the free one: the first game that lends a wheel."""
    return next((game for game in games if game.accessories.wheel is not None), None)


def most_free_dice(games: Iterable[Game]) -> int:
    """Return the number of free dice: the highest number that a game lends."""
    return max((game.accessories.dice for game in games), default=0)


def throw(
    free_dice: FreeDice, draw: Draw, *, dice: int | None, route: str | None, wheel: FreeWheel | None, max_dice: int
) -> FreeDice:
    """Return the free dice after one more throw: of this many dice, or of the wheel with one of its rings announced.

    Raises MalformedError unless it is exactly one of the two, with 1 to `max_dice` dice or a ring that exists.
    """
    if (dice is None) is (route is None):
        raise MalformedError(say("error.missing_field", field="dice"), "dice")
    if dice is not None and not 1 <= dice <= max_dice:
        raise MalformedError(say("error.out_of_bounds", low=1, high=max_dice), "dice")
    rings = wheel.rings if wheel is not None else ()
    if route is not None and (wheel is None or route not in rings):
        raise MalformedError(say("error.unknown_word", wanted=", ".join(rings)), "route")
    spun = wheel if dice is None else None
    purpose = _DICE if spun is None else _SPIN
    of = ("d6", dice or 0) if spun is None else ("sectors", len(spun.values))
    weights = spun.weights if spun is not None and len(set(spun.weights)) > 1 else ()
    n = free_dice.throw_counts.get(purpose, 0) + 1
    name = f"{FREE_DICE_NOTE}/{_NOBODY}/{purpose}/{n}"
    wanted = ChanceField(name="chance", label=say("free.title"), draws=(of,), weights=weights)
    values = tuple(draw(free_dice.commitment.seed, name, wanted))
    points = spun.value_at(values[0], route) if spun is not None and route is not None else None
    new_throw = FreeThrow(DrawRecord(0, _NOBODY, purpose, n, name, (of,), weights, values, False, 0), route, points)
    return replace(
        free_dice,
        throws=(*free_dice.throws, new_throw)[-MOST_KEPT_THROWS:],
        throw_counts={**free_dice.throw_counts, purpose: n},
    )


def put_away(free_dice: FreeDice, seed: bytes) -> FreeDice:
    """Return free dice with a new seed and no throws. They reveal the previous seed and keep the throws from it."""
    revealed = replace(free_dice.commitment, revealed=True)
    return FreeDice(Commitment.to(seed), previous_commitment=revealed, previous_throws=free_dice.throws)


def to_note(free_dice: FreeDice) -> dict[str, Any]:
    """Return the free dice as JSON for the journal."""
    earlier = free_dice.previous_commitment.seed.hex() if free_dice.previous_commitment is not None else None
    now = {
        "seed": free_dice.commitment.seed.hex(),
        "throws": [*map(_throw_to_note, free_dice.throws)],
        "thrown": dict(free_dice.throw_counts),
    }
    return {**now, "earlier": earlier, "earlier_throws": [*map(_throw_to_note, free_dice.previous_throws)]}


def from_note(note: Any) -> FreeDice | None:
    """Return the free dice that a note describes; None for no note, or for one that cannot be read."""
    try:
        throws = tuple(map(_throw_from_note, note["throws"]))
        earlier = replace(Commitment.to(bytes.fromhex(note["earlier"])), revealed=True) if note["earlier"] else None
        previous_throws = tuple(map(_throw_from_note, note.get("earlier_throws", ())))  # older notes have none
        return FreeDice(Commitment.to(bytes.fromhex(note["seed"])), throws, note["thrown"], earlier, previous_throws)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _throw_to_note(throw: FreeThrow) -> dict[str, Any]:
    drawn = throw.drawn
    result = {"n": drawn.n, "purpose": drawn.purpose, "of": list(drawn.wanted[0]), "weights": list(drawn.weights)}
    return {**result, "values": list(drawn.values), "route": throw.route, "points": throw.points}


def _throw_from_note(note: Any) -> FreeThrow:
    purpose, n, (kind, count) = note["purpose"], note["n"], note["of"]
    result = (
        f"{FREE_DICE_NOTE}/{_NOBODY}/{purpose}/{n}",
        ((kind, count),),
        tuple(note["weights"]),
        tuple(note["values"]),
    )
    return FreeThrow(DrawRecord(0, _NOBODY, purpose, n, *result, False, 0), note["route"], note["points"])
