"""What happened in an Expedition: in a few words, and played before everybody’s eyes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.expedition.components import component
from companion.games.expedition.play import next_space
from companion.games.expedition.scene import RACE, camel_id, place_id, place_name
from companion.games.expedition.state import By, Crate, Setup, State, Step
from companion.rules.game import PlayedMove, Total
from companion.rules.moves import Correct, Line, Move
from companion.rules.scene import Animation, Final, Placed, Share, Tally, Walk
from companion.rules.text import Text, say


def tell(setup: Setup, before: State, seat: int, move: Move, after: State) -> Text:
    """The move for histories and the line of the last event; `before` and `after` are the states around it."""
    if isinstance(move, Correct):
        return say("told.correct", seat=seat, what=component(setup, move.what).counted(move.by), n=move.by)
    if isinstance(move, Crate):
        return say("expedition.told.crate", seat=seat, n=move.value)
    if isinstance(move, Step):
        return _step(setup, before, seat, move, after)
    passed = before.turn is not None and before.turn.steps == 0
    return say("told.pass" if passed else "told.end_turn", seat=seat)


def tell_turn(setup: Setup, deeds: Sequence[PlayedMove]) -> Text | None:
    """From where to where, and what it brought in gold; a turn without a step is told as its moves are."""
    ways = _ways(setup, deeds)
    if not ways:
        return None
    seat = deeds[0].seat
    gold = sum(line.by for deed in deeds for line in deed.lines if line.seat == seat)
    way = ways[0] if len(ways) == 1 else say("expedition.told.ways", first=ways[0], second=ways[1])
    if gold:
        return say("expedition.told.turn_gold", seat=seat, way=way, n=gold)
    return say("expedition.told.turn", seat=seat, way=way)


def _ways(setup: Setup, deeds: Sequence[PlayedMove]) -> list[Text]:
    """From where to where each camel went that moved."""
    begun: dict[int, int] = {}
    ended: dict[int, Text] = {}
    for deed in deeds:
        if isinstance(deed.move, Step):
            camel = deed.move.camel or 1
            here = deed.before.camels[deed.seat - 1][camel - 1]
            begun.setdefault(camel, here)
            space = next_space(setup, deed.before, here)
            ended[camel] = _reached(deed, deed.after.camels[deed.seat - 1][camel - 1], space)
    two = bool(deeds) and len(deeds[0].before.camels[deeds[0].seat - 1]) > 1
    key = "expedition.told.way_camel" if two else "expedition.told.way"
    return [say(key, start=start, end=ended[camel], camel=camel) for camel, start in sorted(begun.items())]


def _reached(deed: PlayedMove, stands: int, space: int) -> Text:
    """A space, by its city's name where a step to it brings a tally, or came too late and leads on there (E11)."""
    if deed.after.turn is None:
        return say("expedition.told.at_dadu")
    if stands != space or (deed.after.tallied and not deed.before.tallied):
        return say("expedition.told.at_ganzhou")
    return say("expedition.told.at", space=space)


def _step(setup: Setup, before: State, seat: int, move: Step, after: State) -> Text:
    camel = move.camel or 1
    space = next_space(setup, before, before.camels[seat - 1][camel - 1])
    if after.turn is None:
        return say("expedition.told.dadu", seat=seat)
    if after.tallied and not before.tallied:
        return say("expedition.told.ganzhou", seat=seat)
    if after.camels[seat - 1][camel - 1] != space:
        key = "expedition.told.late"
    else:
        key = "expedition.told.ballast" if move.by is By.BALLAST else "expedition.told.cards"
    return say(f"{key}_camel" if move.camel else key, seat=seat, space=space, camel=camel)


_CITIES = {"E8": "ganzhou", "E13": "dadu"}
"""By the ruling that its tally goes by."""


def animations(
    setup: Setup, before: State, after: State, lines: Sequence[Line], totals: Sequence[Total]
) -> Iterator[Animation[Text]]:
    """What a move brought to be seen; `totals` are those after it."""
    ended = before.turn is not None and after.turn is None
    tallied = after.tallied and not before.tallied
    paid = _paid(lines)
    yield from _steps(before, after, paid)
    if ended or tallied:
        yield _tally(setup, before, after, lines, "E13" if ended else "E8")
    if tallied:
        yield from _transfers(after, paid)
    if ended:
        yield _final(totals)


def _steps(before: State, after: State, paid: dict[tuple[int, int], Line]) -> Iterator[Walk]:
    """Camels that moved, as far as where a tally found them."""
    for seat, spaces in enumerate(before.camels, 1):
        for camel, here in enumerate(spaces, 1):
            there = after.camels[seat - 1][camel - 1]
            line = paid.get((seat, camel))
            yield from _walk(seat, camel, here, there if line is None else _space(line))


def _transfers(after: State, paid: dict[tuple[int, int], Line]) -> Iterator[Walk]:
    """Camels that were paid where they stood, and are put on to Ganzhou (E12)."""
    for (seat, camel), line in paid.items():
        yield from _walk(seat, camel, _space(line), after.camels[seat - 1][camel - 1])


def _walk(seat: int, camel: int, here: int, there: int) -> Iterator[Walk]:
    if here != there:
        step = 1 if here < there else -1
        places = tuple(place_id(space) for space in range(here, there + step, step))
        yield Walk(block=RACE, piece=camel_id(seat, camel), places=places)


def _tally(setup: Setup, before: State, after: State, lines: Sequence[Line], ruling: str) -> Tally[Text]:
    """Every camel's share, the furthest first, also of those that it pays nothing."""
    gold = list(before.gold)
    for line in lines:
        gold[line.seat - 1] += line.by if line.ruling != ruling else 0
    paid = _paid(lines)
    shares = []
    for seat, camel, space in _in_order(after, paid):
        share = paid.get((seat, camel))
        pays = share.by if share is not None else 0
        gold[seat - 1] += pays
        where = _where(setup, after, seat, camel, space, pays)
        shares.append(Share(seat=seat, piece=camel_id(seat, camel), where=where, pays=pays, total=gold[seat - 1]))
    city = say(f"expedition.{_CITIES[ruling]}")
    then = None
    if after.draws is not None and after.turn is not None:  # at Dadu no card is of use any more
        then = say("expedition.tally.then", seat=after.draws)
    name = say("expedition.tally", city=city)
    return Tally(name=name, shares=tuple(shares), at=city, block=RACE, thing="gold", then=then)


def _where(setup: Setup, after: State, seat: int, camel: int, space: int, pays: int) -> Text:
    """Where a camel stood, and that it went on from there to Ganzhou."""
    if len(after.camels[seat - 1]) > 1:
        where = say("expedition.camel_at", camel=camel, space=space)
    elif pays:
        where = say("expedition.at", space=space)
    else:
        where = place_name(setup, space)
    moved_on = after.turn is not None and after.camels[seat - 1][camel - 1] != space
    return say("expedition.on_to", place=where) if moved_on else where


def _in_order(after: State, paid: dict[tuple[int, int], Line]) -> list[tuple[int, int, int]]:
    """(seat, camel, space) of every camel as the tally found it, the furthest first."""
    camels = []
    for seat, spaces in enumerate(after.camels, 1):
        for camel, at in enumerate(spaces, 1):
            line = paid.get((seat, camel))
            camels.append((seat, camel, at if line is None else _space(line)))
    return sorted(camels, key=lambda one: (-one[2], one[0], one[1]))


def _final(totals: Sequence[Total]) -> Final[Text]:
    """The places, with what breaks a tie (E14)."""
    places = [
        Placed(seat=seat, rank=1 + sum(other.order > one.order for other in totals), total=one.shown, ties=one.ties)
        for seat, one in enumerate(totals, 1)
    ]
    return Final(name=say("expedition.end"), places=tuple(sorted(places, key=lambda one: (one.rank, one.seat))))


def _paid(lines: Sequence[Line]) -> dict[tuple[int, int], Line]:
    """What a tally paid, by seat and camel."""
    return {(line.seat, int(str(dict(line.why.args)["camel"]))): line for line in lines if line.ruling in _CITIES}


def _space(line: Line) -> int:
    """Where the camel stood that a line of a tally pays for."""
    return int(str(dict(line.why.args)["space"]))
