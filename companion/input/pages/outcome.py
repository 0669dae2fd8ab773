"""What chance has brought, for the whole table to see: the wheel that comes to rest, and both dice of a fight."""

from __future__ import annotations

from companion.games.classic.accessories import as_free
from companion.games.classic.state import Terms
from companion.input.pages.page import Host, Page
from companion.input.pages.spinning import Spinning, Thrown
from companion.session.table import Table
from companion.views.chance_faces import FightFace
from companion.views.faces import Face, Strip
from companion.views.roulette import (
    ROUTE_GLYPHS,
    Fought,
    Spun,
    counted,
    fought_at,
    result_said,
    ring,
    spun_at,
    trial_note,
)
from companion.views.seats import mark_of
from companion.views.signs import Key
from companion.views.wheel_face import WheelFace

_BETWEEN_NOTES = " · "


class SpunPage(Page):
    """The wheel turns to what stands in the journal already. Any press ends that, and the next one goes on."""

    def __init__(self, box: Host, entry: int, thrown: Thrown) -> None:
        """`entry` is the number of the spin. One that was typed in has turned elsewhere, and only stands here."""
        super().__init__(box)
        self._entry = entry
        spun = self._spun()
        self._spinning = Spinning(box, len(spun.wheel.sectors), spun.sector, thrown, still=spun.typed)

    @property
    def grips(self) -> frozenset[Key]:
        """Whatever key goes down while it turns: nobody has to wait until it comes up."""
        return frozenset() if self._spinning.rests else frozenset(Key)

    def face(self) -> Face:
        spun, words = self._spun(), self.box.words
        rests = self._spinning.rests
        announced, trial = words(f"wheel.{spun.route.value}"), trial_note(spun.wheel.placeholder, words)
        return WheelFace(
            strip=Strip(turn=mark_of(_table(self.box), spun.seat, words)),
            hints=self.hints((Key.OK, "key.next" if rests else "key.skip")),
            sectors=ring(as_free(spun.wheel), spun.route, words),
            at=self._spinning.stand.angle,
            result=spun.sector if rests else None,
            counts=counted(spun) if rests else "",
            line=result_said(spun, words) if rests else announced,
            glyph=ROUTE_GLYPHS[spun.route],
            note=_note(self, spun, trial) if rests else trial,
        )

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
        if _gone_by(self._entry, before, after) or spun_at(before, self._entry) != spun_at(after, self._entry):
            self.box.remove(self)

    def _spun(self) -> Spun:
        spun = spun_at(_table(self.box), self._entry)
        assert spun is not None  # the page lies on the pile only as long as its spin stands
        return spun


class FoughtPage(Page):
    """The white die, the black one, and who won. Any press goes on."""

    def __init__(self, box: Host, entry: int) -> None:
        """`entry` is the number of the fight."""
        super().__init__(box)
        self._entry = entry

    def face(self) -> Face:
        fought, words = self._fought(), self.box.words
        return FightFace(
            strip=Strip(turn=mark_of(_table(self.box), fought.seat, words)),
            hints=self.hints((Key.OK, "key.next")),
            white=fought.white,
            black=fought.black,
            faces=fought.faces,
            headline=words("fight.won" if fought.won else "fight.lost"),
            line=self._comes_of(fought),
            ruling="C3",
            note=_note(self, fought, ""),
        )

    def press(self, key: Key) -> None:
        self.box.pop()

    def turn(self, step: int) -> None:
        """A knob that is nudged takes no result away."""

    def throw(self, speed: float) -> None:
        """As `turn`."""

    def table_changed(self, before: Table, after: Table) -> None:
        """As a spin's."""
        if _gone_by(self._entry, before, after) or fought_at(before, self._entry) != fought_at(after, self._entry):
            self.box.remove(self)

    def _comes_of(self, fought: Fought) -> str:
        """The loot, or what the ransom is (C4, C5)."""
        terms, state = _table(self.box).match, _table(self.box).before(self._entry)
        assert isinstance(terms, Terms)
        if not fought.won:
            return self.word("fight.ransom", n=terms.edition.ransom)
        return self.word("fight.loot" if state.loot.besants or state.loot.cards else "fight.no_loot")

    def _fought(self) -> Fought:
        fought = fought_at(_table(self.box), self._entry)
        assert fought is not None  # the page lies on the pile only as long as its fight stands
        return fought


def _gone_by(entry: int, before: Table, after: Table) -> bool:
    """Whether the table has played on since this entry was shown."""
    return len(after.entries) > max(entry, len(before.entries))


def _note(page: Page, brought: Spun | Fought, first: str) -> str:
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
