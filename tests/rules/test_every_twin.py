"""Tests that a view is all there is to know: if two games look equal to a viewer, all answers are equal too."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.rules.fields import FieldValues
from companion.rules.game import Match
from companion.rules.match_functions import chance_field_of, describe_turn, next_pick, offered_kinds_of, standings
from companion.rules.moves import Line
from companion.rules.scene import Cards, Scene, SeatNote, Walk
from companion.rules.text import say
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.table.history_queries import moves_of_span, turn_spans
from companion.table.offer_preview import preview_offer
from companion.table.random_play import complete_move, open_kinds
from companion.table.table import Table
from tests.games.lanterns import LANTERNS
from tests.games.lanterns.scene import revealed_rows
from tests.kit.cases import CASES, PLAIN, SECRETIVE, Case, a_few, every_case, few_seeds, hands
from tests.kit.random_play import complete_offers, cut_table, whole_game
from tests.kit.twins import look_equal, twin_of

LONG = 60
"""Entries: more than a short game has, and a good part of a long one."""
LEAKY_ENTRIES = 9
"""Entries after which everyone has hidden cards and rolled, and the first turn has begun."""
OUTLETS = (
    *("holdings", "totals", "standings", "correctable", "set-up", "turn", "moves", "told", "turns"),
    *("about", "scene", "announcements", "ceremonies"),
    *(
        "options of others",
        "open to others",
        "wholes of others",
        "forms of others",
        "own options",
        "own offers",
        "own forms",
        "own outlooks",
        "outlooks of others",
    ),
)


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_equal_views_get_equal_answers(case: Case, seed: int, rnd: Random) -> None:
    table = _partial_game(case, seed, rnd)
    hidden = rnd.choice(case.every_seat)
    twin = twin_of(table, hidden, rnd)
    for viewer in _viewers(table):
        if not viewer.sees(hidden) and look_equal(table, twin, viewer):
            _check_alike(table, twin, viewer)


@pytest.mark.parametrize("game", sorted(PLAIN.keys() | {case.game.id for case in CASES}))
def test_every_game_with_secrets_has_twins(game: str) -> None:
    met = 0
    for case, seed in itertools.product((case for case in CASES if case.game.id == game), range(6)):
        rnd = Random(seed)
        table = _partial_game(case, seed, rnd)
        for hidden in case.every_seat:
            twin = twin_of(table, hidden, rnd)
            unlike = (twin.state, dict(twin.match.options)) != (table.state, dict(table.match.options))
            met += unlike and any(look_equal(table, twin, v) for v in _viewers(table) if not v.sees(hidden))
    assert (met > 5) is (game in SECRETIVE)


def test_secret_options_have_twins_too() -> None:
    table, twin = _with_charms("red"), _with_charms("blue")
    assert [viewer for viewer in _viewers(table) if look_equal(table, twin, viewer)] == [*_viewers(table)]
    assert [v for v in _viewers(table) if table.match.options_view(v) != twin.match.options_view(v)] == [as_seat(1)]


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_the_ranking_key_is_the_same_for_every_viewer(case: Case, seed: int, rnd: Random) -> None:
    table = _partial_game(case, seed, rnd)
    match, state = table.match, table.state
    totals = {viewer: match.totals(match.player_view(state, viewer)) for viewer in (*_viewers(table), EVERYTHING)}
    for seen_totals in totals.values():
        assert [total.order for total in seen_totals] == [total.order for total in totals[PUBLIC]]
        assert [total.public for total in seen_totals] == [total.public for total in totals[PUBLIC]]
    for viewer, seen_totals in totals.items():
        for seat, (total, full) in enumerate(zip(seen_totals, totals[EVERYTHING], strict=True), 1):
            assert total.value in (full.value, None)
            assert total.value is not None or not viewer.sees(seat)


class _Leaky:
    """A match with a leak, which the tests above must find: it looks into the state instead of the view."""

    def __init__(self, match: Match, hole: str) -> None:
        self._match = match
        self._hole = hole
        self._state: Any = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._match, name)

    def player_view(self, state: Any, viewer: Viewer) -> Any:
        self._state = state
        return self._match.player_view(state, viewer)

    def holdings(self, view: Any, seat: int) -> Any:
        held = self._match.holdings(view, seat)
        return held | {"wishes": repr(self._state.wishes)} if self._hole == "holdings" else held

    def totals(self, view: Any) -> Any:
        first, *rest = self._match.totals(view)
        return (replace(first, order=(hash(self._state.hidden),)), *rest) if self._hole == "totals" else (first, *rest)

    def offers(self, state: Any, seat: int) -> Any:
        label = say("lanterns.option", under=repr(state.hidden if self._hole == "options of others" else ()))
        return tuple(replace(offer, kind_label=label) for offer in self._match.offers(state, seat))

    def play(self, state: Any, seat: int, move: Any) -> Any:
        after, lines = self._match.play(state, seat, move)
        secret = repr(state.hidden if self._hole == "outlooks of others" else ())
        return after, (*lines, Line(seat, "points", 1, say("lanterns.option", under=secret), None))

    def describe_move(self, before: Any, seat: int, move: Any, after: Any, now: Any, viewer: Viewer) -> Any:
        return self._match.describe_move(before, seat, move, after, now, EVERYTHING if self._hole == "told" else viewer)

    def seat_notes(self, view: Any, seat: int) -> Any:
        leak = SeatNote(says=say("lanterns.option", under=repr(self._state.hidden)))
        return (leak,) if self._hole == "about" else self._match.seat_notes(view, seat)

    def scene(self, view: Any, viewer: Viewer, announced: Any) -> Any:
        if self._hole not in ("scene", "announcements") or (self._hole == "announcements" and announced is None):
            return self._match.scene(view, viewer, announced)
        full_view = self._match.player_view(self._state, EVERYTHING)
        return Scene(blocks=(Cards(id="under", name=say("lanterns.under"), rows=revealed_rows(full_view)),))

    def animations(self, before: Any, seat: int, move: Any, after: Any, lines: Any, viewer: Viewer) -> Any:
        reveals = Walk(block="market", piece=repr(after.hidden), places=())
        animations = self._match.animations(before, seat, move, after, lines, viewer)
        return (*animations, reveals) if self._hole == "ceremonies" else animations

    def describe_turn(self, moves: Any, now: Any, viewer: Viewer) -> Any:
        if self._hole != "turns":
            return self._match.describe_turn(moves, now, viewer)
        return say("lanterns.told.hide_this", card=repr([played.move for played in moves]))


@pytest.mark.parametrize(
    "hole",
    [
        *("holdings", "totals", "options of others", "outlooks of others", "told", "turns"),
        *("about", "scene", "announcements", "ceremonies"),
    ],
)
def test_a_leak_is_found_and_named(hole: str) -> None:
    case = next(case for case in CASES if case.game is LANTERNS and case.seats == 3)
    table = cut_table(whole_game(case, 1), LEAKY_ENTRIES)
    twin, viewer = twin_of(table, 1, Random(2)), as_seat(2)
    assert look_equal(table, twin, viewer)
    _check_alike(table, twin, viewer)
    leaky: list[Any] = [_with_leak(each, hole) for each in (table, twin)]
    with pytest.raises(AssertionError, match=f"{hole} differ"):
        _check_alike(leaky[0], leaky[1], viewer)


def _with_leak(table: Table, hole: str) -> Table:
    leaky: Any = _Leaky(table.match, hole)
    return replace(table, game_start=replace(table.game_start, match=leaky))


def _partial_game(case: Case, seed: int, rnd: Random) -> Table:
    table = whole_game(case, seed)
    return cut_table(table, rnd.randint(0, min(LONG, len(table.entries))))


def _with_charms(first: str) -> Table:
    case = Case(LANTERNS, 3, {"charms": [first, "red", None]})
    return cut_table(whole_game(case, 1), 9)


def _viewers(table: Table) -> tuple[Viewer, ...]:
    return (PUBLIC, *(as_seat(seat) for seat in table.seats))


def _check_alike(table: Table, twin: Table, viewer: Viewer) -> None:
    answers, twin_answers = (_answers(each, viewer, Random(7)) for each in (table, twin))
    for outlet in OUTLETS:
        assert answers[outlet] == twin_answers[outlet], f"{outlet} differ for {viewer}"


def _answers(table: Table, viewer: Viewer, rnd: Random) -> dict[str, Any]:
    """Return all answers of a match for this viewer, by outlet."""
    match, state = table.match, table.state
    view = match.player_view(state, viewer)
    others = [seat for seat in table.seats if seat != viewer.seat]
    open_to_all = {
        seat: [option for option in offered_kinds_of(match, state, seat) if not option.secret] for seat in others
    }
    entries = [(table.before(n), entry.played, entry.state) for n, entry in enumerate(table.entries, 1)]
    mine = [] if viewer.seat is None else [viewer.seat]
    return {
        "holdings": [list(match.holdings(view, seat).items()) for seat in table.seats],
        "totals": match.totals(view),
        "bounds": match.bounds(view),
        "standings": standings(match, state),
        "correctable": [[correctable.what for correctable in match.correctable(state, seat)] for seat in table.seats],
        "set-up": match.options_view(viewer),
        "turn": (
            match.over(state),
            match.active_seats(state),
            match.turn(state),
            match.turn_no(state),
            match.round(state),
        ),
        "moves": [match.move_view(before, p.seat, p.move, state, viewer) for before, p, _ in entries],
        "told": [match.describe_move(before, p.seat, p.move, after, state, viewer) for before, p, after in entries],
        "turns": [describe_turn(match, moves_of_span(table, stretch), state, viewer) for stretch in turn_spans(table)],
        "about": [match.seat_notes(view, seat) for seat in table.seats],
        "scene": match.scene(view, viewer, None),
        "announcements": [match.scene(view, viewer, announced) for announced in _announcements(table, viewer)],
        "ceremonies": [
            match.animations(table.before(n), entry.played.seat, entry.played.move, entry.state, entry.lines, viewer)
            for n, entry in enumerate(table.entries, 1)
        ],
        "options of others": [
            [(option.kind, option.label, option.secret) for option in offered_kinds_of(match, state, seat)]
            for seat in others
        ],
        "open to others": open_to_all,
        "wholes of others": [
            offer
            for seat in others
            for offer in complete_offers(match, state, seat)
            if offer.kind in {option.kind for option in open_to_all[seat]}
        ],
        "forms of others": [
            next_pick(match, state, seat, option.kind, {})
            for seat in others
            for option in open_to_all[seat]
            if option.refused is None
        ],
        "own options": [offered_kinds_of(match, state, seat) for seat in mine],
        "own offers": [match.offers(state, seat) for seat in mine],
        "own outlooks": [
            preview_offer(table, seat, offer, viewer) for seat in mine for offer in match.offers(state, seat)
        ],
        "outlooks of others": [
            preview_offer(table, seat, offer, viewer)
            for seat in others
            for offer in match.offers(state, seat)
            if offer.kind in {option.kind for option in open_to_all[seat]}
        ],
        "own forms": [
            [*_fields(match, state, seat, kind, rnd)] for seat in mine for kind in open_kinds(match, state, seat)
        ],
    }


def _announcements(table: Table, viewer: Viewer) -> list[FieldValues]:
    """Return the fields that could be fixed now before a throw, as far as the viewer knows."""
    match, state = table.match, table.state
    every = (
        (seat, offer) for seat in table.seats for offer in complete_offers(match, state, seat) if offer.refused is None
    )
    visible = ((seat, offer.kind, dict(offer.chosen)) for seat, offer in every if not offer.secret or viewer.sees(seat))
    return [chosen for seat, kind, chosen in visible if chance_field_of(match, state, seat, kind, chosen) is not None]


def _fields(match: Match, state: Any, seat: int, kind: str, rnd: Random) -> Iterator[object]:
    """Yield the fields on one walk through a form."""
    move = complete_move(match, state, seat, kind, rnd)
    chosen: FieldValues = {}
    for name, value in move.items():
        if name != "move":
            yield next_pick(match, state, seat, kind, chosen)
            chosen = {**chosen, name: value}
