"""The description of moves, and their animations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from companion.games.voyages import moves
from companion.games.voyages.coloured_dice import BLACK, WHITE, ColouredDie, die_by_name
from companion.games.voyages.components import component, goal_label
from companion.games.voyages.consequences import with_moved_posts, with_shared_goals
from companion.games.voyages.final_scoring import waiting_goals
from companion.games.voyages.labels import amount_label, amounts_label, card_label, person_label, place_label
from companion.games.voyages.moves import BlackDie, Reroll, Roll
from companion.games.voyages.pending import decline_word
from companion.games.voyages.player_view import may_see_goals, totals
from companion.games.voyages.printed_parts import PlaceKind
from companion.games.voyages.scene import DICE
from companion.games.voyages.setup_notes import pieces_of_character
from companion.games.voyages.state import Phase, PlayerBoard, Setup, State
from companion.games.voyages.state_changes import board_of
from companion.rules.game import PlayedMove
from companion.rules.match_functions import describe_correction
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


def describe_move(setup: Setup, played: PlayedMove, now: State, viewer: Viewer) -> Text:
    """Return the description of a move for the history and the last event."""
    seat = played.seat
    match played.move:
        case Correct() as move:
            held = getattr(board_of(played.before, seat).purse, move.what)
            return describe_correction(seat, component(setup, move.what), move.by, held)
        case moves.EndTurn():
            return with_shared_goals(setup, played, say("told.end_turn", seat=seat))
        case moves.RevealGoals() | moves.KeepGoals() as move if may_see_goals(now, seat, viewer):
            cards = join_texts([goal_label(setup, card) for card in move.cards])
            return with_shared_goals(setup, played, _sentence(seat, say("voyages.told.goals", cards=cards)))
    return _sentence(seat, predicate(setup, played))


def _sentence(seat: int, predicate: Text) -> Text:
    """Return a sentence about a seat: its name and what it does. The brief form is without the name."""
    return say("voyages.told.move", seat=seat, what=predicate)


def _roll(setup: Setup, seat: int, move: Roll, after: State) -> Text:
    """Return the description of a roll: its dice, with the compensation (V7)."""
    if len(move.chance) == 1:
        return say("voyages.told.roll_black", value=move.chance[0])
    dice = " ".join(map(str, move.chance))
    lack = max(0, setup.edition.start.missing_below - sum(move.chance))
    missing = board_of(after, seat).missing if setup.full else lack
    return say("voyages.told.roll_missing", dice=dice, n=missing) if missing else say("voyages.told.roll", dice=dice)


def predicate(setup: Setup, played: PlayedMove) -> Text:
    """Return what a move does, without the seat."""
    move, seat = played.move, played.seat
    if isinstance(move, Roll):
        return _roll(setup, seat, move, played.after)
    if isinstance(move, moves.Decline):
        return say(f"voyages.told.{decline_word(played.before, seat)}")
    words = _PREDICATES.get(type(move))
    what = say(f"voyages.told.{move.kind}") if words is None else words(setup, seat, move)
    return with_moved_posts(setup, played, what)


def used_dice(setup: Setup, seat: int, names: tuple[str, ...]) -> Text:
    """Return the dice that a seat uses: equal ones together, and the colour only if it is not the seat's own."""
    dice = [die for name in names if (die := die_by_name(name)) is not None]
    return join_texts([_equal_dice(setup, seat, die, n) for die, n in Counter(dice).items()])


def _equal_dice(setup: Setup, seat: int, die: ColouredDie, n: int) -> Text:
    key = "voyages.dice.own" if die.colour == setup.colour(seat) else f"voyages.dice.{die.colour}"
    count = say(f"voyages.count.{n}") if n in _COUNTS_IN_WORDS else n
    return say(key, n=n, count=count, value=die.pips)


_COUNTS_IN_WORDS = (2, 3)


def _the_die(name: str) -> Text:
    colour, _, value = name.partition(":")
    return say("voyages.die.the", colour=say(f"voyages.colour.{colour}"), value=value)


def _choose(setup: Setup, seat: int, move: moves.Choose) -> Text:
    if move.goods is not None:
        return say("voyages.told.choose", what=join_texts([amount_label(good, 1) for good in move.goods]))
    if move.town is not None:
        return say("voyages.told.choose_town", place=place_label(move.town))
    if move.post is not None:
        return say("voyages.told.choose_post", place=place_label(move.post))
    tile = f"bonus:{move.bonus}" if move.bonus is not None else f"income:{move.income}"
    return say("voyages.told.choose_tile", tile=component(setup, tile).word)


def movement(setup: Setup, move: moves.Travel | moves.FreeStep, *, with_route: bool = True) -> Text:
    """Return what a movement does: where each figure ends, and by which places it goes."""
    used_paths = [path for path in move.paths if path]
    places = join_texts([_route(setup, path) if with_route else place_label(path[-1]) for path in used_paths])
    ends = join_texts([_brief_place(setup, path[-1]) for path in used_paths])
    return say(f"voyages.told.{move.kind}", places=places, ends=ends)


def _brief_place(setup: Setup, place: str) -> Text:
    """Return the name of a place; the oases, whose names are long, are all called the same."""
    return say("voyages.an_oasis") if _is_oasis(setup, place) else place_label(place)


def _is_oasis(setup: Setup, place: str) -> bool:
    return setup.edition.place[place].kind is PlaceKind.OASIS


def _route(setup: Setup, path: Sequence[str]) -> Text:
    """Return the end of a path and the towns on the way; an oasis there would repeat the name of its neighbour."""
    *on_the_way, end = path
    stops = [place_label(place) for place in on_the_way if not _is_oasis(setup, place)]
    return say("voyages.told.route", end=place_label(end), stops=join_texts(stops)) if stops else place_label(end)


def _contract(setup: Setup, seat: int, move: moves.Fulfil | moves.Keep | moves.Name) -> Text:
    if move.contract is None:
        return say("voyages.told.keep_one")
    return say(f"voyages.told.{move.kind}", gives=amounts_label(setup.edition.contract[move.contract].reward))


def _take_character(setup: Setup, seat: int, move: moves.TakeCharacter) -> Text:
    person, pieces = person_label(setup.person(seat)), pieces_of_character(setup, seat)
    if pieces is None:
        return say("voyages.told.take_character", person=person)
    return say("voyages.told.take_character_with", person=person, pieces=pieces)


def _score(setup: Setup, seat: int, move: moves.ScorePoints) -> Text:
    return say("voyages.told.score" if move.by > 0 else "voyages.told.score_less", n=abs(move.by))


_PREDICATES: Mapping[type[Move], Callable[[Setup, int, Any], Text]] = {
    moves.TakeCharacter: _take_character,
    moves.Choose: _choose,
    moves.Travel: lambda setup, seat, move: movement(setup, move),
    moves.FreeStep: lambda setup, seat, move: movement(setup, move),
    moves.Fulfil: _contract,
    moves.Keep: _contract,
    moves.Name: _contract,
    moves.TakeFive: lambda setup, seat, move: say("voyages.told.take_five", dice=used_dice(setup, seat, move.dice)),
    moves.TakeThree: lambda setup, seat, move: say("voyages.told.take_three", die=_the_die(move.dice[0])),
    moves.Bazaar: lambda setup, seat, move: say(
        "voyages.told.bazaar", row=say(f"voyages.some.{move.row}"), dice=used_dice(setup, seat, move.dice)
    ),
    moves.Khan: lambda setup, seat, move: say(
        "voyages.told.khan", good=amount_label(move.good, 1), dice=used_dice(setup, seat, move.dice)
    ),
    moves.Contracts: lambda setup, seat, move: say("voyages.told.contracts", n=len(move.slots)),
    moves.UseCard: lambda setup, seat, move: say(
        "voyages.told.city_card", place=place_label(move.city), what=card_label(setup.edition.city_card[move.card])
    ),
    moves.Reroll: lambda setup, seat, move: say("voyages.told.reroll", die=_the_die(move.die), value=move.chance[0]),
    moves.TurnDie: lambda setup, seat, move: say(
        "voyages.told.turn_die", die=_the_die(move.die), value=int(move.die[-1]) + move.by
    ),
    moves.ScorePoints: _score,
    moves.FilledContract: lambda setup, seat, move: say("voyages.told.contract", n=move.by),
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
    if isinstance(move, moves.RevealGoals | moves.EndTurn) and (shared := waiting_goals(after)):
        yield Reveal(name=say("voyages.block.shared_goals"), rows=tuple(_revealed_goals(after, [*shared])))
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        if rows := tuple(_revealed_goals(after, setup.edition.goal)):
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


def _revealed_goals(after: State, cards_shown: Collection[str]) -> Iterator[CardRow[Text]]:
    """Yield those of these goal cards that each seat has, which were secret until now (V42)."""
    for seat, board in enumerate(after.boards, 1):
        cards = tuple(
            Card[Text](id=f"goal:{seat}:{number}", thing=f"goal:{card}")
            for number, card in enumerate(board.goals or (), 1)
            if card in cards_shown
        )
        if cards:
            yield CardRow(id=f"goals:{seat}", seat=seat, cards=cards)


def _throw(setup: Setup, seat: int, move: Move, chance: Sequence[int]) -> Throw[Text]:
    dice = [*_thrown_dice(setup, seat, move, chance)]
    shown_dice = tuple(
        Die[Text](id=f"throw:{seat}:{number}", value=die.value, colour=die.colour) for number, die in enumerate(dice, 1)
    )
    text = say("voyages.throw.all", sum=sum(chance)) if len(dice) > 1 else say("voyages.throw.one", value=chance[0])
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
