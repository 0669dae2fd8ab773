"""Goose: the old race over 63 spaces, for 2 to 5 players.

G1  In turn, each throws two dice and walks as far as they show.
G2  Who throws a 9 on the start walks to 26 if there is a six, else to 53.
G3  Who walks onto a goose walks as far again.
G4  Who would walk beyond the last space walks back what is left, and goes on backwards from a goose.
G5  The bridge leads to 12, the maze back to 30, death back to the start.
G6  Who walks onto the inn misses a turn; two turns on the well and in prison.
G7  A piece on the space where another one stops is put where that one came from.
G8  The first on the last space wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.rules.base_game import Lines, PlainGame, PlainMatch, SeatInTurn, booked
from companion.rules.components import Component, ComponentKind, component_word
from companion.rules.fields import ChanceField, Field, Gap, Json
from companion.rules.game import Correctable, CorrectablePlace
from companion.rules.moves import Line, Move
from companion.rules.rule_errors import Refusal
from companion.rules.scene import Animation, DiceGroup, Die, Piece, Place, Scene, SeatNote, Throw, Track, Walk
from companion.rules.seat_values import with_value
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer

LAST = 63
GEESE = frozenset({5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59})
JUMPS = {6: ("bridge", 12), 42: ("maze", 30), 58: ("death", 0)}
WAITS = {19: ("inn", 1), 31: ("well", 2), 52: ("prison", 2)}
WALKED = frozenset({"throw", "goose", "back", "nine"})
"""Reasons of the gains that are walked space by space; with others, a piece is put on its space."""


@dataclass(frozen=True, slots=True)
class Roll(Move):
    """Throw the dice and walk (G1)."""

    kind: ClassVar[str] = "roll"
    chance: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game at one moment."""

    spaces: tuple[int, ...]
    """Space of each seat, from seat 1; 0 is the start."""
    waits: tuple[int, ...]
    """Turns that each seat still misses, as long as it is on the space that is the reason."""
    turn: int = 1
    turn_no: int = 1


@dataclass(frozen=True, kw_only=True)
class Match(SeatInTurn, PlainMatch):
    """A game of Goose being played."""

    unit = "spaces"
    components: ClassVar[Mapping[str, Component]] = {
        "spaces": Component(
            name="spaces", word=component_word("goose.thing.spaces"), kind=ComponentKind.AMOUNT, worth=1
        )
    }

    def over(self, state: State) -> bool:
        return max(state.spaces) == LAST

    def holdings(self, view: State, seat: int) -> dict[str, Json]:
        return {"spaces": view.spaces[seat - 1]}

    def form(self, state: State, seat: int, kind: str) -> tuple[Field, ...]:
        return (ChanceField(name="chance", label=say("goose.dice"), draws=(("d6", 2),)),)

    def apply(self, state: State, seat: int, move: Roll) -> tuple[State, Lines]:
        start = state.spaces[seat - 1]
        lines = tuple(
            Line(seat, "spaces", by, say(f"goose.why.{reason}"), ruling)
            for reason, by, ruling in _hops(start, move.chance)
        )
        space = start + sum(line.by for line in lines)
        waits = with_value(state.waits, seat, WAITS.get(space, ("", 0))[1])
        for other in self._seats:
            if other != seat and state.spaces[other - 1] == space not in (0, start):
                lines += (Line(other, "spaces", start - space, say("goose.why.swap"), "G7"),)
                waits = with_value(waits, other, 0)
        after = replace(state, waits=waits)
        return after if space == LAST else self._next_turn(after, booked(after, lines)), lines

    def correctable(self, state: State, seat: int) -> tuple[Correctable, ...]:
        """Allow to put the piece on any space but the last, which would end the game."""
        space = state.spaces[seat - 1]
        places = tuple(CorrectablePlace(f"space:{n}", say("goose.space", n=n)) for n in range(LAST + 1))
        end = LAST - space
        last = Gap(end, end, Refusal(say("goose.refused.last"), "G8"))
        return (Correctable("spaces", -space, end, gaps=(last,), now=space, piece=str(seat), places=places),)

    def seat_notes(self, view: State, seat: int) -> tuple[SeatNote[Text], ...]:
        missed = _missed_turns(view, seat)
        return (SeatNote(says=say("goose.misses", n=missed)),) if missed else ()

    def scene(self, view: State, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        pieces = tuple(
            Piece[Text](id=str(seat), at=str(space), seat=seat, says=say("goose.space", n=space))
            for seat, space in enumerate(view.spaces, 1)
        )
        places = tuple(_place(n) for n in range(LAST + 1))
        track = Track(id="path", name=say("goose.path"), places=places, pieces=pieces)
        return Scene(blocks=(track,), turn="path", wide="path")

    def animations(
        self, before: State, seat: int, move: Move, after: State, lines: Sequence[Line], viewer: Viewer
    ) -> tuple[Animation[Text], ...]:
        played: list[Animation[Text]] = []
        if isinstance(move, Roll):
            dice = tuple(Die[Text](id=str(number), value=value) for number, value in enumerate(move.chance, 1))
            group = DiceGroup[Text](id="throw", seat=seat, dice=dice)
            played.append(Throw(block=None, groups=(group,), says=say("goose.thrown", n=sum(move.chance))))
        for walker in (seat, *(other for other in self._seats if other != seat)):
            places = tuple(_walked(before.spaces[walker - 1], [line for line in lines if line.seat == walker]))
            if len(places) > 1:
                played.append(Walk(block="path", piece=str(walker), places=places))
        return (*played, *super().animations(before, seat, move, after, lines, viewer))

    def _next_turn(self, state: State, after: State) -> State:
        """Return the state in the turn of the next seat that misses none; `after` has the pieces where they are now."""
        seat, waits = state.turn % len(self.names) + 1, state.waits
        while missed := _missed_turns(replace(after, waits=waits), seat):
            waits = with_value(waits, seat, missed - 1)
            seat = seat % len(self.names) + 1
        return replace(state, waits=waits, turn=seat, turn_no=state.turn_no + 1)


def _missed_turns(state: State, seat: int) -> int:
    """Return the turns that a seat still misses; none if its piece was put somewhere else."""
    return min(state.waits[seat - 1], WAITS.get(state.spaces[seat - 1], ("", 0))[1])


def _hops(space: int, chance: Sequence[int]) -> Iterator[tuple[str, int, str]]:
    """Yield the reason, the spaces and the ruling of each part of the way."""
    thrown, reason, ruling, backwards = sum(chance), "throw", "G1", False
    if space == 0 and thrown == 9:
        yield "nine", 26 if 6 in chance else 53, "G2"
        return
    while reason:
        by = -min(thrown, space) if backwards else min(thrown, LAST - space)
        yield reason, by, ruling
        space += by
        if not backwards and by < thrown:
            backwards = True
            yield "back", by - thrown, "G4"
            space += by - thrown
        reason, ruling = ("goose", "G3") if space in GEESE else ("", "")
    if space in JUMPS:
        name, to = JUMPS[space]
        yield name, to - space, "G5"


def _walked(space: int, lines: Sequence[Line]) -> Iterator[str]:
    """Yield the places on the way of a piece, from this space on."""
    yield str(space)
    for line in lines:
        step = 1 if line.by > 0 else -1
        walked = line.why.key.rpartition(".")[2] in WALKED
        yield from map(str, range(space + (step if walked else line.by), space + line.by + step, step))
        space += line.by


def _place(n: int) -> Place[Text]:
    name = JUMPS.get(n, WAITS.get(n, ("last" if n == LAST else "", 0)))[0]
    return Place(
        id=str(n),
        label=str(n),
        name=say(f"goose.place.{name}") if name else None,
        art="goose" if n in GEESE else None,
        touch=f"space:{n}",
    )


class Goose(PlainGame):
    """The game Goose."""

    id = "goose"
    seats = range(2, 6)
    kinds = (Roll,)
    state_type = State
    words = __name__

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[Match, State, Lines]:
        self.checked_options(len(names), options)
        nothing = (0,) * len(names)
        return Match(game=self, names=tuple(names), options=options), State(nothing, nothing), ()


GOOSE = Goose()
