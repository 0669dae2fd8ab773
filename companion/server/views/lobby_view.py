"""The lobby of the next game as JSON, as everybody may see it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.server.views.view_types import LobbyPlaceView, LobbyView, RulesLineView
from companion.table.lobby import Lobby
from companion.words.catalogue import Words
from companion.words.lobby_lines import beginner_rule, colour_names, lobby_marks
from companion.words.rules_lines import RulesLine, lobby_rules_lines


def lobby_view(lobby: Lobby, words: Words, *, real_dice: bool = False) -> LobbyView:
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
        "rules": rules_lines_view(lobby_rules_lines(lobby, words, real_dice=real_dice)),
    }


def rules_lines_view(lines: Sequence[RulesLine]) -> list[RulesLineView]:
    """Return tonight's rules as JSON."""
    return [
        {
            "key": line.key,
            "title": line.title,
            "value": line.value,
            "notes": list(line.notes),
            "options": [option.field.name for option in line.options],
        }
        for line in lines
    ]
