"""Pages for single fields that are more than a list to choose from: several of a list, and a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from companion.box.faces.faces import Face, NumberFace, Row, Strip
from companion.box.faces.signals import Sound
from companion.box.pages.list_page import Item, ListPage
from companion.box.pages.page import Host, Page
from companion.rules.fields import Choice, Json, NumberField, Pick
from companion.rules.picks import Walk, among
from companion.rules.rule_errors import Refusal
from companion.words.signs import Key

Take = Callable[[Json], None]
"""What becomes of the value of a field."""
_ROUND, _MANY = 10, 100
"""What a long run goes by, and how many numbers there are at least for that."""
_LONG_RUN, _PAUSE_S = 10, 0.3
"""So many presses, no two of them this far apart, are a long run."""


def refused_note(box: Host, refused: Refusal) -> str:
    """Why a row is refused, short enough for the line under a list; ok on the row tells all of it."""
    names = box.table.names if box.table else ()
    return box.words.brief(refused.reason, names)


class PickPage(ListPage):
    """Several of a list in any order: ok takes one or lets it go again, the last row is done.

    Where there are several of a kind, ok once more takes the next of them.
    """

    def __init__(
        self,
        box: Host,
        title: str,
        walk: Walk,
        go_on: Callable[[Walk], None],
        fill: Callable[[Choice, Take], None],
        names: tuple[str, ...],
    ) -> None:
        """`walk` has the list open; `go_on` gets the walk past it; `fill` asks for what a choice leaves to be said."""
        super().__init__(box, title, self._rows)
        self._walk, self._go_on, self._fill, self._names = walk, go_on, fill, names
        self._shown = _pick_of(walk).choices
        """As they stood at the beginning: rows do not move under a hand."""

    def _rows(self) -> list[Item]:
        pick = _pick_of(self._walk)
        rows = [row for choice in self._shown for row in self._rows_of(choice, pick)]
        note = self.box.words("form.several", least=pick.least, most=pick.most)
        detail = f"{len(pick.items)}/{pick.most}"
        done = Row(self.box.words("form.done"), detail=detail, refused=not pick.complete)
        return [*rows, Item(done, self._finish if pick.complete else self._knock, note)]

    def _rows_of(self, choice: Choice, pick: Pick) -> Iterator[Item]:
        """Those that were taken of it, ticked; then one more, if there is more of it."""
        for taken in self._walk.taken:
            if choice is next(one for one in self._shown if among((one,), taken.value)):
                ticked = Row(self.box.words.of(taken.label, self._names), ticked=True)
                yield Item(ticked, partial(self._let_go, taken.value))
        label = self.box.words.of(choice.label, self._names)
        more = next((one for one in pick.choices if (one.value, one.blank) == (choice.value, choice.blank)), None)
        if more is not None and more.refused:
            row = Row(label, ticked=False, refused=True)
            yield Item(row, partial(self.box.refuse, more.refused), refused_note(self.box, more.refused))
        elif more is not None and more.blank:
            yield Item(Row(label, ticked=False), partial(self._fill, choice, self._take_filled))
        elif more is not None:
            yield Item(Row(label, ticked=False), partial(self._take_next, choice.value))

    def _take_next(self, item: Json) -> None:
        """Take it; the row of the next of its kind comes under the hand."""
        before = self._walk
        self._take(item)
        if self._walk is not before and among(_pick_of(self._walk).open_choices, item):
            self.chosen += 1

    def _take(self, item: Json) -> None:
        walk = self._walk.take(item)
        if isinstance(walk.field, Pick) and walk.field.name == _pick_of(self._walk).name:
            self._walk = walk
        else:
            self._go_on(walk)

    def _take_filled(self, item: Json) -> None:
        self.box.uncover(self)
        self._take(item)

    def _let_go(self, item: Json) -> None:
        self._walk = self._walk.let_go(item)

    def _knock(self) -> None:
        self.box.sound(Sound.REFUSED)

    def _finish(self) -> None:
        self._go_on(self._walk.close())


def _pick_of(walk: Walk) -> Pick:
    """The list that is open."""
    assert isinstance(walk.field, Pick)
    return walk.field


class NumberPage(Page):
    """A number set with up and down, in tens once a key has been held for a while where there are many numbers."""

    counts = True

    def __init__(
        self, box: Host, caption: str, field: NumberField, take: Take, *, strip: Strip | None = None, number: int = 1
    ) -> None:
        """Begins at `number`, or at the bound that is next to it. `strip` says whose number it is."""
        super().__init__(box)
        self._caption, self._field, self._take = caption, field, take
        self._strip = strip or Strip(title=caption)
        start = min(max(number, field.low), field.high)
        self._number = -1 if field.nonzero and start == 0 else start
        self._run, self._pressed = 0, -_PAUSE_S
        """How many presses came close upon each other in one direction, and when the last one did."""

    def face(self) -> Face:
        return NumberFace(
            strip=self._strip,
            hints=self.hints((Key.BACK, "key.back"), (Key.OK, "key.ok")),
            caption=self._caption,
            number=self._number,
            low=self._field.low,
            high=self._field.high,
            signed=self._field.signed,
            told=self._told(),
        )

    def _told(self) -> str:
        """What this number comes to, where that is more than itself."""
        told = self._field.told
        return self.box.words.of(told[self._number - self._field.low]) if told else ""

    def press(self, key: Key) -> None:
        step = {Key.UP: 1, Key.RIGHT: 1, Key.DOWN: -1, Key.LEFT: -1}.get(key)
        if key is Key.OK:
            self._take(self._number)
        elif step is None:
            super().press(key)
        else:
            number = self._further(step)
            if number == 0 and self._field.nonzero:
                number += step
            if self._field.low <= number <= self._field.high:
                self._number = number

    def _further(self, step: int) -> int:
        """The next number that way: the next round one in a long run."""
        close = self.box.now - self._pressed < _PAUSE_S and (self._run > 0) == (step > 0)
        self._run, self._pressed = (self._run if close else 0) + step, self.box.now
        if abs(self._run) <= _LONG_RUN or self._field.high - self._field.low <= _MANY:
            return self._number + step
        if step > 0:
            return min((self._number // _ROUND + 1) * _ROUND, self._field.high)
        return max(-(-self._number // _ROUND + 1) * _ROUND, self._field.low)
