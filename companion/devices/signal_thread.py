"""The thread for what the box gives besides pictures: lights, sounds, and words for a screen reader."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Sequence

from companion.box.faces.signals import Output
from companion.devices.light_rhythm import Rhythm
from companion.devices.tunes import Tune, tune_of
from companion.session.publisher import Slot

log = logging.getLogger(__name__)


class SignalThread:
    """Passes on lights and sounds of the newest output; each sound once. At rest it sleeps.

    It also keeps the lights in their rhythm, all of them: a thread for each would wake as often and cost more.
    """

    def __init__(
        self,
        slot: Slot[Output],
        light: Callable[[Sequence[bool]], None],
        play: Callable[[Tune, int], None],
        speak: Callable[[tuple[str, ...]], None] | None = None,
        *,
        seats: Iterable[int],
        clock: Callable[[], float],
    ) -> None:
        """`slot` is closed by `close`; the others are called on this thread.

        Args:
            slot: Where outputs come from.
            light: Makes the lights of the seats be on or off, from seat 1.
            play: Plays a tune at a volume, in place of what plays; volume 0 only ends that.
            speak: Gets every face in words, the most important line first.
            seats: Those with a light, from 1.
            clock: Counts seconds and never goes back.
        """
        self._slot = slot
        self._light = light
        self._play = play
        self._speak = speak
        self._rhythm = Rhythm(seats)
        self._clock = clock
        self._newest: Output | None = None
        self._newest_sound = 0
        self._volume = 0
        self._thread = threading.Thread(target=self._run, name="signals", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def close(self) -> None:
        """Pass on what came last and stop."""
        self._slot.close()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        wait = None
        while (output := self._slot.take(wait)) is not None or not self._slot.closed:
            try:
                if output is not None:
                    self._pass_on(output)
                wait = self._shine()
            except Exception:  # a light that fails must not take the sounds down, nor the next output
                log.exception("cannot pass on lights or sounds")
                wait = None

    def _shine(self) -> float | None:
        """Light what is on at this moment; in how many seconds that changes, None: it does not by itself."""
        lit, wait = self._rhythm.lit(self._clock())
        self._light(lit)
        return wait

    def _pass_on(self, output: Output) -> None:
        if self._speak is not None:
            self._speak(output.face.spoken())
        if output.sound is not None and output.sound_number > self._newest_sound:
            self._play(tune_of(output.sound), output.volume)
        elif output.volume == 0 and self._volume:
            self._play((), 0)
        self._newest_sound = max(self._newest_sound, output.sound_number)
        self._volume = output.volume
        if output != self._newest:
            self._newest = output
            self._rhythm.show(output.glows, self._clock())
