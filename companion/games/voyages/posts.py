"""Trading posts: where they are placed, what the eighth and the ninth bring, and what is found there (V17 to V21)."""

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
    """Where a movement comes to a place that wants a post: where a figure ends, of Wilhelm also where he passes (V41).

    In the order entered, each once; not in Venezia, in an oasis, or where there is one already (V17).
    """
    passing = setup.is_a(seat, Person.WILHELM)
    entered = [place for path in paths for place in (path if passing else path[-1:])]
    own = board_of(state, seat).posts
    wanted = (place for place in entered if setup.edition.place[place].kind.takes_posts and place not in own)
    return tuple(dict.fromkeys(wanted))


def arrived(setup: Setup, state: State, seat: int, places: _EACH) -> Step:
    """The posts of a movement, placed as far as there are any; others wait, and the gains too (V18)."""
    lines: Lines = ()
    why = Because(Source.POSTS)
    left = setup.posts(seat) - len(board_of(state, seat).posts)
    for place in places[:left]:
        state, more = placed(setup, state, seat, place)
        lines = (*lines, *more)
    waits = [Owed(seat, Want.POST, why, at=place, placed=places) for place in places[left:]]
    if waits:
        return waiting_too(state, *waits, Owed(seat, Want.GAINS, why, placed=places)), lines
    state, more = found(setup, state, seat, places)
    return state, (*lines, *more)


def placed(setup: Setup, state: State, seat: int, place: str) -> Step:
    """A post more on the map, with the points that it brings by its number (V17, V41)."""
    return scored(setup, lies(setup, state, seat, place), seat)


def scored(setup: Setup, state: State, seat: int) -> Step:
    """The points of the last post on the map; beyond those of the others it is one of Wilhelm's (V17, V41)."""
    number = len(board_of(state, seat).posts)
    source = Source.POSTS if number <= setup.edition.start.posts else Source.LAST_POST
    points = dict(setup.edition.scoring.posts).get(number, 0)
    return gained(state, seat, Amounts(points=points), Because(source))


def lies(setup: Setup, state: State, seat: int, place: str) -> State:
    """The state with a post of this seat at a place; in Beijing on the free space of most points (V19)."""
    board = board_of(state, seat)
    state = with_board(state, seat, replace(board, posts=(*board.posts, place)))
    if place != setup.edition.beijing:
        return state
    spaces = list(state.beijing)
    spaces[spaces.index(None)] = seat
    return replace(state, beijing=tuple(spaces))


def moved(setup: Setup, state: State, seat: int, origin: str, to: str) -> State:
    """The state with a post taken from one place to another: it is none more, and brings no points (V18)."""
    board = board_of(state, seat)
    posts = tuple(place for place in board.posts if place != origin)
    state = with_board(state, seat, replace(board, posts=posts))
    if origin == setup.edition.beijing:
        state = replace(state, beijing=tuple(None if one == seat else one for one in state.beijing))
    return lies(setup, state, seat, to)


def found(setup: Setup, state: State, seat: int, places: Iterable[str]) -> Step:
    """What new posts bring where they are: a town's income (V20), the tile of a city that had no post yet (V21)."""
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
    """What lies at a city."""
    return next(one for one in state.cities if one.id == place)


def with_city(state: State, city: City) -> State:
    """The state with something else at a city."""
    return replace(state, cities=tuple(city if one.id == city.id else one for one in state.cities))
