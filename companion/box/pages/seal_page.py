"""The seal on chance: four words before the first draw, all digits on demand, and the seed once it may be known."""

from __future__ import annotations

from collections.abc import Callable

from companion.box.faces.chance_faces import SealFace
from companion.box.faces.faces import Face, ListRow, Strip
from companion.box.pages.list_page import ListItem
from companion.box.pages.page import Page, PageHost
from companion.chance.seed import short_words
from companion.journal.moves_file import closing_digest
from companion.support.frozen_dataclasses import frozen
from companion.table.draw_record import Commitment
from companion.table.table import Table
from companion.words.signs import Glyph, Key

_DIGITS_OF_WORDS = 16
"""Hexadecimal digits that the four words encode."""


def seal_items(box: PageHost) -> list[ListItem]:
    """Return the menu row of the seals of the open game, if it has any."""
    if box.table is None or not box.table.commitments:
        return []
    return [
        ListItem(ListRow(box.words("chance.title"), glyph=Glyph.DIE), lambda: box.push(SealPage(box, _of_game(box))))
    ]


def show_opening_seal(box: PageHost, table: Table) -> None:
    """Show the seal of a game with chance once, at its beginning; any key closes it, and so does the first move."""
    if table.commitments and not table.entries and not table.draws:
        box.push(SealPage(box, _of_game(box), once=True))


def closing_words_page(box: PageHost) -> SealPage:
    """Return the page with the closing words of the open game; any key closes it."""
    return SealPage(box, _of_game(box), once=True)


def has_new_closing_words(before: Table, after: Table) -> bool:
    """Return whether a game with chance has just got its closing words."""
    return closing_digest(after) is not None and closing_digest(before) is None


def _of_game(box: PageHost) -> Callable[[], tuple[Commitment, ...]]:
    return lambda: box.table.commitments if box.table else ()


@frozen
class _Step:
    """One picture: the words or the digits of a commitment, or the seed behind it."""

    title: str
    digits: str
    words: tuple[str, ...] = ()


class SealPage(Page):
    """Seals of a game: ok and down go on, up goes back, back closes.

    Closing words come first, then the present seal.
    """

    def __init__(
        self, box: PageHost, commitments: Callable[[], tuple[Commitment, ...]], *, once: bool = False, game: bool = True
    ) -> None:
        """Create the page for `commitments`, which is called for every picture; the present one comes last.

        With `once`, only the words are shown. With `game`, they belong to the open game, which has closing words at its
        end.
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
        line = self.word("chance.note_words") if self._once else ""
        return SealFace(strip=Strip(title=step.title), hints=hints, words=step.words, digits=step.digits, line=line)

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
        """Remove an opening seal at the first move, and closing words when the game goes on."""
        if self._once and (after.entries if closing_digest(before) is None else closing_digest(after) is None):
            self.box.remove(self)

    def _steps(self) -> list[_Step]:
        steps = []
        closing = closing_digest(self.box.table) if self.box.table is not None and self._of_game else None
        if closing is not None:
            steps.append(_Step(self.word("chance.closing"), closing[:_DIGITS_OF_WORDS], short_words(closing)))
        for commitment in reversed(self._commitments()):
            title = self.word("chance.opened" if commitment.revealed else "chance.sealed")
            steps.append(_Step(title, commitment.sha256[:_DIGITS_OF_WORDS], commitment.words))
            steps.append(_Step(self.word("chance.commitment"), commitment.sha256))
            if commitment.revealed_seed is not None:
                steps.append(_Step(self.word("chance.seed"), commitment.revealed_seed))
        return steps[:1] if self._once else steps
