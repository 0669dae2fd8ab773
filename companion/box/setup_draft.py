"""A draft of a set-up: the game, who plays, in which colours, by which options."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.rules.fields import Json
from companion.rules.game import Game
from companion.support.frozen import frozen


@frozen
class Player:
    """Somebody who will sit at the table."""

    name: str
    colours: tuple[str, ...] = ()
    """As chosen; what is missing is given by the game."""


@dataclass(slots=True)
class Plan:
    """A set-up on its way."""

    game: Game
    players: list[Player] = field(default_factory=list)
    options: dict[str, Json] = field(default_factory=dict)
    number: int = 0
    """That of the next game when it was made: once a game has begun, this plan is an old one."""

    @property
    def coloured(self) -> bool:
        """Whether the game lets its players choose their colours."""
        return "colours" in self.game.options_schema.get("properties", {})

    def chosen_colours(self) -> list[list[str]]:
        """The colours that each seat chose, as far as it has pieces for them."""
        each = self.game.colours_each(len(self.players))
        return [list(player.colours[:each]) for player in self.players]

    def colours(self) -> list[list[str]]:
        """The colours of each seat's pieces: those chosen, and for the rest the first that are free."""
        chosen = self.chosen_colours()
        for piece in range(self.game.colours_each(len(self.players))):
            for mine in chosen:
                if len(mine) <= piece:
                    taken = {colour for others in chosen for colour in others}
                    mine.append(next(colour for colour in self.game.colours if colour not in taken))
        return chosen
