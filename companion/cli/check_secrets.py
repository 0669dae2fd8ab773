"""The check that no secret of a seat leaks: the same game with another secret must look the same to everybody else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from companion.box.faces.block_view import block_view
from companion.journal import moves_file
from companion.rules import codec
from companion.rules.game import Match, move_from_json, move_to_json
from companion.rules.moves import Move
from companion.rules.rule_errors import RulesError
from companion.rules.text import Text
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.history_view import history_view
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.session.session import Snapshot
from companion.support.frozen_dataclasses import frozen
from companion.table import table as tables
from companion.table.game_facts import GameFacts
from companion.table.random_play import complete_move
from companion.table.table import CompleteMove, Entry, Table
from companion.words.catalogue import Words
from companion.words.translated_scene import scene_of

EXCHANGED = 6
"""Number of moves of a game whose secret is exchanged for another one."""
LATER = (0, 1, 4)
"""Numbers of moves after such a move at which everything is compared."""
ATTEMPTS = 30
"""Number of random moves that are tried to find one with another secret."""


@frozen
class Leak:
    """A place at which somebody can see what a seat keeps secret."""

    owner: int
    """The seat that keeps the secret."""
    reader: int | None
    """The seat that sees it; None for everybody."""
    place: str
    """The view and the path to the field in it, which ends with the key of a sentence."""
    move: str
    """The move with the secret."""


def leak_of(table: Table, facts: GameFacts, rnd: Random, words: Words) -> Leak | None:
    """Return the first leak of a played game, if it has any.

    A move has a secret if the facts exchange something in it (`other`), or if a field of it is hidden from the public.
    What the facts name as secrets of a seat (`secrets`) is also searched for in all that others see.
    """
    numbers = range(1, len(table.entries) + 1)
    for number in sorted(rnd.sample(numbers, min(EXCHANGED, len(numbers)))):
        if (leak := _named_secret(_begin_of(table, number), facts, words)) is not None:
            return leak
    others = {number: other for number in numbers if (other := _other_move(table, number, facts, rnd)) is not None}
    for number in sorted(rnd.sample([*others], min(EXCHANGED, len(others)))):
        if (leak := _leak_of_move(table, number, others[number], words)) is not None:
            return leak
    return None


def _begin_of(table: Table, entries: int) -> Table:
    return replace(table, entries=table.entries[:entries], undo_stack=(), redo_stack=())


def _leak_of_move(table: Table, number: int, other: Move, words: Words) -> Leak | None:
    """Play on with another move than this entry has, and compare both games as long as they look alike."""
    played, begin = table.entries[number - 1].played, _begin_of(table, number - 1)
    played_moves = [played, *(entry.played for entry in table.entries[number : number + max(LATER)])]
    real = twin = begin
    viewers = (PUBLIC, *(as_seat(seat) for seat in table.seats if seat != played.seat))
    for later, then in enumerate(played_moves):
        try:
            real = _with_move(real, then.seat, then.move)
            twin = _with_move(twin, then.seat, other if later == 0 else then.move)
        except RulesError:  # the other secret does not fit what was played later
            return None
        if later == 0 and (leak := _leak_of_state(real, twin, viewers)) is not None:
            return leak
        viewers = tuple(viewer for viewer in viewers if _look_alike(real, twin, viewer))
        if later not in LATER or real.over:
            continue
        for viewer in viewers:
            if (place := _difference_for(real, twin, viewer, words)) is not None:
                return Leak(played.seat, viewer.seat, place, _json_of(played.move))
    return None


def _with_move(table: Table, seat: int, move: Move) -> Table:
    played = tables.play(table, [CompleteMove(seat, move)], len(table.entries) + 1)
    return replace(played, undo_stack=(), seq=len(table.entries) + 1)


def _json_of(move: Move) -> str:
    return str(move_to_json(move))


def _other_move(table: Table, number: int, facts: GameFacts, rnd: Random) -> Move | None:
    """Return the move of this entry with another secret, if it has any."""
    entry, now = table.entries[number - 1], _begin_of(table, number)
    if facts.other is not None:
        other = facts.other(now, entry.played, rnd)
        return None if other == entry.played.move else other
    own = move_to_json(entry.played.move)
    hidden = _hidden_fields(now.match, entry, own)
    shown = [*own][: min(([*own].index(name) for name in hidden), default=0)]
    chosen = {name: own[name] for name in shown if name != "move"}
    for _ in range(ATTEMPTS if hidden else 0):
        try:
            body = complete_move(now.match, entry.before, entry.played.seat, entry.played.move.kind, rnd, chosen)
        except RulesError:
            return None
        if body != own and all(body.get(name) == value for name, value in own.items() if name not in hidden):
            return move_from_json(table.game, body)
    return None


def _hidden_fields(match: Match, entry: Entry, own: Mapping[str, Any]) -> set[str]:
    """Return the fields of a move that its game hides: in its JSON, or at a place of the state that has their value."""
    played, after = entry.played, entry.state
    if match.over(after):
        return set()
    view = match.move_view(entry.before, played.seat, played.move, after, PUBLIC)
    hidden = {name for name, value in own.items() if value is not None and view.get(name) is None}
    before, full = (_leaves_of(match.player_view(state, EVERYTHING)) for state in (entry.before, after))
    public = _leaves_of(match.player_view(after, PUBLIC))
    new = [value for path, value in full.items() if public.get(path) is None and before.get(path) != value]
    return hidden | {name for name, value in own.items() if name != "move" and value in new}


def _leaves_of(view: Any) -> dict[str, Any]:
    return dict(_leaves(codec.to_json(view)))


def _leaves(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield every single value in a JSON value, with its path."""
    stack: list[tuple[str, Any]] = [("", value)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, dict | list):
            items = value.items() if isinstance(value, dict) else enumerate(value)
            stack += [(f"{path}.{name}", item) for name, item in items]
        else:
            yield path, value


def _look_alike(real: Table, twin: Table, viewer: Viewer) -> bool:
    match = real.match
    return bool(match.player_view(real.state, viewer) == twin.match.player_view(twin.state, viewer))


def _leak_of_state(real: Table, twin: Table, viewers: Sequence[Viewer]) -> Leak | None:
    """Return a leak of `player_view` right after the move: a place with the value that the move should hide.

    A seat to which the move itself is shown may know the secret too, such as one that receives a hidden card.
    """
    played, other = real.entries[-1].played, twin.entries[-1].played
    values, other_values = (dict(_leaves(move_to_json(move))) for move in (played.move, other.move))
    changed = [
        (values[path], other_values[path]) for path in values if other_values.get(path, values[path]) != values[path]
    ]
    for viewer in viewers:
        view, other_view = (_leaves_of(table.match.player_view(table.state, viewer)) for table in (real, twin))
        move_views = [_move_view(table, len(table.entries), viewer) for table in (real, twin)]
        if viewer != PUBLIC and move_views[0] != move_views[1]:
            continue
        for path, leaf in view.items():
            if any(_shows(leaf, value) and _shows(other_view.get(path), other) for value, other in changed):
                return Leak(played.seat, viewer.seat, f"player_view{path}", _json_of(played.move))
    return None


def _shows(leaf: Any, value: Any) -> bool:
    """Return whether a value of a view is this one, or a text with it, such as "blue:40"."""
    return bool(leaf == value) or (isinstance(leaf, str) and str(value) in leaf)


def _difference_for(real: Table, twin: Table, viewer: Viewer, words: Words) -> str | None:
    """Return the first place at which two games differ for a viewer who cannot tell them apart."""
    for (name, mine), (_, other) in zip(_outlets(real, viewer, words), _outlets(twin, viewer, words), strict=True):
        if (place := _difference(mine, other)) is not None:
            return f"{name}: {place}" if place else name
    return None


def _outlets(table: Table, viewer: Viewer, words: Words) -> Iterator[tuple[str, Any]]:
    """Yield everything that a viewer gets of a table: what the game answers, then what is made of it."""
    match, state = table.match, table.state
    view = match.player_view(state, viewer)
    numbers = range(max(1, len(table.entries) - max(LATER)), len(table.entries) + 1)
    yield "move_view", [_move_view(table, number, viewer) for number in numbers]
    yield "describe_move", [_described(table, number, viewer) for number in numbers]
    yield "holdings", [match.holdings(view, seat) for seat in table.seats]
    yield "totals", match.totals(view)
    yield "seat_notes", [match.seat_notes(view, seat) for seat in table.seats]
    yield "scene", match.scene(view, viewer, None)
    yield "animations", [_animated(table, number, viewer) for number in numbers]
    if viewer == PUBLIC:
        yield "little screen", [block_view(block, table, words) for block in scene_of(table, PUBLIC, words).blocks]
    role = ViewerRole(host=True, seat=viewer.seat)  # a host plays for other seats too
    yield "phone", phone_view(Snapshot(table, saved=True), role, words)
    yield "moves", history_view(table, viewer, words, role.seats(table))
    yield "export", [json.loads(line) for line in moves_file.export(table, viewer).splitlines()]


def _move_view(table: Table, number: int, viewer: Viewer) -> Any:
    played = table.entries[number - 1].played
    return table.match.move_view(table.before(number), played.seat, played.move, table.state, viewer)


def _described(table: Table, number: int, viewer: Viewer) -> Text:
    entry = table.entries[number - 1]
    seat, move = entry.played.seat, entry.played.move
    return table.match.describe_move(entry.before, seat, move, entry.state, table.state, viewer)


def _animated(table: Table, number: int, viewer: Viewer) -> Any:
    entry = table.entries[number - 1]
    seat, move = entry.played.seat, entry.played.move
    return table.match.animations(entry.before, seat, move, entry.state, entry.lines, viewer)


def _difference(mine: Any, other: Any) -> str | None:
    """Return the path to the first difference, or the key of the sentence there, if there is any."""
    if mine == other:
        return None
    if isinstance(mine, Text) and isinstance(other, Text):
        return mine.key
    pairs = _parts(mine, other)
    if pairs is None:
        return ""
    for name, mine_part, other_part in pairs:
        if (place := _difference(mine_part, other_part)) is not None:
            return f"{name}.{place}".removesuffix(".")
    return ""


def _parts(mine: Any, other: Any) -> list[tuple[str, Any, Any]] | None:
    """Return the parts of two values with their names, if they have the same parts."""
    if type(mine) is not type(other):
        return None
    if is_dataclass(mine):
        return [(field.name, getattr(mine, field.name), getattr(other, field.name)) for field in fields(mine)]
    if isinstance(mine, Mapping) and [*mine] == [*other]:
        return [(str(name), mine[name], other[name]) for name in mine]
    if isinstance(mine, Sequence) and not isinstance(mine, str) and len(mine) == len(other):
        return [(str(number), *pair) for number, pair in enumerate(zip(mine, other, strict=True), 1)]
    return None


def _named_secret(table: Table, facts: GameFacts, words: Words) -> Leak | None:
    """Return the first place at which somebody sees a secret that the facts name."""
    if facts.secrets is None or table.over:
        return None
    secrets = {seat: facts.secrets(table.state, seat) for seat in table.seats}
    for viewer in (PUBLIC, *map(as_seat, table.seats)):
        marks = [(seat, mark) for seat in table.seats if not viewer.sees(seat) for mark in secrets[seat]]
        for name, value in _outlets(table, viewer, words) if marks else ():
            text = repr(value)
            for seat, mark in marks:
                if mark in text:
                    return Leak(seat, viewer.seat, f"{name}: {mark}", _json_of(table.entries[-1].played.move))
    return None
