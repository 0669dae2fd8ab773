"""Changes of the machine below the table: which board it has, and its name. They take effect with a restart."""

from __future__ import annotations

import re
from typing import Protocol
from unicodedata import normalize

from companion.support.frozen_dataclasses import frozen

AUTOMATIC = "auto"
"""In place of a board: the one that is detected."""
LONGEST_HOST_NAME = 63
"""Most letters of a name on a network (RFC 1123)."""


@frozen
class MachineChange:
    """A new board or a new name; the other is None."""

    board: str | None = None
    """The name of a board, or AUTOMATIC."""
    name: str | None = None
    """A name that `host_name` returned."""


class Machine(Protocol):
    """The machine below the table, where the program may change it."""

    @property
    def boards(self) -> tuple[str, ...]:
        """The names of the boards there are."""

    @property
    def board(self) -> str:
        """The board that was chosen without a keyboard, or AUTOMATIC."""

    @property
    def name(self) -> str:
        """The name of the machine."""

    def change(self, change: MachineChange) -> None:
        """Make a change that takes effect with the next start of the machine. Raises SessionError."""


def host_name(text: str) -> str:
    """Return a text as a name that networks accept: "Le salon d’été" is le-salon-d-ete. "" if nothing of it is left."""
    letters = normalize("NFKD", text.replace("’", "-")).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:LONGEST_HOST_NAME].strip("-")
    return "" if name == "localhost" else name
