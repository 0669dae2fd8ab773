"""The table view: the whole table as one JSON object, as one viewer may see it. Every output uses this module."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from companion.rules import codec
from companion.rules.match_functions import standings
from companion.rules.moves import Line
from companion.rules.rulings import rulings
from companion.rules.text import say
from companion.rules.viewer import PUBLIC, Viewer
from companion.server.views.chance_view import chance_view, closing_view, free_view
from companion.server.views.form_view import citation_view, refused_view
from companion.server.views.game_story_view import turn_view
from companion.server.views.scene_view import animations_view, scene_view
from companion.server.views.view_types import OptionView, SheetLineView, StandingView, TableView
from companion.server.views.web_table_view import (
    chart_view,
    events_view,
    headline,
    log_view,
    margin,
    redo_text,
    reveal_view,
    rounds_view,
    seats_view,
    turns_view,
    undo_text,
)
from companion.session.session import Snapshot
from companion.table.history_queries import has_corrections, replaced_draw_names
from companion.table.incremental_cache import AppendOnlyList, Extend, incremental_list, with_plain_lists
from companion.table.legal_moves import options_of
from companion.table.table import Table
from companion.table.turning_point import turning_point
from companion.words.catalogue import Words, format_signed
from companion.words.signs import ThingView, amount_text, names_in_holdings, names_in_view, things_view, unit_of
from companion.words.translated_scene import BadgeView, badges_view

T = TypeVar("T")


def table_view(snapshot: Snapshot, viewer: Viewer, words: Words, part: range | None = None) -> TableView:
    """Return the whole table: fields for programs (game, seq, standings, sheet …) and fields for the pages.

    Hidden values are null; their keys stay. Without an open game, `game` is null and the rest is empty. Parts of the
    result may be shared with other views: do not change them. The sheet has the lines of the entries in `part`, or of
    all entries by default.
    """
    return with_plain_lists(incremental_table_view(snapshot, viewer, words, part))


def incremental_table_view(snapshot: Snapshot, viewer: Viewer, words: Words, part: range | None = None) -> TableView:
    """Return the table view, with append-only lists shared and not copied: it is made again after every key press."""
    table = snapshot.table
    badges = _badges(snapshot, words)
    free = free_view(snapshot.free_dice)
    if table is None:
        return {**_empty_view(badges), "free": free}
    if part is not None:
        return {**_game_view(table, viewer, words, part), "badges": badges, "free": free}
    view = table.cached(("view", viewer, words.language), lambda: _game_view(table, viewer, words, None))
    return {**view, "badges": badges, "free": free}


def _game_view(table: Table, viewer: Viewer, words: Words, part: range | None) -> TableView:
    """Return the view of a table with empty badges; it is cached for everybody with this viewer and language."""
    match, state = table.match, table.state
    visible = match.player_view(state, viewer)
    view: TableView = {
        "game": table.game.id,
        "seq": table.seq,
        "entry": len(table.entries),
        "over": table.over,
        "closed": table.closed,
        "turn": match.turn(state) if table.reveal is None else None,
        "waiting": list(match.active_seats(state)) if table.reveal is None else [],
        "standings": standings_view(table, viewer, words),
        "holdings": {str(seat): match.holdings(visible, seat) for seat in table.seats},
        "sheet": sheet_view(table, viewer, words) if part is None else _part_of_sheet(table, viewer, words, part),
        "options": _options(table, viewer, words),
        "badges": [],
        "state": codec.to_json(visible),
        "number": table.number,
        "title": words(f"game.{table.game.id}"),
        "unit": unit_of(table.match).value,
        "wheel_page": table.game.accessories.wheel_page,
        "rulings": list(rulings(table.game)),
        "headline": headline(table, viewer, words),
        "seats": seats_view(table, viewer, words),
        "events": events_view(table, viewer, words),
        "log": log_view(table, viewer, words),
        "chart": chart_view(table),
        "shown": shown_totals(table),
        "scene": scene_view(table, viewer, words),
        "ceremonies": animations_view(table, viewer, words),
        "chance": chance_view(table),
        "undo": undo_text(table, viewer, words),
        "redo": redo_text(table, viewer, words),
        "things": {},
        "free": None,
    }
    if table.reveal is not None:
        view["reveal"] = reveal_view(table.reveal)
    elif table.over:
        view["margin"] = margin(table, words)
    if (point := turning_point(table)) is not None:
        view["turning_point"] = turn_view(point, table.names, words)
    if turns := turns_view(table)[:]:
        view["turn_starts"] = turns
    if (number := match.round(state)) is not None:
        view |= {"round": number, "rounds": match.rounds, "round_starts": rounds_view(table)[:]}
    view["things"] = _components_view(table, view, viewer, words)
    return view


def sheet_view(table: Table, viewer: Viewer, words: Words) -> AppendOnlyList[SheetLineView]:
    """Return every line of the sheet as this viewer may see it, oldest first; each is made once, with its entry."""
    public_lines = _public_sheet(table, words)

    def render(entry: int, lines: Sequence[Line], before: Sequence[object]) -> Iterator[SheetLineView]:
        index = len(before)
        for line, public_line in zip(lines, public_lines[index : index + len(lines)], strict=True):
            yield public_line or sheet_line_view(entry, line, table, viewer, words)

    return incremental_list(table, ("sheet", viewer, words.language), *_render_by_entry(table, render))


def _part_of_sheet(table: Table, viewer: Viewer, words: Words, part: range) -> list[SheetLineView]:
    return [sheet_line_view(entry, line, table, viewer, words) for entry, line in table.lines(part)]


def _public_sheet(table: Table, words: Words) -> AppendOnlyList[SheetLineView | None]:
    """Return the lines that all viewers see alike, made once for all; None for the others."""

    def render(entry: int, lines: Sequence[Line], _: object) -> Iterator[SheetLineView | None]:
        for line in lines:
            yield sheet_line_view(entry, line, table, PUBLIC, words) if table.over or not line.secret else None

    return incremental_list(table, ("sheet", words.language), *_render_by_entry(table, render))


def _render_by_entry(
    table: Table, render: Callable[[int, Sequence[Line], Sequence[T]], Iterable[T]]
) -> tuple[Callable[[], Iterable[T]], Extend[T]]:
    """Return `grown`'s arguments for what `render` makes of each entry's lines and the previous results.

    Entry 0 is the set-up.
    """
    return (
        lambda: render(0, table.setup_lines, ()),
        lambda number, before: render(number, table.entries[number - 1].lines, before),
    )


def sheet_line_view(entry: int, line: Line, table: Table, viewer: Viewer, words: Words) -> SheetLineView:
    """Return a line of the sheet as this viewer may see it: another seat's secrets are null until the end."""
    hidden = _is_hidden(line, table, viewer)
    return {
        "seat": line.seat,
        "entry": entry,
        "what": None if hidden else line.what,
        "by": line.by,
        "why": None if hidden else line.why.key,
        "text": None if hidden else words.of(line.why, table.names),
        **citation_view(None if hidden else line.why, line.ruling, table.names, words),
        "amount": (
            _hidden_amount(line, words)
            if hidden
            else amount_text(table.match, line.what, line.by, words, seat=line.seat)
        ),
    }


def _is_hidden(line: Line, table: Table, viewer: Viewer) -> bool:
    """Return whether the subject of a line is hidden from this viewer: secrets of another seat, until the end."""
    return line.secret and not (viewer.sees(line.seat) or table.over)


def _components_view(table: Table, view: TableView, viewer: Viewer, words: Words) -> dict[str, ThingView]:
    """Return every component that the view names, for drawing; components masked in the view are not included."""
    match = table.match
    on_sheet = _components_on_sheet(table, viewer)
    named = names_in_view([view["scene"], view["ceremonies"], view["seats"]])
    return things_view(match, [match.unit, *names_in_holdings(match, view["holdings"]), *on_sheet, *named], words)


def _components_on_sheet(table: Table, viewer: Viewer) -> AppendOnlyList[str]:
    """Return the components in the lines of the sheet that this viewer may see, each once."""

    def render(entry: int, lines: Sequence[Line], before: Sequence[str]) -> Iterable[str]:
        visible = (line.what for line in lines if not _is_hidden(line, table, viewer))
        return [component for component in dict.fromkeys(visible) if component not in before]

    return incremental_list(table, ("things on the sheet", viewer), *_render_by_entry(table, render))


def _empty_view(badges: list[BadgeView]) -> TableView:
    """Return the view while no game is open."""
    return {
        "game": None,
        "seq": 0,
        "entry": 0,
        "over": False,
        "closed": False,
        "turn": None,
        "waiting": [],
        "standings": [],
        "holdings": {},
        "sheet": [],
        "options": [],
        "badges": badges,
        "state": None,
        "number": 0,
        "title": "",
        "unit": "crown",
        "wheel_page": None,
        "rulings": [],
        "headline": "",
        "seats": [],
        "events": [],
        "log": [],
        "chart": [],
        "shown": [],
        "scene": {"blocks": [], "turn": None, "wide": None},
        "ceremonies": [],
        "chance": None,
        "undo": None,
        "redo": None,
        "things": {},
        "free": None,
    }


def _hidden_amount(line: Line, words: Words) -> str:
    """Return the amount of a line without the component, which only its seat may know."""
    return words("sheet.amount", by=format_signed(line.by), what=words("sheet.secret"))


def standings_view(table: Table, viewer: Viewer, words: Words) -> list[StandingView]:
    """Return every seat's place, by rank and then seat, with name and colour; a total that is still secret is null."""
    colours = table.match.colours
    totals = table.match.totals(table.match.player_view(table.state, viewer))
    places: list[StandingView] = []
    for place in standings(table.match, table.state):
        total = totals[place.seat - 1]
        view: StandingView = {
            "seat": place.seat,
            "name": table.names[place.seat - 1],
            "colour": colours[place.seat - 1][0],
            "rank": place.rank,
            "total": total.value,
        }
        is_shared = sum(other.value == total.value for other in totals) > 1
        if table.over and is_shared and total.ties is not None:
            view["ties"] = words.note(total.ties, table.names)
        places.append(view)
    return places


def shown_totals(table: Table) -> list[int]:
    """Return the total that is public for each seat, from seat 1: the total itself or its visible part."""
    return [total.public for total in table.match.totals(table.match.player_view(table.state, PUBLIC))]


def _options(table: Table, viewer: Viewer, words: Words) -> list[OptionView]:
    """Return the options of each seat that this viewer speaks for; others do not see them."""
    options: list[OptionView] = []
    for seat in table.seats:
        if table.closed or not viewer.sees(seat):
            continue
        for option in options_of(table, seat):
            refused = refused_view(option.refused, table.names, words)
            label = words.of(option.label, table.names)
            options.append({"seat": seat, "move": option.kind, "text": label, "refused": refused})
    return options


def _badges(snapshot: Snapshot, words: Words) -> list[BadgeView]:
    badges: list[BadgeView] = []
    if not snapshot.saved:
        badges.append(
            {
                "key": "not_saved",
                "level": "error",
                "text": words("badge.locked" if snapshot.locked else "badge.not_saved"),
            }
        )
    table = snapshot.table
    facts: tuple[tuple[str, str, bool], ...] = (
        ("damaged", "warning", snapshot.damaged),
        ("real_dice", "info", snapshot.real_dice),
        ("corrected", "info", table is not None and has_corrections(table)),
        ("replaced", "warning", table is not None and bool(replaced_draw_names(table))),
        ("from_file", "warning", table is not None and any(seal.from_file for seal in table.commitments)),
        ("handed_out", "warning", snapshot.in_phone_backup),
    )
    badges += [{"key": key, "level": level, "text": words(f"badge.{key}")} for key, level, holds in facts if holds]
    if snapshot.table and (closing := closing_view(snapshot.table)):
        text = words("badge.closing", words=" ".join(closing["words"]))
        badges.append({"key": "closing", "level": "info", "text": text})
    if snapshot.table and snapshot.table.migrated is not None:
        badges.append({"key": "carried", "level": "info", "text": words("badge.carried")})
        for seat, before, now in snapshot.migrated_totals:
            text = words.of(say("badge.carried_total", seat=seat, before=before, now=now), snapshot.table.names)
            badges.append({"key": f"carried.{seat}", "level": "info", "text": text})
    return [*badges, *(badges_view(snapshot.table, words) if snapshot.table else ())]
