"""The way from the pages to the table: what is published, how something is asked, and whose the request is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from companion.session.pairing_codes import Codes
from companion.session.publisher import Publisher
from companion.session.session import Session, Snapshot
from companion.support.frozen import frozen

T = TypeVar("T")


class Ask(Protocol):
    """Has something done where alone the session may be touched."""

    def __call__(self, work: Callable[[], T], /) -> T:
        """What the work gives, once all that it changed is published. Raises what it raises, and TimeoutError."""


@frozen
class TableLink:
    """The way to the table."""

    snapshots: Publisher[Snapshot]
    """Gives the table at every change."""
    session: Session
    """To be touched in what is given to `ask` alone."""
    ask: Ask
    act: Ask
    """The same for what changes the table, which would have a key that is held at the box let go: it waits for that."""
    codes: Codes
    """The code that the box shows now."""
    address: Callable[[], str]
    """Where phones find the table; "" while nowhere."""

    @property
    def snapshot(self) -> Snapshot:
        """The table as it was published last."""
        return self.snapshots.newest or Snapshot(None, saved=True)
