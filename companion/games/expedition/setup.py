"""The set-up of an Expedition: colours, places of the camels, starting gold (E1, E15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.expedition.board_figures import board_from
from companion.games.expedition.state import Setup, State, Turn
from companion.games.expedition.state_changes import gold_line
from companion.rules.fields import Json
from companion.rules.moves import Line
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say

COLOURS: tuple[str, ...] = ("blue", "red", "green", "yellow", "violet", "white", "orange")
"""The colours of the camels, some of which are only in some printings."""
_FLAG_OPTIONS = ("both_camels", "late_camel_stops")


def begin(names: Sequence[str], options: Mapping[str, Json]) -> tuple[Setup, State, tuple[Line, ...]]:
    """Begin a game, with camels on the first spaces in seat order, one space further each.

    With two players each has two camels, placed alternately (E15).
    """
    if not 2 <= len(names) <= 5:
        raise MalformedError(say("error.seats", low=2, high=5), "seats")
    flags = {name: _flag(options, name) for name in _FLAG_OPTIONS}
    board = board_from({name: value for name, value in options.items() if name not in (*_FLAG_OPTIONS, "colours")})
    camels_each = 2 if len(names) == 2 else 1
    if flags["both_camels"] and camels_each == 1:
        raise MalformedError(say("error.both_camels"), "both_camels")
    last = board.ormuz + len(names) * camels_each - 1
    if last >= board.ganzhou:
        raise MalformedError(say("error.out_of_bounds", low=last + 1, high=board.dadu - 1), "track.ganzhou")
    setup = Setup(
        names=tuple(names),
        colours=colours_from(options.get("colours"), len(names), camels_each),
        board=board,
        both_camels=bool(flags["both_camels"]),
        late_camel_stops=flags["late_camel_stops"] is not False,
    )
    camels = tuple(
        tuple(board.ormuz + seat + camel * len(names) for camel in range(camels_each)) for seat in range(len(names))
    )
    state = State(
        gold=(board.start_gold,) * len(names),
        camels=camels,
        reached=(),
        visited=camels,
        untold=(0,) * len(names),
        tallied=False,
        turn=Turn(seat=1),
    )
    ruling = "E15" if camels_each == 2 else "E1"
    start = say("expedition.why.start")
    return setup, state, tuple(gold_line(seat, board.start_gold, start, ruling) for seat in range(1, len(names) + 1))


def colours_from(value: Json, seats: int, camels_each: int) -> tuple[tuple[str, ...], ...]:
    """Return the colours of each seat's camels.

    `value` has an entry for each seat: a name, a list of up to `camels_each` names, or null. Missing colours are filled
    in with free ones.
    """
    if value is None:
        value = []
    if not isinstance(value, list) or len(value) > seats:
        raise MalformedError(say("error.colours", seats=seats), "colours")
    colours_by_seat = [_colours_of(entry, f"colours.{index}", camels_each) for index, entry in enumerate(value)]
    named = [colour for colours in colours_by_seat for colour in colours]
    if duplicates := [colour for colour in named if named.count(colour) > 1]:
        raise MalformedError(say("error.colour_twice", colour=duplicates[0]), "colours")
    free = iter([colour for colour in COLOURS if colour not in named])
    result = [*colours_by_seat, *([] for _ in range(seats - len(colours_by_seat)))]
    for camel in range(camels_each):
        for colours in result:
            if len(colours) <= camel:
                colours.append(next(free))
    return tuple(tuple(colours) for colours in result)


def _colours_of(entry: Json, path: str, camels_each: int) -> list[str]:
    """Return the colours in one seat's entry: a name, a list of names, or null for none."""
    entries = entry if isinstance(entry, list) else [] if entry is None else [entry]
    if len(entries) > camels_each:
        raise MalformedError(say("error.wrong_length", wanted=camels_each), path)
    colours = [colour for colour in entries if isinstance(colour, str) and colour in COLOURS]
    if len(colours) < len(entries):
        raise MalformedError(say("error.unknown_word", wanted=", ".join(COLOURS)), path)
    return colours


def _flag(options: Mapping[str, Json], name: str) -> bool | None:
    value = options.get(name)
    if not isinstance(value, bool | None):
        raise MalformedError(say("error.wrong_type", wanted="boolean"), name)
    return value
