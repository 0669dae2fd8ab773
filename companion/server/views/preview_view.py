"""The outcome of an offer or a command as JSON, before the player confirms it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.rules.game import move_to_json
from companion.rules.moves import Correct, Line
from companion.rules.offers import Offer
from companion.rules.viewer import PUBLIC, Viewer
from companion.server.views.history_view import entry_text, misfit_view
from companion.server.views.scene_view import block_view
from companion.server.views.table_view import sheet_line_view, standings_view
from companion.server.views.view_types import BringsView, BroughtView, ChangesView, OutlookLineView, PreviewView
from companion.table.offer_preview import OfferPreview, hides_something, preview_offer
from companion.table.session_errors import Misfit
from companion.table.table import Table
from companion.words.board_differences import board_differences, change_texts, general_texts
from companion.words.catalogue import Words
from companion.words.signs import component_title, names_in_view, things_view


def preview_view(
    before: Table | None,
    after: Table,
    viewer: Viewer,
    words: Words,
    *,
    entry: int | None = None,
    misfits: Sequence[Misfit] = (),
) -> PreviewView:
    """Return the outcome of a command: the new lines, the standings, and the moves that an amendment would remove.

    `entry` is the one that an amendment changes; otherwise the lines are those of the new entries. A preview of the
    last move of a game shows nothing that only its end may reveal. A preview of typed chance shows nothing that only
    real chance may reveal, such as the cards in a loot space.
    """
    entries_before = len(before.entries) if before is not None and before.number == after.number else 0
    numbers = [entry] if entry is not None else list(range(entries_before + 1, len(after.entries) + 1))
    numbers = [number for number in numbers if number <= len(after.entries)]
    lines = [(number, line) for number in numbers for line in after.entries[number - 1].lines]
    if not numbers and not entries_before:
        lines = [(0, line) for line in after.setup_lines]
    unproven = {number for number, line in lines if line.secret and _has_chance(after, number)}
    hides_end = before is not None and after.over and not before.over and hides_something(before, viewer)
    hides_all = before is not None and before.number == after.number and _is_secret(before, after, viewer)
    hides_end = hides_end or hides_all
    if hides_end:
        lines = [(number, line) for number, line in lines if viewer.sees(line.seat) and not hides_all]
    shown_to = PUBLIC if unproven else viewer
    view: PreviewView = {
        "seq": before.seq if before is not None else 0,
        "entry": len(after.entries),
        "over": after.over and not hides_all,
        "told": entry_text(after, numbers[-1], viewer, words) if numbers and not hides_end else "",
        "lines": [
            sheet_line_view(number, line, after, PUBLIC if number in unproven else viewer, words)
            for number, line in lines
        ],
        "standings": None if hides_end else standings_view(after, shown_to, words),
        "misfits": [misfit_view(before, misfit, viewer, words) for misfit in misfits] if before is not None else [],
    }
    if before is not None and _is_correction(before, after) and not hides_end:
        view["changes"] = _changes_view(before, after, shown_to, words)
    return view


def _is_correction(before: Table, after: Table) -> bool:
    """Return whether a command corrects by hand, or changes earlier moves; a take-back is none."""
    if before.number != after.number or len(after.redo_stack) > len(before.redo_stack):
        return False
    newest = after.entries[len(before.entries) :]
    has_amended = bool(after.undo_stack) and after.undo_stack[-1].group is None
    return has_amended or any(entry.played.move.kind == Correct.kind for entry in newest)


def _changes_view(before: Table, after: Table, viewer: Viewer, words: Words) -> ChangesView:
    """Return what is different between two tables as JSON."""
    differences = board_differences(before, after, viewer, words)
    boards = [block_view(block, after, words) for block in differences.boards]
    return {
        "seats": [
            {
                "seat": difference.seat,
                "texts": [*change_texts(difference, after, words)],
                "lines": [line.text for line in difference.lines],
            }
            for difference in differences.seats
        ],
        "texts": [*general_texts(differences, after, words)],
        "boards": boards,
        "things": things_view(after.match, names_in_view(boards), words),
    }


def _is_secret(before: Table, after: Table, viewer: Viewer) -> bool:
    """Return whether the outcome would reveal to this viewer what seats still hide."""
    return before.match.outcome_is_secret(before.state, after.state) and hides_something(before, viewer)


def outlook_view(table: Table, seat: int, offer: Offer, viewer: Viewer, words: Words) -> list[OutlookLineView]:
    """Return the future lines of the sheet: the seat's own, what it would be owed, and those of others.

    Empty if the outcome is uncertain.
    """
    result = preview_offer(table, seat, offer, viewer)
    if result is None:
        return []
    entry = len(table.entries) + 1

    def line_view(line: Line) -> OutlookLineView:
        row = sheet_line_view(entry, line, table, viewer, words)
        view: OutlookLineView = {
            "seat": line.seat,
            "amount": row["amount"],
            "text": row["text"],
            "ruling": row["ruling"],
        }
        if "reading" in row:
            view["reading"] = row["reading"]
        return view

    reason = words("outlook.owed")
    amounts = [component_title(table.match, what, words) for what in result.owed]
    owed_lines: list[OutlookLineView] = [
        {"seat": seat, "amount": amount, "text": reason, "ruling": None} for amount in amounts
    ]
    return [*map(line_view, result.own), *owed_lines, *map(line_view, result.others)]


def brings_view(result: OfferPreview) -> BringsView:
    """Return the costs and gains of an outlook by component; a component that would be owed has no number.

    A component that is paid and returned in one move appears on both sides.
    """
    costs: Counter[str] = Counter()
    gives: Counter[str] = Counter()
    for line in result.own:
        (costs if line.by < 0 else gives)[line.what] += abs(line.by)
    owed: list[BroughtView] = [{"thing": what} for what in result.owed]
    return {"costs": _amounts_view(costs), "gives": [*_amounts_view(gives), *owed]}


def _amounts_view(amounts: Counter[str]) -> list[BroughtView]:
    return [{"thing": what, "n": n} for what, n in amounts.items()]


def _has_chance(table: Table, entry: int) -> bool:
    return entry > 0 and "chance" in move_to_json(table.entries[entry - 1].played.move)
