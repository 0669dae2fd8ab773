"""A wheel under the hand: wound up, thrown, coming to rest; and the base of pages with something to throw."""

from __future__ import annotations

from collections.abc import Iterable

from companion.box.faces.faces import Face
from companion.box.faces.signals import RingPointer, RingShow, RingSpin, Sound, ring_spin, ring_wheel
from companion.box.faces.wheel_face import WheelFace, middle_of
from companion.box.faces.wheel_motion import FRAMES_A_SECOND, WheelMotion, WheelPosition, steps_a_turn, wheel_motion
from companion.box.pages.page import Page, PageHost
from companion.support.frozen_dataclasses import frozen
from companion.words.signs import Key

GRIPPED = frozenset({Key.OK, Key.SPIN})
"""Keys that wind up while they are held, and throw when released."""
MOST_TICKS_A_SECOND = 12
"""More ticks than these are heard as a rattle, not as ticks of wood."""
_FRAME = 1 / FRAMES_A_SECOND
_SOON = 0.001
"""Seconds after which a wheel that was just thrown needs a tick, to learn the time."""
_WOUND_TURNS_A_SECOND = 0.2
"""Speed of a wheel under the hand."""
_TAP_SPEED, _SPEED_A_SECOND, _MOST_SPEED = 10.0, 10.0, 40.0
"""In detents a second: speed of a throw by a tap, increase for each second of holding, and maximum."""


@frozen
class WheelThrow:
    """The start of a wheel's spin."""

    start: float
    """Its angle, as in a WheelPosition."""
    speed: float
    """In detents a second."""


class Winding:
    """A key that is held to wind something up; its release is the throw."""

    def __init__(self, box: PageHost) -> None:
        self._box = box
        self._key: Key | None = None
        self._since = 0.0

    @property
    def held(self) -> bool:
        """True while a key is held. A grip that was interrupted by another page on top does not count."""
        return self._key is not None and self._key in self._box.down

    @property
    def key(self) -> Key:
        """The key that is held; while none is, ok, which every box has."""
        return self._key if self._key is not None and self.held else Key.OK

    @property
    def seconds(self) -> float:
        """Seconds for which the key has been held."""
        return max(self._box.now - self._since, 0.0) if self.held else 0.0

    @property
    def turns(self) -> float:
        """Turns of the wheel under the hand; 0 if motion is off."""
        return 0.0 if self._box.preferences.calm else self.seconds * _WOUND_TURNS_A_SECOND

    def grip(self, key: Key) -> None:
        """Start winding with a key. A second key changes nothing."""
        if not self.held:
            self._key, self._since = key, self._box.now

    def release(self, key: Key) -> float | None:
        """Return the speed of the throw when a key comes up; None if it is not the key that winds."""
        if key is not self._key:
            return None
        speed = min(_TAP_SPEED + _SPEED_A_SECOND * max(self._box.now - self._since, 0.0), _MOST_SPEED)
        self._key = None
        return speed

    def deadline(self) -> float | None:
        """Return when the next picture of it is due."""
        return self._box.now + _FRAME if self.held and not self._box.preferences.calm else None


class SpinAnimation:
    """A wheel on its way to a result that is already decided."""

    def __init__(
        self, box: PageHost, ends: tuple[int, ...], result: int, thrown: WheelThrow, *, still: bool = False
    ) -> None:
        """Start with the next tick; with `still`, or if motion is off, be at rest at once."""
        self._box = box
        self._motion: WheelMotion = wheel_motion(
            ends, result, thrown.start, thrown.speed, still=still or box.preferences.calm
        )
        self._result = result
        self._ticks = thin_out(self._motion.ticks())
        self._made_at = box.now
        self._since: float | None = None
        self._after = 0.0
        self.is_at_rest = self._motion.seconds == 0

    def ring(self, face: WheelFace) -> RingSpin | None:
        """Return the same spin as a light that runs round a ring; None while nothing turns."""
        if self.is_at_rest or self._since is None:
            return None
        return ring_spin(face.sectors, self._result, self._motion, self._since)

    @property
    def position(self) -> WheelPosition:
        """Present position of the wheel."""
        return self._motion.position_at(self._motion.seconds if self.is_at_rest else self._after)

    def skip(self) -> None:
        """Stop at the result at once, for a player who does not want to wait."""
        self.is_at_rest = True

    def update(self, now: float) -> None:
        """Move on with the time and play a tick for each border that went by."""
        if self.is_at_rest:
            return
        if self._since is None:
            if now <= self._made_at:
                return  # the time of the last touch, which may be long ago if a phone has thrown
            self._since = now
        before, self._after = self._after, now - self._since
        if any(before < tick <= self._after for tick in self._ticks):
            self._box.sound(Sound.TICK)
        if now >= self._since + self._motion.seconds:  # computed as in `deadline`, so that both agree to the last bit
            self.is_at_rest = True
            self._box.sound(Sound.DONE)

    def deadline(self) -> float | None:
        """Return when the next picture of it is due."""
        if self.is_at_rest:
            return None
        if self._since is None:
            return self._made_at + _SOON
        return self._since + min(self._after + _FRAME, self._motion.seconds)


class ThrowingPage(Page):
    """A page where holding ok or spin winds up and releasing it throws: `throw` defines the effect."""

    def __init__(self, box: PageHost) -> None:
        super().__init__(box)
        self._winding = Winding(box)

    @property
    def grips(self) -> frozenset[Key]:
        return GRIPPED

    def grip(self, key: Key) -> None:
        self._winding.grip(key)

    def release(self, key: Key) -> None:
        speed = self._winding.release(key)
        if speed is not None:
            self.throw(speed)

    def ring(self, face: Face) -> RingShow | None:
        """Return a wheel that follows the hand that holds it."""
        if isinstance(face, WheelFace) and self._winding.held:
            return RingPointer(ring_wheel(face.sectors), -face.angle % 1, held=True)
        return None

    def deadline(self) -> float | None:
        return self._winding.deadline()


def resting_angle(ends: tuple[int, ...], result: int) -> float:
    """Return the angle of a wheel with the middle of this sector, from 0, at the pointer."""
    return -middle_of(ends, result) % 1


def round_to_step(ends: tuple[int, ...], angle: float) -> float:
    """Return an angle rounded to whole steps, so that nothing is drawn again that looks the same."""
    turn = steps_a_turn(ends)
    return round(angle * turn) % turn / turn


def thin_out(ticks: Iterable[float]) -> tuple[float, ...]:
    """Return times, in order, without those that follow another too closely to be heard separately."""
    spaced: list[float] = []
    for tick in ticks:
        if not spaced or tick - spaced[-1] >= 1 / MOST_TICKS_A_SECOND:
            spaced.append(tick)
    return tuple(spaced)
