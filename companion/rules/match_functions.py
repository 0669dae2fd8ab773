"""Functions for every match: ranking, offers, the form of a correction, and the JSON that its digest covers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.rules import codec
from companion.rules.components import Component
from companion.rules.fields import (
    ChanceField,
    Choice,
    Field,
    FieldValues,
    Gap,
    Items,
    NumberField,
    OneOf,
    Pick,
    TextField,
)
from companion.rules.game import Bounds, Correctable, Game, Match, PlayedMove, Ranking, Rematch
from companion.rules.moves import LONGEST_NOTE, Correct
from companion.rules.offers import Offer, OfferedKind, in_order, offered_kinds
from companion.rules.rule_errors import IllegalMoveError, MalformedError, Refusal
from companion.rules.text import Text, say
from companion.rules.viewer import PUBLIC, Viewer


def standings(match: Match, state: Any) -> tuple[Ranking, ...]:
    """Return the rank of every seat, sorted by rank, then seat. The result has no secrets: any viewer may see it."""
    totals = match.totals(match.player_view(state, PUBLIC))
    places = [
        Ranking(seat, 1 + sum(other.order > total.order for other in totals), total.public)
        for seat, total in enumerate(totals, 1)
    ]
    return tuple(sorted(places, key=lambda place: (place.rank, place.seat)))


FEW_POINTS = 5
"""The width of bounds that is always narrow."""
WIDTHS_IN_A_TOTAL = 10
"""Wider bounds are narrow too if they fit this often into the greatest total at the table."""


def narrow_bounds(match: Match, view: Any) -> tuple[Bounds, ...]:
    """Return the bounds of each seat's total as far as they say something: wide ones are replaced by (None, None).

    "Between −9 and 318" tells nobody how a game stands. A bound without its counterpart remains.
    """
    totals = match.totals(view)
    greatest = max((abs(total.public) for total in totals), default=0)
    widest = max(FEW_POINTS, greatest // WIDTHS_IN_A_TOTAL)
    bounds = match.bounds(view) or ((None, None),) * len(totals)
    return tuple(
        (low, high) if low is None or high is None or high - low <= widest else (None, None) for low, high in bounds
    )


def offers_of(match: Match, state: Any, seat: int) -> tuple[Offer, ...]:
    """Return the offers of the game to a seat, and a correction, which every seat may make until the end."""
    if match.over(state):
        return ()
    secret = any(entry.secret for entry in match.correctable(state, seat))
    correct = Offer(kind=Correct.kind, label=say("move.correct"), any_order=True, secret=secret)
    return (*in_order(match.offers(state, seat)), correct)


def offered_kinds_of(match: Match, state: Any, seat: int) -> tuple[OfferedKind, ...]:
    """Return the kinds of moves that a seat can consider now, refused ones with their reason."""
    return offered_kinds(offers_of(match, state, seat))


def describe_turn(match: Match, moves: Sequence[PlayedMove], now: Any, viewer: Viewer) -> Text | tuple[Text, ...]:
    """Return the game's summary of these moves, or else a text for each. It hides what `Match.move_view` hides."""
    summary = match.describe_turn(moves, now, viewer)
    if summary is not None:
        return summary
    return tuple(
        match.describe_move(played.before, played.seat, played.move, played.after, now, viewer) for played in moves
    )


def next_pick(match: Match, state: Any, seat: int, kind: str, chosen: FieldValues, items: Items = ()) -> Field | None:
    """Return the next field of any kind of move; `correct` is included, as its form is the same in every game.

    Raises the same errors as `Match.next_pick`.
    """
    if kind == Correct.kind:
        return _correct_field(match, state, seat, chosen)
    return match.next_pick(state, seat, kind, chosen, items)


def chance_field_of(match: Match, state: Any, seat: int, kind: str, chosen: FieldValues) -> ChanceField | None:
    """Return the chance field that is left when all else is chosen; None if none is left, or other fields are open.

    Optional lists may be missing from `chosen`. Raises the same errors as `next_pick`.
    """
    field = next_pick(match, state, seat, kind, chosen)
    while isinstance(field, Pick) and field.complete:
        chosen = {**chosen, field.name: []}
        field = next_pick(match, state, seat, kind, chosen)
    return field if isinstance(field, ChanceField) else None


def check_correction(
    move: Correct, correctable: Sequence[Correctable], component: Callable[[str], Component], *, over: bool
) -> None:
    """Refuse a correction after the end, of an unknown component, of nothing, beyond its bounds, or in a gap.

    `correctable` is the match's answer for the seat, `component` its function to look up components. Raises
    IllegalMoveError.
    """
    if over:
        raise IllegalMoveError(say("refused.over"))
    bounds = {entry.what: entry for entry in correctable}
    if move.what not in bounds:
        raise IllegalMoveError(say("refused.correct_what", what=move.what, names=", ".join(bounds)))
    entry = bounds[move.what]
    field = _change_field(entry)
    if not entry.low <= move.by <= entry.high or (entry.now is None and move.by == 0):
        raise IllegalMoveError(_bounds_text(entry, component(move.what)))
    if refused := field.refusal_of(move.by):
        raise IllegalMoveError(refused.reason, refused.ruling)
    if len(move.note) > LONGEST_NOTE:
        raise IllegalMoveError(say("refused.correct_note", most=LONGEST_NOTE))


def describe_correction(seat: int, component: Component, by: int, before: int | None) -> Text:
    """Return the text of a correction: the amount before and after it, or only the difference if `before` is None."""
    if before is None:
        return say("told.correct_by", seat=seat, what=component.counted(by), n=by)
    after = before + by
    return say("told.correct", seat=seat, what=component.counted(after), before=before, after=after)


def secret_options(match: Match) -> tuple[str, ...]:
    """Return the names of the options that are a secret of each seat."""
    return tuple(option.field.name for option in match.game.setup_form(len(match.names)) if option.secret)


def may_hide_options(match: Match, viewer: Viewer) -> bool:
    """Return whether an option of this match may be hidden from this viewer."""
    return not viewer.everything and any(name in match.options for name in secret_options(match))


def figures_error(game: Game, figures: Mapping[str, Any], seats: Sequence[int] = ()) -> MalformedError | None:
    """Return the error that keeps a game from beginning with the owner's figure tables; None if it can begin.

    The tables are tried for these numbers of players; if none are given, for every number that the game allows.
    """
    for count in seats or game.seats:
        try:
            game.begin([f"{seat}" for seat in range(1, count + 1)], figures)
        except MalformedError as error:
            return error
    return None


def match_to_json(match: Match, version: int) -> dict[str, Any]:
    """Return the complete match as JSON, secrets included, under this version of the rules. Its digest covers this."""
    return {
        "game": match.game.id,
        "rules_version": version,
        "seats": list(match.names),
        "options": dict(match.options),
        "edition": codec.to_json(match.edition),
    }


def same_seats_rematch(match: Match, *, without: Sequence[str] = ()) -> Rematch:
    """Return a rematch in which the same seat begins, without the colours and the options in `without`.

    For games in which the youngest begins.
    """
    excluded = {"colours", *without}
    options = {name: value for name, value in match.options.items() if name not in excluded}
    return Rematch(match.names, match.colours, options)


def rotated_rematch(match: Match, *, without: Sequence[str] = ()) -> Rematch:
    """Return a rematch in which everyone moves up by one seat, without the colours and the options in `without`."""
    again = same_seats_rematch(match, without=without)
    names, colours = again.names, again.colours
    return Rematch((*names[1:], names[0]), (*colours[1:], colours[0]), again.options)


def _correct_field(match: Match, state: Any, seat: int, chosen: FieldValues) -> Field | None:
    if match.over(state):
        raise IllegalMoveError(say("refused.over"))
    named = [entry for entry in match.correctable(state, seat) if _has_amount(entry)]
    if "what" not in chosen:
        choices = tuple(Choice(entry.what, match.seat_component(seat, entry.what).title) for entry in named)
        return OneOf(name="what", label=say("field.correct_what"), choices=choices)
    if "by" not in chosen:
        entry = next((entry for entry in named if entry.what == chosen["what"]), None)
        if entry is None:
            raise MalformedError(say("error.unknown_word", wanted=", ".join(each.what for each in named)), "what")
        return _place_field(entry) if entry.places else _change_field(entry)
    if "note" not in chosen:
        return TextField(name="note", label=say("field.note"), longest=LONGEST_NOTE)
    return None


def _change_field(entry: Correctable) -> NumberField:
    """Return the field for the change that a correction makes: asked by the new amount, if there is a present one."""
    if entry.now is None:
        label, gaps = say("field.correct_by"), entry.gaps
    else:
        label, gaps = say("field.correct_to", now=entry.now), _with_no_change(entry)
    return NumberField(
        name="by",
        label=label,
        low=entry.low,
        high=entry.high,
        signed=entry.now is None,
        nonzero=entry.now is None,
        gaps=gaps,
        base=entry.now,
    )


def _place_field(entry: Correctable) -> OneOf:
    """Return the field for the place where a correction puts a piece."""
    assert entry.now is not None
    amounts = _change_field(entry)
    choices = tuple(
        Choice(by, place.label, amounts.refusal_of(by), touches=(place.touch,))
        for by, place in enumerate(entry.places, -entry.now)
        if entry.low <= by <= entry.high
    )
    label = say("field.correct_place", place=entry.places[entry.now].label)
    return OneOf(name="by", label=label, choices=choices, states_fact=True, piece=entry.piece)


def _with_no_change(entry: Correctable) -> tuple[Gap, ...]:
    """Return the gaps of a correction, and 0, which would change nothing."""
    reason = say("refused.correct_place" if entry.places else "refused.correct_amount")
    return (Gap(0, 0, Refusal(reason)), *entry.gaps)


def _has_amount(entry: Correctable) -> bool:
    """Return whether any amount can be corrected now."""
    return any(map(_change_field(entry).allows, range(entry.low, entry.high + 1)))


def _bounds_text(entry: Correctable, component: Component) -> Text:
    """Return the reason against a correction beyond its bounds: the amounts that it may lead to, or change by."""
    if entry.now is None:
        return say("refused.correct_by", what=component.title, low=entry.low, high=entry.high)
    low, high = entry.now + entry.low, entry.now + entry.high
    if entry.places:
        first, last = entry.places[low].label, entry.places[high].label
        return say("refused.correct_to", what=component.title, low=first, high=last)
    return say("refused.correct_to", what=component.title, low=low, high=high)
