"""The notes of a scene: the next step of the turn, and the players' tasks at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.classic.conditions import is_market
from companion.games.classic.edition import Edition
from companion.games.classic.moves import Location
from companion.games.classic.player_view import ClassicView, HandView
from companion.games.classic.state import JourneyStage, Phase, Setup, Turn
from companion.rules.scene import Note, Tone
from companion.rules.text import Text, join_texts, say
from companion.rules.viewer import Viewer


def setup_notes(setup: Setup, view: ClassicView) -> Iterator[Note[Text]]:
    """Yield the tasks of setting up the box, before the first spin of the game."""
    if view.turn is None or view.turn_no > 1 or view.turn.phase is not Phase.SPIN:
        return
    edition = setup.edition
    banknotes = starting_banknotes(edition)
    banknote_texts = [say("classic.setup.notes", n=count, note=note) for note, count in banknotes]
    tasks = {
        "stacks": say("classic.setup.stacks"),
        "bank": say("classic.setup.bank"),
        "money": say("classic.setup.money_in", n=edition.start, notes=join_texts(banknote_texts))
        if banknote_texts
        else say("classic.setup.money", n=edition.start),
        "pieces": say("classic.setup.pieces"),
        "first": say("classic.setup.first", seat=1),
    }
    for name, text in tasks.items():
        yield Note(id=f"setup.{name}", says=text, tone=Tone.TASK)


def starting_banknotes(edition: Edition) -> tuple[tuple[int, int], ...]:
    """Return (note, count) for the first besants of a player, highest note first, with as many kinds as possible.

    Empty if the edition's notes cannot make up the sum.
    """
    values = sorted({*edition.notes}, reverse=True)
    if not values:
        return ()
    sets, rest = divmod(edition.start, sum(values))
    counts = Counter(dict.fromkeys(values, sets))
    for note in values:
        extra, rest = divmod(rest, note)
        counts[note] += extra
    return () if rest else tuple((note, counts[note]) for note in values if counts[note])


def reminders(setup: Setup, view: ClassicView) -> Iterator[Note[Text]]:
    """Yield reminders of rules that only the board shows, on arrival (C8)."""
    if view.turn is None or view.turn.phase is not Phase.ARRIVE:
        return
    fewer = "strict" if setup.rules.strict_arrival else "wide"
    # A Hasard leads where its card says, without a number of spaces.
    names = (f"fewer_{fewer}", "port", "several", "back") if view.turn.points else ("several",)
    for name in names:
        yield Note(id=f"remind.{name}", says=say(f"classic.remind.{name}"), tone=Tone.ASIDE)


def next_note(setup: Setup, view: ClassicView, viewer: Viewer) -> Note[Text] | None:
    """Return the next step of the turn; the owner of a card just taken reads it in other words than the rest (C11)."""
    turn = view.turn
    if turn is None:
        return None
    text = _next_text(setup, view, turn)
    if turn.asked and viewer.seat != turn.asked:
        text = say("classic.next.names_card", seat=turn.asked, other_seat=turn.seat)
    return Note(id="next", says=text, tone=Tone.NEXT, seat=turn.asked or turn.seat)


def _next_text(setup: Setup, view: ClassicView, turn: Turn) -> Text:
    hand = view.hands[turn.seat - 1]
    if turn.asked:
        return say("classic.next.name_card", seat=turn.seat)
    if (deficit := _debt_shortfall(view, turn, hand)) and turn.phase is not Phase.RANSOM:
        return say("classic.next.fine", n=deficit)
    match turn.phase:
        case Phase.SPIN:
            return say("classic.next.spin")
        case Phase.ARRIVE if not turn.points:
            return say("classic.next.arrive_hasard")
        case Phase.ARRIVE:
            route = turn.route.value if turn.route else "land"
            return say(f"classic.next.arrive_{route}", n=turn.points)
        case Phase.FIGHT:
            has_safe_conduct = hand.stage is JourneyStage.MISSION
            return say("classic.next.fight_safe" if has_safe_conduct else "classic.next.fight")
        case Phase.RANSOM:
            return _ransom_text(setup.edition.ransom, view, turn, hand)
    return _place_text(setup, turn, hand)


def _ransom_text(due: int, view: ClassicView, turn: Turn, hand: HandView) -> Text:
    """Return the ways to pay the ransom.

    A card is mentioned only if there may be one, a smaller payment only if nothing can be sold.
    """
    if not turn.sold and (hand.cards or not view.tracked):
        return say("classic.next.ransom", n=due)
    if hand.besants >= due or _may_have_something_to_sell(view, hand):
        return say("classic.next.ransom_only", n=due)
    return say("classic.next.ransom_left", n=hand.besants) if hand.besants else say("classic.next.ransom_nothing")


def _debt_shortfall(view: ClassicView, turn: Turn, hand: HandView) -> int:
    """Return the part of the debt that the notes do not cover, if there may be something to sell for it (C16)."""
    return max(0, turn.debt - hand.besants) if _may_have_something_to_sell(view, hand) else 0


def _may_have_something_to_sell(view: ClassicView, hand: HandView) -> bool:
    """Return whether a seat may hold something that the bank buys."""
    return bool(hand.cards or hand.table or hand.secrets) or not view.tracked


def _place_text(setup: Setup, turn: Turn, hand: HandView) -> Text:
    """Return what the place that the turn has reached allows."""
    edition = setup.edition
    if turn.again:
        return say("classic.next.again")
    if turn.place is Location.KHANBALIK and not turn.served:
        return say("classic.next.gifts", n=edition.gifts, value=edition.gift_value)
    if turn.place is Location.MISSION and hand.stage is JourneyStage.MISSION:
        return say("classic.next.mission")
    if is_market(setup, turn):
        return _post_text(setup, turn)
    if turn.place is Location.VENICE and hand.done:
        return say("classic.next.venice")
    return say("classic.next.end")


def _post_text(setup: Setup, turn: Turn) -> Text:
    purchases_left = setup.edition.most_bought - turn.bought
    if turn.traded or purchases_left <= 0:
        return say("classic.next.end")
    if turn.bought:
        return say("classic.next.buy_more", n=purchases_left)
    return say("classic.next.post_shared" if turn.shared_with else "classic.next.post", n=purchases_left)
