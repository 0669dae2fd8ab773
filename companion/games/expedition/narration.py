"""The texts and animations of moves in an Expedition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.expedition.components import component
from companion.games.expedition.play import next_space
from companion.games.expedition.scene import RACE, camel_colour, camel_id, place_id, place_name
from companion.games.expedition.state import CamelStep, Crate, NoCrates, Setup, State, StepPayment
from companion.rules.game import PlayedMove, Total
from companion.rules.match_functions import describe_correction
from companion.rules.moves import Correct, Line, Move
from companion.rules.scene import Animation, Final, Placed, Share, Tally, Walk
from companion.rules.text import Text, join_texts, say


def describe_move(setup: Setup, before: State, seat: int, move: Move, after: State) -> Text:
    """Return the text of a move for histories and the last event; `before` and `after` are the states around it."""
    if isinstance(move, Correct):
        return _correction_text(setup, before, seat, move)
    if isinstance(move, Crate):
        return _crate_text(before, seat, move)
    if isinstance(move, NoCrates):
        return say("expedition.told.no_crates", seat=seat)
    if isinstance(move, CamelStep):
        return _step_text(setup, before, seat, move, after)
    passed = before.turn is not None and before.turn.steps == 0
    return say("told.pass" if passed else "told.end_turn", seat=seat)


def describe_turn(setup: Setup, moves: Sequence[PlayedMove]) -> Text | None:
    """Return the route of a turn and the gold it brought; None for a turn without a step, whose moves have their own
    texts.
    """
    routes = _camel_routes(setup, moves)
    if not routes:
        return None
    seat = moves[0].seat
    gold = sum(line.by for played in moves for line in played.lines if line.seat == seat)
    route = routes[0] if len(routes) == 1 else say("expedition.told.ways", first=routes[0], second=routes[1])
    key = "expedition.told.turn_gold" if gold else "expedition.told.turn"
    turn = say(key, seat=seat, way=route, n=gold) if gold else say(key, seat=seat, way=route)
    others = _crates_of_others(moves)
    return say("expedition.told.turn_others", turn=turn, others=join_texts(others)) if others else turn


def _crates_of_others(moves: Sequence[PlayedMove]) -> list[Text]:
    """Return the gold that other seats have got for crates which were noted at Dadu (E19)."""
    lines = [line for played in moves for line in played.lines if line.ruling == "E19" and line.seat != played.seat]
    seats = dict.fromkeys(line.seat for line in lines)
    return [
        say("expedition.gives_to", n=sum(line.by for line in lines if line.seat == seat), to_seat=seat)
        for seat in seats
    ]


def _camel_routes(setup: Setup, moves: Sequence[PlayedMove]) -> list[Text]:
    """Return the start and end of each camel that moved."""
    starts: dict[int, int] = {}
    ends: dict[int, Text] = {}
    for played in moves:
        if isinstance(played.move, CamelStep):
            camel = played.move.camel or 1
            start = played.before.camels[played.seat - 1][camel - 1]
            starts.setdefault(camel, start)
            target = next_space(setup, played.before, start)
            ends[camel] = _reached_text(setup, played, played.after.camels[played.seat - 1][camel - 1], target)
    ways = {camel: say("expedition.told.way", start=start, end=ends[camel]) for camel, start in sorted(starts.items())}
    if len(setup.colours[0]) == 1:
        return list(ways.values())
    return [
        say("expedition.told.way_camel", colour=camel_colour(setup, moves[0].seat, camel), way=way)
        for camel, way in ways.items()
    ]


def _reached_text(setup: Setup, played: PlayedMove, space_after: int, target: int) -> Text:
    """Return the words for a space reached by a step.

    The city's name is used if the step starts a tally, or if the camel came too late and is moved to Ganzhou (E11).
    """
    if target == setup.board.dadu:
        return say("expedition.told.at_dadu")
    if space_after != target or (played.after.tallied and not played.before.tallied):
        return say("expedition.told.at_ganzhou")
    return say("expedition.told.at", space=target)


def _crate_text(before: State, seat: int, move: Crate) -> Text:
    """Return the text of a crate; that of any space, noted at the end of the race, names who takes it (E19)."""
    if move.space is None:
        return say("expedition.told.crate", seat=seat, n=move.value)
    owner = next(landing.seat for landing in before.landings if landing.space == move.space)
    return say("expedition.told.crate_on", seat=seat, n=move.value, space=move.space, to_seat=owner)


def _correction_text(setup: Setup, before: State, seat: int, move: Correct) -> Text:
    """Return the text of a correction; that of a camel's place names the space before and after."""
    if not move.what.startswith("space:"):
        before_it = before.gold[seat - 1] if move.what == "gold" else None
        return describe_correction(seat, component(setup, move.what), move.by, before_it)
    camel = int(move.what.removeprefix("space:"))
    start = before.camels[seat - 1][camel - 1]
    key = "expedition.told.moved_camel" if len(setup.colours[0]) > 1 else "expedition.told.moved"
    return say(key, seat=seat, start=start, end=start + move.by, colour=camel_colour(setup, seat, camel))


def _step_text(setup: Setup, before: State, seat: int, move: CamelStep, after: State) -> Text:
    camel = move.camel or 1
    space = next_space(setup, before, before.camels[seat - 1][camel - 1])
    if space == setup.board.dadu:
        return say("expedition.told.dadu", seat=seat)
    if after.tallied and not before.tallied:
        return say("expedition.told.ganzhou", seat=seat)
    if after.camels[seat - 1][camel - 1] != space:
        key = "expedition.told.late"
    else:
        key = "expedition.told.ballast" if move.by is StepPayment.BALLAST else "expedition.told.cards"
    return say(f"{key}_camel" if move.camel else key, seat=seat, space=space, colour=camel_colour(setup, seat, camel))


_CITIES = {"E8": "ganzhou", "E13": "dadu"}
"""The city of each tally, by the ruling that its lines cite."""


def animations(
    setup: Setup, before: State, after: State, lines: Sequence[Line], totals: Sequence[Total]
) -> Iterator[Animation[Text]]:
    """Yield the animations of a move; `totals` are those after it."""
    ended = before.turn is not None and after.turn is None
    tallied = after.tallied and not before.tallied
    payments = _payments(lines)
    yield from _steps(before, after, payments)
    if ended or tallied:
        yield _tally(setup, before, after, lines, "E13" if ended else "E8")
    if tallied:
        yield from _transfers(after, payments)
    if ended:
        yield _final(totals)


def _steps(before: State, after: State, payments: dict[tuple[int, int], Line]) -> Iterator[Walk]:
    """Yield the walks of camels that moved, up to their places when the tally was held."""
    for seat, spaces in enumerate(before.camels, 1):
        for camel, start in enumerate(spaces, 1):
            end = after.camels[seat - 1][camel - 1]
            line = payments.get((seat, camel))
            yield from _walk(seat, camel, start, end if line is None else _paid_space(line))


def _transfers(after: State, payments: dict[tuple[int, int], Line]) -> Iterator[Walk]:
    """Yield the walks of camels that the tally paid and then moved to Ganzhou (E12)."""
    for (seat, camel), line in payments.items():
        yield from _walk(seat, camel, _paid_space(line), after.camels[seat - 1][camel - 1])


def _walk(seat: int, camel: int, start: int, end: int) -> Iterator[Walk]:
    if start != end:
        step = 1 if start < end else -1
        places = tuple(place_id(space) for space in range(start, end + step, step))
        yield Walk(block=RACE, piece=camel_id(seat, camel), places=places)


def _tally(setup: Setup, before: State, after: State, lines: Sequence[Line], ruling: str) -> Tally[Text]:
    """Return the tally with every camel's share, the furthest first, including those that get nothing."""
    gold = list(before.gold)
    for line in lines:
        gold[line.seat - 1] += line.by if line.ruling != ruling else 0
    payments = _payments(lines)
    shares = []
    for seat, camel, space in _camels_by_distance(after, payments):
        share = payments.get((seat, camel))
        pays = share.by if share is not None else 0
        gold[seat - 1] += pays
        place = _share_text(setup, after, seat, camel, space, pays)
        shares.append(Share(seat=seat, piece=camel_id(seat, camel), where=place, pays=pays, total=gold[seat - 1]))
    city = say(f"expedition.{_CITIES[ruling]}")
    then = None
    if after.draws is not None and after.turn is not None:  # at Dadu the game is over: a card is of no use
        then = say("expedition.tally.then", seat=after.draws)
    name = say("expedition.tally", city=city)
    return Tally(name=name, shares=tuple(shares), at=city, block=RACE, thing="gold", then=then)


def _share_text(setup: Setup, after: State, seat: int, camel: int, space: int, pays: int) -> Text:
    """Return the place of a camel, and that it moved on from there to Ganzhou."""
    if len(after.camels[seat - 1]) > 1:
        place = say("expedition.camel_at", colour=camel_colour(setup, seat, camel), space=space)
    elif pays:
        place = say("expedition.at", space=space)
    else:
        place = place_name(setup, space)
    moved_on = after.turn is not None and after.camels[seat - 1][camel - 1] != space
    return say("expedition.on_to", place=place) if moved_on else place


def _camels_by_distance(after: State, payments: dict[tuple[int, int], Line]) -> list[tuple[int, int, int]]:
    """Return (seat, camel, space) of every camel when the tally was held, the furthest first."""
    camels = []
    for seat, spaces in enumerate(after.camels, 1):
        for camel, space in enumerate(spaces, 1):
            line = payments.get((seat, camel))
            camels.append((seat, camel, space if line is None else _paid_space(line)))
    return sorted(camels, key=lambda entry: (-entry[2], entry[0], entry[1]))


def _final(totals: Sequence[Total]) -> Final[Text]:
    """Return the places, with what breaks a tie (E14)."""
    places = [
        Placed(
            seat=seat, rank=1 + sum(rival.order > total.order for rival in totals), total=total.public, ties=total.ties
        )
        for seat, total in enumerate(totals, 1)
    ]
    return Final(name=say("expedition.end"), places=tuple(sorted(places, key=lambda place: (place.rank, place.seat))))


def _payments(lines: Sequence[Line]) -> dict[tuple[int, int], Line]:
    """Return the lines of a tally by seat and camel."""
    return {(line.seat, int(str(dict(line.why.args)["camel"]))): line for line in lines if line.ruling in _CITIES}


def _paid_space(line: Line) -> int:
    """Return the space of the camel that a line of a tally pays for."""
    return int(str(dict(line.why.args)["space"]))
