"""What may be done at a table: the game's answer, less what a throw that was taken back still binds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.rules import match as matches
from companion.rules.fields import Chosen, Field, Json, OneOf, Option, Quick, Refusal
from companion.session.binding import Bound, bound_by, refusal
from companion.session.table import Table


def options_of(table: Table, seat: int) -> tuple[Option, ...]:
    """The kinds of moves that this seat may think of now, refused ones with their reason."""
    options = table.match.options_of(table.state, seat)
    return tuple(replace(one, refused=_refused(table, seat, one)) for one in options)


def quick_of(table: Table, seat: int) -> tuple[Quick, ...]:
    """The whole moves worth a key of their own, the usual one first."""
    found = []
    for one in table.match.quick(table.state, seat):
        against = any(_against(bound, dict(one.chosen)) for bound in bound_by(table, seat, one.kind))
        found.append(replace(one, refused=one.refused or _bound()) if against else one)
    return tuple(found)


def next_field(table: Table, seat: int, kind: str, chosen: Chosen) -> Field | None:
    """The next field of a kind of move, `correct` included; None when it is whole. Raises as the game does."""
    field = matches.next_field(table.match, table.state, seat, kind, chosen)
    if not isinstance(field, OneOf):
        return field
    for bound in bound_by(table, seat, kind):
        choices = tuple(
            replace(one, refused=one.refused or _bound()) if _against(bound, {**chosen, field.name: one.value}) else one
            for one in field.choices
        )
        field = replace(field, choices=choices)
    return field


def _refused(table: Table, seat: int, option: Option) -> Refusal | None:
    """Why a kind of move is refused: also where its throw cannot be repeated as it was, and there is else to do."""
    if option.refused is None and any(one.binds and not one.legal for one in bound_by(table, seat, option.kind)):
        return _bound()
    return option.refused


def _against(bound: Bound, chosen: Mapping[str, Json]) -> bool:
    """Whether what is chosen so far cannot become the throw as it was announced."""
    asked = bound.first.asked or {}
    return bound.binds and any(name in chosen and chosen[name] != value for name, value in asked.items())


def _bound() -> Refusal:
    return Refusal.of(refusal())
