"""The scene of an Expedition: seat notes, the race on its track, and tasks at the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.games.expedition.board_figures import BoardFigures
from companion.games.expedition.state import Setup, State
from companion.rules.scene import Mark, Note, Notes, Piece, Place, Role, Scene, SeatNote, Stretch, Tone, Track
from companion.rules.text import Text, say

RACE = "race"
"""The id of the track."""
CRATES = (1, 2, 3)
"""The values of crates that exist; starting gold of such a value is handed out as one crate."""


def seat_notes(setup: Setup, state: State, seat: int) -> tuple[SeatNote[Text], ...]:
    """Return the place of each of a seat's camels, in the camel's colour; the short text of two has only numbers."""
    spaces = state.camels[seat - 1]
    colours = setup.colours[seat - 1]
    return tuple(
        SeatNote(says=_camel_text(setup, space, of=len(spaces)), thing="camels", colour=colours[camel])
        for camel, space in enumerate(spaces)
    )


def scene(setup: Setup, state: State) -> Scene[Text]:
    """Return the scene: the race, and tasks with the cards, which the players keep."""
    board = setup.board
    track = Track(
        id=RACE,
        name=say("expedition.race"),
        places=_places(board, state.reached),
        pieces=tuple(_camel_pieces(setup, state)),
        stretches=tuple(_stretches(board, state)),
    )
    return Scene(blocks=(track, *_table_notes(setup, state)), turn=RACE, wide=RACE)


def _table_notes(setup: Setup, state: State) -> Iterator[Notes[Text]]:
    """Yield the set-up tasks, before the first step of the game; later the card to draw after a turn (E6, E7)."""
    turn = state.turn
    if turn is not None and state.turn_no == 1 and not turn.steps:
        yield Notes(id="setup", name=say("expedition.setup"), notes=tuple(_setup_notes(setup)))
    if state.draws is not None:
        text = say("expedition.table.draw" if turn is not None else "expedition.table.draw_last", seat=state.draws)
        note = Note(id="draw", says=text, tone=Tone.ASIDE, seat=state.draws)
        yield Notes(id="table", name=say("expedition.table"), notes=(note,))


def _setup_notes(setup: Setup) -> Iterator[Note[Text]]:
    gold, two_camels = setup.board.start_gold, len(setup.colours[0]) > 1
    tasks = {
        "crates": say("expedition.setup.crates"),
        "gold": say(f"expedition.setup.{'crate' if gold in CRATES else 'gold'}_each", n=gold),
        "camels": say(f"expedition.setup.camel{'s' if two_camels else ''}"),
        "stand": say("expedition.setup.stand"),
        "cards": say("expedition.setup.cards"),
        "first": say("expedition.setup.first", seat=1),
    }
    if not gold:
        del tasks["gold"]
    for name, text in tasks.items():
        yield Note(id=f"setup.{name}", says=text, tone=Tone.TASK)


def place_id(space: int) -> str:
    """Return the id of a space's place, which is also its touch."""
    return f"place:{space}"


def camel_id(seat: int, camel: int) -> str:
    """Return the id of a camel: the first or second of a seat."""
    return f"camel:{seat}:{camel}"


def place_name(setup: Setup, space: int) -> Text:
    """Return the name of a space: a town's name, or the number."""
    return _town_text(setup.board, space) or say("expedition.at", space=space)


def _camel_text(setup: Setup, space: int, of: int) -> Text:
    name = place_name(setup, space)
    return say("expedition.stands", place=name, space=space) if of > 1 else name


def _town_text(board: BoardFigures, space: int) -> Text | None:
    art = _town_key(board, space)
    return say(f"expedition.{art}") if art else None


def _town_key(board: BoardFigures, space: int) -> str | None:
    """Return the key of a town, which is also the name of its drawing; None for other spaces."""
    return {board.ormuz: "ormuz", board.ganzhou: "ganzhou", board.dadu: "dadu"}.get(space)


@lru_cache(maxsize=64)
def _places(board: BoardFigures, reached: tuple[int, ...]) -> tuple[Place[Text], ...]:
    """Return every space from Ormuz to Dadu; cached, since they change only when a camel lands somewhere first."""
    return tuple(
        Place(
            id=place_id(space),
            label=str(space),
            name=_town_text(board, space),
            art=_town_key(board, space),
            marks=tuple(_marks(board, reached, space)),
            touch=place_id(space),
        )
        for space in range(board.ormuz, board.dadu + 1)
    )


def _marks(board: BoardFigures, reached: tuple[int, ...], space: int) -> Iterator[Mark[Text]]:
    """Yield the known marks of a space: payments of a tally, a crate not taken yet, and the requirement."""
    for tally in (board.ganzhou_tally, board.dadu_tally):
        if gold := dict(tally).get(space):
            yield Mark(thing="gold", n=gold, role=Role.GIVES, says=say("expedition.pays", space=space, n=gold))
    if (crate := board.crate_at(space)) and space not in reached:
        yield Mark(thing="crate", n=crate)
    if requirement := board.requirements_by_space.get(space):
        asks = say(f"expedition.wants.{requirement.kind.value}", n=requirement.count)
        yield Mark(thing=requirement.kind.value, n=requirement.count, role=Role.ASKS, says=asks)


def _stretches(board: BoardFigures, state: State) -> Iterator[Stretch[Text]]:
    """Yield the spaces that each tally pays; those of Ganzhou are spent after its tally (E8)."""
    for tally, town in ((board.ganzhou_tally, board.ganzhou), (board.dadu_tally, board.dadu)):
        spaces = [space for space, gold in tally if gold]
        if spaces:
            is_spent = town == board.ganzhou and state.tallied
            first, last = place_id(min(spaces)), place_id(max(spaces))
            yield Stretch(first=first, last=last, name=_town_text(board, town), spent=is_spent)


def _camel_pieces(setup: Setup, state: State) -> Iterator[Piece[Text]]:
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
