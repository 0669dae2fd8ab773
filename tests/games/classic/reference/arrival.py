"""Moves on arrival: arrive, give_gifts and finish_mission."""

from typing import Any

from tests.games.classic.reference.fields import cards, check_names, integer_in, listing, text, word
from tests.games.classic.reference.figures import PLACES
from tests.games.classic.reference.state import Arrival, Destination, Game, Position
from tests.kit.reference_games import RefusedError

POSTS_PERHAPS = ("khanbalik", "mission")
"""Places of which the board says whether they are posts (C8, C10)."""


def arrive(game: Game, fields: dict[str, Any]) -> None:
    """Arrive at a place; what is known to be impossible is refused (C8).

    The number of spaces is not checked, for there is no map; so `strict_arrival` and `move_bonus` change nothing here.
    """
    check_names(fields, ("place",), ("colour", "shared_with"))
    place = word(fields["place"], "place", PLACES)
    stated_colour = word(fields["colour"], "colour", game.setup.colours) if "colour" in fields else None
    _check_way(game, place)
    colour = _colour_of_post(game, place, stated_colour)
    if place == "khanbalik" and colour is None:
        _check_khanbalik_is_free(game)
    shared_with = _shared_with(game, place, colour, fields.get("shared_with", []))
    game.state.arrival = Arrival(place, colour, shared_with)
    game.state.phase = "arrived"
    game.current().position = Position(place, colour)


def _check_way(game: Game, place: str) -> None:
    """Refuse a way back to the start of the turn, and Khanbalik or mission without what they need."""
    start, seat = game.state.turn_start, game.current()
    if place == "mission" and not game.on_mission(seat):
        raise RefusedError("only who has a mission arrives at its town", "C13")
    if place == "khanbalik" and (seat.tables or seat.mission_done):
        raise RefusedError("one Golden Table at a time, and none once the mission is done", "C12")
    if place == "khanbalik" and game.setup.full and not game.can_give_gifts(seat):
        raise RefusedError("Khanbalik is entered with the gifts for the Khan", "C12")
    if game.state.by_number and start is not None and start.place == place and place in ("venice", *POSTS_PERHAPS):
        raise RefusedError("a turn never leads back to where it began", "C8")


def _colour_of_post(game: Game, place: str, stated_colour: str | None) -> str | None:
    """Return the colour of the post at the place, None where there is none; fill in what is known (C8)."""
    if place == "post":
        # The colour of a post may be left open until a card of its stack tells it.
        return stated_colour
    if place == "venice" and game.setup.on("trade_in_venice"):
        # C15: with the option a colour may be said; without one there is no stack to buy from.
        return stated_colour
    if place not in POSTS_PERHAPS:
        if stated_colour is not None:
            raise RefusedError(f"{place} is no trading post", "C8")
        return None
    return _colour_by_board(game, place, stated_colour)


def _colour_by_board(game: Game, place: str, stated_colour: str | None) -> str | None:
    town = game.current().town if game.setup.full else None
    key = "khanbalik" if place == "khanbalik" else town
    if key is None:
        # C8: where the town is not noted, or not tracked, the table `posts` cannot be asked.
        return stated_colour
    posts = game.state.posts
    if key not in posts:
        # C8: an arrival without a colour leaves the question open: a later one may still say "it is a post".
        if stated_colour is not None:
            posts[key] = stated_colour
        return stated_colour
    if stated_colour is not None and stated_colour != posts[key]:
        raise RefusedError("the board shows another colour there", "C8")
    return posts[key]


def _check_khanbalik_is_free(game: Game) -> None:
    for number, seat in enumerate(game.state.seats, 1):
        if number != game.state.turn and seat.position == Position("khanbalik"):
            raise RefusedError("somebody stands at Khanbalik; if it is a post, say its colour", "C8")


def _shared_with(game: Game, place: str, colour: str | None, value: Any) -> list[int]:
    """Return the seats named as standing at the same post, or refuse those known to be elsewhere (C8)."""
    shared: list[int] = []
    for item in listing(value, "shared_with"):
        number = integer_in(item, "shared_with", range(1, game.setup.seats + 1))
        if number in shared or number == game.state.turn:
            raise RefusedError("shared_with names other seats, each once", "C8")
        shared.append(number)
    if shared and not is_post(game, place, colour):
        raise RefusedError("several may stand on a trading post only", "C8")
    for number in shared:
        position = game.seat(number).position
        if position is not None and not _same_post(position, place, colour):
            raise RefusedError(f"seat {number} arrived last elsewhere", "C8")
    return shared


def _same_post(position: Position, place: str, colour: str | None) -> bool:
    """Tell if a seat that arrived last at `position` may stand at this post."""
    if place == "venice":
        return position.place == "venice"
    if place == "khanbalik":
        return position.place == "khanbalik" and position.colour in (colour, None)
    # C8: "a mission town is a post like others". Where no colour was said, none is known to be another one.
    return position.place in ("post", "mission") and (None in (colour, position.colour) or position.colour == colour)


def is_post(game: Game, place: str, colour: str | None) -> bool:
    """Tell if one may trade at the place (C9, C10, C15)."""
    if place == "venice":
        return game.setup.on("trade_in_venice")
    return place == "post" or colour is not None


def give_gifts(game: Game, fields: dict[str, Any]) -> None:
    """Give the Khan his gifts, for a Golden Table where one may be had (C12).

    `town` notes the secret mission town; the list of moves does not name the field, but C13 speaks of a noted town.
    """
    check_names(fields, ("cards",) if game.setup.full else (), ("cards", "town"))
    arrival, seat = game.state.arrival, game.current()
    if arrival is None or arrival.place != "khanbalik" or arrival.gifts_given:
        raise RefusedError("gifts are given on arrival at Khanbalik", "C12")
    if "cards" in fields:
        _give(game, fields["cards"])
    arrival.gifts_given = True
    earns_table = not seat.tables and not seat.mission_done
    if earns_table:
        seat.tables += 1
    if "town" in fields:
        if not earns_table:
            raise RefusedError("there is no new mission to note", "C12")
        seat.town = _town(game, fields["town"])


def _give(game: Game, value: Any) -> None:
    gifts = cards(value, "cards", game.setup.printed)
    if len(gifts) != game.setup.gifts or any(worth != game.setup.gift_value for _, worth in gifts):
        raise RefusedError(f"the Khan wants {game.setup.gifts} goods of {game.setup.gift_value}", "C12")
    if game.setup.on("gifts_two_colours") and len({colour for colour, _ in gifts}) < 2:
        raise RefusedError("the gifts come from at least two colours", "C20")
    if any(gifts.count(gift) > game.setup.printed[gift] for gift in gifts):
        raise RefusedError("the edition has fewer of these cards", "C12")
    for gift in gifts:
        game.take_card(game.current(), gift)
        game.put_card(Destination("bank"), gift)


def _town(game: Game, value: Any) -> str:
    town = text(value, "town")
    if not town or (game.setup.towns and town not in game.setup.towns):
        raise RefusedError("there is no such mission town", "C12")
    return town


def finish_mission(game: Game, fields: dict[str, Any]) -> None:
    """Turn the Golden Table over and take a Secret (C13)."""
    check_names(fields, ())
    if not game.mission_wanted():
        raise RefusedError("the mission is finished on arrival in its town", "C13")
    seat = game.current()
    seat.mission_done = True
    seat.secrets += 1
