"""Tests with secrets planted in 200 games: no other client gets them in any response."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from flask import Flask

import companion.games.classic.offers
import companion.server.command_requests
import companion.server.open_game_routes
import companion.server.views.past_games_view
import companion.server.views.preview_view
import tests.server.spy
from companion.games.classic import CLASSIC, Classic
from companion.games.classic.match import Match
from companion.games.classic.player_view import ClassicView
from companion.games.classic.state import State
from companion.rules.fields import Field, FieldValues, Items, Json
from companion.rules.game import Game, Total
from companion.rules.moves import Line, Move
from companion.rules.offers import Offer
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import Text, say
from companion.rules.viewer import EVERYTHING, Viewer
from companion.server.views.phone_view import ViewerRole
from companion.table.commands import ForgetPhones, Play, TakeBack
from companion.table.legal_moves import offers_of
from tests.depth import deep, enough, few_of
from tests.server.helpers import RecordedBox
from tests.server.phones_room import Room
from tests.server.random_evenings import (
    ECHOING_RESPONSES,
    NAMES,
    Evening,
    Responses,
    Script,
    Step,
    memory_journal,
    seeds,
)
from tests.server.spy import (
    Look,
    NoTwinError,
    evening,
    looks_with_secrets,
    responses_of,
    twin_responses,
    without_own_purchases,
)

EVENINGS, MANY_EVENINGS = enough(40), 200
TWINS = 6
"""Number of attempts to make a twin evening; without one, too much of the evening was public."""


@pytest.fixture(scope="module")
def app() -> Flask:
    return RecordedBox(simulated=False).app()


@pytest.mark.parametrize("evenings", [EVENINGS, pytest.param(MANY_EVENINGS, marks=pytest.mark.long)])
def test_no_response_contains_or_depends_on_others_secrets(
    app: Flask, caplog: pytest.LogCaptureFixture, evenings: int
) -> None:
    caplog.set_level("DEBUG")
    compared = looked_for = 0
    for seed in seeds():
        script = evening(CLASSIC, seed, app)
        looked_for += _check_looks(looks_with_secrets(script), caplog)
        compared += _check_alike(CLASSIC, script, seed, app)
        if compared == evenings:
            break
    assert compared == evenings
    assert looked_for > 10 * evenings


def test_no_http_response_contains_others_secrets(
    caplog: pytest.LogCaptureFixture, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    for rate in (
        "_REQUESTS_AT_ONCE",
        "_COMMANDS_AT_ONCE",
        "_OPENINGS_AT_ONCE",
    ):  # no request may be rate-limited
        monkeypatch.setattr(f"companion.server.phone_routes.{rate}", 10**9)
    caplog.set_level("DEBUG")
    compared = 0
    for seed in seeds():
        script = evening(CLASSIC, seed, app, _pages)
        twin_script = _another(CLASSIC, script, seed, app, _pages)
        if twin_script is not None and script.steps[-1].tries:
            compared += 1
            responses = script.responses[-1]
            assert [path for path in responses if responses[path] != twin_script[-1][path]] == []
            *_, (_, secrets) = looks_with_secrets(script)
            pages = {path: text for path, text in responses.items() if path.startswith("/")}
            _check_silent(without_own_purchases(pages, script.spy, script.steps[-1].table), secrets, caplog.text)
        if compared == OVER_THE_NETWORK:
            return
    pytest.fail("too few evenings had secrets")


PAGES = (
    *("/", "/tv", "/setup", "/board", "/games", "/games/1", "/games/1/moves.jsonl", "/games.zip", "/results.csv"),
    *("/api/state", "/api/history", "/api/draws", "/api/games", "/api/games/1", "/api/statistics", "/api/profile"),
    *("/free", "/wheel", "/edition", "/api/wheel", "/api/claim", "/api/beginning"),
)
OVER_THE_NETWORK = enough(6)


def _pages(played: Evening) -> Responses:
    """Return every page and file for the spy's phone, the first event of its stream, and some refusals."""
    played.session.do(ForgetPhones(phone="spy"))  # the phone that fetches these pages replaces it
    room = Room(played.session)
    phones = {"onlooker": room.phone(), "spy": room.phone(None, *([played.script.spy] if played.script.spy else []))}
    responses = {}
    for who, phone in phones.items():
        for path in PAGES:
            responses[f"{path} for the {who}"] = (
                phone.client.get(path, headers=phone.headers).get_data().decode("latin-1")
            )
        for path in ("/api/events", "/api/events?changes="):
            stream = phone.client.get(path, headers=phone.headers, buffered=False)
            events = iter(stream.response)
            responses[f"{who} {path}"] = "".join(str(next(events)) for _ in range(2))
            stream.close()
        for seat in played.table.seats:
            for card in played.table.match.edition.cards:
                named = {"colour": card.colour.value, "value": card.value}
                for move in ({"move": "trade", "with": seat, "card": named}, {"move": "sell", "cards": [named]}):
                    for other_seat in played.table.seats if seat == 1 or move["move"] == "trade" else ():
                        answer = phone.post("/api/preview", do="play", seat=other_seat, move=move)
                        responses[f"{who} {other_seat} {move}"] = answer.get_data(as_text=True)
    return responses


class LeakySeen(ClassicView):
    """A player's view with the full state hidden in it."""

    own: ClassicView
    full_view: ClassicView


@dataclass(frozen=True, kw_only=True)
class LeakyMatch(Match):
    """The same game with a leak somewhere, which the tests above must find."""

    hole: str

    def _under(self, state: State, outlet: str) -> str:
        return repr([hand.goods for hand in state.hands]) if self.hole == outlet else ""

    def _viewer(self, outlet: str, viewer: Viewer) -> Viewer:
        return EVERYTHING if self.hole == outlet else viewer

    def _looked(self, outlet: str, view: ClassicView) -> ClassicView:
        assert isinstance(view, LeakySeen)
        return view.full_view if self.hole == outlet else view.own

    def play(self, state: State, seat: int, move: Move) -> tuple[State, tuple[Line, ...]]:
        try:
            after, lines = super().play(state, seat, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(say(f"no {self._under(state, 'errors')}"), error.ruling) from error
        return after, tuple(replace(line, secret=line.secret and self.hole != "sheet") for line in lines)

    def player_view(self, state: State, viewer: Viewer) -> ClassicView:
        own, full_view = super().player_view(state, viewer), super().player_view(state, EVERYTHING)
        leaky_view = LeakySeen(
            **{field.name: getattr(full_view if self.hole == "state" else own, field.name) for field in fields(own)}
        )
        object.__setattr__(leaky_view, "own", own)
        object.__setattr__(leaky_view, "full_view", full_view)
        return leaky_view

    def totals(self, view: ClassicView) -> tuple[Total, ...]:
        full_totals = super().totals(self._looked("totals", view))
        open_totals = super().totals(self._looked("standings", view))
        totals = super().totals(self._looked("nowhere", view))
        result = [
            replace(total, value=other_total.value) for total, other_total in zip(totals, full_totals, strict=True)
        ]
        if self.hole == "standings":
            result = [
                replace(total, public=other_total.value or 0)
                for total, other_total in zip(result, open_totals, strict=True)
            ]
        return tuple(result)

    def holdings(self, view: ClassicView, seat: int) -> dict[str, Json]:
        return super().holdings(self._looked("holdings", view), seat)

    def move_view(self, before: State, seat: int, move: Move, now: State, viewer: Viewer) -> dict[str, Json]:
        return super().move_view(before, seat, move, now, self._viewer("moves", viewer))

    def describe_move(self, before: State, seat: int, move: Move, after: State, now: State, viewer: Viewer) -> Text:
        return super().describe_move(before, seat, move, after, now, self._viewer("told", viewer))

    def offers(self, state: State, seat: int) -> tuple[Offer, ...]:
        offers = super().offers(state, seat)
        if self.hole == "options":
            offers = tuple(
                replace(offer, kind_label=say(f"option {self._under(state, 'options')}")) for offer in offers
            )
        if self.hole == "details":
            offers = tuple(replace(offer, detail=say(f"detail {self._under(state, 'details')}")) for offer in offers)
        return offers

    def next_pick(self, state: State, seat: int, kind: str, chosen: FieldValues, items: Items) -> Field | None:
        field = super().next_pick(state, seat, kind, chosen, items)
        label = say(f"field {self._under(state, 'forms')}")
        return replace(field, label=label) if field and self.hole == "forms" else field


class LeakyClassic(Classic):
    """A classic game set with that match."""

    def __init__(self, hole: str) -> None:
        self.hole = hole

    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[Match, State, tuple[Line, ...]]:
        match, state, lines = super().begin(names, options)
        return LeakyMatch(**vars(match), hole=self.hole), state, lines


HOLES = {
    **{"holdings": "view", "state": "view", "totals": "view", "standings": "view", "sheet": "view", "told": "view"},
    **{"options": "view", "details": "view", "moves": "export", "forms": "form", "errors": "preview"},
}
"""The first response that leaks, by the leaky method."""


@deep
@pytest.mark.parametrize("hole", few_of([*HOLES]))
def test_a_game_that_leaks_is_found(hole: str, app: Flask) -> None:
    assert HOLES[hole] in _first_leaks(LeakyClassic(hole), app)


@pytest.mark.parametrize("hole", ["holdings", "state", "told", "moves"])
def test_leaked_words_are_found_literally(hole: str, app: Flask) -> None:
    few = [seed for seed, _ in zip(seeds(), range(5), strict=False)]
    looks = [look for seed in few for look in looks_with_secrets(evening(LeakyClassic(hole), seed, app))]
    with pytest.raises(AssertionError, match="leaves by"):
        _check_looks(looks)


def test_offers_to_buy_ignore_others_cards(app: Flask) -> None:
    script = _market_evening("blue:80", app)
    assert all('"move": "buy", "colour": "blue", "value": 80' in look["view 1"] for look in script.responses[2:])
    assert _check_looks(looks_with_secrets(script)) > 0
    assert script.responses == _market_evening("blue:30", app).responses


@pytest.mark.parametrize(
    ("look", "leak"),
    [
        (2, '"Acheter bleu 80"'),
        (2, '"text": "Acheter bleu 80 (Bao)"'),
        (2, '"seat": 2, "move": {"move": "buy", "colour": "blue", "value": 80}'),
        (1, '"text": "Buy blue 80"'),
    ],
)
def test_a_card_beside_offers_to_buy_is_found(look: int, leak: str, app: Flask) -> None:
    script = _market_evening("blue:80", app)
    script.responses[look]["view 1"] += leak
    with pytest.raises(AssertionError, match="leaves by view 1"):
        _check_looks(looks_with_secrets(script))


def _market_evening(card: str, app: Flask) -> Script:
    """Return an evening in which seat 2 gets the only copy of a card; then seat 1, the spy, buys at a post.

    The spy looks after each move, alternately in French and English; it may buy from the third look on.
    """
    script = Script(NAMES[:2], {"goods": {"values": {"80": 1, "50": 4, "30": 1}}}, spy=1)
    moves: list[tuple[int, dict[str, Any]]] = [
        (2, {"move": "correct", "what": card, "by": 1}),
        (1, {"move": "spin", "route": "land", "chance": [0]}),
        (1, {"move": "arrive", "place": "post", "colour": "blue"}),
        *[(1, {"move": "buy", "colour": "blue", "value": 50})] * 2,
    ]
    with memory_journal() as journal:
        played = Evening(CLASSIC, script, journal)
        for seat, move in moves:
            step = Step(Play(moves=((seat, move),)), seat, tries=(TakeBack(),))
            script.steps.append(replace(step, response=played.do(step), table=played.table))
        script.responses = responses_of(played, script.steps, app)
    return script


@deep
def test_a_game_without_a_leak_passes(app: Flask) -> None:
    few = [seed for seed, _ in zip(seeds(), range(12), strict=False)]
    assert not any(_leaks(LeakyClassic("nowhere"), seed, app) for seed in few)


def _nobody_checks(*arguments: Any) -> None:
    """Replace a check, and do nothing."""


DOORS: dict[str, tuple[str, Any, str, Any]] = {
    "history": ("history", tests.server.spy, "history_view", lambda real: _as_everything(real, 1)),
    "past games": ("past", companion.server.views.past_games_view, "table_view", lambda real: _as_everything(real, 1)),
    "previews": ("preview", companion.server.open_game_routes, "preview_view", lambda real: _as_everything(real, 2)),
    "cards of a loot that is tried for": (
        "preview",
        companion.server.views.preview_view,
        "_has_chance",
        lambda real: _never,
    ),
    "guesses at a hand": ("preview", companion.games.classic.offers, "_withheld", lambda real: _nothing),
    "amendments that try a hand": (
        "preview",
        companion.server.command_requests,
        "check_amend",
        lambda real: _nobody_checks,
    ),
    "what another hand lacks": ("preview", tests.server.spy, "is_for_own_seat", lambda real: _always),
    "kinds of moves that show a hand": (
        "form",
        ViewerRole,
        "offers",
        lambda real: _every_offer,
    ),
}


RARE = {"cards of a loot that is tried for": 50, "what another hand lacks": 20}
"""First evening in which a rare leak shows, by leak, so that the search is short.

Other rules or offers make other evenings: if a search takes longer than the rest, determine these numbers again."""


@deep
@pytest.mark.parametrize("door", few_of([*DOORS]))
def test_a_removed_check_is_found(door: str, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    way, place, name, leaky = DOORS[door]
    monkeypatch.setattr(place, name, leaky(getattr(place, name)))
    assert way in _first_leaks(CLASSIC, app, RARE.get(door, 0))


def _as_everything(real: Callable[..., Any], position: int) -> Callable[..., Any]:
    """Return the same view for a viewer who may see everything."""
    return lambda *args, **options: real(*args[:position], EVERYTHING, *args[position + 1 :], **options)


def _never(*arguments: Any) -> bool:
    return False


def _always(*arguments: Any) -> bool:
    return True


def _nothing(*arguments: Any) -> tuple[str, ...]:
    return ()


def _every_offer(role: Any, table: Any, seat: int) -> Any:
    return offers_of(table, seat) if seat in role.seats(table) else ()


def _first_leaks(game: Game, app: Flask, first: int = 0) -> set[str]:
    """Return the leaking responses in the first evening with any, from `first` on."""
    for seed in islice(seeds(), first, None):
        if leaks := _leaks(game, seed, app):
            return leaks
    return set()


def _leaks(game: Game, seed: int, app: Flask) -> set[str]:
    script = evening(game, seed, app)
    return {way.split()[0] for way in _differences(game, script, seed, app)}


def _check_alike(game: Game, script: Script, seed: int, app: Flask) -> bool:
    """Check that this evening equals its twin; return whether there was a twin."""
    twin_script = _another(game, script, seed, app)
    if twin_script is None:
        return False
    for first, second in zip(script.responses, twin_script, strict=True):
        for way in first:
            assert first[way] == second[way], f"evening {seed}: a secret leaves by {way}"
    return True


def _differences(game: Game, script: Script, seed: int, app: Flask) -> Iterator[str]:
    for first, second in zip(script.responses, _another(game, script, seed, app) or script.responses, strict=True):
        yield from (way for way in first if first[way] != second[way])


def _another(game: Game, script: Script, seed: int, app: Flask, last: Look | None = None) -> list[Responses] | None:
    for attempt in range(TWINS):
        try:
            return twin_responses(game, script, Random(seed + attempt), app, last)
        except NoTwinError:
            continue
    return None


def _check_looks(looks: Iterable[tuple[Responses, set[str]]], caplog: pytest.LogCaptureFixture | None = None) -> int:
    """Check that no secret is in the spy's responses; return the number of secrets."""
    count = 0
    for responses, secrets in looks:
        count += len(secrets)
        _check_silent(responses, secrets, caplog.text if caplog else "")
    return count


def _check_silent(responses: Responses, secrets: set[str], logged: str) -> None:
    for way, text in responses.items():
        for secret in secrets if not way.startswith(ECHOING_RESPONSES) else ():
            assert secret not in text, f"{secret} leaves by {way}"
    assert not [secret for secret in secrets if secret in logged]
