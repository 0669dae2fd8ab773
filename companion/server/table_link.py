"""The link from the web server to the table: what is published, and how to run work on the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from companion.session.pairing_codes import PairingCodes
from companion.session.publisher import Publisher
from companion.session.session import Session, Snapshot
from companion.support.frozen import frozen

T = TypeVar("T")


class AskDesk(Protocol):
    """A function that runs work on the desk, the only thread that may use the session."""

    def __call__(self, work: Callable[[], T], /) -> T:
        """Return the result of the work, once its changes are published. Raises its errors, and TimeoutError."""


@frozen
class TableLink:
    """The link to the table."""

    snapshots: Publisher[Snapshot]
    """Publishes the table at every change."""
    session: Session
    """The session; use it only in the work that is passed to `ask`."""
    ask: AskDesk
    act: AskDesk
    """Like `ask`, for work that changes the table: that would cancel a key held at the box, so it waits for release."""
    codes: PairingCodes
    """The pairing code that the box shows now."""
    address: Callable[[], str]
    """Gives the address of the table for phones; "" without a network."""

    @property
    def snapshot(self) -> Snapshot:
        """The table as it was published last."""
        return self.snapshots.newest or Snapshot(None, saved=True)
