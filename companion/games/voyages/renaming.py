"""What later moves call a card once an amendment has only given it another id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.voyages.moves import Choose, Contracts, Fulfil, Keep, Name, UseCard
from companion.rules.game import move_to_json
from companion.rules.moves import Move

_IDS: Mapping[type[Move], Mapping[str, str]] = {
    Contracts: {"contracts": "contract", "discard": "contract"},
    Keep: {"contract": "contract", "discard": "contract"},
    Name: {"contract": "contract"},
    Fulfil: {"contract": "contract"},
    UseCard: {"card": "card"},
    Choose: {"bonus": "bonus", "income": "income"},
}
"""The fields with ids, by kind of move, and what they are ids of.

Goals are not among them: each is said once, and another seat's may not be touched, for that would tell of them.
"""
Ids = Mapping[tuple[str, str], str]
"""New ids, by what they are ids of and the old one."""


def follow_rename(old: Move, new: Move, later: Move) -> Move:
    """A later move, with the new ids for the old ones, where `new` differs from `old` by ids of cards or tiles alone.

    All are put in at once, so that two may have been mistaken for each other. A later move that has the new id already
    keeps it: it meant another card, and it is for the table to say which.
    """
    ids = _given(old, new)
    named = _IDS.get(type(later), {})
    said: Any = later
    found: Move = replace(said, **{name: _with(getattr(later, name), sort, ids) for name, sort in named.items()})
    return found


def _given(old: Move, new: Move) -> Ids:
    """The ids that `new` gives to what `old` calls by others; none where it says anything else besides.

    A null is no name: what had none gets one here alone, and what has none now is told by its later moves.
    """
    named = _IDS.get(type(old))
    if named is None or type(old) is not type(new) or _but_for(old, named) != _but_for(new, named):
        return {}
    found: dict[tuple[str, str], str] = {}
    for name, sort in named.items():
        before, after = _each(getattr(old, name)), _each(getattr(new, name))
        if len(before) != len(after):
            return {}
        pairs = zip(before, after, strict=True)
        found |= {(sort, one): other for one, other in pairs if one is not None and other not in (None, one)}
    return found


def _but_for(move: Move, named: Mapping[str, str]) -> dict[str, Any]:
    """What a move says besides its ids."""
    return {name: value for name, value in move_to_json(move).items() if name not in named}


def _each(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _with(value: Any, sort: str, ids: Ids) -> Any:
    if isinstance(value, tuple):
        return tuple(_with(one, sort, ids) for one in value)
    return ids.get((sort, value), value)
