"""The thread for what the box gives besides pictures: lights, sounds, and words for a screen reader."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from companion.devices.sounds import Tune, tune_of
from companion.session.publish import Slot
from companion.views.signals import Glow, Output

log = logging.getLogger(__name__)


class SignalThread:
    """Passes on lights and sounds of the newest output; each sound once. At rest it sleeps."""

    def __init__(
        self,
        slot: Slot[Output],
        light: Callable[[Sequence[Glow]], None],
        play: Callable[[Tune, int], None],
        speak: Callable[[tuple[str, ...]], None] | None = None,
    ) -> None:
        """`slot` is closed by `close`; the others are called on this thread.

        Args:
            slot: Where outputs come from.
            light: Makes the lights of the seats glow, from seat 1.
            play: Plays a tune at a volume, in place of what plays; volume 0 only ends that.
            speak: Gets every face in words, the most important line first.
        """
        self._slot = slot
        self._light = light
        self._play = play
        self._speak = speak
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
        while (output := self._slot.take()) is not None:
            try:
                self._pass_on(output)
            except Exception:  # a light that fails must not take the sounds down, nor the next output
                log.exception("cannot pass on lights or sounds")

    def _pass_on(self, output: Output) -> None:
        if self._speak is not None:
            self._speak(output.face.spoken())
        if output.sound is not None and output.sound_number > self._newest_sound:
            self._play(tune_of(output.sound), output.volume)
        elif output.volume == 0 and self._volume:
            self._play((), 0)
        self._newest_sound = max(self._newest_sound, output.sound_number)
        self._volume = output.volume
        self._light(output.glows)
