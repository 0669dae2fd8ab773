"""Forms of journeys: place by place for each figure, as far as it can be paid (V16, V25, V38)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.voyages.amounts import NOTHING, Amounts
from companion.games.voyages.called import amounts_word, place_word
from companion.games.voyages.dice import Die, die_named, lowest
from companion.games.voyages.dice_forms import Names
from companion.games.voyages.journey import SPACE, next_places
from companion.games.voyages.spaces import check_dice, fee_of
from companion.games.voyages.state import State, Terms
from companion.games.voyages.steps import board_of, check_pays, lacking
from companion.rules.errors import IllegalMoveError
from companion.rules.fields import Choice, Items, Pick, Refusal
from companion.rules.text import Text, say


def check_travel_dice(terms: Terms, state: State, seat: int, names: Names) -> tuple[Die, ...]:
    """Whether a journey of one step at least can be made with these dice. Raises IllegalMoveError."""
    dice = check_dice(terms, state, seat, SPACE, names, terms.edition.travel_dice, "V16")
    fee = fee_of(terms, state, seat, SPACE, dice)
    check_pays(state, seat, fee, "V9")
    error: IllegalMoveError | None = None
    first = fee.plus(Amounts(coins=terms.edition.fares[0]))
    for place in board_of(state, seat).figures:
        for _, cost in next_places(terms, seat, place):
            try:
                check_pays(state, seat, first.plus(cost), "V16")
            except IllegalMoveError as refused:
                error = refused
            else:
                return dice
    assert error is not None
    raise error


def travel_paths(terms: Terms, state: State, seat: int, chosen: Mapping[str, Any], items: Items) -> Pick:
    """The paths of a journey, after its dice."""
    dice = tuple(die for name in chosen["dice"] if (die := die_named(name)) is not None)
    fee = fee_of(terms, state, seat, SPACE, dice)
    return _paths(terms, state, seat, items, lowest(dice), _Price(fee, terms.edition.fares, "V16"))


def step_paths(terms: Terms, state: State, seat: int, n: int, items: Items) -> Pick:
    """The paths of so many steps that were gained."""
    return _paths(terms, state, seat, items, n, _Price(NOTHING, (), "V25"))


class _Price:
    """What a movement costs beside its roads: a fee, and a fare by the number of steps."""

    def __init__(self, fee: Amounts, fares: Sequence[int], ruling: str) -> None:
        self._fee, self._fares, self.ruling = fee, fares, ruling

    def of(self, steps: int, roads: Amounts) -> Amounts:
        """Of so many steps along these roads."""
        fare = self._fares[steps - 1] if self._fares and steps else 0
        return self._fee.plus(roads).plus(Amounts(coins=fare))


def _paths(terms: Terms, state: State, seat: int, items: Items, most: int, price: _Price) -> Pick:
    figures, steps, roads = list(board_of(state, seat).figures), 0, NOTHING
    for item in items:
        assert isinstance(item, dict)
        at, to = int(str(item["into"])), str(item["item"])
        cost = next(cost for other, cost in next_places(terms, seat, figures[at]) if other == to)
        figures[at], steps, roads = to, steps + 1, roads.plus(cost)
    purse = board_of(state, seat).purse
    before = price.of(steps, roads)

    def choices() -> Iterator[Choice]:
        for at, place in enumerate(figures if steps < most else ()):
            for to, cost in next_places(terms, seat, place):
                total = price.of(steps + 1, roads.plus(cost))
                what = lacking(purse, total)
                refusal = None
                if what is not None:
                    n, have = getattr(total, what), getattr(purse, what)
                    refusal = Refusal(say(f"voyages.refused.lacks_{what}", n=n, have=have), price.ruling)
                adds = _added(before, total)
                yield Choice(
                    {"into": at, "item": to}, _label(to, at, len(figures), adds), refusal, touches=(f"place:{to}",)
                )

    label = say("voyages.field.paths", n=most - steps)
    return Pick(
        name="paths",
        label=label,
        choices=tuple(choices()),
        least=1,
        most=most,
        items=tuple(items),
        ordered=True,
        lists=len(figures),
    )


def _added(before: Amounts, total: Amounts) -> Amounts:
    return replace(NOTHING, coins=total.coins - before.coins, camels=total.camels - before.camels)


def _label(to: str, figure: int, figures: int, adds: Amounts) -> Text:
    """Where a step leads and what it adds; of two figures, whose it is."""
    where = place_word(to) if figures == 1 else say("voyages.step_of", figure=figure + 1, place=place_word(to))
    return say("voyages.step_for", place=where, costs=amounts_word(adds)) if adds != NOTHING else where
