"""How the spinner is, for the box and for whoever asks how everything is."""

from __future__ import annotations

from dataclasses import dataclass

from companion.devices.spinner.link import PROTOCOL, Hello


@dataclass(frozen=True, slots=True)
class SpinnerState:
    """How the spinner is."""

    there: bool
    hello: Hello | None = None
    """What it said of itself, of one that is or was there."""

    @property
    def older(self) -> bool:
        """Whether its program speaks less than we do."""
        return self.hello is not None and self.hello.protocol < PROTOCOL

    @property
    def newer(self) -> bool:
        """Whether its program speaks more than we do."""
        return self.hello is not None and self.hello.protocol > PROTOCOL
