"""The draft of a set-up: the game, the players, their colours and the options."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.fields import Json, SetupField
from companion.rules.game import Game, visible_setup_form
from companion.support.frozen_dataclasses import frozen
from companion.words.catalogue import Words
from companion.words.signs import SeatMark, seat_marks


@frozen
class DraftPlayer:
    """A player of a game that is being set up."""

    name: str
    colours: tuple[str, ...] = ()
    """Chosen colours; the game assigns the missing ones."""


@dataclass(slots=True)
class SetupDraft:
    """A set-up that is not finished yet."""

    game: Game
    players: list[DraftPlayer] = field(default_factory=list)
    options: dict[str, Json] = field(default_factory=dict)
    number: int = 0
    """Number that the next game had when this draft was made: once a game has begun, the draft is outdated."""
    fields: tuple[SetupField, ...] = ()
    """Options of a game that has begun, some of their choices refused; empty for a new game."""

    @property
    def coloured(self) -> bool:
        """True if players may choose their colours in this game."""
        return "colours" in self.game.options_schema.get("properties", {})

    def form(self) -> tuple[SetupField, ...]:
        """Return the options that this number of players may choose."""
        return self.fields or visible_setup_form(self.game, len(self.players))

    def chosen_colours(self) -> list[list[str]]:
        """Return the colours that each seat chose, at most one for each of its pieces."""
        each = self.game.colours_per_seat(len(self.players))
        return [list(player.colours[:each]) for player in self.players]

    def colours(self) -> list[list[str]]:
        """Return the colours of each seat's pieces: the chosen ones, then the first free ones."""
        chosen = self.chosen_colours()
        for piece in range(self.game.colours_per_seat(len(self.players))):
            for own in chosen:
                if len(own) <= piece:
                    used = {colour for others in chosen for colour in others}
                    own.append(next(colour for colour in self.game.colours if colour not in used))
        return chosen

    def marks(self, words: Words) -> tuple[SeatMark, ...]:
        """Return the marks of the players as the game will show them."""
        return seat_marks((player.name for player in self.players), (own[0] for own in self.colours()), words)
