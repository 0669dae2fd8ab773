"""Tests that no secret of a seat leaks before the end: secrets are planted and searched for in all outlets."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.journal import moves_file
from companion.journal.moves_file import BadFileError
from companion.rules import codec
from companion.rules.fields import Field, FieldValues, Items, Json
from companion.rules.game import Game
from companion.rules.match_functions import next_pick, offered_kinds_of
from companion.rules.moves import Line, Move
from companion.rules.offers import Offer
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.scene import Animation, Note, Notes, Reveal, Scene, SeatNote
from companion.rules.text import Text, say
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.history_view import history_view
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.server.views.table_view import table_view
from companion.session.session import Snapshot
from companion.table import table as tables
from companion.table.random_play import open_kinds, planting_marks
from companion.table.table import Table
from companion.words.catalogue import Words
from tests.games.lanterns import Lanterns
from tests.games.lanterns.match import Match
from tests.games.lanterns.player_view import MarketView
from tests.games.lanterns.state import State
from tests.kit.cases import CASES, GAMES, NAMES, SECRETIVE, SECRETS, Case, a_few, every_case, every_game, hands
from tests.kit.random_play import cut_table, looking_like, play_on, refusal_of, states_of, whole_game

WORDS = Words("fr")
LONG = 60
"""Entries: more than a short game has, and a good part of a long one."""
SHORT = 6
"""Entries after which a game of Lanterns for three has all its cards hidden and waits for the rolls."""


@every_case
@a_few
@given(rnd=hands)
def test_no_secret_of_a_seat_leaks_before_the_end(case: Case, rnd: Random) -> None:
    table = _with_secrets(case.game, case.names, case.options, rnd, rnd.randint(0, LONG))
    _check_outlets(table, rnd)


@every_case
@a_few
@given(rnd=hands)
def test_hidden_values_are_null_and_their_keys_stay(case: Case, rnd: Random) -> None:
    table = _with_secrets(case.game, case.names, case.options, rnd, rnd.randint(0, LONG))
    full_view = _view(table, EVERYTHING)
    for viewer in _viewers(table):
        view = _view(table, viewer)
        for name in ("holdings", "state", "sheet", "standings"):
            _check_same_but_null(view[name], full_view[name])
        shared = view.keys() - _HIDING - _IN_WORDS
        assert {name: view[name] for name in shared} == {name: full_view[name] for name in shared}
        for own, full in zip(view["seats"], full_view["seats"], strict=True):
            assert own | {"about": None} == full | {"about": None}
        both = view["things"].keys() & full_view["things"].keys()  # the viewer of everything has no hand
        assert {name: view["things"][name] for name in both} == {name: full_view["things"][name] for name in both}


@every_case
@a_few
@given(rnd=hands)
def test_the_view_has_the_documented_fields(case: Case, rnd: Random) -> None:
    table = _with_secrets(case.game, case.names, case.options, rnd, rnd.randint(0, LONG))
    for viewer in (*_viewers(table), EVERYTHING):
        view = json.loads(json.dumps(_view(table, viewer)))
        assert set(view) >= _VIEW
        assert (view["game"], view["entry"]) == (case.game.id, len(table.entries))
        assert view["waiting"] == list(case.match.active_seats(table.state))
        assert [set(line) >= _SHEET for line in view["sheet"]] == [True] * len(list(table.lines()))
        assert [set(place) for place in view["standings"]] == [_STANDING] * case.seats
        assert list(view["holdings"]) == [str(seat) for seat in case.every_seat]
        assert {option["seat"] for option in view["options"]} <= {seat for seat in case.every_seat if viewer.sees(seat)}


def test_secrets_are_visible_to_their_seat_and_to_everything() -> None:
    table = _with_secrets(*_LANTERNS, Random(4), SHORT)
    for seat in table.seats:
        mine = SECRETS["lanterns"](table.state, seat)
        assert mine
        for viewer in (as_seat(seat), EVERYTHING):
            outlets = _outlets(table, viewer)
            for outlet in ("holdings", "state", "moves", "told", "sheet", "export"):
                assert [mark for mark in mine if mark in outlets[outlet]], outlet


def test_everything_is_visible_after_the_end() -> None:
    begun = _with_secrets(*_LANTERNS, Random(4), SHORT)
    table = play_on(begun, Random(4), 500)
    assert table.over
    assert _view(table, PUBLIC)["holdings"] == _view(table, EVERYTHING)["holdings"]
    assert _view(table, PUBLIC)["state"] == _view(table, EVERYTHING)["state"]
    assert _view(table, PUBLIC)["sheet"] == _view(table, EVERYTHING)["sheet"]


def test_a_partial_export_says_so_and_is_not_replayed() -> None:
    table = _with_secrets(*_LANTERNS, Random(4), SHORT)
    text = moves_file.export(table, PUBLIC)
    head, first, *_ = map(json.loads, text.splitlines())
    assert head["partial"] is True
    assert first == {"seat": first["seat"], "move": "hide", "colour": None, "value": None, "wish": None}
    with pytest.raises(BadFileError) as caught:
        moves_file.replay_file(text.encode(), GAMES)
    assert (caught.value.line, caught.value.reason.key) == (1, "file.partial")


def test_an_export_after_the_end_hides_nothing() -> None:
    table = play_on(_with_secrets(*_LANTERNS, Random(4), SHORT), Random(4), 500)
    assert moves_file.export(table, PUBLIC) == moves_file.export(table, EVERYTHING)


def test_an_early_export_for_everything_is_complete() -> None:
    table = _with_secrets(*_LANTERNS, Random(4), SHORT)
    text = moves_file.export(table, EVERYTHING)
    assert "partial" not in json.loads(text.splitlines()[0])
    again = moves_file.replay_file(text.encode(), GAMES)
    assert (again.digest(), vars(again.match)) == (table.digest(), vars(table.match) | {"game": again.game})


@dataclass(frozen=True, kw_only=True)
class LeakyMatch(Match):
    """A match with a leak, which the tests above must find."""

    hole: str
    looked_at: list[State] = field(default_factory=list, compare=False)
    """States passed to `player_view`. Methods that only get views can leak by no other way."""

    def _viewer(self, outlet: str, viewer: Viewer) -> Viewer:
        return EVERYTHING if self.hole == outlet else viewer

    def _under(self, state: State, outlet: str) -> str:
        return repr(state.hidden) if self.hole == outlet else ""

    def play(self, state: State, seat: int, move: Move) -> tuple[State, tuple[Line, ...]]:
        try:
            after, lines = super().play(state, seat, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(say("lanterns.no", under=self._under(state, "errors")), error.ruling) from error
        return after, tuple(replace(line, secret=line.secret and self.hole != "sheet") for line in lines)

    def player_view(self, state: State, viewer: Viewer) -> MarketView:
        self.looked_at.append(state)
        return super().player_view(state, EVERYTHING if self.hole in ("holdings", "state") else viewer)

    def holdings(self, view: MarketView, seat: int) -> dict[str, Json]:
        """Leak through the view, which is all that this method knows."""
        held = super().holdings(view, seat)
        return held | {"hidden": None, "wishes": None} if self.hole == "state" else held

    def move_view(self, before: State, seat: int, move: Move, now: State, viewer: Viewer) -> dict[str, Json]:
        return super().move_view(before, seat, move, now, self._viewer("moves", viewer))

    def describe_move(self, before: State, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:
        return super().describe_move(before, seat, move, after, now, self._viewer("told", viewer))

    def seat_notes(self, view: MarketView, seat: int) -> tuple[SeatNote[Text], ...]:
        return (
            *super().seat_notes(view, seat),
            SeatNote(says=say("lanterns.leak", under=self._under(self.looked_at[-1], "about"))),
        )

    def scene(self, view: MarketView, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        says = say("lanterns.leak", under=self._under(self.looked_at[-1], "scene"))
        leak = Notes(id="leak", name=say("lanterns.notes"), notes=(Note(id="leak", says=says),))
        scene = super().scene(view, viewer, announced)
        return replace(scene, blocks=(*scene.blocks, leak))

    def animations(
        self, before: State, seat: int, move: Move, after: State, lines: Sequence[Line], viewer: Viewer
    ) -> tuple[Animation[Text], ...]:
        named = say("lanterns.leak", under=self._under(after, "ceremonies"))
        played = super().animations(before, seat, move, after, lines, viewer)
        return (*played, Reveal(name=named, rows=()))

    def offers(self, state: State, seat: int) -> tuple[Offer, ...]:
        called = say("lanterns.option", under=self._under(state, "options"))
        detail = say("lanterns.detail", under=self._under(state, "details"))
        return tuple(replace(offer, kind_label=called, detail=detail) for offer in super().offers(state, seat))

    def next_pick(self, state: State, seat: int, kind: str, chosen: FieldValues, items: Items) -> Field | None:
        field = super().next_pick(state, seat, kind, chosen, items)
        return field and replace(field, label=say("lanterns.field", under=self._under(state, "forms")))


class LeakyLanterns(Lanterns):
    """Lanterns with this leak."""

    def __init__(self, hole: str) -> None:
        super().__init__()
        self.hole = hole

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[Match, State, tuple[Line, ...]]:
        match, state, lines = super().begin(names, options)
        return LeakyMatch(**vars(match), hole=self.hole), state, lines


HOLES = (
    *("holdings", "state", "moves", "told", "about", "scene", "ceremonies"),
    *("sheet", "options", "forms", "details", "errors"),
)


@pytest.mark.parametrize("hole", HOLES)
def test_a_leak_is_found_and_named(hole: str) -> None:
    table = _with_secrets(LeakyLanterns(hole), NAMES[:3], {}, Random(4), SHORT)
    with pytest.raises(AssertionError, match=f"leaves by {hole}"):
        _check_outlets(table, Random(4))


def test_no_leak_is_reported_without_one() -> None:
    table = _with_secrets(LeakyLanterns("nowhere"), NAMES[:3], {}, Random(4), SHORT)
    _check_outlets(table, Random(4))


def test_every_outlet_is_tested_with_a_leak() -> None:
    table = _with_secrets(*_LANTERNS, Random(4), SHORT)
    assert {*_outlets(table, PUBLIC), "errors"} - {"view", "export", "phone", "history"} == {
        *HOLES
    }  # these are combinations of the others


@every_game
def test_every_game_with_hidden_state_declares_its_secrets(game: Game) -> None:
    views = (
        [case.match.player_view(state, viewer) for viewer in (PUBLIC, EVERYTHING)]
        for case in CASES
        if case.game is game
        for state in states_of(whole_game(case, 0))
    )
    assert any(public != everything for public, everything in views) is (game.id in SECRETIVE)


_LANTERNS: tuple[Game, Sequence[str], Mapping[str, Json]] = (Lanterns(), NAMES[:3], {})
_VIEW = {
    *("game", "seq", "entry", "over", "turn", "waiting", "standings"),
    *("holdings", "sheet", "options", "badges", "state"),
}
_SHEET = {"seat", "entry", "what", "by", "why", "ruling"}
_STANDING = {"seat", "name", "colour", "rank", "total"}
_HIDING = {"scene", "seats", "holdings", "state", "sheet", "options", "standings", "things"}
_IN_WORDS = {"ceremonies", "headline", "events", "undo", "redo", "hand", "hands"}
"""Parts of the view that have other words for each viewer, or are empty for most. The tests of leaks look into them
too."""


def _with_secrets(game: Game, names: Sequence[str], options: Mapping[str, Json], rnd: Random, entries: int) -> Table:
    """Play this number of entries, but not to the end. Every secret is marked with its seat and occurs nowhere else."""
    table = play_on(tables.start(game, names, options), rnd, entries, planting_marks(itertools.count()))
    return cut_table(table, len(table.entries) - 1) if table.over else table


def _viewers(table: Table) -> tuple[Viewer, ...]:
    return (PUBLIC, *(as_seat(seat) for seat in table.seats))


def _view(table: Table, viewer: Viewer) -> Any:
    return table_view(Snapshot(table, saved=True), viewer, WORDS)


def _outlets(table: Table, viewer: Viewer) -> dict[str, str]:
    """Return everything that this viewer gets of this table, as text by outlet."""
    match, state = table.match, table.state
    player_view = match.player_view(state, viewer)
    view = _view(table, viewer)
    # A viewer without a seat may still be host, and play for every seat.
    role = ViewerRole(host=True, seat=viewer.seat)
    mine = [] if viewer.seat is None else [viewer.seat]
    forms = [next_pick(match, state, seat, kind, {}) for seat in mine for kind in open_kinds(match, state, seat)]
    descriptions, moves, played = [], [], []
    for number, entry in enumerate(table.entries, 1):
        before, seat, move = table.before(number), entry.played.seat, entry.played.move
        descriptions.append(match.describe_move(before, seat, move, entry.state, state, viewer).to_json())
        moves.append(match.move_view(before, seat, move, state, viewer))
        played.append(match.animations(before, seat, move, entry.state, entry.lines, viewer))
    return {
        "holdings": json.dumps([match.holdings(player_view, seat) for seat in table.seats]),
        "state": json.dumps(codec.to_json(player_view)),
        "moves": json.dumps(moves),
        "told": json.dumps(descriptions),
        "about": repr([match.seat_notes(player_view, seat) for seat in table.seats]),
        "scene": repr(match.scene(player_view, viewer, None)),
        "ceremonies": repr(played),
        "sheet": json.dumps(view["sheet"]),
        "options": repr([offered_kinds_of(match, state, seat) for seat in mine]),
        "forms": repr(forms),
        "details": repr([match.offers(state, seat) for seat in mine]),
        "export": moves_file.export(table, viewer),
        "view": json.dumps(view),
        "phone": json.dumps(phone_view(Snapshot(table, saved=True), role, WORDS)),
        "history": json.dumps(history_view(table, viewer, WORDS, role.seats(table))),
    }


def _errors(table: Table, rnd: Random) -> str:
    """Return the refusals of all kinds of moves of all seats, which everybody can hear."""
    refusals = []
    for seat, kind in itertools.product(table.seats, table.game.moves):
        for _ in range(3):
            refusal = refusal_of(table.match, table.state, seat, looking_like(table.game, kind, rnd, ["1"]))
            refusals.append(repr(refusal))
    return "\n".join(refusals)


def _check_outlets(table: Table, rnd: Random) -> None:
    """Check that no viewer gets a secret of another seat, and that errors, which everybody hears, contain none.

    `SECRETS` is by the id of the game, so a leaky variant of a game has the same secrets.
    """
    secrets = {seat: SECRETS[table.game.id](table.state, seat) for seat in table.seats}
    for viewer in _viewers(table):
        for outlet, text in _outlets(table, viewer).items():
            _check_silent(outlet, text, {seat: marks for seat, marks in secrets.items() if not viewer.sees(seat)})
    _check_silent("errors", _errors(table, rnd), secrets)


def _check_silent(outlet: str, text: str, secrets: Mapping[int, set[str]]) -> None:
    for seat, marks in secrets.items():
        for mark in marks:
            assert mark not in text, f"{mark} of seat {seat} leaves by {outlet}"


def _check_same_but_null(masked: Any, full: Any) -> None:
    """Check that one JSON value equals another, except for nulls."""
    if isinstance(masked, dict):
        assert list(masked) == list(full)
        for name in masked.keys() - {"amount"}:  # the words for "by" and "what"
            _check_same_but_null(masked[name], full[name])
    elif isinstance(masked, list):
        assert len(masked) == len(full)
        for item, full_item in zip(masked, full, strict=True):
            _check_same_but_null(item, full_item)
    else:
        assert masked is None or masked == full
