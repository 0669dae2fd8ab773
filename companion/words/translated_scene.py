"""The scene in words, with purses, origins of cards and pieces, and notes added to it; and animations of moves."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, TypedDict

from companion.rules.components import ComponentKind
from companion.rules.game import Match
from companion.rules.match_functions import narrow_bounds
from companion.rules.moves import Line
from companion.rules.scene import (
    Animation,
    Block,
    Board,
    Cards,
    Cell,
    Dice,
    Graph,
    Grid,
    GridRow,
    Held,
    Mark,
    Note,
    Notes,
    Piece,
    Purse,
    Ring,
    Road,
    Scene,
    SeatNote,
    Spin,
    Squares,
    Tally,
    Throw,
    Tone,
    Track,
)
from companion.rules.text import Text, say, translated
from companion.rules.validate_scene import validate_animations, validate_scene
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer
from companion.table.conceal_end import final_categories
from companion.table.end_reveal import EndReveal
from companion.table.game_limits import is_full, is_nearly_full
from companion.table.incremental_cache import incremental_list
from companion.table.table import Table
from companion.table.turning_point import ending_entry
from companion.words.catalogue import LANGUAGES, Words
from companion.words.signs import brief_names

log = logging.getLogger(__name__)

REVEAL_ID = "reveal"
"""Id of the block with the steps of the reveal that are shown."""
SOURCES_ID = "sources"
"""Id of the block that shows where the totals came from."""
THROWN_ID = "thrown"
"""Id of the block of dice for a throw that no block of the game shows."""
_PROMPT_TONES = (Tone.NEXT, Tone.TASK, Tone.ASIDE)
"""Tones of notes that prompt for an action."""
_PLAYED_WITH = (Board, Cards, Dice, Notes, Road)
"""Kinds of blocks that say how a game goes on."""


def scene_of(table: Table, viewer: Viewer, words: Words) -> Scene[str]:
    """Return the scene of a table in words: the game's own blocks, then a purse for every seat.

    At the end of the game, the sources of all totals come first.

    If the game's scenes are not tested, references to missing things are left out and logged. The scene is made
    once for each table, viewer and language, however many screens and phones show it.
    """
    return table.cached(("scene", viewer, words.language), lambda: _scene_of(table, viewer, words))


def untranslated_scene(table: Table, viewer: Viewer) -> Scene[Text]:
    """Return the scene before translation, made once for each table and viewer."""
    return table.cached(("shown", viewer), lambda: _untranslated_scene(table, viewer))


def turn_block(table: Table, viewer: Viewer, words: Words) -> Block[str] | None:
    """Return the block to show beside the action of a turn, in words, without making the other blocks."""
    scene = game_scene(table, viewer)
    block = next((block for block in scene.blocks if block.id == scene.turn), None)
    translated: Block[str] | None = (
        translate(_complete_block(block, table, viewer), table, words) if block is not None else None
    )
    return translated


def game_scene(table: Table, viewer: Viewer) -> Scene[Text]:
    """Return the game's own scene, with the last dice thrown, made once for each table and viewer."""
    return table.cached(("of the game", viewer), lambda: _game_scene(table, viewer))


def translate(part: Any, table: Table, words: Words, *, brief: bool = False) -> Any:
    """Return a scene, a block, an animation or a part of one in the reader's language; with `brief` in few words."""
    render = words.brief if brief else words.of
    return translated(part, lambda text: render(text, table.names))


def purses_of(match: Match, view: Any) -> tuple[Purse[Text], ...]:
    """Return each seat's holdings as far as they are known; facts about a seat that it does not hold are left out.

    Bounds of a total are left out too where they are wide.
    """
    totals = match.totals(view)
    return tuple(
        Purse(
            id=f"purse:{seat}",
            name=say("scene.purse", seat=seat),
            seat=seat,
            holds=tuple(
                held for name, value in match.holdings(view, seat).items() for held in _purse_lines(match, name, value)
            ),
            total=total.value,
            low=low,
            high=high,
        )
        for seat, (total, (low, high)) in enumerate(zip(totals, narrow_bounds(match, view), strict=True), 1)
    )


def seat_notes_of(
    table: Table, seat: int, viewer: Viewer, words: Words, *, brief: bool = False
) -> tuple[SeatNote[str], ...]:
    """Return the notes beside a seat's name, in words, as this viewer may know them."""
    render = words.brief if brief else words.of
    notes = table.match.seat_notes(table.match.player_view(table.state, viewer), seat)
    return tuple(translated(note, lambda text: render(text, table.names)) for note in notes)


def animations_in_words(
    table: Table, entry: int, viewer: Viewer, words: Words, *, brief: bool = False
) -> tuple[Animation[str], ...]:
    """Return the animations of an entry, counted from 1, in words and in playing order.

    With `brief` in few words, if the catalogue has them.
    """
    translated: tuple[Animation[str], ...] = translate(
        untranslated_animations(table, entry, viewer), table, words, brief=brief
    )
    return translated


def tally_of_entry(table: Table, entry: int, words: Words) -> Tally[str] | None:
    """Return the tally of an entry, counted from 1, including shares that pay nothing; None if it has none."""
    if not 1 <= entry <= len(table.entries):
        return None
    return next(
        (animation for animation in animations_in_words(table, entry, PUBLIC, words) if isinstance(animation, Tally)),
        None,
    )


def untranslated_animations(table: Table, entry: int, viewer: Viewer) -> tuple[Animation[Text], ...]:
    """Return the animations of an entry, counted from 1, in playing order.

    If the game's animations are not tested, one with references to missing things is left out and logged. They are
    made once for each table and viewer.
    """
    return table.cached(("brought", entry, viewer), lambda: _untranslated_animations(table, entry, viewer))


def newest_entries(table: Table) -> range:
    """Return the entries of the newest change, from 1; empty if it was no move, was taken back, or is yet to come.

    It is yet to come for a table as it was before one of its entries.
    """
    if table.redo_stack or not table.undo_stack or table.undo_stack[-1].group is None:
        return range(0)
    (span,) = table.undo_stack[-1].spans
    after = span.start + len(span.inserted)
    return range(span.start + 1, after + 1) if after == len(table.entries) else range(0)


def sources_of(table: Table) -> Iterator[Grid[Text]]:
    """Yield a grid of the reasons; none if totals are not the sum of the bookings.

    The start comes first, and all others follow in the order of their rulings, so that every game has the same order.
    What the final scoring brought comes last, by its categories, as the reveal shows them.
    """
    if not table.over or table.closed:
        return
    match, seats, end = table.match, table.seats, ending_entry(table)
    categories = _booked_categories(table, end) if end else []
    rulings = {row.ruling for row in categories}
    booked: dict[str, dict[int, int]] = {}
    names: dict[str, Text] = {}
    order: dict[str, tuple[bool, int, str]] = {}
    for entry, line in table.lines():
        if line.what == match.unit and (entry != end or line.ruling not in rulings):
            why, name = _source_of(line)
            names.setdefault(why, name)
            order.setdefault(why, (entry > 0, _number_of_ruling(line.ruling), line.why.key))
            by_seat = booked.setdefault(why, dict.fromkeys(seats, 0))
            by_seat[line.seat] += line.by
    amounts = [tuple(by_seat.values()) for by_seat in booked.values()]
    amounts += [tuple(cell.value or 0 for cell in row.cells) for row in categories]
    sums = [sum(of_seat) for of_seat in zip(*amounts, strict=True)]
    totals = [total.value for total in match.totals(match.player_view(table.state, EVERYTHING))]
    if sums != totals:
        return
    in_order = sorted(booked.items(), key=lambda item: order[item[0]])
    rows = [GridRow[Text](id=why, name=names[why], cells=_cells(by_seat.values())) for why, by_seat in in_order]
    rows += [GridRow(id=f"final:{row.id}", name=row.name, cells=row.cells) for row in categories]
    total = GridRow[Text](id="total", name=say("scene.total"), cells=_cells(sums), thing=match.unit, total=True)
    unit = match.component(match.unit)
    name = unit.sources or say("scene.sources", what=unit.counted(2))
    yield Grid(id=SOURCES_ID, name=name, rows=(*rows, total))


def _source_of(line: Line) -> tuple[str, Text]:
    """Return the id and the name of the row of a line: its reason. Reasons that differ only in their arguments share a
    row if the catalogue has words for all of them, under their key plus `.source`.
    """
    why = line.why
    shared = say(f"{why.key}.source")
    if why.args and all(Words(language).has(shared.key) for language in LANGUAGES):
        return why.key, shared
    return ":".join([why.key, *(f"{value}" for _, value in why.args)]), why


def _number_of_ruling(ruling: str | None) -> int:
    """Return the number of a ruling, such as 8 for E8; corrections by hand, which have none, come last."""
    digits = "".join(filter(str.isdigit, ruling or ""))
    return int(digits) if digits else sys.maxsize


def _booked_categories(table: Table, end: int) -> list[GridRow[Text]]:
    """Return the categories of the final scoring that are the sums of what the last entry booked by their rulings."""
    lines = [line for line in table.entries[end - 1].lines if line.what == table.match.unit]
    return [
        row
        for row in final_categories(table, end)
        if row.ruling is not None
        and [cell.value or 0 for cell in row.cells]
        == [sum(line.by for line in lines if (line.seat, line.ruling) == (seat, row.ruling)) for seat in table.seats]
    ]


def _scene_of(table: Table, viewer: Viewer, words: Words) -> Scene[str]:
    scene: Scene[str] = translate(untranslated_scene(table, viewer), table, words)
    return scene


def _game_scene(table: Table, viewer: Viewer) -> Scene[Text]:
    match = table.match
    scene = _with_thrown_dice(match.scene(match.player_view(table.state, viewer), viewer, None), table, viewer)
    if not match.game.scenes_tested:
        scene, faults = validate_scene(scene, match)
        for fault in faults:
            log.warning("game %d, entry %d: %s", table.number, len(table.entries), fault)
    return replace(scene, blocks=_closed_blocks(scene.blocks)) if table.closed else scene


def _untranslated_scene(table: Table, viewer: Viewer) -> Scene[Text]:
    scene = game_scene(table, viewer)
    blocks = tuple(_complete_block(block, table, viewer) for block in scene.blocks)
    purses = purses_of(table.match, table.match.player_view(table.state, viewer))
    if table.reveal is not None:
        rest = (*_ended_blocks(blocks), *purses)
        return replace(scene, blocks=(reveal_block(table.reveal), *rest), turn=REVEAL_ID, wide=REVEAL_ID)
    return replace(scene, blocks=(*sources_of(table), *blocks, *purses))


def reveal_block(reveal: EndReveal) -> Grid[Text]:
    """Return the totals before a reveal, its steps that are shown, and the totals that they lead to."""
    steps = reveal.shown_steps
    rows = [GridRow(id="before", name=say("reveal.before"), cells=_cells(reveal.before))] if any(reveal.before) else []
    rows += [row for step in steps for row in step.rows]
    if steps:
        cells = tuple(Cell(value=total) for total in steps[-1].totals)
        rows.append(GridRow(id="total", name=say("reveal.total"), cells=cells, total=True))
    return Grid(id=REVEAL_ID, name=say("reveal.title"), rows=tuple(rows))


def _complete_block(block: Block[Text], table: Table, viewer: Viewer) -> Block[Text]:
    """Return a block with the origin of its chance, and with the entries that added its cards and pieces."""
    return with_entries(_with_origin(block, table, viewer), table, viewer)


def _with_thrown_dice(scene: Scene[Text], table: Table, viewer: Viewer) -> Scene[Text]:
    """Return a scene with the dice of the newest change, if it no longer shows them; at the end of a game, they come
    last.
    """
    entries = newest_entries(table)
    throws = [
        animation
        for entry in entries
        for animation in untranslated_animations(table, entry, viewer)
        if isinstance(animation, Throw)
    ]
    block_ids = {block.id for block in scene.blocks}
    missing = [throw for throw in throws if (throw.block or THROWN_ID) not in block_ids]
    if not missing:
        return scene
    last = len(scene.blocks)
    over = table.match.over(table.state)
    index = last if over else next((i for i, block in enumerate(scene.blocks) if not isinstance(block, Notes)), last)
    return replace(scene, blocks=(*scene.blocks[:index], _dice_at_rest(missing[-1]), *scene.blocks[index:]))


def _dice_at_rest(throw: Throw[Text]) -> Dice[Text]:
    """Return the dice of a throw at rest."""
    return Dice(
        id=throw.block or THROWN_ID,
        name=throw.head or say("scene.thrown"),
        groups=throw.groups,
        against=any(group.won is not None for group in throw.groups),
        says=throw.says,
    )


def _with_origin(block: Block[Text], table: Table, viewer: Viewer) -> Block[Text]:
    """Return a wheel or dice block with a note if its chance in the newest change was typed in, or is a repetition."""
    if not isinstance(block, Ring | Dice) or block.says is None:
        return block
    for entry in reversed(newest_entries(table)):
        played = table.entries[entry - 1].played
        animations = untranslated_animations(table, entry, viewer) if hasattr(played.move, "chance") else ()
        if any(
            isinstance(animation, Spin | Throw) and (animation.block or THROWN_ID) == block.id
            for animation in animations
        ):
            sentence = say("scene.typed", says=block.says) if played.typed else block.says
            is_repeat = played.drawn is not None and played.drawn.repeated
            return replace(block, says=say("scene.again", says=sentence) if is_repeat else sentence)
    return block


def _closed_blocks(blocks: tuple[Block[Text], ...]) -> tuple[Block[Text], ...]:
    """Return the blocks of a table that was closed, without the notes that prompt for an action."""
    kept_blocks = []
    for block in blocks:
        if isinstance(block, Notes):
            kept_notes = tuple(note for note in block.notes if note.tone not in _PROMPT_TONES)
            block = replace(block, notes=kept_notes)
            if not block.notes:
                continue
        kept_blocks.append(block)
    return tuple(kept_blocks)


def _ended_blocks(blocks: tuple[Block[Text], ...]) -> Iterator[Block[Text]]:
    """Yield the blocks of a table whose end is revealed, without what shows how to go on.

    Cards, roads to victory, action spaces, dice, notes and next places are left out.
    """
    for block in blocks:
        if isinstance(block, Graph):
            yield replace(block, next=())
        elif not isinstance(block, _PLAYED_WITH):
            yield block


def _purse_lines(match: Match, name: str, value: Any) -> tuple[Held, ...]:
    """Return the line of a purse for an amount or a list of components; empty for facts and places of pieces."""
    kind = match.component(name).kind
    if kind in (ComponentKind.WORDS, ComponentKind.PIECE):
        return ()
    if kind is ComponentKind.LIST:
        components = tuple(value) if isinstance(value, list) else None
        return (Held(thing=name, n=len(components) if components is not None else None, things=components),)
    return (Held(thing=name, n=value if isinstance(value, int) else None),)


def _untranslated_animations(table: Table, entry: int, viewer: Viewer) -> tuple[Animation[Text], ...]:
    match, this_entry = table.match, table.entries[entry - 1]
    before = table.before(entry)
    animations = tuple(
        match.animations(
            before, this_entry.played.seat, this_entry.played.move, this_entry.state, this_entry.lines, viewer
        )
    )
    if not animations or match.game.scenes_tested:
        return animations
    valid, faults = validate_animations(
        animations, match.scene(match.player_view(this_entry.state, viewer), viewer, None), match
    )
    for fault in faults:
        log.warning("game %d, entry %d: %s", table.number, entry, fault)
    return valid


def _cells(values: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(Cell(value=value) for value in values)


def with_entries(block: Block[Text], table: Table, viewer: Viewer) -> Block[Text]:
    """Return a block with the entry that added each known card, tile and piece, if the game tells it.

    Components that are there since the setup have none.
    """
    if not isinstance(block, Cards | Graph | Squares | Track):
        return block
    entries = arrival_entries(table, viewer)
    if not entries:
        return block
    if isinstance(block, Track):
        places = tuple(replace(place, marks=_marks(place.marks, entries)) for place in block.places)
        return replace(block, places=places, pieces=_pieces(block.pieces, entries))
    if isinstance(block, Squares):
        return replace(block, pieces=_pieces(block.pieces, entries))
    if isinstance(block, Graph):
        spots = tuple(replace(spot, marks=_marks(spot.marks, entries)) for spot in block.spots)
        return replace(block, spots=spots, pieces=_pieces(block.pieces, entries))
    rows = []
    for row in block.rows:
        cards = (replace(card, entry=entries.get(card.thing or "", card.entry)) for card in row.cards)
        rows.append(replace(row, cards=tuple(cards)))
    return replace(block, rows=tuple(rows))


def arrival_entries(table: Table, viewer: Viewer) -> Mapping[str, int]:
    """Return the entries, from 1, that added what this viewer sees: cards and tiles by component, pieces by id."""

    def more(number: int, _: object) -> list[tuple[str, int]]:
        match, entry = table.match, table.entries[number - 1]
        before, after = (match.player_view(state, viewer) for state in (entry.before, entry.state))
        return [(name, number) for name in match.arrivals(before, after)]

    return table.cached(("entries", viewer), lambda: dict(incremental_list(table, ("entries", viewer), tuple, more)))


def _marks(marks: tuple[Mark[Text], ...], entries: Mapping[str, int]) -> tuple[Mark[Text], ...]:
    return tuple(replace(mark, entry=entries.get(mark.thing, mark.entry)) for mark in marks)


def _pieces(pieces: tuple[Piece[Text], ...], entries: Mapping[str, int]) -> tuple[Piece[Text], ...]:
    return tuple(replace(piece, entry=entries.get(piece.id, piece.entry)) for piece in pieces)


BADGE_LEVELS = {Tone.RULE: "info", Tone.WARNING: "warning"}
"""Tones of notes that become badges, with their level."""


def notes_of(table: Table, words: Words, tones: Iterable[Tone] = tuple(BADGE_LEVELS)) -> tuple[Note[str], ...]:
    """Return the public notes of these tones: the warning about room first, then those of the scene."""
    selected = {*tones}
    room = (note for note in _room_notes(table, words) if note.tone in selected)
    return (*room, *(translate(note, table, words) for note in _game_notes(table) if note.tone in selected))


class BadgeView(TypedDict):
    """A badge above the table."""

    key: str
    level: Annotated[str, ("info", "warning", "error")]
    text: str


def badges_view(table: Table, words: Words) -> list[BadgeView]:
    """Return the notes that every page shows as badges."""
    return [{"key": note.id, "level": BADGE_LEVELS[note.tone], "text": note.says} for note in notes_of(table, words)]


def asides(table: Table, words: Words) -> tuple[str, ...]:
    """Return short hints for people who do something by hand, for a line that is free."""
    return tuple(words.brief(note.says, table.names) for note in _game_notes(table) if note.tone is Tone.ASIDE)


def reminder(table: Table, words: Words) -> str:
    """Return in few words what a seat still does by hand; empty if there is nothing."""
    notes = (note for note in _game_notes(table) if note.tone is Tone.ASIDE and note.seat is not None)
    return next((words.brief(note.says, brief_names(table.names)) for note in notes), "")


def set_up_blocks(table: Table, words: Words) -> tuple[Notes[str], ...]:
    """Return the lists of what the table sets up now, in the order of the scene."""
    blocks = (block for block in scene_of(table, PUBLIC, words).blocks if isinstance(block, Notes))
    return tuple(block for block in blocks if any(note.tone is Tone.TASK for note in block.notes))


def _game_notes(table: Table) -> Iterator[Note[Text]]:
    """Return the notes of the game itself."""
    blocks = game_scene(table, PUBLIC).blocks
    return (note for block in blocks if isinstance(block, Notes) for note in block.notes)


def _room_notes(table: Table, words: Words) -> tuple[Note[str], ...]:
    """Return a warning if a game in progress is full, or will soon be."""
    if table.over or table.closed or not is_nearly_full(table.seq):
        return ()
    key = "full" if is_full(table.seq) else "nearly_full"
    return (Note(id=key, says=words(f"badge.{key}"), tone=Tone.WARNING, name=words(f"badge.{key}_name")),)
