"""The screen's own thread: paints and shows the newest face, dims when nothing happens, brings a lost screen back."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from companion.box.faces.faces import Face, OffFace
from companion.box.faces.signals import Output
from companion.box.screen.canvas import Picture
from companion.devices.display import BRIGHT, Display, DisplayLostError
from companion.session.publisher import Slot

log = logging.getLogger(__name__)

RETRIES_S = (0.5, 1.0, 2.0, 5.0)
"""How long to wait before each attempt to find a lost screen again; the last one is kept."""
CHECK_S = 5.0
"""While nothing new comes, the screen is asked so often whether it is still there: one that came off is missed before
anybody wonders why the box does nothing, and asking costs three bytes."""
REFRESH_S = 60.0
"""So often a check is a refresh: a screen that was off and on again between two checks answers as if nothing had been,
but shows nothing. A minute is about as long as one tries a cable before giving up."""
DIM_AFTER_S = 120.0
"""How long nothing new may come before the screen is dimmed: a long turn, after which nobody looks at the box."""
DIM = 0x10
"""How bright it is then: an eighth of BRIGHT, to the eye a little less than half. At a table in lamplight that is still
read from one's seat, but does not draw the eye; and what stands there for hours leaves less of a mark on the glass."""


class ScreenThread:
    """Shows the face of every output that it can keep up with: the newest wins. At rest it sleeps but for a heartbeat.

    A screen that does not answer is opened anew, after a while and then a longer one, and gets the whole picture again.
    """

    def __init__(
        self,
        slot: Slot[Output],
        paint: Callable[[Face], Picture],
        open_display: Callable[[], Display],
        on_health: Callable[[bool], None],
        clock: Callable[[], float],
        retries_s: Sequence[float] = RETRIES_S,
    ) -> None:
        """`slot` is closed by `close`.

        Args:
            slot: Where outputs come from.
            paint: Makes the picture of a face.
            open_display: Opens the screen; raises DisplayLostError as long as there is none.
            on_health: Called on the screen's thread, with False when the screen is lost and True when it is back. The
                screen is taken for well at the start.
            clock: Counts seconds and never goes back.
            retries_s: As RETRIES_S; not empty.
        """
        self._slot = slot
        self._paint = paint
        self._open_display = open_display
        self._on_health = on_health
        self._clock = clock
        self._retries_s = tuple(retries_s)
        self._display: Display | None = None
        self._face: Face | None = None
        self._picture: Picture | None = None
        self._failures = 0
        self._retry_at = 0.0
        self._level = BRIGHT
        self._dim_at = self._check_at = self._refresh_at = 0.0
        self._thread = threading.Thread(target=self._run, name="screen", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def close(self) -> None:
        """Show what came last and stop. Only the face of a box that is off stays on the glass."""
        self._slot.close()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while True:
            output = self._slot.take(self._patience())
            if output is not None:
                self._look(output.face)
                self._dim_at = self._clock() + DIM_AFTER_S
                self._check_at = self._clock() + CHECK_S
            elif self._slot.closed:
                break
            if self._picture is not None and not self._waiting():
                self._tend(self._picture)
        self._finish()

    def _patience(self) -> float | None:
        """How long to sleep when nothing new comes, in seconds; None: for good."""
        if self._failures:
            due = self._retry_at
        elif self._display is None:
            return None
        else:
            due = min(self._check_at, self._dim_at) if self._level == BRIGHT else self._check_at
        return max(0.0, due - self._clock())

    def _waiting(self) -> bool:
        return self._failures > 0 and self._clock() < self._retry_at

    def _look(self, face: Face) -> None:
        if face == self._face:
            return
        self._face = face
        try:
            self._picture = self._paint(face)
        except Exception:  # one face that cannot be painted must not end the screen: the next one may be
            log.exception("cannot paint %r", face)

    def _tend(self, picture: Picture) -> None:
        """Do whatever the screen needs at this moment."""
        try:
            display = self._display or self._opened()
            self._light(display)
            display.show(picture)
            self._beat(display)
        except DisplayLostError as error:
            self._lost(error)
        else:
            if self._failures:
                log.warning("the screen is back")
                self._failures = 0
                self._on_health(True)

    def _opened(self) -> Display:
        self._display = self._open_display()
        self._level = BRIGHT
        self._check_at = self._clock() + CHECK_S
        self._refresh_at = self._clock() + REFRESH_S
        return self._display

    def _light(self, display: Display) -> None:
        level = DIM if self._clock() >= self._dim_at else BRIGHT
        if level != self._level:
            display.contrast(level)
            self._level = level

    def _beat(self, display: Display) -> None:
        """Now and then make sure that the screen is there and shows what it should."""
        now = self._clock()
        if now >= self._refresh_at:
            display.refresh()
            self._refresh_at = now + REFRESH_S
        elif now >= self._check_at:
            display.check()
        else:
            return
        self._check_at = now + CHECK_S

    def _lost(self, error: DisplayLostError) -> None:
        if not self._failures:
            log.warning("the screen is lost: %s", error)
        self._let_go()
        self._retry_at = self._clock() + self._retries_s[min(self._failures, len(self._retries_s) - 1)]
        self._failures += 1
        if self._failures == 1:
            self._on_health(False)

    def _let_go(self) -> None:
        display, self._display = self._display, None
        if display is not None:
            display.close()

    def _finish(self) -> None:
        try:
            if self._display is not None and not isinstance(self._face, OffFace):
                self._display.off()
        except DisplayLostError:
            log.warning("the screen was lost before it could be switched off")
        self._let_go()
