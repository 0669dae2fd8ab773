"""The screen's thread: paints and shows the newest face, dims an idle screen, and reopens a lost one."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from companion.box.faces.faces import Face, OffFace
from companion.box.faces.signals import MOST_BRIGHTNESS, BoxOutput
from companion.box.screen.canvas import Picture
from companion.devices.display import BRIGHT, Display, DisplayLostError
from companion.session.publisher import SubscriberSlot

log = logging.getLogger(__name__)

RETRIES_S = (0.5, 1.0, 2.0, 5.0)
"""The waits before each attempt to reopen a lost screen; the last one repeats."""
CHECK_S = 5.0
"""The interval of the checks that an idle screen is still connected. One that came off is noticed before anybody
wonders why the box does nothing, and a check costs three bytes."""
REFRESH_S = 60.0
"""The interval at which a check becomes a refresh. A screen that lost its power between two checks answers as before,
but shows nothing. A minute is about as long as people try a cable before they give up."""
DIM_AFTER_S = 120.0
"""The time without news after which the screen is dimmed: a long turn, after which nobody looks at the box."""
LEVELS = (0x18, 0x40, BRIGHT)
"""The contrast of each brightness that can be set, from the lowest."""
DIMMING = 8
"""The factor by which a dimmed screen is darker: to the eye, a little less than half as bright. In lamplight it can
still be read from a seat at the table, but does not draw the eye; and a picture that stays for hours burns in less."""


class ScreenThread:
    """A thread that shows the newest face and skips those it is too slow for. At rest it sleeps except for a heartbeat.

    It reopens a screen that does not answer, after growing delays, and sends it the whole picture again.
    """

    def __init__(
        self,
        slot: SubscriberSlot[BoxOutput],
        paint: Callable[[Face], Picture],
        open_display: Callable[[], Display],
        on_health: Callable[[bool], None],
        clock: Callable[[], float],
        retries_s: Sequence[float] = RETRIES_S,
    ) -> None:
        """Keep the slot, which `close` closes, and the callables.

        Args:
            slot: The source of the outputs.
            paint: Makes the picture of a face.
            open_display: Opens the screen; raises DisplayLostError as long as it is missing.
            on_health: Called on the screen's thread, with False when the screen is lost and True when it is back. The
                screen is assumed to work at the start.
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
        self._brightness = MOST_BRIGHTNESS
        self._dim_at = self._check_at = self._refresh_at = 0.0
        self._thread = threading.Thread(target=self._run, name="screen", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Show the last output and stop. The glass goes dark, except for the face of a box that is off."""
        self._slot.close()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while True:
            output = self._slot.take(self._timeout())
            if output is not None:
                self._paint_face(output.face)
                self._brightness = output.brightness
                self._dim_at = self._clock() + DIM_AFTER_S
                self._check_at = self._clock() + CHECK_S
            elif self._slot.closed:
                break
            if self._picture is not None and not self._waits_to_retry():
                self._update_display(self._picture)
        self._finish()

    def _timeout(self) -> float | None:
        """Return the seconds to sleep if nothing new comes; None: without limit."""
        if self._failures:
            due = self._retry_at
        elif self._display is None:
            return None
        else:
            is_dimmed = self._level < LEVELS[self._brightness - 1]
            due = self._check_at if is_dimmed else min(self._check_at, self._dim_at)
        return max(0.0, due - self._clock())

    def _waits_to_retry(self) -> bool:
        return self._failures > 0 and self._clock() < self._retry_at

    def _paint_face(self, face: Face) -> None:
        if face == self._face:
            return
        self._face = face
        try:
            self._picture = self._paint(face)
        except Exception:  # one face that cannot be painted must not end the thread: the next one may work
            log.exception("cannot paint %r", face)

    def _update_display(self, picture: Picture) -> None:
        """Do everything that the screen needs at this moment."""
        try:
            display = self._display or self._open()
            self._set_brightness(display)
            display.show(picture)
            self._check_health(display)
        except DisplayLostError as error:
            self._on_lost(error)
        else:
            if self._failures:
                log.warning("the screen is back")
                self._failures = 0
                self._on_health(True)

    def _open(self) -> Display:
        self._display = self._open_display()
        self._level = BRIGHT
        self._check_at = self._clock() + CHECK_S
        self._refresh_at = self._clock() + REFRESH_S
        return self._display

    def _set_brightness(self, display: Display) -> None:
        full = LEVELS[self._brightness - 1]
        level = full // DIMMING if self._clock() >= self._dim_at else full
        if level != self._level:
            display.contrast(level)
            self._level = level

    def _check_health(self, display: Display) -> None:
        """Check or refresh the screen, if it is time for that."""
        now = self._clock()
        if now >= self._refresh_at:
            display.refresh()
            self._refresh_at = now + REFRESH_S
        elif now >= self._check_at:
            display.check()
        else:
            return
        self._check_at = now + CHECK_S

    def _on_lost(self, error: DisplayLostError) -> None:
        if not self._failures:
            log.warning("the screen is lost: %s", error)
        self._close_display()
        self._retry_at = self._clock() + self._retries_s[min(self._failures, len(self._retries_s) - 1)]
        self._failures += 1
        if self._failures == 1:
            self._on_health(False)

    def _close_display(self) -> None:
        display, self._display = self._display, None
        if display is not None:
            display.close()

    def _finish(self) -> None:
        try:
            if self._display is not None and not isinstance(self._face, OffFace):
                self._display.off()
        except DisplayLostError:
            log.warning("the screen was lost before it could be switched off")
        self._close_display()
