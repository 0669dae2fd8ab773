"""The lobby in words and marks: who sits there, and who begins by the rules of the game."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.game import Game
from companion.rules.text import Text
from companion.table.lobby import Lobby
from companion.words.catalogue import Words
from companion.words.signs import SeatMark, seat_marks


def lobby_marks(lobby: Lobby, words: Words) -> tuple[SeatMark, ...]:
    """Return the mark of each place, as its seat will have it in the game; `seat` is the number of the place."""
    names, colours = lobby.in_seat_order(place_names(lobby, words)), lobby.in_seat_order(lobby.first_colours())
    marks = seat_marks(names, colours, words)
    numbers = lobby.in_seat_order(range(1, len(lobby.places) + 1))
    places = (replace(mark, seat=number) for mark, number in zip(marks, numbers, strict=True))
    return tuple(sorted(places, key=lambda mark: mark.seat))


def place_names(lobby: Lobby, words: Words) -> tuple[str, ...]:
    """Return the name of each place; nobody in particular is called by the colour, if there is one left."""
    shown = zip(lobby.places, lobby.first_colours(), strict=True)
    return tuple(place.name or words(f"colour.{colour}" if colour else "guest.nobody") for place, colour in shown)


def beginner_rule(game: Game, words: Words, *, brief: bool = False) -> str:
    """Return who begins by the rules of a game: "By the rules, the youngest begins."; empty if they leave it open."""
    key = f"game.{game.id}.begins"
    if not words.has(key):
        return ""
    return words.brief(Text(key)) if brief else words(key)


def colour_names(colours: list[str], words: Words) -> str:
    """Return the colours of one place: "blue + white"."""
    return " + ".join(words(f"colour.{colour}") for colour in colours)
