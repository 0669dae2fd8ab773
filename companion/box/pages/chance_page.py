"""The seal on chance: four words before the first draw, all digits on demand, and the seed once it may be known."""

from __future__ import annotations

from collections.abc import Callable

from companion.box.faces.chance_faces import SealFace
from companion.box.faces.faces import Face, Row, Strip
from companion.box.pages.list_page import Item
from companion.box.pages.page import Host, Page
from companion.chance.seed import short_words
from companion.journal.moves_file import closing_of
from companion.support.frozen import frozen
from companion.table.draw_record import Commitment
from companion.table.table import Table
from companion.words.signs import Glyph, Key

_BESIDE_WORDS = 16
"""Hexadecimal digits that the four words stand for."""


def chance_items(box: Host) -> list[Item]:
    """The row of a menu that leads to the seals of the open game, where it has any."""
    if box.table is None or not box.table.commitments:
        return []
    return [Item(Row(box.words("chance.title"), glyph=Glyph.DIE), lambda: box.push(SealPage(box, _of_game(box))))]


def announce(box: Host, table: Table) -> None:
    """A game with chance begins: lay its seal on top, once; any key takes it off, and so does the first move."""
    if table.commitments and not table.entries and not table.draws:
        box.push(SealPage(box, _of_game(box), once=True))


def close_up(box: Host, before: Table, after: Table) -> None:
    """A game with chance has ended: its closing words lie on its sheet, once; any key takes them off."""
    if closing_of(after) is not None and closing_of(before) is None:
        box.push(SealPage(box, _of_game(box), once=True))


def _of_game(box: Host) -> Callable[[], tuple[Commitment, ...]]:
    return lambda: box.table.commitments if box.table else ()


@frozen
class _Step:
    """One picture: of a commitment its words or its digits, or the seed behind it."""

    title: str
    digits: str
    words: tuple[str, ...] = ()


class SealPage(Page):
    """Ok goes on and so does down, up goes back, back leaves. Closing words come first, then the seal in force."""

    def __init__(
        self, box: Host, commitments: Callable[[], tuple[Commitment, ...]], *, once: bool = False, game: bool = True
    ) -> None:
        """`commitments` are asked for with every picture, the one in force last. `once`: the words alone.

        `game`: they are those of the open game, which has closing words at its end.
        """
        super().__init__(box)
        self._commitments, self._once, self._of_game = commitments, once, game
        self._step = 0

    def face(self) -> Face:
        steps = self._steps()
        self._step = min(self._step, len(steps) - 1)
        step = steps[self._step]
        last = self._step + 1 == len(steps)
        hints = self.hints((Key.OK, "key.close" if last and not self._once else "key.next"))
        return SealFace(strip=Strip(title=step.title), hints=hints, words=step.words, digits=step.digits)

    def press(self, key: Key) -> None:
        steps = self._steps()
        if self._once or key in (Key.BACK, Key.LEFT):
            self.box.remove(self)
        elif key is Key.UP:
            self._step = max(0, self._step - 1)
        elif self._step + 1 < len(steps):
            self._step += 1
        elif key is not Key.DOWN:
            self.box.pop()

    def undo(self) -> None:
        if self._once:
            self.box.remove(self)
        else:
            super().undo()

    def table_changed(self, before: Table, after: Table) -> None:
        """The first move takes off what was only announced; closing words, whatever makes the game go on."""
        if self._once and (after.entries if closing_of(before) is None else closing_of(after) is None):
            self.box.remove(self)

    def _steps(self) -> list[_Step]:
        found = []
        closing = closing_of(self.box.table) if self.box.table is not None and self._of_game else None
        if closing is not None:
            found.append(_Step(self.word("chance.closing"), closing[:_BESIDE_WORDS], short_words(closing)))
        for one in reversed(self._commitments()):
            title = self.word("chance.opened" if one.revealed else "chance.sealed")
            found.append(_Step(title, one.sha256[:_BESIDE_WORDS], one.words))
            found.append(_Step(self.word("chance.commitment"), one.sha256))
            if one.shown is not None:
                found.append(_Step(self.word("chance.seed"), one.shown))
        return found[:1] if self._once else found
