"""What was hidden, laid open before the whole table, row after row."""

from __future__ import annotations

from companion.box.faces.block_face import shown_of
from companion.box.faces.faces import BlockFace, Strip
from companion.box.faces.signals import Sound
from companion.box.pages.page import Host, Page
from companion.rules.scene import Cards, Reveal
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.scene_texts import ceremonies_of
from companion.words.signs import Key

_EACH_S, _ALL_S = 0.5, 1.5
"""Seconds between two rows; and for all of them at most."""
_SOON_S = 0.001
_EXACT = 1e-6
_UP, _DOWN = frozenset({Key.UP, Key.LEFT}), frozenset({Key.DOWN, Key.RIGHT})


class RevealPage(Page):
    """One row after the other, the newest in sight. Any press lays all of them open, and the next one goes on.

    What is larger than the screen is scrolled with up and down once all is open.
    """

    def __init__(self, box: Host, entry: int, reveal: Reveal[str]) -> None:
        """`entry` is the number of the one that brought it."""
        super().__init__(box)
        self._entry, self._reveal = entry, reveal
        self._each_s = min(_EACH_S, _ALL_S / max(len(reveal.rows), 1))
        self._made_at = box.now
        self._since: float | None = None
        self._open = len(reveal.rows) if box.preferences.calm else 1
        """How many rows are open."""
        self._scroll = 0

    @property
    def grips(self) -> frozenset[Key]:
        """Whatever key goes down while rows are to come: nobody has to wait until it comes up."""
        return frozenset() if self._rests else frozenset(Key)

    def face(self) -> BlockFace:
        face = self._face()
        last = self.box.last_scroll(face)
        more = self.hints((Key.DOWN, "key.more")) if self._rests and self._scroll < last else ()
        scroll = min(self._scroll, last) if self._rests else last
        return BlockFace(strip=face.strip, hints=(*face.hints, *more), blocks=face.blocks, scroll=scroll)

    def grip(self, key: Key) -> None:
        self._skip()

    def press(self, key: Key) -> None:
        if not self._rests:
            self._skip()
        elif key in _DOWN and self._scroll < self.box.last_scroll(self._face()):
            self._scroll += 1
        elif key in _UP:
            self._scroll = max(self._scroll - 1, 0)
        else:
            self.box.pop()

    def throw(self, speed: float) -> None:
        """A spinner that still turns takes nothing away."""
        self._skip()

    def deadline(self) -> float | None:
        if self._rests or self.box.page is not self:
            return None
        return self._made_at + _SOON_S if self._since is None else self._since + self._open * self._each_s

    def look(self, now: float) -> None:
        """Its time begins once it lies on top."""
        if self._rests or self.box.page is not self or now <= self._made_at:
            return
        self._since = now if self._since is None else self._since
        opened = min(int((now - self._since) / self._each_s + _EXACT) + 1, len(self._reveal.rows))
        if opened > self._open:
            self._open = opened
            self.box.sound(Sound.TICK)

    def table_changed(self, before: Table, after: Table) -> None:
        """What was taken back or changed is no longer shown; nor when somebody plays on."""
        played_on = len(after.entries) > max(self._entry, len(before.entries))
        stands = len(after.entries) >= self._entry and self._reveal in ceremonies_of(
            after, self._entry, PUBLIC, self.box.words
        )
        if played_on or not stands:
            self.box.remove(self)

    @property
    def _rests(self) -> bool:
        return self._open >= len(self._reveal.rows)

    def _skip(self) -> None:
        self._open = len(self._reveal.rows)

    def _face(self) -> BlockFace:
        """The rows that are open, as any cards are shown."""
        table = self.box.table
        assert table is not None  # the page lies on the pile only while its game is open
        cards = Cards(id="revealed", name=self._reveal.name, rows=self._reveal.rows[: self._open])
        hints = self.hints((Key.OK, "key.next" if self._rests else "key.skip"))
        blocks = (shown_of(cards, table, self.box.words),)
        return BlockFace(strip=Strip(title=cards.name), hints=hints, blocks=blocks, scroll=self._scroll)
