"""Free dice and the free wheel: throws without a game, or beside a game that they do not affect."""

from __future__ import annotations

from contextlib import suppress

from companion.box.faces.chance_faces import DiceFace
from companion.box.faces.faces import Face, Hint, ListRow, Strip
from companion.box.faces.find_chance_results import sector_labels
from companion.box.faces.signals import RingShow
from companion.box.faces.wheel_face import WheelFace, sector_ends
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.message_page import ConfirmPage
from companion.box.pages.page import Page, PageHost
from companion.box.pages.seal_page import SealPage
from companion.box.pages.wheel_spin import GRIPPED, SpinAnimation, ThrowingPage, WheelThrow, Winding, round_to_step
from companion.rules.copied_parts import FreeWheel
from companion.rules.scene import Ring
from companion.rules.text import translated
from companion.table.commands import LayOutFreeDice, PutAwayFreeDice, ThrowFreeDice
from companion.table.draw_record import Commitment
from companion.table.free_dice import FreeThrow, most_free_dice, wheel_lender
from companion.table.session_errors import SessionError
from companion.words.catalogue import format_number
from companion.words.signs import AnyGlyph, Glyph, Key, glyph_named

_USUAL_DICE = 2
_STEPS_A_SECOND = 8
"""Speed at which dice rattle in the hand."""


def open_free_dice(box: PageHost) -> None:
    """Lay out dice and wheel for throws without a game, and push the menu to choose between them. Seals are made before
    the first throw.
    """
    with suppress(SessionError):  # if nothing can be written, the first throw shows the error
        box.do_or_raise(LayOutFreeDice())

    def items() -> list[ListItem]:
        word = box.words
        rows = [
            ListItem(ListRow(word("free.dice"), glyph=Glyph.DIE), lambda: box.push(FreeDicePage(box))),
            ListItem(ListRow(word("free.wheel"), glyph=Glyph.WIND_ROSE), lambda: _open_wheel(box)),
        ]
        if _seals(box):
            rows.append(
                ListItem(
                    ListRow(word("chance.title")), lambda: box.push(SealPage(box, lambda: _seals(box), game=False))
                )
            )
        if _last_throw(box):
            rows.append(ListItem(ListRow(word("free.put_away")), lambda: _put_away(box), word("free.put_away_note")))
        return rows

    box.push(ListPage(box, lambda: box.words("free.title"), items))


class FreeDicePage(ThrowingPage):
    """Free dice: up adds a die, down removes one; hold and release to throw them."""

    clockwise_is_up = True

    def __init__(self, box: PageHost) -> None:
        super().__init__(box)
        self._count = _USUAL_DICE
        self._values: tuple[int, ...] = ()
        """Values of the last throw; empty once the number of dice has changed."""

    def face(self) -> Face:
        thrown = bool(self._values) and not self._winding.held
        rattling = self._winding.held and not self.box.preferences.calm
        return DiceFace(
            strip=Strip(title=self.word("free.dice")),
            hints=_hints(self, self._winding, "free.count"),
            dice=self._values if thrown else (0,) * self._count,
            line=self.word("free.sum" if thrown and self._count > 1 else "free.dice_count", n=self._count),
            shaken=1 + int(self._winding.seconds * _STEPS_A_SECOND) if rattling else 0,
        )

    def press(self, key: Key) -> None:
        step = {Key.UP: 1, Key.RIGHT: 1, Key.DOWN: -1, Key.LEFT: -1}.get(key)
        if step is None:
            super().press(key)
        elif 1 <= self._count + step <= most_free_dice(self.box.queries.games):
            self._count, self._values = self._count + step, ()

    def throw(self, speed: float) -> None:
        if self.box.do(ThrowFreeDice(dice=self._count)) is not None:
            thrown = _last_throw(self.box)
            self._values = thrown.drawn.values if thrown else ()


class FreeWheelPage(ThrowingPage):
    """The free wheel: up and down change the announced ring; hold and release to spin. Any press ends the turning."""

    def __init__(self, box: PageHost, wheel: FreeWheel) -> None:
        super().__init__(box)
        self._wheel = wheel
        """The owner's wheel, read again for every throw: reading it takes longer than a picture may."""
        self._band = 0
        """Index of the announced ring."""
        self._angle = 0.0
        """Angle of the wheel when it was last thrown."""
        self._spun: FreeThrow | None = None
        self._spinning: SpinAnimation | None = None

    @property
    def grips(self) -> frozenset[Key]:
        return frozenset(Key) if self._is_turning else GRIPPED

    def face(self) -> Face:
        ring = self._ring()
        rests = self._spun is not None and not self._is_turning and not self._winding.held
        return WheelFace(
            strip=Strip(title=self.word("free.wheel")),
            hints=self.hints((Key.OK, "key.skip")) if self._is_turning else _hints(self, self._winding, "key.other"),
            sectors=sector_labels(ring, self._band, self._drawing),
            rotation=self._present_angle(),
            result=self._spun.drawn.values[0] if self._spun and rests else None,
            line=self._line(ring) if rests else ring.bands[self._band].name,
            glyph=self._drawing(self._wheel.band_components[self._band].name),
            note=ring.note or "",
        )

    def press(self, key: Key) -> None:
        if key in (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT):
            self._angle = self._present_angle()
            self._band = (self._band + 1) % len(self._wheel.rings)
            self._spun = self._spinning = None
        else:
            super().press(key)

    def grip(self, key: Key) -> None:
        if self._spinning is not None and self._is_turning:
            self._spinning.skip()
        else:
            super().grip(key)

    def throw(self, speed: float) -> None:
        if self._spinning is not None and self._is_turning:
            self._spinning.skip()
        else:
            self._spin(speed)

    def deadline(self) -> float | None:
        return self._spinning.deadline() if self._spinning and self._is_turning else super().deadline()

    def update(self, now: float) -> None:
        if self._spinning is not None:
            self._spinning.update(now)

    def ring(self, face: Face) -> RingShow | None:
        if self._spinning is not None and self._is_turning and isinstance(face, WheelFace):
            return self._spinning.ring(face)
        return super().ring(face)

    @property
    def _is_turning(self) -> bool:
        return self._spinning is not None and not self._spinning.is_at_rest

    def _spin(self, speed: float) -> None:
        wheel = read_wheel(self.box)
        if wheel is None:
            return
        self._wheel = wheel
        thrown = WheelThrow(self._present_angle(), speed)
        spun = self._throw_wheel(wheel.rings[self._band])
        if spun is not None:
            self._spun = spun
            result = spun.drawn.values[0]
            self._spinning = SpinAnimation(self.box, sector_ends(wheel.ring.sectors), result, thrown)

    def _throw_wheel(self, ring: str) -> FreeThrow | None:
        """Throw with this ring announced; return the throw, or None after showing why it is refused."""
        return _last_throw(self.box) if self.box.do(ThrowFreeDice(route=ring)) is not None else None

    def _drawing(self, thing: str | None) -> AnyGlyph | None:
        lender = wheel_lender(self.box.queries.games)
        component = next(
            (component_of_wheel for component_of_wheel in self._wheel.components if component_of_wheel.name == thing),
            None,
        )
        return glyph_named(component.small_glyph, lender.words) if component and lender else None

    def _present_angle(self) -> float:
        angle = self._spinning.position.angle if self._spinning else self._angle
        return round_to_step(sector_ends(self._wheel.ring.sectors), angle + self._winding.turns)

    def _line(self, ring: Ring[str]) -> str:
        """Return the meaning of the result."""
        sector = self._spun.drawn.values[0] if self._spun else 0
        reading = ring.sectors[sector].shows[self._band]
        return reading.says or reading.name or format_number(reading.n or 0)

    def _ring(self) -> Ring[str]:
        ring: Ring[str] = translated(self._wheel.ring, self.box.words.of)
        return ring


def _hints(page: Page, winding: Winding, down_hint: str) -> tuple[Hint, ...]:
    if winding.held:
        return page.hints((winding.key, "key.let_go"))
    return page.hints((Key.BACK, "key.back"), (Key.DOWN, down_hint), (Key.OK, "key.hold"))


def _open_wheel(box: PageHost) -> None:
    wheel = read_wheel(box)
    if wheel is not None:
        box.push(FreeWheelPage(box, wheel))


def read_wheel(box: PageHost) -> FreeWheel | None:
    """Return the present free wheel; show why if it cannot be read."""
    try:
        return box.queries.free_wheel()
    except SessionError as error:
        box.show_refusal(error)
        return None


def _last_throw(box: PageHost) -> FreeThrow | None:
    tray = box.queries.free_dice
    return tray.throws[-1] if tray is not None and tray.throws else None


def _seals(box: PageHost) -> tuple[Commitment, ...]:
    """Return the seal that was opened last, and the one in force."""
    tray = box.queries.free_dice
    if tray is None:
        return ()
    return (tray.previous_commitment, tray.commitment) if tray.previous_commitment else (tray.commitment,)


def _put_away(box: PageHost) -> None:
    """Ask, then reveal what was sealed: later throws have another seal."""

    def put_away() -> None:
        if box.do(PutAwayFreeDice()) is not None:
            box.push(SealPage(box, lambda: _seals(box)[:1], game=False))

    word = box.words
    title, question = word("free.put_away"), word("free.put_away_question")
    box.push(ConfirmPage(box, title, question, put_away, body=word("free.put_away_body")))
