"""Trading posts: placing and moving them, the points of their numbers, and their gains (V17 to V21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.incomes import gain_town_income
from companion.games.voyages.printed_parts import Person, PlaceKind
from companion.games.voyages.state import City, LineSource, PendingItem, PendingKind, Reason, Setup, State
from companion.games.voyages.state_changes import Lines, Outcome, add_pending, board_of, gain, with_board

_Places = tuple[str, ...]


def reached_places(setup: Setup, seat: int, paths: Sequence[_Places]) -> _Places:
    """Return the places of a movement where a post may stand, in the order entered, each once.

    These are the places where a figure ends, for Wilhelm also those where he passes (V41); not Venezia or oases (V17).
    """
    passing = setup.is_person(seat, Person.WILHELM)
    entered = (place for path in paths for place in (path if passing else path[-1:]))
    return tuple(dict.fromkeys(place for place in entered if setup.edition.place[place].kind.takes_posts))


def new_places(setup: Setup, state: State, seat: int, paths: Sequence[_Places]) -> _Places:
    """Return the places that need a post after a movement: those that it reaches without an own post (V17)."""
    own = board_of(state, seat).posts
    return tuple(place for place in reached_places(setup, seat, paths) if place not in own)


def place_posts(setup: Setup, state: State, seat: int, paths: Sequence[_Places]) -> Outcome:
    """Place the posts of a movement while there are any left; the others, and all gains, become pending (V18)."""
    lines: Lines = ()
    reason = Reason(LineSource.POSTS)
    own, places = board_of(state, seat).posts, new_places(setup, state, seat, paths)
    old = tuple(place for place in reached_places(setup, seat, paths) if place in own) or None
    remaining = setup.posts(seat) - len(own)
    for place in places[:remaining]:
        state, more = place_post(setup, state, seat, place)
        lines = (*lines, *more)
    items = [
        PendingItem(seat, PendingKind.POST, reason, place=place, new_posts=places, old_posts=old)
        for place in places[remaining:]
    ]
    if items:
        return add_pending(state, *items, PendingItem(seat, PendingKind.GAINS, reason, new_posts=places)), lines
    state, more = gain_at_places(setup, state, seat, places)
    return state, (*lines, *more)


def place_post(setup: Setup, state: State, seat: int, place: str) -> Outcome:
    """Place a new post, with the points of its number (V17, V41)."""
    return score_post(setup, with_post(setup, state, seat, place), seat)


def score_post(setup: Setup, state: State, seat: int) -> Outcome:
    """Book the points of the last post on the map; a post beyond the common number is one of Wilhelm's (V17, V41)."""
    number = len(board_of(state, seat).posts)
    source = LineSource.POSTS if number <= setup.edition.start.posts else LineSource.LAST_POST
    points = dict(setup.edition.scoring.posts).get(number, 0)
    return gain(state, seat, Amounts(points=points), Reason(source))


def with_post(setup: Setup, state: State, seat: int, place: str) -> State:
    """Return the state with a new post at a place; in Beijing on the free space of most points (V19)."""
    board = board_of(state, seat)
    state = with_board(state, seat, replace(board, posts=(*board.posts, place)))
    if place != setup.edition.beijing:
        return state
    spaces = list(state.beijing)
    spaces[spaces.index(None)] = seat
    return replace(state, beijing=tuple(spaces))


def movable_posts(state: State, pending: PendingItem) -> _Places:
    """Return the places that a post may leave for a new one: none that the same movement reaches (V18)."""
    stay = (*pending.new_posts, *(pending.old_posts or ()))
    posts = board_of(state, pending.seat).posts
    return tuple(place for place in posts if place is not None and place not in stay)


def move_post(setup: Setup, state: State, seat: int, origin: str, destination: str) -> State:
    """Return the state with a post moved from one place to another; it is no new post and gives no points (V18)."""
    board = board_of(state, seat)
    posts = tuple(place for place in board.posts if place != origin)
    state = with_board(state, seat, replace(board, posts=posts))
    if origin == setup.edition.beijing:
        state = replace(state, beijing=_beijing_without(setup, state, seat))
    return with_post(setup, state, seat, destination)


def _beijing_without(setup: Setup, state: State, seat: int) -> tuple[int | None, ...]:
    """Return the spaces of Beijing after a seat's post has left.

    Its space is free again, or posts on spaces of fewer points move up (V19, `beijing_slides`).
    """
    if not setup.agreed.beijing_slides:
        return tuple(None if occupant == seat else occupant for occupant in state.beijing)
    remaining = [occupant for occupant in state.beijing if occupant not in (None, seat)]
    return (*remaining, *[None] * (len(state.beijing) - len(remaining)))


def gain_at_new_posts(setup: Setup, state: State, pending: PendingItem) -> Outcome:
    """Book the gains of a movement's new posts, without those that were not placed (V18)."""
    own = board_of(state, pending.seat).posts
    return gain_at_places(setup, state, pending.seat, [place for place in pending.new_posts if place in own])


def gain_at_places(setup: Setup, state: State, seat: int, places: Iterable[str]) -> Outcome:
    """Book the gains of new posts: the income of a town (V20), the tile of a city that had no post yet (V21)."""
    lines: Lines = ()
    for place in places:
        kind = setup.edition.place[place].kind
        more: Lines = ()
        if kind is PlaceKind.TOWN:
            state, more = gain_town_income(setup, state, seat, place, Reason(LineSource.TOWN, place))
        elif kind is PlaceKind.CITY:
            state, more = _gain_first_in_city(setup, state, seat, place)
        lines = (*lines, *more)
    return state, lines


def _gain_first_in_city(setup: Setup, state: State, seat: int, place: str) -> Outcome:
    city = city_of(state, place)
    if city.visited:
        return state, ()
    reason = Reason(LineSource.BONUS, place)
    if city.bonus is None:
        state = with_city(state, replace(city, visited=True))
        return add_pending(state, PendingItem(seat, PendingKind.BONUS, reason, place=place)), ()
    state = with_city(state, replace(city, visited=True))
    return gain(state, seat, setup.edition.bonus[city.bonus].gives, reason)


def city_of(state: State, place: str) -> City:
    """Return the city at a place."""
    return next(city for city in state.cities if city.id == place)


def with_city(state: State, city: City) -> State:
    """Return the state with this city in place of the old one."""
    return replace(state, cities=tuple(city if old.id == city.id else old for old in state.cities))
