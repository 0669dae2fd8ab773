"""The description of moves, and their animations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.games.voyages import moves
from companion.games.voyages.coloured_dice import BLACK, WHITE, ColouredDie, die_by_name
from companion.games.voyages.components import component, goal_label
from companion.games.voyages.labels import amount_label, die_label, place_label
from companion.games.voyages.moves import BlackDie, Reroll, Roll
from companion.games.voyages.player_view import may_see_goals, totals
from companion.games.voyages.scene import DICE
from companion.games.voyages.state import Phase, PlayerBoard, Setup, State
from companion.games.voyages.state_changes import board_of
from companion.rules.moves import Correct, Line, Move
from companion.rules.scene import (
    Animation,
    Card,
    CardRow,
    Cell,
    DiceGroup,
    Die,
    Final,
    GridRow,
    Placed,
    Reveal,
    Share,
    Tally,
    Throw,
)
from companion.rules.text import Text, join_texts, say
from companion.rules.viewer import Viewer


def describe_move(setup: Setup, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:
    """Return the description of a move for the history and the last event."""
    match move:
        case Correct():
            return say("told.correct", seat=seat, what=component(setup, move.what).counted(move.by), n=move.by)
        case moves.RevealGoals() if may_see_goals(now, seat, viewer):
            cards = join_texts([goal_label(setup, card) for card in move.cards])
            return say("voyages.told.goals", seat=seat, cards=cards)
        case moves.Roll():
            return _roll(setup, seat, move, after)
        case moves.EndTurn():
            return say("told.end_turn", seat=seat)
    words = _DESCRIPTIONS.get(type(move))
    return say(f"voyages.told.{move.kind}", seat=seat) if words is None else words(setup, seat, move)


def _roll(setup: Setup, seat: int, move: moves.Roll, after: State) -> Text:
    """Return the description of a roll, with its compensation (V7)."""
    if len(move.chance) == 1:
        return say("voyages.told.roll_black", seat=seat, value=move.chance[0])
    faces = join_texts([say("voyages.number", number=value) for value in move.chance])
    low = setup.edition.start.missing_below
    missing = board_of(after, seat).missing if setup.full else max(0, low - sum(move.chance))
    if missing:
        return say("voyages.told.roll_missing", seat=seat, faces=faces, sum=sum(move.chance), n=missing)
    return say("voyages.told.roll", seat=seat, faces=faces, sum=sum(move.chance))


def _dice(names: tuple[str, ...]) -> Text:
    return join_texts([die_label(die) for name in names if (die := die_by_name(name)) is not None])


def _choose(setup: Setup, seat: int, move: moves.Choose) -> Text:
    parts: list[Text] = [amount_label(good, 1) for good in move.goods or ()]
    parts += [place_label(place) for place in (move.town, move.post) if place is not None]
    tiles = (("bonus", move.bonus), ("income", move.income))
    parts += [component(setup, f"{sort}:{tile}").word for sort, tile in tiles if tile is not None]
    return say("voyages.told.choose", seat=seat, what=join_texts(parts))


def _movement(setup: Setup, seat: int, move: moves.Travel | moves.FreeStep) -> Text:
    used_paths = [path for path in move.paths if path]
    roads = [join_texts([place_label(place) for place in path]) for path in used_paths]
    ends = [place_label(path[-1]) for path in used_paths]
    return say(f"voyages.told.{move.kind}", seat=seat, places=join_texts(roads), ends=join_texts(ends))


def _contract(setup: Setup, seat: int, move: Any) -> Text:
    if move.contract is None:
        return say(f"voyages.told.{move.kind}_one", seat=seat)
    return say(f"voyages.told.{move.kind}", seat=seat, card=component(setup, f"contract:{move.contract}").word)


_DESCRIPTIONS: Mapping[type[Move], Callable[[Setup, int, Any], Text]] = {
    moves.Choose: _choose,
    moves.Travel: _movement,
    moves.FreeStep: _movement,
    moves.Fulfil: _contract,
    moves.Keep: _contract,
    moves.Name: _contract,
    moves.TakeFive: lambda setup, seat, move: say("voyages.told.take_five", seat=seat, dice=_dice(move.dice)),
    moves.TakeThree: lambda setup, seat, move: say("voyages.told.take_three", seat=seat, dice=_dice(move.dice)),
    moves.Bazaar: lambda setup, seat, move: say(
        "voyages.told.bazaar", seat=seat, row=say(f"voyages.row.{move.row}"), dice=_dice(move.dice)
    ),
    moves.Khan: lambda setup, seat, move: say(
        "voyages.told.khan", seat=seat, good=amount_label(move.good, 1), dice=_dice(move.dice)
    ),
    moves.Contracts: lambda setup, seat, move: say("voyages.told.contracts", seat=seat, n=len(move.slots)),
    moves.UseCard: lambda setup, seat, move: say(
        "voyages.told.city_card",
        seat=seat,
        place=place_label(move.city),
        card=component(setup, f"card:{move.card}").word,
    ),
    moves.Reroll: lambda setup, seat, move: say(
        "voyages.told.reroll", seat=seat, die=_dice((move.die,)), value=move.chance[0]
    ),
    moves.TurnDie: lambda setup, seat, move: say("voyages.told.turn_die", seat=seat, die=_dice((move.die,))),
    moves.ScorePoints: lambda setup, seat, move: say("voyages.told.score", seat=seat, n=move.by),
    moves.FilledContract: lambda setup, seat, move: say("voyages.told.contract", seat=seat, n=move.by),
}
"""The description of each kind of move that depends on its fields."""


_SCORING_RULINGS = ("V42", "V43", "V44", "V45")
"""The categories of the final scoring, by ruling."""


def animations(
    setup: Setup, before: State, seat: int, move: Move, after: State, lines: Sequence[Line]
) -> Iterator[Animation[Text]]:
    """Yield the animations of a move."""
    if isinstance(move, Roll | Reroll | BlackDie) and move.chance:
        yield _throw(setup, seat, move, move.chance)
    if after.round > before.round and lines:
        yield _incomes(before, after, lines)
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        if rows := tuple(_revealed_goals(after)):
            yield Reveal(name=say("voyages.block.goals"), rows=rows)
        yield _final_scoring(setup, after, lines)


def _incomes(before: State, after: State, lines: Sequence[Line]) -> Tally[Text]:
    """Return the incomes of towns and characters at the start of a round, thing by thing (V5)."""
    held = {
        (seat, line.what): getattr(board.purse, line.what) for line in lines for seat, board in _seat_boards(before)
    }
    shares = []
    for line in lines:
        held[line.seat, line.what] += line.by
        total = held[line.seat, line.what]
        shares.append(Share(seat=line.seat, where=line.why, pays=line.by, total=total, thing=line.what))
    name = say("voyages.incomes", number=after.round)
    return Tally(name=name, shares=tuple(sorted(shares, key=lambda share: share.seat)), passing=True)


def _seat_boards(state: State) -> Iterator[tuple[int, PlayerBoard]]:
    return enumerate(state.boards, 1)


def _revealed_goals(after: State) -> Iterator[CardRow[Text]]:
    """Yield the goals of each seat, which were secret until now (V42)."""
    for seat, board in enumerate(after.boards, 1):
        cards = tuple(
            Card[Text](id=f"goal:{seat}:{number}", thing=f"goal:{card}")
            for number, card in enumerate(board.goals or (), 1)
            if card is not None
        )
        if cards:
            yield CardRow(id=f"goals:{seat}", seat=seat, cards=cards)


def _throw(setup: Setup, seat: int, move: Move, chance: Sequence[int]) -> Throw[Text]:
    dice = [*_thrown_dice(setup, seat, move, chance)]
    shown_dice = tuple(
        Die[Text](id=f"throw:{seat}:{number}", value=die.value, colour=die.colour) for number, die in enumerate(dice, 1)
    )
    if len(dice) == 1:
        text = say("voyages.throw.one", die=die_label(dice[0]))
    else:
        text = say("voyages.throw.all", sum=sum(chance))
    return Throw(block=DICE, groups=(DiceGroup(id=f"seat:{seat}", dice=shown_dice, seat=seat),), says=text)


def _thrown_dice(setup: Setup, seat: int, move: Move, chance: Sequence[int]) -> Iterator[ColouredDie]:
    """Yield the dice of a throw: the last one of Matteo's is white, and a black die is thrown alone."""
    if isinstance(move, Reroll):
        yield ColouredDie(move.die.partition(":")[0], chance[0])
    elif len(chance) == 1:
        yield ColouredDie(BLACK, chance[0])
    else:
        own = setup.edition.start.dice
        yield from (
            ColouredDie(setup.colour(seat) if index < own else WHITE, value) for index, value in enumerate(chance)
        )


def _final_scoring(setup: Setup, after: State, lines: Sequence[Line]) -> Final[Text]:
    all_totals = totals(setup, after)
    orders = [total.order for total in all_totals]
    ranks = [1 + sum(other > own for other in orders) for own in orders]
    seats = sorted(range(1, len(all_totals) + 1), key=lambda seat: (ranks[seat - 1], seat))
    places = tuple(
        Placed[Text](
            seat=seat, rank=ranks[seat - 1], total=all_totals[seat - 1].value or 0, ties=all_totals[seat - 1].ties
        )
        for seat in seats
    )
    rows = tuple(
        GridRow[Text](
            id=ruling,
            name=say(f"voyages.final.{ruling.lower()}"),
            cells=tuple(
                Cell(value=sum(line.by for line in lines if line.seat == seat and line.ruling == ruling))
                for seat in range(1, len(all_totals) + 1)
            ),
            thing="points",
            ruling=ruling,
        )
        for ruling in _SCORING_RULINGS
    )
    return Final(name=say("game.voyages"), places=places, rows=rows)
