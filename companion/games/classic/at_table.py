"""What the table of 1983 does by hand, told at its moment: the set-up, and the board's own rules on an arrival."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.classic.edition import Edition
from companion.games.classic.seen import Seen
from companion.games.classic.state import Phase, Terms
from companion.rules.scene import Note, Tone
from companion.rules.text import Text, listed, say


def to_set_up(terms: Terms, seen: Seen) -> Iterator[Note[Text]]:
    """The box laid out, before the first spin of all."""
    if seen.turn is None or seen.turn_no > 1 or seen.turn.phase is not Phase.SPIN:
        return
    edition = terms.edition
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


def reminders(terms: Terms, seen: Seen) -> Iterator[Note[Text]]:
    """What only the board shows, on the arrival itself (C8)."""
    if seen.turn is None or seen.turn.phase is not Phase.ARRIVE:
        return
    fewer = "strict" if terms.rules.strict_arrival else "wide"
    for name in (f"fewer_{fewer}", "port", "several", "back"):
        yield Note(id=f"remind.{name}", says=say(f"classic.remind.{name}"), tone=Tone.ASIDE)
