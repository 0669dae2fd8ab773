"""The draft of a corrected beginning: the game, the players, their colours and the options."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.fields import Json, SetupField
from companion.rules.game import Game
from companion.support.frozen_dataclasses import frozen
from companion.words.catalogue import Words
from companion.words.signs import SeatMark, seat_marks


@frozen
class DraftPlayer:
    """A player of a game whose beginning is being corrected."""

    name: str
    colours: tuple[str, ...]


@dataclass(slots=True)
class SetupDraft:
    """A beginning while it is being corrected."""

    game: Game
    players: list[DraftPlayer]
    options: dict[str, Json] = field(default_factory=dict)
    fields: tuple[SetupField, ...] = ()
    """Options of the game, some of their choices refused."""

    @property
    def names(self) -> list[str]:
        """Names of the players, from seat 1."""
        return [player.name for player in self.players]

    def form(self) -> tuple[SetupField, ...]:
        """Return the options."""
        return self.fields

    def choose(self, name: str, value: Json) -> bool:
        """Choose a value of an option."""
        self.options[name] = value
        return True

    def marks(self, words: Words) -> tuple[SeatMark, ...]:
        """Return the marks of the players as the game will show them."""
        return seat_marks(self.names, (player.colours[0] for player in self.players), words)
