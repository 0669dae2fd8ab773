"""Chance as JSON: the commitments, the drawn and typed values, and the free dice and wheel."""

from __future__ import annotations

from companion.chance.seed import short_words
from companion.journal.moves_file import closing_digest
from companion.rules.game import move_to_json
from companion.rules.match_functions import chance_field_of
from companion.rules.rule_errors import RulesError
from companion.rules.viewer import Viewer
from companion.server.views.view_types import (
    ChanceView,
    ClosingView,
    CommitmentView,
    DrawsView,
    DrawView,
    EarlierThrowsView,
    FreeView,
    ThrowView,
    TypedMoveView,
)
from companion.table.draw_record import Commitment
from companion.table.free_dice import FreeDice, FreeThrow
from companion.table.history_queries import (
    count_taken_back_draws,
    count_typed_moves,
    hidden_draws,
    replaced_draw_names,
    visible_chance,
)
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.wheel_labels import draw_text


def chance_view(table: Table) -> ChanceView | None:
    """Return the commitments of a game with their revealed seeds, and counts of its draws; None without chance."""
    if not table.commitments:
        return None
    view: ChanceView = {
        "commitments": [commitment_view(commitment) for commitment in table.commitments],
        "drawn": len(table.draws),
        "taken_back": count_taken_back_draws(table),
        "typed": count_typed_moves(table),
    }
    if (closing := closing_view(table)) is not None:
        view["closing"] = closing
    if replacements := replaced_draw_names(table):
        view["replaced"] = len(replacements)
    return view


def draws_view(table: Table | None, viewer: Viewer, words: Words) -> DrawsView:
    """Return every draw of the game, oldest first, and the standing moves whose chance was typed in.

    Without a table both lists are empty. `instead_of` names the draw that one replaces, if any. Values that a move
    hides from the viewer are null. So are those of draws that no longer stand if the same move would hide them.
    """
    if table is None:
        return {"commitments": [], "draws": [], "typed": []}
    entries = {entry.played.drawn.number: number for number, entry in enumerate(table.entries, 1) if entry.played.drawn}
    chances = [visible_chance(table, number, viewer) for number in range(1, len(table.entries) + 1)]
    hidden = hidden_draws(table, viewer)
    replacements = replaced_draw_names(table)
    draws: list[DrawView] = []
    for draw in table.draws:
        entry = entries.get(draw.number)
        values = chances[entry - 1] if entry is not None else None if draw.number in hidden else list(draw.values)
        view: DrawView = {
            "name": draw.name,
            "seat": draw.seat,
            "purpose": draw.purpose,
            "n": draw.n,
            "of": [list(part) for part in draw.wanted],
            "weights": list(draw.weights),
            "values": values,
            "told": draw_text(table.game.id, draw.purpose, draw.wanted, values, words),
            "again": draw.repeated,
            "entry": entry,
            "commitment": draw.commitment_index,
        }
        if entry is not None and entry in replacements:
            view["instead_of"] = replacements[entry]
        draws.append(view)
    typed_moves: list[TypedMoveView] = []
    for number, played in enumerate((entry.played for entry in table.entries), 1):
        if played.typed:
            kind, values = played.move.kind, chances[number - 1]
            text = draw_text(table.game.id, kind, _requested_draws(table, number), values, words)
            typed_moves.append({"entry": number, "seat": played.seat, "move": kind, "values": values, "told": text})
    return {
        "commitments": [commitment_view(commitment) for commitment in table.commitments],
        "draws": draws,
        "typed": typed_moves,
    }


def _requested_draws(table: Table, entry: int) -> tuple[tuple[str, int], ...]:
    """Return the dice or sectors that an entry required, as in a draw's `of`; () if an amendment removed them."""
    played = table.entries[entry - 1].played
    chosen = {name: value for name, value in move_to_json(played.move).items() if name not in ("move", "chance")}
    try:
        field = chance_field_of(table.match, table.before(entry), played.seat, played.move.kind, chosen)
    except RulesError:
        return ()
    return field.draws if field else ()


def closing_view(table: Table) -> ClosingView | None:
    """Return the closing words of a game with the digest that they represent; None before its end."""
    sha256 = closing_digest(table)
    return {"sha256": sha256, "words": list(short_words(sha256))} if sha256 is not None else None


def commitment_view(commitment: Commitment) -> CommitmentView:
    """Return a commitment, with its seed once that is revealed."""
    return {"sha256": commitment.sha256, "words": list(commitment.words), "seed": commitment.revealed_seed}


def free_view(tray: FreeDice | None) -> FreeView | None:
    """Return the free dice and the free wheel, the newest throw first; None where there are none.

    Every throw has the name and the dice or sectors that it is verified with, besides the seed. So have those of the
    seed revealed last, under `earlier`.
    """
    if tray is None:
        return None
    earlier: EarlierThrowsView | None = None
    if tray.previous_commitment is not None:
        earlier = {
            **commitment_view(tray.previous_commitment),
            "throws": [*map(_throw_view, reversed(tray.previous_throws))],
        }
    throws = [*map(_throw_view, reversed(tray.throws))]
    return {"commitment": commitment_view(tray.commitment), "earlier": earlier, "throws": throws}


def _throw_view(free_throw: FreeThrow) -> ThrowView:
    drawn = free_throw.drawn
    return {
        "n": drawn.n,
        "kind": drawn.purpose,
        "name": drawn.name,
        "of": [list(part) for part in drawn.wanted],
        "weights": list(drawn.weights),
        "values": list(drawn.values),
        "route": free_throw.route,
        "points": free_throw.points,
    }
