"""What comes into the desk's inbox by itself, from whatever hangs on the box."""

from __future__ import annotations

from dataclasses import dataclass

from companion.box.edges import Edge, KnobThrow, KnobTurn, LetGo
from companion.devices.spinner.link import SpinnerState


@dataclass(frozen=True, slots=True)
class ScreenHealth:
    """The screen was lost, or is back."""

    ok: bool


@dataclass(frozen=True, slots=True)
class FaultyGame:
    """A game of the journal does not hold."""

    number: int


class AddressChanged:
    """Phones find the table elsewhere than before, or by another name."""


Arrival = Edge | KnobTurn | KnobThrow | LetGo | SpinnerState | ScreenHealth | FaultyGame | AddressChanged
"""What may come into the desk's inbox by itself."""
