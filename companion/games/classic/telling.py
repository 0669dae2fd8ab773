"""What happened in a game of 1983: in a few words, and played before everybody’s eyes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.classic.called import card_word, cards_word, colour_word, effect_word, unseen_effect_word
from companion.games.classic.cards import Card
from companion.games.classic.components import component
from companion.games.classic.moves import Arrive, Buy, Fight, GiveGifts, Pay, Ransom, Route, Sell, Sold, Spin, Trade
from companion.games.classic.play import is_card
from companion.games.classic.player_view import Seen, got, sees
from companion.games.classic.scene import FIGHT, account, fight_groups, fight_told, revealed
from companion.games.classic.state import Phase, Setup, State
from companion.games.classic.wheel_block import WHEEL, sector_id, verdict
from companion.rules.game import Total
from companion.rules.moves import Correct, Move
from companion.rules.scene import Animation, Final, Placed, Reveal, Throw
from companion.rules.scene import Spin as Spun
from companion.rules.text import Text, listed, say
from companion.rules.viewer import Viewer


def tell(setup: Setup, before: State, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:  # noqa: PLR0913 - what every game tells a move from
    """The move for histories and the line of the last event; `before` and `after` are the states around it.

    Who misses a turn by it is named: else two turns of one seat would follow each other without a word.
    """
    told = _told(setup, before, seat, move, after, now, viewer)
    for other in _missed(before, after):
        if told == say("told.end_turn", seat=seat):
            told = say("classic.told.end_missed", seat=seat, other_seat=other)
        else:
            told = say("classic.told.missed", seat=seat, what=told, other_seat=other)
    return told


def _missed(before: State, after: State) -> list[int]:
    """The seats whose turn was passed over by a move."""
    pairs = enumerate(zip(before.hands, after.hands, strict=True), 1)
    return [seat for seat, (had, has) in pairs if has.misses < had.misses and after.turn is not None]


def _told(setup: Setup, before: State, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:  # noqa: C901, PLR0913 - one short case a kind; what every game tells a move from
    seen = sees(now, seat, viewer)
    match move:
        case Correct():
            return _correct(setup, seat, move, seen)
        case Spin():
            return _spin(after, seat, move)
        case Fight() if after.fight is not None:
            return fight_told(after.fight)
        case Arrive(colour=colour) if colour is not None:
            return say("classic.told.arrive_post", seat=seat, colour=colour_word(colour))
        case Arrive():
            return say(f"classic.told.arrive_{move.place.value}", seat=seat)
        case Ransom():
            return _ransom(setup, before, seat, move, seen)
        case Sell():
            return _sell(setup, seat, move)
        case Buy():
            return _buy(seat, move, viewer, seen)
        case Trade():
            return _trade(before, seat, move, seen or viewer.sees(move.other))
        case GiveGifts(town=town) if seen and town:
            noted = after.hands[seat - 1].town == town
            return say(f"classic.told.give_gifts_town{'' if noted else '_taken'}", seat=seat, town=town)
    if move.kind == "end_turn":
        return say("told.end_turn", seat=seat)
    return say(f"classic.told.{move.kind}", seat=seat)


def _correct(setup: Setup, seat: int, move: Correct, seen: bool) -> Text:
    if is_card(move.what) and not seen:
        return say("classic.told.correct_card", seat=seat)
    return say("told.correct", seat=seat, what=component(setup, move.what).counted(move.by), n=move.by)


def _spin(after: State, seat: int, move: Spin) -> Text:
    turn = after.turn
    if turn is not None and turn.phase is Phase.ARRIVE:
        return say(f"classic.told.spin_{move.route.value}", seat=seat, points=turn.points)
    return say(f"classic.told.attack_{move.route.value}", seat=seat)


def _ransom(setup: Setup, before: State, seat: int, move: Ransom, seen: bool) -> Text:
    if move.pay is Pay.BESANTS:
        paid = min(setup.edition.ransom, before.hands[seat - 1].besants)
        return say("classic.told.ransom_besants" if paid else "classic.told.ransom_nothing", seat=seat, n=paid)
    if seen and move.colour is not None and move.value is not None:
        return say("classic.told.ransom_this", seat=seat, card=card_word(Card(move.colour, move.value)))
    return say("classic.told.ransom_card", seat=seat)


def _sell(setup: Setup, seat: int, move: Sell) -> Text:
    sold = [cards_word(move.cards)] if move.cards else []
    if move.what in (Sold.TABLE, Sold.SECRET):
        sold.append(component(setup, move.what.value).word)
    return say("classic.told.sell", seat=seat, what=listed(sold))


def _buy(seat: int, move: Buy, viewer: Viewer, seen: bool) -> Text:
    if move.hasard is not None:
        words = {True: effect_word, False: unseen_effect_word}
        shown = tuple(words[seen or got(effect, viewer)](effect) for effect in move.hasard)
        return say("classic.told.hasard", seat=seat, what=listed(shown) if shown else say("classic.effect.note"))
    if seen and move.value is not None:
        return say("classic.told.buy_this", seat=seat, card=card_word(Card(move.colour, move.value)))
    return say("classic.told.buy", seat=seat)


def _trade(before: State, seat: int, move: Trade, seen: bool) -> Text:
    named = before.turn is not None and before.turn.asked is not None
    if seen and move.card is not None:
        key = "classic.told.named_this" if named else "classic.told.trade_this"
        return say(key, seat=seat, other_seat=move.other, card=card_word(move.card))
    return say("classic.told.named" if named else "classic.told.trade", seat=seat, other_seat=move.other)


def animations(
    setup: Setup, before: State, move: Move, after: State, seen: Seen, totals: Sequence[Total]
) -> Iterator[Animation[Text]]:
    """What a move brought to be seen; `seen` and `totals` are those after it, for whom it is played."""
    match move:
        case Spin():
            yield _spun(setup, move, after)
        case Fight():
            yield _fought(setup, before, after)
    if before.turn is not None and after.turn is None:
        if rows := revealed(seen):
            yield Reveal(name=say("classic.hands"), rows=rows)
        yield _final(seen, totals)


def _spun(setup: Setup, move: Spin, after: State) -> Spun[Text]:
    """The sector, and what it means."""
    sector, turn = move.chance[0], after.turn
    says, large = verdict(setup.edition.wheel, sector, move.route, turn.points if turn is not None else 0)
    return Spun(block=WHEEL, band=move.route.value, sector=sector_id(sector), says=says, large=large)


def _fought(setup: Setup, before: State, after: State) -> Throw[Text]:
    """White against black: the loot, or a ransom (C3 to C5)."""
    fight, loot = after.fight, before.loot
    assert fight is not None  # the move has just set it
    route = (before.turn.route if before.turn else None) or Route.LAND
    if not fight.won:
        then = say("classic.fight.ransom", n=setup.edition.ransom)
    else:
        then = say("classic.fight.loot" if loot.besants or loot.cards else "classic.fight.no_loot")
    return Throw(
        block=FIGHT,
        groups=fight_groups(setup, fight.seat, route, fight.white, fight.black, fight.won),
        says=fight_told(fight),
        head=say("classic.fight.won" if fight.won else "classic.fight.lost"),
        then=then,
        ruling="C3",
    )


def _final(seen: Seen, totals: Sequence[Total]) -> Final[Text]:
    """Fortunes by what they are made of, then the places: who has won comes first (C14)."""
    places: list[Placed[Text]] = [
        Placed(seat=seat, rank=1 + sum(other.order > total.order for other in totals), total=total.shown)
        for seat, total in enumerate(totals, 1)
    ]
    return Final(
        name=say("classic.end"),
        places=tuple(sorted(places, key=lambda one: (one.rank, one.seat))),
        rows=account(seen),
    )
