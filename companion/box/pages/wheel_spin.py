"""A wheel under the hand: wound up, let go, coming to rest; and the pages from which something is thrown."""

from __future__ import annotations

from collections.abc import Iterable

from companion.box.faces.faces import Face
from companion.box.faces.signals import RingShow, RingSpin, RingStands, Sound, spin_of, wheel_of
from companion.box.faces.wheel_face import WheelFace, middle_of
from companion.box.faces.wheel_motion import FRAMES_A_SECOND, Stand, Turning, steps_a_turn, turning
from companion.box.pages.page import Host, Page
from companion.support.frozen import frozen
from companion.words.signs import Key

GRIPPED = frozenset({Key.OK, Key.SPIN})
"""Keys that wind up while they are held, and let go when they are."""
MOST_TICKS_A_SECOND = 12
"""More than these are a rattle, and no ticks of wood any more."""
_FRAME = 1 / FRAMES_A_SECOND
_SOON = 0.001
"""Seconds after which a wheel that was just thrown asks what time it is."""
_WOUND_TURNS_A_SECOND = 0.2
"""How fast a wheel turns under the hand."""
_TAP_SPEED, _SPEED_A_SECOND, _MOST_SPEED = 10.0, 10.0, 40.0
"""In detents a second: of a throw by a mere tap, what each second of holding adds, and where that ends."""


@frozen
class Thrown:
    """How a wheel left the hand."""

    start: float
    """Where it stood, as the angle of a Stand."""
    speed: float
    """In detents a second."""


class Winding:
    """A key that is held to wind something up; its release is the throw."""

    def __init__(self, box: Host) -> None:
        self._box = box
        self._key: Key | None = None
        self._since = 0.0

    @property
    def held(self) -> bool:
        """Whether a key is held. One whose grip was broken off, by another page on top, is not."""
        return self._key is not None and self._key in self._box.down

    @property
    def key(self) -> Key:
        """The key that is held; ok, which every box has, while none is."""
        return self._key if self._key is not None and self.held else Key.OK

    @property
    def seconds(self) -> float:
        """For how long."""
        return max(self._box.now - self._since, 0.0) if self.held else 0.0

    @property
    def turned(self) -> float:
        """How far a wheel has been turned under the hand, in turns; not at all where motion is not wanted."""
        return 0.0 if self._box.preferences.calm else self.seconds * _WOUND_TURNS_A_SECOND

    def grip(self, key: Key) -> None:
        """A key went down. A second one changes nothing."""
        if not self.held:
            self._key, self._since = key, self._box.now

    def release(self, key: Key) -> float | None:
        """A key came up: the speed of the throw; None if it was not the one that winds."""
        if key is not self._key:
            return None
        speed = min(_TAP_SPEED + _SPEED_A_SECOND * max(self._box.now - self._since, 0.0), _MOST_SPEED)
        self._key = None
        return speed

    def deadline(self) -> float | None:
        """When the next picture of it is due."""
        return self._box.now + _FRAME if self.held and not self._box.preferences.calm else None


class Spinning:
    """A wheel on its way to a result that stands already."""

    def __init__(self, box: Host, ends: tuple[int, ...], result: int, thrown: Thrown, *, still: bool = False) -> None:
        """It starts by itself with the next tick; at once at rest with `still`, or where motion is not wanted."""
        self._box = box
        self._way: Turning = turning(ends, result, thrown.start, thrown.speed, still=still or box.preferences.calm)
        self._result = result
        self._ticks = thinned(self._way.ticks())
        self._made_at = box.now
        self._since: float | None = None
        self._after = 0.0
        self.rests = self._way.seconds == 0

    def ring(self, face: WheelFace) -> RingSpin | None:
        """The same as a light that runs round a ring; None while nothing turns."""
        if self.rests or self._since is None:
            return None
        return spin_of(face.sectors, self._result, self._way, self._since)

    @property
    def stand(self) -> Stand:
        """Where it stands now."""
        return self._way.at(self._way.seconds if self.rests else self._after)

    def skip(self) -> None:
        """Let it rest at once: whoever presses does not wait."""
        self.rests = True

    def look(self, now: float) -> None:
        """Time has passed: let each border that went by be heard."""
        if self.rests:
            return
        if self._since is None:
            if now <= self._made_at:
                return  # the time of the last touch, which may be long ago when a phone has thrown
            self._since = now
        before, self._after = self._after, now - self._since
        if any(before < tick <= self._after for tick in self._ticks):
            self._box.sound(Sound.TICK)
        if now >= self._since + self._way.seconds:  # said as the deadline says it, to the last bit
            self.rests = True
            self._box.sound(Sound.DONE)

    def deadline(self) -> float | None:
        """When the next picture of it is due."""
        if self.rests:
            return None
        if self._since is None:
            return self._made_at + _SOON
        return self._since + min(self._after + _FRAME, self._way.seconds)


class ThrowingPage(Page):
    """Holding ok or spin winds up, letting go is the throw: `throw` says what that does."""

    def __init__(self, box: Host) -> None:
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
        """A wheel follows the hand that holds it."""
        if isinstance(face, WheelFace) and self._winding.held:
            return RingStands(wheel_of(face.sectors), -face.turned % 1, held=True)
        return None

    def deadline(self) -> float | None:
        return self._winding.deadline()


def resting(ends: tuple[int, ...], result: int) -> float:
    """Where a wheel stands with the middle of this sector, from 0, at the pointer."""
    return -middle_of(ends, result) % 1


def stepped(ends: tuple[int, ...], angle: float) -> float:
    """The same angle in whole steps: nothing is drawn anew that looks the same."""
    turn = steps_a_turn(ends)
    return round(angle * turn) % turn / turn


def thinned(ticks: Iterable[float]) -> tuple[float, ...]:
    """Moments, in order, without those that follow another one too closely to be heard by themselves."""
    kept: list[float] = []
    for tick in ticks:
        if not kept or tick - kept[-1] >= 1 / MOST_TICKS_A_SECOND:
            kept.append(tick)
    return tuple(kept)
