"""What comes into the desk's inbox by itself, from whatever hangs on the box."""

from __future__ import annotations

from companion.box.edges import Edge, KnobThrow, KnobTurn, LetGo
from companion.devices.spinner.link import SpinnerState
from companion.support.frozen import frozen


@frozen
class ScreenHealth:
    """The screen was lost, or is back."""

    ok: bool


@frozen
class FaultyGame:
    """A game of the journal does not hold."""

    number: int


class AddressChanged:
    """Phones find the table elsewhere than before, or by another name."""


Arrival = Edge | KnobTurn | KnobThrow | LetGo | SpinnerState | ScreenHealth | FaultyGame | AddressChanged
"""What may come into the desk's inbox by itself."""
