"""The consequences of a move that its description adds: posts that stay or move up, and goal cards that are shared."""

from __future__ import annotations

from companion.games.voyages.labels import place_label
from companion.games.voyages.moves import FreeStep, Travel
from companion.games.voyages.rule_notes import shared_goal_texts
from companion.games.voyages.state import PendingKind, Setup, State
from companion.games.voyages.state_changes import board_of
from companion.games.voyages.trading_posts import new_places
from companion.rules.game import PlayedMove
from companion.rules.text import Text, join_texts, say


def with_moved_posts(setup: Setup, played: PlayedMove, what: Text) -> Text:
    """Return what a move does, with posts that are not placed (V18), or that move up in Beijing (V19)."""
    what = with_unplaced_posts(setup, played, what)
    return say("voyages.told.beijing_moves_up", what=what) if _beijing_moved_up(played) else what


def with_shared_goals(setup: Setup, played: PlayedMove, sentence: Text) -> Text:
    """Return the description of a move, with the goal cards that turn out to belong to several seats (V42)."""
    for seats, goal in shared_goal_texts(setup, played.after):
        sentence = say("voyages.told.shared_goal", seat=played.seat, sentence=sentence, seats=seats, goal=goal)
    return sentence


def _beijing_moved_up(played: PlayedMove) -> bool:
    """Return whether a post in Beijing has another space since this move (V19, `beijing_slides`)."""
    before, after = played.before.beijing, played.after.beijing
    return any(seat in after and after.index(seat) != space for space, seat in enumerate(before) if seat is not None)


def with_unplaced_posts(setup: Setup, played: PlayedMove, what: Text) -> Text:
    """Return what a move does, with the places that get no post because none of the others may leave (V18)."""
    places = [place_label(place) for place in _unplaced_posts(setup, played)]
    return say("voyages.told.no_post", what=what, places=join_texts(places)) if places else what


def _unplaced_posts(setup: Setup, played: PlayedMove) -> tuple[str, ...]:
    """Return the places that needed a post before this move, or by it, and neither have one nor wait for one."""
    seat, needed = played.seat, _places_waiting_for_posts(played.before, played.seat)
    if isinstance(played.move, Travel | FreeStep):
        needed = new_places(setup, played.before, seat, played.move.paths)
    after = (*board_of(played.after, seat).posts, *_places_waiting_for_posts(played.after, seat))
    return tuple(place for place in needed if place not in after)


def _places_waiting_for_posts(state: State, seat: int) -> tuple[str, ...]:
    """Return the places for which a seat still has to choose the post that moves there (V18)."""
    items = (item for item in state.pending if item.seat == seat and item.kind is PendingKind.POST)
    return tuple(item.place for item in items if item.place is not None)
