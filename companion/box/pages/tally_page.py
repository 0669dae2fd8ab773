"""A tally read out share by share, at the table's own pace."""

from __future__ import annotations

from companion.box.faces.faces import Face, MessageFace, Strip, TallyFace
from companion.box.faces.signals import Sound
from companion.box.pages.page import Host, Page
from companion.rules.scene import Tally
from companion.table.table import Table
from companion.words.scene_texts import tally_at
from companion.words.signs import Key, mark_of


class TallyPage(Page):
    """One share at a time, then what the table does by hand: ok goes on, up goes back, back leaves out the rest."""

    def __init__(self, box: Host, entry: int) -> None:
        """`entry` is the number of the one that brought the tally."""
        super().__init__(box)
        self._entry = entry
        self._step = 0

    def face(self) -> Face:
        tally = self._tally()
        more = self._step + 1 < _steps(tally)
        hints = self.hints(*([(Key.BACK, "key.skip"), (Key.OK, "key.next")] if more else [(Key.OK, "key.close")]))
        if self._step == len(tally.shares):
            return MessageFace(strip=Strip(title=tally.name), hints=hints, heading="", body=tally.then or "")
        share = tally.shares[self._step]
        return TallyFace(
            strip=Strip(title=tally.name),
            hints=hints,
            city=tally.at or "",
            mark=mark_of(self._table(), share.seat, self.box.words),
            place=share.where,
            pays=share.pays,
            total=share.total,
            step=self._step,
            steps=_steps(tally),
        )

    def press(self, key: Key) -> None:
        tally = self._tally()
        if key in (Key.UP, Key.LEFT):
            self._step = max(0, self._step - 1)
        elif key is Key.BACK or self._step + 1 == _steps(tally):
            self._leave()
        else:
            self._step += 1
            paid = any(share.pays for share in tally.shares[self._step : self._step + 1])
            self.box.sound(Sound.GOLD if paid else Sound.TICK)

    def table_changed(self, before: Table, after: Table) -> None:
        """A tally that was taken back, or that an amendment changed, is no longer read out; nor when phones play on."""
        played_on = len(after.entries) > max(self._entry, len(before.entries))
        was, now = (tally_at(table, self._entry, self.box.words) for table in (before, after))
        if played_on or was != now:
            self.box.remove(self)

    def _leave(self) -> None:
        self.box.pop()
        if self.box.table is not None and self.box.table.over:
            self.box.sound(Sound.END)

    def _tally(self) -> Tally[str]:
        tally = tally_at(self._table(), self._entry, self.box.words)
        assert tally is not None  # the page lies on the pile only as long as its tally stands
        return tally

    def _table(self) -> Table:
        table = self.box.table
        assert table is not None
        return table


def _steps(tally: Tally[str]) -> int:
    """How many pages it takes: one a share, and one for what is done then."""
    return len(tally.shares) + bool(tally.then)
