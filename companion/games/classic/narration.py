"""The texts and animations of moves in a game of 1983."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.classic.cards import Effect, GoodsCard
from companion.games.classic.components import component
from companion.games.classic.labels import card_word, colour_word, effect_word, unseen_effect_word
from companion.games.classic.moves import (
    Arrive,
    Buy,
    Fight,
    FinishMission,
    GiveGifts,
    Location,
    Ransom,
    RansomPayment,
    Route,
    SaleItem,
    Sell,
    SpinWheel,
    Trade,
)
from companion.games.classic.play import correctable, is_card
from companion.games.classic.player_view import ClassicView, may_see_hand, received_card
from companion.games.classic.scene import FIGHT, fight_groups, fight_result_text, fortune_rows, revealed_rows
from companion.games.classic.state import FightResult, Phase, Setup, State
from companion.games.classic.wheel_block import WHEEL, sector_id, spin_result
from companion.rules.game import Total
from companion.rules.match_functions import describe_correction
from companion.rules.moves import Correct, Move
from companion.rules.scene import Animation, Final, Placed, Reveal, Spin, Throw
from companion.rules.text import Text, join_texts, say
from companion.rules.viewer import Viewer


def describe_move(setup: Setup, before: State, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:  # noqa: PLR0913 - what every game tells a move from
    """Return the text of a move for histories and the last event; `before` and `after` are the states around it.

    It names the seats that miss a turn through it; otherwise two turns of one seat would follow each other without
    explanation.
    """
    text = _move_text(setup, before, seat, move, after, now, viewer)
    for skipped_seat in skipped_seats(before, after):
        if text == say("told.end_turn", seat=seat):
            text = say("classic.told.end_missed", seat=seat, other_seat=skipped_seat)
        else:
            text = say("classic.told.missed", seat=seat, what=text, other_seat=skipped_seat)
    return text


def skipped_seats(before: State, after: State) -> list[int]:
    """Return the seats whose turn a move skipped."""
    pairs = enumerate(zip(before.hands, after.hands, strict=True), 1)
    return [
        seat
        for seat, (hand_before, hand_after) in pairs
        if hand_after.misses < hand_before.misses and after.turn is not None
    ]


def _move_text(setup: Setup, before: State, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:  # noqa: C901, PLR0913 - one short case a kind; what every game tells a move from
    visible = may_see_hand(now, seat, viewer)
    match move:
        case Correct():
            return _correction_text(setup, before, seat, move, visible)
        case SpinWheel():
            return _spin_text(after, seat, move)
        case Fight() if after.fight is not None:
            return _fight_text(after.fight)
        case Arrive(place=Location.POST, colour=colour) if colour is not None:
            return say("classic.told.arrive_colour", seat=seat, colour=colour_word(colour))
        case Arrive():
            return say(f"classic.told.arrive_{move.place.value}", seat=seat)
        case Ransom():
            return _ransom_text(setup, before, seat, move, visible)
        case Sell():
            return _sale_text(seat, move)
        case Buy():
            return _purchase_text(seat, move, viewer, visible)
        case Trade():
            return _trade_text(before, seat, move, visible or viewer.sees(move.other))
        case GiveGifts(town=town) if visible and town:
            noted = after.hands[seat - 1].town == town
            return say(f"classic.told.give_gifts_town{'' if noted else '_taken'}", seat=seat, town=town)
        case FinishMission() if (town := after.hands[seat - 1].town) is not None:
            return say("classic.told.finish_mission_town", seat=seat, town=town)
    if move.kind == "end_turn":
        return say("told.end_turn", seat=seat)
    return say(f"classic.told.{move.kind}", seat=seat)


def _correction_text(setup: Setup, before: State, seat: int, move: Correct, visible: bool) -> Text:
    if is_card(move.what) and not visible:
        return say("classic.told.correct_card", seat=seat)
    amount = next(entry.now for entry in correctable(setup, before, seat) if entry.what == move.what)
    return describe_correction(seat, component(setup, move.what), move.by, amount)


def _spin_text(after: State, seat: int, move: SpinWheel) -> Text:
    turn = after.turn
    if turn is not None and turn.phase is Phase.ARRIVE:
        return say(f"classic.told.spin_{move.route.value}", seat=seat, points=turn.points)
    return say(f"classic.told.attack_{move.route.value}", seat=seat)


def _fight_text(fight: FightResult) -> Text:
    key = "classic.told.fight_won" if fight.won else "classic.told.fight_lost"
    return say(key, seat=fight.seat, white=fight.white, black=fight.black)


def _ransom_text(setup: Setup, before: State, seat: int, move: Ransom, visible: bool) -> Text:
    if move.pay is RansomPayment.BESANTS:
        paid = min(setup.edition.ransom, before.hands[seat - 1].besants)
        return say("classic.told.ransom_besants" if paid else "classic.told.ransom_nothing", seat=seat, n=paid)
    if visible and move.colour is not None and move.value is not None:
        return say("classic.told.ransom_this", seat=seat, card=card_word(GoodsCard(move.colour, move.value)))
    return say("classic.told.ransom_card", seat=seat)


def _sale_text(seat: int, move: Sell) -> Text:
    return say("classic.told.sell", seat=seat, what=join_texts(sold_words(move)))


def sold_words(move: Sell) -> tuple[Text, ...]:
    """Return the words for each card, Table or Secret sold."""
    honour = (say(f"classic.sold.{move.what.value}"),) if move.what in (SaleItem.TABLE, SaleItem.SECRET) else ()
    return (*map(card_word, move.cards), *honour)


def effect_words(effects: Sequence[Effect], viewer: Viewer, visible: bool) -> tuple[Text, ...]:
    """Return the words for the effects of a Hasard, without the cards that the viewer may not see."""
    words = {True: effect_word, False: unseen_effect_word}
    return tuple(words[visible or received_card(effect, viewer)](effect) for effect in effects)


def _purchase_text(seat: int, move: Buy, viewer: Viewer, visible: bool) -> Text:
    if move.hasard:
        return say("classic.told.hasard", seat=seat, what=join_texts(effect_words(move.hasard, viewer, visible)))
    if visible and move.value is not None:
        return say("classic.told.buy_this", seat=seat, card=card_word(GoodsCard(move.colour, move.value)))
    return say("classic.told.buy", seat=seat)


def _trade_text(before: State, seat: int, move: Trade, visible: bool) -> Text:
    named = before.turn is not None and before.turn.asked is not None
    if visible and move.card is not None:
        key = "classic.told.named_this" if named else "classic.told.trade_this"
        return say(key, seat=seat, other_seat=move.other, card=card_word(move.card))
    return say("classic.told.named" if named else "classic.told.trade", seat=seat, other_seat=move.other)


def animations(
    setup: Setup, before: State, move: Move, after: State, view: ClassicView, totals: Sequence[Total]
) -> Iterator[Animation[Text]]:
    """Yield the animations of a move; `view` and `totals` are those after it, of the viewer who sees them."""
    match move:
        case SpinWheel():
            yield _spin_animation(setup, move, after)
        case Fight():
            yield _fight_animation(setup, before, after)
    if before.turn is not None and after.turn is None:
        if rows := revealed_rows(view):
            yield Reveal(name=say("classic.hands"), rows=rows)
        yield _final(view, totals)


def _spin_animation(setup: Setup, move: SpinWheel, after: State) -> Spin[Text]:
    """Return the sector where the wheel stopped, and its meaning."""
    sector, turn = move.chance[0], after.turn
    text, large_text = spin_result(setup.edition.wheel, sector, move.route, turn.points if turn is not None else 0)
    return Spin(block=WHEEL, band=move.route.value, sector=sector_id(sector), says=text, large=large_text)


def _fight_animation(setup: Setup, before: State, after: State) -> Throw[Text]:
    """Return the throw of white against black, followed by the loot or a ransom (C3 to C5)."""
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
        says=fight_result_text(fight),
        head=say("classic.fight.won" if fight.won else "classic.fight.lost"),
        then=then,
        ruling="C3",
    )


def _final(view: ClassicView, totals: Sequence[Total]) -> Final[Text]:
    """Return the parts of each fortune, then the places, the winner first (C14)."""
    places: list[Placed[Text]] = [
        Placed(seat=seat, rank=1 + sum(rival.order > total.order for rival in totals), total=total.public)
        for seat, total in enumerate(totals, 1)
    ]
    return Final(
        name=say("classic.messer_millionni"),
        places=tuple(sorted(places, key=lambda place: (place.rank, place.seat))),
        rows=fortune_rows(view),
    )
