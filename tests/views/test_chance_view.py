"""Chance as the pages get it: commitments, draws that stand or not, typed values, and free throws."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.chance.seed import commitment, short_words
from companion.journal.journal import Journal
from companion.rules.fields import Json
from companion.rules.moves import Move
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.chance_view import chance_view, draws_view, free_view
from companion.server.views.history_view import history_view
from companion.server.views.table_view import table_view
from companion.session.session import Session
from companion.table.commands import CloseGame, LayOutFreeDice, PutAwayFreeDice, StartGame, TakeBack, ThrowFreeDice
from companion.words.catalogue import Words
from companion.words.wheel_labels import draw_text
from tests.games.lanterns.match import Match
from tests.games.lanterns.state import State
from tests.kit.scripted_games import GAMES, NOON, play, roll, table_of

SEED = bytes(range(32))


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal(tmp_path / "journal.sqlite3")
    seeds = itertools.chain([SEED], (bytes([n]) * 32 for n in itertools.count()))
    yield Session(journal, GAMES, lambda: NOON, entropy=lambda n: next(seeds))
    journal.close()


@pytest.fixture
def classic_session(session: Session) -> Session:
    """Return a session with a classic game of two, about to spin."""
    session.do(StartGame(game="classic", names=("Ada", "Bao")))
    return session


def spin(session: Session, **fields: object) -> None:
    session.do(play((1, {"move": "spin", "route": "land", **fields})))


def test_the_commitment_is_shown_before_the_first_draw(classic_session: Session) -> None:
    sha256 = commitment(SEED, table_of(classic_session).sealed[0].digest())
    committed = {"sha256": sha256, "words": list(short_words(sha256)), "seed": None}
    view = {"commitments": [committed], "drawn": 0, "taken_back": 0, "typed": 0}
    assert chance_view(table_of(classic_session)) == view
    assert table_view(classic_session.snapshot(), PUBLIC, Words("fr"))["chance"] == view


def test_a_draw_taken_back_stays_visible_and_repeats_are_marked(classic_session: Session) -> None:
    spin(classic_session)
    classic_session.do(TakeBack())
    spin(classic_session)
    table = table_of(classic_session)
    first, second = draws_view(table, PUBLIC, Words("en"))["draws"]
    assert (first["entry"], first["again"], second["entry"], second["again"]) == (None, False, 1, True)
    assert first["values"] == second["values"]
    assert first["name"] == second["name"] == "classic/1/spin/1"
    chance = chance_view(table)
    assert chance is not None
    assert chance["taken_back"] == 1
    event = table_view(classic_session.snapshot(), PUBLIC, Words("fr"))["events"][0]
    assert (event["again"], event["typed"]) == (True, False)
    assert event["text"].endswith("· même tirage qu’avant")
    assert history_view(table, PUBLIC, Words("en"))["entries"][0]["text"].endswith("· same draw as before")


def test_typed_values_are_marked_everywhere(classic_session: Session) -> None:
    spin(classic_session, chance=[0])
    view = draws_view(table_of(classic_session), PUBLIC, Words("en"))
    assert view["typed"] == [{"entry": 1, "seat": 1, "move": "spin", "values": [0], "told": "wheel, sector 1"}]
    assert view["draws"] == []
    event = table_view(classic_session.snapshot(), PUBLIC, Words("en"))["events"][0]
    assert (event["again"], event["typed"]) == (False, True)
    assert event["text"].endswith("· typed in")


def test_the_seed_is_shown_once_revealed(classic_session: Session) -> None:
    classic_session.do(CloseGame())
    assert draws_view(table_of(classic_session), PUBLIC, Words("en"))["commitments"][0]["seed"] == SEED.hex()


def test_a_game_without_chance_has_no_chance_view(session: Session) -> None:
    session.do(StartGame(game="expedition", names=("Ada", "Bao", "Chloé")))
    assert chance_view(table_of(session)) is None


def test_chance_hidden_by_a_move_is_hidden_in_its_draw(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    session.do(StartGame(game="lanterns", names=("Ada", "Bao")))
    hide = {"move": "hide", "colour": "red", "value": 11111, "wish": "rain"}
    session.do(play(*((seat, hide) for seat in (1, 1, 2, 2))))
    session.do(play(roll(1)))
    session.do(TakeBack())
    session.do(play(roll(1)))
    move_view = Match.move_view

    def masked(match: Match, before: State, seat: int, move: Move, now: State, viewer: Viewer) -> dict[str, Json]:
        view = move_view(match, before, seat, move, now, viewer)
        return view if viewer in (EVERYTHING, as_seat(seat)) or "chance" not in view else {**view, "chance": None}

    monkeypatch.setattr(Match, "move_view", masked)
    assert [draw["values"] for draw in draws_view(table_of(session), PUBLIC, Words("en"))["draws"]] == [None, None]
    own = draws_view(table_of(session), as_seat(1), Words("en"))["draws"]
    assert None not in [draw["values"] for draw in own]


def test_free_throws_are_listed_newest_first(session: Session) -> None:
    assert free_view(session.free_dice) is None
    session.do(LayOutFreeDice())
    before = free_view(session.free_dice)
    assert before is not None
    assert (before["commitment"]["sha256"], before["throws"]) == (commitment(SEED), [])
    session.do(ThrowFreeDice(dice=2))
    session.do(ThrowFreeDice(route="sea"))
    view = free_view(session.free_dice)
    assert view is not None
    assert [(throw["kind"], throw["n"], throw["route"]) for throw in view["throws"]] == [
        ("spin", 1, "sea"),
        ("dice", 1, None),
    ]
    assert (view["commitment"]["seed"], view["earlier"]) == (None, None)
    session.do(PutAwayFreeDice())
    after = free_view(session.free_dice)
    assert after is not None
    assert after["earlier"] is not None
    assert (after["earlier"]["seed"], after["throws"]) == (SEED.hex(), [])


@pytest.mark.parametrize(
    ("game", "purpose", "of", "values", "description"),
    [
        ("classic", "spin", (("sectors", 8),), (3,), "wheel, sector 4"),
        ("classic", "fight", (("d6", 1), ("d8", 1)), (6, 1), "White die 6 · Black die 1"),
        ("lanterns", "roll", (("d6", 2),), (6, 1), "dice 6, 1"),
        ("lanterns", "wind.late", (("d4", 1),), (2,), "die 2"),
        ("lanterns", "roll", (), (6, 1), "dice 6, 1"),
        ("lanterns", "roll", (("d6", 2),), None, "–"),
        ("voyages", "deal_map", (("d2", 1), ("d1", 1), ("d6", 1)), (2, 1, 5), "3 cards dealt"),
        ("voyages", "deal_goals", (("d18", 1), ("d17", 1)), None, "–"),
    ],
)
def test_a_draw_is_described_by_its_request(
    game: str, purpose: str, of: tuple[tuple[str, int], ...], values: tuple[int, ...] | None, description: str
) -> None:
    assert draw_text(game, purpose, of, values, Words("en")) == description
