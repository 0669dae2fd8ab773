"""A game of 1983 to look at: what is said of a seat."""

from __future__ import annotations

from companion.games.classic.seen import Seen
from companion.rules.scene import About
from companion.rules.text import Text, say


def about(seen: Seen, seat: int) -> tuple[About[Text], ...]:
    """How far on the road a seat is, how many cards it holds, what they and the rest come to, and the turns it misses.

    What it has come to is told to its seat alone, as long as there is something secret in it; with hands that are not
    kept nobody knows more than everybody does.
    """
    hand = seen.hands[seat - 1]
    said = [say(f"classic.stage.{hand.stage.value}")]
    if hand.cards is not None:
        said.append(say("classic.about.cards", n=hand.cards) if hand.cards else say("classic.about.no_cards"))
    if hand.fortune is not None and seen.tracked and seen.turn is not None:
        said.append(say("classic.about.fortune", n=hand.fortune))
    if hand.misses:
        said.append(say("classic.about.misses", n=hand.misses))
    return tuple(About(says=text) for text in said)
