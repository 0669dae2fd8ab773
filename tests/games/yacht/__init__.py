"""Yacht: the old game of five dice, for 2 to 5 players.

Y1  In turn, each rolls five dice, and may twice keep up to four of them and roll the others again.
Y2  Then it fills a row of its sheet with what the dice score there, perhaps nothing.
Y3  A filled row stays as it is.
Y4  After twelve rounds, or as many as were agreed, most points win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.rules.base_game import Lines, PlainGame, PlainMatch, SeatInTurn, one_of
from companion.rules.components import Component, ComponentKind, component_word
from companion.rules.fields import ChanceField, Choice, Field, FieldValues, Items, Json, NumberField, Pick, SetupField
from companion.rules.moves import Line, Move
from companion.rules.rule_errors import IllegalMoveError, Refusal
from companion.rules.scene import Cell, Dice, DiceGroup, Die, Grid, GridRow, Scene
from companion.rules.seat_values import with_value
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer

DICE, THROWS = 5, 3
FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
STRAIGHTS = {"low_straight": (1, 2, 3, 4, 5), "high_straight": (2, 3, 4, 5, 6)}
ROWS = (*FACES, "full_house", "four_alike", *STRAIGHTS, "choice", "yacht")


@dataclass(frozen=True, slots=True)
class Roll(Move):
    """Roll all dice (Y1)."""

    kind: ClassVar[str] = "roll"
    chance: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reroll(Move):
    """Keep some dice and roll the others again (Y1)."""

    kind: ClassVar[str] = "reroll"
    chance: tuple[int, ...]
    keep: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Score(Move):
    """Fill a row and end the turn (Y2)."""

    kind: ClassVar[str] = "score"
    row: str


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game at one moment."""

    points: tuple[int, ...]
    sheets: tuple[tuple[int | None, ...], ...]
    """Points in each row of each seat; None if it is not filled."""
    turn_no: int = 1
    dice: tuple[int, ...] = ()
    """Dice of this turn, in order; none before they are rolled."""
    throws: int = 0


@dataclass(frozen=True, kw_only=True)
class Match(SeatInTurn, PlainMatch):
    """A game of Yacht being played."""

    length: int
    """Number of rounds."""

    unit = "points"
    components: ClassVar[Mapping[str, Component]] = {
        "points": Component(
            name="points", word=component_word("yacht.thing.points"), kind=ComponentKind.AMOUNT, worth=1
        )
    }

    def over(self, state: State) -> bool:
        return state.turn_no > self.length * len(self.names)

    def round(self, state: State) -> int | None:
        return min((state.turn_no - 1) // len(self.names) + 1, self.length)

    @property
    def rounds(self) -> int | None:
        return self.length

    def holdings(self, view: State, seat: int) -> dict[str, Json]:
        return {"points": view.points[seat - 1]}

    def check(self, state: State, seat: int, kind: str) -> None:
        super().check(state, seat, kind)
        if (kind == "roll") is bool(state.dice):
            raise IllegalMoveError(say("yacht.refused.rolled" if state.dice else "yacht.refused.roll"), "Y1")
        if kind == "reroll" and state.throws == THROWS:
            raise IllegalMoveError(say("yacht.refused.throws"), "Y1")

    def dependent_form(
        self, state: State, seat: int, kind: str, chosen: FieldValues, items: Items
    ) -> tuple[Field, ...]:
        if kind == "score":
            return (
                one_of(
                    *("row", say("yacht.which_row"), ROWS),
                    lambda row: say("yacht.row_scores", row=_name(row), n=score(row, state.dice)),
                    refusal=lambda row: None if _is_open(state, seat, row) else _FILLED,
                    touch=lambda row: _touch(seat, row),
                ),
            )
        kept: Any = chosen.get("keep", ())
        chance = ChanceField(name="chance", label=say("yacht.dice"), draws=(("d6", DICE - len(kept)),))
        return (_kept_dice(state), chance) if kind == "reroll" else (chance,)

    def apply(self, state: State, seat: int, move: Roll | Reroll | Score) -> tuple[State, Lines]:
        match move:
            case Score(row=row):
                points = score(row, state.dice)
                sheet = with_value(state.sheets[seat - 1], ROWS.index(row) + 1, points)
                after = replace(state, sheets=with_value(state.sheets, seat, sheet), dice=(), throws=0)
                lines = (Line(seat, "points", points, _name(row), "Y2"),) if points else ()
                return replace(after, turn_no=state.turn_no + 1), lines
            case Reroll(keep=keep, chance=chance):
                return replace(state, dice=tuple(sorted((*keep, *chance))), throws=state.throws + 1), ()
        return replace(state, dice=tuple(sorted(move.chance)), throws=1), ()

    def scene(self, view: State, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        dice = tuple(
            Die[Text](id=str(number), value=value, touch=f"die:{value}" if value else None)
            for number, value in enumerate(view.dice or (None,) * DICE, 1)
        )
        group = DiceGroup[Text](id="turn", seat=self.turn(view), name=say("yacht.dice"), dice=dice)
        sheet = Grid[Text](id="sheet", name=say("yacht.sheet"), rows=tuple(self._row(view, row) for row in ROWS))
        blocks = (sheet,) if self.over(view) else (Dice(id="dice", name=say("yacht.dice"), groups=(group,)), sheet)
        return Scene(blocks=blocks, wide="sheet")

    def _row(self, view: State, row: str) -> GridRow[Text]:
        cells = tuple(
            Cell(
                value=view.sheets[seat - 1][ROWS.index(row)],
                touch=_touch(seat, row)
                if view.dice and seat == self.turn(view) and _is_open(view, seat, row)
                else None,
            )
            for seat in self._seats
        )
        return GridRow(id=row, name=_name(row), cells=cells, thing="points")


def score(row: str, dice: Sequence[int]) -> int:
    """Return the points of these dice in a row (Y2)."""
    counts = Counter(dice)
    if row in FACES:
        face = FACES.index(row) + 1
        return face * counts[face]
    if row in STRAIGHTS:
        return 30 if sorted(dice) == [*STRAIGHTS[row]] else 0
    if row == "full_house":
        return sum(dice) if sorted(counts.values()) == [2, 3] else 0
    if row == "four_alike":
        return next((4 * face for face, count in counts.items() if count >= 4), 0)
    return sum(dice) if row == "choice" else 50 if len(counts) == 1 else 0


_FILLED = Refusal(say("yacht.refused.filled"), "Y3")


def _is_open(state: State, seat: int, row: str) -> bool:
    return state.sheets[seat - 1][ROWS.index(row)] is None


def _name(row: str) -> Text:
    return say(f"yacht.row.{row}")


def _touch(seat: int, row: str) -> str:
    return f"cell:{seat}:{row}"


def _kept_dice(state: State) -> Pick:
    choices = tuple(
        Choice(face, say("yacht.die", number=face), times=times, touches=(f"die:{face}",))
        for face, times in sorted(Counter(state.dice).items())
    )
    return Pick(name="keep", label=say("yacht.keep"), choices=choices, least=0, most=DICE - 1)


class Yacht(PlainGame):
    """The game Yacht."""

    id = "yacht"
    seats = range(2, 6)
    kinds = (Roll, Reroll, Score)
    state_type = State
    words = __name__

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        most = len(ROWS)
        return (SetupField(NumberField(name="length", label=say("yacht.option.length"), low=1, high=most), most),)

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[Match, State, Lines]:
        length: Any = self.checked_options(len(names), options)["length"]
        state = State((0,) * len(names), ((None,) * len(ROWS),) * len(names))
        return Match(game=self, names=tuple(names), options=options, length=length), state, ()


YACHT = Yacht()
