"""Outcomes of a move for the whole table to see: a wheel at rest, dice as they fell, revealed cards, and tallies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from companion.box.faces import find_chance_results
from companion.box.faces.block_view import ComponentSign, block_view
from companion.box.faces.chance_faces import DiceFace, FightFace
from companion.box.faces.faces import BlockFace, Face, MessageFace, Strip, TallyFace
from companion.box.faces.find_chance_results import SpinResult, sector_labels, spin_result_at, throw_result_at
from companion.box.faces.signals import NEUTRAL, RingDice, RingShow, Sound
from companion.box.faces.wheel_face import WheelFace, sector_ends
from companion.box.pages.page import Page, PageHost
from companion.box.pages.wheel_spin import SpinAnimation, WheelThrow
from companion.rules.scene import Cards, DiceGroup, Reveal, Tally, Throw
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import Key, glyph_of, seat_mark
from companion.words.translated_scene import animations_in_words, tally_of_entry

_BETWEEN_NOTES = " · "
_MOST_PIPS = 6
"""Most pips of a die drawn with pips, and most dice on a picture."""
_SOON_S = 0.001
"""Seconds after which dice that were just rolled need a tick, to learn the time."""
_ROLL_S, _A_HAND_S = 1.0, 1.6
"""Seconds that dice roll, and seconds that each group on the ring is shown; twice round is enough."""


class SpunPage(Page):
    """The wheel turns to the result in the journal. Any press ends the turning, and the next one closes the page."""

    def __init__(self, box: PageHost, entry: int, thrown: WheelThrow) -> None:
        """Create the page for a spin; `entry` is its number.

        A typed result does not turn here, since the wheel has turned elsewhere.
        """
        super().__init__(box)
        self._entry = entry
        spun = self._spun()
        self._spinning = SpinAnimation(box, sector_ends(spun.ring.sectors), spun.sector, thrown, still=spun.typed)

    @property
    def grips(self) -> frozenset[Key]:
        """All keys while it turns, so that a press takes effect when it goes down, not when it comes up."""
        return frozenset() if self._spinning.is_at_rest else frozenset(Key)

    def face(self) -> Face:
        spun, words = self._spun(), self.box.words
        band, rests, edge = spun.ring.bands[spun.band], self._spinning.is_at_rest, spun.ring.note or ""
        return WheelFace(
            strip=Strip(turn=seat_mark(_table(self.box), spun.seat, words)),
            hints=self.hints((Key.OK, "key.next" if rests else "key.skip")),
            sectors=sector_labels(spun.ring, spun.band, partial(glyph_of, _table(self.box).match)),
            rotation=self._spinning.position.angle,
            result=spun.sector if rests else None,
            counts=spun.large if rests else "",
            line=spun.meaning if rests else band.name,
            glyph=glyph_of(_table(self.box).match, band.thing),
            note=_note(self, spun, edge) if rests else edge,
        )

    def ring(self, face: Face) -> RingShow | None:
        return self._spinning.ring(face) if isinstance(face, WheelFace) else None

    def grip(self, key: Key) -> None:
        self._spinning.skip()

    def press(self, key: Key) -> None:
        if self._spinning.is_at_rest:
            self.box.pop()
        else:
            self._spinning.skip()

    def turn(self, step: int) -> None:
        """Stop the turning, but keep the result: the knob was nudged, or the spinner still turns."""
        self._spinning.skip()

    def throw(self, speed: float) -> None:
        """Stop the turning, as `turn` does."""
        self._spinning.skip()

    def deadline(self) -> float | None:
        return self._spinning.deadline()

    def update(self, now: float) -> None:
        self._spinning.update(now)

    def table_changed(self, before: Table, after: Table) -> None:
        """Remove the page if its spin was taken back or changed, or if somebody plays on."""
        words = self.box.words
        earlier, now = (spin_result_at(table, self._entry, words) for table in (before, after))
        if _played_on(self._entry, before, after) or earlier != now:
            self.box.remove(self)

    def _spun(self) -> SpinResult:
        spun = spin_result_at(_table(self.box), self._entry, self.box.words)
        assert spun is not None  # the page is removed when its spin is taken back
        return spun


class ThrownPage(Page):
    """Dice as they fell, and the consequence. Any press closes the page."""

    def __init__(self, box: PageHost, entry: int) -> None:
        """Create the page; `entry` is the number of the throw."""
        super().__init__(box)
        self._entry = entry

    def face(self) -> Face:
        """Return two dice against each other, dice with pips in a row, or words if neither can show them."""
        thrown = self._thrown()
        throw, note = thrown.throw, _note(self, thrown, "")
        strip = Strip(turn=seat_mark(_table(self.box), thrown.seat, self.box.words))
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
        """Ignore a knob that is nudged: it closes no result."""

    def throw(self, speed: float) -> None:
        """Ignore the spinner, as `turn` does the knob."""

    def table_changed(self, before: Table, after: Table) -> None:
        """Remove the page if its throw was taken back or changed, or if somebody plays on."""
        earlier, now = (throw_result_at(table, self._entry, self.box.words) for table in (before, after))
        if _played_on(self._entry, before, after) or earlier != now:
            self.box.remove(self)

    def _thrown(self) -> find_chance_results.ThrowResult:
        thrown = throw_result_at(_table(self.box), self._entry, self.box.words)
        assert thrown is not None  # the page is removed when its throw is taken back
        return thrown


class RolledDice:
    """Dice shown on the ring until somebody touches something, or everyone has had the time to see them."""

    def __init__(self, box: PageHost, dice: RingDice) -> None:
        """Create it with at least one die."""
        self.dice = dice
        self._made_at = box.now
        self._since: float | None = None
        self._duration = _ROLL_S + 2 * dice.hands * _A_HAND_S

    def deadline(self) -> float:
        """Return when the dice need a tick next."""
        return self._made_at + _SOON_S if self._since is None else self._since + self._duration

    def is_over(self, now: float) -> bool:
        """Return whether everyone has had the time to see them. That time starts with the first tick."""
        if self._since is None:
            # Created at the time of the last touch, which may be long ago if a phone has thrown.
            self._since = now if now > self._made_at else None
            return False
        return now >= self._since + self._duration


def dice_of(table: Table, throws: Iterable[Throw[str]]) -> RingDice | None:
    """Return all dice of these throws for a ring, each in its owner's colour; None if no die is public."""
    dice = [
        (die.value, table.match.colours[group.seat - 1][0] if group.seat is not None else NEUTRAL)
        for throw in throws
        for group in throw.groups
        for die in group.dice
        if die.value is not None
    ]
    if not dice:
        return None
    return RingDice(tuple(value for value, _ in dice), tuple(colour for _, colour in dice))


def _pair(throw: Throw[str]) -> tuple[int, int, int] | None:
    """Return two dice thrown against each other, and the number of faces of the second; None for other throws."""
    groups: tuple[DiceGroup[str], ...] = throw.groups
    if [len(group.dice) for group in groups] != [1, 1] or all(group.won is None for group in groups):
        return None
    mine, theirs = (group.dice[0] for group in groups)
    return mine.value or 0, theirs.value or 0, theirs.faces


def _played_on(entry: int, before: Table, after: Table) -> bool:
    """Return whether the table has played on since this entry was shown."""
    return len(after.entries) > max(entry, len(before.entries))


def _note(page: Page, result: SpinResult | find_chance_results.ThrowResult, first: str) -> str:
    """Return the remarks on a result: it was typed in, or it is the same as before."""
    remarks = [first] if first else []
    if result.typed:
        remarks.append(page.word("chance.typed"))
    if result.again:
        remarks.append(page.word("chance.again"))
    return _BETWEEN_NOTES.join(remarks)


def _table(box: PageHost) -> Table:
    table = box.table
    assert table is not None  # the pages are on the stack only while their game is open
    return table


class TallyPage(Page):
    """A tally, one share at a time, then what the table does by hand: ok goes on, up goes back, back skips the rest."""

    def __init__(self, box: PageHost, entry: int) -> None:
        """Create the page; `entry` is the number of the entry with the tally."""
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
            mark=seat_mark(self._table(), share.seat, self.box.words),
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
        """Remove the page if its tally was taken back or changed by an amendment, or if phones play on."""
        played_on = len(after.entries) > max(self._entry, len(before.entries))
        earlier, now = (tally_of_entry(table, self._entry, self.box.words) for table in (before, after))
        if played_on or earlier != now:
            self.box.remove(self)

    def _leave(self) -> None:
        self.box.pop()
        if self.box.table is not None and self.box.table.over:
            self.box.sound(Sound.END)

    def _tally(self) -> Tally[str]:
        tally = tally_of_entry(self._table(), self._entry, self.box.words)
        assert tally is not None  # the page is removed when its tally is taken back
        return tally

    def _table(self) -> Table:
        table = self.box.table
        assert table is not None
        return table


def _steps(tally: Tally[str]) -> int:
    """Return the number of pages it takes: one for each share, and one for what is done then."""
    return len(tally.shares) + bool(tally.then)


_UP, _DOWN = frozenset({Key.UP, Key.LEFT}), frozenset({Key.DOWN, Key.RIGHT})


class RevealPage(Page):
    """Cards that are turned over, a page for each row with its seat on the bar. Nothing moves.

    Ok shows the next row, after the last one it closes the page. Up and down scroll, and go to the row before or after.
    """

    def __init__(self, box: PageHost, entry: int, reveal: Reveal[str]) -> None:
        """Create the page; `entry` is the number of the entry with the reveal."""
        super().__init__(box)
        self._entry, self._reveal = entry, reveal
        self._row = 0
        """Index of the row in sight."""
        self._scroll = 0

    def face(self) -> BlockFace:
        face = self._face()
        last = self.box.last_scroll(face)
        more = self.hints((Key.DOWN, "key.more")) if self._scroll < last else ()
        return replace(face, hints=(*face.hints, *more), scroll=min(self._scroll, last))

    def press(self, key: Key) -> None:
        last = self.box.last_scroll(self._face())
        if key in _DOWN and self._scroll < last:
            self._scroll += 1
        elif key in _UP and self._scroll:
            self._scroll = min(self._scroll, last) - 1
        elif key in _UP:
            self._show_row(max(self._row - 1, 0))
        elif self._row + 1 < len(self._reveal.rows) and key in (Key.OK, *_DOWN):
            self._show_row(self._row + 1)
        elif key not in _DOWN:
            self.box.pop()

    def table_changed(self, before: Table, after: Table) -> None:
        """Remove the page if its cards were taken back or changed, or if somebody plays on."""
        played_on = len(after.entries) > max(self._entry, len(before.entries))
        stands = len(after.entries) >= self._entry and self._reveal in animations_in_words(
            after, self._entry, PUBLIC, self.box.words
        )
        if played_on or not stands:
            self.box.remove(self)

    def _show_row(self, row: int) -> None:
        self._row, self._scroll = row, 0

    def _face(self) -> BlockFace:
        """Return a row, shown like the hand of its seat."""
        table = self.box.table
        assert table is not None  # the page is on the stack only while its game is open
        row = self._reveal.rows[self._row]
        cards = Cards(id="revealed", name=self._reveal.name, rows=(row,), seat=row.seat)
        view = block_view(cards, table, self.box.words)
        signs = tuple(_as_printed(sign, table, self.box.words) for sign in view.signs)
        strip = Strip(title=cards.name, turn=view.mark(row.seat))
        hints = self.hints((Key.OK, "key.next"))
        return BlockFace(strip=strip, hints=hints, blocks=(replace(view, signs=signs),), scroll=self._scroll)


def _as_printed(sign: ComponentSign, table: Table, words: Words) -> ComponentSign:
    """Return the sign of a card with the text and the amount printed on it: the page says what kind of card it is."""
    card = table.match.component(sign.name).face
    if card is None or card.text is None or len(card.uses) != 1 or len(card.uses[0].gives) != 1:
        return sign
    return replace(sign, title=words.of(card.text, table.names), worth=card.uses[0].gives[0].n)
