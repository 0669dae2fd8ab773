"""gpiozero's lines through lgpio, except for their changes, which come straight from the kernel and without polling."""

from __future__ import annotations

from pathlib import Path

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

from companion.devices.board_parts import header_chip_number
from companion.devices.gpio_line_watch import LineWatch

_DEV = Path("/dev")


class WatchingFactory(LGPIOFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """gpiozero's factory over lgpio. While a line's changes are wanted, the watch has the line instead of lgpio."""

    def __init__(self) -> None:
        # gpiozero expects 4 on a Pi 5 and else 0; kernels have used 0, 4 and 10.
        super().__init__(chip=header_chip_number(_label_of, _DEV))
        self.pin_class = _WatchingPin
        self.watch = LineWatch(f"/dev/gpiochip{self.chip}")

    def close(self) -> None:
        """Release every line and the watch on the chip."""
        self.watch.close()
        super().close()


class _WatchingPin(LGPIOPin):  # type: ignore[misc]  # gpiozero publishes no types
    # gpiozero calls these methods to begin and to end calls of `when_changed`, and to read the line meanwhile.

    def _enable_event_detect(self) -> None:
        pull = self._get_pull()
        lgpio.gpio_free(self.factory._handle, self._number)
        self.factory.watch.add(self._number, pull, self._changed)

    def _disable_event_detect(self) -> None:
        pull = self._get_pull()
        self.factory.watch.remove(self._number)
        lgpio.gpio_claim_input(self.factory._handle, self._number, _PULLS[pull])

    def _get_state(self) -> float:
        high = self.factory.watch.high(self._number)
        return float(super()._get_state() if high is None else high)

    def _changed(self, high: bool, nanoseconds: int) -> None:
        self._call_when_changed(self.factory.chip, self._number, int(high), nanoseconds)


def _label_of(number: int) -> str:
    """Return the label of a chip, "" for one that may not be used."""
    try:
        handle = lgpio.gpiochip_open(number)
    except lgpio.error:
        return ""
    try:
        label: str = lgpio.gpio_get_chip_info(handle)[3]
        return label
    finally:
        lgpio.gpiochip_close(handle)


_PULLS = {"up": lgpio.SET_PULL_UP, "down": lgpio.SET_PULL_DOWN, "floating": lgpio.SET_PULL_NONE}
