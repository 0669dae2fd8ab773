"""Pages for single fields that are more than a list to choose from: several of a list, and a number."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from companion.input.pages.lists import Item, ListPage
from companion.input.pages.page import Page
from companion.rules.fields import Json, NumberField, Refusal, SeveralOf
from companion.views.faces import Face, NumberFace, Row, Strip
from companion.views.signals import Sound
from companion.views.signs import Key

if TYPE_CHECKING:
    from companion.input.box import Box

Take = Callable[[Json], None]
"""What becomes of the value of a field."""


def refused_note(box: Box, refused: Refusal) -> str:
    """Why a row is refused, short enough for the line under a list; ok on the row tells all of it."""
    names = box.table.names if box.table else ()
    return box.words.brief(refused.reason, names)


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
            note = refused_note(self.box, refused) if refused else ""
            row = Row(words.of(choice.label, self._names), ticked=index in self._ticked, refused=bool(refused))
            rows.append(Item(row, partial(self._tick, index), note))
        enough = self._field.least <= len(self._ticked) <= self._field.most
        note = words("form.several", least=self._field.least, most=self._field.most)
        done = Row(words("form.done"), detail=f"{len(self._ticked)}/{self._field.most}", refused=not enough)
        return [*rows, Item(done, self._finish if enough else self._knock, note)]

    def _tick(self, index: int) -> None:
        refused = self._field.choices[index].refused
        if index in self._ticked:
            self._ticked.remove(index)
        elif refused is not None:
            self.box.refuse(refused)
        elif len(self._ticked) < self._field.most:
            self._ticked.append(index)
        else:
            self._knock()

    def _knock(self) -> None:
        self.box.sound(Sound.REFUSED)

    def _finish(self) -> None:
        self._take([self._field.choices[index].value for index in self._ticked])


class NumberPage(Page):
    """A number set with up and down."""

    counts = True

    def __init__(
        self, box: Box, caption: str, field: NumberField, take: Take, *, strip: Strip | None = None, number: int = 1
    ) -> None:
        """Begins at `number`, or at the bound that is next to it. `strip` says whose number it is."""
        super().__init__(box)
        self._caption, self._field, self._take = caption, field, take
        self._strip = strip or Strip(title=caption)
        start = min(max(number, field.low), field.high)
        self._number = -1 if field.nonzero and start == 0 else start

    def face(self) -> Face:
        return NumberFace(
            strip=self._strip,
            hints=self.hints((Key.BACK, "key.back"), (Key.OK, "key.ok")),
            caption=self._caption,
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
