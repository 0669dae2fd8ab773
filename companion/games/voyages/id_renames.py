"""The change of ids in later moves after an amendment that only gives a card or tile another id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.games.voyages.moves import Choose, Contracts, DealMap, DealRow, Fulfil, Keep, Name, UseCard
from companion.games.voyages.state import State
from companion.rules.game import PlayedMove, move_to_json
from companion.rules.moves import Move

_ID_FIELDS: Mapping[type[Move], Mapping[str, str]] = {
    Contracts: {"contracts": "contract", "discard": "contract"},
    Keep: {"contract": "contract", "discard": "contract"},
    Name: {"contract": "contract"},
    Fulfil: {"contract": "contract"},
    UseCard: {"card": "card"},
    Choose: {"bonus": "bonus", "income": "income"},
}
"""The fields with ids, by class of move, with the sort of each id.

Goals are not among them: each is named once, and those of another seat may not be changed, because that would reveal
them."""
Ids = Mapping[tuple[str, str], str]
"""The new ids, by sort and old id."""


def follow_rename(old: PlayedMove, new: PlayedMove, later: Move) -> Move:
    """Return a later move with the new ids, if `new` differs from `old` only by ids of cards or tiles.

    All ids are replaced at once, so that two may be swapped. A later move that already has the new id keeps it: it
    meant another card, and the players must decide which.
    """
    ids = _ids_dealt(old, new) if isinstance(new.move, DealMap | DealRow) else _new_ids(old.move, new.move)
    named = _ID_FIELDS.get(type(later), {})
    later_move: Any = later
    result: Move = replace(
        later_move, **{name: _renamed(getattr(later, name), sort, ids) for name, sort in named.items()}
    )
    return result


def _ids_dealt(old: PlayedMove, new: PlayedMove) -> Ids:
    """Return the new ids after an amended deal: each place and slot keeps its later moves (V1, V5)."""
    before, after = dict(_dealt_cards(old.after)), dict(_dealt_cards(new.after))
    pairs = ((sort, card, after.get((sort, place))) for (sort, place), card in before.items())
    return {(sort, card): now for sort, card, now in pairs if card is not None and now not in (None, card)}


def _dealt_cards(state: State) -> Iterator[tuple[tuple[str, str], str | None]]:
    for city in state.cities:
        yield from ((("card", f"{city.id}:{number}"), card) for number, card in enumerate(city.cards))
    yield from ((("contract", str(slot)), card) for slot, card in enumerate(state.market.row, 1))


def _new_ids(old: Move, new: Move) -> Ids:
    """Return the ids that `new` changes; none if it changes anything else.

    A null is no id: a card without one gets an id in this move alone, and a card that loses its id keeps it in later
    moves.
    """
    named = _ID_FIELDS.get(type(old))
    if named is None or type(old) is not type(new) or _without_ids(old, named) != _without_ids(new, named):
        return {}
    new_ids: dict[tuple[str, str], str] = {}
    for name, sort in named.items():
        before, after = _as_tuple(getattr(old, name)), _as_tuple(getattr(new, name))
        if len(before) != len(after):
            return {}
        pairs = zip(before, after, strict=True)
        new_ids |= {
            (sort, old_id): new_id for old_id, new_id in pairs if old_id is not None and new_id not in (None, old_id)
        }
    return new_ids


def _without_ids(move: Move, named: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a move other than its ids."""
    return {name: value for name, value in move_to_json(move).items() if name not in named}


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _renamed(value: Any, sort: str, ids: Ids) -> Any:
    if isinstance(value, tuple):
        return tuple(_renamed(item, sort, ids) for item in value)
    return ids.get((sort, value), value)
