"""Notes of a game of 1983: what a turn wants next, and what the table does by hand, told at its moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.classic.conditions import market_at
from companion.games.classic.edition import Edition
from companion.games.classic.moves import Place
from companion.games.classic.player_view import Seen, SeenHand
from companion.games.classic.state import Phase, Setup, Stage, Turn
from companion.rules.scene import Note, Tone
from companion.rules.text import Text, listed, say
from companion.rules.viewer import Viewer


def to_set_up(setup: Setup, seen: Seen) -> Iterator[Note[Text]]:
    """The box laid out, before the first spin of all."""
    if seen.turn is None or seen.turn_no > 1 or seen.turn.phase is not Phase.SPIN:
        return
    edition = setup.edition
    notes = dealt(edition)
    each = [say("classic.setup.notes", n=count, note=note) for note, count in notes]
    todo = {
        "stacks": say("classic.setup.stacks"),
        "bank": say("classic.setup.bank"),
        "money": say("classic.setup.money_in", n=edition.start, notes=listed(each))
        if each
        else say("classic.setup.money", n=edition.start),
        "pieces": say("classic.setup.pieces"),
        "first": say("classic.setup.first", seat=1),
    }
    for name, says in todo.items():
        yield Note(id=f"setup.{name}", says=says, tone=Tone.TASK)


def dealt(edition: Edition) -> tuple[tuple[int, int], ...]:
    """(note, how many of it) that make up the first besants, dear ones first: as mixed as may be.

    Empty where the notes of the edition do not make up the sum.
    """
    kinds = sorted({*edition.notes}, reverse=True)
    if not kinds:
        return ()
    sets, left = divmod(edition.start, sum(kinds))
    counts = Counter(dict.fromkeys(kinds, sets))
    for note in kinds:
        more, left = divmod(left, note)
        counts[note] += more
    return () if left else tuple((note, counts[note]) for note in kinds if counts[note])


def reminders(setup: Setup, seen: Seen) -> Iterator[Note[Text]]:
    """What only the board shows, on the arrival itself (C8)."""
    if seen.turn is None or seen.turn.phase is not Phase.ARRIVE:
        return
    fewer = "strict" if setup.rules.strict_arrival else "wide"
    for name in (f"fewer_{fewer}", "port", "several", "back"):
        yield Note(id=f"remind.{name}", says=say(f"classic.remind.{name}"), tone=Tone.ASIDE)


def next_note(setup: Setup, seen: Seen, viewer: Viewer) -> Note[Text] | None:
    """What the turn wants; of a card that is taken it is told to its owner in other words than to the rest (C11)."""
    turn = seen.turn
    if turn is None:
        return None
    wanted = _wanted(setup, seen, turn)
    if turn.asked and viewer.seat != turn.asked:
        wanted = say("classic.next.names_card", seat=turn.asked, other_seat=turn.seat)
    return Note(id="next", says=wanted, tone=Tone.NEXT, seat=turn.asked or turn.seat)


def _wanted(setup: Setup, seen: Seen, turn: Turn) -> Text:
    hand = seen.hands[turn.seat - 1]
    if turn.asked:
        return say("classic.next.name_card", seat=turn.seat)
    if (short := _short(seen, turn, hand)) and turn.phase is not Phase.RANSOM:
        return say("classic.next.fine", n=short)
    match turn.phase:
        case Phase.SPIN:
            return say("classic.next.spin")
        case Phase.ARRIVE if not turn.points:
            return say("classic.next.arrive_hasard")
        case Phase.ARRIVE:
            route = turn.route.value if turn.route else "land"
            return say(f"classic.next.arrive_{route}", n=turn.points)
        case Phase.FIGHT:
            safe = hand.stage is Stage.MISSION
            return say("classic.next.fight_safe" if safe else "classic.next.fight")
        case Phase.RANSOM:
            return _ransom(setup.edition.ransom, seen, hand)
    return _at_place(setup, turn, hand)


def _ransom(due: int, seen: Seen, hand: SeenHand) -> Text:
    """What there is to pay: a card only where there may be one, and less than is due only where nothing can be sold."""
    if hand.cards or not seen.tracked:
        return say("classic.next.ransom", n=due)
    if hand.besants >= due or _to_sell(seen, hand):
        return say("classic.next.ransom_only", n=due)
    return say("classic.next.ransom_left", n=hand.besants) if hand.besants else say("classic.next.ransom_nothing")


def _short(seen: Seen, turn: Turn, hand: SeenHand) -> int:
    """What the notes do not cover of a debt, where there is something to sell for it (C16)."""
    return max(0, turn.debt - hand.besants) if _to_sell(seen, hand) else 0


def _to_sell(seen: Seen, hand: SeenHand) -> bool:
    """Whether a seat may hold something that the bank buys."""
    return bool(hand.cards or hand.table or hand.secrets) or not seen.tracked


def _at_place(setup: Setup, turn: Turn, hand: SeenHand) -> Text:
    """What the place where the turn has come to allows."""
    edition = setup.edition
    if turn.again:
        return say("classic.next.again")
    if turn.place is Place.KHANBALIK and not turn.served:
        return say("classic.next.gifts", n=edition.gifts, value=edition.gift_value)
    if turn.place is Place.MISSION and hand.stage is Stage.MISSION:
        return say("classic.next.mission")
    if market_at(setup, turn):
        return _at_post(setup, turn)
    if turn.place is Place.VENICE and hand.done:
        return say("classic.next.venice")
    return say("classic.next.end")


def _at_post(setup: Setup, turn: Turn) -> Text:
    left = setup.edition.most_bought - turn.bought
    if turn.traded or left <= 0:
        return say("classic.next.end")
    if turn.bought:
        return say("classic.next.buy_more", n=left)
    return say("classic.next.post_shared" if turn.shared_with else "classic.next.post", n=left)
