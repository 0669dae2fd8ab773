"""The viewer: everything that the program shows is computed for a certain viewer."""

from __future__ import annotations

from companion.support.frozen_dataclasses import frozen


@frozen
class Viewer:
    """Somebody who looks at the table: the public, one seat, or a viewer of everything (only in `replay`)."""

    seat: int | None = None
    """Seat whose secrets this viewer sees, from 1; None for the public."""
    everything: bool = False

    def sees(self, seat: int) -> bool:
        """Return whether this viewer sees the secrets of this seat."""
        return self.everything or self.seat == seat


PUBLIC = Viewer()
EVERYTHING = Viewer(everything=True)


def as_seat(seat: int) -> Viewer:
    """Return the viewer for this seat."""
    return Viewer(seat=seat)
