"""The differences of two tables of one game, seat by seat: what a change of earlier moves would do on the board.

They are made from two scenes, by the ids of their pieces, and from holdings, totals and the lines of the sheet.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.rules.components import ComponentKind
from companion.rules.moves import Line
from companion.rules.scene import (
    PIECE_BLOCKS,
    Block,
    Graph,
    Held,
    Notes,
    Piece,
    PieceBlock,
    Purse,
    Scene,
    Squares,
    Tone,
    Track,
)
from companion.rules.viewer import Viewer
from companion.support.frozen_dataclasses import frozen
from companion.table.table import Table
from companion.words.catalogue import Words, format_number
from companion.words.signs import amount_text, component_title, join_names
from companion.words.translated_scene import game_scene, purses_of, translate

_PROMPTS = (Tone.NEXT, Tone.TASK, Tone.ASIDE)
"""Tones of notes that only ask for what is done next."""


@frozen
class PieceDifference:
    """A piece that would stand elsewhere, that would come, or that would be gone."""

    block: str
    piece: str
    """Ids of the block and of the piece."""
    before: str | None
    after: str | None
    """Ids of its places; None where it is not on the board."""
    thing: str | None
    """Component that it is drawn as."""
    name: str
    """Name that tells it from other pieces of its seat; empty if there are none."""
    left: str
    reached: str
    """Its places in words; empty where it is not on the board."""


@frozen
class AmountDifference:
    """A component of which a seat would hold more or less, or other ones."""

    thing: str
    before: Held | None
    after: Held | None
    """Its lines in the purse; None without one."""
    text: str


@frozen
class LineDifference:
    """A line of the sheet that would be written, or would fall away."""

    line: Line
    falls_away: bool
    text: str
    """The amount and its reason."""


@frozen
class SeatDifference:
    """All that would be different for a seat."""

    seat: int | None
    """None for the pieces of nobody."""
    pieces: tuple[PieceDifference, ...] = ()
    amounts: tuple[AmountDifference, ...] = ()
    total: tuple[int | None, int | None] | None = None
    """The totals before and after; None if they are equal. One that this viewer may not know is None too."""
    lines: tuple[LineDifference, ...] = ()

    @property
    def is_empty(self) -> bool:
        """True if nothing would be different."""
        return not (self.pieces or self.amounts or self.total or self.lines)


@frozen
class BoardDifferences:
    """Everything that would be different at a table, as one viewer sees it."""

    seats: tuple[SeatDifference, ...]
    """The seats for which something is different, in order, then nobody's pieces."""
    as_before: tuple[int, ...]
    """The seats for which nothing is."""
    together: tuple[str, ...]
    """Pieces that would come to stand on one space together, a sentence each."""
    turn: str
    """Sentence that it would be another seat's turn, or that the game would end or go on; empty if that stays."""
    blocks: tuple[str, ...]
    """Names of other parts of the table that would look different."""
    boards: tuple[Block[str], ...]
    """The tracks and maps that would look different, as they would be; ghosts stand on the places that pieces left."""
    has_other_print: bool
    """True if something on a track or map would be different beside its pieces."""
    has_other_colours: bool
    """True if pieces would have other colours."""

    @property
    def is_empty(self) -> bool:
        """True if nothing would be different."""
        return not (self.seats or self.turn or self.blocks or self.has_other_print or self.has_other_colours)


def board_differences(before: Table, after: Table, viewer: Viewer, words: Words) -> BoardDifferences:
    """Return what is different between two tables of one game, as far as this viewer may know both."""
    old, new = (_scene(table, viewer, words) for table in (before, after))
    pieces = [*_piece_differences(before, old, new, words)]
    lines = [*_line_differences(before, after, viewer, words)]
    old_purses, new_purses = (
        {block.seat: block for block in scene.blocks if isinstance(block, Purse)} for scene in (old, new)
    )
    seats = []
    for seat in before.seats:
        purse, new_purse = old_purses[seat], new_purses[seat]
        total = None if purse.total == new_purse.total else (purse.total, new_purse.total)
        seats.append(
            SeatDifference(
                seat,
                tuple(difference for owner, difference in pieces if owner == seat),
                tuple(_amount_differences(before, purse, new_purse, words)),
                total,
                tuple(difference for difference in lines if difference.line.seat == seat),
            )
        )
    of_nobody = SeatDifference(None, tuple(difference for owner, difference in pieces if owner is None))
    others = [*_other_blocks(old, new)]
    boards = [block for block in others if isinstance(block, PIECE_BLOCKS)]
    with_block = {getattr(block, "seat", None) for block in others}
    return BoardDifferences(
        tuple(each for each in (*seats, of_nobody) if not each.is_empty),
        tuple(seat for seat, each in zip(before.seats, seats, strict=True) if each.is_empty and seat not in with_block),
        tuple(_together(after, old, new, words)),
        _turn(before, after, words),
        tuple(dict.fromkeys(block.name for block in others if block not in boards)),
        tuple(_with_ghosts(old, new)),
        bool(boards),
        before.match.colours != after.match.colours,
    )


def change_texts(difference: SeatDifference, table: Table, words: Words) -> Iterator[str]:
    """Yield what is different for a seat, without its lines; the total only where nothing that it holds tells it."""
    yield from _piece_texts(difference.pieces, words)
    on_board = {piece.thing for piece in difference.pieces if not (piece.left and piece.reached)}
    yield from (amount.text for amount in difference.amounts if amount.thing not in on_board)
    held = [
        (each.before and each.before.n, each.after and each.after.n)
        for each in difference.amounts
        if each.thing == table.match.unit
    ]
    if difference.total is not None and difference.total not in held:
        was, now = ("–" if total is None else format_number(total) for total in difference.total)
        yield words("board.in_all", change=words("board.change", before=was, after=now))


def general_texts(differences: BoardDifferences, table: Table, words: Words) -> Iterator[str]:
    """Yield what is different for nobody in particular, and which seats stay as they are.

    "Nothing else changes" is only said where it is so.
    """
    if differences.is_empty:
        yield words("board.nothing")
        return
    yield from differences.together
    if differences.turn:
        yield differences.turn
    if differences.as_before:
        names = join_names([table.names[seat - 1] for seat in differences.as_before], words)
        yield words("board.as_before", names=names)
    if differences.has_other_colours:
        yield words("board.colours")
    if differences.blocks:
        yield words("board.also", what=join_names(differences.blocks, words))
    elif not (differences.has_other_print or differences.has_other_colours):
        yield words("board.nothing_else")


def _scene(table: Table, viewer: Viewer, words: Words) -> Scene[str]:
    """Return the game's own scene and the purses in words.

    Dice of the last throw, which are shown for a moment, are not in it, nor the entries that brought its pieces.
    """
    view = table.match.player_view(table.state, viewer)
    own_ids = {block.id for block in table.match.scene(view, viewer, None).blocks}
    blocks = (block for block in game_scene(table, viewer).blocks if block.id in own_ids)
    purses = purses_of(table.match, view)
    translated: Scene[str] = translate(Scene(blocks=(*blocks, *purses)), table, words)
    return translated


def _boards(scene: Scene[str]) -> dict[str, PieceBlock[str]]:
    """Return the blocks with pieces, by id."""
    return {block.id: block for block in scene.blocks if isinstance(block, PIECE_BLOCKS)}


def _piece_differences(
    table: Table, old: Scene[str], new: Scene[str], words: Words
) -> Iterator[tuple[int | None, PieceDifference]]:
    """Yield the pieces that stand elsewhere, with their seats."""
    old_boards, new_boards = _boards(old), _boards(new)
    for block_id in dict.fromkeys((*old_boards, *new_boards)):
        old_pieces, new_pieces = (_pieces_by_id(boards.get(block_id)) for boards in (old_boards, new_boards))
        for piece_id in dict.fromkeys((*old_pieces, *new_pieces)):
            was, now = old_pieces.get(piece_id), new_pieces.get(piece_id)
            if was is not None and now is not None and was.at == now.at:
                continue
            left = _place_text(old_boards[block_id], was) if was else ""
            reached = _place_text(new_boards[block_id], now) if now else ""
            piece = now or was
            assert piece is not None  # it is in one of the two blocks
            alike = {**old_pieces, **new_pieces}.values()
            name = _piece_name(table, piece, alike, words)
            places = (was.at if was else None, now.at if now else None)
            yield piece.seat, PieceDifference(block_id, piece_id, *places, piece.thing, name, left, reached)


_LAST_WORD = re.compile(r"[ \N{NO-BREAK SPACE}](?=[^ \N{NO-BREAK SPACE}]*$)")
"""The space before the last word of a text."""


def _pieces_by_id(block: PieceBlock[str] | None) -> dict[str, Piece[str]]:
    return {} if block is None else {piece.id: piece for piece in block.pieces}


def _place_text(block: PieceBlock[str], piece: Piece[str]) -> str:
    """Return where a piece stands, in words."""
    if piece.says:
        return piece.says
    if isinstance(block, Graph):
        return next(spot.name for spot in block.spots if spot.id == piece.at)
    if isinstance(block, Squares):
        return block.square_names()[piece.at]
    place = next(place for place in block.places if place.id == piece.at)
    return place.name or place.label or piece.at


def _piece_texts(pieces: Iterable[PieceDifference], words: Words) -> Iterator[str]:
    """Yield the changes of pieces in words; all pieces of one name that come, or that go, in one text."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for piece in pieces:
        if piece.left and piece.reached:
            grouped[piece.name, piece.piece] = [_move_text(piece.left, piece.reached, words)]
        else:
            key = "board.new" if piece.reached else "board.gone"
            grouped.setdefault((piece.name, key), []).append(piece.reached or piece.left)
    for (name, key), texts in grouped.items():
        change = words(key, what=join_names(texts, words)) if key in ("board.new", "board.gone") else texts[0]
        yield words("board.of_thing", what=name, change=change) if name else change


def _move_text(left: str, reached: str, words: Words) -> str:
    """Return a change from one place to another in words: "space 4 → 6"."""
    sort, *last = _LAST_WORD.split(left)
    new_sort, *new_last = _LAST_WORD.split(reached)
    number = new_last[0] if last and new_last and sort == new_sort else reached
    return words("board.change", before=left, after=number)


def _piece_name(table: Table, piece: Piece[str], pieces: Iterable[Piece[str]], words: Words) -> str:
    """Return the name of a piece if its seat has several pieces, or if it has no seat; else an empty text."""
    name = ""
    if piece.thing is not None and piece.seat is not None:
        name = words.of(table.match.seat_component(piece.seat, piece.thing).title)
    elif piece.thing is not None:
        name = component_title(table.match, piece.thing, words)
    elif piece.label is not None or piece.number is not None:
        name = piece.label or words("board.piece", n=piece.number or 0)
    several = piece.seat is None or sum(other.seat == piece.seat for other in pieces) > 1
    return name if several else ""


def _amount_differences(table: Table, old: Purse[str], new: Purse[str], words: Words) -> Iterator[AmountDifference]:
    """Yield the lines of a purse that are different."""
    old_holds, new_holds = ({held.thing: held for held in purse.holds} for purse in (old, new))
    for thing in dict.fromkeys((*old_holds, *new_holds)):
        was, now = old_holds.get(thing), new_holds.get(thing)
        if was == now:
            continue
        change = _held_text(table, was, now, words)
        text = words("board.of_thing", what=component_title(table.match, thing, words), change=change)
        yield AmountDifference(thing, was, now, text)


def _held_text(table: Table, was: Held | None, now: Held | None, words: Words) -> str:
    """Return the change of a line of a purse: its number, or for a list with names what came and what went."""
    old_things, new_things = (Counter((held and held.things) or ()) for held in (was, now))
    gone, came = old_things - new_things, new_things - old_things
    if not (gone or came):
        numbers = ["–" if held is None or held.n is None else format_number(held.n) for held in (was, now)]
        return words("board.change", before=numbers[0], after=numbers[1])
    texts = [
        words(key, what=join_names([component_title(table.match, thing, words) for thing in things.elements()], words))
        for key, things in (("board.gone", gone), ("board.new", came))
        if things
    ]
    return ", ".join(texts)


def _line_differences(before: Table, after: Table, viewer: Viewer, words: Words) -> Iterator[LineDifference]:
    """Yield the lines that this viewer may see and that only one of the tables has: first those that fall away."""
    skip, are_open = _equal_entries(before, after), before.over and after.over
    old, new = (_visible_lines(table, viewer, words, skip=skip, are_open=are_open) for table in (before, after))
    for lines, others, falls_away in ((old, new, True), (new, old, False)):
        missing = Counter(text for _, text in lines) - Counter(text for _, text in others)
        for line, text in lines:
            if missing[text]:
                missing[text] -= 1
                key = "board.falls_away" if falls_away else "board.is_written"
                yield LineDifference(line, falls_away, words(key, what=text[1]))


def _equal_entries(before: Table, after: Table) -> int:
    """Return how many entries, from the first, are the same in both tables."""
    if before.game_start is not after.game_start:
        return -1
    pairs = zip(before.entries, after.entries, strict=False)
    return next(
        (number for number, (old, new) in enumerate(pairs) if old is not new),
        min(len(before.entries), len(after.entries)),
    )


def _visible_lines(
    table: Table, viewer: Viewer, words: Words, *, skip: int, are_open: bool
) -> list[tuple[Line, tuple[int, str]]]:
    """Return the lines behind the first entries that this viewer may see, each with its seat and its text.

    Those of the places of pieces are left out. With `are_open`, all secrets are open, both before and after the change:
    a line that only comes into sight, or goes out of it, with the end of the game is not written by the change.
    """
    lines: list[Line] = [
        line for entry, line in table.lines(range(max(skip, 0) + 1, len(table.entries) + 1)) if entry or skip < 0
    ]
    return [
        (
            line,
            (
                line.seat,
                words(
                    "outlook.why",
                    amount=amount_text(table.match, line.what, line.by, words, seat=line.seat),
                    why=words.of(line.why, table.names),
                ),
            ),
        )
        for line in lines
        if (not line.secret or viewer.sees(line.seat) or are_open) and not _is_place(table, line)
    ]


def _is_place(table: Table, line: Line) -> bool:
    """Return whether a line is about the place of a piece, which the board shows."""
    return table.match.component(line.what).kind is ComponentKind.PIECE


def _other_blocks(old: Scene[str], new: Scene[str]) -> Iterator[Any]:
    """Yield the blocks that look different, without purses and the pieces of boards; prompts do not count."""
    old_blocks, new_blocks = ({block.id: _lasting_part(block) for block in scene.blocks} for scene in (old, new))
    for block_id in dict.fromkeys((*old_blocks, *new_blocks)):
        was, now = old_blocks.get(block_id), new_blocks.get(block_id)
        block = now or was
        if was != now and not isinstance(block, Purse) and not _is_empty(was, now):
            yield block


def _lasting_part(block: Block[str]) -> Block[str]:
    """Return a block without its pieces, and without what it only asks for or offers next."""
    match block:
        case Notes():
            return replace(block, notes=tuple(note for note in block.notes if note.tone not in _PROMPTS))
        case Track():
            return replace(block, pieces=())
        case Graph():
            return replace(block, pieces=(), next=())
        case Squares(rows=rows):
            plain = (tuple(replace(square, highlighted=False) for square in row.squares) for row in rows)
            rows = tuple(replace(row, squares=squares) for row, squares in zip(rows, plain, strict=True))
            return replace(block, rows=rows, pieces=())
    return block


def _is_empty(*blocks: Block[str] | None) -> bool:
    """Return whether none of these blocks has anything to show."""
    return all(block is None or (isinstance(block, Notes) and not block.notes) for block in blocks)


def _turn(before: Table, after: Table, words: Words) -> str:
    """Return whose turn it would be, or that the game would end or go on; "" if that stays."""
    if before.over != after.over:
        return words("board.ends" if after.over else "board.goes_on")
    was, now = (table.match.turn(table.state) for table in (before, after))
    return "" if was == now or now is None else words("board.turn", name=after.names[now - 1])


def _together(table: Table, old: Scene[str], new: Scene[str], words: Words) -> Iterator[str]:
    """Yield the spaces of tracks on which pieces would come to stand together."""
    old_boards = _boards(old)
    for block in new.blocks:
        if not isinstance(block, Track):
            continue
        before = _pieces_by_id(old_boards.get(block.id))
        for place in block.places:
            pieces = [piece for piece in block.pieces if piece.at == place.id]
            came = [piece for piece in pieces if piece.id not in before or before[piece.id].at != place.id]
            owners = list(dict.fromkeys(table.names[piece.seat - 1] for piece in pieces if piece.seat is not None))
            if came and len(owners) > 1:
                yield words("board.together", names=join_names(owners, words), place=_place_text(block, pieces[0]))


def _with_ghosts(old: Scene[str], new: Scene[str]) -> Iterator[Block[str]]:
    """Yield the boards that look different, with a ghost at each place that a piece leaves."""
    old_boards = _boards(old)
    for block_id, block in _boards(new).items():
        places = {piece.id: piece.at for piece in block.pieces}
        old_board = old_boards.get(block_id)
        was = _pieces_by_id(old_board)
        is_same = old_board is not None and _lasting_part(old_board) == _lasting_part(block)
        if is_same and {piece_id: piece.at for piece_id, piece in was.items()} == places:
            continue
        ghosts = (
            replace(piece, id=f"ghost:{piece.id}", ghost=True)
            for piece in was.values()
            if places.get(piece.id) != piece.at
        )
        yield replace(block, pieces=(*block.pieces, *ghosts))
