"""Forms walked on the small screen: one field is one list, and at the end one question, "costs → gives"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.input.pages.letters import LettersPage
from companion.input.pages.lists import Item, ListPage
from companion.input.pages.message import ConfirmPage
from companion.input.pages.page import Page
from companion.input.pages.sheet import what_word
from companion.rules.errors import RulesError
from companion.rules.fields import (
    ChanceField,
    Choice,
    Field,
    Json,
    NumberField,
    OneOf,
    PathField,
    SeatField,
    SeveralOf,
    TextField,
    YesNoField,
)
from companion.rules.game import move_from_json
from companion.rules.sheet import Line
from companion.session import table as tables
from companion.session.table import Played, Table
from companion.views.faces import Face, Key, NumberFace, Row, Strip
from companion.views.seats import mark_of
from companion.views.texts import signed

if TYPE_CHECKING:
    from companion.input.box import Box

Done = Callable[[dict[str, Any]], None]
Take = Callable[[Json], None]


class FormWalk:
    """One form on its way: whose, of which kind of move, at which table, and what to do with the move when it is whole.

    What is chosen so far is never changed: every page knows its own, so back is simply the page before.
    """

    def __init__(self, box: Box, table: Table, seat: int, kind: str, done: Done) -> None:
        self.box, self.table, self.seat, self.kind, self.done = box, table, seat, kind, done

    def step(self, chosen: Mapping[str, Json], ended: frozenset[str] = frozenset()) -> None:
        """Lay the page of the next field on top, or the question when the move is whole.

        `ended` names the paths that were brought to their end.
        """
        try:
            field = self.table.game.next_field(self.table.state, self.seat, self.kind, chosen)
        except RulesError as error:
            self.box.refuse(error)
            return
        if field is None:
            self._ask(chosen)
        else:
            self.box.push(self._page(field, chosen, ended))

    def _page(self, field: Field, chosen: Mapping[str, Json], ended: frozenset[str]) -> Page:
        def take(value: Json) -> None:
            self.step({**chosen, field.name: value}, ended)

        title = self.box.words.of(field.label, self.table.names)
        match field:
            case OneOf():
                return self._list(title, [self._choice(choice, take) for choice in field.choices])
            case SeatField():
                return self._list(title, [self._seat(seat, take) for seat in field.seats])
            case YesNoField():
                answers = ((True, "yes"), (False, "no"))
                return self._list(title, [self._row(self.box.words(word), value, take) for value, word in answers])
            case SeveralOf():
                return SeveralPage(self.box, title, field, take, self.table.names)
            case NumberField():
                return NumberPage(self.box, title, field, take)
            case TextField():
                return LettersPage(self.box, title, take, longest=field.longest, required=field.required)
            case PathField():
                return self._path(title, field, chosen, take)
            case ChanceField():
                return self._chance(title, field, chosen, take)

    def _list(self, title: str, items: list[Item]) -> ListPage:
        return ListPage(self.box, title, lambda: items)

    def _row(self, text: str, value: Json, take: Take) -> Item:
        return Item(Row(text), lambda: take(value))

    def _choice(self, choice: Choice, take: Take) -> Item:
        label = self.box.words.of(choice.label, self.table.names)
        refused = choice.refused
        if refused is None:
            return Item(Row(label), lambda: take(choice.value))

        def tell() -> None:
            self.box.tell(self.box.words("refused.title"), refused.reason, refused.ruling or "")

        return Item(Row(label, refused=True), tell, note=self.box.words.of(refused.reason, self.table.names))

    def _seat(self, seat: int, take: Take) -> Item:
        mark = mark_of(self.table, seat, self.box.words)
        return Item(Row(mark.name, mark=mark), lambda: take(seat))

    def _path(self, title: str, field: PathField, chosen: Mapping[str, Json], take: Take) -> ListPage:
        """The next place of a path, and where it may end, "stop here"."""
        so_far = chosen.get(field.name)
        path = list(so_far) if isinstance(so_far, list) else []
        items = [self._choice(choice, lambda value: take([*path, value])) for choice in field.choices]
        if field.whole:
            items.insert(0, Item(Row(self.box.words("form.stop_here")), lambda: self._ask(chosen)))
        return self._list(title, items)

    def _chance(self, title: str, field: ChanceField, chosen: Mapping[str, Json], take: Take) -> ListPage:
        """Let the box draw, or type in what real dice show."""
        counts = [count for _, count in field.draws]
        sides = [kind for kind, count in field.draws for _ in range(count)]

        def typed(values: list[Json]) -> None:
            if len(values) == sum(counts):
                take(values)
                return
            faces = int(sides[len(values)].lstrip("d") or "6")
            label = self.box.words("form.die", number=len(values) + 1)
            number = NumberField(name=field.name, label=field.label, low=1, high=faces)
            self.box.push(NumberPage(self.box, label, number, lambda value: typed([*values, value])))

        draw = Item(Row(self.box.words("form.draw")), lambda: self._ask(chosen))
        return self._list(title, [draw, Item(Row(self.box.words("form.typed")), lambda: typed([]))])

    def _ask(self, chosen: Mapping[str, Json]) -> None:
        """The one question at the end: what it costs and what it gives."""
        body = {"move": self.kind, **chosen}
        wants_chance = "chance" in self.table.game.moves[self.kind].__dataclass_fields__  # type: ignore[attr-defined]
        lines: tuple[Line, ...] = ()
        if not (wants_chance and "chance" not in chosen):
            try:
                played = Played(self.seat, move_from_json(self.table.game, body))
                lines = tables.play(self.table, [played], self.table.seq + 1).entries[-1].lines
            except RulesError as error:
                self.box.refuse(error)
                return
        label = next(
            (o.label for o in self.table.game.options(self.table.state, self.seat) if o.kind == self.kind), None
        )
        question = self.box.words.of(label, self.table.names) if label else self.kind
        costs = tuple(self._line(line) for line in lines if line.by < 0)
        gives = tuple(self._line(line) for line in lines if line.by > 0)
        title = self.table.names[self.seat - 1]
        self.box.push(ConfirmPage(self.box, title, question, lambda: self.done(body), costs=costs, gives=gives))

    def _line(self, line: Line) -> str:
        amount = self.box.words("sheet.amount", by=signed(line.by), what=what_word(self.box, line.what))
        return amount if line.seat == self.seat else f"{amount} ({self.table.names[line.seat - 1]})"


class SeveralPage(ListPage):
    """Several of a list: ok ticks, the last row is done."""

    def __init__(self, box: Box, title: str, field: SeveralOf, take: Take, names: tuple[str, ...]) -> None:
        super().__init__(box, title, self._rows)
        self._field, self._take, self._names = field, take, names
        self._ticked: list[int] = []

    def _rows(self) -> list[Item]:
        words = self.box.words
        rows = []
        for index, choice in enumerate(self._field.choices):
            refused = choice.refused
            note = words.of(refused.reason, self._names) if refused else ""
            row = Row(words.of(choice.label, self._names), ticked=index in self._ticked, refused=bool(refused))
            rows.append(Item(row, partial(self._tick, index), note))
        enough = self._field.least <= len(self._ticked) <= self._field.most
        note = words("form.several", least=self._field.least, most=self._field.most)
        done = Row(words("form.done"), detail=f"{len(self._ticked)}/{self._field.most}", refused=not enough)
        return [*rows, Item(done, self._finish if enough else lambda: None, note)]

    def _tick(self, index: int) -> None:
        if index in self._ticked:
            self._ticked.remove(index)
        elif self._field.choices[index].refused is None and len(self._ticked) < self._field.most:
            self._ticked.append(index)

    def _finish(self) -> None:
        self._take([self._field.choices[index].value for index in self._ticked])


class NumberPage(Page):
    """A number set with up and down."""

    def __init__(self, box: Box, title: str, field: NumberField, take: Take) -> None:
        super().__init__(box)
        self._title, self._field, self._take = title, field, take
        start = min(max(1, field.low), field.high)
        self._number = start if start or not field.nonzero else -1

    def face(self) -> Face:
        return NumberFace(
            strip=Strip(title=self._title),
            hints=self.hints((Key.BACK, "key.back"), (Key.OK, "key.ok")),
            caption=self._title,
            number=self._number,
            low=self._field.low,
            high=self._field.high,
            signed=self._field.signed,
        )

    def press(self, key: Key) -> None:
        step = {Key.UP: 1, Key.RIGHT: 1, Key.DOWN: -1, Key.LEFT: -1}.get(key)
        if key is Key.OK:
            self._take(self._number)
        elif step is None:
            super().press(key)
        else:
            number = self._number + step
            if number == 0 and self._field.nonzero:
                number += step
            if self._field.low <= number <= self._field.high:
                self._number = number


def walk(box: Box, table: Table, seat: int, kind: str, done: Done) -> None:
    """Walk the form of a kind of move of a seat at this table; `done` gets the move when it is confirmed."""
    FormWalk(box, table, seat, kind, done).step({})
