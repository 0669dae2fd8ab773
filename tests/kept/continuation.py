"""Continued games: the next requests of phones, from a kept script, and their results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.kept.files import MOVES
from tests.kept.phones import acting_phone, acts_for, text_at, view_of
from tests.kept.program import Phone, Room, exported_files, phones_of, run_box
from tests.kept.terminal import verdict
from tests.kept.text import format_json
from tests.kit.scripted_games import skip_reveal

ScriptedRequest = tuple[int | None, dict[str, Any]]
"""The sender (a seat, or None for the host), and the body of the request."""


class Continuation:
    """Phones at a table that continue a kept game."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.answers: list[dict[str, Any]] = []
        """Every request with its answer."""
        self._phones: dict[int | None, Phone] = {}

    def ask(self, seat: int | None, body: dict[str, Any]) -> dict[str, Any]:
        """Send a request from a phone; return the answer, with its status."""
        phone = self._phone(seat)
        command = {"id": f"went-on-{len(self.answers)}", "expected_seq": phone.view["seq"], **body}
        answer = phone.post("/api/commands", **command)
        result = {"status": answer.status_code, **(answer.json or {})}
        self.answers.append({"who": seat or "host", "asked": body, "told": result})
        return result

    def _phone(self, seat: int | None) -> Phone:
        """Return the phone that now acts for a seat, or the host's: another game may use another phone."""
        if (phone := self._phones.get(seat)) is None or not acts_for(phone, seat):
            phone = self._phones[seat] = acting_phone(self.room, seat)
        return phone


def script(name: str) -> list[ScriptedRequest]:
    """Return the requests that follow the opening of a journal."""
    return [(seat, body) for seat, body in json.loads((MOVES / f"{name}.json").read_text("utf-8"))]


def continue_game(state: Path, requests: list[ScriptedRequest]) -> str:
    """Return the answers to the phones, and the state after the box was switched off and on again."""
    with run_box(state) as hands:
        continuation = Continuation(phones_of(hands))
        for seat, body in requests:
            continuation.ask(seat, body)
        if hands.session.reveal is not None:
            continuation.room.world.table.ask(lambda: skip_reveal(hands.session))
        view = view_of(continuation.room.phone(language="fr"))
        # Totals changed by a migration are shown only until the box is switched off.
        before = {**view, "badges": [badge for badge in view["badges"] if not badge["key"].startswith("carried.")]}
    with run_box(state) as hands:
        after = _public_state(phones_of(hands))
    assert after["view"] == before, "what was done is not what is found when the box is switched on again"
    number = after["view"]["number"]
    verified = {"verify": _verify_lines(state, number)} if number else {}
    return format_json({"answers": continuation.answers, **after, **verified}) + "\n"


def _public_state(room: Room) -> dict[str, Any]:
    """Return the table, its history, and the saved games, as a spectator sees them."""
    spectator = room.phone(language="fr")
    view, history = view_of(spectator), spectator.get("/api/history")
    number = view["number"]
    return {
        "view": view,
        "history": [entry["text"] for entry in history["entries"]],  # their lines are those of the score sheet
        "undone": history["undone"],
        "draws": spectator.get("/api/draws"),
        "games": spectator.get("/api/games")["games"],
        "moves.jsonl": text_at(room, f"/games/{number}/moves.jsonl").splitlines() if number else [],
    }


def _verify_lines(state: Path, number: int) -> list[str]:
    """Return the output of `verify` for the whole game."""
    file = state / "game.jsonl"
    file.write_text(exported_files(state, number)[""], "utf-8")
    return verdict(file).splitlines()
