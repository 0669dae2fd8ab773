"""An Expedition to look at: the race on its track, what the table has to do, and what is said of a seat."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.games.expedition.board import Board
from companion.games.expedition.state import Setup, State
from companion.rules.scene import Mark, Note, Notes, Piece, Place, Role, Scene, SeatNote, Stretch, Tone, Track
from companion.rules.text import Text, say

RACE = "race"
"""The id of the track."""
CRATES = (1, 2, 3)
"""What crates there are for the gold to begin with."""


def seat_notes(setup: Setup, state: State, seat: int) -> tuple[SeatNote[Text], ...]:
    """Where each of a seat's camels stands, each in its own colour; in brief, of two only the numbers."""
    spaces = state.camels[seat - 1]
    colours = setup.colours[seat - 1]
    return tuple(
        SeatNote(says=_stands(setup, space, of=len(spaces)), thing="camels", colour=colours[camel])
        for camel, space in enumerate(spaces)
    )


def scene(setup: Setup, state: State) -> Scene[Text]:
    """The race, and what the table does with its cards: they stay with the players."""
    board = setup.board
    track = Track(
        id=RACE,
        name=say("expedition.race"),
        places=_places(board, state.reached),
        pieces=tuple(_camels(setup, state)),
        stretches=tuple(_stretches(board, state)),
    )
    return Scene(blocks=(track, *_at_table(setup, state)), turn=RACE, wide=RACE)


def _at_table(setup: Setup, state: State) -> Iterator[Notes[Text]]:
    """What is done by hand: the set-up, before the first step of all; then a card for whoever ends a turn (E6, E7)."""
    turn = state.turn
    if turn is not None and state.turn_no == 1 and not turn.steps:
        yield Notes(id="setup", name=say("expedition.setup"), notes=tuple(_setup(setup)))
    if state.draws is not None:
        says = say("expedition.table.draw" if turn is not None else "expedition.table.draw_last", seat=state.draws)
        note = Note(id="draw", says=says, tone=Tone.ASIDE, seat=state.draws)
        yield Notes(id="table", name=say("expedition.table"), notes=(note,))


def _setup(setup: Setup) -> Iterator[Note[Text]]:
    gold, two = setup.board.start_gold, len(setup.colours[0]) > 1
    todo = {
        "crates": say("expedition.setup.crates"),
        "gold": say(f"expedition.setup.{'crate' if gold in CRATES else 'gold'}_each", n=gold),
        "camels": say(f"expedition.setup.camel{'s' if two else ''}"),
        "stand": say("expedition.setup.stand"),
        "cards": say("expedition.setup.cards"),
        "first": say("expedition.setup.first", seat=1),
    }
    if not gold:
        del todo["gold"]
    for name, says in todo.items():
        yield Note(id=f"setup.{name}", says=says, tone=Tone.TASK)


def place_id(space: int) -> str:
    """The id of a space's place, which is its touch as well."""
    return f"place:{space}"


def camel_id(seat: int, camel: int) -> str:
    """The id of a camel: of a seat its first or second."""
    return f"camel:{seat}:{camel}"


def place_name(setup: Setup, space: int) -> Text:
    """How a space is called: the towns by their names."""
    return _town(setup.board, space) or say("expedition.at", space=space)


def _stands(setup: Setup, space: int, of: int) -> Text:
    name = place_name(setup, space)
    return say("expedition.stands", place=name, space=space) if of > 1 else name


def _town(board: Board, space: int) -> Text | None:
    art = _art(board, space)
    return say(f"expedition.{art}") if art else None


def _art(board: Board, space: int) -> str | None:
    """A town's name, which its drawing goes by as well."""
    return {board.ormuz: "ormuz", board.ganzhou: "ganzhou", board.dadu: "dadu"}.get(space)


@lru_cache(maxsize=64)
def _places(board: Board, reached: tuple[int, ...]) -> tuple[Place[Text], ...]:
    """Every space from Ormuz to Dadu: they change only where a camel lands for the first time."""
    return tuple(
        Place(
            id=place_id(space),
            label=str(space),
            name=_town(board, space),
            art=_art(board, space),
            marks=tuple(_marks(board, reached, space)),
            touch=place_id(space),
        )
        for space in range(board.ormuz, board.dadu + 1)
    )


def _marks(board: Board, reached: tuple[int, ...], space: int) -> Iterator[Mark[Text]]:
    """What a tally pays there, the crate that still lies, and what the space asks for; as far as that is known."""
    for tally in (board.ganzhou_tally, board.dadu_tally):
        if gold := dict(tally).get(space):
            yield Mark(thing="gold", n=gold, role=Role.GIVES, says=say("expedition.pays", space=space, n=gold))
    if (crate := board.crate_at(space)) and space not in reached:
        yield Mark(thing="crate", n=crate)
    if wanted := board.wanted.get(space):
        asks = say(f"expedition.wants.{wanted.kind.value}", n=wanted.count)
        yield Mark(thing=wanted.kind.value, n=wanted.count, role=Role.ASKS, says=asks)


def _stretches(board: Board, state: State) -> Iterator[Stretch[Text]]:
    """The spaces that each tally pays: Ganzhou's have had their time once it was held (E8)."""
    for tally, town in ((board.ganzhou_tally, board.ganzhou), (board.dadu_tally, board.dadu)):
        spaces = [space for space, gold in tally if gold]
        if spaces:
            spent = town == board.ganzhou and state.tallied
            first, last = place_id(min(spaces)), place_id(max(spaces))
            yield Stretch(first=first, last=last, name=_town(board, town), spent=spent)


def _camels(setup: Setup, state: State) -> Iterator[Piece[Text]]:
    for seat, spaces in enumerate(state.camels, 1):
        for camel, space in enumerate(spaces, 1):
            yield Piece(
                id=camel_id(seat, camel),
                at=place_id(space),
                thing=f"space:{camel}",
                seat=seat,
                colour=setup.colours[seat - 1][camel - 1],
                number=camel if len(spaces) > 1 else None,
                says=place_name(setup, space),
            )
