"""The draft: seats take characters, then keep two goal cards each (option `draft`; V1, V4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.voyages import points_only_moves
from companion.games.voyages.final_scoring import two_goals
from companion.games.voyages.moves import KeepGoals, TakeCharacter
from companion.games.voyages.printed_parts import Person
from companion.games.voyages.setup_steps import free_characters
from companion.games.voyages.state import Setup, State
from companion.games.voyages.state_changes import Outcome, board_of, refusal_error, with_board
from companion.games.voyages.trading_posts import place_post


def place_character(setup: Setup, state: State, seat: int) -> Outcome:
    """Place the figures of a seat's character, and Kubilai's first post on the space of most points (V38, V39)."""
    kubilai = setup.is_person(seat, Person.KUBILAI)
    if not setup.full:
        return points_only_moves.post(setup, state, seat) if kubilai else (state, ())
    start = setup.edition.beijing if kubilai else setup.edition.venezia
    state = with_board(state, seat, replace(board_of(state, seat), figures=(start,) * setup.figures(seat)))
    return place_post(setup, state, seat, start) if kubilai else (state, ())


def check_character(setup: Setup, state: State, character: str) -> Person:
    """Return the character of this name, which must be free. Raises IllegalMoveError."""
    person = next((person for person in free_characters(setup, state) if person.value == character), None)
    if person is None:
        raise refusal_error("character", "V4")
    return person


def take_character(setup: Setup, state: State, seat: int, move: TakeCharacter) -> Outcome:
    """Take a character, with its figures and posts (V4)."""
    person = check_character(setup, state, move.character)
    state = with_board(state, seat, replace(board_of(state, seat), person=person))
    setup = setup.with_characters(state)
    if state.open_characters is not None:
        left = tuple(other for other in state.open_characters if other is not person)
        all_taken = all(setup.has_character(number) for number, _ in enumerate(setup.names, 1))
        state = replace(state, open_characters=None if all_taken else left)
    return place_character(setup, state, seat)


def goals_to_choose_from(setup: Setup, state: State, seat: int) -> Sequence[str]:
    """Return the goal cards of which a seat keeps two: those dealt to it, or all where they were dealt by hand."""
    dealt = board_of(state, seat).goal_choice
    return [*setup.edition.goal] if dealt is None else [card for card in dealt if card is not None]


def keep_goals(setup: Setup, state: State, seat: int, move: KeepGoals) -> Outcome:
    """Keep two goal cards, which stay secret until the end; the others go back into the box (V1)."""
    goals = two_goals(setup, move.cards, "V1")
    if any(card not in goals_to_choose_from(setup, state, seat) for card in goals):
        raise refusal_error("goal_not_dealt", "V1")
    return with_board(state, seat, replace(board_of(state, seat), goals=goals, goal_choice=None)), ()
