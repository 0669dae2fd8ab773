"""What the same program shows in this process: what the Pico's lights are held against."""

from __future__ import annotations

from typing import Any

from companion.devices.spinner.link import Message
from companion.devices.spinner.simulated_spinner import new_spinner
from companion.support.resources import firmware_dir


class Here:
    """The spinner's program in this process, told the same."""

    def __init__(self, *messages: Message, ms: int = 0) -> None:
        """`ms` is its clock when it is told."""
        self.ring = new_spinner(firmware_dir(), 1).ring
        self.ring.alone(False)
        for message in messages:
            does: Any = getattr(self.ring, message.kind.name.lower())
            does(message.body, 0, len(message.body), ms, 0)

    def at(self, ms: int) -> tuple[str, ...]:
        """The lights when its clock is there."""
        self.ring._still = False
        self.ring.draw(ms)
        found = bytes(self.ring.pixels)
        return tuple(found[at : at + 3].hex() for at in range(0, len(found), 3))
