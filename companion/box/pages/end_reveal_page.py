"""The reveal of a game's end on the box: the final scoring, step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.box.faces.faces import RevealColumn, RevealFace, Strip
from companion.box.faces.signals import Sound
from companion.box.pages.page import Page, PageHost
from companion.table.commands import TurnReveal
from companion.table.end_reveal import EndReveal
from companion.table.table import Table
from companion.words.catalogue import format_number, format_signed
from companion.words.signs import Key, brief_names, seat_mark

STEP_S = 6.0
"""Seconds until the next step follows without a press."""
LONGEST_S = 600.0
"""Seconds after which the reveal ends without another step, while another page covers it."""
_SOON_S = 0.001


class EndRevealPage(Page):
    """The newest step. Ok shows the next one, holding ok all the others; up and down look at earlier steps.

    Nobody has to press: after a while the next step follows. Without a reveal, the page is removed.
    """

    def __init__(self, box: PageHost) -> None:
        super().__init__(box)
        self._turned_at = box.now
        """Newest time that was known when the present step was turned to: it may be that of a touch long ago."""
        self._since: float | None = None
        """Time from which the present step is shown; None until a tick tells the time."""
        self._steps_back = 0
        """Number of steps between the newest one and the one that is looked at."""
        self._page = 0
        """Index of the page in sight of that step: the columns of large text may need several."""

    def face(self) -> RevealFace:
        face = self._face()
        return replace(face, scroll=min(self._page, self.box.last_scroll(face)))

    def _face(self) -> RevealFace:
        reveal, table = self._reveal, self.box.table
        if reveal is None or table is None:
            return RevealFace(columns=())
        number = reveal.shown - self._steps_back
        hints = self.hints((Key.OK, "key.next"))
        marks = [seat_mark(table, seat, self.box.words) for seat in table.seats]
        totals = _different(format_number(total) for step in reveal.steps for total in step.totals if total is not None)
        if number == 0:
            columns = tuple(RevealColumn(mark, "", total) for mark, total in zip(marks, _before(reveal), strict=True))
            strip = Strip(title=self.word("reveal.title"))
            return RevealFace(strip=strip, hints=hints, columns=columns, line=self.word("reveal.first"), totals=totals)
        step = reveal.steps[number - 1]
        amounts = self._amounts(table, reveal, number)
        title = self.box.words.of(step.rows[0].name, table.names) if step.seat is None else ""
        rows = step.rows if step.seat is not None else ()
        known = (before if total is None else total for before, total in zip(_before(reveal), step.totals, strict=True))
        return RevealFace(
            strip=Strip(title=title, turn=marks[step.seat - 1] if step.seat is not None else None),
            hints=hints,
            columns=tuple(map(RevealColumn, marks, amounts, known)),
            line="" if any(amounts) else self.word("reveal.nobody" if step.seat is None else "reveal.nothing"),
            lines=tuple(self.box.words.of(row.name, table.names) for row in rows),
            reasons=tuple(self.box.words.brief(row.name, brief_names(table.names)) for row in rows),
            amounts=self._every_amount(table, reveal),
            totals=totals,
        )

    def press(self, key: Key) -> None:
        if key in (Key.UP, Key.DOWN):
            self._look(1 if key is Key.DOWN else -1)
        elif key in (Key.OK, Key.RIGHT, Key.SPIN):
            self._turn()

    def long_press(self, key: Key) -> None:
        """Skip what is left; holding back takes the end back, as it does at the table."""
        if key is Key.BACK:
            self.box.take_back()
        elif (reveal := self._reveal) is not None:
            self._turn_to(len(reveal.steps) + 1)

    def hold_text(self, key: Key) -> str:
        return self.word("hold.take_back" if key is Key.BACK else "hold.skip_reveal")

    def turn(self, step: int) -> None:
        """Look at another step; after the newest one, turn to the next."""
        if step > 0 and self._steps_back == 0:
            self._turn()
        else:
            self._look(step)

    def deadline(self) -> float:
        if self._since is None:
            return self._turned_at + _SOON_S
        return self._since + (STEP_S if self.box.page is self else LONGEST_S)

    def on_top(self) -> None:
        """Show the present step for its whole time after another page has covered it."""
        self._start()

    def update(self, now: float) -> None:
        """Turn to the next step once its time has come, end a reveal that was covered, remove the page without one."""
        if (reveal := self._reveal) is None:
            self.box.remove(self)
        elif self._since is None:
            self._since = now if now > self._turned_at else None
        elif now >= self.deadline():
            if self.box.page is not self:
                self._turn_to(len(reveal.steps) + 1)
            else:
                self._turn()

    def table_changed(self, before: Table, after: Table) -> None:
        """Show a step that was turned anywhere for its whole time, with a sound."""
        if after.reveal is None:
            self.box.remove(self)
        elif after.reveal != before.reveal:
            self._start()
            self.box.sound(Sound.GOLD)

    @property
    def _reveal(self) -> EndReveal | None:
        return self.box.table.reveal if self.box.table is not None else None

    def _start(self) -> None:
        self._since, self._turned_at, self._steps_back, self._page = None, self.box.now, 0, 0

    def _look(self, step: int) -> None:
        """Look at an earlier or a later step; the present one stays until its time is over."""
        if (reveal := self._reveal) is not None:
            self._steps_back, self._page = min(max(self._steps_back - step, 0), reveal.shown), 0

    def _turn(self) -> None:
        """Show the next page of the newest step, after its last page the next step."""
        if (reveal := self._reveal) is None:
            return
        if self._steps_back == 0 and self._page < self.box.last_scroll(self._face()):
            self._page += 1
            self._since, self._turned_at = None, self.box.now
        else:
            self._turn_to(reveal.shown + 1)

    def _turn_to(self, step: int) -> None:
        self.box.do_or_raise(TurnReveal(step=step))

    def _every_amount(self, table: Table, reveal: EndReveal) -> tuple[str, ...]:
        """Return the different amounts of all steps, which have one size on the screen."""
        steps = range(1, len(reveal.steps) + 1)
        return _different(amount for number in steps for amount in self._amounts(table, reveal, number))

    def _amounts(self, table: Table, reveal: EndReveal, number: int) -> list[str]:
        """Return what a step brings each seat; an amount that is not counted in totals has no sign."""
        step = reveal.steps[number - 1]
        if step.seat is not None:
            change = (step.totals[step.seat - 1] or 0) - reveal.before[step.seat - 1]
            return [format_signed(change) if change and seat == step.seat else "" for seat in table.seats]
        (row,) = step.rows
        in_words = format_signed if row.thing in (None, table.match.unit) else format_number
        return [in_words(cell.value) if cell.value else "" for cell in row.cells]


def _before(reveal: EndReveal) -> tuple[int | None, ...]:
    """Return the totals that everybody saw before the steps; None for each seat if nobody had any."""
    return reveal.before if any(reveal.before) else (None,) * len(reveal.before)


def _different(texts: Iterable[str]) -> tuple[str, ...]:
    """Return each text once, in order."""
    return tuple(dict.fromkeys(texts))
