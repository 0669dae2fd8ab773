"""The spinner's thread: opens its port whenever it is plugged in, shows what is new, reads its keys and knob."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress

from companion.box.faces.signals import BoxOutput, RingPointer, RingShow, RingSpin, RingWheel
from companion.box.input_events import BoxInput, KeyEdge, KnobThrow, KnobTurn, SpinnerLost
from companion.box.knob import ThrowDetector
from companion.devices.board_parts import PicoSpec
from companion.devices.light_sound_thread import Tune
from companion.devices.light_sound_thread import tune_of as tune_of_sound
from companion.devices.spinner.link import (
    Event,
    KeyChange,
    KnobTurned,
    Link,
    SpinnerBack,
    SpinnerMet,
    SpinnerSilent,
    SpinnerState,
)
from companion.devices.spinner.plug_watch import PlugWatch
from companion.devices.spinner.ring_messages import held_key_message, messages_of, motion_message, tune_messages
from companion.devices.spinner.serial_port import Port, PortError
from companion.session.publisher import Publisher, SubscriberSlot
from companion.support.wait_readable import readable
from companion.words.signs import Key

log = logging.getLogger(__name__)

TOUCHES_A_SECOND = 200
"""A rate of touches that five keys and a knob never reach, …"""
TOUCHES_AT_ONCE = 64
"""… and a number that never comes at once, not even after the line was silent for a while."""
STABLE_S = 30.0
"""The time after which a port counts as stable. A port lost sooner is looked for less and less often, …"""
LONGEST_RETRY_S = 30.0
"""… with a delay of up to this."""
RETRY_S = 2.0
"""The interval of looking for an expected spinner, …"""
NEVER_SEEN_RETRY_S = 5.0
"""… for a spinner that has never been connected, …"""
WATCHED_RETRY_S = 60.0
"""… and for a spinner whose arrival will be reported: at rest a table wakes for next to nothing."""


class SpinnerThread:
    """A thread that keeps the line to the spinner.

    The table goes on whatever happens there; at rest it sends a heartbeat.
    """

    def __init__(  # noqa: PLR0913 - every dependency of the thread, by name
        self,
        outputs: Publisher[BoxOutput],
        spec: PicoSpec,
        open_port: Callable[[], Port],
        on_touch: Callable[[BoxInput], None],
        on_state: Callable[[SpinnerState], None],
        *,
        session: int,
        clock: Callable[[], float],
        sounds: bool = True,
        expected: bool = True,
        plug_watch: PlugWatch | None = None,
    ) -> None:
        """Keep the callables, which this thread calls; they must return at once.

        Args:
            outputs: Everything to show and play.
            spec: The meaning of the keys and the knob.
            open_port: Opens the port; raises PortError as long as it is missing.
            on_touch: Gets the touches of hands.
            on_state: Gets the state of the spinner, whenever that changes. It is assumed to be absent at the start.
            session: Distinguishes this companion from every other, from 1 to 0xFFFF.
            clock: Counts seconds and never goes back.
            sounds: True if the spinner plays tunes; False if the box has its own buzzer.
            expected: True if a spinner is expected even if it was never connected.
            plug_watch: Reports ports that are plugged in; this thread closes it. None if nothing reports them.
        """
        self._outputs = outputs
        self._slot = _WakingSlot()
        self._spec = spec
        self._open_port = open_port
        self._on_touch = on_touch
        self._on_state = on_state
        self._clock = clock
        self._sounds = sounds
        self._expected = expected
        self._plug_watch = plug_watch
        self._link = Link(session)
        self._port: Port | None = None
        self._retry_at = float("-inf")
        self._opened_at = float("-inf")
        self._lost_at = float("-inf")
        self._retry_s = RETRY_S / 4
        self._flood = Flood()
        self._logged_error = ""
        self._finder = ThrowDetector()
        self._shown: RingShow | None = None
        self._wheel: RingWheel | None = None
        self._wheel_number = 0
        self._filled = False
        self._newest_sound = 0
        self._volume = 0
        self._thread = threading.Thread(target=self._run, name="spinner", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._outputs.subscribe(self._slot)
        self._thread.start()

    def close(self) -> None:
        """Show the last output, stop, and close the port."""
        self._slot.close()
        if self._thread.is_alive():
            self._thread.join()
        self._outputs.unsubscribe(self._slot)
        if self._plug_watch is not None:
            self._plug_watch.close()
        os.close(self._slot.wake)

    def _run(self) -> None:
        while not self._slot.closed:
            try:
                self._round()
            except Exception:  # one bad message must not end the thread: the game goes on
                log.exception("the spinner's line fails")
                self._on_lost("it failed here")
        self._show_newest()
        if self._port is not None:
            with suppress(PortError):
                self._port.write(self._link.take_output())
            self._port.close()

    def _round(self) -> None:
        """Wait for the next event, and handle it."""
        if self._port is None and self._clock() >= self._retry_at:
            self._try_port()
        self._wait()
        now = self._clock()
        if self._port is not None:
            try:
                for event in self._link.receive(self._port.read(), now):
                    self._on_event(event, now)
            except PortError as error:
                self._on_lost(str(error))
        self._show_newest()
        if self._port is not None:
            for event in self._link.tick(now):
                self._on_event(event, now)
            try:
                self._port.write(self._link.take_output())
            except PortError as error:
                self._on_lost(str(error))

    def _wait(self) -> None:
        now = self._clock()
        files, due = [self._slot.wake], self._link.deadline(now)
        plug_watch = self._plug_watch if self._port is None else None
        if self._port is not None:
            files.append(self._port.fileno())
        else:
            due = self._retry_at
        if plug_watch is not None:
            files.append(plug_watch.fileno())
        ready = readable(files, None if due is None else max(due - now, 0.0))
        if self._slot.wake in ready:
            os.eventfd_read(self._slot.wake)
        if plug_watch is not None and plug_watch.fileno() in ready and plug_watch.port_added():
            self._retry_at = min(self._retry_at, max(self._clock(), self._lost_at + self._retry_s))

    def _try_port(self) -> None:
        """Open the port, if it exists."""
        if self._plug_watch is not None:
            self._plug_watch.port_added()  # forget earlier messages: the port is opened now anyway
        expected = self._expected or self._link.hello is not None
        self._retry_at = self._clock() + (RETRY_S if expected else NEVER_SEEN_RETRY_S)
        try:
            self._port = self._open_port()
        except PortError as error:
            if self._plug_watch is not None and error.missing:
                self._retry_at = self._clock() + WATCHED_RETRY_S
            if str(error) != self._logged_error:
                self._logged_error = str(error)
                log.debug("no spinner: %s", error)
        else:
            self._logged_error = ""
            self._opened_at = self._clock()
            self._link.reset_line()

    def _on_lost(self, reason: str) -> None:
        """Handle a port that is gone. Messages that must arrive wait until it comes back."""
        now = self._clock()
        if self._port is not None:
            self._port.close()
            self._port = None
            log.warning("the spinner is unplugged: %s", reason)
            lasted = now - self._opened_at >= STABLE_S
            self._retry_s = RETRY_S / 4 if lasted else min(2 * self._retry_s, LONGEST_RETRY_S)
        self._link.reset_line()
        self._lost_at, self._retry_at = now, now + self._retry_s
        for event in self._link.mark_gone():
            self._on_event(event, now)

    def _on_event(self, event: Event, now: float) -> None:
        match event:
            case KeyChange(key=key, down=down, time=time) if key < len(self._spec.keys):
                self._pass_touch(KeyEdge(self._spec.keys[key], down, time, spinner=True), now)
            case KnobTurned():
                self._on_turn(event, now)
            case SpinnerMet(hello=hello):
                log.info("a spinner is there: %s, program %s", hello.board, ".".join(map(str, hello.version)))
                self._wheel = None
                self._on_state(SpinnerState(True, hello))
                self._show(now, fresh=False)
            case SpinnerBack():
                self._on_state(SpinnerState(True, self._link.hello))
            case SpinnerSilent():
                log.warning("the spinner is silent")
                self._on_touch(SpinnerLost(now))
                self._on_state(SpinnerState(False, self._link.hello))

    def _pass_touch(self, touch: BoxInput, now: float) -> None:
        was_over = self._flood.over
        if self._flood.count(now):
            self._on_touch(touch)
        elif not was_over:
            log.warning("the spinner tells more than a hand can do, until it is quiet nothing of it is taken")
            self._on_touch(SpinnerLost(now))

    def _on_turn(self, event: KnobTurned, now: float) -> None:
        """Pass on the detents one after the other, at their own times."""
        step = 1 if event.steps > 0 else -1
        for detents_after in range(abs(event.steps) - 1, -1, -1):
            turn = KnobTurn(step, event.time - detents_after * event.between_s)
            if self._spec.knob is Key.SPIN:
                throw: KnobThrow | None = self._finder.turn(turn)
                if throw is not None:
                    self._pass_touch(throw, now)
            else:
                self._pass_touch(turn, now)

    def _show_newest(self) -> None:
        output = self._slot.take(0)
        if output is None:
            return
        now = self._clock()
        if output.ring != self._shown:
            before, self._shown = self._shown, output.ring
            message = motion_message(output.ring, self._number)
            if message is not None and _continues(before, output.ring):
                self._link.send_once(message)
            else:
                self._show(now, fresh=not output.calm)
        progress = output.face.hold.progress if output.face.hold is not None else 0.0
        if progress or self._filled:
            self._link.send_once(held_key_message(progress))
        self._filled = progress > 0
        self._link.light_keys(sum(1 << place for place, key in enumerate(self._spec.keys) if key in output.live))
        self._play_sound(output)

    def _play_sound(self, output: BoxOutput) -> None:
        """Play each sound once, at its volume; end the current one when the volume becomes 0."""
        if output.sound is not None and output.sound_number > self._newest_sound:
            self._play(tune_of_sound(output.sound) if output.volume else (), output.volume)
        elif not output.volume and self._volume:
            self._play((), 0)
        self._newest_sound = max(self._newest_sound, output.sound_number)
        self._volume = output.volume

    def _play(self, tune: Tune, volume: int) -> None:
        if self._sounds:
            for message in tune_messages(tune, volume):
                self._link.send_once(message)

    def _show(self, now: float, *, fresh: bool) -> None:
        if self._shown is not None and self._link.hello is not None:
            protocol = self._link.hello.protocol
            self._link.show(messages_of(self._shown, self._number, now, fresh=fresh, protocol=protocol), now)

    def _number(self, wheel: RingWheel) -> int:
        if wheel != self._wheel:
            self._wheel, self._wheel_number = wheel, (self._wheel_number + 1) % 256
        return self._wheel_number


class Flood:
    """A counter of touches that forgets TOUCHES_A_SECOND of them every second."""

    def __init__(self) -> None:
        self.over = False
        """True during a flood: from TOUCHES_AT_ONCE touches on, until it is quiet."""
        self._level = 0.0
        self._counted_at = float("-inf")

    def count(self, now: float) -> bool:
        """Count one more touch, at this moment in seconds. Return whether it can be a hand's."""
        self._level = max(self._level - (now - self._counted_at) * TOUCHES_A_SECOND, 0.0)
        self._counted_at = now
        if self.over and self._level == 0:
            self.over = False
        if self._level >= TOUCHES_AT_ONCE:
            self.over = True
        else:
            self._level += 1
        return not self.over


class _WakingSlot(SubscriberSlot[BoxOutput]):
    """A slot that wakes a thread that waits for bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.wake = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)

    def put(self, item: BoxOutput) -> bool:
        waited = super().put(item)
        os.eventfd_write(self.wake, 1)
        return waited

    def close(self) -> None:
        super().close()
        os.eventfd_write(self.wake, 1)


def _continues(before: RingShow | None, now: RingShow) -> bool:
    """Return whether the spinner already shows the basis of `now`: the laid-out wheel, or dice."""
    if isinstance(now, RingPointer):
        return isinstance(before, RingPointer) and before.wheel == now.wheel and before.result is None
    return not isinstance(before, RingSpin | RingPointer)
