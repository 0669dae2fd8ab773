"""A page from which something is thrown: a key is held and let go, or the spinner is spun."""

from __future__ import annotations

from companion.box.faces.faces import Face
from companion.box.faces.light_ring import RingShow, RingStands, wheel_of
from companion.box.faces.wheel_face import WheelFace
from companion.box.pages.page import Host, Page
from companion.box.pages.wheel_spin import GRIPPED, Winding
from companion.words.signs import Key


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
