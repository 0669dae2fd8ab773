"""Functions on any match: its ranking, all its offers, the form of a correction, and what its digest covers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.rules import codec
from companion.rules.components import Component
from companion.rules.fields import ChanceField, Choice, Chosen, Field, Items, NumberField, OneOf, Pick, TextField
from companion.rules.game import Correctable, Game, Match, PlayedMove, Ranking, Rematch
from companion.rules.moves import LONGEST_NOTE, Correct
from companion.rules.offers import Offer, Option, options_from
from companion.rules.rule_errors import IllegalMoveError, MalformedError
from companion.rules.text import Text, say
from companion.rules.viewer import PUBLIC, Viewer


def standings(match: Match, state: Any) -> tuple[Ranking, ...]:
    """Every seat's place by rank, then seat, with nothing in it that is secret yet: whoever looks may see it."""
    totals = match.totals(match.player_view(state, PUBLIC))
    places = [
        Ranking(seat, 1 + sum(other.order > total.order for other in totals), total.shown)
        for seat, total in enumerate(totals, 1)
    ]
    return tuple(sorted(places, key=lambda place: (place.rank, place.seat)))


def offers_of(match: Match, state: Any, seat: int) -> tuple[Offer, ...]:
    """What a seat may do, as the game says it; and until the end any seat may correct what it holds."""
    if match.over(state):
        return ()
    secret = any(one.secret for one in match.correctable(state, seat))
    correct = Offer(kind=Correct.kind, label=say("move.correct"), any_order=True, secret=secret)
    return (*match.offers(state, seat), correct)


def options_of(match: Match, state: Any, seat: int) -> tuple[Option, ...]:
    """The kinds of moves that a seat may think of now, refused ones with their reason."""
    return options_from(offers_of(match, state, seat))


def tell_turn(match: Match, deeds: Sequence[PlayedMove], now: Any, viewer: Viewer) -> Text | tuple[Text, ...]:
    """The game's own words for all of these together, or else a text for each of them; hides as `Match.tell` does."""
    whole = match.tell_turn(deeds, now, viewer)
    if whole is not None:
        return whole
    return tuple(match.tell(one.before, one.seat, one.move, one.after, now, viewer) for one in deeds)


def next_pick(match: Match, state: Any, seat: int, kind: str, chosen: Chosen, items: Items = ()) -> Field | None:
    """The next field of any kind of move, `correct` included, whose form is the same in every game.

    Raises as `Match.next_pick` does.
    """
    if kind == Correct.kind:
        return _correct_field(match, state, seat, chosen)
    return match.next_pick(state, seat, kind, chosen, items)


def chance_of(match: Match, state: Any, seat: int, kind: str, chosen: Chosen) -> ChanceField | None:
    """The chance that this kind of move wants once all else is chosen; None where it wants none, or more is to be said.

    Lists that may be empty may be left out of what is chosen. Raises as `next_pick` does.
    """
    field = next_pick(match, state, seat, kind, chosen)
    while isinstance(field, Pick) and field.complete:
        chosen = {**chosen, field.name: []}
        field = next_pick(match, state, seat, kind, chosen)
    return field if isinstance(field, ChanceField) else None


def check_correction(
    move: Correct, correctable: Sequence[Correctable], thing: Callable[[str], Component], *, over: bool
) -> None:
    """Refuse a correction after the end, of what the game does not know, of nothing, or beyond its bounds.

    `correctable` is what the match says of the seat, `thing` its way to name things. Raises IllegalMoveError.
    """
    if over:
        raise IllegalMoveError(say("refused.over"))
    bounds = {one.what: one for one in correctable}
    if move.what not in bounds:
        raise IllegalMoveError(say("refused.correct_what", what=move.what, names=", ".join(bounds)))
    low, high = bounds[move.what].low, bounds[move.what].high
    if move.by == 0 or not low <= move.by <= high:
        raise IllegalMoveError(say("refused.correct_by", what=thing(move.what).title, low=low, high=high))
    if len(move.note) > LONGEST_NOTE:
        raise IllegalMoveError(say("refused.correct_note", most=LONGEST_NOTE))


def secret_options(match: Match) -> tuple[str, ...]:
    """The options of which every seat has one of its own, that nobody else knows."""
    return tuple(option.field.name for option in match.game.setup_form(len(match.names)) if option.secret)


def masked(match: Match, viewer: Viewer) -> bool:
    """Whether an option of this match may be a secret to this viewer, whatever it is."""
    return not viewer.everything and any(name in match.options for name in secret_options(match))


def fault_of(game: Game, figures: Mapping[str, Any], seats: Sequence[int] = ()) -> MalformedError | None:
    """What keeps a game from beginning with these tables of its owner's: where, and why; None if nothing does.

    They are tried for these numbers of players, for every number that the game is for if none is given.
    """
    for count in seats or game.seats:
        try:
            game.begin([f"{seat}" for seat in range(1, count + 1)], figures)
        except MalformedError as error:
            return error
    return None


def to_json(match: Match, version: int) -> dict[str, Any]:
    """The match whole, secrets included, as begun by this version of the rules: what its digest is over."""
    return {
        "game": match.game.id,
        "rules_version": version,
        "seats": list(match.names),
        "options": dict(match.options),
        "edition": codec.to_json(match.edition),
    }


def rotated(match: Match, *, without: Sequence[str] = ()) -> Rematch:
    """A rematch in which everyone moves up by one seat, with all options but the colours and these."""
    names, colours = match.names, match.colours
    gone = {"colours", *without}
    options = {name: value for name, value in match.options.items() if name not in gone}
    return Rematch((*names[1:], names[0]), (*colours[1:], colours[0]), options)


def _correct_field(match: Match, state: Any, seat: int, chosen: Chosen) -> Field | None:
    if match.over(state):
        raise IllegalMoveError(say("refused.over"))
    named = [one for one in match.correctable(state, seat) if one.low or one.high]
    if "what" not in chosen:
        choices = tuple(Choice(one.what, match.component(one.what).title) for one in named)
        return OneOf(name="what", label=say("field.correct_what"), choices=choices)
    if "by" not in chosen:
        one = next((one for one in named if one.what == chosen["what"]), None)
        if one is None:
            raise MalformedError(say("error.unknown_word", wanted=", ".join(each.what for each in named)), "what")
        label = say("field.correct_by")
        return NumberField(name="by", label=label, low=one.low, high=one.high, signed=True, nonzero=True)
    if "note" not in chosen:
        return TextField(name="note", label=say("field.note"), longest=LONGEST_NOTE)
    return None
