"""Acorns: a small made-up game with what broke in front of players although every test had passed.

Squirrels, 2 to 5 of them, climb fifteen trees:

A1  A round begins with everyone choosing one of the three lowest trees that it has not climbed yet, in any order.
A2  Then each has a turn. It rolls five dice, and may twice keep up to four of them and roll the others again.
A3  It gathers as many acorns as the number of its tree, if its dice add up to 10 more than that, otherwise none.
A4  The game ends with the round in which somebody has enough acorns, or after the last tree. Most acorns win.

Nobody knows the number of rounds in advance. All act at once, then in turns. A kind of move is a short list whose
choices can be touched. Between none and four dice are kept, so the number of dice to roll varies. The reason of a gain
names a number. The block for the television has fifteen rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from companion.rules.base_game import Lines, PlainGame, PlainMatch, SeatInTurn, one_of
from companion.rules.components import Component, ComponentKind, component_word
from companion.rules.fields import (
    ChanceField,
    Choice,
    Field,
    FieldValues,
    Items,
    Json,
    NumberField,
    Pick,
    SetupField,
)
from companion.rules.moves import Line, Move
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.scene import Cell, Dice, DiceGroup, Die, Grid, GridRow, Scene
from companion.rules.seat_values import with_value
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer

TREES, DICE, THROWS = 15, 5, 3


@dataclass(frozen=True, slots=True)
class Choose(Move):
    """Choose the tree of this round (A1)."""

    kind: ClassVar[str] = "choose"
    tree: int


@dataclass(frozen=True, slots=True)
class Roll(Move):
    """Roll all dice (A2)."""

    kind: ClassVar[str] = "roll"
    chance: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reroll(Move):
    """Keep some dice and roll the others again (A2)."""

    kind: ClassVar[str] = "reroll"
    chance: tuple[int, ...]
    keep: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Gather(Move):
    """Gather acorns and end the turn (A3)."""

    kind: ClassVar[str] = "gather"


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game at one moment."""

    acorns: tuple[int, ...]
    """Acorns of each seat, from seat 1."""
    chosen: tuple[int, ...]
    """Tree of each seat in this round; 0 before it has chosen."""
    gathered: tuple[tuple[int | None, ...], ...]
    """Acorns that each seat gathered from each tree; None if it has not climbed it."""
    round: int = 1
    turn: int = 0
    """Seat whose turn it is; 0 while all choose their trees."""
    turn_no: int = 0
    dice: tuple[int, ...] = ()
    throws: int = 0
    over: bool = False


@dataclass(frozen=True, kw_only=True)
class Match(SeatInTurn, PlainMatch):
    """A game of Acorns being played."""

    enough: int

    unit = "acorns"
    any_order_kinds = frozenset({"choose"})
    components: ClassVar[Mapping[str, Component]] = {
        "acorns": Component(
            name="acorns", word=component_word("acorns.thing.acorns"), kind=ComponentKind.AMOUNT, worth=1
        )
    }

    def over(self, state: State) -> bool:
        return state.over

    def active_seats(self, state: State) -> tuple[int, ...]:
        choosing = not (state.turn or state.over)
        return tuple(seat for seat in self._seats if choosing and not state.chosen[seat - 1]) or super().active_seats(
            state
        )

    def round(self, state: State) -> int | None:
        return state.round

    def holdings(self, view: State, seat: int) -> dict[str, Json]:
        return {"acorns": view.acorns[seat - 1]}

    def check(self, state: State, seat: int, kind: str) -> None:
        super().check(state, seat, kind)
        if (kind == "choose") is bool(state.turn):
            raise IllegalMoveError(say("acorns.refused.phase"), "A1")
        if kind != "choose" and (kind == "roll") is bool(state.dice):
            raise IllegalMoveError(say("acorns.refused.roll"), "A2")
        if kind == "reroll" and state.throws == THROWS:
            raise IllegalMoveError(say("acorns.refused.throws"), "A2")

    def dependent_form(
        self, state: State, seat: int, kind: str, chosen: FieldValues, items: Items
    ) -> tuple[Field, ...]:
        if kind == "choose":
            trees = _lowest_trees(state, seat)
            label = say("acorns.which_tree")
            return (one_of("tree", label, trees, _name_of_tree, touch=partial(_tree_touch, seat)),)
        if kind == "roll":
            return (_chance(DICE),)
        kept: Any = chosen.get("keep", ())
        return (_kept_dice(state), _chance(DICE - len(kept))) if kind == "reroll" else ()

    def apply(self, state: State, seat: int, move: Any) -> tuple[State, Lines]:
        match move:
            case Choose(tree=tree):
                after = replace(state, chosen=with_value(state.chosen, seat, tree))
                return (after if 0 in after.chosen else replace(after, turn=1, turn_no=state.turn_no + 1)), ()
            case Roll(chance=chance):
                return replace(state, dice=tuple(sorted(chance)), throws=1), ()
            case Reroll(chance=chance, keep=keep):
                return replace(state, dice=tuple(sorted((*keep, *chance))), throws=state.throws + 1), ()
        tree = state.chosen[seat - 1]
        gained = tree if sum(state.dice) >= tree + 10 else 0
        own = with_value(state.gathered[seat - 1], tree, gained)
        after = replace(state, gathered=with_value(state.gathered, seat, own), dice=(), throws=0)
        line = Line(seat, "acorns", gained, say("acorns.why.gather", number=tree), "A3")
        return self._next_turn(after, gained), (line,) if gained else ()

    def scene(self, view: State, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        dice = tuple(
            Die[Text](id=f"{number}", value=value, touch=f"die:{value}" if value else None)
            for number, value in enumerate(view.dice or (None,) * DICE, 1)
        )
        group = DiceGroup[Text](id="turn", seat=view.turn or None, name=say("acorns.dice"), dice=dice)
        rows = tuple(self._row(view, tree) for tree in range(1, TREES + 1))
        trees = Grid[Text](id="trees", name=say("acorns.trees"), rows=rows)
        return Scene(blocks=(trees, Dice(id="dice", name=say("acorns.dice"), groups=(group,))), wide="trees")

    def _row(self, view: State, tree: int) -> GridRow[Text]:
        choosing = () if view.turn else self.active_seats(view)
        cells = tuple(
            Cell(
                value=view.gathered[seat - 1][tree - 1],
                touch=_tree_touch(seat, tree) if seat in choosing and tree in _lowest_trees(view, seat) else None,
            )
            for seat in self._seats
        )
        return GridRow(id=f"{tree}", name=_name_of_tree(tree), cells=cells, thing="acorns")

    def _next_turn(self, state: State, gained: int) -> State:
        """Return the state at the beginning of the next turn, of the next round, or after the end."""
        if state.turn < len(self.names):
            return replace(state, turn=state.turn + 1, turn_no=state.turn_no + 1)
        acorns = with_value(state.acorns, state.turn, state.acorns[state.turn - 1] + gained)
        over = state.round == TREES or max(acorns) >= self.enough
        return replace(state, turn=0, round=state.round + (not over), chosen=(0,) * len(self.names), over=over)


def _lowest_trees(state: State, seat: int) -> list[int]:
    """Return the trees that a seat can choose in this round (A1)."""
    return [tree for tree, acorns in enumerate(state.gathered[seat - 1], 1) if acorns is None][:3]


def _name_of_tree(tree: int) -> Text:
    return say("acorns.tree", number=tree)


def _tree_touch(seat: int, tree: int) -> str:
    return f"tree:{seat}:{tree}"


def _kept_dice(state: State) -> Pick:
    faces = sorted(set(state.dice))
    choices = tuple(
        Choice(face, say("acorns.die", number=face), times=state.dice.count(face), touches=(f"die:{face}",))
        for face in faces
    )
    return Pick(name="keep", label=say("acorns.keep"), choices=choices, least=0, most=DICE - 1)


def _chance(number: int) -> ChanceField:
    return ChanceField(name="chance", label=say("acorns.roll_dice"), draws=(("d6", number),))


class Acorns(PlainGame):
    """The game Acorns."""

    id = "acorns"
    seats = range(2, 6)
    kinds = (Choose, Roll, Reroll, Gather)
    state_type = State
    words = __name__

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        return (SetupField(NumberField(name="enough", label=say("acorns.option.enough"), low=1, high=99), 6),)

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[Match, State, Lines]:
        enough: Any = self.checked_options(len(names), options)["enough"]
        nothing = (0,) * len(names)
        state = State(nothing, nothing, ((None,) * TREES,) * len(names))
        return Match(game=self, names=tuple(names), options=options, enough=enough), state, ()


ACORNS = Acorns()
