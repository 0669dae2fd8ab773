"""What the table's page lets one go through with up and down: whole moves, and the forms of the others."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.input.pages.hand_over import told_by_hand
from companion.rules.errors import RulesError
from companion.rules.fields import OneOf, Quick
from companion.session.asking import next_field, options_of, quick_of
from companion.session.table import Table


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that ok may do: a whole move, or the form of a kind of move that wants more words."""

    quick: Quick
    form: bool = False

    @property
    def same(self) -> tuple[object, ...]:
        """What makes it the same action, whatever it costs and gives by now."""
        return (self.quick.kind, self.quick.chosen, self.form)


def actions_of(table: Table, seat: int) -> list[Action]:
    """What up and down go through: whole moves, then the forms of what else there is, and the end of the turn last.

    None where there is no whole move, or all of them are refused, while others may act as well: then ok opens the list
    of every kind of move. Whether a hand would do for a move is not shown before it is tried.
    """
    options = [one for one in options_of(table, seat) if one.kind != "correct"]
    unsaid = {one.kind for one in options if one.refused and told_by_hand(table, seat, one.kind)}
    wholes = [replace(one, refused=None) if one.kind in unsaid else one for one in quick_of(table, seat)]
    open_kinds = [one for one in options if one.refused is None or one.kind in unsaid]
    forms = [
        Action(Quick(one.kind, (), one.label), form=True)
        for one in open_kinds
        if _wants_form(table, seat, one.kind, wholes)
    ]
    alone = table.match.waiting(table.state) == (seat,)
    if not any(one.refused is None for one in wholes) and not (forms and alone):
        return []
    actions = [Action(one) for one in wholes if not one.ends_turn]
    return [*actions, *forms, *(Action(one) for one in wholes if one.ends_turn)]


def _wants_form(table: Table, seat: int, kind: str, wholes: list[Quick]) -> bool:
    """Whether there is more to this kind of move than its whole moves say."""
    said = [dict(one.chosen) for one in wholes if one.kind == kind]
    if not said or any(value == [] for one in said for value in one.values()):
        return True  # a whole move says of nobody what the form may say of somebody
    try:
        first = next_field(table, seat, kind, {})
    except RulesError:
        return False
    if not isinstance(first, OneOf):
        return False
    return any(
        choice.refused is None and choice.value not in [one.get(first.name) for one in said] for choice in first.choices
    )
