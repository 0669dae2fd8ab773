"""A block as lines of text to be read aloud, the same on the box and on pages; the most important first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.rules.components import Amount
from companion.rules.scene import (
    Block,
    Board,
    Card,
    CardRow,
    Cards,
    Dice,
    DiceGroup,
    Graph,
    Grid,
    Held,
    Lie,
    Lying,
    Mark,
    Need,
    Notes,
    Piece,
    Purse,
    Ring,
    Road,
    Slot,
    Space,
    Squares,
    Track,
)
from companion.table.table import Table
from companion.words.catalogue import Words, format_number


def block_lines(block: Block[str], table: Table, words: Words) -> tuple[str, ...]:
    """Return the content of a block in lines, without its name, which is the heading."""
    return tuple(_BlockReader(table, words).lines(block))


class _BlockReader:
    """Converter of the blocks of one table to lines in one language."""

    def __init__(self, table: Table, words: Words) -> None:
        self.table = table
        self.words = words

    def lines(self, block: Block[str]) -> Iterator[str]:  # noqa: C901 - one short case a kind
        match block:
            case Track():
                yield from self._track(block)
            case Graph():
                yield from self._graph(block)
            case Squares():
                yield from self._squares(block)
            case Ring():
                yield from self._ring(block)
            case Dice(groups=groups, says=says):
                yield from filter(None, [says])
                yield from map(self._dice, groups)
            case Cards(rows=rows):
                yield from map(self._cards, rows)
            case Grid():
                yield from self._grid(block)
            case Road():
                yield from self._road(block)
            case Notes(notes=notes):
                yield from (self._with_seat(note.seat, note.says) for note in notes)
            case Board(groups=groups):
                yield from (self._space(space) for group in groups for space in group.spaces)
            case Purse():
                yield from map(self._held, block.holds)

    def _track(self, track: Track[str]) -> Iterator[str]:
        labels = {place.id: place.name or place.label for place in track.places}
        yield from (self._piece(piece, labels[piece.at]) for piece in track.pieces if not piece.ghost)

    def _graph(self, graph: Graph[str]) -> Iterator[str]:
        names = {spot.id: spot.name for spot in graph.spots}
        yield from (self._piece(piece, names[piece.at]) for piece in graph.pieces if not piece.ghost)
        for spot in graph.spots:
            if marks := self._join(map(self._mark, spot.marks)):
                yield self._with_head(spot.name, marks)
        if graph.next:
            yield self.words(
                "scene.next", what=self._join(self._onward(names[edge.id], edge.cost) for edge in graph.next)
            )

    def _squares(self, board: Squares[str]) -> Iterator[str]:
        """Yield the last move, then the squares of all pieces that are alike in one line."""
        names = board.square_names()
        if last := self._join(names[square.id] for row in board.rows for square in row.squares if square.highlighted):
            yield self.words("scene.last_move", what=last)
        occupied: dict[str, list[str]] = {}
        for piece in board.pieces:
            if not piece.ghost:
                which = [self._name(piece.seat), self._component(piece.thing, piece.seat), self._which(piece)]
                occupied.setdefault(self._join(which), []).append(names[piece.at])
        for who, squares in occupied.items():
            yield self._with_head(who, self._join(squares))

    def _onward(self, where: str, cost: Amount | None) -> str:
        return self.words("scene.onward", where=where, what=self._amounts((cost,))) if cost else where

    def _piece(self, piece: Piece[str], where: str) -> str:
        which = self._which(piece)
        what = self._component(piece.thing, piece.seat) or which if which or piece.seat is None else ""
        return self._with_head(self._join([self._name(piece.seat), what]), piece.says or where)

    def _which(self, piece: Piece[str]) -> str:
        return piece.label or (format_number(piece.number) if piece.number is not None else "")

    def _ring(self, ring: Ring[str]) -> Iterator[str]:
        announced = next((band.name for band in ring.bands if band.id == ring.announced), "")
        if line := self._with_head(announced, ring.says or ""):
            yield line

    def _dice(self, group: DiceGroup[str]) -> str:
        values = [format_number(die.value) if die.value is not None else "–" for die in group.dice]
        return self._with_head(self._name(group.seat) or group.name or "", " + ".join(values))

    def _cards(self, row: CardRow[str]) -> str:
        parts = [self._card(card) for card in row.cards]
        if row.count is not None or row.lie is Lie.STACK:
            count = row.count if row.count is not None else len(row.cards)
            of = self.words("scene.left_of", n=count, of=row.of) if row.of is not None else format_number(count)
            parts = [self._with_head(self._component(row.thing), of), *parts]
        sentences = [self._join(parts), row.says or ""]
        return self._with_head(self._name(row.seat) or row.name or "", ". ".join(filter(None, sentences)))

    def _card(self, card: Card[str]) -> str:
        name = self._component(card.thing) if card.thing else self.words("scene.unseen")
        return self.words("scene.lacks", what=name, lacks=card.lacks) if card.lacks else name

    def _grid(self, grid: Grid[str]) -> Iterator[str]:
        for row in grid.rows:
            cells = enumerate(row.cells, 1)
            scores = [
                f"{self._name(seat)} {format_number(cell.value)}" for seat, cell in cells if cell.value is not None
            ]
            yield self._with_head(row.name, self._join(scores))

    def _road(self, road: Road[str]) -> Iterator[str]:
        current = next((stage for stage in road.stages if stage.now), None)
        yield from filter(None, [current and current.name, road.says])
        for stage in road.stages:
            if stage.seats:
                yield self._with_head(stage.name, self._join(map(self._name, stage.seats)))
        yield from map(self._need, road.needs)
        yield from road.lacks

    def _need(self, need: Need[str]) -> str:
        name = need.name or self._component(need.thing)
        if need.most is None:
            return self.words("scene.need", name=name, have=need.have, least=need.least)
        if need.most == need.least:
            return self.words("scene.need_exactly", name=name, have=need.have, least=need.least)
        key = "scene.need_either" if need.most == need.least + 1 else "scene.need_between"
        return self.words(key, name=name, have=need.have, least=need.least, most=need.most)

    def _space(self, space: Space[str]) -> str:
        ladder = [self._with_head(format_number(rung.value), self._amounts(rung.gives)) for rung in space.ladder]
        costs = self.words("scene.costs", what=self._amounts(space.costs)) if space.costs else ""
        gives = self.words("scene.gives", what=self._amounts(space.gives)) if space.gives else ""
        parts = [
            self._join([costs, gives]),
            self._join(ladder),
            self._join(map(self._slot, space.slots)),
            self._join(map(self._lying, space.lies)),
            space.says or "",
        ]
        return self._with_head(space.name, ". ".join(filter(None, parts)))

    def _slot(self, slot: Slot[str]) -> str:
        held = self._lying(slot.holds) if slot.holds else self.words("scene.free")
        return self._with_head(self._join([slot.asks or "", self._amounts(slot.gives)]), held)

    def _lying(self, piece: Lying) -> str:
        value = format_number(piece.value) if piece.value is not None else ""
        return " ".join(filter(None, [self._name(piece.seat), self._component(piece.thing), value]))

    def _held(self, held: Held) -> str:
        if held.things is not None:
            return self._with_head(
                self._title(held.thing), self._join(map(self._component, held.things)) or self.words("scene.none")
            )
        return self._with_head(
            self._title(held.thing), format_number(held.n) if held.n is not None else self.words("scene.unseen")
        )

    def _mark(self, mark: Mark[str]) -> str:
        if mark.says:
            return mark.says
        return self._component(mark.thing) if mark.n is None else self._amounts((Amount(mark.thing, mark.n),))

    def _amounts(self, amounts: Iterable[Amount]) -> str:
        match = self.table.match
        return self._join(
            f"{format_number(amount.n)} {self.words.of(match.component(amount.thing).counted(amount.n))}"
            for amount in amounts
        )

    def _with_seat(self, seat: int | None, text: str) -> str:
        name = self._name(seat)
        is_named = text.startswith(name) and not text[len(name) : len(name) + 1].isalnum()
        return text if is_named else self._with_head(name, text)

    def _name(self, seat: int | None) -> str:
        return self.table.names[seat - 1] if seat is not None else ""

    def _component(self, name: str | None, seat: int | None = None) -> str:
        if name is None:
            return ""
        match = self.table.match
        return self.words.of((match.component(name) if seat is None else match.seat_component(seat, name)).word)

    def _title(self, name: str) -> str:
        return self.words.of(self.table.match.component(name).title)

    def _with_head(self, head: str, text: str) -> str:
        return self.words("scene.pair", head=head, said=text) if head and text else head or text

    def _join(self, parts: Iterable[str]) -> str:
        return ", ".join(filter(None, parts))
