"""A process with a screen: shows the pictures that it reads, and prints the result, a line each.

`python -m tests.box.i2c.show DRIVER ADDRESS` tries to open the screen with every picture until it succeeds, as the box
does.
"""

from __future__ import annotations

import sys
from contextlib import closing

from companion.devices.board_profiles import DisplaySpec, I2c
from companion.devices.display import Display, DisplayLostError, LumaDisplay
from companion.devices.gpio_devices import SimulatedPins
from tests.kit.pictures import picture_of_bytes


def main(driver: str, address: str) -> None:
    """Show every picture that is read, as the hexadecimal digits of its bytes."""
    spec = DisplaySpec(driver, I2c(1, int(address, 0)))
    display: Display | None = None
    with closing(SimulatedPins()) as pins:
        for line in sys.stdin:
            try:
                display = display or LumaDisplay(spec, pins)
                display.show(picture_of_bytes(bytes.fromhex(line)))
            except DisplayLostError as error:
                _say(f"lost: {error}")
                if display is not None:
                    display.close()
                    display = None
            else:
                _say("shown")
        if display is not None:
            display.close()


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
