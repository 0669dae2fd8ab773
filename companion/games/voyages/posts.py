"""Trading posts: placing and moving them, the points of their numbers, and their gains (V17 to V21)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.games.voyages.amounts import Amounts
from companion.games.voyages.cards import Person, PlaceKind
from companion.games.voyages.incomes import town_gained
from companion.games.voyages.state import Because, City, Owed, Setup, Source, State, Want
from companion.games.voyages.steps import Lines, Step, board_of, gained, waiting_too, with_board

_EACH = tuple[str, ...]


def new_places(setup: Setup, state: State, seat: int, paths: Sequence[_EACH]) -> _EACH:
    """Return the places of a movement that get a post, in the order entered, each once.

    These are the places where a figure ends, for Wilhelm also those where he passes (V41); not Venezia, oases, or
    places with an own post (V17).
    """
    passing = setup.is_a(seat, Person.WILHELM)
    entered = [place for path in paths for place in (path if passing else path[-1:])]
    own = board_of(state, seat).posts
    wanted = (place for place in entered if setup.edition.place[place].kind.takes_posts and place not in own)
    return tuple(dict.fromkeys(wanted))


def arrived(setup: Setup, state: State, seat: int, places: _EACH) -> Step:
    """Place the posts of a movement while there are any left; the others, and all gains, become pending (V18)."""
    lines: Lines = ()
    why = Because(Source.POSTS)
    remaining = setup.posts(seat) - len(board_of(state, seat).posts)
    for place in places[:remaining]:
        state, more = placed(setup, state, seat, place)
        lines = (*lines, *more)
    items = [Owed(seat, Want.POST, why, at=place, placed=places) for place in places[remaining:]]
    if items:
        return waiting_too(state, *items, Owed(seat, Want.GAINS, why, placed=places)), lines
    state, more = found(setup, state, seat, places)
    return state, (*lines, *more)


def placed(setup: Setup, state: State, seat: int, place: str) -> Step:
    """Place a new post, with the points of its number (V17, V41)."""
    return scored(setup, lies(setup, state, seat, place), seat)


def scored(setup: Setup, state: State, seat: int) -> Step:
    """Book the points of the last post on the map; a post beyond the common number is one of Wilhelm's (V17, V41)."""
    number = len(board_of(state, seat).posts)
    source = Source.POSTS if number <= setup.edition.start.posts else Source.LAST_POST
    points = dict(setup.edition.scoring.posts).get(number, 0)
    return gained(state, seat, Amounts(points=points), Because(source))


def lies(setup: Setup, state: State, seat: int, place: str) -> State:
    """Return the state with a new post at a place; in Beijing on the free space of most points (V19)."""
    board = board_of(state, seat)
    state = with_board(state, seat, replace(board, posts=(*board.posts, place)))
    if place != setup.edition.beijing:
        return state
    spaces = list(state.beijing)
    spaces[spaces.index(None)] = seat
    return replace(state, beijing=tuple(spaces))


def moved(setup: Setup, state: State, seat: int, origin: str, to: str) -> State:
    """Return the state with a post moved from one place to another; it is no new post and gives no points (V18)."""
    board = board_of(state, seat)
    posts = tuple(place for place in board.posts if place != origin)
    state = with_board(state, seat, replace(board, posts=posts))
    if origin == setup.edition.beijing:
        state = replace(state, beijing=tuple(None if occupant == seat else occupant for occupant in state.beijing))
    return lies(setup, state, seat, to)


def found(setup: Setup, state: State, seat: int, places: Iterable[str]) -> Step:
    """Book the gains of new posts: the income of a town (V20), the tile of a city that had no post yet (V21)."""
    lines: Lines = ()
    for place in places:
        kind = setup.edition.place[place].kind
        more: Lines = ()
        if kind is PlaceKind.TOWN:
            state, more = town_gained(setup, state, seat, place, Because(Source.TOWN, place))
        elif kind is PlaceKind.CITY:
            state, more = _first_in(setup, state, seat, place)
        lines = (*lines, *more)
    return state, lines


def _first_in(setup: Setup, state: State, seat: int, place: str) -> Step:
    city = city_of(state, place)
    if city.visited:
        return state, ()
    because = Because(Source.BONUS, place)
    if city.bonus is None:
        state = with_city(state, replace(city, visited=True))
        return waiting_too(state, Owed(seat, Want.BONUS, because, at=place)), ()
    state = with_city(state, replace(city, visited=True))
    return gained(state, seat, setup.edition.bonus[city.bonus].gives, because)


def city_of(state: State, place: str) -> City:
    """Return the city at a place."""
    return next(city for city in state.cities if city.id == place)


def with_city(state: State, city: City) -> State:
    """Return the state with this city in place of the old one."""
    return replace(state, cities=tuple(city if old.id == city.id else old for old in state.cities))
