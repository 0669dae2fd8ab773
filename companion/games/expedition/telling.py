"""What happened in an Expedition, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.expedition.play import next_space
from companion.games.expedition.state import By, Crate, State, Step, Terms
from companion.games.expedition.things import thing
from companion.rules.game import Deed
from companion.rules.moves import Correct, Move
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


def tell_turn(terms: Terms, deeds: Sequence[Deed]) -> Text | None:
    """From where to where, and what it brought in gold; a turn without a step is told as its moves are."""
    ways = _ways(terms, deeds)
    if not ways:
        return None
    seat = deeds[0].seat
    gold = sum(line.by for deed in deeds for line in deed.lines if line.seat == seat)
    way = ways[0] if len(ways) == 1 else say("expedition.told.ways", first=ways[0], second=ways[1])
    if gold:
        return say("expedition.told.turn_gold", seat=seat, way=way, n=gold)
    return say("expedition.told.turn", seat=seat, way=way)


def _ways(terms: Terms, deeds: Sequence[Deed]) -> list[Text]:
    """From where to where each camel went that moved."""
    begun: dict[int, int] = {}
    ended: dict[int, Text] = {}
    for deed in deeds:
        if isinstance(deed.move, Step):
            camel = deed.move.camel or 1
            here = deed.before.camels[deed.seat - 1][camel - 1]
            begun.setdefault(camel, here)
            space = next_space(terms, deed.before, here)
            ended[camel] = _reached(deed, deed.after.camels[deed.seat - 1][camel - 1], space)
    two = bool(deeds) and len(deeds[0].before.camels[deeds[0].seat - 1]) > 1
    key = "expedition.told.way_camel" if two else "expedition.told.way"
    return [say(key, start=start, end=ended[camel], camel=camel) for camel, start in sorted(begun.items())]


def _reached(deed: Deed, stands: int, space: int) -> Text:
    """A space, by its city's name where a step to it brings a tally, or came too late and leads on there (E11)."""
    if deed.after.turn is None:
        return say("expedition.told.at_dadu")
    if stands != space or (deed.after.tallied and not deed.before.tallied):
        return say("expedition.told.at_ganzhou")
    return say("expedition.told.at", space=space)


def _step(terms: Terms, before: State, seat: int, move: Step, after: State) -> Text:
    camel = move.camel or 1
    space = next_space(terms, before, before.camels[seat - 1][camel - 1])
    if after.turn is None:
        return say("expedition.told.dadu", seat=seat)
    if after.tallied and not before.tallied:
        return say("expedition.told.ganzhou", seat=seat)
    if after.camels[seat - 1][camel - 1] != space:
        key = "expedition.told.late"
    else:
        key = "expedition.told.ballast" if move.by is By.BALLAST else "expedition.told.cards"
    return say(f"{key}_camel" if move.camel else key, seat=seat, space=space, camel=camel)
