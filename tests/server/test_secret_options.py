"""Tests of an option that is a seat's secret, like a charm of Lanterns: no form offers it, and nobody else gets it."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from companion.journal.moves_file import BadFileError, export, replay_file
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.session.session import Session
from companion.table.commands import CloseGame, Play, StartGame
from companion.table.table import Table
from tests.games.lanterns import LANTERNS
from tests.kit.scripted_games import skip_reveal
from tests.server.phones_room import Phone, Room, refusal_of
from tests.server.random_evenings import SALT, SEED, memory_journal

CHARMS = ["red", None]
HIDES = [
    (seat, {"move": "hide", "colour": "blue", "value": value, "wish": "rain"})
    for seat, value in ((1, 11_111), (1, 22_222), (2, 33_333), (2, 44_444))
]
PAGES = (
    *("/", "/tv", "/setup", "/games", "/games/1", "/games/1/moves.jsonl", "/games.zip", "/results.csv"),
    *(
        "/api/state",
        "/api/setup",
        "/api/history",
        "/api/beginning",
        "/api/draws",
        "/api/games",
        "/api/games/1",
        "/api/statistics",
    ),
)


@contextmanager
def market(charms: list[str | None]) -> Iterator[Room]:
    """Yield two stalls with these charms, everything hidden, and everything else the same each time."""
    with memory_journal() as journal:
        session = Session(journal, (LANTERNS,), lambda: 1_800_000_000.0, entropy=lambda _: SEED, salt=lambda: SALT)
        session.do(StartGame(game="lanterns", names=("Ada", "Bao"), options={"rounds": 1, "charms": charms}))
        session.do(Play(moves=tuple(HIDES)))
        yield Room(session)


@pytest.fixture
def room() -> Iterator[Room]:
    with market(CHARMS) as room:
        yield room


def table_of(room: Room) -> Table:
    assert room.world.session.table is not None
    return room.world.session.table


def test_no_form_offers_the_secret_option(room: Room) -> None:
    host = room.phone(None)
    setup = host.get("/api/setup")
    [game] = setup["games"]
    assert {seats: [field["name"] for field in form] for seats, form in game["forms"].items()} == {
        "2": ["rounds"],
        "3": ["rounds"],
        "4": ["rounds"],
    }
    assert "charm" not in json.dumps(setup)


def test_a_rematch_does_not_repeat_the_secret_option(room: Room) -> None:
    host = room.phone(None)
    again = host.get("/api/setup")["rematch"]
    assert again == {
        "game": "lanterns",
        "seats": ["Bao", "Ada"],
        "colours": [["green"], ["red"]],
        "options": {"rounds": 1},
    }
    assert host.do("start", **rematch_command(again)).status_code == 200
    assert table_of(room).match.options == {"rounds": 1}


def rematch_command(rematch: dict[str, Any]) -> dict[str, Any]:
    """Return the command of a rematch as a page sends it."""
    return {name: rematch[name] for name in ("game", "seats", "options")}


@pytest.mark.parametrize(
    ("viewer", "charms", "partial"),
    [
        (PUBLIC, [None, None], True),
        (as_seat(1), ["red", None], True),  # of the other stall's cards
        (as_seat(2), [None, None], True),
        (EVERYTHING, ["red", None], False),
    ],
)
def test_an_export_has_the_option_only_for_its_seat(
    room: Room, viewer: Viewer, charms: list[str | None], partial: bool
) -> None:
    text = export(table_of(room), viewer)
    head = json.loads(text.partition("\n")[0])
    assert head == {
        "game": "lanterns",
        "seats": ["Ada", "Bao"],
        "options": {"rounds": 1, "charms": charms},
        **({"partial": True} if partial else {}),
    }
    if partial:
        with pytest.raises(BadFileError):
            replay_file(text.encode(), (LANTERNS,))
    else:
        assert replay_file(text.encode(), (LANTERNS,)).match == table_of(room).match


@pytest.mark.parametrize(
    ("viewer", "partial"), [(PUBLIC, True), (as_seat(1), True), (as_seat(2), True), (EVERYTHING, False)]
)
def test_an_export_that_only_hides_an_option_is_partial(viewer: Viewer, partial: bool) -> None:
    with memory_journal() as journal:
        session = Session(journal, (LANTERNS,), lambda: 1_800_000_000.0)
        session.do(StartGame(game="lanterns", names=("Ada", "Bao"), options={"charms": CHARMS}))
        assert session.table is not None
        assert json.loads(export(session.table, viewer).partition("\n")[0]).get("partial", False) is partial


def test_past_games_omit_the_option_and_say_so(room: Room) -> None:
    room.world.session.do(CloseGame())
    phones = [room.phone(), room.phone(None)]
    for phone in phones:
        [head, *_] = phone.client.get("/games/1/moves.jsonl").text.splitlines()
        bundle = zipfile.ZipFile(io.BytesIO(phone.client.get("/games.zip").data))
        [bundled, *_] = bundle.read("game-1.jsonl").decode().splitlines()
        assert head == bundled
        assert (json.loads(head)["options"]["charms"], json.loads(head)["partial"]) == ([None, None], True)
        assert phone.get("/api/games/1")["partial"] is True


def test_after_the_end_everybody_sees_the_option(room: Room) -> None:
    session = room.world.session
    while not table_of(room).over:
        [seat, *_] = table_of(room).match.active_seats(table_of(room).state)
        rolling = table_of(room).match.turn(table_of(room).state) is None
        session.do(Play(moves=((seat, {"move": "roll", "chance": [1, 2]} if rolling else {"move": "end_turn"}),)))
    room.world.table.ask(lambda: skip_reveal(session))
    head, *_ = room.phone().client.get("/games/1/moves.jsonl").text.splitlines()
    assert (json.loads(head)["options"]["charms"], "partial" in json.loads(head)) == (CHARMS, False)
    assert room.phone().get("/api/games/1")["partial"] is False


def test_responses_to_others_do_not_depend_on_the_option() -> None:
    results = []
    for charms in (["red", "blue"], ["red", "red"], ["blue", "blue"]):
        with market(list(charms)) as room:
            phones = {"onlooker": room.phone(), "host": room.phone(None), "1": room.phone(1), "2": room.phone(2)}
            results.append({who: pages_for(phone) for who, phone in phones.items()})
            seats = [json.loads(export(table_of(room), as_seat(seat)).partition("\n")[0]) for seat in (1, 2)]
            assert [head["options"]["charms"] for head in seats] == [[charms[0], None], [None, charms[1]]]
    red_blue, red_red, blue_blue = results
    assert red_blue == red_red == blue_blue, "a page of one's own does not tell of charms either: there is the export"


_NAME = re.compile(rb' data-name="[0-9a-f]{12}"')


def pages_for(phone: Phone) -> dict[str, bytes]:
    """Return every page, as this phone gets it."""
    pages = {path: phone.client.get(path, headers=phone.headers) for path in PAGES}
    unheard = [path for path, page in pages.items() if page.status_code != 200]
    assert unheard in ([], ["/api/setup"])  # which only the host may read
    # The commitment covers the charms with a salt, so it differs without revealing them. A view's name is a hash of
    # the view, which contains the commitment.
    sealed = table_of(phone.room).commitments[0]
    words = {word.encode() for word in sealed.words}
    return {path: _without(_NAME.sub(b"", page.data), {sealed.sha256.encode(), *words}) for path, page in pages.items()}


def _without(data: bytes, hidden: set[bytes]) -> bytes:
    """Return a page without these words; for an archive, its contents without them."""
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            data = b"".join(bundle.read(name) for name in bundle.namelist())
    data = re.sub(rb'\{"kind": "seal".*', b"", data)  # a digest of every line, that of the commitment too
    for word in hidden:
        data = data.replace(word, b"...")
    return data


def test_no_phone_deals_a_seats_secret_option(room: Room) -> None:
    host = room.phone(None)
    for charms in (["red", "blue"], [None, "blue"]):
        dealt = host.do("start", game="lanterns", seats=["Ada", "Bao"], options={"charms": charms})
        assert "another seat" in refusal_of(dealt, 422, "illegal_move")["reason"]
    assert host.do("start", game="lanterns", seats=["Ada", "Bao"], options={"rounds": 1}).status_code == 200


@pytest.mark.parametrize("charms", [["red", "blue"], ["red", None], [None, None]])
def test_the_existence_of_a_secret_option_is_hidden_too(charms: list[str | None]) -> None:
    with market(charms) as room:
        heads = [json.loads(export(table_of(room), viewer).partition("\n")[0]) for viewer in (PUBLIC, as_seat(1))]
        assert [head["partial"] for head in heads] == [True, True]
