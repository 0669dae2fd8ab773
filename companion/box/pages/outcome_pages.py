"""The outcome of chance for the whole table to see: a wheel at rest, dice as they fell, dice of several seats."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from companion.box.faces import spin_labels
from companion.box.faces.chance_faces import DiceFace, FightFace
from companion.box.faces.faces import Face, MessageFace, Strip
from companion.box.faces.signals import NEUTRAL, RingDice, RingShow
from companion.box.faces.spin_labels import Spun, labels_of, spun_at, thrown_at
from companion.box.faces.wheel_face import WheelFace, bounds
from companion.box.pages.page import Host, Page
from companion.box.pages.wheel_spin import Spinning, Thrown
from companion.rules.scene import DiceGroup, Throw
from companion.table.table import Table
from companion.words.signs import Key, glyph_of, mark_of

_BETWEEN_NOTES = " · "
_MOST_PIPS = 6
"""A die with more on it shows no pips; and more dice than this have no room."""
_SOON_S = 0.001
"""Seconds after which dice that were just rolled ask what time it is."""
_ROLL_S, _A_HAND_S = 1.0, 1.6
"""How long they roll, and how long as many of them are looked at as are shown at once; twice round is enough."""


class SpunPage(Page):
    """The wheel turns to what stands in the journal already. Any press ends that, and the next one goes on."""

    def __init__(self, box: Host, entry: int, thrown: Thrown) -> None:
        """`entry` is the number of the spin. One that was typed in has turned elsewhere, and only stands here."""
        super().__init__(box)
        self._entry = entry
        spun = self._spun()
        self._spinning = Spinning(box, bounds(spun.ring.sectors), spun.sector, thrown, still=spun.typed)

    @property
    def grips(self) -> frozenset[Key]:
        """Whatever key goes down while it turns: nobody has to wait until it comes up."""
        return frozenset() if self._spinning.rests else frozenset(Key)

    def face(self) -> Face:
        spun, words = self._spun(), self.box.words
        band, rests, edge = spun.ring.bands[spun.band], self._spinning.rests, spun.ring.note or ""
        return WheelFace(
            strip=Strip(turn=mark_of(_table(self.box), spun.seat, words)),
            hints=self.hints((Key.OK, "key.next" if rests else "key.skip")),
            sectors=labels_of(spun.ring, spun.band, partial(glyph_of, _table(self.box).match)),
            at=self._spinning.stand.angle,
            result=spun.sector if rests else None,
            counts=spun.large if rests else "",
            line=spun.says if rests else band.name,
            glyph=glyph_of(_table(self.box).match, band.thing),
            note=_note(self, spun, edge) if rests else edge,
        )

    def ring(self, face: Face) -> RingShow | None:
        return self._spinning.ring(face) if isinstance(face, WheelFace) else None

    def grip(self, key: Key) -> None:
        self._spinning.skip()

    def press(self, key: Key) -> None:
        if self._spinning.rests:
            self.box.pop()
        else:
            self._spinning.skip()

    def turn(self, step: int) -> None:
        """A knob that is nudged, or a spinner that still turns, ends the turning, but takes no result away."""
        self._spinning.skip()

    def throw(self, speed: float) -> None:
        """As `turn`."""
        self._spinning.skip()

    def deadline(self) -> float | None:
        return self._spinning.deadline()

    def look(self, now: float) -> None:
        self._spinning.look(now)

    def table_changed(self, before: Table, after: Table) -> None:
        """A spin that was taken back or changed is no longer shown; nor when somebody plays on."""
        words = self.box.words
        was, now = (spun_at(table, self._entry, words) for table in (before, after))
        if _gone_by(self._entry, before, after) or was != now:
            self.box.remove(self)

    def _spun(self) -> Spun:
        spun = spun_at(_table(self.box), self._entry, self.box.words)
        assert spun is not None  # the page lies on the pile only as long as its spin stands
        return spun


class ThrownPage(Page):
    """Dice as they fell, and what comes of it. Any press goes on."""

    def __init__(self, box: Host, entry: int) -> None:
        """`entry` is the number of the throw."""
        super().__init__(box)
        self._entry = entry

    def face(self) -> Face:
        """Two dice against each other, dice with pips in a row, or words where neither can show them."""
        thrown = self._thrown()
        throw, note = thrown.throw, _note(self, thrown, "")
        strip = Strip(turn=mark_of(_table(self.box), thrown.seat, self.box.words))
        hints = self.hints((Key.OK, "key.next"))
        head, line, ruling = throw.head or throw.says, throw.then or throw.says, throw.ruling or ""
        if (pair := _pair(throw)) is not None:
            white, black, faces = pair
            return FightFace(
                strip=strip, hints=hints, headline=head, line=line, ruling=ruling, note=note,
                white=white, black=black, faces=faces,
            )  # fmt: skip
        values = tuple(die.value or 0 for group in throw.groups for die in group.dice)
        if 0 < len(values) <= _MOST_PIPS and all(value <= _MOST_PIPS for value in values):
            return DiceFace(strip=strip, hints=hints, dice=values, line=throw.says)
        return MessageFace(strip=strip, hints=hints, heading=head, body=line, ruling=ruling)

    def press(self, key: Key) -> None:
        self.box.pop()

    def turn(self, step: int) -> None:
        """A knob that is nudged takes no result away."""

    def throw(self, speed: float) -> None:
        """As `turn`."""

    def table_changed(self, before: Table, after: Table) -> None:
        """As a spin's."""
        was, now = (thrown_at(table, self._entry, self.box.words) for table in (before, after))
        if _gone_by(self._entry, before, after) or was != now:
            self.box.remove(self)

    def _thrown(self) -> spin_labels.Thrown:
        thrown = thrown_at(_table(self.box), self._entry, self.box.words)
        assert thrown is not None  # the page lies on the pile only as long as its throw stands
        return thrown


class Rolled:
    """Dice that lie on the ring until somebody touches something, or everyone has seen them."""

    def __init__(self, box: Host, dice: RingDice) -> None:
        """`dice` are at least one."""
        self.dice = dice
        self._made_at = box.now
        self._since: float | None = None
        self._lasts = _ROLL_S + 2 * dice.hands * _A_HAND_S

    def deadline(self) -> float:
        """When they are to be looked at next."""
        return self._made_at + _SOON_S if self._since is None else self._since + self._lasts

    def gone(self, now: float) -> bool:
        """Whether everyone has seen them by now. The first time that time has passed, they begin to be seen."""
        if self._since is None:
            # Made at the time of the last touch, which may be long ago when a phone has thrown.
            self._since = now if now > self._made_at else None
            return False
        return now >= self._since + self._lasts


def dice_of(table: Table, throws: Iterable[Throw[str]]) -> RingDice | None:
    """All dice of these throws as a ring shows them, each in its owner's colour; None where nothing lies open."""
    shown = [
        (die.value, table.match.colours[group.seat - 1][0] if group.seat is not None else NEUTRAL)
        for throw in throws
        for group in throw.groups
        for die in group.dice
        if die.value is not None
    ]
    if not shown:
        return None
    return RingDice(tuple(value for value, _ in shown), tuple(colour for _, colour in shown))


def _pair(throw: Throw[str]) -> tuple[int, int, int] | None:
    """Two dice that fell against each other, and the faces of the second; None of other throws."""
    groups: tuple[DiceGroup[str], ...] = throw.groups
    if [len(group.dice) for group in groups] != [1, 1] or all(group.won is None for group in groups):
        return None
    mine, theirs = (group.dice[0] for group in groups)
    return mine.value or 0, theirs.value or 0, theirs.faces


def _gone_by(entry: int, before: Table, after: Table) -> bool:
    """Whether the table has played on since this entry was shown."""
    return len(after.entries) > max(entry, len(before.entries))


def _note(page: Page, brought: Spun | spin_labels.Thrown, first: str) -> str:
    """What else there is to know: that it was typed in, or that it is the same again."""
    told = [first] if first else []
    if brought.typed:
        told.append(page.word("chance.typed"))
    if brought.again:
        told.append(page.word("chance.again"))
    return _BETWEEN_NOTES.join(told)


def _table(box: Host) -> Table:
    table = box.table
    assert table is not None  # the pages lie on the pile only while their game is open
    return table
