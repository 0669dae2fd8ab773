"""The view of one phone: what its viewer may see, and what it may do for which seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.fields import OneOf, Option
from companion.rules.viewer import PUBLIC, Viewer, as_seat
from companion.session.asking import next_field, options_of, quick_of
from companion.session.session import Snapshot
from companion.session.table import Table
from companion.views.caravan import glyph_of
from companion.views.form_view import options_view, refused_view
from companion.views.table_view import table_view
from companion.views.texts import Words


@dataclass(frozen=True, slots=True)
class Role:
    """What a phone is at this table. Without anything of it, it looks on."""

    host: bool = False
    """It sets games up, and plays for the seats that no phone has claimed; it never sees a hand."""
    seat: int | None = None
    """The seat that it claimed: it acts for it, and sees its secrets."""

    @property
    def acts(self) -> bool:
        """Whether it may do anything at all."""
        return self.host or self.seat is not None

    @property
    def viewer(self) -> Viewer:
        """Whose eyes it has."""
        return as_seat(self.seat) if self.seat is not None else PUBLIC

    def seats(self, table: Table) -> tuple[int, ...]:
        """The seats that it acts for, its own first."""
        others = [seat for seat in table.seats if self.host and seat not in table.claims]
        return tuple(others) if self.seat is None else (self.seat, *others)

    def options(self, table: Table, seat: int) -> tuple[Option, ...]:
        """The kinds of moves that it may play for a seat: of another seat none that shows its hand."""
        if seat not in self.seats(table):
            return ()
        return tuple(o for o in options_of(table, seat) if seat == self.seat or not o.secret)


def role_of(phone: str | None, snapshot: Snapshot) -> Role:
    """The role that the phone of this digest has now; None has none."""
    if phone is None:
        return Role()
    claims = snapshot.table.claims if snapshot.table else {}
    seat = next((seat for seat, linked in claims.items() if linked == phone), None)
    return Role(phone in snapshot.hosts, seat)


def phone_view(snapshot: Snapshot, role: Role, words: Words) -> dict[str, Any]:
    """The view of DESIGN for this role, with `you`, `actions` and the options of every seat that it acts for."""
    view = table_view(snapshot, role.viewer, words)
    table = snapshot.table
    view["you"] = {"host": role.host, "seat": role.seat}
    view["actions"], view["options"] = [], []
    if table is None or table.closed:
        return view
    for seat in role.seats(table):
        options = role.options(table, seat)
        told = options_view(options, table.names, words)
        more = _with_more(table, seat, options)
        view["options"] += [{"seat": seat, **one, **({"more": True} if one["move"] in more else {})} for one in told]
        view["actions"] += _actions(table, seat, {option.kind for option in options}, words)
    return view


def _with_more(table: Table, seat: int, options: Sequence[Option]) -> set[str]:
    """The kinds that have whole moves of their own, and whose form begins with a choice that none of those makes."""
    quick = quick_of(table, seat)
    found = set()
    for kind in {one.kind for one in quick} & {option.kind for option in options if option.refused is None}:
        field = next_field(table, seat, kind, {})
        if not isinstance(field, OneOf):
            continue
        made = [dict(one.chosen).get(field.name) for one in quick if one.kind == kind]
        if any(choice.refused is None and choice.value not in made for choice in field.choices):
            found.add(kind)
    return found


def _actions(table: Table, seat: int, kinds: set[str], words: Words) -> list[dict[str, Any]]:
    """The whole moves worth a button of their own, the one that ends the turn last."""
    quick = sorted(quick_of(table, seat), key=lambda one: one.ends_turn)
    actions = []
    for one in quick:
        if one.kind in kinds:
            glyph = glyph_of(one)
            actions.append(
                {
                    "seat": seat,
                    "move": one.move(),
                    "text": words.of(one.label, table.names),
                    "detail": words.of(one.detail, table.names) if one.detail else "",
                    "glyph": glyph.value if glyph else None,
                    "refused": refused_view(one.refused, table.names, words),
                    "ends_turn": one.ends_turn,
                }
            )
    return actions
