"""Contracts: which card an id may be, the row, the special pile, and cards that nobody has named yet."""

from __future__ import annotations

from collections.abc import Collection

from tests.games.voyages.reference.state import Contract, Fields, Seat, Table, refuse


def is_starting(name: str) -> bool:
    """Tell whether an id is that of a starting contract."""
    return name.startswith("S")


def check_free(table: Table, name: str, reserved: Collection[str] = ()) -> None:
    """Refuse an id that is unknown, held, filled, or named in the row."""
    if name not in table.figures.tables["contracts"]:
        refuse(f"no contract {name}", "V15")
    held = {contract.name for seat in table.seats for contract in seat.active}
    filled = {other for seat in table.seats for other in seat.filled}
    if name in held or name in filled or name in table.row or name in reserved:
        refuse(f"{name} is held, filled or named elsewhere", "V15")


def claim(table: Table, name: str, reserved: Collection[str] = ()) -> None:
    """Accept an id for a card from the row or the special pile: free, a starting one only after a discard."""
    check_free(table, name, reserved)
    if not is_starting(name) or name in table.discarded:
        return
    # "A starting contract only after somebody discarded it": one discarded without a name may be this one.
    if table.unknown_discarded == 0:
        refuse(f"{name} is a starting contract that nobody discarded", "V15")
    table.unknown_discarded -= 1
    table.discarded.add(name)


def find(table: Table, seat: Seat, name: str | None, reserved: Collection[str] = ()) -> int:
    """Return the index of an active contract; an id not held names an unnamed one, null is the oldest unnamed one."""
    names = [contract.name for contract in seat.active]
    if name in names:
        return names.index(name)
    if name is None:
        refuse("no contract without a name", "V15")
    check_free(table, name, reserved)
    index = _unnamed(table, seat, name)
    seat.active[index] = Contract(name, seat.active[index].starting)
    return index


def _unnamed(table: Table, seat: Seat, name: str) -> int:
    """Return the index of the unnamed contract that an id means: a starting id the starting one."""
    unnamed = [(index, contract.starting) for index, contract in enumerate(seat.active) if contract.name is None]
    for index, starting in unnamed:
        # A starting contract that was discarded under its own name is not that of another seat.
        if starting == is_starting(name) and name not in table.discarded:
            return index
    # A starting contract that somebody discarded may have been drawn again. A starting card, however, is never one
    # of the others, so that another id does not name it.
    drawn = [index for index, starting in unnamed if not starting]
    if not drawn:
        refuse(f"{name} is not among the active contracts", "V29")
    claim(table, name)
    return drawn[0]


def discard(table: Table, seat: Seat, name: str | None, reserved: Collection[str] = ()) -> str | None:
    """Put an active contract under the special pile and return its id."""
    contract = seat.active.pop(find(table, seat, name, reserved))
    if contract.starting and contract.name is None:
        table.unknown_discarded += 1
    elif contract.name is not None and is_starting(contract.name):
        table.discarded.add(contract.name)
    table.pile += 1
    return contract.name


def discard_all(table: Table, seat: Seat, names: list[str | None], taken: list[str | None]) -> None:
    """Discard older contracts to make room for those just taken: exactly as many as room is missing (V15)."""
    limit = table.figures.number("contract_action", "active_limit")
    missing = max(0, len(seat.active) + len(taken) - limit)
    if len(names) != missing:
        refuse(f"{missing} contracts are to be discarded", "V15")
    reserved = {name for name in taken if name is not None}
    for name in names:
        gone = discard(table, seat, name, reserved)
        if gone is not None:
            reserved.add(gone)


def take_from_row(table: Table, slots: list[int], names: list[str | None]) -> list[str | None]:
    """Take the contracts of some slots, each by its id or without a name, and close the gaps."""
    taken: list[str | None] = []
    for slot, name in zip(slots, names, strict=True):
        known = table.row[slot - 1]
        if known is not None and name not in (None, known):
            refuse(f"slot {slot} holds {known}", "V15")
        if known is None and name is not None:
            claim(table, name, [other for other in taken if other is not None])
        taken.append(known if known is not None else name)
    table.row = [card for index, card in enumerate(table.row, start=1) if index not in slots]
    return taken


def refill_row(table: Table) -> None:
    """Refill an empty row from the special pile: two contracts, or what the pile has (V15)."""
    if not table.row:
        count = min(2, table.pile)
        table.row = [None] * count
        table.pile -= count


def keep_drawn(table: Table, seat: Seat, fields: Fields) -> None:
    """Keep the contract on top of the special pile, in place of an older one where two are active (V26)."""
    name: str | None = fields["contract"]
    if name is not None:
        claim(table, name)
    full = len(seat.active) >= table.figures.number("contract_action", "active_limit")
    # Null and left out are the same: the oldest contract without a name.
    gone = fields.get("discard")
    if gone is not None and not full:
        refuse("a contract is discarded exactly when two are active", "V26")
    table.pile -= 1
    if full:
        discard_all(table, seat, [gone], [name])
    seat.active.append(Contract(name))


def name_contract(table: Table, seat: Seat, fields: Fields) -> None:
    """Say which card an unnamed active contract of the seat is, or which lies in a slot of the row."""
    name: str = fields["contract"]
    if "slot" in fields:
        _name_slot(table, name, fields["slot"])
        return
    if any(contract.name == name for contract in seat.active):
        refuse(f"{name} has its name already")
    find(table, seat, name)


def _name_slot(table: Table, name: str, slot: int) -> None:
    if not 1 <= slot <= len(table.row):
        refuse(f"slot {slot} is empty", "V15")
    # A slot that is already named keeps its id ("no other id is accepted").
    if table.row[slot - 1] is not None:
        refuse(f"slot {slot} is already named", "V15")
    claim(table, name)
    table.row[slot - 1] = name
