"""What happened in an Expedition, in a few words."""

from __future__ import annotations

from companion.games.expedition.play import next_space
from companion.games.expedition.state import By, Crate, State, Step, Terms
from companion.games.expedition.things import thing
from companion.rules.game import Correct, Move
from companion.rules.text import Text, say


def tell(terms: Terms, before: State, seat: int, move: Move, after: State) -> Text:
    """The move for histories and the line of the last event; `before` and `after` are the states around it."""
    if isinstance(move, Correct):
        return say("told.correct", seat=seat, what=thing(terms, move.what).counted(move.by), n=move.by)
    if isinstance(move, Crate):
        return say("expedition.told.crate", seat=seat, n=move.value)
    if isinstance(move, Step):
        return _step(terms, before, seat, move, after)
    passed = before.turn is not None and before.turn.steps == 0
    return say("told.pass" if passed else "told.end_turn", seat=seat)


def _step(terms: Terms, before: State, seat: int, move: Step, after: State) -> Text:
    camel = move.camel or 1
    space = next_space(terms, before, before.camels[seat - 1][camel - 1])
    if after.turn is None:
        return say("expedition.told.dadu", seat=seat)
    if after.tallied and not before.tallied:
        return say("expedition.told.ganzhou", seat=seat)
    key = "expedition.told.ballast" if move.by is By.BALLAST else "expedition.told.cards"
    return say(f"{key}_camel" if move.camel else key, seat=seat, space=space, camel=camel)
