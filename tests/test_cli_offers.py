"""Tests of `offers`: possible actions after a moves file or in the open game, and who sees them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.journal.open_journal import open_store
from companion.journal.state_directory import NAME
from companion.session.session import Session
from companion.table.commands import CloseGame, TakeBack
from tests.kept import FIRST_TURN, NOON, SeatMove, save_game, whole_game
from tests.kit.older_journals import rewrite_game
from tests.terminal import HEAD, STEP, move_lines, run, run_json, write

CLASSIC = {"game": "classic", "seats": ["Ada", "Bao"], "options": {}}


def test_offers_after_a_file_have_costs_and_reasons(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD, STEP)
    status, body = run_json("offers", path)
    assert (status, body["game"], body["entry"], body["over"], body["closed"]) == (0, "expedition", 1, False, False)
    first, *_ = body["offers"]
    assert (first["seat"], first["move"], first["text"], first["detail"], first["usual"], first["refused"]) == (
        *(1, {"move": "step", "by": "cards"}, "Step to 4", "by paying cards", True, None),
    )
    ballast = next(offer for offer in body["offers"] if offer["move"].get("by") == "ballast")
    assert ballast["refused"] == {"reason": "No ballast to 4: no opposing camel has been there.", "ruling": "E5"}
    assert {offer["seat"] for offer in body["offers"]} == {1}, "nobody else is waited for"
    assert run("offers", path).stdout.splitlines() == [
        "Marco Polo Expedition, 1 move",
        "1. Ada",
        "   * Step to 4 · by paying cards",
        "   · Crate of 1 · +1 gold",
        "   · Crate of 2 · +2 gold",
        "   × Drop ballast → 4 · −1 gold · No ballast to 4: no opposing camel has been there. · E5",
        "   · End the turn · draw a card",
        "   · Correct by hand …",
    ]


def test_offers_of_an_inactive_seat(tmp_path: Path) -> None:
    body = run_json("offers", write(tmp_path, HEAD, STEP), "--seat", "2")[1]
    assert [(offer["seat"], offer["move"]) for offer in body["offers"]] == [(2, {"move": "correct"})]


def test_offers_from_standard_input(tmp_path: Path) -> None:
    assert run_json("offers", "-", stdin=write(tmp_path, HEAD, STEP).read_bytes())[1]["entry"] == 1


def test_every_complete_allowed_offer_is_a_legal_next_line(tmp_path: Path) -> None:
    offers = run_json("offers", write(tmp_path, HEAD, STEP))[1]["offers"]
    for offer in (offer_view for offer_view in offers if offer_view["whole"]):
        next_line = {"seat": offer["seat"], **offer["move"]}
        status, _ = run_json("replay", write(tmp_path, HEAD, STEP, next_line, name="next.jsonl"))
        assert status == (3 if offer["refused"] else 0), offer


def test_offers_of_the_open_game(tmp_path: Path) -> None:
    save_game(tmp_path, FIRST_TURN)
    file = run_json("offers", write(tmp_path, HEAD, *move_lines(FIRST_TURN)))[1]
    assert run_json("offers", "--state", tmp_path) == (0, file)
    with closing(open_store(tmp_path, GAMES)) as store:
        Session(store.journal, GAMES, lambda: NOON).do(TakeBack())
    assert run_json("offers", "--state", tmp_path)[1]["entry"] == 1


@pytest.mark.parametrize("ended", ["over", "closed"])
def test_finished_or_closed_game_offers_nothing(tmp_path: Path, ended: str) -> None:
    save_game(tmp_path, whole_game() if ended == "over" else FIRST_TURN)
    if ended == "closed":
        with closing(open_store(tmp_path, GAMES)) as store:
            Session(store.journal, GAMES, lambda: NOON).do(CloseGame())
    for seat in ((), ("--seat", "2")):
        status, body = run_json("offers", "--state", tmp_path, *seat)
        assert (status, body[ended], body["offers"]) == (0, True, [])
    message = "The game is over." if ended == "over" else "This game was ended."
    assert run("offers", "--state", tmp_path).stdout.splitlines()[1:] == [message]


def test_hand_is_shown_for_a_file_only(tmp_path: Path) -> None:
    arrive = {"move": "arrive", "place": "post", "colour": "blue"}
    moves: list[SeatMove] = [(1, {"move": "spin", "route": "land", "chance": [0]}), (1, arrive)]
    save_game(tmp_path, moves, names=("Ada", "Bao"), game="classic")
    saved = run_json("offers", "--state", tmp_path, "--seat", "1")[1]["offers"]
    in_file = run_json("offers", write(tmp_path, CLASSIC, *move_lines(moves)), "--seat", "1")[1]["offers"]
    secret = {offer["move"]["move"] for offer in in_file if offer["secret"]}
    assert "buy" in secret, "else there is nothing to hide"
    hidden = [offer for offer in saved if offer["move"]["move"] in secret]
    assert {offer["move"]["move"] for offer in hidden} == secret
    assert all(
        offer["move"].keys() == {"move"} and offer["detail"] == "" and offer["refused"] is None for offer in hidden
    )
    assert [offer for offer in saved if not offer["secret"]] == [
        offer_view for offer_view in in_file if not offer_view["secret"]
    ]


# Bad input: exit 2; refused moves of a file are tested with `replay`.


@pytest.mark.parametrize("seat", ["0", "4", "-1", "Ada", "1.0", "²", ""])
def test_unknown_seat_is_refused(tmp_path: Path, seat: str) -> None:
    status, body = run_json("offers", write(tmp_path, HEAD), "--seat", seat)
    assert (status, list(body), body["error"], body["line"]) == (2, ["error", "line", "reason"], "bad_file", None)
    assert "--seat" in body["reason"]


def test_state_without_a_game_is_reported(tmp_path: Path) -> None:
    missing = run_json("offers", "--state", tmp_path / "none")
    with closing(open_store(tmp_path, GAMES)):
        pass
    empty = run_json("offers", "--state", tmp_path)
    assert [(status, body["error"]) for status, body in (missing, empty)] == [(2, "bad_file")] * 2
    assert empty[1]["reason"] == "There are no saved games yet."


def test_game_by_other_rules_cannot_be_offered(tmp_path: Path) -> None:
    save_game(tmp_path, FIRST_TURN)
    rewrite_game(tmp_path / NAME, 1, version=7)
    status, body = run_json("offers", "--state", tmp_path)
    assert (status, body["error"]) == (2, "bad_file")
    assert "other rules" in body["reason"]


def test_damaged_game_is_refused(tmp_path: Path) -> None:
    save_game(tmp_path, FIRST_TURN)

    def worse(seq: int, body: dict[str, Any]) -> dict[str, Any]:
        return body | {"move": {"move": "crate", "value": 9}} if seq == 3 else body

    rewrite_game(tmp_path / NAME, 1, worse)
    status, body = run_json("offers", "--state", tmp_path)
    assert (status, body["error"]) == (2, "bad_file")
