"""Outcome of an offer in a few words, for the box to show before it asks for confirmation."""

from __future__ import annotations

from companion.rules.offers import Offer
from companion.rules.viewer import Viewer
from companion.table.offer_preview import preview_offer
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import amount_text, seat_letters


def outcome_lines(
    table: Table, seat: int, offer: Offer, viewer: Viewer, words: Words, *, most: int = 3
) -> tuple[str, ...]:
    """Return the outcome of an offer that needs confirmation, in few words: "+6 gold: interim tally".

    The lines are gains of the seat with their reasons, gains of others, and what ends with the move. If there would
    be more than `most`, those of others are left out.
    """
    outcome = preview_offer(table, seat, offer, viewer) if offer.needs_confirmation else None
    if outcome is None:
        return ()
    own = [
        words(
            "outlook.why",
            amount=amount_text(table.match, line.what, line.by, words),
            why=words.brief(line.why, table.names),
        )
        for line in outcome.own
    ]
    amounts = ((line.seat, amount_text(table.match, line.what, line.by, words)) for line in outcome.others)
    letters = seat_letters(table.names)
    others = [f"{letters[other_seat - 1]} {amount}" for other_seat, amount in amounts]
    ends = [words("outlook.ends")] if outcome.ends else []
    lines = (*own, *others, *ends)
    return lines if len(lines) <= most else (*own, *ends)
