"""A tally read out share by share, at the table's own pace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.input.pages.page import Page
from companion.session.table import Table
from companion.views.caravan import Tally
from companion.views.faces import Face, Key, Strip, TallyFace
from companion.views.signals import Sound

if TYPE_CHECKING:
    from companion.input.box import Box


class TallyPage(Page):
    """One share at a time: ok goes on, up goes back, back leaves out the rest."""

    def __init__(self, box: Box, tally: Tally) -> None:
        super().__init__(box)
        self._tally = tally
        self._step = 0

    def face(self) -> Face:
        share = self._tally.shares[self._step]
        return TallyFace(
            strip=Strip(title=self.word("tally.title", city=self._tally.city)),
            hints=self.hints((Key.BACK, "key.skip"), (Key.OK, "key.next")),
            city=self._tally.city,
            mark=share.mark,
            place=share.place,
            pays=share.pays,
            total=share.total,
            step=self._step,
            steps=len(self._tally.shares),
        )

    def press(self, key: Key) -> None:
        if key in (Key.UP, Key.LEFT):
            self._step = max(0, self._step - 1)
        elif key is Key.BACK or self._step + 1 == len(self._tally.shares):
            self.box.pop()
        else:
            self._step += 1
            self.box.sound(Sound.GOLD if self._tally.shares[self._step].pays else Sound.TICK)

    def table_changed(self, before: Table, after: Table) -> None:
        """A tally that was taken back is no longer read out."""
        if len(after.entries) < len(before.entries):
            self.box.remove(self)
