"""Who looks: everything that leaves the table is asked for on somebody's behalf."""

from __future__ import annotations

from companion.support.frozen import frozen


@frozen
class Viewer:
    """Somebody who looks at the table: the public, one seat, or (in `replay` alone) the one who may see all."""

    seat: int | None = None
    """The seat whose secrets this viewer sees, from 1; None for the public."""
    everything: bool = False

    def sees(self, seat: int) -> bool:
        """Whether this viewer sees what this seat keeps secret."""
        return self.everything or self.seat == seat


PUBLIC = Viewer()
EVERYTHING = Viewer(everything=True)


def as_seat(seat: int) -> Viewer:
    """The viewer that is this seat."""
    return Viewer(seat=seat)
