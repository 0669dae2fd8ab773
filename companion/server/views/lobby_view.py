"""The lobby of the next game as JSON, as everybody may see it."""

from __future__ import annotations

from companion.server.views.view_types import LobbyPlaceView, LobbyView
from companion.table.lobby import Lobby
from companion.words.catalogue import Words
from companion.words.lobby_lines import beginner_rule, colour_names, lobby_marks


def lobby_view(lobby: Lobby, words: Words) -> LobbyView:
    """Return the lobby without any phone's digest."""
    game, colours = lobby.game, lobby.colours()
    places: list[LobbyPlaceView] = []
    for mark, place in zip(lobby_marks(lobby, words), lobby.places, strict=True):
        own = colours[mark.seat - 1]
        places.append(
            {
                "place": mark.seat,
                "name": mark.name,
                "nameless": not place.name,
                "colours": own,
                "colour_name": colour_names(own, words),
                "letter": mark.letter,
                "shape": mark.shape.value,
                "phone": place.phone is not None,
                "leads": place.phone is not None and place.phone == lobby.leader,
            }
        )
    return {
        "game": game.id,
        "title": words(f"game.{game.id}"),
        "places": places,
        "begins": lobby.begins,
        "rule": beginner_rule(game, words),
        "least": game.seats[0],
        "most": game.seats[-1],
        "options": dict(lobby.options),
    }
