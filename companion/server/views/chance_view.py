"""Chance as JSON: the commitments, the drawn and typed values, and the free dice and wheel."""

from __future__ import annotations

from typing import Any

from companion.chance.seed import short_words
from companion.journal.moves_file import closing_of
from companion.rules.game import move_to_json
from companion.rules.match_functions import chance_of
from companion.rules.rule_errors import RulesError
from companion.rules.viewer import Viewer
from companion.table.counts import replaced, taken_back, typed
from companion.table.draw_record import Commitment
from companion.table.free_dice import FreeThrow, FreeTray
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.wheel_labels import drawn_told


def chance_view(table: Table) -> dict[str, Any] | None:
    """Return the commitments of a game with their revealed seeds, and counts of its draws; None without chance."""
    if not table.commitments:
        return None
    return {
        "commitments": [commitment_view(one) for one in table.commitments],
        **({"closing": closing} if (closing := closing_view(table)) is not None else {}),
        "drawn": len(table.draws),
        "taken_back": taken_back(table),
        "typed": typed(table),
        **({"replaced": len(instead)} if (instead := replaced(table)) else {}),
    }


def draws_view(table: Table | None, viewer: Viewer, words: Words) -> dict[str, Any]:
    """Return every draw of the game, oldest first, and the standing moves whose chance was typed in.

    Without a table both lists are empty. `instead_of` names the draw that one replaces, if any. Values that a move
    hides from the viewer are null. As long as any are hidden, the values of draws that no longer stand are null too.
    """
    if table is None:
        return {"commitments": [], "draws": [], "typed": []}
    entries = {entry.played.drawn.number: at for at, entry in enumerate(table.entries, 1) if entry.played.drawn}
    seen = [chance_seen(table, at, viewer) for at in range(1, len(table.entries) + 1)]
    hidden = None in seen
    draws, instead = [], replaced(table)
    for one in table.draws:
        entry = entries.get(one.number)
        values = seen[entry - 1] if entry is not None else None if hidden else list(one.values)
        about = {"name": one.name, "seat": one.seat, "purpose": one.purpose, "n": one.n}
        wanted = {"of": [list(part) for part in one.of], "weights": list(one.weights)}
        told = drawn_told(table.game.id, one.purpose, one.of, values, words)
        draws.append({**about, **wanted, "values": values, "told": told, "again": one.again, "entry": entry})
        draws[-1]["commitment"] = one.commitment
        if entry is not None and entry in instead:
            draws[-1]["instead_of"] = instead[entry]
    typed = []
    for at, played in enumerate((entry.played for entry in table.entries), 1):
        if played.typed:
            kind, values = played.move.kind, seen[at - 1]
            told = drawn_told(table.game.id, kind, _wanted_by(table, at), values, words)
            typed.append({"entry": at, "seat": played.seat, "move": kind, "values": values, "told": told})
    return {"commitments": [commitment_view(one) for one in table.commitments], "draws": draws, "typed": typed}


def _wanted_by(table: Table, entry: int) -> tuple[tuple[str, int], ...]:
    """Return the dice or sectors that an entry required, as in a draw's `of`; () if an amendment removed them."""
    played = table.entries[entry - 1].played
    chosen = {name: value for name, value in move_to_json(played.move).items() if name not in ("move", "chance")}
    try:
        wanted = chance_of(table.match, table.before(entry), played.seat, played.move.kind, chosen)
    except RulesError:
        return ()
    return wanted.draws if wanted else ()


def chance_seen(table: Table, entry: int, viewer: Viewer) -> Any:
    """Return the chance of an entry as this viewer may see it: null where it is hidden, [] for a move without any."""
    played = table.entries[entry - 1].played
    if "chance" not in move_to_json(played.move):
        return []
    return table.match.move_view(table.before(entry), played.seat, played.move, table.state, viewer)["chance"]


def closing_view(table: Table) -> dict[str, Any] | None:
    """Return the closing words of a game with the digest that they represent; None before its end."""
    sha256 = closing_of(table)
    return {"sha256": sha256, "words": list(short_words(sha256))} if sha256 is not None else None


def commitment_view(one: Commitment) -> dict[str, Any]:
    """Return a commitment, with its seed once that is revealed."""
    return {"sha256": one.sha256, "words": list(one.words), "seed": one.shown}


def free_view(tray: FreeTray | None) -> dict[str, Any] | None:
    """Return the free dice and the free wheel, the newest throw first; None where there are none.

    Every throw has the name and the dice or sectors that it is verified with, besides the seed. So have those of the
    seed revealed last, under `earlier`.
    """
    if tray is None:
        return None
    earlier = None
    if tray.earlier is not None:
        earlier = {**commitment_view(tray.earlier), "throws": [*map(_throw, reversed(tray.earlier_throws))]}
    throws = [*map(_throw, reversed(tray.throws))]
    return {"commitment": commitment_view(tray.commitment), "earlier": earlier, "throws": throws}


def _throw(one: FreeThrow) -> dict[str, Any]:
    drawn = one.drawn
    about = {"n": drawn.n, "kind": drawn.purpose, "name": drawn.name, "of": [list(part) for part in drawn.of]}
    result = {"values": list(drawn.values), "route": one.route, "points": one.points}
    return {**about, "weights": list(drawn.weights), **result}
