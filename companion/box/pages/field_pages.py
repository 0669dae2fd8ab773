"""Pages for single fields that are more than a choice from a list: several items of a list, and a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from companion.box.faces.faces import Face, ListRow, NumberFace, Strip
from companion.box.faces.signals import Sound
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.page import Page, PageHost
from companion.rules.fields import Choice, Json, NumberField, Pick
from companion.rules.form_walk import FormWalk, has_choice
from companion.rules.rule_errors import Refusal
from companion.words.signs import Key

TakeValue = Callable[[Json], None]
"""Receives the value of a field."""
_ROUND, _MANY = 10, 100
"""Step of a long run, and the range of numbers from which on long runs use it."""
_LONG_RUN, _PAUSE_S = 10, 0.3
"""A long run is more than this many presses, no two of them this many seconds apart."""


def refused_note(box: PageHost, refused: Refusal) -> str:
    """Return why a row is refused, short enough for the line under a list; ok on the row shows the full reason."""
    names = box.table.names if box.table else ()
    return box.words.brief(refused.reason, names)


class PickPage(ListPage):
    """Several items of a list in any order: ok takes an item or returns it, the last row is done.

    If there are several of a kind, ok once more takes the next of them.
    """

    def __init__(
        self,
        box: PageHost,
        title: str,
        walk: FormWalk,
        go_on: Callable[[FormWalk], None],
        fill: Callable[[Choice, TakeValue], None],
        names: tuple[str, ...],
    ) -> None:
        """Create the page for the open list of `walk`.

        `go_on` gets the walk past the list; `fill` asks for the open part of a choice.
        """
        super().__init__(box, title, self._rows)
        self._walk, self._go_on, self._fill, self._names = walk, go_on, fill, names
        self._choices = _pick_of(walk).choices
        """The choices at the beginning: rows do not move under a hand."""

    def _rows(self) -> list[ListItem]:
        pick = _pick_of(self._walk)
        rows = [row for choice in self._choices for row in self._rows_of(choice, pick)]
        note = self.box.words(_count_key(pick), least=pick.least, most=pick.most)
        detail = f"{len(pick.items)}/{pick.most}"
        done_row = ListRow(self.box.words("form.done"), detail=detail, refused=not pick.complete)
        return [*rows, ListItem(done_row, self._finish if pick.complete else self._play_refused, note)]

    def _rows_of(self, choice: Choice, pick: Pick) -> Iterator[ListItem]:
        """Yield a ticked row for each item taken of a choice, then a row for one more if there is more of it."""
        for item in self._walk.taken_choices:
            if choice is next(
                shown_choice for shown_choice in self._choices if has_choice((shown_choice,), item.value)
            ):
                ticked = ListRow(self.box.words.of(item.label, self._names), ticked=True)
                yield ListItem(ticked, partial(self._return_item, item.value))
        label = self.box.words.of(choice.label, self._names)
        more = next(
            (
                open_choice
                for open_choice in pick.choices
                if (open_choice.value, open_choice.blank) == (choice.value, choice.blank)
            ),
            None,
        )
        if more is not None and more.refused:
            row = ListRow(label, ticked=False, refused=True)
            yield ListItem(row, partial(self.box.show_refusal, more.refused), refused_note(self.box, more.refused))
        elif more is not None and more.blank:
            yield ListItem(ListRow(label, ticked=False), partial(self._fill, choice, self._take_filled))
        elif more is not None:
            yield ListItem(ListRow(label, ticked=False), partial(self._take_next, choice.value))

    def _take_next(self, item: Json) -> None:
        """Take an item; the cursor moves to the next of its kind."""
        before = self._walk
        self._take(item)
        if self._walk is not before and has_choice(_pick_of(self._walk).open_choices, item):
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

    def _return_item(self, item: Json) -> None:
        self._walk = self._walk.put_back(item)

    def _play_refused(self) -> None:
        self.box.sound(Sound.REFUSED)

    def _finish(self) -> None:
        self._go_on(self._walk.close())


def _count_key(pick: Pick) -> str:
    """Return the key of the text for how many items must be taken."""
    if pick.least == pick.most:
        return "form.exactly"
    return "form.either" if pick.most == pick.least + 1 else "form.several"


def _pick_of(walk: FormWalk) -> Pick:
    """Return the open list of a walk."""
    assert isinstance(walk.field, Pick)
    return walk.field


class NumberPage(Page):
    """A number set with up and down; with many numbers, a key held for a while goes by tens.

    A refused number is shown in grey with its reason, and ok does not take it.
    """

    clockwise_is_up = True

    def __init__(
        self,
        box: PageHost,
        caption: str,
        field: NumberField,
        take: TakeValue,
        *,
        strip: Strip | None = None,
        number: int = 1,
    ) -> None:
        """Start at `number`, or at the next one that can be taken; a change of an amount starts at that amount.

        `strip` shows whose number it is.
        """
        super().__init__(box)
        self._caption, self._field, self._take = caption, field, take
        self._strip = strip or Strip(title=caption)
        self._base = field.base or 0
        """Part of the shown number that the value of the field does not include."""
        if field.base is None:
            numbers = filter(field.allows, range(field.low, field.high + 1))
            self._number = min(numbers, key=lambda n: (abs(n - number), n))
        else:
            self._number = field.first
        self._run, self._pressed = 0, -_PAUSE_S
        """Number of presses in quick succession in one direction, and the time of the last one."""

    def face(self) -> Face:
        return NumberFace(
            strip=self._strip,
            hints=self.hints((Key.BACK, "key.back"), (Key.OK, "key.ok")),
            caption=self._caption,
            number=self._base + self._number,
            low=self._base + self._field.low,
            high=self._base + self._field.high,
            signed=self._field.signed,
            consequence=self._consequence(),
            refused=self._refused_note(),
        )

    def _refused_note(self) -> str:
        """Return why this number cannot be taken now; empty for the amount that the field starts at."""
        refused = self._field.refusal_of(self._number)
        is_start = self._field.base is not None and self._number == 0
        return "" if refused is None or is_start else refused_note(self.box, refused)

    def _consequence(self) -> str:
        """Return the consequence of this number, if it is more than the number itself."""
        consequences = self._field.outcomes
        return self.box.words.of(consequences[self._number - self._field.low]) if consequences else ""

    def press(self, key: Key) -> None:
        step = {Key.UP: 1, Key.RIGHT: 1, Key.DOWN: -1, Key.LEFT: -1}.get(key)
        if key is Key.OK:
            if refused := self._field.refusal_of(self._number):
                self.box.show_refusal(refused)
            else:
                self._take(self._number)
        elif step is None:
            super().press(key)
        else:
            number = self._next_number(step)
            if number == 0 and self._field.nonzero:
                number += step
            if self._field.low <= number <= self._field.high:
                self._number = number

    def _next_number(self, step: int) -> int:
        """Return the next number in this direction: in a long run, the next multiple of ten."""
        in_run = self.box.now - self._pressed < _PAUSE_S and (self._run > 0) == (step > 0)
        self._run, self._pressed = (self._run if in_run else 0) + step, self.box.now
        if abs(self._run) <= _LONG_RUN or self._field.high - self._field.low <= _MANY:
            return self._number + step
        shown = self._base + self._number
        if step > 0:
            return min((shown // _ROUND + 1) * _ROUND - self._base, self._field.high)
        return max(-(-shown // _ROUND + 1) * _ROUND - self._base, self._field.low)
