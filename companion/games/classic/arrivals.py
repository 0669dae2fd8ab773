"""The places of arrivals: who may be there, and which of them are known to be trading posts (C8)."""

from __future__ import annotations

from companion.games.classic.cards import Colour
from companion.games.classic.edition import KHANBALIK, KnownPost
from companion.games.classic.hands import hand_of, seats_of
from companion.games.classic.labels import colour_word
from companion.games.classic.moves import Location
from companion.games.classic.state import Setup, State, Turn
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import say

MAYBE_POSTS = (Location.KHANBALIK, Location.MISSION)
"""The places of which only the board shows whether they are trading posts."""
_POSTS = (Location.POST, Location.MISSION)
"""A mission town is a trading post like others, or none."""


def known_post(setup: Setup, state: State, turn: Turn, place: Location) -> KnownPost | None:
    """Return what the edition, or else an earlier arrival, says of a place; None if nothing is known of it."""
    name = _name_of(setup, state, turn, place)
    posts = (*setup.edition.posts, *(state.posts or ()))
    return next((post for post in posts if post.place == name), None)


def knows_towns(setup: Setup, state: State) -> bool:
    """Return whether the colour of any mission town is known, so that an arrival there may reveal the secret town."""
    posts = (*setup.edition.posts, *(state.posts or ()))
    return any(post.place != KHANBALIK for post in posts)


def arrival_colour(setup: Setup, state: State, turn: Turn, place: Location, colour: Colour | None) -> Colour | None:
    """Return the colour of an arrival, filled in if it is known. Raises IllegalMoveError for another one.

    An earlier arrival without a colour does not forbid one. Only the seat itself learns the colour of its town.
    """
    known = known_post(setup, state, turn, place) if place in MAYBE_POSTS else None
    if known is None or (known.colour is None and known not in setup.edition.posts):
        return colour
    if colour is None or colour is known.colour:
        return known.colour
    private = say("classic.lacks.no_post")
    if known.colour is not None:
        private = say("classic.lacks.post", colour=colour_word(known.colour))
    raise IllegalMoveError(say("classic.refused.known_post"), "C8", private=private)


def check_room(setup: Setup, state: State, turn: Turn, place: Location, colour: Colour | None) -> None:
    """Check that nobody is known to stand at Khanbalik if it is no trading post (C8).

    Nothing is checked in a mission town: a refusal would reveal the town.
    """
    if place is not Location.KHANBALIK or colour is not None:
        return
    others = [hand_of(state, seat) for seat in seats_of(state) if seat != turn.seat]
    if any(hand.place is place and hand.colour is None and not hand.moved for hand in others):
        firm = known_post(setup, state, turn, place) in setup.edition.posts
        raise IllegalMoveError(say("classic.refused.shared" if firm else "classic.refused.say_colour"), "C8")


def check_company(state: State, place: Location, colour: Colour | None, seat: int) -> None:
    """Check that a seat may stand at the post of an arrival, by its own last arrival (C8)."""
    if not may_be_there(state, place, colour, seat):
        raise IllegalMoveError(say("classic.refused.elsewhere", seat=seat), "C8")


def may_have_company(state: State, turn: Turn, place: Location, colour: Colour | None) -> bool:
    """Return whether any other seat may stand at this post."""
    return any(may_be_there(state, place, colour, seat) for seat in seats_of(state) if seat != turn.seat)


def may_be_there(state: State, place: Location, colour: Colour | None, seat: int) -> bool:
    """Return whether a seat may stand at a post of this colour; None for a colour that is not known.

    A Hasard in words may have moved any piece, so that nothing is known of a seat until it arrives again.
    """
    hand = hand_of(state, seat)
    if hand.moved:
        return True
    same_place = hand.place in _POSTS if place in _POSTS else hand.place is place
    if place is Location.VENICE:
        return same_place
    return same_place and (colour is None or hand.colour in (None, colour))


def with_known_post(
    setup: Setup, state: State, place: str | None, colour: Colour | None
) -> tuple[KnownPost, ...] | None:
    """Return the posts known from arrivals, with this one if it says something new."""
    posts = state.posts or ()
    others = tuple(post for post in posts if post.place != place)
    has_colour = any(post.colour is not None for post in posts if post.place == place)
    if place is None or has_colour or any(post.place == place for post in setup.edition.posts):
        return state.posts
    return (*others, KnownPost(place, colour))


def _name_of(setup: Setup, state: State, turn: Turn, place: Location) -> str | None:
    """Return the name under which a place is known; None for a mission town that is not noted, or not tracked."""
    if place is Location.MISSION:
        return hand_of(state, turn.seat).town if setup.rules.full else None
    return KHANBALIK if place is Location.KHANBALIK else None
