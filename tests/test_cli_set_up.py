"""Tests of `replay`, `offers` and `verify` with a set-up of Voyages that is played: dealing and the draft."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.journal.moves_file import export
from companion.rules.viewer import PUBLIC
from companion.session.session import Session
from companion.table.commands import CloseGame, Play, StartGame
from tests.kit.forgeries import read_bodies
from tests.kit.scripted_games import NOON, journal_in_memory, table_of
from tests.terminal import run, run_json, write

OPTIONS = {"draft": True, "deal": True}
HEAD = {"game": "voyages", "seats": ["Ada", "Bao"], "options": OPTIONS}
DEALT: list[dict[str, Any]] = [
    {"seat": 1, "move": "deal_map", "chance": [1] * 16},
    {"seat": 1, "move": "deal_row", "chance": [38, 1, 1, 1, 1, 1]},
    {"seat": 1, "move": "deal_characters", "chance": [2, 2, 2]},
]
TAKEN = [
    {"seat": 2, "move": "take_character", "character": "berke"},
    {"seat": 1, "move": "take_character", "character": "matteo"},
]
GOALS = [
    {"seat": 2, "move": "deal_goals", "chance": [1, 1, 1, 1]},
    {"seat": 1, "move": "deal_goals", "chance": [18, 1, 1, 1]},
    {"seat": 2, "move": "keep_goals", "cards": ["G05", "G04"]},
    {"seat": 1, "move": "keep_goals", "cards": ["G18", "G01"]},
]


def test_deals_by_hand_replay_into_the_first_round(tmp_path: Path) -> None:
    status, view = run_json("replay", write(tmp_path, HEAD, *DEALT, *TAKEN, *GOALS))
    assert status == 0
    assert (view["entry"], view["round"], view["turn"]) == (9, 1, None)
    first, second = view["state"]["boards"]
    assert (first["character"], first["goals"]) == ("matteo", ["G01", "G18"])
    assert (second["character"], second["goals"]) == ("berke", ["G04", "G05"])
    assert view["state"]["market"]["row"] == ["K38", "K01", "K02", "K03", "K04", "K05"]
    hidden = run_json("replay", write(tmp_path, HEAD, *DEALT, *TAKEN, *GOALS), "--as", "public")[1]
    assert [board["goals"] for board in hidden["state"]["boards"]] == [[None, None]] * 2


def test_a_replay_within_the_set_up_says_who_acts(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD, *DEALT)
    status, view = run_json("replay", path)
    assert (status, view["turn"], view["waiting"]) == (0, None, [2])
    assert "round" not in view
    assert run("replay", path).stdout.splitlines()[0] == "The Voyages of Marco Polo, 3 moves"


def test_offers_of_the_draft_say_what_each_character_does(tmp_path: Path) -> None:
    assert run("offers", write(tmp_path, HEAD, *DEALT)).stdout.splitlines() == [
        "The Voyages of Marco Polo, 3 moves",
        "2. Bao",
        "   · Matteo Polo · A white die as well. Each round: 1 contract to draw.",
        "   · Berke Khan · Pays no fee on spaces with dice.",
        "   · Mercator ex Tabriz · When the other player uses the bazaar: 1 of the same. Khan’s favour: 1 camel. "
        "Take 5 coins: 2 coins.",
        "   · Name a contract …",
        "   · Correct by hand …",
    ]


@pytest.mark.parametrize(
    ("lines", "ruling"),
    [
        ([{**DEALT[0], "chance": [11, *[1] * 15]}], "V1"),
        ([{**DEALT[0], "chance": [1]}], "V1"),
        ([*DEALT, {**TAKEN[0], "character": "kubilai"}], "V4"),
        ([*DEALT, *TAKEN, *GOALS[:2], {**GOALS[2], "cards": ["G05", "G18"]}], "V1"),
    ],
)
def test_a_move_that_misses_the_piles_is_refused(lines: list[Any], ruling: str, tmp_path: Path) -> None:
    status, body = run_json("replay", write(tmp_path, HEAD, *lines))
    assert (status, body["error"], body["line"], body["ruling"]) == (3, "illegal_move", len(lines) + 1, ruling)


def test_dealing_without_full_tracking_names_the_option(tmp_path: Path) -> None:
    status, body = run_json("replay", write(tmp_path, {**HEAD, "options": {**OPTIONS, "tracking": "points"}}))
    assert (status, body["error"], body["line"]) == (2, "bad_file", 1)
    assert "The box deals only where everything is tracked." in body["reason"]


@pytest.fixture
def session() -> Iterator[Session]:
    """Yield a game whose set-up the box has dealt, but for the contracts, which were laid by hand."""
    with journal_in_memory() as journal:
        session = Session(journal, GAMES, lambda: NOON, entropy=Random(1).randbytes)
        session.do(StartGame(game="voyages", names=("Ada", "Bao"), options=OPTIONS))
        for move in (DEALT[0], DEALT[1], DEALT[2]):
            by_hand = move["move"] == "deal_row"
            session.do(Play(moves=((1, {"move": move["move"], **({"chance": move["chance"]} if by_hand else {})}),)))
        for seat in (2, 1):
            person = table_of(session).state.open_characters[0].value
            session.do(Play(moves=((seat, {"move": "take_character", "character": person}),)))
        session.do(Play(moves=tuple((seat, {"move": "deal_goals"}) for seat in (1, 2))))
        for seat in (2, 1):
            cards = table_of(session).state.boards[seat - 1].goal_choice[:2]
            session.do(Play(moves=((seat, {"move": "keep_goals", "cards": [*cards]}),)))
        yield session


def test_verify_recomputes_what_the_box_has_dealt(session: Session, tmp_path: Path) -> None:
    session.do(CloseGame())
    path = tmp_path / "game.jsonl"
    path.write_text(export(table_of(session)), "utf-8")
    output = run("verify", path)
    assert (output.exit_code, output.stderr) == (0, "")
    assert output.stdout.splitlines()[:3] == [
        "All moves are right (9). The file gives no result.",
        "4 draws recomputed: all of them are right.",
        "1 result of real dice was typed in. It can’t be recomputed.",
    ]
    assert run_json("replay", path)[0] == 0


def test_an_export_before_the_end_hides_the_goals(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(export(table_of(session), PUBLIC), "utf-8")
    output = run("verify", path)
    assert (output.exit_code, output.stderr) == (4, ""), "without the secrets, the rules cannot compare"
    secret = [line for line in read_bodies(path.read_bytes()) if line.get("move") in ("deal_goals", "keep_goals")]
    assert [line.get("chance", line.get("cards")) for line in secret] == [None] * 4
    draws = [line for line in read_bodies(path.read_bytes()) if str(line.get("name")).find("deal_goals") > 0]
    assert [line["values"] for line in draws] == [None] * 2
