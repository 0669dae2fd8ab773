"""The report of a whole turn in one line: the stops and what was paid and gained there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from companion.games.classic.cards import GoodsCard
from companion.games.classic.labels import card_word, cards_word, colour_word
from companion.games.classic.moves import (
    Arrive,
    Buy,
    ClaimVictory,
    Fight,
    FinishMission,
    GiveGifts,
    Location,
    Ransom,
    RansomPayment,
    RefuseFight,
    Restart,
    Sell,
    SpinWheel,
    Trade,
)
from companion.games.classic.narration import effect_words, skipped_seats, sold_words
from companion.games.classic.player_view import may_see_hand
from companion.games.classic.state import Loot, Phase, State, Turn
from companion.rules.game import PlayedMove
from companion.rules.moves import Move
from companion.rules.text import Text, join_texts, say
from companion.rules.viewer import Viewer

_BRIEF_ORDER: tuple[type[Move], ...] = (Sell, Buy, Trade, ClaimVictory)
"""The order of a brief report; everything else comes first."""
_MOST_NAMED = 2
"""The number of things sold up to which a full report names each."""
_PRICES = ("classic.why.buy", "classic.why.buy_hasard")
_FINES = ("classic.why.fine", "classic.why.debt")


def describe_turn(moves: Sequence[PlayedMove], now: State, viewer: Viewer) -> Text | None:
    """Return the report of a turn; None if there is nothing to report.

    Its brief form begins at the last stop, counts all cards bought together, and leaves out what a Hasard did, fines
    and missed turns.
    """
    if not moves:
        return None
    seat: int = moves[0].before.turn.seat
    parts = [*_parts(seat, moves, now, viewer)]
    if not parts:
        return None
    brief = [*_parts(seat, _last_stop(moves), now, viewer, brief=True)]
    return say("classic.told.turn", seat=seat, what=_listed(parts), brief=_listed(brief or parts))


def _last_stop(moves: Sequence[PlayedMove]) -> list[PlayedMove]:
    """Return the moves from the last arrival or fight on, in the order of a brief report."""
    stops = (number for number, played in enumerate(moves) if isinstance(played.move, Arrive | Fight))
    ranks = {kind: rank for rank, kind in enumerate(_BRIEF_ORDER, 1)}
    return sorted(moves[max(stops, default=0) :], key=lambda played: ranks.get(type(played.move), 0))


def _listed(parts: Sequence[Text]) -> Text:
    """Return the parts with commas and without an "and"."""
    *others, text = parts
    for part in reversed(others):
        text = say("list.comma", first=part, rest=text)
    return text


def _parts(
    seat: int, moves: Sequence[PlayedMove], now: State, viewer: Viewer, *, brief: bool = False
) -> Iterator[Text]:
    visible = may_see_hand(now, seat, viewer)
    for joined_kind, group in groupby(enumerate(moves, 1), lambda numbered: _joined_kind(numbered[1].move, brief)):
        numbered = [*group]
        deals = [played for _, played in numbered]
        if joined_kind is Sell:
            yield _sale(deals, 1 if brief else _MOST_NAMED)
        elif joined_kind is Buy:
            yield _purchase(deals, visible)
        for number, played in numbered:
            if joined_kind is None:
                yield from _move_parts(seat, played, moves[number:], viewer, visible)
            if not brief:
                yield from _consequences(played)


def _joined_kind(move: Move, brief: bool) -> type[Move] | None:
    """Return the class of a move that is reported together with others of its kind before and after it."""
    joined = isinstance(move, Sell) or (isinstance(move, Buy) and (brief or not move.hasard))
    return type(move) if joined else None


def _consequences(played: PlayedMove) -> Iterator[Text]:
    """Yield the fine that was paid after a move, and the turns that are missed through it."""
    if fine := -sum(line.by for line in played.lines if line.why.key in _FINES):
        yield say("classic.turn.fine", n=fine)
    for skipped_seat in skipped_seats(played.before, played.after):
        yield say("classic.turn.missed", seat=skipped_seat)


def _move_parts(  # noqa: C901 - one short case a kind
    seat: int, played: PlayedMove, later: Sequence[PlayedMove], viewer: Viewer, visible: bool
) -> Iterator[Text]:
    by = _besants(played)
    match played.move:
        case SpinWheel() as move:
            yield _spin(move, played.after.turn)
        case Fight():
            yield from _fight(played.before.loot, played.after.fight.won)
        case RefuseFight():
            yield say("classic.turn.refuse_fight")
        case Ransom() as move:
            yield _ransom(move, by, visible)
        case Arrive(place=Location.POST, colour=colour) if colour is not None:
            yield say("classic.turn.arrive_colour", colour=colour_word(colour))
        case Arrive(place=place) if place is not Location.MISSION:  # the mission itself is reported
            yield say(f"classic.turn.arrive_{place.value}")
        case Buy(hasard=hasard) if hasard:
            yield say("classic.turn.hasard", by=_price(played))
            yield from effect_words(hasard, viewer, visible)
        case Trade(other=giver) as move if played.seat == seat:
            yield _trade(move, later, by, visible or viewer.sees(giver))
        case GiveGifts(town=town):
            noted = visible and town is not None and played.after.hands[seat - 1].town == town
            yield say("classic.turn.give_gifts_town", town=town) if noted and town else say("classic.turn.give_gifts")
        case FinishMission():
            town = played.after.hands[seat - 1].town
            yield say("classic.turn.finish_mission_town", town=town) if town else say("classic.turn.finish_mission")
        case ClaimVictory():
            yield say("classic.turn.claim")
        case Restart() if played.seat == seat:
            yield say("classic.turn.restart", by=by)
        case Restart():
            yield say("classic.turn.restart_other", seat=played.seat, by=by)


def _besants(played: PlayedMove) -> int:
    """Return the besants that a move brought its seat, without a fine."""
    return sum(
        line.by
        for line in played.lines
        if line.seat == played.seat and line.what == "besants" and line.why.key not in _FINES
    )


def _price(purchase: PlayedMove) -> int:
    """Return the besants paid for a card, below 0, without those that a Hasard brought."""
    return sum(line.by for line in purchase.lines if line.what == "besants" and line.why.key in _PRICES)


def _spin(move: SpinWheel, turn: Turn) -> Text:
    if turn.phase is Phase.ARRIVE:
        return say(f"classic.turn.spin_{move.route.value}", points=turn.points)
    return say(f"classic.turn.attack_{move.route.value}")


def _fight(loot: Loot, won: bool) -> Iterator[Text]:
    yield say("classic.turn.fight_won" if won else "classic.turn.fight_lost")
    taken = [say("classic.loot.besants", n=loot.besants)] if loot.besants else []
    taken += [say("classic.about.cards", n=len(loot.cards))] if loot.cards else []
    if won and taken:
        yield say("classic.turn.loot", what=join_texts(taken))


def _ransom(move: Ransom, by: int, visible: bool) -> Text:
    if move.pay is RansomPayment.BESANTS:
        return say("classic.turn.ransom_besants", n=-by) if by else say("classic.turn.ransom_nothing")
    if visible and move.colour is not None and move.value is not None:
        return say("classic.turn.ransom_this", card=card_word(GoodsCard(move.colour, move.value)))
    return say("classic.turn.ransom_card")


def _sale(sales: Sequence[PlayedMove], most_named: int) -> Text:
    """Return the text of what was sold at once; everyone saw it."""
    sold = [word for played in sales if isinstance(played.move, Sell) for word in sold_words(played.move)]
    what = join_texts(sold) if len(sold) <= most_named else say("classic.about.cards", n=len(sold))
    return say("classic.turn.sell", what=what, by=sum(map(_besants, sales)))


def _purchase(purchases: Sequence[PlayedMove], visible: bool) -> Text:
    """Return the text of the cards bought one after the other."""
    by = sum(map(_price, purchases))
    moves = [played.move for played in purchases]
    cards = [GoodsCard(move.colour, move.value) for move in moves if isinstance(move, Buy) and move.value is not None]
    if visible and len(cards) == len(moves):
        return say("classic.turn.buy_these", cards=cards_word(cards), by=by)
    return say("classic.turn.buy", n=len(moves), by=by)


def _trade(move: Trade, later: Sequence[PlayedMove], by: int, visible: bool) -> Text:
    """Return the text of a card taken from a player, who may have named it in a later move."""
    namings = [played.move for played in later if played.seat == move.other]
    card = next((naming.card for naming in (move, *namings) if isinstance(naming, Trade) and naming.card), None)
    if card is not None and visible:
        return say("classic.turn.trade_this", card=card_word(card), other_seat=move.other, by=by)
    return say("classic.turn.trade", other_seat=move.other, by=by)
