"""The events that the box's parts, not requests, put into the desk's inbox."""

from __future__ import annotations

from companion.box.input_events import KeyEdge, KnobThrow, KnobTurn, SpinnerLost
from companion.devices.spinner.link import SpinnerState
from companion.support.frozen_dataclasses import frozen


@frozen
class ScreenHealth:
    """The screen was lost, or is back."""

    ok: bool


@frozen
class FaultyGame:
    """A game of the journal failed its check."""

    number: int


class AddressChanged:
    """The address or the name for phones changed."""


Arrival = KeyEdge | KnobTurn | KnobThrow | SpinnerLost | SpinnerState | ScreenHealth | FaultyGame | AddressChanged
"""Everything that the box's parts may put into the desk's inbox."""
