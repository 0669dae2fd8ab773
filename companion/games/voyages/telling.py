"""What happened in a game of Voyages, in a few words, as each viewer may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.voyages import moves
from companion.games.voyages.called import die_word, place_word, so_many
from companion.games.voyages.dice import die_named
from companion.games.voyages.seen import sees
from companion.games.voyages.state import State, Terms
from companion.games.voyages.steps import board_of
from companion.games.voyages.things import goal_row, thing
from companion.rules.moves import Correct, Move
from companion.rules.text import Text, listed, say
from companion.rules.viewer import Viewer


def tell(terms: Terms, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:
    """The move for histories and the line of the last event."""
    match move:
        case Correct():
            return say("told.correct", seat=seat, what=thing(terms, move.what).counted(move.by), n=move.by)
        case moves.RevealGoals() if sees(now, seat, viewer):
            cards = listed([goal_row(terms, card) for card in move.cards])
            return say("voyages.told.goals", seat=seat, cards=cards)
        case moves.Roll():
            return _roll(terms, seat, move, after)
        case moves.EndTurn():
            return say("told.end_turn", seat=seat)
    words = _WORDS.get(type(move))
    return say(f"voyages.told.{move.kind}", seat=seat) if words is None else words(terms, seat, move)


def _roll(terms: Terms, seat: int, move: moves.Roll, after: State) -> Text:
    """What was rolled, and the compensation that it is worth (V7)."""
    if len(move.chance) == 1:
        return say("voyages.told.roll_black", seat=seat, value=move.chance[0])
    faces = listed([say("voyages.number", number=value) for value in move.chance])
    low = terms.edition.start.missing_below
    missing = board_of(after, seat).missing if terms.full else max(0, low - sum(move.chance))
    if missing:
        return say("voyages.told.roll_missing", seat=seat, faces=faces, sum=sum(move.chance), n=missing)
    return say("voyages.told.roll", seat=seat, faces=faces, sum=sum(move.chance))


def _dice(names: tuple[str, ...]) -> Text:
    return listed([die_word(die) for name in names if (die := die_named(name)) is not None])


def _choose(terms: Terms, seat: int, move: moves.Choose) -> Text:
    said: list[Text] = [so_many(good, 1) for good in move.goods or ()]
    said += [place_word(place) for place in (move.town, move.post) if place is not None]
    tiles = (("bonus", move.bonus), ("income", move.income))
    said += [thing(terms, f"{sort}:{tile}").word for sort, tile in tiles if tile is not None]
    return say("voyages.told.choose", seat=seat, what=listed(said))


def _paths(terms: Terms, seat: int, move: moves.Travel | moves.Step) -> Text:
    gone = [path for path in move.paths if path]
    roads = [listed([place_word(place) for place in path]) for path in gone]
    ends = [place_word(path[-1]) for path in gone]
    return say(f"voyages.told.{move.kind}", seat=seat, places=listed(roads), ends=listed(ends))


def _contract(terms: Terms, seat: int, move: Any) -> Text:
    if move.contract is None:
        return say(f"voyages.told.{move.kind}_one", seat=seat)
    return say(f"voyages.told.{move.kind}", seat=seat, card=thing(terms, f"contract:{move.contract}").word)


_WORDS: Mapping[type[Move], Callable[[Terms, int, Any], Text]] = {
    moves.Choose: _choose,
    moves.Travel: _paths,
    moves.Step: _paths,
    moves.Fulfil: _contract,
    moves.Keep: _contract,
    moves.Name: _contract,
    moves.TakeFive: lambda terms, seat, move: say("voyages.told.take_five", seat=seat, dice=_dice(move.dice)),
    moves.TakeThree: lambda terms, seat, move: say("voyages.told.take_three", seat=seat, dice=_dice(move.dice)),
    moves.Bazaar: lambda terms, seat, move: say(
        "voyages.told.bazaar", seat=seat, row=say(f"voyages.row.{move.row}"), dice=_dice(move.dice)
    ),
    moves.Khan: lambda terms, seat, move: say(
        "voyages.told.khan", seat=seat, good=so_many(move.good, 1), dice=_dice(move.dice)
    ),
    moves.Contracts: lambda terms, seat, move: say("voyages.told.contracts", seat=seat, n=len(move.slots)),
    moves.UseCard: lambda terms, seat, move: say(
        "voyages.told.city_card", seat=seat, place=place_word(move.city), card=thing(terms, f"card:{move.card}").word
    ),
    moves.Reroll: lambda terms, seat, move: say(
        "voyages.told.reroll", seat=seat, die=_dice((move.die,)), value=move.chance[0]
    ),
    moves.TurnDie: lambda terms, seat, move: say("voyages.told.turn_die", seat=seat, die=_dice((move.die,))),
    moves.Score: lambda terms, seat, move: say("voyages.told.score", seat=seat, n=move.by),
    moves.FilledContract: lambda terms, seat, move: say("voyages.told.contract", seat=seat, n=move.by),
}
"""What is said of the kinds of moves that say something themselves."""
