"""A barrier for those who give way to the screen: they wait here until the face is painted."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.box.faces.faces import Face
from companion.box.screen.picture import Picture


class Easel:
    """Paints faces on the screen's thread, and tells others when the newest is painted."""

    def __init__(self, paint: Callable[[Face], Picture]) -> None:
        """`paint` makes the picture of a face."""
        self._paint = paint
        self._changed = threading.Condition()
        self._wanted: Face | None = None
        self._painted: Face | None = None

    def expect(self, face: Face) -> None:
        """Hear that this face is about to be handed to the screen."""
        with self._changed:
            self._wanted = face

    def paint(self, face: Face) -> Picture:
        """The picture of a face. Raises what the painter raises; it is done with then too."""
        try:
            return self._paint(face)
        finally:
            with self._changed:
                self._painted = face
                self._changed.notify_all()

    def wait(self, timeout: float) -> bool:
        """Wait until the newest face is painted, at most `timeout` seconds; whether so.

        Before the first is painted there may be no screen at all, and nobody waits.
        """
        with self._changed:
            return self._changed.wait_for(lambda: self._painted is None or self._painted == self._wanted, timeout)
