"""The report of a turn or a phase in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.games.voyages import moves
from companion.games.voyages.allowed_kinds import ACTIONS
from companion.games.voyages.components import component
from companion.games.voyages.consequences import with_unplaced_posts
from companion.games.voyages.labels import place_label
from companion.games.voyages.narration import movement, predicate, used_dice
from companion.games.voyages.state import Phase, Setup
from companion.rules.game import PlayedMove
from companion.rules.moves import Move, gains
from companion.rules.text import Text, join_texts, say


def describe_turn(setup: Setup, played_moves: Sequence[PlayedMove]) -> Text | None:
    """Return one line about a turn or a phase: what each seat did, and what it gained by it.

    In a turn, the gains of others are listed too; the points of the final scoring are not, as nothing in the turn
    earned them. The brief form has the action of the turn only; in a phase, the last
    thing that the seat did which moved last. None if there is nothing to report.
    """
    if not played_moves:
        return None
    turn = played_moves[0].before.turn
    lines = [line for played in played_moves for line in played.lines]
    if turn is not None:
        earned = gains([line for line in lines if line.ruling not in _FINAL_RULINGS])
        return _seat_report(setup, turn.seat, played_moves, earned)
    amounts = gains(lines)
    reported = _of_phase(played_moves)
    reports = {
        seat: _seat_report(setup, seat, reported, {key: by for key, by in amounts.items() if key[0] == seat})
        for seat in dict.fromkeys((*(played.seat for played in played_moves), *(seat for seat, _ in amounts)))
    }
    last = reports[played_moves[-1].seat]
    texts = [report for report in reports.values() if report is not None]
    return None if last is None else say("voyages.told.phase", all=_comma_list(texts), last=last)


def _of_phase(played_moves: Sequence[PlayedMove]) -> Sequence[PlayedMove]:
    """Return the moves without those of the set-up, if the first round has begun after them."""
    if played_moves[-1].after.phase is Phase.SETUP:
        return played_moves
    return [played for played in played_moves if played.before.phase is not Phase.SETUP]


_FINAL_RULINGS = ("V42", "V43", "V44", "V45")


def _seat_report(
    setup: Setup, seat: int, played_moves: Sequence[PlayedMove], amounts: Mapping[tuple[int, str], int]
) -> Text | None:
    """Return what a seat did, with these gains, its own first; None without any."""
    facts = [*_facts(setup, [played for played in played_moves if played.seat == seat])]
    own_first = sorted(amounts.items(), key=lambda entry: entry[0][0] != seat)
    gain_texts = [_gain(setup, seat, gainer, what, by) for (gainer, what), by in own_first]
    if not facts:
        in_turn = bool(played_moves) and played_moves[0].before.turn is not None
        key = "voyages.told.gains" if in_turn else "voyages.told.incomes"
        return say(key, seat=seat, gains=_comma_list(gain_texts)) if gain_texts else None
    what = join_texts([fact for _, fact in facts])
    main = next((fact for kind, fact in facts if kind in ACTIONS), facts[-1][1])
    if not gain_texts:
        return say("voyages.told.facts", seat=seat, what=what, main=main)
    return say("voyages.told.turn", seat=seat, what=what, main=main, gains=_comma_list(gain_texts))


def _comma_list(texts: Sequence[Text]) -> Text:
    *others, result = texts
    for text in reversed(others):
        result = say("list.comma", first=text, rest=result)
    return result


def _gain(setup: Setup, seat: int, gainer: int, what: str, by: int) -> Text:
    """Return an amount gained or lost, with the name of the gainer if it is not `seat`."""
    word = component(setup, what).counted(by)
    if gainer == seat:
        return say("voyages.told.gain", n=by, what=word)
    return say("voyages.told.gain_of", seat=gainer, n=by, what=word)


_COUNTED_KINDS: Mapping[type[Move], str] = {
    moves.Fulfil: "contract",
    moves.FilledContract: "contract",
    moves.Post: "post",
    moves.BlackDie: "black_die",
    moves.Keep: "keep",
    moves.TakeThree: "take_three",
    moves.Reroll: "reroll",
    moves.TurnDie: "turn_die",
}
"""The moves that a report counts, by what they have in common."""
_SILENT_KINDS = (
    *(moves.EndTurn, moves.Name, moves.ScorePoints, moves.Compensate),
    *(moves.DealMap, moves.DealRow, moves.DealCharacters, moves.DealGoals, moves.KeepGoals),
)
"""The moves that a report leaves out: the amounts or the table show all that they change."""


def _facts(setup: Setup, own_moves: Sequence[PlayedMove]) -> Iterator[tuple[str, Text]]:
    """Yield what a seat did, in order, with the kind of move; counted moves where the first of them was."""
    groups: dict[str | int, list[PlayedMove]] = {}
    for number, played in enumerate(own_moves):
        one_die = isinstance(played.move, moves.Roll) and len(played.move.chance) == 1
        kind = "black_die" if one_die else _COUNTED_KINDS.get(type(played.move), number)
        groups.setdefault(kind, []).append(played)
    for kind, (first, *others) in groups.items():
        if isinstance(kind, str):
            yield kind, say(f"voyages.turn.{kind}", n=1 + len(others))
        elif (fact := _fact(setup, first)) is not None:
            yield first.move.kind, fact


def _fact(setup: Setup, played: PlayedMove) -> Text | None:
    """Return what a move did; None if nothing is left to tell beside its gains."""
    match played.move:
        case moves.Travel() | moves.FreeStep() as move:
            return with_unplaced_posts(setup, played, movement(setup, move, with_route=False))
        case moves.TakeFive() as move:
            return say("voyages.turn.take_five", dice=used_dice(setup, played.seat, move.dice))
        case moves.UseCard() as move:
            return say("voyages.turn.city_card", place=place_label(move.city))
        case moves.Choose() as move if move.post is None:
            return None
        case move:
            return None if isinstance(move, _SILENT_KINDS) else predicate(setup, played)
