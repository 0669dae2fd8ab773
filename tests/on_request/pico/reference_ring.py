"""The ring of the same program in this process: the reference for the Pico's lights."""

from __future__ import annotations

from typing import Any

from companion.devices.spinner.link import Message
from companion.devices.spinner.simulated_spinner import new_spinner
from companion.support.resources import firmware_dir


class ReferenceRing:
    """The spinner's program in this process, with the same messages."""

    def __init__(self, *messages: Message, ms: int = 0) -> None:
        """`ms` is its clock at the messages."""
        self.ring = new_spinner(firmware_dir(), 1).ring
        self.ring.alone(False)
        for message in messages:
            handle: Any = getattr(self.ring, message.kind.name.lower())
            handle(message.body, 0, len(message.body), ms, 0)

    def lights_at(self, ms: int) -> tuple[str, ...]:
        """Return the lights at a time of its clock."""
        self.ring._still = False
        self.ring.draw(ms)
        data = bytes(self.ring.pixels)
        return tuple(data[index : index + 3].hex() for index in range(0, len(data), 3))
