"""The scene of an Expedition: seat notes, the race on its track, and tasks at the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.games.expedition.board_figures import BoardFigures, Requirement
from companion.games.expedition.landings import is_waiting, open_landings
from companion.games.expedition.state import Setup, State
from companion.rules.scene import Mark, Note, Notes, Piece, Place, Role, Scene, SeatNote, Stretch, Tone, Track
from companion.rules.text import Text, join_texts, say

RACE = "race"
"""The id of the track."""
CRATES = (1, 2, 3)
"""The values of crates that exist; starting gold of such a value is handed out as one crate."""


def seat_notes(setup: Setup, state: State, seat: int) -> tuple[SeatNote[Text], ...]:
    """Return the place of each of a seat's camels, in the camel's colour; two are named by it where room is little."""
    spaces = state.camels[seat - 1]
    colours = setup.colours[seat - 1]
    return tuple(
        SeatNote(says=_camel_text(setup, seat, camel, space), thing="camels", colour=colours[camel - 1])
        for camel, space in enumerate(spaces, 1)
    )


def scene(setup: Setup, state: State) -> Scene[Text]:
    """Return the scene: the race, the crates that are asked about at its end, and tasks with the players' cards."""
    board = setup.board
    track = Track(
        id=RACE,
        name=say("expedition.race"),
        places=_places(board, state.reached, _asked(setup, state)),
        pieces=tuple(_camel_pieces(setup, state)),
        stretches=tuple(_stretches(board, state)),
    )
    return Scene(blocks=(track, *_table_notes(setup, state)), turn=RACE, wide=RACE)


def _table_notes(setup: Setup, state: State) -> Iterator[Notes[Text]]:
    """Yield the set-up tasks, before the first step of the game; later the card to draw after a turn (E6, E7).

    At the end of the race: the spaces whose crates nobody has noted, with the seats that landed there first (E19).
    """
    turn = state.turn
    if _asked(setup, state):
        notes = tuple(
            Note(id=f"crates.{seat}", says=_untold_text(seat, spaces)) for seat, spaces in _untold_by_seat(state)
        )
        yield Notes(id="crates", name=say("expedition.untold"), notes=notes)
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


def camel_colour(setup: Setup, seat: int, camel: int) -> Text:
    """Return the colour of a camel, 1 or 2, in words."""
    return say(f"colour.{setup.colours[seat - 1][camel - 1]}")


def colour_letters(setup: Setup, seat: int, camel: int) -> Text:
    """Return the letters of the colour of a camel, 1 or 2, for little room."""
    return say(f"expedition.letters.{setup.colours[seat - 1][camel - 1]}")


def place_name(setup: Setup, space: int) -> Text:
    """Return the name of a space: a town's name, or the number."""
    return name_on_board(setup.board, space)


def name_on_board(board: BoardFigures, space: int) -> Text:
    """Return the name of a space of this board."""
    return _town_text(board, space) or say("expedition.at", space=space)


def _camel_text(setup: Setup, seat: int, camel: int, space: int) -> Text:
    name = place_name(setup, space)
    if len(setup.colours[seat - 1]) == 1:
        return name
    return say("expedition.stands", place=name, space=space, letters=colour_letters(setup, seat, camel))


def _town_text(board: BoardFigures, space: int) -> Text | None:
    art = _town_key(board, space)
    return say(f"expedition.{art}") if art else None


def _town_key(board: BoardFigures, space: int) -> str | None:
    """Return the key of a town, which is also the name of its drawing; None for other spaces."""
    return {board.ormuz: "ormuz", board.ganzhou: "ganzhou", board.dadu: "dadu"}.get(space)


def requirement_text(requirement: Requirement, doubt: str = "expedition.wants.unsure") -> Text:
    """Return what a space asks for, with a doubt if that is not certain."""
    asks = say(f"expedition.wants.{requirement.kind.value}", n=requirement.count)
    return asks if requirement.confidence is None else say(doubt, asks=asks)


def _untold_by_seat(state: State) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each seat with the spaces where it landed first and nobody has noted a crate, in order (E19)."""
    landings = open_landings(state)
    for seat in range(1, len(state.gold) + 1):
        if spaces := tuple(landing.space for landing in landings if landing.seat == seat):
            yield seat, spaces


def _untold_text(seat: int, spaces: tuple[int, ...]) -> Text:
    """Return a sentence with these spaces, neighbours as a range."""
    starts = [space for space in spaces if space - 1 not in spaces]
    ends = [space for space in spaces if space + 1 not in spaces]
    ranges = [_range_text(first, last) for first, last in zip(starts, ends, strict=True)]
    return say("expedition.untold.spaces", n=len(spaces), spaces=join_texts(ranges), to_seat=seat)


def _range_text(first: int, last: int) -> Text:
    if first == last:
        return say("expedition.untold.one", space=first)
    return say("expedition.untold.range", first=first, last=last)


def _asked(setup: Setup, state: State) -> tuple[int, ...]:
    """Return the spaces whose crates are asked about: those that nobody has noted, at the end of the race (E19)."""
    return tuple(landing.space for landing in open_landings(state)) if is_waiting(setup, state) else ()


@lru_cache(maxsize=64)
def _places(board: BoardFigures, reached: tuple[int, ...], asked: tuple[int, ...]) -> tuple[Place[Text], ...]:
    """Return every space from Ormuz to Dadu; cached, since they change only when a camel lands somewhere first."""
    return tuple(
        Place(
            id=place_id(space),
            label=str(space),
            name=_town_text(board, space),
            art=_town_key(board, space),
            marks=tuple(_marks(board, reached, asked, space)),
            touch=place_id(space),
        )
        for space in range(board.ormuz, board.dadu + 1)
    )


def _marks(board: BoardFigures, reached: tuple[int, ...], asked: tuple[int, ...], space: int) -> Iterator[Mark[Text]]:
    """Yield the marks of a space: payments of a tally, a crate not taken yet or asked about, and the requirement."""
    for tally in (board.ganzhou_tally, board.dadu_tally):
        if gold := dict(tally).get(space):
            yield Mark(thing="gold", n=gold, role=Role.GIVES, says=say("expedition.pays", space=space, n=gold))
    if (crate := board.crate_at(space)) and space not in reached:
        yield Mark(thing="crate", n=crate)
    if space in asked:
        yield Mark(thing="crate", says=say("expedition.asked"))
    if requirement := board.requirements_by_space.get(space):
        asks = requirement_text(requirement, "expedition.wants.one_review")
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
                label=colour_letters(setup, seat, camel) if len(spaces) > 1 else None,
                says=place_name(setup, space),
            )
